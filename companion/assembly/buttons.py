"""The buttons of an evening: boxes on cable and radio, the keys 1 to 6, taps; and the referee over them.

    box ── Ears.pressed ──► screen at once         (no disk, no camera, no table in between)
     │
     ├─── Ears.keep ──► keeper thread ──► journal ──► the box may forget it
     └─── all that changes ──► judge thread ──► referee ──► table, wishes of the boxes

The referee is asked under one lock, which is never held while somebody else's code runs.
"""

import logging
import queue
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.assembly.owners import KEYS, Seats
from companion.assembly.referee import BUTTONS, HEATS, Referee
from companion.devices.boxes import Boxes
from companion.devices.ears import EVENTS, Ears, Record, Said
from companion.devices.keyboard import KEYS as LETTERS
from companion.devices.keyboard import Keyboard
from companion.devices.keyring import FILE, Keyring
from companion.devices.link import Unable, Way
from companion.devices.news import Wish
from companion.devices.order import Push, Track
from companion.devices.radio import Radio
from companion.devices.serial_link import SerialPorts, ports_of_this_computer
from companion.devices.twin import Twin, start
from companion.rules.core import Seat
from companion.table.inbound import Inbound
from companion.table.snapshot import Snapshot
from companion.ui.pressing import Box, Buttons, Link, Meaning, Pressed, Pushes
from companion.ui.slots import Slot

log = logging.getLogger(__name__)

SCAN_S, REST_S = 2.0, 2.0
LET_GO_S = 0.08
"""How long a key or a tap holds the button of a simulated box down."""
QUIET = frozenset({"paired", "unable"})
"""What stands in nobody's way: no Bluetooth is no trouble where there is a cable."""
SAID_NS = 8_000_000_000
"""What happened once is shown so long."""

