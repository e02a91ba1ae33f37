"""The conformance suite on tables where tokens abound: chance alone seldom brings many together."""

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.all_wound_up.figures import On
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tokens import ALL, RANKS, add, count
from companion.table.hosted.all_wound_up import AllWoundUp
from tests.rules.all_wound_up_subject import SUBJECT
from tests.rules.conformance import PROMISES, Tally, play_out

GAMES = 10
BOUND = 600


class Rich(AllWoundUp):
    """All figures are on the board, and nearly all tokens in somebody's hand, from the beginning."""

    def start(self, setup: dict[str, Any]) -> State:
        state = super().start(setup)
        rng = random.Random(repr(setup))
        purses, supply = list(state.tokens), ALL
        for rank in RANKS:
            for _ in range(rng.randint(2, 5)):
                seat = rng.choice(state.seats)
                purses[seat], supply = add(purses[seat], rank), add(supply, rank, -1)
        figures = tuple(
            replace(
                figure,
                place=On(rng.choice(state.race.course)),
                reached=rng.randint(1, len(state.race.course)),
            )
            for figure in state.figures
        )
        return replace(state, tokens=tuple(purses), supply=supply, figures=figures)


@pytest.fixture(scope="module")
def tally(seed: int) -> Tally:
    tally = Tally()
    for game in range(GAMES):
        play_out(replace(SUBJECT, hosted=Rich()), seed * 1000 + game, BOUND, tally)
    return tally


@pytest.mark.parametrize("promise", PROMISES)
def test_promise_among_many_tokens(promise: str, tally: Tally) -> None:
    assert tally.tried[promise] > 0, "it was never tried"
    assert promise not in tally.broken, tally.broken[promise]


def test_a_rich_table_has_all_tokens_it_should() -> None:
    state = Rich().start(SUBJECT.setup(random.Random(3)))
    for rank in RANKS:
        assert count(state.supply, rank) + sum(count(purse, rank) for purse in state.tokens) == 5
