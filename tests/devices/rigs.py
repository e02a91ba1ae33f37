"""Boxes to link with: one in this process, MicroPython behind a terminal, and one behind a virtual radio."""

import os
import select
import signal
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from companion.devices import twin
from companion.devices.link import Came, Found, Gone, Way
from companion.devices.serial_link import Port, SerialPorts
from firmware.board import Board, Link
from firmware.box import Box
from firmware.clock import MASK

KEY = bytes(range(32))
CLOCK = time.monotonic_ns


class Rig(Protocol):
    """A box, its switches, and what carries its lines. `way` may be looked at by one host after another."""

    key: bytes

    def way(self) -> Way: ...
    def press(self, button: int) -> None: ...
    def let_go(self, button: int) -> None: ...
    def unplug(self) -> None: ...
    def replug(self) -> None: ...
    def freeze(self, *, on: bool) -> None: ...
    def lamps(self) -> int: ...
    def close(self) -> None: ...


class Wires(Link):
    """The box's end: what the host wrote, and where the box's lines go."""

    def __init__(self, usb: bool) -> None:
        self.usb = usb
        self._in = bytearray()
        self._lock = threading.Lock()
        self.out: Callable[[bytes], bool] = lambda _: False
        self.cut: Callable[[], None] = lambda: None
        self._came = False

    def arrive(self, data: bytes) -> None:
        with self._lock:
            self._in += data

    def read(self) -> bytes:
        with self._lock:
            data, self._in = bytes(self._in), bytearray()
        return data

    def write(self, line: bytes) -> bool:
        return self.out(line)

    def begin(self) -> None:
        self._came = True

    def fresh(self) -> bool:
        came, self._came = self._came, False
        return came

    def drop(self) -> None:
        self.cut()


class LiveBox(Board):
    """The firmware in a thread of this process."""

    name = "live"
    class_us = 2000

    def __init__(self, box_id: str, key: bytes, *, usb: bool, step_s: float = 0.001) -> None:
        super().__init__(box_id, "power")
        self._step_s = step_s
        self.key, self.closed, self.lit = key, 0, 0
        self.wires, self.other = Wires(usb), Wires(not usb)
        self.links = [self.wires, self.other]
        self.frozen = threading.Event()
        self._ended = threading.Event()
        self.box = Box(self)
        self._thread = threading.Thread(target=self._run, name="live box")
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.wait(self._step_s):
            if not self.frozen.is_set():
                self.box.step()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def ticks(self) -> int:
        return time.perf_counter_ns() // 1000 & MASK

    def low(self) -> int:
        return self.closed

    def show(self, lamps: int) -> None:
        self.lit = lamps

    def random(self, count: int) -> bytes:
        return os.urandom(count)

    def load_key(self) -> bytes:
        return self.key

    def save_key(self, key: bytes) -> bool:
        self.key = key
        return True


class MemoryLink:
    """The host's end of the wires, as `companion.devices.link.Link` asks for."""

    def __init__(self, name: str, wires: Wires) -> None:
        self.name, self.usb = name, wires.usb
        self._wires = wires
        self._there = threading.Condition()
        self._in: list[Came] = []
        self._gone = self._woken = False
        self.until_s = 0.0
        """Not to be found again before, monotonic seconds."""
        wires.out = self._out

    def _out(self, data: bytes) -> bool:
        with self._there:
            if self._gone:
                return False
            self._in.append(Came(CLOCK(), data))
            self._there.notify()
        return True

    def read(self, wait_s: float) -> list[Came] | Gone:
        with self._there:
            self._there.wait_for(lambda: self._in or self._gone or self._woken, wait_s)
            self._woken = False
            came, self._in = self._in, []
            return Gone("unplugged") if self._gone and not came else came

    def write(self, data: bytes) -> Gone | None:
        if self._gone:
            return Gone("unplugged")
        self._wires.arrive(data)
        return None

    def wake(self) -> None:
        with self._there:
            self._woken = True
            self._there.notify()

    def close(self, away_s: float) -> None:
        with self._there:
            if not self._gone:
                self._gone, self.until_s = True, time.monotonic() + away_s
            self._there.notify()


