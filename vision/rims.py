"""The visible rim of a tile on its picture: mends corners that a finger traced half a pixel off.

Where a tile's edge can be seen, many short pieces of it are measured across; they join the traced corners in
one fit. An edge that cannot be told from the table, or two steps side by side, gives nothing and the traced
corners stand.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import NOISE_PX, Camera, Floats, Place, Seen

PIECES = 8
"""Pieces of each edge."""
REACH_PX = 2.0
"""At a width of 1280. A traced line lies at most so far from the edge: four times the noise of a tap."""
STEP_PX = 0.25
CORNERS = 0.06
"""Share of an edge left out at each end, where its neighbours come in."""
LEAST_PIECES = 4
PIECE_PX = 0.7
"""How well one piece is believed to be measured: all of an edge may be off together, by a quarter of it."""
CLEAR = 1.6
"""The best step must be so many times as strong as any other beyond its own width."""
LEAST_STEP = 5.0
"""Grey levels over a pixel."""


def rim_seen(
    picture: NDArray[np.uint8], camera: Camera, place: Place, size_mm: tuple[float, float]
) -> tuple[Seen, Floats]:
    """Points measured on the edges of a tile near `place`, and how sharp they are (see `fit_together`)."""
    wide, high = size_mm
    corners = np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])
    unit = picture.shape[1] / 1280
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8 * unit), dtype=np.uint8)
    measured = [_edge(soft, camera, place, corners[[k, (k + 1) % 4]]) for k in range(4)]
    tile, points, sharp = [], [], []
    for one, two in ((measured[0], measured[2]), (measured[1], measured[3])):
        if min(len(one.off), len(two.off)) < LEAST_PIECES:
            continue
        # a printed frame or a shadow makes all edges seem to lie farther in or out: only where a tile lies
        # between its edges is taken from them, not how large it is
        inset = (float(np.median(one.off)) + float(np.median(two.off))) / 2
        for edge in (one, two):
            tile.append(edge.tile_mm)
            points.append(edge.points_px + (edge.off - inset)[:, None] * edge.normal)
            sharp.append(
                np.tile(np.array([edge.normal, [0.0, 0.0]]) / (PIECE_PX * unit), (len(edge.off), 1, 1))
            )
    if not tile:
        return (np.zeros((0, 2)), np.zeros((0, 2))), np.zeros((0, 2, 2))
    return (np.concatenate(tile), np.concatenate(points)), np.concatenate(sharp)


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """Pieces of an edge: N x 2 tile mm, N x 2 px where they should be seen, N px they lie farther out."""

    tile_mm: Floats
    points_px: Floats
    off: Floats
    normal: Floats


def _edge(soft: NDArray[np.uint8], camera: Camera, place: Place, ends: Floats) -> _Edge:
    unit = soft.shape[1] / 1280
    a, b = ends
    along = (np.arange(PIECES * 12) + 0.5) / (PIECES * 12) * (1 - 2 * CORNERS) + CORNERS
    on = a + along[:, None] * (b - a)
    there = camera.to_picture(place.to_table(on), 0.0)
    way = there[-1] - there[0]
    normal = np.array([way[1], -way[0]]) / np.hypot(*way)  # outwards: corners go clockwise
    offsets = np.arange(-REACH_PX - 1, REACH_PX + 1 + 1e-9, STEP_PX) * unit
    at = (there[:, None] + offsets[None, :, None] * normal).astype(np.float32)
    lines = cv2.remap(
        soft, at[..., 0].copy(), at[..., 1].copy(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    pieces = lines.reshape(PIECES, 12, len(offsets), 3).astype(np.float32).mean(axis=1)
    half = round(0.5 / STEP_PX)
    steps = np.linalg.norm(pieces[:, 2 * half :] - pieces[:, : -2 * half], axis=2)
    found = [_step(strength, offsets[half:-half] / unit) for strength in steps]
    kept = np.array([f is not None for f in found])
    off = np.array([f for f in found if f is not None]) * unit
    if len(off):
        # pieces of one edge agree; a prop at the rim does not
        near = np.abs(off - np.median(off)) < 0.6 * unit
        kept[kept] = near
        off = off[near]
    middle = np.arange(PIECES) * 12 + 6
    return _Edge(
        (on[middle] + on[middle - 1])[kept] / 2, (there[middle] + there[middle - 1])[kept] / 2, off, normal
    )


def traced_sharpness(count: int, unit: float) -> Floats:
    """How sharp so many traced points are."""
    return np.tile(np.eye(2) / (NOISE_PX * unit), (count, 1, 1))


def _step(strength: NDArray[np.float32], middle: Floats) -> float | None:
    """Where the one clear step of a profile lies, in px at a width of 1280; None without one."""
    best = int(np.argmax(strength))
    if (
        best in (0, len(strength) - 1)
        or strength[best] < LEAST_STEP
        or abs(middle[best]) > REACH_PX - STEP_PX
    ):
        return None
    beyond = np.abs(middle - middle[best]) > 1.3
    # another step counts where it has a peak of its own
    peaks = np.zeros(len(strength), dtype=bool)
    peaks[1:-1] = (strength[1:-1] >= strength[:-2]) & (strength[1:-1] >= strength[2:])
    peaks[[0, -1]] = True
    others = strength[beyond & peaks]
    if len(others) and float(others.max()) * CLEAR > strength[best]:
        return None
    left, here, right = (float(v) for v in strength[best - 1 : best + 2])
    bend = left - 2 * here + right
    return float(middle[best] + (0.5 * (left - right) / bend if bend < 0 else 0.0) * STEP_PX)
