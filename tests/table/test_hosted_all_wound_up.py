"""All Wound Up as a table hosts it: decks, secrets, what is written, set-ups."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.all_wound_up.transition import setup
from companion.rules.core import Refusal, Step
from companion.table.dealer import SECRET_BYTES, SecretDealer
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.hosted.all_wound_up_setup import as_setup
from companion.table.hosting import Deck
from companion.table.reading import Unchanged
from tests.rules.all_wound_up_tables import (
    ANA,
    BEN,
    CLEO,
    FIGURES,
    IN_APP,
    LINE,
    ON_TABLE,
    SHIPPED,
    after,
    begun,
    bunch,
    dealt,
    random_setup,
    table,
    walking,
)

GAME = AllWoundUp()


@pytest.fixture(scope="module")
def some_states(seed: int) -> list[State]:
    """States of a few random games."""
    states = []
    for number in range(6):
        rng = random.Random(seed * 100 + number)
        state = GAME.start(random_setup(rng))
        for _ in range(150):
            states.append(state)
            offered = [
                *(each for s in GAME.seats(state) for each in GAME.choices(state, s)),
                *GAME.chance(state),
            ]
            if not offered:
                break
            kind = rng.choice(sorted({type(action).__name__ for action in offered}))
            state = after(state, rng.choice([each for each in offered if type(each).__name__ == kind]))
    return states


# Cards and figures


def test_figures_are_drawn_from_a_deck_of_their_own() -> None:
    state = setup(Options(), LINE, SHIPPED, 2, BEN)
    assert GAME.deck(state) == Deck("figures", 0, tuple(sorted(FIGURES)))
    assert GAME.draw(state, "Gus") == a.FigureDrawn(ANA, "Gus")
    assert GAME.deck(after(state, a.FigureDrawn(ANA, "Gus"))) == Deck(
        "figures", 0, ("Molly", "Steve", "Vera")
    )


def test_cards_come_from_the_deck_and_stolen_ones_from_a_hand() -> None:
    state = begun(IN_APP)
    deck = GAME.deck(state)
    assert deck is not None
    assert (deck.name, deck.shuffles, len(deck.left)) == ("cards", 0, 60)
    assert GAME.draw(state, "wild") == a.CardDealt(ANA, Card.WILD)
    thief = table(IN_APP, hands=("1", "2 R", "3"), tokens={0: (Rank.YELLOW,)})
    assert GAME.deck(thief) is None
    with pytest.raises(ValueError, match="no card"):
        GAME.draw(thief, "wild")
    thief = after(thief, a.UseToken(ANA, Rank.YELLOW, BEN))
    hand = GAME.deck(thief)
    assert hand is not None
    assert (hand.name, hand.left) == ("hand of seat 1", bunch("2 R"))
    assert GAME.draw(thief, "right") == a.CardTaken(ANA, Card.RIGHT)


def test_the_dealer_deals_a_whole_round_and_the_same_one_again() -> None:
    def deal() -> State:
        state, dealer = setup(IN_APP, LINE, SHIPPED, 4, ANA), SecretDealer(b"x" * SECRET_BYTES)
        while (deck := GAME.deck(state)) is not None:
            state = after(state, GAME.draw(state, dealer.card(deck)))
        return state

    state = deal()
    assert [state.hands.size(seat) for seat in state.seats] == [10] * 4
    assert GAME.digest(state) == GAME.digest(deal())


def test_chance_lists_each_card_once_and_the_deck_every_copy(some_states: list[State]) -> None:
    for state in some_states:
        deck = GAME.deck(state)
        assert (deck is None) is (GAME.chance(state) == ())
        if deck is not None:
            assert list(deck.left) == sorted(deck.left)
            assert list(GAME.chance(state)) == [GAME.draw(state, card) for card in sorted(set(deck.left))]


# Secrets


def test_what_hands_hold_is_not_to_be_named_on_a_shared_screen() -> None:
    state = table(IN_APP, hands=("1 W", "2", "3"))
    for action in (a.MakeBid(ANA, Card.WIND_1, 1, 0), a.Follow(BEN, 0, 0), a.PassCard(ANA, Card.WILD)):
        assert GAME.names_hidden_card(state, action)
    assert not GAME.names_hidden_card(state, a.Pass(ANA))
    assert not GAME.names_hidden_card(table(), a.MakeBid(ANA, Card.WIND_1, 1, 0)), (
        "real cards: all is offered"
    )


def test_whether_somebody_who_must_bid_may_pass_is_a_secret_too() -> None:
    options = replace(IN_APP, all_pass=o.AllPass.FORCE_BID)
    state = table(options, hands=("W", "2", "3"), idle=3)
    assert GAME.names_hidden_card(state, a.Pass(ANA))


@pytest.mark.parametrize("passing", list(o.Passing))
def test_a_passed_card_is_known_to_both_and_to_nobody_else(passing: o.Passing) -> None:
    state = dealt(begun(replace(IN_APP, passing=passing)))
    card = state.hands.known(ANA)[0]
    verdict = GAME.apply(state, a.PassCard(ANA, card))  # type: ignore[arg-type]
    assert isinstance(verdict, Step)
    known = [seat for seat in (ANA, BEN, CLEO, None) if GAME.event_for(verdict.events[0], seat).card]  # type: ignore[union-attr]
    assert known == ([ANA, BEN] if passing is o.Passing.SEQUENTIAL else [ANA])


def test_what_somebody_learned_cannot_be_made_unknown() -> None:
    learned = [
        e.CardCame(ANA, Card.WILD), e.CardPassed(ANA, BEN, None), e.CardsExchanged(),
        e.CardStolen(ANA, BEN, None), e.BidFollowed(ANA, 0, 0), e.CardsHandedOver(ANA, 3, False),
    ]  # fmt: skip
    nothing = [e.Passed(ANA), e.AllStill(), e.CardSetAside(ANA, Card.WILD), e.GateCrossed(ANA, True, True)]
    assert all(GAME.reveals(event) for event in learned)
    assert not any(GAME.reveals(event) for event in nothing)


# A race has no layout


def test_a_race_has_no_layout_to_compare() -> None:
    state = walking(table())
    assert GAME.layout(state) == ""
    assert GAME.explain(state, "") == Unchanged()
    assert GAME.flips(state) == ()
    with pytest.raises(ValueError, match="no layout"):
        GAME.explain(state, "R")
    assert GAME.corrected(state, "", ends_turn=False) == Step(state, ())
    assert GAME.corrected(state, "R", ends_turn=False) == Refusal("all_wound_up.no_layout")


# Written and read again


def test_every_action_reads_the_same_after_writing(some_states: list[State]) -> None:
    for state in some_states[::5]:
        for action in [*(each for s in state.seats for each in GAME.choices(state, s)), *GAME.chance(state)]:
            line = json.loads(json.dumps(GAME.encode(action)))
            assert repr(GAME.decode(line)) == repr(action)
            assert line["seat"] == action.seat


def test_an_action_is_written_so() -> None:
    assert GAME.encode(a.MakeBid(CLEO, Card.WIND_3, 2, 1)) == {
        "do": "bid", "seat": 2, "kind": "wind_3", "cards": 2, "wilds": 1,
    }  # fmt: skip
    assert GAME.encode(a.Cross(ANA, (ANA, BEN), True)) == {
        "do": "cross", "seat": 0, "figures": [0, 1], "forward": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ([], "an object"),
        ({}, "do: no such action"),
        ({"do": "win", "seat": 0}, "do: no such action"),
        ({"do": "pass"}, "seat: missing"),
        ({"do": "pass", "seat": 0, "why": "tired"}, "'why': unknown"),
        ({"do": "pass", "seat": True}, "not_an_action"),
        ({"do": "pass", "seat": 4}, "no_such_seat"),
        ({"do": "bid", "seat": 0, "kind": "joker", "cards": 1, "wilds": 0}, "kind: one of wind_1"),
        ({"do": "bid", "seat": 0, "kind": "left", "cards": -1, "wilds": 0}, "not_an_action"),
        ({"do": "cross", "seat": 0, "figures": [1, 0], "forward": True}, "figures_not_ascending"),
        ({"do": "cross", "seat": 0, "figures": 1, "forward": True}, "not_an_action"),
        ({"do": "use_token", "seat": 0, "rank": "blue", "on": 0}, "rank: one of black"),
        ({"do": "touch_zone", "seat": 0, "figure": 0, "zone": 3}, "not_an_action"),
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
KEYS = ["do", "seat", "figure", "figures", "zone", "tile", "rank", "on", "cards", "wilds", "kind", "forward"]


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_hostile_lines_are_errors_of_one_kind(line: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        GAME.decode(line)


# Setting up


def test_a_set_up_comes_back_from_json() -> None:
    options = Options(tiles=4, max_turns=6, passing=o.Passing.SIMULTANEOUS)
    state = GAME.start(json.loads(json.dumps(as_setup(options, LINE, SHIPPED, 3, CLEO))))
    assert (state.options, state.race, state.mix, state.dealer) == (options, LINE, SHIPPED, CLEO)


def test_options_that_are_not_named_are_the_rulebooks() -> None:
    whole = as_setup(ON_TABLE, LINE, SHIPPED, 3, CLEO)
    del whole["options"]
    assert GAME.start(whole).options == Options()


def spoiled(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps(as_setup(ON_TABLE, LINE, SHIPPED, 3, CLEO)))
    inner: Any = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return whole


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("seats",), 5, "seats: 2 to 4"),
        (("seats",), True, "seats: 2 to 4"),
        (("dealer",), 3, "dealer: seat 0 to 2"),
        (("dealer",), None, "dealer"),
        (("oldest",), 1, "oldest: unknown"),
        (("options",), [], "options"),
        (("options", "tiles"), 5, "options: tiles"),
        (("options", "tiles"), 3, r"race\.tiles: 3 are played with"),
        (("options", "passing"), "slow", "options.*passing"),
        (("options", "speed"), 1, r"options\.speed: unknown"),
        (("mix", "copies"), [60], r"mix\.copies"),
        (("mix", "copies", 0), 9, r"mix\.copies: 60 cards in all; here are 61"),
        (("mix", "jokers"), 2, r"mix\.jokers: unknown"),
        (("race",), None, "race"),
        (("race", "tiles", 0, "colour"), 1, r"race\.tiles\[0\]\.colour: unknown"),
        (("race", "tiles", 0, "zones", 0, "size"), 1, r"race\.tiles\[0\]\.zones\[0\]\.size: unknown"),
        (("race", "tiles", 0, "zones", 0, "kind"), "well", "race.*kind"),
        (("race", "course", 0), "moon", r"race\.course"),
        (("race", "figures"), ["Steve"], r"race\.figures"),
    ],
)
def test_a_bad_field_of_a_set_up_is_named(path: tuple[Any, ...], value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.start(spoiled(path, value))


@pytest.mark.parametrize(
    "whole", [None, [], "x", {}, {"race": {}}, {"race": 1, "mix": 1, "seats": 2, "dealer": 0}]
)
def test_what_is_no_set_up_is_an_error(whole: Any) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        GAME.start(whole)


# The rest


def test_the_digest_tells_states_apart() -> None:
    state = table(on={0: "crypt"})
    others = [
        table(on={0: "yard"}),
        table(on={0: "crypt"}, tokens={0: (Rank.RED,)}),
        after(state, a.Pass(ANA)),
    ]
    assert len({GAME.digest(each) for each in (state, *others)}) == 4
    assert GAME.digest(state) == GAME.digest(replace(state))


def test_the_summary_tells_nothing_that_a_spectator_may_not_know() -> None:
    summary = GAME.summary(table(on={0: "yard"}, reached={0: 2}))
    assert summary == {
        "over": False, "round": 1, "to_move": 0, "winners": [], "figures": ["Steve", "Molly", "Gus"],
        "reached": [2, 1, 1], "course": 4,
    }  # fmt: skip
    assert json.loads(json.dumps(summary)) == summary
