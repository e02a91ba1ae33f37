"""How far a figure walked and how it bent, out of where it stood."""

import random
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Any

import numpy as np
import pytest

from companion.devices.pacing import Pacer


@dataclass
class Figure:
    """What is used of `vision.state.FigureSeen`."""

    name: str
    feet_mm: Any
    heading_deg: float | None
    doing: str


@dataclass
class State:
    figures: tuple[Figure, ...]


def seen(
    pacer: Pacer, taken_s: float, x_mm: float, y_mm: float, heading_deg: float, doing: str = "walking"
) -> None:
    square = np.array([x_mm, y_mm]) + np.array([[-9, -11], [9, -11], [9, 11], [-9, 11]])
    pacer.see(taken_s, State((Figure("steve", square, heading_deg, doing),)))  # type: ignore[arg-type]


def walked(bend_deg: float, *, sway_mm: float, rng: random.Random) -> Pacer:
    """3 s at rest, 4 s at 30 mm a second along an arc, 3 s at rest; figures sway twice a second."""
    pacer, x, y, looks = Pacer(), 100.0, 100.0, 40.0
    for frame in range(300):
        at_s = frame / 30
        walks = 3.0 <= at_s < 7.0
        if walks:
            looks += bend_deg / 120
            x, y = x + cos(radians(looks)), y - sin(radians(looks))
        side = sway_mm * sin(4 * pi * at_s) if walks else 0.0
        blur = rng.gauss(0, 0.4)
        across = (side + blur) * sin(radians(looks)), (side + blur) * cos(radians(looks))
        seen(pacer, at_s, x + across[0], y + across[1], looks + (2 * side if walks else 0) + rng.gauss(0, 1))
    return pacer


@pytest.mark.parametrize("bend_deg", [-70.0, -10.0, 0.0, 25.0, 100.0])
@pytest.mark.parametrize("sway_mm", [0.0, 3.0])
def test_a_swaying_walk_is_as_long_as_its_way_and_turns_as_it_bends(
    bend_deg: float, sway_mm: float, seed: int
) -> None:
    pace = walked(bend_deg, sway_mm=sway_mm, rng=random.Random(seed)).walk("steve", 3.0, 7.5)
    assert pace is not None
    assert pace.length_mm == pytest.approx(120, rel=0.05)
    bias = abs(bend_deg) * 0.2  # headings are taken over the first and last moments
    assert pace.turned_deg == pytest.approx(bend_deg, abs=3 + bias)


def test_a_figure_in_a_hand_goes_no_way() -> None:
    pacer = Pacer()
    for frame in range(60):
        seen(pacer, frame / 10, 100.0 + 5 * frame, 100.0, 0.0, doing="held")
    assert pacer.walk("steve", 0.0, 6.0) is None


def test_a_figure_that_marks_time_has_not_walked() -> None:
    pacer = Pacer()
    for frame in range(60):
        seen(pacer, frame / 10, 100.0 + 0.3 * (frame % 2), 100.0, 0.0)
    assert pacer.walk("steve", 0.0, 6.0) is None


def test_when_a_source_begins_anew_what_was_before_is_forgotten() -> None:
    pacer = Pacer()
    for frame in range(60):
        seen(pacer, 50 + frame / 10, 100.0 + 3 * frame, 100.0, 0.0)
    assert pacer.walk("steve", 50.0, 56.0) is not None
    seen(pacer, 0.0, 100.0, 100.0, 0.0)
    assert pacer.walk("steve", 50.0, 56.0) is None
