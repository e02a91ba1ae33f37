"""The race: the time, and nothing to tap by mistake; then, at once, who has called."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out.actions import Call, ClaimStall, StockEmpty
from companion.rules.wig_out.options import Waiting
from companion.rules.wig_out.view import View
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person
from companion.ui.intents import Button, Go, Kind, Play, SetPaused
from companion.ui.letters import letter_of
from companion.ui.places import Place
from companion.ui.pressing import Buttons, Link
from companion.ui.wig_out import band_model
from companion.ui.wig_out.band_model import BandModel
from companion.ui.wig_out.intents import CallOut, Stuck
from companion.ui.words import say

HOLD_S = 1.0
REMINDED_S = 3
"""A reminder stays so long."""


@dataclass(frozen=True, slots=True)
class CallModel:
    """A seat's own field on the glass, where there is no button."""

    name: str
    letter: str
    colour: str
    seat: Seat
    live: bool


@dataclass(frozen=True, slots=True)
class RaceModel:
    title: str
    time: str
    hint: str
    calls: tuple[CallModel, ...]
    """Empty while a box is heard."""
    buttons: tuple[Button, ...]
    """Each needs to be held."""
    band: BandModel | None
    """Over all else, as soon as somebody has called."""


def present(
    snapshot: Snapshot[Any, Any],
    people: tuple[Person, ...],
    *,
    elapsed_s: float,
    callers: tuple[Seat, ...],
    note: str,
    buttons: Buttons,
) -> RaceModel:
    """`callers` have just pressed; `note` is something that somebody must read now, or empty."""
    view: View = snapshot.view
    minutes, seconds = divmod(int(elapsed_s), 60)
    return RaceModel(
        say("wig_out.race"),
        f"{minutes}:{seconds:02d}",
        note or _hint(view, elapsed_s, buttons),
        () if buttons.heard or snapshot.paused else _calls(snapshot, people),
        _held(snapshot),
        band_model.present(callers, buttons.finish, people) if callers else None,
    )


def _calls(snapshot: Snapshot[Any, Any], people: tuple[Person, ...]) -> tuple[CallModel, ...]:
    may = {c.seat for c in snapshot.choices if isinstance(c, Call)}
    return tuple(
        CallModel(
            person.name,
            letter_of(person.name, snapshot.names),
            f"player{person.colour}",
            Seat(at),
            Seat(at) in may,
        )
        for at, person in enumerate(people)
        if snapshot.view.seats[at].plays
    )


def call_intent(model: CallModel) -> CallOut:
    return CallOut(model.seat)


def _hint(view: View, elapsed_s: float, buttons: Buttons) -> str:
    every = view.options.reminder_s
    due = every is not None and elapsed_s >= every and elapsed_s % every < REMINDED_S
    if due and view.options.waiting is Waiting.MUST_DRAW:
        return say("wig_out.reminder")
    if any(box.link is Link.LOST for box in buttons.boxes):
        return say("wig_out.box_lost") if buttons.heard else say("wig_out.box_gone")
    return say("wig_out.press") if buttons.heard else say("wig_out.tap")


def _held(snapshot: Snapshot[Any, Any]) -> tuple[Button, ...]:
    if snapshot.paused:
        return (Button(say("strip.continue"), SetPaused(False), Kind.PRIMARY),)
    buttons = [
        Button(say("wig_out.stop"), None, hold_intent=Go(Place.MENU), hold_s=HOLD_S),
    ]
    if any(isinstance(c, ClaimStall) for c in snapshot.choices):
        buttons.append(Button(say("wig_out.stuck"), None, hold_intent=Stuck(), hold_s=HOLD_S))
    empty = next((c for c in snapshot.choices if isinstance(c, StockEmpty)), None)
    if empty is not None:
        buttons.append(Button(say("wig_out.stock"), None, hold_intent=Play((empty,)), hold_s=HOLD_S))
    return tuple(buttons)
