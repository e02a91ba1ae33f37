"""What the screens of a race say and ask, as plain values: no window."""

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.assembly.hosts import host_of
from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.events import CardsHandedOver
from companion.rules.all_wound_up.figures import On
from companion.rules.all_wound_up.options import Edition, Options
from companion.rules.all_wound_up.options import Passing as PassingHow
from companion.rules.all_wound_up.stages import Bidding, Passing, Raising
from companion.rules.all_wound_up.tasks import Walk
from companion.rules.all_wound_up.tokens import NONE, Rank
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.race_picture import Drawn, TileDrawn
from companion.table.race_shown import Fate, Happening, What
from companion.ui import words_all_wound_up
from companion.ui.all_wound_up import (
    asked_model,
    bidding,
    chips_model,
    course_model,
    drafts,
    fair_model,
    happening_words,
    held_model,
    map_model,
    panel_model,
    passing_model,
    setup,
    strip_model,
    tokens_model,
)
from companion.ui.all_wound_up.drafts import Drafts, Told
from companion.ui.all_wound_up.framing import tiles_in
from companion.ui.all_wound_up.preparing import CoursePreparing, prepare
from companion.ui.desk import Desk
from companion.ui.facts import NO_KIT, Pace, Person, Source
from companion.ui.intents import Rematch
from companion.ui.screens import timeline_model, top_model
from companion.ui.wishes import NewGame
from tests.rules.all_wound_up_tables import LINE, OVAL, RING
from tests.table.test_race_left_out import brain_then_still, seq_of
from tests.ui.glass import FRONT, SETTINGS, Said
from tests.ui.race_game import ANA, BEN, CY, HELD, REAL, TAUGHT, RaceGame
from tests.ui.race_scenes import LAID, SEATED, rich


def drawn(kit: Any = NO_KIT, course: tuple[str, ...] = (), seats: int = 3) -> setup.Plan:
    plan = setup.begin(seats, kit, {})
    for tile in course or plan.tiles:
        plan = setup.tapped(plan, tile)
    return plan


# ---- before a race


def test_the_course_is_drawn_by_tapping_and_a_second_tap_takes_the_last_tile_out() -> None:
    plan = setup.begin(2, NO_KIT, {})
    for tile in plan.tiles[:3]:
        plan = setup.tapped(plan, tile)
    assert setup.why_not(plan) == "1 tile is left out"
    assert setup.tapped(plan, plan.tiles[2]).course == plan.tiles[:2]


