"""Pictures that can settle a quarrel: what was seen shortly before and after an event, and nothing else.

JPEGs of the tiles alone are made while something moves, for a whole frame may show somebody's cards. They
wait in memory, twenty seconds of them, and only those around an event go into a folder. None is made while
`paused` is set: a secret shows.
"""

import contextlib
import json
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Frame
from vision.observation import (
    Blind,
    Crossed,
    Fell,
    GridSeen,
    LeftBoard,
    Lifted,
    Observation,
    Placed,
    RaceObservation,
    Touched,
    as_line,
)
from vision.state import Floats, State

KEPT_S = 20.0
KEPT_BYTES = 64_000_000
AROUND_S = 1.5
"""How much before and after an event is written."""
APART_S = 0.06
"""Between two pictures: sixteen a second tell how a figure walks; more would fill the quota with the same."""
DOUBT_S = 1.25
"""Before the eye says that it does not know where the tiles are, it may have cut along the wrong lines: an
eye that is lost looks around for a second before it says so."""
NO_DOUBT = frozenset({"no_picture", "frozen"})
"""Reasons to be blind that say nothing against the pictures before."""
COST_SHARE = 0.1
"""Of the time that passes, so much may go into making pictures; then pictures are left out, not time lost."""
BURST_S = 0.2
"""What of that share may be saved up, so that a short walk after a long wait is whole."""
QUALITY = 85

Event: TypeAlias = GridSeen | Touched | Crossed | LeftBoard | Fell | Lifted | Placed


class EvidenceError(Exception):
    """The folder cannot be used; the one line names it and says what to do."""


@dataclass(slots=True)
class _Kept:
    taken_s: float
    jpeg: bytes
    file: str | None = None  # once it is written


@dataclass(slots=True)
class Counts:
    """What was done: events written, pictures made, left out and written, bytes of these, seconds spent."""

    events: int = 0
    made: int = 0
    left_out: int = 0
    written: int = 0
    written_bytes: int = 0
    making_s: float = 0.0


@dataclass(slots=True)
class _Ring:
    """The newest pictures, oldest first, within a time and a size."""

    kept: deque[_Kept] = field(default_factory=deque)
    held_bytes: int = 0

    def add(self, one: _Kept) -> None:
        self.kept.append(one)
        self.held_bytes += len(one.jpeg)
        while self.held_bytes > KEPT_BYTES or self.kept[0].taken_s < one.taken_s - KEPT_S:
            self.held_bytes -= len(self.kept.popleft().jpeg)

    def forget_after(self, taken_s: float) -> None:
        while self.kept and self.kept[-1].taken_s > taken_s:
            self.held_bytes -= len(self.kept.pop().jpeg)

    def between(self, first_s: float, last_s: float) -> Iterator[_Kept]:
        return (one for one in self.kept if first_s <= one.taken_s <= last_s)


