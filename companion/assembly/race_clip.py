"""The race that ships: what its clip shows, the game up to it, and what its players tap."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from companion.assembly.clip import played_until_s
from companion.assembly.kept import followed
from companion.journal.store import Journal, OpenGame
from companion.rules.all_wound_up.stages import Bidding, Drafting, Following, Passing, Raising
from companion.rules.all_wound_up.tasks import Walk
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.inbound import Act, Done, Inbound
from companion.table.snapshot import Snapshot

FOLDER = "demo-race"
"""The clip's races lie in a journal of their own in the data folder, and so do their photo finishes."""

BY_CLIP = {"by": "clip"}
"""Beside what the clip's players tap."""


@dataclass(frozen=True, slots=True)
class Turn:
    """`hands` bid for it once `from_s` has come; by `to_s` whoever walked stands."""

    from_s: float
    to_s: float
    hands: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Script:
    names: tuple[str, ...]
    setup: dict[str, Any]
    before: tuple[Any, ...]
    """The race up to the clip, entered by hand."""
    turns: tuple[Turn, ...]


def clip_folder() -> Path:
    """Where the clip, its taught table and its script lie."""
    with as_file(files("companion.demo") / "all_wound_up") as folder:
        return folder


def read_script(folder: Path) -> Script:
    told = json.loads((folder / "script.json").read_text(encoding="utf-8"))
    hosted = AllWoundUp()
    return Script(
        tuple(told["names"]),
        told["setup"],
        tuple(hosted.decode(line) for line in told["before"]),
        tuple(
            Turn(turn["from_s"], turn["to_s"], tuple(hosted.decode(line) for line in turn["hands"]))
            for turn in told["turns"]
        ),
    )


def open_game(
    journal: Journal, script: Script, secret: Callable[[], bytes], at_s: float
) -> tuple[OpenGame, float]:
    """The clip's unfinished race, or a new one, and the clip's second up to which it has been played."""
    hosted = AllWoundUp()
    row = next((row for row in journal.games() if row.ended_s is None), None)
    if row is not None:
        if not row.summary.get("over", False):
            game = followed(journal.path, hosted, journal.open(row.id))
            return game, played_until_s(game.lines)
        journal.end(row.id, at_s)
    game = journal.begin(
        game=hosted.name,
        rules=hosted.rules_version,
        setup=script.setup,
        names=script.names,
        secret=secret(),
        summary=hosted.summary(hosted.start(script.setup)),
        at_s=at_s,
    )
    return game, -1.0


class Hands:
    """Taps what the players of the clip tap. `done` is how many of its actions are on the disk already."""

    def __init__(self, script: Script, done: int) -> None:
        self._before = script.before[done:]
        self._turns: list[Turn] = []
        self._over_s: float | None = None
        left = max(0, done - len(script.before))
        for turn in script.turns:
            tapped = min(left, len(turn.hands))
            left -= tapped
            if tapped == len(turn.hands):
                self._over_s = turn.to_s
            else:
                self._turns.append(Turn(turn.from_s, turn.to_s, turn.hands[tapped:]))

    def due(self, snapshot: Snapshot[Any, Any], clip_s: float, now_ns: int) -> list[Inbound[Any]]:
        """What is to be tapped now; nothing twice."""
        if self._before:
            before, self._before = self._before, ()
            return [_tap(action, now_ns) for action in before]
        view = snapshot.view
        if view.tasks and isinstance(view.tasks[0], Walk):
            if self._over_s is None or clip_s < self._over_s:
                return []
            self._over_s = None
            return [Done(now_ns)]
        stands = not view.tasks and isinstance(view.stage, Passing | Bidding | Following | Raising | Drafting)
        if not stands or not self._turns or clip_s < self._turns[0].from_s:
            return []
        turn = self._turns.pop(0)
        self._over_s = turn.to_s
        return [_tap(action, now_ns) for action in turn.hands]


def tapped(game: OpenGame) -> int:
    """How many of the script's actions the game holds."""
    return sum(line["because"].get("said") == BY_CLIP for line in game.lines)


def _tap(action: Any, now_ns: int) -> Act[Any]:
    return Act((action,), now_ns, BY_CLIP)