@pytest.mark.parametrize("kit", [NO_KIT, LAID], ids=["by hand", "seen"])
@pytest.mark.parametrize("ring", [True, False])
@given(taps=st.lists(st.integers(0, 3), max_size=7))
def test_nothing_moves_while_the_course_is_tapped(kit: Any, ring: bool, taps: list[int]) -> None:
    plan = replace(setup.begin(3, kit, {}), ring=ring)
    begun = course_model.present(plan)
    for tap in taps:
        plan = setup.tapped(plan, plan.tiles[tap])
        shown = course_model.present(plan)
        assert [square.at for square in shown.map.squares] == [square.at for square in begun.map.squares]
        assert len(shown.buttons) == len(begun.buttons)
        if len(set(plan.course)) == len(plan.course):
            assert shown.buttons[0] == begun.buttons[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ring", [True, False])
def test_what_was_drawn_by_hand_is_a_race_that_can_start(seats: int, ring: bool) -> None:
    plan = replace(drawn(seats=seats), ring=ring)
    told = setup.options(plan)
    assert told["tiles"] == 4
    race = setup.race(plan)
    assert race.ring is ring
    assert len(race.figures) >= seats
    game = RaceGame(race=race, names=("Ana", "Ben", "Cy", "Dee")[:seats]).to_bids()
    assert isinstance(game.view.stage, Bidding)


def test_a_course_that_ends_elsewhere_than_at_the_gate_is_told_so() -> None:
    plan = drawn(LAID, ("yard", "well", "moor-gate", "crypt"))
    assert setup.why_not(plan) == "End on the tile with the gate"
    assert setup.why_not(drawn(LAID, TAUGHT.course)) == ""


def test_a_course_that_comes_back_to_its_first_tile_is_a_ring() -> None:
    plan = replace(drawn(LAID, ("moor-gate", "crypt", "yard", "well", "moor-gate")), ring=False)
    assert setup.is_ring(plan)
    assert setup.why_not(plan) == ""


def test_the_way_over_the_gate_is_worked_out_from_where_the_tile_before_it_lies() -> None:
    plan = drawn(LAID, TAUGHT.course)
    # The gate runs down the picture; figures come from the well, to its left as one walks along it.
    assert setup.forward(plan) == "to_right"
    assert setup.forward(replace(plan, other_way=True)) == "to_left"
    tail, head = setup.way_out(plan) or ((0, 0), (0, 0))
    assert head[0] < tail[0], "the arrow points to the tile on the left, where the race began"
    assert setup.options(plan)["forward"] == "to_right"
    assert "forward" not in setup.options(drawn())


def test_the_race_of_last_time_is_offered_again_if_its_tiles_are_there() -> None:
    plan = replace(setup.counted(drawn(), drawn().tiles[0], "brain"), in_app=True)
    told = setup.options(plan)
    last = {"race": told["race"], "options": {"cards": told["cards"], "figures": told["figures"]}}
    again = setup.begin(4, NO_KIT, last)
    assert again.course == plan.course
    assert again.in_app
    assert setup.count(again, plan.tiles[0], "brain") == 2
    assert setup.begin(4, LAID, last).course == ()
    assert setup.begin(4, NO_KIT, {"race": {"tiles": 3}}).course == ()


def test_tiles_that_the_eye_finds_later_are_shown_unless_somebody_has_begun() -> None:
    front = replace(FRONT, shelf=(SEATED,))
    preparing = prepare(front, 3, {})
    preparing.take_front(replace(front, kit=LAID))
    assert set(preparing.plan.tiles) == set(TAUGHT.course)
    begun = CoursePreparing(drawn(), {})
    begun.take_front(replace(front, kit=LAID))
    assert begun.plan.kit == NO_KIT


@pytest.mark.parametrize("other_way", [False, True])
def test_a_course_of_last_time_is_shown_as_the_tiles_are_found_to_lie(other_way: bool) -> None:
    told = setup.options(replace(drawn(LAID), other_way=other_way))
    last = {"race": told["race"], "options": {"tiles": told["tiles"]}, "forward": told["forward"]}
    front = replace(FRONT, shelf=(replace(SEATED, setup=last),), kit=replace(LAID, lies=()))
    preparing = prepare(front, 3, {})
    assert preparing.plan.course
    assert setup.forward(preparing.plan) is None
    preparing.take_front(replace(front, kit=LAID))
    assert preparing.plan == prepare(replace(front, kit=LAID), 3, {}).plan
    assert setup.options(preparing.plan)["forward"] == told["forward"]


@pytest.mark.parametrize(("seats", "overs"), [(2, 6), (3, 12), (4, 20)])
def test_the_hand_overs_are_counted_before_cards_can_be_held_on_the_tablet(seats: int, overs: int) -> None:
    model = course_model.present(replace(drawn(seats=seats), step=1))
    assert model.ways[1].line.startswith(f"passed {overs} times a round")


# ---- cards go round


@pytest.mark.parametrize(("edition", "how", "seats"), list(product(Edition, PassingHow, (2, 3, 4))), ids=str)
def test_every_passing_guide_leads_to_the_bids(edition: Edition, how: PassingHow, seats: int) -> None:
    for stop in range(5):
        game = RaceGame(Options(edition=edition, passing=how), names=("Ana", "Ben", "Cy", "Dee")[:seats])
        first = passing_model.handing_over(game.view, stop)
        for action in first[: len(first) // 2]:
            game.act(action)
        if isinstance(game.view.stage, Passing):
            game.act(*passing_model.handing_over(game.view, 9))
        assert isinstance(game.view.stage, Bidding)


# ---- bids


def test_passes_for_all_end_step_three_whoever_is_asked_and_raises_reach_everybody() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        options = replace(REAL, pass_is_final=rng.random() < 0.4)
        game = RaceGame(options, names=("Ana", "Ben", "Cy", "Dee")[: rng.randint(2, 4)]).to_bids()
        game.act(a.MakeBid(ANA, Card.WIND_3, rng.randint(1, 9), 0))
        game.act(*bidding.zeros(game.view))
        for _ in range(rng.randint(0, 6)):
            found = bidding.raises(game.snapshot)
            if not isinstance(game.view.stage, Raising) or not found:
                break
            if rng.random() < 0.5:
                game.act(*rng.choice(list(found.values())))
            else:
                game.act(bidding.passes(game.view)[0])
        if isinstance(game.view.stage, Raising):
            game.act(*bidding.passes(game.view))
        assert not isinstance(game.view.stage, Raising)


def test_leaders_are_those_who_win_in_their_order() -> None:
    game = (
        RaceGame().to_bids().act(a.MakeBid(ANA, Card.WIND_3, 1, 0), a.Follow(BEN, 2, 0), a.Follow(CY, 2, 0))
    )
    leaders = bidding.leaders(game.view.stage.bid)
    game.act(*bidding.passes(game.view))
    assert game.view.stage.winners == leaders == (BEN, CY)


# ---- hands


def random_held(seed: int) -> RaceGame:
    rng = random.Random(seed)
    game = RaceGame(HELD, secret=rng.randbytes(32), names=("Ana", "Ben", "Cy")[: rng.randint(2, 3)])
    return game if rng.random() < 0.4 else game.to_bids()


@pytest.mark.parametrize("seed", range(12))
def test_what_is_picked_in_private_is_what_the_rules_offer(seed: int) -> None:
    rng, game = random.Random(seed), random_held(seed)
    seat = game.view.asked[0]
    peek = game.tell(ib.Peek(seat, game.now_ns)).peek
    assert peek is not None
    picked: tuple[str, ...] = ()
    for _ in range(12):
        picked = held_model.pick(peek, picked, rng.choice(list(Card)))
        hand = list(game.state.hands.known(seat))
        if isinstance(game.view.stage, Passing):
            for card in picked:
                hand.remove(card)
            assert len(picked) <= game.view.seats[seat].owes
        else:
            assert len([card for card in picked if card != Card.WILD]) <= 1
            assert picked.count(Card.WILD) <= hand.count(Card.WILD)


def test_a_told_hand_survives_what_is_taken_back() -> None:
    game = RaceGame().to_bids()
    told = Told(game.snapshot.timeline[-1].seq, ("left",) * 6 + ("wind_4",) * 4)
    game.act(a.MakeBid(ANA, Card.WIND_4, 4, 0))
    assert drafts.still_held(told, ANA, game.snapshot) == ("left",) * 6
    undo = game.snapshot.undo
    assert undo is not None
    game.tell(ib.TakeBack(undo.to_seq, frozenset({ANA, BEN, CY}), game.now_ns))
    assert drafts.still_held(told, ANA, game.snapshot) == told.cards


# ---- on the board


def test_every_choice_of_a_walk_has_a_chip_of_one_of_the_figures() -> None:
    game = rich(RaceGame().to_bids().bid(Card.WIND_1).walk().still().bid(Card.WIND_2).walk())
    found: set[Any] = set()
    for figure in (ANA, BEN):
        for page in range(9):
            model = chips_model.present(game.snapshot, Drafts(figure=figure, chips=page))
            found |= {x for chip in model.chips for x in getattr(chip.intent, "actions", ())}
    offered = {c for c in game.choices(BEN) if not isinstance(c, a.LetGoEarly | a.StandStill | a.UseToken)}
    offered -= {c for c in offered if isinstance(c, a.DeclareToken)}
    assert found == offered
    assert all(chip.text for chip in chips_model.present(game.snapshot, Drafts()).chips)


def test_everybody_can_read_who_has_which_figure() -> None:
    game = RaceGame().to_bids()
    racers = panel_model.racers(game.snapshot, FRONT.people[:3], Drafts())
    assert [racer.has for racer in racers] == [seat.name for seat in game.view.seats]
    assert all(racer.has for racer in racers)
    game.bid(Card.WIND_3)
    assert asked_model.present(game.snapshot).title == f"Ana: place {game.view.seats[ANA].name}"


def test_cards_passed_on_do_not_read_as_cards_that_remain() -> None:
    said = [
        words_all_wound_up.happened(event, asked_model.cast(game.snapshot))
        for game in [RaceGame().to_bids()]
        for entry in game.snapshot.timeline
        for event in entry.events
        if isinstance(event, CardsHandedOver) and not event.replaced
    ]
    assert said
    assert all(line.endswith("to the left") for line in said)


def test_the_next_tile_and_the_zones_underfoot_come_first() -> None:
    game = RaceGame().to_bids().bid(Card.WIND_3).walk()
    chips = [chip.text for chip in chips_model.present(game.snapshot, Drafts()).chips]
    assert chips[:3] == ["Brain", "Mausoleum", "Walked to Yard"]


@given(data=st.data())
def test_on_a_walk_no_button_moves_or_goes_away_and_all_that_can_happen_has_one(data: st.DataObject) -> None:
    game = rich(RaceGame().to_bids().bid(Card.WIND_1).walk().still().bid(Card.WIND_2).walk())
    draft, snapshot = Drafts(), game.snapshot
    shown = {figure: chips_model.walk_chips(snapshot, draft, figure) for figure in (ANA, BEN)}
    for _ in range(data.draw(st.integers(1, 6))):
        enabled = [c for c in shown[ANA] + shown[BEN] if c.enabled]
        if not enabled:
            return
        pressed = data.draw(st.sampled_from(enabled))
        before = game.snapshot
        game.tell(ib.Act(pressed.intent.actions, game.now_ns))
        draft = chips_model.settled(draft, before, game.snapshot)
        if not isinstance(game.head, Walk):
            assert draft.laid == ()
            return
        for figure, was in shown.items():
            now = chips_model.walk_chips(game.snapshot, draft, figure)
            assert len(now) >= len(was)
            moved = [x.text for x, y in zip(was, now, strict=False) if x.text != y.text]
            here = game.view.seats[figure].figure.place
            if isinstance(here, On) and here == before.view.seats[figure].figure.place:
                assert not moved
            alive = {chip.intent.actions[0] for chip in now if chip.enabled}
            assert alive == {c for c in game.choices(BEN) if chips_model._is_about(c, figure)}
            shown[figure] = now


def test_a_chip_tapped_stays_where_it_was_and_the_next_tiles_zones_come_under_the_finger() -> None:
    game = RaceGame().to_bids().bid(Card.WIND_3).walk()
    draft, before = Drafts(), game.snapshot
    was = chips_model.present(before, draft).chips
    game.act(a.TouchZone(ANA, ANA, "crypt/brain"))
    draft = chips_model.settled(draft, before, game.snapshot)
    now = chips_model.present(game.snapshot, draft).chips
    assert [chip.text for chip in now] == [chip.text for chip in was]
    assert [chip.enabled for chip in now] == [chip.text != "Brain" for chip in was]
    before = game.snapshot
    game.act(a.StepOn(ANA, ANA, "yard"))
    draft = chips_model.settled(draft, before, game.snapshot)
    there = chips_model.present(game.snapshot, draft).chips
    assert [chip.text for chip in there][:4] == ["Brain", "Grave", "Walked to Yard", "Fell"]
    assert there[0].enabled
    assert not there[2].enabled


def test_a_brain_offers_nothing_that_is_out_of_stock() -> None:
    game = RaceGame().to_bids().bid(Card.WIND_3).walk()
    game.act(a.TouchZone(ANA, ANA, "crypt/brain"), a.LeaveZone(ANA, ANA, "crypt/brain"))
    game.act(a.TouchZone(ANA, ANA, "yard/brain")).still()
    game.force(replace(game.state, supply=(0, 0, 0, 0, 2)))
    chips = [chip.text for chip in chips_model.present(game.snapshot, Drafts()).chips]
    assert chips == ["New red", "black to red", "No token"]
    game.force(replace(game.state, supply=NONE))
    assert "New" not in str(chips_model.present(game.snapshot, Drafts()).chips)
    assert strip_model.present(game.snapshot, Drafts()).text == "No stock left for a new one"


def test_the_map_shows_the_course_and_who_stands_where() -> None:
    people = SEATED.last
    game = RaceGame(race=RING).to_bids().bid(Card.WIND_3).walk().act(a.StepOn(ANA, ANA, "yard"))
    model = map_model.present(game.snapshot, people)
    assert [square.number for square in model.squares] == ["1", "2", "3", "4"]
    assert [len(square.marks) for square in model.squares] == [0, 1, 0, 0]
    assert model.exit is not None
    assert model.exit[1] == model.squares[0].at, "out of the gate and on to the first tile"
    assert map_model.present(RaceGame(race=LINE).snapshot, people).exit == ((3, 0), (4, 0))
    assert map_model.present(RaceGame(race=OVAL).snapshot, people).squares[0].number.count("+") <= 1


@pytest.mark.parametrize("what", What)
def test_whatever_is_seen_has_words(what: What) -> None:
    snapshot = RaceGame(race=TAUGHT).to_bids().snapshot
    seen: Happening[Any] = Happening(
        "1", what, "Steve", ANA, Fate.WAITING, 1.0, 1.2,
        tile="yard", zone="yard/0", zone_kind="brain", forward=True, margin_mm=-0.2,
    )  # fmt: skip
    assert happening_words.briefly(seen, snapshot)
    assert happening_words.in_a_row(seen, snapshot)
    assert happening_words.margin(seen) == "-0.2 mm"


def test_fair_figures_come_fastest_first_and_say_which_way_they_bend() -> None:
    top = top_model.present(RaceGame().snapshot, Source.NONE, back=True)
    model = fair_model.present(
        top, (Pace("Steve", 3.0, 12.2, 1), Pace("Gus", 4.26, -3.6, 4), Pace("Vera", 4.0, 0.3, 2))
    )
    assert [row.name for row in model.rows] == ["Gus", "Vera", "Steve"]
    assert [row.drift for row in model.rows] == ["4° left in 10 cm", "straight on", "12° right in 10 cm"]
    assert model.rows[0].pace == "4.3 cm a turn"
    assert fair_model.present(top, ()).text == "No figure has been measured yet"


def test_a_token_is_never_offered_for_a_figure_that_walks() -> None:
    game = rich(RaceGame().to_bids().bid(Card.WIND_3).walk())
    for seat in (ANA, BEN, CY):
        assert not any(token.legal for token in tokens_model.tokens(game.snapshot, seat, Drafts()))
    refused = tokens_model.refused(game.view, Seat(0), Rank.YELLOW)
    assert refused.on != ANA


def test_only_the_tiles_of_a_picture_are_shown() -> None:
    square = ((100.0, 50.0), (300.0, 50.0), (300.0, 250.0), (100.0, 250.0))
    assert tiles_in(Drawn((TileDrawn("a", square, ()),)), 640, 360) == (88, 38, 312, 262)
    assert tiles_in(Drawn(), 640, 360) == (0, 0, 640, 360)


@pytest.mark.parametrize("in_app", [False, True])
def test_a_rematch_is_set_up_as_the_race_before(in_app: bool, tmp_path: Path) -> None:
    """Also where not all four tiles were taught: three are run, and the way over the gate is known."""
    three = replace(LAID, sides=LAID.sides[1:], lies=LAID.lies[1:])
    preparing = prepare(replace(FRONT, shelf=(SEATED,), kit=three), 3, {"edition": "eight_cards"})
    for tile in ("yard", "well", "moor-gate"):
        preparing.plan = setup.tapped(preparing.plan, tile)
    preparing.plan = replace(preparing.plan, in_app=in_app, chosen=True)
    host, said = host_of("all_wound_up"), Said()
    people = (Person("Ana", 0), Person("Ben", 1), Person("Cy", 2))
    assert host is not None
    assert host.set_up is not None
    asked = {"edition": "eight_cards"} | setup.options(preparing.plan)
    first = host.set_up(NewGame("all_wound_up", people, 0, asked), tmp_path)
    assert first["forward"] == "to_right"
    resumed = replace(FRONT, shelf=(replace(SEATED, setup=first),))
    for front, before in ((FRONT, preparing), (resumed, None)):
        desk = Desk(said, front, SETTINGS, lambda: 0, lambda: None)
        desk.preparing = before
        desk.take_snapshot(RaceGame(setup=first).snapshot)
        desk.do(Rematch())
        ((wish,),) = said.called("new_game")[-1:]
        assert host.set_up(wish, tmp_path) == first | {"dealer": 1}


@pytest.mark.parametrize("drop", [False, True])
def test_what_going_back_announces_is_what_it_then_took_whatever_was_left_out_before(drop: bool) -> None:
    table = brain_then_still()
    everybody = frozenset(table.hosted.seats(table.state))
    left = seq_of(table, "let_go" if drop else "touched")
    table.tap(ib.Amend(left, None, drop, table.now_ns, everybody))
    if not drop:
        undo = table.table.snapshot.undo
        assert undo is not None
        table.tap(ib.TakeBack(undo.to_seq, frozenset(), table.now_ns))
    to_seq = left - 3
    announced = timeline_model.going_back(table.table.snapshot, to_seq)
    after = table.tap(ib.TakeBack(to_seq, everybody, table.now_ns))
    took = timeline_model.taken_by(after.timeline[-1], after)
    assert announced
    assert [each.seq for each in took] == [each.seq for each in announced]
