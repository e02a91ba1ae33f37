"""`tableside teach`: learn a table from pictures, or from a camera that looks at it bare."""

import os
import shlex
import sys
import time
from pathlib import Path

from companion.trouble import UserError
from vision.camera import CameraError, Frame, LiveCamera, is_live
from vision.observation import WHY, Blind
from vision.taught import TaughtError, TaughtGrid, from_take, learn_grid, save

FIRST_PICTURE_S = 15.0
"""A driver may settle exposure and white balance for some seconds before its first picture."""
CALM_S = 1.0
"""Taken this long after the first picture: nobody presses Enter with the hands quite away."""


def from_pictures(take: Path, table: Path, *, replace: bool) -> int:
    """Learn `take/empty.jpg` (and `take/grid.json`) into the folder `table`. Raises `UserError`."""
    if take.is_file():
        raise UserError(f"{take}: is a file; name the folder that holds the picture as empty.jpg")
    if take.is_dir() and not (take / "empty.jpg").exists():
        raise UserError(f"{take}: teach learns grid tables; this folder holds none: empty.jpg is missing")
    try:
        taught = from_take(take)
        save(taught, table, replace=replace)
    except TaughtError as error:
        raise UserError(str(error)) from error
    _report(taught, table, None)
    return 0


def from_camera(source: str, table: Path, *, replace: bool) -> int:
    """Take one picture of the bare grid and learn it into the folder `table`. Raises `UserError`."""
    if not is_live(source):
        raise UserError(
            f"{source}: is neither a device number nor a stream's address; "
            "to learn from pictures, give their folder without --source"
        )
    if table.exists() and not replace:  # said before a camera is opened, not after
        raise UserError(f"{table}: is there already; say --replace to teach it anew")
    try:
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


def _report(taught: TaughtGrid, table: Path, source: str | None) -> None:
    wide, high = taught.size_px
    there = table.resolve()
    print(f"{there}: a 5 x 5 grid is learned from a picture of {wide} x {high}.")
    if source is not None:
        print(f"Play with it: tableside play --table {_typed(there)} --source {_typed(source)}")


def _typed(word: object) -> str:
    """A word as a shell takes it for one: an address may hold `&`, a path a blank."""
    return f'"{word}"' if os.name == "nt" else shlex.quote(str(word))
