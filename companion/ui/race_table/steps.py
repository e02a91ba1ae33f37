"""Where in teaching a race table somebody is."""

from dataclasses import dataclass
from enum import StrEnum


class Step(StrEnum):
    SHEET = "sheet"
    """All that was taught so far."""
    ITEM = "item"
    """One finished side or figure, to be mended."""
    TAKE = "take"
    MARK = "mark"
    """Corners of a tile, or where a figure's front is."""
    MEASURE = "measure"
    NAME = "name"
    SPELL = "spell"
    ZONES = "zones"
    LEARN = "learn"


class What(StrEnum):
    SIDE = "side"
    FIGURE = "figure"
    LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is being taught: the side or figure at this place of the draft, and which picture of a figure."""

    what: What
    at: int = 0
    shot: int = 0
    mending: bool = False
    """One part of it is done again, and nothing follows."""


LAYOUT = Subject(What.LAYOUT)
