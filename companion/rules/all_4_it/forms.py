"""Whether something is an action of All 4 It at all, before anyone asks whether it is allowed.

Types are compared exactly: `True` is no seat, `1.0` no cell and a list no tuple, so that an
accepted action is the very one that was offered and reads the same from the journal.
"""

from dataclasses import fields
from itertools import pairwise
from typing import get_args

from companion.rules.all_4_it import refusals
from companion.rules.all_4_it.actions import Action, Return, SetCell
from companion.rules.all_4_it.cards import CELLS
from companion.rules.all_4_it.state import SEATS, Colour
from companion.rules.core import Refusal

KINDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in get_args(Action)
}
"""Every kind of action with the names of its fields."""


def malformed(action: object) -> Refusal | None:
    """Why `action` is none, or None when its form is right."""
    kind = type(action)
    if kind not in KINDS:
        return refusals.NOT_AN_ACTION
    for name in KINDS[kind]:
        fault = _fault(kind, name, getattr(action, name, _MISSING))
        if fault:
            return fault
    return None


_MISSING = object()


def _fault(kind: type, name: str, value: object) -> Refusal | None:
    match name:
        case "seat":
            return _number_fault(value, len(SEATS), refusals.NO_SUCH_SEAT)
        case "cell":
            return _number_fault(value, len(CELLS), refusals.NO_SUCH_CELL)
        case "cells":
            return _cells_fault(value)
        case "colour":
            fits = type(value) is Colour or (value is None and kind is SetCell)
        case _:
            fits = type(value) is str or (value is None and kind is Return)
    return None if fits else refusals.NOT_AN_ACTION


def _number_fault(value: object, below: int, beyond: Refusal) -> Refusal | None:
    if type(value) is not int:
        return refusals.NOT_AN_ACTION
    return None if 0 <= value < below else beyond


def _cells_fault(value: object) -> Refusal | None:
    if type(value) is not tuple or len(value) != 4:
        return refusals.NOT_AN_ACTION
    for cell in value:
        fault = _number_fault(cell, len(CELLS), refusals.NO_SUCH_CELL)
        if fault:
            return fault
    ascending = all(low < high for low, high in pairwise(value))
    return None if ascending else refusals.CELLS_NOT_ASCENDING
