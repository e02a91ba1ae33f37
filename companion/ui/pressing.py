"""What screens know of buttons: each push at once as a signal, and how the buttons of the evening stand.

A signal is no state: what a push led to is in the next snapshot, once it is on the disk.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

from companion.rules.core import Seat


class Meaning(StrEnum):
    """What a push is, as far as can be told the moment it comes."""

    CALL = "call"
    """The first that counts in this race, as far as is known."""
    LATER = "later"
    """It counts, and another one was heard before."""
    EARLY = "early"
    """Before GO."""
    NAMED = "named"
    """Somebody showed which button is theirs."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Pressed:
    """`at_ns` is when it was known here, on the monotonic clock; `seat` None when nobody has that button."""

    seat: Seat | None
    meaning: Meaning
    at_ns: int


@dataclass(frozen=True, slots=True)
class Finish:
    """How the call that is being checked came about. Times in milliseconds, None where clocks cannot tell."""

    seats: tuple[Seat, ...]
    """Who called: one, or several in a dead heat."""
    button: str
    """Of the first: a number as it is on the box; empty for a key or a tap."""
    photo: bool
    """Their clocks cannot be parted: a photo finish."""
    within_ms: float | None
    """Of a photo finish."""
    next: Seat | None
    margin_ms: float | None
    """By how much the first was before `next`."""
    unheard: tuple[str, ...]
    """Boxes that may still tell of an earlier push: it is provisional while there are any."""
    corrected: bool
    """A push that came late was earlier than the one that was shown first."""


class Link(StrEnum):
    """How a box is linked."""

    WELL = "well"
    STALE = "stale"
    LOST = "lost"
    ELSEWHERE = "elsewhere"
    FRESH = "fresh"
    """On a cable and without a key of ours: it can be paired."""


@dataclass(frozen=True, slots=True)
class Box:
    id: str
    link: Link
    simulated: bool


@dataclass(frozen=True, slots=True)
class Buttons:
    """How the buttons of this evening stand."""

    boxes: tuple[Box, ...] = ()
    of_seats: tuple[str, ...] = ()
    """Each seat's button as it is named on its box; empty for a seat that has none yet."""
    trouble: str = ""
    """A key of `wig_out.box.*`: what stands in the way of a box; empty when nothing does."""
    about: str = ""
    """Which box that is about."""
    finish: Finish | None = None

    @property
    def heard(self) -> bool:
        """Whether some box can be pressed now."""
        return any(box.link in (Link.WELL, Link.STALE) for box in self.boxes)


class Pushes:
    """Every push, in the order in which they came. Any thread puts; one thread takes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[Pressed] = deque()

    def put(self, pressed: Pressed) -> None:
        with self._lock:
            self._waiting.append(pressed)

    def take(self) -> Iterator[Pressed]:
        """All that was not taken yet."""
        with self._lock:
            waiting, self._waiting = self._waiting, deque()
        yield from waiting
