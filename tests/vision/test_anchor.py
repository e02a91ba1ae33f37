"""Camera and tiles followed from frame to frame: what is a bump, what is a push, and what is neither."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.vision.race_figures import hand, random_arm
from tests.vision.race_mesh import Solid
from tests.vision.race_renderer import Laid as Lying
from tests.vision.race_renderer import Moment, RaceRenderer, RaceTable, corners_of, race_table
from tests.vision.race_view import View
from vision.anchor import Follower, Motion, in_frame_of
from vision.finding import Laid, Layout
from vision.lens import Floats, Lens, Picture
from vision.pose import Camera, Place, same_table
from vision.tiles import ART_PX_PER_MM, side_of_art

BARE = 3
"""Frames averaged for the bare board."""


def half(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=1)
def scene() -> tuple[RaceTable, RaceRenderer, Layout, Picture]:
    """A table of four tiles, its layout as it truly is, and the bare board at half size."""
    table = race_table(3, size_px=(1280, 720), tiles=4, taught=4)
    draw = RaceRenderer(table)
    glass, view = table.view.glass, table.view
    lens = Lens(glass.size_px, glass.matrix, glass.distortion, 0.2)
    tiles = []
    for lying in table.laid:
        side = table.side(lying.side)
        wide, high = (round(v * ART_PX_PER_MM) for v in side.size_mm)
        art = np.asarray(cv2.resize(side.art, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        learned = side_of_art(side.id, side.size_mm, art, ())
        tiles.append(Laid(learned, Place(lying.x_mm, lying.y_mm, lying.turn_deg), 1.0))
    layout = Layout(Camera(lens, view.rotation, view.translation), tuple(tiles))
    shots = [half(draw.frame(Moment(i))).astype(np.float32) for i in range(BARE)]
    return table, draw, layout, np.asarray(np.rint(np.mean(shots, axis=0)), np.uint8)


def follower() -> Follower:
    _, _, layout, bare = scene()
    return Follower(layout, bare)


def look(
    follower: Follower, moment: Moment, solids: Sequence[Solid] = (), covered: Picture | None = None
) -> Motion:
    shot = half(scene()[1].frame(moment, solids))
    return follower.look(shot, np.asarray(cv2.cvtColor(shot, cv2.COLOR_BGR2GRAY), np.uint8), covered)


def off_mm(layout: Layout, view: View, laid: Sequence[Lying]) -> Floats:
    """How far corners of tiles are told to be seen from where they are, on the table."""
    table = scene()[0]
    off = []
    for tile, lying in zip(layout.tiles, laid, strict=True):
        true = lying.to_table(corners_of(table.side(lying.side)))
        off.append(np.hypot(*(view.to_table(layout.corners_px(tile)) - true).T))
    return np.concatenate(off)


def over_the_board(height_mm: float = 20.0) -> Solid:
    """A hand that lies over much of two tiles."""
    table = scene()[0]
    middle = table.laid[0].to_table(np.array([[100.0, 100.0]]))[0]
    return hand(random_arm(np.random.default_rng(5)), (float(middle[0]), float(middle[1]), height_mm), 60.0)


def test_a_board_at_rest_is_told_to_be_at_rest() -> None:
    following = follower()
    for i in range(10, 30):
        seen = look(following, Moment(i))
        assert (seen.state, seen.sure, seen.pushed, seen.astray) == ("ok", True, (), ())
        assert np.allclose(seen.to_now, np.eye(3), atol=0.2)
    table = scene()[0]
    assert float(off_mm(following.layout, table.view, table.laid).max()) < 0.3


@pytest.mark.parametrize(
    ("shift", "turn"),
    [
        ((0.8, 0, 0), (0, 0, 0)),
        ((3, -4, 0), (0, 0, 0.4)),
        ((14, 10, 3), (0, 0, -5.0)),
        ((-9, 15, 0), (1.2, -0.8, 3)),
    ],
    ids=["a pixel", "some pixels", "far and turned", "tilted"],
)
def test_a_bump_is_noticed_at_once_and_fitted_again(
    shift: tuple[float, float, float], turn: tuple[float, float, float]
) -> None:
    table, _, layout, _ = scene()
    following = follower()
    look(following, Moment(10))
    bumped = table.view.moved(shift, turn)
    states = [look(following, Moment(11 + i, view=bumped)).state for i in range(5)]
    assert states[0] != "ok" or states[1] != "ok"
    assert states[-1] == "ok"
    assert float(off_mm(following.layout, bumped, table.laid).max()) < 0.5
    seen = look(following, Moment(20, view=bumped))
    middle = layout.tiles[0].place.to_table(np.array([[50.0, 50.0], [150.0, 150.0]]))
    was, now = (v.to_picture(middle) for v in (table.view, bumped))
    moved = cv2.perspectiveTransform(was[None], seen.to_now)[0]
    assert np.allclose(moved, now, atol=1.0)


@pytest.mark.parametrize("gain", [0.5, 0.75, 1.6])
def test_other_light_is_no_bump_and_its_brightness_is_told(gain: float) -> None:
    following = follower()
    look(following, Moment(10))
    seen = look(following, Moment(11, gain=gain))
    assert seen.state == "ok"
    assert (min(seen.gains) < 0.92) if gain < 1 else (max(seen.gains) > 1.05)


def test_one_lamp_that_is_dimmed_is_no_bump() -> None:
    following = follower()
    lamps = scene()[0].lighting.lamps
    shares = (0.4, *(1.0 for _ in lamps[1:]))
    assert [look(following, Moment(10 + i, lamps=shares)).state for i in range(3)] == ["ok"] * 3


def test_a_hand_over_the_board_is_no_bump_and_pushes_nothing() -> None:
    following = follower()
    look(following, Moment(10))
    for i in range(6):
        seen = look(following, Moment(11 + i), [over_the_board(20.0 + 5 * i)])
        assert seen.state == "ok"
        assert not seen.pushed
    assert look(following, Moment(20)).sure


def test_a_board_told_to_be_covered_says_nothing() -> None:
    following = follower()
    covered = np.full((360, 640), 255, np.uint8)
    grey = np.full((360, 640), 90, np.uint8)
    shot = np.repeat(grey[..., None], 3, axis=2)
    seen = following.look(shot, grey, covered)
    assert seen.state != "refine"
    assert not seen.sure


def test_a_bump_under_a_hand_is_found_as_well() -> None:
    table = scene()[0]
    following = follower()
    look(following, Moment(10), [over_the_board()])
    bumped = table.view.moved((10, -7, 0), (0, 0, 2.0))
    states = [look(following, Moment(11 + i, view=bumped), [over_the_board()]).state for i in range(8)]
    assert states[0] != "ok"
    assert states[-1] == "ok"
    assert float(off_mm(following.layout, bumped, table.laid).max()) < 0.7


@pytest.mark.parametrize(("dx", "dy", "turn"), [(1.5, -1.0, 0.0), (9.0, 6.0, 3.0), (-20.0, 12.0, -9.0)])
def test_a_pushed_tile_is_found_alone(dx: float, dy: float, turn: float) -> None:
    table, _, layout, _ = scene()
    following = follower()
    look(following, Moment(10))
    old = table.laid[1]
    pushed = replace(old, x_mm=old.x_mm + dx, y_mm=old.y_mm + dy, turn_deg=old.turn_deg + turn)
    laid = (table.laid[0], pushed, *table.laid[2:])
    said = [look(following, Moment(11 + i, laid=laid)) for i in range(10)]
    assert any(old.side in one.pushed for one in said)
    assert said[-1].state == "ok"
    assert not said[-1].astray
    assert float(off_mm(following.layout, table.view, laid).max()) < 0.6
    for tile, was in zip(following.layout.tiles, layout.tiles, strict=True):
        if tile.side.id != old.side:
            assert tile.place.x_mm == pytest.approx(was.place.x_mm, abs=1e-9)


def test_a_table_gone_dark_is_lost_or_said_to_be_unsure_but_never_fitted() -> None:
    following = follower()
    black = np.zeros((360, 640, 3), np.uint8)
    for _ in range(5):
        seen = following.look(black, black[..., 0], None)
        assert seen.state == "lost"
        assert seen.layout is scene()[2]


def test_noise_never_looks_like_the_board() -> None:
    following = follower()
    rng = np.random.default_rng(0)
    for _ in range(4):
        noise = rng.integers(0, 256, (360, 640, 3), dtype=np.uint8)
        seen = following.look(noise, np.asarray(cv2.cvtColor(noise, cv2.COLOR_BGR2GRAY), np.uint8), None)
        assert seen.state == "lost"


def test_a_layout_found_anew_is_told_in_the_old_frame_of_the_table() -> None:
    layout = scene()[2]
    camera, places = same_table(layout.camera, [t.place for t in layout.tiles], 31.0, np.array([8.0, -5.0]))
    other = Layout(camera, tuple(replace(t, place=p) for t, p in zip(layout.tiles, places, strict=True)))
    back = in_frame_of(layout, other)
    for tile, was in zip(back.tiles, layout.tiles, strict=True):
        assert (tile.place.x_mm, tile.place.y_mm) == pytest.approx((was.place.x_mm, was.place.y_mm), abs=1e-6)
    assert np.allclose(back.camera.translation, layout.camera.translation, atol=1e-6)


def test_a_follower_goes_on_from_a_layout_found_anew() -> None:
    table, _, layout, _ = scene()
    following = follower()
    bumped = table.view.moved((90, -40, 0), (0, 0, 20.0))
    assert look(following, Moment(10, view=bumped)).state == "lost"
    camera = Camera(layout.camera.lens, bumped.rotation, bumped.translation)
    assert following.stand_on(Layout(camera, layout.tiles[::-1]))
    assert look(following, Moment(11, view=bumped)).state == "ok"
    assert not following.stand_on(Layout(camera, layout.tiles[1:]))
