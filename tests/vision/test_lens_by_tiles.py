"""A lens mended by the tiles that lie under it."""

import numpy as np
import pytest

from tests.vision.learned import learned_exactly
from tests.vision.race_renderer import Moment, RaceRenderer, RaceTable, corners_of, race_table
from vision.finding import Layout, find
from vision.lens import Floats, Lens, Picture, assumed
from vision.lens_by_tiles import mended_lens
from vision.tiles import TileSide


def off_px(table: RaceTable, layout: Layout) -> Floats:
    laid = {tile.side: tile for tile in table.laid}
    off = []
    for tile in layout.tiles:
        true = laid[tile.side.id].to_table(corners_of(table.side(tile.side.id)))
        off.append(np.hypot(*(layout.corners_px(tile) - table.view.to_picture(true)).T))
    return np.concatenate(off)


@pytest.fixture(scope="module")
def scene() -> tuple[RaceTable, tuple[TileSide, ...], Picture]:
    table = race_table(50, size_px=(1280, 720), tiles=4, taught=4)
    return table, learned_exactly(table), RaceRenderer(table).frame(Moment(0))


def test_an_assumed_lens_learns_its_bend_from_four_tiles(
    scene: tuple[RaceTable, tuple[TileSide, ...], Picture],
) -> None:
    table, sides, picture = scene
    found = find(picture, sides, assumed((1280, 720)))
    assert isinstance(found, Layout)
    before = off_px(table, found)
    lens, layout = mended_lens(picture, found)
    after = off_px(table, layout)
    assert float(after.mean()) < 0.6 * float(before.mean())
    assert float(after.max()) < 1.0
    assert lens.error_px is None


def test_a_good_lens_is_left_nearly_as_it_was(
    scene: tuple[RaceTable, tuple[TileSide, ...], Picture],
) -> None:
    table, sides, picture = scene
    glass = table.view.glass
    found = find(picture, sides, Lens(glass.size_px, glass.matrix, glass.distortion, 0.2))
    assert isinstance(found, Layout)
    _, layout = mended_lens(picture, found)
    assert float(off_px(table, layout).mean()) < 0.15


def test_one_tile_says_nothing_of_a_lens(scene: tuple[RaceTable, tuple[TileSide, ...], Picture]) -> None:
    _, sides, picture = scene
    found = find(picture, sides, assumed((1280, 720)))
    assert isinstance(found, Layout)
    alone = Layout(found.camera, found.tiles[:1])
    lens, layout = mended_lens(picture, alone)
    assert layout is alone
    assert lens is found.camera.lens
