"""Six boxes on a radio, and whose press was first: clocks that run apart, intervals, loss, a lazy host.

Each seed is half a minute of six boxes: 15 ms connection interval, 20 beacons and pings a second at random
moments, 5 % of the intervals lost, clocks 50 ppm off, hosts that take 1 ms on average to run. Then each
presses.
"""

import itertools
import math
import random

from companion.devices.clock_map import ClockMap, Placed
from tests.campaigns import Outcome

WHOLE, SHARE = 1000, 4
"""Evenings of six boxes."""

INTERVAL_MS, EVERY_MS, LOSS, PPM, HOST_MS, BOX_MS = 15.0, 50.0, 0.05, 50.0, 1.0, 0.3
LENGTH_MS = 30_000.0
PRESSES = 6
MS = 1_000_000


class RadioWorld:
    """One box: its clock and its connection events. Milliseconds of the host."""

    def __init__(self, rng: random.Random, interval_ms: float = INTERVAL_MS) -> None:
        self.rng, self.interval_ms = rng, interval_ms
        self.phase = rng.random() * interval_ms
        self.began, self.pace = rng.uniform(-3e6, 0), 1 + rng.uniform(-PPM, PPM) * 1e-6

    def box_us(self, host_ms: float) -> int:
        return int((host_ms - self.began) * self.pace * 1000)

    def _event(self, at: float) -> float:
        step = math.ceil((at - self.phase) / self.interval_ms)
        while self.rng.random() < LOSS:
            step += 1
        return self.phase + step * self.interval_ms

    def down(self, at: float) -> float:
        """When the box reads what the host wrote."""
        return (
            self._event(at + 0.2 + self.rng.expovariate(1 / HOST_MS)) + 0.4 + self.rng.expovariate(1 / BOX_MS)
        )

    def up(self, at: float) -> float:
        """When the host has what the box wrote."""
        return (
            self._event(at + 0.1 + self.rng.expovariate(1 / BOX_MS)) + 0.6 + self.rng.expovariate(1 / HOST_MS)
        )


def run(seed: int, n: int) -> list[Outcome]:
    errors: list[float] = []
    doubts: list[float] = []
    outside = wrong = called = unknown = 0
    for evening in range(n):
        rng = random.Random(seed * 1_000_003 + evening)
        presses: list[tuple[float, Placed]] = []
        for _ in range(6):
            world = RadioWorld(rng)
            clocks = half_a_minute(world, rng)
            for _ in range(PRESSES):
                at = LENGTH_MS - 100 + rng.gauss(0, 60)
                placed = clocks.place(world.box_us(at))
                if placed is None:
                    unknown += 1
                    continue
                error = placed.at_ns / MS - at
                errors.append(abs(error))
                doubts.append(placed.doubt_ns / MS)
                outside += abs(error) * MS > placed.doubt_ns
                presses.append((at, placed))
        for (one_at, one), (two_at, two) in itertools.combinations(presses, 2):
            if abs(one.at_ns - two.at_ns) > one.doubt_ns + two.doubt_ns:
                called += 1
                wrong += (one.at_ns < two.at_ns) != (one_at < two_at)
    errors.sort()
    doubts.sort()
    p99 = errors[int(len(errors) * 0.99)]
    told = (
        f"{len(errors)} presses, p50 {errors[len(errors) // 2]:.3f}, p99 {p99:.3f}, worst {errors[-1]:.3f} ms"
    )
    within = 1 - outside / len(errors)
    half, most = doubts[len(doubts) // 2], doubts[int(len(doubts) * 0.99)]
    doubt = f"{within:.3%}; the doubt is {half:.2f} ms, p99 {most:.2f}"
    return [
        Outcome("six clocks are known to 1 ms in 99 of 100", not unknown and p99 <= 1.0, told),
        Outcome("the true time is within the doubt in 99.9 %", within >= 0.999, doubt),
        Outcome("no pair is called wrongly outside the doubt", wrong == 0, f"{wrong} of {called} pairs"),
    ]


def half_a_minute(world: RadioWorld, rng: random.Random, length_ms: float = LENGTH_MS) -> ClockMap:
    """A map fed with all that comes in that time, in the order in which it comes."""
    came: list[tuple[float, bool, int, int]] = []
    for ping in (True, False):
        at = rng.random() * EVERY_MS
        while at < length_ms:
            if ping:
                read = world.down(at)
                came.append((world.up(read), True, round(at * MS), world.box_us(read)))
            else:
                here = world.up(at)
                came.append((here, False, round(here * MS), world.box_us(at)))
            at += EVERY_MS * rng.uniform(0.5, 1.5)
    clocks = ClockMap()
    for here, ping, host_ns, box_us in sorted(came):
        if here > length_ms:
            break
        if ping:
            clocks.ping(host_ns, box_us)
        else:
            clocks.beacon(box_us, host_ns)
    return clocks
