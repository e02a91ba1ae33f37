"""What the rules cost: whole random games a second, and the time of one judgement and of one list of choices.

    python -m tests.benchmarks.rules [GAME …]

Games are drawn as the conformance suite draws them, with every option and kind of table, and none of its
promises tried. On a shared machine only the smallest times mean something; they are shown with the p95.
"""

import random
import sys
import time
from typing import Any

from companion.rules.core import Step
from tests.rules.conformance import Subject
from tests.rules.test_conformance import BOUNDS, SUBJECTS

GAMES = 20
SAMPLE = 0.2
"""The share of states in which both functions are timed."""


def _offered(subject: Subject, state: Any) -> list[Any]:
    hosted = subject.hosted
    return [*(a for seat in hosted.seats(state) for a in hosted.choices(state, seat)), *hosted.chance(state)]


def _next(subject: Subject, rng: random.Random, offered: list[Any]) -> Any:
    kinds: dict[Any, list[Any]] = {}
    for action in offered:
        kinds.setdefault(subject.weight(action), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def play(subject: Subject, seed: int, bound: int) -> list[Any]:
    """The states of one random game, cut after `bound` actions."""
    rng = random.Random(seed)
    state = subject.hosted.start(subject.setup(rng))
    states = [state]
    for _ in range(bound):
        offered = _offered(subject, state)
        if not offered:
            break
        verdict = subject.hosted.apply(state, _next(subject, rng, offered))
        assert isinstance(verdict, Step)
        state = verdict.state
        states.append(state)
    return states


def _timed(states: list[Any], subject: Subject, rng: random.Random) -> tuple[list[float], list[float]]:
    """Seconds of `apply` on an offered action, and of `choices` of one seat, in some of the states."""
    judging, listing = [], []
    for state in states:
        if rng.random() > SAMPLE:
            continue
        offered = _offered(subject, state)
        if not offered:
            continue
        action, seat = rng.choice(offered), rng.choice(subject.hosted.seats(state))
        begun = time.perf_counter()
        subject.hosted.apply(state, action)
        judged = time.perf_counter()
        subject.hosted.choices(state, seat)
        listing.append(time.perf_counter() - judged)
        judging.append(judged - begun)
    return judging, listing


def _told(name: str, seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = {"median": len(ordered) // 2, "p95": len(ordered) * 95 // 100}
    figures = ", ".join(f"{word} {ordered[place] * 1e6:.0f} us" for word, place in at.items())
    return f"{name}: {figures}, min {ordered[0] * 1e6:.0f} us of {len(ordered)}"


def main() -> None:
    for name in sys.argv[1:] or SUBJECTS:
        subject, rng = SUBJECTS[name], random.Random(1)
        games, judging, listing, playing_s = [], list[float](), list[float](), 0.0
        for seed in range(GAMES):
            begun = time.perf_counter()
            states = play(subject, seed, BOUNDS[name])
            playing_s += time.perf_counter() - begun
            games.append(len(states) - 1)
            judged, listed = _timed(states, subject, rng)
            judging, listing = judging + judged, listing + listed
        mean = sum(games) / GAMES
        print(f"{name}: {GAMES / playing_s:.1f} random games a second, {mean:.0f} actions each on average")
        print(f"    {_told('apply', judging)}")
        print(f"    {_told('choices', listing)}")


if __name__ == "__main__":
    main()
