"""Random games of every game, played by the conformance suite, and what became of each promise."""

from tests.campaigns import Outcome
from tests.rules.all_wound_up_subject import EVENLY
from tests.rules.conformance import PROMISES, Tally, play_out
from tests.rules.test_conformance import BOUNDS, SUBJECTS

WHOLE = 1000
SHARE = 15
KINDS = {"all_wound_up": EVENLY}
"""The kinds of tables among which a game's playouts are spread evenly, where it has several."""
TIMES = {"all_wound_up": 2}
"""How often as many games a game needs that has more to try."""


def run(seed: int, games: int) -> list[Outcome]:
    """Play so many games of each game. A game that breaks off breaks its promise; the others go on."""
    outcomes = []
    for name, subject in SUBJECTS.items():
        tally, broken_off, bound = Tally(), "", BOUNDS[name]
        kinds, many = KINDS.get(name, (subject,)), games * TIMES.get(name, 1)
        for game in range(many):
            number = seed * 100_000 + game
            try:
                play_out(kinds[game % len(kinds)], number, bound, tally)
            except Exception as error:  # said as a broken promise, with the number that repeats it
                broken_off = broken_off or f"game {number}: {error!r}"
        for promise in PROMISES:
            broken = tally.broken.get(promise)
            kept = broken is None and tally.tried[promise] > 0
            outcomes.append(Outcome(f"{name}: {promise}", kept, broken or f"{tally.tried[promise]} times"))
        figure = f"{many} games, {tally.cut} of them cut at {bound} actions, {tally.actions} actions"
        outcomes.append(
            Outcome(f"{name}: every game is played to its end", not broken_off, broken_off or figure)
        )
        met = f"{len(tally.keys)} of {len(subject.refusals)} met"
        outcomes.append(Outcome(f"{name}: refusals are declared ones", tally.keys <= subject.refusals, met))
    return outcomes
