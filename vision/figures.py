"""Figures as learned from one or two pictures: coloured points with their heights over the feet.

A figure's own frame: u mm ahead of the middle of its feet, v mm to its right, w mm above the floor it stands
on. Points are what a camera sees from above; their colours are logarithms of light, BGR.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cutout import Cutout, cut_out
from vision.light import Light, Picture
from vision.looks import View
from vision.pose import TILE_THICKNESS_MM, Camera, Floats
from vision.sculpt import Sculpture, sculpt
from vision.traced import ToldFigure

NEAR_FRONT_MM = 75.0
"""A tap in front of a figure is no farther from its feet than this."""
LEAST_POINTS = 40
"""Points below which a figure would be a spot that could be anything."""
BELIEVED = 0.3
"""Points that agree less between the pictures are left out."""


class FigureError(Exception):
    """A figure cannot be learned from its pictures; one line for people that names the figure."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """`points_mm` N x 3 (u, v, w), `colours` N x 3, `weights` N (0 to 1, larger where surer).

    `unsure_mm` is one sigma of where the feet's middle really is, by what its pictures leave open.
    """

    name: str
    height_mm: float
    feet_mm: tuple[float, float]
    points_mm: Floats
    colours: Light
    weights: NDArray[np.float32]
    pictures: int
    unsure_mm: float


def learn_figure(told: ToldFigure, others: Sequence[Picture], camera: Camera) -> Figure:
    """A figure from its pictures on the bare table.

    `others` are the other teach pictures by the same camera; `camera` is where it hung over the tiles' tops.
    Raises `FigureError`.
    """
    views: list[View] = []
    for shot in told.shots:
        picture = shot.picture
        here = camera.scaled((picture.shape[1], picture.shape[0]))
        cut = _cut(told, picture, others, here, shot.front_px)
        if cut is not None:
            views.append(View(cut, here, -TILE_THICKNESS_MM, np.array(shot.front_px, dtype=np.float64)))
    if not views:
        raise FigureError(
            f"{told.name}: nothing stands out near the tap in front of it; take its picture alone on the "
            "bare table, in even light, on a table of another colour"
        )
    shape = sculpt(views, told.height_mm, told.feet_mm)
    figure = _figure(told, shape, len(views))
    if len(figure.points_mm) < LEAST_POINTS:
        raise FigureError(
            f"{told.name}: too little of it can be told from the table; take its pictures again on a table "
            "of another colour"
        )
    return figure


def _cut(
    told: ToldFigure, picture: Picture, others: Sequence[Picture], camera: Camera, front: tuple[float, float]
) -> Cutout | None:
    at = np.array([front], dtype=np.float64)
    floor = camera.to_table(at, -TILE_THICKNESS_MM)
    beside = camera.to_picture(floor + np.array([[1.0, 0.0]]), -TILE_THICKNESS_MM)
    px_per_mm = float(np.hypot(*(beside - at)[0]))
    reach_mm = NEAR_FRONT_MM + told.height_mm * 0.5
    rest = [other for other in others if other is not picture]
    return cut_out(picture, rest, front, reach_mm * px_per_mm)


def _figure(told: ToldFigure, shape: Sculpture, pictures: int) -> Figure:
    kept = (shape.agreement > BELIEVED) & (shape.sure > 0.5)
    if kept.sum() < LEAST_POINTS:
        kept = shape.agreement > BELIEVED
    points = np.column_stack([shape.across_mm[kept], shape.heights_mm[kept]])
    return Figure(
        told.name,
        told.height_mm,
        told.feet_mm,
        np.asarray(points, dtype=np.float64),
        np.ascontiguousarray(shape.colours[kept], dtype=np.float32),
        np.ascontiguousarray(shape.agreement[kept], dtype=np.float32),
        pictures,
        shape.unsure_mm,
    )
