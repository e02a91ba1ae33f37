"""Photo finishes: pictures of the tiles around what figures did, in the folder of the game.

As with all evidence, pictures are cut to the tiles, none is made while a secret shows, and making them costs
little. Files of older photo finishes are let go of when the folder is full.
"""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from companion.devices.drawing import drawn, moved
from companion.files import write_whole
from companion.table.hosted.all_wound_up_race import zone_id
from companion.table.race_facts import fact_id
from companion.table.race_picture import Drawn, FinishPicture, PhotoFinish, finish_file
from companion.table.race_shown import HappeningId, What
from vision.evidence import (
    APART_S,
    AROUND_S,
    BURST_S,
    COST_SHARE,
    DOUBT_S,
    KEPT_BYTES,
    KEPT_S,
    NO_DOUBT,
    Cut,
    cut_out,
)
from vision.observation import Blind, Crossed, Fell, LeftBoard, RaceObservation, Touched

if TYPE_CHECKING:
    from vision.camera import Frame
    from vision.state import RaceState

log = logging.getLogger(__name__)

QUOTA_BYTES = 64_000_000
"""Of one game: some thirty events."""

Shown: TypeAlias = Touched | Crossed | LeftBoard | Fell
"""What somebody may want to look at again."""
_WHAT: dict[type, What] = {
    Touched: What.TOUCHED,
    Crossed: What.CROSSED,
    LeftBoard: What.LEFT_BOARD,
    Fell: What.FELL,
}
Tell: TypeAlias = Callable[[HappeningId, str | None, frozenset[str]], None]
"""A happening, the name of its pictures or None where none could be kept, and names that were let go of."""


@dataclass(slots=True)
class _Taken:
    taken_s: float
    cut: Cut
    drawn: Drawn


class Filing:
    """Keeps photo finishes of one game in `folder`, which is made when the first is written.

    `look` at each frame after the eye has seen it, `hear` each observation, `close` at the end. `wanted` says
    whether a happening counts or may count; it is asked when its pictures are due. `clock`, in seconds,
    measures what the making costs. A disk that fails is no reason to stop watching: it is logged once.
    """

    def __init__(
        self,
        folder: Path,
        *,
        quota_bytes: int,
        clock: Callable[[], float],
        wanted: Callable[[HappeningId], bool],
        tell: Tell,
    ) -> None:
        self.paused = False
        self._folder, self._quota, self._clock = folder, quota_bytes, clock
        self._wanted, self._tell = wanted, tell
        self._ring: deque[_Taken] = deque()
        self._held = 0
        self._due: list[Shown] = []
        self._seen_s: float | None = None
        self._stirred_s = self._made_s = float("-inf")
        self._purse_s = BURST_S
        self._failed = False

    def look(self, frame: "Frame", state: "RaceState") -> None:
        """Takes a picture if there is something to see, and writes what has become due."""
        now = frame.taken_s
        passed_s = 0.0 if self._seen_s is None else max(0.0, now - self._seen_s)
        self._seen_s = now
        self._purse_s = min(BURST_S, self._purse_s + COST_SHARE * passed_s)
        if state.stirring:
            self._stirred_s = now
        moving = now - self._stirred_s <= AROUND_S
        if not self.paused and moving and now - self._made_s >= APART_S and self._purse_s > 0:
            began_s = self._clock()
            self._take(frame, state)
            self._purse_s -= self._clock() - began_s
        self._write_due(now)

    def hear(self, seen: RaceObservation) -> None:
        """Remembers what happened, to be written once what follows it has been seen."""
        if isinstance(seen, Shown):
            self._due.append(seen)
        elif isinstance(seen, Blind) and seen.why not in NO_DOUBT:
            while self._ring and self._ring[-1].taken_s > seen.taken_s - DOUBT_S:
                self._held -= len(self._ring.pop().cut.jpeg)

    def close(self) -> None:
        """Writes what is still due, with as much of what follows as was seen."""
        self._write_due(float("inf"))

    def _take(self, frame: "Frame", state: "RaceState") -> None:
        cut = cut_out(frame.pixels, state.table_px())
        if cut is None:
            return
        self._made_s = frame.taken_s
        self._ring.append(_Taken(frame.taken_s, cut, moved(drawn(state), cut.left, cut.top)))
        self._held += len(cut.jpeg)
        while self._held > KEPT_BYTES or self._ring[0].taken_s < frame.taken_s - KEPT_S:
            self._held -= len(self._ring.popleft().cut.jpeg)

    def _write_due(self, now: float) -> None:
        due = [event for event in self._due if event.taken_s + AROUND_S <= now]
        if not due:
            return
        self._due = [event for event in self._due if event not in due]
        for event in due:
            name = fact_id(event)
            if not self._wanted(name):
                continue
            try:
                gone = self._write(event, name)
            except OSError as error:
                if not self._failed:
                    log.warning("%s: no pictures can be kept there: %s", self._folder, error.strerror)
                self._failed = True
                self._tell(name, None, frozenset())
                continue
            self._failed = False
            self._tell(name, name, gone)

    def _write(self, event: Shown, name: str) -> frozenset[str]:
        """One photo finish; the names of those that were let go of for it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        pictures = []
        around = [one for one in self._ring if abs(one.taken_s - event.taken_s) <= AROUND_S]
        for one in around:
            file = self._folder / f"{one.taken_s:010.3f}.jpg"
            if not file.exists():
                file.write_bytes(one.cut.jpeg)
            pictures.append(FinishPicture(one.taken_s, file.name, one.cut.wide, one.cut.high, one.drawn))
        finish = PhotoFinish(
            name,
            _WHAT[type(event)].value,
            event.figure,
            getattr(event, "tile", None),
            zone_id(event.tile, event.zone) if isinstance(event, Touched | Crossed) else None,
            event.taken_s,
            getattr(event, "margin_mm", None),
            getattr(event, "uncertain", False),
            tuple(pictures),
        )
        write_whole(self._folder / finish_file(name), msgspec.json.encode(finish))
        return _made_room(self._folder, self._quota, keep=name)


def names_in(folder: Path) -> tuple[str, ...]:
    """The photo finishes that lie in a game's folder, the oldest first."""
    files = [path for path in folder.glob("*.json") if path.is_file()]
    return tuple(path.stem for path in sorted(files, key=lambda path: path.stat().st_mtime))


def _made_room(folder: Path, quota_bytes: int, keep: str) -> frozenset[str]:
    """Lets go of the oldest until the rest is within the quota; pictures that others show as well stay."""
    gone: list[str] = []
    names = [name for name in names_in(folder) if name != keep]
    while names and _size(folder) > quota_bytes:
        gone.append(names.pop(0))
        (folder / finish_file(gone[-1])).unlink()
        shown = {file for name in (*names, keep) for file in _pictures_of(folder / finish_file(name))}
        for picture in folder.glob("*.jpg"):
            if picture.name not in shown:
                picture.unlink()
    return frozenset(gone)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _pictures_of(file: Path) -> list[str]:
    try:
        return [one.file for one in msgspec.json.decode(file.read_bytes(), type=PhotoFinish).pictures]
    except msgspec.DecodeError:
        return []  # not of ours: it counts towards the quota, and is let go of in its turn