Keep = Callable[[Record], None]
"""Put a push on the disk. OSError when it cannot be kept: the box says it again."""


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where the screen takes from."""

    pushes: Pushes
    buttons: Slot[Buttons]


class ButtonDesk:
    """Starts with `sit`, for one game after the other; `close` ends all its threads.

    The clock is the monotonic one. `simulate`: where no board is plugged in, a simulated box takes its place.
    Raises `UserError` when the keys of the boxes cannot be read.
    """

    def __init__(
        self,
        home: Path,
        outlets: Outlets,
        keep: Keep,
        *,
        clock: Callable[[], int],
        rng: random.Random,
        simulate: bool,
    ) -> None:
        self._outlets, self._keep, self._clock = outlets, keep, clock
        self._lock = threading.RLock()
        self._names: tuple[str, ...] = ()
        self._tell: Callable[[Inbound[Any]], None] | None = None
        self._referee = Referee(rng.randrange(HEATS))
        self._keyboard = Keyboard(f"{rng.getrandbits(32):08x}")
        self._said: tuple[Said, int] | None = None
        self._wishes: dict[str, Wish] = {}
        self._wish: Wish | None = None
        keyring = Keyring(home / FILE)
        self._twin = self._simulated() if simulate else None
        ways: list[Way] = [SerialPorts(ports_of_this_computer, clock)]
        if self._twin is None:
            ways.append(Radio(clock, scanner=None, client=None, scan_s=SCAN_S, rest_s=REST_S))
        else:
            port = self._twin.port
            keyring.lend(self._twin.key)
            ways.append(SerialPorts(lambda: [port], clock))
        self._records: queue.SimpleQueue[Record | None] = queue.SimpleQueue()
        ears = Ears(self._pressed, self._records.put, self._changed, self._heard_say)
        self._boxes = Boxes(ways, keyring, ears, clock=clock, rng=rng)
        self._stir = threading.Event()
        self._closed = threading.Event()
        self._failure: BaseException | None = None
        self._threads = [
            threading.Thread(target=self._run, args=(work,), name=name, daemon=True)
            for name, work in (("referee", self._judge), ("pushes", self._keeper))
        ]
        for thread in self._threads:
            thread.start()
        self._boxes.start()

    def close(self) -> None:
        """End all of it. Raises what ended a thread before its time: a defect."""
        self._closed.set()
        self._boxes.close()
        if self._twin is not None:
            self._twin.close()
        self._records.put(None)
        self._stir.set()
        for thread in self._threads:
            thread.join()
        if self._failure is not None:
            raise self._failure

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            self._failure = error
            log.exception("the buttons stopped")

    # ---- what the evening tells

    def sit(self, names: tuple[str, ...], tell: Callable[[Inbound[Any]], None]) -> None:
        """A game begins, or goes on. The same people keep their buttons."""
        with self._lock:
            seats = self._referee.seats if names == self._names else Seats()
            self._names, self._tell = names, tell
            self._referee = Referee((self._referee.heat + 1) % HEATS, seats, self._referee.boxes)
        self._changed()

    def rise(self) -> None:
        """No game is on."""
        with self._lock:
            self._tell, self._referee.snapshot, self._referee.showing = None, None, False
        self._changed()

    def saw(self, snapshot: Snapshot[Any, Any]) -> None:
        """Hear the table, on its thread."""
        with self._lock:
            self._referee.saw(snapshot, self._clock())
            self._keyboard.want(self._referee.wish())
        self._changed()

    # ---- what the screen wishes for

    def press(self, seat: Seat, at_ns: int) -> None:
        """A key or a tap in place of a button, at that time of our clock.

        Where a simulated box is linked its button of that number is pressed instead.
        """
        if self._twin is not None and any(one.how == "well" for one in self._boxes.standings()):
            self._twin.press(seat, closed=True)
            timer = threading.Timer(LET_GO_S, self._twin.press, (seat,), {"closed": False})
            timer.daemon = True
            timer.start()
            return
        with self._lock:
            push = self._keyboard.press(LETTERS[seat], at_ns)
        if push is not None:
            self._pressed(push)
            self._records.put(push)

    def show(self, *, on: bool, anew: bool = False) -> None:
        """From now on pushes show whose button is whose, or no longer. `anew`: forget who has which."""
        with self._lock:
            self._referee.showing = on
            if anew:
                self._referee.seats = Seats()
        self._changed()

    def pair(self) -> None:
        """Give every box on a cable that has no key of ours one."""
        for box, _ in self._boxes.unpaired():
            self._boxes.pair(box)

    # ---- threads of links

    def _pressed(self, push: Push) -> None:
        now = self._clock()
        with self._lock:
            self._note_box(push.box, BUTTONS)
            seat, meaning, told = self._referee.pressed(push, now)
            tell = self._tell
        if meaning is not Meaning.NOTHING:
            self._outlets.pushes.put(Pressed(seat, meaning, now))
        if told is not None and tell is not None:
            tell(told)
        self._stir.set()

    def _changed(self) -> None:
        self._stir.set()

    def _heard_say(self, said: Said) -> None:
        log.info("%s", said.words)
        with self._lock:
            self._said = said, self._clock()
        self._stir.set()

    def _note_box(self, box: str, buttons: int) -> None:
        if box not in KEYS and box not in dict(self._referee.boxes):
            self._referee.boxes = (*self._referee.boxes, (box, buttons))

    # ---- the keeper

    def _keeper(self) -> None:
        while (record := self._records.get()) is not None:
            try:
                self._keep(record)
            except OSError as error:
                log.warning("a push is not kept: %s", error)
                continue
            if record.box not in KEYS:
                self._boxes.kept(*record.name)

    # ---- the judge

    def _judge(self) -> None:
        shown: Buttons | None = None
        while not self._closed.is_set():
            self._stir.wait(self._wait_s())
            self._stir.clear()
            standings, fresh = self._boxes.standings(), self._boxes.unpaired()
            now = self._clock()
            with self._lock:
                for one in standings:
                    self._note_box(one.box, one.welcome.buttons)
            tracks = self._tracks(now)
            with self._lock:
                told, tell = self._referee.look(tracks, now), self._tell
                wish = self._referee.wish()
                wishes = {one.box: self._referee.wish_of(one.box) for one in standings}
                buttons = self._standing(
                    tuple(Box(one.box, Link(one.how), self._twin is not None) for one in standings)
                    + tuple(Box(box, Link.FRESH, simulated=False) for box, _ in fresh)
                )
                self._keyboard.want(wish)
            self._want(wish, wishes)
            if tell is not None:
                for inbound in told:
                    tell(inbound)
            if buttons != shown:
                shown = buttons
                self._outlets.buttons.put(buttons)

    def _wait_s(self) -> float | None:
        now = self._clock()
        tracks = self._tracks(now)
        with self._lock:
            due = self._referee.due_ns(tracks)
        # What is due and cannot be done yet is looked at again soon, not at once.
        return None if due is None else max(0.02, (due - now) / 1e9)

    def _tracks(self, now_ns: int) -> list[Track]:
        with self._lock:
            own = self._keyboard.track(now_ns)
        return [*self._boxes.tracks(), own]

    def _want(self, wish: Wish, wishes: dict[str, Wish]) -> None:
        """Say what has changed, and no more. A new heat takes away what one box alone was told."""
        if self._wish is None or wish.heat != self._wish.heat:
            self._wishes = {}
        if wish != self._wish:
            self._wish = wish
            self._boxes.want(wish)
        for box, own in wishes.items():
            if self._wishes.get(box) != own:
                self._wishes[box] = own
                self._boxes.want(own, box)

    def _standing(self, boxes: tuple[Box, ...]) -> Buttons:
        said = self._trouble(boxes)
        referee = self._referee
        n = len(self._names)
        own = tuple(referee.seats.button(Seat(at)) for at in range(n))
        return Buttons(
            boxes,
            own,
            "" if said is None else said.key,
            "" if said is None else said.about,
            referee.finish,
        )

    def _trouble(self, boxes: tuple[Box, ...]) -> Said | None:
        """What was said last, unless it is over."""
        if self._said is None:
            return None
        said, at_ns = self._said
        once = said.key in EVENTS and self._clock() - at_ns > SAID_NS
        well = any(box.id == said.about and box.link is Link.WELL for box in boxes)
        over = once or (well and said.key not in EVENTS)
        return None if over or said.key in QUIET else said

    # ---- a box that is none

    def _simulated(self) -> Twin | None:
        if ports_of_this_computer():
            return None
        twin = start(lambda _: None)
        if isinstance(twin, Unable):
            log.warning("%s", twin.why)
            return None
        return twin
