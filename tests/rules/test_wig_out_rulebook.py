"""Wig Out!, paragraph by paragraph of its rules."""

import pytest

from companion.rules.core import Seat
from companion.rules.wig_out.actions import (
    Call,
    ClaimStall,
    EnterCards,
    FalseCall,
    FalseStart,
    Go,
    LockOutEnds,
    WrongMatch,
)
from companion.rules.wig_out.choices import choices
from companion.rules.wig_out.events import (
    CallRight,
    CardsCounted,
    GameWon,
    RaceBegun,
    RoundBegun,
    RoundScored,
    RoundVoid,
)
from companion.rules.wig_out.options import Edition, FalseCalls, FalseStarts, Options, Tie
from companion.rules.wig_out.state import Checking, Counting, Ended, Over, Race, Ready, RoundResult
from companion.rules.wig_out.transition import setup
from companion.rules.wig_out.view import SeatView, asked, view_for
from tests.rules.wig_out_tables import (
    ANA,
    BEN,
    CLEO,
    DAN,
    after,
    called,
    counted,
    events,
    kinds,
    offered,
    play_round,
    racing,
    refusal,
    table,
)

# Object


def test_object_the_first_to_call_with_an_empty_hand_scores_nothing_and_the_lowest_score_wins() -> None:
    state = table(Options(rounds=2))
    state = play_round(state, ANA, ben=3, cleo=5)
    assert state.points == (0, 3, 5)
    state = play_round(state, BEN, ana=4, cleo=1)
    assert state.points == (4, 3, 6)
    assert state.winners == (BEN,)


# Set Up


@pytest.mark.parametrize(("seats", "hand"), [(2, 7), (3, 7), (4, 7), (5, 5), (6, 5)])
def test_set_up_two_to_four_get_seven_cards_and_five_or_six_get_five(seats: int, hand: int) -> None:
    assert table(seats=seats).dealt == (hand,) * seats


@pytest.mark.parametrize(
    ("edition", "stock"),
    [(Edition.SIXTY, (44, 37, 30, 33, 28)), (Edition.SEVENTY, (54, 47, 40, 43, 38))],
)
def test_set_up_the_rest_is_the_stock_when_two_have_been_turned_up(
    edition: Edition, stock: tuple[int, ...]
) -> None:
    tables = [table(Options(edition=edition), seats=seats) for seats in range(2, 7)]
    assert tuple(view_for(state, None).stock for state in tables) == stock


def test_set_up_a_player_is_chosen_to_be_the_dealer() -> None:
    state = setup(Options(), 3, CLEO, (0, 0, 0))
    assert (state.dealer, state.stage) == (CLEO, Ready())


# Game Play


def test_game_play_the_dealer_says_go_and_all_race_at_once() -> None:
    state = table()
    assert offered(state) == [Go(ANA)]
    assert asked(state) == (ANA,)
    assert events(state, Go(ANA)) == (RaceBegun(ANA),)
    race = after(state, Go(ANA))
    assert race.stage == Race()
    assert asked(race) == (), "nobody is asked anything in a race"
    assert all(Call(seat) in choices(race, seat) for seat in race.seats)


def test_game_play_what_is_drawn_and_played_is_the_tables_business() -> None:
    """Nothing but a call, or all being stuck, can be told of a race."""
    assert kinds(racing()) == {Call, ClaimStall}


# Ending a Round


def test_ending_a_round_a_call_stops_it_at_once() -> None:
    state = after(racing(), Call(BEN))
    assert state.stage == Checking((BEN,))
    assert refusal(state, Call(CLEO)) == "call_in_check"


def test_ending_a_round_everybody_left_with_cards_gets_a_point_a_card() -> None:
    state = called(racing(), BEN)
    assert events(state, EnterCards(CLEO, 4)) == (CallRight((BEN,)), CardsCounted(CLEO, 4))
    state = after(state, EnterCards(CLEO, 4))
    assert isinstance(state.stage, Counting)
    assert asked(state) == (ANA,)
    told = events(state, EnterCards(ANA, 2))
    assert told == (CardsCounted(ANA, 2), RoundScored(1, (2, 0, 4)), RoundBegun(2, BEN, (7, 7, 7), False))
    after_it = after(state, EnterCards(ANA, 2))
    assert after_it.results == (RoundResult(1, Ended.CALL, (BEN,), (2, 0, 4), (2, 0, 4)),)


