"""Played games of All Wound Up keep their meaning, and the move generator its count."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.all_wound_up.cards import ACTIONS
from companion.rules.all_wound_up.events import GameWon
from companion.rules.all_wound_up.stages import Over
from companion.rules.all_wound_up.state import State
from companion.rules.core import Step
from tests.rules.all_wound_up_tables import SHORT, after, offered, table, walking
from tests.rules.golden_all_wound_up import ENDINGS, FOLDER, HOSTED, Told, outcome

GOLDEN = sorted(FOLDER.glob("all_wound_up_*.json"))


def test_every_way_of_ending_has_its_golden_game() -> None:
    assert {path.stem.removeprefix("all_wound_up_") for path in GOLDEN} == set(ENDINGS)


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
        told += [(state, event) for event in verdict.events]
        state = verdict.state
    assert outcome(state) == game["outcome"]
    assert isinstance(state.stage, Over)
    assert sum(isinstance(event, GameWon) for _, event in told) == 1
    assert ENDINGS[game["ending"]].wanted(state, told)


def sequences(state: State, depth: int) -> int:
    """How many different stories of `depth` actions begin here."""
    if depth == 0:
        return 1
    return sum(sequences(after(state, action), depth - 1) for action in offered(state))


def test_bids_of_two_single_real_cards_are_what_one_counts_by_hand() -> None:
    """One card each, of which the app knows nothing: any of seven kinds, or a Wild for it; or a pass."""
    state = table(seats=2, hands=1)
    bids, follows = 2 * len(ACTIONS), 3  # the other follows with a card, with a Wild, or with nothing
    assert sequences(state, 1) == bids + 1 == 15
    # After a pass the other one bids or passes; after both the round is over and cards are passed.
    assert sequences(state, 2) == bids * follows + (bids + 1) == 57
    # A bid not followed may be raised by a Wild or not; a tie sends the first winner to the board. After a
    # pass and a bid the other one follows; after two passes either hands cards over.
    assert sequences(state, 3) == bids * (2 + 1 + 1) + bids * follows + 2 == 100


def test_what_may_happen_in_a_walk_is_what_one_counts_by_hand() -> None:
    """Two figures on the Crypt of a course of two tiles: three zones can be touched, one tile stepped on,
    each may fall, leave, or go through the gate either way, or both forward at once.
    """
    state = walking(table(seats=2, race=SHORT, on={0: "crypt", 1: "crypt"}))
    each = 3 + 1 + 1 + 1 + 2
    whole = 2 * each + 1 + 2  # let go too early, and all stand still
    assert sequences(state, 1) == whole == 19
    one_off = each + 2  # after a hazard, or over the edge
    fallen = whole - 3 - 1  # its feet touch nothing, and it does not fall again
    # Ben bids: six kinds with 1 to 10 cards in all, Wilds among them or alone; of Wind 3 he has none.
    bids = 6 * (11 * 12 // 2 - 1) + 1
    unchanged = 2 * (1 + 1 + 2) + 1  # a Brain, a step, a crossing either way; both through the gate
    again = 1  # after letting go early
    assert sequences(state, 2) == unchanged * whole + 2 * (3 * one_off + fallen) + again + bids == 653
