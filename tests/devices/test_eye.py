"""The eye on its thread: a source that ends, a camera that comes late, a table that cannot be read."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.assembly.clip import clip_folder
from companion.assembly.looking import at_clip, at_table
from companion.devices.eye import EyeThread
from vision.camera import CameraError, FileSource
from vision.grid_eye import GridEye
from vision.observation import Blind, GridSeen, Observation, Seeing
from vision.taught import from_take

PATIENCE_S = 60.0


class Heard:
    """What an eye told, showed, and how it ended."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []
        self.pictures: list[tuple[bytes, int]] = []
        self.ended: list[str] = []

    def eye(self, open_: Any) -> EyeThread:
        return EyeThread(
            open_,
            clock=time.monotonic,
            side_px=50,
            tell=self.seen.append,
            show=lambda rgba, side: self.pictures.append((rgba, side)),
            ended=self.ended.append,
        )

    def until(self, wanted: Callable[[], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not wanted():
            assert time.monotonic() < end_s, "it never came to that"
            time.sleep(0.005)


def the_clip(closed: threading.Event) -> Any:
    del closed
    return GridEye(from_take(clip_folder())), FileSource(clip_folder() / "clip.mp4")


def test_a_clip_is_seen_shown_and_then_over() -> None:
    heard = Heard()
    eye = heard.eye(the_clip)
    eye.start()
    heard.until(lambda: bool(heard.ended))
    eye.close()
    assert heard.ended == ["ended"]
    assert sum(isinstance(seen, GridSeen) for seen in heard.seen) >= 11
    assert len(heard.pictures) == 124
    assert all(len(rgba) == 4 * 50 * 50 and side == 50 for rgba, side in heard.pictures)


def test_behind_a_drawn_curtain_it_sees_and_shows_nothing() -> None:
    heard = Heard()
    eye = heard.eye(the_clip)
    eye.curtain(drawn=True)
    eye.start()
    heard.until(lambda: bool(heard.ended))
    eye.close()
    assert heard.pictures == []
    assert sum(isinstance(seen, GridSeen) for seen in heard.seen) >= 11


def test_a_camera_that_comes_late_is_waited_for_and_said_once() -> None:
    heard, tries = Heard(), []

    def open_(closed: threading.Event) -> Any:
        tries.append(1)
        if len(tries) < 3:
            raise CameraError("camera 0: cannot be opened; plug it in")
        return the_clip(closed)

    eye = heard.eye(open_)
    eye.start()
    heard.until(lambda: bool(heard.ended))
    eye.close()
    assert len(tries) == 3
    assert isinstance(heard.seen[0], Blind)
    assert isinstance(heard.seen[1], Seeing)
    assert sum(isinstance(seen, Blind) for seen in heard.seen) == 1


def test_nothing_is_told_any_more_once_it_is_closed() -> None:
    heard = Heard()
    eye = heard.eye(at_clip(clip_folder(), -1.0))
    eye.start()
    heard.until(lambda: bool(heard.pictures))
    eye.close()
    told = (len(heard.seen), len(heard.pictures), list(heard.ended))
    time.sleep(0.4)
    assert (len(heard.seen), len(heard.pictures), heard.ended) == told
    assert heard.ended == []


def test_what_was_played_before_passes_in_no_time() -> None:
    heard = Heard()
    eye = heard.eye(at_clip(clip_folder(), 15.0))
    started_s = time.monotonic()
    eye.start()
    heard.until(lambda: any(seen.taken_s > 10 for seen in heard.seen))
    eye.close()
    assert time.monotonic() - started_s < 10


def test_a_table_that_cannot_be_read_ends_the_eye_with_a_reason(tmp_path: Path) -> None:
    heard = Heard()
    eye = heard.eye(at_table(tmp_path, "0"))
    eye.start()
    heard.until(lambda: bool(heard.ended))
    eye.close()
    assert heard.ended == ["table_unreadable"]
