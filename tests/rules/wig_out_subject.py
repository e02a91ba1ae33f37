"""Wig Out! as a subject of the conformance suite."""

import random
from collections.abc import Hashable
from dataclasses import fields, replace
from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out import actions as a
from companion.rules.wig_out import events as e
from companion.rules.wig_out.choices import choices
from companion.rules.wig_out.forms import KINDS
from companion.rules.wig_out.options import FalseCalls
from companion.rules.wig_out.refusals import KEYS
from companion.rules.wig_out.state import Checking, Counting, Ended, Over, Race, State
from companion.rules.wig_out.transition import most_actions_a_stretch
from companion.table.hosted.wig_out import WigOut
from tests.rules.conformance import Subject
from tests.rules.wig_out_tables import random_setup

HOSTED = WigOut()

ODD: tuple[Any, ...] = (
    True, False, None, -1, 0, 1, 2, 6, 60, 70, 10**30, 1.0, "", "1", (), [], (0,), {}, object(), b"0",
    "\ud800", float("nan"),
)  # fmt: skip


def arbitrary(rng: random.Random, state: State, offered: list[Any]) -> Any:
    """Plausible, spoiled or absurd."""
    pick = rng.random()
    if pick < 0.03:
        return rng.choice(ODD)
    if offered and pick < 0.4:
        return _spoiled(rng, rng.choice(offered), state)
    kind = rng.choice(list(KINDS))
    action = kind(**{name: _value(rng, name, state) for name in KINDS[kind]})
    return _spoiled(rng, action, state) if rng.random() < 0.1 else action


def _spoiled(rng: random.Random, action: Any, state: State) -> Any:
    name = rng.choice([field.name for field in fields(action)])
    value = rng.choice(ODD) if rng.random() < 0.4 else _value(rng, name, state)
    return replace(action, **{name: value})


def _value(rng: random.Random, name: str, state: State) -> Any:
    if name == "seat":
        return rng.choice(state.seats)
    return rng.choice([0, 1, 2, 3, rng.randint(0, 70), rng.randint(45, 60)])


def filling(rng: random.Random, state: State, offered: list[Any]) -> Any:
    """Somebody who wants to go home: GO, a call, and what is left in the hands."""

    def worth(action: Any) -> int:
        match action:
            case a.EnterCards():
                return 5
            case a.FirstDealer() | a.Go() | a.Call():
                return 4
            case a.LockOutEnds():
                return 3
            case a.FalseCall():
                return 2
            case _:
                return 0

    best = max(worth(action) for action in offered)
    return rng.choice([action for action in offered if worth(action) == best])


def conserved(before: State, after: State, told: tuple[Any, ...]) -> str:
    """Points and cards that do not add up; "" when all do. Written from the rulebook, not from the rules."""
    if isinstance(after.stage, Counting):
        stage = after.stage
        counted = sum(cards or 0 for cards in stage.left) + sum(stage.wrong)
        if counted >= after.options.edition.cards:
            return "more cards than the box holds"
    if len(after.results) < len(before.results):
        return "a round"
    for result in after.results[len(before.results) :]:
        for seat, points in enumerate(result.points):
            if (points is None) is (Seat(seat) in before.playing):
                return "a seat that plays scores, and no other"
    scored = [event for event in told if isinstance(event, e.RoundScored)]
    if not scored:
        gained = [now - was for was, now in zip(before.points, after.points, strict=True)]
        return "points without a scored round" if any(gained) else ""
    assert before.stage.__class__ in (Checking, Counting, Race), before.stage
    return _points_lost(before, after, told, scored[0])


def _points_lost(before: State, after: State, told: tuple[Any, ...], scored: e.RoundScored) -> str:
    options, result = before.options, after.results[-1]
    if result.round != before.round or result.points != scored.points:
        return "the round's result"
    wrong = list(before.stage.wrong) if isinstance(before.stage, Counting) else [0] * len(before.seats)
    for event in told:
        if isinstance(event, e.WrongMatchFound):
            wrong[event.seat] += 1
    for seat in before.playing:
        cards = result.left[seat]
        if cards is None or (seat in result.callers and cards):
            return "a hand"
        wants = cards + wrong[seat] * (1 + options.wrong_match_points)
        if options.false_call is FalseCalls.POINTS:
            wants += before.false_calls[seat] * options.penalty
        if scored.points[seat] != wants:
            return "a point"
        added = 0 if before.round > options.rounds else wants
        if after.points[seat] != before.points[seat] + added:
            return "a point of the whole game"
    if (result.ended is Ended.CALL) is not bool(result.callers):
        return "a caller"
    return ""


def layout(rng: random.Random, state: State) -> str:
    """Nothing is read off the table; now and then a camera claims something all the same."""
    return rng.choice(["", "", "", "R"])


def twin(rng: random.Random, state: State, viewer: Seat | None) -> State:
    """The app knows nothing that is hidden, so there is no other state that looks the same."""
    return state


def twin_actions(
    rng: random.Random, state: State, other: State, viewer: Seat | None
) -> tuple[Any, Any] | None:
    here = [action for seat in state.seats for action in choices(state, seat)]
    action = rng.choice(here) if here else None
    return None if action is None else (action, action)


def _stretch(state: State) -> Hashable:
    """A race goes on until somebody calls, is refuted, begins to agree on a stall, or goes back on it."""
    stage = state.stage
    stuck = isinstance(stage, Race) and bool(stage.stuck)
    return state.round, state.dealer, type(stage), stuck, sum(state.false_calls)


SUBJECT = Subject(
    hosted=HOSTED,
    setup=random_setup,
    arbitrary=arbitrary,
    weight=type,
    filling=filling,
    most_to_end=400,
    turn=_stretch,
    most_a_turn=most_actions_a_stretch,
    over=lambda state: isinstance(state.stage, Over),
    conserved=conserved,
    layout=layout,
    twin=twin,
    twin_actions=twin_actions,
    refusals=KEYS,
)
