"""The band that says, in the caller's colour, who has called and by how much they were first."""

from dataclasses import dataclass

from companion.rules.core import Seat
from companion.ui.facts import Person
from companion.ui.intents import Button
from companion.ui.pressing import Finish
from companion.ui.words import both, say


@dataclass(frozen=True, slots=True)
class BandModel:
    """`colour` is a theme token for the whole band; the words say the same without it."""

    name: str
    line: str
    colour: str
    ink: str
    button: Button | None = None


BLANK = BandModel("", "", "surface", "text")
"""What widgets hold before they are given anything: KV looks through it at once."""


def present(
    callers: tuple[Seat, ...],
    finish: Finish | None,
    people: tuple[Person, ...],
    button: Button | None = None,
) -> BandModel:
    """`finish` is how it came about, where it is known."""
    names = both(tuple(people[seat].name.upper() for seat in callers))
    colour = f"player{people[callers[0]].colour}" if len(callers) == 1 else "text"
    ink = "ink" if len(callers) == 1 else "bg"
    return BandModel(say("wig_out.band", name=names), _line(callers, finish, people), colour, ink, button)


def _line(callers: tuple[Seat, ...], finish: Finish | None, people: tuple[Person, ...]) -> str:
    """How it came about; boxes that may still know better come first."""
    if finish is None or finish.seats != callers:
        return say("wig_out.band.stop") if len(callers) == 1 else say("wig_out.band.dead_heat")
    if finish.unheard:
        return say("wig_out.band.unheard", boxes=", ".join(box[-4:] for box in finish.unheard))
    if finish.corrected:
        return say("wig_out.band.corrected")
    if finish.photo:
        within = finish.within_ms
        return say("wig_out.band.photo") if within is None else say("wig_out.band.within", ms=_ms(within))
    if len(callers) > 1:
        return say("wig_out.band.dead_heat")
    if finish.next is not None and finish.margin_ms is not None:
        return say("wig_out.band.margin", name=people[finish.next].name, ms=_ms(finish.margin_ms))
    return say("wig_out.band.stop")


def _ms(milliseconds: float) -> str:
    """Whole milliseconds, and tenths below ten."""
    return f"{milliseconds:.1f}" if abs(milliseconds) < 9.95 else f"{milliseconds:.0f}"
