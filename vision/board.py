"""The tiles as they lie now: outlines, zones and gates in table mm, ready for feet to be laid on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np

from vision.feet import Shape, inside, shape
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
    along: tuple[float, float]
    """Of length 1."""
    length_mm: float

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point as seen from the gate: how far along from its start, and how far to the right of one who
        walks so (the left is negative), in mm."""
        (ax, ay), dx, dy = self.along, x - self.start[0], y - self.start[1]
        return dx * ax + dy * ay, dy * ax - dx * ay


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
                    length = hypot(bx - ax, by - ay)
                    if not length > 1.0:
                        raise ValueError("a gate needs a length")
                    along = ((bx - ax) / length, (by - ay) / length)
                    gates.append(GateOnTable(id_, index, (ax, ay), along, length))
                case _:
                    raise ValueError(f"a zone is a mausoleum, grave, brain or gate, not {kind!r}")
    return Board(tuple(outlines), tuple(zones), tuple(gates))
