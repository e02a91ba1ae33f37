"""How All 4 It looks from above, and what the table's common verbs make of it."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.all_4_it.actions import (
    Action,
    ClearGrid,
    ClosePower,
    Exchange,
    Flip,
    Imprint,
    OpenFree,
    OpenPower,
    PowerDrawn,
    Return,
    SetCell,
    ShapeDealt,
    ShapeDrawn,
    ShowShape,
    Touch,
)
from companion.rules.all_4_it.events import (
    CellChanged,
    ExchangePaid,
    PowerReturned,
    PowerTaken,
    PowerUsed,
    ShapePlayed,
    ShapeTurnedUp,
)
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import BARE, Colour, Phase, State
from companion.rules.all_4_it.transition import setup
from companion.rules.core import Refusal, Seat, Step
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup
from companion.table.hosting import Deck, Hosted
from companion.table.reading import Adrift, Ambiguous, Difference, Unchanged, Understood, Underway
from tests.rules.all_4_it_subject import SUBJECT
from tests.rules.all_4_it_tables import (
    ALMOST_FULL,
    ON_TABLE,
    RED,
    SHIPPED,
    WHITE,
    after,
    begun,
    cards,
    dealt,
    grid,
    random_setup,
    table,
)

GAME = All4It()
HOSTED: Hosted[State, Action, Any, Any] = GAME
"""It has every verb that a table asks for."""

FREE = replace(ON_TABLE, free_shapes=True)
HANDS = (("Splash", "Turncoat"), ("Pluck", "Sweep"))


def seen(*rows: str) -> str:
    """`seen("RR...")`: rows that are not given are empty."""
    return "".join((*rows, *("." * 5,) * (5 - len(rows))))


def turn(options: Options = Options(), **more: Any) -> State:  # noqa: B008
    return table(options, **{"shapes": (("I", "O"), ("T", "T")), "powers": HANDS, **more})


# A turn


def test_the_board_as_it_was_is_unchanged() -> None:
    assert GAME.explain(turn(lies=grid("RW...")), seen("RW...")) == Unchanged()


def test_four_laid_pieces_name_the_shape() -> None:
    assert GAME.explain(turn(), seen("RRRR.")) == Understood((Imprint(RED, "I", (0, 1, 2, 3)),))


def test_laid_and_flipped_pieces_name_the_shape() -> None:
    state = turn(lies=grid("RW..."))
    assert GAME.explain(state, seen("WR...", "RR...")) == Understood((Imprint(RED, "O", (0, 1, 5, 6)),))


@pytest.mark.parametrize("rows", [["R...."], ["RR..."], ["RRR.."], [".....", "....R"], ["RR...", "R...."]])
def test_a_shape_that_is_being_laid_is_underway(rows: list[str]) -> None:
    lying = seen(*rows)
    assert GAME.explain(turn(), lying) == Underway(
        tuple(n for n, letter in enumerate(lying) if letter == "R")
    )


def test_a_piece_lifted_to_be_flipped_is_underway() -> None:
    state = turn(lies=grid("RW..."))
    assert GAME.explain(state, seen(".W...")) == Underway((0,))
    assert GAME.explain(state, seen("..RR.")) == Underway((0, 1, 2, 3))


def test_pieces_that_no_shape_of_the_mover_covers_are_adrift() -> None:
    state = turn()
    assert GAME.explain(state, seen("R....", ".....", ".....", ".....", "....R")) == Adrift(
        (Difference(0, ".", "R"), Difference(24, ".", "R"))
    )
    assert isinstance(GAME.explain(state, seen("RRR..", ".R...")), Adrift), "a T, and red holds none"
    assert isinstance(GAME.explain(state, seen("RRRRR")), Adrift)


def test_a_piece_of_the_wrong_colour_is_adrift_with_its_cell() -> None:
    assert GAME.explain(turn(), seen("RRRW.")) == Adrift(
        (Difference(0, ".", "R"), Difference(1, ".", "R"), Difference(2, ".", "R"), Difference(3, ".", "W"))
    )


def test_a_power_without_a_declaration_is_not_understood() -> None:
    assert isinstance(GAME.explain(turn(lies=grid("RW...")), seen("W.R..", "....R")), Adrift)


def test_an_imprint_that_must_cover_an_empty_cell_and_does_not_is_adrift() -> None:
    state = turn(Options(must_cover_empty=True), lies=grid("RRRRR"))
    assert isinstance(GAME.explain(state, seen("WWWWR")), Adrift)
    assert GAME.explain(state, seen("WRRRR", "R....", "R....", "R....")) == Understood(
        (Imprint(RED, "I", (0, 5, 10, 15)),)
    )
    # Three of four in the full row cannot become legal any more; one can.
    assert isinstance(GAME.explain(state, seen("WWWRR")), Adrift)
    assert isinstance(GAME.explain(state, seen("WRRRR")), Underway)


def test_both_names_are_offered_when_two_shapes_cover_the_same_cells() -> None:
    """No deck that is checked holds such a pair; a state from elsewhere still gets no guess."""
    twin = replace(SHIPPED.shapes[0], id="bar", name="bar")
    state = replace(turn(shapes=(("I", "bar"), ("T", "T"))), cards=cards())
    state = replace(state, cards=replace(state.cards, shapes=(*state.cards.shapes, twin)))
    four = (0, 1, 2, 3)
    assert GAME.explain(state, seen("RRRR.")) == Ambiguous(
        ((Imprint(RED, "I", four),), (Imprint(RED, "bar", four),))
    )


def test_a_pending_imprint_and_the_answer_to_it_are_read_against_the_state_after() -> None:
    state = turn()
    both = seen("RRRR.", "WWW..", ".W...")
    assert isinstance(GAME.explain(state, both), Adrift)
    later = dealt(after(state, Imprint(RED, "I", (0, 1, 2, 3))))
    assert GAME.explain(later, both) == Understood((Imprint(WHITE, "T", (5, 6, 7, 11)),))


# Cells that are not seen


def test_a_hidden_cell_elsewhere_does_not_spoil_what_is_seen() -> None:
    assert GAME.explain(turn(), seen("RRRR.", "....?")) == Understood((Imprint(RED, "I", (0, 1, 2, 3)),))


def test_a_hidden_cell_of_the_shape_itself_makes_one_wait() -> None:
    assert GAME.explain(turn(), seen("RRR?.")) == Underway((0, 1, 2))


def test_nothing_seen_changed_is_unchanged() -> None:
    assert GAME.explain(turn(lies=grid("RW...")), seen("?W...", "??...")) == Unchanged()


def test_a_hidden_cell_hides_no_contradiction() -> None:
    assert GAME.explain(turn(), seen("W...?")) == Adrift((Difference(0, ".", "W"),))


# Real cards


def test_real_cards_any_known_shape_may_lie() -> None:
    state = begun(ON_TABLE)
    assert GAME.explain(state, seen("RRR..", ".R...")) == Understood((Imprint(RED, "T", (0, 1, 2, 6)),))
    known = after(state, ShowShape(RED, "I"), ShowShape(RED, "O"))
    assert isinstance(GAME.explain(known, seen("RRR..", ".R...")), Adrift)


def test_real_cards_any_four_cells_when_the_table_says_so() -> None:
    lying = seen("R...R", ".....", ".....", ".....", "R...R")
    assert isinstance(GAME.explain(begun(ON_TABLE), lying), Adrift)
    state = begun(FREE)
    freely = (OpenFree(RED), Touch(RED, 0), Touch(RED, 4), Touch(RED, 20), Touch(RED, 24))
    assert GAME.explain(state, lying) == Understood(freely)
    assert GAME.explain(state, seen("R...R", ".....", ".....", ".....", "R....")) == Underway((0, 4, 20))
    assert GAME.explain(state, seen("RRRR.")) == Understood((Imprint(RED, "I", (0, 1, 2, 3)),))
    after(state, *freely)


def test_the_rest_of_a_free_shape_that_was_begun_by_hand() -> None:
    state = after(begun(FREE), OpenFree(RED), Touch(RED, 0), Touch(RED, 4))
    assert GAME.explain(state, seen("R...R")) == Unchanged()
    assert GAME.explain(state, seen("R..RR")) == Underway((3,))
    assert GAME.explain(state, seen("R.RRR")) == Understood((Touch(RED, 2), Touch(RED, 3)))
    assert isinstance(GAME.explain(state, seen("RRRRR")), Adrift)
    assert isinstance(GAME.explain(state, seen("W...R")), Adrift)


# The other steps of a game


def test_one_flipped_piece_anywhere_gives_the_colours() -> None:
    start = setup(Options(), SHIPPED, WHITE)
    assert GAME.explain(start, seen()) == Unchanged()
    assert GAME.explain(start, seen("...W.")) == Understood((Flip(WHITE, Colour.WHITE),))
    assert isinstance(GAME.explain(start, seen("R..W.")), Adrift)


def test_the_flipped_piece_may_lie_until_it_is_taken_away() -> None:
    """The oldest flipped white, so red begins, and the piece is no move of red's."""
    start = setup(Options(), SHIPPED, RED)
    state = dealt(after(start, Flip(RED, Colour.WHITE)))
    assert state.to_move == WHITE
    assert GAME.explain(state, seen("...W.")) == Underway((3,))
    assert GAME.explain(state, seen()) == Unchanged()
    assert isinstance(GAME.explain(state, seen("...WW")), Adrift)


