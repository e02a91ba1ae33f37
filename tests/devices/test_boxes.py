"""What a host does with a box, over memory, a terminal with the real MicroPython, and a virtual radio."""

import os
import platform
import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears, Record, Said
from companion.devices.keyring import Keyring
from companion.devices.news import Wish
from companion.devices.order import First, Nobody, Push
from firmware import wire
from tests.devices.rigs import CLOCK, MemoryRig, PtyRig, threads, until


def radio(folder: Path) -> Any:
    """The virtual radio, where its wheels are to be had."""
    if find_spec("bumble") is None:
        if (sys.platform, platform.machine()) == ("linux", "x86_64"):
            pytest.fail("bumble is not installed; make sets it up")
        pytest.skip("there is no virtual radio to be had for this kind of computer")
    return import_module("tests.devices.air").RadioRig(folder)


RIGS: dict[str, Any] = {"memory": MemoryRig, "pty": PtyRig, "radio": radio}
CABLES, RADIOS = ["memory", "pty"], ["radio"]

if chosen := os.environ.get("TABLESIDE_RIG"):  # in a machine of `make rigs` there is a real one
    RIGS = {chosen: import_module(f"tests.rigs.{chosen}").Rig}
    CABLES, RADIOS = [chosen] * (chosen == "usb"), [chosen] * (chosen == "bluez")


class Host:
    """A program with its boxes: what it heard, and a disk that can be full."""

    def __init__(self, rig: Any, folder: Path, *, paired: bool = True) -> None:
        self.keyring = Keyring(folder / "boxes.json")
        if paired:
            self.keyring.lend(rig.key)
        self.pressed: list[Push] = []
        self.given: list[Record] = []
        self.said: list[Said] = []
        self.disk = True
        ears = Ears(self.pressed.append, self._keep, lambda: None, self.said.append)
        self.boxes = Boxes([rig.way()], self.keyring, ears, clock=CLOCK, rng=random.Random(1))
        self.boxes.start()

    def _keep(self, record: Record) -> None:
        self.given.append(record)
        if self.disk:
            self.boxes.kept(*record.name)

    def is_well(self) -> bool:
        return any(one.how == "well" for one in self.boxes.standings())

    def until(self, there: Any, s: float = 10.0) -> None:
        until(there, s, lambda: (self.said, self.boxes.standings(), self.pressed))

    def buttons(self) -> list[int]:
        return [one.button for one in self.pressed if one.kind == wire.PRESSED]


@pytest.fixture(params=sorted(RIGS))
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    before = threads()
    made = RIGS[request.param](tmp_path)
    yield made
    made.end()
    until(lambda: threads() <= before, 5, lambda: threads() - before)


