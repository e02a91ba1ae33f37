"""The button box in virtual time: races over bad links, dead heats, a million presses, and rubbish.

The firmware is the very one that runs on the board; switches, clock and links are those of
tests/firmware/world.py.
"""

import binascii
import itertools
import math
import random

from firmware import wire
from tests.campaigns import Outcome
from tests.firmware.host import Disk, Host
from tests.firmware.world import NEAR_THE_WRAP, World, push

WHOLE = 100_000
"""Races; a fifth as many dead heats, as many faults and ten times as many presses and lines of rubbish."""
SHARE = 200

KEY = bytes(range(32))
SECOND = 1_000_000
APART_US = 100
RACES_A_WORLD = 20


def run(seed: int, n: int) -> list[Outcome]:
    random.seed(seed)
    return [
        *races(n),
        *dead_heats(max(n // 5, 20)),
        *faults(n),
        *power_cuts(max(n // 100, 5)),
        rubbish(10 * n),
    ]


def in_session(world: World, disk: Disk, every_ms: int = 250) -> Host:
    """A host at the cable, let in before anything goes wrong."""
    host = another_host(world, disk, every_ms)
    world.run(world.now_us + 200_000)
    assert host.welcome, "the box did not let its host in"
    return host


def another_host(world: World, disk: Disk, every_ms: int = 250) -> Host:
    host = Host(world.cables[0].host_end, KEY, f"{random.getrandbits(64):016x}", disk, world.now_us, every_ms)
    host.keep_heard = False
    world.hosts = [host]
    return host


# ---------------------------------------------------------------------- races


def races(n: int) -> list[Outcome]:
    """Six hands go down within a fifth of a second, over and over, while the link is as bad as it gets."""
    wrong: list[str] = []
    unranked: list[str] = []
    early: list[str] = []
    done, close, latest = 0, 0, 0
    while done < n:
        world = World(
            KEY, ("pio", "irq")[done // RACES_A_WORLD % 2], NEAR_THE_WRAP + random.randint(0, 5 * SECOND)
        )
        disk = Disk()
        host = in_session(world, disk)
        for way in (world.cables[0].up, world.cables[0].down):
            way.delay_us, way.drop, way.double = (0, random.choice((5_000, 200_000, 2 * SECOND))), 0.2, 0.05
        true: dict[int, list[int]] = {button: [] for button in range(6)}
        marks: list[tuple[int, int]] = []
        breaks = random.randrange(RACES_A_WORLD)
        for race in range(RACES_A_WORLD):
            host.wish(race + 1, wire.RACE)
            world.run(world.now_us + random.randint(0, 5 * SECOND))
            go = world.now_us + 200_000
            for button in range(6):
                at = go + random.randint(0, 200_000)
                if button and random.random() < 0.3:  # as close as it may be, or closer
                    at = true[button - 1][-1] + random.choice((0, 1, 50, APART_US, APART_US + 1, 300))
                true[button].append(at)
                world.plan(push(at, button, random.randint(0, 12)))
            if race == breaks:
                world.cables[0].broken(leave=random.random() < 0.5)
                host.begin(world.now_us)
            while world.now_us < go + 400_000:
                world.run(world.now_us + random.randint(10_000, 100_000))
                marks.append((host.settled_us, len(disk.rows.get(world.box.store.boot, {}))))
        patience = world.now_us + 120 * SECOND
        while (world.box.store.kept or host.pending) and world.now_us < patience:
            world.run(world.now_us + 500_000)
        rows = disk.rows.get(world.box.store.boot, {})
        told = sorted(
            (row for row in rows.values() if isinstance(row, wire.Press) and row.kind == wire.PRESSED),
            key=lambda row: (row.at_us, row.seq),
        )
        early += [f"settled {us}" for us, there in marks if sum(row.at_us <= us for row in told) > there]
        faults_here, closest, lateness = judge(told, true)
        wrong += [f"world at race {done}: {fault}" for fault in faults_here]
        close, latest = close + closest, max(latest, lateness)
        for heat in {row.heat for row in told}:
            ranks = [row.rank for row in told if row.heat == heat and row.rank]
            if ranks != list(range(1, len(ranks) + 1)):
                unranked.append(f"heat {heat} after race {done}: {ranks}")
        done += RACES_A_WORLD
    figure = (
        f"{done} races, {6 * done} presses, {close} pairs nearer than that, stamps {latest} us late at most"
    )
    return [
        Outcome(
            f"presses {APART_US} us apart or more are never misordered", not wrong, (wrong or [figure])[0]
        ),
        Outcome("the box ranks as its host does", not unranked, unranked[0] if unranked else f"{done} races"),
        Outcome(
            "what is announced as settled is complete, whatever the link does", not early,
            early[0] if early else f"{done} races",
        ),
    ]  # fmt: skip


def judge(told: list[wire.Press], true: dict[int, list[int]]) -> tuple[list[str], int, int]:
    """Faults, pairs too near to be judged, and the latest stamp, of presses in the order of the host."""
    seen: dict[int, int] = dict.fromkeys(true, 0)
    pairs: list[tuple[int, int]] = []
    for row in told:
        number = seen[row.button]
        seen[row.button] += 1
        if number >= len(true[row.button]):
            return [f"button {row.button} was pressed {number + 1} times"], 0, 0
        pairs.append((true[row.button][number], row.at_us))
    if any(seen[button] != len(ats) for button, ats in true.items()):
        return [f"{seen} presses arrived"], 0, 0
    faults, close, before = [], 0, -1
    for at, _ in pairs:
        if at <= before - APART_US:
            faults.append(f"the press at {at} came after one at {before}")
        before = max(before, at)
    ats = sorted(at for at, _ in pairs)
    close = sum(b - a < APART_US for a, b in itertools.pairwise(ats))
    return faults, close, max(stamp - at for at, stamp in pairs)


# ---------------------------------------------------------------------- dead heats


def dead_heats(n: int) -> list[Outcome]:
    """All six in one and the same microsecond."""
    outcomes = []
    for capture, shortest_us in (("pio", 5), ("irq", 60)):
        won, torn = [0] * 6, 0
        world = World(KEY, capture)
        host = in_session(world, Disk())
        for _ in range(n):
            at = world.now_us + random.randint(1000, 3000)
            changes = []
            for button in range(6):
                changes += push(at, button, random.randint(0, 4), 30_000, shortest_us)
            world.plan(changes)
            world.run(at + 80_000)
            rows = host.disk.rows[world.box.store.boot]
            heat = [rows[seq] for seq in sorted(rows)[-6:]]
            torn += len({row.at_us for row in heat}) != 1 or {row.button for row in heat} != set(range(6))
            won[heat[0].button] += 1
            host.disk.rows[world.box.store.boot] = {
                row.seq: row for row in heat
            }  # a long evening, a small disk
        share = [count / n for count in won]
        worst = max(abs(one - 1 / 6) for one in share)
        allowed = max(0.02, 5 * math.sqrt(5 / 36 / n))
        outcomes.append(
            Outcome(
                f"in a dead heat of six each wins a sixth, within {allowed:.1%} ({capture})",
                worst <= allowed and not torn,
                f"{n} heats, worst {worst:.2%} off, {torn} torn apart",
            )
        )
    return outcomes


# ---------------------------------------------------------------------- faults


def faults(n: int) -> list[Outcome]:
    """Whatever can go wrong but the power, while somebody presses all the time."""
    twice, gone = list[str](), list[str]()
    done = presses = lost = worlds = 0
    while done < n or presses < 10 * n:
        worlds += 1
        world = World(KEY, random.choice(("pio", "irq")), NEAR_THE_WRAP + random.randint(0, 5 * SECOND))
        disk, cable = Disk(), world.cables[0]
        in_session(world, disk)
        made = happened = 0
        for _ in range(60):
            if random.random() < 0.4:
                calm(world)
            happened += trouble(world, disk)
            for _ in range(random.randint(1, 3)):
                at = world.now_us + random.randint(500, 400_000)
                for button in random.sample(range(6), random.randint(1, 6)):
                    world.plan(push(at + random.randint(0, 5000), button, random.randint(0, 3), 25_000))
                    made += 1
                world.run(at + 60_000)
        calm(world)
        if not world.hosts[0].welcome:
            world.hosts[0].begin(world.now_us)
        patience = world.now_us + 120 * SECOND
        while (world.box.store.kept or world.hosts[0].pending) and world.now_us < patience:
            world.run(world.now_us + SECOND)
        boot = world.box.store.boot
        rows = disk.rows.get(boot, {})
        told = sum(isinstance(row, wire.Press) and row.kind == wire.PRESSED for row in rows.values())
        not_kept = sum(row.count for row in rows.values() if isinstance(row, wire.Lost))
        if disk.twice or told > made or len(disk.rows) != 1:
            twice.append(f"world {worlds}: {disk.twice} rows twice, {told} of {made}, {len(disk.rows)} boots")
        if told + not_kept != made or disk.through(boot) != world.box.store.last:
            gone.append(
                f"world {worlds}: {made} made, {told} kept, {not_kept} reported, {world.box.store.last} given"
            )
        presses, lost = presses + made, lost + not_kept
        done += happened + cable.up.faults + cable.down.faults
    figure = f"{presses} presses, {done} faults, {lost} lost for want of room and all of them reported"
    return [
        Outcome("no press is kept twice, whatever goes wrong", not twice, twice[0] if twice else figure),
        Outcome("no press is lost that is not reported", not gone, gone[0] if gone else figure),
    ]


def calm(world: World) -> None:
    cable = world.cables[0]
    cable.room, cable.stuck = True, 0.0
    world.hosts[0].answers = True
    for way in (cable.up, cable.down):
        way.delay_us, way.drop, way.double, way.corrupt, way.cut = (0, 0), 0.0, 0.0, 0.0, 0.0


def trouble(world: World, disk: Disk) -> int:
    """One thing goes wrong, and what went wrong before may be over. Returns how much happened at once."""
    cable, host = world.cables[0], world.hosts[0]
    kind = random.randrange(9)
    if kind < 4:  # a bad line for a while; each line spoilt is counted there
        calm(world)
        for way in (cable.up, cable.down):
            way.delay_us = (0, random.choice((1000, 100_000, 2 * SECOND)))
            way.drop, way.double, way.corrupt, way.cut = (random.random() * 0.4 for _ in range(4))
        return 0
    if kind == 4:
        cable.broken(leave=random.random() < 0.5)
        host.begin(world.now_us)
    elif kind == 5:
        another_host(world, disk)
    elif kind == 6:
        cable.room = not cable.room
    elif kind == 7:
        cable.stuck = random.random()
    else:
        host.answers = not host.answers
    return 1


def power_cuts(n: int) -> list[Outcome]:
    """The box loses power with presses on their way: what was acknowledged is there, a new boot tells."""
    bad = list[str]()
    for _ in range(n):
        world = World(KEY)
        disk = Disk()
        host = in_session(world, disk)
        for _ in range(random.randint(1, 12)):
            world.plan(push(world.now_us + 500, random.randrange(6), 2))
            world.run(world.now_us + random.randint(1000, 100_000))
        boot, kept = world.box.store.boot, {press.seq for press in world.box.store.kept}
        given = world.box.store.last
        world.power_cut()
        world.run(world.now_us + 5 * SECOND)
        there = set(disk.rows.get(boot, {}))
        if set(range(1, given + 1)) - kept - there:
            bad.append(f"boot {boot}: {given} given, {kept} not acknowledged, {there} on disk")
        if not host.welcome or host.welcome.boot == boot:
            bad.append(f"boot {boot}: the host saw no new one")
    promise = "a power cut is seen by the host, and takes nothing that was acknowledged"
    return [Outcome(promise, not bad, bad[0] if bad else f"{n} cuts")]


# ---------------------------------------------------------------------- rubbish


def rubbish(n: int) -> Outcome:
    """Bytes of all kinds into a box in session; after each handful a good line must be heard."""
    promise = "no rubbish stops the box, and the next good line is heard"
    world = World(KEY)
    host = in_session(world, Disk())
    world.hosts = []
    cable, box = world.cables[0], world.box
    reader = box.talks[0].reader
    lines = [wire.encode(line) for line in some_lines(host)]
    bad, longest = list[str](), 0
    for number in range(n):
        cable.host_end.write(one_of_rubbish(lines))
        orders = None
        if number % 16 == 15:
            orders = wire.Orders(number // 16 % 65000 + 1, 1, number // 16 % 4, number % 64, "012340")
            cable.host_end.write(b"\n" + wire.encode(orders) + wire.encode(wire.Ping(number % 65536, 250)))
        world.now_us += 100
        try:
            box.step()
        except Exception as error:  # whatever it is, it would have stopped the box
            return Outcome(promise, False, f"input {number}: {error!r}")
        if orders is not None and box.race.orders != orders:
            bad.append(f"input {number}: the good line after it was not heard")
        cable.up.flying = []
        longest = max(longest, len(reader._tail))
    if box.maintain or box.key != KEY or longest > wire.LONGEST + 1:
        bad.append(f"maintain {box.maintain}, {longest} bytes remembered")
    counted = f"{reader.broken} broken, {reader.noise} noise, {reader.unknown} unknown"
    figure = f"{n} inputs: {counted}; {longest} bytes remembered at most"
    return Outcome(promise, not bad, bad[0] if bad else figure)


def some_lines(host: Host) -> list[wire.Message]:
    return [
        wire.Hello(1, 0, host.nonce), wire.Proof("ab" * 16), wire.Ping(7, 250), wire.Ack("00000000", 5),
        wire.Orders(65535, 1, wire.RACE, 63, "000000"), host.here, host.welcome, host.beacon,
    ]  # fmt: skip


def one_of_rubbish(lines: list[bytes]) -> bytes:
    line = random.choice(lines)
    kind = random.randrange(8)
    at = random.randrange(len(line))
    if kind == 0:
        return random.randbytes(random.randint(1, 40))
    if kind == 1:  # half a line, or its other half
        return line[:at] if random.random() < 0.5 else line[at:]
    if kind == 2:
        return line[:at] + bytes((random.choice((3, 4, 0, 10, 13, 64, 42, 44, 255)),)) + line[at:]
    if kind == 3:
        return line[:at] + bytes((random.getrandbits(8),)) + line[at + 1 :]
    if kind == 4:
        return random.choice(
            (b"AT+GCAP\r\n", b">>> ", b"\x03\x03\r\n", b"@" * 200, b"a" * 500, b"*" * 30, b"\n\n")
        )
    if kind == 5:  # the right sum over the wrong words
        body = random.choice(b"HCTAGhPB".decode()).encode() + b"".join(
            random.choice(
                (b",", b",-1", b",0x1", b",ffffffffffffffff", b",1", b",zz", b",\xff", b",1_0", b", 1", b",@")
            )
            for _ in range(random.randrange(9))
        )
        return b"@" + body + b"*%06x\n" % (binascii.crc32(body) & 0xFFFFFF)
    if kind == 6:
        return line * random.randint(2, 5)
    return line[:at] + line