def test_an_open_power_is_what_the_grid_shows_cell_by_cell() -> None:
    state = after(turn(lies=grid("RW...")), OpenPower(RED, "Splash"))
    assert GAME.explain(state, seen("RW...")) == Unchanged()
    told = GAME.explain(state, seen("WW..R"))
    assert told == Understood((SetCell(RED, 0, Colour.WHITE), SetCell(RED, 4, Colour.RED), ClosePower(RED)))
    taken = GAME.explain(state, seen("R...."))
    assert taken == Understood((SetCell(RED, 1, None), ClosePower(RED)))


def test_an_open_power_waits_for_cells_that_are_not_seen() -> None:
    state = after(turn(lies=grid("RW...")), OpenPower(RED, "Splash"))
    assert GAME.explain(state, seen("WW..?")) == Underway((0,))


def test_an_open_power_sets_no_cell_twice() -> None:
    state = after(turn(lies=grid("RW...")), OpenPower(RED, "Splash"), SetCell(RED, 0, None))
    assert isinstance(GAME.explain(state, seen("WW...")), Adrift)


def test_while_a_power_is_exchanged_the_grid_stays() -> None:
    state = dealt(after(turn(), Exchange(RED)))
    assert GAME.explain(state, seen()) == Unchanged()
    assert isinstance(GAME.explain(state, seen("RRRR.")), Adrift)


