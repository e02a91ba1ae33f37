"""Where the camera is over the table and where tiles lie on it, from points seen on all of them together.

*Table mm*: x right, y down as seen from above, z into the table; the plane z = 0 holds the tiles' top sides,
and heights are told upwards (z = -height). *Tile mm*: x right, y down from a tile's top-left corner. A turn
is clockwise as seen from above.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens

Floats: TypeAlias = NDArray[np.float64]
Seen: TypeAlias = tuple[Floats, Floats]
"""Points of one tile: N x 2 tile mm, and N x 2 px where they are seen."""

TILE_THICKNESS_MM = 2.0
"""The bare table lies this far below the tiles' top sides."""
NOISE_PX = 0.5
"""A traced or matched point is off by about so much; what is off by many times that is another thing."""
_TURNS = 60


class PoseError(Exception):
    """The points cannot be one table seen by one camera; the one line says what is wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A lens hung over the table: camera = rotation (3 x 3) @ table + translation (3), in mm."""

    lens: Lens
    rotation: Floats
    translation: Floats

    def to_picture(self, table_mm: Floats, height_mm: float | Floats) -> Floats:
        """N x 2 table mm, at one height or N heights above the tiles' top sides, as N x 2 px."""
        flat = np.asarray(table_mm, dtype=np.float64).reshape(-1, 2)
        moved = flat @ self.rotation[:, :2].T + self.translation
        moved -= np.multiply.outer(np.broadcast_to(height_mm, len(flat)), self.rotation[:, 2])
        return self.lens.to_picture(moved)

    def to_table(self, points_px: Floats, height_mm: float | Floats) -> Floats:
        """N x 2 px as N x 2 table mm, where their rays pass one height or N heights."""
        rays = self.lens.to_rays(points_px)
        down = rays @ self.rotation[:2] + self.rotation[2]
        eye = -self.translation @ self.rotation
        reach = (-np.asarray(height_mm) - eye[2]) / down[:, 2]
        return np.asarray(eye[:2] + reach[:, None] * down[:, :2], dtype=np.float64)

    @property
    def foot_mm(self) -> Floats:
        """The point of the table straight below the camera."""
        return np.asarray((-self.translation @ self.rotation)[:2], dtype=np.float64)

    @property
    def height_mm(self) -> float:
        """How high the camera hangs above the tiles' top sides."""
        return float(self.translation @ self.rotation[:, 2])

    def scaled(self, size_px: tuple[int, int]) -> "Camera":
        """The same camera at another resolution of the same shape."""
        return Camera(self.lens.scaled(size_px), self.rotation, self.translation)


@dataclass(frozen=True, slots=True)
class Place:
    """How a tile lies on the table: where its top-left corner is, and how far it is turned clockwise."""

    x_mm: float
    y_mm: float
    turn_deg: float

    def to_table(self, tile_mm: Floats) -> Floats:
        """N x 2 tile mm as N x 2 table mm."""
        turn = self._turn()
        return np.asarray(np.asarray(tile_mm) @ turn.T + (self.x_mm, self.y_mm), dtype=np.float64)

    def to_tile(self, table_mm: Floats) -> Floats:
        """N x 2 table mm as N x 2 tile mm."""
        return np.asarray((np.asarray(table_mm) - (self.x_mm, self.y_mm)) @ self._turn(), dtype=np.float64)

    def _turn(self) -> Floats:
        c, s = np.cos(np.deg2rad(self.turn_deg)), np.sin(np.deg2rad(self.turn_deg))
        return np.array([[c, -s], [s, c]])


def fit_together(
    lens: Lens,
    seen: Sequence[Seen],
    start: Camera | None,
    sharpness: Sequence[Floats] | None = None,
) -> tuple[Camera, tuple[Place, ...], float]:
    """One camera and a place for every tile, all fitted to all points at once.

    The table's origin is the camera's foot, its x axis the picture's. `start` is a camera known to be near,
    or None. `sharpness` holds for each tile N x 2 x 2: by it what is off in px is multiplied, so that points
    known better, or in one direction only, count as they should; half of what is off by 1 then is noise.
    The error is that of a point in x or y, in px (or as sharpened), points far off weighing less.
    PoseError when a tile shows fewer than three points, or nothing fits.
    """
    if not seen or min(len(tile) for tile, _ in seen) < 3:
        raise PoseError("each tile needs three points or more")
    starts = [start] if start is not None else _flat_starts(lens, seen)
    fits = [_Together(lens, seen, camera, sharpness) for camera in starts]
    fits = [fit for fit in fits if np.isfinite(fit.error_px)]
    if not fits:
        raise PoseError("the points cannot be tiles on a table seen from above")
    best = min(fits, key=lambda fit: fit.cost)
    camera, places = _from_its_foot(best.camera, best.places)
    return camera, places, best.error_px


