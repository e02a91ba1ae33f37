"""All Wound Up, paragraph by paragraph of its rulebook."""

from dataclasses import replace

import pytest

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.cards import ACTIONS, DECK_SIZE, TURNS, Card
from companion.rules.all_wound_up.choices import chance, choices
from companion.rules.all_wound_up.figures import Away, Gone, On
from companion.rules.all_wound_up.options import Figures, Options
from companion.rules.all_wound_up.stages import Bidding, Drafting, Following, Passing, Raising
from companion.rules.all_wound_up.tasks import Enter, Rise, Settle, Turn, Walk, Wind
from companion.rules.all_wound_up.tokens import ALL, Rank
from companion.rules.all_wound_up.transition import setup
from companion.rules.core import Seat
from tests.rules.all_wound_up_tables import (
    ANA,
    BEN,
    CLEO,
    DAN,
    FIGURES,
    IN_APP,
    LINE,
    ON_TABLE,
    OVAL,
    RING,
    SHIPPED,
    SHORT,
    after,
    begun,
    bunch,
    dealt,
    events,
    is_over,
    offered,
    purse,
    refusal,
    table,
    walking,
    won,
)

# Components


def test_there_are_sixty_cards_and_five_tokens_of_each_of_five_colours() -> None:
    assert sum(SHIPPED.copies) == DECK_SIZE == 60
    assert begun().supply == ALL == (5, 5, 5, 5, 5)


# Setup


def test_each_player_gets_one_of_the_figures_at_random() -> None:
    state = setup(Options(), LINE, SHIPPED, 3, CLEO)
    assert [action.name for action in chance(state)] == sorted(FIGURES)  # type: ignore[union-attr]
    state = after(state, a.FigureDrawn(ANA, "Gus"))
    assert "Gus" not in [action.name for action in chance(state)]  # type: ignore[union-attr]


def test_the_table_agrees_on_start_and_course_and_the_finish_is_the_gate() -> None:
    state = begun()
    assert state.race.course == ("crypt", "yard", "well", "gate")
    assert state.race.start == "by the oak"
    with pytest.raises(ValueError, match=r"race\.gate: it must lie on the last tile"):
        setup(Options(), replace(LINE, course=LINE.course[::-1]), SHIPPED, 3, CLEO)


def test_no_figure_is_on_the_board_until_an_action_card_concerns_it() -> None:
    state = begun()
    assert all(isinstance(figure.place, Away) for figure in state.figures)
    state = won(table())
    assert state.tasks[0] == Enter(ANA)
    assert choices(state, ANA) == (a.Place(ANA, "crypt"),)
    assert isinstance(state.figures[BEN].place, Away)


def test_the_oldest_deals_first_and_the_next_to_the_left_bids_first() -> None:
    state = begun(dealer=BEN)
    assert state.dealer == BEN
    assert state.bidder == CLEO


# The game


def test_ten_cards_are_dealt_to_each() -> None:
    state = dealt(begun(IN_APP))
    assert [state.hands.size(seat) for seat in state.seats] == [10, 10, 10]


def test_after_a_round_the_next_to_the_left_deals() -> None:
    state = table(hands=1)
    state = after(state, a.Pass(ANA), a.Pass(BEN))
    assert state.dealer == CLEO
    state = after(state, a.Pass(CLEO))
    assert (state.round, state.dealer) == (2, ANA)


# Passing, two players


def test_two_players_pass_three_cards_then_replace_two_and_then_one() -> None:
    state = begun(seats=2)
    assert state.stage == Passing(0, None, (0, 0))
    first = after(state, a.HandOver(BEN))
    assert first.hands.size(BEN) == 7, "the three are on their way"
    state = after(first, a.HandOver(ANA))
    assert [state.hands.size(seat) for seat in state.seats] == [10, 10]
    told = events(state, a.HandOver(ANA))
    assert told == (e.CardsHandedOver(ANA, 2, replaced=True),)
    state = after(state, a.HandOver(ANA), a.HandOver(BEN))
    assert events(state, a.HandOver(ANA)) == (e.CardsHandedOver(ANA, 1, replaced=True),)
    state = after(state, a.HandOver(ANA), a.HandOver(BEN))
    assert state.stage == Bidding(ANA), "the hands are ready to play this round"