def scored() -> State:
    return after(turn(lies=ALMOST_FULL), Imprint(RED, "I", (21, 22, 23, 24)))


def test_a_scored_grid_is_cleared_piece_by_piece() -> None:
    state = scored()
    assert state.phase is Phase.ROUND_SCORED
    full = GAME.layout(state)
    assert GAME.explain(state, full) == Unchanged()
    assert GAME.explain(state, ".." + full[2:]) == Underway((0, 1))
    assert GAME.explain(state, seen()) == Understood((ClearGrid(WHITE),))
    assert isinstance(GAME.explain(state, "W" + full[1:]), Adrift)


def test_a_cleared_grid_with_a_hidden_cell_is_not_cleared_yet() -> None:
    assert isinstance(GAME.explain(scored(), seen("?....")), Underway)


def test_a_round_without_a_piece_is_cleared_at_once() -> None:
    assert GAME.explain(replace(scored(), grid=BARE), seen()) == Understood((ClearGrid(WHITE),))


def test_after_the_game_people_put_it_away() -> None:
    state = after(turn(Options(rounds=1), lies=ALMOST_FULL), Imprint(RED, "I", (21, 22, 23, 24)))
    assert state.phase is Phase.OVER
    assert GAME.explain(state, GAME.layout(state)) == Unchanged()
    assert isinstance(GAME.explain(state, seen("RW...")), Underway)