def fit_camera(
    start: Camera, table_mm: Floats, points_px: Floats, sharpness: Floats | None = None
) -> tuple[Camera, float]:
    """The camera moved so that N points of the table (at height 0) are seen where they are, and the error."""
    camera, cost = start, np.inf
    damping = 1e-6
    for _ in range(_TURNS):
        off, rows = _sharpened(*_camera_rows(camera, table_mm, points_px), sharpness)
        weight, now = _weights(off)
        if now < cost:
            kept, cost_before, cost = camera, cost, now
            normal = rows.T @ (rows * weight[:, None])
            pull = rows.T @ (weight * off.ravel())
            damping = max(damping / 4, 1e-9)
            if cost_before - cost < 1e-9 * (cost + 1e-12):
                break
        else:
            damping *= 10
            if damping > 1e3:
                break
        step = _solved(normal, pull, damping)
        camera = nudged(kept, step)
    off, _ = _sharpened(*_camera_rows(kept, table_mm, points_px), sharpness)
    return kept, _error_px(off, 6)


def fit_place(
    camera: Camera, tile_mm: Floats, points_px: Floats, start: Place, sharpness: Floats | None = None
) -> tuple[Place, float]:
    """Where one tile lies, the camera being known, and the error of a point in px."""
    place = start
    for _ in range(12):
        off, rows = _sharpened(*_place_rows(camera, place, tile_mm, points_px), sharpness)
        weight, _ = _weights(off)
        normal = rows.T @ (rows * weight[:, None])
        step = _solved(normal, rows.T @ (weight * off.ravel()), 1e-9)
        place = shifted(place, step, tile_mm.mean(axis=0))
        if np.abs(step).max() < 1e-6:
            break
    off, _ = _sharpened(*_place_rows(camera, place, tile_mm, points_px), sharpness)
    return place, _error_px(off, 3)


def place_of(tile_mm: Floats, table_mm: Floats) -> tuple[Place, float]:
    """The place that brings N tile points nearest to N table points, and how far they are off (rms mm)."""
    middle, there = tile_mm.mean(axis=0), table_mm.mean(axis=0)
    a, b = tile_mm - middle, table_mm - there
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    first = Place(0.0, 0.0, float(np.degrees(turn)))
    shift = there - first.to_table(middle[None])[0]
    place = Place(float(shift[0]), float(shift[1]), first.turn_deg)
    off = place.to_table(tile_mm) - table_mm
    return place, float(np.sqrt((off**2).sum(axis=1).mean()))


def camera_answers(camera: Camera, table_mm: Floats) -> Floats:
    """How N points are seen to move when the camera is `nudged`: N x 2 px by 3 rad and 3 mm."""
    inner = table_mm @ camera.rotation[:, :2].T
    return _camera_answers(inner, _slopes(camera.lens, inner + camera.translation))


def table_answers(camera: Camera, table_mm: Floats) -> Floats:
    """How N points are seen to move when they are shifted on the table: N x 2 px by 2 mm."""
    moved = table_mm @ camera.rotation[:, :2].T + camera.translation
    return _slopes(camera.lens, moved) @ camera.rotation[:, :2]


def nudged(camera: Camera, step: Floats) -> Camera:
    """A camera turned by 3 small angles (rad) about the table's origin and moved by 3 mm, in its own axes."""
    turn = cv2.Rodrigues(np.ascontiguousarray(step[:3]))[0]
    return Camera(
        camera.lens, np.asarray(turn @ camera.rotation, dtype=np.float64), camera.translation + step[3:]
    )


def shifted(place: Place, step: Floats, about_mm: Floats) -> Place:
    """A tile shifted by 2 mm of the table and turned by a small angle (rad) about a point of the tile."""
    target = place.to_table(about_mm[None])[0] + step[:2]
    turn_deg = _within(place.turn_deg + float(np.degrees(step[2])))
    at = target - Place(0.0, 0.0, turn_deg).to_table(about_mm[None])[0]
    return Place(float(at[0]), float(at[1]), turn_deg)


