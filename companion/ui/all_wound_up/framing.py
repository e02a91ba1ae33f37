"""Which part of a picture of a race is worth showing. Pure."""

from typing import TypeAlias

from companion.table.race_picture import Drawn

MARGIN = 0.06
"""Of the tiles' width, shown about them."""
STIRS = 0.03
"""Of the picture's width: the tiles must have moved so far before another part of it is shown."""

Part: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in the picture's pixels."""


def tiles_in(drawn: Drawn, wide: float, high: float) -> Part:
    """The part of the picture that holds the tiles; all of it where none are known."""
    points = [point for tile in drawn.tiles for point in tile.outline_px]
    if not points:
        return (0, 0, wide, high)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    edge = MARGIN * max(right - left, bottom - top)
    part = (max(0, left - edge), max(0, top - edge), min(wide, right + edge), min(high, bottom + edge))
    return part if part[2] - part[0] > 1 and part[3] - part[1] > 1 else (0, 0, wide, high)
