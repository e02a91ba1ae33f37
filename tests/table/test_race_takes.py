"""Three filmed races, played through the sitting: what the rules make of them is what was written down."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.tasks import Enter, Settle, Walk, Wind
from companion.table import inbound as ib
from companion.table.race_facts import Claim
from tests.table import race_takes
from tests.table.race_evening import RaceEvening
from tests.table.race_takes import Take
from vision.observation import (
    Crossed,
    Fell,
    LeftBoard,
    RaceObservation,
    SeenThrough,
    SteppedOn,
    Touched,
)


def begun(take: Take) -> RaceEvening:
    """Where the race stands when the clip begins, entered by hand."""
    evening = RaceEvening(take.setup(), tuple(take.game["seats"]))
    for figure in take.game["at_start"]["on_board"]:
        seat = take.seat(figure)
        evening.bid(seat, race_takes.card_of({"action": "wind 1"}))
        for action in race_takes.before_the_clip(take, figure):
            evening.act(action)
    return evening


def tidy(evening: RaceEvening) -> None:
    """What hands say when the turn is over and the eye has not said so."""
    if isinstance(evening.state.head, Walk):
        evening.tap(ib.Done(evening.now_ns))
    while (action := race_takes.tidied(evening.state)) is not None:
        evening.act(action)


def enter(evening: RaceEvening) -> None:
    """Its owner puts the figure where the app says."""
    if isinstance(evening.state.head, Enter):
        action = race_takes.tidied(evening.state)
        assert action is not None
        evening.act(action)
    if isinstance(evening.state.head, Settle):
        evening.act(a.Done(evening.state.head.figure))


@pytest.mark.parametrize("name", race_takes.NAMES)
@pytest.mark.parametrize("source", [race_takes.from_truth, race_takes.from_eye])
def test_a_filmed_race_is_followed_turn_by_turn(
    name: str, source: Callable[[Take], list[RaceObservation]]
) -> None:
    take = race_takes.load(name)
    evening = begun(take)
    said = source(take)
    for turn in take.game["turns"]:
        evening.bid(take.seat(turn["figure"]), race_takes.card_of(turn))
        if take.ring:  # in this clip figures are put down anywhere on the course, which only hands can say
            enter(evening)
        before = len(evening.from_camera())
        while said and said[0].said_s <= turn["to_s"]:
            evening.eye(said.pop(0))
        seen = evening.from_camera()[before:]
        told = [one for one in seen if isinstance(one, a.TouchZone | a.Fall | a.LeaveBoard | a.Cross)]
        assert len(told) == len(turn["seen"]), (turn, seen)
        tidy(evening)
        assert race_takes.as_after(take, evening.state) == race_takes.told_after(turn)
    assert_folds(evening)


@pytest.mark.parametrize("name", race_takes.NAMES)
def test_the_same_race_can_be_entered_by_hand(name: str) -> None:
    take = race_takes.load(name)
    evening = begun(take)
    for turn in take.game["turns"]:
        evening.bid(take.seat(turn["figure"]), race_takes.card_of(turn))
        enter(evening)
        assert isinstance(evening.state.head, Wind)
        for action in race_takes.by_hand(take, turn):
            evening.act(action)
        tidy(evening)
        assert race_takes.as_after(take, evening.state) == race_takes.told_after(turn)
    assert evening.from_camera() == []
    assert_folds(evening)


@pytest.mark.parametrize("name", race_takes.NAMES)
@pytest.mark.parametrize("source", [race_takes.from_truth, race_takes.from_eye])
def test_what_the_eye_missed_is_entered_by_hand_beside_what_it_saw(
    name: str, source: Callable[[Take], list[RaceObservation]], seed: int
) -> None:
    take, rng = race_takes.load(name), random.Random(f"{seed}-{name}")
    for _ in range(4):
        evening, said, entered = begun(take), source(take), 0
        for turn in take.game["turns"]:
            evening.bid(take.seat(turn["figure"]), race_takes.card_of(turn))
            if take.ring:
                enter(evening)
            while said and said[0].said_s <= turn["to_s"]:
                one = said.pop(0)
                if isinstance(one, Touched | Crossed | Fell | LeftBoard | SteppedOn) and rng.random() < 0.5:
                    entered += by_hand(evening, one)
                else:
                    evening.eye(one)
            tidy(evening)
            assert race_takes.as_after(take, evening.state) == race_takes.told_after(turn)
        assert_folds(evening)
        if entered:
            return
    raise AssertionError("nothing was ever left to hands")


def by_hand(evening: RaceEvening, missed: Claim) -> bool:
    """Somebody who saw it enters it, once what the eye had seen before is on the record."""
    evening.eye(SeenThrough(missed.taken_s - 0.001, missed.said_s))
    if isinstance(evening.state.head, Wind):
        evening.act(a.Release(evening.state.head.seat))
    if not isinstance(evening.state.head, Walk):
        return False
    reader = evening.hosted.reads(evening.setup)
    evening.act(reader.meant(evening.state, missed).readings[0][0])
    return True


@pytest.mark.parametrize("source", [race_takes.from_truth, race_takes.from_eye])
def test_whoever_has_been_round_before_wins_by_the_same_crossing(
    source: Callable[[Take], list[RaceObservation]],
) -> None:
    """The variant of the oval: the same clip with another beginning."""
    take = race_takes.load("oval")
    variant = take.game["variant"]
    (figure,) = variant["tiles_visited_in_order"]
    evening, seat = RaceEvening(take.setup(), tuple(take.game["seats"])), take.seat(figure)
    evening.bid(seat, race_takes.card_of({"action": "wind 1"}))
    evening.act(a.Place(seat, take.course[0]), a.Done(seat), a.Release(seat))
    for tile in take.course[1:]:
        evening.act(a.StepOn(seat, seat, tile))
    evening.act(a.StandStill(seat))
    said = source(take)
    for turn in take.game["turns"][: variant["ends_with_turn"] + 1]:
        evening.bid(take.seat(turn["figure"]), race_takes.card_of(turn))
        enter(evening)
        while said and said[0].said_s <= turn["to_s"]:
            evening.eye(said.pop(0))
        tidy(evening)
    assert race_takes.as_after(take, evening.state)["winner"] == variant["winner"]
    assert isinstance(evening.from_camera()[-1], a.Cross)


def assert_folds(evening: RaceEvening) -> None:
    """Whoever opens the game again finds it as it was."""
    again: Any = evening.again()
    assert again.hosted.digest(again.state) == evening.hosted.digest(evening.state)
