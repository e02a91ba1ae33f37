"""Actions of Wig Out! as plain JSON and back."""

from typing import Any

from companion.rules.wig_out import actions as a
from companion.rules.wig_out.forms import KINDS as FIELDS
from companion.rules.wig_out.forms import malformed

KINDS: dict[str, type[a.Action]] = {
    "first_dealer": a.FirstDealer,
    "go": a.Go,
    "false_start": a.FalseStart,
    "call": a.Call,
    "dead_heat": a.DeadHeat,
    "false_call": a.FalseCall,
    "lock_out_ends": a.LockOutEnds,
    "claim_stall": a.ClaimStall,
    "deny_stall": a.DenyStall,
    "stock_empty": a.StockEmpty,
    "enter_cards": a.EnterCards,
    "wrong_match": a.WrongMatch,
}
NAMES: dict[type, str] = {kind: name for name, kind in KINDS.items()}


def encode(action: a.Action) -> dict[str, Any]:
    """`{"do": "enter_cards", "seat": 2, "cards": 3}`."""
    kind = type(action)
    return {"do": NAMES[kind], **{name: getattr(action, name) for name in FIELDS[kind]}}


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
    action = kind(**{field: line[field] for field in FIELDS[kind]})
    fault = malformed(action)
    if fault:
        raise ValueError(f"{name}: {fault.key}: {line!r:.200}")
    return action
