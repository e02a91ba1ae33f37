"""Whose button is whose, at a table with one box or several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.devices.order import Push
from companion.rules.core import Seat

ButtonName: TypeAlias = tuple[str, int]
"""Box and button."""
BoxSize: TypeAlias = tuple[str, int]
"""Box and how many buttons it has."""
KEYS = frozenset({"keyboard"})
"""Boxes that are none: they are numbered as the seats are, whatever else is there."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Which button is whose: as shown by pushes; else numbered as the seats are, one box after the other."""

    named: tuple[tuple[ButtonName, Seat], ...] = ()

    def of(self, box: str, button: int, boxes: Sequence[BoxSize], seats: int) -> Seat | None:
        """Whose button that is. `boxes` are all that were ever linked, in the order in which they came."""
        found = dict(self.named).get((box, button))
        if found is not None:
            return found
        if box not in KEYS and any(owner in dict(boxes) for (owner, _), _ in self.named):
            return None  # buttons have been shown, and this one was not
        before = 0 if box in KEYS else _buttons_before(box, boxes)
        return Seat(before + button) if before + button < seats else None

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


NOBODYS = Seats()


def _buttons_before(box: str, boxes: Sequence[BoxSize]) -> int:
    """How many buttons the boxes that came before this one have."""
    before = 0
    for other, buttons in boxes:
        if other == box:
            break
        before += buttons
    return before
