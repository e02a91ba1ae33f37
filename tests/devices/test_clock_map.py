"""A box's clock on ours: bounds that hold, jumps that are noticed, silence while too little is known."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.clock_map import FEWEST, ClockMap
from tests.campaigns.clock import LENGTH_MS, MS, RadioWorld, half_a_minute


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.sampled_from((1.0, 7.5, 15.0, 50.0)))
def test_the_true_time_is_within_the_doubt(seed: int, interval_ms: float) -> None:
    rng = random.Random(seed)
    world = RadioWorld(rng, interval_ms)
    clocks = half_a_minute(world, rng, 8000.0)
    for at in (4000.0, 7900.0, 8200.0):
        placed = clocks.place(world.box_us(at))
        assert placed is not None
        assert abs(placed.at_ns - at * MS) <= placed.doubt_ns
        assert placed.doubt_ns < 60 * MS


def test_nothing_is_said_while_too_little_is_known() -> None:
    clocks = ClockMap()
    for number in range(FEWEST):
        assert clocks.place(5_000) is None
        clocks.beacon(number * 1000, number * MS + 7)
        clocks.ping(number * MS, number * 1000 + 3)
    assert clocks.place(5_000) is not None


def test_a_clock_that_jumped_is_begun_anew() -> None:
    rng = random.Random(5)
    world = RadioWorld(rng)
    clocks = half_a_minute(world, rng)
    assert clocks.place(world.box_us(LENGTH_MS))
    later_ns = round((LENGTH_MS + 50) * MS)
    clocks.beacon(world.box_us(LENGTH_MS + 50) + 40_000, later_ns)  # it cannot have stood so far
    assert clocks.place(world.box_us(LENGTH_MS)) is None
    assert clocks.anew == 1


def test_old_messages_are_forgotten() -> None:
    clocks = ClockMap()
    for second in range(100):
        clocks.beacon(second * 1_000_000, second * 10**9 + 500)
        clocks.ping(second * 10**9, second * 1_000_000 + 1)
    assert len(clocks._above) + len(clocks._below) <= 64
