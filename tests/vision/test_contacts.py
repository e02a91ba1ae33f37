"""Feet on zones, gates and edges, from tracks: what is told of them, and when."""

from collections.abc import Iterable, Iterator
from math import sin
from random import Random

import pytest

from tests.campaigns.contacts import gate, marking_time, passes
from vision.board import Board, board
from vision.contacts import Contacts
from vision.feet import depth, feet, shape
from vision.observation import (
    Crossed,
    Fell,
    Happening,
    LeftBoard,
    LeftZone,
    Lifted,
    Placed,
    SeenThrough,
    SteppedOn,
    Still,
    Touched,
    as_line,
)
from vision.stance import Posture, Stance

FPS = 12.0
STAND, LIE, HELD, GONE = Posture.STANDING, Posture.FALLEN, Posture.HELD, Posture.UNSEEN
SQUARE = [(100, 80), (140, 80), (140, 120), (100, 120)]


def table() -> Board:
    """Two tiles side by side, 2 mm apart; a brain in the first, whose near side lies at x = 100."""
    first = ("first", [(0, 0), (200, 0), (200, 200), (0, 200)], [("brain", SQUARE)])
    return board([first, ("second", [(202, 0), (402, 0), (402, 200), (202, 200)], [])])


class Shown:
    """Shows one figure frame by frame, heading along x, with half a millimetre of noise."""

    def __init__(self, on: Board, noise_mm: float = 0.5) -> None:
        self.contacts = Contacts(on)
        self.random, self.noise_mm = Random(1), noise_mm
        self.frame = 0
        self.told: list[Happening] = []

    @property
    def now(self) -> float:
        return self.frame / FPS

    def show(self, x: float, y: float = 100.0, posture: Posture = STAND) -> "Shown":
        place = (x + self.random.gauss(0, self.noise_mm), y + self.random.gauss(0, self.noise_mm))
        stance = Stance("rob", self.now, posture, place, 0.0, (23.0, 19.0), 0.5)
        self.told += self.contacts.see(self.now, [stance])
        self.frame += 1
        return self

    def stay(self, x: float, frames: int, y: float = 100.0, posture: Posture = STAND) -> "Shown":
        for _ in range(frames):
            self.show(x, y, posture)
        return self

    def walk(self, start: float, end: float, y: float = 100.0, posture: Posture = STAND) -> "Shown":
        """4 mm a frame, as toys do."""
        for x in _way(start, end):
            self.show(x, y, posture)
        return self

    def end(self) -> list[str]:
        """The kinds of all that was told of the figure, in order."""
        self.told += self.contacts.finish()
        return kinds(self.told)


def _way(start: float, end: float) -> Iterator[float]:
    steps = max(1, round(abs(end - start) / 4))
    return (start + (end - start) * k / steps for k in range(steps + 1))


def kinds(told: Iterable[Happening]) -> list[str]:
    return [str(as_line(one)["kind"]) for one in told if not isinstance(one, SeenThrough | Still)]


def only(told: Iterable[Happening], kind: type) -> list[Happening]:
    return [one for one in told if isinstance(one, kind)]


def test_feet_that_walk_over_a_zone_touch_it_once_and_leave_it_once() -> None:
    shown = Shown(table()).walk(50, 180)
    assert shown.end() == ["brain", "left_zone"]
    touched = only(shown.told, Touched)[0]
    assert isinstance(touched, Touched)
    assert not touched.uncertain
    assert touched.margin_mm > 0
    # the front of 23 mm and a little for stepping shoes is at 100 when the middle is at 87.6: frame 9.4
    assert touched.taken_s == pytest.approx(9.4 / FPS, abs=0.5 / FPS)
    assert touched.said_s - touched.taken_s < 0.4


def test_who_walks_back_onto_a_zone_touches_it_again() -> None:
    assert Shown(table()).walk(50, 110).walk(110, 60).walk(60, 110).end() == ["brain", "left_zone", "brain"]


def test_a_figure_put_down_on_a_zone_has_it_under_its_feet_and_touches_nothing_till_it_has_left() -> None:
    shown = Shown(table()).stay(50, 6).stay(50, 12, posture=HELD).stay(120, 6).walk(120, 180).walk(180, 120)
    assert shown.end() == ["lifted", "placed", "left_zone", "brain"]
    placed = only(shown.told, Placed)[0]
    assert isinstance(placed, Placed)
    assert [(zone.tile, zone.zone_kind, zone.zone, zone.uncertain) for zone in placed.zones] == [
        ("first", "brain", 0, False)
    ]