def same_table(
    camera: Camera, places: Sequence[Place], turn_deg: float, shift_mm: Floats
) -> tuple[Camera, tuple[Place, ...]]:
    """The same things told in another frame of the table: all turned, then shifted."""
    move = Place(float(shift_mm[0]), float(shift_mm[1]), turn_deg)
    turn = np.eye(3)
    turn[:2, :2] = move.to_table(np.eye(2)).T - np.array([[move.x_mm], [move.y_mm]])
    rotation = camera.rotation @ turn.T
    translation = camera.translation - rotation @ np.array([move.x_mm, move.y_mm, 0.0])
    moved = []
    for place in places:
        x, y = move.to_table(np.array([[place.x_mm, place.y_mm]]))[0]
        moved.append(Place(float(x), float(y), _within(place.turn_deg + turn_deg)))
    return Camera(camera.lens, rotation, translation), tuple(moved)


def _within(turn_deg: float) -> float:
    return float((turn_deg + 180.0) % 360.0 - 180.0)


def _from_its_foot(camera: Camera, places: Sequence[Place]) -> tuple[Camera, tuple[Place, ...]]:
    """The frame in which the camera's foot is the origin and the picture's x axis the table's."""
    across = camera.rotation[0, :2]
    turn_deg = -float(np.degrees(np.arctan2(across[1], across[0])))
    shift = -Place(0.0, 0.0, turn_deg).to_table(camera.foot_mm[None])[0]
    return same_table(camera, places, turn_deg, shift)


def _flat_starts(lens: Lens, seen: Sequence[Seen]) -> list[Camera]:
    """Both tilts under which the tile that fills most of the picture may be seen; the others will tell."""
    _, (tile, points) = max(enumerate(seen), key=lambda i: float(np.prod(np.ptp(i[1][1], axis=0))))
    flat = np.concatenate([tile, np.zeros((len(tile), 1))], axis=1)
    rays = lens.to_rays(points)
    try:
        _, turns, shifts, _ = cv2.solvePnPGeneric(
            flat,
            rays,
            np.eye(3),
            np.zeros(5),
            flags=cv2.SOLVEPNP_IPPE if len(tile) > 3 else cv2.SOLVEPNP_SQPNP,
        )
    except cv2.error:  # points in a line, or all in one place
        return []
    starts = []
    for turn, shift in zip(turns, shifts, strict=True):
        camera = Camera(lens, np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.ravel(shift))
        if np.isfinite(camera.translation).all() and camera.height_mm > 0:
            starts.append(camera)
    return starts


class _Together:
    """Levenberg and Marquardt over the camera's tilt and height and three numbers a tile."""

    def __init__(
        self, lens: Lens, seen: Sequence[Seen], start: Camera, sharpness: Sequence[Floats] | None
    ) -> None:
        self._seen = seen
        self._sharp = sharpness
        self._all_px = np.concatenate([points for _, points in seen])
        self.camera = Camera(lens, start.rotation, start.translation)
        self.places = [place_of(tile, self.camera.to_table(points, 0.0))[0] for tile, points in seen]
        self.cost = self._turn_until_still()
        off = self._off(self.camera, self.places)
        self.error_px = _error_px(off, 3 + 3 * len(seen)) if np.isfinite(self.cost) else float("inf")

    def _turn_until_still(self) -> float:
        damping = 1e-3
        cost = _weights(self._off(self.camera, self.places))[1]
        for _ in range(_TURNS):
            normal, pull = self._system()
            if not np.isfinite(normal).all():
                return float("inf")
            step = _solved(normal, pull, damping)
            # turned about the camera's x and y, moved along its axis: the rest only moves the table's frame
            camera = nudged(self.camera, np.array([step[0], step[1], 0, 0, 0, step[2]]))
            places = [
                shifted(place, step[3 + 3 * i : 6 + 3 * i], tile.mean(axis=0))
                for i, (place, (tile, _)) in enumerate(zip(self.places, self._seen, strict=True))
            ]
            after = _weights(self._off(camera, places))[1]
            if after < cost:
                still = cost - after < 1e-7 * (cost + 1e-9)
                self.camera, self.places, cost = camera, places, after
                damping = max(damping / 5, 1e-9)
                if still:
                    break
            else:
                damping *= 8
                if damping > 1e5:
                    break
        return cost

    def _off(self, camera: Camera, places: Sequence[Place]) -> Floats:
        table = [p.to_table(tile) for p, (tile, _) in zip(places, self._seen, strict=True)]
        off = self._all_px - camera.to_picture(np.concatenate(table), 0.0)
        if self._sharp is not None:
            off = np.einsum("nij,nj->ni", np.concatenate(self._sharp), off)
        return np.asarray(off, dtype=np.float64)

    def _system(self) -> tuple[Floats, Floats]:
        size = 3 + 3 * len(self._seen)
        normal, pull = np.zeros((size, size)), np.zeros(size)
        weight, _ = _weights(self._off(self.camera, self.places))
        first = 0
        for i, (place, (tile, points)) in enumerate(zip(self.places, self._seen, strict=True)):
            off, own = _place_rows(self.camera, place, tile, points)
            _, eye = _camera_rows(self.camera, place.to_table(tile), points)
            rows = np.concatenate([eye[:, [0, 1, 5]], own], axis=1)
            off, rows = _sharpened(off, rows, None if self._sharp is None else self._sharp[i])
            w = weight[first : first + len(rows)]
            first += len(rows)
            here = np.r_[0:3, 3 + 3 * i : 6 + 3 * i]
            normal[np.ix_(here, here)] += rows.T @ (rows * w[:, None])
            pull[here] += rows.T @ (w * off.ravel())
        return normal, pull


