"""What has to be done before a stage can go on. The first task is asked now. All of it is public."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_wound_up.figures import Figure
from companion.rules.all_wound_up.tokens import Purse, Rank
from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards: one comes to each of these seats, in this order."""

    to: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TakeCard:
    """The cards: one of `victim`'s comes to `seat`, at random (Yellow)."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True)
class Perform:
    """`seat` has won the bid and does what the card says."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pick:
    """`seat` says whose figure it turns."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Enter:
    """The figure's owner puts it on the board."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class Settle:
    """The figure has been put down; its owner says which zones are under its feet."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """`by` turns the figure where it stands. `told`: zones entered or left so, each said once."""

    figure: Seat
    by: Seat
    token: bool = False
    """A Purple does it, not a card."""
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wind:
    """`seat` winds its figure by `turns` and lets go. `again`: it let go too early before."""

    seat: Seat
    turns: int
    again: bool = False
    told: int = 0
    """Reports of this action so far, tries that did not count included."""


@dataclass(frozen=True, slots=True)
class Before:
    """All that a walk may change, to be put back when the figure was let go too early (S13)."""

    figures: tuple[Figure, ...]
    tokens: tuple[Purse, ...]
    supply: Purse
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Walk:
    """`seat`'s figure walks, and pushes others. `counted`: Brains of this movement, figure and zone."""

    seat: Seat
    turns: int
    told: int
    before: Before
    counted: tuple[tuple[Seat, str], ...] = ()
    owed: tuple[tuple[Seat, str], ...] = ()
    """Brain choices that wait until all stand still."""


@dataclass(frozen=True, slots=True)
class Rise:
    """The fallen figure's owner stands it up. `told` as in `Turn`."""

    figure: Seat
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BrainChoice:
    """The figure's owner gains or upgrades a token, or does not."""

    figure: Seat
    zone: str


@dataclass(frozen=True, slots=True)
class Spend:
    """A token that `seat` has declared, to be used on `on` when its turn comes (A45)."""

    seat: Seat
    rank: Rank
    on: Seat


@dataclass(frozen=True, slots=True)
class Window:
    """Seats declare tokens together; when `opener` closes the window they are sorted (A45, A46)."""

    opener: Seat
    declared: tuple[Spend, ...]


Task: TypeAlias = (
    DealCards
    | TakeCard
    | Perform
    | Pick
    | Enter
    | Settle
    | Turn
    | Wind
    | Walk
    | Rise
    | BrainChoice
    | Spend
    | Window
)
