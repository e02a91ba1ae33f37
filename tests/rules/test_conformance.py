"""The conformance suite on a share of random games; `make prove` plays the rest."""

import pytest

from tests.rules.all_4_it_subject import SUBJECT as ALL_4_IT
from tests.rules.all_wound_up_subject import SUBJECT as ALL_WOUND_UP
from tests.rules.conformance import PROMISES, Subject, Tally, play_out
from tests.rules.wig_out_subject import SUBJECT as WIG_OUT

SUBJECTS = {"all_4_it": ALL_4_IT, "all_wound_up": ALL_WOUND_UP, "wig_out": WIG_OUT}
GAMES = 25
BOUNDS = {"all_4_it": 300, "all_wound_up": 3000, "wig_out": 40}
"""Actions after which a random game is cut."""


@pytest.fixture(scope="module", params=SUBJECTS)
def played(request: pytest.FixtureRequest, seed: int) -> tuple[Subject, Tally]:
    tally = Tally()
    subject = SUBJECTS[request.param]
    for game in range(GAMES):
        play_out(subject, seed * 1000 + game, BOUNDS[request.param], tally)
    return subject, tally


@pytest.mark.parametrize("promise", PROMISES)
def test_promise(promise: str, played: tuple[Subject, Tally]) -> None:
    _, tally = played
    assert tally.tried[promise] > 0, "it was never tried"
    assert promise not in tally.broken, tally.broken[promise]


def test_a_name_is_the_name_of_its_game() -> None:
    assert all(subject.hosted.name == name for name, subject in SUBJECTS.items())
