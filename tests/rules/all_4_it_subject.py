"""All 4 It as a subject of the conformance suite."""

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import fields, replace
from typing import Any

from companion.rules.all_4_it.actions import (
    ClearGrid,
    ClosePower,
    Flip,
    Imprint,
    Pass,
    PowerDrawn,
    Return,
    SetCell,
    ShapeDealt,
    Touch,
)
from companion.rules.all_4_it.cards import CELLS
from companion.rules.all_4_it.choices import chance, choices
from companion.rules.all_4_it.events import CellChanged, CellTouched, RoundBegun, RoundScored, ShapePlayed
from companion.rules.all_4_it.forms import KINDS
from companion.rules.all_4_it.refusals import KEYS
from companion.rules.all_4_it.state import SEATS, Colour, Pile, State
from companion.rules.all_4_it.transition import most_actions_a_turn
from companion.rules.core import HeldHands, Seat, with_card, without_card
from companion.table.hosted.all_4_it import All4It
from tests.rules.all_4_it_tables import random_setup
from tests.rules.conformance import Subject

HOSTED = All4It()

ODD: tuple[Any, ...] = (
    True, False, None, -1, 2, 25, 10**30, 1.0, "", "R", "W", "I", "blank-3", "blank-10", "figure 0", (), [],
    (0, 1, 2, 3), [0, 1, 2, 3], (3, 2, 1, 0), (0, 0, 1, 2), (0, 1, 2, 25), (0, 1, 2, True), {}, object(),
    Colour.RED, Colour.WHITE, b"I", "\ud800", float("nan"),
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
    match name:
        case "seat":
            return rng.choice(SEATS)
        case "cell":
            return rng.choice(CELLS)
        case "cells":
            return tuple(sorted(rng.sample(list(CELLS), 4)))
        case "colour":
            return rng.choice([Colour.RED, Colour.WHITE, None])
        case "shape":
            return rng.choice([shape.id for shape in state.cards.shapes])
        case _:
            return rng.choice([*(power.id for power in state.cards.powers), "blank-0", "blank-2", None])


def filling(rng: random.Random, state: State, offered: list[Any]) -> Any:
    """Somebody who wants to go home: covers as many empty cells as can be."""

    def worth(action: Any) -> float:
        match action:
            case Imprint():
                return 10 + sum(state.grid[cell] is None for cell in action.cells)
            case Touch():
                return 2 if state.grid[action.cell] is None else 1
            case ClearGrid() | Pass() | Flip():
                return 5
            case SetCell():
                return 4 if state.grid[action.cell] is None and action.colour is not None else 0
            case ClosePower():
                return 3
            case _:
                return 1

    best = max(worth(action) for action in offered)
    return rng.choice([action for action in offered if worth(action) == best])


def conserved(before: State, after: State, told: tuple[Any, ...]) -> str:
    """What got lost on the way; "" when nothing."""
    if after.in_app:
        lying = [card for own in after.seats for card in (*own.shapes, *own.deck.cards, *own.discards)]
        if Counter([*lying, *after.undealt.cards]) != Counter({s.id: s.copies for s in after.cards.shapes}):
            return "a shape card"
        held = [card for seat in SEATS for card in after.powers.known(seat)]
        if Counter([*held, *after.power_deck.cards]) != Counter({p.id: p.copies for p in after.cards.powers}):
            return "a power card"
    for seat in SEATS:
        was, now = before.seats[seat], after.seats[seat]
        scores = [event.pieces[seat] for event in told if isinstance(event, RoundScored)]
        if any(pieces != after.grid.count(after.colour(seat)) for pieces in scores):
            return "a counted piece"  # a scored grid lies there until it is cleared
        won = sum(scores)
        if now.points != was.points - (now.spent - was.spent) + won or now.spent < was.spent:
            return "a point"
        if now.points < 0 and not after.options.debt:
            return "a counter fell below 0"
    return "" if _pieces_conserved(before, after, told) else "a piece"


def _pieces_conserved(before: State, after: State, told: tuple[Any, ...]) -> bool:
    expected = list(before.grid)
    touched_by_hand = any(isinstance(event, CellTouched) for event in told)
    for event in told:
        match event:
            case CellTouched() | CellChanged():
                expected[event.cell] = event.colour
            case ShapePlayed() if not touched_by_hand:
                for cell in event.placed:
                    assert expected[cell] is None
                    expected[cell] = before.colour(event.seat)
                for cell in event.flipped:
                    was = expected[cell]
                    assert was is not None
                    expected[cell] = was.other
            case RoundBegun():
                expected = [None] * len(CELLS)
            case _:
                pass
    return tuple(expected) == after.grid


def layout(rng: random.Random, state: State) -> str:
    """The grid, with some cells changed, hidden or misread."""
    letters = list(HOSTED.layout(state))
    for _ in range(rng.choice([0, 1, 4, 25])):
        letters[rng.choice(CELLS)] = rng.choice(".RW" if rng.random() < 0.95 else "?x")
    return "".join(letters)[: rng.choice([25] * 20 + [24])]


def twin(rng: random.Random, state: State, viewer: Seat | None) -> State:
    """The same table but for what the viewer may not know: the others' hidden powers, and every deck."""
    if not isinstance(state.powers, HeldHands):
        return state  # with real cards the app knows nothing that is hidden
    pool = _hidden_powers(state, viewer)
    rng.shuffle(pool)
    hands = []
    for seat in SEATS:
        hand = state.powers.cards[seat]
        if seat != viewer:
            hand = state.powers.shown[seat]
            for _ in range(state.powers.hidden(seat)):
                hand = with_card(hand, pool.pop())
        hands.append(hand)
    shapes = [*state.undealt.cards, *(card for own in state.seats for card in own.deck.cards)]
    rng.shuffle(shapes)
    seats = []
    for own in state.seats:
        mixed = tuple(sorted(shapes.pop() for _ in own.deck.cards))
        seats.append(replace(own, deck=Pile(mixed, own.deck.shuffles)))
    return replace(
        state,
        powers=HeldHands((hands[0], hands[1]), state.powers.shown),
        power_deck=Pile(tuple(sorted(pool)), state.power_deck.shuffles),
        seats=(seats[0], seats[1]),
        undealt=Pile(tuple(sorted(shapes)), state.undealt.shuffles),
    )


def _hidden_powers(state: State, viewer: Seat | None) -> list[str]:
    pool = list(state.power_deck.cards)
    for seat in SEATS:
        if seat != viewer:
            hidden = state.powers.known(seat)
            for card in state.powers.open_cards(seat):
                hidden = without_card(hidden, card)
            pool += hidden
    return pool


def twin_actions(
    rng: random.Random, state: State, other: State, viewer: Seat | None
) -> tuple[Any, Any] | None:
    """An action here and one there that the viewer cannot tell apart."""
    here = [*choices(state, SEATS[0]), *choices(state, SEATS[1]), *chance(state)]
    there = [*choices(other, SEATS[0]), *choices(other, SEATS[1]), *chance(other)]
    if not here:
        return None
    action = rng.choice(here)
    match action:
        case ShapeDealt() | PowerDrawn() | Return() if _is_unseen(state, action, viewer):
            alike = [each for each in there if type(each) is type(action) and _is_unseen(other, each, viewer)]
            return (action, rng.choice(alike)) if alike else None
        case _:
            return (action, action) if action in there else None


def _is_unseen(state: State, action: Any, viewer: Seat | None) -> bool:
    """Whether the viewer does not learn which card it is."""
    match action:
        case ShapeDealt():
            return True
        case PowerDrawn():
            return action.seat != viewer
        case Return():
            shown = action.power in state.powers.open_cards(action.seat)
            return action.seat != viewer and not shown
        case _:
            return False


def _weight(action: Any) -> Hashable:
    return type(action)


SUBJECT = Subject(
    hosted=HOSTED,
    setup=random_setup,
    arbitrary=arbitrary,
    weight=_weight,
    filling=filling,
    most_to_end=6000,
    turn=lambda state: (state.round, state.turns, len(state.results)),
    most_a_turn=lambda state: most_actions_a_turn(state.cards),
    over=lambda state: bool(state.winners),
    conserved=conserved,
    layout=layout,
    twin=twin,
    twin_actions=twin_actions,
    refusals=KEYS,
)
