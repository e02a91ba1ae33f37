"""A race at the table: what the eye says counts when it is clear, and waits when it is not."""

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.figures import Away, Gone, On
from companion.rules.all_wound_up.options import Figures, Options
from companion.rules.all_wound_up.stages import Bidding, Over
from companion.rules.all_wound_up.tasks import Rise, Settle, Turn, Walk, Wind
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table import refusals
from companion.table.hosted.all_wound_up_race import as_race
from companion.table.hosted.all_wound_up_setup import as_setup
from companion.table.race_shown import Fate, Holds, Posture
from companion.table.snapshot import Eye
from tests.rules.all_wound_up_tables import SHIPPED
from tests.table import race_takes
from tests.table.race_evening import RaceEvening
from tests.table.test_race_takes import begun
from vision.observation import (
    Blind,
    Crossed,
    Fell,
    HandsSeen,
    LeftBoard,
    LeftZone,
    Lifted,
    Placed,
    Posed,
    RaceObservation,
    Seeing,
    SeenThrough,
    SteppedOn,
    Still,
    Touched,
    ZoneUnder,
)

ANA, BEN = Seat(0), Seat(1)
SIDES = (
    ("yard", ("mausoleum", "grave", "brain")),
    ("well", ("mausoleum", "brain")),
    ("gate", ("gate", "brain")),
)
BRAIN, GRAVE = "yard/2", "yard/1"


def evening(**options: Any) -> RaceEvening:
    """Ana plays Steve, Ben Wanda, on yard, well and gate; over the gate to the right is forward."""
    race = as_race(SIDES, ("yard", "well", "gate"), "at the oak", ring=False, figures=("steve", "wanda"))
    chosen = Options(figures=Figures.CHOSEN, tiles=3, **options)
    return RaceEvening(as_setup(chosen, race, SHIPPED, 2, BEN, forward="to_right"), ("Ana", "Ben"))


def due(seat: Seat = ANA, card: Card = Card.WIND_2, **options: Any) -> RaceEvening:
    """Somebody has won a card, and both figures stand on the yard; the eye sees since second 1."""
    table = evening(**options)
    for each in (ANA, BEN):
        table.bid(each, Card.WIND_1)
        table.act(a.Place(each, "yard"), a.Done(each), a.Release(each))
        table.act(a.StandStill(each))
    table.bid(seat, card)
    table.eye(Still(1.0, 1.0, "steve", 0.5), Still(1.0, 1.0, "wanda", 0.5), SeenThrough(1.0, 1.0))
    return table


def walking(**options: Any) -> RaceEvening:
    """Steve was wound, put back at 2 s and has walked onto the well by 3 s."""
    table = due(**options)
    table.eye(Lifted(1.5, 1.7, "steve"), Placed(2.0, 2.2, "steve", "yard", ()))
    table.eye(SteppedOn(3.0, 3.2, "steve", "well"), SeenThrough(3.0, 3.2))
    assert isinstance(table.state.head, Walk)
    return table


def through(s: float) -> SeenThrough:
    return SeenThrough(s, s + 0.2)


def touched(s: float, *, unsure: bool = False) -> Touched:
    """Steve the Brain on the well."""
    return Touched(s, s + 0.2, "steve", "well", "brain", 1, 0.4 if unsure else 4.0, unsure)


def in_grave(s: float) -> Touched:
    return Touched(s, s + 0.2, "steve", "yard", "grave", 1, 4.0, uncertain=False)


def still(s: float, *names: str) -> list[RaceObservation]:
    return [*(Still(s + 1, s + 1.2, name, s) for name in names or ("steve", "wanda")), through(s + 1)]


# What is clear counts by itself


def test_a_figure_that_walks_from_where_it_was_put_back_has_been_let_go() -> None:
    table = walking()
    assert table.from_camera() == [a.Release(ANA), a.StepOn(ANA, ANA, "well")]
    release = table.keeper.lines[-2]["because"]
    assert release["taken_s"] == 2.0, "it was let go when it was put down"
    assert table.told("let_go").fate is Fate.KEPT


