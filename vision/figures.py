"""Figures as learned from one or two pictures: coloured points with their heights over the feet.

A figure's own frame: u mm ahead of the middle of its feet, v mm to its right, w mm above the floor it stands
on. Points are what a camera sees from above; their colours are logarithms of light, BGR.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.cutout import Cutout, cut_out
from vision.light import Light, Picture, tinted
from vision.looks import Seen, View
from vision.pose import TILE_THICKNESS_MM, Camera, Floats
from vision.sculpt import Sculpture, sculpt
from vision.traced import ToldFigure

Flags: TypeAlias = NDArray[np.bool_]

NEAR_FRONT_MM = 75.0
"""A tap in front of a figure is no farther from its feet than this."""
LEAST_POINTS = 40
"""Points below which a figure would be a spot that could be anything."""
BELIEVED = 0.3
"""Points that agree less between the pictures are left out."""


MIDDLE_MM, LEAST_PAIRS = 2.0, 10
"""Columns nearer to the middle are like themselves on any figure."""
ALIKE, MOSTLY = 0.35, 0.7
"""Log of light by which sides differ at most, on so many of the pairs seen, where both are alike."""
OTHER_SIDES_MM = 2.2
"""One sigma of the place of a figure that shows a side of which its one picture told nothing; so it is on
figures drawn at random."""
UNSEEN_SIDE = 0.7
"""What a point counts that was seen on the other side only."""


class FigureError(Exception):
    """A figure cannot be learned from its pictures; one line for people that names the figure."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """`points_mm` N x 3 (u, v, w), `colours` N x 3, `weights` N (0 to 1, larger where surer).

    `pictures` of it were taken for teaching. `unsure_mm` is one sigma of where the feet's middle really is,
    by what its pictures leave open. `seen` are the views it was made from, those for teaching first.
    """

    name: str
    height_mm: float
    feet_mm: tuple[float, float]
    points_mm: Floats
    colours: Light
    weights: NDArray[np.float32]
    pictures: int
    unsure_mm: float
    seen: tuple[Seen, ...] = ()

    @property
    def later(self) -> int:
        """How many views on the board it was made from as well."""
        return len(self.seen) - self.pictures


def learn_figure(told: ToldFigure, others: Sequence[Picture], camera: Camera) -> Figure:
    """A figure from its pictures on the bare table.

    `others` are the other teach pictures by the same camera; `camera` is where it hung over the tiles' tops.
    Raises `FigureError`.
    """
    views = views_of(told, others, camera)
    if not views:
        raise FigureError(
            f"{told.name}: nothing stands out near its front_px; is each tap on its own picture? Else take "
            "its pictures anew, alone on the bare table, in even light, on a table of another colour"
        )
    shape = sculpt(views, told.height_mm, told.feet_mm)
    figure = figure_from(told, shape, len(views))
    if len(views) == 1:
        figure = replace(figure, unsure_mm=float(np.hypot(figure.unsure_mm, OTHER_SIDES_MM)))
    if len(figure.points_mm) < LEAST_POINTS:
        raise FigureError(
            f"{told.name}: too little of it can be told from the table; take its pictures again on a table "
            "of another colour"
        )
    return figure


def views_of(told: ToldFigure, others: Sequence[Picture], camera: Camera) -> tuple[View, ...]:
    """The figure cut out of its teach pictures; those on which nothing stands out are left out."""
    views: list[View] = []
    for shot in told.shots:
        picture = shot.picture
        here = camera.scaled((picture.shape[1], picture.shape[0]))
        cut = _cut(told, picture, others, here, shot.front_px)
        if cut is not None:
            views.append(View(cut, here, -TILE_THICKNESS_MM, np.array(shot.front_px, dtype=np.float64)))
    return tuple(views)


def _cut(
    told: ToldFigure, picture: Picture, others: Sequence[Picture], camera: Camera, front: tuple[float, float]
) -> Cutout | None:
    at = np.array([front], dtype=np.float64)
    floor = camera.to_table(at, -TILE_THICKNESS_MM)
    beside = camera.to_picture(floor + np.array([[1.0, 0.0]]), -TILE_THICKNESS_MM)
    px_per_mm = float(np.hypot(*(beside - at)[0]))
    reach_mm = NEAR_FRONT_MM + told.height_mm * 0.5
    rest = [other for other in others if not np.array_equal(other, picture)]
    return cut_out(picture, rest, front, reach_mm * px_per_mm)


def figure_from(told: "ToldFigure | Figure", shape: Sculpture, pictures: int) -> Figure:
    """A figure of so many pictures as it was sculpted."""
    kept = (shape.agreement > BELIEVED) & (shape.sure > 0.5)
    if kept.sum() < LEAST_POINTS:
        kept = shape.agreement > BELIEVED
    heights, colours, weights = shape.heights_mm, shape.colours, shape.agreement
    if _mirrored(shape, kept):
        kept, heights, colours, weights = _completed(shape, kept)
    points = np.column_stack([shape.across_mm[kept], heights[kept]])
    return Figure(
        told.name,
        told.height_mm,
        told.feet_mm,
        np.asarray(points, dtype=np.float64),
        np.ascontiguousarray(colours[kept], dtype=np.float32),
        np.ascontiguousarray(weights[kept], dtype=np.float32),
        pictures,
        shape.unsure_mm,
        shape.seen,
    )


def _other_side(values: NDArray[Any]) -> NDArray[Any]:
    """The same columns, left for right: they lie n by n, ahead by right, the same to both sides."""
    n = round(len(values) ** 0.5)
    return values.reshape(n, n, *values.shape[1:])[:, ::-1].reshape(values.shape)


def _mirrored(shape: Sculpture, kept: Flags) -> bool:
    """Whether the figure is alike left and right, as far as both sides are seen."""
    both = kept & _other_side(kept) & (np.abs(shape.across_mm[:, 1]) > MIDDLE_MM)
    if both.sum() < LEAST_PAIRS:
        return False
    _, tint = tinted(shape.colours - _other_side(shape.colours))
    return float((tint[both] < ALIKE).mean()) > MOSTLY


def _completed(shape: Sculpture, kept: Flags) -> tuple[Flags, Floats, Light, Floats]:
    """A side that was not seen, after the other: it was turned away, or in the dark."""
    other = _other_side(kept)
    mine, its = kept.astype(np.float64), other.astype(np.float64)
    total = np.maximum(mine + its, 1)
    heights = (mine * shape.heights_mm + its * _other_side(shape.heights_mm)) / total
    colours = (mine[:, None] * shape.colours + its[:, None] * _other_side(shape.colours)) / total[:, None]
    weights = np.where(kept, shape.agreement, UNSEEN_SIDE * _other_side(shape.agreement))
    return kept | other, heights, colours.astype(np.float32), weights