def test_who_is_let_go_before_a_zone_and_seen_only_on_it_may_have_walked_onto_it() -> None:
    """The zone begins where the feet's middle is at 88: a quarter of a second before, it was at 82."""
    shown = Shown(table()).stay(50, 6).stay(50, 12, posture=HELD).walk(94, 130)
    assert shown.end() == ["lifted", "placed", "brain"]
    assert [one.uncertain for one in shown.told if isinstance(one, Touched)] == [True]


def test_a_fall_that_is_known_late_has_the_date_of_the_frame_that_showed_it() -> None:
    shown = Shown(table()).walk(40, 70).stay(70, 3, posture=GONE).stay(90, 10, posture=LIE)
    assert shown.end() == ["fall"]
    assert only(shown.told, Fell)[0].taken_s == pytest.approx(9 / FPS, abs=1.01 / FPS)


def test_a_figure_carried_over_zones_gates_and_edges_touches_and_crosses_nothing() -> None:
    shown = Shown(table()).stay(50, 8).walk(50, 380, posture=HELD).stay(380, 8)
    assert shown.end() == ["lifted", "placed"]
    over = Shown(gate()).stay(150, 8, 200).walk(150, 260, 200, posture=HELD).stay(260, 8, 200)
    assert over.end() == ["lifted", "placed"]


def test_a_fall_is_told_once_and_the_fallen_touch_nothing() -> None:
    shown = Shown(table()).walk(40, 70).stay(110, 30, posture=LIE)
    assert shown.end() == ["fall"]
    fell = only(shown.told, Fell)[0]
    assert fell.taken_s == pytest.approx(8.5 / FPS, abs=1 / FPS)
    assert fell.said_s - fell.taken_s < 0.4


def test_one_frame_that_looks_like_a_hand_is_none() -> None:
    shown = Shown(table()).stay(50, 10).show(50, posture=HELD).stay(50, 5)
    assert shown.end() == []


def test_who_was_fallen_and_stands_has_been_lifted_and_placed() -> None:
    shown = Shown(table()).stay(50, 8).stay(50, 8, posture=LIE).stay(50, 8, posture=GONE).stay(50, 8)
    assert shown.end() == ["fall", "lifted", "placed"]


def test_feet_wholly_outside_every_tile_have_left_the_board_once_and_a_gap_is_no_outside() -> None:
    shown = Shown(table()).walk(150, 250, 160).walk(250, 440, 160)
    assert shown.end() == ["stepped_on", "left_board"]
    left = only(shown.told, LeftBoard)
    assert [one.tile for one in left if isinstance(one, LeftBoard)] == ["second"]
    assert len(only(shown.told, SteppedOn)) == 1


def test_hanging_over_the_edge_is_still_on_the_board() -> None:
    assert "left_board" not in Shown(table()).walk(300, 405).stay(405, 30).end()


def test_what_happened_under_a_hand_is_told_as_uncertain_once_it_is_seen() -> None:
    shown = Shown(table()).stay(80, 10).stay(80, 12, posture=GONE).stay(105, 10)
    assert shown.end() == ["brain"]
    touched = only(shown.told, Touched)[0]
    assert isinstance(touched, Touched)
    assert touched.uncertain


def test_nothing_is_told_of_an_unseen_figure() -> None:
    shown = Shown(table()).stay(50, 10).walk(50, 180, posture=GONE)
    assert kinds(shown.told) == []


def test_feet_that_come_to_rest_on_the_very_edge_are_told_as_doubt() -> None:
    shown = Shown(table()).walk(50, 87.6).stay(87.6, 40)
    touched = only(shown.told, Touched)
    assert [one.uncertain for one in touched if isinstance(one, Touched)] == [True]


def test_flicker_on_the_edge_of_a_zone_never_counts_twice() -> None:
    shown = Shown(table(), noise_mm=1.0).walk(50, 88)
    for frame in range(600):
        shown.show(88.5 + 1.5 * sin(frame))
    assert shown.end().count("brain") == 1
    assert only(shown.told, LeftZone) == []


