"""The state of a game of All 4 It: exactly what its rules may ask about."""

from enum import StrEnum
from typing import TypeAlias

from companion.rules.all_4_it.cards import CELLS


class Colour(StrEnum):
    RED = "R"
    WHITE = "W"

    @property
    def other(self) -> "Colour":
        return Colour.WHITE if self is Colour.RED else Colour.RED


Grid: TypeAlias = tuple[Colour | None, ...]
"""25 cells, row by row; None is an empty cell."""

BARE: Grid = (None,) * len(CELLS)