@pytest.fixture
def begin(rig: Any, tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Starts programs, one after another; whatever happens they are closed."""
    hosts: list[Host] = []

    def one(*, paired: bool) -> Host:
        for before in hosts:
            before.boxes.close()
        hosts.append(Host(rig, tmp_path, paired=paired))
        return hosts[-1]

    yield one
    for host in hosts:
        host.boxes.close()


@pytest.fixture
def host(begin: Callable[..., Host]) -> Host:
    one = begin(paired=True)
    one.until(one.is_well)
    return one


def test_a_press_is_heard_at_once_and_first_when_the_box_has_told_everything(rig: Any, host: Host) -> None:
    assert host.boxes.verdict(7) == Nobody()
    host.boxes.want(Wish(7, wire.RACE, 63, "000000"))
    host.until(lambda: host.boxes.standings()[0].beacon and host.boxes.standings()[0].beacon.orders == 1)
    rig.press(3)
    host.until(lambda: host.pressed)
    rig.press(1)
    host.until(lambda: len(host.pressed) == 2)
    host.until(lambda: isinstance(one := host.boxes.verdict(7), First) and not one.unheard)
    told = host.boxes.verdict(7)
    assert isinstance(told, First)
    assert (told.push.button, told.push.rank, told.next and told.next.button) == (3, 1, 1)
    assert told.margin_ns == (host.pressed[1].at_us - host.pressed[0].at_us) * 1000 > 0
    host.until(lambda: rig.lamps() & 0b001000)
    assert host.boxes.verdict(8) == Nobody()


def test_a_press_is_acknowledged_when_it_is_on_disk_and_not_before(
    rig: Any, host: Host, begin: Callable[..., Host]
) -> None:
    host.disk = False
    rig.press(2)
    host.until(lambda: host.pressed)
    rig.let_go(2)
    again_given = lambda: [one.seq for one in host.given].count(1) == 2  # noqa: E731
    host.until(again_given, 15)  # said again by the box, given to the journal again
    assert host.buttons() == [2]
    again = begin(paired=True)  # the program died with it: the box has it still
    again.until(lambda: again.buttons() == [2], 20)
    again.until(lambda: again.given)
    again.boxes._closed.wait(0.5)  # until the box has heard that it is kept
    third = begin(paired=True)
    third.until(third.is_well, 20)
    told = third.boxes.standings()[0].welcome
    assert told.first == told.last + 1 > 1  # it was on disk, so the box has forgotten it


def test_what_is_pressed_while_the_link_is_away_is_told_when_it_is_back(rig: Any, host: Host) -> None:
    rig.press(0)
    host.until(lambda: host.buttons() == [0])
    boot = host.pressed[0].boot
    rig.unplug()
    host.until(lambda: not host.is_well())
    rig.press(5)
    rig.replug()
    host.until(lambda: host.buttons() == [0, 5])
    assert {one.boot for one in host.pressed} == {boot}
    assert not [one for one in host.said if one.key == "restarted"]
    rig.press(4)
    host.until(lambda: host.buttons() == [0, 5, 4])


def test_a_box_that_is_silent_is_stale_then_lost_then_well_again(rig: Any, host: Host) -> None:
    seen: list[str] = []
    rig.freeze(on=True)

    def look() -> bool:
        how = host.boxes.standings()[0].how
        if not seen or seen[-1] != how:
            seen.append(how)
        return how == "lost"

    host.until(look)
    assert [one for one in seen if one != "well"] == ["stale", "lost"]
    rig.freeze(on=False)
    host.until(host.is_well, 20)


def test_a_box_with_another_tables_key_is_said_once_and_not_heard(
    rig: Any, begin: Callable[..., Host], tmp_path: Path
) -> None:
    host = begin(paired=False)
    host.until(lambda: host.said)
    rig.press(1)
    host.boxes._closed.wait(0.7)
    assert [one.key for one in host.said] == ["stranger"]
    assert not host.pressed
    assert not host.boxes.standings()


@pytest.mark.parametrize("rig", CABLES, indirect=True)
def test_a_box_on_a_cable_is_paired_and_known_from_then_on(
    rig: Any, begin: Callable[..., Host], tmp_path: Path
) -> None:
    host = begin(paired=False)
    host.until(host.boxes.unpaired)
    ((box, _),) = host.boxes.unpaired()
    assert host.boxes.pair(box)
    host.until(host.is_well)
    assert [one.key for one in host.said] == ["stranger", "paired"]
    assert (tmp_path / "boxes.json").stat().st_mode & 0o777 == 0o600
    again = begin(paired=False)
    again.until(again.is_well)
    rig.press(0)
    again.until(lambda: again.buttons() == [0])


@pytest.mark.parametrize("rig", RADIOS, indirect=True)
def test_a_box_that_hangs_for_long_is_called_again_by_radio(
    rig: Any, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.devices.line.SILENT_NS", 400_000_000)
    rig.freeze(on=True)
    host.until(lambda: host.boxes.standings()[0].how == "lost")
    host.boxes._closed.wait(1.5)  # linked, silent, let go, and so on
    rig.freeze(on=False)
    host.until(host.is_well, 40)  # a call that the other end breaks off is given up after a while
    rig.press(2)
    host.until(lambda: host.buttons() == [2])
    assert not host.said
