"""Everybody presses their button once; then it is known which is whose."""

from dataclasses import dataclass
from typing import Any

from companion.table.snapshot import Snapshot
from companion.ui.facts import Person
from companion.ui.intents import Button, Kind
from companion.ui.letters import letter_of
from companion.ui.pressing import Box, Buttons, Link
from companion.ui.wig_out.intents import ButtonsShown, PairBoxes, ShowButtons
from companion.ui.words import has_words, say


@dataclass(frozen=True, slots=True)
class SeatModel:
    name: str
    letter: str
    colour: str
    button: str
    ready: bool


@dataclass(frozen=True, slots=True)
class ButtonsModel:
    title: str
    line: str
    """How the boxes stand."""
    warns: bool
    seats: tuple[SeatModel, ...]
    buttons: tuple[Button, ...]


def complete(buttons: Buttons, seats: int) -> bool:
    """Whether everybody has a button of their own."""
    return len(buttons.of_seats) == seats and all(buttons.of_seats) and buttons.heard


def present(snapshot: Snapshot[Any, Any], people: tuple[Person, ...], buttons: Buttons) -> ButtonsModel:
    names = snapshot.names
    shown = dict(enumerate(buttons.of_seats))
    following = next((at for at in range(len(names)) if not shown.get(at)), None)
    done = complete(buttons, len(names))
    if not buttons.heard:
        title = say("wig_out.no_box")
    elif following is None:
        title = say("wig_out.all_shown")
    else:
        title = say("wig_out.show_button", name=names[following])
    line, warns = _line(buttons)

    def seat(at: int, person: Person) -> SeatModel:
        has = shown.get(at, "")
        told = say("wig_out.now" if at == following else "wig_out.wait")
        if has:
            told = say("wig_out.button", number=has)
        elif not buttons.heard:
            told = say("wig_out.key", number=at + 1)
        return SeatModel(
            person.name, letter_of(person.name, names), f"player{person.colour}", told, bool(has)
        )

    found = []
    if any(box.link is Link.FRESH for box in buttons.boxes):
        found.append(Button(say("wig_out.pair"), PairBoxes(), Kind.PRIMARY))
    if any(buttons.of_seats) and buttons.heard:
        found.append(Button(say("wig_out.anew"), ShowButtons(anew=True)))
    go_on = "wig_out.play" if done else "wig_out.as_numbered" if buttons.heard else "wig_out.use_screen"
    pairing = any(box.link is Link.FRESH for box in buttons.boxes)
    found.append(Button(say(go_on), ButtonsShown(), Kind.PLAIN if pairing else Kind.PRIMARY))
    return ButtonsModel(
        title, line, warns, tuple(seat(at, person) for at, person in enumerate(people)), tuple(found)
    )


def _line(buttons: Buttons) -> tuple[str, bool]:
    if buttons.trouble and has_words(f"wig_out.box.{buttons.trouble}"):
        return say(f"wig_out.box.{buttons.trouble}", box=buttons.about[-4:]), True
    if not buttons.boxes:
        return say("wig_out.no_box.why"), False
    return " · ".join(_box(box) for box in buttons.boxes), any(b.link is not Link.WELL for b in buttons.boxes)


def _box(box: Box) -> str:
    if box.simulated:
        return say("wig_out.simulated")
    return say(f"wig_out.box.{box.link.value}", box=box.id[-4:])
