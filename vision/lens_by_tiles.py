"""Mends a lens by what a layout shows: tiles far from the picture's middle are as large as those within.

The lens sheet is rarely held near the edges of the picture, and there its pictures say little. Tiles that lie
there are rigid and of known size, and their art is seen to a tenth of a pixel, so they say the rest.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.layout import Layout
from vision.lens import Lens, Picture
from vision.pose import Camera, Floats, Place, Seen, fit_together
from vision.relief import shown_at, sights

MEASURED = np.array([0.03, 0.08])
ASSUMED = np.array([0.15, 0.10])
"""How far k1 and k2 may be off, of a lens that was measured and of one that was only assumed."""
STEP = 0.01
TURNS = 3
REACH_MM = 3.0
LEAST_TILES = 2
BETTER = 0.97
"""What is left of the error must be so little, or the lens stays as it was."""


def mended_lens(picture: Picture, layout: Layout) -> tuple[Lens, Layout]:
    """The lens and the layout with the distortion that fits a picture of this layout best.

    `picture` (BGR) is the one the layout was found in, best without anything on the tiles.
    """
    lens = layout.camera.lens
    if len(layout.tiles) < LEAST_TILES:
        return lens, layout
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    seen: list[Seen] = []
    sharp: list[Floats] = []
    for laid in layout.tiles:
        shown = shown_at(grey, layout.camera, laid.place, laid.side.fine)
        points, sharpness = sights(shown, laid.side.fine, layout.camera, laid.place, REACH_MM)
        if len(points[0]) < 8:
            return lens, layout
        seen.append(points)
        sharp.append(sharpness)
    spread = ASSUMED if lens.error_px is None else MEASURED
    start = np.array(lens.distortion[:2])
    bend = start.copy()
    camera, places, first = fit_together(lens, seen, layout.camera, sharp)
    for _ in range(TURNS):
        left = _left(camera, places, seen, sharp)
        columns = []
        for k in (0, 1):
            nudge = bend.copy()
            nudge[k] += STEP
            there, moved, _ = fit_together(_bent(lens, nudge), seen, camera, sharp)
            columns.append((_left(there, moved, seen, sharp) - left) / STEP)
        rows = np.stack(columns, axis=1)
        far = np.abs(left)
        weight = np.minimum(1.0, 2.5 * max(0.3, float(np.median(far))) / np.maximum(far, 1e-9))
        weight /= max(0.3, 1.48 * float(np.median(far))) ** 2
        normal = (rows * weight[:, None]).T @ rows + np.diag(1 / spread**2)
        pull = -(rows * weight[:, None]).T @ left - (bend - start) / spread**2
        bend = bend + np.linalg.solve(normal, pull)
        camera, places, error = fit_together(_bent(lens, bend), seen, camera, sharp)
    if error > BETTER * first:
        return lens, layout
    tiles = tuple(replace(laid, place=place) for laid, place in zip(layout.tiles, places, strict=True))
    return camera.lens, Layout(camera, tiles)


def _bent(lens: Lens, bend: Floats) -> Lens:
    return replace(lens, distortion=np.array([*bend, *lens.distortion[2:]]))


def _left(camera: Camera, places: Sequence[Place], seen: Sequence[Seen], sharp: Sequence[Floats]) -> Floats:
    """What is left of every point, as sharp as it is known."""
    left = []
    for place, (tile, points), known in zip(places, seen, sharp, strict=True):
        off = points - camera.to_picture(place.to_table(tile), 0.0)
        left.append(np.einsum("nij,nj->ni", known, off).ravel())
    return np.concatenate(left)
