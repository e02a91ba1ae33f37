"""A button box without a board: the real firmware on MicroPython, or on Python, behind a terminal.

All is real but switches, lamps and cable. It needs a system with pseudo-terminals.
"""

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from companion.devices.link import Unable
from companion.devices.serial_link import Port
from firmware import wire

FIRMWARE = Path(wire.__file__).parent
"""The folder of what runs on a box."""


def interpreter() -> Path:
    """MicroPython where it is installed; else the Python that runs us, which the firmware also runs on."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    return Path(found or sys.executable)


class Twin:
    """A simulated box that runs until `close`. Its `port` is to be looked at like any other.

    `key` is the one it was made with; whoever should hear it lends it to their keyring. `shown` is called
    on a thread of its own with the lamps, a bit each, whenever they change.
    """

    def __init__(self, python: Path, shown: Callable[[int], None]) -> None:
        import pty
        import tty

        self.key = secrets.token_bytes(32)
        self._shown = shown
        self._folder = tempfile.TemporaryDirectory(prefix="tableside-box-")
        key_file = Path(self._folder.name) / "key"
        key_file.write_text(self.key.hex() + "\n")
        key_file.chmod(0o600)
        self._line, self._line_slave = pty.openpty()
        self._switches, self._switch_slave = pty.openpty()
        for slave in (self._line_slave, self._switch_slave):
            tty.setraw(slave)
        self.port = Port(os.ttyname(self._line_slave), "twin")
        self.process = subprocess.Popen(  # noqa: S603
            [python, FIRMWARE / "main.py", os.ttyname(self._switch_slave), key_file],
            stdin=self._line,
            stdout=self._line,
            stderr=subprocess.DEVNULL,
            cwd=FIRMWARE.parent,
            env={**os.environ, "MICROPYPATH": str(FIRMWARE.parent), "PYTHONPATH": str(FIRMWARE.parent)},
        )
        self._closed = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._watch, name="twin", daemon=True)
        self._thread.start()

    def press(self, button: int, *, closed: bool) -> None:
        """Close a switch, or let it go."""
        with self._lock:
            bit = 1 << button
            self._closed = self._closed | bit if closed else self._closed & ~bit
            with contextlib.suppress(OSError):  # it is closed, or has ended: nobody there to be pressed
                os.write(self._switches, bytes((64 + self._closed,)))

    def close(self) -> None:
        """End it, as if its cable were pulled."""
        self.process.kill()
        self.process.wait()
        with self._lock:
            fds, self._switches = (self._line, self._line_slave, self._switch_slave), self._switches
            for fd in fds:
                os.close(fd)
        self._thread.join()
        with self._lock:
            os.close(self._switches)
            self._switches = -1
        self._folder.cleanup()

    def _watch(self) -> None:
        """Read the lamps until the other side of the terminal is gone."""
        before = -1
        while True:
            try:
                looks = os.read(self._switches, 4096)
            except OSError:
                return
            if not looks:
                return
            if looks[-1] - 64 != before:
                before = looks[-1] - 64
                self._shown(before)


def start(shown: Callable[[int], None]) -> Twin | Unable:
    """A simulated box, or why there is none."""
    try:
        return Twin(interpreter(), shown)
    except (ImportError, OSError) as error:
        return Unable(f"there can be no simulated box here ({error}): press 1 to 6 on the keyboard")
