"""Tile sides: learned once from the owner's pictures, found again however they lie."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.vision.race_figures import hand, random_arm, random_toys, standing
from tests.vision.race_renderer import Moment, RaceRenderer, RaceTable, corners_of, race_table, relaid
from vision.finding import Doubt, Layout, find
from vision.lens import Floats, Lens, Picture
from vision.taught_files import Shot
from vision.tiles import ART_PX_PER_MM, TileSide, learn_sides, side_of_art
from vision.traced import side_of

SIZE = (1280, 720)


def lens_of(table: RaceTable) -> Lens:
    """The lens as it was measured: 0.3 % too long."""
    glass = table.view.glass
    matrix = glass.matrix.copy()
    matrix[0, 0] *= 1.003
    matrix[1, 1] *= 1.003
    return Lens(glass.size_px, matrix, glass.distortion, 0.3)


def learned(table: RaceTable) -> tuple[TileSide, ...]:
    """All sides as a person would teach them, every tap half a pixel off."""
    rng = np.random.default_rng(table.seed)
    draw = RaceRenderer(table)
    told = []
    for side in table.sides:
        picture, text = draw.side_picture(side.id, rng)
        encoded = cv2.imencode(".png", picture)[1].tobytes()
        told.append(
            side_of(text, side.id, Shot(f"{side.id}.png", encoded, table.view.glass.size_px), side.id)
        )
    return learn_sides(told, lens_of(table))


@lru_cache(maxsize=1)
def table_and_sides() -> tuple[RaceTable, tuple[TileSide, ...]]:
    table = race_table(0, size_px=SIZE, tiles=4, taught=6)
    return table, learned(table)


def off_px(table: RaceTable, layout: Layout) -> Floats:
    """How far the found corners lie from the true ones."""
    laid = {tile.side: tile for tile in table.laid}
    off = []
    for tile in layout.tiles:
        true = laid[tile.side.id].to_table(corners_of(table.side(tile.side.id)))
        off.append(np.hypot(*(layout.corners_px(tile) - table.view.to_picture(true)).T))
    return np.concatenate(off)


def ids(layout: Layout | Doubt) -> list[str]:
    assert isinstance(layout, Layout), layout
    return sorted(tile.side.id for tile in layout.tiles)


def laid_ids(table: RaceTable) -> list[str]:
    return sorted(tile.side for tile in table.laid)


def test_zones_are_learned_in_millimetres_of_the_tile() -> None:
    table, sides = table_and_sides()
    for side in sides:
        true = table.side(side.id)
        assert [z.kind for z in side.zones] == [z.kind for z in true.zones]
        for zone, was in zip(side.zones, true.zones, strict=True):
            assert float(np.hypot(*(zone.points_mm - was.points_mm).T).mean()) < 1.6


def test_learned_art_is_seen_straight_from_above() -> None:
    table, sides = table_and_sides()
    for side in sides:
        wide, high = side.size_mm
        assert side.art.shape == (round(high * ART_PX_PER_MM), round(wide * ART_PX_PER_MM), 3)
        true = cv2.resize(table.side(side.id).art, side.art.shape[1::-1], interpolation=cv2.INTER_AREA)
        one, two = (
            cv2.GaussianBlur(a, (0, 0), 2).astype(float)[20:-20, 20:-20].ravel() for a in (side.art, true)
        )
        assert float(np.corrcoef(one, two)[0, 1]) > 0.85


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_layout_and_turn_of_the_learned_sides_is_found(seed: int) -> None:
    first, sides = table_and_sides()
    table = relaid(first, seed)
    layout = find(RaceRenderer(table).frame(Moment(seed)), sides, lens_of(table))
    assert ids(layout) == laid_ids(table)
    assert isinstance(layout, Layout)
    assert float(off_px(table, layout).mean()) < 0.8
    true = table.view.place_mm[2]
    assert layout.camera.height_mm == pytest.approx(true, rel=0.01)


def test_figures_and_a_hand_over_other_light_do_not_matter() -> None:
    first, sides = table_and_sides()
    other = race_table(77, size_px=SIZE)
    table = replace(relaid(first, 5), lighting=other.lighting, sensor=other.sensor)
    rng = np.random.default_rng(1)
    on = [tile.to_table(np.array([[90.0, 110.0]]))[0] for tile in table.laid]
    solids = [
        standing(toy, float(x), float(y), 40.0)
        for toy, (x, y) in zip(random_toys(3, "abcd"), on, strict=True)
    ]
    rim = table.laid[0].to_table(np.array([[30.0, 30.0]]))[0]
    solids.append(hand(random_arm(rng), (float(rim[0]), float(rim[1]), 20.0), 90.0))
    layout = find(RaceRenderer(table).frame(Moment(1), solids), sides, lens_of(table))
    assert ids(layout) == laid_ids(table)


def test_half_of_a_tile_is_enough() -> None:
    first, sides = table_and_sides()
    table = relaid(first, 2)
    picture = RaceRenderer(table).frame(Moment(0)).copy()
    half = table.laid[1].to_table(np.array([[-5.0, -5], [100, -5], [100, 205], [-5, 205]]))
    cv2.fillConvexPoly(picture, np.rint(table.view.to_picture(half)).astype(np.int32), (90, 120, 160))
    assert ids(find(picture, sides, lens_of(table))) == laid_ids(table)


def test_where_only_the_common_ground_of_two_sides_is_seen_there_is_doubt() -> None:
    first, sides = table_and_sides()
    laid = next(t for t in first.laid if t.side == first.sides[1].id)
    ground = first.sides[1]
    other = next(s for s in first.sides if s.look == ground.look and s is not ground)
    table = replace(first, laid=tuple(t for t in first.laid if t.side != other.id))
    picture = RaceRenderer(table).frame(Moment(0)).copy()
    # whatever differs between the two is covered
    a, b = (cv2.GaussianBlur(s.art, (0, 0), 4).astype(int) for s in (ground, other))
    differs = cv2.dilate((np.abs(a - b).max(axis=2) > 6).astype(np.uint8), np.ones((25, 25), np.uint8))
    xs, ys = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    tile = laid.to_tile(table.view.to_table(np.stack([xs.ravel(), ys.ravel()], axis=1).astype(float)))
    at = np.floor(tile * (len(differs) / ground.size_mm[0])).astype(int)
    inside = np.all((at >= 0) & (at < len(differs)), axis=1)
    cover = np.zeros(len(at), bool)
    cover[inside] = differs[at[inside, 1], at[inside, 0]] > 0
    picture[cover.reshape(SIZE[1], SIZE[0])] = (128, 128, 128)
    found = find(picture, sides, lens_of(table))
    if isinstance(found, Layout):  # the side may be left out, but never taken for the other
        assert other.id not in ids(found)
    else:
        assert ground.id in found.sides or found.why == "nothing"


def test_sides_of_one_pattern_are_told_apart_by_their_colours() -> None:
    first, sides = table_and_sides()
    table = relaid(first, 3)
    laid = table.laid[0].side
    twin = next(side for side in sides if side.id == laid)
    hue = cv2.cvtColor(twin.art, cv2.COLOR_BGR2YCrCb)
    turned = cv2.cvtColor(np.dstack([hue[..., 0], 255 - hue[..., 1:]]), cv2.COLOR_YCrCb2BGR)
    other = side_of_art("other", twin.size_mm, np.asarray(turned, np.uint8), twin.zones)
    picture = RaceRenderer(table).frame(Moment(3))
    assert ids(find(picture, (*sides, other), lens_of(table))) == laid_ids(table)
    told = find(picture, (*(side for side in sides if side.id != laid), other), lens_of(table))
    assert isinstance(told, Doubt) or "other" not in ids(told)


def test_a_side_that_should_be_there_and_is_not_is_named() -> None:
    table, sides = table_and_sides()
    gone = table.laid[0].side
    there = replace(table, laid=table.laid[1:])
    found = find(RaceRenderer(there).frame(Moment(0)), sides, lens_of(table), frozenset(laid_ids(table)))
    assert isinstance(found, Doubt)
    assert found.sides == (gone,)
    assert gone in found.told


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (np.zeros((720, 1280, 3), np.uint8), "dark"),
        (np.full((720, 1280, 3), 255, np.uint8), "dark"),
        (np.random.default_rng(0).integers(0, 256, (720, 1280, 3), dtype=np.uint8), "nothing"),
        (np.zeros((480, 640, 3), np.uint8), "shape"),
    ],
    ids=["black", "white", "noise", "another shape"],
)
def test_what_is_no_table_is_doubt(picture: Picture, why: str) -> None:
    table, sides = table_and_sides()
    found = find(picture, sides, lens_of(table))
    assert isinstance(found, Doubt)
    assert found.why == why
    assert "\n" not in found.told


def test_another_table_is_doubt() -> None:
    table, sides = table_and_sides()
    other = race_table(41, size_px=SIZE)
    found = find(RaceRenderer(other).frame(Moment(0)), sides, lens_of(table))
    assert isinstance(found, Doubt)


def test_another_resolution_of_the_same_shape_is_the_same_table() -> None:
    table, sides = table_and_sides()
    picture = RaceRenderer(table).frame(Moment(0))
    small = np.asarray(cv2.resize(picture, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)
    assert ids(find(small, sides, lens_of(table))) == laid_ids(table)


def test_a_camera_hung_the_other_way_round_finds_the_same_tiles() -> None:
    table, sides = table_and_sides()
    picture = np.ascontiguousarray(RaceRenderer(table).frame(Moment(0))[::-1, ::-1])
    assert ids(find(picture, sides, lens_of(table))) == laid_ids(table)


def test_a_point_of_the_table_knows_its_tile() -> None:
    table, sides = table_and_sides()
    layout = find(RaceRenderer(table).frame(Moment(0)), sides, lens_of(table))
    assert isinstance(layout, Layout)
    for tile in layout.tiles:
        middle = tile.place.to_table(np.array([[60.0, 140.0]]))
        assert layout.side_at(middle[0]) is tile
    assert layout.side_at(np.array([5000.0, 0.0])) is None


def plain(markers: Sequence[tuple[int, int]]) -> Picture:
    """A side without art but for printed markers of 30 mm."""
    art = np.full((400, 400, 3), 200, np.uint8)
    for k, (dictionary, number) in enumerate(markers):
        drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), number, 60)
        x, y = ((30, 30), (310, 310), (310, 30), (30, 310))[k]
        art[y : y + 60, x : x + 60] = drawn[..., None]
    return art


def test_printed_markers_join_when_they_were_there_when_taught() -> None:
    kinds = (cv2.aruco.DICT_5X5_100, cv2.aruco.DICT_4X4_100)
    sides = [
        side_of_art(f"m{i}", (200.0, 200.0), plain([(kinds[i], 4 * i + k) for k in range(4)]), ())
        for i in (0, 1)
    ]
    assert [len(side.markers) for side in sides] == [4, 4]
    first = next(marker for marker in sides[0].markers if marker.number == 0)
    assert np.allclose(first.corners_mm.min(axis=0), 15.0, atol=0.3)
    lens = Lens(SIZE, np.array([[900.0, 0, 639.5], [0, 900, 359.5], [0, 0, 1]]), np.zeros(5), 0.2)
    picture = np.full((720, 1280, 3), 60, np.uint8)
    for side, (x, y, deg) in zip(sides, ((350, 360, 20), (850, 340, 75)), strict=True):
        turn = cv2.getRotationMatrix2D((199.5, 199.5), deg, 0.6)
        turn[:, 2] += np.array([x - 199.5, y - 199.5])
        cv2.warpAffine(side.art, turn, SIZE, picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    assert ids(find(picture, sides, lens)) == ["m0", "m1"]
