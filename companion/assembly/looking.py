"""What an eye looks at: a taught table under its camera, or the clip that ships."""

import logging
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.devices.eye import Open, Opened
    from companion.devices.race_eye import LookAtRace, RaceOpened

log = logging.getLogger(__name__)

LINGER_S = 8.0
"""Longer than any acceptance delay, so that the clip's last move is kept by itself too."""


def at_table(table: Path, source: str) -> "Open":
    """A taught table under its camera, or a clip of it paced by its own stamps."""

    def open_(closed: threading.Event) -> "Opened":
        from vision.camera import FileSource, LiveCamera, PacedFile, is_live
        from vision.grid_eye import GridEye
        from vision.taught import load_grid

        eye = GridEye(load_grid(table))
        if not is_live(source):
            return eye, PacedFile(FileSource(Path(source)), time.monotonic, closed.wait)
        camera = LiveCamera(source)
        camera.start()
        return eye, camera

    return open_


def at_clip(folder: Path, from_s: float) -> "Open":
    """The clip of `folder` as if it were live; what lies before the second `from_s` passes in no time."""

    def open_(closed: threading.Event) -> "Opened":
        from vision.camera import FileSource, PacedFile
        from vision.grid_eye import GridEye
        from vision.taught import grid_from_take

        eye = GridEye(grid_from_take(folder))
        clip = FileSource(folder / "clip.mp4")
        return eye, PacedFile(clip, time.monotonic, closed.wait, from_s=from_s, linger_s=LINGER_S)

    return open_


def race_at_table(table: Path, source: str, expected: frozenset[str] | None) -> "LookAtRace":
    """A taught race under its camera, or a clip of it paced by its own stamps.

    `expected` are the tile sides that are played on, if all of them were taught.
    """

    def open_(closed: threading.Event) -> "RaceOpened":
        from vision.camera import FileSource, LiveCamera, PacedFile, is_live
        from vision.race_eye import RaceEye
        from vision.taught_race import load_race

        eye = RaceEye(load_race(table), expected)
        for doubt in eye.doubts:
            log.warning("%s", doubt)
        if not is_live(source):
            return eye, PacedFile(FileSource(Path(source)), time.monotonic, closed.wait)
        camera = LiveCamera(source)
        camera.start()
        return eye, camera

    return open_


def race_at_clip(folder: Path, from_s: float) -> "LookAtRace":
    """The race that ships as if it were live; what lies before the second `from_s` passes in no time."""

    def open_(closed: threading.Event) -> "RaceOpened":
        from vision.camera import FileSource, PacedFile
        from vision.race_eye import RaceEye
        from vision.taught_race import load_race

        eye = RaceEye(load_race(folder / "taught"))
        clip = FileSource(folder / "clip.mp4")
        return eye, PacedFile(clip, time.monotonic, closed.wait, from_s=from_s, linger_s=LINGER_S)

    return open_
