"""The stages of a game, one after another; and a bid, which lives through three of them."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_wound_up.cards import Card
from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """A live bid: cards and tokens laid for `kind` so far, a number a seat."""

    kind: Card
    bidder: Seat
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drafting:
    """Figures are drawn or chosen, one a seat; this seat's is next (A66)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Passing:
    """Cards are passed or replaced: step `step` of the plan. `seat` is None when all act at once."""

    step: int
    seat: Seat | None
    given: tuple[int, ...]
    """How many cards each seat has passed, or put away, in this step."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """Step 1: `seat` bids or passes. `idle`: so many bidders in a row have bid nothing."""

    seat: Seat
    idle: int = 0


@dataclass(frozen=True, slots=True)
class Following:
    """Step 2: `seat` lays all it has of the kind that is bid for, and Wilds."""

    bid: Bid
    seat: Seat


@dataclass(frozen=True, slots=True)
class Raising:
    """Step 3: `seat` raises or passes. `passes` in a row so far; `out` have passed for good."""

    bid: Bid
    seat: Seat
    passes: int = 0
    out: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Acting:
    """Step 4. Until `begun` the bid is still live (S01)."""

    bid: Bid
    winners: tuple[Seat, ...]
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    winner: Seat


Stage: TypeAlias = Drafting | Passing | Bidding | Following | Raising | Acting | Over
