"""The ring around a button: part of a rounded outline, from the top middle clockwise. Pure."""

from itertools import pairwise
from math import cos, hypot, pi, sin

CORNER_STEPS = 6


Box = tuple[float, float, float, float]
"""x, y, width, height."""


def outline(box: Box, radius: float) -> list[tuple[float, float]]:
    """A closed rounded rectangle, clockwise from the top middle."""
    x, y, width, height = box
    r = max(0.0, min(radius, width / 2, height / 2))
    points = [(x + width / 2, y + height)]
    corners = (
        (x + width - r, y + height - r, pi / 2),
        (x + width - r, y + r, 0.0),
        (x + r, y + r, -pi / 2),
        (x + r, y + height - r, -pi),
    )
    for cx, cy, start in corners:
        for step in range(CORNER_STEPS + 1):
            angle = start - step * (pi / 2) / CORNER_STEPS
            points.append((cx + r * cos(angle), cy + r * sin(angle)))
    points.append(points[0])
    return points


def ring_points(box: Box, radius: float, done: float) -> list[float]:
    """The first `done` (0 to 1) of the outline, as x, y, x, y, …"""
    return _flat(_first(outline(box, radius), done))


def dashes(box: Box, radius: float, dash: float) -> list[list[float]]:
    """The outline as dashes of about `dash` pixels with gaps of the same length."""
    whole = outline(box, radius)
    total = _length(whole)
    pieces = max(4, round(total / (2 * dash)))
    found = []
    for piece in range(pieces):
        upto = _first(whole, (piece + 0.5) / pieces)
        before = _first(whole, piece / pieces)
        found.append(_flat(before[-1:] + upto[max(1, len(before) - 1) :]))
    return found


def _length(points: list[tuple[float, float]]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def _first(points: list[tuple[float, float]], done: float) -> list[tuple[float, float]]:
    left = _length(points) * min(1.0, max(0.0, done))
    found = [points[0]]
    for a, b in pairwise(points):
        step = hypot(b[0] - a[0], b[1] - a[1])
        if step >= left:
            part = left / step if step else 0.0
            found.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
            break
        found.append(b)
        left -= step
    return found


def _flat(points: list[tuple[float, float]]) -> list[float]:
    return [number for point in points for number in point]
