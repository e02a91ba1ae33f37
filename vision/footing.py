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

from vision.light import Light
from vision.pose import Floats

STEP_MM = 0.5
AHEAD_MM, RAISED_MM = 9.0, 12.0
"""How far off the origin may be, along the heading and in height."""
FEET_MM2 = 20.0
"""Area of a picture that speaks once: what is seen at neighbouring places is not seen twice."""
ON_PRINT = 0.15
"""What a view on the board counts for feet: print may be as dark as shoes are, and shadows lie on it."""
EDGE = 5.0
"""How much a step of light all along an edge of the feet speaks, for each unit of its logarithm."""
CLEAR = 0.6
"""Log of light: a step as clear as any needs to be."""
FACING = 0.12
"""mm a mm of height, by which an edge is seen well that faces the camera."""
WITHIN_MM = 1.0
"""The shoes may be so much shorter than the way both take up, which was measured, on either side."""
LEGS = 0.5
"""Share of the height below which figure that is not body is leg or shoe, over the feet."""
TALLEST_SHARE, HEAD_SHARE = 0.03, 0.12
"""Of what is seen from above: the very top, and the part about it."""
TOP_MM, TOP_SIGMA_MM = 4.0, 3.0
"""How much lower than the ruler's mark what is found of the tallest part is."""
LEAN = 0.25
"""mm by which a place is off for a mm of height, where a figure is seen at another side of the camera."""
BODY_SHARE = 0.55
"""Share of the height at which the body is taken to be, on the average."""
BODY_AHEAD_MM, BODY_SIGMA_MM = 1.5, 2.2
"""Where the middle of all that is seen lies ahead of the feet's middle: arms and beaks are in front."""


TALL_AHEAD_MM, TALL_SIGMA_MM, OTHERWISE = 0.8, 2.0, 0.02
"""Where the tallest part lies ahead of the feet's middle. On most figures that is a head over the feet; it
is as likely anywhere else as `OTHERWISE` a mm: on a beast the head is far in front."""


@dataclass(frozen=True, slots=True)
class Top:
    """The tallest part of a figure as found so far: how high, and how far ahead."""

    height_mm: float
    ahead_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """What one view shows about the feet, laid out on the floor in the figure's frame (rows v, columns u,
    `STEP_MM` apart, the middle one at the origin): how surely table is seen there, and how surely what is low
    of the figure, and either it or the body, 0 to 1 each. What may be a shadow is none of them.

    `light` (… x 3) is what is seen there.
    `body_mm` is how far ahead the middle of all that is seen lies, taken as `BODY_SHARE` of the height over
    the floor. `outward` is how far a point is seen ahead and to the right, for a mm of height. `told`: it was
    taken for teaching, on the bare table; else it stands on what is printed.
    """

    table: NDArray[np.float32]
    figure: NDArray[np.float32]
    standing: NDArray[np.float32]
    light: Light
    body_mm: float
    outward: Floats
    told: bool


@dataclass(frozen=True, slots=True)
class Footing:
    """By how much the origin must go ahead, and all heights be raised; one sigma of the
    feet's middle where it is seen later."""

    ahead_mm: float
    raised_mm: float
    unsure_mm: float


def footing(prints: Sequence[Footprint], top: Top, height_mm: float, feet_mm: tuple[float, float]) -> Footing:
    """Weighs all that one or two views show, and the tallest part of what was found by them."""
    ahead = np.arange(-AHEAD_MM, AHEAD_MM + 0.01, STEP_MM)
    raised = np.arange(-RAISED_MM, RAISED_MM + 0.01, 1.0)
    off_top = (height_mm - TOP_MM - top.height_mm - raised) / TOP_SIGMA_MM
    body = sum(seen.body_mm + seen.outward[0] * raised for seen in prints) / len(prints)
    off_body = (body - BODY_AHEAD_MM - ahead[:, None]) / BODY_SIGMA_MM
    off_tall = (top.ahead_mm - TALL_AHEAD_MM - ahead[:, None]) / TALL_SIGMA_MM
    over = np.exp(-0.5 * off_tall**2) / (TALL_SIGMA_MM * np.sqrt(2 * np.pi)) + OTHERWISE
    doubt = 0.5 * off_top**2 + 0.5 * off_body**2 - np.log(over)
    for seen in prints:
        share = 1.0 if seen.told else ON_PRINT
        doubt -= share * _seen(seen, height_mm, feet_mm, ahead, raised) / FEET_MM2
        if seen.told:  # what is printed has edges of its own
            doubt -= EDGE * _edges(seen, feet_mm, ahead, raised)
    likely = np.exp(doubt.min() - doubt)
    likely /= likely.sum()
    along, up = likely.sum(axis=1), likely.sum(axis=0)
    mean = float(along @ ahead)
    higher = float(up @ raised)
    spread = float(along @ (ahead - mean) ** 2) + LEAN**2 * float(up @ (raised - higher) ** 2)
    return Footing(mean, higher, float(np.sqrt(spread)))


