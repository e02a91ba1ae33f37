"""Figures that stand side by side when the camera first looks: one heap of colours, and no hand."""

from dataclasses import replace

import numpy as np

from tests.vision.race_overlay import Off, look
from tests.vision.race_taught import taught_race
from tests.vision.races import Take, random_race
from vision.camera import Frame
from vision.race_eye import RaceEye

APART_MM, FRAMES = 36.0, 12
CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]])
FOUR = 7202
"""A seed of four toys that stand at first, one of them large."""
ANOTHER_PX = 25.0
"""Half as far as one stands from the next."""


def crowded(take: Take) -> list[str]:
    """Puts every figure that stands onto the middle of one tile for the first second; their names."""
    scene = take.scenes[0]
    names = [name for name, state in scene.states.items() if not state.held]
    middle = scene.laid[0].to_table(np.array([[100.0, 100.0]]))[0]
    at = dict(zip(names, middle + CORNERS * APART_MM, strict=False))
    states = {
        name: replace(state, x_mm=float(at[name][0]), y_mm=float(at[name][1]), share=0.0)
        if name in at
        else state
        for name, state in scene.states.items()
    }
    take.scenes[:FRAMES] = [replace(scene, states=states)] * FRAMES
    return names


def test_all_of_a_crowd_are_found_where_they_stand_within_a_second() -> None:
    take = random_race(FOUR, turns=1, fps=12.0)
    names = crowded(take)
    eye = RaceEye(taught_race(take))
    for index, picture in take.frames(0, FRAMES):
        eye.see(Frame(picture, index / take.fps, index))
    off = Off()
    look(off, take, 0, eye.state)
    assert len(off.feet_px) == len(names)
    assert max(off.feet_px) < ANOTHER_PX
