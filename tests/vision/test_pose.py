"""One camera and all tiles, fitted together."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.lens import Lens, assumed
from vision.pose import Camera, Floats, Place, PoseError, fit_camera, fit_place, fit_together, same_table

SQUARE = np.array([[0.0, 0], [200, 0], [200, 200], [0, 200]])
DENSE = np.stack(np.meshgrid(np.linspace(5, 195, 6), np.linspace(5, 195, 6)), axis=-1).reshape(-1, 2)
LENS = Lens(
    (1280, 720),
    np.array([[900.0, 0, 645], [0, 900, 356], [0, 0, 1]]),
    np.array([0.06, -0.12, 0.0005, -0.0004, 0.01]),
    0.2,
)
PLACES = (Place(-280, -90, 3), Place(130, -150, 90), Place(20, 220, 180))


def hung(tilt_deg: float, way_deg: float, high_mm: float) -> Camera:
    """A camera so high over the table's origin, tilted one way."""
    way, tilt = np.deg2rad(way_deg), np.deg2rad(tilt_deg)
    x, y = np.cos(way), np.sin(way)
    cross = np.array([[0, 0, y], [0, 0, -x], [-y, x, 0]])
    rotation = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    return Camera(LENS, rotation, rotation @ np.array([0, 0, high_mm]))


def seen_by(camera: Camera, tile: Floats) -> list[tuple[Floats, Floats]]:
    return [(tile, camera.to_picture(place.to_table(tile), 0.0)) for place in PLACES]


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 25), st.floats(0, 360), st.floats(450, 900))
def test_a_camera_is_found_from_the_corners_of_the_tiles(tilt: float, way: float, high: float) -> None:
    camera = hung(tilt, way, high)
    found, places, error = fit_together(LENS, seen_by(camera, SQUARE), None)
    assert error < 1e-3
    assert found.height_mm == pytest.approx(high, abs=0.05)
    assert np.abs(found.foot_mm).max() < 1e-6
    for place, was in zip(places, PLACES, strict=True):
        apart = found.to_picture(place.to_table(SQUARE), 0.0) - camera.to_picture(was.to_table(SQUARE), 0.0)
        assert np.abs(apart).max() < 0.01


def test_more_tiles_make_up_for_an_unsteady_hand() -> None:
    rng = np.random.default_rng(3)
    camera = hung(7, 40, 700)
    off = []
    for _ in range(30):
        traced = [(t, p + rng.normal(0, 0.5, p.shape)) for t, p in seen_by(camera, SQUARE)]
        found, places, _ = fit_together(LENS, traced, None)
        for place, was in zip(places, PLACES, strict=True):
            there = found.to_picture(place.to_table(SQUARE), 0.0)
            off.append(there - camera.to_picture(was.to_table(SQUARE), 0.0))
    assert float(np.sqrt(np.mean(np.square(off)))) < 0.42


def test_points_that_are_something_else_do_not_drag_the_camera_away() -> None:
    rng = np.random.default_rng(4)
    camera = hung(10, 200, 620)
    seen = seen_by(camera, DENSE)
    matched = []
    for tile, points in seen:
        noisy = points + rng.normal(0, 0.3, points.shape)
        noisy[rng.choice(len(points), 7, replace=False)] += rng.uniform(-60, 60, (7, 2))
        matched.append((tile, noisy))
    found, _, _ = fit_together(LENS, matched, None)
    assert found.height_mm == pytest.approx(620, abs=3)


def test_the_table_and_the_picture_are_one_anothers_inverse_at_any_height() -> None:
    camera = hung(12, 77, 500)
    rng = np.random.default_rng(5)
    table = rng.uniform(-200, 200, (50, 2))
    height = rng.uniform(-2, 80, 50)
    assert np.allclose(camera.to_table(camera.to_picture(table, height), height), table, atol=1e-6)


def test_what_stands_up_leans_away_from_the_cameras_foot() -> None:
    camera = hung(0, 0, 700)
    low = camera.to_table(camera.to_picture(np.array([[300.0, 0]]), 55.0), 0.0)[0]
    assert low[0] - 300 == pytest.approx(300 * 55 / (700 - 55), abs=1e-6)


def test_a_bumped_camera_is_found_with_the_tiles_where_they_were() -> None:
    camera = hung(6, 10, 700)
    table = np.concatenate([place.to_table(DENSE) for place in PLACES])
    bumped = Camera(LENS, hung(9, 30, 700).rotation, camera.translation + np.array([8.0, -5, 3]))
    found, error = fit_camera(camera, table, bumped.to_picture(table, 0.0))
    assert error < 1e-3
    assert np.allclose(found.translation, bumped.translation, atol=0.01)


def test_a_pushed_tile_is_found_alone() -> None:
    camera = hung(6, 10, 700)
    pushed = Place(140, -140, 96)
    found, error = fit_place(camera, DENSE, camera.to_picture(pushed.to_table(DENSE), 0.0), PLACES[1])
    assert error < 1e-3
    assert (found.x_mm, found.y_mm, found.turn_deg) == pytest.approx((140, -140, 96), abs=1e-3)


def test_another_frame_of_the_table_shows_the_same_picture() -> None:
    camera = hung(6, 10, 700)
    moved, places = same_table(camera, PLACES, 33.0, np.array([12.0, -7.0]))
    for place, was in zip(places, PLACES, strict=True):
        assert np.allclose(
            moved.to_picture(place.to_table(SQUARE), 0.0), camera.to_picture(was.to_table(SQUARE), 0.0)
        )


def test_a_place_and_its_way_back() -> None:
    place = Place(10, 20, 90)
    assert np.allclose(place.to_table(np.array([[5.0, 0]])), [[10, 25]])  # clockwise as seen from above
    assert np.allclose(place.to_tile(place.to_table(DENSE)), DENSE)


@pytest.mark.parametrize(
    "points", [np.zeros((4, 2)), np.full((4, 2), np.nan), SQUARE * (1, 0) + 50], ids=["spot", "none", "line"]
)
def test_points_that_are_no_tile_are_refused_in_one_line(points: Floats) -> None:
    with pytest.raises(PoseError):
        fit_together(assumed((1280, 720)), [(SQUARE, points)], None)
