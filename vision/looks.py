"""Pictures of a figure looked at for columns and heights: what each would show if the figure stood so.

A column (u, v) at a height is a pixel of each picture, once a place and a heading are guessed; there the
picture says how likely it is figure, and of which colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cutout import Cutout
from vision.footing import BODY_SHARE
from vision.light import Light, tinted
from vision.pose import Camera, Floats

TINT, SHADE = 0.35, 0.9
"""Log of light by which a point's colour, and its brightness, may differ from picture to picture: a side lit
in one is in the dark in the other, but keeps its colour."""
SHADE_FREE = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture of the figure; `floor_mm` is the height it stands on, `front_px` the tap before it."""

    cut: Cutout
    camera: Camera
    floor_mm: float
    front_px: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A figure in one picture, and where it stands there: x, y mm on its floor, heading (rad, clockwise)."""

    view: View
    place: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Columns (n x n of them, `step` mm apart, u by v) and levels to try, in mm over the floor."""

    step: float
    n: int
    across: Floats
    levels: Floats

    @staticmethod
    def of(half_mm: float, step_mm: float, levels: Floats) -> "Grid":
        steps = int(np.ceil(half_mm / step_mm))
        axis = np.arange(-steps, steps + 1) * step_mm
        across = np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1).reshape(-1, 2)
        return Grid(step_mm, len(axis), across, levels)

    @property
    def u(self) -> Floats:
        return self.across[:, 0].reshape(self.n, self.n)

    @property
    def v(self) -> Floats:
        return self.across[:, 1].reshape(self.n, self.n)


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A view made simple about the figure: for each height, pixels of the cut-out by a small affine map."""

    view: View
    first: Floats
    body: Floats
    tap: Floats
    outward: Floats  # mm on the floor that a point is seen farther out, a mm of height

    @staticmethod
    def of(view: View, height_mm: float) -> "Eye":
        ys, xs = np.nonzero(view.cut.sure > 0.5)
        middle = np.array([[xs.mean() + view.cut.left, ys.mean() + view.cut.top]])
        first = view.camera.to_table(middle, view.floor_mm + 0.6 * height_mm)[0]
        body = view.camera.to_table(middle, view.floor_mm + BODY_SHARE * height_mm)[0]
        tap = view.camera.to_table(view.front_px[None], view.floor_mm)[0]
        outward = (first - view.camera.foot_mm) / (view.camera.height_mm - view.floor_mm)
        return Eye(view, first, body, tap, outward)

    def maps(self, levels: Floats) -> tuple[Floats, Floats]:
        """For each level where `first` is seen, and how that answers to mm: L x 2, L x 2 x 2."""
        near = self.first + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
        every = np.tile(near, (len(levels), 1))
        seen = self.view.camera.to_picture(every, np.repeat(levels + self.view.floor_mm, 3)).reshape(-1, 3, 2)
        origin = seen[:, 0] - (self.view.cut.left, self.view.cut.top)
        slopes = np.stack([seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0]], axis=2)
        return origin, slopes


@dataclass(frozen=True, slots=True)
class Place:
    """Where the feet's middle is on the floor in one view, and how far the heading is off the tap's."""

    x: float
    y: float
    off: float

    @property
    def at(self) -> Floats:
        return np.array([self.x, self.y])

    def moved(self, by: Floats) -> "Place":
        return Place(self.x + float(by[0]), self.y + float(by[1]), self.off)


def turn_of(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


class Sampler:
    """What one eye shows of a grid's columns at every level, remembered for places already tried."""

    def __init__(self, eye: Eye, grid: Grid) -> None:
        self._eye, self._grid = eye, grid
        origin, slopes = eye.maps(grid.levels)
        self._origin, self._slopes = origin.astype(np.float32), slopes.astype(np.float32)
        self._known: dict[Place, tuple[Light, Light, Light]] = {}

    def pixels(self, place: Place, heading: float) -> tuple[Light, Light]:
        """x and y, L x N each, in the cut-out."""
        floor = (self._grid.across @ turn_of(heading).T + place.at - self._eye.first).T.astype(np.float32)
        x = self._slopes[:, 0] @ floor + self._origin[:, 0:1]
        y = self._slopes[:, 1] @ floor + self._origin[:, 1:2]
        return np.ascontiguousarray(x), np.ascontiguousarray(y)

    def look(self, place: Place, heading: float) -> tuple[Light, Light, Light]:
        """How likely each is figure (L x n x n), its colour (… x 3), and how alike left and right are."""
        known = self._known.get(place)
        if known is None:
            x, y = self.pixels(place, heading)
            cut, shape = self._eye.view.cut, (len(self._grid.levels), self._grid.n, self._grid.n)
            seen = cv2.remap(cut.maybe, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
            maybe = np.asarray(seen, dtype=np.float32).reshape(shape)
            seen = cv2.remap(cut.light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            light = np.asarray(seen, dtype=np.float32).reshape(*shape, 3)
            mirror = alike(maybe, light, maybe[:, :, ::-1], light[:, :, ::-1], even=False)
            known = maybe, light, mirror
            self._known[place] = known
        return known


class Looks:
    """What several eyes show of a grid together; how two of them agree is remembered until one moves."""

    def __init__(self, eyes: Sequence[Eye], grid: Grid) -> None:
        self.samplers = tuple(Sampler(eye, grid) for eye in eyes)
        self._pairs: dict[tuple[int, int], tuple[Place, Place, Light]] = {}

    def look(self, k: int, place: Place, heading: float) -> tuple[Light, Light, Light]:
        return self.samplers[k].look(place, heading)

    def pair(self, k: int, m: int, places: Sequence[Place], headings: Sequence[float]) -> Light:
        """How two eyes agree, as `alike`."""
        known = self._pairs.get((k, m))
        if known is None or known[:2] != (places[k], places[m]):
            (maybe, light, _), (maybe_2, light_2, _) = (self.look(i, places[i], headings[i]) for i in (k, m))
            known = places[k], places[m], alike(maybe, light, maybe_2, light_2, even=True)
            self._pairs[k, m] = known
        return known[2]


def alike(maybe: Light, light: Light, maybe_2: Light, light_2: Light, *, even: bool) -> Light:
    """How well two looks agree on being figure of one colour; `even` forgives a difference common to all."""
    shade, tint = tinted(light - light_2)
    both = np.minimum(maybe, maybe_2)
    if even:
        few = np.s_[::3, ::2, ::2]
        same = shade[few][(both[few] > 0.5) & (tint[few] < 0.3)]
        if same.size > 20:
            shade -= np.clip(np.median(same), -0.5, 0.5)
    off = (tint / TINT) ** 2 + (np.maximum(np.abs(shade) - SHADE_FREE, 0) / SHADE) ** 2
    return np.asarray(both * (1 - np.minimum(off, 1)), dtype=np.float32)
