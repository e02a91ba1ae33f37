"""What is a hand: something wide that reaches in over the grid's surroundings.

Whatever comes over the grid from outside crosses the ring around it. A piece half off its cell reaches less
than half a cell out, so the outer part of the ring looks as it did unless something reaches in. What then
lies still for a while is no hand at work: it is taken as part of the table, and the cells it touches stay
unknown.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Change, Departure, Doubt, departure
from vision.observation import GRID_SIDE
from vision.plane import EDGE, PX, SIDE, Mask, Square, away_from_grid

OVERHANG = 0.45
"""Cells: a piece of 0.8 cell half off its own reaches 0.4 out; the rest is half a sample of misplacement."""
FINGER = 0.3
"""Cells: narrower is no finger (15 mm, cells being 25 to 45) but noise or the seam of a pushed mat."""
DIFFERENT = 1.6
"""Doubts: in good light 16 %, in bad light what noise cannot be."""
LIES_STILL_S = 1.5
"""Nobody at play holds a hand still in the air for so long, and no settled reading waits for longer."""
STILL = 0.1
"""Mean change, log of light, below which a thing did not move between two frames: twice the noise."""
DARKEST = -1.2
"""Natural log: a shadow leaves the light of the room, seldom less than a third; darker is a dark thing."""
SOFT_SHARE = 0.4
SOFT = 1.0
"""Cells over which the shadow of somebody leaning in fades; a thing's own edge is sharp."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """`over`: something reaches in now. `hidden` (SIDE x SIDE): under it, or what was left lying."""

    over: bool
    hidden: Mask


class Surroundings:
    """The colours seen around the bare grid: what a pushed mat may uncover.

    Built from logarithms of light (N x 3, BGR). Cells of a coarse colour cube, each with its neighbours.
    """

    _BIN = 0.2
    _LOW = np.array([-6.4, -1.6, -2.0], dtype=np.float32)  # light, red over green, green over blue
    _SHAPE = (36, 26, 28)

    def __init__(self, logs: NDArray[np.float32]) -> None:
        cube = np.zeros(self._SHAPE, dtype=np.uint8)
        where, counts = np.unique(self._bins(logs), axis=0, return_counts=True)
        common = where[counts >= max(2, 2e-4 * len(logs))]
        cube[tuple(common.T)] = 1
        flat = cube.reshape(self._SHAPE[0], -1)
        grown = cv2.dilate(flat, np.ones((3, 1), np.uint8)).reshape(self._SHAPE)
        self._known = np.stack([cv2.dilate(layer, np.ones((3, 3), np.uint8)) for layer in grown]) > 0

    def knows(self, logs: Square) -> Mask:
        """For each sample of a square, whether its colour was about the bare grid."""
        return np.asarray(self._known[tuple(self._bins(logs.reshape(-1, 3)).T)].reshape(logs.shape[:2]))

    def _bins(self, logs: NDArray[np.float32]) -> NDArray[np.int64]:
        features = np.stack([logs.mean(axis=1), logs[:, 2] - logs[:, 1], logs[:, 1] - logs[:, 0]], axis=1)
        bins = ((features - self._LOW) / self._BIN).astype(np.int64)
        return np.clip(bins, 0, np.array(self._SHAPE) - 1)


