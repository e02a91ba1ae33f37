"""The bare board as the camera would see it now, and what in a frame differs from it.

Compared is a small picture, some 320 px wide, in logarithms of light: a lamp dimmed, an exposure or a white
balance that wanders adds something smooth, which is taken away; a shadow only darkens; the rest is something
that was not there.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.light import GAMMA, Light, Picture, light_of, tinted
from vision.pose import Floats
from vision.tiles import ART_PX_PER_MM

SMALL_WIDTH = 320
"""A figure is some ten pixels wide in it, an arm twenty."""
TINTED, BRIGHTER, DARKER = 0.22, 0.3, 1.1
"""Log of light: more than noise and grain, averaged over 16 pixels and more, and more than a lamp's wander;
the last is darker than a shadow."""
SHADOWY = 0.25
SMOOTH = 0.35
"""What differs by more is no light field."""
CELLS = (20, 12)
"""The field of light is told in so many cells across and down the picture: a hand's breadth each."""
MOST_FIELD = 0.35
SETTLED_PX = 0.3
"""A picture moved by less is still the one that was drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What differs, at the small size: `sure` something, `dark` it or its shadow; H x W each.

    `field` (CELLS down x across x 3) is the log of how the light changed over the picture.
    """

    sure: NDArray[np.bool_]
    dark: NDArray[np.bool_]
    field: Light


