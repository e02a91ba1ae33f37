"""Each decision about All 4 It, default and option, by its number."""

from dataclasses import fields, replace

import pytest

from companion.rules.all_4_it import decisions
from companion.rules.all_4_it.actions import (
    ClearGrid,
    ClosePower,
    Exchange,
    Flip,
    Imprint,
    OpenFree,
    OpenPower,
    Pass,
    Return,
    SetCell,
    ShapeDrawn,
    ShowShape,
    Touch,
)
from companion.rules.all_4_it.cards import BLANKS
from companion.rules.all_4_it.choices import chance, choices
from companion.rules.all_4_it.correcting import correct
from companion.rules.all_4_it.events import (
    GameWon,
    GridCorrected,
    PowerReturned,
    PowerUsed,
    RoundBegun,
    RoundScored,
    ShapePlayed,
    ShapesReshuffled,
    TurnBegun,
)
from companion.rules.all_4_it.options import Options, ShapeDeck, Tie
from companion.rules.all_4_it.state import BARE, Colour, DrawPower, Phase, Pile, State
from companion.rules.all_4_it.transition import setup
from companion.rules.all_4_it.view import event_for, view_for
from companion.rules.core import PaperHands, Refusal, Seat, Step
from tests.rules.all_4_it_tables import (
    ALMOST_FULL,
    FULL,
    ON_TABLE,
    RED,
    SHIPPED,
    WHITE,
    after,
    begun,
    cards,
    dealt,
    events,
    grid,
    offered,
    refusal,
    rows,
    table,
)

LAST_ROW = (21, 22, 23, 24)
FILL = Imprint(RED, "I", LAST_ROW)
TWO_AND_TWO = (("Splash", "Turncoat"), ("Pluck", "Sweep"))


def filled_by(seat: Seat, options: Options = Options(), **more: object) -> State:  # noqa: B008
    """The state after `seat` has filled the grid with an `I`."""
    state = table(options, shapes=(("I", "O"), ("I", "O")), lies=ALMOST_FULL, to_move=seat, **more)  # type: ignore[arg-type]
    return after(state, Imprint(seat, "I", LAST_ROW))


def without_shapes(state: State, *seats: Seat) -> State:
    """These seats have neither a shape nor a deck nor discards."""
    bare = [replace(own, shapes=(), deck=Pile(), discards=()) for own in state.seats]
    return replace(
        state,
        seats=tuple(bare[s] if s in seats else own for s, own in enumerate(state.seats)),  # type: ignore[arg-type]
    )


# The decisions as data


def test_every_decision_is_written_down() -> None:
    numbers = {decision.id for decision in decisions.DECISIONS}
    assert numbers == {f"F{n:02}" for n in range(1, 28)} | {f"S{n}" for n in range(16, 24)} | {"cards"}


def test_every_option_has_its_question_and_begins_with_the_rulebook() -> None:
    asked = {decision.field: decision for decision in decisions.OPEN}
    assert set(asked) == {field.name for field in fields(Options)}
    for name, decision in asked.items():
        assert decision.values[0].setting == getattr(Options(), str(name))
        for value in decision.values:
            assert getattr(replace(Options(), **{str(name): value.setting}), str(name)) == value.setting  # type: ignore[arg-type]
            assert value.words


