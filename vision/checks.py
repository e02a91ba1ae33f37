"""What can be told at set-up, before a game: grid in view, light right, picture sharp and quick?

Keys and figures only; the words stand with the screens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import GRID_SIDE
from vision.plane import PX, cells_to_picture, through
from vision.taught import SMALLEST_CELL_PX, Corners

Name: TypeAlias = Literal["in_view", "light", "sharp", "speed"]
Fault: TypeAlias = Literal[
    "corner_outside", "too_small", "too_dark", "too_bright", "glare", "blurred", "too_slow", "standing_still"
]

ROOM = 0.5
"""Cells about the grid that should be in view: an arm is told by crossing them."""
DARK_CODE, BRIGHT_CODE = 40, 250
"""Median below the first: noise as large as a pale colour. Clipped from the second on: no colour left."""
GLARE_SHARE = 0.15
BLURRED = 1.6 / PX
"""Cells from one side of an edge to the other: wider than this, a line is lost between two samples."""
SLOWEST_FPS = 5.0
"""Two frames within the time in which a reading settles."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. `fault` is None when it is fine; `figure` is what was measured, in its own unit:
    pixels a cell (in_view), code 0 to 255 (light), pixels of an edge's width (sharp), frames a
    second (speed).
    """

    name: Name
    figure: float
    fault: Fault | None


def check_table(
    picture: NDArray[np.uint8], corners_px: Corners, stamps_s: Sequence[float]
) -> tuple[Check, Check, Check, Check]:
    """In view, light, sharp, speed, in this order, for one picture (BGR) and the latest stamps."""
    return (
        _in_view(picture, corners_px),
        _light(picture, corners_px),
        _sharp(picture, corners_px),
        _speed(stamps_s),
    )


def _quad(corners_px: Corners, margin: float) -> NDArray[np.float64]:
    low, high = -margin, GRID_SIDE + margin
    return through(
        cells_to_picture(corners_px), np.array([[low, low], [high, low], [high, high], [low, high]])
    )


def _cell_px(corners_px: Corners) -> float:
    return float(np.sqrt(cv2.contourArea(np.array(corners_px, dtype=np.float32)))) / GRID_SIDE


def _in_view(picture: NDArray[np.uint8], corners_px: Corners) -> Check:
    cell = _cell_px(corners_px)
    room = _quad(corners_px, ROOM)
    inside = bool(np.all(room >= 0) and np.all(room <= [picture.shape[1] - 1, picture.shape[0] - 1]))
    fault: Fault | None = None
    if not inside:
        fault = "corner_outside"
    elif cell < SMALLEST_CELL_PX:
        fault = "too_small"
    return Check("in_view", cell, fault)


def _light(picture: NDArray[np.uint8], corners_px: Corners) -> Check:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(_quad(corners_px, 0.25)).astype(np.int32), 1)
    seen = picture[mask > 0]
    if len(seen) == 0:
        return Check("light", 0.0, "too_dark")
    middle = float(np.median(seen.max(axis=1)))
    clipped = float((seen.min(axis=1) >= BRIGHT_CODE).mean())
    fault: Fault | None = None
    if middle < DARK_CODE:
        fault = "too_dark"
    elif clipped > 0.5:
        fault = "too_bright"
    elif clipped > GLARE_SHARE:
        fault = "glare"
    return Check("light", middle, fault)


def _sharp(picture: NDArray[np.uint8], corners_px: Corners) -> Check:
    """The width of the strongest edges on the grid: step over slope, as light falls across them."""
    quad = _quad(corners_px, 0.5)
    low = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    high = np.ceil(quad.max(axis=0)).astype(int) + 1
    grey = cv2.cvtColor(picture[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY).astype(np.float32)
    if min(grey.shape) < 16:
        return Check("sharp", 0.0, "blurred")
    smooth = cv2.blur(grey, (3, 3))
    slope = cv2.magnitude(
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    )
    reach = max(3, round(0.12 * _cell_px(corners_px))) | 1
    box = cv2.getStructuringElement(cv2.MORPH_RECT, (reach, reach))
    step = cv2.dilate(smooth, box) - cv2.erode(smooth, box)
    strong = slope >= np.percentile(slope, 98.5)
    width = float(np.median(step[strong] / np.maximum(slope[strong], 1e-3)))
    contrast = float(np.median(step[strong]))
    # a picture without any edge stronger than noise says nothing about sharpness: that is a fault too
    blurred = contrast < 6 or width > max(5.0, BLURRED * _cell_px(corners_px))
    return Check("sharp", width, "blurred" if blurred else None)


def _speed(stamps_s: Sequence[float]) -> Check:
    if len(stamps_s) < 2 or stamps_s[-1] <= stamps_s[0]:
        return Check("speed", 0.0, "standing_still")
    fps = (len(stamps_s) - 1) / (stamps_s[-1] - stamps_s[0])
    return Check("speed", fps, None if fps >= SLOWEST_FPS else "too_slow")
