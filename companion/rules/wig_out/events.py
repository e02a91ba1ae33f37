"""What happened, in the order it happened. Derived from actions, never stored. All of it is public."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.core import Seat
from companion.rules.wig_out.options import FalseCalls


@dataclass(frozen=True, slots=True)
class DealerChosen:
    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """`dealer` deals; `dealt` cards to each seat, 0 to one that does not play."""

    round: int
    dealer: Seat
    dealt: tuple[int, ...]
    sudden_death: bool


@dataclass(frozen=True, slots=True)
class StartedEarly:
    seat: Seat


@dataclass(frozen=True, slots=True)
class RaceBegun:
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Called:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CalledTogether:
    """`seat` in a dead heat with `others`, who had called before."""

    seat: Seat
    others: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class CallFalse:
    """It costs what `penalty` says; `amount` points, cards or seconds, 0 for nothing."""

    seat: Seat
    penalty: FalseCalls
    amount: int


@dataclass(frozen=True, slots=True)
class RaceResumed:
    pass


@dataclass(frozen=True, slots=True)
class LockOutEnded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class StallClaimed:
    """`missing` seats have not agreed yet."""

    seat: Seat
    missing: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StallOff:
    """A seat said no; None: a call, or the empty stock, came first."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class StockRanOut:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CallRight:
    """The callers' hands were empty."""

    callers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class CardsCounted:
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class WrongMatchFound:
    """It costs `points`, the card itself among them."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class RoundVoid:
    """Nobody could play. `counts`: it is one of the rounds all the same."""

    round: int
    counts: bool


@dataclass(frozen=True, slots=True)
class HandsCount:
    """Nobody could play, and everybody's cards count."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """What each seat scored in the round; None for a seat that did not play."""

    round: int
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Tied:
    """These have the lowest score, and play the sudden-death round."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameWon:
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    DealerChosen
    | RoundBegun
    | StartedEarly
    | RaceBegun
    | Called
    | CalledTogether
    | CallFalse
    | RaceResumed
    | LockOutEnded
    | StallClaimed
    | StallOff
    | StockRanOut
    | CallRight
    | CardsCounted
    | WrongMatchFound
    | RoundVoid
    | HandsCount
    | RoundScored
    | Tied
    | GameWon
)
