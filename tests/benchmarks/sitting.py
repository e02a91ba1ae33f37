"""What people at a race wait for: how old the live picture is, and what each thing said costs the table.

    python -m tests.benchmarks.sitting

The picture: the shipped clip as a camera of 30 frames a second, all decoded before. Its age is counted
from the grab to when the screen is given it, eye, drawing and poses included.
"""

import threading
import time
from typing import Any

import cv2
import numpy as np

from companion.assembly import race_clip
from companion.devices.race_eye import RaceEyeThread
from companion.table import inbound as ib
from tests.table import race_takes
from tests.table.race_evening import RaceEvening
from tests.table.test_race_takes import begun
from vision.camera import FileSource, LiveCamera
from vision.race_eye import RaceEye
from vision.taught_race import load_race

FPS = 30.0
FIRST, LAST = 24, 90
"""Frames of the clip shown over and over, to and fro: a figure walks in them and touches a Brain."""
WATCHED_S = 12.0


class Screen:
    """Implements what is used of `cv2.VideoCapture`: the clip at 30 frames a second."""

    def __init__(self) -> None:
        frames = [frame.pixels for frame in FileSource(race_clip.clip_folder() / "clip.mp4")][FIRST:LAST]
        self._frames = [*frames, *reversed(frames)]
        self._at = 0
        self._next_s = time.monotonic()

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        self._next_s = max(self._next_s + 1 / FPS, time.monotonic() - 1 / FPS)
        time.sleep(max(0.0, self._next_s - time.monotonic()))
        self._at = (self._at + 1) % len(self._frames)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        return True, self._frames[self._at]

    def get(self, prop: int, /) -> float:
        return 0.0

    def set(self, prop: int, value: float, /) -> bool:
        return True

    def release(self) -> None:
        return None


def picture_ages() -> tuple[np.ndarray, int]:
    """Seconds from grab to screen, and how many frames the camera took meanwhile."""
    ages: list[float] = []
    eye = RaceEye(load_race(race_clip.clip_folder() / "taught"))
    screen = Screen()
    camera = LiveCamera("clip://30", opener=lambda _: screen)

    def look(closed: threading.Event) -> Any:
        camera.start()
        return eye, camera

    thread = RaceEyeThread(
        look,
        clock=time.monotonic,
        most_px=1280,
        tell=lambda _: None,
        show=lambda picture: ages.append(time.monotonic() - picture.taken_s),
        ended=lambda _: None,
        filing=None,
        after=lambda _: None,
    )
    thread.start()
    time.sleep(WATCHED_S)
    thread.close()
    return np.array(ages[10:]), camera.dropped


def table_costs() -> dict[str, np.ndarray]:
    """Seconds that each kind of thing said costs the table, snapshot included, in a race of some length."""
    costs: dict[str, list[float]] = {}
    for name in race_takes.NAMES:
        take = race_takes.load(name)
        evening: RaceEvening = begun(take)
        turn = take.game["turns"][0]
        evening.bid(take.seat(turn["figure"]), race_takes.card_of(turn))
        for said in race_takes.from_eye(take):
            begun_s = time.perf_counter()
            evening.table.handle(ib.Observed(said, evening.now_ns))
            costs.setdefault(type(said).__name__, []).append(time.perf_counter() - begun_s)
    return {kind: np.array(each) for kind, each in costs.items()}


def main() -> None:
    cv2.setNumThreads(1)
    ages, dropped = picture_ages()
    low, middle, high = np.percentile(ages, [0, 50, 95]) * 1e3
    print(f"live picture, {len(ages) / WATCHED_S:.0f} a second, {dropped} left out by the eye")
    print(f"age: min {low:.0f}, median {middle:.0f}, p95 {high:.0f} ms")
    for kind, each in sorted(table_costs().items()):
        low, middle, high = np.percentile(each, [0, 50, 95]) * 1e3
        print(f"{kind:12} {len(each):4} times: min {low:.2f}, median {middle:.2f}, p95 {high:.2f} ms")


if __name__ == "__main__":
    main()
