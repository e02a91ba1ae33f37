"""The grid eye: frames in, observations out, the stages in order.

Place (`follow`), light (`change`), hands (`hands`), cells (`grid`), and then time: a reading is said once
hands are gone and it has stood for `SETTLE_S` over at least two frames. While in doubt nothing is said.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Frame
from vision.change import LightField, change_from, log_light, without_local_light
from vision.follow import Fit, Follower
from vision.grid import CellLook, Palette, bare_mask, read_cells, rows_of
from vision.hands import OVERHANG, HandWatch, Surroundings, cells_under
from vision.light import unlit
from vision.observation import UNKNOWN, Blind, GridSeen, HandsSeen, Observation, Posed, Rows, Seeing
from vision.paint import mirror
from vision.plane import (
    EDGE,
    PX,
    RING,
    SIDE,
    SQUARE_TO_CELLS,
    Mask,
    Matrix,
    away_from_grid,
    cells_to_picture,
    grey_of,
    reduced,
    through,
)
from vision.relocate import Relocator
from vision.state import GridState
from vision.taught import Corners, TaughtGrid

SETTLE_S = 0.2
"""Two frames at least, over at least this long, must agree before a reading is said."""
CLOCK_S = 0.001
"""Stamps are sums of rounded fractions: five frames a second must count as 0.2 s apart."""
LASTING_S = 1.5
"""A cell unknown for this long, the rest agreeing, is lastingly hidden: the reading is said as partial."""
LOST_S = 1.0
"""Unplaced for this long, the eye says so. A hand that covers nearly all passes sooner."""
RETRY_S = 0.4
"""Between two searches of the whole picture."""
KEPT_SHARE = 0.35
FOUND_SHARE = 0.6
"""Of those, the share that must agree to follow on (new pieces and a hand hide some), and to be found."""
BEND = 1.15
"""Times a side may become longer or shorter: a camera 60 cm up, bumped, moves by some centimetres."""
BETTER = 0.1
"""Share by which another place must explain more than the one followed so far."""
QUICK_SEARCHES = 3
"""Searches made at once when the grid is out of place; later ones are spaced, for they cost a few frames."""
LEAST_RING = 500
"""Samples of the ring in view at every turn, two cells' area, that can tell which way up it is."""
TURNED_FIT, TURNED_REST = 0.8, 0.6
"""Least correlation of the surroundings turned, and how much of what is unexplained it must leave, to be
believed. Beside a pushed mat nothing fits well; upside down, renderings give 0.93 and more."""
_PART_PX = 17
"""Samples a cell in the reduced part: a little finer than the square made from it."""


@dataclass(slots=True)
class _Standing:
    """A reading and since when it has stood."""

    rows: Rows
    first_s: float
    last_s: float
    frames: int


