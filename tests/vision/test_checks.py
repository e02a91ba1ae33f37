"""What the set-up screen says before a game."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.checks import Check, check_table
from vision.paint import grid_over, mirror
from vision.taught import TaughtGrid, from_take

SHIPPED = Path(__file__).parents[2] / "companion" / "demo" / "all_4_it"
STEADY = [i / 30 for i in range(20)]


@pytest.fixture(scope="module")
def taught() -> TaughtGrid:
    return from_take(SHIPPED)


def faults(checks: tuple[Check, ...]) -> dict[str, str]:
    return {c.name: c.fault for c in checks if c.fault is not None}


def test_a_good_table_has_no_fault(taught: TaughtGrid) -> None:
    checks = check_table(taught.bare, taught.corners_px, STEADY)
    assert faults(checks) == {}
    assert [c.name for c in checks] == ["in_view", "light", "sharp", "speed"]
    assert checks[0].figure == pytest.approx(74, abs=3)
    assert checks[3].figure == pytest.approx(30)


def test_darkness_and_too_much_light_are_named(taught: TaughtGrid) -> None:
    dark = (taught.bare * 0.15).astype(np.uint8)
    bright = np.full_like(taught.bare, 255)
    assert faults(check_table(dark, taught.corners_px, STEADY))["light"] == "too_dark"
    assert faults(check_table(bright, taught.corners_px, STEADY))["light"] == "too_bright"


def test_a_picture_out_of_focus_is_blurred(taught: TaughtGrid) -> None:
    soft = np.asarray(cv2.GaussianBlur(taught.bare, (0, 0), 6), dtype=np.uint8)
    assert faults(check_table(soft, taught.corners_px, STEADY)) == {"sharp": "blurred"}
    flat = np.full_like(taught.bare, 120)
    assert faults(check_table(flat, taught.corners_px, STEADY)) == {"sharp": "blurred"}


def test_a_grid_at_the_edge_of_the_picture_is_not_in_view(taught: TaughtGrid) -> None:
    cut = np.ascontiguousarray(taught.bare[:, 380:])
    corners = tuple((x - 380, y) for x, y in taught.corners_px)
    assert faults(check_table(cut, corners, STEADY))["in_view"] == "corner_outside"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stamps", "fault"), [([], "standing_still"), ([1.0, 1.0], "standing_still"), ([0, 0.5, 1.0], "too_slow")]
)
def test_a_slow_or_standing_camera_is_named(taught: TaughtGrid, stamps: list[float], fault: str) -> None:
    assert faults(check_table(taught.bare, taught.corners_px, stamps)) == {"speed": fault}


def test_drawing_leaves_the_frame_alone_and_shows_the_grid(taught: TaughtGrid) -> None:
    before = taught.bare.copy()
    drawn = grid_over(taught.bare, taught.corners_px, ("RW?..", ".....", ".....", ".....", "....."))
    assert np.array_equal(taught.bare, before)
    changed = np.abs(drawn.astype(int) - before).max(axis=2) > 20
    x, y = (round(v) for v in taught.corners_px[0])
    assert changed[y - 3 : y + 4, x - 3 : x + 4].mean() > 0.5
    assert changed[:50].sum() == 0
    assert mirror(taught.bare, taught.corners_px, 200).shape == (200, 200, 3)
