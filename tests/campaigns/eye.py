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

from tests.vision.games import eye_for, play, random_game, score
from tests.vision.renderer import Scene

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

    def line(self, name: str) -> str:
        """One line a promise."""
        delays = sorted(self.delays)
        late = delays[ceil(0.95 * len(delays)) - 1] if delays else float("nan")
        return (
            f"{name:12} {self.games:4} games {self.moves:5} moves: {self.missed} missed, "
            f"{self.wrong_cells} cells wrong of {25 * self.moves}, {self.phantoms} phantom boards, "
            f"said after {late:.2f} s (p95)"
        )


def hard_to_tell(what: Scene) -> bool:
    """Whether this scene's white pieces hardly differ from its mat for any camera."""
    pairs = list(zip(what.white, what.mat_colour, strict=True))
    return all(abs(log(a / b)) < HARD_TO_TELL for a, b in pairs) or min(what.mat_colour) > 0.6


def campaign(seed: int, games: int, moves: int = 5) -> Iterator[str]:
    """Plays so many games from a seed on; the lines to print."""
    everything, hard = Tally(), Tally()
    parts: dict[str, Tally] = defaultdict(Tally)
    for at in range(seed, seed + games):
        what, kinds = random_game(at, moves)
        fps = float(str(kinds["fps"]))
        result, _ = score(eye_for(what), play(what, **kinds), fps)  # type: ignore[arg-type]
        apart = hard_to_tell(what)
        tallies = [hard] if apart else [everything, parts[what.mat], parts[str(kinds["happening"])]]
        for tally in tallies:
            tally.games += 1
            tally.moves += result.moves
            tally.missed += result.missed
            tally.wrong_cells += result.wrong_cells
            tally.phantoms += result.phantoms
            tally.delays += result.delays or []
        if (result.missed or result.phantoms) and not apart:
            what_happened = f"{kinds['happening']}, {what.mat} on {what.table}"
            yield f"  seed {at}: {result.missed} missed, {result.phantoms} phantom, {what_happened}"
    yield everything.line("all")
    for name in sorted(parts):
        yield parts[name].line(name)
    yield hard.line("hard to tell")


def main() -> None:
    cv2.setNumThreads(1)
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    print(f"eye campaign, seed {seed}, {games} games")
    for line in campaign(seed, games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