@pytest.mark.parametrize("layout", ["", "." * 24, "." * 26, "x" * 25])
def test_what_is_no_layout_is_an_error(layout: str) -> None:
    with pytest.raises(ValueError, match="layout"):
        GAME.explain(turn(), layout)


# Readings and rules agree


def states(seed: int, games: int) -> list[State]:
    """States of random games, on the way."""
    found = []
    for game in range(games):
        rng = random.Random(seed * 1000 + game)
        state = GAME.start(random_setup(rng))
        for _ in range(120):
            offered = [*GAME.choices(state, RED), *GAME.choices(state, WHITE), *GAME.chance(state)]
            if not offered:
                break
            found.append(state)
            kinds = sorted({type(action).__name__ for action in offered})
            kind = rng.choice(kinds)
            action = rng.choice([each for each in offered if type(each).__name__ == kind])
            state = step(state, action).state
    return found


def step(state: State, action: Action) -> Step[State, Any]:
    verdict = GAME.apply(state, action)
    assert isinstance(verdict, Step), (action, verdict)
    return verdict


@pytest.fixture(scope="module")
def some_states(seed: int) -> list[State]:
    return states(seed, 60)


def test_every_legal_imprint_is_understood_and_each_part_of_it_is_underway(some_states: list[State]) -> None:
    rng = random.Random(5)
    tried = 0
    for state in some_states:
        imprints = [each for each in GAME.choices(state, state.to_move) if isinstance(each, Imprint)]
        for action in rng.sample(imprints, min(3, len(imprints))):
            now, then = GAME.layout(state), _shows(state, action)
            assert GAME.explain(state, then) == Understood((action,))
            part = rng.sample(action.cells, rng.randint(1, 3))
            partly = "".join(then[n] if n in part else letter for n, letter in enumerate(now))
            assert GAME.explain(state, partly) == Underway(tuple(sorted(part)))
            tried += 1
    assert tried > 300


def _shows(state: State, action: Imprint) -> str:
    colour = state.colour(action.seat)
    assert colour is not None
    letters = list(GAME.layout(state))
    for cell in action.cells:
        letters[cell] = {".": colour.value, "R": "W", "W": "R"}[letters[cell]]
    return "".join(letters)


def test_whatever_is_understood_is_legal_and_shows_exactly_that(some_states: list[State]) -> None:
    rng = random.Random(7)
    understood = 0
    for state in some_states:
        for _ in range(5):
            lying = SUBJECT.layout(rng, state)
            if len(lying) != 25 or "x" in lying:
                continue
            reading = GAME.explain(state, lying)
            for actions in _explanations(reading):
                understood += 1
                now = state
                for action in actions:
                    now = step(now, action).state
                # The flipped piece is no part of the grid; it is taken away again.
                if not isinstance(actions[-1], Flip):
                    shows = GAME.layout(now)
                    assert all(a in (b, "?") for a, b in zip(lying, shows, strict=True)), (actions, lying)
    assert understood > 20


def _explanations(reading: Any) -> tuple[tuple[Action, ...], ...]:
    match reading:
        case Understood(actions):
            return (actions,)
        case Ambiguous(candidates):
            return candidates
        case _:
            return ()


# Cards


def test_the_dealer_is_told_which_deck_and_what_is_left() -> None:
    state = after(setup(Options(), SHIPPED, RED), Flip(RED, Colour.RED))
    deck = GAME.deck(state)
    assert deck is not None
    assert (deck.name, deck.shuffles, len(deck.left)) == ("shapes", 0, 28)
    assert GAME.draw(state, "T") == ShapeDealt(RED, "T")
    playing = dealt(state)
    assert GAME.deck(playing) is None
    with pytest.raises(ValueError, match="no card"):
        GAME.draw(playing, "T")


def test_each_seats_shape_deck_is_a_deck_of_its_own() -> None:
    state = after(turn(), Imprint(RED, "I", (0, 1, 2, 3)))
    assert GAME.deck(state) == Deck("shapes of seat 0", 0, state.seats[RED].deck.cards)
    assert GAME.draw(state, "L") == ShapeDrawn(RED, "L")


