"""All 4 It, paragraph by paragraph of its rules."""

from dataclasses import replace

import pytest

from companion.rules.all_4_it.actions import (
    ClearGrid,
    ClosePower,
    Exchange,
    Flip,
    Imprint,
    OpenPower,
    Return,
    SetCell,
)
from companion.rules.all_4_it.choices import choices
from companion.rules.all_4_it.events import RoundScored, ShapePlayed, TurnBegun
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.placements import mirrored_placements, placements
from companion.rules.all_4_it.state import BARE, Colour, Phase
from companion.rules.all_4_it.transition import setup
from tests.rules.all_4_it_tables import (
    ALMOST_FULL,
    RED,
    SHIPPED,
    WHITE,
    after,
    begun,
    cards,
    dealt,
    events,
    grid,
    refusal,
    rows,
    table,
)

BY_NAME = {shape.name: shape for shape in SHIPPED.shapes}


def test_each_player_begins_with_five_points() -> None:
    state = begun()
    assert [own.points for own in state.seats] == [5, 5]


def test_the_oldest_gets_the_colour_that_lands_up_and_the_other_one_the_rest() -> None:
    start = setup(Options(), SHIPPED, WHITE)
    assert after(start, Flip(WHITE, Colour.RED)).red == WHITE
    assert after(start, Flip(WHITE, Colour.WHITE)).red == RED


def test_only_the_oldest_flips() -> None:
    assert refusal(setup(Options(), SHIPPED, WHITE), Flip(RED, Colour.RED)) == "not_your_turn"


def test_the_shapes_are_dealt_evenly() -> None:
    state = begun(deck=SHIPPED)
    assert [len(own.deck.cards) + len(own.shapes) for own in state.seats] == [14, 14]


def test_a_round_begins_with_two_shapes_face_up_and_two_powers_each() -> None:
    state = begun(deck=SHIPPED)
    assert [len(own.shapes) for own in state.seats] == [2, 2]
    assert [state.powers.size(seat) for seat in (RED, WHITE)] == [2, 2]
    assert [state.powers.hidden(seat) for seat in (RED, WHITE)] == [2, 2]
    assert len(state.power_deck.cards) == len(SHIPPED.powers) - 4


def test_red_takes_the_first_turn_of_the_first_round() -> None:
    start = setup(Options(), SHIPPED, RED)
    assert dealt(after(start, Flip(RED, Colour.WHITE))).to_move == WHITE
    assert dealt(after(start, Flip(RED, Colour.RED))).to_move == RED


def test_players_take_turns() -> None:
    state = table(shapes=(("I", "O"), ("I", "O")))
    state = dealt(after(state, Imprint(RED, "I", (0, 1, 2, 3))))
    assert state.to_move == WHITE
    assert refusal(state, Imprint(RED, "O", (0, 1, 5, 6))) == "not_your_turn"
    assert dealt(after(state, Imprint(WHITE, "O", (0, 1, 5, 6)))).to_move == RED


def test_a_shape_lays_the_players_colour_on_empty_cells() -> None:
    state = after(table(shapes=(("I", "O"), ("T", "T"))), Imprint(RED, "I", (5, 6, 7, 8)))
    assert rows(state) == [".....", "RRRR.", ".....", ".....", "....."]


def test_a_shape_flips_every_piece_under_it_whether_that_helps_or_not() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")), lies=grid("RW..."))
    assert events(state, Imprint(RED, "I", (0, 1, 2, 3)))[0] == ShapePlayed(RED, "I", (2, 3), (0, 1))
    assert rows(after(state, Imprint(RED, "I", (0, 1, 2, 3))))[0] == "WRRR."


def test_only_a_shape_that_lies_before_the_player_can_be_played() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")))
    assert refusal(state, Imprint(RED, "T", (0, 1, 2, 6))) == "shape_not_held"


@pytest.mark.parametrize(
    ("shape", "count"), [("I", 20), ("O", 16), ("T", 48), ("S", 24), ("Z", 24), ("L", 48), ("J", 48)]
)
def test_a_shape_must_fit_the_grid_with_all_four_points(shape: str, count: int) -> None:
    """The counts were worked out by hand: rows times columns of each of its different rotations."""
    assert len(placements(BY_NAME[shape].points)) == count


def test_no_two_shapes_that_ship_can_cover_the_same_cells() -> None:
    everywhere = [cells for shape in SHIPPED.shapes for cells in placements(shape.points)]
    assert len(everywhere) == len(set(everywhere)) == 228


def test_a_shape_does_not_go_round_the_edge() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")))
    assert refusal(state, Imprint(RED, "I", (3, 4, 5, 6))) == "not_that_shape"


@pytest.mark.parametrize(
    ("shape", "cells"),
    [("L", (0, 5, 10, 11)), ("L", (0, 1, 2, 5)), ("L", (0, 1, 6, 11)), ("L", (2, 5, 6, 7))],
)
def test_a_shape_may_be_turned(shape: str, cells: tuple[int, int, int, int]) -> None:
    after(table(shapes=(("L", "O"), ("T", "T"))), Imprint(RED, shape, cells))


