"""What lies on a table and where it is seen from, or why that is in doubt."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.pose import Camera, Floats, Place
from vision.tiles import TileSide

Why = Literal["dark", "shape", "nothing", "which", "covered", "missing"]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A side and where it lies; `sure` is the share of its textured patches that were seen to show it."""

    side: TileSide
    place: Place
    sure: float


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The camera over the table and the tiles on it, in the order in which the sides were given."""

    camera: Camera
    tiles: tuple[Laid, ...]

    def side_at(self, table_mm: Floats) -> Laid | None:
        """The tile under one point of the table."""
        at = int(self.sides_at(np.asarray(table_mm, dtype=np.float64).reshape(1, 2))[0])
        return None if at < 0 else self.tiles[at]

    def sides_at(self, table_mm: Floats) -> NDArray[np.int64]:
        """For N x 2 points which tile (by its place in `tiles`) each lies on, -1 for none."""
        on = np.full(len(table_mm), -1, dtype=np.int64)
        for i, laid in enumerate(self.tiles):
            tile = laid.place.to_tile(table_mm)
            on[np.all((tile >= 0) & (tile <= laid.side.size_mm), axis=1)] = i
        return on

    def corners_px(self, laid: Laid) -> Floats:
        """The four corners of a tile's top side in the picture."""
        return self.camera.to_picture(laid.place.to_table(laid.side.corners_mm), 0.0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Nothing is claimed, and why; `sides` are those it is about, `told` one line for people."""

    why: Why
    sides: tuple[str, ...]
    told: str