# Passing, three or four players


@pytest.mark.parametrize(("seats", "steps"), [(3, [4, 3, 2, 1]), (4, [5, 4, 3, 2, 1])])
def test_three_or_four_players_pass_one_card_more_than_players_and_fewer_each_time(
    seats: int, steps: list[int]
) -> None:
    state = begun(seats=seats)
    passed: list[int] = []
    while isinstance(state.stage, Passing):
        asked = state.stage.seat
        assert asked is not None
        told = events(state, a.HandOver(asked))
        passed.append(told[0].cards)
        state = after(state, a.HandOver(asked))
    assert passed == [many for many in steps for _ in range(seats)]


def test_passing_begins_left_of_the_dealer_and_goes_to_the_left() -> None:
    state = begun(seats=4)
    assert state.dealer == DAN
    assert state.stage == Passing(0, ANA, (0, 0, 0, 0))
    state = after(state, a.HandOver(ANA))
    assert [state.hands.size(seat) for seat in state.seats] == [5, 15, 10, 10]


def test_cards_in_the_app_are_passed_one_at_a_time() -> None:
    state = dealt(begun(IN_APP))
    card = state.hands.known(ANA)[0]
    assert events(state, a.PassCard(ANA, card)) == (e.CardPassed(ANA, BEN, card),)  # type: ignore[arg-type]


# Bidding


def test_step_1_the_bidder_lays_all_cards_of_a_kind_and_wilds_or_passes() -> None:
    state = table(IN_APP, hands=("3 3 W W R", "1", "1"))
    bids = [action for action in choices(state, ANA) if isinstance(action, a.MakeBid)]
    assert a.MakeBid(ANA, Card.WIND_3, 2, 1) in bids
    assert {(bid.kind, bid.cards) for bid in bids} >= {(Card.WIND_3, 2), (Card.RIGHT, 1)}
    assert a.Pass(ANA) in choices(state, ANA)
    assert refusal(state, a.MakeBid(ANA, Card.WIND_3, 1, 0)) == "must_follow_type"
    assert refusal(state, a.MakeBid(ANA, Card.WILD, 0, 1)) == "not_an_action_card"
    laid = after(state, a.MakeBid(ANA, Card.WIND_3, 2, 1))
    assert laid.hands.known(ANA) == bunch("R W")


def test_step_2_each_player_lays_all_cards_of_the_kind_and_wilds() -> None:
    state = table(IN_APP, hands=("3", "3 3 W", "1"))
    state = after(state, a.MakeBid(ANA, Card.WIND_3, 1, 0))
    assert [type(state.stage), state.stage.seat] == [Following, BEN]  # type: ignore[union-attr]
    assert choices(state, BEN) == (a.Follow(BEN, 2, 0), a.Follow(BEN, 2, 1))
    state = after(state, a.Follow(BEN, 2, 1), a.Follow(CLEO, 0, 0))
    assert state.stage.bid.amounts == (1, 3, 0)  # type: ignore[union-attr]


def test_step_3_wilds_raise_a_bid_until_all_have_passed() -> None:
    state = table(hands=5)
    state = after(state, a.MakeBid(ANA, Card.WIND_1, 1, 0), a.Follow(BEN, 0, 0), a.Follow(CLEO, 1, 0))
    assert state.stage == Raising(state.stage.bid, BEN)  # type: ignore[union-attr]
    state = after(state, a.Pass(BEN), a.Pass(CLEO), a.Raise(ANA, 2), a.Pass(BEN), a.Pass(CLEO))
    assert isinstance(state.stage, Raising)
    assert events(state, a.Pass(ANA))[1] == e.BidWon((ANA,), Card.WIND_1, 3)


def test_step_4_who_bid_the_most_does_what_the_card_says() -> None:
    state = table(hands=5, on={0: "crypt", 1: "crypt", 2: "crypt"})
    state = after(state, a.MakeBid(ANA, Card.WIND_4, 1, 0), a.Follow(BEN, 2, 0), a.Follow(CLEO, 0, 0))
    state = after(state, a.Pass(BEN), a.Pass(CLEO), a.Pass(ANA))
    assert state.tasks == (Wind(BEN, 4),)


