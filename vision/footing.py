"""Where under a sculpted figure its feet are, and how high it all is: what stereo and mirror leave open.

Moving the origin ahead and raising all points changes nothing of what two pictures show. What tells it:
the feet themselves where they are seen (their rectangle holds figure, not table, and what of the figure is
low lies over it), the ruler (the tallest part), and that a figure which must not tip over has its weight over
its feet. All of it is weighed together over a grid of shifts; the answer is the mean, with its spread.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Floats

STEP_MM = 0.5
AHEAD_MM, RAISED_MM = 9.0, 12.0
"""How far off the origin may be, along the heading and in height."""
FEET_MM2 = 20.0
"""Area of a picture that speaks once: what is seen at neighbouring places is not seen twice."""
WITHIN_MM = 1.0
"""The shoes may be so much shorter than the way both take up, which was measured, on either side."""
LEGS = 0.5
"""Share of the height below which figure that is not body is leg or shoe, over the feet."""
TALLEST_SHARE = 0.03
TOP_MM, TOP_SIGMA_MM = 3.0, 3.0
"""How much lower than the ruler's mark what is found of the tallest part is."""
WEIGHT_AHEAD_MM, WEIGHT_SIGMA_MM = 0.7, 2.2
"""Where what is seen, weighed by its height, lies ahead of the feet's middle: arms and beaks are in front."""


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """What one view shows about the feet, laid out on the floor in the figure's frame (rows v, columns u,
    `STEP_MM` apart, the middle one at the origin): `speaks` is -1 table to 1 figure, 0 body or unknown.

    `outward` is how far a point is seen ahead and to the right, for a mm of height.
    """

    speaks: NDArray[np.float32]
    outward: Floats


@dataclass(frozen=True, slots=True)
class Footing:
    """By how much the origin must go ahead, and all heights be raised; one sigma of the first."""

    ahead_mm: float
    raised_mm: float
    unsure_mm: float


def footing(
    prints: Sequence[Footprint],
    across_mm: Floats,
    heights_mm: Floats,
    weights: Floats,
    height_mm: float,
    feet_mm: tuple[float, float],
) -> Footing:
    """Weighs all evidence about a figure's columns (N x 2 u, v; N heights; N weights, not all 0)."""
    ahead = np.arange(-AHEAD_MM, AHEAD_MM + 0.01, STEP_MM)
    raised = np.arange(-RAISED_MM, RAISED_MM + 0.01, 1.0)
    doubt = _doubt(across_mm, heights_mm, weights, height_mm, ahead[:, None], raised[None, :])
    for seen in prints:
        doubt -= _seen(seen, height_mm, feet_mm, ahead, raised) / FEET_MM2
    share = np.exp(doubt.min() - doubt)
    share /= share.sum()
    along, up = share.sum(axis=1), share.sum(axis=0)
    mean = float(along @ ahead)
    spread = float(np.sqrt(along @ (ahead - mean) ** 2))
    return Footing(mean, float(up @ raised), spread)


def _doubt(
    across: Floats, heights: Floats, weights: Floats, height_mm: float, ahead: Floats, raised: Floats
) -> Floats:
    order = np.argsort(-heights)
    total = np.cumsum(weights[order])
    top = float(heights[order[np.searchsorted(total, TALLEST_SHARE * total[-1])]])
    heavy = weights * np.clip(heights, 0, None)
    middle = float(heavy @ across[:, 0] / max(float(heavy.sum()), 1e-9))
    off_top = (height_mm - TOP_MM - top - raised) / TOP_SIGMA_MM
    off_weight = (middle - WEIGHT_AHEAD_MM - ahead) / WEIGHT_SIGMA_MM
    return np.asarray(0.5 * off_top**2 + 0.5 * off_weight**2)


def _seen(
    seen: Footprint, height_mm: float, feet_mm: tuple[float, float], ahead: Floats, raised: Floats
) -> Floats:
    """mm² of figure that feet there explain, less the mm² of table where they would be."""
    must = _box((feet_mm[0] - 2 * WITHIN_MM, feet_mm[1] - WITHIN_MM), np.zeros((1, 2)))
    may = _box(feet_mm, np.linspace(0, LEGS * height_mm, 12)[:, None] * seen.outward)
    table, figure = np.minimum(seen.speaks, 0), np.maximum(seen.speaks, 0)
    area = cv2.filter2D(table, cv2.CV_32F, must, borderType=cv2.BORDER_CONSTANT)
    area += cv2.filter2D(figure, cv2.CV_32F, may, borderType=cv2.BORDER_CONSTANT)
    u = ahead[:, None] - raised[None, :] * seen.outward[0]
    v = np.broadcast_to(-raised[None, :] * seen.outward[1], u.shape)
    middle = np.array(seen.speaks.shape[::-1]) // 2
    at = cv2.remap(
        area,
        (u / STEP_MM + middle[0]).astype(np.float32),
        (v / STEP_MM + middle[1]).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    return np.asarray(at, dtype=np.float64) * STEP_MM**2


def _box(size_mm: tuple[float, float], places_mm: Floats) -> NDArray[np.float32]:
    """Boxes of length by width about places (u, v), as a kernel: 1 in any of them, soft at the rim."""
    reach = np.ceil((np.abs(places_mm).max(axis=0) + np.array(size_mm) / 2) / STEP_MM).astype(int) + 1
    u = np.arange(-reach[0], reach[0] + 1)[None, :] * STEP_MM
    v = np.arange(-reach[1], reach[1] + 1)[:, None] * STEP_MM
    kernel = np.zeros((len(v), u.shape[1]))
    for ahead, right in places_mm:
        inside_u = np.clip((size_mm[0] / 2 - np.abs(u - ahead)) / STEP_MM + 0.5, 0, 1)
        inside_v = np.clip((size_mm[1] / 2 - np.abs(v - right)) / STEP_MM + 0.5, 0, 1)
        np.maximum(kernel, inside_u * inside_v, out=kernel)
    return kernel.astype(np.float32)
