"""How well a figure, standing at a place with a heading, explains what a frame shows there.

Each visible point of the figure is looked up in the frame, where it must be seen if the figure stands so. It
speaks for the place as far as the frame is more like the figure there than like the bare board (which may lie
in shadow). The sum over all points is highest where the figure stands: beside it some points see the board.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figures import Figure
from vision.light import Light
from vision.pose import Camera, Floats

TINT, SHADE = 0.4, 0.5
"""Log of light: what makes a point surely another thing, by colour and by brightness."""
LIT = 0.5
"""A point may be so much darker or brighter than the whole figure is: its other side is to the lamp."""
SHADOWED, BRIGHTENED = 0.9, 0.05
"""How much darker and brighter the bare board may be."""
HIDDEN_MM = 4.0
"""A point is hidden when another, seen in the same place, is so much higher."""
CELL_PX = 2.0
LEAST_OFF = 0.3
"""Where less than this share of a figure differs from the bare board, it hardly shows."""
MOST_POINTS = 300
"""More points than these are thinned evenly: they tell no more."""
NEAR_PX = 10
"""So far around its points a scene is prepared at first."""
FOLLOW = ((2.0, 0.10), (0.7, 0.035), (0.35, 0.0175))
"""Steps (mm, rad) of a search about where a figure is expected: brisk walks make 5 mm a frame."""
FINE = ((1.0, 0.05), (0.35, 0.0175))


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Part of a frame about a figure, and the bare board as it would look there: H x W x 3 log of light.

    `left`, `top`: px of the part's first pixel in the frame that `camera` sees.
    """

    left: int
    top: int
    now: Light
    bare: Light


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """Which points of a figure are seen about a place, and how their pixels answer to moving it there.

    Good within some 15 mm of the place: perspective is taken as plain there.
    """

    figure: Figure
    about_mm: Floats
    origin: Floats  # px of the place at each point's height, N x 2
    slopes: Floats  # px a mm, N x 2 x 2
    colours: Light
    weights: NDArray[np.float32]
    across: Floats  # N x 2: u ahead, v to the right, mm


