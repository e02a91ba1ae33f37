"""How a game of Wig Out! is set up, as plain JSON and back."""

from dataclasses import fields
from typing import Any

import msgspec

from companion.rules.core import Seat
from companion.rules.wig_out import transition
from companion.rules.wig_out.options import Options
from companion.rules.wig_out.state import State

FIELDS = ("options", "seats", "dealer", "fewer")


def as_setup(
    options: Options, seats: int, dealer: Seat | None, fewer: tuple[int, ...] = ()
) -> dict[str, Any]:
    """`{"options": {...}, "seats": 3, "dealer": null, "fewer": [0, 0, 2]}`, without defaults.

    `dealer` None: the table chooses, or lots are drawn. `fewer` () deals all seats the same.
    """
    setup: dict[str, Any] = msgspec.to_builtins(
        {"options": options, "seats": seats, "dealer": dealer, "fewer": fewer or (0,) * seats}
    )
    return setup


def start(setup: dict[str, Any]) -> State:
    """The first state. Options that are not named have their defaults; ValueError names a bad field."""
    if type(setup) is not dict:
        raise ValueError(f"a set-up is an object, not {setup!r:.60}")
    _only(setup, set(FIELDS), "")
    for name in FIELDS[1:]:
        if name not in setup:
            raise ValueError(f"{name}: missing")
    given = setup.get("options", {})
    if isinstance(given, dict):
        _only(given, {field.name for field in fields(Options)}, "options.")
    options = _convert(given, Options, "options")
    fewer = _convert(setup["fewer"], tuple[int, ...], "fewer")
    dealer = setup["dealer"]
    return transition.setup(options, setup["seats"], None if dealer is None else Seat(dealer), fewer)


def _convert(given: Any, kind: Any, name: str) -> Any:
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{name}: {fault}") from None


def _only(given: dict[Any, Any], known: set[str], place: str) -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"{place}{key!s:.60}: unknown")