def test_a_returned_power_makes_another_order_of_the_power_deck() -> None:
    state = after(turn(), Exchange(RED))
    assert GAME.deck(state) == Deck("powers", 0, ("Swap",))
    assert GAME.draw(state, "Swap") == PowerDrawn(RED, "Swap")
    state = dealt(after(dealt(state), Return(RED, "Splash")))
    assert GAME.deck(after(state, Exchange(WHITE))) == Deck("powers", 1, ("Splash",))


def test_chance_lists_each_card_once_and_the_deck_every_copy(some_states: list[State]) -> None:
    for state in some_states:
        deck = GAME.deck(state)
        assert (deck is None) is (GAME.chance(state) == ())
        if deck is not None:
            assert list(deck.left) == sorted(deck.left)
            assert list(GAME.chance(state)) == [GAME.draw(state, card) for card in sorted(set(deck.left))]


def test_only_hidden_powers_and_decks_are_not_to_be_named_on_a_shared_screen() -> None:
    state = turn(shown=(("Splash",), ()))
    assert GAME.names_hidden_card(state, OpenPower(RED, "Turncoat"))
    assert not GAME.names_hidden_card(state, OpenPower(RED, "Splash"))
    assert not GAME.names_hidden_card(state, Imprint(RED, "I", (0, 1, 2, 3)))
    assert GAME.names_hidden_card(state, Return(RED, "Turncoat"))
    assert GAME.names_hidden_card(state, ShapeDrawn(RED, "I"))
    real = begun(ON_TABLE, cards(powers=[("Splash", 3)]))
    assert not GAME.names_hidden_card(real, OpenPower(RED, "Splash"))
    assert not GAME.names_hidden_card(real, Return(RED, None))


def test_what_somebody_learned_cannot_be_made_unknown() -> None:
    learned = [
        ShapeTurnedUp(RED, "I"), PowerTaken(RED, "Splash"), PowerUsed(RED, "Splash", 3), ExchangePaid(RED),
    ]  # fmt: skip
    nothing = [
        PowerUsed(RED, "Splash", 3, first_time=False), ShapePlayed(RED, "I", (0, 1, 2, 3), ()),
        PowerReturned(RED, "Splash"), CellChanged(RED, 0, None),
    ]  # fmt: skip
    assert all(GAME.reveals(event) for event in learned)
    assert not any(GAME.reveals(event) for event in nothing)


def test_the_app_may_flip_for_the_players() -> None:
    start = setup(Options(), SHIPPED, WHITE)
    assert GAME.flips(start) == (Flip(WHITE, Colour.RED), Flip(WHITE, Colour.WHITE))
    assert GAME.flips(turn()) == ()


# Written and read again


def test_every_action_reads_the_same_after_writing(some_states: list[State]) -> None:
    for state in some_states[::7]:
        for seat in GAME.seats(state):
            for action in GAME.choices(state, seat):
                line = json.loads(json.dumps(GAME.encode(action)))
                assert repr(GAME.decode(line)) == repr(action)
                assert line["seat"] == action.seat


def test_an_action_is_written_so() -> None:
    assert GAME.encode(Imprint(RED, "I", (0, 1, 2, 3))) == {
        "do": "imprint", "seat": 0, "shape": "I", "cells": [0, 1, 2, 3],
    }  # fmt: skip
    assert GAME.encode(SetCell(WHITE, 7, Colour.RED)) == {
        "do": "set_cell",
        "seat": 1,
        "cell": 7,
        "colour": "R",
    }
    assert GAME.encode(Return(WHITE, None)) == {"do": "return", "seat": 1, "power": None}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ([], "an object"),
        ({}, "do: no such action"),
        ({"do": "win", "seat": 0}, "do: no such action"),
        ({"do": ["pass"], "seat": 0}, "do: no such action"),
        ({"do": "pass"}, "seat: missing"),
        ({"do": "pass", "seat": 0, "why": "tired"}, "'why': unknown"),
        ({"do": "pass", "seat": True}, "not_an_action"),
        ({"do": "pass", "seat": 2}, "no_such_seat"),
        ({"do": "imprint", "seat": 0, "shape": "I", "cells": [0, 1, 2]}, "not_an_action"),
        ({"do": "imprint", "seat": 0, "shape": "I", "cells": [3, 1, 2, 0]}, "cells_not_ascending"),
        ({"do": "imprint", "seat": 0, "shape": 7, "cells": [0, 1, 2, 3]}, "not_an_action"),
        ({"do": "set_cell", "seat": 0, "cell": 3, "colour": "B"}, "colour: R or W"),
        ({"do": "flip", "seat": 0, "colour": None}, "not_an_action"),
        ({"do": "touch", "seat": 0, "cell": 1e9}, "not_an_action"),
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


