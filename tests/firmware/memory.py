"""What the box holds on to, counted by MicroPython: as much after a thousand presses as after two hundred."""

import gc
import random

from tests.firmware import behaviour
from tests.firmware.world import push

ROUNDS, PRESSES = 6, 200
SLACK = 4096
"""Bytes: a list that grew, a fragment."""


def main() -> int:
    """0 when memory stays flat; 1 when it grows."""
    random.seed(1)
    world, host = behaviour.table()
    host.keep_heard = False
    alive = []
    for _ in range(ROUNDS):
        for press in range(PRESSES):
            world.plan(push(world.now_us + 500, press % 6, 2))
            world.run(world.now_us + 150_000)
        world.run(world.now_us + 3_000_000)
        host.disk.rows[host.welcome.boot] = {}  # the host may remember; the box may not
        world.board.shown = []
        gc.collect()
        alive.append(gc.mem_alloc())
    print("alive", alive)
    return 0 if max(alive[1:]) - alive[1] <= SLACK else 1


if __name__ == "__main__":
    print("faults", main())
