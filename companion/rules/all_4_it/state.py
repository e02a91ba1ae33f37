"""The state of a game of All 4 It: exactly what its rules may ask about."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.rules.all_4_it.cards import CELLS, Cards
from companion.rules.all_4_it.options import CardsWhere, Options
from companion.rules.core import Bunch, Hands, Seat, with_card, without_card

SEATS = (Seat(0), Seat(1))
FACE_UP = 2
"""Shapes that lie face up before each seat, and powers that each holds."""
FIRST_POINTS = 5


class Colour(StrEnum):
    RED = "R"
    WHITE = "W"

    @property
    def other(self) -> "Colour":
        return Colour.WHITE if self is Colour.RED else Colour.RED


Grid: TypeAlias = tuple[Colour | None, ...]
"""25 cells, row by row; None is an empty cell."""

BARE: Grid = (None,) * len(CELLS)


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
class RoundResult:
    round: int
    pieces: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pile:
    """A face-down deck: what is left in it, never in which order. `shuffles` tells its orders apart."""

    cards: Bunch = ()
    shuffles: int = 0

    def add(self, card: str) -> "Pile":
        return Pile(with_card(self.cards, card), self.shuffles)

    def take(self, card: str) -> "Pile":
        return Pile(without_card(self.cards, card), self.shuffles)

    def shuffled_with(self, cards: Bunch) -> "Pile":
        return Pile(tuple(sorted((*self.cards, *cards))), self.shuffles + 1)


@dataclass(frozen=True, slots=True)
class SeatState:
    points: int = FIRST_POINTS
    spent: int = 0
    """Points paid so far for powers and exchanges (F21)."""
    shapes: tuple[str | None, ...] = ()
    """Face up; None is a real card that the app has not been told."""
    deck: Pile = Pile()
    """The seat's Shape Deck; always empty with real cards."""
    discards: Bunch = ()


@dataclass(frozen=True, slots=True)
class DealShape:
    """A shape is due, face down, to the seat's Shape Deck."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawShape:
    """A shape is due, face up, from the seat's own Shape Deck."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawPower:
    """A power is due to the seat's hand."""

    seat: Seat


Due: TypeAlias = DealShape | DrawShape | DrawPower


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    cards: Cards
    oldest: Seat
    phase: Phase
    round: int
    """Counted from 1; above `options.rounds` in an extra round."""
    turns: int
    """Turns completed in this round, of both seats."""
    passes: int
    """Turns in a row that were passed, up to now."""
    red: Seat | None
    """Who plays red; None until the piece is flipped."""
    to_move: Seat
    """Whose turn it is, or will be once the cards have been dealt."""
    grid: Grid
    opened_on: Grid | None
    """The grid as it was when the open power or free imprint began; None when nothing is open."""
    open_power: str | None
    seats: tuple[SeatState, SeatState]
    undealt: Pile
    """Shapes on their way to the Shape Decks."""
    powers: Hands
    power_deck: Pile
    due: tuple[Due, ...]
    """What the cards do next, in order; not empty exactly in phase DEALING."""
    results: tuple[RoundResult, ...]
    winners: tuple[Seat, ...]

    @property
    def in_app(self) -> bool:
        return self.options.cards is CardsWhere.IN_APP

    @property
    def touched(self) -> tuple[int, ...]:
        """Cells that the open power or free imprint has changed so far, ascending."""
        if self.opened_on is None:
            return ()
        return tuple(cell for cell in CELLS if self.grid[cell] is not self.opened_on[cell])

    @property
    def starter(self) -> Seat:
        """Who begins this round: red in odd rounds (F20). The oldest while there are no colours."""
        if self.red is None:
            return self.oldest
        return self.red if self.round % 2 else other(self.red)

    def colour(self, seat: Seat) -> Colour | None:
        if self.red is None:
            return None
        return Colour.RED if seat == self.red else Colour.WHITE


def other(seat: Seat) -> Seat:
    return SEATS[1 - seat]


def is_full(grid: Grid) -> bool:
    return None not in grid
