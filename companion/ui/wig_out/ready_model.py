"""The whole evening's sheet, and GO: who has how many points, round by round."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out.actions import FirstDealer, Go
from companion.rules.wig_out.state import Choosing
from companion.rules.wig_out.view import View
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Kind, LetAppFlip, More, Play, SetPaused
from companion.ui.letters import letter_of
from companion.ui.pressing import Buttons
from companion.ui.screens import top_model
from companion.ui.screens.top_model import TopModel
from companion.ui.wig_out.intents import Past, ShowButtons
from companion.ui.wig_out.past import counted
from companion.ui.words import has_words, say

COLUMNS = 6
"""Rounds a page."""


@dataclass(frozen=True, slots=True)
class RowModel:
    name: str
    letter: str
    colour: str
    note: str
    """Deals now, or how many cards it gets where not all get the same; or by how much the points have just
    changed.
    """
    cells: tuple[Button, ...]
    """A round each; one that can be changed is a button that does it. Or who deals first."""
    slots: int
    """Room for this many cells."""
    total: str


@dataclass(frozen=True, slots=True)
class ReadyModel:
    top: TopModel
    rounds: tuple[str, ...]
    """Above the cells."""
    rows: tuple[RowModel, ...]
    text: str
    warns: bool
    buttons: tuple[Button, ...]
    """Beside the question: GO alone is large."""
    go: Button | None


def present(
    snapshot: Snapshot[Any, Any],
    people: tuple[Person, ...],
    source: Source,
    *,
    page: int,
    early: Seat | None,
    buttons: Buttons,
    badges: tuple[int, ...],
) -> ReadyModel:
    """`page` counts from the newest rounds; `early` has just pressed before GO."""
    view: View = snapshot.view
    pages = max(1, -(-len(view.results) // COLUMNS))
    last = len(view.results) - (page % pages) * COLUMNS
    shown = range(max(0, last - COLUMNS), last)
    text, warns = _text(snapshot, early)
    seqs = {(one.race, one.seat): one.seq for one in counted(snapshot)}
    return ReadyModel(
        top_model.present(snapshot, source, back=False),
        tuple(str(view.results[at].round) for at in shown),
        tuple(
            _row(snapshot, Seat(at), person, shown=shown, seqs=seqs, changed=badges[at])
            for at, person in enumerate(people)
        ),
        text,
        warns,
        _buttons(snapshot, buttons, turns=pages > 1),
        _go(snapshot),
    )


def _row(
    snapshot: Snapshot[Any, Any],
    seat: Seat,
    person: Person,
    *,
    shown: range,
    seqs: dict[tuple[int, Seat], int],
    changed: int,
) -> RowModel:
    """`seqs` are the records in which a seat's cards of a race were counted."""
    view: View = snapshot.view

    def cell(race: int) -> Button:
        points = view.results[race].points[seat]
        text = say("wig_out.not_played") if points is None else str(points)
        seq = seqs.get((race, seat))
        return Button(text, None if seq is None else Past(seq), enabled=seq is not None)

    first = FirstDealer(seat)
    choosing = first in snapshot.choices and not snapshot.paused
    cells = tuple(cell(race) for race in shown)
    if choosing:
        cells = (Button(say("wig_out.deals_first"), Play((first,))),)
    note = say("wig_out.dealer") if view.dealer == seat else ""
    if len(_dealt(view)) > 1 and view.seats[seat].plays:
        note = say("wig_out.gets", n=view.seats[seat].dealt)
    if changed:
        note = f"{changed:+d}"
    return RowModel(
        snapshot.names[seat],
        letter_of(snapshot.names[seat], snapshot.names),
        f"player{person.colour}",
        note,
        cells,
        1 if choosing else COLUMNS,
        str(view.seats[seat].points),
    )


def _dealt(view: View) -> list[int]:
    """How many cards hands have in this round, the smallest first."""
    return sorted({seat.dealt for seat in view.seats if seat.plays})


def _text(snapshot: Snapshot[Any, Any], early: Seat | None) -> tuple[str, bool]:
    """The question, and whether it is a warning."""
    view: View = snapshot.view
    if snapshot.paused:
        return say("strip.paused"), False
    if snapshot.refusal is not None:
        key = snapshot.refusal.key
        return say(key if has_words(key) else "table.refused"), True
    if early is not None:
        return say("wig_out.too_early", name=snapshot.names[early]), True
    if isinstance(view.stage, Choosing) or view.dealer is None:
        return say("wig_out.ask.dealer"), False
    dealt = _dealt(view)
    name = snapshot.names[view.dealer]
    if view.sudden_death:
        return say("wig_out.ask.sudden_death", name=name), False
    if len(dealt) == 1:
        return say("wig_out.ask.go", n=dealt[0], name=name), False
    return say("wig_out.ask.go_some", name=name, fewest=dealt[0], most=dealt[-1]), False


def _buttons(snapshot: Snapshot[Any, Any], buttons: Buttons, *, turns: bool) -> tuple[Button, ...]:
    if snapshot.paused:
        return (Button(say("strip.continue"), SetPaused(False), Kind.PRIMARY),)
    found = [Button(say("wig_out.earlier"), More())] if turns else []
    if any(isinstance(c, FirstDealer) for c in snapshot.choices):
        found.append(Button(say("wig_out.lots"), LetAppFlip(), Kind.PRIMARY))
    elif buttons.boxes:
        found.append(Button(say("wig_out.buttons"), ShowButtons(anew=False)))
    return tuple(found)


def _go(snapshot: Snapshot[Any, Any]) -> Button | None:
    go = next((c for c in snapshot.choices if isinstance(c, Go)), None)
    if go is None or snapshot.paused:
        return None
    return Button(say("wig_out.go"), Play((go,)), Kind.PRIMARY)
