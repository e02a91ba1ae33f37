"""The host's end of a box: faults in virtual time, rubbish on the line, and cables pulled and put back."""

import os
import random
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears
from companion.devices.keyring import Keyring
from firmware import wire
from tests.campaigns import Outcome
from tests.devices.rigs import CLOCK, PtyRig, until
from tests.devices.virtual import VirtualHost
from tests.firmware.world import NEAR_THE_WRAP, World, push

WHOLE, SHARE = 1000, 4
"""Cables pulled; a hundred times as many faults and a thousand times as many lines of rubbish."""

KEY = bytes(range(32))
SECOND = 1_000_000
USABLE_S = 1.5


def run(seed: int, n: int) -> list[Outcome]:
    random.seed(seed)
    return [*faults(100 * n), rubbish(1000 * n), *replugs(n)]


def faults(n: int) -> list[Outcome]:
    """Pushes over a line that drops, doubles, corrupts and cuts, while cables and programs come and go."""
    lost = twice = pushes = done = closed = 0
    while done < n:
        world = World(KEY, "pio", NEAR_THE_WRAP)
        disk: dict[tuple[str, str, int], Any] = {}
        rng = random.Random(random.getrandbits(64))
        host = VirtualHost(world, disk, rng)
        world.hosts = [host]
        world.run(SECOND)
        true: list[tuple[int, int]] = []
        cable = world.cables[0]
        for way in (cable.up, cable.down):
            way.delay_us, way.drop, way.double, way.corrupt, way.cut = (0, 30_000), 0.15, 0.05, 0.05, 0.03
        for _ in range(60):
            at, button = world.now_us + rng.randint(1000, 300_000), rng.randrange(6)
            world.plan(push(at, button, rng.randint(0, 5)))
            true.append((at, button))
            world.run(at + 200_000)
            match rng.randrange(12):
                case 0:
                    cable.broken(rng.random() < 0.5)
                    done += 1
                case 1:
                    twice += host.twice
                    host = VirtualHost(world, disk, rng)
                    world.hosts = [host]
                    done += 1
                case 2:
                    host.writes = not host.writes
                    done += 1
        for way in (cable.up, cable.down):
            done += way.faults
            way.faults = 0
            way.drop = way.double = way.corrupt = way.cut = 0.0
        host.writes = True
        world.run(world.now_us + 12 * SECOND)
        kept = sorted((one.at_us, one.button) for one in disk.values() if one.kind == wire.PRESSED)
        lost += len(set(true) - set(kept)) + world.box.store.last - len(disk)
        twice += host.twice + sum(one == two for one, two in pairwise(kept))
        closed += not host.session.open
        pushes += len(true)
    told = f"{pushes} pushes, {done} faults"
    return [
        Outcome("no push is lost while the box has power", lost == 0 and not closed, f"{lost} of {told}"),
        Outcome("no push is heard twice", twice == 0, f"{twice} of {told}"),
    ]


def rubbish(n: int) -> Outcome:
    """Lines that were changed, cut, mixed and made up, into a session that is open; the next good one
    counts."""
    rng = random.Random(random.getrandbits(64))
    world = World(KEY, "pio", NEAR_THE_WRAP)
    host = VirtualHost(world, {}, rng)
    world.hosts = [host]
    world.run(SECOND)
    session = host.session
    assert session.open
    boot = host.known.boots[-1].boot
    deaf, slowest_s, now_ns, beacons = 0, 0.0, world.now_us * 1000, 0
    good = [wire.encode(one) for one in _lines(boot)]
    for number in range(n):
        piece = _spoilt(rng, good)
        started_s = time.perf_counter()
        session.hear(piece, now_ns)
        slowest_s = max(slowest_s, time.perf_counter() - started_s)
        if number % 50 == 49:
            if not session.open:  # a mutation that is a sound "taken", or a boot: begin anew
                host.told.clear()
                world.run(world.now_us + SECOND)
                now_ns = world.now_us * 1000
                boot = host.known.boots[-1].boot
                good = [wire.encode(one) for one in _lines(boot)]
            beacons += 1
            heard = session.hear(b"\n" + wire.encode(_beacon(boot, beacons & 0xFFFF)), now_ns)
            deaf += not (session.open and heard)
            world.run(world.now_us + 20_000)
            now_ns = world.now_us * 1000
            session.take()
    kept = len(host.known.boots[-1]._waiting)
    ok = not deaf and slowest_s < 0.1 and kept <= 1024 and len(session.reader._tail) <= wire.LONGEST + 1
    return Outcome(
        "rubbish breaks nothing, and the next good line counts",
        ok,
        f"{n} inputs, {deaf} times deaf, slowest {1000 * slowest_s:.1f} ms, {session.reader.broken} broken",
    )


