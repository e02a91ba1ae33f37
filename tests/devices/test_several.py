"""Several boxes, and one box on several links."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears, Said
from companion.devices.keyring import Keyring
from companion.devices.news import HEARD, Wish
from companion.devices.order import First, PhotoFinish, Push
from tests.devices.rigs import CLOCK, KEY, LiveBox, MemoryWay, until


class Table:
    """A host and live boxes in this process."""

    def __init__(self, folder: Path, lives: list[LiveBox], ways: list[MemoryWay]) -> None:
        self.lives, self.ways = lives, ways
        self.pressed: list[Push] = []
        self.said: list[Said] = []
        keyring = Keyring(folder / "boxes.json")
        keyring.lend(KEY)
        ears = Ears(
            self.pressed.append, lambda one: self.boxes.kept(*one.name), lambda: None, self.said.append
        )
        self.boxes = Boxes(ways, keyring, ears, clock=CLOCK, rng=random.Random(1))
        self.boxes.start()

    def end(self) -> None:
        self.boxes.close()
        for live in self.lives:
            live.end()

    def until(self, there: Callable[[], object], s: float = 10.0) -> None:
        until(there, s, lambda: (self.boxes.standings(), self.said, self.pressed))

    def links(self) -> list[str]:
        return [one.link for one in self.boxes.standings() if one.how == "well"]

    def obeyed(self) -> bool:
        return all(one.beacon and one.beacon.orders for one in self.boxes.standings())


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Table]:
    lives = [LiveBox(f"{number:012x}", KEY, usb=True) for number in range(3)]
    table = Table(tmp_path, lives, [MemoryWay(live.box_id, live.wires) for live in lives])
    yield table
    table.end()


def test_of_three_boxes_the_earliest_is_named_with_its_margin_when_all_have_told(three: Table) -> None:
    three.until(lambda: len(three.links()) == 3)
    three.boxes.want(Wish(5, HEARD, 63, "000000"))
    three.until(three.obeyed)
    three.until(lambda: all(one.place(one.told_us) for one in three.boxes.tracks()))
    pressed = time.monotonic_ns()
    three.lives[1].closed = 0b000100
    time.sleep(0.08)
    three.lives[0].closed = 0b000001
    three.until(lambda: len(three.pressed) == 2)
    three.until(lambda: isinstance(one := three.boxes.verdict(5), First) and not one.unheard)
    told = three.boxes.verdict(5)
    assert isinstance(told, First)
    assert (told.push.box, told.push.button, told.next and told.next.box) == (
        three.lives[1].box_id,
        2,
        three.lives[0].box_id,
    )
    assert told.margin_ns is not None
    assert abs(told.margin_ns - 80_000_000) < 60_000_000
    (track,) = (one for one in three.boxes.tracks() if one.box == told.push.box)
    placed = track.place(told.push.at_us)
    assert placed
    assert abs(placed.at_ns - pressed) < 60_000_000


def test_a_silent_box_makes_the_verdict_provisional_until_it_has_told_or_a_new_heat_begins(
    three: Table,
) -> None:
    three.until(lambda: len(three.links()) == 3)
    three.boxes.want(Wish(5, HEARD, 63, "000000"))
    three.until(three.obeyed)
    three.until(lambda: all(one.place(one.told_us) for one in three.boxes.tracks()))
    three.ways[2].pull()
    three.until(lambda: len(three.links()) == 2)
    three.lives[2].closed = 0b000010
    time.sleep(0.1)
    three.lives[0].closed = 0b000001
    three.until(lambda: isinstance(one := three.boxes.verdict(5), First) and len(one.unheard) == 1)
    told = three.boxes.verdict(5)
    assert isinstance(told, First)
    assert (told.push.box, told.unheard) == (three.lives[0].box_id, (three.lives[2].box_id,))
    three.ways[2].plugged = True
    three.until(lambda: isinstance(one := three.boxes.verdict(5), First) and not one.unheard)
    told = three.boxes.verdict(5)
    assert isinstance(told, First)
    assert told.push.box == three.lives[2].box_id  # it was late to tell, and first all the same
    three.ways[2].pull()
    three.until(lambda: len(three.links()) == 2)
    three.boxes.want(Wish(6, HEARD, 63, "000000"))
    assert {one.box for one in three.boxes.tracks()} == {live.box_id for live in three.lives[:2]}


def test_two_at_once_on_two_boxes_are_a_photo_finish(three: Table) -> None:
    three.until(lambda: len(three.links()) == 3)
    three.boxes.want(Wish(5, HEARD, 63, "000000"))
    three.until(three.obeyed)
    for live in three.lives[:2]:
        live.closed = 1
    three.until(lambda: len(three.pressed) == 2)
    three.until(lambda: not three.boxes.verdict(5).unheard)  # type: ignore[union-attr]
    told = three.boxes.verdict(5)
    if isinstance(told, First):  # this computer was slow, and their clocks tell so
        assert told.margin_ns is not None
        assert told.margin_ns > told.doubt_ns
    else:
        assert isinstance(told, PhotoFinish)
        assert {one.box for one in told.pushes} == {live.box_id for live in three.lives[:2]}


def test_a_box_on_the_radio_moves_to_its_cable_and_back(tmp_path: Path) -> None:
    live = LiveBox("00aa11bb22cc", KEY, usb=True)
    radio, cable = MemoryWay("radio", live.other), MemoryWay("cable", live.wires)
    cable.plugged = False
    table = Table(tmp_path, [live], [radio, cable])
    try:
        table.until(lambda: table.links() == ["radio"])
        cable.plugged = True
        table.until(lambda: table.links() == ["cable"])
        live.closed = 1
        table.until(lambda: len(table.pressed) == 1)
        live.closed = 0
        cable.pull()
        table.until(lambda: table.links() == ["radio"])
        live.closed = 2
        table.until(lambda: len(table.pressed) == 2)
        cable.plugged = True
        table.until(lambda: table.links() == ["cable"])
        table.until(lambda: radio._link is not None and radio._link._gone)
        radio.again()  # found by radio again while it is on the cable: it stays there
        opened = live.box.host
        time.sleep(0.8)
        assert table.links() == ["cable"]
        assert live.box.host is opened
        assert live.box.talks[1].open is False
        assert not table.said
    finally:
        table.end()
