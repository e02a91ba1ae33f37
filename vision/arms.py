"""Hands and arms over the table: large things that were not there, reaching in from the picture's rim."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Change

Mask = NDArray[np.bool_]

ARM_FIGURES = 0.8
"""What reaches in from the rim is an arm if it is so many figures large, or more; a finger is half of one."""
BODY_FIGURES, ASLANT = 2.4, 1.3
"""What lies wholly in the picture, its sleeve not told from the table, is a hand if it is larger than any two
figures side by side, and than the largest may look with its edge, and moves; figures that stand together do
not."""
ALL_FIGURES = 5.0
"""Larger than all figures together, or than those not met yet may look with their edges: a hand, even at
rest."""
MOVES = 0.15
BESIDE = 2
"""Small pixels (7 mm) about a hand of which nothing is claimed: its edge, and the shadow close to it."""


SHADED_FIGURES, ARM_WIDE = 1.5, 1.5
"""What only shades the board is a figure with its shadow, if it is no larger, or no wider at the rim than a
figure and a half."""


def hands_in(
    change: Change, figures: Mask, stirred: Mask | None, figure_px: float, aslant_px: tuple[float, float]
) -> Mask:
    """Where hands are, at the small size.

    `figures`: where figures are known to stand; `stirred`: what changed since the frame before, if it is
    known; `figure_px`: small pixels that a figure covers; `aslant_px`: that the largest may, and all
    that were not met yet, seen aslant.
    """
    sure = cv2.morphologyEx(change.sure.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    joined = cv2.morphologyEx(sure, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    high, wide = joined.shape
    hands = np.zeros(count, dtype=bool)
    own = np.bincount(labels[figures], minlength=count) if figures.any() else np.zeros(count)
    moves = np.zeros(count) if stirred is None else np.bincount(labels[stirred], minlength=count)
    for i in range(1, count):
        x, y, w, h, area = stats[i]
        rim = x == 0 or y == 0 or x + w == wide or y + h == high
        rest = area - own[i]
        if rim:
            hands[i] = rest > ARM_FIGURES * figure_px
        else:
            one, every = aslant_px
            least, seen = (BODY_FIGURES, one) if moves[i] > MOVES * area else (ALL_FIGURES, every)
            hands[i] = rest > max(least * figure_px, ASLANT * seen)
    if not hands.any():
        return np.zeros((high, wide), dtype=bool)
    mask = hands[labels].astype(np.uint8)
    size = 2 * BESIDE + 1
    return np.asarray(cv2.dilate(mask, np.ones((size, size), np.uint8)) > 0)


def reaching_in(
    change: Change, figures: Mask, stirred: Mask | None, hands: Mask, before: Mask | None, *, figure_px: float
) -> Mask:
    """Where something reaches in that need not differ from the board by more than a shadow does.

    A dark hand over a dark tile, one of wood over wood: hands, what hangs together with them, and what shades
    the board from the picture's rim inwards and has moved since it came. `before` is what this was a frame
    ago; the others are as for `hands_in`.
    """
    there = change.dark | hands if stirred is None else change.dark | hands | stirred
    if not (there[[0, -1]].any() or there[:, [0, -1]].any() or hands.any()):
        return np.zeros(there.shape, dtype=bool)
    joined = cv2.morphologyEx(there.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)

    def within(mask: Mask | None) -> NDArray[np.int64]:
        return np.bincount(labels[mask], minlength=count) if mask is not None else np.zeros(count, np.int64)

    area = stats[:, cv2.CC_STAT_AREA]
    rims = np.concatenate([labels[0], labels[-1], labels[1:-1, 0], labels[1:-1, -1]])
    rim = np.bincount(rims, minlength=count) > ARM_WIDE * np.sqrt(figure_px)
    large = area - within(figures) > SHADED_FIGURES * figure_px
    moved = (within(stirred) > MOVES * area) | (within(before) > 0)
    reaches = (rim & large & moved) | (within(hands) > 0)
    reaches[0] = False
    return np.asarray(reaches[labels])
