"""Every refusal of Wig Out! can be met, and the keys are declared."""

from typing import Any

import pytest

from companion.rules.core import Refusal, Seat
from companion.rules.wig_out import refusals
from companion.rules.wig_out.actions import (
    Call,
    ClaimStall,
    DeadHeat,
    DenyStall,
    EnterCards,
    FalseCall,
    FalseStart,
    FirstDealer,
    Go,
    LockOutEnds,
    StockEmpty,
    WrongMatch,
)
from companion.rules.wig_out.options import EmptyStock, FalseStarts, Options, Tie
from companion.rules.wig_out.state import State
from companion.rules.wig_out.transition import setup
from companion.table.hosted.wig_out import WigOut
from tests.rules.wig_out_tables import (
    ANA,
    BEN,
    CLEO,
    after,
    called,
    counted,
    play_round,
    racing,
    refusal,
    table,
)

LOCKS = Options(false_start=FalseStarts.LOCK_OUT)
READY, RACE, CHECK = table(), racing(), called(racing(), BEN)
COUNT = after(CHECK, EnterCards(ANA, 2))
EARLY = after(table(LOCKS), FalseStart(BEN))
STUCK = after(RACE, ClaimStall(BEN))
CHOOSING = setup(Options(), 3, None, (0, 0, 0))
OVER = play_round(table(Options(rounds=1)), ANA)
SUDDEN = counted(called(racing(Options(rounds=1, tie=Tie.SUDDEN_DEATH_ROUND)), BEN), ana=0, cleo=2)
"""Ana and Ben are tied; Ben deals."""
SUDDEN_RACE = after(SUDDEN, Go(BEN))
SUDDEN_CHECK = called(SUDDEN_RACE, BEN)
ENDS = Options(empty_stock=EmptyStock.END_AND_SCORE)

CASES: list[tuple[str, State, Any]] = [
    ("not_an_action", RACE, "call"),
    ("not_an_action", RACE, Call(True)),  # type: ignore[arg-type]
    ("not_an_action", RACE, Call(1.0)),  # type: ignore[arg-type]
    ("not_an_action", CHECK, EnterCards(ANA, -1)),
    ("not_an_action", CHECK, EnterCards(ANA, True)),
    ("not_an_action", CHECK, EnterCards(ANA, "3")),  # type: ignore[arg-type]
    ("no_such_seat", RACE, Call(Seat(3))),
    ("no_such_seat", RACE, Call(Seat(-1))),
    ("game_over", OVER, Go(BEN)),
    ("game_over", OVER, EnterCards(BEN, 1)),
    ("not_now", READY, FirstDealer(BEN)),
    ("not_now", CHOOSING, Go(ANA)),
    ("not_now", RACE, Go(ANA)),
    ("not_now", RACE, DeadHeat(ANA)),
    ("not_now", RACE, FalseCall(ANA)),
    ("not_now", RACE, EnterCards(ANA, 1)),
    ("not_now", RACE, WrongMatch(ANA)),
    ("not_now", READY, EnterCards(ANA, 1)),
    ("not_now", READY, ClaimStall(ANA)),
    ("not_now", CHECK, ClaimStall(ANA)),
    ("not_now", CHECK, DenyStall(ANA)),
    ("not_now", COUNT, FalseCall(BEN)),
    ("not_now", COUNT, DeadHeat(CLEO)),
    ("not_now", COUNT, LockOutEnds(BEN)),
    ("not_now", EARLY, LockOutEnds(BEN)),
    ("not_now", called(racing(LOCKS), ANA), FalseStart(BEN)),
    ("not_now", called(racing(ENDS), ANA), StockEmpty(BEN)),
    ("not_the_dealer", READY, Go(BEN)),
    ("not_playing", SUDDEN_RACE, Call(CLEO)),
    ("not_playing", SUDDEN_RACE, ClaimStall(CLEO)),
    ("not_playing", after(SUDDEN_RACE, ClaimStall(BEN)), DenyStall(CLEO)),
    ("not_playing", SUDDEN_CHECK, DeadHeat(CLEO)),
    ("not_playing", SUDDEN_CHECK, EnterCards(CLEO, 0)),
    ("not_playing", SUDDEN_CHECK, WrongMatch(CLEO)),
    ("before_go", READY, Call(BEN)),
    ("before_go", CHOOSING, Call(BEN)),
    ("call_in_check", CHECK, Call(ANA)),
    ("call_in_check", CHECK, Call(BEN)),
    ("race_over", COUNT, Call(CLEO)),
    ("locked_out", after(EARLY, Go(ANA)), Call(BEN)),
    ("locked_out", called(after(EARLY, Go(ANA)), ANA), DeadHeat(BEN)),
    ("not_locked_out", RACE, LockOutEnds(ANA)),
    ("early_is_ignored", READY, FalseStart(BEN)),
    ("already_early", EARLY, FalseStart(BEN)),
    ("already_called", CHECK, DeadHeat(BEN)),
    ("not_called", CHECK, FalseCall(ANA)),
    ("already_claimed", STUCK, ClaimStall(BEN)),
    ("no_stall_claimed", RACE, DenyStall(BEN)),
    ("stock_goes_on", RACE, StockEmpty(BEN)),
    ("caller_has_none", CHECK, EnterCards(BEN, 0)),
    ("caller_has_none", COUNT, EnterCards(BEN, 0)),
    ("already_entered", COUNT, EnterCards(ANA, 3)),
    ("too_many_cards", CHECK, EnterCards(ANA, 52)),
    ("too_many_cards", COUNT, EnterCards(CLEO, 50)),
    ("too_many_cards", CHECK, EnterCards(ANA, 10**30)),
]

CORRECTIONS: list[tuple[str, State, str, bool]] = [
    ("no_layout", RACE, "R", False),
    ("no_layout", RACE, "", True),
    ("game_over", OVER, "", False),
]


@pytest.mark.parametrize(("key", "state", "action"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)])
def test_an_action_is_refused_for_its_reason(key: str, state: State, action: Any) -> None:
    assert refusal(state, action) == key


@pytest.mark.parametrize(("key", "state", "seen", "ends_turn"), CORRECTIONS)
def test_a_correction_is_refused_for_its_reason(key: str, state: State, seen: str, ends_turn: bool) -> None:
    assert WigOut().corrected(state, seen, ends_turn=ends_turn) == Refusal(f"wig_out.{key}")


def test_every_declared_refusal_is_met_above() -> None:
    assert {f"wig_out.{case[0]}" for case in (*CASES, *CORRECTIONS)} == refusals.KEYS