class Evidence:
    """Keeps evidence of what an eye says in a folder of its own index and pictures.

    `look` at each frame after the eye has seen it, `hear` each observation, `close` at the end. All files in
    the folder, whoever put them there, count towards `quota_bytes`; none that is there is written over.
    `clock` measures in seconds what the making costs. A disk that fails is no reason to stop watching:
    `trouble` then says in one line why nothing more is written.

    Raises `EvidenceError` when the folder cannot be used; it is made, but no folder above it.
    """

    def __init__(self, folder: Path, *, quota_bytes: int, clock: Callable[[], float]) -> None:
        self.paused = False
        self.counts = Counts()
        self.trouble: str | None = None
        self._folder, self._quota, self._clock = folder, quota_bytes, clock
        self._ring = _Ring()
        self._due: list[Event] = []
        self._told: list[dict[str, Any]] = []
        self._seen_s: float | None = None
        self._stirred_s = self._made_s = -np.inf
        self._purse_s = BURST_S
        try:
            folder.mkdir(exist_ok=True)
            self._held = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
            self._index = self._new_file("index", ".json", b'{"events": []}\n')
        except OSError as error:
            raise EvidenceError(f"{folder}: no evidence can be kept there: {error.strerror}") from error

    def look(self, frame: Frame, state: State) -> None:
        """Takes a picture if there is something to see, and writes what has become due."""
        now = frame.taken_s
        passed_s = None if self._seen_s is None else max(0.0, now - self._seen_s)
        self._seen_s = now
        self._purse_s = min(BURST_S, self._purse_s + COST_SHARE * (passed_s or 0.0))
        if state.stirring or passed_s is None:
            # what happens right at the beginning has as much before it as was seen
            self._stirred_s = now
        if not self.paused and now - self._stirred_s <= AROUND_S and now - self._made_s >= APART_S:
            self._take(frame, state)
        self._write_due(now)

    def hear(self, seen: Observation | RaceObservation) -> None:
        """Remembers an event, to be written once what follows it has been seen."""
        if isinstance(seen, Event):
            self._due.append(seen)
        elif isinstance(seen, Blind) and seen.why not in NO_DOUBT:
            self._ring.forget_after(seen.taken_s - DOUBT_S)

    def close(self) -> None:
        """Writes what is still due, with as much of what follows as was seen."""
        self._write_due(np.inf)

    def _take(self, frame: Frame, state: State) -> None:
        if self._purse_s <= 0:
            self.counts.left_out += 1
            return
        began_s = self._clock()
        cut = cut_out(frame.pixels, state.table_px())
        cost_s = self._clock() - began_s
        self._purse_s -= cost_s
        self.counts.making_s += cost_s
        if cut is None:
            return
        self._made_s = frame.taken_s
        self.counts.made += 1
        self._ring.add(_Kept(frame.taken_s, cut.jpeg))

    def _write_due(self, now: float) -> None:
        due = [event for event in self._due if event.taken_s + AROUND_S <= now]
        if not due:
            return
        self._due = [event for event in self._due if event not in due]
        if self.trouble is not None:
            return
        try:
            for event in due:
                if self.trouble is None:
                    self._write(event)
            self._write_index()
        except OSError as error:
            self.trouble = f"{self._folder}: no more evidence is kept: {error.strerror}"

    def _write(self, event: Event) -> None:
        pictures = []
        for one in self._ring.between(event.taken_s - AROUND_S, event.taken_s + AROUND_S):
            if one.file is None:
                if self._held + len(one.jpeg) > self._quota:
                    self.trouble = (
                        f"{self._folder}: no more evidence is kept: "
                        f"its {self._quota / 1e6:.0f} MB are full; name another folder"
                    )
                    break
                one.file = self._new_file(f"{one.taken_s:09.3f}", ".jpg", one.jpeg).name
                self.counts.written += 1
                self.counts.written_bytes += len(one.jpeg)
            pictures.append({"t": round(one.taken_s, 3), "file": one.file})
        self._told.append({"event": as_line(event), "t": round(event.taken_s, 3), "pictures": pictures})
        self.counts.events += 1

    def _new_file(self, stem: str, ending: str, content: bytes) -> Path:
        """A file that was not there, of this name or one with a number behind."""
        number = 1
        while True:
            path = self._folder / f"{stem}{'' if number == 1 else f'-{number}'}{ending}"
            try:
                file = path.open("xb")
            except FileExistsError:
                number += 1
                continue
            try:
                with file:
                    file.write(content)
            except OSError:
                path.unlink()  # half a picture is none
                raise
            self._held += len(content)
            return path

    def _write_index(self) -> None:
        """The index is always whole, whenever somebody reads it."""
        handle, name = tempfile.mkstemp(prefix=".index-", dir=self._folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"events": self._told}, file, indent=1)
            Path(name).chmod(0o644)
            Path(name).replace(self._index)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                Path(name).unlink()
            raise


@dataclass(frozen=True, slots=True)
class Cut:
    """A JPEG cut out of a frame, and the frame's pixel that is its first."""

    jpeg: bytes
    left: int
    top: int
    wide: int
    high: int


def cut_out(pixels: NDArray[np.uint8], outlines_px: tuple[Floats, ...]) -> Cut | None:
    """What lies within the outlines, black between them; None when none of it is in the frame."""
    high, wide = pixels.shape[:2]
    # a corner moved to this limit would turn the edges that meet there: it is far beyond any tile in view
    limit = 8 * (wide + high)
    polygons = [
        np.clip(np.rint(outline), -limit, limit).astype(np.int32)
        for outline in outlines_px
        if len(outline) >= 3 and np.isfinite(outline).all()
    ]
    if not polygons:
        return None
    every = np.concatenate(polygons)
    left, top = np.maximum(every.min(axis=0), 0).tolist()
    right, bottom = np.minimum(every.max(axis=0) + 1, [wide, high]).tolist()
    if right <= left or bottom <= top:
        return None
    shown = np.zeros((bottom - top, right - left), np.uint8)
    for polygon in polygons:  # one by one: where two overlap, together they would cancel
        cv2.fillPoly(shown, [polygon], 255, offset=(-left, -top))
    cut = cv2.copyTo(pixels[top:bottom, left:right], shown)
    jpeg = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    return Cut(jpeg, left, top, right - left, bottom - top)
