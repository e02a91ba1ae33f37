"""What the last settled layout means for the state that counts, and what is proposed because of it."""

from dataclasses import replace
from typing import TypeVar

from companion.rules.core import Refusal
from companion.table.entering import ahead
from companion.table.hosting import BrokenPromiseError, Hosted
from companion.table.reading import (
    Adrift,
    Ambiguous,
    Difference,
    Layout,
    Reading,
    Retracted,
    Unchanged,
    Understood,
    Underway,
    Wait,
)
from companion.table.standing import Level, Proposal, Sitting
from vision.observation import EMPTY

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


def reconsider(sitting: Sitting[S, A, E, V], now_ns: int) -> Sitting[S, A, E, V]:
    """Read the level again. To be called whenever the level or the state that counts has changed."""
    ledger, level = sitting.ledger, sitting.level
    pending = sitting.proposal
    if pending is not None and pending.on_seq != ledger.last_seq:
        pending = None
    if level is None or level.partial:  # it may still be tapped, but the board does not show it now
        return replace(sitting, read=Wait(), proposal=_still(pending))
    alone: Reading[A] = ledger.hosted.explain(ledger.state, level.layout)
    if isinstance(alone, Unchanged):
        return replace(sitting, read=alone, proposal=None)
    if ledger.spent is not None and level.layout in ledger.spent.layouts:
        return replace(sitting, read=_answered(sitting, alone, level.layout), proposal=None)
    if pending is None:
        return _propose(sitting, alone, level, now_ns)
    if alone == Understood(pending.actions):
        return replace(sitting, read=alone, proposal=replace(pending, exact=True, followed=False))
    return _beside(sitting, pending, alone, level, now_ns)


def differences(recorded: Layout, seen: Layout) -> tuple[Difference, ...]:
    return tuple(
        Difference(place, ours, theirs)
        for place, (ours, theirs) in enumerate(zip(recorded, seen, strict=True))
        if ours != theirs
    )


def _answered(sitting: Sitting[S, A, E, V], alone: Reading[A], layout: Layout) -> Reading[A]:
    """The layout has been answered for: the board is behind the record, and nothing is proposed."""
    ledger = sitting.ledger
    differ = differences(ledger.hosted.layout(ledger.state), layout)
    if ledger.spent is not None and ledger.spent.retracted:
        return Retracted(differ)
    return alone if isinstance(alone, Underway) else Adrift(differ)


def _propose(
    sitting: Sitting[S, A, E, V], read: Reading[A], level: Level, now_ns: int
) -> Sitting[S, A, E, V]:
    if not isinstance(read, Understood) or sitting.silent:
        return replace(sitting, read=read, proposal=None)
    ledger = sitting.ledger
    future = ahead(ledger.hosted, sitting.dealer, ledger.state, read.actions)
    if isinstance(future, Refusal):
        raise BrokenPromiseError(f"{ledger.hosted.name} read {read.actions} and refuses it: {future.key}")
    because = {"from": "eye", "seen": level.layout, "taken_s": level.taken_s, "said_s": level.said_s}
    fresh: Proposal[A, E] = Proposal(
        read.actions,
        future[1],
        because,
        ledger.last_seq,
        now_ns,
        exact=True,
        followed=False,
        needs_tap=ledger.hosted.needs_tap(read.actions),
    )
    return replace(sitting, read=read, proposal=fresh)


def _beside(
    sitting: Sitting[S, A, E, V],
    pending: Proposal[A, E],
    alone: Reading[A],
    level: Level,
    now_ns: int,
) -> Sitting[S, A, E, V]:
    """The board changed while something was pending: is that what went before, or was it taken off?

    Kept at once is only what nothing else explains. Where the layout also fits a change of mind, the
    table is asked.
    """
    hosted, state = sitting.ledger.hosted, sitting.ledger.state
    future = ahead(hosted, sitting.dealer, state, pending.actions)
    if isinstance(future, Refusal):
        raise BrokenPromiseError(f"{hosted.name} read {pending.actions} and refuses it: {future.key}")
    after: Reading[A] = hosted.explain(future[0], level.layout)
    still = _still(pending)
    match after, alone:
        case Underway(), Adrift() if _put_away(hosted, future[0], level.layout):
            return replace(sitting, read=after, proposal=replace(pending, exact=False, followed=True))
        case Understood(actions), Adrift():
            both = Understood((*pending.actions, *actions))
            return replace(sitting, read=both, proposal=replace(pending, exact=False, followed=True))
        case Understood(actions), Understood(instead):
            candidates: tuple[tuple[A, ...], ...] = (instead, (*pending.actions, *actions))
            return replace(sitting, read=Ambiguous(candidates), proposal=still)
        case Understood(actions), Ambiguous(others):
            candidates = (*others, (*pending.actions, *actions))
            return replace(sitting, read=Ambiguous(candidates), proposal=still)
        case Understood(actions), _:
            return replace(sitting, read=Ambiguous(((*pending.actions, *actions),)), proposal=still)
        case Ambiguous(several), Adrift():
            candidates = tuple((*pending.actions, *actions) for actions in several)
            return replace(sitting, read=Ambiguous(candidates), proposal=still)
        case Underway(), Adrift():
            return replace(sitting, read=after, proposal=still)
        case Underway(), Underway():
            return replace(sitting, read=alone, proposal=still)
        case _:
            return _propose(sitting, alone, level, now_ns)


def _put_away(hosted: Hosted[S, A, E, V], state: S, seen: Layout) -> bool:
    """Whether the game is over in `state` and people have begun to take its pieces off the board."""
    gone = differences(hosted.layout(state), seen)
    return bool(hosted.summary(state)["over"]) and all(each.seen == EMPTY for each in gone)


def _still(pending: Proposal[A, E] | None) -> Proposal[A, E] | None:
    """It waits without a ring."""
    return None if pending is None else replace(pending, exact=False, followed=False, due_ns=None)
