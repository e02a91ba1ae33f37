"""Pull the plug at any moment: what was said is on the disk, and the game goes on from there.

`python -m tests.campaigns.kill FOLDER SEED` plays until it is killed; `run` kills it, again and again.
"""

import hashlib
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cards import load_cards
from companion.journal.store import Journal, OpenGame
from companion.rules.all_4_it.actions import Flip, Imprint
from companion.rules.all_4_it.options import Options
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup
from companion.table.reading import Unchanged
from companion.table.snapshot import Eye
from companion.table.thread import Table
from tests.campaigns import Outcome
from vision.observation import GridSeen

WHOLE = 100
"""Times that the plug is pulled."""
SHARE = 5

LONGEST_S = 0.5
"""From the first word of a player to the plug."""
PATIENCE_S = 60
HOSTED = All4It()


@dataclass(frozen=True)
class Said:
    """What a player had on its screen: how many records, the state's digest, and a hash of the screen."""

    game: int
    seq: int
    digest: str
    screen: str


# the one that is killed


def play(folder: Path, seed: int) -> None:
    """Play game after game at full speed, and say each thing once it is shown."""
    rng = random.Random(seed)
    now_s = 0.0
    with Journal(folder) as journal:
        while True:
            running = [row.id for row in journal.games() if row.ended_s is None]
            game = journal.open(running[0]) if running else _begin(journal, rng)
            table = seated(game)
            say(game, table)
            while table.snapshot.choices:
                now_s += 1
                before = table.sitting.ledger.last_seq
                table.handle(_next(table, rng, now_s))
                if table.sitting.ledger.last_seq != before:
                    say(game, table)


def _begin(journal: Journal, rng: random.Random) -> OpenGame:
    setup = as_setup(Options(rounds=1), load_cards(None), Seat(0))
    return journal.begin(
        game=HOSTED.name,
        rules=HOSTED.rules_version,
        setup=setup,
        names=("Ana", "Ben"),
        secret=rng.randbytes(32),
        summary=HOSTED.summary(HOSTED.start(setup)),
        at_s=time.time(),
    )


def _next(table: Table[Any, Any, Any, Any], rng: random.Random, now_s: float) -> ib.Inbound[Any]:
    """Mostly what an eye sees of a legal move; now and then a tap or a take-back."""
    now_ns, state = round(now_s * 1e9), table.sitting.ledger.state
    undo = table.snapshot.undo
    if undo is not None and rng.random() < 0.1:
        return ib.TakeBack(undo.to_seq, frozenset(HOSTED.seats(state)), now_ns)
    choices = table.snapshot.choices
    laid = [choice for choice in choices if isinstance(choice, Imprint)]
    calm = isinstance(table.snapshot.reading, Unchanged)
    if laid and calm and rng.random() < 0.6:
        layout = HOSTED.layout(HOSTED.apply(state, rng.choice(laid)).state)  # type: ignore[union-attr]
    elif laid and not calm and rng.random() < 0.6:
        layout = HOSTED.layout(state)
    else:
        flips = [choice for choice in choices if isinstance(choice, Flip)]
        return ib.Act((rng.choice(flips or choices),), now_ns)
    rows: Any = tuple(layout[at : at + 5] for at in range(0, 25, 5))
    return ib.Observed(GridSeen(now_s, now_s, rows), now_ns)


def seated(game: OpenGame) -> Table[Any, Any, Any, Any]:
    return Table(
        HOSTED,
        rules=game.row.rules,
        setup=game.row.setup,
        names=game.row.names,
        lines=game.lines,
        dealer=SecretDealer(game.secret),
        keeper=game,
        wall=time.time,
        delay_s=0,
        eye=Eye.LEARNING,
    )


def say(game: OpenGame, table: Table[Any, Any, Any, Any]) -> None:
    said = what_is_shown(game.row.id, table)
    print(said.game, said.seq, said.digest, said.screen, flush=True)


def what_is_shown(game_id: int, table: Table[Any, Any, Any, Any]) -> Said:
    shown, ledger = table.snapshot, table.sitting.ledger
    screen = repr((shown.view, shown.choices, shown.timeline, shown.undo))
    digest = HOSTED.digest(ledger.state)
    return Said(game_id, ledger.last_seq, digest, hashlib.sha256(screen.encode()).hexdigest()[:16])


# the one that kills


def run(seed: int, n: int) -> list[Outcome]:
    rng = random.Random(seed)
    faults: list[str] = []
    said_in_all = in_writing = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for time_ in range(1, n + 1):
            last, count = _until_killed(folder, rng)
            said_in_all += count
            found, more = _what_is_left(folder, last)
            in_writing += more
            faults += [f"after kill {time_}: {fault}" for fault in found]
    figure = f"{n} kills, {said_in_all} things said, {in_writing} times one more was on the disk"
    return [
        Outcome(
            "after kill -9 the disk holds all that was said and at most what was being written; state, turn"
            " and screen come back and the game goes on",
            not faults and said_in_all > 2 * n,
            faults[0] if faults else figure,
        )
    ]


def _until_killed(folder: Path, rng: random.Random) -> tuple[Said, int]:
    """Let it play and pull the plug; the last thing it said, and how many it said."""
    command = [sys.executable, "-m", "tests.campaigns.kill", str(folder), str(rng.randrange(10**6))]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline()]
        time.sleep(rng.uniform(0, LONGEST_S))
        died = player.poll()
        player.send_signal(signal.SIGKILL)
        lines += player.stdout.readlines()
        player.wait(PATIENCE_S)
    if died is not None:
        raise RuntimeError(f"the player ended by itself with {died}, before the plug was pulled")
    whole = [line.split() for line in lines if line.endswith("\n")]
    game, seq, digest, screen = whole[-1]
    return Said(int(game), int(seq), digest, screen), len(whole)


def _what_is_left(folder: Path, last: Said) -> tuple[list[str], bool]:
    """What is wrong on the disk, and whether something was there that had not been said yet."""
    faults = []
    with Journal(folder) as journal:
        faults += journal.check()
        lines = journal.game(last.game).lines
        if len(lines) < last.seq:
            return [*faults, f"{last.seq} records were said and {len(lines)} are left"], False
        if last.seq and lines[last.seq - 1]["digest"] != last.digest:
            faults.append(f"record {last.seq} is another than was said")
        more = {line["first"] for line in lines[last.seq :]}
        if len(more) > 1:
            faults.append(f"{len(more)} things were written and not said")
        later = [row for row in journal.games() if row.id > last.game]
        if later and (len(later) > 1 or more or later[0].records > _first_deal(journal, later[0].id)):
            faults.append("a whole game was written and not said")
        shown = what_is_shown(last.game, seated(journal.open(last.game)))
        if not more and shown != last:
            faults.append(f"{shown} came back instead of {last}")
    return faults, bool(more or later)


def _first_deal(journal: Journal, game_id: int) -> int:
    return sum(line["first"] == 1 for line in journal.game(game_id).lines)


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]))
