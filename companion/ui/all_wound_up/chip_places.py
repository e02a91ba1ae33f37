"""Where the buttons of a walk stand: once shown, none of them moves under a finger until it is over."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.rules.all_wound_up.actions import LeaveZone, TouchZone
from companion.ui.intents import Button, Play

Chips = tuple[Button, ...]


def placed(before: Chips, now: Iterable[Button], zones: Iterable[str]) -> Chips:
    """The buttons of `now`, likeliest first, on the places of those `before`; what is new comes last.

    A place keeps its words as long as anything has them, and after that its button, switched off. Only a
    zone's place is given away: to one of the `zones` underfoot, once the figure stands on another tile.
    """
    left, under = list(now), frozenset(zones)
    places: list[Button | None] = [_taken(left, lambda b, was=was: b.text == was.text) for was in before]
    for at, was in enumerate(before):
        zone = _zone(was)
        if places[at] is None and zone and zone not in under:
            places[at] = _taken(left, lambda b: isinstance(_action(b), TouchZone) and _zone(b) in under)
    for at, was in enumerate(before):
        if places[at] is None:
            same = _taken(left, lambda b, was=was: b.intent == was.intent)
            places[at] = same or replace(was, enabled=False)
    return (*(button for button in places if button is not None), *left)


def _taken(left: list[Button], wanted: Any) -> Button | None:
    """The first that is wanted, taken out."""
    found = next((at for at, button in enumerate(left) if wanted(button)), None)
    return None if found is None else left.pop(found)


def _action(button: Button) -> Any:
    return button.intent.actions[0] if isinstance(button.intent, Play) else None


def _zone(button: Button) -> str:
    action = _action(button)
    return action.zone if isinstance(action, TouchZone | LeaveZone) else ""
