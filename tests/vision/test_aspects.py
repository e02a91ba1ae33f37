"""A figure taught by one picture shows other sides when it is turned: it is known all the same."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from tests.vision.race_figures import Toy, random_toys
from tests.vision.race_play import Play, State
from tests.vision.race_renderer import RaceRenderer, RaceTable, race_table
from tests.vision.race_taught import taught_race
from tests.vision.races import play_on, take_of
from vision.aspects import APART, KNOWN_BY, Aspects
from vision.camera import Frame
from vision.cutout import Cutout
from vision.figures import Figure
from vision.glimpse import same_colours
from vision.lens import Lens
from vision.observation import Fell, Posed
from vision.race_eye import RaceEye

FPS = 12.0
NEAR_MM = 9.0
"""By one look at a side that is not known, a figure is placed to some millimetres."""


@dataclass
class Table:
    """A table at which every figure was taught by one picture, and how each stood on it."""

    seed: int
    table: RaceTable
    toys: tuple[Toy, ...]
    draw: RaceRenderer
    eye: RaceEye

    def play(self) -> Play:
        return play_on(self.table, self.toys, FPS, np.random.default_rng(1))

    def watch(self, play: Play) -> tuple[list[tuple[Posed, ...]], list[object]]:
        self.eye.reset()
        take = take_of(self.seed, self.table, self.toys, play, drawn_by=self.draw)
        poses, said = [], list[object]()
        for index, picture in take.frames():
            said += self.eye.see(Frame(picture, index / FPS, index))
            poses.append(self.eye.poses())
        return poses, said


@pytest.fixture(scope="module", params=[4, 11])
def table(request: pytest.FixtureRequest) -> Table:
    seed = int(request.param)
    table = race_table(seed, tiles=2, taught=5, gate=True)
    toys = random_toys(seed, ("ash", "bo", "cleo", "dot"))
    draw = RaceRenderer(table)
    play = play_on(table, toys, FPS, np.random.default_rng(1))
    play.run(play.idle(0.1))
    take = take_of(seed, table, toys, play, drawn_by=draw)
    glass = table.view.glass
    taught = taught_race(take, Lens(glass.size_px, glass.matrix, glass.distortion, 0.2))
    one = tuple(replace(figure, shots=figure.shots[:1]) for figure in taught.figures)
    return Table(seed, table, toys, draw, RaceEye(replace(taught, figures=one)))


def put(table: Table, play: Play, turn_deg: float) -> None:
    """The first two figures, each in the middle of a tile."""
    for toy, tile in zip(table.toys[:2], table.table.laid, strict=True):
        x, y = tile.to_table(np.array([[100.0, 100.0]]))[0]
        play.put(toy.name, State(float(x), float(y), turn_deg))


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 180.0, 270.0])
def test_turned_any_way_it_is_known_and_near_where_it_stands(table: Table, turn_deg: float) -> None:
    play = table.play()
    put(table, play, turn_deg)
    play.run(play.idle(0.8))
    poses, said = table.watch(play)
    assert sorted(pose.figure for pose in poses[-1]) == ["ash", "bo"]
    for pose, tile in zip(sorted(poses[-1], key=lambda p: p.figure), table.table.laid, strict=True):
        assert pose.tile == tile.side
        assert pose.upright
        assert np.hypot(*np.subtract(pose.tile_mm or np.inf, (100.0, 100.0))) < NEAR_MM
    assert not [one for one in said if isinstance(one, Fell)]


def figure(colours: list[list[float]]) -> Figure:
    many = np.repeat(np.array(colours, dtype=np.float32), 30, axis=0)
    weights = np.ones(len(many), np.float32)
    return Figure("ash", 55.0, (23.0, 19.0), np.zeros((len(many), 3)), many, weights, 1, 1.0)


def cut(colours: list[list[float]]) -> Cutout:
    light = np.repeat(np.array(colours, dtype=np.float32), 30, axis=0).reshape(len(colours), 30, 3)
    sure = np.ones(light.shape[:2], np.float32)
    return Cutout(0, 0, light, sure, sure)


RED, BLUE, GREY = [-3.0, -3.0, -0.5], [-0.5, -2.5, -3.0], [-1.5, -1.5, -1.5]


def test_colours_tell_who_it_is_whatever_its_outline() -> None:
    assert same_colours(cut([RED, BLUE]), figure([BLUE, RED])) > 0.95
    assert same_colours(cut([RED, GREY]), figure([BLUE, GREY])) < KNOWN_BY
    assert same_colours(cut([RED]), figure([RED, BLUE])) < KNOWN_BY  # it must show all of its colours
    darker = [[value - 0.3 for value in RED], BLUE]
    assert same_colours(cut(darker), figure([RED, BLUE])) > 0.9  # its other side is to the lamp


def test_nothing_to_see_is_nobody() -> None:
    nothing = replace(cut([RED]), sure=np.zeros((1, 30), np.float32))
    assert same_colours(nothing, figure([RED])) == 0


class TestAspects:
    def test_a_side_that_is_near_a_known_one_is_that_one(self) -> None:
        aspects = Aspects(figure([RED]))
        assert aspects.wants(np.zeros(2))
        front = figure([BLUE])
        aspects.learn(front, np.zeros(2))
        assert aspects.nearest(np.array([0.5 * APART, 0])) is front
        assert not aspects.wants(np.array([0.5 * APART, 0]))
        assert aspects.nearest(np.array([2 * APART, 0])) is None
        assert aspects.every == (aspects.taught, front)

    def test_what_was_guessed_is_turned_when_it_is_known_which_way_it_faces(self) -> None:
        aspects = Aspects(figure([RED]))
        seen = replace(figure([BLUE]), points_mm=np.array([[10.0, 0.0, 30.0]]))
        aspects.guess(seen, np.array([0.2, 0.0]))
        assert aspects.guessed
        aspects.turn(np.radians(90))  # clockwise: what was ahead lies to the left now
        turned = aspects.turned(seen)
        assert turned.points_mm[0] == pytest.approx([0.0, -10.0, 30.0], abs=1e-9)
        assert aspects.nearest(np.array([0.0, -0.2])) is turned
        assert not aspects.guessed

    def test_a_second_guess_replaces_the_first(self) -> None:
        aspects = Aspects(figure([RED]))
        aspects.guess(figure([BLUE]), np.zeros(2))
        again = figure([GREY])
        aspects.guess(again, np.zeros(2))
        assert aspects.every == (aspects.taught, again)


def test_what_was_learned_facing_a_known_way_is_not_turned_with_what_was_guessed() -> None:
    taught = Figure("sam", 50.0, (20.0, 18.0), np.zeros((1, 3)), np.zeros((1, 3), np.float32),
                    np.ones(1, np.float32), 1, 1.0)  # fmt: skip
    known, guess = (replace(taught, points_mm=np.array([[u, 0.0, 20.0]])) for u in (10.0, 5.0))
    aspects = Aspects(taught)
    aspects.learn(known, np.array([0.3, 0.0]))
    aspects.guess(guess, np.array([0.0, -0.3]))
    aspects.turn(np.pi / 2)
    assert aspects.every[1] is known
    assert np.allclose(aspects.every[2].points_mm, [[0.0, -5.0, 20.0]])
    aspects.guess(guess, np.array([0.0, -0.3]))
    aspects.guess(guess, np.array([0.0, 0.3]))
    assert known in aspects.every


def test_a_side_from_which_nothing_was_gained_is_not_tried_again() -> None:
    taught = Figure("sam", 50.0, (20.0, 18.0), np.zeros((1, 3)), np.zeros((1, 3), np.float32),
                    np.ones(1, np.float32), 2, 1.0)  # fmt: skip
    aspects, side = Aspects(taught), np.array([0.3, 0.0])
    assert aspects.wants(side)
    aspects.refuse(side)
    assert not aspects.wants(side + 0.5 * APART * np.array([1.0, 0.0]))
    assert aspects.wants(side + 2 * APART * np.array([1.0, 0.0]))
