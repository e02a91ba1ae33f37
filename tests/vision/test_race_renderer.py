"""The race renderer is honest: what it says is true is what its pictures show."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.vision.race_art import ART, Side
from tests.vision.race_figures import fallen, random_toys, standing
from tests.vision.race_light import Lamp, Lighting, Sensor
from tests.vision.race_mesh import Solid, ball, box, layer_of
from tests.vision.race_renderer import Moment, RaceRenderer, RaceTable, corners_of, race_table, random_layout
from tests.vision.race_view import View

HD = (1280, 720)
CLEAN = Sensor(0, 0.2, 1.0, 0.6, 0.5, 0.0, 95, 0.0, 0.0)


@lru_cache
def clean() -> tuple[RaceRenderer, RaceTable]:
    """A plain table before a camera without much noise."""
    table = race_table(15, tiles=2, taught=2, size_px=HD, sensor=CLEAN, surface="plain")
    return RaceRenderer(table), table


@pytest.mark.parametrize("seed", range(3))
def test_its_lens_bends_as_opencv_says_and_unbends_again(seed: int) -> None:
    view = race_table(seed, tiles=2, taught=2).view
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


@pytest.mark.parametrize("seed", [1, 2])
def test_a_dot_on_a_tile_is_seen_where_the_truth_puts_it(seed: int) -> None:
    table = race_table(seed, tiles=2, taught=2, sensor=CLEAN, size_px=HD)
    known = [dotted(s) for s in table.sides]
    table = replace(table, sides=tuple(s for s, _ in known))
    picture = RaceRenderer(table).frame(Moment())
    off: list[np.ndarray] = []
    for tile in table.laid:
        seen = table.view.to_picture(tile.to_table(known[0][1]))
        off.extend(dark_middle(picture, at, 13) - at for at in seen)
    assert np.abs(np.mean(off, axis=0)).max() < 0.06
    assert np.median(np.hypot(*np.array(off).T)) < 0.15


def test_a_tile_s_traced_corners_bound_its_picture() -> None:
    draw, table = clean()
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
    one, same, other = (RaceRenderer(race_table(s, tiles=2, taught=2, size_px=HD)) for s in (7, 7, 8))
    assert np.array_equal(one.frame(Moment(3)), same.frame(Moment(3)))
    assert not np.array_equal(one.frame(Moment(3)), one.frame(Moment(4)))
    assert not np.array_equal(one.frame(Moment(3)), other.frame(Moment(3)))


def test_tiles_lie_edge_to_edge_without_overlap() -> None:
    sides = race_table(1, taught=4).sides
    for seed in range(40):
        laid = random_layout(np.random.default_rng(seed), sides, 4)
        rims = [t.to_table(corners_of(sides[0])).astype(np.float32) for t in laid]
        for i, a in enumerate(rims):
            near = []
            for j, b in enumerate(rims):
                if i != j:
                    area, _ = cv2.intersectConvexConvex(a, b)
                    assert area < 1.0
                    grown = a.mean(axis=0) + (a - a.mean(axis=0)) * 1.04
                    near.append(cv2.intersectConvexConvex(grown.astype(np.float32), b)[0] > 50)
            assert any(near)


def test_the_lens_sheet_tells_opencv_the_lens() -> None:
    draw, table = clean()
    shots = draw.sheet_pictures(np.random.default_rng(2), 7)
    board = cv2.aruco.CharucoBoard(
        (7, 5), 30.0, 22.0, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    )
    found = [cv2.aruco.CharucoDetector(board).detectBoard(shot)[:2] for shot in shots]
    points = np.asarray(board.getChessboardCorners(), np.float32)
    pairs = [(points[np.ravel(i)], c) for c, i in found if c is not None and len(c) > 12]
    assert len(pairs) >= 6
    error, matrix, _, _, _ = cv2.calibrateCamera(
        [p[0] for p in pairs], [p[1] for p in pairs], (1280, 720), None, None
    )
    assert error < 0.35
    assert abs(matrix[0, 0] / table.view.glass.matrix[0, 0] - 1) < 0.02


def test_a_bumped_view_is_another_view() -> None:
    draw, table = clean()
    bumped: View = table.view.moved((3.0, -2.0, 1.0), (0.1, 0.2, 0.5))
    assert not np.array_equal(draw.frame(Moment(1)), draw.frame(Moment(1, view=bumped)))
    assert np.abs(bumped.place_mm - table.view.place_mm - [3, -2, 1]).max() < 1e-9


@pytest.mark.parametrize("high", [9.0, 55.0, 120.0])
def test_a_ball_above_the_table_is_drawn_where_its_height_puts_it(high: float) -> None:
    table = race_table(14, tiles=2, taught=2, size_px=HD)
    for x, y in table.view.to_table(np.array([[300.0, 250], [1000, 500], [640, 360]])):
        white = ball((x, y, high), (9, 9, 9), np.full(3, 0.9), sides=40, rings=30)
        shares = (1.0,) * len(table.lighting.lamps)
        layer = layer_of(Solid(("ball",), white), table.view, table.lighting, shares)
        assert layer is not None
        cover = layer.drawn[..., 3].astype(np.float64)
        yy, xx = np.mgrid[0 : cover.shape[0], 0 : cover.shape[1]]
        middle = np.array([(cover * xx).sum(), (cover * yy).sum()]) / cover.sum() + layer.rect[:2]
        rim = cv2.moments(cv2.convexHull(table.view.solid_to_picture(white.points).astype(np.float32)))
        assert np.abs(middle - np.array([rim["m10"], rim["m01"]]) / rim["m00"]).max() < 0.1
        # every border sample is covered: a little too wide, as race_mesh says
        assert abs(np.sqrt(cover.sum() / np.pi) - np.sqrt(rim["m00"] / np.pi)) < 0.2


def test_a_figure_nearer_to_the_camera_s_foot_hides_the_one_behind_it() -> None:
    draw, table = clean()
    foot = table.view.place_mm[:2]
    way = table.view.to_table(np.array([[1000.0, 360]]))[0] - foot
    way /= np.hypot(*way)
    red, blue = np.array([0.02, 0.02, 0.6]), np.array([0.6, 0.05, 0.02])

    def pillar(name: str, far: float, tone: np.ndarray) -> Solid:
        x, y = foot + way * far
        return Solid((name,), box((x, y, 30), (20, 20, 60), tone))

    near, behind = pillar("near", 130, red), pillar("behind", 156, blue)
    both = draw.bare(Moment(1), [near, behind])
    assert np.array_equal(both, draw.bare(Moment(1), [behind, near]))
    top = table.view.solid_to_picture(np.array([[*(foot + way * 130), 60.0]]))[0]
    x, y = np.rint(top).astype(int)
    b, _, r = both[y, x].astype(int)
    assert r > b + 40


def test_toys_stand_on_their_feet_and_are_as_high_as_said() -> None:
    for toy in random_toys(3, [str(i) for i in range(20)]):
        solid = standing(toy, 0, 0, 0.0, step=1.0)
        points = solid.mesh.points
        assert abs(points[:, 2].max() - toy.height_mm) < 0.5
        assert abs(points[:, 2].min()) < 0.5
        low = points[points[:, 2] < 3]
        assert abs(np.ptp(low[:, 0]) - toy.feet_mm[0]) < 1.0
        assert abs(np.ptp(low[:, 1]) - toy.feet_mm[1]) < 1.0
        for way in ("back", "front", "left", "right"):
            lying = fallen(toy, 0, 0, 0.0, way=way).mesh.points
            assert abs(lying[:, 2].min()) < 1e-6
            assert max(np.ptp(lying[:, 0]), np.ptp(lying[:, 1])) > 0.95 * toy.height_mm


def test_a_figure_looks_where_its_heading_says() -> None:
    toy = next(t for t in random_toys(4, [str(i) for i in range(20)]) if t.family == "beast")
    north = standing(toy, 10, 20, 90.0).mesh.points  # forward is up in the picture: smaller y
    assert 20 - north[:, 1].min() > north[:, 1].max() - 20 - 12
    east, half = standing(toy, 0, 0, 0.0).mesh.points, standing(toy, 0, 0, 180.0).mesh.points
    assert np.abs(east[:, :2] + half[:, :2]).max() < 1e-9
    feet = toy.feet_at(10, 20, 90.0)
    assert np.allclose(np.ptp(feet, axis=0), toy.feet_mm[::-1])


def test_a_shadow_falls_away_from_the_lamp() -> None:
    lamp = Lamp((-500.0, 0.0, 700.0), 15, (1.0, 1.0, 1.0))
    lighting = Lighting((0.2, 0.2, 0.2), (lamp,))
    table = race_table(16, tiles=2, taught=2, size_px=HD, sensor=CLEAN, surface="plain", lighting=lighting)
    draw = RaceRenderer(table)
    x, y = table.view.to_table(np.array([[640.0, 360]]))[0]
    toy = random_toys(5, ["a"])[0]
    change = draw.bare(Moment(1), [standing(toy, x, y, 0.0)]).astype(int) - draw.bare(Moment(1))

    def darker(dx: float) -> float:
        u, v = np.rint(table.view.to_picture(np.array([[x + dx, y]]))[0]).astype(int)
        return float(-change[v - 3 : v + 4, u - 3 : u + 4].mean())

    assert darker(38.0) > 8
    assert abs(darker(-45.0)) < 3
