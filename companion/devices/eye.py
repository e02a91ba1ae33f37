"""The eye at work: one thread takes pictures from a source, sees, and tells; it knows no game.

Nothing of OpenCV is imported before that thread runs, so that the first screen need not wait for it.
"""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from vision.observation import Blind, Observation, Seeing

if TYPE_CHECKING:
    from vision.camera import Frame
    from vision.grid_eye import GridEye
    from vision.watching import Source

log = logging.getLogger(__name__)

OPEN_AGAIN_S = 1.0

Opened: TypeAlias = "tuple[GridEye, Source]"
Open: TypeAlias = "Callable[[threading.Event], Opened]"
"""Makes the eye and its source. The event ends both: a source that waits should wait on it."""
Show: TypeAlias = Callable[[bytes, int], None]
"""A picture of the grid alone: RGBA from the top row down, and its side in pixels."""


class EyeThread:
    """Opens an eye and its source, and runs it until the source ends or `close`.

    Called on its thread: `tell` with each observation, `show` with pictures unless the curtain is drawn, and
    `ended` with a key of `vision.observation.WHY` when there is no eye any more. A camera that cannot be
    opened is tried again; the clock, in seconds, stamps what is said of that.
    """

    def __init__(
        self,
        open_: Open,
        *,
        clock: Callable[[], float],
        side_px: int,
        tell: Callable[[Observation], None],
        show: Show,
        ended: Callable[[str], None],
    ) -> None:
        self._open, self._clock, self._side_px = open_, clock, side_px
        self._tell, self._show, self._ended = tell, show, ended
        self._closed = threading.Event()
        self._curtain = threading.Event()
        self._source: Source | None = None
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def curtain(self, *, drawn: bool) -> None:
        """While somebody's secret shows no picture leaves this thread: the camera sees the tablet."""
        if drawn:
            self._curtain.set()
        else:
            self._curtain.clear()

    def close(self) -> None:
        """Ends. Nothing is told or shown any more once this has returned."""
        from vision.camera import LiveCamera

        self._closed.set()
        if isinstance(self._source, LiveCamera):  # its read may hang for long; a file is closed when idle
            self._source.close()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        from vision.taught import TaughtError

        try:
            opened = self._patiently()
            if opened is not None:
                self._watch(*opened)
        except TaughtError as error:
            log.warning("%s", error)
            self._ended("table_unreadable")

    def _patiently(self) -> "Opened | None":
        """The eye and its source, however long the camera takes to be there; None when closed first."""
        from vision.camera import CameraError

        said = False
        while not self._closed.is_set():
            try:
                opened = self._open(self._closed)
            except CameraError as error:
                if not said:
                    log.warning("%s", error)
                    self._tell(Blind(self._clock(), self._clock(), "no_picture"))
                said = True
                self._closed.wait(OPEN_AGAIN_S)
                continue
            if said:
                self._tell(Seeing(self._clock(), self._clock()))
            return opened
        return None

    def _watch(self, eye: "GridEye", source: "Source") -> None:
        from vision.camera import CameraError, Frame
        from vision.watching import see_item

        self._source = source
        why = "ended"
        try:
            for item in source:
                for seen in see_item(eye, item):
                    if not self._closed.is_set():
                        self._tell(seen)
                if self._closed.is_set():
                    return
                if isinstance(item, Frame):
                    self._looked(eye, item, curtain=self._curtain.is_set())
            self._over(eye)
        except CameraError as error:
            log.warning("%s", error)
            why = "no_picture"
        finally:
            source.close()
        if not self._closed.is_set():
            self._ended(why)

    def _looked(self, eye: "GridEye", frame: "Frame", *, curtain: bool) -> None:
        """After each frame that was seen."""
        if not curtain:
            self._show(self._rgba(eye, frame), self._side_px)

    def _over(self, eye: "GridEye") -> None:
        """The source has ended."""

    def _rgba(self, eye: "GridEye", frame: "Frame") -> bytes:
        import cv2

        return cv2.cvtColor(eye.rectified(frame, self._side_px), cv2.COLOR_BGR2RGBA).tobytes()
