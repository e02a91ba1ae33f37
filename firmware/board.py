"""What the box needs of a board. Each board is one small file in boards/ that fills this in."""

from firmware.edges import Edges


class Link:
    """A way to a host: bytes in, lines out. Nothing here ever waits."""

    usb = False
    """Whether it takes a cable to be here: only then may keys be written."""

    def fresh(self) -> bool:
        """True once after somebody new has come, so that nothing of the last one is believed."""
        return False

    def read(self) -> bytes:
        """What has come since the last time; b"" when nothing has."""
        raise NotImplementedError

    def write(self, line: bytes) -> bool:
        """Take a line whole and see to it, or take nothing of it and say False."""
        raise NotImplementedError

    def drop(self) -> None:
        """Send whoever is there away, where that can be done."""


class Board:
    """Pins, clock and all else that differs from board to board."""

    name = ""
    class_us = 0
    """How late a stamp may be."""
    buttons = 6

    def __init__(self, box_id: str, woke: str) -> None:
        self.box_id = box_id
        """Twelve hex digits that no other box has."""
        self.woke = woke
        """Why it started: power, watchdog, other."""
        self.edges = Edges()
        self.links: list[Link] = []

    def ticks(self) -> int:
        """Microseconds, 30 bits."""
        raise NotImplementedError

    def low(self) -> int:
        """The buttons that are closed, a bit each, from one look at all of them."""
        raise NotImplementedError

    def show(self, lamps: int) -> None:
        """Light these lamps and no others."""
        raise NotImplementedError

    def random(self, count: int) -> bytes:
        """Bytes that nobody can foretell."""
        raise NotImplementedError

    def load_key(self) -> bytes:
        """The key; b"" when there is none, or none that can be read."""
        raise NotImplementedError

    def save_key(self, key: bytes) -> bool:
        """Write the key down for good; False when that failed, and the old one stays."""
        raise NotImplementedError

    def breathe(self, soon: bool) -> None:
        """Called once in every round of the main loop: feed the watchdog, and sleep for about a millisecond.

        Soon: a closed button may be a press in a moment; do not sleep.
        """

    def tidy(self) -> None:
        """Called about once a second."""
