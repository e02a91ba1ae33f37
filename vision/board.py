"""The tiles as they lie now: outlines, zones and gates in table mm, ready for feet to be laid on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np

from vision.feet import Convex, Points, Shape, inside, shape
from vision.observation import TouchKind


@dataclass(frozen=True, slots=True)
class ZoneOnTable:
    """A mausoleum, grave or brain; `zone` counts the zones of its tile side from 0, gates among them."""

    tile: str
    zone: int
    kind: TouchKind
    shape: Shape


@dataclass(frozen=True, slots=True)
class GateOnTable:
    """A gate: a line from one point to another, in table mm."""

    tile: str
    zone: int
    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def length_mm(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    def place(self, points: Points) -> Points:
        """Points N x 2 as seen from the gate: how far along from its start, and how far to the right of one
        who walks so (the left is negative), in mm."""
        along = (np.array(self.end) - self.start) / self.length_mm
        off = points - np.array(self.start)
        return np.column_stack([off @ along, off @ np.array([-along[1], along[0]])])


@dataclass(frozen=True, slots=True)
class TileOnTable:
    id: str
    outline: Shape


@dataclass(frozen=True, slots=True)
class Board:
    """Every tile with its zones and gates. One of these stands for one fitted layout."""

    tiles: tuple[TileOnTable, ...]
    zones: tuple[ZoneOnTable, ...]
    gates: tuple[GateOnTable, ...]

    def tile_at(self, middle: Sequence[float]) -> tuple[str | None, float]:
        """The tile that the point lies on, and how deep in it, in mm; None and less than 0 if on none."""
        found = max(((inside(middle, tile.outline), tile.id) for tile in self.tiles), default=(-1e9, ""))
        return (found[1] if found[0] >= 0 else None), found[0]


def board(tiles: Iterable[tuple[str, Any, Iterable[tuple[str, Any]]]]) -> Board:
    """From (tile id, its corners 4 x 2, its zones as (kind, points)), all points in table mm.

    Kinds are `mausoleum`, `grave`, `brain` (a polygon N x 2) and `gate` (a line 2 x 2); their order in the
    tile is their index. A ValueError for another kind, or for a shape without an area or length.
    """
    outlines, zones, gates = [], [], []
    for id_, corners, drawn in tiles:
        outlines.append(TileOnTable(id_, shape(corners)))
        for index, (kind, points) in enumerate(drawn):
            match kind:
                case "mausoleum" | "grave" | "brain":
                    zones.append(ZoneOnTable(id_, index, kind, shape(points)))
                case "gate":
                    (ax, ay), (bx, by) = np.asarray(points, np.float64).tolist()
                    if hypot(bx - ax, by - ay) < 1.0:
                        raise ValueError("a gate needs a length")
                    gates.append(GateOnTable(id_, index, (ax, ay), (bx, by)))
                case _:
                    raise ValueError(f"a zone is a mausoleum, grave, brain or gate, not {kind!r}")
    return Board(tuple(outlines), tuple(zones), tuple(gates))


def reach(one: Convex, middle: Sequence[float], other: Shape) -> float:
    """A gap, in mm, that the feet surely have from the other shape: negative or small when they may touch."""
    feet_mm = float(np.hypot(*(one.corners - np.asarray(middle)).T).max())
    return hypot(middle[0] - other.middle[0], middle[1] - other.middle[1]) - other.radius_mm - feet_mm
