"""Boxes on a USB cable, by pyserial. Nothing of it is imported before a port is looked for.

A port that vanishes, hangs or comes back under another name is a link that ends and another that begins; a
box is known by what it says, never by its port.
"""

import contextlib
import errno
import math
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.devices.link import Came, Found, Gone, Unable

if TYPE_CHECKING:
    from serial import Serial

WRITE_S = 0.5
"""A box that does not read for so long is gone: without a limit a write would wait for ever."""
OPEN_AGAIN_S = 0.5
READ_S = 0.02
"""How long pyserial's read waits; to change that for each would set up the port anew each time."""
_AT_ONCE = 4096
BAUD = 115200
BROKEN = OSError, TypeError, ValueError, AttributeError
"""What pyserial raises, by system and moment, when a port is no more. Its own error is an OSError."""
AWAY = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO}
"""The port is listed and yet not there: it is being pulled, or plugged in."""

BOARDS: dict[int, frozenset[int] | None] = {
    0x2E8A: None,  # Raspberry Pi: MicroPython on a Pico is 0005
    0x303A: None,  # Espressif's own USB
    0x10C4: frozenset({0xEA60}),  # CP210x, CH34x and FT232 on ESP32 boards, and on much else
    0x1A86: frozenset({0x7523, 0x55D4}),
    0x0403: frozenset({0x6001}),
}
"""USB makers and products that may be one of our boards; no other port is opened unasked."""


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port that may have a box: its path, and what tells it from another one that takes its path."""

    path: str
    serial_number: str


def ports_of_this_computer() -> list[Port]:
    """All ports with a board of a kind that we know. Needs pyserial."""
    from serial.tools import list_ports

    found = []
    for one in list_ports.comports():
        if one.vid in BOARDS:
            products = BOARDS[one.vid]
            if products is None or one.pid in products:
                found.append(Port(one.device, one.serial_number or ""))
    return found


class SerialPorts:
    """The way of cables. `ports` says what there is now; the clock stamps what comes."""

    name = "USB"

    def __init__(self, ports: Callable[[], Iterable[Port]], clock: Callable[[], int]) -> None:
        self._ports, self._clock = ports, clock
        self._lock = threading.Lock()
        self._left: dict[Port, float] = {}  # when it may be opened again, monotonic seconds
        self._was: set[Port] = set()

    def look(self) -> list[Found]:
        try:
            import serial
        except ImportError:
            return [Unable("pyserial is not installed: boxes on a cable are not heard")]
        try:
            there = set(self._ports())
        except (OSError, ValueError, TypeError) as error:  # list_ports on odd machines
            return [Unable(f"the serial ports cannot be listed: {error}")]
        with self._lock:
            self._left = {port: until for port, until in self._left.items() if port in there}
            now = time.monotonic()
            wanted = sorted(
                (port for port in there if self._left.get(port, 0.0) <= now), key=lambda port: port.path
            )
            for port in wanted:
                self._left[port] = math.inf
        found: list[Found] = []
        for port in wanted:
            opened = self._open(port, serial)
            if not isinstance(opened, SerialLink):
                self._back(port, OPEN_AGAIN_S)
            if opened is not None:
                found.append(opened)
        return found

    def calm(self, *, on: bool) -> None:
        """Looking for ports takes no time from them."""

    def again(self) -> None:
        """A cable is never left to another link."""

    def close(self) -> None:
        """Nothing was started."""

    def _back(self, port: Port, away_s: float) -> None:
        with self._lock:
            if port in self._left:
                self._left[port] = time.monotonic() + away_s

    def _open(self, port: Port, serial: Any) -> "SerialLink | Unable | None":
        handle = serial.Serial(baudrate=BAUD, timeout=READ_S, write_timeout=WRITE_S)
        if os.name == "posix":
            handle.exclusive = True  # a second program would steal half of the bytes
        handle.port = port.path  # DTR rises as it opens: without it a Pico says nothing
        try:
            handle.open()
        except (serial.SerialException, OSError, ValueError) as error:
            return None if getattr(error, "errno", None) in AWAY else Unable(_why(port.path, error))
        return SerialLink(port.path, handle, self._clock, lambda away_s: self._back(port, away_s))


class SerialLink:
    """An open port."""

    usb = True

    def __init__(
        self, name: str, handle: "Serial", clock: Callable[[], int], closed: Callable[[float], None]
    ) -> None:
        self.name = name
        self._handle, self._clock, self._told_closed = handle, clock, closed
        self._wakes: tuple[int, int] | None = None
        if os.name == "posix":
            self._wakes = os.pipe()
            os.set_blocking(self._wakes[1], False)
        self._closing = threading.Lock()
        self._closed = False

    def read(self, wait_s: float) -> list[Came] | Gone:
        try:
            data = self._straight(self._wakes[0], wait_s) if self._wakes else self._by_pyserial()
            at_ns = self._clock()
        except BROKEN as error:
            return Gone(f"unplugged ({error})")
        return [Came(at_ns, data)] if data else []

    def _straight(self, woken: int, wait_s: float) -> bytes:
        """Wait once and read once: whenever a thread has waited, it waits for its turn in Python, too."""
        port = self._handle.fileno()
        ready = select.select([port, woken], [], [], wait_s)[0]
        if woken in ready:
            os.read(woken, _AT_ONCE)
        if port not in ready:
            return b""
        try:
            data = os.read(port, _AT_ONCE)
        except BlockingIOError:  # nothing after all
            return b""
        if not data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return data

    def _by_pyserial(self) -> bytes:
        """Where a port is no file that can be waited for."""
        handle = self._handle
        data: bytes = handle.read(1)  # as soon as anything is there …
        return data + handle.read(handle.in_waiting) if data and handle.in_waiting else data  # … all of it

    def write(self, data: bytes) -> Gone | None:
        try:
            self._handle.write(data)
        except BROKEN as error:
            return Gone(f"does not take what is written ({error})")
        return None

    def wake(self) -> None:
        with self._closing, contextlib.suppress(*BROKEN):  # gone, or woken already: the reader finds out
            if self._closed:
                return
            if self._wakes:
                os.write(self._wakes[1], b"!")
            else:
                self._handle.cancel_read()

    def close(self, away_s: float) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
        # What the other end did not read makes the kernel wait for half a minute: not on our time. The port
        # may be opened again once the old handle is no more.
        threading.Thread(target=self._let_go, args=(away_s,), name=f"close {self.name}", daemon=True).start()

    def _let_go(self, away_s: float) -> None:
        with contextlib.suppress(*BROKEN):  # unplugged: there is nothing left to close
            self._handle.close()
        for end in self._wakes or ():
            os.close(end)
        self._told_closed(away_s)


def _why(path: str, error: Exception) -> str:
    code = getattr(error, "errno", None)
    words = str(error).lower()
    if code in {errno.EACCES, errno.EPERM} or "permission" in words or "access is denied" in words:
        if sys.platform.startswith("linux"):
            return f"{path}: you may not open it: sudo usermod -aG dialout $USER, then log in again"
        return f"{path}: another program holds it, or you may not open it"
    if code in {errno.EBUSY, errno.EAGAIN} or "lock" in words or "busy" in words:
        return f"{path}: another program holds it: close serial monitors, Thonny, other Tablesides"
    if "could not configure" in words:
        return f"{path}: is no serial port; a box is one like /dev/ttyACM0 or COM5"
    return f"{path}: cannot be opened: {' '.join(str(error).split())}; unplug the box and plug it in again"
