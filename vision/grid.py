"""Reads the 25 cells of one frame: bare, red, white, or unknown.

Nothing is known of the pieces beforehand. A sample is covered where its light differs from the bare grid by
more than light can; it is red where red light stands out over green in the bare picture's white balance. The
bounds of red and white leave doubt between the warmest lamp and the palest orange, and move to the middle
between the two kinds once both have been seen. What is darker in the mat's own tint is shadow.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import LEAST_DOUBT, Change, Doubt, departure
from vision.observation import EMPTY, GRID_SIDE, RED, UNKNOWN, WHITE, Rows
from vision.plane import INSIDE, PX, Mask, by_cell

COVERED = 1.4
"""Doubts by which a covered sample differs, in lightness or tint; found by a sweep over renderings."""
CENTRE = 0.375
"""Share of a cell's side, in its middle, that is looked at: of a piece of 0.7 cell shifted by 0.36 it shows
almost half in that piece's own cell, and of one of 0.95 cell a sixteenth in the next."""
LEAST_COVER = 0.3
"""Share of the centre between those two: from here on a piece lies there."""
BARE_COVER = 0.2
"""Share of the centre up to which a cell is bare; between the two, it depends on who lies beside it."""
FAINT = 0.8
"""Doubts by which a centre as a whole may differ and still be called bare: of bare cells in renderings, 0.4 %
differ by more; of pieces that can be told at all none differs by less."""
HARD_TO_SEE, FAINT_WHERE_HARD = 3.0, 0.4
"""Doubts: where white pieces differ from the mat by less than the first, others may by the second only."""
LEAST_CORE = 6
"""Samples inside a cover, of 36 in a cell's middle, that are enough to ask its colour of."""
SURELY_WHITE, SURELY_RED = 0.3, 0.65
"""Log of red over green light. White under a lamp of 2700 K gives 0.5 uncorrected, and cameras correct
a third of it at least; an orange gives 1.5, clipped 0.75, in a camera of little colour half that. The rest
is doubt until both kinds are known."""
WARMEST_WHITE = 0.5
APART = 0.45
"""Log of red over green by which red at least differs from white beside it: half of the palest orange's."""
KIND_APART = 0.6
"""By which white in the doubtful range must differ from sure red, for glare pales a red piece."""
SHADOW = -1.3
"""Mean log of light: a shadow leaves the light of the room, a quarter at least."""
LIGHT_MAT = 0.12
"""Light of 1: a mat as light as a white piece is exposed above middle grey (0.18), less 2/3 of a stop."""
WHITE_BAND = 0.4
"""Log of light: a learned white piece in another part of the grid's light, or glossy, differs by less."""
SAME_TINT = 0.25
"""Log of light between channels: what the floor of dark channels leaves; red differs by twice as much."""
TOLD = 0.3
"""Log of red over green: where this cannot be told from noise, no darkening is known to be mere shadow."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """One cell in one frame: letter, covered share of its middle, and the cover's redness and lightness.

    These are logarithms of light: red over green, and the mean of the channels.
    """

    letter: str
    cover: float
    redness: float
    lightness: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """Log of red over green: white lies below `white`, red above `red`, doubt between."""

    white: float
    red: float


class Palette:
    """The bounds of red and white on this table, learned from what was settled."""

    def __init__(self) -> None:
        self._means: dict[str, float] = {}
        self._lightness: float | None = None

    def reset(self) -> None:
        self._means.clear()
        self._lightness = None

    @property
    def white_light(self) -> float | None:
        """Mean log of light of the white pieces seen so far, or None."""
        return self._lightness

    def bounds(self, redness: NDArray[np.float64]) -> Bounds:
        """The bounds for a frame in which covered cells have this redness (any number of them).

        A camera at the end of its range bends all colours alike; what is surely white there tells how far.
        """
        low, high = self._means.get(WHITE), self._means.get(RED)
        if low is not None and high is not None and high - low > APART:
            sure = redness[redness < low + 0.35 * (high - low)]
            shift = float(np.clip(np.median(sure) - low, -APART, 0)) if len(sure) else 0.0
            # nearer to white: glare pulls red pieces towards it, nothing pulls white towards red
            return Bounds(low + shift + 0.4 * (high - low), low + shift + 0.5 * (high - low))
        white, red = SURELY_WHITE, SURELY_RED
        reds = redness[redness > SURELY_RED]
        if len(reds):
            white = max(white, min(WARMEST_WHITE, float(np.median(reds)) - KIND_APART))
        whites = redness[redness < SURELY_WHITE]
        if len(whites):
            red = min(red, float(np.median(whites)) + APART)
            white = min(white, red)
        return Bounds(white, red)

    def learn(self, looks: tuple[CellLook, ...]) -> None:
        """Takes in a settled reading."""
        for letter in (RED, WHITE):
            seen = [look.redness for look in looks if look.letter == letter]
            if seen:
                now = float(np.median(seen))
                before = self._means.get(letter, now)
                self._means[letter] = before + 0.3 * (now - before)
        whites = [look.lightness for look in looks if look.letter == WHITE]
        if whites:
            # the mat must not become "as light as white" by one piece in a shadow
            now = float(np.median(whites))
            before = now if self._lightness is None else self._lightness
            self._lightness = before + 0.3 * (now - before)


def read_cells(change: Change, hidden: tuple[bool, ...], palette: Palette) -> tuple[CellLook, ...]:
    """Looks at each cell, in reading order. Hidden cells and those in doubt are unknown."""
    off = departure(change.residual, change.doubt)
    covered = ((off.tint > COVERED) | (np.abs(off.light) > COVERED)).astype(np.uint8)
    # at its rim a piece is mixed with what is beside it: colour is asked of what is inside
    core = cv2.erode(covered, np.ones((3, 3), np.uint8))
    redness = change.colour[..., 2] - change.colour[..., 1]
    strength = np.maximum(np.abs(off.light), off.tint)
    layers = np.stack([covered, core, redness, off.light, strength], axis=-1).astype(np.float32)
    of = by_cell(layers)[:, _MIDDLE]
    count = of[..., 0].sum(axis=1)
    cover = count / of.shape[1]
    inside = np.where(of[..., 1].sum(axis=1, keepdims=True) >= LEAST_CORE, of[..., 1], of[..., 0])
    weight = np.maximum(inside.sum(axis=1), 1)
    mean_red = (of[..., 2] * inside).sum(axis=1) / weight
    mean_light = (of[..., 3] * inside).sum(axis=1) / weight
    faint = _faint(change, covered)
    lightness = np.zeros(len(cover))
    shadow: NDArray[np.bool_] | None = None
    if cover.max(initial=0) >= BARE_COVER:
        lightness = (by_cell(change.colour)[:, _MIDDLE].mean(axis=-1) * inside).sum(axis=1) / weight
        if bool(((cover >= BARE_COVER) & (mean_light < 0)).any()):
            shadow = _shaded(change, inside, palette.white_light)
            shadow &= (cover >= BARE_COVER) & (mean_light < 0)
    asked = (cover >= LEAST_COVER) & ~np.array(hidden)
    if shadow is not None:
        asked &= ~shadow
    bounds = palette.bounds(mean_red[asked])
    red_share = ((of[..., 2] > bounds.red) * inside).sum(axis=1) / weight
    white_share = ((of[..., 2] < bounds.white) * inside).sum(axis=1) / weight
    letters = [
        UNKNOWN if hidden[i] else _letter(float(cover[i]), float(red_share[i]), float(white_share[i]))
        for i in range(GRID_SIDE**2)
    ]
    if shadow is not None:
        for i in np.flatnonzero(shadow):
            if not hidden[i]:
                letters[i] = UNKNOWN if mean_red[i] > bounds.white else EMPTY
    _spills(letters, cover)
    strong = of[..., 4].mean(axis=1)
    hard_to_see = any(letter == WHITE and strong[i] < HARD_TO_SEE for i, letter in enumerate(letters))
    bound = FAINT_WHERE_HARD if hard_to_see else FAINT
    shaded = shadow if shadow is not None else np.zeros(len(cover), dtype=np.bool_)
    letters = [
        UNKNOWN if letter == EMPTY and faint[i] > bound and not shaded[i] else letter
        for i, letter in enumerate(letters)
    ]
    return tuple(
        CellLook(letters[i], float(cover[i]), float(mean_red[i]), float(lightness[i]))
        for i in range(GRID_SIDE**2)
    )


def _shaded(change: Change, inside: NDArray[np.float32], white_light: float | None) -> NDArray[np.bool_]:
    """Which cells are as the bare mat is in a shadow: darker, in the mat's own tint.

    A white piece on a mat darker than itself makes it lighter, a red one changes its tint. Where the mat is
    as light as white can be, or the light too poor to tell tints, none is said to be shaded.
    `inside` (25 x N): samples of the middle that count.
    """
    cells = [by_cell(layer)[:, _MIDDLE] for layer in (change.residual, change.doubt.square, change.colour)]
    weight = np.maximum(inside.sum(axis=1), 1)[:, None]
    residual, doubt, colour = ((layer * inside[..., None]).sum(axis=1) / weight for layer in cells)
    tint = residual.max(axis=1) - residual.min(axis=1)
    mat = (colour - residual).mean(axis=1)
    bound = np.log(LIGHT_MAT) if white_light is None else white_light - WHITE_BAND
    # a middle's 36 samples, each the mean of 9, are some nine independent ones
    told = np.hypot(doubt[:, 1], doubt[:, 2]) / 3 < TOLD
    darker = residual.mean(axis=1) > SHADOW
    return np.asarray(told & (tint < SAME_TINT) & darker & (mat < bound), dtype=np.bool_)


def _faint(change: Change, covered: NDArray[np.uint8]) -> NDArray[np.float64]:
    """For each cell, by how many doubts its centre differs as a whole, as a piece of the mat's colour would.

    What clearly is covered, by a neighbour reaching over, does not count.
    """
    free = cv2.erode(1 - covered, np.ones((3, 3), np.uint8)).astype(np.float32)
    rim = PX // 4
    inside = (GRID_SIDE, PX, GRID_SIDE, PX, -1)
    layers = np.concatenate(
        [change.residual * free[..., None], change.doubt.square * free[..., None], free[..., None]], axis=2
    )
    sums = layers[INSIDE, INSIDE].reshape(inside)[:, rim:-rim, :, rim:-rim].sum(axis=(1, 3))
    count = np.maximum(sums[..., 6:], 1)
    off = departure(sums[..., :3] / count, Doubt(np.maximum(sums[..., 3:6] / count, LEAST_DOUBT)))
    faint = np.maximum(np.abs(off.light), off.tint) * (sums[..., 6] >= LEAST_CORE)
    return np.asarray(faint.reshape(-1), dtype=np.float64)


def _middle() -> NDArray[np.intp]:
    """Which samples of a cell lie in its middle, counted in reading order."""
    rim = round((1 - CENTRE) / 2 * PX)
    inside = np.zeros((PX, PX), dtype=np.bool_)
    inside[rim : PX - rim, rim : PX - rim] = True
    return np.flatnonzero(inside)


_MIDDLE = _middle()


def _letter(cover: float, red_share: float, white_share: float) -> str:
    if cover < BARE_COVER:
        return EMPTY
    if red_share > 0.7:
        return RED
    if white_share > 0.7:
        return WHITE
    return UNKNOWN


def _spills(letters: list[str], cover: NDArray[np.float64]) -> None:
    """A little cover beside a piece is that piece reaching over; alone it is doubt."""
    raw = list(letters)
    for i, letter in enumerate(raw):
        if letter == EMPTY or cover[i] >= LEAST_COVER:
            continue
        beside = [j for j in _neighbours(i) if raw[j] != EMPTY and cover[j] > cover[i]]
        letters[i] = EMPTY if beside else UNKNOWN


def _neighbours(i: int) -> list[int]:
    row, column = divmod(i, GRID_SIDE)
    return [
        r * GRID_SIDE + c
        for r in range(max(0, row - 1), min(GRID_SIDE, row + 2))
        for c in range(max(0, column - 1), min(GRID_SIDE, column + 2))
        if (r, c) != (row, column)
    ]


def rows_of(looks: tuple[CellLook, ...]) -> Rows:
    """The letters as five strings of five."""
    letters = "".join(look.letter for look in looks)
    return letters[0:5], letters[5:10], letters[10:15], letters[15:20], letters[20:25]


def bare_mask(letters: str, side: int, edge: int, px: int) -> Mask:
    """Where a square is thought bare after a reading: the ring, and the cells read as empty."""
    mask = np.ones((side, side), dtype=np.bool_)
    for i, letter in enumerate(letters):
        if letter != EMPTY:
            row, column = divmod(i, GRID_SIDE)
            y, x = edge + row * px, edge + column * px
            mask[y : y + px, x : x + px] = False
    return mask
