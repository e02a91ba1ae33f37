"""Whether something is an action of Wig Out! at all, before anyone asks whether it is allowed.

Types are compared exactly: `True` is no seat and `1.0` no count, so that an accepted action is the very
one that was offered and reads the same from the journal.
"""

from dataclasses import fields
from typing import Any, get_args

from companion.rules.core import Refusal
from companion.rules.wig_out import refusals
from companion.rules.wig_out.actions import Action
from companion.rules.wig_out.state import MOST_SEATS

KINDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in get_args(Action)
}
"""Every kind of action with the names of its fields, all of them whole numbers."""
_MISSING = object()


def malformed(action: Any, seats: int = MOST_SEATS) -> Refusal | None:
    """Why `action` is none at a table of so many seats, or None when its form is right."""
    names = KINDS.get(type(action))
    if names is None:
        return refusals.NOT_AN_ACTION
    for name in names:
        value: Any = getattr(action, name, _MISSING)
        if type(value) is not int or (name == "cards" and value < 0):
            return refusals.NOT_AN_ACTION
        if name == "seat" and not 0 <= value < seats:
            return refusals.NO_SUCH_SEAT
    return None
