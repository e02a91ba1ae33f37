"""What a touch can mean in Wig Out! alone."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.core import Seat
from companion.ui.intents import GameIntent


@dataclass(frozen=True, slots=True)
class CallOut(GameIntent):
    """ "Wig Out!" on the glass, where there is no button."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cards(GameIntent):
    """So many cards are left in this hand."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class ManyCards(GameIntent):
    """Ten or more are left: ask how many."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Digit(GameIntent):
    """Of a number of two digits."""

    digit: int


@dataclass(frozen=True, slots=True)
class Past(GameIntent):
    """What was entered in this record was wrong: ask what it really was."""

    seq: int


@dataclass(frozen=True, slots=True)
class Blame(GameIntent):
    """Ask who laid a card that does not match, or stop asking."""

    asking: bool


@dataclass(frozen=True, slots=True)
class Stuck(GameIntent):
    """Ask whether nobody can play any more."""


@dataclass(frozen=True, slots=True)
class ShowButtons(GameIntent):
    """Ask everybody to press their button. `anew`: as if nobody had."""

    anew: bool


@dataclass(frozen=True, slots=True)
class ButtonsShown(GameIntent):
    """Enough of that: play."""


@dataclass(frozen=True, slots=True)
class PairBoxes(GameIntent):
    """Give the boxes on cables a key of ours."""


WigOutIntent: TypeAlias = (
    CallOut | Cards | ManyCards | Digit | Past | Blame | Stuck | ShowButtons | ButtonsShown | PairBoxes
)
