"""What runs in the interrupt, with the heap locked: a byte of memory asked for there is an error.

Runs on MicroPython alone, where `machine` and `rp2` are stand-ins; all the rest is ours.
"""

import micropython

from firmware.clock import MASK
from tests.firmware import standins

LEVELS = 0x3FFFFFFF


def main() -> int:
    """0 when nothing asked for memory and the check itself can tell."""
    world = standins.install()
    from firmware.boards import pico, pio
    from firmware.edges import SIZE, Edges

    pico.ticks_us = pio.ticks_us = lambda: world.ticks
    edges = Edges()
    captures = [pico.PinCapture(edges, button) for button in range(6)]
    logger = pio.PioCapture(edges, pico.FIRST_SWITCH)
    for ticks in (0, 1, MASK // 2, MASK - 3, MASK):
        world.ticks = ticks
        world.levels = LEVELS & ~(1 << 4)
        for started in (0, 5, MASK // 2, MASK):
            logger._started = started
            for word in (0, 0x3FFFFFFF, 0x15FFFFFF, 0x2A000000):
                edges.tail = edges.head
                _locked(captures, logger, word)
                if edges.head == edges.tail:
                    return 1
    for _ in range(SIZE // 6 + 5):  # and when the ring is full
        _locked(captures, logger, 0)
    if not edges.missed:
        return 2
    try:
        _locked([Greedy()], logger, 0)
    except MemoryError:
        return 0
    return 3


class Greedy:
    """Asks for memory in the interrupt: the check must tell."""

    def _edge(self, _pin) -> None:
        self.taken = [0] * 100


def _locked(captures, logger, word) -> None:
    micropython.heap_lock()
    try:
        for capture in captures:
            capture._edge(None)
        logger._put(word)
    finally:
        micropython.heap_unlock()


if __name__ == "__main__":
    print("faults", main())
