"""Whose button is whose, at a table with one box or several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.devices.order import Push
from companion.rules.core import Seat

ButtonName: TypeAlias = tuple[str, int]
"""Box and button."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Which button is whose: as shown by pushes, else a box alone is numbered as the seats are."""

    named: tuple[tuple[ButtonName, Seat], ...] = ()

    def of(self, box: str, button: int, boxes: Sequence[str], seats: int) -> Seat | None:
        """Whose button that is. `boxes` are those that are, or were, linked."""
        found = dict(self.named).get((box, button))
        if found is not None:
            return found
        known = any(owner == box for (owner, _), _ in self.named)
        alone = box in KEYS or len(set(boxes) - KEYS) <= 1
        return Seat(button) if alone and not known and button < seats else None

    def next_without(self, seats: int) -> Seat | None:
        """Who is to show their button next."""
        have = {seat for _, seat in self.named}
        return next((Seat(at) for at in range(seats) if at not in have), None)

    def showing(self, push: Push, seats: int) -> "Seats":
        """The button is that of the next seat without one; a button that is taken stays."""
        seat = self.next_without(seats)
        if seat is None or any(name == (push.box, push.button) for name, _ in self.named):
            return self
        return Seats((*self.named, ((push.box, push.button), seat)))

    def button(self, seat: Seat) -> str:
        """As it is numbered on its box; empty when the seat has shown none."""
        return next((str(button + 1) for (_, button), owner in self.named if owner == seat), "")


KEYS = frozenset({"keyboard"})
"""Boxes that are none: they are numbered as the seats are, whatever else is there."""
NOBODYS = Seats()
