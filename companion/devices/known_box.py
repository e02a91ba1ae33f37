"""What this computer knows of one box, whichever link it is on: its boots, presses, watermarks, clock.
Pure."""

from collections import deque
from dataclasses import dataclass

from companion.devices.clock_map import ClockMap
from companion.devices.order import Push, Track
from firmware import wire

AGAIN_NS = 1_000_000_000
"""A press that is said again and was not kept within this time is given to the journal once more."""
_PUSHES = 256
"""Remembered a boot, for the order of a heat; the box itself holds half as many."""
_MARKS = 64
_MOST = 1024
"""Records that wait for the journal; a box never has so many, whoever forges its lines may."""


@dataclass(frozen=True, slots=True)
class Missing:
    """So many pushes of a box from `at_us` on were not kept for want of room. A record like a push."""

    box: str
    boot: str
    seq: int
    at_us: int
    count: int

    @property
    def name(self) -> tuple[str, str, int]:
        return self.box, self.boot, self.seq


class Boot:
    """One boot of a box: what has come of it, what of that is on disk, up to when it is complete."""

    def __init__(self, box: str, boot: str, first: int) -> None:
        self.box, self.boot = box, boot
        self.clock = ClockMap()
        self.over = False
        self.kept = first - 1
        """All records up to this number are on disk: the box may forget them."""
        self.come = first - 1
        """All records up to this number are here."""
        self.told_us = -1
        """All presses up to this time, by the box's clock, are here."""
        self._waiting: dict[int, tuple[Push | Missing, int]] = {}  # not on disk: the record, and when given
        self._done: set[int] = set()  # on disk, above `kept`
        self._pushes: deque[Push] = deque(maxlen=_PUSHES)
        self._marks: deque[tuple[int, int]] = deque(maxlen=_MARKS)
        self._last_us = -1

    def record(self, one: Push | Missing, now_ns: int) -> tuple[bool, bool]:
        """Take it in. Whether it is new, and whether the journal should have it (again)."""
        if one.seq <= self.kept or one.seq in self._done:
            return False, False
        if one.seq in self._waiting:
            again = now_ns - self._waiting[one.seq][1] >= AGAIN_NS
            if again:
                self._waiting[one.seq] = one, now_ns
            return False, again
        if len(self._waiting) >= _MOST:
            return False, False  # it says it again when there is room
        self._waiting[one.seq] = one, now_ns
        if isinstance(one, Push):
            self._pushes.append(one)
        while self.come + 1 in self._waiting or self.come + 1 in self._done:
            self.come += 1
        self._pass_marks()
        return True, True

    def on_disk(self, seq: int) -> bool:
        """A record is kept. Whether more may be acknowledged now than before."""
        if self._waiting.pop(seq, None) is None:
            return False
        self._done.add(seq)
        before = self.kept
        while self.kept + 1 in self._done:
            self.kept += 1
            self._done.discard(self.kept)
        return self.kept != before

    def beacon(self, told: wire.Beacon, sent_ns: int | None, here_ns: int) -> None:
        """What a beacon says of clock and watermark; `sent_ns` is when the ping it names was written here."""
        self.clock.beacon(told.now_us, here_ns)
        if sent_ns is not None and told.ping_age_us != wire.NEVER:
            self.clock.ping(sent_ns, told.now_us - told.ping_age_us)
        self._marks.append((told.now_us - told.behind_us, told.last))
        self._pass_marks()

    def track(self) -> Track:
        return Track(self.box, tuple(self._pushes), self.told_us, self.over, self.clock.place)

    def _pass_marks(self) -> None:
        for through_us, last in self._marks:
            if last <= self.come:
                self.told_us = max(self.told_us, through_us)
        while self._marks and self._marks[0][1] <= self.come:
            self._marks.popleft()


class KnownBox:
    """A box that has proved itself, over all its links and boots of this evening."""

    _BOOTS = 4

    def __init__(self, box: str) -> None:
        self.box = box
        self.boots: list[Boot] = []

    @property
    def boot(self) -> Boot | None:
        """The one that is on."""
        return self.boots[-1] if self.boots else None

    def welcome(self, told: wire.Welcome) -> tuple[Boot, bool]:
        """The boot that speaks, and whether another one was on before: the box has lost power since."""
        if self.boots and self.boots[-1].boot == told.boot:
            return self.boots[-1], False
        restarted = bool(self.boots)
        for old in self.boots:
            old.over = True
        self.boots = [*self.boots[1 - self._BOOTS :], Boot(self.box, told.boot, told.first)]
        return self.boots[-1], restarted

    def on_disk(self, boot: str, seq: int) -> bool:
        """As `Boot.on_disk`. What is kept of an earlier boot need not be acknowledged."""
        for one in self.boots:
            if one.boot == boot:
                return one.on_disk(seq) and not one.over
        return False

    def tracks(self) -> list[Track]:
        return [boot.track() for boot in self.boots]