def test_ending_a_round_as_many_taps_as_losers() -> None:
    state = called(racing(seats=6), DAN)
    for seat in (s for s in state.seats if s != DAN):
        state = after(state, EnterCards(Seat(seat), 1))
    assert state.round == 2


def test_ending_a_round_the_player_to_the_left_of_the_dealer_deals_the_next() -> None:
    state = table(seats=3)
    dealers = []
    for _ in range(5):
        dealers.append(state.dealer)
        state = play_round(state, CLEO)
    assert dealers == [ANA, BEN, CLEO, ANA, BEN]


# End of the Game


def test_end_of_the_game_after_the_fifth_round_the_lowest_score_wins() -> None:
    state = table()
    for caller in (ANA, ANA, BEN, CLEO):
        state = play_round(state, caller)
        assert not isinstance(state.stage, Over)
    state = called(after(state, Go(BEN)), ANA)
    state = after(state, EnterCards(BEN, 2))
    assert events(state, EnterCards(CLEO, 2))[-1] == GameWon((ANA,))
    over = after(state, EnterCards(CLEO, 2))
    assert over.points == (2, 5, 5)
    assert offered(over) == []
    assert refusal(over, Go(CLEO)) == "game_over"


@pytest.mark.parametrize("rounds", [1, 7])
def test_end_of_the_game_a_longer_or_shorter_one_may_be_chosen(rounds: int) -> None:
    state = table(Options(rounds=rounds))
    for _ in range(rounds):
        assert not state.winners
        state = play_round(state, ANA)
    assert state.winners == (ANA,)


# Note


def test_note_when_nobody_can_play_no_points_are_scored_and_a_new_round_is_dealt() -> None:
    state = after(racing(), ClaimStall(ANA), ClaimStall(BEN))
    assert RoundVoid(1, False) in events(state, ClaimStall(CLEO))
    again = after(state, ClaimStall(CLEO))
    assert again.points == (0, 0, 0)
    assert again.results == ()
    assert (again.round, again.dealer, again.stage) == (1, BEN, Ready())


# What a viewer sees


def test_a_view_says_of_each_seat_what_the_table_knows() -> None:
    options = Options(rounds=1, tie=Tie.SUDDEN_DEATH_ROUND, false_start=FalseStarts.LOCK_OUT)
    state = counted(called(racing(options), BEN), ana=0, cleo=4)
    state = after(state, FalseStart(ANA), Go(BEN), Call(BEN), FalseCall(BEN), Call(BEN), WrongMatch(ANA))
    assert view_for(state, None).seats == (
        SeatView(0, plays=True, dealt=7, fewer=0, early=True, locked=True, false_calls=0, left=None, wrong=1),
        SeatView(0, plays=True, dealt=7, fewer=0, early=False, locked=False, false_calls=1, left=0, wrong=0),
        SeatView(
            4, plays=False, dealt=0, fewer=0, early=False, locked=False, false_calls=0, left=None, wrong=0
        ),
    )
    assert {seat.wrong for seat in view_for(table(), None).seats} == {0}


# What the app adds: the press before GO, the call that is none


def test_nothing_of_one_race_is_carried_into_the_next() -> None:
    options = Options(false_call=FalseCalls.LOCK_OUT, false_start=FalseStarts.LOCK_OUT)
    state = after(table(options), FalseStart(BEN), Go(ANA), Call(CLEO), FalseCall(CLEO), LockOutEnds(BEN))
    assert (state.early, state.locked, state.false_calls) == ((BEN,), (CLEO,), (0, 0, 1))
    state = counted(after(state, Call(ANA)))
    assert (state.early, state.locked, state.false_calls) == ((), (), (0, 0, 0))
