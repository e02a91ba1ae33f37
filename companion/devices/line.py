"""One link at work: a thread that reads, lets its session think, writes, and ends with the link."""

import math
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from companion.devices.link import Gone, Link
from companion.devices.news import Elsewhere, NotOurs, Told, Turned
from companion.devices.session import Session

if TYPE_CHECKING:
    import random

    from companion.devices.household import Household

SILENT_NS = 10_000_000_000
"""A port at which nobody has said who they are for so long holds no box: it is let go."""
SILENT = "nobody answers"
ELSEWHERE_S, NOT_OURS_S = 15.0, 60.0
"""How long a radio link is not made again when it was not wanted."""
_LONGEST_S, _SHORTEST_S = 0.25, 0.001


class Hub(Protocol):
    """Whom a line tells; and what it shares with the other lines, behind one lock."""

    lock: threading.RLock
    house: "Household"
    clock: Callable[[], int]
    rng: "random.Random"

    def nonce(self) -> str: ...

    def told(self, line: "Line", news: Sequence[Told]) -> None: ...

    def ended(self, line: "Line", why: str) -> None: ...


class Line:
    """Runs from `start` until the link is gone or `close`; then tells the hub that it has ended."""

    def __init__(self, link: Link, hub: Hub) -> None:
        self.link = link
        self._hub = hub
        self._began_ns = hub.clock()
        self.session = Session(hub.house, usb=link.usb, nonce=hub.nonce, rng=hub.rng, now_ns=self._began_ns)
        self.written = threading.Event()
        """The board was told to rest."""
        self._away_s = 0.0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"box {link.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Something is to be written."""
        self.link.wake()

    def close(self) -> None:
        self._closed.set()
        self.link.wake()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        gone = Gone("closed")
        try:
            while True:
                closing = self._closed.is_set()
                ended = self._speak()
                if ended is None and not closing:  # what was on disk before we close has been said
                    ended = self._listen()
                if ended is not None or closing:
                    gone = ended or gone
                    break
        finally:
            self.link.close(self._away_s)
            self._hub.ended(self, gone.why)

    def _speak(self) -> Gone | None:
        hub, session = self._hub, self.session
        with hub.lock:
            now = hub.clock()
            news = session.tick(now)
            out = session.take()
        gone = self.link.write(out) if out else None
        if session.resting:
            self.written.set()
        gone = gone or self._tell(news)
        if session.here is None and now - self._began_ns > SILENT_NS:
            if self.link.usb:
                self._away_s = math.inf
            return Gone(SILENT)
        return gone

    def _listen(self) -> Gone | None:
        hub, session = self._hub, self.session
        wait_s = (session.due_ns() - hub.clock()) / 1e9
        came = self.link.read(min(max(wait_s, _SHORTEST_S), _LONGEST_S))
        if isinstance(came, Gone):
            return came
        for one in came:
            with hub.lock:
                news = session.hear(one.data, one.at_ns)
            gone = self._tell(news)
            if gone is not None:
                return gone
        return None

    def _tell(self, news: Sequence[Told]) -> Gone | None:
        """Hand it on. A cable stays open whoever is at its end; a radio link is made anew, or left to
        others."""
        if news:
            self._hub.told(self, news)
        if self.link.usb:
            return None
        for one in news:
            if isinstance(one, Turned) and one.how == "lost":
                return Gone("not heard any more")
            if isinstance(one, Elsewhere):
                self._away_s = ELSEWHERE_S
                return Gone("the box is on another link")
            if isinstance(one, NotOurs):
                self._away_s = NOT_OURS_S
                return Gone("not a box of ours")
        return None
