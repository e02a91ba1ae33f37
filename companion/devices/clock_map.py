"""A box's clock held against this computer's, from one-way messages alone. Pure: times come in.

A message cannot come before it was sent. So each beacon (written at `sent_us` of the box, here at
`came_ns`) says that the box's clock stood at least so far, and each ping (written here at `sent_ns`, read
there at `came_us`) that it stood at most so far. Over half a minute both clocks run straight but for PPM,
and what can be said is what all straight lines between those two walls say. The doubt is half of what they
leave open: a bound, not a guess, whatever the delays are. A round trip would not do: over a radio the
answer always waits for the next interval, and half of that wait would be taken for a lie of the clock.

Lower delays make it narrower, and so does chance: both ends speak at random moments, so that now and then a
message meets its interval just in time.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

WINDOW_NS = 30_000_000_000
"""How far back messages are looked at."""
PPM = 100.0
"""How far two quartzes may run apart: twice what their makers allow each."""
WANDER_PPM = 0.5
"""How much that may change within the window, by warmth: added to the doubt for each second away from a
message."""
FEWEST = 8
"""Messages each way before anything is said."""
_STEPS = 40


@dataclass(frozen=True, slots=True)
class Placed:
    """A moment of the box on this computer's clock; the true one is within `doubt_ns` either way."""

    at_ns: int
    doubt_ns: int


class ClockMap:
    """One boot of one box. A box that starts anew has a new clock, and needs a new map."""

    def __init__(self) -> None:
        # Both in (x: ns here, y: ns of the box less ns here). The box's true line runs between them.
        self._above: deque[tuple[int, int]] = deque()
        self._below: deque[tuple[int, int]] = deque()
        self._walls: _Walls | None = None
        self.anew = 0
        """How often what came contradicted itself, a clock having jumped, and all was forgotten."""

    def ping(self, sent_ns: int, came_us: int) -> None:
        """A line was written here at `sent_ns` or later and read by the box at `came_us` or earlier."""
        self._add(self._above, sent_ns, (came_us + 1) * 1000 - sent_ns)  # the box counts whole microseconds

    def beacon(self, sent_us: int, came_ns: int) -> None:
        """A line was written by the box at `sent_us` or later and was here at `came_ns` or earlier."""
        self._add(self._below, came_ns, sent_us * 1000 - came_ns)

    def place(self, box_us: int) -> Placed | None:
        """When that was here; None while too little is known. Any thread may ask."""
        if min(len(self._above), len(self._below)) < FEWEST:
            return None
        walls = self._walls
        if walls is None:
            walls = self._walls = _Walls.between(self._above, self._below)
        if walls is None:  # no line fits: one of the clocks was set, or ran at another pace
            self._above.clear()
            self._below.clear()
            self.anew += 1
            return None
        return walls.place(box_us * 1000)

    def _add(self, wall: deque[tuple[int, int]], at_ns: int, offset_ns: int) -> None:
        wall.append((at_ns, offset_ns))
        for old in (self._above, self._below):
            while old and old[0][0] < at_ns - WINDOW_NS:
                old.popleft()
        self._walls = None


@dataclass(frozen=True, slots=True)
class _Walls:
    """Corners of both walls, relative to (x0, y0), and the slopes that a line between them may have."""

    x0: int
    y0: int
    last_x: float
    above: tuple[tuple[float, float], ...]
    below: tuple[tuple[float, float], ...]
    least: float
    most: float

    @classmethod
    def between(cls, above: Iterable[tuple[int, int]], below: Iterable[tuple[int, int]]) -> "_Walls | None":
        highest, lowest = sorted(above), sorted(below)
        x0, y0 = lowest[-1]
        over = _hull([(x - x0, y - y0) for x, y in highest], 1)
        under = _hull([(x - x0, y - y0) for x, y in lowest], -1)
        limit = PPM * 1e-6

        def room(slope: float) -> float:
            return min(y - slope * x for x, y in over) - max(y - slope * x for x, y in under)

        best = _peak(room, -limit, limit)
        slack = WANDER_PPM * 1e-6 * (max(x for x, _ in (*over, *under)) - min(x for x, _ in (*over, *under)))
        if room(best) < -slack:
            return None
        if room(best) < 0:  # within what warmth may do: as one line
            least = most = best
        else:
            least, most = _edge(room, best, -limit), _edge(room, best, limit)
        return cls(x0, y0, max(over[-1][0], under[-1][0]), tuple(over), tuple(under), least, most)

    def place(self, box_ns: int) -> Placed:
        here = float(box_ns - self.y0 - self.x0)  # first guess: the offset of the last beacon
        for _ in range(2):  # the offset's slope is some 1e-4, so the second guess is good to the nanosecond
            low, high = self._reach(here)
            here = box_ns - self.y0 - self.x0 - (low + high) / 2
        away = max(0.0, here - self.last_x) + min(WINDOW_NS, max(0.0, self.last_x - here)) / 2
        doubt = abs(high - low) / 2 + WANDER_PPM * 1e-6 * away + 1000
        return Placed(round(here) + self.x0, round(doubt))

    def _reach(self, x: float) -> tuple[float, float]:
        """Lowest and highest offset at x among all lines that fit."""

        def top(slope: float) -> float:
            return min(b + slope * (x - a) for a, b in self.above)

        def floor(slope: float) -> float:
            return -max(b + slope * (x - a) for a, b in self.below)

        highest = top(_peak(top, self.least, self.most))
        lowest = -floor(_peak(floor, self.least, self.most))
        return lowest, highest


def _hull(points: list[tuple[int, int]], side: int) -> list[tuple[float, float]]:
    """The corners that a straight line can touch: from below (side 1) or from above (side -1)."""
    corners: list[tuple[float, float]] = []
    for x, y in points:
        if corners and corners[-1][0] == x:
            if side * (y - corners[-1][1]) >= 0:
                continue
            corners.pop()
        while len(corners) > 1:
            (ax, ay), (bx, by) = corners[-2:]
            if side * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) > 0:
                break
            corners.pop()
        corners.append((x, y))
    return corners


def _peak(height: Callable[[float], float], low: float, high: float) -> float:
    """Where a concave function is highest."""
    for _ in range(_STEPS):
        third = (high - low) / 3
        if height(low + third) < height(high - third):
            low += third
        else:
            high -= third
    return (low + high) / 2


def _edge(room: Callable[[float], float], inside: float, outside: float) -> float:
    """How far from `inside` towards `outside` there is room."""
    if room(outside) >= 0:
        return outside
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if room(middle) >= 0:
            inside = middle
        else:
            outside = middle
    return inside
