"""Golden games of Wig Out!: whole games with what became of them, one a way of ending.

They are played once, by `python -m tests.rules.golden_wig_out`, and kept; a change of the rules that
alters one of them shows as a difference in the file.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.rules.core import Seat, Step
from companion.rules.wig_out import events as e
from companion.rules.wig_out.actions import ClaimStall, EnterCards, FalseCall, WrongMatch
from companion.rules.wig_out.options import (
    Edition,
    EmptyStock,
    FalseCalls,
    FalseStarts,
    Options,
    Stall,
    Tie,
)
from companion.rules.wig_out.state import Ended, State
from companion.table.hosted.wig_out_setup import as_setup
from tests.rules.wig_out_subject import HOSTED, filling

FOLDER = Path(__file__).parent.parent / "golden"
LONGEST = 400

Told = list[Any]
"""All events, in order."""


@dataclass(frozen=True)
class Way:
    options: Options
    seats: int
    wanted: Callable[[State, Told], bool]
    fewer: tuple[int, ...] = ()
    dealer: Seat | None = None
    wish: tuple[type, ...] = ()
    """Kinds of action that are often taken when they are offered."""


def _ends(state: State, ended: Ended, winners: int) -> bool:
    return state.results[-1].ended is ended and len(state.winners) == winners


def _told(told: Told, *kinds: type) -> bool:
    return all(any(isinstance(event, kind) for event in told) for kind in kinds)


def _without_penalties(state: State) -> list[int]:
    """What the scores would be if only cards in hand counted."""
    return [sum(result.left[seat] or 0 for result in state.results) for seat in state.seats]


STUCK = (ClaimStall,)
SUDDEN = Options(rounds=1, tie=Tie.SUDDEN_DEATH_ROUND)

ENDINGS: dict[str, Way] = {
    "five_rounds": Way(Options(), 4, lambda s, t: _ends(s, Ended.CALL, 1) and _told(t, e.CallFalse)),
    "longer_second_edition": Way(
        Options(edition=Edition.SEVENTY, rounds=7), 6, lambda s, t: _ends(s, Ended.CALL, 1), dealer=Seat(5)
    ),
    "shared_win": Way(Options(rounds=2), 3, lambda s, t: _ends(s, Ended.CALL, 2)),
    "dead_heat_of_all": Way(
        Options(rounds=1), 2, lambda s, t: _ends(s, Ended.CALL, 2) and len(s.results[-1].callers) == 2
    ),
    "sudden_death": Way(SUDDEN, 4, lambda s, t: _ends(s, Ended.CALL, 1) and s.sudden_death),
    "sudden_death_still_tied": Way(SUDDEN, 3, lambda s, t: _ends(s, Ended.CALL, 2) and s.sudden_death),
    "sudden_death_void_counts": Way(
        Options(rounds=1, tie=Tie.SUDDEN_DEATH_ROUND, void_counts=True),
        3,
        lambda s, t: _ends(s, Ended.VOID, 2) and s.sudden_death,
        wish=STUCK,
    ),
    "last_round_void_counts": Way(
        Options(rounds=2, void_counts=True), 5, lambda s, t: _ends(s, Ended.VOID, 1), wish=STUCK
    ),
    "last_round_void_played_again": Way(
        Options(rounds=2), 5, lambda s, t: _ends(s, Ended.CALL, 1) and _told(t, e.RoundVoid), wish=STUCK
    ),
    "last_round_stalled_hands_count": Way(
        Options(rounds=2, stall=Stall.SCORE_HANDS), 6, lambda s, t: _ends(s, Ended.STALL, 1), wish=STUCK
    ),
    "last_round_stock_empty": Way(
        Options(rounds=2, empty_stock=EmptyStock.END_AND_SCORE), 4, lambda s, t: _ends(s, Ended.STOCK, 1)
    ),
    "by_points_for_false_calls": Way(
        Options(rounds=2, false_call=FalseCalls.POINTS, penalty=5, wrong_match_points=1),
        3,
        lambda s, t: (
            _ends(s, Ended.CALL, 1)
            and _told(t, e.WrongMatchFound, e.CallFalse)
            and min(_without_penalties(s)) != _without_penalties(s)[s.winners[0]]
        ),
        fewer=(0, 0, 3),
        wish=(FalseCall, WrongMatch),
    ),
    "with_lock_outs": Way(
        Options(rounds=2, false_call=FalseCalls.LOCK_OUT, false_start=FalseStarts.LOCK_OUT),
        3,
        lambda s, t: _ends(s, Ended.CALL, 1) and _told(t, e.StartedEarly, e.CallFalse, e.LockOutEnded),
    ),
}


def played(state: State, rng: random.Random, wish: tuple[type, ...]) -> tuple[State, list[Any], Told]:
    """A game by somebody who now and then does anything at all, to its end."""
    actions: list[Any] = []
    told: Told = []
    for _ in range(LONGEST):
        offered = [action for seat in HOSTED.seats(state) for action in HOSTED.choices(state, seat)]
        if not offered:
            break
        kind = rng.choice(sorted({type(action).__name__ for action in offered}))
        anything = [action for action in offered if type(action).__name__ == kind]
        action = rng.choice(anything) if rng.random() < 0.3 else filling(rng, state, offered)
        wished = [action for action in offered if isinstance(action, wish)]
        if wished and rng.random() < 0.4:
            action = rng.choice(wished)
        if isinstance(action, EnterCards) and action.cards:
            action = EnterCards(action.seat, rng.randint(0, min(9, action.cards)))
        verdict = HOSTED.apply(state, action)
        assert isinstance(verdict, Step)
        told += verdict.events
        state = verdict.state
        actions.append(action)
    return state, actions, told


def outcome(state: State) -> dict[str, Any]:
    """What a golden game is compared by."""
    return {
        "points": list(state.points),
        "results": [[result.round, result.ended.value, list(result.points)] for result in state.results],
        "winners": list(state.winners),
        "digest": HOSTED.digest(state),
    }


def record(ending: str) -> str:
    """The first game, by number, that ends so, as the text of its file."""
    way = ENDINGS[ending]
    setup = as_setup(way.options, way.seats, way.dealer, way.fewer)
    for number in range(20_000):
        state, actions, told = played(HOSTED.start(setup), random.Random(number), way.wish)
        if state.winners and way.wanted(state, told):
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
        path = FOLDER / f"wig_out_{ending}.json"
        path.write_text(record(ending), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
