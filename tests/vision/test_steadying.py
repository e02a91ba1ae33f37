"""Poses of walking figures, half a second later."""

import numpy as np
import pytest

from vision.steadying import Steadying, Step

FPS = 12
WALK_MM_S = 40.0


def steadied(off_mm: dict[int, tuple[float, float]], likeness: dict[int, float]) -> list[tuple[float, float]]:
    """How far off, ahead and aside, each of 36 steps is told, when some were seen so far off."""
    steadying, told = Steadying(), []
    for at in range(36):
        ahead, aside = off_mm.get(at, (0.0, 0.0))
        place = np.array([at * WALK_MM_S / FPS + ahead, aside])
        steadying.add(Step(at / FPS, "steve", place, 0, likeness.get(at, 0.6)))
        told += steadying.ready(at / FPS, last=at == 35)
    return [(float(s.place[0] - s.taken_s * WALK_MM_S), float(s.place[1])) for s in told]


def test_each_step_is_told_once_and_an_even_walk_as_it_is() -> None:
    off = steadied({}, {})
    assert len(off) == 36
    assert np.abs(off).max() < 1e-6


def test_a_figure_that_rocks_from_foot_to_foot_is_told_between_them() -> None:
    off = steadied({at: (0.0, 3.0 if at % 4 < 2 else -3.0) for at in range(36)}, {})
    assert np.abs(np.array(off)[6:-6, 1]).max() < 0.7


@pytest.mark.parametrize("ahead_mm", [-4.0, 4.0])
def test_where_it_hardly_looks_like_itself_it_is_told_by_the_steps_around(ahead_mm: float) -> None:
    off = steadied({18: (ahead_mm, 0.0)}, {18: 0.3})
    assert abs(off[18][0]) < 0.2 * abs(ahead_mm)
    assert abs(off[17][0]) < 0.1 * abs(ahead_mm)


def test_a_step_that_looks_like_all_others_is_believed() -> None:
    assert steadied({18: (4.0, 0.0)}, {})[18][0] == pytest.approx(4.0, abs=0.5)
