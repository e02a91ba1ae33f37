"""Each decision about Wig Out!, default and option, by its number."""

import re
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path

import pytest

from companion.rules.core import Seat
from companion.rules.wig_out import decisions
from companion.rules.wig_out import events as e
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
from companion.rules.wig_out.choices import choices
from companion.rules.wig_out.options import (
    Edition,
    EmptyStock,
    FalseCalls,
    FalseStarts,
    Options,
    Stall,
    Tie,
    Waiting,
)
from companion.rules.wig_out.state import Checking, Choosing, Ended, Race, Ready, State
from companion.rules.wig_out.transition import setup
from companion.rules.wig_out.view import asked, view_for
from tests.rules.wig_out_tables import (
    ANA,
    BEN,
    CLEO,
    DAN,
    EVE,
    after,
    called,
    counted,
    counting,
    events,
    kinds,
    offered,
    play_round,
    racing,
    refusal,
    table,
)


def most_enterable(state: State, seat: Seat) -> int:
    return max(action.cards for action in choices(state, seat) if isinstance(action, EnterCards))


def stuck(state: State) -> State:
    """All who play say that nobody can go on."""
    return after(state, *(ClaimStall(seat) for seat in state.playing))


# all of them together


def test_every_option_is_a_decision_with_all_its_values_and_the_default_first() -> None:
    by_field = {decision.field: decision for decision in decisions.OPEN}
    assert set(by_field) == {field.name for field in fields(Options)}
    for field in fields(Options):
        settings = [value.setting for value in by_field[field.name].values]
        assert settings[0] == field.default
        assert all(replace(Options(), **{field.name: setting}) for setting in settings)  # type: ignore[arg-type]
        if isinstance(field.default, StrEnum):
            assert set(settings) == set(type(field.default))
        if isinstance(field.default, bool):
            assert set(settings) == {False, True}


def test_nothing_settled_can_be_chosen_and_everything_has_words() -> None:
    assert all(decision.field is None and not decision.values for decision in decisions.SETTLED)
    assert all(decision.question and decision.reading for decision in decisions.DECISIONS)
    assert all(value.words for decision in decisions.OPEN for value in decision.values)


def test_every_decision_of_the_list_is_there() -> None:
    listed = {f"W{n:02}" for n in range(1, 21)} | {f"S{n}" for n in range(24, 29)} | {"handicap"}
    assert {decision.id for decision in decisions.DECISIONS} == listed