def test_step_4_tied_players_act_clockwise_and_the_bidder_first() -> None:
    state = table(hands=5, on={0: "crypt", 1: "crypt", 2: "crypt"}, bidder=BEN)
    state = after(state, a.MakeBid(BEN, Card.RIGHT, 1, 0), a.Follow(CLEO, 0, 0), a.Follow(ANA, 1, 0))
    state = after(state, a.Pass(CLEO), a.Pass(ANA), a.Pass(BEN))
    assert state.tasks[0] == Turn(BEN, by=BEN)
    assert after(state, a.Done(BEN)).tasks == (Turn(ANA, by=ANA),)


def test_step_5_the_next_to_the_left_bids() -> None:
    state = won(table(hands=5, on={0: "crypt"}), Card.LEFT)
    assert after(state, a.Done(ANA)).stage == Bidding(BEN)


def test_the_round_goes_on_until_nobody_has_a_card() -> None:
    state = won(table(hands=1, on={0: "crypt"}), Card.LEFT, ANA, BEN, CLEO)
    state = after(state, a.Done(ANA), a.Place(BEN, "crypt"), a.Done(BEN), a.Done(BEN), a.Place(CLEO, "crypt"))
    told = events(state, a.Done(CLEO), a.Done(CLEO))
    assert told[1:3] == (e.RoundEnded((0, 0, 0)), e.RoundBegun(2, ANA, 10))


# Wind 1-4


@pytest.mark.parametrize(("kind", "turns"), list(TURNS.items()))
def test_a_wind_card_winds_by_exactly_its_number(kind: Card, turns: int) -> None:
    state = won(table(on={0: "crypt"}), kind)
    assert state.tasks[0] == Wind(ANA, turns)
    assert events(state, a.Release(ANA)) == (e.WalkBegun(ANA, turns),)


def test_who_lets_go_too_early_lifts_the_figure_waits_and_winds_again() -> None:
    state = walking(table(on={0: "crypt", 1: "crypt"}))
    state = after(state, a.StepOn(ANA, ANA, "yard"), a.Fall(ANA, BEN))
    state = after(state, a.LetGoEarly(ANA))
    assert state.figures[ANA].place == On("crypt")
    assert not state.figures[BEN].fallen
    assert offered(state) == [a.Release(ANA)]


def test_what_happened_after_a_correct_release_is_final() -> None:
    state = walking(table(on={0: "crypt", 1: "crypt"}))
    state = after(state, a.StepOn(ANA, BEN, "yard"), a.StandStill(ANA))
    assert state.figures[BEN].place == On("yard")
    assert state.figures[BEN].reached == 2


def test_fallen_figures_are_stood_up_clockwise_from_the_dealer() -> None:
    state = walking(table(on={0: "crypt", 1: "crypt", 2: "crypt"}, dealer=BEN))
    state = after(state, a.Fall(ANA, ANA), a.Fall(ANA, CLEO), a.Fall(ANA, BEN), a.StandStill(ANA))
    assert state.tasks == (Rise(BEN), Rise(CLEO), Rise(ANA))
    state = after(state, a.Done(BEN))
    assert not state.figures[BEN].fallen


def test_a_figure_that_left_the_board_comes_back_on_the_tile_before() -> None:
    state = walking(table(on={0: "well"}, reached={0: 3}))
    state = after(state, a.LeaveBoard(ANA, ANA, wholly=True), a.StandStill(ANA))
    assert choices(state, ANA) == (a.Place(ANA, "yard"),)
    assert after(state, a.Place(ANA, "yard")).tasks[0] == Settle(ANA)


# Turn Right, Turn Left, Turn an Opponent


@pytest.mark.parametrize("kind", [Card.RIGHT, Card.LEFT])
def test_a_turn_card_turns_ones_own_figure_where_it_stands(kind: Card) -> None:
    state = won(table(on={0: "crypt"}), kind)
    assert state.tasks == (Turn(ANA, by=ANA),)
    assert e.FigureTurned(ANA, ANA) in events(state, a.Done(ANA))


