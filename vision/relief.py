"""How well a picture shows a tile's art where it is thought to lie, and by how much it lies elsewhere.

A tile is cut into patches. In each the picture may be brighter, darker or of another contrast than the art:
lamps, shadows and exposure do not matter. A patch that shows something else (a hand, a figure, glare) fits
badly and takes no part; the others say each how far, and in which directions, they are off.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Camera, Floats, Place, Seen

PATCH_MM = 25.0
"""Small enough that a hand covers whole ones, large enough to hold a prop or a few stones."""
RIM_MM = 3.0
"""At a tile's edge a corner traced half a pixel off, the tile's side and its shadow come in."""
TEXTURE = 2.0
"""Grey levels of deviation a patch must have: noise of 3 levels, smoothed as here, leaves less than one."""
KEEN_PX = 0.06
"""No patch is believed to be better placed than this, in px of the picture."""
FIT = 0.6
"""Correlation from which a patch shows the art: what is unlike stays below, nearly always."""

Grey = NDArray[np.uint8]
Fine = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """A side's art in grey at `per_mm` samples a mm, cut into N square patches of M samples.

    `centres_mm` N x 2; `rows` N x 3 x M: first the values with their mean taken off, `strength` N long, then
    their slopes in x and y with what a change of brightness or contrast explains taken off; `curvature`
    N x 2 x 2, `answer` its inverse, held back where there is no slope; `textured` N.
    """

    per_mm: float
    size: tuple[int, int]
    corner: tuple[int, int]
    across: tuple[int, int]
    side: int
    centres_mm: Floats
    rows: Fine
    strength: Fine
    curvature: Floats
    answer: Floats
    textured: Flags

    def patches_of(self, view: Fine) -> Fine:
        """A view of the tile (height x width samples) as N x M, the mean of each taken off."""
        rows, columns = self.across
        left, top = self.corner
        m = self.side
        cut = view[top : top + rows * m, left : left + columns * m]
        flat = cut.reshape(rows, m, columns, m).transpose(0, 2, 1, 3).reshape(rows * columns, m * m)
        return np.asarray(flat - flat.mean(axis=1, keepdims=True), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What a picture shows of a side at a place: `fits` N correlations with the art (nan: no telling).

    `off_mm` N x 2: the art at centre + off is what is seen where the centre should be; `spread` N x 2 x 2 its
    covariance in square mm.
    """

    fits: Floats
    off_mm: Floats
    spread: Floats


