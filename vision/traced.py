"""What a person told of a race: tile sides traced on pictures, figures measured and tapped.

Made from JSON that anybody may have written. Every refusal is a `TaughtError` of one line: the file, the
field, what is wrong and what to do. Lengths are bounded by what can lie on a table and be seen from above, so
that a centimetre or an inch taken for a millimetre is noticed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taught_files import (
    Pixels,
    Point,
    Shot,
    TaughtError,
    check_keys,
    inside,
    is_number,
    points_of,
    shown,
)

ZoneKind: TypeAlias = Literal["mausoleum", "grave", "brain", "gate"]
ZONE_KINDS: tuple[ZoneKind, ...] = get_args(ZoneKind)
GATE = "gate"
SIDE_KEYS = ("tile", "picture", "size_mm", "corners_px", "zones")
FIGURE_KEYS = ("figure", "height_mm", "feet_mm", "front_px")
ZONE_KEYS = ("kind", "polygon_px", "line_px")

MOST_FIGURES = 4
MOST_SHOTS = 2
MOST_SIDES = 32
MOST_ZONES = 40
MOST_POINTS = 200
TILE_MM = (40.0, 1000.0)
HEIGHT_MM = (15.0, 150.0)
FEET_MM = (4.0, 80.0)
SMALLEST_SIDE_PX = 60.0
"""Below this a tile's art is a few pixels, and half a pixel of tracing is millimetres."""
SMALLEST_ZONE_MM = 3.0
FORESHORTENED = 1.4
"""How much one direction of a tile may be shortened against the other: a camera tilted by 45 degrees."""
BEYOND_MM = 5.0
"""How far a zone may seem to lie beyond its tile's edge: tracing by hand, and lines bent by a lens."""

NAME = re.compile(r"[^\W_][\w -]{0,39}")


@dataclass(frozen=True, slots=True)
class TracedZone:
    """A zone in pixels of its tile's picture: the corners of a polygon, or a gate's two ends in order."""

    kind: ZoneKind
    points_px: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TracedSide:
    """A tile side alone on the table.

    `corners_px` are top-left, top-right, bottom-right, bottom-left of the tile; `size_mm` its width and
    height; `zones` in the order in which they were told.
    """

    id: str
    shot: Shot
    corners_px: tuple[Point, Point, Point, Point]
    size_mm: tuple[float, float]
    zones: tuple[TracedZone, ...]

    @property
    def picture(self) -> Pixels:
        """H x W x 3, BGR; decoded at each asking."""
        return self.shot.pixels


@dataclass(frozen=True, slots=True)
class FigureShot:
    """A figure alone on the bare table, standing, and a tap on the table in front of it."""

    shot: Shot
    front_px: Point

    @property
    def picture(self) -> Pixels:
        """H x W x 3, BGR; decoded at each asking."""
        return self.shot.pixels


@dataclass(frozen=True, slots=True)
class ToldFigure:
    """A figure as measured with a ruler: `feet_mm` are the length (front to back) and width of both shoes."""

    name: str
    height_mm: float
    feet_mm: tuple[float, float]
    shots: tuple[FigureShot, ...]


def check_name(told: Any, where: str) -> str:
    """A tile's or figure's name: something to read, to write into a line, and to name a file after."""
    if not isinstance(told, str) or NAME.fullmatch(told) is None:
        raise TaughtError(
            f"{where} is {shown(told)}; a name is up to 40 letters, digits, blanks, - and _, "
            "a letter or digit first"
        )
    return told


def side_of(told: Mapping[str, Any], name: str, shot: Shot, where: str) -> TracedSide:
    """What was traced on `shot`. Raises `TaughtError`."""
    check_keys(told, SIDE_KEYS, where)
    size = _lengths(told.get("size_mm"), TILE_MM, f"{where}: size_mm", "width and height of the tile")
    corners = _quad(told.get("corners_px"), shot, f"{where}: corners_px")
    _check_shape(corners, size, f"{where}: size_mm")
    zones = told.get("zones")
    if not isinstance(zones, list) or len(zones) > MOST_ZONES:
        raise TaughtError(
            f"{where}: zones should be a list of at most {MOST_ZONES}; write [] where there are none"
        )
    to_mm = cv2.getPerspectiveTransform(
        np.array(corners, np.float32), np.array(_rectangle(size), np.float32)
    ).astype(np.float64)
    return TracedSide(
        name,
        shot,
        corners,
        size,
        tuple(_zone(zone, shot, size, to_mm, f"{where}: zones[{i}]") for i, zone in enumerate(zones)),
    )


