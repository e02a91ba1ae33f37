"""Spots of the art that are recognised in a picture, and the camera and the places that they agree on.

Where the camera is not known, spots of one side vote for eight numbers; the sides with most votes give the
camera. Under it, every side is looked for again with three numbers to find, and fewer votes will do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens
from vision.pose import Camera, Floats, Place, PoseError, Seen, fit_together, place_of
from vision.tiles import Picture, TileSide, markers_in, spots

WORK_WIDTH = 960
"""Spots are looked for in a picture of at most this width: half of 1080p."""
MOST_SPOTS = 2500
ALIKE = 0.92
"""The best spot must be nearer than this share of the distance of the next one."""
LEAST_VOTES = 6
"""Spots that must agree on a place before it is looked at: three could by chance."""
LEAST_VOTES_KNOWN = 4
"""The same once the camera is known and three numbers are left to find."""
NEAREST_MM, FARTHEST_MM = 200.0, 1500.0


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    """Spots of one side and where they may be seen: N x 2 tile mm; N x 2 rays; turns and logs of scale."""

    tile_mm: Floats
    rays: Floats
    turns: Floats
    scales: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """A side, the spots that agree (tile mm and px), and how many there are."""

    index: int
    seen: Seen
    votes: int


class Votes:
    """The spots of one grey picture, compared with those of the sides; sides are told by their place."""

    def __init__(self, grey: Picture, sides: Sequence[TileSide], lens: Lens) -> None:
        self._lens = lens
        self._focal = float(lens.matrix[0, 0])
        self._matches = _matches(grey, sides, lens)
        self._markers = _markers(grey, sides)

    def camera(self) -> tuple[Camera, dict[int, list[Place]]] | None:
        """The camera that the guesses with most votes agree on, and their places; None when there is none."""
        guesses = [g for i in range(len(self._matches)) for g in self._free(i)]
        guesses = sorted(guesses, key=lambda g: -g.votes)
        for first in guesses[:4]:
            try:
                camera, places, error = fit_together(self._lens, [first.seen], None)
            except PoseError:
                continue
            if not NEAREST_MM < camera.height_mm < FARTHEST_MM or error > 4.0:
                continue
            taken = [first]
            for other in guesses:
                if other.index in {g.index for g in taken} or other.votes < max(
                    LEAST_VOTES, first.votes // 8
                ):
                    continue
                try:
                    wider, spread, error = fit_together(
                        self._lens, [*(g.seen for g in taken), other.seen], camera
                    )
                except PoseError:
                    continue
                # one more tile must not pull the camera far: it hangs where the strongest tile says
                if error < 2.5 and abs(wider.height_mm / camera.height_mm - 1) < 0.15:
                    taken, camera, places = [*taken, other], wider, spread
            return camera, {g.index: [p] for g, p in zip(taken, places, strict=True)}
        return None

    def under(self, camera: Camera, index: int) -> list[Place]:
        """Places of a side under a known camera that a few of its spots agree on, best first."""
        m = self._matches[index]
        if not len(m.tile_mm):
            return []
        points = self._lens.to_picture(np.concatenate([m.rays, np.ones((len(m.rays), 1))], axis=1))
        table = camera.to_table(points, 0.0)
        across = camera.rotation[0, :2]
        turns = m.turns + np.arctan2(-across[1], across[0])
        size = m.scales + np.log(camera.height_mm)
        places = []
        left = np.abs(size) < 0.5
        off, apart = _told_by_each(m.tile_mm, table, np.cos(turns), np.sin(turns))
        near = off < 6 + 0.15 * apart
        near &= np.cos(turns[:, None] - turns[None, :]) > 0.9
        for _ in range(3):
            agree = near & left[None, :] & left[:, None]
            best = int(np.argmax(agree.sum(axis=1)))
            chosen = agree[best]
            if chosen.sum() < LEAST_VOTES_KNOWN:
                break
            for _ in range(3):
                place, _ = place_of(m.tile_mm[chosen], table[chosen])
                off = np.hypot(*(place.to_table(m.tile_mm) - table).T)
                chosen = (off < 5.0) & left
                if chosen.sum() < LEAST_VOTES_KNOWN:
                    break
            else:
                places.append(place)
            left &= ~agree[best] & ~chosen
        return places

    def marked(self, camera: Camera, place: Place, index: int) -> bool:
        """Whether a printed marker of a side was read where it should lie: that names the side by itself."""
        tile, points = self._markers[index]
        if not len(tile):
            return False
        off = np.hypot(*(camera.to_picture(place.to_table(tile), 0.0) - points).T)
        return bool((off < 2.5).sum() >= 4)

    def _free(self, index: int) -> list[_Guess]:
        """Places of a side that many of its spots agree on, the camera not being known."""
        m = self._matches[index]
        guesses = []
        marked = self._markers[index]
        if len(marked[0]):
            guesses.append(_Guess(index, marked, 4 * LEAST_VOTES))
        for chosen in _agreeing(m):
            tile, rays = m.tile_mm[chosen], m.rays[chosen]
            plane, inliers = _plane(tile, rays, self._focal)
            if plane is None or inliers.sum() < LEAST_VOTES:
                continue
            points = self._lens.to_picture(
                np.concatenate([rays[inliers], np.ones((inliers.sum(), 1))], axis=1)
            )
            guesses.append(_Guess(index, (tile[inliers], points), int(inliers.sum())))
        return guesses


def _matches(grey: Picture, sides: Sequence[TileSide], lens: Lens) -> list[_Match]:
    """For each side its spots that resemble one spot of the picture, and only one."""
    width, height = grey.shape[1], grey.shape[0]
    shrink = min(1.0, WORK_WIDTH / width)
    small = grey
    if shrink < 1:
        small = np.asarray(
            cv2.resize(grey, (round(width * shrink), round(height * shrink)), interpolation=cv2.INTER_AREA),
            dtype=np.uint8,
        )
    places, sizes, angles, words = spots(small, MOST_SPOTS)
    scale = np.array([width / small.shape[1], height / small.shape[0]])
    rays = lens.to_rays((places + 0.5) * scale - 0.5)
    per_px = float(scale[0]) / float(lens.matrix[0, 0])
    beside = _beside(places)
    matches = []
    for side in sides:
        f = side.features
        if len(words) < 5 or not len(f.words):
            nothing = np.zeros(0)
            matches.append(_Match(np.zeros((0, 2)), np.zeros((0, 2)), nothing, nothing))
            continue
        alike = f.words @ words.T
        rows = np.arange(len(alike))
        first = alike.argmax(axis=1)
        best = alike[rows, first]
        alike[rows[:, None], beside[first]] = -1
        second = alike.max(axis=1)
        apart = np.sqrt(np.maximum(0, 2 - 2 * np.stack([best, second])))
        good = apart[0] < ALIKE * apart[1]
        at = first[good]
        matches.append(
            _Match(
                f.points_mm[good],
                rays[at],
                angles[at] - f.angles[good],
                np.log(sizes[at] * per_px / f.sizes_mm[good]),
            )
        )
    return matches


def _beside(places: Floats) -> NDArray[np.int64]:
    """For each of N spots (px) those so near that they are the same, itself among them: N x K, some twice.

    The same spot found at a neighbouring size or angle is no rival of itself.
    """
    x, y = np.rint(places * 8).astype(np.int16).T
    near = (np.abs(x[:, None] - x) < 32) & (np.abs(y[:, None] - y) < 32)
    spot, other = np.nonzero(near)
    first = np.searchsorted(spot, np.arange(len(places)))
    count = np.bincount(spot, minlength=len(places))
    nth = np.arange(int(count.max(initial=0)))
    return np.asarray(other[first[:, None] + np.minimum(nth, count[:, None] - 1)])


def _markers(grey: Picture, sides: Sequence[TileSide]) -> list[Seen]:
    """Corners of printed markers that were there when the sides were taught and are seen now."""
    nothing = (np.zeros((0, 2)), np.zeros((0, 2)))
    if not any(side.markers for side in sides):
        return [nothing for _ in sides]
    seen = {(d, n): corners for d, n, corners in markers_in(grey)}
    pairs = []
    for side in sides:
        both = [
            (m.corners_mm, seen[m.dictionary, m.number])
            for m in side.markers
            if (m.dictionary, m.number) in seen
        ]
        pairs.append(
            (np.concatenate([a for a, _ in both]), np.concatenate([b for _, b in both])) if both else nothing
        )
    return pairs


def _told_by_each(
    tile: Floats, there: Floats, c: Floats, s: Floats
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How far each spot (column) is seen from where each (row) says, and how far both are apart in mm."""
    on, at = tile.astype(np.float32), there.astype(np.float32)
    cos, sin = c.astype(np.float32)[:, None], s.astype(np.float32)[:, None]
    dx = on[None, :, 0] - on[:, None, 0]
    dy = on[None, :, 1] - on[:, None, 1]
    x = at[:, None, 0] + cos * dx - sin * dy - at[None, :, 0]
    y = at[:, None, 1] + sin * dx + cos * dy - at[None, :, 1]
    return np.sqrt(x * x + y * y), np.sqrt(dx * dx + dy * dy)


