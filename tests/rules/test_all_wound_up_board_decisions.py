"""Each decision about figures, zones and the race in All Wound Up, default and options, by its number."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.choices import chance, choices
from companion.rules.all_wound_up.figures import Away, Gone, On
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.race import Race, preceding
from companion.rules.all_wound_up.stages import Bidding
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import BrainChoice, Enter, Rise, Settle, Turn, Walk, Wind
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.all_wound_up.transition import setup
from companion.rules.core import Seat
from tests.rules.all_wound_up_tables import (
    ANA,
    BEN,
    CLEO,
    FIGURES,
    LINE,
    ON_TABLE,
    OVAL,
    RING,
    SHIPPED,
    SHORT,
    after,
    begun,
    events,
    is_over,
    offered,
    purse,
    refusal,
    table,
    walking,
    won,
)


def walk(options: Options = ON_TABLE, **more: Any) -> State:
    """Ana's figure walks on the Crypt, Ben's stands there too."""
    on = more.pop("on", {0: "crypt", 1: "crypt"})
    return walking(table(options, on=on, **more))


def at_the_gate(options: Options = ON_TABLE, race: Race = LINE, **more: Any) -> State:
    """Ana's figure walks and Ben's stands on the last tile; both have visited all."""
    whole = len(race.course)
    return walk(options, race=race, on={0: "gate", 1: "gate"}, reached={0: whole, 1: whole}, **more)


# zones


@pytest.mark.parametrize("option", list(o.HazardAfter))
def test_a30_what_counts_after_a_hazard(option: o.HazardAfter) -> None:
    state = walk(replace(ON_TABLE, hazard_after=option), on={0: "well"}, reached={0: 3})
    state = after(state, a.TouchZone(ANA, ANA, "well/grave"))
    brain = a.TouchZone(ANA, ANA, "well/brain")
    if option is o.HazardAfter.VOID_LATER:
        assert refusal(state, brain) == "not_on_board"
        assert state.figures[ANA].place == Away(Gone.GRAVE, "well", "well/grave")
        return
    state = after(state, brain, a.TouchZone(ANA, ANA, "well/mausoleum"), a.StandStill(ANA))
    assert state.tokens[ANA] == purse(black=1)
    assert state.figures[ANA].place == Away(Gone.MAUSOLEUM, "yard"), "the last hazard says where"


def test_a30_with_all_counting_even_the_gate_after_a_hazard_wins() -> None:
    state = at_the_gate(replace(ON_TABLE, hazard_after=o.HazardAfter.ALL_COUNT))
    assert is_over(after(state, a.TouchZone(ANA, ANA, "gate/grave"), a.Cross(ANA, (ANA,), True)))
    state = after(at_the_gate(), a.TouchZone(ANA, ANA, "gate/grave"))
    assert refusal(state, a.Cross(ANA, (ANA,), True)) == "not_on_board"


BRAIN_STORIES = {
    o.BrainRepeat.EACH_MOVEMENT: (True, True),
    o.BrainRepeat.OTHER_THAN_LAST: (False, True),
    o.BrainRepeat.ONCE_PER_GAME: (False, False),
}


@pytest.mark.parametrize("option", list(o.BrainRepeat))
def test_a35_when_a_brain_counts_again(option: o.BrainRepeat) -> None:
    """Touched last in an earlier movement; and touched before another one."""
    options = replace(ON_TABLE, brain_repeat=option)
    last = walk(options, brains={0: ("yard/brain", "crypt/brain")})
    before = walk(options, brains={0: ("crypt/brain", "yard/brain")})
    counted = tuple(
        any(
            isinstance(event, e.BrainTouched) for event in events(state, a.TouchZone(ANA, ANA, "crypt/brain"))
        )
        for state in (last, before)
    )
    assert counted == BRAIN_STORIES[option]


def test_a35_one_brain_counts_once_a_movement_and_must_have_been_left() -> None:
    touch, leave = a.TouchZone(ANA, ANA, "crypt/brain"), a.LeaveZone(ANA, ANA, "crypt/brain")
    state = after(walk(), touch)
    assert refusal(state, touch) == "already_touching"
    assert events(after(state, leave), touch) == (e.ZoneReached(ANA, "crypt/brain"),)
    assert after(state, leave, touch, a.StandStill(ANA)).tasks == ()


def test_a36_touching_is_enough_for_every_brain() -> None:
    state = walk(brains={0: ("yard/brain",)})
    assert events(state, a.TouchZone(ANA, ANA, "crypt/brain")) == (
        e.BrainTouched(ANA, "crypt/brain", None, False),
    )


@pytest.mark.parametrize("counts", [True, False])
def test_a38_a_pushed_figure_on_a_brain(counts: bool) -> None:
    state = after(walk(replace(ON_TABLE, pushed_triggers=counts)), a.TouchZone(ANA, BEN, "crypt/brain"))
    assert state.tokens[BEN] == (purse(black=1) if counts else purse())
    assert state.figures[BEN].under == ("crypt/brain",)


@pytest.mark.parametrize("counts", [True, False])
def test_a38_a_pushed_figure_through_the_gate(counts: bool) -> None:
    state = at_the_gate(replace(ON_TABLE, pushed_triggers=counts))
    state = after(state, a.Cross(ANA, (BEN,), True))
    assert is_over(state) is counts
    if not counts:  # it stands behind the gate: back and forward again, walking, wins
        state = walking(after(state, a.StandStill(ANA)), BEN, Card.WIND_1)
        state = after(state, a.Cross(BEN, (BEN,), False))
        assert is_over(after(state, a.Cross(BEN, (BEN,), True)))


# placing, turning, leaving


def test_a50_a_figure_enters_at_the_start() -> None:
    told = events(won(table()), a.Place(ANA, "crypt"))
    assert told == (e.FigurePlaced(ANA, "crypt", at_start=True, grave=None),)
    assert refusal(won(table()), a.Place(ANA, "yard")) == "wrong_tile"


@pytest.mark.parametrize("triggers", [False, True])
def test_a51_put_down_on_a_brain(triggers: bool) -> None:
    state = after(won(table(replace(ON_TABLE, placing_triggers=triggers))), a.Place(ANA, "crypt"))
    state = after(state, a.TouchZone(ANA, ANA, "crypt/brain"), a.Done(ANA))
    assert state.tokens[ANA] == (purse(black=1) if triggers else purse())
    assert state.tasks == (Wind(ANA, 3),)
    state = after(state, a.Release(ANA))
    assert refusal(state, a.TouchZone(ANA, ANA, "crypt/brain")) == "already_touching"
    again = after(state, a.LeaveZone(ANA, ANA, "crypt/brain"), a.TouchZone(ANA, ANA, "crypt/brain"))
    assert again.tokens[ANA] == purse(black=1), "awake once it has been left"


def test_a51_with_triggers_put_down_on_a_hazard_the_card_is_lost() -> None:
    state = after(won(table(replace(ON_TABLE, placing_triggers=True))), a.Place(ANA, "crypt"))
    told = events(state, a.TouchZone(ANA, ANA, "crypt/mausoleum"))
    assert e.TurnLost(ANA) in told
    assert after(state, a.TouchZone(ANA, ANA, "crypt/mausoleum")).stage == Bidding(BEN)


@pytest.mark.parametrize("triggers", [False, True])
def test_a52_back_on_a_grave_it_sleeps_until_left(triggers: bool) -> None:
    options = replace(ON_TABLE, placing_triggers=triggers)
    state = walk(options, on={0: "yard"}, reached={0: 2})
    state = after(state, a.TouchZone(ANA, ANA, "yard/grave"), a.StandStill(ANA), a.Pass(BEN), a.Pass(CLEO))
    state = after(won(state, Card.WIND_1), a.Place(ANA, "yard"), a.Done(ANA), a.Release(ANA))
    assert state.figures[ANA].under == ("yard/grave",)
    state = after(state, a.LeaveZone(ANA, ANA, "yard/grave"))
    assert state.figures[ANA].place == On("yard")
    assert after(state, a.TouchZone(ANA, ANA, "yard/grave")).figures[ANA].place == Away(
        Gone.GRAVE, "yard", "yard/grave"
    )


@pytest.mark.parametrize("triggers", [False, True])
def test_a53_turned_onto_a_zone(triggers: bool) -> None:
    options = replace(ON_TABLE, turning_triggers=triggers)
    state = after(won(table(options, on={0: "crypt"}), Card.LEFT), a.TouchZone(ANA, ANA, "crypt/brain"))
    assert state.tokens[ANA] == (purse(black=1) if triggers else purse())
    state = won(table(options, on={0: "crypt"}), Card.LEFT)
    state = after(state, a.TouchZone(ANA, ANA, "crypt/mausoleum"))
    assert isinstance(state.figures[ANA].place, Away) is triggers
    assert (
        state.stage == Bidding(BEN)
        if triggers
        else state.tasks[0] == Turn(ANA, ANA, False, ("crypt/mausoleum",))
    )


@pytest.mark.parametrize("triggers", [False, True])
def test_a53_stood_up_onto_a_zone(triggers: bool) -> None:
    state = walk(replace(ON_TABLE, turning_triggers=triggers), brains={0: ("yard/brain",)})
    state = after(state, a.Fall(ANA, ANA), a.StandStill(ANA), a.TouchZone(ANA, ANA, "crypt/brain"))
    state = after(state, a.Done(ANA))
    assert state.tasks == ((BrainChoice(ANA, "crypt/brain"),) if triggers else ())


@pytest.mark.parametrize("option", list(o.Contact))
def test_a54_what_touches(option: o.Contact) -> None:
    state = after(walk(replace(ON_TABLE, contact=option)), a.Fall(ANA, ANA))
    touch = a.TouchZone(ANA, ANA, "crypt/brain")
    if option is o.Contact.FEET:
        assert refusal(state, touch) == "feet_in_the_air"
    else:
        assert after(state, touch).tokens[ANA] == purse(black=1)


@pytest.mark.parametrize("option", list(o.OffBoard))
def test_a55_when_a_figure_is_off(option: o.OffBoard) -> None:
    state = walk(replace(ON_TABLE, off_board=option))
    part = a.LeaveBoard(ANA, ANA, wholly=False)
    if option is o.OffBoard.FULLY_OUT:
        assert refusal(state, part) == "still_on_board"
    else:
        assert isinstance(after(state, part).figures[ANA].place, Away)
    assert isinstance(after(state, a.LeaveBoard(ANA, ANA, wholly=True)).figures[ANA].place, Away)


def test_a55_stepping_to_the_next_tile_is_no_leaving() -> None:
    assert after(walk(), a.StepOn(ANA, ANA, "yard")).figures[ANA].place == On("yard")


@pytest.mark.parametrize(
    ("race", "tile", "reached", "before"),
    [
        (LINE, "crypt", 1, None),
        (LINE, "crypt", 4, None),
        (LINE, "well", 3, "yard"),
        (RING, "crypt", 3, None),
        (RING, "crypt", 4, "gate"),
        (OVAL, "gate", 1, None),
        (OVAL, "gate", 5, "well"),
        (OVAL, "crypt", 5, "gate"),
        (LINE, "gate", 1, "well"),
    ],
)
def test_a56_the_tile_before(race: Race, tile: str, reached: int, before: str | None) -> None:
    assert preceding(race, tile, reached) == before


def test_a56_before_the_first_tile_is_the_start_point() -> None:
    state = after(walk(), a.TouchZone(ANA, ANA, "crypt/mausoleum"))
    assert state.figures[ANA].place == Away(Gone.MAUSOLEUM, "crypt", at_start=True)


@pytest.mark.parametrize("option", list(o.OffCourse))
def test_a57_off_the_course(option: o.OffCourse) -> None:
    state = after(walk(replace(ON_TABLE, off_course=option)), a.StepOn(ANA, ANA, "gate"))
    if option is o.OffCourse.NO_PROGRESS:
        assert (state.figures[ANA].place, state.figures[ANA].reached) == (On("gate"), 1)
    else:
        assert state.figures[ANA].place == Away(Gone.LEFT, "crypt", at_start=True)
        assert after(state, a.StandStill(ANA)).tasks == (Enter(ANA),)


def test_a57_going_back_is_not_off_the_course() -> None:
    options = replace(ON_TABLE, off_course=o.OffCourse.TREAT_AS_LEFT)
    state = walk(options, on={0: "well"}, reached={0: 3})
    assert after(state, a.StepOn(ANA, ANA, "yard")).figures[ANA].place == On("yard")


# the gate


@pytest.mark.parametrize("race", [RING, OVAL], ids=["ring", "oval"])
def test_a58_at_the_start_the_gate_counts_nothing(race: Race) -> None:
    state = walk(race=race, on={0: race.course[0]})
    told = events(state, a.Cross(ANA, (ANA,), True))
    assert told == (e.GateCrossed(ANA, forward=True, counts=False),)
    assert not is_over(after(state, a.Cross(ANA, (ANA,), True)))


def test_a59_through_the_gate_is_a_win_and_no_leaving() -> None:
    assert events(at_the_gate(), a.Cross(ANA, (ANA,), True)) == (
        e.GateCrossed(ANA, forward=True, counts=True),
        e.GameWon(ANA),
    )


def test_a60_a_crossing_backward_takes_one_away() -> None:
    state = after(at_the_gate(), a.Cross(ANA, (ANA,), False), a.Cross(ANA, (ANA,), True))
    assert not is_over(state)
    assert is_over(after(state, a.Cross(ANA, (ANA,), True)))


def test_a61_two_cross_and_the_earlier_one_wins() -> None:
    assert after(at_the_gate(), a.Cross(ANA, (BEN,), True)).winner == BEN
    assert after(at_the_gate(), a.Cross(ANA, (ANA,), True)).winner == ANA


@pytest.mark.parametrize(("dealer", "winner"), [(CLEO, ANA), (ANA, ANA), (BEN, BEN)])
def test_a61_nobody_can_tell_and_the_first_clockwise_from_the_dealer_wins(dealer: Seat, winner: Seat) -> None:
    state = after(at_the_gate(dealer=dealer), a.Cross(ANA, (ANA, BEN), True))
    assert state.winner == winner
    assert refusal(at_the_gate(), a.Cross(ANA, (ANA, BEN), False)) == "backward_one_by_one"


# after a walk


def test_a62_lift_wait_and_wind_again() -> None:
    state = after(walk(), a.LetGoEarly(ANA))
    assert state.tasks == (Wind(ANA, 3, again=True, told=1),)
    assert isinstance(after(state, a.Release(ANA)).tasks[0], Walk)


def test_a63_owners_stand_their_figures_up() -> None:
    state = after(walk(dealer=BEN), a.Fall(ANA, ANA), a.Fall(ANA, BEN), a.StandStill(ANA))
    assert state.tasks == (Rise(BEN), Rise(ANA))
    assert refusal(state, a.Done(ANA)) == "not_your_turn"


def test_a64_an_opponent_off_the_board_is_placed_by_its_owner_and_then_turned() -> None:
    state = walk(on={0: "crypt", 1: "yard"}, reached={1: 2})
    state = after(state, a.TouchZone(ANA, BEN, "yard/grave"), a.StandStill(ANA), a.Pass(BEN), a.Pass(CLEO))
    state = after(won(state, Card.OPPONENT), a.PickOpponent(ANA, BEN))
    assert refusal(state, a.Place(ANA, "yard")) == "not_your_turn"
    state = after(state, a.Place(BEN, "yard"), a.Done(BEN))
    assert state.tasks == (Turn(BEN, by=ANA),)
    assert after(state, a.LeaveZone(ANA, BEN, "yard/grave")).figures[BEN].under == ()


@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_a65_how_many_tiles(many: int) -> None:
    tiles = LINE.tiles[4 - many :]
    race = replace(LINE, tiles=tiles, course=tuple(tile.id for tile in tiles))
    assert setup(Options(tiles=many), race, SHIPPED, 2, ANA).race == race
    with pytest.raises(ValueError, match=r"race\.tiles"):
        setup(Options(tiles=many % 4 + 1), race, SHIPPED, 2, ANA)


@pytest.mark.parametrize("option", list(o.Figures))
def test_a66_figures_by_chance_or_chosen(option: o.Figures) -> None:
    state = setup(Options(figures=option), LINE, SHIPPED, 2, BEN)
    assert bool(chance(state)) is (option is o.Figures.RANDOM)
    assert bool(choices(state, ANA)) is (option is o.Figures.CHOSEN)
    assert begun(replace(ON_TABLE, figures=option)).names == FIGURES[:3]


# settled


def test_s02_the_next_tile_due_is_visited_by_walking_or_being_pushed_and_never_by_being_placed() -> None:
    state = after(walk(), a.StepOn(ANA, ANA, "yard"), a.StepOn(ANA, BEN, "yard"))
    assert [state.figures[seat].reached for seat in (ANA, BEN, CLEO)] == [2, 2, 1]
    back = after(state, a.StepOn(ANA, ANA, "crypt"))
    assert back.figures[ANA].reached == 2, "walking back loses nothing"
    off = walk(on={0: "well"}, reached={0: 1})  # off the course: placed on the tile that is due
    off = after(off, a.TouchZone(ANA, ANA, "well/mausoleum"), a.StandStill(ANA), a.Pass(BEN), a.Pass(CLEO))
    off = after(won(off, Card.WIND_1), a.Place(ANA, "yard"), a.Done(ANA))
    assert off.figures[ANA].reached == 1


def test_s02_crossings_before_the_last_tile_do_not_count() -> None:
    state = walk(race=OVAL, on={0: "gate"}, reached={0: 1})
    state = after(state, a.Cross(ANA, (ANA,), False), a.Cross(ANA, (ANA,), False))
    assert state.figures[ANA].crossed == 0


def test_s10_the_first_crossing_has_won() -> None:
    options = replace(ON_TABLE, finish_tied_actions=True)
    state = won(
        table(options, race=SHORT, on={0: "gate", 1: "gate"}, reached={0: 2, 1: 2}), Card.WIND_1, ANA, BEN
    )
    state = after(state, a.Release(ANA), a.Cross(ANA, (ANA,), True))
    assert events(state, a.Cross(ANA, (BEN,), True)) == (e.GateCrossed(BEN, forward=True, counts=False),)


def test_s11_nobody_crosses_the_gate_by_turning_or_standing_up() -> None:
    turning = won(table(on={0: "gate"}, reached={0: 4}), Card.LEFT)
    assert refusal(turning, a.Cross(ANA, (ANA,), True)) == "not_now"
    rising = after(at_the_gate(), a.Fall(ANA, ANA), a.StandStill(ANA))
    assert refusal(rising, a.Cross(ANA, (ANA,), True)) == "not_now"


def test_s12_pushes_after_the_hazard_and_before_the_lifting_stand() -> None:
    state = after(walk(), a.TouchZone(ANA, ANA, "crypt/mausoleum"), a.StepOn(ANA, BEN, "yard"))
    assert after(state, a.StandStill(ANA)).figures[BEN].reached == 2


def test_s13_after_an_early_release_nothing_that_happened_counts() -> None:
    before = walk()
    state = after(
        before,
        a.TouchZone(ANA, ANA, "crypt/brain"),
        a.TouchZone(ANA, BEN, "crypt/mausoleum"),
        a.LeaveBoard(ANA, ANA, wholly=True),
        a.LetGoEarly(ANA),
    )
    assert (state.figures, state.tokens, state.supply) == (before.figures, before.tokens, before.supply)


def test_s14_stand_ups_then_placings_then_brains_each_clockwise_from_the_dealer() -> None:
    state = walk(
        on={0: "crypt", 1: "crypt", 2: "yard"},
        reached={2: 2},
        brains={0: ("yard/brain",), 1: ("yard/brain",)},
        dealer=BEN,
    )
    state = after(
        state,
        a.TouchZone(ANA, ANA, "crypt/brain"),
        a.TouchZone(ANA, BEN, "crypt/brain"),
        a.LeaveBoard(ANA, CLEO, wholly=True),
        a.Fall(ANA, ANA),
        a.StandStill(ANA),
    )
    assert state.tasks == (
        Rise(ANA),
        Enter(CLEO),
        BrainChoice(BEN, "crypt/brain"),
        BrainChoice(ANA, "crypt/brain"),
    )
    state = after(state, a.Done(ANA), a.Place(CLEO, "crypt"))
    assert state.tasks[0] == Settle(CLEO)


def test_s14_the_tile_left_is_the_one_the_middle_of_the_feet_was_last_on() -> None:
    state = after(walk(), a.StepOn(ANA, ANA, "yard"), a.StepOn(ANA, ANA, "well"))
    state = after(state, a.LeaveBoard(ANA, ANA, wholly=True))
    assert state.figures[ANA].place == Away(Gone.LEFT, "yard")


def test_so_much_does_not_happen_in_one_walk() -> None:
    state = walk()
    for _ in range(50):
        state = after(state, a.Cross(ANA, (ANA,), True), a.Cross(ANA, (ANA,), False))
    assert refusal(state, a.Fall(ANA, ANA)) == "too_much_told"
    assert refusal(state, a.LetGoEarly(ANA)) == "too_much_told"
    assert [action for action in offered(state) if action.seat == ANA] == [a.StandStill(ANA)]


def test_a_tied_figure_whose_card_is_lost_does_not_take_the_next_ones() -> None:
    options = replace(ON_TABLE, placing_triggers=True)
    state = won(table(options, on={1: "crypt"}), Card.RIGHT, ANA, BEN)
    state = after(state, a.Place(ANA, "crypt"), a.TouchZone(ANA, ANA, "crypt/mausoleum"))
    assert state.tasks == (Turn(BEN, by=BEN),)


def test_a_purple_that_loses_the_figure_leaves_the_wind_card_to_be_played() -> None:
    options = replace(ON_TABLE, turning_triggers=True)
    state = won(table(options, on={0: "crypt"}, tokens={0: (Rank.PURPLE,)}))
    state = after(state, a.UseToken(ANA, Rank.PURPLE, ANA), a.TouchZone(ANA, ANA, "crypt/mausoleum"))
    assert state.tasks == (Enter(ANA), Wind(ANA, 3))
