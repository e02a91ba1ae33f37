"""The real firmware in a process of its own, behind one terminal for its lines and one for its switches."""

import os
import pty
import select
import subprocess
import time
import tty
from pathlib import Path
from typing import Self

from tests.firmware.pythons import ROOT


class Desk:
    """A box on this computer. `read` and `write` are the host's end of its cable."""

    def __init__(self, python: list[str], key: Path) -> None:
        self.line, line_slave = pty.openpty()
        self.switches, switch_slave = pty.openpty()
        for slave in (line_slave, switch_slave):
            tty.setraw(slave)
        self.process = subprocess.Popen(
            [*python, "firmware/main.py", os.ttyname(switch_slave), str(key)],
            stdin=line_slave,
            stdout=line_slave,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "MICROPYPATH": str(ROOT), "PYTHONPATH": str(ROOT)},
        )
        self._slaves = [line_slave, switch_slave]
        self.lamps = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self.unplug()

    def unplug(self) -> None:
        for fd in (self.line, self.switches, *self._slaves):
            os.close(fd)
        self.line = self.switches = -1
        self._slaves = []
        self.unplug = lambda: None  # type: ignore[method-assign]

    def press(self, closed: int) -> None:
        os.write(self.switches, bytes((64 + closed,)))

    def read(self) -> bytes:
        """What has come within a few milliseconds; lamps are looked at besides."""
        ready, _, _ = select.select([self.line, self.switches], [], [], 0.005)
        if self.switches in ready:
            self.lamps = os.read(self.switches, 4096)[-1] - 64
        return os.read(self.line, 4096) if self.line in ready else b""

    def write(self, data: bytes) -> None:
        os.write(self.line, data)


def now_us() -> int:
    return time.monotonic_ns() // 1000
