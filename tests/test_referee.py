"""Who called first at a table with several boxes: what is entered, when, and what is said of it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from companion.assembly.owners import Seats
from companion.assembly.referee import PATIENCE_NS, Referee
from companion.devices.clock_map import Placed
from companion.devices.keyboard import Keyboard
from companion.devices.news import HEARD, RACE, READY, REST
from companion.devices.order import Push, Track
from companion.rules.core import Refusal, Seat
from companion.rules.wig_out import actions as a
from companion.rules.wig_out.options import FalseCalls, FalseStarts, Options
from companion.rules.wig_out.state import Checking, Race, Ready
from companion.table import inbound as ib
from companion.ui.pressing import Meaning
from firmware import wire
from tests.ui.wig_game import WigGame

MS = 1_000_000
START_NS = 5_000_000_000
BOXES = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")


@dataclass
class Table:
    """Boxes with a button each (or one with all), whose words come when the test says so."""

    options: Options = field(default_factory=Options)
    boxes: tuple[str, ...] = BOXES
    doubt_ns: int = MS
    now: int = START_NS

    def __post_init__(self) -> None:
        self.game = WigGame(self.options, names=("Ana", "Ben", "Cleo"))
        named = (
            tuple(((box, 0), Seat(at)) for at, box in enumerate(self.boxes)) if len(self.boxes) > 1 else ()
        )
        size = 6 if len(self.boxes) == 1 else 1
        self.referee = Referee(3, Seats(named), tuple((box, size) for box in self.boxes))
        self.pushes: dict[str, list[Push]] = {box: [] for box in self.boxes}
        self.told = dict.fromkeys(self.boxes, 0)
        self.seq = 0
        self.sent: list[Any] = []
        self.hear()

    def go(self) -> "Table":
        self.game.go()
        self.hear()
        self.later(1000)
        return self

    def later(self, ms: float) -> None:
        self.now += round(ms * MS)

    def everybody_has_told(self) -> None:
        self.told = dict.fromkeys(self.boxes, self.now // 1000)

    def push(self, seat: int, ago_ms: float = 0, *, rank: int = 1, flags: int = 0) -> Meaning:
        """A press of `ago_ms` ago arrives now."""
        one = len(self.boxes) == 1
        box = self.boxes[0] if one else self.boxes[seat]
        self.seq += 1
        at_us = (self.now - round(ago_ms * MS)) // 1000
        push = Push(
            box, "b007", self.seq, wire.PRESSED, seat if one else 0, at_us, self.referee.heat,
            len(self.pushes[box]) + 1 if rank else 0, flags, self.now,
        )  # fmt: skip
        self.pushes[box].append(push)
        _, meaning, told = self.referee.pressed(push, self.now)
        if told is not None:
            self.tell(told)
        return meaning

    def tracks(self) -> list[Track]:
        place: Callable[[int], Placed | None] = lambda at_us: Placed(at_us * 1000, self.doubt_ns)  # noqa: E731
        return [Track(box, tuple(self.pushes[box]), self.told[box], False, place) for box in self.boxes]

    def look(self) -> list[Any]:
        """What the referee does now; the table takes it in."""
        did = self.referee.look(self.tracks(), self.now)
        for inbound in did:
            self.tell(inbound)
        return [x.actions if isinstance(x, ib.Act) else x.replacement for x in did]

    def tell(self, inbound: Any) -> None:
        self.sent.append(inbound)
        snapshot = self.game.tell(inbound)
        assert snapshot.refusal is None, (inbound, snapshot.refusal)
        self.hear()

    def hear(self) -> None:
        self.referee.saw(self.game.snapshot, self.now)

    @property
    def stage(self) -> Any:
        return self.game.snapshot.view.stage


def test_a_call_waits_until_every_box_has_told_what_was_before_it() -> None:
    table = Table().go()
    assert table.push(1) is Meaning.CALL
    assert table.look() == []
    table.later(50)
    table.everybody_has_told()
    assert table.look() == [(a.Call(Seat(1)),)]
    assert table.referee.finish is not None
    assert table.referee.finish.unheard == ()


def test_after_400_ms_it_is_entered_and_the_silent_boxes_are_named() -> None:
    table = Table().go()
    table.push(1)
    table.told[BOXES[0]] = table.now // 1000 + 50_000
    due = table.referee.due_ns(table.tracks())
    assert due == table.now + PATIENCE_NS
    table.later(399)
    assert table.look() == []
    table.later(2)
    assert table.look() == [(a.Call(Seat(1)),)]
    assert table.referee.finish is not None
    assert BOXES[2] in table.referee.finish.unheard
    assert table.sent[-1].because["unheard"]


def test_a_late_press_that_was_earlier_takes_the_place_of_the_call() -> None:
    table = Table().go()
    table.push(1)
    table.later(500)
    table.look()
    assert table.stage == Checking((Seat(1),))
    table.push(2, ago_ms=700)
    table.everybody_has_told()
    assert table.look() == [a.Call(Seat(2))]
    assert table.stage == Checking((Seat(2),))
    assert table.referee.finish is not None
    assert table.referee.finish.corrected
    assert table.look() == []


def test_whoever_was_first_is_first_whichever_way_the_words_came() -> None:
    table = Table().go()
    table.push(0, ago_ms=10)
    table.push(1, ago_ms=60)
    table.everybody_has_told()
    assert table.look() == [(a.Call(Seat(1)),)]
    finish = table.referee.finish
    assert finish is not None
    assert finish.next == 0
    assert finish.margin_ms == pytest.approx(50)


def test_clocks_that_cannot_be_parted_are_a_photo_finish() -> None:
    table = Table(doubt_ns=5 * MS).go()
    table.push(0, ago_ms=30)
    table.push(2, ago_ms=34)
    table.everybody_has_told()
    assert table.look() == [(a.Call(Seat(2)), a.DeadHeat(Seat(0)))]
    assert table.stage == Checking((Seat(2), Seat(0)))
    finish = table.referee.finish
    assert finish is not None
    assert finish.photo
    assert finish.within_ms == pytest.approx(4)


@pytest.mark.parametrize(("apart_ms", "together"), [(39, True), (41, False)])
def test_the_tables_own_window_makes_a_dead_heat(apart_ms: int, together: bool) -> None:
    table = Table(Options(tie_window_ms=40), boxes=BOXES[:1]).go()
    table.push(0, ago_ms=100)
    table.push(1, ago_ms=100 - apart_ms)
    table.everybody_has_told()
    assert table.look() == [(a.Call(Seat(0)), a.DeadHeat(Seat(1))) if together else (a.Call(Seat(0)),)]


def test_a_press_within_the_window_joins_the_call_though_it_comes_later() -> None:
    table = Table(Options(tie_window_ms=40), boxes=BOXES[:1]).go()
    table.push(0)
    table.everybody_has_told()
    table.look()
    table.later(30)
    table.push(2)
    assert table.look() == [(a.DeadHeat(Seat(2)),)]


def test_when_both_of_a_dead_heat_were_false_the_next_is_checked() -> None:
    table = Table(Options(tie_window_ms=5), boxes=BOXES[:1]).go()
    for seat, ago in ((0, 100), (1, 99), (2, 50)):
        table.push(seat, ago_ms=ago)
    table.everybody_has_told()
    table.look()
    table.game.false(0)
    table.hear()
    assert table.look() == []
    table.game.false(1)
    table.hear()
    assert table.look() == [(a.Call(Seat(2)),)]


def test_a_false_call_with_nobody_behind_it_begins_a_new_heat() -> None:
    table = Table(boxes=BOXES[:1]).go()
    table.push(0)
    table.everybody_has_told()
    table.look()
    heat = table.referee.heat
    table.game.false(0)
    table.hear()
    table.look()
    assert table.referee.heat == heat + 1
    assert table.push(0) is Meaning.CALL


def test_each_round_is_a_heat_of_its_own_and_go_begins_none() -> None:
    table = Table(boxes=BOXES[:1])
    assert table.referee.wish().mode == READY
    heat = table.referee.heat
    table.go()
    assert (table.referee.heat, table.referee.wish().mode) == (heat, RACE)
    table.push(0)
    table.everybody_has_told()
    table.look()
    assert table.referee.heat == heat
    table.game.count(1, 2)
    table.hear()
    assert table.stage == Ready()
    assert table.referee.heat == heat + 1


def test_several_boxes_say_heard_and_one_names_the_winner() -> None:
    assert Table().go().referee.wish().mode == HEARD
    assert Table(boxes=BOXES[:1]).go().referee.wish().mode == RACE


def test_what_the_table_refuses_is_asked_for_again_a_second_later() -> None:
    table = Table(boxes=BOXES[:1]).go()
    table.push(0)
    table.everybody_has_told()
    refused = replace(table.game.snapshot, refusal=Refusal("table.not_saved"))
    assert len(table.referee.look(table.tracks(), table.now)) == 1
    table.referee.saw(refused, table.now)
    assert table.referee.look(table.tracks(), table.now) == ()
    table.later(1_001)
    assert table.look() == [(a.Call(Seat(0)),)]


def test_in_a_pause_nothing_is_on() -> None:
    table = Table(boxes=BOXES[:1]).go()
    table.game.tell(ib.Pause(table.now))
    table.hear()
    assert table.referee.wish().mode == REST
    assert table.push(1) is Meaning.NOTHING
    assert table.look() == []


def test_a_lock_out_ends_by_itself_and_until_then_the_button_is_shut() -> None:
    table = Table(Options(false_call=FalseCalls.LOCK_OUT, lock_out_s=3), boxes=BOXES[:1]).go()
    table.push(1)
    table.everybody_has_told()
    table.look()
    table.game.false(1)
    table.hear()
    table.look()
    assert not table.referee.wish().callers & 0b010
    table.later(2_990)
    assert table.look() == []
    table.later(20)
    assert table.look() == [(a.LockOutEnds(Seat(1)),)]
    assert table.referee.wish().callers & 0b010
    assert table.stage == Race()


def test_a_false_start_is_a_record_where_the_table_says_so_and_the_dealers_is_none() -> None:
    table = Table(Options(false_start=FalseStarts.LOCK_OUT), boxes=BOXES[:1])
    assert table.push(2, rank=0, flags=wire.EARLY) is Meaning.EARLY
    assert table.sent[-1].actions == (a.FalseStart(Seat(2)),)
    assert table.push(0, rank=0, flags=wire.EARLY) is Meaning.NOTHING


def test_boxes_that_nobody_has_shown_are_numbered_one_after_the_other() -> None:
    table = Table().go()
    table.referee.seats = Seats()
    assert table.push(2, ago_ms=50) is Meaning.CALL
    table.everybody_has_told()
    assert table.look() == [(a.Call(Seat(2)),)]


def test_keys_are_always_as_they_are_numbered() -> None:
    table = Table(boxes=BOXES[:2])
    table.referee.seats, table.referee.showing = Seats(), True
    keys = Keyboard("b007")
    push = keys.press("3", table.now)
    assert push is not None
    assert table.referee.pressed(push, table.now) == (None, Meaning.NOTHING, None)
    table.referee.showing = False
    table.go()
    keys.want(table.referee.wish())
    push = keys.press("3", table.now)
    assert push is not None
    assert table.referee.pressed(push, table.now)[:2] == (Seat(2), Meaning.CALL)


def test_buttons_are_shown_one_after_the_other_and_then_are_theirs() -> None:
    table = Table(boxes=BOXES[:2])
    table.referee.seats = Seats()
    table.referee.showing = True
    for box, button in ((0, 4), (1, 2), (1, 2), (0, 1)):
        push = Push(BOXES[box], "b007", 9, wire.PRESSED, button, 1, 3, 0, 0, table.now)
        table.referee.pressed(push, table.now)
    assert [table.referee.seats.button(Seat(at)) for at in range(3)] == ["5", "3", "2"]
    assert table.referee.wish_of(BOXES[0]).lamps == "323323"
    table.referee.showing = False
    table.go()
    assert table.referee.wish_of(BOXES[0]).callers == 0b010010
    assert table.referee.wish_of(BOXES[1]).callers == 0b000100
