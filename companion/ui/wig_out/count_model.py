"""A call is checked and cards are counted: one tap a loser."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out.actions import EnterCards, FalseCall, WrongMatch
from companion.rules.wig_out.state import Checking, Counting
from companion.rules.wig_out.view import View
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Change, Kind, Play, SetPaused
from companion.ui.letters import letter_of
from companion.ui.pressing import Buttons
from companion.ui.screens import top_model
from companion.ui.screens.top_model import TopModel
from companion.ui.wig_out import band_model
from companion.ui.wig_out.band_model import BandModel
from companion.ui.wig_out.intents import Blame, Cards, ManyCards
from companion.ui.wig_out.past import counted
from companion.ui.words import has_words, say

SINGLE = 10
"""Numbers below this are one tap."""


@dataclass(frozen=True, slots=True)
class RowModel:
    name: str
    letter: str
    colour: str
    total: str
    cells: tuple[Button, ...]
    """The numbers, or what else can be said of this seat."""
    line: str
    """In the place of the numbers where there is nothing to enter."""


@dataclass(frozen=True, slots=True)
class CountModel:
    top: TopModel
    band: BandModel
    hint: str
    warns: bool
    rows: tuple[RowModel, ...]
    buttons: tuple[Button, ...]


def present(
    snapshot: Snapshot[Any, Any],
    people: tuple[Person, ...],
    source: Source,
    *,
    blaming: bool,
    buttons: Buttons,
) -> CountModel:
    view: View = snapshot.view
    stage = view.stage
    callers = stage.callers if isinstance(stage, Checking | Counting) else ()
    checked = isinstance(stage, Checking)
    hint, warns = _hint(snapshot, blaming=blaming)
    wrong = any(isinstance(c, WrongMatch) for c in snapshot.choices)
    beside: tuple[Button, ...] = ()
    if snapshot.paused:
        beside = (Button(say("strip.continue"), SetPaused(False), Kind.PRIMARY),)
    elif wrong and not checked:
        beside = (Button(say("wig_out.no_wrong" if blaming else "wig_out.wrong"), Blame(not blaming)),)
    return CountModel(
        top_model.present(snapshot, source, back=False),
        _band(snapshot, callers, people, buttons),
        hint,
        warns,
        tuple(
            _row(snapshot, Seat(at), person, callers, blaming=blaming)
            for at, person in enumerate(people)
            if view.seats[at].plays
        ),
        beside,
    )


def _band(
    snapshot: Snapshot[Any, Any], callers: tuple[Seat, ...], people: tuple[Person, ...], buttons: Buttons
) -> BandModel:
    if not callers:
        return BandModel(say("wig_out.count"), say("wig_out.count.all"), "surface", "text")
    false = [c for c in snapshot.choices if isinstance(c, FalseCall)]
    button = None
    if len(callers) == 1 and false and not snapshot.paused:
        button = Button(say("wig_out.false_call"), Play((false[0],)))
    return band_model.present(callers, buttons.finish, people, button)


def _hint(snapshot: Snapshot[Any, Any], *, blaming: bool) -> tuple[str, bool]:
    if snapshot.paused:
        return say("strip.paused"), False
    if snapshot.refusal is not None:
        key = snapshot.refusal.key
        return say(key if has_words(key) else "table.refused"), True
    if blaming:
        return say("wig_out.ask.wrong"), False
    few = _most(snapshot)
    return (say("wig_out.ask.cards"), False) if few is None else (say("wig_out.ask.few", cards=few), True)


def _most(snapshot: Snapshot[Any, Any]) -> int | None:
    """What the box has for the hands not counted yet, where it is not every number of a row."""
    stage = snapshot.view.stage
    if not isinstance(stage, Counting):
        return None
    open_ = [c.cards for c in snapshot.choices if isinstance(c, EnterCards) and stage.left[c.seat] is None]
    most = max(open_, default=SINGLE)
    return most if most < SINGLE else None


def _row(
    snapshot: Snapshot[Any, Any],
    seat: Seat,
    person: Person,
    callers: tuple[Seat, ...],
    *,
    blaming: bool,
) -> RowModel:
    sat = snapshot.view.seats[seat]
    head = (person.name, letter_of(person.name, snapshot.names), f"player{person.colour}", str(sat.points))
    if snapshot.paused:
        return RowModel(*head, (), "")
    if blaming:
        wrong = next((c for c in snapshot.choices if isinstance(c, WrongMatch) and c.seat == seat), None)
        laid = say("wig_out.laid_it", n=sat.wrong, name=person.name) if sat.wrong else say("wig_out.laid")
        return RowModel(*head, () if wrong is None else (Button(laid, Play((wrong,))),), "")
    if seat in callers:
        return RowModel(*head, _of_caller(snapshot, seat, callers), say("wig_out.out"))
    return RowModel(*head, numbers(snapshot, seat, sat.left), "")


def _of_caller(snapshot: Snapshot[Any, Any], seat: Seat, callers: tuple[Seat, ...]) -> tuple[Button, ...]:
    """One of several callers may have cards; where all have called, somebody must say that it is right."""
    mine = [c for c in snapshot.choices if c.seat == seat]
    found = [Button(say("wig_out.really"), Play((c,))) for c in mine if isinstance(c, EnterCards)]
    if len(callers) > 1:
        found += [Button(say("wig_out.has_cards"), Play((c,))) for c in mine if isinstance(c, FalseCall)]
    return tuple(found)


def numbers(snapshot: Snapshot[Any, Any], seat: Seat, entered: int | None) -> tuple[Button, ...]:
    """0 to 9, and more. What has been entered is changed by a tap on another."""
    may = {c.cards for c in snapshot.choices if isinstance(c, EnterCards) and c.seat == seat}
    if entered is not None:
        return _entered(snapshot, seat, entered)
    return (
        *(Button(str(n), Cards(seat, n), enabled=n in may) for n in range(SINGLE)),
        Button(say("wig_out.more"), ManyCards(seat), enabled=any(n >= SINGLE for n in may)),
    )


def _entered(snapshot: Snapshot[Any, Any], seat: Seat, entered: int) -> tuple[Button, ...]:
    """A second thought before the last hand is counted."""
    seqs = [one.seq for one in counted(snapshot) if one.seat == seat]
    seq = seqs[-1] if seqs else None

    def number(n: int) -> Button:
        chosen = n == entered
        change = None if chosen or seq is None else Change(seq, EnterCards(seat, n), drop=False)
        # What was entered stays readable; a tap on it changes nothing.
        live = chosen or change is not None
        return Button(str(n), change, Kind.CHOSEN if chosen else Kind.PLAIN, enabled=live)

    many = entered >= SINGLE
    more = Button(
        str(entered) if many else say("wig_out.more"),
        ManyCards(seat),
        Kind.CHOSEN if many else Kind.PLAIN,
    )
    return (*(number(n) for n in range(SINGLE)), more)