def _camera_rows(camera: Camera, table_mm: Floats, points_px: Floats) -> tuple[Floats, Floats]:
    """What is left (N x 2), and how it answers to turning (rad) and moving (mm) the camera (2N x 6)."""
    inner = table_mm @ camera.rotation[:, :2].T
    moved = inner + camera.translation
    rows = _slopes(camera.lens, moved)
    off = points_px - camera.lens.to_picture(moved)
    return off, _camera_answers(inner, rows).reshape(-1, 6)


def _camera_answers(inner: Floats, slopes: Floats) -> Floats:
    x, y, z = inner.T
    zero = np.zeros_like(x)
    # a small turn w moves a point by w x point
    turned = np.stack([zero, z, -y, -z, zero, x, y, -x, zero], axis=1).reshape(-1, 3, 3)
    return np.concatenate([slopes @ turned, slopes], axis=2)


def _place_rows(camera: Camera, place: Place, tile_mm: Floats, points_px: Floats) -> tuple[Floats, Floats]:
    """What is left, and how it answers to shifting (mm) and turning (rad) a tile about its points' middle."""
    table = place.to_table(tile_mm)
    moved = table @ camera.rotation[:, :2].T + camera.translation
    flat = _slopes(camera.lens, moved) @ camera.rotation[:, :2]
    arm = table - table.mean(axis=0)
    turning = flat @ np.stack([-arm[:, 1], arm[:, 0]], axis=1)[:, :, None]
    off = points_px - camera.lens.to_picture(moved)
    return off, np.concatenate([flat, turning], axis=2).reshape(-1, 3)


def _slopes(lens: Lens, points_camera: Floats) -> Floats:
    """How pixels answer to moving points before the camera: N x 2 x 3."""
    zero = np.zeros(3)
    points = np.ascontiguousarray(points_camera)
    jac = cv2.projectPoints(points, zero, zero, lens.matrix, lens.distortion)[1]
    return np.asarray(jac[:, 3:6], dtype=np.float64).reshape(-1, 2, 3)


def _solved(normal: Floats, pull: Floats, damping: float) -> Floats:
    held = normal + damping * np.diag(np.diag(normal)) + 1e-12 * np.eye(len(normal))
    return np.asarray(np.linalg.solve(held, pull), dtype=np.float64)


def _sharpened(off: Floats, rows: Floats, sharpness: Floats | None) -> tuple[Floats, Floats]:
    if sharpness is None:
        return off, rows
    count = len(off)
    turned = sharpness @ rows.reshape(count, 2, -1)
    return np.einsum("nij,nj->ni", sharpness, off), turned.reshape(2 * count, -1)


def _weights(off: Floats) -> tuple[Floats, float]:
    """How much each coordinate counts (2N), and the cost of what is left: points far off count less."""
    far = np.hypot(off[:, 0], off[:, 1])
    if not np.isfinite(far).all():
        return np.zeros(2 * len(far)), float("inf")
    reach = max(3.0 * NOISE_PX, 2.0 * float(np.median(far)))
    cost = np.where(far < reach, far**2, 2 * reach * far - reach**2)
    return np.repeat(np.minimum(1.0, reach / np.maximum(far, 1e-12)), 2), float(cost.sum())


def _error_px(off: Floats, freedom: int) -> float:
    weight, _ = _weights(off)
    return float(np.sqrt((weight * off.ravel() ** 2).sum() / max(1, off.size - freedom)))
