"""What the ui's facts are made of: settings, people, games."""

from collections.abc import Iterable, Sequence

from companion import settings as chosen
from companion.fair import Gait
from companion.journal.rows import GameRow
from companion.people import Known
from companion.ui.facts import TEXT_SCALES, Pace, Person, Resumable, Shelved
from companion.ui.facts import Settings as UiSettings

SIZES: tuple[chosen.TextSize, ...] = ("S", "M", "L")
COLOURS = 6


def ui_settings(settings: chosen.Settings) -> UiSettings:
    """What of the settings is about the screen."""
    return UiSettings(
        text_scale=TEXT_SCALES[SIZES.index(settings.text_size)],
        light=settings.theme == "light",
        language=settings.language,
        flipped=settings.flipped,
        muted=settings.muted,
    )


def with_ui(settings: chosen.Settings, ui: UiSettings) -> chosen.Settings:
    """The settings with what somebody changed at the screen."""
    import msgspec

    changed: chosen.Settings = msgspec.structs.replace(
        settings,
        text_size=SIZES[TEXT_SCALES.index(ui.text_scale)],
        theme="light" if ui.light else "dark",
        language=ui.language,
        flipped=ui.flipped,
        muted=ui.muted,
    )
    return changed


def people(known: Iterable[Known]) -> tuple[Person, ...]:
    return tuple(Person(one.name, one.colour % COLOURS) for one in known)


def paces(gaits: Iterable[Gait]) -> tuple[Pace, ...]:
    """How figures walk. The file counts turns to the left, as headings do; people say which way."""
    return tuple(Pace(each.name, each.cm_a_turn, -each.drift_deg, each.walks) for each in gaits)


def newest(games: Iterable[GameRow], game: str = "") -> GameRow | None:
    """The game begun last: any, or the last of one kind."""
    rows = (row for row in games if game in ("", row.game))
    return max(rows, key=lambda row: row.started_s, default=None)


def seated(row: GameRow | None, known: Iterable[Person]) -> tuple[Person, ...]:
    """Who played it, in seat order, as they are remembered."""
    if row is None:
        return ()
    by_name = {person.name: person for person in known}
    return tuple(by_name.get(name, Person(name, at % COLOURS)) for at, name in enumerate(row.names))


def shelf(games: Sequence[GameRow], playable: Iterable[str], known: Sequence[Person]) -> tuple[Shelved, ...]:
    """The games that can be played, who played each of them last, and which of each waits to go on."""
    found = ((game, newest(games, game)) for game in playable)
    return tuple(
        Shelved(
            game,
            seated(row, known),
            _first(row),
            {} if row is None else row.setup,
            resumable(games, (game,)),
        )
        for game, row in found
    )


def _first(row: GameRow | None) -> int:
    """The seat that a set-up singles out, by the name that its game has for it."""
    told = {} if row is None else row.setup
    seat = told.get("oldest", told.get("dealer"))
    return seat if isinstance(seat, int) and row is not None and 0 <= seat < len(row.names) else 0


def resumable(games: Iterable[GameRow], playable: Sequence[str]) -> Resumable | None:
    """The game that was saved last among those that can go on."""
    row = next((row for row in games if row.ended_s is None and row.game in playable), None)
    if row is None:
        return None
    names, to_move = row.names, row.summary.get("to_move")
    points = row.summary.get("points", [])
    return Resumable(
        id=str(row.id),
        game=row.game,
        round=row.summary.get("round", 1),
        to_move=names[to_move] if isinstance(to_move, int) and 0 <= to_move < len(names) else "",
        scores=tuple(zip(names, points, strict=False)),
        saved_at_s=row.saved_s,
    )