def _beacon(boot: str, number: int) -> wire.Beacon:
    return wire.Beacon(boot, number, 5_000_000, 10, 0, 1, 100, 0, 0, 0, 0, 0, 0)


def _lines(boot: str) -> list[wire.Message]:
    return [
        _beacon(boot, 7),
        wire.Press(boot, 3, wire.PRESSED, 2, 123_456, 1, 1, 0),
        wire.Lost(boot, 4, 123_456, 7),
        wire.Welcome(boot, "1.0", "world", 6, 5, 1, 0, "power"),
        wire.Here(1, 0, "00aa11bb22cc", wire.key_id(KEY), "0" * 16, "0" * 32),
        wire.Paired("00000000"),
        wire.No("flash"),
        wire.No("proof"),
    ]


def _spoilt(rng: random.Random, good: list[bytes]) -> bytes:
    line = bytearray(rng.choice(good))
    match rng.randrange(6):
        case 0:
            line[rng.randrange(len(line))] = rng.choice(
                (0, 3, 4, 10, 13, 42, 44, 64, 255, rng.randrange(256))
            )
        case 1:
            del line[rng.randrange(len(line)) :]
        case 2:
            del line[: rng.randrange(len(line))]
        case 3:
            line += rng.choice(good)[: rng.randrange(60)] + b"\x03"
        case 4:
            line = bytearray(rng.randbytes(rng.randrange(200)))
        case _:  # a sound line with fields that mean nothing
            body = line[1:].split(b"*")[0].split(b",")
            body[rng.randrange(len(body))] = rng.choice(
                (b"", b"-1", b"ffffffffffff", b"g", b"0", b"\xff" * 40)
            )
            inner = b",".join(body)
            line = bytearray(b"@" + inner + b"*" + wire._crc(inner) + b"\n")
    return bytes(line)


def replugs(n: int) -> list[Outcome]:
    """A cable of the real MicroPython is pulled and put back, each time under another name."""
    began: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        threads, handles = set(threading.enumerate()), len(os.listdir("/proc/self/fd"))  # noqa: PTH208
        rig = PtyRig(Path(folder))
        keyring = Keyring(Path(folder) / "boxes.json")
        keyring.lend(rig.key)
        heard: list[int] = []
        boxes = Boxes(
            [rig.way()],
            keyring,
            Ears(
                lambda one: None if one.held else heard.append(one.button),
                lambda one: boxes.kept(*one.name),
                lambda: None,
                lambda _: None,
            ),
            clock=CLOCK,
            rng=random.Random(1),
        )
        boxes.start()
        well = lambda: any(one.how == "well" for one in boxes.standings())  # noqa: E731
        missed = 0
        try:
            until(well)
            for number in range(n):
                rig.unplug()
                until(lambda: not well())
                rig.press(number % 6)
                started_s = time.monotonic()
                rig.replug()
                if not within(20, lambda wanted=number: well() and len(heard) > wanted):
                    break
                began.append(time.monotonic() - started_s)
                missed += heard[number] != number % 6
                rig.let_go(number % 6)
                time.sleep(0.03)  # until it may be pushed again
        finally:
            boxes.close()
            rig.end()
        until(lambda: set(threading.enumerate()) <= threads, 5)
        left = len(os.listdir("/proc/self/fd")) - handles  # noqa: PTH208
    began.sort()
    done = len(began)
    told = f"{done} of {n} cycles, p50 {began[done // 2]:.2f} s, worst {began[-1]:.2f} s" if done else "none"
    usable = done == n and began[-1] <= USABLE_S
    return [
        Outcome("a box whose cable was pulled is usable 1.5 s later", usable, told),
        Outcome(
            "what was pressed meanwhile is told once", missed == 0 and len(heard) == n, f"{len(heard)} of {n}"
        ),
        Outcome("no thread and no handle is left", left <= 0, f"{left} handles"),
    ]


def within(s: float, there: Callable[[], object]) -> bool:
    """Whether it was so within that time."""
    until_s = time.monotonic() + s
    while time.monotonic() < until_s:
        if there():
            return True
        time.sleep(0.002)
    return False
