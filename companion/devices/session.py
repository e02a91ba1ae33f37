"""One link's talk with what may be a box: hello, both proofs, presses, watermarks, orders. Pure: times come
in.

    ASKING ── here, and the key is ours ──► PROVING ── welcome ──► OPEN
       ▲                                                            │ silent for LOST_MS, taken, another boot
       └────────────────────────────────────────────────────────────┘

What it wants written it puts by for `take`. Boxes that cannot prove themselves are told of once a session
and are not heard. Nothing that comes over the link is an error.
"""

import random
from collections import OrderedDict
from collections.abc import Callable

from companion.devices.known_box import Boot, Missing
from companion.devices.news import (
    Beat,
    Elsewhere,
    Heard,
    House,
    NotOurs,
    Opened,
    PairedNow,
    PairingRefused,
    Told,
    Turned,
    Wish,
)
from companion.devices.order import Push
from firmware import wire

HELLO_NS = 250_000_000
PAIR_NS = 500_000_000
DOUBT_NS = 3_000_000_000
"""A box that names our key and proves it wrongly for so long does not have it."""
STALE_NS, LOST_NS = wire.STALE_MS * 1_000_000, wire.LOST_MS * 1_000_000
_PINGS = 64


class Session:
    """The host's end of one link. `nonce` gives sixteen hex digits that were never used before."""

    open: bool
    """Both ends have proved themselves; all is as it should be until `Turned` or `Elsewhere` is told."""
    _box: str
    _boot: Boot | None
    _nonce: str
    _proved: bool
    _stale: bool
    _heard_ns: int
    _next_ns: int
    _ping: int
    _pings: OrderedDict[int, int]
    _wished: Wish | None
    _doubted_ns: int | None
    _orders: int
    _obeyed: int
    _said: set[tuple[str, str]]

    def __init__(
        self, house: House, *, usb: bool, nonce: Callable[[], str], rng: random.Random, now_ns: int
    ) -> None:
        self._house, self._usb, self._new_nonce, self._rng = house, usb, nonce, rng
        self.reader = wire.LineReader(wire.FROM_THE_BOX)
        self.here: wire.Here | None = None
        """Who is at the other end, as it says itself; proved only when `open`."""
        self._out = bytearray(b"\n")  # ends whatever half line stands in a buffer
        self.resting = False
        """The board was told to go to its prompt."""
        self._pairing: bytes | None = None
        self._pair_ns = 0
        self._begin(now_ns)

    # ------------------------------------------------------------------ what whoever runs us calls

    def hear(self, data: bytes, now_ns: int) -> list[Told]:
        """Take in what came, at the latest at that time."""
        told: list[Told] = []
        for message in self.reader.feed(data):
            match message:
                case wire.Here():
                    told += self._meet(message, now_ns)
                case wire.Welcome():
                    told += self._welcome(message, now_ns)
                case wire.Paired():
                    told += self._paired(message)
                case wire.No():
                    told += self._no(message.why, now_ns)
                case wire.Press() | wire.Lost() | wire.Beacon():
                    told += self._told(message, now_ns)
        return told

    def tick(self, now_ns: int) -> list[Told]:
        """Let time pass: say what is due."""
        told: list[Told] = []
        if self._pairing is not None and now_ns >= self._pair_ns:
            self._pair_ns = now_ns + PAIR_NS
            self._say(wire.Key(self._pairing.hex()))
        if not self.open:
            if now_ns >= self._next_ns:
                self._next_ns = now_ns + HELLO_NS
                self._say(wire.Hello(wire.MAJOR, wire.MINOR, self._nonce))
            return told
        silent_ns = now_ns - self._heard_ns
        if silent_ns > LOST_NS:
            told.append(Turned(self._box, "lost"))
            self._begin(now_ns)
            return told
        if silent_ns > STALE_NS and not self._stale:
            self._stale = True
            told.append(Turned(self._box, "stale"))
        wish = self._house.wish(self._box)
        if wish is not None and wish != self._wished:
            self._wished, self._orders = wish, self._orders % 0xFFFF + 1
            self._order()
        if now_ns >= self._next_ns:
            every_ms = self._house.every_ms()
            self._next_ns = now_ns + round(every_ms * 1e6 * self._rng.uniform(0.5, 1.0))
            self._ping = self._ping % 0xFFFF + 1
            self._pings[self._ping] = now_ns
            while len(self._pings) > _PINGS:
                self._pings.popitem(last=False)
            self._say(wire.Ping(self._ping, every_ms))
            if self._orders != self._obeyed:
                self._order()
        return told

    def due_ns(self) -> int:
        """When `tick` has something to do, if nothing is heard before."""
        return min(self._next_ns, self._pair_ns) if self._pairing is not None else self._next_ns

    def take(self) -> bytes:
        """What is to be written now."""
        out, self._out = bytes(self._out), bytearray()
        return out

    def acknowledge(self) -> None:
        """More is on disk: say so."""
        if self.open and self._boot is not None and self._boot.kept > 0:
            self._say(wire.Ack(self._boot.boot, self._boot.kept))

    def pair(self, key: bytes) -> None:
        """Give the box this key; over a cable, and said until it answers."""
        if not self._usb:
            raise ValueError("a key never goes over the radio")
        self._pairing, self._pair_ns = key, 0

    def maintain(self) -> None:
        """Have the board restart into MicroPython's prompt; over a cable."""
        self.resting = True
        self._say(wire.Maintain())

    # ------------------------------------------------------------------ handshake

    def _begin(self, now_ns: int) -> None:
        """Ask who is there; nothing of a session that was counts."""
        self.open = False
        self._nonce = self._new_nonce()
        self._next_ns = now_ns
        self._heard_ns = now_ns
        self._stale = False
        self._box = ""
        self._boot = None
        self._proved = False
        self._doubted_ns = None
        self._said = set()
        self._ping = 0
        self._pings = OrderedDict()
        self._wished = None
        self._orders = self._obeyed = 0

    def _meet(self, here: wire.Here, now_ns: int) -> list[Told]:
        self.here = here
        if self.open:
            return []
        if here.major != wire.MAJOR:
            return self._once(NotOurs(here.box, "version"))
        if here.key == wire.NOBODY:
            return self._once(NotOurs(here.box, "unpaired"))
        key = self._house.key(here.box, here.key)
        if key is None:
            return self._once(NotOurs(here.box, "stranger"))
        if not wire.alike(wire.proof(key, "box", here.box, self._nonce, here.nonce), here.proof):
            # A box that hung, or a buffer on the way, may still answer hellos of an earlier session.
            if self._doubted_ns is None:
                self._doubted_ns = now_ns
            late = now_ns - self._doubted_ns < DOUBT_NS
            return [] if late else self._once(NotOurs(here.box, "stranger"))
        if not self._house.may_open(here.box, usb=self._usb):
            return self._once(Elsewhere(here.box))
        self._box, self._proved = here.box, True
        self._say(wire.Proof(wire.proof(key, "host", here.box, self._nonce, here.nonce)))
        return []

    def _welcome(self, welcome: wire.Welcome, now_ns: int) -> list[Told]:
        if not self._proved or self.open:
            return []
        known = self._house.box(self._box)
        self._boot, restarted = known.welcome(welcome)
        self.open, self._stale = True, False
        self._heard_ns = self._next_ns = now_ns
        self.acknowledge()
        return [Opened(self._box, welcome, restarted)]

    def _paired(self, paired: wire.Paired) -> list[Told]:
        if self._pairing is None or paired.key != wire.key_id(self._pairing) or self.here is None:
            return []
        key, self._pairing = self._pairing, None
        return [PairedNow(self.here.box, key)]

    def again(self, now_ns: int) -> None:
        """Begin anew, as after a new key."""
        self._begin(now_ns)

    def _no(self, why: str, now_ns: int) -> list[Told]:
        if why == "flash" and self._pairing is not None:
            self._pairing = None
            return [PairingRefused(self.here.box if self.here else "")]
        if why in {"taken", "stranger"} and self.open:
            box = self._box
            self._begin(now_ns)
            return [Elsewhere(box)] if why == "taken" else [Turned(box, "lost")]
        if why == "proof" and not self.open and self.here is not None:
            return self._once(NotOurs(self.here.box, "proof"))
        return []

    def _once(self, told: NotOurs | Elsewhere) -> list[Told]:
        name = told.box, told.why if isinstance(told, NotOurs) else "elsewhere"
        if name in self._said:
            return []
        self._said.add(name)
        return [told]

    # ------------------------------------------------------------------ in session

    def _told(self, message: wire.Press | wire.Lost | wire.Beacon, now_ns: int) -> list[Told]:
        if not self.open or self._boot is None:
            return []
        if message.boot != self._boot.boot:  # it lost power and came again; only a beacon says so for sure
            if isinstance(message, wire.Beacon):
                box = self._box
                self._begin(now_ns)
                return [Turned(box, "lost")]
            return []
        told: list[Told] = [Turned(self._box, "well")] if self._stale else []
        self._stale, self._heard_ns = False, max(self._heard_ns, now_ns)
        if isinstance(message, wire.Beacon):
            self._boot.beacon(message, self._pings.get(message.ping), now_ns)
            self._obeyed = message.orders
            return [*told, Beat(self._box, message)]
        record = _record(self._box, message, now_ns)
        new, keep = self._boot.record(record, now_ns)
        if new or keep:
            return [*told, Heard(record, new, keep)]
        self.acknowledge()  # it is kept, or waits for the journal: the box may have missed our word
        return told

    def _order(self) -> None:
        wish = self._wished
        if wish is not None:
            self._say(wire.Orders(self._orders, wish.heat, wish.mode, wish.callers, wish.lamps))

    def _say(self, message: wire.Message) -> None:
        self._out += wire.encode(message)


def _record(box: str, told: wire.Press | wire.Lost, now_ns: int) -> Push | Missing:
    if isinstance(told, wire.Lost):
        return Missing(box, told.boot, told.seq, told.at_us, told.count)
    return Push(
        box,
        told.boot,
        told.seq,
        told.kind,
        told.button,
        told.at_us,
        told.heat,
        told.rank,
        told.flags,
        now_ns,
    )
