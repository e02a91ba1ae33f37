"""Wig Out! behind the verbs of a table: written, read, set up, and nothing hidden."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.core import Refusal, Seat, Step
from companion.rules.wig_out import actions as a
from companion.rules.wig_out.options import Edition, FalseStarts, Options, Tie
from companion.rules.wig_out.state import State
from companion.rules.wig_out.transition import setup
from companion.table.hosted.wig_out import WigOut
from companion.table.hosted.wig_out_lines import KINDS as LINES
from companion.table.hosted.wig_out_setup import as_setup
from companion.table.reading import Unchanged
from tests.rules.wig_out_tables import ANA, BEN, CLEO, after, called, offered, play_round, racing, table

GAME = WigOut()
STATES: list[State] = [
    setup(Options(), 3, None, (0, 0, 0)),
    table(Options(false_start=FalseStarts.LOCK_OUT)),
    racing(),
    after(racing(), a.ClaimStall(BEN)),
    called(racing(), BEN, ANA),
    after(called(racing(), BEN), a.EnterCards(ANA, 3)),
    play_round(table(Options(rounds=1)), CLEO),
]


# Nothing is hidden, drawn or read off the table


@pytest.mark.parametrize("state", STATES)
def test_all_see_the_same(state: State) -> None:
    views = {replace(GAME.view_for(state, viewer), viewer=None) for viewer in (None, *state.seats)}
    assert len(views) == 1
    for action in offered(state):
        assert not GAME.names_hidden_card(state, action)
        verdict = GAME.apply(state, action)
        assert isinstance(verdict, Step)
        for event in verdict.events:
            assert all(GAME.event_for(event, viewer) == event for viewer in (None, *state.seats))
            assert not GAME.reveals(event)


@pytest.mark.parametrize("state", STATES)
def test_the_app_draws_no_card_and_compares_no_layout(state: State) -> None:
    assert GAME.chance(state) == ()
    assert GAME.deck(state) is None
    assert GAME.layout(state) == ""
    assert GAME.explain(state, "") == Unchanged()
    with pytest.raises(ValueError, match="no layout"):
        GAME.explain(state, "R")
    with pytest.raises(ValueError, match="no card"):
        GAME.draw(state, "wig")


def test_the_blank_layout_agrees_with_every_record() -> None:
    state = racing()
    assert GAME.corrected(state, "", ends_turn=False) == Step(state, ())
    assert GAME.corrected(state, "R", ends_turn=False) == Refusal("wig_out.no_layout")


def test_lots_are_drawn_for_the_first_dealer_and_for_nothing_else() -> None:
    assert GAME.flips(STATES[0]) == (a.FirstDealer(ANA), a.FirstDealer(BEN), a.FirstDealer(CLEO))
    assert all(GAME.flips(state) == () for state in STATES[1:])


# Written and read again


@pytest.mark.parametrize("state", STATES)
def test_every_action_reads_the_same_after_writing(state: State) -> None:
    for action in offered(state):
        line = json.loads(json.dumps(GAME.encode(action)))
        assert repr(GAME.decode(line)) == repr(action)
        assert line["seat"] == action.seat


def test_actions_are_written_so() -> None:
    assert GAME.encode(a.EnterCards(CLEO, 12)) == {"do": "enter_cards", "seat": 2, "cards": 12}
    assert GAME.encode(a.Call(BEN)) == {"do": "call", "seat": 1}


def test_every_kind_of_action_has_its_name() -> None:
    assert set(LINES.values()) == set(a.Action.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ([], "an object"),
        ({}, "do: no such action"),
        ({"do": "win", "seat": 0}, "do: no such action"),
        ({"do": ["call"], "seat": 0}, "do: no such action"),
        ({"do": "call"}, "seat: missing"),
        ({"do": "call", "seat": 0, "at_us": 3}, "'at_us': unknown"),
        ({"do": "call", "seat": True}, "not_an_action"),
        ({"do": "call", "seat": 6}, "no_such_seat"),
        ({"do": "enter_cards", "seat": 0, "cards": -1}, "not_an_action"),
        ({"do": "enter_cards", "seat": 0, "cards": "3"}, "not_an_action"),
        ({"do": "enter_cards", "seat": 0, "cards": 3.0}, "not_an_action"),
    ],
)
def test_a_line_that_is_no_action_is_an_error(line: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.decode(line)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["do", "cards", "who"]), JSON))
def test_hostile_lines_are_errors_of_one_kind(line: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        GAME.decode(line)


# Setting up


def test_a_set_up_comes_back_from_json() -> None:
    options = Options(edition=Edition.SEVENTY, rounds=7, reminder_s=20, tie=Tie.SUDDEN_DEATH_ROUND)
    state = GAME.start(json.loads(json.dumps(as_setup(options, 4, Seat(3), (0, 0, 1, 2)))))
    assert (state.options, state.dealer, state.fewer) == (options, Seat(3), (0, 0, 1, 2))
    assert GAME.start(json.loads(json.dumps(as_setup(options, 4, None)))).dealer is None


def test_options_that_are_not_named_are_the_rulebooks() -> None:
    whole = as_setup(Options(rounds=9), 2, ANA)
    del whole["options"]
    assert GAME.start(whole).options == Options()


def spoiled(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps(as_setup(Options(), 3, ANA)))
    inner: Any = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return whole


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("seats",), 7, "seats: 2 to 6"),
        (("seats",), True, "seats: 2 to 6"),
        (("seats",), "3", "seats: 2 to 6"),
        (("dealer",), 3, "dealer: seat 0 to 2, or none"),
        (("dealer",), False, "dealer: seat 0 to 2, or none"),
        (("dealer",), [0], "dealer: seat 0 to 2, or none"),
        (("fewer",), [0, 0], "fewer: a number for each of the 3 seats"),
        (("fewer",), {}, "fewer: "),
        (("fewer", 1), 7, r"fewer\[1\]: a whole number from 0 to 6"),
        (("fewer", 1), True, "fewer: .*int"),
        (("oldest",), 1, "oldest: unknown"),
        (("options",), [], "options: "),
        (("options", "rounds"), 0, "options: rounds"),
        (("options", "edition"), 60, "options: .*edition"),
        (("options", "edition"), "61", "options: .*edition"),
        (("options", "speed"), 1, r"options\.speed: unknown"),
    ],
)
def test_a_bad_field_of_a_set_up_is_named(path: tuple[Any, ...], value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.start(spoiled(path, value))


@pytest.mark.parametrize("whole", [None, [], "x", {}, {"seats": 3}, {"seats": 3, "dealer": 0}])
def test_what_is_no_set_up_is_an_error(whole: Any) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        GAME.start(whole)


# The rest


def test_the_digest_tells_states_apart() -> None:
    assert len({GAME.digest(state) for state in STATES}) == len(STATES)
    assert GAME.digest(STATES[2]) == GAME.digest(replace(STATES[2]))


def test_the_summary_says_who_deals_and_what_the_score_is() -> None:
    state = play_round(table(), CLEO, ana=3, ben=1)
    summary = GAME.summary(state)
    assert summary == {
        "over": False, "round": 2, "rounds": 5, "to_move": 1, "points": [3, 1, 0], "winners": [],
    }  # fmt: skip
    assert all(GAME.summary(each)["to_move"] is None for each in STATES if each != table(each.options))
    assert GAME.summary(STATES[-1])["winners"] == [2]
    assert json.loads(json.dumps(summary)) == summary
