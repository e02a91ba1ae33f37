"""The race renderer is honest: what it says is true is what its pictures show."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.race_art import ART, Side
from tests.vision.race_light import Sensor
from tests.vision.race_renderer import Moment, RaceRenderer, corners_of, race_table
from tests.vision.race_view import View

CLEAN = Sensor(0, 0.2, 1.0, 0.6, 0.5, 0.0, 95, 0.0, 0.0)


@pytest.mark.parametrize("seed", range(4))
def test_its_lens_bends_as_opencv_says_and_unbends_again(seed: int) -> None:
    view = race_table(seed).view
    w, h = view.glass.size_px
    px = np.random.default_rng(seed).uniform([0, 0], [w, h], (200, 2))
    mm = view.to_table(px, 30.0)
    solid = np.column_stack([mm, np.full(200, -30.0)])
    turn, _ = cv2.Rodrigues(view.rotation)
    theirs, _ = cv2.projectPoints(solid, turn, view.translation, view.glass.matrix, view.glass.distortion)
    assert np.abs(theirs[:, 0] - px).max() < 1e-3
    assert np.abs(view.to_picture(mm, 30.0) - px).max() < 1e-6
    assert 390 < view.place_mm[2] < 760


def dotted(side: Side) -> tuple[Side, np.ndarray]:
    """The side in grey with nine black dots, and where they are in tile mm."""
    dots = np.stack(np.meshgrid([20.0, 70, 130], [25.0, 80, 135]), axis=-1).reshape(-1, 2)
    art = np.full_like(side.art, 150)
    for at in dots:
        centre = np.rint((at * ART - 0.5) * 16).astype(int).tolist()
        cv2.circle(art, centre, 6 * ART * 16, (20, 20, 20), -1, cv2.LINE_AA, 4)
    return replace(side, art=art), dots


def dark_middle(picture: np.ndarray, at: np.ndarray, reach: int) -> np.ndarray:
    x, y = np.rint(at).astype(int)
    part = 255.0 - picture[y - reach : y + reach + 1, x - reach : x + reach + 1].mean(axis=2)
    weight = np.clip(part - np.percentile(part, 40) - 15, 0, None)
    yy, xx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return np.array([x + (weight * xx).sum() / weight.sum(), y + (weight * yy).sum() / weight.sum()])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_dot_on_a_tile_is_seen_where_the_truth_puts_it(seed: int) -> None:
    table = race_table(seed, sensor=CLEAN, size_px=(1280, 720))
    known = [dotted(s) for s in table.sides]
    table = replace(table, sides=tuple(s for s, _ in known))
    picture = RaceRenderer(table).frame(Moment())
    off = []
    for tile in table.laid:
        seen = table.view.to_picture(tile.to_table(known[0][1]))
        off.extend(dark_middle(picture, at, 13) - at for at in seen)
    assert np.abs(np.mean(off, axis=0)).max() < 0.06
    assert np.median(np.hypot(*np.array(off).T)) < 0.15


def test_a_tile_s_traced_corners_bound_its_picture() -> None:
    table = race_table(5, sensor=CLEAN, size_px=(1280, 720))
    draw = RaceRenderer(table)
    name = table.sides[1].id
    picture, told = draw.side_picture(name, np.random.default_rng(1), off_px=0.0)
    bare = draw.bare(Moment())
    differs = np.abs(picture.astype(int) - bare).max(axis=2) > 40
    inside = cv2.fillPoly(
        np.zeros(differs.shape, np.uint8), [np.rint(told["corners_px"]).astype(np.int32)], 1
    )
    away = cv2.dilate(inside, np.ones((9, 9), np.uint8))
    assert differs[inside > 0].mean() > 0.5
    assert differs[away == 0].mean() < 0.002
    assert {z["kind"] for z in told["zones"]} >= {"mausoleum", "grave"}


def test_a_seed_gives_the_same_pictures_and_another_seed_others() -> None:
    one, same, other = (RaceRenderer(race_table(s, size_px=(1280, 720))) for s in (7, 7, 8))
    assert np.array_equal(one.frame(Moment(3)), same.frame(Moment(3)))
    assert not np.array_equal(one.frame(Moment(3)), one.frame(Moment(4)))
    assert not np.array_equal(one.frame(Moment(3)), other.frame(Moment(3)))


def test_tiles_lie_edge_to_edge_without_overlap() -> None:
    for seed in range(40):
        table = race_table(seed)
        rims = [t.to_table(corners_of(table.side(t.side))).astype(np.float32) for t in table.laid]
        for i, a in enumerate(rims):
            near = []
            for j, b in enumerate(rims):
                if i != j:
                    area, _ = cv2.intersectConvexConvex(a, b)
                    assert area < 1.0
                    grown = a.mean(axis=0) + (a - a.mean(axis=0)) * 1.08
                    near.append(cv2.intersectConvexConvex(grown.astype(np.float32), b)[0] > 50)
            assert any(near)


def test_the_lens_sheet_tells_opencv_the_lens() -> None:
    table = race_table(11, size_px=(1280, 720), sensor=CLEAN)
    shots = RaceRenderer(table).sheet_pictures(np.random.default_rng(2), 8)
    board = cv2.aruco.CharucoBoard(
        (7, 5), 30.0, 22.0, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    )
    found = [cv2.aruco.CharucoDetector(board).detectBoard(shot)[:2] for shot in shots]
    pairs = [board.matchImagePoints(c, i) for c, i in found if c is not None and len(c) > 12]
    assert len(pairs) >= 6
    error, matrix, _, _, _ = cv2.calibrateCamera(
        [p[0] for p in pairs], [p[1] for p in pairs], (1280, 720), None, None
    )
    assert error < 0.35
    assert abs(matrix[0, 0] / table.view.glass.matrix[0, 0] - 1) < 0.02


def test_a_bumped_view_is_another_view() -> None:
    table = race_table(12, size_px=(1280, 720), sensor=CLEAN)
    bumped: View = table.view.moved((3.0, -2.0, 1.0), (0.1, 0.2, 0.5))
    draw = RaceRenderer(table)
    assert not np.array_equal(draw.frame(Moment(1)), draw.frame(Moment(1, view=bumped)))
    assert np.abs(bumped.place_mm - table.view.place_mm - [3, -2, 1]).max() < 1e-9
