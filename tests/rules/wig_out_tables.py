"""Tables of Wig Out! for tests: builders that state only what matters, and random ones."""

import random
from dataclasses import replace
from typing import Any

from companion.rules.core import Refusal, Seat, Step
from companion.rules.wig_out.actions import Action, Call, EnterCards, Go
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
from companion.rules.wig_out.state import Checking, Counting, Ended, RoundResult, State
from companion.rules.wig_out.transition import apply, setup
from companion.table.hosted.wig_out_setup import as_setup

ANA, BEN, CLEO, DAN, EVE, FAY = (Seat(n) for n in range(6))
"""Clockwise. Ana deals first at every table built here."""


def table(
    options: Options = Options(),  # noqa: B008  # frozen
    *,
    seats: int = 3,
    fewer: tuple[int, ...] = (),
    points: tuple[int, ...] = (),
    round: int = 1,  # noqa: A002  # the players' word
) -> State:
    """The cards of `round` are dealt, GO has not been said. `points` are of the rounds before."""
    state = setup(options, seats, ANA, fewer or (0,) * seats)
    if points:
        earlier = tuple(
            RoundResult(n, Ended.CALL, (), (0,) * seats, tuple(each if n == 1 else 0 for each in points))
            for n in range(1, round)
        )
        assert earlier, "points come from a round before"
        state = replace(state, results=earlier)
    return replace(state, round=round)


def racing(options: Options = Options(), **more: Any) -> State:  # noqa: B008  # frozen
    """The same after GO."""
    state = table(options, **more)
    assert state.dealer is not None
    return after(state, Go(state.dealer))


def called(state: State, *callers: Seat) -> State:
    """A race in which these have called, in a dead heat if they are several."""
    return replace(after(state, Call(callers[0])), stage=Checking(callers))


def counted(state: State, **left: int) -> State:
    """What is left in the losers' hands, by name; those who are not named have one card each."""
    names = {"ana": ANA, "ben": BEN, "cleo": CLEO, "dan": DAN, "eve": EVE, "fay": FAY}
    cards = {names[name]: each for name, each in left.items()}
    for seat in state.playing:
        if EnterCards(seat, 0) in choices(state, seat):
            state = after(state, EnterCards(seat, cards.get(seat, 1)))
    return state


def play_round(state: State, caller: Seat, **left: int) -> State:
    """From GO to the next round, or the end."""
    assert state.dealer is not None
    return counted(after(state, Go(state.dealer), Call(caller)), **left)


def after(state: State, *actions: Action) -> State:
    """The state after these actions, which must be accepted."""
    for action in actions:
        verdict = apply(state, action)
        assert isinstance(verdict, Step), (action, verdict)
        state = verdict.state
    return state


def events(state: State, action: Action) -> tuple[Any, ...]:
    verdict = apply(state, action)
    assert isinstance(verdict, Step), (action, verdict)
    return verdict.events


def refusal(state: State, action: Any) -> str:
    """Why the action does not count."""
    verdict = apply(state, action)
    assert isinstance(verdict, Refusal), (action, verdict)
    return verdict.key.removeprefix("wig_out.")


def offered(state: State) -> list[Action]:
    """Everything that anybody can do now."""
    return [action for seat in state.seats for action in choices(state, seat)]


def kinds(state: State) -> set[type]:
    return {type(action) for action in offered(state)}


def counting(state: State) -> Counting:
    assert isinstance(state.stage, Counting), state.stage
    return state.stage


def random_setup(rng: random.Random) -> dict[str, Any]:
    """Any options and any number of players, some of whom may be dealt fewer cards."""
    options = Options(
        edition=rng.choice(list(Edition)),
        rounds=rng.randint(1, 4),
        empty_stock=rng.choice(list(EmptyStock)),
        stall=rng.choice(list(Stall)),
        void_counts=rng.random() < 0.5,
        waiting=rng.choice(list(Waiting)),
        reminder_s=rng.choice([None, 1, 20]),
        false_call=rng.choice(list(FalseCalls)),
        penalty=rng.randint(1, 20),
        false_start=rng.choice(list(FalseStarts)),
        lock_out_s=rng.randint(1, 60),
        tie_window_ms=rng.choice([0, 10, 1000]),
        wrong_match_points=rng.choice([0, 0, 1, 20]),
        tie=rng.choice(list(Tie)),
    )
    seats = rng.randint(2, 6)
    dealer = rng.choice([None, *(Seat(n) for n in range(seats))])
    fewer = tuple(rng.choice([0, 0, 1, 4]) for _ in range(seats))
    return as_setup(options, seats, dealer, fewer)
