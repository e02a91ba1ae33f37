"""A small honest race eye for what stands around an eye: it really looks, at frames that `small_clip` draws.

The table is one tile of 200 mm right below the camera, the figure a flat red square of 20 mm that walks over
a grave in the middle. A dark picture makes it blind.
"""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Frame
from vision.lens import Lens
from vision.observation import Blind, Posed, RaceObservation, Seeing, SeenThrough, Touched
from vision.pose import Camera, Place
from vision.state import Doing, FigureSeen, RaceState, tile_seen

SIZE = (320, 240)
PX_PER_MM = 1.0
GRAVE = np.array([[80.0, 80.0], [120.0, 80.0], [120.0, 120.0], [80.0, 120.0]])
CAMERA = Camera(
    Lens(SIZE, np.array([[500.0, 0, 160], [0, 500.0, 120], [0, 0, 1]]), np.zeros(5), 0.2),
    np.eye(3),
    np.array([0.0, 0.0, 500.0]),
)
PLACE = Place(-100.0, -100.0, 0.0)
TILE = tile_seen("crypt", (200.0, 200.0), (("grave", GRAVE),), PLACE)
SQUARE = np.array([[-10.0, -10.0], [10.0, -10.0], [10.0, 10.0], [-10.0, 10.0]])
CARDS_BGR = (240, 40, 240)


def small_frame(x_mm: float | None, *, dark: bool = False) -> NDArray[np.uint8]:
    """The tile with the figure at `x_mm` from its left edge, and secret cards (in magenta) all around it."""
    picture = np.full((SIZE[1], SIZE[0], 3), CARDS_BGR, np.uint8)
    picture[20:221, 60:261] = (90, 140, 110)
    if x_mm is not None:
        left = round(60 + x_mm - 10)
        picture[110:131, left : left + 21] = (30, 30, 230)
    return np.zeros_like(picture) if dark else picture


def small_clip(path: Path, *, fps: float = 12.0, dark_from: int | None = None) -> Path:
    """Two seconds of standing, three of walking across the grave, two of standing."""
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, SIZE)
    for index in range(84):
        x_mm = 20 + 160 * float(np.clip((index - 24) / 36, 0, 1))
        film.write(small_frame(x_mm, dark=dark_from is not None and index >= dark_from))
    film.release()
    return path


class SmallEye:
    """Follows the red square of `small_frame`."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self._x_mm: float | None = None
        self._newest_s = 0.0
        self._moves = False
        self._on = False
        self._blind: str | None = None
        self._finished = False
        self._unsettled: list[Posed] = []

    def forget_said(self) -> None:
        self._on = False

    def finish(self) -> tuple[RaceObservation, ...]:
        self._finished = True
        return ()

    def settled_poses(self) -> tuple[Posed, ...]:
        """Told two frames later, or when no frame follows."""
        settled = len(self._unsettled) if self._finished else max(0, len(self._unsettled) - 2)
        told, self._unsettled = self._unsettled[:settled], self._unsettled[settled:]
        return tuple(told)

    @property
    def doubts(self) -> tuple[str, ...]:
        return ()

    @property
    def blind(self) -> str | None:
        return self._blind

    @property
    def state(self) -> RaceState:
        doing: Doing = "walking" if self._moves else "standing"
        feet = None if self._x_mm is None else PLACE.to_table(SQUARE + np.array([self._x_mm, 100.0]))
        figure = FigureSeen("steve", 0.0, feet, 0.0 if self._moves else None, 1.0, doing)
        return RaceState(CAMERA, (TILE,), (figure,), None, self._moves, self._blind)

    def poses(self) -> tuple[Posed, ...]:
        if self._x_mm is None or self._blind is not None:
            return ()
        at = (self._x_mm, 100.0)
        return (Posed(self._newest_s, self._newest_s, "steve", "crypt", at, None, upright=True),)

    def see(self, frame: Frame) -> tuple[RaceObservation, ...]:
        now = self._newest_s = frame.taken_s
        if frame.pixels[115:126].max() < 40:
            self._moves = False
            was, self._blind = self._blind, "too_dark"
            return () if was else (Blind(now, now, "too_dark"),)
        said: list[RaceObservation] = []
        if self._blind is not None:
            self._blind = None
            said.append(Seeing(now, now))
        wide = frame.pixels[115:126].astype(np.int32)
        red = wide[..., 2] - wide[..., :2].max(axis=2) > 80
        x_mm = float(np.nonzero(red)[1].mean()) - 60 if red.any() else None
        self._moves = x_mm is not None and self._x_mm is not None and abs(x_mm - self._x_mm) > 1
        self._x_mm = x_mm
        on = x_mm is not None and 70 < x_mm < 130
        if on and not self._on:
            said.append(Touched(now, now, "steve", "crypt", "grave", 0, 1.0, uncertain=False))
        self._on = on
        self._unsettled += self.poses()
        return (*said, SeenThrough(now, now))
