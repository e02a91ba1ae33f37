"""What happened, in the order it happened. Derived from actions, never stored."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_4_it.state import Colour
from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class ColoursTaken:
    red: Seat
    white: Seat


@dataclass(frozen=True, slots=True)
class ShapeDeckDealt:
    """Both Shape Decks are complete; `cards` lie in each."""

    cards: int


@dataclass(frozen=True, slots=True)
class ShapeTurnedUp:
    seat: Seat
    shape: str


@dataclass(frozen=True, slots=True)
class ShapesReshuffled:
    """Discards became a deck again. `seat` is None when both were shuffled together."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class PowerTaken:
    """`power` is None for whoever may not know it."""

    seat: Seat
    power: str | None


@dataclass(frozen=True, slots=True)
class ShapePlayed:
    """`shape` is None for a shape the app does not know. `placed` and `flipped` cells, ascending."""

    seat: Seat
    shape: str | None
    placed: tuple[int, ...]
    flipped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FreeShapeBegun:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CellTouched:
    seat: Seat
    cell: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class PowerUsed:
    """`first_time`: nobody but its owner had seen it before."""

    seat: Seat
    power: str
    cost: int
    first_time: bool = True


@dataclass(frozen=True, slots=True)
class CellChanged:
    """An open power made `cell` show `colour` (None: emptied it)."""

    seat: Seat
    cell: int
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class PowerDone:
    seat: Seat
    power: str


@dataclass(frozen=True, slots=True)
class ExchangePaid:
    seat: Seat


@dataclass(frozen=True, slots=True)
class PowerReturned:
    """`power` is None for whoever may not know it; a revealed card's return is public (F16)."""

    seat: Seat
    power: str | None
    revealed: bool = False


@dataclass(frozen=True, slots=True)
class ShapeEntered:
    seat: Seat
    shape: str


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class GridCorrected:
    """The table overrode the record (F23): `cells` were changed, ascending. The turn was `seat`'s."""

    seat: Seat
    cells: tuple[int, ...]
    ended_turn: bool


@dataclass(frozen=True, slots=True)
class TurnBegun:
    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundScored:
    """`pieces[s]` pieces of seat s's colour lie on the grid; `points[s]` is its counter afterwards."""

    round: int
    pieces: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RoundBegun:
    round: int
    starter: Seat


@dataclass(frozen=True, slots=True)
class GameWon:
    """One winner, or both for a shared win."""

    winners: tuple[Seat, ...]


Event: TypeAlias = (
    ColoursTaken
    | ShapeDeckDealt
    | ShapeTurnedUp
    | ShapesReshuffled
    | PowerTaken
    | ShapePlayed
    | FreeShapeBegun
    | CellTouched
    | PowerUsed
    | CellChanged
    | PowerDone
    | ExchangePaid
    | PowerReturned
    | ShapeEntered
    | Passed
    | GridCorrected
    | TurnBegun
    | RoundScored
    | RoundBegun
    | GameWon
)
