"""The eye at work: one thread takes pictures from a source, sees, and tells; it knows no game."""

import logging
import threading
from collections.abc import Callable
from typing import TypeAlias

from vision.camera import CameraError, Frame, LiveCamera
from vision.grid_eye import GridEye
from vision.observation import Observation
from vision.watching import Source, see_item

log = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[Observation], None]
Show: TypeAlias = Callable[[GridEye, Frame], None]
Ended: TypeAlias = Callable[[str], None]


class EyeThread:
    """Runs `eye` over `source` until that ends or `close`. All three callables are called on its thread.

    `tell` gets each observation, `show` each picture unless `curtain` is drawn, `ended` a key of
    `vision.observation.WHY` when the source has no more pictures for good. `closed` ends it; a source that
    waits between pictures should wait on that same event.
    """

    def __init__(
        self,
        eye: GridEye,
        source: Source,
        closed: threading.Event,
        *,
        tell: Tell,
        show: Show,
        ended: Ended,
    ) -> None:
        self._eye, self._source, self._closed = eye, source, closed
        self._tell, self._show, self._ended = tell, show, ended
        self._curtain = threading.Event()
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
        self._closed.set()
        if isinstance(self._source, LiveCamera):  # its read may hang for long; a file is released when idle
            self._source.close()
        if self._thread.ident is not None:
            self._thread.join()
        self._source.close()

    def _run(self) -> None:
        why = "no_picture"
        try:
            for item in self._source:
                for seen in see_item(self._eye, item):
                    if not self._closed.is_set():
                        self._tell(seen)
                if self._closed.is_set():
                    return
                if isinstance(item, Frame) and not self._curtain.is_set():
                    self._show(self._eye, item)
            why = "ended"
        except CameraError as error:
            log.warning("%s", error)
        if not self._closed.is_set():
            self._ended(why)
