"""The art of sides laid over a picture, patch by patch: how well it shows them, and where exactly.

This moves camera and tiles to a fraction of a pixel, and says how much of each side is seen.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.colours import Colours
from vision.layout import Laid
from vision.lens import Lens
from vision.pose import Camera, Floats, Place, Seen, fit_together, place_of
from vision.relief import FIT, Fine, Flags, Relief, Shown, shown_at, sights, viewed
from vision.tiles import Picture, TileSide

REACH_MM = (8.0, 3.0, 1.5, 1.0)
"""How far patches may be off in each round of laying the art over the picture."""
LAPPED = 0.1
"""Tiles lie side by side: of two that share more of their place than this, one is not there."""
MOVES, LEAST_TO_MOVE = 3, 3
STILL_MM = 0.1
"""A place that moves no farther has come to lie."""
NEARLY = 0.15
"""What is not yet fitted shows the art from a correlation so much lower."""


class Laying:
    """One picture, in BGR and in grey, and the sides that may lie on it; sides are told by their place."""

    def __init__(self, picture: Picture, grey: Picture, sides: Sequence[TileSide], lens: Lens) -> None:
        self.sides = sides
        self.colours = Colours(picture)
        self._grey = grey
        self._lens = lens
        self._focal = float(lens.matrix[0, 0])
        self._pyramid = {1.0: grey}
        self._shown: dict[tuple[Camera, Place, Relief], Shown] = {}

    def grey_for(self, camera: Camera, per_mm: float) -> tuple[Picture, Camera]:
        """The picture about as fine as the art it is compared with, for averaging takes off noise."""
        there = self._focal / camera.height_mm
        shrink = 1.0
        while shrink > 1 / 16 and there * shrink > 1.6 * per_mm:
            shrink /= 2
        if shrink not in self._pyramid:
            size = (round(self._grey.shape[1] * shrink), round(self._grey.shape[0] * shrink))
            small = cv2.resize(self._grey, size, interpolation=cv2.INTER_AREA)
            self._pyramid[shrink] = np.asarray(small, dtype=np.uint8)
        small = self._pyramid[shrink]
        return small, camera.scaled((small.shape[1], small.shape[0]))

    def shown(self, camera: Camera, place: Place, relief: Relief) -> Shown:
        """What the picture shows of a side at a place; whoever asks again gets the same."""
        asked = camera, place, relief
        if asked not in self._shown:
            grey, own = self.grey_for(camera, relief.per_mm)
            self._shown[asked] = shown_at(grey, own, place, relief)
        return self._shown[asked]

    def viewed(self, camera: Camera, place: Place, relief: Relief) -> tuple[Fine, Flags]:
        """What is seen where a side should lie, straight from above; and which of it is in the picture."""
        grey, own = self.grey_for(camera, relief.per_mm)
        return viewed(grey, own, place, relief)

    def share(self, camera: Camera, place: Place, relief: Relief, *, nearly: bool) -> tuple[float, int]:
        """The share and the number of a side's patches that show it at a place, or `nearly` do."""
        shown = self.shown(camera, place, relief)
        told = np.isfinite(shown.fits)
        near = np.hypot(*shown.off_mm.T) < (REACH_MM[0] if nearly else REACH_MM[-1] + 1)
        good = np.nan_to_num(shown.fits) >= (FIT - NEARLY if nearly else FIT)
        good &= near
        return float(good.sum()) / max(1, int(told.sum())), int(good.sum())

    def in_picture(self, camera: Camera, place: Place, relief: Relief) -> float:
        """The share of a side's textured patches that would lie in the picture."""
        told = np.isfinite(self.shown(camera, place, relief).fits)
        return float(told.sum()) / max(1, int(relief.textured.sum()))

    def settled(self, camera: Camera, tiles: dict[int, Place]) -> tuple[Camera, dict[int, Place]]:
        """Camera and tiles moved until the art lies on the picture; what does not come to lie is dropped."""
        for round_, reach in enumerate(REACH_MM):
            seen: list[Seen] = []
            sharp: list[Floats] = []
            kept = []
            for i, place in tiles.items():
                relief = self.sides[i].coarse if round_ < 2 else self.sides[i].fine
                shown = self.shown(camera, place, relief)
                points, sharpness = sights(shown, relief, camera, place, reach)
                if len(points[0]) < 4:
                    continue
                kept.append(i)
                seen.append(points)
                sharp.append(sharpness)
            if not kept:
                return camera, {}
            camera, placed, _ = fit_together(self._lens, seen, camera, sharp)
            tiles = dict(zip(kept, placed, strict=True))
        return camera, tiles

    def moved(self, camera: Camera, place: Place, relief: Relief) -> Place | None:
        """A place moved by itself, the camera standing still, to where a side's art fits; None: nowhere."""
        for _ in range(MOVES):
            shown = self.shown(camera, place, relief)
            good = (np.nan_to_num(shown.fits) >= FIT - NEARLY) & (np.hypot(*shown.off_mm.T) < REACH_MM[0])
            if good.sum() < LEAST_TO_MOVE:
                return None
            centres = relief.centres_mm[good]
            # the middle one of what few patches say: some of them lie by chance
            off = shown.off_mm[good]
            near = np.hypot(*(off - np.sort(off, axis=0)[len(off) // 2]).T) < REACH_MM[1]
            if near.sum() < LEAST_TO_MOVE:
                return None
            before = place
            place, _ = place_of(centres[near] + off[near], place.to_table(centres[near]))
            if np.hypot(*(place.to_table(centres) - before.to_table(centres)).T).max() < STILL_MM:
                break
        return place

    def lapped(self, index: int, place: Place, tiles: dict[int, Place]) -> bool:
        """Whether a side at a place would lie on one of the tiles."""
        side = self.sides[index]
        return any(overlap(place, side, other, self.sides[j]) > LAPPED for j, other in tiles.items())


def overlapping(laid: dict[int, Laid]) -> list[tuple[int, int]]:
    """Pairs that seem to lie in one place."""
    return [
        (i, j)
        for i in laid
        for j in laid
        if i < j and overlap(laid[i].place, laid[i].side, laid[j].place, laid[j].side) > LAPPED
    ]


def overlap(a: Place, side_a: TileSide, b: Place, side_b: TileSide) -> float:
    """The share of a tile that lies on another."""
    return lapping(a.to_table(side_a.corners_mm), b.to_table(side_b.corners_mm))


def lapping(one: Floats, two: Floats) -> float:
    """The share of a convex polygon (N x 2) that lies on another."""
    first = one.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(first, two.astype(np.float32))
    return float(area) / cv2.contourArea(first)
