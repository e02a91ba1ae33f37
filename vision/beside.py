"""Where sides may lie beside tiles that were found: their art is tried at every place around.

Spots that are told again are few on plain art, on a small picture or under a hand. But tiles are laid edge to
edge, turned alike but for quarters, and once the camera is known only two numbers are left: they can all be
tried, on a small picture of the table straight from above.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.laying import LAPPED, Laying, lapping
from vision.pose import Camera, Floats, Place
from vision.relief import Fine, from_above, resampled
from vision.tiles import ART_PX_PER_MM, TileSide

PER_MM = 0.25
"""Samples a mm: a tile is some fifty wide, and a place is told to 4 mm, near enough to be settled from."""
LEANS_DEG = (-3.0, 0.0, 3.0)
"""How far a tile may be turned from its neighbours, by hand and by eye."""
ALIKE_DEG = 2.0
"""Tiles turned by less are turned alike."""
SLIT_MM = 1.5
"""Between tiles laid edge to edge."""
SLACK_MM = 40.0
"""Between tiles that lie side by side, at most."""
SMOOTH_MM = 20.0
"""Light and shade are wider, what is printed is narrower."""
PEAKS, TRIED = 3, 5
"""Places followed of each turn, and of a side, wherever they are."""
LOOKS = 9
"""After so many places on tiles it is enough: their art may be much alike."""
SAME_MM, SAME_DEG = 12.0, 6.5
"""Nearer than this, and turned alike but for the leans, two places are one."""
TRIED_AT_EDGES = 2
"""And of each place edge to edge with a tile: a hand over half a tile fits as little as any other ground."""
EDGE_MM = 16.0
"""How far from edge to edge, so told, a tile may lie."""


def places_beside(
    laying: Laying, camera: Camera, tiles: dict[int, Place], absent: list[int]
) -> dict[int, list[Place]]:
    """For each absent side the likeliest places around the tiles, where it would lie on none of them."""
    found: dict[int, list[_Likely]] = {i: [] for i in absent}
    reliefs = {i: _relief(resampled(laying.sides[i].art, ART_PX_PER_MM, PER_MM)) for i in absent}
    for turn in _turns(tiles):
        ground = _Ground(laying, camera, tiles, turn, max(max(laying.sides[i].size_mm) for i in absent))
        for i in absent:
            for quarter in range(4):
                art = np.ascontiguousarray(np.rot90(reliefs[i], -quarter))
                found[i] += ground.likely(art, laying.sides[i], quarter)
    return {i: _best(several) for i, several in found.items()}


@dataclass(frozen=True, slots=True)
class _Likely:
    """A place, its middle on the table, how well the art fits there, and to which edge of all tiles it lies.

    None for to none.
    """

    place: Place
    middle_mm: Floats
    fit: float
    edge: int | None


def _best(several: list[_Likely]) -> list[Place]:
    """Of places anywhere and at each edge those that fit best, each but once."""
    ranked = sorted(several, key=lambda one: -one.fit)
    kept: list[_Likely] = []
    for edge in [None, *sorted({one.edge for one in several if one.edge is not None})]:
        own: list[_Likely] = []
        for one in ranked:
            if one.edge == edge and not any(_same(one, other) for other in own):
                own.append(one)
            if len(own) == (TRIED if edge is None else TRIED_AT_EDGES):
                break
        kept += [one for one in own if not any(_same(one, other) for other in kept)]
    return [one.place for one in kept]


def _same(one: _Likely, other: _Likely) -> bool:
    """Whether two places are one, turned a little more or less: then the one that fits better is right."""
    leans = abs((one.place.turn_deg - other.place.turn_deg + 180) % 360 - 180)
    return leans < SAME_DEG and float(np.hypot(*(one.middle_mm - other.middle_mm))) < SAME_MM


class _Ground:
    """The table around some tiles as seen from above, its x axis turned by `turn_deg` (clockwise)."""

    def __init__(
        self, laying: Laying, camera: Camera, tiles: dict[int, Place], turn_deg: float, widest_mm: float
    ) -> None:
        self._frame = Place(0.0, 0.0, turn_deg)
        self._corners = [
            self._frame.to_tile(place.to_table(laying.sides[i].corners_mm)) for i, place in tiles.items()
        ]
        # a tile turned by a little more or less is as wide as one that is turned alike
        self._tiles = [(own.mean(axis=0), np.ptp(own, axis=0) / 2) for own in self._corners]
        self._boxes = [(*own.min(axis=0).tolist(), *own.max(axis=0).tolist()) for own in self._corners]
        self._known: dict[tuple[int, int], list[tuple[int, tuple[int, int, int, int]]]] = {}
        rims = np.concatenate(self._corners)
        self._first_mm = rims.min(axis=0) - widest_mm - SLACK_MM
        wide, high = np.ceil((rims.max(axis=0) + widest_mm + SLACK_MM - self._first_mm) * PER_MM).astype(int)
        grey, small = laying.grey_for(camera, PER_MM)
        x, y = self._frame.to_table(self._first_mm[None])[0]
        corner = Place(float(x), float(y), turn_deg)
        view, seen = from_above(grey, small, corner, (int(wide), int(high)), PER_MM)
        self._relief = _relief(view)
        self._seen = cv2.integral(seen.astype(np.uint8))

    def likely(self, art: Fine, side: TileSide, quarter: int) -> Iterator[_Likely]:
        """Where a side's art, turned by quarters (clockwise), fits best: edge to edge, and anywhere.

        It lies on none of the tiles there, and more in the picture than out of it.
        """
        if art.shape[0] > self._relief.shape[0] or art.shape[1] > self._relief.shape[1]:
            return
        fits = cv2.matchTemplate(self._relief, art, cv2.TM_CCOEFF_NORMED)
        high, wide = art.shape
        for edge, (left, top, right, bottom) in self._slots(wide, high):
            near = fits[top:bottom, left:right]
            if near.size:
                _, fit, _, (dx, dy) = cv2.minMaxLoc(near)
                at = left + dx, top + dy
                if self._mostly_seen(at, (wide, high)) and self._free(at, (wide, high)):
                    yield self._likely((at, (wide, high)), side, quarter, float(fit), edge)
        free = 0
        for _ in range(LOOKS):
            _, fit, _, (x, y) = cv2.minMaxLoc(fits)
            cv2.circle(fits, (x, y), 4, -1.0, -1)
            if self._mostly_seen((x, y), (wide, high)) and self._free((x, y), (wide, high)):
                yield self._likely(((x, y), (wide, high)), side, quarter, float(fit), None)
                free += 1
            if free == PEAKS:
                break

    def _slots(self, wide: int, high: int) -> list[tuple[int, tuple[int, int, int, int]]]:
        """Where what is so many samples large may lie edge to edge with each tile on each of its sides.

        Each with its number, as left, top, right and bottom of where its first sample may be.
        """
        if (wide, high) not in self._known:
            reach, size = round(EDGE_MM * PER_MM), np.array([wide, high])
            slots = []
            ways = [np.array(way) for way in ((1, 0), (0, 1), (-1, 0), (0, -1))]
            for edge, ((middle, reach_mm), way) in enumerate(product(self._tiles, ways)):
                apart = reach_mm + size / PER_MM / 2 + SLIT_MM
                x, y = np.rint((middle + apart * way - self._first_mm) * PER_MM - size / 2).astype(int)
                # what is common to all places there
                if self._free((x + reach, y + reach), (wide - 2 * reach, high - 2 * reach)):
                    box = max(0, x - reach), max(0, y - reach), max(0, x + reach + 1), max(0, y + reach + 1)
                    slots.append((edge, box))
            self._known[wide, high] = slots
        return self._known[wide, high]

    def _mostly_seen(self, at: tuple[int, int], size: tuple[int, int]) -> bool:
        """Whether half of what is `size` samples large lies in the picture at `at`, its first sample."""
        left, top, right, bottom = at[0], at[1], at[0] + size[0], at[1] + size[1]
        seen = self._seen
        count = seen[bottom, right] - seen[top, right] - seen[bottom, left] + seen[top, left]
        return bool(2 * count >= size[0] * size[1])

    def _free(self, at: tuple[int, int], size: tuple[int, int]) -> bool:
        """Whether what is `size` samples large lies on no tile at `at`, its first sample."""
        left, top = at[0] / PER_MM + self._first_mm[0], at[1] / PER_MM + self._first_mm[1]
        right, bottom = left + size[0] / PER_MM, top + size[1] / PER_MM
        near = [
            own
            for own, (x, y, across, down) in zip(self._corners, self._boxes, strict=True)
            if x < right and y < bottom and across > left and down > top
        ]
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        return all(lapping(corners, own) <= LAPPED for own in near)

    def _likely(
        self,
        seen: tuple[tuple[int, int], tuple[int, int]],
        side: TileSide,
        quarter: int,
        fit: float,
        edge: int | None,
    ) -> _Likely:
        at, size = np.array(seen)
        turn = (self._frame.turn_deg + 90 * quarter + 180) % 360 - 180
        middle_mm = (at + size / 2) / PER_MM + self._first_mm
        middle = self._frame.to_table(middle_mm[None])[0]
        x, y = middle - Place(0.0, 0.0, turn).to_table(np.array([side.size_mm]) / 2)[0]
        return _Likely(Place(float(x), float(y), turn), middle, fit, edge)


def _turns(tiles: dict[int, Place]) -> list[float]:
    """How the tiles are turned, but for quarters, each a little more and less."""
    own: list[float] = []
    for place in tiles.values():
        if all(abs((place.turn_deg - other + 45) % 90 - 45) > ALIKE_DEG for other in own):
            own.append(place.turn_deg % 90)
    return [turn + lean for turn in own for lean in LEANS_DEG]


def _relief(grey: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Fine:
    """What is printed, whatever the lamps; what stands out is held back, for it may be a hand's edge."""
    light = np.log(grey.astype(np.float32) + 8)
    fine = light - cv2.GaussianBlur(light, (0, 0), SMOOTH_MM * PER_MM)
    return np.asarray(np.clip(fine, -0.4, 0.4), dtype=np.float32)