class Backdrop:
    """Made from a picture of the bare board; `move` it when the camera was bumped."""

    def __init__(self, bare: Picture) -> None:
        self._reference = bare
        self.step = max(1, round(bare.shape[1] / SMALL_WIDTH))
        self._since: Floats = np.eye(3)  # what had moved when the reference was made
        self._moved: Floats = np.eye(3)
        self._show(bare)

    def _show(self, bare: Picture) -> None:
        self.bare = bare
        self._small = light_of(self.small(bare))
        self._clipped = _blown(self.small(bare))

    def small(self, picture: Picture) -> Picture:
        """The same picture, `step` times smaller; works on pictures of half the size as well."""
        high, wide = self._reference.shape[:2]
        size = (max(1, wide // self.step), max(1, high // self.step))
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def move(self, to_now: Floats) -> bool:
        """`to_now` brings pixels of the reference to where they are seen now. True if that was redrawn."""
        high, wide = self._reference.shape[:2]
        rim = np.array([[[0.0, 0.0], [wide, 0], [wide, high], [0, high]]])
        apart = cv2.perspectiveTransform(rim, to_now) - cv2.perspectiveTransform(rim, self._moved)
        if float(np.abs(apart).max()) < SETTLED_PX:
            return False
        self._moved = to_now.copy()
        moved = cv2.warpPerspective(
            self._reference,
            to_now @ np.linalg.inv(self._since),
            (wide, high),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        self._show(np.asarray(moved, dtype=np.uint8))
        return True

    def push(self, old: Layout, new: Layout, pushed: tuple[str, ...]) -> None:
        """Tiles were pushed: their picture goes along, the table shows where they lay."""
        bare = self.bare.copy()
        high, wide = bare.shape[:2]
        was, now = ({laid.side.id: laid for laid in layout.tiles} for layout in (old, new))
        pictures = []
        hole = np.zeros((high, wide), np.uint8)
        for name in pushed:
            a, b = old.corners_px(was[name]), new.corners_px(now[name])
            moved = cv2.getPerspectiveTransform(a.astype(np.float32), b.astype(np.float32))
            cv2.fillConvexPoly(hole, np.rint(a).astype(np.int32), 255)
            mask = np.zeros((high, wide), np.uint8)
            cv2.fillConvexPoly(mask, np.rint(b).astype(np.int32), 255)
            pictures.append((cv2.warpPerspective(bare, moved, (wide, high)), mask))
        hole = np.asarray(cv2.dilate(hole, np.ones((5, 5), np.uint8)), dtype=np.uint8)
        few = (wide // 4, high // 4)
        rest = cv2.inpaint(
            cv2.resize(bare, few, interpolation=cv2.INTER_AREA), cv2.resize(hole, few), 3, cv2.INPAINT_TELEA
        )
        bare[hole > 0] = cv2.resize(rest, (wide, high))[hole > 0]
        for picture, mask in pictures:
            bare[mask > 0] = picture[mask > 0]
        self._reference, self._since = bare, self._moved.copy()
        self._show(bare)

    def compare(self, small: Picture, covered: NDArray[np.bool_] | None) -> Change:
        """What differs in a frame (at the small size); `covered` is not asked how the light changed."""
        difference = light_of(small) - self._small
        thin = difference.reshape(-1, 3)[::17]
        if covered is not None:
            thin = thin[~covered.reshape(-1)[::17]]
        common = np.median(thin, axis=0).astype(np.float32) if len(thin) else np.zeros(3, np.float32)
        difference -= common
        mean, off = tinted(difference)
        even = (np.abs(mean) < SMOOTH) & (off < TINTED)
        if covered is not None:
            even &= ~covered
        field = _field(difference, even)
        size = (small.shape[1], small.shape[0])
        difference -= cv2.resize(field, size, interpolation=cv2.INTER_LINEAR)
        mean, off = tinted(difference)
        blown = _blown(small) | self._clipped
        tint = np.where(blown, off > 2 * TINTED, off > TINTED)
        sure = tint | (mean > BRIGHTER) | (mean < -DARKER)
        dark = sure | (mean < -SHADOWY)
        return Change(sure, dark, field + common)


def _blown(picture: Picture) -> NDArray[np.bool_]:
    """Where no colour is left."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red) >= 250)


def _field(difference: Light, even: NDArray[np.bool_]) -> Light:
    """The smooth part, cell by cell; a cell of which little is seen goes by its neighbours."""
    weight = even.astype(np.float32)
    there = cv2.resize(weight, CELLS, interpolation=cv2.INTER_AREA)
    total = cv2.resize(difference * weight[..., None], CELLS, interpolation=cv2.INTER_AREA)
    near = cv2.GaussianBlur(there, (0, 0), 1.0)
    spread = cv2.GaussianBlur(total, (0, 0), 1.0) / np.maximum(near, 0.02)[..., None]
    return np.clip(spread, -MOST_FIELD, MOST_FIELD).astype(np.float32)


def drawn_from_art(picture: Picture, layout: Layout) -> Picture:
    """The frame with the art of every tile laid over it, as bright as the frame is there: bare tiles."""
    bare = picture.copy()
    high, wide = bare.shape[:2]
    for laid in layout.tiles:
        side = laid.side
        art_high, art_wide = side.art.shape[:2]
        rim = np.array([[0.0, 0.0], [art_wide, 0], [art_wide, art_high], [0, art_high]], np.float64)
        seen = layout.camera.to_picture(laid.place.to_table(rim / ART_PX_PER_MM), 0.0)
        across = cv2.getPerspectiveTransform((rim - 0.5).astype(np.float32), seen.astype(np.float32))
        smooth = cv2.GaussianBlur(side.art, (0, 0), 0.7)
        drawn = cv2.warpPerspective(smooth, across, (wide, high), flags=cv2.INTER_AREA)
        mask = np.zeros((high, wide), np.uint8)
        cv2.fillConvexPoly(mask, np.rint(seen).astype(np.int32), 1)
        on = mask > 0
        seen_now = light_of(np.asarray(picture[on][:, None], dtype=np.uint8))
        change = np.subtract(seen_now, light_of(np.asarray(drawn[on][:, None], dtype=np.uint8)))
        gain = np.exp(np.median(change.reshape(-1, 3), axis=0) / GAMMA)
        bare[on] = np.clip(drawn[on] * gain, 0, 255).astype(np.uint8)
    return np.asarray(bare, dtype=np.uint8)
