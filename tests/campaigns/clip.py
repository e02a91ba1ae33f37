"""The clip that ships, played by the real program and killed at random moments.

`kill -9` leaves no time for anything to be put right. Whatever a player was told must be on the disk, and
the next start must stand where the last one fell.
"""

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2

from companion.assembly import clip
from companion.journal.store import Journal
from companion.rules.all_4_it.view import View
from companion.table.hosted.all_4_it import All4It
from companion.table.thread import follow
from tests.campaigns import Outcome

WHOLE = 100
SHARE = 3
MOST_LINES = 6
"""A life ends after at most so many lines, so that a game is told over several lives."""
START_S, BETWEEN_S = 2.0, 0.4
"""Longer than the program takes to say its first line, and its next."""
PATIENCE_S = 180
MOVE = re.compile(r"^ *(\d+\.\d) s  .* played .*\[(.+)\]$")
RED_AT_LEAST = 40
"""Codes of red over green in the middle of a red piece's edge on the board's picture."""


@dataclass
class Life:
    """One run of the program: what it told, and how it ended."""

    said: list[str] = field(default_factory=list)
    resumed_with: str | None = None
    code: int = 0


@dataclass(frozen=True)
class Moment:
    """When to kill: so long after so many lines were said."""

    lines: int
    then_s: float


@dataclass
class Account:
    """What went wrong, by promise."""

    broken: dict[str, str] = field(default_factory=dict)
    lives: int = 0
    games: int = 0
    moves: int = 0

    def expect(self, promise: str, kept: bool, why: str) -> None:
        if not kept:
            self.broken.setdefault(promise, f"life {self.lives}: {why}")


DISK = "the disk holds every move that was said, and at most the one being written"
STATE = "state and turn on the disk are those of the clip"
BACK = "the next start stands where the last one fell: score and screen"
ON = "the clip goes on, no move twice and none left out"
ENDS = "each game ends with the whole clip"


def run(seed: int, kills: int) -> list[Outcome]:
    """Kill the program so many times; in the end let the last game be played out."""
    chance = random.Random(seed)
    moves = clip_moves()
    account = Account()
    with tempfile.TemporaryDirectory(prefix="tableside-kill-") as folder:
        home = Path(folder)
        before: list[str] = []
        for _ in range(kills):
            account.lives += 1
            lines = chance.randint(0, MOST_LINES)
            life = live(home, Moment(lines, chance.uniform(0.0, BETWEEN_S if lines else START_S)))
            before = reckon(account, home, moves, before, life)
        life = live(home, None)
        reckon(account, home, moves, before, life)
        account.expect(ENDS, life.code == 0, f"the last run ended with {life.code}")
    figure = f"{kills} kills, {account.games} games, {account.moves} moves said"
    return [
        Outcome(promise, promise not in account.broken, account.broken.get(promise, figure))
        for promise in (DISK, STATE, BACK, ON, ENDS)
    ]


def clip_moves() -> list[dict[str, Any]]:
    told = json.loads((clip.clip_folder() / "truth.json").read_text(encoding="utf-8"))
    moves: list[dict[str, Any]] = told["moves"]
    return moves


def live(home: Path, moment: Moment | None) -> Life:
    """Start the program on the clip; kill it at a moment, unless it has ended before."""
    command = [sys.executable, "-m", "companion", "play", "--home", str(home), "--pictures", str(home / "p")]
    life = Life()
    (home / "p" / "02-board.png").unlink(missing_ok=True)
    lines: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    ) as program:
        assert program.stdout is not None
        if moment is not None:
            while len(lines) < moment.lines and (line := program.stdout.readline()):
                lines.append(line)
            time.sleep(moment.then_s)
            program.send_signal(signal.SIGKILL)
        out, _ = program.communicate(timeout=PATIENCE_S)
        life.code = program.returncode
    for line in (*lines, *out.splitlines()):
        if found := MOVE.match(line.rstrip()):
            life.said.append(found[2])
        elif line.lstrip().startswith("going on after"):
            life.resumed_with = line.rstrip().split(": ", 1)[1]
    return life


def reckon(
    account: Account, home: Path, moves: Sequence[dict[str, Any]], before: list[str], life: Life
) -> list[str]:
    """Hold one life against the disk and the clip; gives the scores after each move of the game so far."""
    account.moves += len(life.said)
    if not (home / clip.FOLDER / "journal.sqlite3").exists():
        account.expect(DISK, not life.said, "moves were said, and there is no journal")
        return before
    with Journal(home / clip.FOLDER) as journal:
        games = journal.games()
        if not games:
            return before
        row = max(games, key=lambda game: game.id)
        account.games = max(account.games, row.id)
        kept = journal.game(row.id)
        ledger = follow(All4It(), kept.row.rules, kept.row.setup, kept.lines)
    view: View = All4It().view_for(ledger.state, None)
    written = sum(line["action"].get("do") == "imprint" for line in kept.lines)
    if before and len(before) == len(moves):
        before = []  # the last game was played out; this is another
    if life.resumed_with is not None:
        account.expect(BACK, not before or life.resumed_with == before[-1], f"{life.resumed_with} / {before}")
        picture = home / "p" / "02-board.png"
        if life.said:  # the picture was whole before the first move was said
            wrong = wrong_cells(picture, moves[len(before) - 1]["grid"] if before else ["....."] * 5)
            account.expect(BACK, not wrong, f"cells {wrong} of the screen are not as they were")
    said = [*before, *life.said]
    account.expect(DISK, len(said) <= written <= len(said) + 1, f"{len(said)} said, {written} on the disk")
    account.expect(ON, len(said) <= len(moves), f"{len(said)} moves of {len(moves)}")
    if 0 < written <= len(moves):
        grid = "".join("".join(moves[written - 1]["grid"]))
        shown = "".join("." if cell is None else cell.value for cell in view.grid)
        account.expect(STATE, shown == grid, f"{shown} for {grid}")
        played = moves[written - 1]["player"]
        whole = written == len(moves)
        turn = view.to_move is not None and view.seats[view.to_move].colour
        account.expect(STATE, whole or turn != played, f"{turn} is to move after {played}")
    return scores(view, kept.lines, said, written)


def scores(view: View, lines: Sequence[Any], said: list[str], written: int) -> list[str]:
    """The scores after each move; that of a move written and not said is worked out from the disk."""
    if written == len(said):
        return said
    own = [f"{seat.points} + {sum(cell is seat.colour for cell in view.grid)}" for seat in view.seats]
    names = clip.read_deal(clip.clip_folder()).names
    return [*said, ", ".join(f"{name} {points}" for name, points in zip(names, own, strict=True))]


def wrong_cells(picture: Path, grid: Sequence[str]) -> list[int]:
    """Cells of the board's picture (1280 x 800) whose colour is not that of `grid`."""
    pixels = cv2.imread(str(picture))
    assert pixels is not None, f"{picture} cannot be read"
    wrong = []
    for cell, (x, y) in enumerate(middles()):
        blue, green, red = (int(code) for code in pixels[y - 30, x - 30])
        seen = "R" if red - green > RED_AT_LEAST else "W" if min(blue, green, red) > 180 else "."
        if seen != "".join(grid)[cell]:
            wrong.append(cell)
    return wrong


def middles() -> Iterator[tuple[int, int]]:
    """The middles of the 25 cells on the board's screen at 1280 x 800, in pixels from the top left."""
    for row in range(5):
        for column in range(5):
            yield 393 + column * 123, 141 + row * 123
