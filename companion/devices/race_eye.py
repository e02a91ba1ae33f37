"""The eye on a race, on its thread: besides what it says it gives poses, a picture with what is drawn on it,
and photo finishes.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from companion.devices.eye import EyeThread
from companion.devices.pacing import Pacer
from companion.table.race_picture import RacePicture
from vision.observation import HandsSeen, RaceObservation, SeenThrough

if TYPE_CHECKING:
    from companion.devices.filing import Filing
    from vision.camera import Frame
    from vision.race_eye import RaceEye
    from vision.watching import Source

POSE_EVERY_S = 0.2
"""Of each figure: enough to see it walk off, and few enough for a table that writes beside."""
THROUGH_EVERY_S = 0.2
"""How often it is said that nothing happened, while nothing does."""

RaceOpened: TypeAlias = "tuple[RaceEye, Source]"
LookAtRace: TypeAlias = "Callable[[threading.Event], RaceOpened]"
"""Makes the eye and its source. The event ends both: a source that waits should wait on it."""


class RaceEyeThread(EyeThread):
    """As `EyeThread`. `show` gets pictures no wider than `most_px`, unless the curtain is drawn; `filing` is
    made on the thread, for it needs OpenCV, and `after` is called once a frame is done with.
    """

    def __init__(
        self,
        look: LookAtRace,
        *,
        clock: Callable[[], float],
        most_px: int,
        tell: Callable[[RaceObservation], None],
        show: Callable[[RacePicture], None],
        ended: Callable[[str], None],
        filing: "Callable[[], Filing] | None",
        after: Callable[[Pacer], None],
    ) -> None:
        self._make_filing = filing
        self._filing: Filing | None = None
        self._most_px, self._show_picture, self._tell_race, self._after = most_px, show, tell, after
        self._pacer = Pacer()
        self._posed_s: dict[str, float] = {}
        self._through_s = float("-inf")
        super().__init__(
            cast(Any, look), clock=clock, side_px=most_px, tell=self._hear, show=_nowhere, ended=ended
        )

    def _hear(self, seen: Any) -> None:
        if self._filing is not None:
            self._filing.hear(seen)
        if isinstance(seen, SeenThrough):
            if seen.taken_s < self._through_s + THROUGH_EVERY_S:
                return
            self._through_s = seen.taken_s
        elif not isinstance(seen, HandsSeen):
            self._through_s = float("-inf")  # what happened is waited for: say at once how far all is told
        self._tell_race(seen)

    def _looked(self, eye: Any, frame: "Frame", *, curtain: bool) -> None:
        for pose in eye.poses():
            if pose.taken_s >= self._posed_s.get(pose.figure, float("-inf")) + POSE_EVERY_S:
                self._posed_s[pose.figure] = pose.taken_s
                self._tell_race(pose)
        if not curtain:
            self._show_picture(self._picture(eye, frame))
        if self._make_filing is not None:
            self._filing, self._make_filing = self._make_filing(), None
        if self._filing is not None:
            self._filing.paused = curtain
            self._filing.look(frame, eye.state)
        self._pacer.see(frame.taken_s, eye.state)
        self._after(self._pacer)

    def _over(self, eye: Any) -> None:
        for seen in eye.finish():
            self._hear(seen)
        if self._filing is not None:
            self._filing.close()
        self._after(self._pacer)

    def _picture(self, eye: Any, frame: "Frame") -> RacePicture:
        import cv2

        from companion.devices.drawing import drawn, scaled

        rgba, overlay = cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2RGBA), drawn(eye.state)
        high, wide = rgba.shape[:2]
        if wide > self._most_px:
            share = self._most_px / wide
            rgba = cv2.resize(rgba, (self._most_px, round(high * share)), interpolation=cv2.INTER_AREA)
            overlay = scaled(overlay, share)
            high, wide = rgba.shape[:2]
        return RacePicture(rgba.tobytes(), wide, high, frame.taken_s, overlay)


def _nowhere(rgba: bytes, side_px: int) -> None:
    """A race is shown with what is drawn on it."""
