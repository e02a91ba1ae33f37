"""Golden games of All Wound Up: whole games with what became of them, one a way of ending.

They are played once, by `python -m tests.rules.golden_all_wound_up`, and kept; a change of the rules that
alters one of them shows as a difference in the file.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.options import CardsWhere, Options
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.stages import Acting
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import Perform, Walk
from companion.rules.core import Seat, Step
from companion.table.hosted.all_wound_up_setup import as_setup
from tests.rules.all_wound_up_subject import HOSTED, filling
from tests.rules.all_wound_up_tables import LINE, OVAL, RING, SHIPPED, SHORT

FOLDER = Path(__file__).parent.parent / "golden"
LONGEST = 1500

Wish = Callable[[State, Any], bool]
Told = list[tuple[State, Any]]
"""Each event with the state before the action that led to it."""


@dataclass(frozen=True)
class Ending:
    options: Options
    race: Race
    seats: int
    wish: Wish
    """An action that is taken whenever it is offered."""
    wanted: Callable[[State, Told], bool]


def _nothing(state: State, action: Any) -> bool:
    return False


def _whole(state: State, seat: Seat) -> bool:
    return state.figures[seat].reached == len(state.race.course)


def _push(state: State, action: Any) -> bool:
    """The walking figure pushes another along the course and through the gate."""
    match action:
        case a.StepOn(seat, figure, tile) if figure != seat and not _whole(state, figure):
            return state.race.course[state.figures[figure].reached] == tile
        case a.Cross(seat, (figure,), True) if figure != seat:
            return _whole(state, figure)
        case _:
            return False


def _together(state: State, action: Any) -> bool:
    """Figures go along the course side by side, and through the gate at once."""
    match action:
        case a.Cross(_, figures, True) if len(figures) > 1:
            return all(_whole(state, figure) for figure in figures)
        case a.StepOn():
            return _push(state, action)
        case _:
            return False


def _winning_walk(told: Told) -> Walk | None:
    before = next((state for state, event in reversed(told) if isinstance(event, e.GameWon)), None)
    head = None if before is None else before.head
    return head if isinstance(head, Walk) else None


def _own(state: State, told: Told) -> bool:
    walk = _winning_walk(told)
    return walk is not None and walk.seat == state.winner


def _pushed(state: State, told: Told) -> bool:
    walk = _winning_walk(told)
    return walk is not None and walk.seat != state.winner


def _two_crossed(state: State, told: Told) -> bool:
    last = told[-1][0]
    crossed = [event.figure for before, event in told if before is last and isinstance(event, e.GateCrossed)]
    return len(crossed) == 2


def _others_waited(state: State, told: Told) -> bool:
    before = told[-1][0]
    waited = any(isinstance(task, Perform) for task in before.tasks)
    return isinstance(before.stage, Acting) and len(before.stage.winners) > 1 and waited


HELD = Options(cards=CardsWhere.IN_APP)
PAPER = Options(cards=CardsWhere.ON_TABLE)

ENDINGS: dict[str, Ending] = {
    "forward_crossing": Ending(HELD, LINE, 3, _nothing, _own),
    "forward_crossing_real_cards": Ending(PAPER, LINE, 4, _nothing, _own),
    "start_equal_to_finish": Ending(HELD, RING, 2, _nothing, _own),
    "start_tile_equal_to_last": Ending(PAPER, OVAL, 3, _nothing, _own),
    "pushed_across": Ending(HELD, LINE, 3, _push, _pushed),
    "two_in_one_movement": Ending(PAPER, SHORT, 3, _together, _two_crossed),
    "tied_action": Ending(HELD, SHORT, 4, _nothing, _others_waited),
    "tied_action_finished": Ending(
        replace(PAPER, finish_tied_actions=True),
        SHORT,
        3,
        _nothing,
        lambda state, told: not isinstance(told[-1][1], e.GameWon),
    ),
}


def played(state: State, rng: random.Random, wish: Wish) -> tuple[State, list[Any], Told]:
    """A game by people who now and then do anything at all, to its end or `LONGEST` actions."""
    actions: list[Any] = []
    told: Told = []
    for _ in range(LONGEST):
        offered = [each for seat in HOSTED.seats(state) for each in HOSTED.choices(state, seat)]
        offered += HOSTED.chance(state)
        if not offered:
            break
        wished = [action for action in offered if wish(state, action)]
        kinds = sorted({type(action).__name__ for action in offered})
        kind = rng.choice(kinds)
        anything = [action for action in offered if type(action).__name__ == kind]
        if wished and rng.random() < 0.8:
            action = rng.choice(wished)
        elif rng.random() < 0.3:
            action = rng.choice(anything)
        else:
            action = filling(rng, state, offered)
        verdict = HOSTED.apply(state, action)
        assert isinstance(verdict, Step)
        told += [(state, event) for event in verdict.events]
        state = verdict.state
        actions.append(action)
    return state, actions, told


def outcome(state: State) -> dict[str, Any]:
    """What a golden game is compared by."""
    return {
        "winner": state.winner,
        "round": state.round,
        "figures": list(state.names),
        "reached": [figure.reached for figure in state.figures],
        "crossed": [figure.crossed for figure in state.figures],
        "tokens": [list(purse) for purse in state.tokens],
        "supply": list(state.supply),
        "digest": HOSTED.digest(state),
    }


def record(ending: str) -> str:
    """The first game, by number, that ends so, as the text of its file."""
    how = ENDINGS[ending]
    setup = as_setup(
        replace(how.options, tiles=len(how.race.tiles)), how.race, SHIPPED, how.seats, Seat(how.seats - 1)
    )
    for number in range(20_000):
        state, actions, told = played(HOSTED.start(setup), random.Random(number), how.wish)
        if state.winner is not None and not HOSTED.choices(state, state.winner) and how.wanted(state, told):
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
        path = FOLDER / f"all_wound_up_{ending}.json"
        path.write_text(record(ending), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
