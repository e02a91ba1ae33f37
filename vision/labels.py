"""Where a name is written on a painted picture: near what it names, and over no figure."""

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np

from vision.pose import Floats

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in px."""
Dot: TypeAlias = tuple[int, int]

FONT = cv2.FONT_HERSHEY_SIMPLEX
SIZE = 0.4
"""Of letters, a `thick` of picture."""


def box_of(points_px: Floats) -> Box:
    """What is taken by something that is seen at these points (N x 2)."""
    left, top = points_px.min(axis=0).tolist()
    right, bottom = points_px.max(axis=0).tolist()
    return left, top, right, bottom


def in_a_corner(words: str, around: Box, taken: Sequence[Box], thick: int) -> Dot:
    """Where to begin words that stand in one corner of a box, the top left one before the others."""
    wide, high = _size(words, thick)
    left, top, right, bottom = around
    gap = 6 * thick
    corners = [(x, y) for y in (top + gap, bottom - gap - high) for x in (left + gap, right - gap - wide)]
    return _freest(corners, (wide, high), taken)


def beside(words: str, body: Box, taken: Sequence[Box], thick: int) -> Dot:
    """Where to begin words that stand below a box, or else above, right or left of it."""
    wide, high = _size(words, thick)
    left, top, right, bottom = body
    gap = 3 * thick
    middle = ((left + right - wide) / 2, (top + bottom - high) / 2)
    sides = [
        (middle[0], bottom + gap),
        (middle[0], top - gap - high),
        (right + gap, middle[1]),
        (left - gap - wide, middle[1]),
    ]
    return _freest(sides, (wide, high), taken)


def _size(words: str, thick: int) -> tuple[float, float]:
    (wide, high), _ = cv2.getTextSize(words, FONT, SIZE * thick, thick)
    return float(wide), float(high)


def _freest(tops: Sequence[tuple[float, float]], size: tuple[float, float], taken: Sequence[Box]) -> Dot:
    """The first of the places (their top left) that covers least; where its line of letters stands."""
    wide, high = size
    covered = [sum(_shared((x, y, x + wide, y + high), box) for box in taken) for x, y in tops]
    x, y = tops[int(np.argmin(covered))]
    return round(x), round(y + high)


def _shared(one: Box, other: Box) -> float:
    """The area of both, in square px."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, down)
