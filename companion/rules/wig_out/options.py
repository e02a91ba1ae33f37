"""The table's choices: every decision that the rulebook leaves open and tables settle differently."""

from dataclasses import dataclass
from enum import StrEnum

from companion.rules.options import check_kinds, check_number

MOST_ROUNDS = 99
MOST_PENALTY = 20
MOST_LOCK_OUT_S = 60
MOST_REMINDER_S = 120
WIDEST_TIE_WINDOW_MS = 1000


class Edition(StrEnum):
    """How many cards are in the box: five of each character."""

    SIXTY = "60"
    SEVENTY = "70"

    @property
    def cards(self) -> int:
        return int(self.value)


class EmptyStock(StrEnum):
    PLAY_ON = "play_on"
    END_AND_SCORE = "end_and_score"
    RECYCLE_PILES = "recycle_piles"


class Stall(StrEnum):
    VOID = "void"
    SCORE_HANDS = "score_hands"


class Waiting(StrEnum):
    MUST_DRAW = "must_draw"
    ALLOWED = "allowed"


class FalseCalls(StrEnum):
    """What a call with cards still in hand costs. All but NONE are home-made."""

    NONE = "none"
    POINTS = "points"
    DRAW = "draw"
    LOCK_OUT = "lock_out"


class FalseStarts(StrEnum):
    IGNORED = "ignored"
    LOCK_OUT = "lock_out"


class Tie(StrEnum):
    SHARED = "shared"
    SUDDEN_DEATH_ROUND = "sudden_death_round"


@dataclass(frozen=True, slots=True)
class Options:
    """The table's choices. Defaults are the rulebook's. ValueError names a field that cannot be so."""

    edition: Edition = Edition.SIXTY
    rounds: int = 5
    empty_stock: EmptyStock = EmptyStock.PLAY_ON
    stall: Stall = Stall.VOID
    void_counts: bool = False
    waiting: Waiting = Waiting.MUST_DRAW
    reminder_s: int | None = None
    """How often the table is reminded to draw while it races; the rules themselves know no time."""
    false_call: FalseCalls = FalseCalls.NONE
    penalty: int = 2
    """Points or cards that a false call costs, as `false_call` says."""
    false_start: FalseStarts = FalseStarts.IGNORED
    lock_out_s: int = 3
    """How long a lock-out lasts; `LockOutEnds` says when it is over."""
    tie_window_ms: int = 0
    """Calls so close together are a dead heat; whoever stamps the presses judges it."""
    wrong_match_points: int = 0
    tie: Tie = Tie.SHARED

    def __post_init__(self) -> None:
        check_kinds(self)
        check_number(self, "rounds", 1, MOST_ROUNDS)
        check_number(self, "reminder_s", 1, MOST_REMINDER_S, or_none=True)
        check_number(self, "penalty", 1, MOST_PENALTY)
        check_number(self, "lock_out_s", 1, MOST_LOCK_OUT_S)
        check_number(self, "tie_window_ms", 0, WIDEST_TIE_WINDOW_MS)
        check_number(self, "wrong_match_points", 0, MOST_PENALTY)
