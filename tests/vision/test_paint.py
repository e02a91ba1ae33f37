"""What is drawn over a picture tells kinds apart without colour, and bears whatever an eye holds."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.small_eye import CAMERA, GRAVE, PLACE, SIZE, SQUARE, TILE, SmallEye, small_frame
from vision.camera import Frame
from vision.paint import over, race_over
from vision.state import Doing, FigureSeen, GridState, RaceState, body_px, tile_seen
from vision.traced import ZoneKind

BLACK = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
GATE = np.array([[100.0, 10.0], [100.0, 190.0]])


def inked(state: RaceState) -> np.ndarray:
    """Where something is drawn, whatever its colour."""
    return np.asarray(race_over(BLACK, state).max(axis=2) > 60)


def with_zone(kind: ZoneKind, points: np.ndarray = GRAVE) -> RaceState:
    tile = tile_seen("x", (200.0, 200.0), ((kind, points),), PLACE)
    return RaceState(CAMERA, (tile,), (), None, stirring=False, blind=None)


def with_figure(
    doing: Doing = "standing", heading_deg: float | None = None, unsure_mm: float = 1.0
) -> RaceState:
    feet = PLACE.to_table(SQUARE + 100.0)
    figure = FigureSeen("steve", 55.0, feet, heading_deg, unsure_mm, doing)
    return RaceState(CAMERA, (), (figure,), None, stirring=False, blind=None)


def test_the_frame_itself_is_left_as_it_is() -> None:
    eye, frame = SmallEye(), small_frame(100)
    eye.see(Frame(frame, 0.0, 0))
    before = frame.copy()
    drawn = over(frame, eye.state, 0.0)
    assert np.array_equal(frame, before)
    assert drawn.shape == frame.shape
    assert not np.array_equal(drawn, before)


def test_kinds_of_zones_differ_by_shape() -> None:
    kinds: tuple[ZoneKind, ...] = ("mausoleum", "grave", "brain")
    drawn = [inked(with_zone(kind)) for kind in kinds] + [inked(with_zone("gate", GATE))]
    for i, one in enumerate(drawn):
        for other in drawn[i + 1 :]:
            assert (one ^ other).sum() > 15


def test_the_first_point_of_a_gate_is_told_from_its_last() -> None:
    assert (inked(with_zone("gate", GATE)) ^ inked(with_zone("gate", GATE[::-1].copy()))).sum() > 20


def test_what_a_figure_does_differs_by_shape() -> None:
    drawn = [inked(with_figure(doing)) for doing in ("standing", "fallen", "held")]
    assert all((one ^ other).sum() > 8 for one, other in zip(drawn, drawn[1:] + drawn[:1], strict=True))


@pytest.mark.parametrize(
    ("heading_deg", "way"), [(0, (1, 0)), (90, (0, -1)), (180, (-1, 0)), (270, (0, 1))], ids=str
)
def test_the_arrow_points_where_the_figure_goes(heading_deg: float, way: tuple[int, int]) -> None:
    added = inked(with_figure(heading_deg=heading_deg)) & ~inked(with_figure())
    down, across = np.nonzero(added)
    reach = np.array([across.mean() - 160, down.mean() - 120])
    assert float(reach @ np.array(way)) > 0.9 * float(np.hypot(*reach)) > 9


def test_the_ring_grows_with_what_is_not_known() -> None:
    left = [np.nonzero(inked(with_figure(unsure_mm=mm)))[1].min() for mm in (10.0, 30.0)]
    assert left[0] - left[1] == pytest.approx(40, abs=3)  # two standard deviations, a mm to a pixel


def test_a_hand_is_shaded_and_hatched() -> None:
    hands = np.zeros((60, 80), np.bool_)
    hands[:30] = True
    grey = np.full_like(BLACK, 128)
    drawn = race_over(grey, RaceState(CAMERA, (), (), hands, stirring=True, blind=None))
    assert np.array_equal(drawn[125:], grey[125:])
    assert len(np.unique(drawn[:115].reshape(-1, 3), axis=0)) == 2, "two stripes"
    assert not (drawn[:115] == 128).all(axis=2).any()


def test_blindness_is_written_and_nothing_else_is_drawn() -> None:
    blind = over(BLACK, RaceState(None, (TILE,), (), None, stirring=False, blind="camera_moved"), 8.0)
    seeing = over(BLACK, RaceState(None, (TILE,), (), None, stirring=False, blind=None), 8.0)
    assert not blind[:200].any()
    assert (blind != seeing).any()
    corners = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
    lost = over(BLACK, GridState(corners, ("RW?..",) * 5, hands_over=False, blind="grid_lost"), 8.0)
    assert not lost[:200].any()


@given(
    feet=st.lists(st.tuples(*[st.floats(-1e5, 1e5)] * 2), min_size=1, max_size=8),
    height_mm=st.floats(1, 600),
    heading_deg=st.none() | st.floats(-720, 720),
    unsure_mm=st.floats(0, 1e6),
    doing=st.sampled_from(["standing", "walking", "fallen", "held"]),
    name=st.text(max_size=12),
)
def test_whatever_an_eye_holds_can_be_drawn(
    feet: list[tuple[float, float]],
    height_mm: float,
    heading_deg: float | None,
    unsure_mm: float,
    doing: Doing,
    name: str,
) -> None:
    figure = FigureSeen(name, height_mm, np.array(feet), heading_deg, unsure_mm, doing)
    state = RaceState(CAMERA, (TILE,), (figure,), np.zeros((3, 4), np.bool_), stirring=True, blind=None)
    assert over(BLACK, state, 1.0).shape == BLACK.shape
    assert all(np.isfinite(outline).all() for outline in state.table_px())


def test_a_body_that_leans_out_is_within_its_outline() -> None:
    feet = PLACE.to_table(SQUARE + np.array([220.0, 100.0]))
    figure = FigureSeen("steve", 55.0, feet, None, 1.0, "standing")
    state = RaceState(CAMERA, (TILE,), (figure,), None, stirring=False, blind=None)
    outline = state.table_px()[-1].astype(np.float32)
    for height in (0.0, 30.0, 55.0):
        for point in CAMERA.to_picture(feet, height):
            assert cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), True) > 0


@pytest.mark.parametrize("at", [(25.0, 20.0), (175.0, 20.0), (25.0, 180.0), (100.0, 100.0)], ids=str)
def test_no_name_is_written_over_a_figure(at: tuple[float, float]) -> None:
    """Wherever one stands: the tile's name goes to another corner, and a neighbour's to its other side."""
    bodies = [FigureSeen("", 55.0, PLACE.to_table(SQUARE + np.array(at)), None, 1.0, "standing")]
    bodies.append(replace(bodies[0], feet_mm=PLACE.to_table(SQUARE + np.array(at) + (0, -28))))
    tile = tile_seen("", (200.0, 200.0), (), PLACE)
    bare = RaceState(CAMERA, (tile,), tuple(bodies), None, stirring=False, blind=None)
    named = replace(
        bare,
        tiles=(replace(tile, id="crypt"),),
        figures=(replace(bodies[0], name="steve"), replace(bodies[1], name="wanda")),
    )
    written = (race_over(BLACK, bare) != race_over(BLACK, named)).any(axis=2)
    for body in bodies:
        x, y = body_px(CAMERA, body).mean(axis=0).round().astype(int)
        assert not written[y - 8 : y + 9, x - 8 : x + 9].any()
    assert written.any()