def test_a_figure_that_stands_where_it_was_put_down_was_not_let_go() -> None:
    table = due()
    table.eye(Lifted(1.5, 1.7, "steve"), Placed(2.0, 2.2, "steve", "yard", ()), *still(2.1, "steve"))
    assert isinstance(table.state.head, Wind)
    assert table.from_camera() == []


def test_a_figure_that_comes_to_rest_long_after_it_was_put_down_has_walked() -> None:
    table = due()
    table.eye(Lifted(1.5, 1.7, "steve"), Placed(2.0, 2.2, "steve", "yard", ()), *still(6.0, "steve"))
    assert table.from_camera() == [a.Release(ANA), a.StandStill(ANA)]


def test_a_figure_that_a_pose_shows_walking_off_has_been_let_go() -> None:
    table = due()
    table.eye(
        HandsSeen(1.4, 1.4, over=True), Lifted(1.5, 1.7, "steve"), Placed(2.0, 2.2, "steve", "yard", ())
    )
    table.eye(HandsSeen(2.3, 2.3, over=False))
    for tenth in range(10):
        at_s = 2.4 + tenth / 10
        table.eye(Posed(at_s, at_s, "steve", "yard", (100.0, 50.0 + 3 * tenth), 90.0, upright=True))
    table.eye(Fell(2.9, 3.1, "wanda"), through(3.4))
    assert table.from_camera() == [a.Release(ANA), a.Fall(ANA, BEN)]


def test_what_happened_is_applied_in_order_of_time_however_it_was_said() -> None:
    table = walking()
    table.eye(in_grave(5.0), touched(4.0))
    assert table.from_camera()[2:] == [], "nothing before all up to there was said"
    table.eye(through(5.0))
    assert table.from_camera()[2:] == [a.TouchZone(ANA, ANA, "well/1"), a.TouchZone(ANA, ANA, GRAVE)]
    assert table.state.tokens[ANA][0] == 1, "the Brain came first"
    assert table.state.figures[ANA].place == Away(Gone.GRAVE, "yard", GRAVE)


def test_a_walk_ends_by_itself_once_all_stand_still() -> None:
    table = walking()
    assert table.race.holds == {Holds.MOVING}
    table.eye(*still(5.0))
    assert isinstance(table.state.head, Bidding)
    assert table.from_camera()[-1] == a.StandStill(ANA)
    assert table.race.all_still


def test_a_walk_goes_on_while_a_pushed_figure_moves() -> None:
    table = walking()
    table.eye(SteppedOn(4.0, 4.2, "wanda", "well"), *still(5.0, "steve"))
    assert isinstance(table.state.head, Walk)
    assert table.race.holds == {Holds.MOVING}
    table.eye(*still(7.0, "wanda"))
    assert isinstance(table.state.head, Bidding)


def test_a_fallen_figure_is_stood_up_by_standing_there() -> None:
    table = walking()
    table.eye(Fell(4.0, 4.2, "steve"), through(5.5))
    assert isinstance(table.state.head, Rise)
    table.eye(Lifted(6.0, 6.2, "steve"), Placed(6.5, 6.7, "steve", "well", ()), through(6.5))
    assert isinstance(table.state.head, Bidding)
    assert table.state.figures[ANA].place == On("well")


def test_a_figure_that_left_comes_back_by_standing_on_the_tile_before() -> None:
    table = walking()
    table.eye(LeftBoard(4.0, 4.2, "steve", "well", uncertain=False), Lifted(5.0, 5.2, "steve"))
    table.eye(Placed(6.0, 6.2, "steve", "gate", ()), through(6.0))
    assert table.told("placed").refusal is not None, "that is not the tile before the one it left"
    table.eye(Lifted(7.0, 7.2, "steve"))
    zones = (ZoneUnder("yard", "brain", 2, 5.0, uncertain=False),)
    table.eye(Placed(7.5, 7.7, "steve", "yard", zones), *still(7.6, "steve"))
    assert isinstance(table.state.head, Bidding)
    assert table.state.figures[ANA].under == (BRAIN,), "the Brain under its feet sleeps"
    assert table.state.tokens[ANA][0] == 0


