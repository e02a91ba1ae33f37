"""Where the grid lies now: edges of the bare picture found again, each across its own direction.

A few hundred short profiles, taken across the strongest edges on and around the grid in the bare picture, are
looked for in the frame within a reach smaller than half a cell (lines repeat every cell). One plane motion is
fitted to what agrees; a hand, pieces and shadows merely disagree. The share and the spread of what agrees is
the confidence, and below a bound nothing is claimed.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import EMPTY, GRID_SIDE
from vision.plane import Matrix, inverse, through

GRID_POINTS, AROUND_POINTS = 220, 120
"""Edges taken at most. The grid's own come first: around it, much may be table, with stronger edges."""
HALF = 4
"""Samples to each side in a profile."""
REACH = 6
"""Samples to each side in which a profile is looked for."""
WIDE_REACH = 12
WIDE_TURNS = tuple(float(v) for v in np.deg2rad(np.arange(-7.5, 7.6, 1.5)))
WIDE_GUESSES = 3
ALIKE = 0.7
"""Least correlation of a profile with itself found again: noise as strong as the edge gives 0.7."""
LEAST_SHARE = 0.25
"""Of the visible edges, the share that must agree. By chance, places agree within one of 13 in about 0.1."""
LEAST_POINTS = 24


ON_GRID = 0.1
"""Cells outside the grid to which its own lines reach."""
OWN_EDGES = 40
"""Edges of the grid's own that are enough to place it by."""
ABOVE_GRAIN = 1.5
"""Times the median slope: no stronger is the grain of felt or wood, blurred anew by every JPEG."""
BESIDE = 0.1
"""Cells by which a piece may reach over the line beside it and hide it."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What one look found. `motion` takes pixels of the bare picture to pixels of the frame."""

    motion: Matrix
    share: float
    sure: bool


