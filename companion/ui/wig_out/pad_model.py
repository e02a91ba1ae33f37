"""Ten or more cards: two digits, turned towards whoever holds them."""

from dataclasses import dataclass

from companion.rules.core import Seat
from companion.ui.facts import Person
from companion.ui.intents import Button, Go
from companion.ui.places import Place
from companion.ui.wig_out.intents import Digit
from companion.ui.words import say

MOST_TENS = 6
"""No box holds more than 70 cards, and some lie on the table."""


@dataclass(frozen=True, slots=True)
class PadModel:
    title: str
    typed: str
    """The first digit, and room for the second."""
    colour: str
    angle: int
    """Degrees, anticlockwise as drawn: 0, 90, 180 or 270."""
    digits: tuple[Button, ...]
    back: Button


def angle_of(seat: Seat, seats: int) -> int:
    """Where somebody sits: the first seat at the near edge, the others clockwise round the table."""
    return -round(seat / seats * 4) % 4 * 90


def present(seat: Seat, people: tuple[Person, ...], tens: int | None, *, refused: str) -> PadModel:
    """`tens` is the first digit once it was tapped; `refused` why the last number could not be."""
    digits = tuple(
        Button(str(n), Digit(n), enabled=tens is not None or 1 <= n <= MOST_TENS)
        for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    )
    return PadModel(
        refused or say("wig_out.how_many", name=people[seat].name),
        "_ _" if tens is None else f"{tens} _",
        f"player{people[seat].colour}",
        angle_of(seat, len(people)),
        digits,
        Button(say("back"), Go(Place.BOARD)),
    )
