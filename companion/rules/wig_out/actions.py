"""Everything that can be done in Wig Out!, always by or about a seat. The cards do nothing that is told.

When something was pressed, and by what margin, travels beside the action, never in it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """This seat deals the first round (W15)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Go:
    """The dealer says GO: the race is on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FalseStart:
    """This seat's press came before GO (W18 `lock_out`). It may be told once the race is on: a press that
    arrives late keeps its time.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Call:
    """ "Wig Out!" This seat's press stops the race."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeadHeat:
    """This seat's press cannot be told from the call that is being checked (W10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FalseCall:
    """This caller still holds cards (W09). When no caller is left the race goes on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LockOutEnds:
    """The time for which this seat may not call is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClaimStall:
    """This seat says that nobody can play; once all say so the race is over (W04)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DenyStall:
    """This seat says that somebody can play (S26)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StockEmpty:
    """This seat says that the stock is used up, which ends the round (W02 `end_and_score`, S28)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EnterCards:
    """So many cards are left in this seat's hand. The first one entered says that the call was right.

    0 for a caller: only where every player has called, so that nobody else's cards can say it.
    """

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class WrongMatch:
    """The race is over, and a card that this seat laid does not match its pile (W13)."""

    seat: Seat


Action: TypeAlias = (
    FirstDealer
    | Go
    | FalseStart
    | Call
    | DeadHeat
    | FalseCall
    | LockOutEnds
    | ClaimStall
    | DenyStall
    | StockEmpty
    | EnterCards
    | WrongMatch
)