def test_an_opponents_figure_is_turned_after_its_owner_has_placed_it() -> None:
    state = won(table(), Card.OPPONENT)
    assert choices(state, ANA) == (a.PickOpponent(ANA, BEN), a.PickOpponent(ANA, CLEO))
    state = after(state, a.PickOpponent(ANA, CLEO))
    assert choices(state, CLEO) == (a.Place(CLEO, "crypt"),)
    state = after(state, a.Place(CLEO, "crypt"), a.Done(CLEO))
    assert state.tasks == (Turn(CLEO, by=ANA),)


# Wild


def test_wilds_only_increase_bids() -> None:
    state = table(IN_APP, hands=("W", "1", "1"))
    assert refusal(state, a.MakeBid(ANA, Card.WILD, 1, 0)) == "not_an_action_card"
    assert {bid.kind for bid in choices(state, ANA) if isinstance(bid, a.MakeBid)} == set(ACTIONS)


def test_wilds_alone_may_bid_for_a_kind_that_was_not_bid_for_and_is_not_held() -> None:
    state = replace(table(IN_APP, hands=("W 1", "1", "1")), fresh=(Card.LEFT, Card.WIND_1))
    bids = {(bid.kind, bid.cards) for bid in choices(state, ANA) if isinstance(bid, a.MakeBid)}
    assert bids == {(Card.LEFT, 0), (Card.WIND_1, 1)}


# Tile action zones


def test_a_mausoleum_takes_the_figure_off_and_it_comes_back_on_the_tile_before() -> None:
    state = walking(table(on={0: "well"}, reached={0: 3}))
    state = after(state, a.TouchZone(ANA, ANA, "well/mausoleum"))
    assert state.figures[ANA].place == Away(Gone.MAUSOLEUM, "yard")
    state = after(state, a.StandStill(ANA))
    assert isinstance(state.stage, Bidding), "not before it is the target of an action card"
    state = won(after(state, a.Pass(BEN), a.Pass(CLEO)), Card.RIGHT)
    assert choices(state, ANA) == (a.Place(ANA, "yard"),)


def test_a_grave_takes_the_figure_off_and_it_comes_back_on_that_grave() -> None:
    state = walking(table(on={0: "well"}, reached={0: 3}))
    state = after(state, a.TouchZone(ANA, ANA, "well/grave"), a.StandStill(ANA), a.Pass(BEN), a.Pass(CLEO))
    state = won(state, Card.RIGHT)
    assert choices(state, ANA) == (a.Place(ANA, "well"),)
    state = after(state, a.Place(ANA, "well"))
    assert state.figures[ANA].under == ("well/grave",)


def test_the_first_brain_brings_a_black_token() -> None:
    state = walking(table(on={0: "crypt"}))
    told = events(state, a.TouchZone(ANA, ANA, "crypt/brain"))
    assert told == (e.BrainTouched(ANA, "crypt/brain", Rank.BLACK, True),)
    assert after(state, a.TouchZone(ANA, ANA, "crypt/brain")).tokens[ANA] == purse(black=1)


def test_a_later_brain_brings_one_more_or_an_upgrade() -> None:
    state = table(on={0: "crypt"}, tokens={0: (Rank.BLACK,)}, brains={0: ("yard/brain",)})
    state = after(walking(state), a.TouchZone(ANA, ANA, "crypt/brain"), a.StandStill(ANA))
    turn = [action for action in choices(state, ANA) if not isinstance(action, a.UseToken | a.DeclareToken)]
    assert turn == [a.GainToken(ANA), a.UpgradeToken(ANA, Rank.BLACK), a.DeclineToken(ANA)]
    assert after(state, a.GainToken(ANA)).tokens[ANA] == purse(black=2)
    assert after(state, a.UpgradeToken(ANA, Rank.BLACK)).tokens[ANA] == purse(purple=1)
    assert after(state, a.DeclineToken(ANA)).tokens[ANA] == purse(black=1)


def test_steve_upgrades_to_green_while_no_purple_is_left() -> None:
    """The rulebook's own example."""
    state = table(
        on={0: "crypt"}, tokens={0: (Rank.BLACK,), 1: (Rank.PURPLE,) * 5}, brains={0: ("yard/brain",)}
    )
    state = after(walking(state), a.TouchZone(ANA, ANA, "crypt/brain"), a.StandStill(ANA))
    told = events(state, a.UpgradeToken(ANA, Rank.BLACK))
    assert told[0] == e.TokenUpgraded(ANA, Rank.BLACK, Rank.GREEN)


