"""A table being taught at the screen: the live picture, the grid's corners, the four checks."""

import sys
import threading
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from companion.ui.facts import Aspect, Check, Frame, Point, Teaching, Verdict
from companion.ui.slots import Sources

if TYPE_CHECKING:
    from vision import checks
    from vision.camera import Frame as Picture

Four = tuple[Point, Point, Point, Point]
FIRST_CAMERA = "0"
LOOK_EVERY_S = 0.25
"""Between two looks for the grid and at the checks; the live picture is shown as it comes."""
GUESS: Four = ((0.3, 0.2), (0.7, 0.2), (0.7, 0.8), (0.3, 0.8))
"""Where the corners wait to be dragged while no grid has been found."""
STAMPS = 30
DOUBTFUL = frozenset({"glare", "too_small", "too_slow"})
"""Faults that can be lived with; the others keep a table from being learned well."""


class Teacher:
    """Looks through a camera from `start` to `close`; what it finds goes into the slots of `sources`."""

    def __init__(self, source: str, sources: Sources) -> None:
        self.source = source or FIRST_CAMERA
        self._sources = sources
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._dragged: Four | None = None
        self._corners: Four = GUESS
        self._newest: Picture | None = None
        self._thread = threading.Thread(target=self._run, name="teacher", daemon=True)

    @staticmethod
    def possible(source: str) -> bool:
        """Whether there is a camera to look through, as far as can be told without opening it."""
        return bool(source) or sys.platform != "linux" or any(Path("/dev").glob("video*"))

    def start(self) -> None:
        self._thread.start()

    def drag(self, corners: Four) -> None:
        """Somebody says where the corners are; from then on they are not looked for."""
        with self._lock:
            self._dragged = self._corners = corners

    def keep(self, folder: Path) -> None:
        """Learn the table from the newest picture. Raises `UserError` when it cannot be learned from."""
        from companion.trouble import UserError
        from vision.taught import TaughtError, learn_grid, save

        with self._lock:
            picture, corners = self._newest, self._corners
        if picture is None:
            raise UserError("there is no picture from the camera yet")
        try:
            save(learn_grid(picture.pixels, _in_pixels(corners, picture)), folder, replace=True)
        except TaughtError as error:
            raise UserError(str(error)) from error

    def close(self) -> None:
        """Nothing is put into the slots any more once this has returned."""
        self._closed.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._sources.live.take()

    def _run(self) -> None:
        from vision.camera import CameraError, LiveCamera
        from vision.camera import Frame as Picture
        from vision.observation import Blind

        camera = LiveCamera(self.source)
        try:
            while not self._closed.is_set():
                try:
                    camera.start()
                    break
                except CameraError:
                    self._say_trouble("no_picture")
                    self._closed.wait(1.0)
            looked_s = float("-inf")
            stamps: deque[float] = deque(maxlen=STAMPS)
            while not self._closed.is_set():
                for item in camera.next(0.1):
                    match item:
                        case Picture():
                            stamps.append(item.taken_s)
                            self._show(item)
                            if item.taken_s - looked_s >= LOOK_EVERY_S:
                                looked_s = item.taken_s
                                self._look(item, stamps)
                        case Blind(why=why):
                            self._say_trouble(why)
                        case _:
                            stamps.clear()
        finally:
            camera.close()

    def _show(self, picture: "Picture") -> None:
        import cv2

        rgba = cv2.cvtColor(picture.pixels, cv2.COLOR_BGR2RGBA)
        self._sources.live.put(Frame(rgba.tobytes(), picture.pixels.shape[1], picture.pixels.shape[0]))

    def _look(self, picture: "Picture", stamps: deque[float]) -> None:
        from vision.checks import check_table
        from vision.corners import find_grid

        with self._lock:
            dragged = self._dragged
        corners, found = dragged, False
        if corners is None:
            quad = find_grid(picture.pixels)
            if quad is not None:
                high, wide = picture.pixels.shape[:2]
                a, b, c, d = ((float(x) / wide, float(y) / high) for x, y in quad)
                corners, found = (a, b, c, d), True
        with self._lock:
            self._newest = picture
            corners = self._dragged or corners or self._corners
            self._corners = corners
        looked = check_table(picture.pixels, _in_pixels(corners, picture), tuple(stamps))
        checks = tuple(_told(check, corners) for check in looked)
        known = found or dragged is not None
        self._say(Teaching(corners, found, checks, known and _can_keep(checks), ""))

    def _say_trouble(self, why: str) -> None:
        with self._lock:
            self._newest = None
            corners = self._corners
        self._say(Teaching(corners, found=False, checks=(), can_keep=False, trouble=why))

    def _say(self, teaching: Teaching) -> None:
        if not self._closed.is_set():
            self._sources.teachings.put(teaching)


def _in_pixels(corners: Four, picture: "Picture") -> Four:
    high, wide = picture.pixels.shape[:2]
    a, b, c, d = ((x * wide, y * high) for x, y in corners)
    return a, b, c, d


def _told(check: "checks.Check", corners: Four) -> Check:
    aspect = Aspect(check.name)
    if check.fault is None:
        verdict = Verdict.GOOD
    else:
        verdict = Verdict.DOUBTFUL if check.fault in DOUBTFUL else Verdict.BAD
    number = round(check.figure)
    if aspect is Aspect.IN_VIEW:
        number = sum(0 <= x <= 1 and 0 <= y <= 1 for x, y in corners)
    return Check(aspect, verdict, number)


def _can_keep(told: tuple[Check, ...]) -> bool:
    """Whatever the speed, a picture can be learned from that is in view, lit and sharp."""
    return all(check.verdict is not Verdict.BAD or check.aspect is Aspect.SPEED for check in told)
