"""All button boxes of this computer: finds them, keeps them linked, hands on what they say at once.

    way ── look ──► link ── a thread each: Line ──► Session ──► KnownBox ──► order

Threads: one that looks for links, and one a link. All they share is behind one lock, which is never held
while somebody else's code runs. A push goes from the bytes to `pressed` on the link's own thread, past
journal and camera; the box is told that it is kept only when `kept` has been called for it.
"""

import logging
import random
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import assert_never

from companion.devices.ears import EVENTS, Ears, Said, Standing, not_ours
from companion.devices.household import Household
from companion.devices.keyring import Keyring, new_key
from companion.devices.line import SILENT, Line
from companion.devices.link import Link, Unable, Way
from companion.devices.news import (
    Beat,
    Elsewhere,
    Heard,
    NotOurs,
    Opened,
    PairedNow,
    PairingRefused,
    Told,
    Turned,
    Wish,
)
from companion.devices.order import Push, Track, Verdict, verdict
from companion.trouble import UserError

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.3
TURN_S = 0.001
"""How long a thread that heard a press may wait for another that keeps Python busy, each time it waits."""


class Boxes:
    """Starts with `start`; after `close` nothing is told any more and no thread is left.

    The clock gives monotonic nanoseconds, the very ones that stamps of the screen are compared with.
    """

    def __init__(
        self,
        ways: Sequence[Way],
        keyring: Keyring,
        ears: Ears,
        *,
        clock: Callable[[], int],
        rng: random.Random,
    ) -> None:
        self._ways, self._ears = tuple(ways), ears
        self.clock, self.rng = clock, rng
        self.lock = threading.RLock()
        self.house = Household(keyring)
        self._lines: list[Line] = []
        self._said: set[Said] = set()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._look, name="boxes", daemon=True)

    def start(self) -> None:
        """Also has all threads of this program take shorter turns."""
        sys.setswitchinterval(min(TURN_S, sys.getswitchinterval()))
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._thread.ident is not None:
            self._thread.join()
        with self.lock:
            lines = list(self._lines)
        for line in lines:
            line.close()
        for line in lines:
            line.join()
        for way in self._ways:
            way.close()

    # ------------------------------------------------------------------ for the sitting, from any thread

    def kept(self, box: str, boot: str, seq: int) -> None:
        """A record is on disk; the box hears of it as soon as all before it are, too."""
        with self.lock:
            line = self.house.on_disk(box, boot, seq)
            if line is not None:
                line.session.acknowledge()
                line.wake()

    def want(self, wish: Wish, box: str | None = None) -> None:
        """What is wanted of a box, or of all that have no wish of their own, from now on.

        With a new heat no box has one of its own, and those that are not linked are not waited for.
        """
        with self.lock:
            self.house.want(wish, box)
            for line in self._lines:
                line.wake()

    def verdict(self, heat: int) -> Verdict:
        """Whose press of a heat was first, as far as is known now; ask again when something has changed."""
        return verdict(self.tracks(), heat)

    def tracks(self) -> list[Track]:
        """All boots of all boxes that are, or were, linked in the present heat."""
        with self.lock:
            return self.house.tracks()

    def standings(self) -> tuple[Standing, ...]:
        """Every box that was linked this evening, linked or not, in the order in which they came."""
        with self.lock:
            return self.house.standings()

    def unpaired(self) -> tuple[tuple[str, str], ...]:
        """Boxes on a cable that are not ours, to be paired: id and port."""
        with self.lock:
            return tuple(
                (line.session.here.box, line.link.name)
                for line in self._lines
                if line.link.usb and line.session.here is not None and not line.session.open
            )

    def pair(self, box: str) -> bool:
        """Give the box on a cable a new key; `Said` tells how it went. False when it is on no cable."""
        with self.lock:
            for line in self._lines:
                here = line.session.here
                if line.link.usb and here is not None and here.box == box:
                    line.session.pair(new_key())
                    line.wake()
                    return True
        return False

    def maintain(self, port: str) -> bool:
        """Have the board at a port restart into MicroPython's prompt. False when no box answers there."""
        with self.lock:
            for line in self._lines:
                if line.link.usb and line.link.name == port and line.session.here is not None:
                    line.session.maintain()
                    line.wake()
                    asked = line
                    break
            else:
                return False
        asked.written.wait(1.0)
        return True

    def say_again(self) -> None:
        """Say again whatever was said once: for a screen that has just been opened."""
        with self.lock:
            self._said.clear()

    @staticmethod
    def nonce() -> str:
        return secrets.token_hex(8)

    # ------------------------------------------------------------------ what lines tell, on their threads

    def told(self, line: Line, news: Sequence[Told]) -> None:
        """Take in, under the lock; then tell others, without it."""
        calls: list[Callable[[], None]] = []
        with self.lock:
            for one in news:
                self._take_in(line, one, calls)
        if not self._closed.is_set():
            for call in calls:
                call()

    def ended(self, line: Line, why: str) -> None:
        """A link is no more."""
        with self.lock:
            if line in self._lines:
                self._lines.remove(line)
            self.house.ended(line)
        if line.link.usb:
            for way in self._ways:
                way.again()
        if not self._closed.is_set():
            log.info("%s: %s", line.link.name, why)
            if why == SILENT and line.link.usb:
                words = f"{line.link.name}: nobody answers there; is the firmware on the board?"
                self._say(Said(line.link.name, "silent", words))
            self._ears.changed()

    def _take_in(self, line: Line, one: Told, calls: list[Callable[[], None]]) -> None:
        match one:
            case Heard(record, new, keep):
                if new and isinstance(record, Push):
                    calls.append(lambda: self._ears.pressed(record))
                if keep:
                    calls.append(lambda: self._ears.keep(record))
            case Beat(box, beacon):
                self.house.states[box].beacon = beacon
            case Opened() | Turned() | Elsewhere():
                if isinstance(one, Opened):
                    self._said = {said for said in self._said if said.about != one.box}
                calls += [partial(self._say, said) for said in self.house.linked(line, one)]
            case NotOurs(box, why):
                calls.append(partial(self._say, not_ours(box, why)))
            case PairedNow(box, key):
                calls.append(partial(self._say, self._write_down(line, box, key)))
            case PairingRefused(box):
                words = f"box {box} could not write its key down: its flash is full or worn"
                calls.append(partial(self._say, Said(box, "not_paired", words)))
            case _:
                assert_never(one)
        calls.append(self._ears.changed)

    def _write_down(self, line: Line, box: str, key: bytes) -> Said:
        """The box has its key; so have we, before it is used."""
        try:
            self.house.keyring.put(box, key)
        except UserError as error:
            return Said(box, "not_paired", str(error))
        line.session.again(self.clock())
        return Said(box, "paired", f"box {box} is paired")

    def _say(self, said: Said) -> None:
        with self.lock:
            if said in self._said and said.key not in EVENTS:
                return
            self._said.add(said)
        self._ears.said(said)

    # ------------------------------------------------------------------ the thread that looks

    def _look(self) -> None:
        while not self._closed.is_set():
            with self.lock:
                calm = self.house.calm()
            for way in self._ways:
                unable = False
                way.calm(on=calm)
                for found in way.look():
                    if isinstance(found, Unable):
                        unable = True
                        self._say(Said(way.name, "unable", found.why))
                    else:
                        self._begin(found)
                if not unable:
                    with self.lock:
                        self._said = {one for one in self._said if one.about != way.name}
            self._closed.wait(LOOK_EVERY_S)

    def _begin(self, link: Link) -> None:
        line = Line(link, self)
        with self.lock:
            self._lines.append(line)
        line.start()