# Table 1: Brain tokens


def test_black_takes_a_turn_of_the_key_away_and_green_adds_one() -> None:
    state = won(table(on={0: "crypt"}, tokens={0: (Rank.BLACK, Rank.GREEN, Rank.GREEN)}), Card.WIND_3)
    assert after(state, a.UseToken(ANA, Rank.BLACK, ANA)).tasks[0] == Wind(ANA, 2)
    state = after(state, a.UseToken(ANA, Rank.GREEN, ANA), a.UseToken(ANA, Rank.GREEN, ANA))
    assert state.tasks[0] == Wind(ANA, 5)


def test_purple_turns_ones_own_figure_at_any_time() -> None:
    state = table(on={1: "crypt"}, tokens={1: (Rank.PURPLE,)})
    state = after(state, a.UseToken(BEN, Rank.PURPLE, BEN))
    assert state.tasks == (Turn(BEN, by=BEN, token=True),)
    assert after(state, a.Done(BEN)).stage == Bidding(ANA)


def test_yellow_takes_a_random_card_from_another_hand() -> None:
    state = table(IN_APP, hands=("1", "2 R", "3"), tokens={0: (Rank.YELLOW,)})
    state = after(state, a.UseToken(ANA, Rank.YELLOW, BEN))
    assert chance(state) == (a.CardTaken(ANA, Card.RIGHT), a.CardTaken(ANA, Card.WIND_2))
    state = after(state, a.CardTaken(ANA, Card.RIGHT))
    assert state.hands.known(ANA) == bunch("1 R")
    assert state.hands.known(BEN) == bunch("2")


def test_red_raises_a_bid_by_one() -> None:
    state = table(tokens={0: (Rank.RED,)})
    state = after(state, a.MakeBid(ANA, Card.LEFT, 1, 0), a.UseToken(ANA, Rank.RED, ANA))
    assert state.stage.bid.amounts == (2, 0, 0)  # type: ignore[union-attr]


def test_tokens_touch_ones_own_figure_only() -> None:
    state = won(table(on={0: "crypt", 1: "crypt"}, tokens={1: (Rank.BLACK, Rank.PURPLE)}))
    assert refusal(state, a.UseToken(BEN, Rank.BLACK, ANA)) == "own_figure_only"
    assert refusal(state, a.UseToken(BEN, Rank.PURPLE, ANA)) == "own_figure_only"


# Winning the game


@pytest.mark.parametrize("race", [LINE, RING, OVAL, SHORT], ids=["line", "ring", "oval", "short"])
def test_the_first_figure_that_follows_the_course_through_the_gate_wins(race: object) -> None:
    state = walking(table(race=race, on={0: race.course[0]}))  # type: ignore[attr-defined, arg-type]
    for tile in race.course[1:]:  # type: ignore[attr-defined]
        state = after(state, a.StepOn(ANA, ANA, tile))
    assert events(state, a.Cross(ANA, (ANA,), True))[-1] == e.GameWon(ANA)
    assert is_over(after(state, a.Cross(ANA, (ANA,), True)))


def test_nobody_wins_by_going_backward_through_the_gate() -> None:
    state = walking(table(on={0: "gate"}, reached={0: 4}))
    state = after(state, a.Cross(ANA, (ANA,), False))
    assert not is_over(state)
    assert isinstance(state.tasks[0], Walk)


def test_nobody_wins_without_having_followed_the_course() -> None:
    state = after(walking(table(on={0: "crypt"})), a.StepOn(ANA, ANA, "gate"), a.Cross(ANA, (ANA,), True))
    assert not is_over(state)
    assert state.figures[ANA].reached == 1


def test_figures_may_be_chosen_if_the_table_likes() -> None:
    state = setup(Options(figures=Figures.CHOSEN), LINE, SHIPPED, 2, Seat(1))
    assert state.stage == Drafting(ANA)
    assert choices(state, ANA) == tuple(a.ChooseFigure(ANA, name) for name in FIGURES)
    assert ON_TABLE.figures is Figures.RANDOM