def test_two_that_cross_in_one_frame_cross_together() -> None:
    table = walking()
    at = (6.0, 6.2)
    for name in ("steve", "wanda"):
        table.eye(SteppedOn(4.0, 4.2, name, "well"), SteppedOn(5.0, 5.2, name, "gate"))
    table.eye(
        *(Crossed(*at, name, "gate", 0, "to_right", 5.0, uncertain=False) for name in ("wanda", "steve"))
    )
    table.eye(through(6.0))
    assert table.from_camera()[-1] == a.Cross(ANA, (ANA, BEN), True)
    assert isinstance(table.state.stage, Over)
    assert table.state.winner == ANA, "clockwise from the dealer"


def test_who_crossed_with_somebody_in_doubt_waits_too() -> None:
    table = walking()
    for name in ("steve", "wanda"):
        table.eye(SteppedOn(4.0, 4.2, name, "well"), SteppedOn(5.0, 5.2, name, "gate"))
    table.eye(Crossed(6.0, 6.2, "steve", "gate", 0, "to_right", 5.0, uncertain=False))
    table.eye(Crossed(6.0, 6.2, "wanda", "gate", 0, "to_right", 0.2, uncertain=True), through(6.0))
    assert table.told("crossed").fate is Fate.BEHIND
    assert table.state.winner is None, "if Wanda crossed as well, the seats decide"


def test_a_hazard_and_a_brain_in_one_frame_are_asked_about() -> None:
    table = walking()
    table.eye(touched(4.0), in_grave(4.0), through(4.0))
    assert [one.fate for one in table.race.happenings[-2:]] == [Fate.WAITING, Fate.BEHIND]
    assert table.state.tokens[ANA][0] == 0


def test_while_somebody_peeks_done_counts_what_was_seen() -> None:
    table = walking()
    table.eye(touched(3.5), SeenThrough(3.2, 3.7))
    table.tap(ib.Peek(BEN, table.now_ns))
    table.tap(ib.Done(table.now_ns))
    assert table.state.tokens[ANA][0] == 1
    assert table.table.snapshot.peek is not None


def test_beside_a_record_stands_what_it_rests_on() -> None:
    table = walking()
    table.eye(touched(4.0), through(4.0))
    because = table.keeper.lines[-1]["because"]
    happening = table.told("touched")
    assert because == {
        "from": "eye", "taken_s": 4.0, "said_s": 4.2, "happenings": [happening.id], "kept": "by itself",
        "margin_mm": 4.0,
    }  # fmt: skip
    entry = table.table.snapshot.timeline[-1]
    assert (entry.happening, entry.margin_mm, entry.from_camera) == (happening.id, 4.0, True)


# What is in doubt waits


def test_a_doubtful_touch_waits_and_so_does_all_that_follows() -> None:
    table = walking()
    table.eye(touched(4.0, unsure=True), Fell(4.5, 4.7, "wanda"), *still(5.0))
    assert [one.fate for one in table.race.happenings[-2:]] == [Fate.WAITING, Fate.BEHIND]
    assert isinstance(table.state.head, Walk), "a turn never goes on while something is in doubt"
    assert Holds.DOUBT in table.race.holds
    assert not table.state.figures[BEN].fallen


def test_one_tap_keeps_it_and_the_rest_follows_in_order() -> None:
    table = walking()
    table.eye(touched(4.0, unsure=True), Fell(4.5, 4.7, "wanda"), *still(5.0))
    table.tap(ib.KeepHappening(table.told("touched").id, table.now_ns))
    assert table.from_camera()[2:4] == [a.TouchZone(ANA, ANA, "well/1"), a.Fall(ANA, BEN)]
    assert isinstance(table.state.head, Rise)
    assert table.told("touched").by_tap


