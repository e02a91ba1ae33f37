"""A computer as a box: the real firmware, lines over stdin and stdout, switches over a second terminal.

    micropython firmware/main.py SWITCHES KEYFILE          (MICROPYPATH, or PYTHONPATH, is the folder above)

Each byte that SWITCHES gives is a look at all buttons, 64 plus a bit for each that is closed; each byte it is
given back is 64 plus a bit for each lamp that is lit. Both terminals are to be raw. It ends with either.
"""

import binascii
import select
import sys
import time

from firmware import keys
from firmware.board import Board
from firmware.clock import MASK
from firmware.stream import Stream

_CPYTHON = sys.implementation.name == "cpython"


class Lines(Stream):
    """A stream that may end."""

    def read(self) -> bytes:
        data = super().read()
        if data or not self._in.poll(0):
            return data
        byte: bytes = self._source.read(1)
        if not byte:
            raise OSError("the cable is gone")
        return byte


class Desk(Board):
    """The stamp is the moment at which a byte was read: as good as a computer's scheduler, not better."""

    name = "desk"
    class_us = 2000

    def __init__(self, switches: str, key_path: str) -> None:
        self._noise = open("/dev/urandom", "rb")
        super().__init__(binascii.hexlify(self.random(6)).decode(), "power")
        self._key_path = key_path
        self._low = 0
        self._switches = _open(switches, "r+b")
        self._lines = _open(0, "rb")
        self.links = [Lines(self._lines, _open(1, "wb"))]
        self._change = select.poll()
        self._change.register(self._switches, select.POLLIN)
        self._any = select.poll()
        self._any.register(self._switches, select.POLLIN)
        self._any.register(self._lines, select.POLLIN)

    def ticks(self) -> int:
        us = time.perf_counter_ns() // 1000 if _CPYTHON else time.ticks_us()  # type: ignore[attr-defined]
        return us & MASK

    def low(self) -> int:
        while self._change.poll(0):
            look = self._switches.read(1)
            if not look:
                raise OSError("the switches are gone")
            self._low = look[0] & 63
            self.edges.put(self.ticks(), self._low)
        return self._low

    def show(self, lamps: int) -> None:
        self._switches.write(bytes((64 + lamps,)))

    def random(self, count: int) -> bytes:
        return self._noise.read(count)

    def load_key(self) -> bytes:
        return keys.load(self._key_path)

    def save_key(self, key: bytes) -> bool:
        return keys.save(self._key_path, key)

    def breathe(self, soon: bool) -> None:
        self._any.poll(0 if soon else 1)


def _open(what, mode: str):  # type: ignore[no-untyped-def]
    """A stream without a buffer that poll would not see into."""
    if _CPYTHON:
        return open(what, mode, buffering=0)
    return open(what, mode) if isinstance(what, str) else (sys.stdin, sys.stdout)[what].buffer
