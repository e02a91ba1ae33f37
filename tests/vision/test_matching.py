"""A figure's likeness in frames: high where it stands, low beside it and where another stands."""

import numpy as np
import pytest

from tests.vision.learned import studio, toy_of
from vision.matching import likeness, pixels, stand_near

AT, HEADING = (0.5, 0.5), 70.0


@pytest.mark.parametrize("family", ["walker", "robot", "cap"])
def test_a_figure_looks_most_like_itself_where_it_stands(family: str) -> None:
    room, toy = studio(31), toy_of(family, 40)
    figure = room.learned(toy)
    at = room.at(AT)
    aimed, scene = room.seen(figure, toy, at, HEADING)
    here = np.array([*at, -np.deg2rad(HEADING)])
    around = [
        here + np.array([15 * np.cos(a), 15 * np.sin(a), 0]) for a in np.arange(0, 2 * np.pi, np.pi / 3)
    ]
    found = likeness(aimed, scene, np.array([here, *around]))
    assert found[0] > 0.2
    assert found[1:].max() < found[0] - 0.2


def test_where_nothing_stands_a_figure_is_worse_than_the_bare_board() -> None:
    room, toy = studio(31), toy_of("walker", 40)
    figure = room.learned(toy)
    at = room.at(AT)
    aimed, scene = room.seen(figure, toy, room.at((0.35, 0.4)), HEADING)
    aimed, _ = room.seen(figure, toy, at, HEADING)
    whole = type(scene)(0, 0, room.board(), room.board())
    assert likeness(aimed, whole, np.array([[*at, 0.0]]))[0] < -0.2


def test_climbing_ends_higher_than_it_began_and_repeats() -> None:
    room, toy = studio(31), toy_of("walker", 40)
    figure = room.learned(toy)
    at = room.at(AT)
    aimed, scene = room.seen(figure, toy, at, HEADING)
    start = np.array([at[0] + 4, at[1] + 3, -np.deg2rad(HEADING) - 0.2])
    stood = stand_near(aimed, scene, start, ((3.0, 0.14), (1.0, 0.05)), 4)
    assert stood.likeness > likeness(aimed, scene, start[None])[0]
    assert stood == stand_near(aimed, scene, start, ((3.0, 0.14), (1.0, 0.05)), 4)


def test_many_stands_at_once_are_as_one_by_one() -> None:
    room, toy = studio(31), toy_of("robot", 40)
    figure = room.learned(toy)
    at = room.at(AT)
    aimed, scene = room.seen(figure, toy, at, HEADING)
    stands = np.array([[at[0] + i, at[1] - i, 0.3 * i] for i in range(-4, 5)])
    together = likeness(aimed, scene, stands)
    apart = [likeness(aimed, scene, stand[None])[0] for stand in stands]
    assert np.allclose(together, apart, atol=1e-5)


def test_points_outside_the_scene_say_nothing() -> None:
    room, toy = studio(31), toy_of("robot", 40)
    figure = room.learned(toy)
    at = room.at(AT)
    aimed, scene = room.seen(figure, toy, at, HEADING)
    far = np.array([[at[0] + 1000, at[1], 0.0]])
    assert likeness(aimed, scene, far)[0] == 0


def test_pixels_are_where_the_camera_sees_the_points() -> None:
    room, toy = studio(31), toy_of("robot", 40)
    figure = room.learned(toy)
    at = room.at(AT)
    aimed, _ = room.seen(figure, toy, at, HEADING)
    stand = np.array([at[0] + 3, at[1] - 2, 1.2])
    seen = pixels(aimed, stand[None])[0]
    c, s = np.cos(1.2), np.sin(1.2)
    floor = figure.points_mm[:, :2] @ np.array([[c, s], [-s, c]]) + stand[:2]
    exact = room.camera.to_picture(floor, figure.points_mm[:, 2])
    nearest = np.linalg.norm(seen[:, None] - exact[None], axis=2).min(axis=1)
    assert nearest.max() < 0.5
