"""The eye over many rendered games: what it reads, what it invents, and how soon.

    python -m tests.campaigns.eye [SEED] [GAMES]

Tables, lamps, hands, pieces and mishaps are drawn at random from the seed. Games in which a white piece can
hardly be told from the mat are counted apart: there the promise is doubt, not sight.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, log

import cv2

from tests.campaigns import Outcome
from tests.vision.games import eye_for, play, random_game, score
from tests.vision.renderer import Scene

WHOLE = 300
SHARE = 4
"""Games of five moves."""
MISSED_AT_MOST = 0.02
ONE_GAME = 5
"""Moves: a share of the campaign is too short to tell a rate from one unlucky table."""
HARD_TO_TELL = 0.25
"""Log of light in every channel: white against the mat, or the mat nearly as light as the picture can be."""


@dataclass
class Tally:
    """What was counted over some games."""

    games: int = 0
    moves: int = 0
    missed: int = 0
    wrong_cells: int = 0
    phantoms: int = 0
    delays: list[float] = field(default_factory=list)

    def add(self, more: "Tally") -> None:
        """Count these too."""
        self.games += more.games
        self.moves += more.moves
        self.missed += more.missed
        self.wrong_cells += more.wrong_cells
        self.phantoms += more.phantoms
        self.delays += more.delays

    def line(self, name: str) -> str:
        """One line a promise."""
        delays = sorted(self.delays)
        late = delays[ceil(0.95 * len(delays)) - 1] if delays else float("nan")
        return (
            f"{name:12} {self.games:4} games {self.moves:5} moves: {self.missed} missed, "
            f"{self.wrong_cells} cells wrong of {25 * self.moves}, {self.phantoms} phantom boards, "
            f"said after {late:.2f} s (p95)"
        )


@dataclass(frozen=True)
class Played:
    """One game: its figures, whether it is one of those counted apart, what went wrong, what it was about."""

    tally: Tally
    hard: bool
    told: str
    about: tuple[str, str]


def hard_to_tell(what: Scene) -> bool:
    """Whether this scene's white pieces hardly differ from its mat for any camera."""
    pairs = list(zip(what.white, what.mat_colour, strict=True))
    return all(abs(log(a / b)) < HARD_TO_TELL for a, b in pairs) or min(what.mat_colour) > 0.6


def play_games(seed: int, games: int, moves: int = 5) -> Iterator["Played"]:
    """Plays so many games from a seed on."""
    for at in range(seed, seed + games):
        what, kinds = random_game(at, moves)
        fps = float(str(kinds["fps"]))
        result, _ = score(eye_for(what), play(what, **kinds), fps)  # type: ignore[arg-type]
        apart = hard_to_tell(what)
        one = Tally(
            1, result.moves, result.missed, result.wrong_cells, result.phantoms, list(result.delays or [])
        )
        told = ""
        if (result.missed or result.phantoms) and not apart:
            told = f"seed {at}: {result.missed} missed, {result.phantoms} phantom, "
            told += f"{kinds['happening']}, {what.mat} on {what.table}"
        yield Played(one, apart, told, (what.mat, str(kinds["happening"])))


def run(seed: int, games: int) -> list[Outcome]:
    """So many games, five moves each."""
    cv2.setNumThreads(1)
    first, worst = seed * 1000, ""
    everything, hard = Tally(), Tally()
    for played in play_games(first, games):
        (hard if played.hard else everything).add(played.tally)
        worst = worst or played.told
    figure = f"{everything.line('all')}; apart: {hard.line('hard to tell')}" + (
        f"; first: {worst}" if worst else ""
    )
    few = max(ONE_GAME, ceil(MISSED_AT_MOST * everything.moves))
    return [
        Outcome("a board that never lay there is never said", not everything.phantoms, figure),
        Outcome("of the moves at most one in fifty is not read in time", everything.missed <= few, figure),
    ]


def main() -> None:
    cv2.setNumThreads(1)
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    print(f"eye campaign, seed {seed}, {games} games")
    parts: dict[str, Tally] = defaultdict(Tally)
    for played in play_games(seed, games):
        if played.told:
            print(f"  {played.told}", flush=True)
        for part in ("hard to tell",) if played.hard else ("all", *played.about):
            parts[part].add(played.tally)
    for name, tally in sorted(parts.items()):
        print(tally.line(name))


if __name__ == "__main__":
    main()
