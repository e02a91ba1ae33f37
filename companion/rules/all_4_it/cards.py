"""The two decks as values. The printed decks are not known: what they hold is data."""

from dataclasses import dataclass
from typing import TypeAlias

SIDE = 5
CELLS = range(SIDE * SIDE)
"""Cells are numbered row by row from the grid's first corner: cell = row * 5 + column."""

Offset: TypeAlias = tuple[int, int]
"""Row and column of one of a shape's four points, counted from the shape's own top-left."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape card: any four different points, joined or not, that fit the grid."""

    id: str
    name: str
    points: tuple[Offset, Offset, Offset, Offset]
    copies: int


@dataclass(frozen=True, slots=True)
class Power:
    """A power card. Its effect is carried out on the real grid; the rules know its cost."""

    id: str
    name: str
    cost: int
    text: str
    copies: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Both decks, and whether each is only assumed (then the screen says so)."""

    shapes: tuple[Shape, ...]
    powers: tuple[Power, ...]
    shapes_assumed: bool
    powers_assumed: bool


BLANKS: tuple[str, ...] = tuple(f"blank-{cost}" for cost in range(10))
"""Real power cards that the app does not know, by what they cost."""


def blank_cost(power: str) -> int | None:
    """What a blank power costs; None when `power` is not one."""
    return BLANKS.index(power) if power in BLANKS else None
