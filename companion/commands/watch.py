"""`tableside watch`: what the eye says of a clip or a camera, one JSON object a line."""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from companion.commands.writing import check_place, is_outlet
from companion.trouble import UserError
from vision.camera import CameraError, FileSource, Frame, LiveCamera, is_live
from vision.grid_eye import GridEye
from vision.observation import as_line
from vision.taught import TaughtError, load
from vision.watching import Source, see_item

PROGRESS_EVERY_S = 5.0
"""Seconds of the clip between two words of progress."""


def watch(table: Path, source: str, readings: Path | None) -> int:
    """Write what is seen to `readings`, or to standard output when it is None.

    A file is read frame by frame as fast as it goes and its readings appear whole at the end; a device or
    stream is read live until Ctrl-C and each line is there at once. Raises `UserError`.
    """
    live = is_live(source)
    try:
        eye = GridEye(load(table))
        opened = _open(source)
        try:
            with _output(readings, live=live) as out:
                _pump(eye, opened, out, progress=not live and sys.stderr.isatty())
        except KeyboardInterrupt:
            if not live:
                raise
        finally:
            opened.close()
    except (CameraError, TaughtError) as error:
        raise UserError(str(error)) from error
    return 0


def _open(source: str) -> FileSource | LiveCamera:
    if not is_live(source):
        return FileSource(Path(source))
    camera = LiveCamera(source)
    camera.start()
    return camera


def _pump(eye: GridEye, source: Source, out: TextIO, *, progress: bool) -> None:
    next_word_s = PROGRESS_EVERY_S
    for item in source:
        for seen in see_item(eye, item):
            # one write a line, so that a line is never seen half
            out.write(json.dumps(as_line(seen)) + "\n")
            out.flush()
        if progress and isinstance(item, Frame) and item.taken_s >= next_word_s:
            print(f"\r{item.taken_s:.0f} s of the clip seen", end="", file=sys.stderr, flush=True)
            next_word_s += PROGRESS_EVERY_S
    if progress and next_word_s > PROGRESS_EVERY_S:
        print(file=sys.stderr)


@contextmanager
def _output(readings: Path | None, *, live: bool) -> Iterator[TextIO]:
    if readings is None:
        yield sys.stdout
        return
    check_place(readings)
    if is_outlet(readings):
        with readings.open("w", encoding="utf-8") as file:
            yield file
        return
    _refuse_to_lose(readings)
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


def _refuse_to_lose(readings: Path) -> None:
    """Only readings are written over: a wrong name must not cost somebody a file."""
    if not readings.exists():
        return
    with readings.open("rb") as file:
        first = file.readline(4096)
    if first and not _is_reading(first):
        raise UserError(f"{readings}: is there already and holds no readings; name another file")


def _is_reading(line: bytes) -> bool:
    try:
        told = json.loads(line)
    except ValueError:
        return False
    return isinstance(told, dict) and "kind" in told and "t" in told
