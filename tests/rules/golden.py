"""Golden games: whole games with what became of them, one a way of ending.

They are played once, by `python -m tests.rules.golden`, and kept; a change of the rules that alters
one of them shows as a difference in the file.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.rules.all_4_it.events import GameWon, RoundScored
from companion.rules.all_4_it.options import CardsWhere, Options, ShapeDeck, Tie
from companion.rules.all_4_it.state import State, is_full
from companion.rules.core import Seat, Step
from companion.table.hosted.all_4_it_setup import as_setup
from tests.rules.all_4_it_subject import HOSTED, filling
from tests.rules.all_4_it_tables import SHIPPED, cards

FOLDER = Path(__file__).parent.parent / "golden"

Told = list[tuple[State, Any]]
"""Each event with the state before the action that led to it."""

FEW = cards("I", "T", "L", copies=2, powers=[("Pluck", 1), ("Splash", 3)])


def _alone(state: State, told: Told) -> bool:
    return len(state.winners) == 1


def _by_filling(told: Told) -> bool:
    return all(before.turns < 60 for before, event in told if isinstance(event, RoundScored))


ENDINGS: dict[str, tuple[Options, Any, Callable[[State, Told], bool]]] = {
    "win_by_filling_four_rounds": (Options(), SHIPPED, lambda s, t: _alone(s, t) and _by_filling(t)),
    "shared_win": (Options(rounds=1), SHIPPED, lambda s, t: len(s.winners) == 2),
    "fewest_points_spent": (
        Options(rounds=1, tie=Tie.FEWEST_POINTS_SPENT),
        SHIPPED,
        lambda s, t: _alone(s, t) and s.seats[0].points == s.seats[1].points,
    ),
    "fewest_points_spent_still_tied": (  # not after one round: 10 and 25 points less twice the same is odd
        Options(rounds=2, tie=Tie.FEWEST_POINTS_SPENT),
        SHIPPED,
        lambda s, t: len(s.winners) == 2,
    ),
    "extra_round": (
        Options(rounds=1, tie=Tie.EXTRA_ROUND),
        SHIPPED,
        lambda s, t: _alone(s, t) and s.round == 2,
    ),
    "extra_round_still_tied": (
        Options(rounds=1, tie=Tie.EXTRA_ROUND),
        SHIPPED,
        lambda s, t: len(s.winners) == 2 and s.round == 2,
    ),
    "last_turn": (
        Options(rounds=2, max_turns_per_round=6),
        SHIPPED,
        lambda s, t: _alone(s, t) and not is_full(s.grid),
    ),
    "no_shapes_left": (
        Options(rounds=1, shape_deck=ShapeDeck.PLAY_OUT),
        FEW,
        lambda s, t: _alone(s, t) and not is_full(s.grid),
    ),
    "real_cards_two_passes": (
        Options(rounds=1, cards=CardsWhere.ON_TABLE, shape_deck=ShapeDeck.PLAY_OUT, free_shapes=True),
        SHIPPED,
        lambda s, t: _alone(s, t) and not is_full(s.grid) and s.passes == 2,
    ),
    "equal_turn_answered": (
        Options(rounds=1, equal_turns=True),
        SHIPPED,
        lambda s, t: _alone(s, t) and any(is_full(before.grid) for before, _ in t),
    ),
}


def played(state: State, rng: random.Random) -> tuple[State, list[Any], Told]:
    """A game by somebody who now and then does anything at all, to its end or 800 actions."""
    actions: list[Any] = []
    told: Told = []
    for _ in range(800):
        offered = [*HOSTED.choices(state, Seat(0)), *HOSTED.choices(state, Seat(1)), *HOSTED.chance(state)]
        if not offered:
            break
        kinds = sorted({type(action).__name__ for action in offered})
        kind = rng.choice(kinds)
        anything = [action for action in offered if type(action).__name__ == kind]
        action = rng.choice(anything) if rng.random() < 0.3 else filling(rng, state, offered)
        verdict = HOSTED.apply(state, action)
        assert isinstance(verdict, Step)
        told += [(state, event) for event in verdict.events]
        state = verdict.state
        actions.append(action)
    return state, actions, told


def outcome(state: State) -> dict[str, Any]:
    """What a golden game is compared by."""
    return {
        "points": [own.points for own in state.seats],
        "spent": [own.spent for own in state.seats],
        "results": [[result.round, *result.pieces, *result.points] for result in state.results],
        "grid": HOSTED.layout(state),
        "winners": list(state.winners),
        "digest": HOSTED.digest(state),
    }


def record(ending: str) -> str:
    """The first game, by number, that ends so, as the text of its file."""
    options, deck, wanted = ENDINGS[ending]
    setup = as_setup(options, deck, Seat(0))
    for number in range(20_000):
        state, actions, told = played(HOSTED.start(setup), random.Random(number))
        if told and isinstance(told[-1][1], GameWon) and wanted(state, told):
            head = {
                "game": HOSTED.name,
                "rules_version": HOSTED.rules_version,
                "ending": ending,
                "setup": setup,
            }
            lines = ",\n".join(json.dumps(HOSTED.encode(action)) for action in actions)
            front = json.dumps({**head, "outcome": outcome(state)}, ensure_ascii=False)
            return f'{front[:-1]},\n"actions": [\n{lines}\n]}}\n'
    raise LookupError(f"no game ends with {ending}")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for ending in ENDINGS:
        path = FOLDER / f"all_4_it_{ending}.json"
        path.write_text(record(ending), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