class HandWatch:
    """Remembers how the ring looked when hands were last gone, and what lies still in it."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._outer = away_from_grid() >= OVERHANG
        size = max(3, round(FINGER * PX) | 1)
        self._finger = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        self.reset()

    def reset(self) -> None:
        """Forgets all: the ring is expected as on the bare picture."""
        self._rest: Square | None = None
        self._before: Square | None = None
        self._still_since: float | None = None
        self._lying = False
        self._pushed = False

    def pushed(self) -> None:
        """The mat lies elsewhere now: what is around it may be table that was never seen."""
        self._pushed = True
        self._rest = self._before = None

    def look(self, change: Change, visible: Mask, taken_s: float) -> Reach:
        """Judges one frame. `visible` is false where the square lies outside the picture."""
        smooth = change.residual
        off = departure(smooth, change.doubt)
        strange = _strange(off) & visible
        fresh = self._sharp(smooth, change.doubt, visible)
        if self._rest is not None and fresh.any():
            fresh &= self._sharp(smooth - self._rest, change.doubt, visible)
        if self._pushed and fresh.any():
            # a strip of table just uncovered is neither new in colour nor on the move
            moving = (
                visible if self._before is None else self._sharp(smooth - self._before, change.doubt, visible)
            )
            fresh = fresh & (moving | ~self._surroundings.knows(change.colour))
        over = self._wide(fresh & self._outer)
        if over:
            self._wait_for_stillness(smooth, strange, taken_s)
        else:
            self._still_since = None
        self._before = smooth
        hidden = self._reaching_in(strange) if over or self._lying else np.zeros((SIDE, SIDE), dtype=np.bool_)
        return Reach(over, hidden)

    def settled(self) -> None:
        """The frame last looked at was found settled: from now on the ring is expected as it is."""
        self._rest = self._before
        self._pushed = False

    def _sharp(self, residual: Square, doubt: Doubt, visible: Mask) -> Mask:
        """Where the outer ring is strange, soft light and shadow excepted.

        What has an edge counts against what is beside it in the ring. The shadow of somebody leaning in, or
        another lamp's reflection, has none: it counts by less than half.
        """
        ring = (self._outer & visible).astype(np.float32)[..., None]
        size = (round(2 * SOFT * PX) | 1,) * 2
        seen = np.maximum(cv2.blur(ring, size), np.float32(1e-3))[..., None]
        about = np.asarray(cv2.blur(residual * ring, size) / seen, dtype=np.float32)
        off, beside = departure(residual, doubt), departure(residual - about, doubt)
        soft = np.maximum(np.abs(off.light), off.tint) * SOFT_SHARE > DIFFERENT
        return (_strange(beside) | soft | (off.mean < DARKEST)) & (ring[..., 0] > 0)

    def _wide(self, mask: Mask) -> bool:
        opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, self._finger)
        return bool(cv2.countNonZero(opened) > 0)

    def _wait_for_stillness(self, smooth: Square, strange: Mask, taken_s: float) -> None:
        here = strange & self._outer
        moved = np.inf
        if self._before is not None and here.any():
            moved = float(np.abs(smooth - self._before)[here].mean())
        if moved > STILL or self._still_since is None:
            self._still_since = taken_s
        elif taken_s - self._still_since >= LIES_STILL_S:
            self._rest = smooth.copy()
            self._lying = True

    def _reaching_in(self, strange: Mask) -> Mask:
        """Everything joined, at least a finger wide, to what is strange in the outer ring."""
        opened = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, self._finger)
        count, labels = cv2.connectedComponents(opened, connectivity=4)
        touching = np.unique(labels[self._outer & (opened > 0)])
        if len(touching) == 0:
            self._lying = False  # it was taken away
        table = np.zeros(count, dtype=np.bool_)
        table[touching[touching > 0]] = True
        return np.asarray(table[labels], dtype=np.bool_)


def cells_under(hidden: Mask) -> tuple[bool, ...]:
    """For each of the 25 cells, whether more than a tenth of it is hidden."""
    inner = hidden[EDGE : SIDE - EDGE, EDGE : SIDE - EDGE].reshape(GRID_SIDE, PX, GRID_SIDE, PX)
    return tuple(bool(v) for v in (inner.mean(axis=(1, 3)) > 0.1).reshape(-1))


def _strange(off: Departure) -> Mask:
    """Where lightness or tint are off by more than light and noise explain."""
    return np.asarray((off.tint > DIFFERENT) | (np.abs(off.light) > DIFFERENT), dtype=np.bool_)
