"""What a touch can mean in All 4 It alone."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.core import Seat
from companion.ui.intents import GameIntent


@dataclass(frozen=True, slots=True)
class Tap(GameIntent):
    """A cell of the mirror."""

    cell: int


@dataclass(frozen=True, slots=True)
class PowerDone(GameIntent):
    """The open power's effect, as drafted on the mirror, is complete."""


@dataclass(frozen=True, slots=True)
class DropPicks(GameIntent):
    """Forget the cells picked so far."""


@dataclass(frozen=True, slots=True)
class LookAtPowers(GameIntent):
    seat: Seat


@dataclass(frozen=True, slots=True)
class EnterShape(GameIntent):
    """Choose which shape lies face up before `seat`."""

    seat: Seat


All4ItIntent: TypeAlias = Tap | PowerDone | DropPicks | LookAtPowers | EnterShape
