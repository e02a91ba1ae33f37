"""The colours of sides laid over a picture: what pattern alone leaves open, they often tell.

Lamps and white balance tint a whole table alike, or nearly; the sides that are known to lie there say how.
"""

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np

from vision.layout import Laid
from vision.light import Light, light_of
from vision.pose import Camera, Place
from vision.relief import Relief
from vision.tiles import Picture, TileSide

WIDTH = 320
"""Colours are looked up in a picture so small that a sample holds a few mm of the table."""


class Colours:
    """The colours of one BGR picture."""

    def __init__(self, picture: Picture) -> None:
        shrink = min(1.0, WIDTH / picture.shape[1])
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        self._tints = _tints(np.asarray(small, dtype=np.uint8))

    def at(self, camera: Camera, place: Place, relief: Relief) -> Light:
        """N x 3: the tint seen in the middle of each patch of a side at a place."""
        high, wide = self._tints.shape[:2]
        centres = place.to_table(relief.centres_mm)
        x, y = camera.scaled((wide, high)).to_picture(centres, 0.0).astype(np.float32).T
        seen = cv2.remap(self._tints, x.copy(), y.copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, dtype=np.float32).reshape(-1, 3)

    def light(self, camera: Camera, accepted: Iterable[Laid]) -> Light | None:
        """How the table is tinted, by the sides known to lie there; None while there are none."""
        offs = [
            self.at(camera, laid.place, laid.side.coarse) - tints_of(laid.side, laid.side.coarse)
            for laid in accepted
        ]
        return np.asarray(np.median(np.concatenate(offs), axis=0), dtype=np.float32) if offs else None


@lru_cache(maxsize=64)
def tints_of(side: TileSide, relief: Relief) -> Light:
    """N x 3: the tint in the middle of each patch of a side's art, cut up as that relief of it is."""
    small = cv2.resize(side.art, relief.size, interpolation=cv2.INTER_AREA)
    tints = cv2.blur(_tints(np.asarray(small, dtype=np.uint8)), (max(1, relief.side // 3),) * 2)
    x, y = (relief.centres_mm * relief.per_mm).astype(int).T
    return np.asarray(tints[y, x], dtype=np.float32)


def off(tints: Light, light: Light | None) -> Light:
    """How far off each tint (N x 3) is under a light, or under the one that fits most of them."""
    if not len(tints):
        return np.zeros(0, dtype=np.float32)
    under = np.median(tints, axis=0) if light is None else light
    return np.asarray(np.abs(tints - under).max(axis=1), dtype=np.float32)


def _tints(picture: Picture) -> Light:
    """The logarithm of light with what is brightness taken off: … x 3, their sum 0."""
    light = light_of(picture)
    return np.asarray(light - light.mean(axis=-1, keepdims=True), dtype=np.float32)
