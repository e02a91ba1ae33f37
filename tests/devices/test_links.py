"""Ports that cannot be opened, hang or vanish; radios that are not there; keys on disk."""

import errno
import math
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import serial
from bleak.exc import BleakBluetoothNotAvailableError, BleakBluetoothNotAvailableReason, BleakError

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears, Said
from companion.devices.keyring import Keyring, new_key
from companion.devices.link import Gone, Unable
from companion.devices.radio import Radio, why_not
from companion.devices.serial_link import Port, SerialLink, SerialPorts
from companion.trouble import UserError
from firmware import wire
from tests.devices.rigs import CLOCK, threads, until

posix = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of POSIX")


class Refusing:
    """A port whose opening fails with what the system says."""

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.exclusive, self.port = False, ""

    def open(self) -> None:
        raise self._error


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (serial.SerialException(errno.EACCES, "could not open port: Permission denied"), "dialout"),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), "another program"),
        (serial.SerialException(errno.EINVAL, "odd\nspeed"), "cannot be opened"),
    ],
)
def test_a_port_that_cannot_be_opened_is_one_sentence(
    error: Exception, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial, "Serial", lambda **_: Refusing(error))
    monkeypatch.setattr(sys, "platform", "linux")
    (found,) = SerialPorts(lambda: [Port("/dev/ttyACM0", "x")], CLOCK).look()
    assert isinstance(found, Unable)
    assert found.why.startswith("/dev/ttyACM0: ")
    assert says in found.why
    assert "\n" not in found.why


def test_a_port_that_is_just_being_pulled_is_nothing_to_speak_of(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = serial.SerialException(errno.ENODEV, "No such device")
    monkeypatch.setattr(serial, "Serial", lambda **_: Refusing(gone))
    assert SerialPorts(lambda: [Port("/dev/ttyACM0", "x")], CLOCK).look() == []


def terminal() -> tuple[int, str]:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    os.close(slave)
    return master, path


def opened(ways: SerialPorts) -> SerialLink:
    (link,) = ways.look()
    assert isinstance(link, SerialLink)
    return link


@posix
def test_a_port_is_ours_alone_and_free_again_when_it_is_let_go() -> None:
    master, path = terminal()
    ways = SerialPorts(lambda: [Port(path, "")], CLOCK)
    link = opened(ways)
    (other,) = SerialPorts(lambda: [Port(path, "")], CLOCK).look()
    assert isinstance(other, Unable)
    assert "another program" in other.why
    assert ways.look() == []
    link.close(0)
    until(lambda: not [one for one in threads() if one.startswith("close")])
    opened(ways).close(math.inf)
    until(lambda: not [one for one in threads() if one.startswith("close")])
    assert ways.look() == []  # not before it has been away
    os.close(master)


@posix
def test_a_box_that_does_not_read_holds_nobody_up() -> None:
    master, path = terminal()
    link = opened(SerialPorts(lambda: [Port(path, "")], CLOCK))
    began_s, gone = time.monotonic(), None
    while gone is None:
        gone = link.write(b"x" * 4000)
        assert time.monotonic() - began_s < 5
    assert isinstance(gone, Gone)
    started_s = time.monotonic()
    link.close(0)
    assert time.monotonic() - started_s < 0.1
    os.close(master)
    until(lambda: not [one for one in threads() if one.startswith("close")])


@posix
def test_a_wish_does_not_wait_for_the_next_line_and_a_pulled_cable_is_said() -> None:
    master, path = terminal()
    link = opened(SerialPorts(lambda: [Port(path, "")], CLOCK))
    link.wake()
    assert link.read(1.0) == []
    os.write(master, b"hello")
    came = link.read(1.0)
    assert isinstance(came, list)
    assert b"".join(one.data for one in came) == b"hello"
    os.close(master)
    gone = link.read(1.0)
    assert isinstance(gone, Gone)
    assert "unplugged" in gone.why
    assert isinstance(link.write(b"x"), Gone)
    link.wake()
    link.close(0)
    link.close(0)
    until(lambda: not [one for one in threads() if one.startswith("close")])


@posix
def test_a_port_without_a_box_is_let_go_and_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.devices.line.SILENT_NS", 300_000_000)
    master, path = terminal()
    said: list[Said] = []
    boxes = Boxes(
        [SerialPorts(lambda: [Port(path, "")], CLOCK)],
        Keyring(tmp_path / "boxes.json"),
        Ears(lambda _: None, lambda _: None, lambda: None, said.append),
        clock=CLOCK,
        rng=random.Random(1),
    )
    boxes.start()
    until(lambda: said)
    time.sleep(1.0)
    boxes.close()
    os.close(master)
    assert [(one.about, one.key) for one in said] == [(path, "silent")]
    until(lambda: not [one for one in threads() if one.startswith(("close", "box"))])


# ---------------------------------------------------------------------- radio


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (BleakBluetoothNotAvailableError("x", BleakBluetoothNotAvailableReason.POWERED_OFF), "switched off"),
        (BleakBluetoothNotAvailableError("x", BleakBluetoothNotAvailableReason.DENIED_BY_USER), "allow"),
        (BleakBluetoothNotAvailableError("x", BleakBluetoothNotAvailableReason.NO_BLUETOOTH), "cable"),
        (BleakBluetoothNotAvailableError("x", BleakBluetoothNotAvailableReason.UNKNOWN), "cable"),
        (BleakError("odd\nthings"), "odd things"),
        (OSError(), "OSError"),
    ],
)
def test_no_radio_is_a_sentence_that_says_what_to_do(error: Exception, says: str) -> None:
    told = why_not(error)
    assert says in told
    assert "\n" not in told


