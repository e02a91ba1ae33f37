"""One kept happening of a race was not so: it alone is out, and what came after stands as far as it can."""

import random
from typing import Any

import pytest

from companion.rules.all_wound_up import actions as a
from companion.rules.core import Refusal
from companion.table import inbound as ib
from companion.table.ledger import Ledger
from companion.table.race_shown import Fate
from companion.table.snapshot import RecordKind
from companion.table.telling import tell
from companion.table.thread import follow
from tests.table.race_chaos import RaceChaos
from tests.table.race_evening import RaceEvening
from tests.table.test_race_sitting import ANA, still, through, touched, walking


def without(ledger: Ledger[Any, Any, Any, Any], seq: int) -> tuple[Any, list[int]] | None:
    """Where the records lead without all that was done with record `seq`, and which of them do not follow.

    None where other cards would have come: which, only the dealer knows.
    """
    hosted, state, broken = ledger.hosted, ledger.start, []
    first = ledger.records[seq - 1].first
    for step in ledger.counting():
        if not step.cards and ledger.records[step.seq - 1].first == first:
            continue
        if step.cards is (hosted.deck(state) is None):
            return None
        after = hosted.apply(state, step.deed.action)  # type: ignore[union-attr]  # a race has nothing else
        if isinstance(after, Refusal):
            broken.append(step.seq)
        else:
            state = after.state
    return None if hosted.deck(state) is not None else (state, broken)


@pytest.mark.parametrize("race", range(12))
def test_the_state_is_that_of_the_records_without_it_or_nothing_changes(seed: int, race: int) -> None:
    rng = random.Random(f"{seed}-{race}")
    chaos = RaceChaos(rng)
    chaos.play(90)
    assert chaos.faults == []
    evening = chaos.evening
    everybody = frozenset(evening.hosted.seats(evening.state))
    for _ in range(6):
        ledger = evening.table.sitting.ledger
        kept = [s.seq for s in ledger.counting() if ledger.records[s.seq - 1].because.get("happenings")]
        if not kept:
            return
        seq = rng.choice(kept)
        expected = without(ledger, seq)
        ask = ib.Amend(seq, None, False, evening.now_ns, everybody)
        shown = evening.table.handle(ask)
        if shown.refusal is not None:
            assert shown.refusal.key == "table.would_drop"
            assert evening.table.sitting.ledger is ledger, "nothing changed"
            assert expected is None or [b.seq for b in shown.broken] == expected[1]
            shown = evening.tap(ib.Amend(seq, None, True, evening.now_ns, everybody))
        after = evening.table.sitting.ledger
        left_out = len(ledger.records) + 1  # what is read on from there comes after it
        if expected is not None:
            assert after.state_at(after.heads[left_out]) == expected[0]
        assert seq not in {step.seq for step in after.counting()}
        assert shown.timeline[left_out - 1].counts
        setup = evening.setup
        assert follow(evening.hosted, evening.hosted.rules_version, setup, evening.keeper.lines).state == (
            after.state
        )


def brain_then_still() -> RaceEvening:
    """Steve touched the well's Brain, then all stood still, as the eye has seen."""
    table = walking()
    table.eye(touched(4.0), through(4.0), *still(5.0))
    assert table.state.tokens[ANA][0] == 1
    return table


def seq_of(table: RaceEvening, what: str) -> int:
    seq = table.told(what).seq
    assert seq is not None
    return seq


def test_a_brain_that_was_not_touched_is_out_and_the_walk_is_over_all_the_same() -> None:
    table = brain_then_still()
    head, seq = table.state.head, seq_of(table, "touched")
    table.tap(ib.Amend(seq, None, False, table.now_ns))
    assert table.state.tokens[ANA][0] == 0
    assert table.state.head == head, "nothing that came after is lost"
    table.eye(touched(4.0), through(9.0))
    assert table.state.tokens[ANA][0] == 0, "said again it is not so either"
    assert table.again().state == table.state


def test_the_timeline_tells_what_was_left_out_and_undo_brings_it_back() -> None:
    table = brain_then_still()
    before, seq = table.state, seq_of(table, "touched")
    shown = table.tap(ib.Amend(seq, None, False, table.now_ns))
    last = shown.timeline[-1]
    assert (last.kind, last.by, last.span, last.counts) == (RecordKind.AMENDED, None, (seq, seq), True)
    assert not shown.timeline[seq - 1].counts
    assert next(reversed(list(tell(table.table.sitting.ledger))))["span"] == [seq, seq]
    assert shown.undo is not None
    shown = table.tap(ib.TakeBack(shown.undo.to_seq, frozenset(), table.now_ns))
    assert table.state == before
    assert not shown.timeline[last.seq - 1].counts


def test_what_cannot_stand_without_it_is_told_and_nothing_changes() -> None:
    table = brain_then_still()
    let_go = seq_of(table, "let_go")
    ledger = table.table.sitting.ledger
    shown = table.table.handle(ib.Amend(let_go, None, False, table.now_ns))
    assert shown.refusal is not None
    assert shown.refusal.key == "table.would_drop"
    later = {seq_of(table, what) for what in ("stepped_on", "touched", "stood_still")}
    assert {broken.seq for broken in shown.broken} == later
    assert table.table.sitting.ledger is ledger
    assert table.told("touched").fate is Fate.KEPT


def test_the_newest_thing_left_out_leaves_what_was_before() -> None:
    table = brain_then_still()
    for what in ("stood_still", "touched"):
        table.tap(ib.Amend(seq_of(table, what), None, False, table.now_ns))
    assert table.state.figures[ANA].under == ()
    assert table.again().state == table.state


def test_what_was_done_at_once_by_hand_is_left_out_at_once() -> None:
    table = walking()
    before = table.state
    table.act(a.TouchZone(ANA, ANA, "well/1"), a.LeaveBoard(ANA, ANA, wholly=True))
    newest = table.table.sitting.ledger.last_seq
    shown = table.tap(ib.Amend(newest, None, False, table.now_ns))
    assert table.state == before
    assert shown.timeline[-1].span == (newest - 1, newest)


def test_a_change_can_be_left_out_as_well() -> None:
    table = brain_then_still()
    table.tap(ib.Amend(seq_of(table, "touched"), a.TouchZone(ANA, ANA, "well/0"), True, table.now_ns))
    changed = table.table.sitting.ledger.last_seq
    shown = table.tap(ib.Amend(changed, None, True, table.now_ns))
    assert shown.timeline[-1].span == (changed, changed)
    assert table.state.figures[ANA].under == ()
