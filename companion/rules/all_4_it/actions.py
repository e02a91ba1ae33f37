"""Everything that can be done in All 4 It, by a seat or by the cards."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_4_it.state import Colour
from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class Flip:
    """The oldest player's flipped piece shows `colour`; the other seat takes the other one (F20)."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class Imprint:
    """Play a shape: place on empty cells, flip the others. `cells` are four, ascending."""

    seat: Seat
    shape: str
    cells: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class OpenFree:
    """Begin an imprint with a shape the app does not know (option `free_shapes`, cards on the table)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Touch:
    """One of the four cells of an open free imprint, placed or flipped at once; the fourth ends the turn."""

    seat: Seat
    cell: int


@dataclass(frozen=True, slots=True)
class OpenPower:
    """Declare a power (S18): it is revealed and paid for; what it does to the grid follows cell by cell."""

    seat: Seat
    power: str


@dataclass(frozen=True, slots=True)
class SetCell:
    """The open power left `cell` showing `colour`, or empty (`None`). Each cell at most once a power."""

    seat: Seat
    cell: int
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class ClosePower:
    """The power's effect is complete."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchange:
    """Pay 1 point for a new power card (F15). In the app a draw and a `Return` follow."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Return:
    """Shuffle this power back into the deck. `None`: a hidden card that the app does not know."""

    seat: Seat
    power: str | None


@dataclass(frozen=True, slots=True)
class ShowShape:
    """Cards on the table: tell the app what one of the seat's face-up shapes is."""

    seat: Seat
    shape: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing (only `allow_pass` or S17)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClearGrid:
    """All pieces are taken off after a scored round; the next round begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShapeDealt:
    """The cards: a shape goes face down to the seat's own Shape Deck."""

    seat: Seat
    shape: str


@dataclass(frozen=True, slots=True)
class ShapeDrawn:
    """The cards: a shape is turned face up for the seat."""

    seat: Seat
    shape: str


@dataclass(frozen=True, slots=True)
class PowerDrawn:
    """The cards: a power comes into the seat's hand, seen by that seat alone."""

    seat: Seat
    power: str


Played: TypeAlias = (
    Flip
    | Imprint
    | OpenFree
    | Touch
    | OpenPower
    | SetCell
    | ClosePower
    | Exchange
    | Return
    | ShowShape
    | Pass
    | ClearGrid
)
Chance: TypeAlias = ShapeDealt | ShapeDrawn | PowerDrawn
Action: TypeAlias = Played | Chance