def figure_of(told: Mapping[str, Any], name: str, shots: Sequence[Shot], where: str) -> ToldFigure:
    """What was measured of a figure and tapped on each of its `shots`. Raises `TaughtError`."""
    check_keys(told, FIGURE_KEYS, where)
    height = told.get("height_mm")
    if not is_number(height) or not HEIGHT_MM[0] <= height <= HEIGHT_MM[1]:
        raise TaughtError(
            f"{where}: height_mm is {shown(height)}; measure the standing figure with a ruler, "
            f"{HEIGHT_MM[0]:g} to {HEIGHT_MM[1]:g} mm"
        )
    feet = _lengths(told.get("feet_mm"), FEET_MM, f"{where}: feet_mm", "length and width over both feet")
    fronts = told.get("front_px")
    if not isinstance(fronts, dict):
        raise TaughtError(
            f'{where}: front_px should give a point for each picture, {{"{name}_0.jpg": [x, y]}}'
        )
    names = [shot.name for shot in shots]
    for other in fronts:
        if other not in names:
            raise TaughtError(
                f"{where}: front_px names {shown(other)}, which is not there; "
                f"{name} is seen on {' and '.join(names)}"
            )
    seen = []
    for shot in shots:
        if shot.name not in fronts:
            raise TaughtError(
                f"{where}: front_px holds no point for {shot.name}; tap in front of the figure there"
            )
        seen.append(FigureShot(shot, _point(fronts[shot.name], shot, f"{where}: front_px: {shot.name}")))
    return ToldFigure(name, float(height), feet, tuple(seen))


def _lengths(told: Any, bounds: tuple[float, float], where: str, what: str) -> tuple[float, float]:
    low, high = bounds
    if (
        not isinstance(told, list | tuple)
        or len(told) != 2
        or not all(is_number(v) and low <= v <= high for v in told)
    ):
        raise TaughtError(f"{where} is {shown(told)}; give {what} as two numbers of {low:g} to {high:g} mm")
    return float(told[0]), float(told[1])


def _point(told: Any, shot: Shot, where: str) -> Point:
    point = (points_of([told]) or (None,))[0]
    if point is None:
        raise TaughtError(f"{where} is {shown(told)}; give a point as [x, y] in pixels")
    _check_inside((point,), shot, where)
    return point


def _check_inside(points: Sequence[Point], shot: Shot, where: str) -> None:
    for point in points:
        if not inside(point, shot.size_px):
            wide, high = shot.size_px
            raise TaughtError(
                f"{where}: the point ({point[0]:g}, {point[1]:g}) lies outside {shot.name}, "
                f"which is {wide} x {high}; trace it again on that picture"
            )


def _quad(told: Any, shot: Shot, where: str) -> tuple[Point, Point, Point, Point]:
    points = points_of(told)
    if points is None or len(points) != 4:
        raise TaughtError(f"{where} should be four points, [[x, y], [x, y], [x, y], [x, y]]")
    _check_inside(points, shot, where)
    corners = np.array(points)
    edges = np.roll(corners, -1, axis=0) - corners
    turns = edges[:, 0] * np.roll(edges, -1, axis=0)[:, 1] - edges[:, 1] * np.roll(edges, -1, axis=0)[:, 0]
    if np.all(turns < 0):
        raise TaughtError(f"{where}: go anticlockwise; begin at the top left and go on to the top right")
    if not np.all(turns > 0):
        raise TaughtError(
            f"{where}: do not go around a tile; give top left, top right, bottom right, bottom left"
        )
    long = np.hypot(*edges.T)
    if long.min() < SMALLEST_SIDE_PX:
        raise TaughtError(
            f"{where}: the tile is only {long.min():.0f} pixels wide; it needs {SMALLEST_SIDE_PX:g}: "
            "photograph it from the camera's place over the table"
        )
    return points[0], points[1], points[2], points[3]


