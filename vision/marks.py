"""Marks: spots of the tiles with strong edges, looked up in a picture instead of the whole of it.

One look costs one gather and one small fit: how the light changed over the board (brightness and contrast,
each with a slope across the picture), and how the camera moved in its six ways. What is covered or lit in
another way does not fit and does not count.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.pose import Camera, Floats, Place, camera_answers, nudged, table_answers

Grey = NDArray[np.uint8]
Fine = NDArray[np.float32]
Flags = NDArray[np.bool_]

LIGHT = 6
"""Numbers of the light: contrast and brightness, and their slopes across and down the picture."""
LEAST_SLOPE = 4.0
"""Grey levels a pixel an edge must have: noise of 3 levels then shifts it by less than a pixel."""
RIM_MM = 4.0
"""At a tile's rim its side and shadow move with the view."""
NOISE = 2.0
"""Grey levels of noise below which none is believed."""
NEAR_PX = 0.35
"""A mark that is off by so little still lies where it should: half the way to its neighbour pixel."""
ROUNDS = 3
"""Fits of one look, each weighing by what the last one left over."""
LEAST_CONTRAST = 0.5
"""Of its contrast a board keeps so much, measured by its brightness: glare never takes half everywhere."""
PRIOR = np.array([0.02, 0.02, 0.02, 8.0, 8.0, 8.0])
"""How far (rad, mm) a camera may have moved between two looks, loosely: holds what few marks leave open."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """What one look gave: the light, the camera's move, how each mark fits.

    `step` as `pose.nudged` takes it; `off` N grey levels; `good` which marks lie where they should; `looked`
    which were looked at; `lucky` which would be good if another mark of the tile were seen there; `normal`
    the information on light and step.
    """

    light: Floats
    step: Floats
    off: Fine
    good: Flags
    lucky: Flags
    looked: Flags
    normal: Floats

    @property
    def share(self) -> float:
        """The share of the marks looked at that lie where they should, what chance gives taken off."""
        return _beyond_chance(int(self.good.sum()), int(self.lucky.sum()), int(self.looked.sum()))

    def share_of(self, some: Flags) -> float:
        """The same of some of the marks."""
        return _beyond_chance(
            int((self.good & some).sum()), int((self.lucky & some).sum()), int((self.looked & some).sum())
        )


class Marks:
    """The marks of a layout at one size of picture, `shrink` of the full one."""

    def __init__(self, layout: Layout, background: Grey, shrink: float, most: int) -> None:
        self.shrink = shrink
        self._size = (background.shape[1], background.shape[0])
        camera = layout.camera.scaled(self._size)
        places, tiles, slopes = _chosen(layout, camera, background, most)
        self.tile = tiles
        self.count = len(tiles)
        values = background[places[:, 1], places[:, 0]].astype(np.float32)
        self._value = values
        self._edge = np.hypot(*slopes.T).astype(np.float32)
        self.tile_mm = np.zeros((self.count, 2))
        self._slope_mm = np.zeros((self.count, 2))
        for t, laid in enumerate(layout.tiles):
            mine = tiles == t
            table = camera.to_table(places[mine].astype(np.float64), 0.0)
            self.tile_mm[mine] = laid.place.to_tile(table)
            # slopes of grey a mm of the tile, so that a turned tile or camera keeps them
            turn = _matrix(laid.place)
            answers = table_answers(camera, table) @ turn
            self._slope_mm[mine] = np.einsum("nij,ni->nj", answers, slopes[mine])
        self._other = _others(tiles)
        self._of_tile = [np.flatnonzero(tiles == t) for t in range(len(layout.tiles))]
        self.noise = NOISE
        self._light = np.array([1.0, 0, 0, 0, 0, 0])
        self.stand(layout)

    def stand(self, layout: Layout) -> None:
        """Puts the marks where this layout says they are seen."""
        self.camera = camera = layout.camera.scaled(self._size)
        table = np.zeros((self.count, 2))
        across = np.zeros((self.count, 2, 2))
        turns = [_matrix(laid.place) for laid in layout.tiles]
        for t, laid in enumerate(layout.tiles):
            mine = self.tile == t
            table[mine] = laid.place.to_table(self.tile_mm[mine])
        self.table_mm = table
        answers = table_answers(camera, table)
        for t, turn in enumerate(turns):
            mine = self.tile == t
            across[mine] = answers[mine] @ turn
        # grey a pixel as the marks lie now
        slope = np.einsum("nij,nj->ni", np.linalg.inv(across).transpose(0, 2, 1), self._slope_mm)
        self._on_table = -np.einsum("ni,nij->nj", slope, answers)
        by_camera = camera_answers(camera, table)
        self._moves_px = by_camera[:: max(1, self.count // 20)].reshape(-1, 6)
        moves = -np.einsum("ni,nij->nj", slope, by_camera)
        points = camera.to_picture(table, 0.0)
        self.points_px = points
        self._x = points[:, 0].astype(np.float32)
        self._y = points[:, 1].astype(np.float32)
        wide, high = self._size
        self.inside = np.all((points >= 1) & (points <= np.array([wide - 2, high - 2])), axis=1)
        column = np.clip(np.rint(points[:, 0]), 0, wide - 1).astype(np.int64)
        row = np.clip(np.rint(points[:, 1]), 0, high - 1).astype(np.int64)
        self.flat = row * wide + column
        x, y = points[:, 0] / wide - 0.5, points[:, 1] / wide - 0.3
        v = self._value
        light = np.stack([v, v * x, v * y, np.full(self.count, 100.0), 100 * x, 100 * y], axis=1)
        self._design = np.concatenate([light, moves], axis=1).astype(np.float32)
        self._held = np.diag(np.concatenate([np.full(LIGHT, 1e-6), 1 / PRIOR**2]))
        self._fixed = np.diag(np.concatenate([np.full(LIGHT, 1e-6), np.full(6, 1e12)]))

    def values(self, grey: Grey) -> Fine:
        """What a picture shows where the marks should be."""
        seen = cv2.remap(grey, self._x, self._y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, dtype=np.float32).ravel()

    def look(self, grey: Grey, free: Flags, *, moves: bool = True) -> Fit:
        """Fits light, and the camera if it `moves`, to one picture of this size by the marks `free` (N)."""
        looked = free & self.inside
        seen = self.values(grey)
        count = int(looked.sum())
        none = np.zeros(self.count, dtype=bool)
        nothing = Fit(self._light, np.zeros(6), seen, none, none, looked, self._held)
        if count < 30:
            return nothing
        design = self._design
        off = seen - design[:, :LIGHT] @ self._light.astype(np.float32)
        weight = looked.astype(np.float32)
        held = self._held if moves else self._fixed
        solution, normal = np.zeros(LIGHT + 6), held
        for _ in range(ROUNDS):
            size = np.abs(off)
            reach = max(3 * self.noise, 1.5 * _middle(size[looked]))
            weight = looked / (1 + (size / reach) ** 2)
            weighted = design * weight[:, None]
            normal = (weighted.T @ design).astype(np.float64) / self.noise**2 + held
            solution = np.linalg.solve(normal, (weighted.T @ seen).astype(np.float64) / self.noise**2)
            off = seen - design @ solution.astype(np.float32)
        near = np.maximum(3 * self.noise, NEAR_PX * self._edge * abs(solution[0]))
        good = looked & (np.abs(off) < near)
        lucky = looked & (np.abs(seen[self._other] - seen + off) < near)
        bright = float(weight @ seen) / max(1.0, float(weight @ self._value))
        if solution[0] < LEAST_CONTRAST * bright:
            # edges that went and left even ground explain nothing: other ground would do as well
            good = lucky = np.zeros(self.count, dtype=bool)
        # what moves is seen with the light's contrast
        step = solution[LIGHT:] / max(0.1, solution[0])
        return Fit(solution[:LIGHT], step, off, good, lucky, looked, normal)

    def believe(self, fit: Fit) -> None:
        """Takes the light and the noise of a good fit as what to expect next."""
        self._light = fit.light
        noise = 1.48 * _middle(np.abs(fit.off[fit.good])) if fit.good.any() else NOISE
        self.noise = float(np.clip(0.9 * self.noise + 0.1 * noise, NOISE, 8.0))

    def expected(self, camera: Camera) -> Floats:
        """Where the marks are seen by another camera (of this size of picture)."""
        return camera.to_picture(self.table_mm, 0.0)

    def of_tile(self, fit: Fit, tile: int, about_mm: Floats) -> tuple[Floats, float]:
        """How one tile moved by itself: 2 mm on the table and a turn (rad); and how sure, as deviations."""
        mine = self._of_tile[tile]
        mine = mine[fit.looked[mine]]
        if len(mine) < 30:
            return np.zeros(3), 0.0
        arm = self.table_mm[mine] - about_mm
        slopes = self._on_table[mine]
        turning = slopes[:, 1] * arm[:, 0] - slopes[:, 0] * arm[:, 1]
        rows = np.concatenate([slopes, turning[:, None]], axis=1)
        off = fit.off[mine].astype(np.float64)
        weight = 1 / (1 + (off / (3 * self.noise)) ** 2)
        normal = (rows * weight[:, None]).T @ rows / self.noise**2 + np.diag([1e-2, 1e-2, 1e-6])
        step = np.linalg.solve(normal, (rows * weight[:, None]).T @ off / self.noise**2)
        sure = float(np.sqrt(step @ normal @ step))
        return step / max(0.1, float(fit.light[0])), sure

    def still(self, fit: Fit) -> bool:
        """Whether a fit moves the camera by next to nothing."""
        return bool(np.abs(self._moves_px @ fit.step).max() < 0.02)

    def nudge(self, fit: Fit) -> Camera:
        """The camera (of this size of picture) that a fit moves to."""
        return nudged(self.camera, fit.step)


def _middle(values: Fine) -> float:
    """About the median: that of every third, with little ado."""
    some = values[::3].copy()
    half = len(some) // 2
    some.partition(half)
    return float(some[half])


def _beyond_chance(good: int, lucky: int, looked: int) -> float:
    chance = lucky / max(1, looked)
    return max(0.0, (good / max(1, looked) - chance) / max(0.05, 1 - chance))


def _others(tiles: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each mark another one of its tile, as if drawn by lot, and always the same."""
    other = np.arange(len(tiles))
    lots = np.random.default_rng(0)
    for t in np.unique(tiles):
        mine = lots.permutation(np.flatnonzero(tiles == t))
        other[mine] = np.roll(mine, 1)
    return other