def test_one_tap_dismisses_it_for_good() -> None:
    table = walking()
    doubt = touched(4.0, unsure=True)
    table.eye(doubt, through(4.0))
    table.tap(ib.DismissHappening(table.told("touched").id, table.now_ns))
    table.eye(doubt, replace(doubt, said_s=9.0, uncertain=False), *still(5.0))
    assert a.TouchZone(ANA, ANA, "well/1") not in table.from_camera()
    assert isinstance(table.state.head, Bidding)
    assert table.state.tokens[ANA][0] == 0
    named = [
        line["because"].get("dismissed") for line in table.keeper.lines if "dismissed" in line["because"]
    ]
    assert len(named) == 1, "the next record says so, so that it holds after a power cut"
    again = table.again()
    assert again.table.sitting.race is not None
    assert named[0][0] in again.table.sitting.race.used


def test_done_ends_a_walk_without_what_nobody_kept() -> None:
    table = walking()
    table.eye(touched(4.0, unsure=True), Fell(4.5, 4.7, "wanda"), through(4.5))
    table.tap(ib.Done(table.now_ns))
    assert table.told("touched").fate is Fate.DISMISSED
    assert table.state.figures[BEN].fallen, "what is clear counts"
    assert isinstance(table.state.head, Rise)


def test_without_a_direction_a_crossing_asks_which_way_it_was() -> None:
    table = walking()
    assert table.table.sitting.race is not None
    race = replace(table.table.sitting.race, reader=replace(table.table.sitting.race.reader, forward=None))  # type: ignore[type-var]
    table.table._sitting = replace(table.table.sitting, race=race)
    table.eye(Crossed(4.0, 4.2, "steve", "gate", 0, "to_left", 5.0, uncertain=False), through(4.0))
    waiting = table.told("crossed")
    assert [reading[0] for reading in waiting.readings] == [
        a.Cross(ANA, (ANA,), True), a.Cross(ANA, (ANA,), False),
    ]  # fmt: skip
    table.tap(ib.KeepHappening(waiting.id, table.now_ns, reading=1))
    assert table.from_camera()[-1] == a.Cross(ANA, (ANA,), False)


def test_a_second_crossing_the_same_way_is_asked_about() -> None:
    table = walking()
    for at_s in (4.0, 5.0):
        table.eye(Crossed(at_s, at_s, "steve", "gate", 0, "to_right", 5.0, uncertain=False), through(at_s))
    assert [one.fate for one in table.race.happenings[-2:]] == [Fate.KEPT, Fate.WAITING]


def test_what_is_said_too_late_is_asked_about() -> None:
    table = walking()
    table.eye(through(6.0), touched(4.0), through(7.0))
    assert table.told("touched").fate is Fate.WAITING


def test_a_lifting_that_is_said_too_late_tells_nothing_of_how_a_figure_stands() -> None:
    table = due()
    assert table.table.sitting.race is not None
    table.eye(through(6.0))
    before, kept = table.table.sitting.race.scene, table.from_camera()
    table.eye(Lifted(4.0, 4.2, "steve"), through(7.0))
    assert table.table.sitting.race.scene == before
    assert table.from_camera() == kept


def test_after_a_bump_somebody_has_to_say_that_all_stand_still() -> None:
    table = walking()
    table.eye(Blind(4.0, 4.0, "camera_moved"), Seeing(4.5, 4.5), *still(6.0))
    assert Holds.NOT_SEEN in table.race.holds
    assert isinstance(table.state.head, Walk)
    table.tap(ib.Done(table.now_ns))
    assert isinstance(table.state.head, Bidding)


def test_a_figure_lifted_while_it_walks_may_have_been_let_go_too_early() -> None:
    table = walking()
    table.eye(Lifted(4.0, 4.2, "steve"), through(6.0))
    assert Holds.LIFTED in table.race.holds
    table.tap(ib.LetGoEarly(table.now_ns))
    assert isinstance(table.state.head, Wind)
    assert table.state.figures[ANA].place == On("yard"), "nothing of that walk counts"
    table.eye(Placed(8.0, 8.2, "steve", "yard", ()), SteppedOn(9.0, 9.2, "steve", "well"), through(9.0))
    assert isinstance(table.state.head, Walk), "wound again and let go again"


