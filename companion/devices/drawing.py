"""What is to be drawn on a picture of a race, in that picture's pixels."""

from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from companion.table.hosted.all_wound_up_race import zone_id
from companion.table.race_picture import Drawn, FigureDrawn, TileDrawn, ZoneDrawn
from companion.table.race_shown import Posture
from vision.state import along_edges

if TYPE_CHECKING:
    from vision.pose import Camera
    from vision.state import FigureSeen, Floats, RaceState, TileSeen

Points: TypeAlias = tuple[tuple[float, float], ...]

ARROW_MM = 26.0
"""From the middle of the feet: clear of any shoe."""
_FAR_PX = 1e5
"""Where a lens bends a point to when it lies behind the camera: nothing there can be drawn."""
_POSTURES = {
    "standing": Posture.STANDING,
    "walking": Posture.WALKING,
    "fallen": Posture.FALLEN,
    "held": Posture.HELD,
}


def drawn(state: "RaceState") -> Drawn:
    """Tiles with their zones, and figures with their feet; nothing while it is not known where they lie."""
    if state.camera is None or state.blind is not None:
        return Drawn()
    camera = state.camera
    return Drawn(
        tuple(_tile(camera, tile) for tile in state.tiles),
        tuple(_figure(camera, figure) for figure in state.figures),
    )


def moved(picture: Drawn, left_px: float, top_px: float) -> Drawn:
    """The same for a picture that was cut out at this point."""
    return _changed(picture, lambda x, y: (x - left_px, y - top_px))


def scaled(picture: Drawn, share: float) -> Drawn:
    """The same for a picture made smaller."""
    return _changed(picture, lambda x, y: ((x + 0.5) * share - 0.5, (y + 0.5) * share - 0.5))


def _changed(picture: Drawn, change: Callable[[float, float], tuple[float, float]]) -> Drawn:
    def each(points: Points) -> Points:
        return tuple(change(x, y) for x, y in points)

    tiles = tuple(
        replace(
            tile,
            outline_px=each(tile.outline_px),
            zones=tuple(replace(zone, points_px=each(zone.points_px)) for zone in tile.zones),
        )
        for tile in picture.tiles
    )
    figures = tuple(
        replace(
            figure,
            feet_px=each(figure.feet_px),
            arrow_px=None
            if figure.arrow_px is None
            else (change(*figure.arrow_px[0]), change(*figure.arrow_px[1])),
        )
        for figure in picture.figures
    )
    return Drawn(tiles, figures)


def _tile(camera: "Camera", tile: "TileSeen") -> TileDrawn:
    zones = tuple(
        ZoneDrawn(zone_id(tile.id, at), kind, _points(camera, points))
        for at, (kind, points) in enumerate(tile.zones)
    )
    return TileDrawn(tile.id, _points(camera, along_edges(tile.outline_mm)), zones)


def _figure(camera: "Camera", figure: "FigureSeen") -> FigureDrawn:
    posture = _POSTURES[figure.doing]
    if figure.feet_mm is None:
        return FigureDrawn(figure.name, posture, (), None)
    arrow = None
    if figure.heading_deg is not None:
        middle = figure.feet_mm.mean(axis=0)
        turn = radians(figure.heading_deg)
        tip = middle + ARROW_MM * np.array([cos(turn), -sin(turn)])  # y down: anticlockwise is towards -y
        tail_px, tip_px = _points(camera, np.stack([middle, tip]))
        arrow = (tail_px, tip_px)
    return FigureDrawn(figure.name, posture, _points(camera, figure.feet_mm), arrow)


def _points(camera: "Camera", table_mm: "Floats") -> Points:
    pixels = np.nan_to_num(camera.to_picture(table_mm, 0.0), nan=_FAR_PX, posinf=_FAR_PX, neginf=-_FAR_PX)
    return tuple((float(x), float(y)) for x, y in np.round(np.clip(pixels, -_FAR_PX, _FAR_PX), 1))
