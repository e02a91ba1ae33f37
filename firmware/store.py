"""Store and forward: a press is kept, and said again, until the host has it on disk.

                 add                      ack
    nothing ───────────► kept ─ said ─┬────────► forgotten
                          ▲           │ wait_us passed
                          └───────────┘
    full: add ─► lost += 1, in one entry with a number of its own ─ room again ─► kept like any other

Numbers are given once and never come back. The entry of what was lost is not said before it is complete, and
it is complete when an acknowledgement makes room: so its count is final, and the host that misses its number
waits for it.
"""

from firmware.clock import since
from firmware.wire import Lost, Press

SIZE = 128
FIRST_WAIT_US, LONGEST_WAIT_US = 200_000, 1_600_000
"""How long to wait for an acknowledgement before saying all again; doubled each time until one comes."""
AT_ONCE = 8
"""Lines in one go, so that lamps and beacons get their turn."""


class Store:
    """The presses of one boot that no host has acknowledged yet, oldest first."""

    def __init__(self, boot: str) -> None:
        self.boot = boot
        self.last = 0
        """The highest number given."""
        self.kept: list[Press | Lost] = []
        self.losing: Lost | None = None
        self._said = 0  # how many of those kept were said since the last time we began anew
        self._said_at = 0
        self._wait_us = FIRST_WAIT_US

    def add(self, kind: int, button: int, at_us: int, heat: int, rank: int, flags: int) -> None:
        """Keep a press; its stamp is not before that of the last one."""
        if self.losing is not None:
            self.losing.count = min(self.losing.count + 1, 0xFFFF)
            return
        self.last += 1
        if len(self.kept) < SIZE:
            self.kept.append(Press(self.boot, self.last, kind, button, at_us, heat, rank, flags))
        else:
            self.losing = Lost(self.boot, self.last, at_us, 1)

    @property
    def first(self) -> int:
        """The lowest number that is still kept, or the one after the last."""
        if self.kept:
            return self.kept[0].seq
        return self.last + 1

    def ack(self, boot: str, seq: int) -> None:
        """Forget all up to this number. A number that was not given, or of another boot, means nothing."""
        done = seq - self.first + 1
        if boot != self.boot or not 0 < done <= len(self.kept):
            return
        self.kept = self.kept[done:]
        self._said = max(0, self._said - done)
        self._wait_us = FIRST_WAIT_US
        if self.losing is not None:
            self.kept.append(self.losing)
            self.losing = None

    def begin(self) -> None:
        """A new session: say all of it again, at once."""
        self._said, self._wait_us = 0, FIRST_WAIT_US

    def due(self, now: int) -> list[Press | Lost]:
        """What is to be said now, oldest first; `said` tells how much of it could be."""
        if self._said and self._said == len(self.kept) and since(now, self._said_at) >= self._wait_us:
            self._said, self._wait_us = 0, min(2 * self._wait_us, LONGEST_WAIT_US)
        return self.kept[self._said : self._said + AT_ONCE]

    def said(self, count: int, now: int) -> None:
        self._said += count
        self._said_at = now
