"""The shipped clip through the same code as a camera, and what an interruption does."""

import json
from pathlib import Path

from vision.camera import FileSource
from vision.grid_eye import GridEye
from vision.observation import Blind, GridSeen, Seeing
from vision.taught import from_take
from vision.watching import see_item, watch

SHIPPED = Path(__file__).parents[2] / "companion" / "demo" / "all_4_it"


def test_the_shipped_clip_is_read_as_it_is() -> None:
    truth = json.loads((SHIPPED / "truth.json").read_text())
    eye = GridEye(from_take(SHIPPED))
    seen = [o for o in watch(eye, FileSource(SHIPPED / "clip.mp4")) if isinstance(o, GridSeen)]
    boards = [(".....",) * 5] + [tuple(move["grid"]) for move in truth["moves"]]
    assert [o.rows for o in seen] == boards
    for reading, move in zip(seen[1:], truth["moves"], strict=True):
        assert reading.said_s - move["settled_frame"] / truth["fps"] <= 0.35


def test_after_an_interruption_the_board_is_said_again() -> None:
    eye = GridEye(from_take(SHIPPED))
    frames = [f for f in FileSource(SHIPPED / "clip.mp4") if f.index < 3]
    assert [type(o) for f in frames for o in see_item(eye, f)] == [GridSeen]
    assert see_item(eye, Blind(1.0, 2.0, "no_picture")) == (Blind(1.0, 2.0, "no_picture"),)
    assert see_item(eye, Seeing(3.0, 3.0)) == (Seeing(3.0, 3.0),)
    later = [type(f)(f.pixels, f.taken_s + 10, f.index + 60) for f in frames]
    assert [type(o) for f in later for o in see_item(eye, f)] == [GridSeen]
