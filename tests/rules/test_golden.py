"""Played games keep their meaning, and the move generator its count."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import State
from companion.rules.core import Step
from tests.rules.all_4_it_tables import after, cards, grid, offered, table
from tests.rules.golden import ENDINGS, FOLDER, HOSTED, outcome

GOLDEN = sorted(FOLDER.glob("all_4_it_*.json"))


def test_every_way_of_ending_has_its_golden_game() -> None:
    assert {path.stem.removeprefix("all_4_it_") for path in GOLDEN} == set(ENDINGS)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_ends_as_it_did(path: Path) -> None:
    """A digest that differs alone: what the state holds has changed, and kept games no longer resume.
    Then `rules_version` goes up, and the games are recorded anew.
    """
    game: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert game["rules_version"] == HOSTED.rules_version
    state = HOSTED.start(game["setup"])
    for number, line in enumerate(game["actions"]):
        verdict = HOSTED.apply(state, HOSTED.decode(line))
        assert isinstance(verdict, Step), f"action {number}: {line}: {verdict}"
        state = verdict.state
    assert outcome(state) == game["outcome"]


def sequences(state: State, depth: int) -> int:
    """How many different stories of `depth` actions begin here."""
    if depth == 0:
        return 1
    return sum(sequences(after(state, action), depth - 1) for action in offered(state))


PERFT = table(
    Options(must_cover_empty=True),
    deck=cards(powers=[("Pluck", 1), ("Splash", 3), ("Sweep", 2), ("Swap", 2), ("Gift", 0)]),
    shapes=(("I", "O"), ("S", "T")),
    powers=(("Pluck", "Splash"), ("Sweep", "Swap")),
    lies=grid("RWRWR", "WWWWW", "RR...", "....."),
)


def test_one_step_and_two_are_what_one_counts_by_hand() -> None:
    """Empty are the last two rows and three cells of the middle one, and one of them must be covered."""
    flat = 5 * 2 - 2 * 2  # an I in a row, but not in the two full rows
    upright = 5 * 2  # an I in a column always reaches the fourth row
    squares = 4 * 4 - 4 - 1  # an O, but not in the two full rows, nor at the full left end of the middle
    imprints, powers, exchange = flat + upright + squares, 2, 1
    assert sequences(PERFT, 1) == imprints + powers + exchange == 30
    # After an imprint any of seven shapes may be drawn; a power sets 25 cells in two ways or is closed;
    # after paying for the exchange the one power left in the deck is drawn.
    assert sequences(PERFT, 2) == imprints * 7 + powers * (25 * 2 + 1) + exchange * 1 == 292


def test_three_steps_are_as_many_as_ever() -> None:
    assert sequences(PERFT, 3) == 15362
