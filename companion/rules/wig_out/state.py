"""The state of a game of Wig Out!: exactly what its rules may ask about.

The cards are real and nobody's business; the app knows who calls and what is left in the hands.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.rules.core import Seat
from companion.rules.wig_out.options import Options

FEWEST_SEATS, MOST_SEATS = 2, 6
TURNED_UP = 2
"""Cards turned face up beside the stock."""
FEW_PLAYERS = 4
"""Up to so many get the larger hand."""
LARGE_HAND, SMALL_HAND = 7, 5


class Ended(StrEnum):
    """How a race ended."""

    CALL = "call"
    STOCK = "stock"
    """The stock was used up (W02 `end_and_score`)."""
    STALL = "stall"
    """Nobody could play, and hands were counted (W03 `score_hands`)."""
    VOID = "void"
    """Nobody could play, and nobody scored."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that counts. Tuples hold an entry a seat; None for a seat that did not play."""

    round: int
    ended: Ended
    callers: tuple[Seat, ...]
    """Who went out; () unless it ended by a call."""
    left: tuple[int | None, ...]
    """Cards left in hand; None as well when nobody counted them."""
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Choosing:
    """Nobody deals yet: the table says who, or lots are drawn (W15)."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The dealer deals, then says GO."""


@dataclass(frozen=True, slots=True)
class Race:
    """All play at once. `stuck`: the seats that say that nobody can go on, in that order (W04)."""

    stuck: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Checking:
    """Somebody has called, several in a dead heat: are their hands empty (W19)? `callers` as they came."""

    callers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """The race is over, and what is left in the hands is entered."""

    ended: Ended
    callers: tuple[Seat, ...]
    left: tuple[int | None, ...]
    """An entry a seat; None for one that has not been entered or does not play."""
    wrong: tuple[int, ...]
    """Cards found on piles that they do not match, an entry a seat (W13)."""


@dataclass(frozen=True, slots=True)
class Over:
    winners: tuple[Seat, ...]


Stage: TypeAlias = Choosing | Ready | Race | Checking | Counting | Over


@dataclass(frozen=True, slots=True)
class State:
    """Tuples of numbers hold an entry a seat."""

    options: Options
    fewer: tuple[int, ...]
    """How many cards fewer each seat is dealt."""
    dealer: Seat | None
    """Who deals this round; None while the table chooses."""
    round: int
    """Counted from 1; above `options.rounds` in the sudden-death round."""
    playing: tuple[Seat, ...]
    """Who plays this round, ascending."""
    early: tuple[Seat, ...]
    """Who pressed before GO and is locked out for it, in that order."""
    locked: tuple[Seat, ...]
    """Who may not call now, ascending."""
    false_calls: tuple[int, ...]
    """How many false calls each seat has made in this race."""
    stage: Stage
    results: tuple[RoundResult, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(n) for n in range(len(self.fewer)))

    @property
    def sudden_death(self) -> bool:
        return self.round > self.options.rounds

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's score so far; the sudden-death round is not in it (S27)."""
        counted = [result for result in self.results if result.round <= self.options.rounds]
        return tuple(sum(result.points[seat] or 0 for result in counted) for seat in self.seats)

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.stage.winners if isinstance(self.stage, Over) else ()

    @property
    def dealt(self) -> tuple[int, ...]:
        """How many cards each seat is dealt in this round."""
        hand = hand_size(len(self.playing))
        return tuple(hand - self.fewer[seat] if seat in self.playing else 0 for seat in self.seats)


def hand_size(players: int) -> int:
    return LARGE_HAND if players <= FEW_PLAYERS else SMALL_HAND


def most_fewer(players: int) -> int:
    """How many cards fewer one of them may be dealt: nobody begins with none."""
    return hand_size(players) - 1
