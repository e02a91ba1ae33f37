"""A sitting as screens may see it."""

from typing import TypeVar

from companion.rules.core import Seat
from companion.table import refusals
from companion.table.ledger import Applied, Ledger
from companion.table.race_showing import race_shown
from companion.table.records import Acted, Amended, Corrected, Record, TakenBack
from companion.table.snapshot import Entry, Peeked, Pending, Snapshot, Undo
from companion.table.standing import Sitting
from companion.table.takeback import needs_consent, undo_to

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


def snapshot(
    sitting: Sitting[S, A, E, V], serial: int, timeline: tuple[Entry, ...] | None = None
) -> Snapshot[A, V]:
    """All that a screen may know. `timeline` is `entries(sitting.ledger)`, for those who have it already."""
    ledger, pending = sitting.ledger, sitting.pending
    hosted, state = ledger.hosted, ledger.state
    lines = entries(ledger) if timeline is None else timeline
    return Snapshot(
        game=hosted.name,
        names=sitting.names,
        view=hosted.view_for(state, None),
        choices=tuple(
            choice
            for seat in hosted.seats(state)
            for choice in hosted.choices(state, seat)
            if not hosted.names_hidden_card(state, choice)
        ),
        reading=sitting.reading,
        seen=sitting.level.layout if sitting.level else None,
        pending=None
        if pending is None
        else Pending(pending.actions, pending.shown, pending.since_ns, pending.due_ns, sitting.held),
        adrift_due=sitting.adrift_due,
        eye=sitting.eye,
        eye_why=sitting.eye_why,
        hands=sitting.hands,
        timeline=lines,
        undo=_undo(ledger, lines),
        refusal=refusals.NOT_SAVED if sitting.stuck else sitting.refusal,
        broken=sitting.broken,
        paused=sitting.paused,
        peek=None if sitting.peek is None else _peeked(sitting, sitting.peek),
        serial=serial,
        race=None if sitting.race is None else race_shown(sitting, sitting.race),
    )


def entries(ledger: Ledger[S, A, E, V]) -> tuple[Entry, ...]:
    """One a record, in order, whether or not it counts."""
    by_seq: dict[int, list[Applied[S, A, E]]] = {}
    for applied in ledger.counting():
        by_seq.setdefault(applied.seq, []).append(applied)
    counting = _counted(ledger, ledger.last_seq)
    lines: list[Entry] = []
    for record in ledger.records:
        steps = by_seq.get(record.seq) or _brought(ledger, record)
        lines.append(
            Entry(
                seq=record.seq,
                kind=record.kind,
                at_s=record.at_s,
                by=steps[0].by if steps else None,
                events=tuple(event for applied in steps for event in applied.shown),
                from_camera=record.from_camera,
                counts=record.seq in counting,
                span=_span(ledger, record),
                took=_took(ledger, record),
                happening=next(iter(record.because.get("happenings", ())), None),
                margin_mm=record.because.get("margin_mm"),
            )
        )
    return tuple(lines)


def _counted(ledger: Ledger[S, A, E, V], last: int) -> frozenset[int]:
    """The records that counted after record `last`: those that brought a step of the state there was then,
    and the take-backs and the leavings-out through which it came about.
    """
    counted = {ledger.steps[step].seq for step in ledger.path(ledger.heads[last])}
    while last:
        record = ledger.records[last - 1]
        if isinstance(record.deed, TakenBack) or _left_out(record):
            counted.add(last)
        last = record.deed.to_seq if isinstance(record.deed, TakenBack) else last - 1
    return frozenset(counted)


def _took(ledger: Ledger[S, A, E, V], record: Record[A]) -> frozenset[int]:
    if not isinstance(record.deed, TakenBack):
        return frozenset()
    return _counted(ledger, record.seq - 1) - _counted(ledger, record.seq)


def _brought(ledger: Ledger[S, A, E, V], record: Record[A]) -> list[Applied[S, A, E]]:
    """The steps that a record brought when it was written."""
    match record.deed:
        case Acted() | Corrected():
            return [ledger.steps[ledger.heads[record.seq]]]
        case Amended():
            path = ledger.path(ledger.heads[record.seq])
            return [ledger.steps[step] for step in path if ledger.steps[step].seq == record.seq]
        case TakenBack():
            return []


def _left_out(record: Record[A]) -> bool:
    """Whether it brought no step, because what it amends did not happen."""
    return isinstance(record.deed, Amended) and record.deed.replacement is None


def _span(ledger: Ledger[S, A, E, V], record: Record[A]) -> tuple[int, int] | None:
    match record.deed:
        case TakenBack(to_seq):
            return to_seq + 1, record.seq - 1
        case Amended(seq) if _left_out(record):
            first = ledger.records[seq - 1].first
            return seq, max(one.seq for one in ledger.records[seq - 1 :] if one.first == first)
        case Amended(seq):
            return seq, seq
        case _:
            return None


def _undo(ledger: Ledger[S, A, E, V], lines: tuple[Entry, ...]) -> Undo | None:
    to_seq = undo_to(ledger)
    if to_seq is None:
        return None
    return Undo(to_seq, lines[to_seq], needs_consent(ledger, to_seq))


def _peeked(sitting: Sitting[S, A, E, V], seat: Seat) -> Peeked[A, V]:
    hosted, state = sitting.ledger.hosted, sitting.ledger.state
    return Peeked(seat, hosted.view_for(state, seat), hosted.choices(state, seat))