@given(st.dictionaries(st.sampled_from(["do", "seat", "cell", "cells", "shape", "power", "colour"]), JSON))
def test_hostile_lines_are_errors_of_one_kind(line: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        GAME.decode(line)


# Setting up


def test_a_set_up_comes_back_from_json() -> None:
    options = Options(rounds=2, max_turns_per_round=9)
    setup_json = json.loads(json.dumps(as_setup(options, SHIPPED, WHITE)))
    state = GAME.start(setup_json)
    assert (state.options, state.cards, state.oldest) == (options, SHIPPED, WHITE)


def test_options_that_are_not_named_are_the_rulebooks() -> None:
    given_cards = as_setup(Options(), SHIPPED, RED)["cards"]
    assert GAME.start({"cards": given_cards, "oldest": 0}).options == Options()


def spoiled(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps(as_setup(Options(), SHIPPED, RED)))
    inner: Any = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return whole


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("oldest",), 2, "oldest"),
        (("oldest",), True, "oldest"),
        (("youngest",), 1, "youngest: unknown"),
        (("options",), [], "options"),
        (("options", "rounds"), 0, "options: rounds"),
        (("options", "rounds"), "4", "options.*rounds"),
        (("options", "tie"), "coin", "options.*tie"),
        (("options", "speed"), 1, "options.speed: unknown"),
        (("cards",), None, "cards"),
        (("cards", "jokers"), 2, "cards.jokers: unknown"),
        (("cards", "shapes"), {}, "cards.*shapes"),
        (("cards", "shapes", 0, "copies"), 3, "cards.shapes.copies: .*odd"),
        (("cards", "shapes", 0, "points"), [[0, 0]], "cards.*points"),
        (("cards", "shapes", 0, "points"), [[0, 0], [0, 1], [0, 2], [0, 9]], r"cards.shapes\[0\].points"),
        (("cards", "shapes", 0, "colour"), 3, r"cards.shapes\[0\].colour: unknown"),
        (("cards", "powers", 0, "cost"), -1, r"cards.powers\[0\].cost"),
        (("cards", "powers", 0, "name"), "", r"cards.powers\[0\].name"),
    ],
)
def test_a_bad_field_of_a_set_up_is_named(path: tuple[Any, ...], value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.start(spoiled(path, value))


@pytest.mark.parametrize("whole", [None, [], "x", {}, {"cards": {}}])
def test_what_is_no_set_up_is_an_error(whole: Any) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        GAME.start(whole)


# The rest


def test_the_digest_tells_states_apart_and_is_the_same_for_the_same() -> None:
    state = turn()
    assert GAME.digest(state) == GAME.digest(replace(state))
    others = [replace(state, turns=1), replace(state, grid=grid("R....")), turn(powers=(HANDS[1], HANDS[0]))]
    assert len({GAME.digest(each) for each in (state, *others)}) == 4


def test_the_summary_tells_nothing_that_a_spectator_may_not_know() -> None:
    state = turn()
    assert GAME.summary(state) == {
        "over": False, "round": 1, "rounds": 4, "to_move": 0, "points": [5, 5], "winners": [],
    }  # fmt: skip
    assert json.loads(json.dumps(GAME.summary(state))) == GAME.summary(state)


def test_a_correction_is_a_step_or_a_refusal() -> None:
    assert isinstance(GAME.corrected(turn(), seen("RR..."), ends_turn=True), Step)
    assert GAME.corrected(turn(), seen("R?..."), ends_turn=True) == Refusal("all_4_it.cells_unseen")


def test_seats() -> None:
    assert GAME.seats(turn()) == (Seat(0), Seat(1))