class Follower:
    """Measures the motion of the grid's neighbourhood between the bare picture and a frame.

    `bare` is the part of the bare picture around the grid, grey, reduced; `to_part` takes pixels of the bare
    picture to pixels of that part; `region` (same shape as `bare`, 0 or 1) is where edges may be taken;
    `cells_to_bare` takes cell units to pixels of the bare picture.
    """

    def __init__(
        self, bare: NDArray[np.uint8], to_part: Matrix, region: NDArray[np.uint8], cells_to_bare: Matrix
    ) -> None:
        grid = np.zeros(region.shape, np.uint8)
        low, high = -ON_GRID, GRID_SIDE + ON_GRID
        quad = through(
            to_part @ cells_to_bare, np.array([[low, low], [high, low], [high, high], [low, high]])
        )
        cv2.fillConvexPoly(grid, np.rint(quad).astype(np.int32), 1)
        found = [_edges(bare, region * grid, GRID_POINTS), _edges(bare, region * (1 - grid), AROUND_POINTS)]
        places, normals, profiles = (np.concatenate(pair) for pair in zip(*found, strict=True))
        self._points = through(inverse(to_part), places)
        self._cells = through(inverse(cells_to_bare), self._points)
        self._step = float(1.0 / np.sqrt(abs(np.linalg.det(to_part[:2, :2]))))  # bare pixels a sample
        self._normals = normals  # the part is a scaled copy, so directions are the same
        self._profiles = profiles
        self._middle = self._points.mean(axis=0) if len(places) else np.zeros(2)
        self._scale = float(np.ptp(self._points, axis=0).max()) / 2 if len(places) else 1.0

    @property
    def usable(self) -> bool:
        """Whether the bare picture shows enough edges to follow at all."""
        return len(self._points) >= LEAST_POINTS

    def telling(self, letters: str) -> NDArray[np.bool_]:
        """Which edges must agree unless a hand is over them: on the grid, beside no cell that is taken.

        Around the grid may lie the table, which stays when the mat is pushed; but where pieces leave too few
        edges of the grid's own, those around it count as well. `letters`: 25, as read.
        """
        taken = np.zeros((GRID_SIDE + 2, GRID_SIDE + 2), dtype=np.bool_)
        taken[1:-1, 1:-1] = np.array([letter != EMPTY for letter in letters]).reshape(GRID_SIDE, GRID_SIDE)
        on = np.all((self._cells > -ON_GRID) & (self._cells < GRID_SIDE + ON_GRID), axis=1)
        free = np.ones(len(on), dtype=np.bool_)
        for dx in (-BESIDE, BESIDE):
            for dy in (-BESIDE, BESIDE):
                at = np.clip(np.floor(self._cells + np.array([dx, dy])).astype(int) + 1, 0, GRID_SIDE + 1)
                free &= ~taken[at[:, 1], at[:, 0]]
        own = on & free
        for edges in (own, free):
            if int(edges.sum()) >= OWN_EDGES:
                return edges
        return np.ones(len(on), dtype=np.bool_)

    def look(
        self,
        part: NDArray[np.uint8],
        to_part: Matrix,
        motion: Matrix,
        own: NDArray[np.bool_] | None = None,
        rounds: int = 1,
    ) -> Fit:
        """Fits the motion anew from a guess.

        `part` is the reduced grey picture of the frame's neighbourhood of the grid and `to_part` takes pixels
        of the frame to it. The edges in `own` (all of them for None) decide where the grid is and how sure
        that is; the others join where they agree. Not sure when too little agrees or only on one side.
        """
        own = np.ones(len(self._points), dtype=np.bool_) if own is None else own
        share, sure = 0.0, False
        for _ in range(rounds):
            alike, inside = self._alike(part, to_part @ motion, REACH)
            found = self._once(alike, inside, own)
            if found is None:
                return Fit(motion, 0.0, sure=False)
            change, share, sure = found
            if not sure:
                break
            motion = motion @ change
            motion = motion / motion[2, 2]
        return Fit(motion, share, sure)

    def look_wide(
        self, part: NDArray[np.uint8], to_part: Matrix, motion: Matrix, own: NDArray[np.bool_] | None = None
    ) -> tuple[Matrix, ...]:
        """Guesses at the motion, best first, for a grid moved by up to 0.7 cell and a few degrees."""
        own = np.ones(len(self._points), dtype=np.bool_) if own is None else own
        alike, inside = self._alike(part, to_part @ motion, WIDE_REACH)
        use = inside & own
        if use.sum() < LEAST_POINTS:
            return ()
        score = np.clip(alike[use] - 0.5, 0, None)
        n, p = self._normals[use], (self._points[use] - self._middle) / self._step
        steps = np.arange(-WIDE_REACH, WIDE_REACH + 1, dtype=np.float64)
        shifts = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
        along = shifts @ n.T
        every = np.arange(len(n))[None, :]
        votes = np.empty((len(WIDE_TURNS), len(shifts)))
        for k, turn in enumerate(WIDE_TURNS):
            by_turn = turn * (n[:, 1] * p[:, 0] - n[:, 0] * p[:, 1])
            index = np.rint(along + by_turn).astype(np.int64) + WIDE_REACH
            out = (index < 0) | (index > 2 * WIDE_REACH)
            votes[k] = np.where(out, 0, score[every, np.clip(index, 0, 2 * WIDE_REACH)]).sum(axis=1)
        guesses: list[Matrix] = []
        for _ in range(WIDE_GUESSES):
            at, to = divmod(int(np.argmax(votes)), len(shifts))
            guesses.append(motion @ self._about_middle(WIDE_TURNS[at], shifts[to] * self._step))
            votes[:, np.abs(shifts - shifts[to]).max(axis=1) <= 2] = -1
        return tuple(guesses)

    def _about_middle(self, turn: float, shift: NDArray[np.float64]) -> Matrix:
        c, s = np.cos(turn), np.sin(turn)
        m = self._middle
        return np.array(
            [
                [c, -s, m[0] - c * m[0] + s * m[1] + shift[0]],
                [s, c, m[1] - s * m[0] - c * m[1] + shift[1]],
                [0, 0, 1],
            ]
        )

    def _alike(
        self, part: NDArray[np.uint8], bare_to_part: Matrix, reach: int
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """For each edge and each shift across it, the correlation with its profile; and those in sight."""
        near = np.arange(-(HALF + reach), HALF + reach + 1) * self._step
        samples = self._points[:, None, :] + near[None, :, None] * self._normals[:, None, :]
        at = through(bare_to_part, samples.reshape(-1, 2)).astype(np.float32).reshape(samples.shape)
        lines = _sampled(part, at)
        height, width = part.shape
        ends = at[:, [0, -1]]
        inside = np.all((ends >= 0) & (ends <= np.array([width - 1, height - 1], np.float32)), axis=(1, 2))
        length = 2 * HALF + 1
        windows = np.lib.stride_tricks.sliding_window_view(lines, length, axis=1)
        dot = np.einsum("nsk,nk->ns", windows, self._profiles)
        sums = np.cumsum(np.pad(lines, ((0, 0), (1, 0))), axis=1)
        squares = np.cumsum(np.pad(lines * lines, ((0, 0), (1, 0))), axis=1)
        mean = (sums[:, length:] - sums[:, :-length]) / length
        power = np.maximum(squares[:, length:] - squares[:, :-length] - length * mean * mean, 0)
        # two grey levels of noise keep flat places from matching
        return np.asarray(dot / np.sqrt(power + length * 2.0), dtype=np.float64), inside

    def _once(
        self, alike: NDArray[np.float64], inside: NDArray[np.bool_], own: NDArray[np.bool_]
    ) -> tuple[Matrix, float, bool] | None:
        if (inside & own).sum() < LEAST_POINTS:
            return None
        best = np.argmax(alike, axis=1)
        every = np.arange(len(best))
        good = inside & (alike[every, best] > ALIKE) & (best > 0) & (best < 2 * REACH)
        if (good & own).sum() < LEAST_POINTS // 2:
            return np.eye(3), 0.0, False
        inner = np.clip(best, 1, 2 * REACH - 1)
        left, right = alike[every, inner - 1], alike[every, inner + 1]
        bend = np.minimum(left - 2 * alike[every, inner] + right, -1e-3)
        fine = np.clip(0.5 * (left - right) / bend, -0.5, 0.5)
        return self._fit((inner - REACH + fine) * self._step, good, inside, own)

    def _fit(
        self,
        offset: NDArray[np.float64],
        good: NDArray[np.bool_],
        inside: NDArray[np.bool_],
        own: NDArray[np.bool_],
    ) -> tuple[Matrix, float, bool]:
        """A plane motion, in the bare picture's pixels, that moves each edge point by its offset."""
        p = (self._points - self._middle) / self._scale
        n = self._normals
        x, y = p[:, 0], p[:, 1]
        out = x * n[:, 0] + y * n[:, 1]
        design = np.stack(
            [n[:, 0] * x, n[:, 0] * y, n[:, 0], n[:, 1] * x, n[:, 1] * y, n[:, 1], -x * out, -y * out], axis=1
        )
        target = offset / self._scale
        unit = self._step / self._scale
        # first shift alone, then turn and size, then perspective: far off, few edges carry much freedom
        stages = (([2, 5], 3.0), (list(range(6)), 2.0), (list(range(6)), 1.0), (list(range(8)), 1.0))
        solution = np.zeros(8)
        solution[[2, 5]] = self._common_shift(target, good & own, unit)
        for columns, reach in stages:
            kept = good & (np.abs(design @ solution - target) < reach * unit)
            if reach > 1:
                kept &= own
            if kept.sum() < LEAST_POINTS // 2:
                return np.eye(3), 0.0, False
            a = design[kept][:, columns]
            fitted = np.linalg.solve(a.T @ a + 1e-3 * np.eye(len(columns)), a.T @ target[kept])
            solution = np.zeros(8)
            solution[columns] = fitted
        kept = good & own & (np.abs(design @ solution - target) < 0.7 * unit)
        share = float(kept.sum()) / max(1, int((inside & own).sum()))
        sure = share >= LEAST_SHARE and self._well_spread(kept)
        a0, a1, a2, b0, b1, b2, c0, c1 = solution
        local = np.array([[1 + a0, a1, a2], [b0, 1 + b1, b2], [c0, c1, 1]])
        norm = np.array(
            [
                [1 / self._scale, 0, -self._middle[0] / self._scale],
                [0, 1 / self._scale, -self._middle[1] / self._scale],
                [0, 0, 1],
            ]
        )
        return np.linalg.inv(norm) @ local @ norm, share, bool(sure)

    def _well_spread(self, kept: NDArray[np.bool_]) -> bool:
        """Enough edges, facing both ways, and not all on one spot."""
        n, p = self._normals[kept], self._points[kept]
        if len(n) < LEAST_POINTS:
            return False
        facing = min(float((np.abs(n @ np.array(way)) > 0.6).sum()) for way in self._axes())
        return facing >= LEAST_POINTS / 4 and float(p.std(axis=0).min()) > 0.15 * self._scale

    def _axes(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two directions edges mostly face: those of the strongest one and across it."""
        angle = 0.25 * float(np.angle(np.mean((self._normals[:, 0] + 1j * self._normals[:, 1]) ** 4)))
        return (float(np.cos(angle)), float(np.sin(angle))), (-float(np.sin(angle)), float(np.cos(angle)))

    def _common_shift(
        self, target: NDArray[np.float64], good: NDArray[np.bool_], unit: float
    ) -> NDArray[np.float64]:
        """The shift most edges agree on, by voting: a robust start where half the offsets are wrong."""
        n, t = self._normals[good], target[good]
        steps = np.arange(-REACH, REACH + 1) * unit
        grid = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
        votes = (np.abs(grid @ n.T - t) < 1.2 * unit).sum(axis=1).astype(np.float64)
        votes -= 1e-3 * np.hypot(*grid.T) / unit  # of equal shifts the smallest
        return np.asarray(grid[int(np.argmax(votes))], dtype=np.float64)


def _sampled(part: NDArray[np.uint8], at: NDArray[np.float32]) -> NDArray[np.float32]:
    """Grey values between pixels."""
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    lines = cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(lines, dtype=np.float32)


def _edges(
    bare: NDArray[np.uint8], region: NDArray[np.uint8], most: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float32]]:
    """The strongest edges of a picture, spread over it: places, unit normals, normalised profiles."""
    smooth = cv2.GaussianBlur(bare, (0, 0), 0.8).astype(np.float32)
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
    size = cv2.magnitude(gx, gy)
    usable = cv2.erode(region, np.ones((3, 3), np.uint8)) > 0
    rim = HALF + 1
    usable[:rim] = usable[-rim:] = False
    usable[:, :rim] = usable[:, -rim:] = False
    # two grey levels a sample: averaged 4 x 4 or so, noise leaves well under one; and above the grain
    least = max(2.0, ABOVE_GRAIN * float(np.median(size[region > 0]))) if region.any() else 2.0
    usable &= (size > least) & (size >= 0.95 * cv2.dilate(size, np.ones((3, 3), np.uint8)))
    ys, xs = np.nonzero(usable)
    if len(xs) == 0:
        return np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2 * HALF + 1), np.float32)
    order = np.argsort(-size[ys, xs], kind="stable")
    # strongest first, but no more than an equal share from each patch of an 8 x 8 division
    high, wide = bare.shape
    patch = (ys * 8 // high) * 8 + xs * 8 // wide
    rank = np.zeros(len(order), dtype=np.int64)
    seen = np.zeros(64, dtype=np.int64)
    for i in order:
        rank[i] = seen[patch[i]]
        seen[patch[i]] += 1
    order = order[np.argsort(rank[order] // 4, kind="stable")][:most]
    ys, xs = ys[order], xs[order]
    normals = np.stack([gx[ys, xs], gy[ys, xs]], axis=1).astype(np.float64)
    normals /= np.hypot(normals[:, 0], normals[:, 1])[:, None]
    places = np.stack([xs, ys], axis=1).astype(np.float64)
    near = np.arange(-HALF, HALF + 1)
    at = (places[:, None, :] + near[None, :, None] * normals[:, None, :]).astype(np.float32)
    profiles = _sampled(bare, at)
    profiles -= profiles.mean(axis=1, keepdims=True)
    profiles /= np.sqrt((profiles**2).sum(axis=1, keepdims=True)) + 1e-6
    return places, normals, profiles
