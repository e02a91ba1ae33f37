"""What a settled layout of the board means, read against what the rules allow next."""

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

A = TypeVar("A")

Layout: TypeAlias = str
"""What can be seen of a state from above, one letter a place; for a grid 25 of `.RW?`, row by row."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where board and record disagree."""

    place: int
    recorded: str
    seen: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing settled is seen: hands are in, the eye is blind, or there is no eye."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The board shows the state we hold."""


@dataclass(frozen=True, slots=True)
class Underway:
    """Some legal future still fits: wait. `places` differ so far."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Understood(Generic[A]):
    """These legal actions, in this order, explain the board, and nothing else does."""

    actions: tuple[A, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[A]):
    """Several explanations look alike from above: ask the players which it was."""

    candidates: tuple[tuple[A, ...], ...]


@dataclass(frozen=True, slots=True)
class Retracted:
    """The board still shows what was taken back: put `differences` back, or play it again."""

    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Adrift:
    """No future fits. After 5 s without hands this has its own screen."""

    differences: tuple[Difference, ...]


Reading: TypeAlias = Wait | Unchanged | Underway | Understood[A] | Ambiguous[A] | Retracted | Adrift
