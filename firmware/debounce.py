"""What of all that bouncing is a press, and when it began.

A button closes, opens and closes again for some milliseconds until it rests. The press began with the first
closing. It is a press once the button is closed GUARD_US after that; a closing after which the button stays
open for GAP_US was a spark or a nudge. After a press the button must stay open for QUIET_US until it can be
pressed again.

Buttons are bits of one word, so that all six are judged from one look and a table at rest costs nothing.
"""

from firmware.clock import MASK, later, since

GUARD_US, GAP_US, QUIET_US = 250, 1000, 20_000
"""Humans close a switch for 20 ms or more, switches bounce up to some 5 ms, sparks last some microseconds."""
HOLD_US, STUCK_US = 1_000_000, 20_000_000


class Debouncer:
    """Feed it looks at the pins in the order of time; take groups of presses that began at one look."""

    def __init__(self, buttons: int, now: int) -> None:
        self._each = tuple(range(buttons))
        self._low, self._at = 0, now
        self._first = [0] * buttons
        self._opened = [0] * buttons
        self._maybe = 0  # closed, for too short a time to say
        self._sure = 0  # pressed, not taken: an earlier one may still be in doubt
        self._untold = 0  # pressed, and not yet long enough to be held
        self.down = 0
        """Pressed and not let go."""
        self.coarse = 0
        """Of those down or in doubt: seen first by a look at the level, when no edge had told of it."""
        self.stuck = 0
        """Down for so long that it can be no finger."""
        self.glitches = 0
        self.at = 0
        """The tick at which the presses that were taken last began."""

    def look(self, at: int, low: int, by_edge: bool) -> None:
        """All pins at one tick, a bit set for a button closed. A tick before the last look counts as that."""
        at = self._at = later(at, self._at)
        if not (self._low | low | self._maybe | self.down):
            return
        self._judge(at)
        fell, rose = low & ~self._low, self._low & ~low
        self._low = low
        begun = fell & ~(self._maybe | self.down)
        self._maybe |= begun
        if by_edge:  # while there is doubt, an edge may follow a look that was a little faster
            self.coarse &= ~(low & self._maybe)
        else:
            self.coarse |= begun
        for button in self._each:
            bit = 1 << button
            if begun & bit:
                self._first[button] = at
            elif rose & bit:
                self._opened[button] = at

    def _judge(self, at: int) -> None:
        """What has become of each button by this tick, if nothing changed since the last look."""
        busy = self._maybe | self.down
        for button in self._each:
            bit = 1 << button
            if not busy & bit:
                continue
            closed = self._low & bit
            if self._maybe & bit:
                if closed and since(at, self._first[button]) >= GUARD_US:
                    self._maybe &= ~bit
                    self._sure |= bit
                    self._untold |= bit
                    self.down |= bit
                elif not closed and since(at, self._opened[button]) >= GAP_US:
                    self._maybe &= ~bit
                    self.glitches += 1
            elif not closed and since(at, self._opened[button]) >= QUIET_US:
                self.down &= ~bit
                self._untold &= ~bit
                self.stuck &= ~bit

    @property
    def doubt(self) -> bool:
        """Whether something that closed may be a press, or is one and not taken."""
        return bool(self._maybe | self._sure)

    def take(self, now: int) -> int:
        """The earliest presses that are certain, as bits; 0 if there are none, or an earlier is in doubt."""
        if not self._sure:
            return 0
        oldest, group = self._oldest(now)
        if group & self._maybe:
            return 0
        self._sure &= ~group
        self.at = (now - oldest) & MASK
        return group

    def behind(self, now: int) -> int:
        """How long ago it was that all presses up to then are taken; a look at `now` may still come."""
        return self._oldest(now)[0] + 1 if self.doubt else 1

    def _oldest(self, now: int) -> tuple[int, int]:
        """The greatest age of a press that is not taken, and whose it is."""
        waiting, oldest, group = self._maybe | self._sure, -1, 0
        for button in self._each:
            if waiting & 1 << button:
                age = since(now, self._first[button])
                if age > oldest:
                    oldest, group = age, 0
                if age == oldest:
                    group |= 1 << button
        return oldest, group

    def held(self, now: int) -> int:
        """Buttons that have been down for HOLD_US, each said once; none while a press waits to be taken."""
        if self.doubt:
            return 0
        found = 0
        for button in self._each:
            bit = 1 << button
            if self._untold & bit and self._low & bit and since(now, self._first[button]) >= HOLD_US:
                self._untold &= ~bit
                found |= bit
        return found

    def find_stuck(self, now: int) -> None:
        """Take note of buttons that are down far too long; to be called at least every nine minutes."""
        for button in self._each:
            bit = 1 << button
            if self.down & bit and not self.stuck & bit and since(now, self._first[button]) >= STUCK_US:
                self.stuck |= bit
