"""Random games of every game, played by the conformance suite, and what became of each promise."""

from tests.campaigns import Outcome
from tests.rules.conformance import PROMISES, Tally, play_out
from tests.rules.test_conformance import BOUND, SUBJECTS

WHOLE = 1000
SHARE = 15


def run(seed: int, games: int) -> list[Outcome]:
    """Play so many games of each game. A game that breaks off breaks its promise; the others go on."""
    outcomes = []
    for name, subject in SUBJECTS.items():
        tally, broken_off = Tally(), ""
        for game in range(games):
            number = seed * 100_000 + game
            try:
                play_out(subject, number, BOUND, tally)
            except Exception as error:  # said as a broken promise, with the number that repeats it
                broken_off = broken_off or f"game {number}: {error!r}"
        for promise in PROMISES:
            broken = tally.broken.get(promise)
            kept = broken is None and tally.tried[promise] > 0
            outcomes.append(Outcome(f"{name}: {promise}", kept, broken or f"{tally.tried[promise]} times"))
        figure = f"{games} games, {tally.cut} of them cut at {BOUND} actions, {tally.actions} actions"
        outcomes.append(
            Outcome(f"{name}: every game is played to its end", not broken_off, broken_off or figure)
        )
        met = f"{len(tally.keys)} of {len(subject.refusals)} met"
        outcomes.append(Outcome(f"{name}: refusals are declared ones", tally.keys <= subject.refusals, met))
    return outcomes
