"""Pictures of a camera, or of a clip that stands in for one, for as long as somebody wants them."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.camera import Frame
    from vision.observation import Blind, Seeing
    from vision.taught import Pixels

AGAIN_S = 1.0
"""Between two tries to open a camera."""


def watch(
    source: str,
    closed: threading.Event,
    saw: Callable[["Pixels"], None],
    lost: Callable[[str], None],
) -> None:
    """Hand on every picture that `source` gives until `closed`, and why none comes (a key of `WHY`)."""
    from vision.camera import CameraError

    while not closed.is_set():
        try:
            _watch(source, closed, saw, lost)
        except CameraError:
            lost("no_picture")
            closed.wait(AGAIN_S)


def _watch(
    source: str,
    closed: threading.Event,
    saw: Callable[["Pixels"], None],
    lost: Callable[[str], None],
) -> None:
    from vision.camera import Frame
    from vision.observation import Blind

    for item in _items(source, closed):
        if closed.is_set():
            return
        match item:
            case Frame():
                saw(item.pixels)
            case Blind(why=why):
                lost(why)
            case _:
                pass


def _items(source: str, closed: threading.Event) -> "Iterator[Frame | Blind | Seeing]":
    from vision.camera import FileSource, LiveCamera, PacedFile, is_live

    if not is_live(source):
        # At its end a clip begins again.
        yield from PacedFile(FileSource(Path(source)), time.monotonic, closed.wait)
        return
    camera = LiveCamera(source)
    camera.start()
    try:
        while not closed.is_set():
            yield from camera.next(0.1)
    finally:
        camera.close()
