"""Tables of All 4 It for tests: builders that state only what matters, and random ones."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards import load_cards
from companion.rules.all_4_it.actions import Action, Flip
from companion.rules.all_4_it.cards import CELLS, Cards, Power, Shape
from companion.rules.all_4_it.choices import chance, choices
from companion.rules.all_4_it.correcting import LETTERS
from companion.rules.all_4_it.options import CardsWhere, Options, ShapeDeck, Tie
from companion.rules.all_4_it.placements import normal, turns
from companion.rules.all_4_it.state import BARE, Colour, Grid, Phase, State
from companion.rules.all_4_it.transition import apply, setup
from companion.rules.core import HeldHands, PaperHands, Refusal, Seat, Step
from companion.table.hosted.all_4_it_setup import as_setup

RED, WHITE = Seat(0), Seat(1)
"""In all tables built here the oldest sits at 0 and flips red."""

SHIPPED = load_cards(None)
ON_TABLE = Options(cards=CardsWhere.ON_TABLE)


def grid(*rows: str) -> Grid:
    """`grid("RW...", …)`: rows that are not given are empty."""
    text = "".join((*rows, *("." * 5,) * (5 - len(rows))))
    assert len(text) == len(CELLS), rows
    return tuple(LETTERS[letter] for letter in text)


ALMOST_FULL = grid("RRRRR", "WWWWW", "RRRRR", "WWWWW", "R....")
"""One `I` in the last row fills it."""
FULL = grid("RRRRR", "WWWWW", "RRRRR", "WWWWW", "RRRRR")


def cards(
    *names: str, copies: int = 4, powers: Sequence[tuple[str, int]] = (), assumed: bool = True
) -> Cards:
    """Some of the shipped shapes, all when none is named, and powers by name and cost."""
    shapes = tuple(replace(s, copies=copies) for s in SHIPPED.shapes if not names or s.name in names)
    made = tuple(Power(name, name, cost, f"what {name} does", 1) for name, cost in powers)
    return Cards(shapes, made, assumed, assumed)


def table(
    options: Options = Options(),  # noqa: B008  # frozen
    *,
    deck: Cards | None = None,
    shapes: tuple[tuple[str | None, ...], tuple[str | None, ...]] | None = None,
    powers: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
    shown: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    points: tuple[int, int] = (5, 5),
    lies: Grid = BARE,
    round: int = 1,  # noqa: A002  # the players' word
    turns: int = 0,
    to_move: Seat | None = None,
) -> State:
    """A turn in the middle of a game; what is not said is as dealt. Cards not in hands lie in the decks."""
    deck = deck or cards(powers=[("Turncoat", 1), ("Splash", 3), ("Pluck", 1), ("Sweep", 2), ("Swap", 2)])
    state = begun(options, deck)
    if shapes is not None:
        state = _with_shapes(state, shapes)
    if powers is not None:
        state = _with_powers(state, powers, shown)
    first, second = state.seats
    state = replace(
        state,
        seats=(replace(first, points=points[0]), replace(second, points=points[1])),
        grid=lies,
        round=round,
        turns=turns,
    )
    return replace(state, to_move=state.starter if to_move is None else to_move)


def begun(options: Options = Options(), deck: Cards | None = None) -> State:  # noqa: B008  # frozen
    """The first turn of a game: red was flipped, and each time the first card in order came."""
    return after(dealt(after(setup(options, deck or cards(), RED), Flip(RED, Colour.RED))))


def dealt(state: State) -> State:
    """Whatever the cards have to do is done, each time with the first card in order."""
    while state.phase is Phase.DEALING:
        state = after(state, chance(state)[0])
    return state


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
    return verdict.key.removeprefix("all_4_it.")


def offered(state: State) -> list[Action]:
    """Everything that anybody can do now."""
    return [*choices(state, RED), *choices(state, WHITE), *chance(state)]


def rows(state: State) -> list[str]:
    text = "".join("." if colour is None else colour.value for colour in state.grid)
    return [text[at : at + 5] for at in range(0, 25, 5)]


def _with_shapes(state: State, shapes: tuple[tuple[str | None, ...], tuple[str | None, ...]]) -> State:
    seats = []
    for own, wanted in zip(state.seats, shapes, strict=True):
        pool = list(own.deck.cards) + [shape for shape in own.shapes if shape is not None]
        for shape in wanted:
            if shape in pool:
                pool.remove(shape)
            elif pool and state.in_app:
                pool.pop()  # as many cards as before
        deck = replace(own.deck, cards=tuple(sorted(pool)) if state.in_app else ())
        seats.append(replace(own, shapes=wanted, deck=deck))
    return replace(state, seats=(seats[0], seats[1]))


def _with_powers(
    state: State,
    powers: tuple[tuple[str, ...], tuple[str, ...]],
    shown: tuple[tuple[str, ...], tuple[str, ...]],
) -> State:
    if not state.in_app:
        return replace(state, powers=PaperHands((2, 2), shown))
    held = (tuple(sorted(powers[0])), tuple(sorted(powers[1])))
    left = [power.id for power in state.cards.powers for _ in range(power.copies)]
    for power in (*powers[0], *powers[1]):
        left.remove(power)
    pile = replace(state.power_deck, cards=tuple(sorted(left)))
    return replace(state, powers=HeldHands(held, shown), power_deck=pile)


def random_setup(rng: random.Random) -> dict[str, Any]:
    """Any options, the shipped cards or invented ones."""
    options = Options(
        cards=rng.choice(list(CardsWhere)),
        free_shapes=rng.random() < 0.5,
        shape_deck=rng.choice(list(ShapeDeck)),
        keep_shapes=rng.random() < 0.5,
        must_cover_empty=rng.random() < 0.4,
        max_turns_per_round=rng.choice([None, None, rng.randint(1, 40)]),
        allow_pass=rng.random() < 0.3,
        equal_turns=rng.random() < 0.4,
        debt=rng.random() < 0.3,
        tie=rng.choice(list(Tie)),
        rounds=rng.randint(1, 4),
    )
    return as_setup(options, rng.choice([SHIPPED, random_cards(rng)]), Seat(rng.randrange(2)))


def random_cards(rng: random.Random) -> Cards:
    """Shapes of any four cells, with one that can cover every cell, and powers of any cost."""
    shapes = [replace(SHIPPED.shapes[rng.randrange(7)], copies=rng.choice([2, 4]))]
    kinds = {turns(shapes[0].points)}
    for at in range(rng.randint(1, 6)):
        points = normal(tuple(divmod(cell, 5) for cell in rng.sample(list(CELLS), 4)))
        if turns(points) not in kinds:
            kinds.add(turns(points))
            shapes.append(Shape(f"figure {at}", f"figure {at}", points, 2 * rng.randint(1, 2)))
    if len(shapes) == 1:
        shapes = [replace(shapes[0], copies=4)]  # fewer cannot be played with
    powers = tuple(
        Power(f"power {at}", f"power {at}", rng.randint(0, 4), "as agreed", rng.randint(1, 2))
        for at in range(rng.choice([0, 1, 2, 3, 5, 8]))
    )
    return Cards(tuple(shapes), powers, rng.random() < 0.5, rng.random() < 0.5)
