"""Wig Out! at the table: calls, false calls and counted cards as records of a real sitting."""

from typing import Any

import pytest

from companion.rules.core import Refusal, Seat
from companion.rules.wig_out.actions import Call, ClaimStall, EnterCards, FalseCall, FirstDealer, Go
from companion.rules.wig_out.options import Options, Tie
from companion.rules.wig_out.state import Checking, Race, Ready
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.wig_out import WigOut
from companion.table.hosted.wig_out_setup import as_setup
from companion.table.snapshot import Eye, Snapshot
from companion.table.telling import tell
from companion.table.thread import Table
from tests.table.evening import MemoryKeeper

ANA, BEN, CLEO = Seat(0), Seat(1), Seat(2)


class Evening:
    def __init__(self, options: Options = Options(), lines: Any = (), dealer: Seat | None = ANA) -> None:  # noqa: B008
        self.now_ns = 0
        self.keeper = MemoryKeeper(lines)
        self.table: Table[Any, Any, Any, Any] = Table(
            WigOut(),
            rules=1,
            setup=as_setup(options, 3, dealer),
            names=("Ana", "Ben", "Cleo"),
            lines=lines,
            dealer=SecretDealer(b"7" * 32),
            keeper=self.keeper,
            wall=lambda: self.now_ns / 1e9,
            delay_s=3,
            eye=Eye.NONE,
        )

    @property
    def shown(self) -> Snapshot[Any, Any]:
        return self.table.snapshot

    def does(self, inbound: Any) -> "Evening":
        self.table.handle(inbound)
        assert self.shown.refusal is None, self.shown.refusal
        return self

    def acts(self, *actions: Any, **because: Any) -> "Evening":
        return self.does(ib.Act(actions, self.now_ns, because))

    def plays(self, dealer: Seat, caller: Seat, **left: int) -> "Evening":
        self.acts(Go(dealer)).acts(Call(caller))
        for name, cards in left.items():
            self.acts(EnterCards({"ana": ANA, "ben": BEN, "cleo": CLEO}[name], cards))
        return self

    @property
    def points(self) -> list[int]:
        return [seat.points for seat in self.shown.view.seats]


def test_what_was_pressed_travels_beside_the_call() -> None:
    evening = Evening().acts(Go(ANA)).acts(Call(BEN), box="3F", at_us=81_402_113, margin_us=12_400)
    assert isinstance(evening.shown.view.stage, Checking)
    line = evening.keeper.lines[-1]
    assert line["action"] == {"do": "call", "seat": 1}
    assert line["because"]["said"] == {"box": "3F", "at_us": 81_402_113, "margin_us": 12_400}


def test_a_round_is_written_as_go_a_call_and_a_record_a_loser() -> None:
    evening = Evening().plays(ANA, BEN, ana=3, cleo=1)
    assert [line["action"]["do"] for line in evening.keeper.lines] == [
        "go", "call", "enter_cards", "enter_cards",
    ]  # fmt: skip
    assert evening.points == [3, 0, 1]


def test_a_false_call_is_a_record_and_the_race_goes_on() -> None:
    evening = Evening().acts(Go(ANA)).acts(Call(BEN)).acts(FalseCall(BEN))
    assert evening.shown.view.stage == Race()
    assert len(evening.keeper.lines) == 3


def test_a_wrong_yes_is_taken_back_and_the_call_is_checked_again() -> None:
    evening = Evening().acts(Go(ANA)).acts(Call(BEN)).acts(EnterCards(ANA, 2))
    undo = evening.shown.undo
    assert undo is not None
    assert not undo.needs_consent
    evening.does(ib.TakeBack(undo.to_seq, frozenset(), 0))
    assert evening.shown.view.stage == Checking((BEN,))
    evening.acts(FalseCall(BEN))
    assert evening.shown.view.stage == Race()


def test_a_past_round_is_changed_where_it_stands() -> None:
    evening = Evening().plays(ANA, BEN, ana=3, cleo=1).plays(BEN, CLEO, ana=2, ben=2)
    assert evening.points == [5, 2, 1]
    wrong = next(
        entry.seq for entry in evening.shown.timeline if any(hasattr(e, "cards") for e in entry.events)
    )
    evening.does(ib.Amend(wrong, EnterCards(ANA, 13), False, 0))
    assert evening.points == [15, 2, 1]
    assert evening.shown.view.round == 3
    assert evening.shown.view.results[0].points == (13, 0, 1)


def test_a_change_that_undoes_a_tie_says_that_the_sudden_death_round_would_go() -> None:
    evening = Evening(Options(rounds=1, tie=Tie.SUDDEN_DEATH_ROUND)).plays(ANA, BEN, ana=0, cleo=1)
    assert evening.shown.view.sudden_death
    evening.acts(Go(BEN))
    evening.table.handle(ib.Amend(3, EnterCards(ANA, 1), False, 0))
    assert evening.shown.refusal == Refusal("table.would_drop")
    assert [broken.seq for broken in evening.shown.broken] == [5]
    evening.does(ib.Amend(3, EnterCards(ANA, 1), True, 0))
    assert evening.shown.view.winners == (BEN,)


def test_the_app_draws_lots_for_the_first_dealer() -> None:
    evening = Evening(dealer=None)
    assert FirstDealer(CLEO) in evening.shown.choices
    evening.does(ib.FlipForUs(0))
    assert evening.shown.view.stage == Ready()
    assert evening.shown.view.dealer in (ANA, BEN, CLEO)


def test_a_game_goes_on_from_what_was_written() -> None:
    evening = Evening().plays(ANA, BEN, ana=3, cleo=1).acts(Go(BEN)).acts(ClaimStall(ANA))
    again = Evening(lines=evening.keeper.lines)
    assert again.shown.view == evening.shown.view
    assert again.keeper.lines == evening.keeper.lines


def test_an_action_that_does_not_count_leaves_no_record() -> None:
    evening = Evening()
    evening.table.handle(ib.Act((Call(BEN),), 0))
    assert evening.shown.refusal == Refusal("wig_out.before_go")
    assert evening.keeper.lines == []


@pytest.mark.parametrize("rounds", [5])
def test_a_whole_evening_is_told(rounds: int) -> None:
    evening = Evening(Options(rounds=rounds))
    for number in range(rounds):
        evening.plays(Seat(number % 3), BEN, ana=2, cleo=number)
    assert evening.shown.view.winners == (BEN,)
    told = list(tell(evening.table.sitting.ledger))
    assert told[-1]["events"][-1] == {"event": "GameWon", "winners": [1]}
    assert evening.keeper.summary["points"] == [10, 0, 10]
