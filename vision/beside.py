"""Where sides may lie beside tiles that were found: their art is tried at every place around.

Spots that are told again are few on plain art, on a small picture or under a hand. But tiles are laid edge to
edge, turned alike but for quarters, and once the camera is known only two numbers are left: they can all be
tried, on a small picture of the table straight from above.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.laying import Laying
from vision.pose import Camera, Floats, Place
from vision.relief import Fine, resampled
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
                found[i] += [
                    one
                    for one in ground.likely(art, laying.sides[i], quarter)
                    if not laying.lapped(i, one.place, tiles)
                ]
    return {i: _best(several) for i, several in found.items()}


@dataclass(frozen=True, slots=True)
class _Likely:
    """A place, how well the art fits there, and to which edge of all tiles it lies; None for to none."""

    place: Place
    fit: float
    edge: int | None


def _best(several: list[_Likely]) -> list[Place]:
    several = sorted(several, key=lambda one: -one.fit)
    kept = [one.place for one in several if one.edge is None][:TRIED]
    for edge in {one.edge for one in several if one.edge is not None}:
        kept += [one.place for one in several if one.edge == edge][:TRIED_AT_EDGES]
    return kept


class _Ground:
    """The table around some tiles as seen from above, its x axis turned by `turn_deg` (clockwise)."""

    def __init__(
        self, laying: Laying, camera: Camera, tiles: dict[int, Place], turn_deg: float, widest_mm: float
    ) -> None:
        self._frame = Place(0.0, 0.0, turn_deg)
        corners = [place.to_table(laying.sides[i].corners_mm) for i, place in tiles.items()]
        rims = self._frame.to_tile(np.concatenate(corners))
        # a tile turned by a little more or less is as wide as one that is turned alike
        self._tiles = [
            (own.mean(axis=0), np.ptp(own, axis=0) / 2) for own in map(self._frame.to_tile, corners)
        ]
        self._first_mm = rims.min(axis=0) - widest_mm - SLACK_MM
        wide, high = np.ceil((rims.max(axis=0) + widest_mm + SLACK_MM - self._first_mm) * PER_MM).astype(int)
        grey, small = laying.grey_for(camera, PER_MM)
        xs, ys = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
        at_mm = np.stack([xs.ravel(), ys.ravel()], axis=1) / PER_MM + self._first_mm
        at = small.to_picture(self._frame.to_table(at_mm), 0.0).astype(np.float32).reshape(high, wide, 2)
        seen = cv2.remap(grey, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
        self._relief = _relief(np.asarray(seen, dtype=np.uint8))

    def likely(self, art: Fine, side: TileSide, quarter: int) -> Iterator[_Likely]:
        """Where a side's art, turned by quarters (clockwise), fits best: anywhere, and edge to edge."""
        if art.shape[0] > self._relief.shape[0] or art.shape[1] > self._relief.shape[1]:
            return
        fits = cv2.matchTemplate(self._relief, art, cv2.TM_CCOEFF_NORMED)
        size = np.array(art.shape[::-1])
        reach = round(EDGE_MM * PER_MM)
        for edge, middle in enumerate(self._edges(size / PER_MM)):
            x, y = np.rint((middle - self._first_mm) * PER_MM - size / 2).astype(int)
            left, top = max(0, x - reach), max(0, y - reach)
            near = fits[top : max(0, y + reach + 1), left : max(0, x + reach + 1)]
            if near.size:
                _, fit, _, (dx, dy) = cv2.minMaxLoc(near)
                yield _Likely(self._place((left + dx, top + dy), size, side, quarter), float(fit), edge)
        for _ in range(PEAKS):
            _, fit, _, at = cv2.minMaxLoc(fits)
            yield _Likely(self._place(at, size, side, quarter), float(fit), None)
            cv2.circle(fits, at, 4, -1.0, -1)

    def _edges(self, size_mm: Floats) -> Iterator[Floats]:
        """Middles of what would lie edge to edge with each tile on each of its sides, in this frame."""
        for middle, reach_mm in self._tiles:
            apart = reach_mm + size_mm / 2 + SLIT_MM
            for way in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                yield middle + apart * np.array(way)

    def _place(self, at: Sequence[int], size: Floats, side: TileSide, quarter: int) -> Place:
        turn = (self._frame.turn_deg + 90 * quarter + 180) % 360 - 180
        middle_mm = (np.array(at) + size / 2) / PER_MM + self._first_mm
        middle = self._frame.to_table(middle_mm[None])[0]
        x, y = middle - Place(0.0, 0.0, turn).to_table(np.array([side.size_mm]) / 2)[0]
        return Place(float(x), float(y), turn)


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