class MemoryWay:
    """Finds one box's wires while they are plugged in, unless it was told to leave them."""

    def __init__(self, name: str, wires: Wires) -> None:
        self.name, self.plugged = name, True
        self._wires = wires
        self._link: MemoryLink | None = None

    def look(self) -> list[Found]:
        old = self._link
        if not self.plugged or (old is not None and (not old._gone or old.until_s > time.monotonic())):
            return []
        self._link = MemoryLink(self.name, self._wires)
        self._wires.begin()
        return [self._link]

    def pull(self) -> None:
        self.plugged = False
        if self._link is not None:
            self._link.close(0)

    def calm(self, *, on: bool) -> None: ...

    def again(self) -> None:
        if self._link is not None:
            self._link.until_s = 0.0

    def close(self) -> None: ...


class MemoryRig:
    """The firmware on this very Python, wired to the host."""

    def __init__(self, folder: Path) -> None:
        del folder
        self.key = KEY
        self.live = LiveBox("00aa11bb22cc", KEY, usb=True)
        self._way = MemoryWay("memory", self.live.wires)

    def way(self) -> Way:
        return self._way

    def press(self, button: int) -> None:
        self.live.closed |= 1 << button

    def let_go(self, button: int) -> None:
        self.live.closed &= ~(1 << button)

    def unplug(self) -> None:
        self._way.pull()

    def replug(self) -> None:
        self._way.plugged = True

    def freeze(self, *, on: bool) -> None:
        self.live.frozen.set() if on else self.live.frozen.clear()

    def lamps(self) -> int:
        return self.live.lit

    def end(self) -> None:
        self.live.end()


class PtyRig:
    """The real MicroPython. A relay between two terminals is its cable, so that it can be pulled while it
    runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lamps = 0
        began = twin.start(self._shown)
        assert isinstance(began, twin.Twin), began
        self.twin, self.key = began, began.key
        self._cable: Cable | None = None

    def _shown(self, lamps: int) -> None:
        self._lamps = lamps

    def way(self) -> Way:
        return SerialPorts(self.cable.ports, CLOCK)

    def direct(self) -> Way:
        """Without a cable that can be pulled, and the time that it takes."""
        return SerialPorts(lambda: [self.twin.port], CLOCK)

    @property
    def cable(self) -> "Cable":
        if self._cable is None:
            self._cable = self._plug_in()
        return self._cable

    def _plug_in(self) -> "Cable":
        return Cable(self.twin.port.path)

    def press(self, button: int) -> None:
        self.twin.press(button, closed=True)

    def let_go(self, button: int) -> None:
        self.twin.press(button, closed=False)

    def unplug(self) -> None:
        self.cable.unplug()

    def replug(self) -> None:
        self.cable.replug()

    def freeze(self, *, on: bool) -> None:
        self.twin.process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def lamps(self) -> int:
        return self._lamps

    def end(self) -> None:
        self.freeze(on=False)
        if self._cable is not None:
            self._cable.end()
        self.twin.close()


class Cable:
    """Copies between a box's terminal and one that comes and goes, each time under another name."""

    def __init__(self, box_path: str) -> None:
        self._box = os.open(box_path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._near = -1
        self._path = ""
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.replug()
        self._thread = threading.Thread(target=self._copy, name="cable")
        self._thread.start()

    def ports(self) -> list[Port]:
        with self._lock:
            return [Port(self._path, "twin")] if self._near >= 0 else []

    def unplug(self) -> None:
        with self._lock:
            self._pull(self._near)
            self._near = -1

    def replug(self) -> None:
        near, path = self._plug()
        with self._lock:
            self._near, self._path = near, path

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        if self._near >= 0:
            self.unplug()
        os.close(self._box)

    def _plug(self) -> tuple[int, str]:
        """The box's end of what the host finds under a name."""
        near, far = os.openpty()
        tty.setraw(far)
        path = os.ttyname(far)
        os.set_blocking(near, False)
        os.close(far)
        return near, path

    def _pull(self, near: int) -> None:
        os.close(near)

    def _copy(self) -> None:
        while not self._ended.is_set():
            with self._lock:
                ends = [self._box] + ([self._near] if self._near >= 0 else [])
                ready = select.select(ends, [], [], 0.002)[0]
                for fd in ready:
                    other = self._near if fd == self._box else self._box
                    try:
                        data = os.read(fd, 4096)
                        if other >= 0:
                            os.write(other, data)
                    except OSError:  # nobody has opened the other end yet, or any more
                        time.sleep(0.001)
            time.sleep(0.0002)


def threads() -> set[str]:
    return {one.name for one in threading.enumerate()}


def until(there: Callable[[], Any], s: float = 10.0, why: Callable[[], object] = lambda: "") -> None:
    patience = time.monotonic() + s
    while not there():
        assert time.monotonic() < patience, why()
        time.sleep(0.002)