def test_who_was_pushed_before_a_figure_was_let_go_again_has_to_come_to_rest_too() -> None:
    table = walking()
    table.eye(SteppedOn(4.0, 4.2, "wanda", "well"), through(4.2))
    table.tap(ib.LetGoEarly(table.now_ns))
    table.eye(Lifted(5.0, 5.2, "steve"), Placed(6.0, 6.2, "steve", "yard", ()))
    table.eye(SteppedOn(7.0, 7.2, "steve", "well"), *still(9.0, "steve"))
    assert isinstance(table.state.head, Walk)
    table.eye(*still(10.0, "wanda"))
    assert not isinstance(table.state.head, Walk)


def test_doubtful_zones_under_a_figure_put_back_are_asked_about_one_by_one() -> None:
    table = walking()
    table.eye(LeftBoard(4.0, 4.2, "steve", "well", uncertain=False), Lifted(5.0, 5.2, "steve"))
    zones = (ZoneUnder("yard", "brain", 2, 0.2, uncertain=True),)
    table.eye(Placed(6.0, 6.2, "steve", "yard", zones), *still(6.2, "steve"))
    assert table.told("under").fate is Fate.WAITING
    assert isinstance(table.state.head, Settle)
    refused = table.table.handle(ib.Done(table.now_ns))
    assert refused.refusal == refusals.ANSWER_FIRST
    table.tap(ib.DismissHappening(table.told("under").id, table.now_ns))
    assert isinstance(table.state.head, Bidding)
    assert table.state.figures[ANA].under == ()


# Hands and the eye mix freely


def test_what_a_hand_has_entered_the_eye_does_not_enter_again() -> None:
    table = walking()
    table.act(a.Cross(ANA, (ANA,), True))
    table.eye(Crossed(4.0, 4.2, "steve", "gate", 0, "to_right", 5.0, uncertain=False), through(4.0))
    assert table.told("crossed").fate is Fate.BY_HAND
    assert not any(isinstance(action, a.Cross) for action in table.from_camera())


def test_a_hand_that_enters_what_waits_answers_it() -> None:
    table = walking()
    table.eye(touched(4.0, unsure=True), through(4.0))
    table.act(a.TouchZone(ANA, ANA, "well/1"))
    assert table.told("touched").fate is Fate.BY_HAND
    assert table.state.tokens[ANA][0] == 1


def test_what_a_hand_made_impossible_waits_no_more() -> None:
    table = walking()
    table.eye(touched(4.0, unsure=True), through(4.0))
    table.act(a.LeaveBoard(ANA, ANA, wholly=True))
    assert table.told("touched").fate is Fate.DISMISSED


def test_what_the_eye_had_wrong_and_a_hand_mended_stays_mended() -> None:
    table = walking()
    seen = touched(4.0)
    table.eye(seen, through(4.0))
    seq = table.told("touched").seq
    assert seq is not None
    table.tap(ib.Amend(seq, a.TouchZone(ANA, ANA, BRAIN), False, table.now_ns))
    table.eye(seen, through(5.0))
    assert table.state.figures[ANA].under == (BRAIN,)
    assert table.from_camera().count(a.TouchZone(ANA, ANA, "well/1")) == 1


def test_what_was_taken_back_never_comes_again_by_itself() -> None:
    table = walking()
    table.eye(*still(5.0))
    undo = table.table.snapshot.undo
    assert undo is not None
    table.tap(ib.TakeBack(undo.to_seq, frozenset(), table.now_ns))
    assert isinstance(table.state.head, Walk)
    table.eye(*still(5.0), Still(9.0, 9.0, "wanda", 8.0), Still(9.0, 9.0, "steve", 8.0), through(9.0))
    assert isinstance(table.state.head, Walk), "only a hand ends this walk again"
    table.tap(ib.Done(table.now_ns))
    assert isinstance(table.state.head, Bidding)


