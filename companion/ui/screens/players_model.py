"""Who plays, who is singled out, and how this table plays the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.core import Seat
from companion.ui.face import Asks
from companion.ui.faces import asks_of
from companion.ui.facts import Front, Person, Shelved
from companion.ui.intents import (
    Button,
    Choose,
    DealFewer,
    First,
    Go,
    Kind,
    More,
    Resume,
    ShowOptions,
    Start,
    Swap,
    TogglePerson,
)
from companion.ui.letters import letter_of
from companion.ui.places import Place
from companion.ui.words import say

PAGE = 7
"""Chips of people a page."""
OPTIONS = 12
"""Options a page, where all of them are shown."""
COLOURS = 6


@dataclass(frozen=True, slots=True)
class Roster:
    """What is chosen so far."""

    game: str
    seats: tuple[Person, ...] = ()
    first: int = 0
    """The seat that is singled out, where the game singles one out."""
    guests: tuple[Person, ...] = ()
    """New names of this evening, newest first."""
    page: int = 0
    options: tuple[tuple[str, Any], ...] = ()
    full: bool = False
    """Somebody wanted to play and there was no seat left."""
    all_options: bool = False
    fewer: Mapping[str, int] = field(default_factory=dict)
    """By name: how many cards fewer than others."""


@dataclass(frozen=True, slots=True)
class ChipModel:
    button: Button
    letter: str
    colour: str


@dataclass(frozen=True, slots=True)
class SeatModel:
    seat: int
    name: str
    letter: str
    colour: str
    first: bool
    button: Button | None
    """Singles this one out."""


@dataclass(frozen=True, slots=True)
class PlayersModel:
    title: str
    back: Button
    seats: tuple[SeatModel, ...]
    chips: tuple[ChipModel, ...]
    options: tuple[Button, ...]
    more: Button
    """The other options, or back from them."""
    page: Button | None
    """More names, or more options, when there are."""
    swap: Button | None
    go_on: Button | None
    """With the kept game, when there is one."""
    start: Button
    reason: str
    all_options: bool


def asks(roster: Roster) -> Asks:
    return asks_of(roster.game)


def begin(front: Front, game: str) -> Roster:
    """The same as last time, or whoever was here last."""
    shelved = _shelved(front, game)
    if shelved is not None and shelved.last:
        return Roster(game, shelved.last, shelved.first)
    return Roster(game, front.last[: asks_of(game).most])


def _shelved(front: Front, game: str) -> Shelved | None:
    return next((one for one in front.shelf if one.game == game), None)


def is_complete(roster: Roster) -> bool:
    return asks(roster).fewest <= len(roster.seats) <= asks(roster).most


def people(front: Front, roster: Roster) -> tuple[Person, ...]:
    """Everybody who can be chosen: new ones, known ones, and enough guests for a first evening."""
    known = (*roster.guests, *(p for p in front.people if p.name not in {g.name for g in roster.guests}))
    most = asks(roster).most
    names = {p.name for p in known}
    spare = (Person(say("players.guest", letter="ABCDEF"[at]), at) for at in range(most))
    return known if len(known) >= most else (*known, *(p for p in spare if p.name not in names))


def toggled(roster: Roster, person: Person) -> Roster:
    if any(p.name == person.name for p in roster.seats):
        seats = tuple(p for p in roster.seats if p.name != person.name)
        return replace(roster, seats=seats, first=0, full=False)
    if len(roster.seats) == asks(roster).most:
        return replace(roster, full=True)
    # Two people of one colour could not be told apart: the newcomer takes the next colour free.
    taken = {p.colour for p in roster.seats}
    ring = range(person.colour, person.colour + COLOURS)
    colour = next(c % COLOURS for c in ring if c % COLOURS not in taken)
    return replace(roster, seats=(*roster.seats, replace(person, colour=colour)), full=False)


def swapped(roster: Roster) -> Roster:
    return replace(roster, seats=roster.seats[::-1], first=len(roster.seats) - 1 - roster.first)


def value_of(roster: Roster, option: str) -> Any:
    return dict(roster.options).get(option, getattr(asks(roster).defaults, option))


def chosen(roster: Roster, option: str, value: Any) -> Roster:
    others = tuple(o for o in roster.options if o[0] != option)
    return replace(roster, options=(*others, (option, value)))


def fewer_of(roster: Roster) -> tuple[int, ...]:
    """By seat, never more than so many people allow; () in a game that deals all the same."""
    most = asks(roster).fewer
    if most is None:
        return ()
    return tuple(min(roster.fewer.get(p.name, 0), most(len(roster.seats))) for p in roster.seats)


def present(front: Front, roster: Roster) -> PlayersModel:
    everybody, asked = people(front, roster), asks(roster)
    newcomer = ChipModel(Button(say("players.other"), Go(Place.NAME)), "+", "muted")
    complete, every = is_complete(roster), roster.all_options
    choices = (*_options(roster, tuple(asked.values)), *_hands(roster))
    listed = choices if every else everybody
    each = OPTIONS if every else PAGE
    pages = max(1, -(-len(listed) // each))
    first = (roster.page % pages) * each
    names = tuple({p.name: p for p in (*everybody, *roster.seats)})
    chips = () if every else tuple(_chip(p, roster, names) for p in everybody[first : first + each])
    shown = choices[first : first + each] if every else _options(roster, asked.in_sight)
    go_on = None if every else _go_on(front, roster.game)
    return PlayersModel(
        say("players.how" if every else "players.title"),
        Button(say("back"), Go(Place.HOME)),
        () if every else tuple(_seat(roster, seat, names) for seat in range(asked.most)),
        () if every else (*chips, newcomer),
        shown,
        Button(say("players.people" if every else "players.options"), ShowOptions(not every)),
        Button(say("players.further" if every else "players.more"), More()) if pages > 1 else None,
        Button(say("players.swap"), Swap()) if complete and asked.most == 2 else None,
        go_on,
        Button(
            say("players.start"),
            Start(),
            Kind.PRIMARY if complete and go_on is None else Kind.PLAIN,
            enabled=complete,
        ),
        _reason(roster, complete=complete),
        every,
    )


def _go_on(front: Front, game: str) -> Button | None:
    shelved = _shelved(front, game)
    if shelved is None or shelved.kept is None:
        return None
    kept = shelved.kept
    return Button(say("players.go_on", round=kept.round), Resume(kept.id), Kind.PRIMARY)


def _reason(roster: Roster, *, complete: bool) -> str:
    fewest, most = asks(roster).fewest, asks(roster).most
    if roster.full:
        return say("players.full") if most == 2 else say("players.all_seats", n=most)
    if complete:
        return ""
    return say("players.need") if most == 2 else say("players.need_some", fewest=fewest, most=most)


def _chip(person: Person, roster: Roster, names: tuple[str, ...]) -> ChipModel:
    seated = next((p for p in roster.seats if p.name == person.name), None)
    kind = Kind.PLAIN if seated is None else Kind.CHOSEN
    shown = seated or person
    button = Button(person.name, TogglePerson(person.name), kind)
    return ChipModel(button, letter_of(person.name, names), f"player{shown.colour}")


def _seat(roster: Roster, seat: int, names: tuple[str, ...]) -> SeatModel:
    if seat >= len(roster.seats):
        return SeatModel(seat, say("players.empty"), str(seat + 1), "muted", False, None)
    person, role = roster.seats[seat], asks(roster).role
    first = bool(role) and roster.first == seat
    button = None
    if role:
        text = say(f"role.{role}" if first else f"role.is_{role}")
        button = Button(text, First(Seat(seat)), Kind.CHOSEN if first else Kind.PLAIN)
    letter = letter_of(person.name, names)
    return SeatModel(seat, person.name, letter, f"player{person.colour}", first, button)


def _hands(roster: Roster) -> tuple[Button, ...]:
    """How many cards each is dealt, where not all must get the same."""
    most = asks(roster).fewer
    if most is None or not is_complete(roster):
        return ()
    up_to = most(len(roster.seats))
    return tuple(
        Button(
            say("players.cards_fewer", name=p.name, n=n) if n else say("players.cards_all", name=p.name),
            DealFewer(p.name, (n + 1) % (up_to + 1)),
            Kind.CHOSEN if n else Kind.PLAIN,
        )
        for p, n in zip(roster.seats, fewer_of(roster), strict=True)
    )


def _options(roster: Roster, options: tuple[str, ...]) -> tuple[Button, ...]:
    return tuple(_option(roster, option) for option in options)


def _option(roster: Roster, option: str) -> Button:
    asked = asks(roster)
    values, now = asked.values[option], value_of(roster, option)
    after = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
    text = f"{say(f'{roster.game}.option.{option}')}: {asked.words(option, now)}"
    return Button(text, Choose(option, after), Kind.PLAIN if now == values[0] else Kind.CHOSEN)
