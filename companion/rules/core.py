"""What the rules of all games share: seats, steps, refusals."""

from dataclasses import dataclass
from typing import Generic, NewType, TypeVar

Seat = NewType("Seat", int)
"""A place at the table, numbered from 0, clockwise."""

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """An accepted action: the state it leads to and what happened on the way, in order."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that does not count. `key` is stable; the ui has words for each."""

    key: str
