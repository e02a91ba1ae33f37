"""Places that only All 4 It has."""

from enum import StrEnum


class All4ItPlace(StrEnum):
    POWERS = "all_4_it.powers"
    COMPARE = "all_4_it.compare"
    RESULT = "all_4_it.result"
    SHAPES = "all_4_it.shapes"
