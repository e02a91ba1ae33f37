"""What one viewer may know. A type of its own: nothing hidden can be left in by accident."""

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.all_4_it.cards import Cards
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import Colour, Grid
from companion.rules.core import Seat


class Phase(StrEnum):
    COLOURS = "colours"
    """The oldest player flips a piece."""
    DEALING = "dealing"
    """The cards are being dealt or drawn; nobody is asked."""
    TURN = "turn"
    FREE_IMPRINT = "free_imprint"
    POWER = "power"
    EXCHANGE = "exchange"
    """The third power is drawn; one of the three goes back."""
    ROUND_SCORED = "round_scored"
    """The grid waits to be cleared."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SeatView:
    colour: Colour | None
    points: int
    spent: int
    shapes: tuple[str | None, ...]
    """Face-up shapes; None is a real card the app has not been told."""
    shape_deck: int | None
    """Cards face down in the seat's own Shape Deck; None with real cards."""
    shape_discards: int | None
    powers: int
    """How many power cards the seat holds, revealed or not."""
    revealed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundResult:
    round: int
    pieces: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class View:
    viewer: Seat | None
    options: Options
    cards: Cards
    oldest: Seat
    phase: Phase
    round: int
    """Counted from 1; above `options.rounds` in an extra round."""
    starter: Seat
    to_move: Seat | None
    """Who is asked now; None while the cards act and when the game is over."""
    turns_this_round: int
    grid: Grid
    touched: tuple[int, ...]
    """Cells already set by the open power or free imprint, ascending."""
    open_power: str | None
    seats: tuple[SeatView, SeatView]
    power_deck: int | None
    own_powers: tuple[str, ...]
    """The viewer's own power cards, revealed ones included; empty for a spectator."""
    results: tuple[RoundResult, ...]
    winners: tuple[Seat, ...]
