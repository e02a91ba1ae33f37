"""What is a hand: something wide that reaches in over the grid's surroundings.

Whatever comes over the grid from outside crosses the ring around it. A piece half off its cell reaches less
than half a cell out, so the outer part of the ring is bare unless something reaches in. What then lies still
for a while is no hand at work: it is taken as part of the table, and the cells it touches stay unknown.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.observation import GRID_SIDE
from vision.plane import EDGE, PX, SIDE, Mask, Square, away_from_grid

OVERHANG = 0.45
"""Cells: a piece of 0.8 cell half off its own reaches 0.4 out; the rest is half a sample of misplacement."""
FINGER = 0.3
"""Cells: narrower things are no finger (15 mm on cells of 25 to 45 mm) but the seam of a pushed mat or noise."""
DIFFERENT = 0.2
"""Natural log of light: 20 %. Noise of one sample is 3 to 5 %, a fitted field is off by less than 10 %."""
LIES_STILL_S = 1.5
"""Nobody holds a hand in the air so still for so long while playing, and no settled reading waits for longer."""
STILL = 0.1
"""Mean change, log of light, below which a thing did not move between two frames: twice the noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """`over`: something reaches in now. `hidden` (SIDE x SIDE): samples under it, or under what was left lying."""

    over: bool
    hidden: Mask


class HandWatch:
    """Remembers what lies still around the grid; otherwise judges each frame by itself."""

    def __init__(self) -> None:
        self._outer = away_from_grid() >= OVERHANG
        size = max(3, round(FINGER * PX) | 1)
        self._finger = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        self._rest: Square | None = None
        self._before: Square | None = None
        self._still_since: float | None = None

    def reset(self) -> None:
        self._rest = self._before = None
        self._still_since = None

    def look(self, residual: Square, visible: Mask, taken_s: float) -> Reach:
        """Judges one frame. `visible` is false where the square lies outside the picture."""
        smooth = cv2.blur(residual, (3, 3))
        strange = _strange(smooth) & visible
        fresh = strange
        if self._rest is not None:
            fresh = strange & _strange(smooth - self._rest)
        over = self._wide(fresh & self._outer)
        if over:
            self._wait_for_stillness(smooth, strange, taken_s)
        else:
            self._still_since = None
        self._before = smooth
        lying = over or self._rest is not None
        hidden = self._reaching_in(strange) if lying else np.zeros((SIDE, SIDE), dtype=np.bool_)
        return Reach((over and self._still_since is not None) or over, hidden)

    def _wide(self, mask: Mask) -> bool:
        opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, self._finger)
        return bool(cv2.countNonZero(opened) > 0)

    def _wait_for_stillness(self, smooth: Square, strange: Mask, taken_s: float) -> None:
        here = strange & self._outer
        moved = (
            float(np.abs(smooth - self._before)[here].mean())
            if self._before is not None and here.any()
            else np.inf
        )
        if moved > STILL or self._still_since is None:
            self._still_since = taken_s
        elif taken_s - self._still_since >= LIES_STILL_S:
            self._rest = smooth.copy()

    def _reaching_in(self, strange: Mask) -> Mask:
        """Everything joined, at least a finger wide, to what is strange in the outer ring."""
        opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, self._finger)
        count, labels = cv2.connectedComponents(opened, connectivity=4)
        if count <= 1:
            return np.zeros((SIDE, SIDE), dtype=np.bool_)
        touching = np.unique(labels[self._outer & (opened > 0)])
        table = np.zeros(count, dtype=np.bool_)
        table[touching[touching > 0]] = True
        return np.asarray(table[labels], dtype=np.bool_)


def cells_under(hidden: Mask) -> tuple[bool, ...]:
    """For each of the 25 cells, whether more than a tenth of it is hidden."""
    inner = hidden[EDGE : SIDE - EDGE, EDGE : SIDE - EDGE].reshape(GRID_SIDE, PX, GRID_SIDE, PX)
    return tuple(bool(v) for v in (inner.mean(axis=(1, 3)) > 0.1).reshape(-1))


def _strange(residual: Square) -> Mask:
    """Where any channel differs by more than the light can."""
    return np.asarray(np.abs(residual).max(axis=2) > DIFFERENT, dtype=np.bool_)
