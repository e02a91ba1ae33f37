"""Where a shape can lie on the grid: turned yes, mirrored no."""

from functools import lru_cache
from typing import TypeAlias

from companion.rules.all_4_it.cards import SIDE, Offset, Shape
from companion.rules.all_4_it.state import Grid

Four: TypeAlias = tuple[int, int, int, int]
"""Four different cells, ascending."""

Points: TypeAlias = tuple[Offset, Offset, Offset, Offset]


@lru_cache(maxsize=4096)
def placements(points: Points) -> frozenset[Four]:
    """All cells the shape can cover, in its four rotations (F25)."""
    return frozenset(cells for turned in turns(points) for cells in _shifted(turned))


@lru_cache(maxsize=4096)
def mirrored_placements(points: Points) -> frozenset[Four]:
    """All cells that the shape's mirror image can cover."""
    return placements(normal(tuple((row, -column) for row, column in points)))


def turns(points: Points) -> frozenset[Points]:
    """The shape turned by 0, 90, 180 and 270 degrees, each moved to the top-left."""
    found: list[Points] = [normal(points)]
    for _ in range(3):
        found.append(normal(tuple((column, -row) for row, column in found[-1])))
    return frozenset(found)


def normal(points: tuple[Offset, ...]) -> Points:
    """The points moved to the top-left, in reading order."""
    top = min(row for row, _ in points)
    left = min(column for _, column in points)
    a, b, c, d = sorted((row - top, column - left) for row, column in points)
    return (a, b, c, d)


def points_of(cells: Four) -> Points:
    """The shape that four cells make."""
    return normal(tuple(divmod(cell, SIDE) for cell in cells))


def mask(cells: tuple[int, ...]) -> int:
    """The cells as bits of one number."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


@lru_cache(maxsize=4096)
def masks(points: Points) -> tuple[int, ...]:
    """Each of the shape's placements as bits."""
    return tuple(mask(cells) for cells in sorted(placements(points)))


def empty_mask(grid: Grid) -> int:
    return mask(tuple(cell for cell, colour in enumerate(grid) if colour is None))


def can_cover(points: Points, empty: int) -> bool:
    """Whether some placement of the shape covers one of the `empty` cells (S20)."""
    return any(placed & empty for placed in masks(points))


@lru_cache(maxsize=64)
def by_id(shapes: tuple[Shape, ...]) -> dict[str, Shape]:
    """The shapes by id. Do not change the answer: it is kept."""
    return {shape.id: shape for shape in shapes}


def _shifted(points: Points) -> list[Four]:
    tall = max(row for row, _ in points)
    wide = max(column for _, column in points)
    found: list[Four] = []
    for down in range(SIDE - tall):
        for right in range(SIDE - wide):
            a, b, c, d = sorted((row + down) * SIDE + column + right for row, column in points)
            found.append((a, b, c, d))
    return found
