"""Where a tile may lie beside others: slid along an edge, partly covered, and each place told but once."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.learned import learned_exactly
from tests.vision.race_renderer import Laid, Moment, RaceRenderer, RaceTable, corners_of, race_table
from vision.beside import SAME_DEG, SAME_MM, places_beside
from vision.laying import LAPPED, Laying, overlap
from vision.lens import Floats, Lens, Picture
from vision.pose import Camera, Place

SEED, SIZE = 8, (1280, 720)
SLID = 0.35
"""Of a tile's width."""
NEAR_MM = 8.0
"""From so far the art finds to where it lies."""


@pytest.fixture(scope="module")
def table() -> RaceTable:
    """Two tiles in the middle of the picture, the second slid along the edge that they share."""
    table = race_table(SEED, size_px=SIZE, tiles=2, taught=4, high_mm=700.0)
    wide = table.sides[0].size_mm[0]
    middle = table.view.to_table(np.array([SIZE]) / 2)[0]
    first = Laid(table.sides[0].id, middle[0] - wide, middle[1] - wide / 2, 0.0)
    second = Laid(table.sides[1].id, middle[0] + 1.0, middle[1] + (SLID - 0.5) * wide, 0.0)
    return replace(table, laid=(first, second))


def covered(table: RaceTable, picture: Picture) -> Picture:
    """An arm's width of one colour over the lower half of the second tile."""
    wide, high = table.sides[1].size_mm
    rim = np.array([[-30.0, 0.5 * high], [wide + 30.0, 0.6 * high], [wide + 30.0, 1.1 * high], [-30.0, high]])
    sheet = picture.copy()
    at = np.rint(table.view.to_picture(table.laid[1].to_table(rim))).astype(np.int32)
    cv2.fillConvexPoly(sheet, at, (60, 80, 120))
    return sheet


def laid_out(table: RaceTable, picture: Picture) -> tuple[Laying, Camera, Place]:
    """The picture with all sides, the camera as it is, and the first tile's place."""
    glass = table.view.glass
    lens = Lens(glass.size_px, glass.matrix, glass.distortion, 0.2)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    first = table.laid[0]
    return (
        Laying(picture, grey, learned_exactly(table), lens),
        Camera(lens, table.view.rotation, table.view.translation),
        Place(first.x_mm, first.y_mm, first.turn_deg),
    )


def off_mm(table: RaceTable, place: Place) -> float:
    """How far the second side's farthest corner, so laid, is from where it lies."""
    corners: Floats = corners_of(table.sides[1])
    return float(np.hypot(*(place.to_table(corners) - table.laid[1].to_table(corners)).T).max())


@pytest.mark.parametrize("hidden", [False, True], ids=["open", "half covered"])
def test_a_tile_slid_along_the_edge_is_among_the_places(table: RaceTable, hidden: bool) -> None:
    picture = RaceRenderer(table).frame(Moment(0))
    laying, camera, first = laid_out(table, covered(table, picture) if hidden else picture)
    places = places_beside(laying, camera, {0: first}, [1, 2, 3])[1]
    assert min(off_mm(table, place) for place in places) < NEAR_MM
    moved = [laying.moved(camera, place, laying.sides[1].coarse) for place in places]
    assert min(off_mm(table, place) for place in moved if place is not None) < 2.0


def test_no_place_is_told_twice_lies_on_a_tile_or_mostly_out_of_the_picture(table: RaceTable) -> None:
    laying, camera, first = laid_out(table, RaceRenderer(table).frame(Moment(0)))
    for index, places in places_beside(laying, camera, {0: first}, [1, 2, 3]).items():
        side = laying.sides[index]
        for k, place in enumerate(places):
            assert overlap(place, side, first, laying.sides[0]) <= LAPPED + 0.01
            assert laying.in_picture(camera, place, side.coarse) > 0.3
            middle = place.to_table(np.array([side.size_mm]) / 2)
            for other in places[:k]:
                apart = np.hypot(*(middle - other.to_table(np.array([side.size_mm]) / 2))[0])
                turned = abs((place.turn_deg - other.turn_deg + 180) % 360 - 180)
                assert apart >= SAME_MM or turned >= SAME_DEG
