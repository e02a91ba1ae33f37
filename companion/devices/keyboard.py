"""The keys 1 to 6 in place of a box: as good as a keyboard is. Pure: the time of a key is passed in."""

from companion.devices.clock_map import Placed
from companion.devices.news import Wish
from companion.devices.order import Push, Track
from firmware import wire

BOX = "keyboard"
DOUBT_NS = 30_000_000
"""How late a key may be known: the keyboard's own scan and debounce, the system, and a frame of the
screen."""
KEYS = "123456"


class Keyboard:
    """Stamps keys and ranks them as a box does. `boot` names this run of the program among all others."""

    def __init__(self, boot: str) -> None:
        self._boot = boot
        self._pushes: list[Push] = []
        self._wish = Wish(0, wire.REST, 0, wire.OWN * 6)
        self._ranked: list[int] = []
        self._seq = 0

    def want(self, wish: Wish) -> None:
        """As `Boxes.want`; lamps it has none."""
        if wish.heat != self._wish.heat:
            self._ranked, self._pushes = [], []
        self._wish = wish

    def press(self, key: str, at_ns: int) -> Push | None:
        """The push of a key at that time of our clock; None for a key that is no button. Not for repeats."""
        if key not in KEYS or len(key) != 1:
            return None
        button = KEYS.index(key)
        rank, flags = self._rank(button)
        self._seq += 1
        push = Push(
            BOX,
            self._boot,
            self._seq,
            wire.PRESSED,
            button,
            at_ns // 1000,
            self._wish.heat,
            rank,
            flags,
            at_ns,
        )
        self._pushes.append(push)
        return push

    def track(self, now_ns: int) -> Track:
        """All that was pressed in this heat; there is nothing on its way."""
        return Track(BOX, tuple(self._pushes), now_ns // 1000, over=not self._pushes, place=_place)

    def _rank(self, button: int) -> tuple[int, int]:
        if self._wish.mode == wire.READY:
            return 0, wire.EARLY
        if self._wish.mode == wire.REST:
            return 0, 0
        if not self._wish.callers >> button & 1:
            return 0, wire.SHUT
        if button in self._ranked:
            return 0, wire.AGAIN
        self._ranked.append(button)
        return len(self._ranked), 0


def _place(at_us: int) -> Placed:
    return Placed(at_us * 1000, DOUBT_NS)