def _agreeing(m: _Match) -> list[NDArray[np.bool_]]:
    """Sets of spots that agree on where the tile is: each votes with its own place, turn and size."""
    usable = (m.scales > -np.log(FARTHEST_MM)) & (m.scales < -np.log(NEAREST_MM))
    if usable.sum() < LEAST_VOTES:
        return []
    size = np.exp(m.scales)
    c, s = np.cos(m.turns) * size, np.sin(m.turns) * size
    off, apart = _told_by_each(m.tile_mm, m.rays, c, s)
    agree = off < size.astype(np.float32)[:, None] * (8 + 0.2 * apart)
    agree &= np.cos(m.turns[:, None] - m.turns[None, :]) > 0.85
    agree &= np.abs(m.scales[:, None] - m.scales[None, :]) < 0.5
    agree &= usable[None, :] & usable[:, None]
    sets = []
    for _ in range(3):
        best = int(np.argmax(agree.sum(axis=1)))
        chosen = agree[best].copy()
        if chosen.sum() < LEAST_VOTES:
            break
        sets.append(chosen)
        agree[chosen] = False
        agree[:, chosen] = False
    return sets


def _plane(tile: Floats, rays: Floats, focal: float) -> tuple[Floats | None, NDArray[np.bool_]]:
    """A homography from tile to rays: first an affine map by the median's company, then all eight numbers."""
    inliers = np.ones(len(tile), dtype=bool)
    middle, there = tile.mean(axis=0), rays.mean(axis=0)
    rows = np.concatenate([(tile - middle) / 100, np.ones((len(tile), 1))], axis=1)
    for reach in (30.0, 12.0, 6.0, 4.0, 4.0):
        if inliers.sum() < LEAST_VOTES:
            return None, inliers
        affine = np.linalg.lstsq(rows[inliers], (rays - there)[inliers], rcond=None)[0]
        off = np.hypot(*(rows @ affine - (rays - there)).T) * focal
        inliers = off < max(reach, 2.5 * float(np.median(off[inliers])) if reach > 6 else reach)
    if inliers.sum() < 8:
        return affine, inliers
    plane, good = cv2.findHomography(tile[inliers], (rays[inliers] * focal), cv2.RANSAC, 2.5)
    if plane is None:
        return affine, inliers
    inliers[np.flatnonzero(inliers)[np.ravel(good) == 0]] = False
    return np.asarray(plane, dtype=np.float64), inliers