def test_a_touch_taken_back_and_seen_anew_is_asked_about() -> None:
    table = walking()
    table.eye(touched(4.0), through(4.0))
    undo = table.table.snapshot.undo
    assert undo is not None
    table.tap(ib.TakeBack(undo.to_seq, frozenset(), table.now_ns))
    table.eye(LeftZone(5.0, 5.2, "steve", "well", "brain", 1, uncertain=False), touched(6.0), through(6.0))
    assert table.told("touched").fate is Fate.WAITING


def test_nothing_counts_while_the_table_rests() -> None:
    table = walking()
    table.tap(ib.Pause(table.now_ns))
    table.eye(touched(4.0), Fell(4.5, 4.7, "wanda"), through(5.0))
    table.tap(ib.Continue(table.now_ns))
    assert table.from_camera()[2:] == []
    assert Holds.NOT_SEEN in table.race.holds


def test_while_somebody_peeks_it_is_seen_and_counts_afterwards() -> None:
    table = walking()
    table.tap(ib.Peek(BEN, table.now_ns))
    table.eye(touched(4.0), through(5.0))
    assert table.from_camera()[2:] == []
    table.tap(ib.Unpeek(table.now_ns))
    assert table.from_camera()[2:] == [a.TouchZone(ANA, ANA, "well/1")]


def test_a_full_disk_stops_the_eye_until_a_tap_is_saved() -> None:
    table = walking()
    table.keeper.full = True
    table.eye(touched(4.0), through(4.0))
    assert table.table.snapshot.refusal == refusals.NOT_SAVED
    table.keeper.full = False
    table.eye(through(5.0))
    assert table.from_camera()[2:] == []
    table.act(a.Fall(ANA, BEN))
    assert table.state.tokens[ANA][0] == 1, "what was seen meanwhile counts then"


def test_without_an_eye_all_is_tapped() -> None:
    table = evening()
    assert table.race.holds == frozenset()
    table.bid(ANA, Card.WIND_1)
    table.act(a.Place(ANA, "yard"))
    table.tap(ib.Done(table.now_ns))
    table.act(a.Release(ANA), a.StepOn(ANA, ANA, "well"))
    table.tap(ib.EyeGone("no_picture", table.now_ns))
    assert table.race.holds == {Holds.NO_EYE}
    table.tap(ib.Done(table.now_ns))
    assert isinstance(table.state.head, Bidding)
    assert table.table.snapshot.eye is Eye.LOST


@pytest.mark.parametrize(
    ("inbound", "why"),
    [
        (ib.KeepHappening("nothing", 0), refusals.NO_SUCH_HAPPENING),
        (ib.DismissHappening("nothing", 0), refusals.NO_SUCH_HAPPENING),
        (ib.LetGoEarly(0), refusals.NOBODY_WALKS),
        (ib.Done(0), refusals.NOTHING_TO_FINISH),
    ],
)
def test_a_tap_that_means_nothing_says_so(inbound: Any, why: Any) -> None:
    assert due().table.handle(inbound).refusal == why


# Where figures are


def test_a_figure_put_back_is_told_how_far_off_it_is() -> None:
    table = due()
    table.eye(Posed(1.1, 1.1, "steve", "yard", (100.0, 50.0), 90.0, upright=True))
    table.eye(HandsSeen(1.3, 1.3, over=True), Lifted(1.5, 1.7, "steve"), through(1.7))
    shown = table.race.figures[0]
    assert shown.posture is Posture.HELD
    assert shown.put_back is not None
    assert shown.put_back.was.tile_mm == (100.0, 50.0)
    table.eye(Placed(2.0, 2.2, "steve", "yard", ()), through(2.2))
    table.eye(Posed(2.3, 2.3, "steve", "yard", (103.0, 46.0), 80.0, upright=True))
    back = table.race.figures[0].put_back
    assert back is not None
    assert back.off_mm == pytest.approx(5.0)
    assert back.off_deg == pytest.approx(-10.0), "it looks too far clockwise"
    table.eye(Posed(2.5, 2.5, "steve", "well", (3.0, 46.0), 80.0, upright=True))
    assert table.race.figures[0].put_back == replace(back, off_mm=None, off_deg=None, other_tile=True)


