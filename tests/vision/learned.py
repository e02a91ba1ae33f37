"""Toys drawn, taught and learned, for tests: a table, figures on it, and where their feet truly are."""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from tests.vision.race_figures import Toy, random_toys, standing
from tests.vision.race_renderer import THICK_MM, Moment, Picture, RaceRenderer, RaceTable, race_table
from vision.cutout import Cutout
from vision.figures import Figure, learn_figure
from vision.glimpse import cut_from
from vision.lens import Lens
from vision.light import Light, light_of
from vision.matching import Aim, Scene, aim
from vision.pose import Camera, Floats
from vision.taught_files import Shot
from vision.tiles import ART_PX_PER_MM, TileSide, side_of_art
from vision.traced import FigureShot, ToldFigure

STANDS = (((0.33, 0.4), 20.0), ((0.66, 0.62), 235.0))
"""Where the two teach pictures show a figure, as shares of the picture, and its heading (anticlockwise)."""


@dataclass(frozen=True, eq=False)
class Studio:
    """One table with its camera: pictures are drawn on asking."""

    draw: RaceRenderer
    camera: Camera
    known: dict[object, Figure] = field(default_factory=dict)

    def at(self, share: tuple[float, float]) -> Floats:
        """The place on the tiles' plane seen at a share of the picture."""
        seen = np.array([share]) * self.camera.lens.size_px
        return np.asarray(self.camera.to_table(seen, 0.0)[0])

    def shot(self, toy: Toy, at: Floats, heading_deg: float, index: int) -> FigureShot:
        solid = standing(toy, float(at[0]), float(at[1]), heading_deg, floor_mm=-THICK_MM)
        picture = self.draw.bare(Moment(index), [solid])
        way = np.array([np.cos(np.deg2rad(heading_deg)), -np.sin(np.deg2rad(heading_deg))])
        tap = self.camera.to_picture((at + 35 * way)[None], -THICK_MM)[0]
        return FigureShot(shot_of(f"{toy.name}_{index}.jpg", picture), (float(tap[0]), float(tap[1])))

    def told(self, toy: Toy, pictures: int) -> ToldFigure:
        shots = [self.shot(toy, self.at(p), a, k) for k, (p, a) in enumerate(STANDS[:pictures])]
        return ToldFigure(toy.name, round(toy.height_mm), toy.feet_mm, tuple(shots))

    def learned(self, toy: Toy, pictures: int = 2) -> Figure:
        key = (toy.family, toy.name, toy.height_mm, toy.feet_mm, pictures)
        if key not in self.known:
            self.known[key] = learn_figure(self.told(toy, pictures), self.others(), self.camera)
        return self.known[key]

    @lru_cache(1)  # noqa: B019  (studios live as long as the tests)
    def others(self) -> tuple[Picture, ...]:
        return tuple(self.draw.bare(Moment(50 + k)) for k in range(3))

    @lru_cache(1)  # noqa: B019
    def board(self) -> Light:
        return light_of(self.draw.frame(Moment(70)))

    def seen(self, figure: Figure, toy: Toy, at: Floats, heading_deg: float) -> tuple[Aim, Scene]:
        """The toy standing on the tiles, and the figure aimed there."""
        solid = standing(toy, float(at[0]), float(at[1]), heading_deg)
        now = light_of(self.draw.frame(Moment(71), [solid]))
        aimed = aim(figure, self.camera, at, -np.deg2rad(heading_deg))
        x, y = np.rint(aimed.origin.mean(axis=0)).astype(int)
        part = np.s_[max(0, y - 80) : y + 80, max(0, x - 80) : x + 80]
        return aimed, Scene(max(0, x - 80), max(0, y - 80), now[part], self.board()[part])

    def cut(self, figure: Figure, toy: Toy, at: Floats, heading_deg: float) -> Cutout:
        """The toy standing on the tiles, cut out within a circle about it."""
        aimed, scene = self.seen(figure, toy, at, heading_deg)
        middle = aimed.origin.mean(axis=0)
        turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        reach = 0.7 * figure.height_mm * float(np.hypot(*aimed.slopes[0][:, 0]))
        rim = middle + reach * np.column_stack([np.cos(turns), np.sin(turns)])
        return cut_from(scene, np.rint(rim).astype(np.int32))


def shot_of(name: str, picture: Picture) -> Shot:
    return Shot(name, cv2.imencode(".png", picture)[1].tobytes(), (picture.shape[1], picture.shape[0]))


def learned_exactly(table: RaceTable) -> tuple[TileSide, ...]:
    """A table's sides from the art they were drawn with, without zones."""
    sides = []
    for side in table.sides:
        size = (round(side.size_mm[0] * ART_PX_PER_MM), round(side.size_mm[1] * ART_PX_PER_MM))
        art = np.asarray(cv2.resize(side.art, size, interpolation=cv2.INTER_AREA), np.uint8)
        sides.append(side_of_art(side.id, side.size_mm, art, ()))
    return tuple(sides)


@lru_cache(4)
def studio(seed: int) -> Studio:
    table = race_table(seed, size_px=(1280, 720), surface="plain")
    view = table.view
    lens = Lens(view.glass.size_px, view.glass.matrix, view.glass.distortion, 0.2)
    return Studio(RaceRenderer(table), Camera(lens, view.rotation, view.translation))


@lru_cache(16)
def toy_of(family: str, seed: int) -> Toy:
    """The first toy of a family from this seed on."""
    while True:
        toy = random_toys(seed, ["sam"])[0]
        if toy.family == family:
            return toy
        seed += 1
