"""The firmware as a program: the real MicroPython behind a terminal, paired, pressed, unplugged."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware import wire
from tests.firmware import pythons
from tests.firmware.desk import Desk, now_us
from tests.firmware.host import Disk, Host

KEY = bytes(range(32))

PYTHONS: dict[str, Callable[[], list[str]]] = {
    "micropython": lambda: [str(pythons.micropython())],
    "cpython": lambda: [sys.executable],
}


@pytest.fixture(params=PYTHONS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return Desk(PYTHONS[request.param](), tmp_path / "key")


def until(host: Host, there: Callable[[], object], s: float = 10.0) -> None:
    patience = time.monotonic() + s
    while not there():
        assert time.monotonic() < patience, host.heard
        host.step(now_us())


def test_a_box_is_paired_pressed_acknowledged_and_ends_when_it_is_unplugged(
    desk: Desk, tmp_path: Path
) -> None:
    with desk:
        host = Host(desk, KEY, "00000000000000aa", Disk(), now_us())
        until(host, lambda: host.here)
        assert host.here.key == wire.NOBODY
        host.say(wire.Key(KEY.hex()))
        until(host, lambda: host.welcome)
        assert (tmp_path / "key").read_text() == KEY.hex() + "\n"
        assert host.welcome.board == "desk"
        host.wish(1, wire.RACE)
        until(host, lambda: host.beacon and host.beacon.orders == 1)
        desk.press(0b001000)
        pressed_us = now_us()
        until(host, lambda: any(isinstance(one, wire.Press) for one in host.heard))
        took_ms = (now_us() - pressed_us) / 1000
        (press,) = (one for one in host.heard if isinstance(one, wire.Press))
        assert (press.button, press.rank) == (3, 1)
        assert took_ms < 500  # a computer has other things to do, too
        until(host, lambda: desk.lamps == 0b001000)
        desk.press(0)
        until(host, lambda: host.disk.through(host.welcome.boot) == 1 and host.beacon.last == 1)
        host.begin(now_us())  # the cable is pulled and put back: the same boot goes on
        boot, host.nonce = press.boot, "00000000000000ab"
        until(host, lambda: host.welcome)
        assert host.welcome.boot == boot
        assert (host.welcome.first, host.welcome.last) == (2, 1)
        desk.unplug()
        assert desk.process.wait(10) == 0


def test_control_c_and_rubbish_among_the_bytes_stop_nothing(desk: Desk) -> None:
    with desk:
        host = Host(desk, KEY, "00000000000000aa", Disk(), now_us())
        for rubbish in (
            b"\x03\x03",
            b"\x04",
            b"\x00" * 50,
            b"@" * 300,
            bytes(range(128, 256)),
            b"AT+GCAP\r\n",
        ):
            host.end.write(rubbish)
        until(host, lambda: host.here)
        assert desk.process.poll() is None
