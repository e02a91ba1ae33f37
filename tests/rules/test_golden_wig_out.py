"""Played games of Wig Out! keep their meaning, and the move generator its count."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.core import Step
from companion.rules.wig_out.events import GameWon
from companion.rules.wig_out.options import EmptyStock, Options
from companion.rules.wig_out.state import State
from tests.rules.golden_wig_out import ENDINGS, FOLDER, HOSTED, Told, outcome
from tests.rules.wig_out_tables import after, offered, racing

GOLDEN = sorted(FOLDER.glob("wig_out_*.json"))


def test_every_way_of_ending_has_its_golden_game() -> None:
    assert {path.stem.removeprefix("wig_out_") for path in GOLDEN} == set(ENDINGS)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_ends_as_it_did(path: Path) -> None:
    """A digest that differs alone: what the state holds has changed, and kept games no longer resume.
    Then `rules_version` goes up, and the games are recorded anew.
    """
    game: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert game["rules_version"] == HOSTED.rules_version
    state, told = HOSTED.start(game["setup"]), Told()
    for number, line in enumerate(game["actions"]):
        verdict = HOSTED.apply(state, HOSTED.decode(line))
        assert isinstance(verdict, Step), f"action {number}: {line}: {verdict}"
        told += verdict.events
        state = verdict.state
    assert outcome(state) == game["outcome"]
    assert sum(isinstance(event, GameWon) for event in told) == 1
    assert ENDINGS[game["ending"]].wanted(state, told)


def sequences(state: State, depth: int) -> int:
    """How many different stories of `depth` actions begin here."""
    if depth == 0:
        return 1
    return sum(sequences(after(state, action), depth - 1) for action in offered(state))


def test_what_may_happen_in_a_race_of_two_is_what_one_counts_by_hand() -> None:
    state = racing(Options(empty_stock=EmptyStock.END_AND_SCORE), seats=2)
    calls, claims, empty = 2, 2, 2
    assert sequences(state, 1) == calls + claims + empty == 6
    # A call may be false, joined in a dead heat, or followed by the other's cards, 0 to 60 - 2 - 7; either
    # may have laid a wrong card.
    checked = 1 + 1 + 52 + 2
    # Who says that all are stuck leaves the other's word, two noes, two calls, two reports of the stock.
    claimed = 1 + 2 + 2 + 2
    # With the stock empty both count, 0 to 60 - 2 each, and either may have laid a wrong card.
    both = 2 * 59 + 2
    assert sequences(state, 2) == calls * checked + claims * claimed + empty * both == 366
