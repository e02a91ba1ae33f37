"""What a cable and a radio have in common: bytes both ways, each with its stamp, until it is gone."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Came:
    """Bytes, and when they were here at the latest (monotonic nanoseconds, taken first thing)."""

    at_ns: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Gone:
    """The link has ended; a sentence for people."""

    why: str


class Link(Protocol):
    """An open way to what may be a box. `read` and `write` are called from one thread, the rest from any."""

    name: str
    """What people call it: a port, an address."""
    usb: bool
    """A cable. Keys are given over cables alone."""

    def read(self, wait_s: float) -> list[Came] | Gone:
        """What has come, waiting so long at most; nothing when nothing did, or after `wake`."""

    def write(self, data: bytes) -> Gone | None:
        """Send it all, or be gone; never waits longer than a second."""

    def wake(self) -> None:
        """End the waiting of `read`."""

    def close(self, away_s: float) -> None:
        """Let it go, at once as seen from here, and do not find it again for so long.

        Infinite is until it has been away, as when a cable is pulled and put back. Harmless when done before.
        """


@dataclass(frozen=True, slots=True)
class Unable:
    """There are no links of this kind, or not this one: a sentence that says what to do. Play goes on."""

    why: str


Found: TypeAlias = Link | Unable


class Way(Protocol):
    """Where links come from: the ports of this computer, its radio. All calls come from one thread."""

    name: str

    def look(self) -> list[Found]:
        """Links that are there since the last look, opened. The same reason to be unable is told each
        time."""

    def calm(self, *, on: bool) -> None:
        """While a race is on and no box is missing: do nothing that takes time from the links there are."""

    def again(self) -> None:
        """A link has ended: a box that was left to it may be found here now."""

    def close(self) -> None:
        """Look no more, and end whatever was started for it. Open links have been closed before."""
