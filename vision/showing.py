"""Where painted frames go: a window on the screen, a film, or one picture that is kept up to date."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

WINDOW = "Tableside"
FILM, PICTURE = ".mp4", ".png"
PICTURE_EVERY_S = 1.0
LONGEST_GAP_S = 5.0
"""A film stands still where the camera was lost, but no longer than this."""
TRY_S = 20.0
_ESCAPE, _QUIT = 27, ord("q")

Picture = NDArray[np.uint8]


class ShowError(Exception):
    """A picture can be shown or written nowhere; the one line says why and what to do."""


class Show(Protocol):
    """Takes painted frames in order of their stamps."""

    def show(self, painted: Picture, taken_s: float) -> None:
        """One frame (H x W x 3, BGR), taken at a second of its source."""

    def close(self, *, whole: bool) -> None:
        """Ends; what was begun on the disk stays only if it is `whole`. May be called again."""


def has_screen() -> bool:
    """Whether a window can be opened, found out by a process that may die of it: the toolkit aborts."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    program = "import cv2; cv2.namedWindow('Tableside'); cv2.waitKey(1)"
    try:
        tried = subprocess.run(  # noqa: S603 (our own words)
            [sys.executable, "-c", program], capture_output=True, timeout=TRY_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


class Window:
    """A window on the screen, no faster than what was filmed; closing it, Esc or q ends the showing only."""

    def __init__(self, *, live: bool, clock: Callable[[], float]) -> None:
        self._live, self._clock = live, clock
        self._begun: tuple[float, float] | None = None
        self._shut = False

    def show(self, painted: Picture, taken_s: float) -> None:
        if self._shut:
            return
        if self._begun is None:
            cv2.namedWindow(WINDOW, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)
            self._begun = (self._clock(), taken_s)
        cv2.imshow(WINDOW, painted)
        ahead_s = 0.0 if self._live else self._begun[0] + taken_s - self._begun[1] - self._clock()
        key = cv2.waitKey(max(1, round(1000 * ahead_s)))
        if key in {_ESCAPE, _QUIT} or cv2.getWindowProperty(WINDOW, cv2.WND_PROP_VISIBLE) < 1:
            self.close(whole=True)

    def close(self, *, whole: bool) -> None:
        del whole
        if self._begun is not None and not self._shut:
            with contextlib.suppress(cv2.error):  # somebody closed it first
                cv2.destroyWindow(WINDOW)
        self._shut = True


class Film:
    """An .mp4 at a steady rate: a frame stands until the next was taken. There only once it is whole."""

    def __init__(self, path: Path, *, fps: float) -> None:
        self._path, self._fps = path, fps
        self._fresh = path.with_name(f".{path.stem}.part-{os.getpid()}{FILM}")
        self._writer: cv2.VideoWriter | None = None
        self._size = (0, 0)
        self._first_s = 0.0
        self._written = 0
        self._last: Picture | None = None

    def show(self, painted: Picture, taken_s: float) -> None:
        if self._writer is None:
            # films of most kinds have even sides only
            self._size = (painted.shape[1] // 2 * 2, painted.shape[0] // 2 * 2)
            code = cv2.VideoWriter.fourcc(*"mp4v")
            self._writer = cv2.VideoWriter(str(self._fresh), cv2.CAP_FFMPEG, code, self._fps, self._size)
            if not self._writer.isOpened():
                raise ShowError(
                    f"{self._path}: no film can be written there; name a .png for the last picture"
                )
            self._first_s = taken_s
        due = round((taken_s - self._first_s) * self._fps)
        if self._last is not None:
            for _ in range(min(due - self._written, round(LONGEST_GAP_S * self._fps))):
                self._writer.write(self._last)
        self._written = max(due, self._written)
        self._last = painted
        if (painted.shape[1], painted.shape[0]) != self._size:
            self._last = np.asarray(cv2.resize(painted, self._size, interpolation=cv2.INTER_AREA), np.uint8)

    def close(self, *, whole: bool) -> None:
        if self._writer is None:
            return
        if self._last is not None:
            self._writer.write(self._last)
        self._writer.release()
        self._writer = None
        if whole and not (self._fresh.exists() and self._fresh.stat().st_size):
            raise ShowError(f"{self._path}: the film could not be written; is the disk full?")
        if whole:
            self._fresh.replace(self._path)
        else:
            self._fresh.unlink(missing_ok=True)


class Still:
    """One .png of the newest frame, written again every second of the source and at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written_s: float | None = None
        self._waiting: tuple[Picture, float] | None = None

    def show(self, painted: Picture, taken_s: float) -> None:
        self._waiting = (painted, taken_s)
        if self._written_s is None or taken_s - self._written_s >= PICTURE_EVERY_S:
            self._write()

    def close(self, *, whole: bool) -> None:
        del whole  # a picture is whole whenever it is there
        self._write()

    def _write(self) -> None:
        if self._waiting is None:
            return
        painted, self._written_s = self._waiting
        self._waiting = None
        fresh = self._path.with_name(f".{self._path.stem}.part-{os.getpid()}{PICTURE}")
        try:
            fresh.write_bytes(cv2.imencode(PICTURE, painted)[1].tobytes())
            fresh.replace(self._path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise ShowError(f"{self._path}: the picture cannot be written: {error.strerror}") from error


def show_into(path: Path, *, fps: float) -> Show:
    """A film or a picture, by the ending of its name. Raises `ShowError` for any other."""
    match path.suffix.lower():
        case ".mp4":
            return Film(path, fps=fps)
        case ".png":
            return Still(path)
        case _:
            raise ShowError(f"{path}: what is shown is written as .mp4 or .png; name one of these")


def window(*, live: bool) -> Show:
    """A window on the screen; ask `has_screen` first."""
    return Window(live=live, clock=time.monotonic)
