"""What an eye holds of the newest frame: for those who draw it, and those who keep pictures of it.

Nothing here is a claim: what is claimed are observations. Made when asked for, and not kept.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Rows
from vision.pose import Camera, Place
from vision.taught_grid import Corners
from vision.traced import ZoneKind

Floats: TypeAlias = NDArray[np.float64]
Doing: TypeAlias = Literal["standing", "walking", "fallen", "held"]

_ALONG_EDGE = 8
"""Points along a tile's edge: a lens bends it, and eight pieces follow it to a fraction of a pixel."""
_BODY_MM = 8.0
"""How far a body may reach out over its feet, sideways."""


@dataclass(frozen=True, slots=True)
class GridState:
    """The grid's corners in pixels of the frame, what each cell looks like, and whether a hand is over it."""

    corners_px: Corners
    looking: Rows
    hands_over: bool
    blind: str | None

    @property
    def stirring(self) -> bool:
        return self.hands_over

    def table_px(self) -> tuple[Floats, ...]:
        """The outline (N x 2 px) of all that is game in the frame; nothing while that is not known."""
        return () if self.blind is not None else (np.array(self.corners_px, dtype=np.float64),)


@dataclass(frozen=True, slots=True, eq=False)
class TileSeen:
    """A tile side as it lies, in table mm: outline (4 x 2) and zones (N x 2 each; a gate has two points)."""

    id: str
    outline_mm: Floats
    zones: tuple[tuple[ZoneKind, Floats], ...]


@dataclass(frozen=True, slots=True, eq=False)
class FigureSeen:
    """A figure in table mm.

    `feet_mm` (N x 2) go around both feet, or the middle of one that has fallen, None while it is not known
    where they are; `heading_deg` is
    anticlockwise from the table's x axis as seen from above; `unsure_mm` one standard deviation of the place.
    """

    name: str
    height_mm: float
    feet_mm: Floats | None
    heading_deg: float | None
    unsure_mm: float
    doing: Doing


@dataclass(frozen=True, slots=True, eq=False)
class RaceState:
    """Tiles, figures and hands as the eye has them.

    `camera` is that of this frame, in its pixels, or None while it is not known; `hands` is true where a hand
    covers the frame, at any resolution of its shape, or None; `stirring` while a figure or a hand moves.
    """

    camera: Camera | None
    tiles: tuple[TileSeen, ...]
    figures: tuple[FigureSeen, ...]
    hands: NDArray[np.bool_] | None
    stirring: bool
    blind: str | None

    def table_px(self) -> tuple[Floats, ...]:
        """The outlines (N x 2 px) of all that is game in the frame: tiles, and figures also beside them."""
        if self.camera is None or self.blind is not None:
            return ()
        tiles = [self.camera.to_picture(along_edges(tile.outline_mm), 0.0) for tile in self.tiles]
        return (*tiles, *(body_px(self.camera, f) for f in self.figures if f.feet_mm is not None))


State: TypeAlias = GridState | RaceState


def tile_seen(
    name: str, size_mm: tuple[float, float], zones: tuple[tuple[ZoneKind, Floats], ...], place: Place
) -> TileSeen:
    """A side of which size and zones are known in tile mm, where it lies."""
    wide, high = size_mm
    outline = np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])
    return TileSeen(
        name, place.to_table(outline), tuple((kind, place.to_table(points)) for kind, points in zones)
    )


def along_edges(outline_mm: Floats) -> Floats:
    """The same outline with points between its corners."""
    share = np.linspace(0, 1, _ALONG_EDGE, endpoint=False)[None, :, None]
    ends = np.roll(outline_mm, -1, axis=0)
    return np.asarray((outline_mm[:, None] * (1 - share) + ends[:, None] * share).reshape(-1, 2))


def body_px(camera: Camera, figure: FigureSeen) -> Floats:
    """The outline (N x 2 px) of a figure from its feet to its head, however it leans out under the camera."""
    feet = np.zeros((0, 2)) if figure.feet_mm is None else figure.feet_mm
    middle = feet.mean(axis=0)
    out = feet - middle
    wider = middle + out * (1 + _BODY_MM / np.maximum(np.hypot(*out.T), 1e-6))[:, None]
    both = np.concatenate([camera.to_picture(wider, 0.0), camera.to_picture(wider, figure.height_mm)])
    return cv2.convexHull(both.astype(np.float32)).reshape(-1, 2).astype(np.float64)
