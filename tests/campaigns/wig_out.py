"""Evenings of Wig Out! at the glass, by fingers and pushes: the sheet is right, and no tap is wasted."""

import random

from companion.rules.wig_out.options import Options
from tests.campaigns import Outcome

WHOLE = 60
SHARE = 2
"""Evenings."""
ROUNDS = 5


def run(seed: int, n: int) -> list[Outcome]:
    from tests.ui.glass import SIZES, Glass  # noqa: PLC0415  # opens a window
    from tests.ui.wig_evening import WigEvening, scripted  # noqa: PLC0415

    chance = random.Random(seed)
    wrong, wasted, rounds, taps, losers = list[str](), list[str](), 0, 0, 0
    for number in range(n):
        players = 2 + number % 5
        expected = [0] * players
        with Glass(SIZES[number % 2]) as glass:
            evening = WigEvening(glass, Options(rounds=ROUNDS), players)
            for played in range(1, ROUNDS + 1):
                caller, left, false = scripted(chance, evening.game.snapshot.view)
                took = evening.round(caller, left, false)
                many = sum(cards is not None and cards >= 10 for cards in left)
                expected = [a + (b or 0) for a, b in zip(expected, left, strict=True)]
                points = [seat.points for seat in evening.game.snapshot.view.seats]
                where = f"evening {number}, round {played}"
                if points != expected:
                    wrong.append(f"{where}: {points} and not {expected}")
                if took != players + 2 * many + len(false):
                    wasted.append(f"{where}: {took} taps")
                rounds, taps, losers = rounds + 1, taps + took, losers + players - 1
    figure = f"{n} evenings, {rounds} rounds, {losers} losers, {taps} taps"
    return [
        Outcome(
            "every evening of Wig Out! ends in the right sheet", not wrong, wrong[0] if wrong else figure
        ),
        Outcome(
            "a round takes a tap a loser and GO, two more for ten cards or more, one for a false call",
            not wasted,
            (wasted or [figure])[0],
        ),
    ]