def top_of(across_mm: Floats, heights_mm: Floats, weights: Floats) -> Top:
    """The tallest part of a figure's columns (N x 2 u, v; N heights; N weights, not all 0)."""
    order = np.argsort(-heights_mm)
    total = np.cumsum(weights[order])
    height = float(heights_mm[order[np.searchsorted(total, TALLEST_SHARE * total[-1])]])
    wide = order[: int(np.searchsorted(total, HEAD_SHARE * total[-1])) + 1]
    return Top(height, float(np.average(across_mm[wide, 0], weights=weights[wide] + 1e-9)))


def _seen(
    seen: Footprint, height_mm: float, feet_mm: tuple[float, float], ahead: Floats, raised: Floats
) -> Floats:
    """mm² of figure that feet there explain, less the mm² of table where they would be."""
    must = _box((feet_mm[0] - 2 * WITHIN_MM, feet_mm[1] - WITHIN_MM), np.zeros((1, 2)))
    may = _box(feet_mm, np.linspace(0, LEGS * height_mm, 12)[:, None] * seen.outward)
    table = cv2.filter2D(seen.table, cv2.CV_32F, must, borderType=cv2.BORDER_CONSTANT)
    figure = cv2.filter2D(seen.figure, cv2.CV_32F, may, borderType=cv2.BORDER_CONSTANT)
    return _at(np.asarray(figure - table, dtype=np.float32), seen, ahead, raised, (0.0, 0.0)) * STEP_MM**2


def _edges(seen: Footprint, feet_mm: tuple[float, float], ahead: Floats, raised: Floats) -> Floats:
    """How clear a step of light there is along those edges of feet there that face the camera."""
    total = np.zeros((len(ahead), len(raised)))
    step = np.repeat([1.0, 0.0, -1.0], (3, 1, 3))[None, :].astype(np.float32) / 3
    for axis, kernel in ((0, step), (1, step.T)):
        facing = float(np.clip(abs(seen.outward[axis]) / FACING, 0, 1))
        side = -float(np.sign(seen.outward[axis])) * (feet_mm[axis] / 2 - (WITHIN_MM / 2 if axis == 0 else 0))
        along = max(3, round(0.8 * feet_mm[1 - axis] / STEP_MM))
        change = np.abs(cv2.filter2D(seen.light, cv2.CV_32F, kernel)).max(axis=2)
        change = np.minimum(change, CLEAR) * (1 - _beyond(seen.standing, axis, side))
        clear = cv2.blur(change, (1, along) if axis == 0 else (along, 1))
        offset = (side, 0.0) if axis == 0 else (0.0, side)
        total += facing * _at(np.asarray(clear, dtype=np.float32), seen, ahead, raised, offset)
    return total


def _beyond(standing: NDArray[np.float32], axis: int, side: float) -> NDArray[np.float32]:
    """What stands a little farther out than each place, on the side where an edge faces."""
    by = round(1.5 / STEP_MM) * (1 if side > 0 else -1)
    moved = np.array([[1, 0, by if axis == 0 else 0], [0, 1, by if axis == 1 else 0]], dtype=np.float32)
    out = cv2.warpAffine(
        standing, moved, standing.shape[::-1], flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(out, dtype=np.float32)


def _at(
    laid: NDArray[np.float32],
    seen: Footprint,
    ahead: Floats,
    raised: Floats,
    offset: tuple[float, float],
) -> Floats:
    """What is laid out on the floor, where feet so far ahead of a figure so much raised are seen."""
    u = ahead[:, None] - raised[None, :] * seen.outward[0] + offset[0]
    v = np.broadcast_to(-raised[None, :] * seen.outward[1] + offset[1], u.shape)
    middle = np.array(laid.shape[::-1]) // 2
    at = cv2.remap(
        laid,
        (u / STEP_MM + middle[0]).astype(np.float32),
        (v / STEP_MM + middle[1]).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    return np.asarray(at, dtype=np.float64)


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