def aim(figure: Figure, camera: Camera, about_mm: Floats, heading: float, floor_mm: float = 0.0) -> Aim:
    """`heading` in rad, clockwise as seen from the table's x axis (y down)."""
    heights = figure.points_mm[:, 2] + floor_mm
    levels, index = np.unique(np.rint(heights / 3.0), return_inverse=True)
    near = about_mm + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    seen = camera.to_picture(np.tile(near, (len(levels), 1)), np.repeat(levels * 3.0, 3)).reshape(-1, 3, 2)
    slopes = np.stack([seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0]], axis=2)
    # between the levels a point moves evenly
    up = np.gradient(seen[:, 0], axis=0) / 3.0 if len(levels) > 1 else np.zeros((1, 2))
    origin = seen[index, 0] + up[index] * (heights - levels[index] * 3.0)[:, None]
    across = figure.points_mm[:, :2]
    c, s = np.cos(heading), np.sin(heading)
    floor = across @ np.array([[c, s], [-s, c]])
    at = origin + np.einsum("nij,nj->ni", slopes[index], floor)
    kept = np.flatnonzero(_visible(at, heights))
    kept = kept[:: -(-len(kept) // MOST_POINTS)]
    return Aim(
        figure,
        about_mm,
        origin[kept],
        slopes[index][kept],
        figure.colours[kept],
        figure.weights[kept],
        across[kept],
    )


def _visible(at: Floats, heights: Floats) -> NDArray[np.bool_]:
    """Points that no much higher point hides."""
    cells = np.floor((at - at.min(axis=0)) / CELL_PX).astype(np.int64)
    key = cells[:, 0] * (int(cells[:, 1].max()) + 1) + cells[:, 1]
    top = np.full(int(key.max()) + 1, -np.inf)
    np.maximum.at(top, key, heights)
    return np.asarray(heights >= top[key] - HIDDEN_MM)


def pixels(aimed: Aim, stands: Floats) -> NDArray[np.float32]:
    """Where every point is seen, K x N x 2 px, for K stands: x, y mm on the table and heading (rad)."""
    return np.stack(_seen(aimed, stands), axis=-1)


def _seen(aimed: Aim, stands: Floats) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    c, s = np.cos(stands[:, 2])[:, None], np.sin(stands[:, 2])[:, None]
    u, v = aimed.across[:, 0], aimed.across[:, 1]
    x = stands[:, 0:1] - aimed.about_mm[0] + u * c - v * s
    y = stands[:, 1:2] - aimed.about_mm[1] + u * s + v * c
    slopes = aimed.slopes
    px = aimed.origin[:, 0] + slopes[:, 0, 0] * x + slopes[:, 0, 1] * y
    py = aimed.origin[:, 1] + slopes[:, 1, 0] * x + slopes[:, 1, 1] * y
    return px.astype(np.float32), py.astype(np.float32)


def likeness(aimed: Aim, scene: Scene, stands: Floats) -> NDArray[np.float64]:
    """For K stands how much better the figure explains its points than the bare board: -1 to 1 each.

    The sum over points, weighted, over the figure's whole weight.
    """
    return _Prepared(aimed, scene).likeness(stands)


class _Prepared:
    """The part of a scene about a figure, with how unlike the bare board it is worked out once a pixel."""

    def __init__(self, aimed: Aim, scene: Scene) -> None:
        self._aimed, self._scene = aimed, scene
        self._box = (0, 0, -1, -1)
        self._layers: list[NDArray[np.float32]] = []
        self._whole = float(aimed.weights.sum())
        self._colours = np.ascontiguousarray(aimed.colours.T)

    def _prepare(self, left: float, top: float, right: float, bottom: float) -> None:
        """Makes sure that these pixels of the scene are at hand, as far as the scene goes."""
        high, wide = self._scene.now.shape[:2]
        need = (max(left, 0), max(top, 0), min(right, wide - 1), min(bottom, high - 1))
        a, b, c, d = self._box
        if self._layers and a <= need[0] and b <= need[1] and c >= need[2] and d >= need[3]:
            return
        a, b = int(np.clip(left - NEAR_PX, 0, wide - 1)), int(np.clip(top - NEAR_PX, 0, high - 1))
        c, d = int(np.clip(right + NEAR_PX, a, wide - 1)), int(np.clip(bottom + NEAR_PX, b, high - 1))
        self._box = a, b, c, d
        now = self._scene.now[b : d + 1, a : c + 1]
        bare = self._scene.bare[b : d + 1, a : c + 1]
        shade, tint = _tinted(*_channels(now - bare))
        over = np.maximum(np.maximum(shade - np.float32(BRIGHTENED), -np.float32(SHADOWED) - shade), 0)
        off = np.minimum((tint * np.float32(1 / TINT)) ** 2 + (over * np.float32(1 / SHADE)) ** 2, 1)
        self._layers = [*_channels(now), off]

    def likeness(self, stands: Floats) -> NDArray[np.float64]:
        return self.weighed(stands)[0]

    def weighed(self, stands: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For K stands how likely it is, and how unlikely the bare board is, over the figure's weight."""
        aimed, scene = self._aimed, self._scene
        x, y = _seen(aimed, stands)
        x -= np.float32(scene.left)
        y -= np.float32(scene.top)
        left, top, right, bottom = float(x.min()), float(y.min()), float(x.max()), float(y.max())
        self._prepare(left, top, right, bottom)
        a, b = np.float32(self._box[0]), np.float32(self._box[1])
        map_x, map_y = cv2.convertMaps(x - a, y - b, cv2.CV_16SC2)
        blue, green, red, bare_off = (
            np.asarray(
                cv2.remap(layer, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
                dtype=np.float32,
            )
            for layer in self._layers
        )
        blue -= self._colours[0]
        green -= self._colours[1]
        red -= self._colours[2]
        shade, tint = _tinted(blue, green, red)
        middle = shade.shape[1] // 2  # how the lamp lights this place is not known
        shade -= np.partition(shade, middle, axis=1)[:, middle : middle + 1]
        over = np.maximum(np.abs(shade) - np.float32(LIT), 0)
        figure_off = np.minimum((tint * np.float32(1 / TINT)) ** 2 + (over * np.float32(1 / SHADE)) ** 2, 1)
        speaks = bare_off - figure_off
        high, wide = scene.now.shape[:2]
        if left < 0 or top < 0 or right > wide - 1 or bottom > high - 1:
            speaks[(x < 0) | (y < 0) | (x > wide - 1) | (y > high - 1)] = 0
        told = np.asarray(speaks @ aimed.weights, dtype=np.float64) / self._whole
        return told, np.asarray(bare_off @ aimed.weights, dtype=np.float64) / self._whole


def _channels(light: Light) -> list[NDArray[np.float32]]:
    return [np.asarray(channel, dtype=np.float32) for channel in cv2.split(light)]


def _tinted(
    blue: NDArray[np.float32], green: NDArray[np.float32], red: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """As `tinted`, of channels apart; green is used up."""
    mean = (blue + green + red) * np.float32(1 / 3)
    # the largest departure from the mean is at an end
    high, low = np.maximum(blue, green), np.minimum(blue, green, out=green)
    np.maximum(high, red, out=high)
    np.minimum(low, red, out=low)
    high -= mean
    np.subtract(mean, low, out=low)
    return mean, np.maximum(high, low, out=high)


@dataclass(frozen=True, slots=True)
class Stood:
    """Where a figure stands best: table mm, heading in rad (clockwise as seen), and how like it looks.

    `likeness` is of what cannot be the bare board, however much that is: 1 if the figure explains all of it,
    0 if it does so no better than the board. So a figure of the board's colours is not less like itself.
    """

    x_mm: float
    y_mm: float
    heading: float
    likeness: float


_AROUND = np.array([[i, j, k] for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)], dtype=np.float64)
_SELF = 13


def stand_near(
    aimed: Aim, scene: Scene, start: Floats, steps: tuple[tuple[float, float], ...], rounds: int
) -> Stood:
    """Climbs from a start (x, y, heading) to where the figure looks most like itself.

    `steps` are (mm, rad), coarse to fine; each is taken while it helps, `rounds` times at most.
    """
    prepared = _Prepared(aimed, scene)
    at = start
    found = np.zeros(27)
    for mm, rad in steps:
        scale = np.array([mm, mm, rad])
        for _ in range(rounds):
            around = at + _AROUND * scale
            found = prepared.likeness(around)
            best = int(found.argmax())
            at = around[best]
            if best == _SELF:
                break
    if int(found.argmax()) == _SELF:
        at = at + _peak(found.reshape(3, 3, 3)) * scale
    told, bare = prepared.weighed(at[None])
    return Stood(float(at[0]), float(at[1]), float(at[2]), float(told[0]) / max(float(bare[0]), LEAST_OFF))


def _peak(cube: NDArray[np.float64]) -> Floats:
    """Between the steps: the top of a parabola along each way."""
    ways = ((cube[0, 1, 1], cube[2, 1, 1]), (cube[1, 0, 1], cube[1, 2, 1]), (cube[1, 1, 0], cube[1, 1, 2]))
    peak = []
    for low, high in ways:
        bend = low - 2 * cube[1, 1, 1] + high
        peak.append(float(np.clip(0.5 * (low - high) / bend, -0.5, 0.5)) if bend < -1e-9 else 0.0)
    return np.array(peak)
