"""The one place where eyes, hands and rules meet.

A sitting is a value: `receive` takes it and something that came in, and gives back the next sitting and
what the world outside should do about it. Threads, files and screens are other people's business.

When the ring stands still, the whole delay begins again once the hands have left: whoever had a hand in
needs the whole of it to look. If the eye says nothing new after the hands have left, the ring also waits
until the eye has had time to (`SETTLE_NS`). What was pending when the eye went blind may be kept by a
tap, but not by itself before the board has been seen to show it.
"""

from dataclasses import replace
from typing import TypeVar

from companion.rules.core import Refusal
from companion.table import doing, refusals
from companion.table import inbound as ib
from companion.table.dealer import Dealer
from companion.table.entering import deal
from companion.table.hosting import RaceReader
from companion.table.ledger import Ledger
from companion.table.observing import eye_gone, filed, observe
from companion.table.proposing import reconsider
from companion.table.race_watch import watch
from companion.table.racing import advance
from companion.table.reading import Adrift
from companion.table.snapshot import Eye
from companion.table.standing import SECOND_NS, Effect, Proposal, Sitting, WakeAt, Write

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

SETTLE_NS = 2 * SECOND_NS
"""Longer than the eye takes to say what it sees once hands have left, lasting doubts included."""
ADRIFT_NS = 5 * SECOND_NS


def sit_down(
    ledger: Ledger[S, A, E, V],
    dealer: Dealer,
    *,
    names: tuple[str, ...],
    delay_s: float,
    eye: Eye,
    at_s: float,
    reader: RaceReader[S, A] | None = None,
) -> tuple[Sitting[S, A, E, V], tuple[Effect[A], ...]]:
    """A new game, or one picked up where its records end. The cards that are due come at once.

    `reader` reads figures that walk, where the game has any.
    """
    dealt = deal(ledger, dealer, first=ledger.last_seq + 1, at_s=at_s)
    race = None if reader is None else watch(reader, dealt)
    sitting = Sitting(dealt, dealer, names, _ns(delay_s), eye, race=race)
    new = dealt.records[ledger.last_seq :]
    return sitting, (Write(new),) if new else ()


def receive(
    sitting: Sitting[S, A, E, V], inbound: ib.Inbound[A], at_s: float
) -> tuple[Sitting[S, A, E, V], tuple[Effect[A], ...]]:
    """What follows from one inbound. `at_s`: wall-clock seconds since the epoch, for the records.

    The sitting that comes with a `Write` holds only once that is on the disk; see `not_saved`.
    """
    asked = replace(sitting, refusal=None, broken=())
    told = _told(asked, inbound, at_s)
    if isinstance(told, Refusal):
        told = replace(asked, refusal=told)
    if told.race is not None:
        saved = told.ledger.last_seq != sitting.ledger.last_seq
        told = advance(replace(told, stuck=told.stuck and not saved), at_s)
    if _matters(told) != _matters(sitting):
        told = reconsider(told, inbound.now_ns)
    after = _compare(sitting, _ring(told, inbound.now_ns, at_s), inbound.now_ns)
    effects: list[Effect[A]] = []
    new = after.ledger.records[sitting.ledger.last_seq :]
    if new:
        after = replace(after, stuck=False)
        effects.append(Write(new))
    due = [after.proposal.due_ns] if after.proposal else []
    if after.adrift_since_ns is not None and not after.adrift_due:
        due.append(after.adrift_since_ns + ADRIFT_NS)
    if times := [at_ns for at_ns in due if at_ns is not None]:
        effects.append(WakeAt(min(times)))
    return after, tuple(effects)


def not_saved(
    sitting: Sitting[S, A, E, V], inbound: ib.Inbound[A], at_s: float
) -> tuple[Sitting[S, A, E, V], tuple[Effect[A], ...]]:
    """What follows when the disk refused what `receive` had asked for: nothing counts that is not on it.
    What was seen is taken in all the same, and the next tap tries again.
    """
    stuck, effects = receive(replace(sitting, stuck=True), inbound, at_s)
    if any(isinstance(effect, Write) for effect in effects):  # somebody's tap, not the ring
        stuck, effects = replace(sitting, stuck=True, broken=()), ()
    return replace(stuck, refusal=refusals.NOT_SAVED), effects


def _told(s: Sitting[S, A, E, V], inbound: ib.Inbound[A], at_s: float) -> Sitting[S, A, E, V] | Refusal:
    match inbound:
        case ib.Observed(observation):
            return observe(s, observation)
        case ib.EyeGone(why):
            return eye_gone(s, why)
        case ib.Woke():
            return s
        case ib.Filed():
            return filed(s, inbound)
        case ib.AcceptAfter(delay_s):
            return replace(s, delay_ns=_ns(delay_s), proposal=_unwound(s.proposal))
        case ib.HoldPending() | ib.ResumePending():
            return replace(s, held=isinstance(inbound, ib.HoldPending))
        case ib.Pause():
            return replace(s, paused=True, peek=None)
        case ib.Continue():
            return replace(s, paused=False)
        case ib.Unpeek():
            return replace(s, peek=None)
        case _:
            return refusals.PAUSED if s.paused else doing.do(s, inbound, at_s)


def _matters(s: Sitting[S, A, E, V]) -> tuple[object, ...]:
    """On what a reading and its proposal depend."""
    return s.ledger, s.level, s.silent


def _ring(s: Sitting[S, A, E, V], now_ns: int, at_s: float) -> Sitting[S, A, E, V]:
    """Keep what is to be kept by itself: what was pending, and then what lies on top of it."""
    for _ in range(2):
        pending = s.proposal
        if pending is None or not s.may_keep or not (pending.exact or pending.followed):
            break
        if pending.followed:
            s = _kept(s, pending, "followed by the next", now_ns, at_s)
            continue
        if pending.needs_tap:
            break
        if pending.due_ns is None:
            wait_ns = s.delay_ns if s.fresh else max(s.delay_ns, SETTLE_NS)
            pending = replace(pending, due_ns=now_ns + wait_ns)
            s = replace(s, proposal=pending)
        if pending.due_ns is None or pending.due_ns > now_ns:
            break
        s = _kept(s, pending, "by itself", now_ns, at_s)
    running = s.may_keep and s.proposal is not None and s.proposal.exact
    return s if running else replace(s, proposal=_unwound(s.proposal))


def _kept(
    s: Sitting[S, A, E, V], pending: Proposal[A, E], how: str, now_ns: int, at_s: float
) -> Sitting[S, A, E, V]:
    kept = doing.keep(s, pending, how, at_s)
    if isinstance(kept, Refusal):
        return replace(s, proposal=None, refusal=kept)
    return reconsider(kept, now_ns)


def _unwound(pending: Proposal[A, E] | None) -> Proposal[A, E] | None:
    return None if pending is None else replace(pending, due_ns=None)


def _compare(before: Sitting[S, A, E, V], s: Sitting[S, A, E, V], now_ns: int) -> Sitting[S, A, E, V]:
    """Whether board and record have differed for so long that it is time to say so."""
    drifting = isinstance(s.reading, Adrift) and s.level is not None and s.level.layout != s.put_right
    if not drifting:
        return replace(s, adrift_since_ns=None, adrift_due=False)
    since_ns = before.adrift_since_ns
    if since_ns is None or s.read != before.read:
        since_ns = now_ns
    return replace(s, adrift_since_ns=since_ns, adrift_due=now_ns - since_ns >= ADRIFT_NS)


def _ns(seconds: float) -> int:
    return round(seconds * SECOND_NS)
