"""How a figure looks from a side that was not taught, learned while it is followed on the board.

Teach pictures show a figure from one or two sides. Turned, it shows others; the board under it is known, so
there it can be cut out better than on any teach picture. Where it stands is taken from those who follow it:
only the colours seen, and the usual heights for them, are new.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cutout import Cutout, standing_out
from vision.figures import LEAST_POINTS, Figure, figure_from
from vision.light import tinted
from vision.looks import Seen, View
from vision.matching import LIT, SHADE, TINT, Scene
from vision.pose import Camera, Floats
from vision.sculpt import Sculpture, sculpt_again, sculpt_at

AHEAD_MM = 45.0
"""Where the way a figure faces is marked, as a tap would: anywhere in front of it."""
MOST = 250
"""Pixels and points that are compared, thinned evenly."""
LEAST_PX = 20
MOST_LATER = 3
"""Views after those for teaching that are kept: each costs as much as all before."""
MIDDLE, LOOSE_MM, FIRST_SIGMA_MM = 0.45, 3.0, 2.2
"""The middle of what is seen of a figure is so high, of its height; by that it is placed to some mm."""


def cut_from(scene: Scene, outline_px: NDArray[np.int32]) -> Cutout:
    """What stands out from the bare board within an outline (N x 2 px of the frame)."""
    maybe, sure = standing_out(scene.now, scene.bare)
    inside = np.zeros(sure.shape, np.uint8)
    cv2.fillConvexPoly(inside, outline_px - np.array([scene.left, scene.top], np.int32), 1)
    sure, maybe = (np.asarray(mask * inside, dtype=np.float32) for mask in (sure, maybe))
    return Cutout(scene.left, scene.top, scene.now, sure, maybe)


def same_colours(cut: Cutout, figure: Figure) -> float:
    """From 0 to 1: how far what was cut out has the colours of a figure and no others, whatever its shape.

    That is known of a figure from every side: it is painted with few colours.
    """
    seen = cut.light[cut.sure > 0.5]
    if len(seen) < LEAST_PX:
        return 0.0
    seen, known = seen[:: -(-len(seen) // MOST)], figure.colours[:: -(-len(figure.colours) // MOST)]
    shade, tint = tinted((seen[:, None] - known[None]).astype(np.float32))
    over = np.maximum(np.abs(shade) - LIT, 0)
    like = 1 - np.minimum((tint / TINT) ** 2 + (over / SHADE) ** 2, 1)
    return float(like.max(axis=1).mean() * like.max(axis=0).mean())


def glimpse(figure: Figure, cut: Cutout, camera: Camera, place: Floats) -> Figure | None:
    """The figure as it looks where it stands (x, y mm and heading); None if too little is seen of it."""
    if float((cut.sure > 0.5).sum()) < LEAST_POINTS:
        return None
    view = _view(cut, camera, place)
    return _looking(figure, sculpt_at(view, place[:2], figure.height_mm, figure.feet_mm, 0.0))


def seen_again(figure: Figure, cut: Cutout, camera: Camera, place: Floats) -> tuple[Figure, Floats] | None:
    """The figure by what it was made from and how it looks where it stands now (x, y mm and heading, about);
    with that place, set right. None if too little is seen of it."""
    if float((cut.sure > 0.5).sum()) < LEAST_POINTS:
        return None
    told, later = figure.seen[: figure.pictures], figure.seen[figure.pictures :]
    seen = (*told, *later[1 - MOST_LATER :], Seen(_view(cut, camera, place), place))
    shape = sculpt_again(seen, figure.pictures, figure.height_mm, figure.feet_mm)
    again = figure_from(figure, shape, figure.pictures)
    return None if len(again.points_mm) < LEAST_POINTS else (again, shape.seen[-1].place)


def first_glimpse(
    figure: Figure, cut: Cutout, camera: Camera, heading: float
) -> tuple[Figure, Floats] | None:
    """As `glimpse`, where it is not known yet where the figure stands; with the place found."""
    ys, xs = np.nonzero(cut.sure > 0.5)
    if len(xs) < LEAST_POINTS:
        return None
    middle = np.array([[xs.mean() + cut.left, ys.mean() + cut.top]])
    place = np.array([*camera.to_table(middle, MIDDLE * figure.height_mm)[0], heading])
    view = _view(cut, camera, place)
    shape = sculpt_at(view, place[:2], figure.height_mm, figure.feet_mm, LOOSE_MM)
    looking = _looking(figure, shape)
    return None if looking is None else (replace(looking, unsure_mm=FIRST_SIGMA_MM), shape.seen[0].place)


def _view(cut: Cutout, camera: Camera, place: Floats) -> View:
    ahead = place[:2] + AHEAD_MM * np.array([np.cos(place[2]), np.sin(place[2])])
    return View(cut, camera, 0.0, camera.to_picture(ahead[None], 0.0)[0])


def _looking(figure: Figure, shape: Sculpture) -> Figure | None:
    looking = replace(
        figure_from(figure, shape, figure.pictures), unsure_mm=figure.unsure_mm, seen=figure.seen
    )
    return looking if len(looking.points_mm) >= LEAST_POINTS else None