@pytest.mark.parametrize("begins", range(6))
def test_who_rocks_from_foot_to_foot_is_judged_by_the_way_it_goes(begins: int) -> None:
    """Its feet pass 3 mm beside the zone, or 3 mm in it; it is seen to lean out by 3 mm either way."""
    for beside, due in ((3.0, []), (-3.0, ["brain", "left_zone"])):
        shown = Shown(table())
        for frame, x in enumerate(_way(30, 190)):
            shown.show(x, 80 - 9.5 - beside + 3.0 * sin(frame + begins))
        assert shown.end() == due
        assert not any(one.uncertain for one in shown.told if isinstance(one, Touched))


def test_one_frame_that_strays_into_a_zone_and_no_other_is_no_touch() -> None:
    shown = Shown(table())
    for frame in range(120):
        shown.show(90 if frame % 15 == 10 else 82 + frame % 2)
    assert shown.end() == []


def test_a_table_that_is_lost_and_found_a_little_beside_invents_nothing() -> None:
    shown = Shown(table()).stay(85.5, 20)
    before = len(kinds(shown.told))
    shown.told += shown.contacts.hold(shown.now)
    shown.frame += 12
    shown.stay(87.0, 30)
    assert len(kinds(shown.told)) == before


def test_what_changed_while_the_table_was_lost_is_uncertain() -> None:
    shown = Shown(table()).stay(60, 20)
    shown.told += shown.contacts.hold(shown.now)
    shown.frame += 12
    shown.stay(110, 20)
    touched = only(shown.told, Touched)
    assert [one.uncertain for one in touched if isinstance(one, Touched)] == [True]


def test_a_gate_is_crossed_by_the_whole_of_the_feet_and_back_again() -> None:
    shown = Shown(gate()).walk(150, 205, 200).walk(205, 150, 200).walk(150, 250, 200).walk(250, 150, 200)
    shown.end()
    crossed = [one for one in shown.told if isinstance(one, Crossed)]
    # the gate runs down the table: who walks down it has greater x on the left
    assert [one.direction for one in crossed] == ["to_left", "to_right"]
    assert not any(one.uncertain for one in crossed)


def test_gates_are_told_with_their_side_and_round_their_end_is_no_crossing() -> None:
    assert passes(7, 30) == (0, "")


def test_who_marks_time_on_the_line_crosses_nothing() -> None:
    assert marking_time(3, 600) == 0


def test_a_figure_is_still_once_a_stop() -> None:
    shown = Shown(table()).walk(30, 60).stay(60, 40).walk(60, 75).stay(75, 40)
    stills = only(shown.told, Still)
    assert len(stills) == 2


def test_all_is_in_order_of_time_and_nothing_comes_before_what_was_seen_through() -> None:
    shown = Shown(table()).walk(50, 180).stay(180, 10, posture=HELD).stay(120, 10).walk(120, 440)
    shown.end()
    through_s = -1.0
    for one, after in zip(shown.told, shown.told[1:], strict=False):
        assert one.taken_s <= after.taken_s
        assert one.said_s >= one.taken_s
        assert isinstance(after, SeenThrough) or after.taken_s > through_s
        through_s = after.taken_s if isinstance(after, SeenThrough) else through_s
    assert only(shown.told, Lifted)


def test_frames_out_of_order_are_a_fault() -> None:
    contacts = Contacts(table())
    contacts.see(1.0, [])
    with pytest.raises(ValueError, match="order of time"):
        contacts.see(1.0, [])


def test_reach_is_the_least_move_that_parts_the_feet_from_the_zone() -> None:
    zone = shape(SQUARE)
    assert depth(feet((90.5, 100), 0, 23, 19), zone, 20) == pytest.approx(2.0)
    assert depth(feet((86.5, 100), 0, 23, 19), zone, 20) == pytest.approx(-2.0)
    assert depth(feet((86.5, 100), 90, 23, 19), zone, 20) == pytest.approx(-4.0)
    dented = shape([(0, 0), (20, 0), (20, 5), (5, 5), (5, 20), (0, 20)])
    assert depth(feet((13, 13), 0, 10, 10), dented, 20) == pytest.approx(-3.0)


@pytest.mark.parametrize("points", [[(0, 0), (1, 1)], [(0, 0), (5, 5), (9, 9)]])
def test_a_zone_without_an_area_is_refused(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="area"):
        board([("t", [(0, 0), (9, 0), (9, 9)], [("brain", points)])])
