"""Actions of All 4 It as plain JSON and back."""

from dataclasses import fields
from typing import Any

from companion.rules.all_4_it.actions import (
    Action,
    ClearGrid,
    ClosePower,
    Exchange,
    Flip,
    Imprint,
    OpenFree,
    OpenPower,
    Pass,
    PowerDrawn,
    Return,
    SetCell,
    ShapeDealt,
    ShapeDrawn,
    ShowShape,
    Touch,
)
from companion.rules.all_4_it.forms import malformed
from companion.rules.all_4_it.state import Colour

KINDS: dict[str, type[Action]] = {
    "flip": Flip,
    "imprint": Imprint,
    "open_free": OpenFree,
    "touch": Touch,
    "open_power": OpenPower,
    "set_cell": SetCell,
    "close_power": ClosePower,
    "exchange": Exchange,
    "return": Return,
    "show_shape": ShowShape,
    "pass": Pass,
    "clear_grid": ClearGrid,
    "shape_dealt": ShapeDealt,
    "shape_drawn": ShapeDrawn,
    "power_drawn": PowerDrawn,
}
NAMES: dict[type, str] = {kind: name for name, kind in KINDS.items()}


def encode(action: Action) -> dict[str, Any]:
    """`{"do": "imprint", "seat": 0, "shape": "L", "cells": [0, 1, 2, 7]}`; a colour is its letter."""
    line: dict[str, Any] = {"do": NAMES[type(action)]}
    for field in fields(action):
        value = getattr(action, field.name)
        match value:
            case Colour():
                line[field.name] = value.value
            case tuple():
                line[field.name] = list(value)
            case _:
                line[field.name] = value
    return line


def decode(line: dict[str, Any]) -> Action:
    """The action of a line. ValueError names the field that cannot be so."""
    if type(line) is not dict:
        raise ValueError(f"an action is an object, not {line!r:.60}")  # one error for hostile input
    name = line.get("do")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"do: no such action: {name!r:.60}")
    wanted = {field.name for field in fields(kind)}
    given = set(line) - {"do"}
    if wanted - given:
        raise ValueError(f"{min(wanted - given)}: missing in {name!r}")
    if given - wanted:
        raise ValueError(f"{min(given - wanted, key=str)!r:.60}: unknown in {name!r}")
    action = kind(**{field: _value(field, line[field]) for field in sorted(wanted)})
    fault = malformed(action)
    if fault:
        raise ValueError(f"{name}: {fault.key}: {line!r:.200}")
    return action


def _value(field: str, value: Any) -> Any:
    """JSON knows no tuples and no colours; what is neither is left to be judged."""
    if field == "cells" and type(value) is list:
        return tuple(value)
    if field == "colour" and type(value) is str:
        try:
            return Colour(value)
        except ValueError:
            raise ValueError(f"colour: R or W, not {value!r:.60}") from None
    return value
