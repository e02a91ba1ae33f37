"""Whether feet are in something, from how deep they reach into it over time. A graze is doubt, never a guess.

Nothing here knows what the feet are in: a zone, the far side of a gate, the bare table beyond the tiles.
"""

from collections.abc import Iterator
from dataclasses import dataclass

DOUBT = 1.3
"""Depths of less than so many sigma are doubt: one in ten, each way, would be decided wrongly at its edge."""
SURE = 3.0
"""One frame alone is enough for a depth of so many times that."""
LEFT_MM = 3.0
"""Feet that have been in are out again only when so far off: shoes step so far to and fro on the spot."""
WAIT_S = 0.42
"""A reach that is not clear after so long is said to be uncertain: on a graze feet sink in slowly."""
BRUSH_MM = 1.0
"""Feet that seem to have missed by more are not told of, however little is known: what most likely did not
happen is worth asking about only where people at the table would."""
REST_S = 1.0
"""Feet that stay so long where in or out cannot be told have come to rest there."""
JUMP_MM = 2.0
"""Places may jump by so much when the table is fitted again."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How deep feet reach into something, negative outside, and one sigma of that.

    `alone`: it rests on one frame, and another must agree unless it is far beyond its error. `shaky`: it may
    be wrong by more than its sigma says.
    """

    taken_s: float
    mm: float
    sigma_mm: float
    alone: bool
    shaky: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """Feet came in (`into`) or went out at `taken_s`; `depth_mm` is the deepest they have reached so far.

    `brushed`: it cannot be told whether they were in at all; most likely not, and they are not held to be.
    """

    taken_s: float
    into: bool
    depth_mm: float
    uncertain: bool
    brushed: bool = False


@dataclass
class Level:
    """One figure's feet and one thing that they can be in.

    `within` is what is held to be so. `doubtful`: that was not seen, so that the next change is uncertain.
    """

    within: bool
    doubtful: bool
    _turned_s: float | None = None
    _deepest: tuple[float, float] | None = None
    _last: tuple[float, float] | None = None
    _near_since_s: float | None = None
    _alone: bool = False
    _brushed: bool = False
    _jumped_from: float | None = None

    def see(self, depth: Depth) -> Iterator[Turn]:
        """One more depth, later than the others."""
        band = DOUBT * depth.sigma_mm
        clear = abs(depth.mm) > band and (depth.mm > 0) == self.within
        if self._jumped_from is not None:
            if not clear and abs(depth.mm - self._jumped_from) < JUMP_MM + band:
                return
            self._jumped_from = None
        yield from self._leaving(depth) if self.within else self._entering(depth, band)
        self._last = (depth.taken_s, depth.mm)
        self.doubtful = self.doubtful and not clear

    def close(self) -> Iterator[Turn]:
        """The feet are lifted, or it cannot be seen any more: what hung in the balance is said as doubt."""
        if not self.within and self._deepest is not None:
            yield from self._doubt()
        self._turned_s = self._deepest = self._last = self._near_since_s = None
        self._alone = False

    def resume(self, *, jumped: bool) -> None:
        """Time has passed unseen. `jumped`: and places may have moved a little although nothing did."""
        if jumped and self._jumped_from is None and self._last is not None:
            self._jumped_from = self._last[1]
        self._turned_s = self._deepest = self._last = self._near_since_s = None
        self._alone = False
        self.doubtful = True

    def open_s(self) -> float | None:
        """When something began that may still be said, if it is being waited for."""
        return self._turned_s

    def _entering(self, depth: Depth, band: float) -> Iterator[Turn]:
        taken_s, mm = depth.taken_s, depth.mm
        if self._alone and mm < -band:
            self._turned_s = self._deepest = self._near_since_s = None  # that one frame was wrong
        self._alone = depth.alone and mm > -min(band, BRUSH_MM) and self._deepest is None
        if mm > -band and not self._brushed:
            self._near_since_s = taken_s if self._near_since_s is None else self._near_since_s
        if mm > 0 and self._turned_s is None:
            self._turned_s = self._crossing(depth)
        if mm > -min(band, BRUSH_MM) and (self._deepest is None or mm > self._deepest[1]):
            self._deepest = (taken_s, mm)
        agreed = not depth.alone or mm > SURE * band or (self._last is not None and self._last[1] > 0)
        if mm > band and agreed and self._turned_s is not None:
            yield self._turn(self._turned_s, depth, uncertain=self.doubtful or depth.shaky)
        elif self._is_doubt(taken_s, mm):
            yield from self._doubt()
        if mm < -LEFT_MM - band:
            self._brushed = False

    def _is_doubt(self, taken_s: float, mm: float) -> bool:
        """Time to say that it cannot be told: soon if they seem in, else when they rest or go."""
        if self._turned_s is not None and taken_s - self._turned_s >= WAIT_S - 1e-6:
            return True
        if self._near_since_s is not None and taken_s - self._near_since_s >= REST_S:
            return True
        return self._deepest is not None and mm < -LEFT_MM

    def _leaving(self, depth: Depth) -> Iterator[Turn]:
        if depth.mm >= 0:
            self._turned_s = None
            return
        if self._turned_s is None:
            self._turned_s = self._crossing(depth)
        agreed = not depth.alone or (self._last is not None and self._last[1] < 0)
        # what was doubt must be left for sure, or one graze would be told twice
        if depth.mm < -LEFT_MM - (DOUBT * depth.sigma_mm if self.doubtful else 0) and agreed:
            yield self._turn(self._turned_s, depth, uncertain=self.doubtful)

    def _doubt(self) -> Iterator[Turn]:
        """Say that it cannot be told, once a visit."""
        at_s, deepest = self._deepest or (0.0, 0.0)
        if self._turned_s is not None and not self._brushed:
            seen = Depth(self._turned_s, deepest, 0.0, alone=False, shaky=True)
            yield self._turn(self._turned_s, seen, uncertain=True)
        elif self._deepest is not None and not self._brushed:
            self._brushed = True
            yield Turn(at_s, True, deepest, uncertain=True, brushed=True)
        self._turned_s = self._deepest = self._near_since_s = None

    def _turn(self, taken_s: float, depth: Depth, *, uncertain: bool) -> Turn:
        self.within = not self.within
        self.doubtful = uncertain  # until the feet are clearly in, or out
        self._turned_s = self._deepest = self._near_since_s = None
        self._brushed = False
        return Turn(taken_s, self.within, depth.mm, uncertain)

    def _crossing(self, depth: Depth) -> float:
        """When the depth went through 0, between the last depth and this one."""
        if self._last is None or (self._last[1] > 0) == (depth.mm > 0):
            return depth.taken_s
        before_s, before = self._last
        return before_s + (depth.taken_s - before_s) * before / (before - depth.mm)
