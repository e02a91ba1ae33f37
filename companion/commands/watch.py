"""`tableside watch`: what the eye says of a clip or a camera, one JSON object a line."""

import contextlib
import itertools
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.commands.writing import check_new, check_parent, is_outlet
from companion.trouble import UserError
from vision.camera import CameraError, DamagedClipError, FileSource, Frame, LiveCamera, is_live
from vision.evidence import Evidence, EvidenceError
from vision.observation import WHY, Blind, Seeing, as_line
from vision.paint import over
from vision.showing import FILM, PICTURE, Show, ShowError, has_screen, show_into, window
from vision.taught import TaughtError, TaughtRace, load
from vision.watching import Eye, Said, open_eye, see_item

PROGRESS_EVERY_S = 5.0
"""Seconds of the clip between two words of progress."""
LIVE_FILM_FPS = 15.0
"""A camera's own rate wanders with the light; a film's cannot."""
EVIDENCE_BYTES = 500_000_000
"""Of a folder: some hundred events, and no laptop's disk filled by a forgotten camera."""
NOT_KEPT = "of a clip, --jsonl and --show are kept when it was seen to its end"
ON_SCREEN = Path("-")
"""What `--show` without a file means."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `watch` shall give besides readings.

    `show` is a file's name, `ON_SCREEN`, or None; `evidence` a folder or None.
    """

    poses: bool
    show: Path | None
    evidence: Path | None


def watch(table: Path, source: str, readings: Path | None, wanted: Wanted) -> int:
    """Write what is seen to `readings`, or to standard output when it is None.

    A file is read frame by frame as fast as it goes and its readings appear whole at the end; a device or
    stream is read live until Ctrl-C and each line is there at once. Raises `UserError`.
    """
    live = is_live(source)
    _check_outputs(readings, wanted)  # said before a table is learned, not after
    try:
        taught = load(table)
        if isinstance(taught, TaughtRace) and sys.stderr.isatty():
            print(f"tableside: learning {table} takes some seconds", file=sys.stderr, flush=True)
        eye = open_eye(taught)
        for doubt in eye.doubts:
            print(f"tableside: in doubt: {doubt}", file=sys.stderr, flush=True)
        opened = _open(source)
        damaged: DamagedClipError | None = None
        try:
            with _output(readings, live=live) as out, _Pump(eye, opened, out, wanted) as pump:
                damaged = pump.run()
        except KeyboardInterrupt:
            if not live:
                print(f"tableside: {NOT_KEPT}", file=sys.stderr, flush=True)
                raise
        finally:
            opened.close()
        if damaged is not None:
            raise UserError(f"{damaged}; what was seen before it is kept") from damaged
    except (CameraError, TaughtError, ShowError, EvidenceError) as error:
        raise UserError(str(error)) from error
    return 0


def _open(source: str) -> FileSource | LiveCamera:
    if not is_live(source):
        return FileSource(Path(source))
    camera = LiveCamera(source)
    camera.start()
    return camera


