"""A table in virtual time: switches that bounce, a board that stamps them, links that fail.

Runs on MicroPython too. Time is `now_us`, whole microseconds from the start of the world. The board's ticks
begin wherever the test likes, by default five seconds before they come round.
"""

import random

from firmware.board import Board, Link
from firmware.box import Box
from firmware.clock import MASK

NEAR_THE_WRAP = MASK - 5_000_000
FAR = 1 << 60


class Way:
    """One direction of a link: bytes that are on their way, in order."""

    def __init__(self) -> None:
        self.flying = []  # (due_us, bytes)
        self.delay_us = (0, 0)
        self.drop = self.double = self.corrupt = self.cut = 0.0
        self.faults = 0

    def send(self, data, now_us) -> None:
        low, high = self.delay_us
        due = now_us + (random.randint(low, high) if high else 0)
        if self.flying and self.flying[-1][0] > due:
            due = self.flying[-1][0]
        if self.drop or self.double or self.corrupt or self.cut:
            data = self._spoil(data)
        self.flying.append((due, data))

    def _spoil(self, data):
        if random.random() < self.drop:
            self.faults += 1
            return b""
        if random.random() < self.double:
            self.faults += 1
            data = data + data
        if random.random() < self.corrupt:
            self.faults += 1
            at = random.randint(0, len(data) - 1)
            data = data[:at] + bytes((random.randint(0, 255),)) + data[at + 1 :]
        if random.random() < self.cut:
            self.faults += 1
            data = data[: random.randint(0, len(data) - 1)]
        return data

    def take(self, now_us):
        if not self.flying or self.flying[0][0] > now_us:
            return b""
        due = 0
        while due < len(self.flying) and self.flying[due][0] <= now_us:
            due += 1
        came, self.flying = self.flying[:due], self.flying[due:]
        return b"".join([data for _, data in came])


class Cable(Link):
    """A link of the box, and the host's end of it as `host_end`."""

    def __init__(self, world, usb) -> None:
        self.world, self.usb = world, usb
        self.up, self.down = Way(), Way()
        self.room = True
        self.stuck = 0.0  # the share of writes that find no room
        self._came = False
        self.dropped = 0
        self.host_end = HostEnd(self)

    def read(self):
        return self.down.take(self.world.now_us)

    def write(self, line) -> bool:
        if not self.room or (self.stuck and random.random() < self.stuck):
            return False
        self.up.send(line, self.world.now_us)
        return True

    def fresh(self) -> bool:
        came, self._came = self._came, False
        return came

    def drop(self) -> None:
        self.dropped += 1

    def broken(self, leave) -> None:
        """Unplugged and plugged in again, or the radio lost: what flew is gone, or is left in some buffer."""
        self._came = not self.usb
        for way in (self.up, self.down):
            if not leave:
                way.flying = []


class HostEnd:
    def __init__(self, cable) -> None:
        self.cable = cable

    def read(self):
        return self.cable.up.take(self.cable.world.now_us)

    def write(self, data) -> None:
        self.cable.down.send(data, self.cable.world.now_us)


class WorldBoard(Board):
    name = "world"

    def __init__(self, world, key) -> None:
        super().__init__("00aa11bb22cc", "power")
        self.world, self.key = world, key
        self.class_us = 5 if world.capture == "pio" else 100
        self.writable = True
        self.shown = []  # (now_us, lamps)

    def ticks(self) -> int:
        return (self.world.now_us + self.world.start) & MASK

    def low(self) -> int:
        return self.world.closed

    def show(self, lamps) -> None:
        if len(self.shown) > 400:
            self.shown = self.shown[200:]
        self.shown.append((self.world.now_us, lamps))

    def random(self, count):
        return bytes([random.getrandbits(8) for _ in range(count)])

    def load_key(self):
        return self.key

    def save_key(self, key) -> bool:
        if self.writable:
            self.key = key
        return self.writable