def test_every_decision_has_an_example_named_after_it() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    named = {word.upper() for word in re.findall(r"^def test_([sw]\d\d)_", text, re.MULTILINE)}
    assert {decision.id for decision in decisions.DECISIONS} - named == {"handicap"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", "60"), ("edition", 60), ("rounds", 0), ("rounds", 100), ("rounds", True),
        ("rounds", 5.0), ("empty_stock", None), ("stall", Tie.SHARED), ("void_counts", 1),
        ("waiting", "allowed"), ("reminder_s", 0), ("reminder_s", 1.5), ("false_call", "none"),
        ("penalty", 0), ("penalty", None), ("lock_out_s", 61), ("false_start", False),
        ("tie_window_ms", -1), ("tie_window_ms", 1001), ("wrong_match_points", -1), ("tie", "shared"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_named(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        Options(**{field: value})  # type: ignore[arg-type]


def test_a_handicap_deals_a_seat_fewer_cards() -> None:
    state = racing(fewer=(0, 3, 0))
    assert state.dealt == (7, 4, 7)
    assert most_enterable(called(state, BEN), ANA) == 60 - 2 - 4, "Ben has laid at least four"
    for fewer in ((0, 7, 0), (0, -1, 0), (0, True, 0), (0, 0), [0, 0, 0]):
        with pytest.raises(ValueError, match=r"^fewer"):
            setup(Options(), 3, ANA, fewer)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^fewer\[2\]: a whole number from 0 to 4"):
        setup(Options(), 5, ANA, (0, 0, 5, 0, 0))


# W01 … W20


@pytest.mark.parametrize(("edition", "cards"), [(Edition.SIXTY, 60), (Edition.SEVENTY, 70)])
def test_w01_no_more_cards_are_left_than_the_edition_holds(edition: Edition, cards: int) -> None:
    """Two lie open, and the caller has laid seven."""
    state = called(racing(Options(edition=edition)), ANA)
    assert most_enterable(state, BEN) == cards - 2 - 7
    assert refusal(state, EnterCards(BEN, cards - 8)) == "too_many_cards"
    rest = after(state, EnterCards(BEN, 30))
    assert most_enterable(rest, CLEO) == cards - 2 - 7 - 30


@pytest.mark.parametrize("empty_stock", [EmptyStock.PLAY_ON, EmptyStock.RECYCLE_PILES])
def test_w02_an_empty_stock_ends_nothing(empty_stock: EmptyStock) -> None:
    state = racing(Options(empty_stock=empty_stock))
    assert StockEmpty not in kinds(state)
    assert refusal(state, StockEmpty(ANA)) == "stock_goes_on"


def test_w02_recycle_piles_cards_that_were_laid_may_be_in_hands_again() -> None:
    state = called(racing(Options(empty_stock=EmptyStock.RECYCLE_PILES)), ANA)
    assert most_enterable(state, BEN) == 59, "the last card laid lies on its pile"
    assert after(state, EnterCards(BEN, 59))
    assert refusal(state, EnterCards(BEN, 60)) == "too_many_cards"


def test_w02_end_and_score_everybodys_cards_count_and_nobody_is_out() -> None:
    state = racing(Options(empty_stock=EmptyStock.END_AND_SCORE))
    assert events(state, StockEmpty(CLEO)) == (e.StockRanOut(CLEO),)
    state = after(state, StockEmpty(CLEO))
    assert asked(state) == (ANA, BEN, CLEO)
    assert most_enterable(state, ANA) == 58
    state = counted(state, ana=1, ben=2, cleo=3)
    assert state.points == (1, 2, 3)
    assert (state.results[0].ended, state.results[0].callers) == (Ended.STOCK, ())


def test_w03_void_a_stall_with_any_number_of_cards_scores_nothing() -> None:
    state = stuck(racing(seats=6))
    assert state.results == ()
    assert (state.round, state.stage) == (1, Ready())


def test_w03_score_hands_everybodys_cards_count() -> None:
    state = racing(Options(stall=Stall.SCORE_HANDS))
    state = after(state, ClaimStall(ANA), ClaimStall(BEN))
    assert events(state, ClaimStall(CLEO)) == (e.StallClaimed(CLEO, ()), e.HandsCount(1))
    state = counted(after(state, ClaimStall(CLEO)), ana=2, ben=0, cleo=1)
    assert state.points == (2, 0, 1)
    assert state.results[0].ended is Ended.STALL


def test_w04_every_seat_must_agree_to_a_stall() -> None:
    state = after(racing(seats=4), ClaimStall(BEN), ClaimStall(DAN), ClaimStall(ANA))
    assert state.stage == Race((BEN, DAN, ANA))
    assert asked(state) == (CLEO,)
    assert refusal(state, ClaimStall(BEN)) == "already_claimed"
    assert after(state, ClaimStall(CLEO)).stage == Ready()


def test_w04_the_dealers_no_cancels_it() -> None:
    state = after(racing(), ClaimStall(BEN), ClaimStall(CLEO), DenyStall(ANA))
    assert state.stage == Race()


def test_w05_a_void_round_is_played_again_by_the_next_dealer() -> None:
    state = stuck(racing(Options(rounds=1)))
    assert (state.round, state.dealer, state.results) == (1, BEN, ())
    assert play_round(state, CLEO).winners == (CLEO,)


def test_w05_void_counts_it_is_one_of_the_rounds() -> None:
    state = stuck(racing(Options(rounds=2, void_counts=True)))
    assert (state.round, state.dealer) == (2, BEN)
    assert (state.results[0].ended, state.results[0].points) == (Ended.VOID, (0, 0, 0))
    assert state.results[0].left == (None, None, None)
    assert play_round(state, CLEO).winners == (CLEO,)


def test_w05_void_counts_a_void_last_round_ends_the_game() -> None:
    state = table(Options(rounds=2, void_counts=True), points=(3, 1, 2), round=2)
    assert stuck(after(state, Go(ANA))).winners == (BEN,)


@pytest.mark.parametrize("waiting", list(Waiting))
def test_w06_the_app_cannot_see_who_waits_and_only_shows_how_it_is_read(waiting: Waiting) -> None:
    state = racing(Options(waiting=waiting))
    assert kinds(state) == {Call, ClaimStall}
    assert view_for(state, None).options.waiting is waiting


@pytest.mark.parametrize("reminder_s", [None, 20])
def test_w06_a_reminder_is_for_the_screen_and_changes_no_rule(reminder_s: int | None) -> None:
    state = racing(Options(reminder_s=reminder_s))
    assert view_for(state, None).options.reminder_s == reminder_s
    assert offered(state) == offered(racing())


def test_w07_cards_are_laid_without_the_app() -> None:
    """Singles and pairs are judged by those who see them; the app hears of the race's end only."""
    assert all(not hasattr(action, "cards") for action in offered(racing()))
    assert kinds(racing()) == {Call, ClaimStall}


def test_w08_two_plays_at_once_are_the_tables_business_and_two_calls_are_not() -> None:
    state = racing()
    assert DeadHeat not in kinds(state)
    assert DeadHeat in kinds(called(state, BEN))


def test_w09_none_a_false_call_is_void_and_the_race_goes_on() -> None:
    state = called(racing(), BEN)
    told = events(state, FalseCall(BEN))
    assert told == (e.CallFalse(BEN, FalseCalls.NONE, 0), e.RaceResumed())
    state = after(state, FalseCall(BEN))
    assert state.stage == Race()
    assert Call(BEN) in choices(state, BEN)
    assert counted(called(state, BEN), ana=1, cleo=1).points == (1, 0, 1)


def test_w09_points_each_false_call_costs_points_in_that_round() -> None:
    state = called(racing(Options(false_call=FalseCalls.POINTS, penalty=3)), BEN)
    assert events(state, FalseCall(BEN))[0] == e.CallFalse(BEN, FalseCalls.POINTS, 3)
    state = after(state, FalseCall(BEN), Call(BEN), FalseCall(BEN), Call(BEN))
    state = counted(state, ana=1, cleo=2)
    assert state.points == (1, 6, 2), "Ben went out in the end, and called twice too early"
    assert state.results[0].left == (1, 0, 2)
    assert play_round(state, ANA).points == (1, 7, 3), "only in that round"


def test_w09_draw_the_app_says_how_many_and_the_hand_counts_them() -> None:
    state = called(racing(Options(false_call=FalseCalls.DRAW, penalty=4)), BEN)
    assert events(state, FalseCall(BEN))[0] == e.CallFalse(BEN, FalseCalls.DRAW, 4)
    state = counted(after(state, FalseCall(BEN), Call(ANA)), ben=6, cleo=1)
    assert state.points == (0, 6, 1)


def test_w09_lock_out_the_caller_may_not_call_until_it_is_over() -> None:
    state = called(racing(Options(false_call=FalseCalls.LOCK_OUT, lock_out_s=5)), BEN)
    assert events(state, FalseCall(BEN))[0] == e.CallFalse(BEN, FalseCalls.LOCK_OUT, 5)
    state = after(state, FalseCall(BEN))
    assert refusal(state, Call(BEN)) == "locked_out"
    assert Call(ANA) in choices(state, ANA)
    assert events(state, LockOutEnds(BEN)) == (e.LockOutEnded(BEN),)
    assert Call(BEN) in choices(after(state, LockOutEnds(BEN)), BEN)


def test_w09_lock_out_time_goes_on_while_another_call_is_checked() -> None:
    state = after(called(racing(Options(false_call=FalseCalls.LOCK_OUT)), BEN), FalseCall(BEN), Call(ANA))
    assert refusal(state, DeadHeat(BEN)) == "locked_out"
    state = after(state, LockOutEnds(BEN))
    assert DeadHeat(BEN) in choices(state, BEN)
    assert after(state, FalseCall(ANA)).locked == (ANA,)


def test_w10_the_earliest_call_ends_the_race_and_a_second_empty_hand_scores_nothing_too() -> None:
    state = after(racing(), Call(BEN))
    assert refusal(state, Call(ANA)) == "call_in_check"
    assert counted(state, ana=0, cleo=2).points == (0, 0, 2)


def test_w10_a_dead_heat_has_two_callers_and_neither_scores() -> None:
    state = after(racing(), Call(BEN))
    assert events(state, DeadHeat(ANA)) == (e.CalledTogether(ANA, (BEN,)),)
    state = after(state, DeadHeat(ANA))
    assert state.stage == Checking((BEN, ANA))
    assert events(state, EnterCards(CLEO, 2))[0] == e.CallRight((BEN, ANA))
    state = after(state, EnterCards(CLEO, 2))
    assert state.results[0].callers == (BEN, ANA)
    assert state.points == (0, 0, 2)


def test_w10_the_order_of_a_dead_heat_changes_no_score() -> None:
    one = counted(called(racing(), BEN, ANA), cleo=2)
    two = counted(called(racing(), ANA, BEN), cleo=2)
    assert one.points == two.points
    assert one.dealer == two.dealer


def test_w10_all_call_at_once_and_one_of_them_says_that_all_hands_are_empty() -> None:
    state = called(racing(seats=2), BEN, ANA)
    assert EnterCards(ANA, 0) in choices(state, ANA)
    assert refusal(state, EnterCards(ANA, 1)) == "caller_has_none"
    state = after(state, EnterCards(ANA, 0))
    assert state.results[0].points == (0, 0)


@pytest.mark.parametrize("window_ms", [0, 50])
def test_w10_who_stamps_the_presses_judges_by_the_window(window_ms: int) -> None:
    """The rules know no time: a dead heat may be told whatever the window is, since a clock may fail too."""
    state = called(racing(Options(tie_window_ms=window_ms)), BEN)
    assert view_for(state, None).options.tie_window_ms == window_ms
    assert DeadHeat(ANA) in choices(state, ANA)


def test_w11_an_empty_hand_alone_ends_nothing() -> None:
    assert EnterCards not in kinds(racing())
    assert refusal(racing(), EnterCards(ANA, 0)) == "not_now"


def test_w12_cards_in_the_air_are_counted_with_the_hand() -> None:
    """Whatever a hand holds after the call may be entered, more than was dealt as well."""
    state = called(racing(), ANA)
    assert {action.cards for action in choices(state, BEN) if isinstance(action, EnterCards)} == set(
        range(52)
    )


def test_w13_a_wrong_card_seen_after_the_race_counts_as_one_in_hand() -> None:
    state = called(racing(), ANA)
    assert events(state, WrongMatch(BEN)) == (e.CallRight((ANA,)), e.WrongMatchFound(BEN, 1))
    state = after(state, WrongMatch(BEN), WrongMatch(ANA), WrongMatch(BEN))
    assert counting(state).wrong == (1, 2, 0)
    state = counted(state, ben=1, cleo=2)
    assert state.points == (1, 3, 2), "of the caller's too"
    assert state.results[0].left == (0, 1, 2)


def test_w13_wrong_match_points_it_costs_more() -> None:
    state = called(racing(Options(wrong_match_points=2)), ANA)
    assert events(state, WrongMatch(BEN))[1] == e.WrongMatchFound(BEN, 3)
    state = after(state, WrongMatch(BEN))
    assert counted(state, ben=1, cleo=2).points == (0, 4, 2)


def test_w13_seen_while_they_race_it_is_taken_back_and_nobody_tells_the_app() -> None:
    assert refusal(racing(), WrongMatch(BEN)) == "not_now"


def test_w13_no_more_cards_lie_wrongly_than_are_left_of_the_box() -> None:
    state = after(called(racing(seats=2), ANA), *[WrongMatch(ANA)] * 58)
    assert refusal(state, WrongMatch(ANA)) == "too_many_cards"
    assert refusal(state, EnterCards(BEN, 1)) == "too_many_cards"
    assert after(state, EnterCards(BEN, 0)).results[0].points == (58, 0)


def test_w14_shared_all_with_the_lowest_score_win() -> None:
    state = table(Options(rounds=2), points=(3, 1, 2), round=2)
    state = play_round(state, CLEO, ana=4, ben=1)
    assert state.points == (7, 2, 2)
    assert state.winners == (BEN, CLEO)


def test_w14_sudden_death_the_tied_play_one_more_round() -> None:
    state = table(Options(rounds=2, tie=Tie.SUDDEN_DEATH_ROUND), points=(3, 1, 2), round=2)
    state = called(after(state, Go(ANA)), CLEO)
    state = after(state, EnterCards(ANA, 4))
    told = events(state, EnterCards(BEN, 1))
    assert told[-2:] == (e.Tied((BEN, CLEO)), e.RoundBegun(3, BEN, (0, 7, 7), True))
    state = after(state, EnterCards(BEN, 1))
    assert not state.winners
    assert play_round(state, BEN, cleo=1).winners == (BEN,)


def test_w14_sudden_death_is_for_ties_only() -> None:
    state = table(Options(rounds=2, tie=Tie.SUDDEN_DEATH_ROUND), points=(3, 1, 2), round=2)
    assert play_round(state, BEN).winners == (BEN,)


def test_w15_the_table_names_the_first_dealer_or_any_seat_may_be_drawn() -> None:
    state = setup(Options(), 3, None, (0, 0, 0))
    assert state.stage == Choosing()
    assert offered(state) == [FirstDealer(ANA), FirstDealer(BEN), FirstDealer(CLEO)]
    assert events(state, FirstDealer(CLEO)) == (
        e.DealerChosen(CLEO),
        e.RoundBegun(1, CLEO, (7, 7, 7), False),
    )
    assert play_round(after(state, FirstDealer(CLEO)), BEN).dealer == ANA


@pytest.mark.parametrize("rounds", [1, 3, 5, 99])
def test_w16_any_number_of_rounds_may_be_played(rounds: int) -> None:
    state = table(Options(rounds=rounds), seats=2)
    for _ in range(rounds):
        state = play_round(state, BEN)
    assert state.winners == (BEN,)
    assert state.points == (rounds, 0)


def test_w17_two_cards_are_turned_up_alike_or_not() -> None:
    assert view_for(table(seats=2), None).stock == 60 - 14 - 2


def test_w18_ignored_a_press_before_go_does_not_count() -> None:
    state = table()
    assert refusal(state, Call(BEN)) == "before_go"
    assert refusal(state, FalseStart(BEN)) == "early_is_ignored"
    assert Call(BEN) in choices(after(state, Go(ANA)), BEN)


def test_w18_lock_out_whoever_was_early_may_not_call_at_first() -> None:
    state = table(Options(false_start=FalseStarts.LOCK_OUT))
    assert refusal(state, Call(BEN)) == "before_go"
    assert events(state, FalseStart(BEN)) == (e.StartedEarly(BEN),)
    state = after(state, FalseStart(BEN))
    assert refusal(state, FalseStart(BEN)) == "already_early"
    assert refusal(state, LockOutEnds(BEN)) == "not_now", "it runs from GO"
    state = after(state, Go(ANA))
    assert refusal(state, Call(BEN)) == "locked_out"
    assert Call(BEN) in choices(after(state, LockOutEnds(BEN)), BEN)


def test_w18_lock_out_a_press_from_before_go_may_arrive_after_it() -> None:
    state = racing(Options(false_start=FalseStarts.LOCK_OUT))
    state = after(state, FalseStart(BEN))
    assert state.locked == (BEN,)
    state = after(state, LockOutEnds(BEN))
    assert refusal(state, FalseStart(BEN)) == "already_early", "once a race"


def test_w19_the_table_is_asked_whether_the_hand_is_empty() -> None:
    state = called(racing(), BEN)
    assert asked(state) == (BEN,)
    assert kinds(state) == {FalseCall, DeadHeat, EnterCards, WrongMatch}
    yes = after(state, EnterCards(ANA, 3))
    assert refusal(yes, FalseCall(BEN)) == "not_now", "taking the entry back asks again"
    assert after(state, FalseCall(BEN)).stage == Race()


@pytest.mark.parametrize("seats", [0, 1, 7, True, 2.0, None])
def test_w20_two_to_six_play(seats: int) -> None:
    with pytest.raises(ValueError, match=r"^seats: 2 to 6"):
        setup(Options(), seats, None, (0,) * 2)


# settled


def test_s24_a_press_while_a_call_is_checked_is_checked_when_the_call_was_false() -> None:
    state = called(racing(), BEN)
    assert refusal(state, Call(CLEO)) == "call_in_check"
    state = after(state, FalseCall(BEN), Call(CLEO))
    assert state.stage == Checking((CLEO,))


def test_s24_a_false_press_in_a_dead_heat_is_a_false_call_like_any_other() -> None:
    state = called(racing(Options(false_call=FalseCalls.POINTS, penalty=2)), BEN, ANA)
    assert events(state, FalseCall(BEN)) == (e.CallFalse(BEN, FalseCalls.POINTS, 2),)
    state = after(state, FalseCall(BEN))
    assert state.stage == Checking((ANA,)), "Ana's call is still to be checked"
    assert counted(state, ben=1, cleo=2).points == (0, 3, 2)
    both = after(called(racing(), BEN, ANA), FalseCall(ANA), FalseCall(BEN))
    assert both.stage == Race()


def test_s25_points_for_a_false_call_fall_away_when_the_round_is_void() -> None:
    options = Options(false_call=FalseCalls.POINTS, void_counts=True, rounds=2)
    state = stuck(after(called(racing(options), BEN), FalseCall(BEN)))
    assert state.points == (0, 0, 0)
    assert play_round(state, BEN).points == (1, 0, 1)


def test_s25_they_stay_when_hands_are_counted() -> None:
    options = Options(false_call=FalseCalls.POINTS, stall=Stall.SCORE_HANDS)
    state = stuck(after(called(racing(options), BEN), FalseCall(BEN)))
    assert counted(state, ana=1, ben=1, cleo=1).points == (1, 3, 1)


@pytest.mark.parametrize("seat", [ANA, BEN, CLEO])
def test_s26_any_no_cancels_a_stall_a_second_thought_too(seat: Seat) -> None:
    state = after(racing(), ClaimStall(BEN), ClaimStall(CLEO))
    assert events(state, DenyStall(seat)) == (e.StallOff(seat),)
    state = after(state, DenyStall(seat))
    assert state.stage == Race()
    assert refusal(state, DenyStall(seat)) == "no_stall_claimed"


def test_s26_a_call_cancels_a_stall() -> None:
    state = after(racing(), ClaimStall(BEN), ClaimStall(CLEO))
    assert events(state, Call(ANA)) == (e.StallOff(None), e.Called(ANA))
    assert after(state, Call(ANA), FalseCall(ANA)).stage == Race()


def test_s26_so_does_an_empty_stock() -> None:
    state = after(racing(Options(empty_stock=EmptyStock.END_AND_SCORE)), ClaimStall(BEN))
    assert events(state, StockEmpty(ANA)) == (e.StallOff(None), e.StockRanOut(ANA))


def tied(options: Options, *, seats: int = 5) -> State:
    """Ben and Dan are tied after the only round; Cleo deals the sudden-death round."""
    state = racing(replace(options, rounds=1, tie=Tie.SUDDEN_DEATH_ROUND), seats=seats)
    state = replace(state, dealer=BEN)
    return counted(called(state, BEN), ana=2, cleo=2, dan=0, eve=2)


def test_s27_only_the_tied_play_and_get_the_cards_of_so_many_players() -> None:
    state = tied(Options())
    assert state.playing == (BEN, DAN)
    assert state.dealt == (0, 7, 0, 7, 0)
    assert offered(state) == [Go(CLEO)], "who deals need not play"
    race = after(state, Go(CLEO))
    assert refusal(race, Call(EVE)) == "not_playing"
    assert refusal(race, ClaimStall(EVE)) == "not_playing"
    assert offered(race) == [Call(BEN), ClaimStall(BEN), Call(DAN), ClaimStall(DAN)]


def test_s27_its_points_break_the_tie_and_are_not_added() -> None:
    state = play_round(tied(Options()), DAN, ben=3)
    assert state.winners == (DAN,)
    assert state.points == (2, 0, 2, 0, 2)
    assert state.results[-1].points == (None, 3, None, 0, None)


def test_s27_whoever_is_still_tied_shares_the_win() -> None:
    state = tied(Options())
    assert play_round(state, DAN, ben=0).winners == (BEN, DAN)


def test_s27_a_void_sudden_death_round_is_played_again() -> None:
    state = tied(Options())
    again = stuck(after(state, Go(CLEO)))
    assert (again.round, again.playing, again.dealer) == (2, (BEN, DAN), DAN)
    counts = stuck(after(tied(Options(void_counts=True)), Go(CLEO)))
    assert counts.winners == (BEN, DAN), "unless void rounds count"


def test_s28_any_seat_may_report_the_empty_stock() -> None:
    state = racing(Options(empty_stock=EmptyStock.END_AND_SCORE))
    assert all(StockEmpty(seat) in choices(state, seat) for seat in state.seats)
    assert refusal(called(state, ANA), StockEmpty(BEN)) == "not_now"
