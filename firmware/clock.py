"""Time: 30-bit ticks that come round every 18 minutes, and the 48-bit microseconds made of them.

A tick fits into a small integer of MicroPython, so that stamps and ages cost no memory where there is none to
be had. Two ticks can be told apart in order while they are less than nine minutes apart.
"""

MASK = (1 << 30) - 1
_HALF = 1 << 29


def since(now: int, then: int) -> int:
    """Microseconds from one tick to a later one."""
    return (now - then) & MASK


def later(one: int, other: int) -> int:
    """The later of two ticks."""
    return one if since(one, other) < _HALF else other


class Clock:
    """Makes microseconds since its start of ticks. It must see a tick at least every nine minutes."""

    def __init__(self, ticks: int) -> None:
        self._start = self._last = ticks
        self._rounds = 0

    def see(self, ticks: int) -> None:
        """Take note of a tick that is not before the last."""
        if ticks < self._last:
            self._rounds += 1
        self._last = ticks

    def us(self, ticks: int) -> int:
        """The time of any tick within nine minutes of the last one seen, and not before the start."""
        ahead = since(ticks, self._last)
        if ahead >= _HALF:
            ahead -= MASK + 1
        return (self._rounds << 30) + self._last - self._start + ahead
