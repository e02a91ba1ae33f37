"""Actions of All Wound Up as plain JSON and back."""

from dataclasses import fields
from enum import StrEnum
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.forms import malformed
from companion.rules.all_wound_up.tokens import Rank

KINDS: dict[str, type[a.Action]] = {
    "figure_drawn": a.FigureDrawn,
    "card_dealt": a.CardDealt,
    "card_taken": a.CardTaken,
    "choose_figure": a.ChooseFigure,
    "pass_card": a.PassCard,
    "discard_card": a.DiscardCard,
    "hand_over": a.HandOver,
    "bid": a.MakeBid,
    "follow": a.Follow,
    "raise": a.Raise,
    "pass": a.Pass,
    "pick_opponent": a.PickOpponent,
    "place": a.Place,
    "done": a.Done,
    "release": a.Release,
    "let_go_early": a.LetGoEarly,
    "stand_still": a.StandStill,
    "touch_zone": a.TouchZone,
    "leave_zone": a.LeaveZone,
    "step_on": a.StepOn,
    "fall": a.Fall,
    "leave_board": a.LeaveBoard,
    "cross": a.Cross,
    "gain_token": a.GainToken,
    "upgrade_token": a.UpgradeToken,
    "decline_token": a.DeclineToken,
    "use_token": a.UseToken,
    "declare_token": a.DeclareToken,
    "close_window": a.CloseWindow,
}
NAMES: dict[type, str] = {kind: name for name, kind in KINDS.items()}
FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in KINDS.values()
}
_ENUMS: dict[str, type[StrEnum]] = {"card": Card, "kind": Card, "rank": Rank}


def encode(action: a.Action) -> dict[str, Any]:
    """`{"do": "bid", "seat": 2, "kind": "wind_3", "cards": 2, "wilds": 1}`."""
    kind = type(action)
    line: dict[str, Any] = {"do": NAMES[kind]}
    for name in FIELDS[kind]:
        value = getattr(action, name)
        if isinstance(value, StrEnum):
            value = value.value
        elif isinstance(value, tuple):
            value = list(value)
        line[name] = value
    return line


def decode(line: dict[str, Any]) -> a.Action:
    """The action of a line. ValueError names the field that cannot be so."""
    if type(line) is not dict:
        raise ValueError(f"an action is an object, not {line!r:.60}")
    name = line.get("do")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"do: no such action: {name!r:.60}")
    wanted = set(FIELDS[kind])
    given = set(line) - {"do"}
    if wanted - given:
        raise ValueError(f"{min(wanted - given)}: missing in {name!r}")
    if given - wanted:
        raise ValueError(f"{min(given - wanted, key=str)!r:.60}: unknown in {name!r}")
    action = kind(**{field: _value(field, line[field]) for field in FIELDS[kind]})
    fault = malformed(action)
    if fault:
        raise ValueError(f"{name}: {fault.key}: {line!r:.200}")
    return action


def _value(field: str, value: Any) -> Any:
    """JSON knows no tuples and no colours; what is neither is left to be judged."""
    if field == "figures" and type(value) is list:
        return tuple(value)
    kind = _ENUMS.get(field)
    if kind is not None and type(value) is str:
        try:
            return kind(value)
        except ValueError:
            raise ValueError(f"{field}: one of {', '.join(kind)}, not {value!r:.60}") from None
    return value
