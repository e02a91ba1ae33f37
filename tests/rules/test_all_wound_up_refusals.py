"""Every refusal of All Wound Up can be met, and the keys are declared."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up import refusals
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.race import Race, Tile, Zone, ZoneKind
from companion.rules.all_wound_up.stages import Passing
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import DealCards
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.all_wound_up.transition import setup
from companion.rules.core import Refusal
from companion.table.hosted.all_wound_up import AllWoundUp
from tests.rules.all_wound_up_tables import (
    ANA,
    BEN,
    CLEO,
    IN_APP,
    LINE,
    ON_TABLE,
    SHIPPED,
    SHORT,
    after,
    begun,
    refusal,
    table,
    walking,
    won,
)

BIDDING = table(IN_APP, hands=("1 1 W", "2", "3"), tokens={0: (Rank.PURPLE, Rank.RED, Rank.BLACK)})
PAPER = table(hands=3)
PASSING = replace(BIDDING, stage=Passing(0, ANA, (0, 0, 0)))
TOGETHER = replace(
    BIDDING, stage=Passing(0, None, (0, 0, 0)), options=replace(IN_APP, passing=o.Passing.SIMULTANEOUS)
)
DRAWING = setup(Options(), LINE, SHIPPED, 3, CLEO)
CHOOSING = setup(Options(figures=o.Figures.CHOSEN), LINE, SHIPPED, 3, CLEO)
DEALING = begun(IN_APP)
PLACED = {0: "crypt", 1: "crypt"}
WALKING = walking(table(on=PLACED, tokens={0: (Rank.PURPLE,)}))
TURNING = won(table(on=PLACED, tokens={0: (Rank.PURPLE,)}), Card.LEFT)
READY = won(
    table(on=PLACED, tokens={0: (Rank.BLACK, Rank.GREEN, Rank.YELLOW), 1: (Rank.PURPLE,)}), Card.WIND_1
)
FALLEN = after(WALKING, a.Fall(ANA, ANA))
BID = after(table(tokens={0: (Rank.RED,), 1: (Rank.RED,)}), a.MakeBid(ANA, Card.LEFT, 1, 0))
EMPTY = table(IN_APP, hands=("1", "", "3"), tokens={0: (Rank.YELLOW,)})
EVERY = tuple(rank for rank in Rank for _ in range(5))
WINDOW = after(TURNING, a.DeclareToken(ANA, Rank.PURPLE, ANA))
WAITS = after(
    table(on={0: "crypt", 1: "crypt"}, tokens={0: (Rank.PURPLE,), 1: (Rank.PURPLE,)}),
    a.DeclareToken(BEN, Rank.PURPLE, BEN),
    a.CloseWindow(BEN),
)


def at_a_brain(mine: tuple[Rank, ...], others: tuple[Rank, ...] = ()) -> State:
    state = table(on=PLACED, tokens={0: mine, 1: others}, brains={0: ("yard/brain",)})
    return after(walking(state), a.TouchZone(ANA, ANA, "crypt/brain"), a.StandStill(ANA))


def much_told() -> State:
    state = WALKING
    for _ in range(50):
        state = after(state, a.StepOn(ANA, ANA, "yard"), a.StepOn(ANA, ANA, "crypt"))
    return state


def zeroed(options: Options) -> State:
    """Step 3, Ben has laid nothing."""
    state = after(table(options, tokens={1: (Rank.RED,)}), a.MakeBid(ANA, Card.LEFT, 1, 0))
    return after(state, a.Follow(BEN, 0, 0), a.Follow(CLEO, 0, 0))


FROM_ONE = replace(ON_TABLE, wild_from_zero=False)

CASES: list[tuple[str, State, Any]] = [
    ("not_an_action", BIDDING, "bid"),
    ("not_an_action", BIDDING, a.Pass(True)),  # type: ignore[arg-type]
    ("not_an_action", BIDDING, a.MakeBid(ANA, Card.WIND_1, -1, 0)),
    ("not_an_action", BIDDING, a.MakeBid(ANA, "wind_1", 2, 0)),  # type: ignore[arg-type]
    ("not_an_action", WALKING, a.Cross(ANA, [ANA], True)),  # type: ignore[arg-type]
    ("not_an_action", WALKING, a.Cross(ANA, (), True)),
    ("no_such_seat", BIDDING, a.Pass(3)),  # type: ignore[arg-type]
    ("no_such_seat", WALKING, a.Cross(ANA, (ANA, 3), True)),  # type: ignore[arg-type]
    ("no_such_tile", WALKING, a.StepOn(ANA, ANA, "moon")),
    ("no_such_tile", won(table()), a.Place(ANA, "moon")),
    ("no_such_zone", WALKING, a.TouchZone(ANA, ANA, "moon")),
    ("no_such_zone", WALKING, a.LeaveZone(ANA, ANA, "moon")),
    ("figures_not_ascending", WALKING, a.Cross(ANA, (BEN, ANA), True)),
    ("not_now", BIDDING, a.Release(ANA)),
    ("not_now", DRAWING, a.ChooseFigure(ANA, "Steve")),
    ("not_now", CHOOSING, a.FigureDrawn(ANA, "Steve")),
    ("not_now", BIDDING, a.CardDealt(ANA, Card.WILD)),
    ("not_now", BIDDING, a.CloseWindow(ANA)),
    ("not_your_turn", BIDDING, a.Pass(BEN)),
    ("not_your_turn", DRAWING, a.FigureDrawn(BEN, "Steve")),
    ("not_your_turn", WINDOW, a.CloseWindow(BEN)),
    (
        "game_over",
        after(walking(table(race=SHORT, on={0: "gate"}, reached={0: 2})), a.Cross(ANA, (ANA,), True)),
        a.StandStill(ANA),
    ),
    ("figure_taken", DRAWING, a.FigureDrawn(ANA, "Nobody")),
    ("figure_taken", after(CHOOSING, a.ChooseFigure(ANA, "Gus")), a.ChooseFigure(BEN, "Gus")),
    ("cards_on_table", PAPER, a.CardDealt(ANA, Card.WILD)),
    ("cards_on_table", replace(PAPER, stage=PASSING.stage), a.PassCard(ANA, Card.WILD)),
    ("cards_in_app", PASSING, a.HandOver(ANA)),
    ("another_card_due", DEALING, a.CardDealt(BEN, Card.WILD)),
    ("another_card_due", after(EMPTY, a.UseToken(ANA, Rank.YELLOW, CLEO)), a.CardTaken(BEN, Card.WIND_3)),
    (
        "card_not_left",
        replace(DEALING, deck=replace(DEALING.deck, cards=(Card.LEFT,))),
        a.CardDealt(ANA, Card.WILD),
    ),
    ("card_not_left", after(EMPTY, a.UseToken(ANA, Rank.YELLOW, CLEO)), a.CardTaken(ANA, Card.LEFT)),
    ("card_not_held", PASSING, a.PassCard(ANA, Card.LEFT)),
    ("passed_enough", replace(TOGETHER, stage=Passing(0, None, (4, 0, 0))), a.PassCard(ANA, Card.WIND_1)),
    ("not_an_action_card", BIDDING, a.MakeBid(ANA, Card.WILD, 1, 0)),
    ("nothing_laid", BIDDING, a.MakeBid(ANA, Card.LEFT, 0, 0)),
    ("nothing_laid", zeroed(ON_TABLE), a.Raise(BEN, 0)),
    ("must_follow_type", BIDDING, a.MakeBid(ANA, Card.WIND_1, 1, 1)),
    ("too_many_cards", BIDDING, a.MakeBid(ANA, Card.WIND_1, 3, 0)),
    ("too_many_cards", BIDDING, a.MakeBid(ANA, Card.WIND_1, 2, 2)),
    ("too_many_cards", PAPER, a.MakeBid(ANA, Card.WIND_1, 2, 2)),
    ("too_many_cards", PAPER, a.MakeBid(ANA, Card.WIND_1, 10**30, 0)),
    ("too_many_cards", zeroed(ON_TABLE), a.Raise(BEN, 11)),
    ("wild_only_bid", replace(BIDDING, fresh=()), a.MakeBid(ANA, Card.LEFT, 0, 1)),
    ("no_wild_from_zero", zeroed(FROM_ONE), a.Raise(BEN, 1)),
    (
        "must_bid",
        table(replace(IN_APP, all_pass=o.AllPass.FORCE_BID), hands=("1", "2", "3"), idle=3),
        a.Pass(ANA),
    ),
    ("own_figure", won(table(on=PLACED), Card.OPPONENT), a.PickOpponent(ANA, ANA)),
    ("wrong_tile", won(table()), a.Place(ANA, "yard")),
    ("not_on_board", WALKING, a.Fall(ANA, CLEO)),
    ("not_on_board", WALKING, a.TouchZone(ANA, CLEO, "crypt/brain")),
    ("not_on_board", WALKING, a.LeaveZone(ANA, CLEO, "crypt/brain")),
    ("not_on_board", WALKING, a.StepOn(ANA, CLEO, "yard")),
    ("not_on_board", WALKING, a.LeaveBoard(ANA, CLEO, True)),
    ("not_on_board", WALKING, a.Cross(ANA, (ANA, CLEO), True)),
    ("another_figure", TURNING, a.TouchZone(ANA, BEN, "crypt/brain")),
    (
        "another_figure",
        replace(
            TURNING,
            figures=(
                TURNING.figures[0],
                replace(TURNING.figures[1], under=("crypt/brain",)),
                TURNING.figures[2],
            ),
        ),
        a.LeaveZone(ANA, BEN, "crypt/brain"),
    ),
    (
        "already_touching",
        after(WALKING, a.TouchZone(ANA, ANA, "crypt/brain")),
        a.TouchZone(ANA, ANA, "crypt/brain"),
    ),
    ("not_touching", WALKING, a.LeaveZone(ANA, ANA, "crypt/brain")),
    (
        "already_told",
        after(TURNING, a.TouchZone(ANA, ANA, "crypt/brain")),
        a.LeaveZone(ANA, ANA, "crypt/brain"),
    ),
    ("gates_are_crossed", WALKING, a.TouchZone(ANA, ANA, "gate/gate")),
    ("feet_in_the_air", FALLEN, a.TouchZone(ANA, ANA, "crypt/brain")),
    ("already_fallen", FALLEN, a.Fall(ANA, ANA)),
    ("already_there", WALKING, a.StepOn(ANA, ANA, "crypt")),
    ("still_on_board", WALKING, a.LeaveBoard(ANA, ANA, False)),
    ("backward_one_by_one", WALKING, a.Cross(ANA, (ANA, BEN), False)),
    ("too_much_told", much_told(), a.Fall(ANA, ANA)),
    ("token_not_held", BIDDING, a.UseToken(ANA, Rank.YELLOW, BEN)),
    ("token_not_held", at_a_brain(()), a.UpgradeToken(ANA, Rank.BLACK)),
    ("no_token_left", replace(at_a_brain((Rank.BLACK,)), supply=(0, 0, 0, 0, 0)), a.GainToken(ANA)),
    ("no_better_token", at_a_brain((Rank.RED,)), a.UpgradeToken(ANA, Rank.RED)),
    ("while_walking", WALKING, a.UseToken(ANA, Rank.PURPLE, ANA)),
    ("card_on_its_way", replace(TURNING, tasks=(DealCards((ANA,)),)), a.UseToken(ANA, Rank.PURPLE, ANA)),
    ("own_figure_only", READY, a.UseToken(BEN, Rank.PURPLE, ANA)),
    ("own_figure_only", READY, a.UseToken(ANA, Rank.BLACK, BEN)),
    ("only_before_winding", BIDDING, a.UseToken(ANA, Rank.BLACK, ANA)),
    (
        "too_few_turns",
        replace(READY, options=replace(ON_TABLE, min_turns=1)),
        a.UseToken(ANA, Rank.BLACK, ANA),
    ),
    (
        "too_many_turns",
        replace(READY, options=replace(ON_TABLE, max_turns=1)),
        a.UseToken(ANA, Rank.GREEN, ANA),
    ),
    ("figure_fallen", after(FALLEN, a.StandStill(ANA)), a.UseToken(ANA, Rank.PURPLE, ANA)),
    ("own_hand", READY, a.UseToken(ANA, Rank.YELLOW, ANA)),
    ("empty_hand", EMPTY, a.UseToken(ANA, Rank.YELLOW, BEN)),
    (
        "cards_in_transit",
        replace(EMPTY, stage=Passing(0, ANA, (0, 0, 0))),
        a.UseToken(ANA, Rank.YELLOW, CLEO),
    ),
    ("no_live_bid", BIDDING, a.UseToken(ANA, Rank.RED, ANA)),
    ("own_bid_only", BID, a.UseToken(BEN, Rank.RED, ANA)),
    ("no_red_from_zero", zeroed(FROM_ONE), a.UseToken(BEN, Rank.RED, BEN)),
    ("window_open", WINDOW, a.Done(ANA)),
    ("window_open", WINDOW, a.UseToken(ANA, Rank.PURPLE, ANA)),
    ("window_waits", WAITS, a.DeclareToken(ANA, Rank.PURPLE, ANA)),
    ("not_declared", READY, a.DeclareToken(ANA, Rank.BLACK, ANA)),
]


@pytest.mark.parametrize(("key", "state", "action"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)])
def test_an_action_is_refused_for_its_reason(key: str, state: State, action: Any) -> None:
    assert refusal(state, action) == key


@pytest.mark.parametrize(("seen", "ends_turn", "key"), [("R", False, "no_layout"), ("", True, "no_layout")])
def test_a_race_has_no_layout_to_put_right(seen: str, ends_turn: bool, key: str) -> None:
    verdict = AllWoundUp().corrected(BIDDING, seen, ends_turn=ends_turn)
    assert verdict == Refusal(f"all_wound_up.{key}")


def test_every_declared_refusal_is_met_above() -> None:
    assert {f"all_wound_up.{case[0]}" for case in CASES} | {"all_wound_up.no_layout"} == refusals.KEYS


TWICE = Tile("twice", "Twice", (Zone("twice/gate", ZoneKind.GATE), Zone("twice/gate", ZoneKind.BRAIN)))

RACES: list[tuple[str, Race]] = [
    ("race.tiles", replace(LINE, tiles=())),
    ("race.tiles[1].id", replace(LINE, tiles=(LINE.tiles[0], *LINE.tiles[:3]))),
    ("race.tiles[0].name", replace(LINE, tiles=(replace(LINE.tiles[0], name=" "), *LINE.tiles[1:]))),
    ("race.tiles[0].zones[1].id", replace(LINE, tiles=(TWICE, *LINE.tiles[1:]))),
    ("race.course", replace(LINE, course=())),
    ("race.course", replace(LINE, course=("crypt", "yard", "gate"))),
    ("race.course", replace(LINE, course=("crypt", "moon", "gate"))),
    ("race.course", replace(LINE, course=("crypt", "crypt", "yard", "well", "gate"))),
    ("race.gate", replace(LINE, gate="crypt/brain")),
    ("race.gate", replace(LINE, course=("gate", "well", "yard", "crypt"))),
    ("race.ring", replace(LINE, course=("gate", "crypt", "yard", "well", "gate"))),
    ("race.start", replace(LINE, start="")),
    ("race.start", replace(LINE, start="a\nb")),
    ("race.figures", replace(LINE, figures=("Steve", "Molly"))),
    ("race.figures[1]", replace(LINE, figures=("Steve", "steve", "Gus"))),
]


@pytest.mark.parametrize(("place", "race"), RACES, ids=[f"{n}-{r[0]}" for n, r in enumerate(RACES)])
def test_a_race_that_cannot_be_run_is_named_by_its_place(place: str, race: Race) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the place is looked at
        setup(Options(), race, SHIPPED, 3, ANA)
    assert str(caught.value).startswith(f"{place}: ")