@pytest.mark.parametrize(
    ("card", "to_deg", "too_far"),
    [
        (Card.RIGHT, 350.0, False), (Card.RIGHT, 270.0, None), (Card.RIGHT, 250.0, True),
        (Card.RIGHT, 92.0, False),
        (Card.LEFT, 350.0, True), (Card.LEFT, 200.0, False), (Card.OPPONENT, 350.0, False),
    ],
)  # fmt: skip
def test_a_turn_is_measured_against_half_a_turn(card: Card, to_deg: float, too_far: bool | None) -> None:
    table = due(card=Card.WIND_1)
    table.act(a.Release(ANA))
    table.tap(ib.Done(table.now_ns))
    turned, name = (BEN, "wanda") if card is Card.OPPONENT else (ANA, "steve")
    table.eye(Posed(5.0, 5.0, name, "yard", (100.0, 50.0), 90.0, upright=True))
    table.bid(ANA, card)
    if card is Card.OPPONENT:
        table.act(a.PickOpponent(ANA, BEN))
    assert isinstance(table.state.head, Turn)
    table.eye(Lifted(6.0, 6.2, name), through(6.2))
    assert table.race.turned is None, "in a hand it looks anywhere"
    table.eye(Placed(7.0, 7.2, name, "yard", ()), through(7.2))
    table.eye(Posed(7.5, 7.5, name, "yard", (100.0, 50.0), to_deg, upright=True))
    shown = table.race.turned
    assert shown is not None
    assert (shown.figure, shown.too_far) == (turned, too_far)
    table.tap(ib.Done(table.now_ns))
    assert table.race.turned is None


def test_a_walk_that_nothing_disturbed_is_told_with_the_turns_of_its_key() -> None:
    table = walking()
    table.eye(*still(5.0))
    walked = table.race.walked
    assert walked is not None
    assert (walked.figure, walked.turns, walked.from_s, walked.clean) == ("steve", 2, 2.0, True)
    pushed = walking()
    pushed.eye(Blind(4.0, 4.0, "camera_moved"), Seeing(4.5, 4.5))
    pushed.tap(ib.Done(pushed.now_ns))
    assert pushed.race.walked is not None
    assert not pushed.race.walked.clean


def test_pictures_are_named_once_they_are_there_and_until_they_are_gone() -> None:
    table = walking()
    table.eye(touched(4.0), through(4.0))
    id_ = table.told("touched").id
    assert table.told("touched").evidence is None
    table.tap(ib.Filed(id_, id_, table.now_ns))
    assert table.told("touched").evidence == id_
    assert not table.race.evidence_full
    table.tap(ib.Filed("other", "other", table.now_ns, frozenset({id_})))
    assert table.told("touched").evidence is None
    assert table.race.evidence_full


# Whatever the order


@pytest.mark.parametrize("name", race_takes.NAMES)
def test_said_twice_and_in_another_order_it_is_the_same_race(name: str, seed: int) -> None:
    take = race_takes.load(name)
    rng = random.Random(f"{seed}-{name}")

    def played(said: list[RaceObservation]) -> list[Any]:
        table = begun(take)
        turn = take.game["turns"][0]
        table.bid(take.seat(turn["figure"]), race_takes.card_of(turn))
        if take.ring:
            seat = take.seat(turn["figure"])
            table.act(a.Place(seat, take.course[0]), a.Done(seat))
        table.eye(*(one for one in said if one.said_s <= turn["to_s"]))
        return table.from_camera()

    plain = race_takes.from_eye(take)
    for _ in range(3):
        assert played(_stammered(plain, rng)) == played(plain)


def _stammered(said: list[RaceObservation], rng: random.Random) -> list[RaceObservation]:
    """The same, some of it twice, and what lies between two promises in any order."""
    told: list[RaceObservation] = []
    between: list[RaceObservation] = []
    for one in said:
        if isinstance(one, SeenThrough | Blind | Seeing | Posed | HandsSeen):
            rng.shuffle(between)
            told += [*between, one]
            between = []
        else:
            between += [one] * rng.choice([1, 1, 2])
    return [*told, *between]