def relief_of(art: NDArray[np.uint8], art_per_mm: float, per_mm: float) -> Relief:
    """Cuts a side's art (BGR, `art_per_mm` samples a mm) into patches at another, lower density."""
    small = resampled(art, art_per_mm, per_mm)
    height, width = small.shape
    view = softened(small.astype(np.float32))
    rim = max(1, round(RIM_MM * per_mm))
    columns = max(2, round((width - 2 * rim) / per_mm / PATCH_MM))
    rows = max(2, round((height - 2 * rim) / per_mm / PATCH_MM))
    m = min((width - 2 * rim) // columns, (height - 2 * rim) // rows)
    left, top = (width - columns * m) // 2, (height - rows * m) // 2
    i, j = np.divmod(np.arange(rows * columns), columns)
    centres = np.stack([left + (j + 0.5) * m, top + (i + 0.5) * m], axis=1) / per_mm
    none = np.zeros((0, 2, 2))
    empty = Relief(
        per_mm, (width, height), (left, top), (rows, columns), m, centres, np.zeros((0, 3, 0), np.float32),
        np.zeros(0, np.float32), none, none, np.zeros(0, bool),
    )  # fmt: skip
    cut = np.stack([empty.patches_of(one) for one in (view, _slope(view, 1, 0), _slope(view, 0, 1))], axis=1)
    strength = np.sqrt((cut[:, 0] ** 2).sum(axis=1))
    own = cut[:, 0] / np.maximum(strength, 1e-6)[:, None]
    cut[:, 1:] -= (cut[:, 1:] @ own[:, :, None]) * own[:, None, :]
    curvature = (cut[:, 1:] @ cut[:, 1:].transpose(0, 2, 1)).astype(np.float64)
    held = (
        curvature + 1e-3 * np.trace(curvature, axis1=1, axis2=2)[:, None, None] * np.eye(2) + 1e-6 * np.eye(2)
    )
    return Relief(
        per_mm, (width, height), (left, top), (rows, columns), m, centres, cut, strength, curvature,
        np.linalg.inv(held), strength > TEXTURE * m,
    )  # fmt: skip


def resampled(art: NDArray[np.uint8], art_per_mm: float, per_mm: float) -> Grey:
    """Art (BGR) in grey at another density: sample (i, j) lies at (i + 0.5, j + 0.5) / per_mm, exactly."""
    grey = cv2.cvtColor(art, cv2.COLOR_BGR2GRAY)
    ratio = art_per_mm / per_mm
    size = (int(art.shape[1] / ratio + 1e-6), int(art.shape[0] / ratio + 1e-6))
    # each sample stands for a square of the art: as wide a blur
    smooth = cv2.GaussianBlur(grey, (0, 0), max(0.3, 0.45 * np.sqrt(max(0.0, ratio**2 - 1))))
    to_art = np.array([[ratio, 0, 0.5 * ratio - 0.5], [0, ratio, 0.5 * ratio - 0.5]])
    small = cv2.warpAffine(
        smooth, to_art, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(small, dtype=np.uint8)


def softened(view: Fine) -> Fine:
    """Noise of single samples taken off."""
    return np.asarray(cv2.GaussianBlur(view, (0, 0), 1.0), dtype=np.float32)


def _slope(view: Fine, across: int, down: int) -> Fine:
    return np.asarray(cv2.Sobel(view, cv2.CV_32F, across, down) / 8, dtype=np.float32)


def from_above(
    grey: Grey, camera: Camera, place: Place, size: tuple[int, int], per_mm: float
) -> tuple[Grey, Flags]:
    """What is seen at a place, straight from above: `size` samples across and down, `per_mm` of them a mm.

    And which of it is in the picture.
    """
    knots_mm, knots, at = _net(size, per_mm)
    net = camera.to_picture(place.to_table(knots_mm), 0.0).reshape(*knots, 2).astype(np.float32)
    dense = cv2.remap(net, at[0], at[1], cv2.INTER_LINEAR)
    view = cv2.remap(grey, dense, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    last = np.array([grey.shape[1] - 1, grey.shape[0] - 1])
    if np.all((net >= 0) & (net <= last)):
        seen = np.ones(view.shape, dtype=bool)
    else:
        x, y = cv2.split(dense)
        seen = (x >= 0) & (x <= last[0]) & (y >= 0) & (y <= last[1])
    return np.asarray(view, dtype=np.uint8), seen


def viewed(grey: Grey, camera: Camera, place: Place, relief: Relief) -> tuple[Fine, Flags]:
    """What is seen where the tile should lie, in the tile's frame; and which of it is in the picture."""
    view, seen = from_above(grey, camera, place, relief.size, relief.per_mm)
    return softened(view.astype(np.float32)), seen


@lru_cache(maxsize=16)
def _net(size: tuple[int, int], per_mm: float) -> tuple[Floats, tuple[int, int], tuple[Fine, Fine]]:
    """A net over samples: R x C knots, as many x 2 mm from the first corner; and where on it samples lie."""
    width, height = size
    columns, rows = width // 8 + 2, height // 8 + 2
    xs, ys = np.meshgrid(np.arange(columns) * 8.0 / per_mm, np.arange(rows) * 8.0 / per_mm)
    # samples lie at (i + 0.5) / per_mm
    x, y = np.meshgrid((np.arange(width) + 0.5) / 8, (np.arange(height) + 0.5) / 8)
    knots_mm = np.stack([xs.ravel(), ys.ravel()], axis=1)
    return knots_mm, (rows, columns), (x.astype(np.float32), y.astype(np.float32))


def shown_at(grey: Grey, camera: Camera, place: Place, relief: Relief) -> Shown:
    """Compares a picture with a side's art at a place."""
    view, seen = viewed(grey, camera, place, relief)
    return compared(relief, view, seen)


def fits_of(relief: Relief, view: Fine, seen: Flags) -> Floats:
    """How well each patch of a view shows the art: correlations, nan where there is no telling."""
    values = relief.patches_of(view)
    strength = np.sqrt((values**2).sum(axis=1))
    alike = np.einsum("nm,nm->n", values, relief.rows[:, 0]) / np.maximum(strength * relief.strength, 1e-6)
    return np.where(_whole(relief, seen) & relief.textured, alike, np.nan).astype(np.float64)


def _whole(relief: Relief, seen: Flags) -> Flags:
    """Which patches lie wholly in the picture."""
    if seen.all():
        return np.ones(len(relief.strength), dtype=bool)
    even = np.abs(relief.patches_of(seen.astype(np.float32))).max(axis=1) < 1e-6
    x, y = (relief.centres_mm * relief.per_mm).astype(int).T
    return np.asarray(even & seen[y, x])


def compared(relief: Relief, view: Fine, seen: Flags) -> Shown:
    """Compares a view of a tile, in the tile's frame, with the art."""
    values = relief.patches_of(view)
    power = np.einsum("nm,nm->n", values, values).astype(np.float64)
    alike, across, down = (relief.rows @ values[:, :, None])[:, :, 0].T.astype(np.float64)
    own = relief.strength.astype(np.float64)
    fits = alike / np.maximum(np.sqrt(power) * own, 1e-6)
    gain = own**2 / np.maximum(alike, 1e-6)
    pull = np.stack([across, down], axis=1) * gain[:, None]
    off = np.einsum("nkl,nl->nk", relief.answer, pull)
    # what is left of the view, brought to the art's contrast, without the art and its slopes times `off`
    bent = np.einsum("nk,nkl,nl->n", off, relief.curvature, off)
    left = gain**2 * power + own**2 + bent - 2 * (gain * alike + np.einsum("nk,nk->n", pull, off))
    noise = np.maximum(left, 0.0) / values.shape[1]
    # smoothing makes neighbours alike: of every dozen samples about one is news
    spread = relief.answer * (12.0 * noise)[:, None, None]
    fits = np.where(_whole(relief, seen) & relief.textured, fits, np.nan)
    return Shown(fits, off / relief.per_mm, spread / relief.per_mm**2)


def sights(
    shown: Shown, relief: Relief, camera: Camera, place: Place, reach_mm: float
) -> tuple[Seen, Floats]:
    """The patches that show the art, as points for a fit, and how sharp each is (as `fit_together` takes it).

    Patches off by more than `reach_mm` are taken to show something else.
    """
    good = np.nan_to_num(shown.fits) >= FIT
    good &= np.hypot(*shown.off_mm.T) <= reach_mm
    centres, off = relief.centres_mm[good], shown.off_mm[good]
    table = place.to_table(centres)
    points = camera.to_picture(table, 0.0)
    step = 0.5
    turn = place.to_table(np.eye(2) * step) - place.to_table(np.zeros((2, 2)))
    slopes = np.stack([(camera.to_picture(table + turn[k], 0.0) - points) / step for k in (0, 1)], axis=2)
    spread = slopes @ shown.spread[good] @ slopes.transpose(0, 2, 1) + KEEN_PX**2 * np.eye(2)
    # a deviation of one is a deviation of a whole unit once multiplied by this
    sharp = (
        np.linalg.cholesky(np.linalg.inv(spread)).transpose(0, 2, 1) if len(centres) else np.zeros((0, 2, 2))
    )
    return (centres + off, points), sharp