class Broken:
    """A scanner on a system without Bluetooth."""

    error: Exception = OSError("no")

    def __init__(self, *_: Any, **__: Any) -> None: ...

    async def start(self) -> None:
        raise self.error


def test_play_goes_on_without_a_radio(monkeypatch: pytest.MonkeyPatch) -> None:
    off = BleakBluetoothNotAvailableError("x", BleakBluetoothNotAvailableReason.POWERED_OFF)
    monkeypatch.setattr(Broken, "error", off)
    radio = Radio(CLOCK, scanner=Broken, client=None, scan_s=0.1, rest_s=0.1)
    found: list[Any] = []
    until(lambda: found.extend(radio.look()) or found)
    assert found == [Unable("Bluetooth is switched off: switch it on, or use the box's cable")]
    radio.close()
    assert "radio" not in threads()


def test_what_needs_no_hardware_runs_without_pyserial_and_bleak() -> None:
    code = (
        "import sys; sys.modules['serial'] = sys.modules['bleak'] = None\n"
        "import time\n"
        "from companion.devices import boxes, keyboard, twin\n"
        "from companion.devices.serial_link import SerialPorts\n"
        "from companion.devices.radio import Radio\n"
        "for way in (SerialPorts(lambda: [], time.monotonic_ns),\n"
        "            Radio(time.monotonic_ns, scanner=None, client=None, scan_s=1, rest_s=1)):\n"
        "    print(way.look()[0].why); way.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "pyserial is not installed: boxes on a cable are not heard",
        "bleak is not installed: boxes are heard on cables only",
    ]


# ---------------------------------------------------------------------- keys


def test_a_key_is_on_disk_for_its_owner_alone_before_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "home" / "boxes.json"
    ring, key = Keyring(path), new_key()
    assert ring.get("00aa11bb22cc", wire.key_id(key)) is None
    ring.put("00aa11bb22cc", key)
    again = Keyring(path)
    assert again.get("00aa11bb22cc", wire.key_id(key)) == key
    assert again.get("00aa11bb22cc", "00000001") is None
    assert again.get("00aa11bb22cd", wire.key_id(key)) is None
    assert [one.name for one in path.parent.iterdir()] == ["boxes.json"]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o644)
        Keyring(path)
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "\x00",
        '{"format": 2, "boxes": []}',
        '{"format": 1, "boxes": [{"box": "x", "key": ""}]}',
        '{"format": 1, "boxes": [{"box": "00aa11bb22cc"}]}',
    ],
)
def test_a_broken_file_of_keys_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "boxes.json"
    path.write_text(text)
    with pytest.raises(UserError) as raised:
        Keyring(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert "\n" not in str(raised.value)


def test_a_key_that_cannot_be_written_is_not_known(tmp_path: Path) -> None:
    path = tmp_path / "file" / "boxes.json"
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(UserError, match="cannot be"):
        Keyring(path).put("00aa11bb22cc", new_key())