def test_a_shape_may_not_be_mirrored() -> None:
    state = table(shapes=(("L", "O"), ("T", "T")))
    assert refusal(state, Imprint(RED, "L", (1, 6, 10, 11))) == "mirrored"
    assert mirrored_placements(BY_NAME["L"].points) == placements(BY_NAME["J"].points)


def test_a_used_power_is_paid_for_and_stays_revealed_for_the_rest_of_the_round() -> None:
    state = table(powers=(("Splash", "Turncoat"), ("Pluck", "Sweep")))
    state = after(state, OpenPower(RED, "Splash"))
    assert state.seats[RED].points == 2
    assert state.powers.open_cards(RED) == ("Splash",)
    state = dealt(after(state, ClosePower(RED)))
    assert state.powers.open_cards(RED) == ("Splash",)


def test_a_revealed_power_can_be_used_again() -> None:
    state = table(powers=(("Splash", "Turncoat"), ("Pluck", "Sweep")), points=(9, 5))
    state = after(
        state, OpenPower(RED, "Splash"), ClosePower(RED), OpenPower(WHITE, "Pluck"), ClosePower(WHITE)
    )
    state = after(state, OpenPower(RED, "Splash"))
    assert state.seats[RED].points == 3


def test_nobody_uses_the_power_of_somebody_else() -> None:
    state = table(powers=(("Splash", "Turncoat"), ("Pluck", "Sweep")))
    assert refusal(state, OpenPower(RED, "Pluck")) == "power_not_held"


def test_a_power_may_place_flip_and_take_pieces() -> None:
    state = table(powers=(("Splash", "Turncoat"), ("Pluck", "Sweep")), lies=grid("RW..."))
    state = after(
        state,
        OpenPower(RED, "Splash"),
        SetCell(RED, 0, None),
        SetCell(RED, 1, Colour.RED),
        SetCell(RED, 24, Colour.WHITE),
        ClosePower(RED),
    )
    assert rows(state) == [".R...", ".....", ".....", ".....", "....W"]
    assert state.to_move == WHITE


def test_an_exchange_costs_a_point_and_gives_one_power_for_another() -> None:
    state = table(powers=(("Splash", "Turncoat"), ("Pluck", "Sweep")))
    state = after(state, Exchange(RED))
    assert state.seats[RED].points == 4
    state = dealt(state)
    assert state.powers.known(RED) == ("Splash", "Swap", "Turncoat")
    state = after(state, Return(RED, "Splash"))
    assert state.powers.known(RED) == ("Swap", "Turncoat")
    assert state.power_deck.cards == ("Splash",)
    assert state.to_move == WHITE


def test_the_round_is_over_when_the_grid_is_full_and_each_piece_counts_for_its_colour() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")), lies=ALMOST_FULL)
    told = events(state, Imprint(RED, "I", (21, 22, 23, 24)))
    assert told[-1] == RoundScored(1, (15, 10), (20, 15))
    assert not any(isinstance(event, TurnBegun) for event in told)


def test_after_a_round_the_grid_is_cleared_and_the_powers_go_back() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")), lies=ALMOST_FULL)
    state = after(state, Imprint(RED, "I", (21, 22, 23, 24)))
    assert state.phase is Phase.ROUND_SCORED
    assert len(state.power_deck.cards) == len(state.cards.powers)
    assert state.power_deck.shuffles == 1
    assert choices(state, RED) == ()
    state = dealt(after(state, ClearGrid(WHITE)))
    assert state.grid == BARE
    assert (state.round, state.to_move) == (2, WHITE)


def test_each_round_the_other_player_begins() -> None:
    assert [table(round=number).starter for number in (1, 2, 3, 4)] == [RED, WHITE, RED, WHITE]


@pytest.mark.parametrize(
    ("points", "winners"), [((10, 5), (RED,)), ((5, 5), (WHITE,)), ((8, 5), (RED, WHITE))]
)
def test_after_four_rounds_most_points_win(points: tuple[int, int], winners: tuple[int, ...]) -> None:
    """White fills the grid: 11 red pieces and 14 white ones."""
    state = table(shapes=(("T", "T"), ("I", "O")), lies=ALMOST_FULL, round=4, points=points)
    state = after(state, Imprint(WHITE, "I", (21, 22, 23, 24)))
    assert state.results[-1].points == (points[0] + 11, points[1] + 14)
    assert (state.phase, state.winners) == (Phase.OVER, winners)


def test_after_the_game_nothing_can_be_done() -> None:
    state = table(shapes=(("T", "T"), ("I", "O")), lies=ALMOST_FULL, round=4)
    state = after(state, Imprint(WHITE, "I", (21, 22, 23, 24)))
    assert refusal(state, Imprint(RED, "I", (0, 1, 2, 3))) == "game_over"
    assert choices(state, RED) == choices(state, WHITE) == ()


def test_nothing_of_a_state_is_changed_by_judging() -> None:
    state = table(shapes=(("I", "O"), ("T", "T")))
    same = replace(state)
    after(state, Imprint(RED, "I", (0, 1, 2, 3)))
    assert state == same


def test_a_deck_that_cannot_be_played_with_starts_no_game() -> None:
    with pytest.raises(ValueError, match="odd"):
        setup(Options(), cards("I", copies=5), RED)
    with pytest.raises(ValueError, match="oldest"):
        setup(Options(), SHIPPED, 2)  # type: ignore[arg-type]