def _matrix(place: Place) -> Floats:
    return (place.to_table(np.eye(2)) - place.to_table(np.zeros((2, 2)))).T


def _chosen(
    layout: Layout, camera: Camera, background: Grey, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """The strongest edges of every tile, spread over it: whole pixels, which tile, slopes in grey a pixel."""
    # what a look one pixel beside finds is what counts: smoothed slopes would be too flat, and steps too long
    across = cv2.Sobel(background, cv2.CV_32F, 1, 0, ksize=1) / 2
    down = cv2.Sobel(background, cv2.CV_32F, 0, 1, ksize=1) / 2
    # squared it is exact, so that edges as strong as each other are chosen alike wherever this runs
    strength = across**2 + down**2
    places, tiles = [], []
    each = most // max(1, len(layout.tiles))
    for t, laid in enumerate(layout.tiles):
        wide, high = laid.side.size_mm
        rim = RIM_MM
        quad = np.array([[rim, rim], [wide - rim, rim], [wide - rim, high - rim], [rim, high - rim]])
        outline = np.rint(camera.to_picture(laid.place.to_table(quad), 0.0)).astype(np.int32)
        region = np.zeros(background.shape, np.uint8)
        cv2.fillConvexPoly(region, outline, 1)
        region[:2] = region[-2:] = 0
        region[:, :2] = region[:, -2:] = 0
        ys, xs = np.nonzero((region > 0) & (strength > LEAST_SLOPE**2) & (background < 250))
        if not len(xs):
            continue
        order = np.argsort(-strength[ys, xs], kind="stable")
        xs, ys = xs[order], ys[order]
        # an equal share from each of 8 x 8 parts of the tile, the strongest of each first
        tile_mm = laid.place.to_tile(camera.to_table(np.stack([xs, ys], axis=1).astype(np.float64), 0.0))
        part = np.clip(tile_mm / (wide, high) * 8, 0, 7).astype(np.int64) @ np.array([1, 8])
        grouped = np.argsort(part, kind="stable")
        first = np.concatenate([[0], np.flatnonzero(np.diff(part[grouped])) + 1])
        rank = np.zeros(len(part), np.int64)
        rank[grouped] = np.arange(len(part)) - np.repeat(first, np.diff([*first, len(part)]))
        kept = np.sort(np.argsort(rank, kind="stable")[:each])
        places.append(np.stack([xs[kept], ys[kept]], axis=1).astype(np.int64))
        tiles.append(np.full(len(kept), t, np.int64))
    if not places:
        return np.zeros((0, 2), np.int64), np.zeros(0, np.int64), np.zeros((0, 2))
    at, of = np.concatenate(places), np.concatenate(tiles)
    slopes = np.stack([across[at[:, 1], at[:, 0]], down[at[:, 1], at[:, 0]]], axis=1).astype(np.float64)
    return at, of, slopes
