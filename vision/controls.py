"""A device's controls: format, size and rate asked for and read back; exposure, white balance, focus locked.

Drivers ignore a `set` silently and disagree on the values that switch automatics off, so a lock counts only
when the pixels follow a change made by hand. What was refused comes back in words.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

FIRST_SKIPPED = 15
"""First frames are torn or tinted on many cameras."""
WARM_UP_FRAMES = 45
"""At 30 frames a second with those skipped, two seconds in which the automatics settle."""
RESPONSE_FRAMES = 8
"""A change shows after the frames under way and the driver's queue, at most about six."""
RESPONDS = 0.04
"""Share by which brightness or colour must follow: well above what noise and flicker do to a mean."""


class Controlled(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def get(self, prop: int, /) -> float: ...
    def set(self, prop: int, value: float, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Lock:
    """One automatic to switch off, and the value that should then move the pixels."""

    name: str
    automatic: int
    off: tuple[float, ...]
    value: int
    measure: Callable[[NDArray[np.float64]], float]


def _brightness(mean_bgr: NDArray[np.float64]) -> float:
    return float(mean_bgr.mean())


def _warmth(mean_bgr: NDArray[np.float64]) -> float:
    return float((mean_bgr[2] + 1) / (mean_bgr[0] + 1))


LOCKS = (
    # 1 is V4L2's word for manual, 0.25 and 0 those of other interfaces
    _Lock("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, (1.0, 0.25, 0.0), cv2.CAP_PROP_EXPOSURE, _brightness),
    _Lock("white balance", cv2.CAP_PROP_AUTO_WB, (0.0,), cv2.CAP_PROP_WB_TEMPERATURE, _warmth),
)


def settle_controls(
    capture: Controlled, size_px: tuple[int, int], fps: float, wanted: Callable[[], bool]
) -> tuple[str, ...]:
    """Sets up a device just opened, warms it up and locks it. Returns what was refused, one sentence each.

    The format comes before size and rate: most cameras give high rates only compressed. `wanted` turns false
    to stop early.
    """
    words: list[str] = []
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # a hint only: drivers keep more, the reading thread drains them
    mjpg = float(cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FOURCC, mjpg)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    if capture.get(cv2.CAP_PROP_FOURCC) != mjpg:
        words.append("the camera does not send compressed pictures: it may be slow")
    got = (round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    if got != size_px:
        words.append(f"the camera gives {got[0]} x {got[1]} instead of {size_px[0]} x {size_px[1]}")
    rate = capture.get(cv2.CAP_PROP_FPS)
    if 0 < rate < 0.8 * fps:
        words.append(f"the camera gives {rate:g} pictures a second instead of {fps:g}")
    if _mean(capture, FIRST_SKIPPED + WARM_UP_FRAMES, wanted) is None:
        return tuple(words)
    for lock in LOCKS:
        refused = _lock(capture, lock, wanted)
        if refused is not None:
            words.append(refused)
        if not wanted():
            return tuple(words)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
    if capture.get(cv2.CAP_PROP_AUTOFOCUS) not in (0, -1):
        words.append("the focus would not lock: the picture may breathe")
    return tuple(words)


def _lock(capture: Controlled, lock: _Lock, wanted: Callable[[], bool]) -> str | None:
    """Switches one automatic off and tries on the pixels whether it is. None when locked, else words."""
    for off in lock.off:
        before = capture.get(lock.value)
        taken = capture.set(lock.automatic, off)
        if not taken:
            continue
        resting = _mean(capture, RESPONSE_FRAMES, wanted)
        # exposures in powers of two are small negative numbers, others are times: one step down or half
        other = before - 1 if before <= 0 else before / 2
        capture.set(lock.value, other)
        moved = _mean(capture, RESPONSE_FRAMES, wanted)
        capture.set(lock.value, before)
        restored = _mean(capture, RESPONSE_FRAMES, wanted)
        if resting is None or moved is None or restored is None:
            return None  # the camera went away; the reading loop says so
        a, b = lock.measure(resting), lock.measure(moved)
        if abs(b - a) > RESPONDS * abs(a):
            return None
    return f"the {lock.name} would not lock: the picture goes on adapting by itself"


def _mean(capture: Controlled, frames: int, wanted: Callable[[], bool]) -> NDArray[np.float64] | None:
    """The mean colour of the last of so many frames; None when the camera stops giving any."""
    mean: NDArray[np.float64] | None = None
    for _ in range(frames):
        if not wanted() or not capture.grab():
            return None
        ok, pixels = capture.retrieve()
        if not ok or pixels is None:
            return None
        picture = np.asarray(pixels)
        mean = np.full(3, picture.mean()) if picture.ndim == 2 else picture[::8, ::8, :3].mean(axis=(0, 1))
    return mean
