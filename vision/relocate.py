"""Looks for the bare grid's surroundings in the whole picture, after they were lost from sight.

Small turns and any shift are tried on a very small picture; what fits best is only a guess for `follow` to
confirm. A grid turned a quarter or upside down looks much the same: when the turned one fits as well, nothing
is claimed.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Matrix, through

CELL_PX = 6
"""Pixels a cell while searching: a mat is some 45 wide, and a guess within a fifth of a cell is enough."""
TURNS_DEG = (0.0, -3.0, 3.0, -6.0, 6.0, -9.0, 9.0, -12.0, 12.0)
LEAST_FIT = 0.35
"""Least correlation: five cells in six covered by pieces leave the surroundings, about half of what is seen."""
MARGIN = 0.04
"""By how much the grid must fit better than itself turned by quarters."""


class Relocator:
    """Built once from the bare picture; `search` costs a few milliseconds."""

    def __init__(self, bare: NDArray[np.uint8], cells_to_bare: Matrix, cell_px: float) -> None:
        self._step = cell_px / CELL_PX
        reach = 1.25
        corners = np.array(
            [[-reach, -reach], [5 + reach, -reach], [5 + reach, 5 + reach], [-reach, 5 + reach]]
        )
        quad = through(cells_to_bare, corners)
        self._middle = quad.mean(axis=0)
        half = 0.5 * float(np.ptp(quad, axis=0).max())
        self._half = int(half / self._step)
        self._bare = bare
        self._templates = {turn: self._template(turn) for turn in TURNS_DEG}

    def search(self, pixels: NDArray[np.uint8], scale: float) -> Matrix | None:
        """The motion from the bare picture's pixels to this one's, roughly; None when nothing fits clearly."""
        step = self._step * scale
        small = cv2.resize(
            pixels,
            (max(1, round(pixels.shape[1] / step)), max(1, round(pixels.shape[0] / step))),
            interpolation=cv2.INTER_AREA,
        )
        side = self._half
        framed = cv2.copyMakeBorder(_relief(small), side, side, side, side, cv2.BORDER_CONSTANT, value=0)
        best, best_turn, best_at = -1.0, 0.0, (0, 0)
        for turn, template in self._templates.items():
            score = cv2.matchTemplate(framed, template, cv2.TM_CCORR_NORMED)
            _, top, _, at = cv2.minMaxLoc(score)
            if top > best:
                best, best_turn, best_at = float(top), turn, (int(at[0]), int(at[1]))
        if best < LEAST_FIT:
            return None
        x, y = best_at
        here = framed[max(0, y - 2) : y + 2 * side + 3, max(0, x - 2) : x + 2 * side + 3]
        for quarter in (90.0, 180.0, 270.0):
            turned = cv2.matchTemplate(here, self._template(best_turn + quarter), cv2.TM_CCORR_NORMED)
            if float(turned.max()) > best - MARGIN:
                return None
        middle = (np.array([x - side + side, y - side + side]) + 0.5) * step - 0.5
        angle = np.deg2rad(best_turn)
        c, s = scale * np.cos(angle), scale * np.sin(angle)
        shift = middle - np.array(
            [c * self._middle[0] - s * self._middle[1], s * self._middle[0] + c * self._middle[1]]
        )
        return np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]])

    def _template(self, turn_deg: float) -> NDArray[np.float32]:
        """The bare grid's neighbourhood turned about its middle, at the size of the search."""
        angle = np.deg2rad(turn_deg)
        c, s = np.cos(angle) * self._step, np.sin(angle) * self._step
        side = 2 * self._half + 1
        m, h = self._middle, float(self._half)
        # from template pixels back to the bare picture: turn the other way, about the middle
        back = np.array([[c, s, m[0] - c * h - s * h], [-s, c, m[1] + s * h - c * h]])
        smooth = cv2.blur(self._bare, (max(1, round(self._step)),) * 2)
        view = cv2.warpAffine(
            smooth,
            back,
            (side, side),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return _relief(np.asarray(view, dtype=np.uint8))


def _relief(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Lightness with all slow change taken out, so that lamps and exposure do not matter."""
    grey = np.log(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32) + 8)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), CELL_PX)
    return np.asarray(np.clip(fine, -0.5, 0.5), dtype=np.float32)
