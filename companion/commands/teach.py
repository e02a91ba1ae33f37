"""`tableside teach`: learn a table from pictures, or from a camera that looks at it bare."""

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.trouble import UserError
from vision.camera import CameraError, Frame, LiveCamera, is_live
from vision.observation import WHY, Blind
from vision.taught import Taught, TaughtError, TaughtRace, check_free, from_take, learn_grid, save
from vision.trial import try_out

FIRST_PICTURE_S = 15.0
"""A driver may settle exposure and white balance for some seconds before its first picture."""
CALM_S = 1.0
"""Taken this long after the first picture: nobody presses Enter with the hands quite away."""


def from_pictures(take: Path, table: Path, *, replace: bool) -> int:
    """Learn a grid or a race, by what is in the folder `take`, into the folder `table`. Raises `UserError`.

    A race is tried out as well: what could not be learned is said, and the rest is kept.
    """
    if take.is_file():
        raise UserError(f"{take}: is a file; name the folder that holds the pictures")
    doubts: list[str] = []
    try:
        check_free(table, replace=replace)  # said before the lens is measured, not after
        with _progress() as say:
            taught = from_take(take, say, doubts.append)
            trial = try_out(taught, say) if isinstance(taught, TaughtRace) else None
        save(taught, table, replace=replace)
    except TaughtError as error:
        raise UserError(str(error)) from error
    if trial is None:
        _report(taught, table, None)
        return 0
    wide, high = taught.size_px
    print(f"{table.resolve()}: a race is learned from pictures of {wide} x {high}.")
    for line in trial.learned:
        print(line)
    for line in (*doubts, *trial.doubtful):
        print(f"in doubt: {line}", file=sys.stderr)
    return 0


def from_camera(source: str, table: Path, *, replace: bool) -> int:
    """Take one picture of the bare grid and learn it into the folder `table`. Raises `UserError`."""
    if not is_live(source):
        raise UserError(
            f"{source}: is neither a device number nor a stream's address; "
            "to learn from pictures, give their folder without --source"
        )
    try:
        check_free(table, replace=replace)  # said before a camera is opened, not after
        taught = learn_grid(_picture(source).pixels, None)
        save(taught, table, replace=replace)
    except (CameraError, TaughtError) as error:
        hint = "; the app's set-up screen lets you drag them" if "corners" in str(error) else ""
        raise UserError(f"{error}{hint}") from error
    _report(taught, table, source)
    return 0


def _picture(source: str) -> Frame:
    camera = LiveCamera(source)
    camera.start()
    try:
        newest: Frame | None = None
        why = "no_picture"
        give_up_s = time.monotonic() + FIRST_PICTURE_S
        while (now_s := time.monotonic()) < give_up_s:
            for item in camera.next(0.1):
                match item:
                    case Frame():
                        if newest is None:
                            give_up_s = now_s + CALM_S
                        newest = item
                    case Blind():
                        why = item.why
                    case _:
                        pass
        for sentence in camera.words:
            print(f"note: {sentence}", file=sys.stderr)
    finally:
        camera.close()
    if newest is None:
        raise CameraError(f"camera {source}: {WHY[why]}; see `tableside doctor`")
    return newest


def _report(taught: Taught, table: Path, source: str | None) -> None:
    wide, high = taught.size_px
    there = table.resolve()
    print(f"{there}: a 5 x 5 grid is learned from a picture of {wide} x {high}.")
    if source is not None:
        print(f"Play with it: tableside play --table {_typed(there)} --source {_typed(source)}")


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Says what is being done, each over the last, where somebody sits before a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    widest = 0

    def say(words: str) -> None:
        nonlocal widest
        widest = max(widest, len(words))
        print(f"\r{words:<{widest}}", end="", file=sys.stderr, flush=True)

    try:
        yield say
    finally:
        print(f"\r{'':<{widest}}\r", end="", file=sys.stderr, flush=True)


def _typed(word: object) -> str:
    """A word as a shell takes it for one: an address may hold `&`, a path a blank."""
    return f'"{word}"' if os.name == "nt" else shlex.quote(str(word))
