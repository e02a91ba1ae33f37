"""How a game of All Wound Up is set up, as plain JSON and back."""

from dataclasses import fields
from typing import Any, get_args

import msgspec

from companion.rules.all_wound_up import transition
from companion.rules.all_wound_up.cards import Mix
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.race import Race, Tile, Zone
from companion.rules.all_wound_up.state import State
from companion.rules.core import Seat
from vision.observation import Direction

FIELDS = ("options", "race", "mix", "seats", "dealer")
FORWARD = "forward"
"""May be there besides: `to_left` or `to_right`, which way figures finish over the gate; see `Crossed`."""


def as_setup(
    options: Options, race: Race, mix: Mix, seats: int, dealer: Seat, *, forward: Direction | None = None
) -> dict[str, Any]:
    """`{"options": {...}, "race": {...}, "mix": {...}, "seats": 3, "dealer": 0}`, without defaults; and
    `"forward": "to_right"` where an eye shall know which way the gate is crossed along the course.
    """
    setup: dict[str, Any] = msgspec.to_builtins(
        {"options": options, "race": race, "mix": mix, "seats": seats, "dealer": dealer}
    )
    return setup if forward is None else {**setup, FORWARD: forward}


def forward_of(setup: dict[str, Any]) -> Direction | None:
    """Which way figures finish over the gate, if it was said. ValueError when it is no direction."""
    told = setup.get(FORWARD)
    for direction in get_args(Direction):
        if told == direction:
            return direction  # type: ignore[no-any-return]  # one of `Direction`
    if told is not None:
        raise ValueError(f"{FORWARD}: to_left or to_right, not {told!r:.60}")
    return None


def start(setup: dict[str, Any]) -> State:
    """The first state. Options that are not named have their defaults; ValueError names a bad field."""
    if type(setup) is not dict:
        raise ValueError(f"a set-up is an object, not {setup!r:.60}")
    _only(setup, {*FIELDS, FORWARD}, "")
    forward_of(setup)
    for name in FIELDS[1:]:
        if name not in setup:
            raise ValueError(f"{name}: missing")
    options = _convert(setup.get("options", {}), Options, "options")
    race = _convert(setup["race"], Race, "race")
    for at, tile in enumerate(setup["race"]["tiles"]):
        _only(tile, _names(Tile), f"race.tiles[{at}].")
        for number, zone in enumerate(tile["zones"]):
            _only(zone, _names(Zone), f"race.tiles[{at}].zones[{number}].")
    mix = _convert(setup["mix"], Mix, "mix")
    return transition.setup(options, race, mix, setup["seats"], Seat(setup["dealer"]))


def _names(kind: Any) -> set[str]:
    return {field.name for field in fields(kind)}


def _convert(given: Any, kind: Any, name: str) -> Any:
    if isinstance(given, dict):
        _only(given, _names(kind), f"{name}.")
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{name}: {fault}") from None


def _only(given: dict[Any, Any], known: set[str], place: str) -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"{place}{key!s:.60}: unknown")
