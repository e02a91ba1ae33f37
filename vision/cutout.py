"""A figure cut out of its picture on the bare table: what surely is figure, and what may be shadow.

The same camera took the other teach pictures, and on most of them the table is bare where the figure stands
here: their median is the bare table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import FLOOR, Light, Picture, light_of, tinted

LEAST_OTHERS = 3
"""Pictures of which a tile or another figure may spoil one at the same spot."""
MOST_OTHERS = 7
SHADES = (1.2, 1.0, 0.84, 0.7, 0.59, 0.5, 0.42, 0.35, 0.29, 0.24, 0.2)
"""Shares of its light that a bare table may have here: shadows under a lit ceiling, other exposure."""
ALIKE_SHARE = 0.06
"""By how much more of what is about the figure a picture may look another way than the most alike one does: a
figure that stands there on it covers some 4 % of that, a tile that lies there 10 % and more."""
BRIGHTER, TINTED = 0.25, 0.2
"""Log of light: what grain, JPEG and the light of another place change at most."""
GAP = 0.03
"""Of the reach: half as wide as a gap that is filled, some 3 mm."""
MAYBE = 0.6
"""How much a place counts that is dark like a shadow or like a dark shoe."""


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """Part of a picture: `left`, `top` px; `light` H x W x 3; `sure` and `maybe` figure, H x W, 0 to 1."""

    left: int
    top: int
    light: Light
    sure: NDArray[np.float32]
    maybe: NDArray[np.float32]


def cut_out(
    picture: Picture, others: Sequence[Picture], near_px: tuple[float, float], reach_px: float
) -> Cutout | None:
    """The figure standing within `reach_px` of a place in the picture; None when nothing stands out there.

    `others` are pictures of the same size by the same camera, without the figure at this spot in most.
    """
    high, wide = picture.shape[:2]
    x, y = near_px
    left, top = max(0, int(x - reach_px)), max(0, int(y - reach_px))
    right, bottom = min(wide, int(x + reach_px) + 1), min(high, int(y + reach_px) + 1)
    if right - left < 16 or bottom - top < 16:
        return None
    part = np.s_[top:bottom, left:right]
    here = light_of(picture[part])
    bare = _bare(picture, here, others, part)
    bare += np.median((here - bare).reshape(-1, 3), axis=0)
    maybe, sure = standing_out(here, bare)
    body = _body(sure, (x - left, y - top), reach_px)
    if body is None:
        return None
    ys, xs = np.nonzero(body)
    sure = _filled(sure, maybe, body, reach_px)
    hull = np.zeros(body.shape, np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(np.stack([xs, ys], axis=1).astype(np.int32)), 1)
    room = max(6, round(0.12 * reach_px))
    a, b = max(0, xs.min() - room), max(0, ys.min() - room)
    c, d = xs.max() + room + 1, ys.max() + room + 1
    own = np.s_[b:d, a:c]
    return Cutout(
        left + int(a),
        top + int(b),
        np.ascontiguousarray(here[own]),
        np.ascontiguousarray((sure * hull)[own]),
        np.ascontiguousarray((np.maximum(maybe, sure) * hull)[own]),
    )


def _bare(picture: Picture, here: Light, others: Sequence[Picture], part: tuple[slice, slice]) -> Light:
    """The bare table behind the figure, as bright as in this picture."""
    alike = [other for other in others if other.shape == picture.shape]
    if len(alike) < LEAST_OTHERS:
        # nothing to compare with: the table is taken to change slowly where the figure stands
        wide = max(3, min(here.shape[:2]) // 2) | 1
        ground = cv2.medianBlur(picture[part], min(wide, 255))
        return light_of(np.asarray(ground, dtype=np.uint8))
    step = max(1, picture.shape[1] // 160)
    few = light_of(np.ascontiguousarray(picture[::step, ::step]))
    stack, unlike = [], []
    for other in alike:
        change = few - light_of(np.ascontiguousarray(other[::step, ::step]))
        there = light_of(np.ascontiguousarray(other[part]))
        there += np.median(change.reshape(-1, 3), axis=0).astype(np.float32)
        stack.append(there)
        unlike.append(float((np.abs(there[::3, ::3] - here[::3, ::3]).max(axis=2) > BRIGHTER).mean()))
    # a tile may lie here on most pictures: those that look like this one count
    order = np.argsort(unlike)[:MOST_OTHERS]
    chosen = [at for at in order if unlike[at] <= unlike[order[0]] + ALIKE_SHARE]
    shown = np.stack([stack[at] for at in chosen])
    if len(chosen) >= LEAST_OTHERS:
        return np.asarray(np.median(shown, axis=0), dtype=np.float32)
    # what stands there on one of two is not on the other
    nearest = np.abs(shown - here).max(axis=3).argmin(axis=0)
    return np.asarray(np.take_along_axis(shown, nearest[None, ..., None], axis=0)[0], dtype=np.float32)


def standing_out(here: Light, bare: Light) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How surely each pixel is figure, counting what may be shadow (`maybe`) and not (`sure`)."""
    least = np.full(here.shape[:2], np.inf, dtype=np.float32)
    lit = np.maximum(np.exp(bare) - np.float32(FLOOR), 0)
    for shade in SHADES:
        mean, off = tinted(here - np.log(lit * np.float32(shade) + np.float32(FLOOR)))
        np.minimum(least, np.hypot(_softened(mean) / BRIGHTER, _softened(off) / TINTED), out=least)
    sure = np.clip(least - 0.5, 0, 1)
    darker = _softened((bare - here).mean(axis=2))
    dark = MAYBE * np.clip(darker / BRIGHTER - 0.5, 0, 1)
    return np.maximum(sure, dark).astype(np.float32), sure.astype(np.float32)


def _filled(
    sure: NDArray[np.float32], maybe: NDArray[np.float32], body: NDArray[np.uint8], reach_px: float
) -> NDArray[np.float32]:
    """What may be shadow but lies in a gap of what surely is figure is dark hair, or a dark trunk."""
    room = max(1, round(GAP * reach_px))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * room + 1, 2 * room + 1))
    own = cv2.copyMakeBorder(sure * body, room, room, room, room, cv2.BORDER_CONSTANT)
    closed = cv2.morphologyEx(own, cv2.MORPH_CLOSE, kernel)[room:-room, room:-room]
    return np.maximum(sure, np.where(maybe > 0.5 * MAYBE, closed, np.float32(0)))


def _softened(values: Light) -> Light:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), 0.7), dtype=np.float32)


def _body(sure: NDArray[np.float32], near: tuple[float, float], reach_px: float) -> NDArray[np.uint8] | None:
    """The largest group of parts close together; a head may be seen apart from the arms."""
    parts = cv2.morphologyEx((sure > 0.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    bridge = max(3, round(0.06 * reach_px)) | 1
    together = cv2.dilate(parts, np.ones((bridge, bridge), np.uint8))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(together, connectivity=8)
    best, most = 0, 0
    for i in range(1, count):
        if np.hypot(*(centres[i] - near)) < reach_px and stats[i, cv2.CC_STAT_AREA] > most:
            best, most = i, int(stats[i, cv2.CC_STAT_AREA])
    if best == 0:
        return None
    body = np.asarray(cv2.dilate(parts * (labels == best), np.ones((5, 5), np.uint8)), dtype=np.uint8)
    return body if int((parts * (labels == best)).sum()) >= 24 else None
