"""What is believed of a figure that is not where it was: fallen, walking on, in a hand."""

import random

import numpy as np
import pytest

from tests.vision.learned import studio, toy_of
from vision.aspects import Aspects
from vision.backdrop import CELLS, Backdrop, Change
from vision.following import good
from vision.matching import Stood
from vision.pose import Floats
from vision.searching import Blob, _carried, _in_turn, _of_size, not_standing
from vision.stance import Posture
from vision.track import Look, Track, covers_mm2, px_per_mm

FPS = 12.0
STUDIO = studio(1)
AT = STUDIO.at((0.4, 0.5))


@pytest.fixture
def track() -> Track:
    """It has stood for a second, as like itself as ever, and is gone."""
    figure = STUDIO.learned(toy_of("robot", 1))
    stood = Track(figure, Aspects(figure), Posture.STANDING, np.array([*AT, 0.0]))
    stood.likeness = stood.lately = stood.usual = 0.6
    stood.since_s, stood.seen_s = -1.0, 0.0
    return stood


def look(taken_s: float) -> Look:
    high, wide = 720, 1280
    frame = np.full((high, wide, 3), 128, np.uint8)
    none = np.zeros((high // 4, wide // 4), dtype=bool)
    same = Change(none, none, np.zeros((CELLS[1], CELLS[0], 3), np.float32))
    return Look(taken_s, frame, Backdrop(frame), STUDIO.camera, same, none, none, None)


def blob(at: Floats, area: int = 150) -> Blob:
    hull = np.array([[[10, 10]], [[20, 10]], [[20, 25]], [[10, 25]]], np.int32)
    return Blob((float(at[0]), float(at[1])), area, False, hull)


def postures(track: Track, steps_mm: list[float]) -> list[Posture]:
    """What it is taken for, frame by frame, while what may be it moves by so much from one to the next."""
    seen, x = [], 0.0
    for index, step in enumerate(steps_mm, 1):
        x += step
        track.looked_s = -1e9
        not_standing(track, [blob(AT + np.array([x, 0.0]))], look(index / FPS))
        seen.append(track.posture)
    return seen


def test_what_topples_and_then_rests_has_fallen(track: Track) -> None:
    seen = postures(track, [10, 10, 5, 0, 0, 0])
    assert seen[:3] == [Posture.UNSEEN] * 3
    assert seen[-1] is Posture.FALLEN


def test_what_is_not_known_again_and_walks_on_has_not_fallen(track: Track) -> None:
    assert postures(track, [5.0] * 12) == [Posture.UNSEEN] * 12


def test_what_was_being_lost_already_has_not_fallen(track: Track) -> None:
    track.lately = 0.6 * track.usual
    assert Posture.FALLEN not in postures(track, [10] + [0] * 8)


def test_what_seemed_to_topple_and_walks_on_has_not_fallen(track: Track) -> None:
    track.toppled_s, track.lately = 0.0, 0.5 * track.usual
    for step_mm in (6.0, 4.0, 2.5):
        assert Posture.FALLEN not in postures(track, [step_mm] * 8)
    assert postures(track, [0, 0])[-1] is Posture.FALLEN


def test_what_was_hardly_seen_to_stand_has_not_fallen(track: Track) -> None:
    track.since_s = -0.2
    assert Posture.FALLEN not in postures(track, [10] + [0] * 8)


def test_a_figure_at_the_edge_of_the_board_may_cover_what_it_shows_aslant(track: Track) -> None:
    now, far = look(0.0), STUDIO.camera.foot_mm + np.array([STUDIO.camera.height_mm, 0.0])
    mm2 = (px_per_mm(now) / now.backdrop.step) ** 2
    area = round(1.2 * covers_mm2(track.figure, 1.0) * mm2)
    assert area > 2.2 * covers_mm2(track.figure, 0.0) * mm2
    assert _of_size(blob(far, area), track, now)
    assert not _of_size(blob(STUDIO.camera.foot_mm, area), track, now)


def test_a_figure_put_down_may_look_less_like_itself_than_it_used_to(track: Track) -> None:
    """It shows another side; one that nobody took looks as it did."""
    stood = Stood(float(AT[0]), float(AT[1]), 0.0, 0.32)
    track.usual = 0.9
    assert not good(track, stood, look(0.1))
    track.posture = Posture.HELD
    assert good(track, stood, look(0.1))


def test_only_what_a_hand_has_hidden_since_it_was_seen_may_have_been_carried(track: Track) -> None:
    away = Stood(float(AT[0]) + 40, float(AT[1]), 0.0, 0.6)
    track.posture, track.hidden_s = Posture.UNSEEN, 0.5
    assert _carried(track, away, look(1.0))
    track.seen_s = 0.9
    assert not _carried(track, away, look(1.0))


def test_of_two_figures_alike_each_is_found_in_the_place_that_leaves_the_other_one_too() -> None:
    # figure 0 looks a little more like itself where figure 1 stands, which looks like itself nowhere else
    alike = {(0, 0): 0.77, (0, 1): 0.58, (1, 0): 0.75, (1, 1): 0.36}
    assert _in_turn(alike)[:2] == [(1, 0), (0, 1)]
    assert _in_turn({(0, 0): 0.9, (0, 1): 0.46, (1, 0): 0.5})[0] == (0, 0)
    # a thing that is hardly like a figure at all is no place for it
    assert _in_turn({(0, 0): 0.77, (0, 1): 0.33, (1, 0): 0.75})[0] == (0, 0)


def test_of_figures_and_things_every_pair_is_tried_in_turn() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        figures, things = chance.randint(1, 4), chance.randint(1, 6)
        pairs = {(i, k): chance.uniform(-0.3, 1.0) for i in range(figures) for k in range(things)}
        order = _in_turn(pairs)
        assert sorted(order) == sorted(pairs)
        likeliest = max(pairs, key=lambda pair: pairs[pair])
        if figures == 1:
            assert order[0] == likeliest
