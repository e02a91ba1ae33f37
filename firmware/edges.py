"""Edges on their way out of the interrupt: written there without a byte of memory, read by the main loop.

An edge is the tick at which it was seen and the buttons that were closed in that one look at all pins, a bit
each. One side writes `head`, the other `tail`; neither waits for the other.
"""

from array import array

from firmware.clock import MASK

SIZE = 256
_ROUND = SIZE - 1


class Edges:
    """A ring of SIZE - 1 edges. When it is full the newest is counted and lost."""

    def __init__(self) -> None:
        self.ticks = array("I", [0] * SIZE)
        self.low = bytearray(SIZE)
        self.head = self.tail = 0
        self.missed = 0

    def put(self, ticks: int, low: int) -> None:
        """For the interrupt: no allocation, no loop."""
        head = self.head
        after = (head + 1) & _ROUND
        if after == self.tail:
            self.missed = (self.missed + 1) & MASK
            return
        self.ticks[head] = ticks
        self.low[head] = low
        self.head = after

    def done(self) -> None:
        """The edge at `tail` has been read."""
        self.tail = (self.tail + 1) & _ROUND