def _check_shape(corners_px: Sequence[Point], size_mm: tuple[float, float], where: str) -> None:
    corners = np.array(corners_px)
    long = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    shape = (long[0] + long[2]) / (long[1] + long[3]) / (size_mm[0] / size_mm[1])
    if not 1 / FORESHORTENED <= shape <= FORESHORTENED:
        raise TaughtError(
            f"{where} is {size_mm[0]:g} x {size_mm[1]:g}, but corners_px go around something "
            f"{'wider' if shape > 1 else 'higher'}; begin at the top left, and give width before height"
        )


def _zone(
    told: Any, shot: Shot, size_mm: tuple[float, float], to_mm: NDArray[np.float64], where: str
) -> TracedZone:
    if not isinstance(told, dict):
        raise TaughtError(
            f"{where} is {shown(told)}; a zone is an object with kind and polygon_px or line_px"
        )
    check_keys(told, ZONE_KEYS, where)
    kind = told.get("kind")
    if kind not in ZONE_KINDS:
        raise TaughtError(f"{where}: kind is {shown(kind)}; it is one of {', '.join(ZONE_KINDS)}")
    field, other = ("line_px", "polygon_px") if kind == GATE else ("polygon_px", "line_px")
    if field not in told and other in told:
        raise TaughtError(f"{where}: a {kind} is given as {field}, not as {other}")
    where = f"{where}: {field}"
    points = points_of(told.get(field))
    least, most = (2, 2) if kind == GATE else (3, MOST_POINTS)
    if points is None or not least <= len(points) <= most:
        many = "two" if kind == GATE else f"{least} to {most}"
        raise TaughtError(f"{where} should be {many} points, [[x, y], [x, y], ...]")
    _check_inside(points, shot, where)
    flat = np.array(points, np.float64)
    on_tile = cv2.perspectiveTransform(flat[None], to_mm)[0]
    beyond = float(np.maximum(-on_tile, on_tile - np.array(size_mm)).max())
    if beyond > BEYOND_MM:
        raise TaughtError(f"{where}: reaches {beyond:.0f} mm beyond the tile; trace it on the tile itself")
    if kind == GATE:
        if float(np.hypot(*(on_tile[1] - on_tile[0]))) < SMALLEST_ZONE_MM:
            raise TaughtError(f"{where}: both ends are the same place; give the line's two ends")
    elif crossed(flat):
        raise TaughtError(f"{where}: the outline crosses itself; give its corners in order")
    elif abs(float(cv2.contourArea(on_tile.astype(np.float32)))) < SMALLEST_ZONE_MM**2:
        raise TaughtError(f"{where}: encloses nothing; trace around the zone")
    return TracedZone(kind, points)


def crossed(polygon: NDArray[np.float64]) -> bool:
    """Whether two sides of a polygon (N x 2) that are not neighbours meet.

    The same corner told twice in a row, as a double tap gives it, is none.
    """
    ends = np.roll(polygon, -1, axis=0)
    kept = np.any(polygon != ends, axis=1)
    a = polygon[kept]
    b = np.roll(a, -1, axis=0)
    n = len(a)
    i, j = np.triu_indices(n, 2)
    apart = ~((i == 0) & (j == n - 1))
    i, j = i[apart], j[apart]
    sides = [
        _side(a[i], b[i], a[j]),
        _side(a[i], b[i], b[j]),
        _side(a[j], b[j], a[i]),
        _side(a[j], b[j], b[i]),
    ]
    proper = (sides[0] != sides[1]) & (sides[2] != sides[3])
    flat = np.all(np.array(sides) == 0, axis=0) if len(i) else np.zeros(0, np.bool_)
    touch = np.all(np.minimum(a[i], b[i]) <= np.maximum(a[j], b[j]), axis=1) & np.all(
        np.minimum(a[j], b[j]) <= np.maximum(a[i], b[i]), axis=1
    )
    return bool(np.any(proper | (flat & touch)))


def _side(a: NDArray[np.float64], b: NDArray[np.float64], p: NDArray[np.float64]) -> NDArray[np.float64]:
    """On which side of the line from a to b each p lies: -1, 0 or 1."""
    return np.asarray(
        np.sign((b[:, 0] - a[:, 0]) * (p[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (p[:, 0] - a[:, 0]))
    )


def _rectangle(size_mm: tuple[float, float]) -> list[list[float]]:
    wide, high = size_mm
    return [[0, 0], [wide, 0], [wide, high], [0, high]]
