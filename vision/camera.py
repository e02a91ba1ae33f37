"""Two sources of pictures: every frame of a file, or the newest frame of a device or stream.

A file's frames are stamped from its own rate. A live picture is taken by one thread into a slot for the
newest frame only, stamped when grabbed. Reads can block for many seconds, so a watchdog looks at the newest
stamp from outside that thread; a picture that repeats itself exactly counts as none, since the noise of a
working sensor never does.
"""

import math
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import naming
from vision.controls import settle_controls
from vision.naming import NamingError, named
from vision.observation import Blind, Seeing

LOST_AFTER_S = 0.75
"""Without a new picture for this long the camera is lost; said within a second with the poll added."""
POLL_S = 0.1
REOPEN_EVERY_S = 1.0
STUCK_S = 3.0
"""A read that blocks this long is given up, with its capture, and another one is tried."""
DARK_CODE = 16
"""A covered lens may clip to the very same black: that is darkness for the eye to name, no frozen camera."""


class CameraError(Exception):
    """A source cannot be used; the text is one line that names it and says what to do."""


class DamagedClipError(CameraError):
    """What a clip shows up to some time has been given; the rest cannot be read."""


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool: ...  # noqa: N802 (OpenCV's name)
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def get(self, prop: int, /) -> float: ...
    def set(self, prop: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


is_live = naming.is_live

Opener: TypeAlias = Callable[[int | str], Capture]
Clock: TypeAlias = Callable[[], float]


def open_capture(source: int | str) -> Capture:
    """The real opener: a device by its number through the system's own interface, the rest through FFmpeg."""
    if isinstance(source, int):
        return cv2.VideoCapture(source)
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: H x W x 3 of 8 bits, BGR; when it was taken, in seconds of its source; counted from 0."""

    pixels: NDArray[np.uint8]
    taken_s: float
    index: int


WHOLE_SHARE = 0.9
"""Of the pictures that a file says it has; some kinds of file only guess at their number."""


class FileSource:
    """Every frame of a video file, in order, stamped `index / fps` by the file's own rate.

    Raises `CameraError` when made, if there is no such file or it is no video; and at the end of one that
    held a single picture, in which nothing can settle, or that says that there should be more.
    """

    def __init__(self, path: Path, opener: Opener = open_capture) -> None:
        if not path.is_file():
            raise CameraError(f"{path}: {_no_file(path)}")
        self.path = path
        self._capture = opener(str(path))
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(f"{path}: is not a video that can be read; try one in H.264 (.mp4)")
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        if not math.isfinite(fps) or not 0.1 <= fps <= 1000:
            self._capture.release()
            raise CameraError(
                f"{path}: does not say how many frames a second it has; re-encode it at a fixed rate"
            )
        self.fps = fps
        told = float(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._told = told if math.isfinite(told) else 0.0

    def __iter__(self) -> Iterator[Frame]:
        """Reads on from where it is; a file is read once."""
        index = 0
        try:
            while self._capture.grab():
                ok, pixels = self._capture.retrieve()
                if not ok or pixels is None:
                    break
                yield Frame(_three_channels(pixels), index / self.fps, index)
                index += 1
            if index == 0:
                raise CameraError(f"{self.path}: holds no picture that can be read")
            if index == 1:
                raise CameraError(f"{self.path}: is one picture, and no clip; nothing moves or settles in it")
            if index < WHOLE_SHARE * self._told:
                raise DamagedClipError(
                    f"{self.path}: can be read only up to {index / self.fps:.1f} s of "
                    f"{self._told / self.fps:.1f} s; the rest is damaged"
                )
        finally:
            self._capture.release()

    def close(self) -> None:
        self._capture.release()


class PacedFile:
    """The frames of a file at the pace of their own stamps, for showing a clip as if it were live.

    A consumer that falls behind gets the frames late, but all of them. `wait` sleeps for so many seconds and
    returns true to end early. What lies before the second `from_s` is not waited for; the last picture stays
    for `linger_s` more, as a table does after the last move.
    """

    def __init__(
        self,
        source: FileSource,
        clock: Clock,
        wait: Callable[[float], bool],
        *,
        from_s: float = 0.0,
        linger_s: float = 0.0,
    ) -> None:
        self.source = source
        self._clock, self._wait, self._from_s, self._linger_s = clock, wait, from_s, linger_s

    def __iter__(self) -> Iterator[Frame]:
        start = self._clock() - self._from_s
        for frame in self._frames():
            ahead = start + frame.taken_s - self._clock()
            if ahead > 0 and self._wait(ahead):
                return
            yield frame

    def _frames(self) -> Iterator[Frame]:
        last: Frame | None = None
        for last in self.source:
            yield last
        if last is not None:
            for more in range(1, round(self._linger_s * self.source.fps) + 1):
                yield Frame(last.pixels, last.taken_s + more / self.source.fps, last.index + more)

    def close(self) -> None:
        self.source.close()


class LiveCamera:
    """The newest picture of a device (number) or stream (address).

    `start` opens it and raises `CameraError` if that fails; from then on it is reopened by itself. `words`
    tells what the driver refused. `dropped` counts pictures nobody took. Iterating gives `Frame`s, `Blind`
    when the picture is lost and `Seeing` when it is back, until `close`.
    """

    def __init__(
        self,
        source: str,
        *,
        clock: Clock = time.monotonic,
        opener: Opener = open_capture,
        size_px: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
    ) -> None:
        self.source = source
        self._clock, self._opener = clock, opener
        self._wanted = (size_px, fps)
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._generation = 0
        self._newest: Frame | None = None
        self._taken = -1
        self._count = 0
        self._newest_s = self._attempt_s = clock()
        self._heard_s = self._newest_s
        self._dropped = 0
        self._words: tuple[str, ...] = ()
        self._why: str | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """What the driver refused or changed, one sentence each."""
        with self._changed:
            return self._words

    @property
    def dropped(self) -> int:
        """Pictures taken by the camera that were replaced before anyone asked for them."""
        with self._changed:
            return self._dropped

    def start(self) -> None:
        """Opens the camera and begins to take pictures. Raises `CameraError` when it cannot be opened."""
        capture = self._open()
        if capture is None:
            name = f"camera {self.source}" if self.source.isdigit() else self.source
            what = (
                "plug it in, close other programs that use it, or try another number"
                if self.source.isdigit()
                else "check the address, and that the phone and this computer are on the same network"
            )
            raise CameraError(f"{name}: cannot be opened; {what}")
        with self._changed:
            self._newest_s = self._heard_s = self._attempt_s = self._clock()
        self._launch(capture)

    def close(self) -> None:
        """Stops. A thread stuck in a read ends when the read does."""
        self._closed.set()
        with self._changed:
            self._generation += 1
            self._changed.notify_all()

    def __iter__(self) -> Iterator[Frame | Blind | Seeing]:
        while not self._closed.is_set():
            yield from self.next(POLL_S)

    def next(self, timeout_s: float) -> tuple[Frame | Blind | Seeing, ...]:
        """What is new since last asked, waiting up to `timeout_s` for it: a loss, a return, a frame."""
        with self._changed:
            if self._newest is None or self._newest.index == self._taken:
                self._changed.wait(timeout_s)
            now = self._clock()
            frame = self._newest if self._newest is not None and self._newest.index != self._taken else None
            if frame is not None:
                self._dropped += frame.index - self._taken - 1
                self._taken = frame.index
                if self._why is None:
                    return (frame,)
                self._why = None
                return (Seeing(frame.taken_s, frame.taken_s), frame)
            silent = now - self._newest_s
            why = "frozen" if now - self._heard_s < LOST_AFTER_S else "no_picture"
            stuck = now - max(self._heard_s, self._attempt_s) >= STUCK_S
            lost = silent >= LOST_AFTER_S
            said: tuple[Blind, ...] = ()
            if lost and self._why is None:
                self._why = why
                said = (Blind(self._newest_s, now, why),)
            if stuck and not self._closed.is_set():
                self._attempt_s = now
                self._generation += 1
                self._launch(None)
        return said

    # the capture thread

    def _launch(self, capture: Capture | None) -> None:
        threading.Thread(
            target=self._run, args=(capture, self._generation), name="capture", daemon=True
        ).start()

    def _mine(self, generation: int) -> bool:
        return not self._closed.is_set() and generation == self._generation

    def _run(self, capture: Capture | None, generation: int) -> None:
        while self._mine(generation):
            if capture is None:
                capture = self._open()
                with self._changed:
                    self._attempt_s = self._clock()
            if capture is None:
                self._closed.wait(REOPEN_EVERY_S)
                continue
            self._read_until_lost(capture, generation)
            capture.release()
            capture = None
        if capture is not None:
            capture.release()

    def _open(self) -> Capture | None:
        try:
            capture = self._opener(named(self.source))
        except NamingError as error:
            raise CameraError(str(error)) from error
        if not capture.isOpened():
            capture.release()
            return None
        return capture

    def _read_until_lost(self, capture: Capture, generation: int) -> None:
        """Puts frames into the slot until the camera fails, freezes, or is not ours any more."""
        if self.source.isdigit():
            words = settle_controls(capture, self._wanted[0], self._wanted[1], lambda: self._mine(generation))
            with self._changed:
                if not self._mine(generation):
                    return
                self._words = words
        seen, seen_s = None, self._clock()
        while self._mine(generation):
            ok = capture.grab()
            stamp = self._clock()
            pixels = capture.retrieve()[1] if ok else None
            if pixels is not None:
                pixels = _three_channels(pixels)
                print_of = zlib.crc32(pixels[::4].tobytes())
                fresh = print_of != seen or int(pixels[::16, ::16].max()) < DARK_CODE
                with self._changed:
                    if not self._mine(generation):
                        return
                    self._heard_s = stamp
                    if fresh:
                        self._newest = Frame(pixels, stamp, self._count)
                        self._newest_s = stamp
                        self._count += 1
                        self._changed.notify_all()
                if fresh:
                    seen, seen_s = print_of, stamp
            else:
                self._closed.wait(0.02)  # a failing read may return at once: do not spin
            if stamp - seen_s >= 2 * LOST_AFTER_S:
                return


def _no_file(path: Path) -> str:
    """Why there is nothing to read at a path that is no file, and what to do."""
    if path.is_dir():
        return "is a folder; name the video file in it"
    if path.exists():
        return "is no video file; a camera is named by its number, 0 for the first"
    return "no such file; give a video file, a device number or a stream's address"


def _three_channels(pixels: Any) -> NDArray[np.uint8]:
    """Grey or four-channel pictures as BGR."""
    picture = np.asarray(pixels, dtype=np.uint8)
    if picture.ndim == 2 or picture.shape[2] == 1:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if picture.shape[2] == 4:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    return picture