def test_nothing_settled_can_be_chosen_and_everything_has_words() -> None:
    assert all(decision.field is None and not decision.values for decision in decisions.SETTLED)
    assert all(decision.question and decision.reading for decision in decisions.DECISIONS)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rounds", 0), ("rounds", 100), ("rounds", True), ("rounds", 4.0), ("max_turns_per_round", 0),
        ("max_turns_per_round", -3), ("max_turns_per_round", "9"), ("tie", "shared"), ("debt", 1),
        ("cards", None), ("shape_deck", Tie.SHARED), ("free_shapes", "yes"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_named(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        Options(**{field: value})  # type: ignore[arg-type]


# F01 … F27


def test_f01_the_seven_shapes_that_ship_are_marked_as_assumed() -> None:
    assert {shape.name for shape in SHIPPED.shapes} == set("IOTSZLJ")
    assert SHIPPED.shapes_assumed


def test_f01_a_shape_may_be_any_four_cells() -> None:
    corners = replace(SHIPPED.shapes[0], points=((0, 0), (0, 4), (4, 0), (4, 4)))
    state = table(deck=replace(cards(), shapes=(corners,)))
    after(state, Imprint(RED, "I", (0, 4, 20, 24)))
    assert refusal(state, Imprint(RED, "I", (0, 1, 2, 3))) == "not_that_shape"


def test_f01_free_shapes_off_only_known_shapes_are_played() -> None:
    assert refusal(begun(ON_TABLE), OpenFree(RED)) == "no_free_shapes"


def test_f01_free_shapes_on_a_real_shape_may_be_any_four_cells() -> None:
    state = begun(replace(ON_TABLE, free_shapes=True))
    state = after(state, OpenFree(RED), Touch(RED, 24), Touch(RED, 0), Touch(RED, 7))
    assert state.to_move == RED
    assert events(state, Touch(RED, 3))[1] == ShapePlayed(RED, None, (0, 3, 7, 24), ())
    state = after(state, Touch(RED, 3))
    assert (rows(state)[0], state.to_move) == ("R..R.", WHITE)


def test_f01_free_shapes_on_a_cell_is_touched_once() -> None:
    state = after(begun(replace(ON_TABLE, free_shapes=True)), OpenFree(RED), Touch(RED, 24))
    assert refusal(state, Touch(RED, 24)) == "cell_already_set"
    assert refusal(state, Imprint(RED, "I", (0, 1, 2, 3))) == "not_now"


def test_f01_free_shapes_on_when_both_shapes_are_entered_it_is_one_of_those() -> None:
    state = begun(replace(ON_TABLE, free_shapes=True))
    state = after(state, ShowShape(RED, "I"), ShowShape(RED, "O"))
    assert refusal(state, OpenFree(RED)) == "shapes_known"
    assert refusal(state, Imprint(RED, "T", (0, 1, 2, 6))) == "shape_not_held"


def test_f01_free_shapes_mean_nothing_while_the_app_holds_the_cards() -> None:
    assert refusal(begun(Options(free_shapes=True)), OpenFree(RED)) == "no_free_shapes"


def test_f02_there_are_four_of_each_shape_that_ships_so_that_both_decks_are_even() -> None:
    assert {shape.copies for shape in SHIPPED.shapes} == {4}


def test_f03_at_least_eight_house_powers_ship_and_are_marked_as_assumed() -> None:
    assert SHIPPED.powers_assumed
    assert len(SHIPPED.powers) >= 10
    assert all(1 <= power.cost <= 3 and power.text for power in SHIPPED.powers)


def test_f03_what_a_power_does_is_for_the_table_to_judge() -> None:
    state = after(table(powers=TWO_AND_TWO), OpenPower(RED, "Turncoat"))
    after(state, *(SetCell(RED, cell, Colour.WHITE) for cell in range(25)), ClosePower(RED))


def test_f03_a_power_may_change_nothing_on_the_grid() -> None:
    state = after(table(powers=TWO_AND_TWO), OpenPower(RED, "Turncoat"), ClosePower(RED))
    assert (state.grid, state.to_move) == (BARE, WHITE)


def test_f04_the_played_shape_is_discarded_and_another_is_drawn() -> None:
    state = after(table(shapes=(("I", "O"), ("T", "T"))), Imprint(RED, "I", (0, 1, 2, 3)))
    assert state.phase is Phase.DEALING
    assert state.seats[RED].discards == ("I",)
    state = after(state, ShapeDrawn(RED, "J"))
    assert state.seats[RED].shapes == ("O", "J")
    assert state.to_move == WHITE


def test_f05_recycle_the_own_discards_become_the_deck() -> None:
    state = _deck_used_up(Options())
    assert events(state, Imprint(RED, "I", (0, 1, 2, 3)))[1:] == (ShapesReshuffled(RED),)
    state = after(state, Imprint(RED, "I", (0, 1, 2, 3)))
    assert state.seats[RED].deck == Pile(("I", "S", "Z"), 1)
    assert state.seats[RED].discards == ()
    assert state.seats[WHITE].discards == ("L",)


def test_f05_shared_reshuffle_both_discards_are_dealt_evenly() -> None:
    state = _deck_used_up(Options(shape_deck=ShapeDeck.SHARED_RESHUFFLE))
    had = len(state.seats[WHITE].deck.cards)
    state = after(state, Imprint(RED, "I", (0, 1, 2, 3)))
    assert state.undealt == Pile(("I", "L", "S", "Z"), 1)
    for seat in (RED, WHITE, RED, WHITE):
        assert {action.seat for action in chance(state)} == {seat}
        state = after(state, chance(state)[0])
    assert [len(own.deck.cards) for own in state.seats] == [2, had + 2]
    assert [own.discards for own in state.seats] == [(), ()]
    assert len(dealt(state).seats[RED].shapes) == 2


def test_f05_play_out_the_player_goes_on_with_what_is_left() -> None:
    state = _deck_used_up(Options(shape_deck=ShapeDeck.PLAY_OUT))
    state = after(state, Imprint(RED, "I", (0, 1, 2, 3)))
    assert state.seats[RED].shapes == ("O",)
    assert (state.phase, state.to_move) == (Phase.TURN, WHITE)


def _deck_used_up(options: Options) -> State:
    state = table(options, shapes=(("I", "O"), ("T", "T")))
    red, white = state.seats
    return replace(
        state, seats=(replace(red, deck=Pile(), discards=("S", "Z")), replace(white, discards=("L",)))
    )


def test_f06_face_up_shapes_are_discarded_at_the_end_of_a_round() -> None:
    state = filled_by(RED)
    assert [own.shapes for own in state.seats] == [(), ()]
    assert [own.discards for own in state.seats] == [("I", "O"), ("I", "O")]
    state = dealt(after(state, ClearGrid(WHITE)))
    assert [len(own.shapes) for own in state.seats] == [2, 2]


def test_f06_keep_shapes_they_stay_and_are_filled_up() -> None:
    state = filled_by(RED, Options(keep_shapes=True))
    assert [own.shapes for own in state.seats] == [("O",), ("I", "O")]
    state = dealt(after(state, ClearGrid(WHITE)))
    assert state.seats[RED].shapes[0] == "O"
    assert [len(own.shapes) for own in state.seats] == [2, 2]
    assert state.seats[WHITE].shapes == ("I", "O")


def test_f06_keep_shapes_with_real_cards_too() -> None:
    state = after(begun(replace(ON_TABLE, keep_shapes=True)), ShowShape(WHITE, "I"))
    state = after(replace(state, grid=ALMOST_FULL), FILL, ClearGrid(WHITE))
    assert state.seats[WHITE].shapes == ("I", None)
    state = after(begun(ON_TABLE), ShowShape(WHITE, "I"))
    state = after(replace(state, grid=ALMOST_FULL), FILL, ClearGrid(WHITE))
    assert state.seats[WHITE].shapes == (None, None)


def test_f07_nobody_has_a_shape_left_and_the_round_is_scored_as_it_stands() -> None:
    state = table(Options(shape_deck=ShapeDeck.PLAY_OUT), shapes=(("I", "O"), ("T", "T")), lies=grid("WW..."))
    state = without_shapes(state, WHITE)
    red = replace(state.seats[RED], shapes=("I",), deck=Pile())
    state = replace(state, seats=(red, state.seats[WHITE]))
    told = events(state, Imprint(RED, "I", (5, 6, 7, 8)))
    assert told[-1] == RoundScored(1, (4, 2), (9, 7))


def test_f08_by_default_a_shape_need_not_cover_an_empty_cell() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")), lies=grid("RRRRR"))
    after(state, Imprint(RED, "I", (0, 1, 2, 3)))


def test_f08_must_cover_empty_one_cell_at_least() -> None:
    state = table(Options(must_cover_empty=True), shapes=(("I", "O"), ("T", "T")), lies=grid("RRRRR"))
    assert refusal(state, Imprint(RED, "I", (0, 1, 2, 3))) == "must_cover_empty"
    after(state, Imprint(RED, "I", (0, 5, 10, 15)))


def test_f08_max_turns_the_round_ends_and_is_scored_as_it_stands() -> None:
    state = table(Options(max_turns_per_round=2), shapes=(("I", "O"), ("T", "T")))
    state = dealt(after(state, Imprint(RED, "I", (0, 1, 2, 3))))
    assert state.phase is Phase.TURN
    assert events(state, Imprint(WHITE, "T", (5, 6, 7, 11)))[-1] == RoundScored(1, (4, 4), (9, 9))


def test_f08_no_limit_by_default() -> None:
    state = table(Options(allow_pass=True))
    for turn in range(500):
        state = after(state, Pass(state.to_move))
        assert state.turns == turn + 1


def test_f09_by_default_nobody_passes() -> None:
    state = table()
    assert refusal(state, Pass(RED)) == "no_pass"
    assert Pass(RED) not in choices(state, RED)


def test_f09_allow_pass() -> None:
    state = table(Options(allow_pass=True))
    assert after(state, Pass(RED)).to_move == WHITE


def test_f10_the_round_ends_with_the_turn_that_fills_the_grid() -> None:
    assert filled_by(RED).phase is Phase.ROUND_SCORED


def test_f10_equal_turns_the_other_player_may_answer() -> None:
    state = filled_by(RED, Options(equal_turns=True))
    assert (state.phase, state.to_move) == (Phase.TURN, WHITE)
    assert after(state, Imprint(WHITE, "I", (0, 1, 2, 3))).phase is Phase.ROUND_SCORED


def test_f10_equal_turns_when_the_second_player_fills_both_had_equally_many() -> None:
    assert filled_by(WHITE, Options(equal_turns=True), turns=1).phase is Phase.ROUND_SCORED


def test_f11_a_power_that_fills_the_grid_ends_the_round_when_it_is_complete() -> None:
    state = table(powers=TWO_AND_TWO, lies=ALMOST_FULL)
    state = after(state, OpenPower(RED, "Turncoat"), *(SetCell(RED, cell, Colour.RED) for cell in LAST_ROW))
    assert state.phase is Phase.POWER
    assert after(state, ClosePower(RED)).phase is Phase.ROUND_SCORED


def test_f12_one_shape_lays_and_flips_cell_by_cell() -> None:
    state = table(shapes=(("O", "I"), ("T", "T")), lies=grid("W....", ".R..."))
    assert rows(after(state, Imprint(RED, "O", (0, 1, 5, 6))))[:2] == ["RR...", "RW..."]


def test_f13_no_power_that_costs_more_than_the_counter_shows() -> None:
    state = table(powers=TWO_AND_TWO, points=(2, 5))
    assert refusal(state, OpenPower(RED, "Splash")) == "power_too_dear"
    assert after(state, OpenPower(RED, "Turncoat")).seats[RED].points == 1
    assert refusal(table(points=(0, 5)), Exchange(RED)) == "exchange_too_dear"


def test_f13_debt_the_counter_may_fall_below_0() -> None:
    state = table(Options(debt=True), powers=TWO_AND_TWO, points=(0, 5))
    assert after(state, OpenPower(RED, "Splash")).seats[RED].points == -3
    assert after(state, Exchange(RED)).seats[RED].points == -1


def test_f14_a_power_is_paid_for_each_time_it_is_used_and_shown_once() -> None:
    state = table(powers=TWO_AND_TWO, points=(2, 9))
    assert events(state, OpenPower(RED, "Turncoat")) == (PowerUsed(RED, "Turncoat", 1, first_time=True),)
    state = after(
        state, OpenPower(RED, "Turncoat"), ClosePower(RED), OpenPower(WHITE, "Pluck"), ClosePower(WHITE)
    )
    assert events(state, OpenPower(RED, "Turncoat")) == (PowerUsed(RED, "Turncoat", 1, first_time=False),)
    state = after(
        state, OpenPower(RED, "Turncoat"), ClosePower(RED), OpenPower(WHITE, "Pluck"), ClosePower(WHITE)
    )
    assert refusal(state, OpenPower(RED, "Turncoat")) == "power_too_dear"


def test_f15_pay_then_draw_then_any_of_the_three_goes_back_the_new_one_too() -> None:
    state = after(table(powers=TWO_AND_TWO), Exchange(RED))
    assert (state.phase, state.seats[RED].points, state.due) == (Phase.DEALING, 4, (DrawPower(RED),))
    state = dealt(state)
    assert choices(state, RED) == (Return(RED, "Splash"), Return(RED, "Swap"), Return(RED, "Turncoat"))
    assert after(state, Return(RED, "Swap")).powers.known(RED) == ("Splash", "Turncoat")
    assert refusal(state, Return(RED, "Pluck")) == "power_not_held"


def test_f16_a_revealed_power_goes_back_and_the_new_one_is_hidden() -> None:
    state = table(powers=TWO_AND_TWO, shown=(("Splash",), ()))
    state = dealt(after(state, Exchange(RED)))
    assert events(state, Return(RED, "Splash"))[0] == PowerReturned(RED, "Splash", revealed=True)
    state = after(state, Return(RED, "Splash"))
    assert state.powers.open_cards(RED) == ()
    assert state.powers.hidden(RED) == 2


def test_f17_no_exchange_while_the_power_deck_is_empty() -> None:
    four = cards(powers=[("a", 1), ("b", 1), ("c", 1), ("d", 1)])
    state = table(deck=four)
    assert refusal(state, Exchange(RED)) == "power_deck_empty"
    assert Exchange(RED) not in choices(state, RED)


def test_f17_without_powers_one_plays_shapes() -> None:
    state = table(deck=cards())
    assert {type(action) for action in choices(state, RED)} == {Imprint}


def test_f18_revealed_powers_go_back_too_and_two_new_ones_come() -> None:
    state = filled_by(RED, powers=TWO_AND_TWO, shown=(("Splash",), ("Pluck", "Sweep")))
    assert [state.powers.size(seat) for seat in (RED, WHITE)] == [0, 0]
    assert len(state.power_deck.cards) == 5
    state = dealt(after(state, ClearGrid(WHITE)))
    assert [state.powers.size(seat) for seat in (RED, WHITE)] == [2, 2]
    assert [state.powers.open_cards(seat) for seat in (RED, WHITE)] == [(), ()]


def test_f19_only_its_owner_sees_a_power_before_it_is_revealed() -> None:
    state = table(powers=TWO_AND_TWO, shown=(("Splash",), ()))
    assert view_for(state, RED).own_powers == ("Splash", "Turncoat")
    assert view_for(state, WHITE).own_powers == ("Pluck", "Sweep")
    for viewer in (WHITE, None):
        assert view_for(state, viewer).seats[RED].revealed == ("Splash",)
        assert "Turncoat" not in repr(replace(view_for(state, viewer), cards=cards()))


def test_f19_events_hide_what_views_hide() -> None:
    state = dealt(after(table(powers=TWO_AND_TWO), Exchange(RED)))
    (back, *_) = events(state, Return(RED, "Splash"))
    assert event_for(back, RED) == back
    assert event_for(back, WHITE) == event_for(back, None) == PowerReturned(RED, None)


def test_f20_the_flipped_side_is_the_oldests_colour_and_red_white_red_white_begin() -> None:
    start = setup(Options(), SHIPPED, RED)
    told = events(start, Flip(RED, Colour.WHITE))
    assert told[1] == RoundBegun(1, WHITE)
    state = after(start, Flip(RED, Colour.WHITE))
    assert [replace(state, round=number).starter for number in (1, 2, 3, 4)] == [WHITE, RED, WHITE, RED]


def tied(options: Options, spent: tuple[int, int] = (0, 0), **more: object) -> State:
    """White fills the last grid, and both have 19 points."""
    state = table(
        options,
        shapes=(("I", "O"), ("I", "O")),
        lies=ALMOST_FULL,
        points=(8, 5),
        to_move=WHITE,
        **{"round": 4, **more},  # type: ignore[arg-type]
    )
    red, white = state.seats
    state = replace(state, seats=(replace(red, spent=spent[0]), replace(white, spent=spent[1])))
    return after(state, Imprint(WHITE, "I", LAST_ROW))


def test_f21_shared_both_win() -> None:
    assert tied(Options()).winners == (RED, WHITE)


def test_f21_fewest_points_spent_wins() -> None:
    assert tied(Options(tie=Tie.FEWEST_POINTS_SPENT), (3, 1)).winners == (WHITE,)
    assert tied(Options(tie=Tie.FEWEST_POINTS_SPENT), (0, 1)).winners == (RED,)


def test_f21_extra_round_one_more_decides() -> None:
    state = tied(Options(tie=Tie.EXTRA_ROUND))
    assert (state.phase, state.winners) == (Phase.ROUND_SCORED, ())
    state = dealt(after(state, ClearGrid(RED)))
    assert (state.round, state.to_move) == (5, RED)
    state = after(replace(state, grid=FULL, options=replace(state.options, allow_pass=True)), Pass(RED))
    assert (state.phase, state.winners) == (Phase.OVER, (RED,))


def test_f22_points_are_added_to_the_counter() -> None:
    assert [own.points for own in filled_by(RED, points=(7, 3)).seats] == [22, 13]


def test_f23_the_table_may_say_that_the_board_is_right() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")))
    verdict = correct(state, "RRR" + "." * 22, ends_turn=True)
    assert isinstance(verdict, Step)
    assert verdict.events == (GridCorrected(RED, (0, 1, 2), ended_turn=True), TurnBegun(WHITE))
    assert rows(verdict.state)[0] == "RRR.."
    stays = correct(state, "RRR" + "." * 22, ends_turn=False)
    assert isinstance(stays, Step)
    assert (stays.state.to_move, stays.state.turns) == (RED, 0)


def test_f23_a_corrected_grid_that_is_full_ends_the_round_with_the_turn() -> None:
    state = table()
    full = "R" * 13 + "W" * 12
    stays, ends = correct(state, full, ends_turn=False), correct(state, full, ends_turn=True)
    assert isinstance(stays, Step)
    assert isinstance(ends, Step)
    assert stays.state.phase is Phase.TURN
    assert ends.events[-1] == RoundScored(1, (13, 12), (18, 17))


def test_f23_an_open_power_stays_open_and_an_open_free_shape_is_dropped() -> None:
    power = after(table(powers=TWO_AND_TWO), OpenPower(RED, "Splash"), SetCell(RED, 3, Colour.RED))
    verdict = correct(power, "R" + "." * 24, ends_turn=False)
    assert isinstance(verdict, Step)
    assert verdict.state.phase is Phase.POWER
    assert verdict.state.touched == (0,)
    free = after(begun(replace(ON_TABLE, free_shapes=True)), OpenFree(RED), Touch(RED, 3))
    verdict = correct(free, "R" * 6 + "." * 19, ends_turn=False)
    assert isinstance(verdict, Step)
    assert (verdict.state.phase, verdict.state.touched) == (Phase.TURN, ())
    ended = correct(free, "R" * 6 + "." * 19, ends_turn=True)
    assert isinstance(ended, Step)
    assert (ended.state.phase, ended.state.to_move) == (Phase.TURN, WHITE)


def test_f23_in_an_exchange_the_grid_may_be_corrected_but_the_turn_goes_on() -> None:
    state = dealt(after(table(powers=TWO_AND_TWO), Exchange(RED)))
    verdict = correct(state, "R" + "." * 24, ends_turn=False)
    assert isinstance(verdict, Step)
    assert (rows(verdict.state)[0], verdict.state.phase) == ("R....", Phase.EXCHANGE)
    assert correct(state, "." * 25, ends_turn=True) == Refusal("all_4_it.return_first")


def test_f24_ones_own_pieces_flip_too() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")), lies=grid("RRRR."))
    assert rows(after(state, Imprint(RED, "I", (0, 1, 2, 3))))[0] == "WWWW."


def test_f25_all_four_rotations_count_for_either_seat() -> None:
    for seat in (RED, WHITE):
        state = table(shapes=(("T", "T"), ("T", "T")), to_move=seat)
        for cells in ((0, 1, 2, 6), (1, 5, 6, 11), (1, 5, 6, 7), (0, 5, 6, 10)):
            after(state, Imprint(seat, "T", cells))


def test_f26_an_exchange_is_paid_in_points() -> None:
    state = after(table(), Exchange(RED))
    assert (state.seats[RED].points, state.seats[RED].spent) == (4, 1)


@pytest.mark.parametrize("rounds", [1, 2, 4, 6])
def test_f27_as_many_rounds_as_the_table_wants(rounds: int) -> None:
    for number in range(1, rounds + 1):
        state = filled_by(RED, Options(rounds=rounds), round=number, points=(9, 5))
        assert (state.phase is Phase.OVER) is (number == rounds)


# S16 … S23


def test_s16_discards_are_shuffled_only_when_a_card_is_wanted() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")))
    red = replace(state.seats[RED], deck=Pile(("S",)), discards=("Z",))
    state = replace(state, seats=(red, state.seats[WHITE]))
    state = dealt(after(state, Imprint(RED, "I", (0, 1, 2, 3))))
    assert (state.seats[RED].deck, state.seats[RED].discards) == (Pile(), ("I", "Z"))


def test_s16_shared_an_odd_card_goes_to_whoever_wanted_one() -> None:
    state = _deck_used_up(Options(shape_deck=ShapeDeck.SHARED_RESHUFFLE))
    white = replace(state.seats[WHITE], discards=())
    state = replace(state, seats=(state.seats[RED], white))
    had = len(white.deck.cards)
    state = after(state, Imprint(RED, "I", (0, 1, 2, 3)))
    for _ in range(3):
        state = after(state, chance(state)[0])
    assert [len(own.deck.cards) for own in state.seats] == [2, had + 1]


def no_shape(points: int, shown: tuple[str, ...] = (), options: Options = Options()) -> State:  # noqa: B008
    options = replace(options, shape_deck=ShapeDeck.PLAY_OUT)
    state = table(options, powers=TWO_AND_TWO, shown=(shown, ()), points=(points, 5))
    return without_shapes(state, RED)


def test_s17_without_a_shape_one_must_still_use_or_exchange_a_power_when_that_can_be_paid() -> None:
    state = no_shape(points=1)
    assert refusal(state, Pass(RED)) == "no_pass"
    assert set(choices(state, RED)) == {OpenPower(RED, "Turncoat"), Exchange(RED)}


def test_s17_who_can_do_nothing_passes() -> None:
    assert choices(no_shape(points=0), RED) == (Pass(RED),)


def test_s17_a_hidden_power_is_not_asked_about() -> None:
    free = cards(powers=[("gift", 0), ("Turncoat", 1), ("b", 1), ("c", 1), ("d", 1)])
    state = table(
        Options(shape_deck=ShapeDeck.PLAY_OUT),
        deck=free,
        powers=(("gift", "Turncoat"), ("b", "c")),
        points=(0, 5),
    )
    assert set(choices(without_shapes(state, RED), RED)) == {OpenPower(RED, "gift"), Pass(RED)}
    shown = replace(state, powers=replace(state.powers, shown=(("gift",), ())))
    assert set(choices(without_shapes(shown, RED), RED)) == {OpenPower(RED, "gift")}


def test_s17_a_new_round_draws_what_is_left() -> None:
    state = table(Options(shape_deck=ShapeDeck.PLAY_OUT), shapes=(("I", "O"), ("I", "O")), lies=ALMOST_FULL)
    white = replace(state.seats[WHITE], deck=Pile(("S",)))
    state = after(replace(state, seats=(replace(state.seats[RED], deck=Pile()), white)), FILL)
    state = dealt(after(state, ClearGrid(WHITE)))
    assert [own.shapes for own in state.seats] == [(), ("S",)]


def test_s17_with_nothing_left_the_rounds_that_follow_are_empty() -> None:
    state = without_shapes(filled_by(RED, Options(shape_deck=ShapeDeck.PLAY_OUT)), RED, WHITE)
    state = dealt(after(state, ClearGrid(WHITE)))
    assert state.phase is Phase.ROUND_SCORED
    assert state.results[-1].pieces == (0, 0)


def test_s17_with_real_cards_the_app_believes_whoever_passes_and_two_passes_end_the_round() -> None:
    state = begun(replace(ON_TABLE, shape_deck=ShapeDeck.PLAY_OUT))
    state = after(state, Pass(RED))
    assert state.phase is Phase.TURN
    assert after(state, Pass(WHITE)).phase is Phase.ROUND_SCORED
    played = after(state, Imprint(WHITE, "I", (0, 1, 2, 3)), Pass(RED))
    assert played.phase is Phase.TURN


def test_s18_without_a_declared_power_no_single_cell_changes() -> None:
    state = table(powers=TWO_AND_TWO)
    assert refusal(state, SetCell(RED, 0, Colour.RED)) == "not_now"


def test_s18_in_a_power_each_cell_is_set_once_and_to_something_else() -> None:
    state = after(table(powers=TWO_AND_TWO), OpenPower(RED, "Splash"))
    assert refusal(state, SetCell(RED, 0, None)) == "cell_unchanged"
    state = after(state, SetCell(RED, 0, Colour.WHITE))
    assert refusal(state, SetCell(RED, 0, Colour.RED)) == "cell_already_set"


def test_s19_nothing_is_drawn_after_the_play_that_fills_the_grid() -> None:
    state = filled_by(RED, Options(keep_shapes=True))
    assert state.seats[RED].shapes == ("O",)
    assert filled_by(RED, Options(equal_turns=True)).seats[RED].shapes == ("O",)


def test_s20_an_uncoverable_empty_cell_frees_the_player() -> None:
    frame = replace(SHIPPED.shapes[0], points=((0, 0), (0, 4), (4, 0), (4, 4)))
    lies = tuple(None if cell == 12 else Colour.RED for cell in range(25))
    state = table(Options(must_cover_empty=True), deck=replace(cards(), shapes=(frame,)), lies=lies)
    after(state, Imprint(RED, "I", (0, 4, 20, 24)))


def test_s20_any_shape_that_one_holds_counts_for_the_duty() -> None:
    frame = replace(SHIPPED.shapes[0], points=((0, 0), (0, 4), (4, 0), (4, 4)))
    deck = replace(cards(), shapes=(frame, SHIPPED.shapes[1]))
    lies = tuple(None if cell == 12 else Colour.RED for cell in range(25))
    state = table(Options(must_cover_empty=True), deck=deck, shapes=(("I", "O"), ("I", "O")), lies=lies)
    assert refusal(state, Imprint(RED, "I", (0, 4, 20, 24))) == "must_cover_empty"


def test_s20_a_free_shape_is_judged_by_its_own_four_cells() -> None:
    options = replace(ON_TABLE, free_shapes=True, must_cover_empty=True)
    state = replace(begun(options), grid=grid("RRRRR"))
    state = after(state, OpenFree(RED), Touch(RED, 0), Touch(RED, 1), Touch(RED, 2))
    assert refusal(state, Touch(RED, 3)) == "must_cover_empty"
    after(state, Touch(RED, 5))


def test_s20_the_turns_of_both_seats_count() -> None:
    state = table(Options(max_turns_per_round=3, allow_pass=True))
    state = after(state, Pass(RED), Pass(WHITE))
    assert events(state, Pass(RED))[-1] == RoundScored(1, (0, 0), (5, 5))


def test_s21_when_the_equal_turn_opens_the_grid_again_the_round_goes_on() -> None:
    state = filled_by(RED, Options(equal_turns=True), powers=TWO_AND_TWO)
    state = after(state, OpenPower(WHITE, "Pluck"), SetCell(WHITE, 24, None), ClosePower(WHITE))
    state = dealt(state)
    assert (state.phase, state.to_move) == (Phase.TURN, RED)
    assert [len(own.shapes) for own in state.seats] == [2, 2]


def test_s22_three_powers_are_dealt_one_by_one_from_the_starter() -> None:
    state = begun(deck=cards(powers=[("a", 1), ("b", 1), ("c", 1)]))
    assert [state.powers.known(seat) for seat in (RED, WHITE)] == [("a", "c"), ("b",)]


def test_s23_still_equal_after_a_tie_break_both_win() -> None:
    assert tied(Options(tie=Tie.FEWEST_POINTS_SPENT), (2, 2)).winners == (RED, WHITE)
    assert tied(Options(tie=Tie.EXTRA_ROUND), round=5).winners == (RED, WHITE)
    assert tied(Options(tie=Tie.EXTRA_ROUND), round=5).phase is Phase.OVER


# Real cards


def test_real_cards_nothing_is_dealt_or_drawn_by_the_app() -> None:
    state = begun(ON_TABLE)
    assert state.phase is Phase.TURN
    assert [own.shapes for own in state.seats] == [(None, None), (None, None)]
    assert state.powers == PaperHands((2, 2), ((), ()))
    assert chance(state) == ()


def test_real_cards_any_known_shape_may_be_played_until_both_are_entered() -> None:
    state = begun(ON_TABLE)
    assert {action.shape for action in choices(state, RED) if isinstance(action, Imprint)} == set("IOTSZLJ")
    state = after(state, ShowShape(RED, "T"), ShowShape(RED, "L"))
    assert {action.shape for action in choices(state, RED) if isinstance(action, Imprint)} == set("TL")


def test_real_cards_a_played_shape_leaves_an_unknown_one_in_its_place() -> None:
    state = after(begun(ON_TABLE), ShowShape(RED, "T"), ShowShape(RED, "L"), Imprint(RED, "T", (0, 1, 2, 6)))
    assert state.seats[RED].shapes == ("L", None)
    state = after(state, Imprint(WHITE, "I", (0, 1, 2, 3)), Imprint(RED, "I", (0, 1, 2, 3)))
    assert state.seats[RED].shapes == ("L", None)


def test_real_cards_a_power_of_the_catalogue_is_named_once_and_then_reusable() -> None:
    state = begun(ON_TABLE, cards(powers=[("Splash", 3)]))
    state = after(state, OpenPower(RED, "Splash"))
    assert (state.seats[RED].points, state.powers.open_cards(RED)) == (2, ("Splash",))


def test_real_cards_a_power_that_the_app_does_not_know_is_named_by_its_cost() -> None:
    state = begun(ON_TABLE)
    assert set(BLANKS[:6]) == {
        action.power for action in choices(state, RED) if isinstance(action, OpenPower)
    }
    assert after(state, OpenPower(RED, "blank-4")).seats[RED].points == 1
    assert refusal(state, OpenPower(RED, "blank-6")) == "power_too_dear"
    assert refusal(begun(), OpenPower(RED, "blank-4")) == "no_such_power"


def test_real_cards_nobody_reveals_three_powers() -> None:
    state = begun(ON_TABLE)
    for power in ("blank-0", "blank-1"):
        state = after(
            state, OpenPower(RED, power), ClosePower(RED), OpenPower(WHITE, "blank-0"), ClosePower(WHITE)
        )
    assert refusal(state, OpenPower(RED, "blank-2")) == "power_not_held"
    after(state, OpenPower(RED, "blank-1"))


def test_real_cards_an_exchange_returns_a_hidden_card_or_a_revealed_one() -> None:
    state = begun(ON_TABLE)
    state = after(
        state, OpenPower(RED, "blank-2"), ClosePower(RED), OpenPower(WHITE, "blank-2"), ClosePower(WHITE)
    )
    state = after(state, Exchange(RED))
    assert state.phase is Phase.EXCHANGE
    assert choices(state, RED) == (Return(RED, None), Return(RED, "blank-2"))
    kept, gone = after(state, Return(RED, None)), after(state, Return(RED, "blank-2"))
    assert (kept.powers.open_cards(RED), gone.powers.open_cards(RED)) == (("blank-2",), ())
    assert kept.powers.size(RED) == gone.powers.size(RED) == 2


def test_real_cards_an_assumed_mix_of_cards_proves_nothing_and_a_counted_one_does() -> None:
    for assumed in (True, False):
        deck = cards("I", "O", copies=2, powers=[("Splash", 3)], assumed=assumed)
        state = begun(ON_TABLE, deck)
        state = after(
            state, ShowShape(WHITE, "I"), ShowShape(WHITE, "I"), OpenPower(RED, "Splash"), ClosePower(RED)
        )
        white = {OpenPower(WHITE, "Splash")} & set(offered(state))
        red = {ShowShape(RED, "I")} & set(offered(state))
        assert bool(white) is bool(red) is assumed


def test_real_cards_either_seats_face_up_shapes_may_be_named_at_any_turn() -> None:
    state = begun(ON_TABLE)
    assert ShowShape(WHITE, "I") in choices(state, WHITE)
    state = after(state, ShowShape(WHITE, "I"), ShowShape(WHITE, "O"))
    assert refusal(state, ShowShape(WHITE, "T")) == "shapes_known"
    assert refusal(begun(), ShowShape(WHITE, "I")) == "cards_in_app"


def test_real_cards_the_whole_game_is_won_like_any_other() -> None:
    state = replace(begun(replace(ON_TABLE, rounds=1)), grid=ALMOST_FULL)
    assert events(state, FILL)[-1] == GameWon((RED,))
