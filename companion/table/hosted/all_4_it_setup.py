"""How a game of All 4 It is set up, as plain JSON and back."""

from dataclasses import fields
from typing import Any

import msgspec

from companion.rules.all_4_it import transition
from companion.rules.all_4_it.cards import Cards, Power, Shape
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import State
from companion.rules.core import Seat

FIELDS = {"options", "cards", "oldest"}


def as_setup(options: Options, cards: Cards, oldest: Seat) -> dict[str, Any]:
    """`{"options": {...}, "cards": {...}, "oldest": 0}`: all that `start` needs, without defaults."""
    setup: dict[str, Any] = msgspec.to_builtins({"options": options, "cards": cards, "oldest": oldest})
    return setup


def start(setup: dict[str, Any]) -> State:
    """The first state. Options that are not named have their defaults; ValueError names a bad field."""
    if type(setup) is not dict:
        raise ValueError(f"a set-up is an object, not {setup!r:.60}")
    _only(setup, FIELDS, "")
    for name in ("cards", "oldest"):
        if name not in setup:
            raise ValueError(f"{name}: missing")
    options = _convert(setup.get("options", {}), Options, "options")
    cards = _convert(setup["cards"], Cards, "cards")
    for kind, each in (("shapes", Shape), ("powers", Power)):
        for at, card in enumerate(setup["cards"][kind]):
            _only(card, {field.name for field in fields(each)}, f"cards.{kind}[{at}].")
    oldest = setup["oldest"]
    if type(oldest) is not int or oldest not in (0, 1):
        raise ValueError(f"oldest: seat 0 or 1, not {oldest!r:.60}")
    try:
        return transition.setup(options, cards, Seat(oldest))
    except ValueError as fault:
        raise ValueError(f"cards.{fault}") from None


def _convert(given: Any, kind: Any, name: str) -> Any:
    if isinstance(given, dict):
        _only(given, {field.name for field in fields(kind)}, f"{name}.")
    try:
        return msgspec.convert(given, kind, strict=True)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{name}: {fault}") from None


def _only(given: dict[Any, Any], known: set[str], place: str) -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"{place}{key!s:.60}: unknown")
