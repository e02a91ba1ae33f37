"""Feet as a polygon on the table, in mm, and how deep they reach into another: plain geometry, no OpenCV."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Points: TypeAlias = NDArray[np.float64]

ROUND = 16
"""Corners of a disc: its sides lie within 2 % of its radius."""


@dataclass(frozen=True, slots=True)
class Convex:
    """A convex polygon N x 2; its sides as vectors, their outward normals, how far along those they lie."""

    corners: Points
    along: Points
    normals: Points
    offsets: Points


@dataclass(frozen=True, slots=True)
class Shape:
    """Any simple polygon on the table, as convex pieces, within a circle.

    `sides` are those of each piece, (normal x, y, offset) each: for a single point that is quicker.
    """

    pieces: tuple[Convex, ...]
    sides: tuple[tuple[tuple[float, float, float], ...], ...]
    middle: tuple[float, float]
    radius_mm: float


def convex(corners: Any) -> Convex:
    """The polygon N x 2 with its sides made out, whichever way round it was given; sides of no length go."""
    points = np.asarray(corners, np.float64)
    points = points[np.hypot(*(points - np.roll(points, 1, axis=0)).T) > 1e-9]
    return _with_sides(points[::-1] if twice_area(points) < 0 else points)


def _with_sides(points: Points) -> Convex:
    """`convex` for corners that differ and go from x to y."""
    along = np.concatenate([points[1:], points[:1]]) - points
    normals = np.column_stack([along[:, 1], -along[:, 0]])
    normals /= np.hypot(normals[:, 0], normals[:, 1])[:, None]
    return Convex(points, along, normals, (normals * points).sum(axis=1))


def shape(corners: Any) -> Shape:
    """The simple polygon N x 2, N of at least 3, whichever way round; a ValueError when it has no area."""
    points = np.asarray(corners, np.float64)
    if points.ndim != 2 or len(points) < 3 or abs(twice_area(points)) < 1e-6:
        raise ValueError("a polygon needs at least three corners and an area")
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    radius = float(np.hypot(*(points - middle).T).max())
    parts = tuple(convex(part) for part in _convex_parts(points))
    sides = tuple(
        tuple((float(n[0]), float(n[1]), float(o)) for n, o in zip(part.normals, part.offsets, strict=True))
        for part in parts
    )
    return Shape(parts, sides, (float(middle[0]), float(middle[1])), radius)


def twice_area(points: Points) -> float:
    """Twice the area, positive when the corners go from x to y."""
    x, y = points[:, 0], points[:, 1]
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def feet(middle: Sequence[float], heading_deg: float, length_mm: float, width_mm: float) -> Convex:
    """A rectangle turned to the heading (anticlockwise as seen from above, y down), about its middle."""
    c, s = cos(radians(heading_deg)), sin(radians(heading_deg))
    ahead = np.array([c, -s]) * length_mm / 2
    aside = np.array([s, c]) * width_mm / 2
    corners = np.array([ahead - aside, ahead + aside, aside - ahead, -ahead - aside])
    return _with_sides(np.asarray(middle) + corners)


def disc(middle: Sequence[float], radius_mm: float) -> Convex:
    turns = np.arange(ROUND) * (2 * pi / ROUND)
    return _with_sides(np.asarray(middle) + radius_mm * np.column_stack([np.cos(turns), np.sin(turns)]))


def depth(one: Convex, other: Shape, far_mm: float) -> float:
    """How deep one reaches into the other, in mm: the least move that parts them; their gap if negative.

    A gap of more than `far_mm` may be said to be smaller than it is, though never below `far_mm`.
    """
    return max(_depth(one, piece, far_mm) for piece in other.pieces)


def inside(point: Sequence[float], other: Shape) -> float:
    """How deep the point lies in one of the convex pieces, in mm; if negative, at least so far outside."""
    x, y = point
    return max(min(off - nx * x - ny * y for nx, ny, off in sides) for sides in other.sides)


def _depth(one: Convex, other: Convex, far_mm: float) -> float:
    apart = max(
        float(((other.normals @ one.corners.T).min(axis=1) - other.offsets).max()),
        float(((one.normals @ other.corners.T).min(axis=1) - one.offsets).max()),
    )
    if apart <= 0.0 or apart > far_mm:
        return -apart
    return -min(_gap(one.corners, other), _gap(other.corners, one))


def _gap(points: Points, other: Convex) -> float:
    """The least distance from one of the points to one of the sides."""
    along = other.along
    off = points[:, None, :] - other.corners[None, :, :]
    share = np.clip((off * along).sum(axis=2) / (along * along).sum(axis=1), 0.0, 1.0)
    miss = off - share[:, :, None] * along
    return float(np.sqrt((miss * miss).sum(axis=2).min()))


def _convex_parts(points: Points) -> list[Points]:
    """Ears are cut off; each then grows by its neighbours for as long as it stays convex."""
    ring = [tuple(map(float, p)) for p in (points if twice_area(points) > 0 else points[::-1])]
    if _is_convex(ring):
        return [points]
    parts = _triangles(ring)
    joined = True
    while joined:
        joined = False
        for at, part in enumerate(parts):
            for other in parts[at + 1 :]:
                both = _join(part, other)
                if both:
                    parts = [both, *(each for each in parts if each is not part and each is not other)]
                    joined = True
                    break
            if joined:
                break
    return [np.array(part) for part in parts]


Ring: TypeAlias = list[tuple[float, ...]]


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _is_convex(ring: Ring) -> bool:
    turns = [_turn(ring[k - 2], ring[k - 1], ring[k]) for k in range(len(ring))]
    return min(turns) > -1e-9 * max(hypot(*p) + 1 for p in ring)


def _triangles(ring: Ring) -> list[Ring]:
    rest, parts = list(ring), []
    while len(rest) > 3:
        ears = [k for k in range(len(rest)) if _is_ear(rest, k)]
        # a ring that crosses itself has no ear left at some time: its flattest corner goes then
        k = ears[0] if ears else min(range(len(rest)), key=lambda k: abs(_corner(rest, k)))
        if _corner(rest, k) > 0:
            parts.append([rest[k - 1], rest[k], rest[(k + 1) % len(rest)]])
        del rest[k]
    return [*parts, rest] if _turn(*rest) > 0 else parts


def _corner(rest: Ring, k: int) -> float:
    return _turn(rest[k - 1], rest[k], rest[(k + 1) % len(rest)])


def _is_ear(rest: Ring, k: int) -> bool:
    a, b, c = rest[k - 1], rest[k], rest[(k + 1) % len(rest)]
    if _turn(a, b, c) <= 0:
        return False
    others = (p for p in rest if p not in (a, b, c))
    return not any(_turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0 for p in others)


def _join(one: Ring, other: Ring) -> Ring | None:
    """Both as one convex ring, if they share a side and it comes out convex."""
    for k in range(len(one)):
        a, b = one[k - 1], one[k]
        for m in range(len(other)):
            if other[m - 1] == b and other[m] == a:
                both = one[k:] + one[:k]  # from b on round to a
                both = both + (other[m:] + other[:m])[1:-1]
                return both if _is_convex(both) else None
    return None