class _Pump:
    """Carries frames from the source to the eye, and what it says and has to where it is wanted."""

    def __init__(self, eye: Eye[Said], source: FileSource | LiveCamera, out: TextIO, wanted: Wanted) -> None:
        self._eye, self._source, self._out = eye, source, out
        self._poses = wanted.poses
        self._live = isinstance(source, LiveCamera)
        self._progress = not self._live and sys.stderr.isatty()
        self._progress_s = 0.0
        self._line_begun = False
        self._unseen: tuple[str, ...] = ()
        self._evidence: Evidence | None = None
        self._trouble_told = False
        if wanted.evidence is not None:
            self._evidence = Evidence(wanted.evidence, quota_bytes=EVIDENCE_BYTES, clock=time.perf_counter)
        self._show = None if wanted.show is None else _shown(wanted.show, source)

    def __enter__(self) -> "_Pump":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._end_line()
        if self._evidence is not None:
            self._evidence.close()
            self._tell_evidence(self._evidence)
        if self._show is not None:
            self._show.close(whole=kind is None or (self._live and kind is KeyboardInterrupt))

    def run(self) -> DamagedClipError | None:
        """Until the source ends; with what is wrong with it if that is too early."""
        damaged = None
        try:
            for item in self._source:
                self._tell(see_item(self._eye, item))
                if isinstance(item, Frame):
                    self._look(item)
        except DamagedClipError as error:
            damaged = error
        self._tell(self._eye.finish())
        return damaged

    def _tell(self, said: Sequence[Said]) -> None:
        for seen in said:
            self._write(seen)
            if self._evidence is not None:
                self._evidence.hear(seen)
            if isinstance(seen, Blind):
                about = f" ({seen.about})" if seen.about else ""
                self._say(f"{seen.taken_s:.2f} s: blind: {WHY[seen.why]}{about}")
            elif isinstance(seen, Seeing) and seen.unseen and seen.unseen != self._unseen:
                self._unseen = seen.unseen
                self._say(f"{seen.taken_s:.2f} s: taught, but not seen: {', '.join(seen.unseen)}")
        if self._poses:
            for pose in self._eye.settled_poses():
                self._write(pose)

    def _look(self, frame: Frame) -> None:
        if self._evidence is not None:
            self._evidence.look(frame, self._eye.state)
            if self._evidence.trouble is not None and not self._trouble_told:
                self._trouble_told = True
                self._say(self._evidence.trouble)
        if self._show is not None:
            self._show.show(over(frame.pixels, self._eye.state, frame.taken_s), frame.taken_s)
        if self._progress and frame.taken_s - self._progress_s >= PROGRESS_EVERY_S:
            print(f"\r{frame.taken_s:.0f} s of the clip seen", end="", file=sys.stderr, flush=True)
            self._progress_s = frame.taken_s
            self._line_begun = True

    def _write(self, seen: Said) -> None:
        # one write a line, so that a line is never seen half
        self._out.write(json.dumps(as_line(seen)) + "\n")
        self._out.flush()

    def _say(self, sentence: str) -> None:
        self._end_line()
        print(f"tableside: {sentence}", file=sys.stderr, flush=True)

    def _end_line(self) -> None:
        if self._line_begun:
            print(file=sys.stderr)
        self._line_begun = False

    def _tell_evidence(self, evidence: Evidence) -> None:
        counts = evidence.counts
        left_out = f", {counts.left_out} left out to keep up" if counts.left_out else ""
        self._say(
            f"evidence: {counts.events} events, {counts.written} pictures, "
            f"{counts.written_bytes / 1e6:.1f} MB; {counts.made} made in {counts.making_s:.2f} s{left_out}"
        )


def _shown(told: Path, source: FileSource | LiveCamera) -> Show:
    """Where painted frames go: what was named, else the screen, else a new file in the folder one is in."""
    film_fps = source.fps if isinstance(source, FileSource) else LIVE_FILM_FPS
    if told != ON_SCREEN:
        check_new(told)
        return show_into(told, fps=film_fps)
    live = isinstance(source, LiveCamera)
    if has_screen():
        return window(live=live)
    path = (
        _free("seen", PICTURE) if isinstance(source, LiveCamera) else _free(f"{source.path.stem}-seen", FILM)
    )
    print(f"tableside: no screen here: what is seen is written into {path}", file=sys.stderr, flush=True)
    return show_into(path, fps=film_fps)


def _free(stem: str, ending: str) -> Path:
    """The first file of this name, or with a number behind it, that is not there."""
    numbers = itertools.count(2)
    path = Path(stem + ending)
    while path.exists() or path.is_symlink():
        path = Path(f"{stem}-{next(numbers)}{ending}")
    return path


def _check_outputs(readings: Path | None, wanted: Wanted) -> None:
    if readings is not None:
        _check_new(readings)
    if wanted.evidence is not None:
        check_parent(wanted.evidence)
    show = None if wanted.show == ON_SCREEN else wanted.show
    told = {"--jsonl": readings, "--show": show, "--evidence": wanted.evidence}
    named = [(option, path) for option, path in told.items() if path is not None]
    for (one, path), (other, again) in itertools.combinations(named, 2):
        if path.resolve() == again.resolve():
            raise UserError(f"{path}: is named for {one} and for {other}; give each its own")


def _check_new(readings: Path) -> None:
    """No evening is written over by the next; a file that somebody made empty waits to be filled."""
    if not (readings.is_file() and readings.stat().st_size == 0):
        check_new(readings)


@contextmanager
def _output(readings: Path | None, *, live: bool) -> Iterator[TextIO]:
    if readings is None:
        yield sys.stdout
        return
    if is_outlet(readings):
        with readings.open("w", encoding="utf-8") as file:
            yield file
        return
    if live:
        with readings.open("w", encoding="utf-8") as file:
            yield file
        return
    fresh = readings.with_name(f".{readings.name}.part-{os.getpid()}")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            yield file
        fresh.replace(readings)
    finally:
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
