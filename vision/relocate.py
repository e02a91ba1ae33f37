"""Looks for the bare grid's surroundings in the whole picture, after they were lost from sight.

Small turns and any shift are tried on a very small picture; what fits best is only a guess for `follow` to
confirm. A grid turned a quarter or upside down looks much the same: when the turned one fits as well, nothing
is claimed.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Matrix, grey_of, through

CELL_PX = 8
"""Pixels a cell while searching: a mat is some 45 wide, and a guess within a fifth of a cell is enough."""
TURNS_DEG = (0.0, -3.0, 3.0, -6.0, 6.0, -9.0, 9.0, -12.0, 12.0)
LEAST_FIT = 0.35
"""Least correlation: a grid full of pieces leaves its frame, about a third of what is seen."""
ABOUT = 0.25
"""Cells about the grid that take part."""
GUESSES = 4
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
        self._quad = through(cells_to_bare, np.clip(corners, -ABOUT, 5 + ABOUT))
        self._middle = quad.mean(axis=0)
        half = 0.5 * float(np.ptp(quad, axis=0).max())
        self._half = int(half / self._step)
        self._bare = bare
        self._templates = {turn: self._template(turn) for turn in TURNS_DEG}

    def search(self, pixels: NDArray[np.uint8], scale: float) -> tuple[Matrix, ...]:
        """Motions from the bare picture's pixels to this one's, best first; none when nothing fits."""
        step = self._step * scale
        small = cv2.resize(
            pixels,
            (max(1, round(pixels.shape[1] / step)), max(1, round(pixels.shape[0] / step))),
            interpolation=cv2.INTER_AREA,
        )
        side = self._half
        relief = _relief(np.asarray(small, dtype=np.uint8))
        framed = np.pad(relief, side)
        fits: list[tuple[float, float, int, int]] = []
        for turn, template in self._templates.items():
            score = cv2.matchTemplate(framed, template, cv2.TM_CCORR_NORMED)
            for _ in range(2):
                _, top, _, (x, y) = cv2.minMaxLoc(score)
                fits.append((float(top), turn, int(x), int(y)))
                score[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3] = -1
        fits = sorted(fits, reverse=True)[:GUESSES]
        return tuple(
            self._motion(turn, x, y, step, scale)
            for fit, turn, x, y in fits
            if fit >= LEAST_FIT and self._upright(framed, fit, turn, x, y)
        )

    def _upright(self, framed: NDArray[np.float32], fit: float, turn: float, x: int, y: int) -> bool:
        """Whether the grid fits better here than itself turned by quarters."""
        side = self._half
        here = framed[max(0, y - 2) : y + 2 * side + 3, max(0, x - 2) : x + 2 * side + 3]
        turned = (cv2.matchTemplate(here, t, cv2.TM_CCORR_NORMED).max() for t in self._quarters(turn))
        return all(float(other) <= fit - MARGIN for other in turned)

    def _quarters(self, turn: float) -> tuple[NDArray[np.float32], ...]:
        return tuple(self._template(turn + quarter) for quarter in (90.0, 180.0, 270.0))

    def _motion(self, turn: float, x: int, y: int, step: float, scale: float) -> Matrix:
        """A place in the framed picture, and a turn, as a motion."""
        middle = (np.array([x, y]) + 0.5) * step - 0.5
        angle = np.deg2rad(turn)
        c, s = scale * np.cos(angle), scale * np.sin(angle)
        m = self._middle
        shift = middle - np.array([c * m[0] - s * m[1], s * m[0] + c * m[1]])
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
        # only what lies about the grid: the table beside a pushed mat stays where it is
        inside = np.zeros((side, side), np.uint8)
        forth = cv2.invertAffineTransform(back)
        quad = self._quad @ forth[:, :2].T + forth[:, 2]
        cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
        return _relief(np.asarray(view, dtype=np.uint8)) * inside


def _relief(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Lightness with all slow change taken out, so that lamps and exposure do not matter."""
    grey = np.log(grey_of(small).astype(np.float32) + 8)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), CELL_PX)
    return np.asarray(np.clip(fine, -0.5, 0.5), dtype=np.float32)