class World:
    """Box, switches, links. `pio` stamps all pins at the very microsecond; `irq` later, pin after pin."""

    def __init__(self, key=b"", capture="pio", start=NEAR_THE_WRAP, cables=(True, False)) -> None:
        self.now_us, self.start, self.capture = 0, start, capture
        self.closed = 0
        self.deaf = False  # edges are not told: as if the interrupt were lost
        self.late_us = (2, 30)
        self.calm_us = 15_000  # how lazy the loop is while no switch moves; the box's own takes about 1000
        self._plan, self._next = [], 0
        self._isr_at, self._fell, self._rose = FAR, 0, 0
        self._lively_until = 0
        self.board = WorldBoard(self, key)
        self.board.links = self.cables = [Cable(self, usb) for usb in cables]
        self.hosts = []
        self.box = Box(self.board)

    def power_cut(self) -> None:
        """The box starts anew, and remembers its key alone."""
        old = self.board
        self.board = WorldBoard(self, old.key)
        self.board.links = old.links
        self._isr_at, self._fell, self._rose = FAR, 0, 0
        self.box = Box(self.board)

    def plan(self, changes) -> None:
        """Add changes (at_us, button, closed); they need not be in order."""
        self._plan = sorted(self._plan[self._next :] + changes)
        self._next = 0

    def run(self, until_us) -> None:
        """Let the world go on up to that time."""
        while self.now_us < until_us:
            plan, now = self._plan, self.now_us
            poll = now + (random.randint(300, 1500) if now < self._lively_until else self.calm_us)
            if poll > until_us:
                poll = until_us
            while True:
                change = plan[self._next][0] if self._next < len(plan) else FAR
                if self._isr_at <= change and self._isr_at <= poll:
                    self._interrupt()
                elif change <= poll:
                    self._change(change)
                    poll = min(poll, max(self.now_us, change + 1500))
                else:
                    break
            self.now_us = max(self.now_us, poll)
            self.box.step()
            for host in self.hosts:
                host.step(self.now_us)

    def _change(self, at) -> None:
        self.now_us = max(self.now_us, at)
        before, plan = self.closed, self._plan
        while self._next < len(plan) and plan[self._next][0] == at:
            bit = 1 << plan[self._next][1]
            if plan[self._next][2]:
                self._fell |= bit & ~self.closed
                self.closed |= bit
            else:
                self._rose |= bit & self.closed
                self.closed &= ~bit
            self._next += 1
        self._lively_until = self.now_us + 30_000
        if self.deaf:
            self._fell = self._rose = 0
        elif self.capture == "pio":
            if self.closed != before:
                self.board.edges.put((at + self.start) & MASK, self.closed)
        elif self._isr_at == FAR:
            self._isr_at = self.now_us + random.randint(self.late_us[0], self.late_us[1])

    def _interrupt(self) -> None:
        """The handlers of all pins that changed, 15 us each, as boards/pico.py has them."""
        self.now_us = max(self.now_us, self._isr_at)
        at, edges = self.now_us, self.board.edges
        for button in range(6):
            bit = 1 << button
            if not (self._fell | self._rose) & bit:
                continue
            ticks = (at + self.start) & MASK
            if self._fell & bit:
                edges.put(ticks, self.closed | bit)
                if self.closed & bit:
                    at += 15
                    continue
            edges.put(ticks, self.closed)
            at += 15
        self.now_us = at  # the main loop stands still meanwhile
        self._isr_at, self._fell, self._rose = FAR, 0, 0


def push(at_us, button, bounces=0, hold_us=80_000, shortest_us=5):
    """The changes of one push: closes at `at_us`, opens and closes so many times, and so when let go."""
    changes, at = [(at_us, button, True)], at_us
    for _ in range(bounces):
        at += random.randint(shortest_us, 600)
        changes.append((at, button, False))
        at += random.randint(5, 600)
        changes.append((at, button, True))
    at += hold_us
    changes.append((at, button, False))
    for _ in range(bounces):
        at += random.randint(5, 600)
        changes.append((at, button, True))
        at += random.randint(5, 600)
        changes.append((at, button, False))
    return changes
