"""Whether something is an action of All Wound Up at all, before anyone asks whether it is allowed.

Types are compared exactly: `True` is no seat, `1.0` no count and a list no tuple, so that an accepted
action is the very one that was offered and reads the same from the journal.
"""

from dataclasses import fields
from itertools import pairwise
from typing import Any, get_args

from companion.rules.all_wound_up import refusals
from companion.rules.all_wound_up.actions import Action
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Refusal

KINDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in get_args(Action)
}
"""Every kind of action with the names of its fields."""

MOST_SEATS = 4
_TYPES: dict[str, Any] = {
    "seat": int, "figure": int, "on": int, "cards": int, "wilds": int, "card": Card, "kind": Card,
    "rank": Rank, "name": str, "tile": str, "zone": str, "forward": bool, "wholly": bool, "figures": tuple,
}  # fmt: skip
_SEATS = frozenset({"seat", "figure", "on"})
_COUNTS = frozenset({"cards", "wilds"})
_MISSING = object()


def malformed(action: Any, seats: int = MOST_SEATS) -> Refusal | None:
    """Why `action` is none at a table of so many seats, or None when its form is right."""
    names = KINDS.get(type(action))
    if names is None:
        return refusals.NOT_AN_ACTION
    for name in names:
        value: Any = getattr(action, name, _MISSING)
        if type(value) is not _TYPES[name]:
            return refusals.NOT_AN_ACTION
        if name in _SEATS and not 0 <= value < seats:
            return refusals.NO_SUCH_SEAT
        if name in _COUNTS and value < 0:
            return refusals.NOT_AN_ACTION
        if name == "figures":
            fault = _figures_fault(value, seats)
            if fault:
                return fault
    return None


def _figures_fault(value: tuple[Any, ...], seats: int) -> Refusal | None:
    if not value or any(type(figure) is not int for figure in value):
        return refusals.NOT_AN_ACTION
    if not all(0 <= figure < seats for figure in value):
        return refusals.NO_SUCH_SEAT
    ascending = all(low < high for low, high in pairwise(value))
    return None if ascending else refusals.FIGURES_NOT_ASCENDING