class GridEye:
    """Watches one taught grid. `see` takes frames in order of their stamps."""

    def __init__(self, taught: TaughtGrid) -> None:
        self._taught = taught
        width, height = taught.size_px
        self._to_bare = cells_to_picture(taught.corners_px)
        cell_px = float(np.sqrt(cv2.contourArea(np.array(taught.corners_px, np.float32)))) / 5
        self._step = float(max(1, round(cell_px / _PART_PX)))  # whole steps are averaged fast
        part, to_part = self._reduce(taught.bare, np.eye(3), 1.0)
        grey = grey_of(part)
        region = np.zeros(grey.shape, np.uint8)
        quad = through(to_part @ self._to_bare, _quad(RING))
        cv2.fillConvexPoly(region, np.rint(quad).astype(np.int32), 1)
        self._follower = Follower(grey, to_part, region, self._to_bare)
        self._relocator = Relocator(taught.bare, self._to_bare, cell_px)
        self._bare = _square(part, to_part @ self._to_bare)
        self._bare_grey = grey_of(self._bare)
        self._field = LightField()
        self._outer = away_from_grid() >= OVERHANG
        self._hands = HandWatch(Surroundings(_around(taught, self._to_bare, cell_px)))
        self._palette = Palette()
        self._scale = 1.0
        self._size = (width, height)
        self.reset()

    def reset(self) -> None:
        """Forgets everything seen; what was taught stays."""
        self._motion: Matrix = np.diag([self._scale, self._scale, 1.0])
        self._anchor = self._motion
        self._visible: Mask = np.ones((SIDE, SIDE), dtype=np.bool_)
        self._visible_for: Matrix | None = None
        self._hands.reset()
        self._palette.reset()
        self._over = False
        self._blind: str | None = None
        self._said: Rows | None = None
        self._standing: _Standing | None = None
        self._looks: tuple[CellLook, ...] = ()
        self._unplaced_s: float | None = None
        self._searched_s: float | None = None
        self._searches = 0
        self._jumped = False

    def settled_poses(self) -> tuple[Posed, ...]:
        """There are no figures."""
        return ()

    def finish(self) -> tuple[Observation, ...]:
        """Nothing is ever held back: a reading that has not settled is none."""
        return ()

    def forget_said(self) -> None:
        """After an interruption: the next settled reading is said even if it is the same."""
        self._said = None
        self._standing = None

    # what a screen shows

    @property
    def corners_px(self) -> Corners:
        """The grid's corners in the newest frame, in its pixels."""
        c = [(float(x), float(y)) for x, y in through(self._motion, np.array(self._taught.corners_px))]
        return c[0], c[1], c[2], c[3]

    @property
    def looking(self) -> Rows:
        """What each cell looks like in the newest frame, settled or not; `?` where hidden or in doubt."""
        return rows_of(self._looks) if self._looks and self._blind is None else ((UNKNOWN * 5,) * 5)

    @property
    def settled(self) -> Rows | None:
        """The reading last said, or None."""
        return self._said

    @property
    def hands_over(self) -> bool:
        return self._over

    @property
    def doubts(self) -> tuple[str, ...]:
        """Of a grid all is learned, or it is refused."""
        return ()

    @property
    def blind(self) -> str | None:
        """The key of why nothing is claimed, or None while the table is seen."""
        return self._blind

    @property
    def state(self) -> GridState:
        """What it has of the newest frame."""
        return GridState(self.corners_px, self.looking, self._over, self._blind)

    def poses(self) -> tuple[Posed, ...]:
        """None: no figure stands on a grid."""
        return ()

    def rectified(self, frame: Frame, size_px: int) -> NDArray[np.uint8]:
        """The grid straight from above, `size_px` square (BGR), row 0 on top: the mirror."""
        return mirror(frame.pixels, self.corners_px, size_px)

    # what a frame says

    def see(self, frame: Frame) -> tuple[Observation, ...]:
        """What this frame makes known; nothing, mostly. Never raises on any picture of three channels."""
        now = frame.taken_s
        if not self._fits(frame):
            return self._go_blind("resolution_changed", now)
        part, to_part = self._reduce(frame.pixels, self._motion, self._scale)
        grey = grey_of(part)
        if (why := unlit(grey)) is not None:
            return self._go_blind(why, now)
        if not self._place(frame, grey, to_part, now):
            self._standing = None
            self._looks = ()
            if self._unplaced_s is not None and now - self._unplaced_s >= LOST_S:
                return self._go_blind("grid_lost", now)
            return ()
        square = _square(part, to_part @ self._motion @ self._to_bare)
        letters = "".join(self._said or ("....." * 5,))
        if (self._blind is not None or self._jumped) and self._turned(square):
            return self._go_blind("camera_moved", now)
        self._jumped = False
        bare_here = bare_mask(letters, SIDE, EDGE, PX) & self._seen_part(frame)
        change = change_from(square, self._bare, bare_here, self._outer & self._visible, self._field)
        reach = self._hands.look(change, self._visible, now)
        # under a hand nothing is claimed: the finer light is not worth its time
        still = change if reach.over else without_local_light(change, self._outer)
        self._looks = read_cells(still, cells_under(reach.hidden), self._palette)
        said: list[Observation] = []
        if self._blind is not None:
            self._blind = None
            self._said = None
            said.append(Seeing(now, now))
        if reach.over != self._over:
            self._over = reach.over
            said.append(HandsSeen(now, now, reach.over))
        settled = None if reach.over else self._settle(now)
        if reach.over:
            self._standing = None
            self._searches = 0  # what a hand did to the grid is looked for at once when it leaves
        if settled is not None:
            said.append(settled)
        return tuple(said)

    def _settle(self, now: float) -> GridSeen | None:
        rows = rows_of(self._looks)
        standing = self._standing
        if standing is None or standing.rows != rows or now <= standing.last_s:
            self._standing = _Standing(rows, now, now, 1)
            return None
        standing.frames += 1
        standing.last_s = now
        partial = any(UNKNOWN in row for row in rows)
        wait = LASTING_S if partial else SETTLE_S
        if standing.frames < 2 or now - standing.first_s < wait - CLOCK_S:
            return None
        self._hands.settled()
        if rows == self._said:
            return None
        self._said = rows
        if not partial:
            self._palette.learn(self._looks)
        return GridSeen(standing.first_s, now, rows)

    def _go_blind(self, why: str, now: float) -> tuple[Observation, ...]:
        self._standing = None
        self._looks = ()
        if self._blind == why:
            return ()
        self._blind = why
        return (Blind(now, now, why),)

    def _fits(self, frame: Frame) -> bool:
        """Whether the picture has the shape learned; another size of the same shape is scaled."""
        size = (int(frame.pixels.shape[1]), int(frame.pixels.shape[0]))
        if size == self._size:
            return True
        wide, high = self._taught.size_px
        if abs(size[0] * high - size[1] * wide) > max(size[0], size[1]):  # about a pixel of roundness
            return False
        scale = size[0] / wide
        self._motion = np.diag([scale / self._scale, scale / self._scale, 1.0]) @ self._motion
        self._anchor = self._motion
        self._scale, self._size = scale, size
        self._visible_for = None
        return True

    def _place(self, frame: Frame, grey: NDArray[np.uint8], to_part: Matrix, now: float) -> bool:
        """Follows the grid; False while it is not known where it lies."""
        if not self._follower.usable:
            return True
        edges = self._follower.telling("".join(self._said or ("....." * 5,)))
        fit = self._follower.look(grey, to_part, self._motion, edges)
        jumps = fit.sure and self._far(fit.motion)
        if jumps:
            fit = self._follower.look(grey, to_part, fit.motion, edges)
        if fit.sure and fit.share >= FOUND_SHARE and self._square_like(fit.motion):
            self._moved_to(fit.motion)
            return True
        # out of place, or much is newly covered: whichever explains more
        found = self._search(frame, grey, to_part, edges, now)
        if found is not None and found.share > fit.share + BETTER:
            self._moved_to(found.motion)
            return False  # read from the next frame on, followed from here
        if fit.sure and fit.share >= KEPT_SHARE and not jumps and not self._drifts(fit.motion):
            self._motion = fit.motion  # a jump, or step by step as far, is not believed on so little
            self._unplaced_s = None
            return True
        # a hand or new pieces over most of the bare cells: the table beside tells that nothing moved
        rest = self._follower.look(grey, to_part, self._motion)
        if rest.sure and rest.share >= KEPT_SHARE and not self._far(rest.motion):
            return True
        if self._unplaced_s is None:
            self._unplaced_s = now
        return False

    def _moved_to(self, motion: Matrix) -> None:
        if self._unplaced_s is not None or self._far(motion):
            self._standing = None
            self._hands.pushed()
            self._jumped = True
        self._motion = self._anchor = motion
        self._unplaced_s = None

    def _drifts(self, motion: Matrix) -> bool:
        """Whether the grid would lie elsewhere than where it last was for sure."""
        corners = np.array(self._taught.corners_px)
        moved = through(motion, corners) - through(self._anchor, corners)
        return bool(np.abs(moved).max() > 0.1 * self._step * self._scale * PX)

    def _search(
        self,
        frame: Frame,
        grey: NDArray[np.uint8],
        to_part: Matrix,
        own: NDArray[np.bool_],
        now: float,
    ) -> Fit | None:
        """Looks for the grid farther off, near first, then in the whole picture; not too often."""
        spaced = self._over or self._searches >= QUICK_SEARCHES
        if spaced and self._searched_s is not None and now - self._searched_s < RETRY_S:
            return None
        self._searches += 1
        self._searched_s = now
        near = self._follower.look_wide(grey, to_part, self._motion, own)
        best = self._best(frame, near, own)
        if best is None or best.share < FOUND_SHARE:
            far = self._best(frame, self._relocator.search(frame.pixels, self._scale), own)
            if best is None or (far is not None and far.share > best.share):
                best = far
        return best if best is not None and best.share >= FOUND_SHARE else None

    def _best(self, frame: Frame, guesses: tuple[Matrix, ...], own: NDArray[np.bool_]) -> Fit | None:
        best: Fit | None = None
        for guess in guesses:
            part, to_part = self._reduce(frame.pixels, guess, self._scale)
            grey = grey_of(part)
            fit = self._follower.look(grey, to_part, guess, own, rounds=3)
            if fit.sure and self._square_like(fit.motion) and (best is None or fit.share > best.share):
                best = fit
        return best

    def _square_like(self, motion: Matrix) -> bool:
        """Whether the grid keeps its shape and nearly its size: mats are stiff, camera arms short."""
        taught = np.array(self._taught.corners_px)
        now = through(motion, taught)
        ratio = np.hypot(*(np.roll(now, -1, axis=0) - now).T) / np.hypot(
            *(np.roll(taught, -1, axis=0) - taught).T
        )
        ratio = ratio / self._scale
        return bool(ratio.min() > 1 / BEND and ratio.max() < BEND)

    def _far(self, motion: Matrix) -> bool:
        corners = np.array(self._taught.corners_px)
        moved = through(motion, corners) - through(self._motion, corners)
        return bool(np.abs(moved).max() > 0.1 * self._step * self._scale * PX)

    def _turned(self, square: NDArray[np.uint8]) -> bool:
        """Whether the surroundings look more like themselves turned by a quarter or half than as learned.

        A camera upside down, or a mat laid back the other way, shows the same lines: read on, it would give a
        board that is not there.
        """
        ring = self._outer & self._visible
        for quarter in (1, 2, 3):
            ring = ring & np.rot90(self._visible, quarter)
        if ring.sum() < LEAST_RING:
            return False
        live = _standard(grey_of(square), ring)
        alike = [float(live @ _standard(np.rot90(self._bare_grey, quarter), ring)) for quarter in range(4)]
        other = max(alike[1:])
        return other > TURNED_FIT and 1 - other < TURNED_REST * (1 - alike[0])

    def _seen_part(self, frame: Frame) -> Mask:
        """Which samples of the square lie in the picture at all."""
        if self._visible_for is None or np.abs(self._visible_for - self._motion).max() > 0.5:
            high, wide = frame.pixels.shape[:2]
            ones = np.full((-(-high // 4), -(-wide // 4)), 255, np.uint8)
            quarter = reduced(4, 0, 0)
            seen = _square(ones, quarter @ self._motion @ self._to_bare)
            self._visible = seen > 254
            self._visible_for = self._motion.copy()
        return self._visible

    def _reduce(
        self, pixels: NDArray[np.uint8], motion: Matrix, scale: float
    ) -> tuple[NDArray[np.uint8], Matrix]:
        """The grid's neighbourhood, averaged down, and the matrix from the picture's pixels to it."""
        high, wide = pixels.shape[:2]
        quad = through(motion @ self._to_bare, _quad(RING + 0.25))
        step = max(1, round(self._step * scale))
        left, top = np.clip(np.floor(quad.min(axis=0)), 0, [wide - 16, high - 16]).astype(int).tolist()
        right, bottom = (
            np.clip(np.ceil(quad.max(axis=0)), [left + 16, top + 16], [wide, high]).astype(int).tolist()
        )
        columns, rows = (right - left) // step, (bottom - top) // step
        right, bottom = left + columns * step, top + rows * step
        cut = pixels[top:bottom, left:right]
        small = cv2.resize(cut, (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.uint8), reduced(step, left, top)


def _square(part: NDArray[np.uint8], cells_to_part: Matrix) -> NDArray[np.uint8]:
    view = cv2.warpPerspective(
        part, cells_to_part @ SQUARE_TO_CELLS, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(view, dtype=np.uint8)


def _around(taught: TaughtGrid, to_bare: Matrix, cell_px: float) -> NDArray[np.float32]:
    """Logarithms of light (N x 3) of what lies around the bare grid."""
    step = max(1.0, cell_px / 6)
    size = (max(1, int(taught.size_px[0] / step)), max(1, int(taught.size_px[1] / step)))
    small = cv2.resize(taught.bare, size, interpolation=cv2.INTER_AREA)
    grid = np.zeros(small.shape[:2], np.uint8)
    quad = through(reduced(1, 0, 0) @ to_bare, _quad(0.1)) / step
    cv2.fillConvexPoly(grid, np.rint(quad).astype(np.int32), 1)
    return np.asarray(log_light(np.asarray(small, dtype=np.uint8))[grid == 0], dtype=np.float32)


def _quad(margin: float) -> NDArray[np.float64]:
    low, high = -margin, 5 + margin
    return np.array([[low, low], [high, low], [high, high], [low, high]])


def _standard(grey: NDArray[np.uint8], where: Mask) -> NDArray[np.float64]:
    """The grain of a square's samples, mean zero and length one, so that their product is a correlation.

    What changes slowly over the square is left out: it is the lamp's, and lamps are switched.
    """
    seen = where.astype(np.float64)
    logs = np.log(grey.astype(np.float64) + 8) * seen
    size = (PX, PX)
    grain = (logs - cv2.blur(logs, size) / np.maximum(cv2.blur(seen, size), 1e-3))[where]
    grain -= grain.mean()
    bound = 3 * float(np.median(np.abs(grain))) + 0.1
    grain = np.clip(grain, -bound, bound)  # what was laid beside the grid must not decide
    return np.asarray(grain / (np.sqrt(grain @ grain) + 1e-9), dtype=np.float64)
