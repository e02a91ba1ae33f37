"""What is known of one figure over time, and one frame as those see it who follow figures."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import degrees, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aspects import Aspects
from vision.backdrop import Backdrop, Change
from vision.figures import Figure
from vision.light import Picture, light_of
from vision.matching import Aim, Scene, aim, pixels
from vision.pose import Camera, Floats
from vision.stance import Posture

Mask = NDArray[np.bool_]

SAME_PLACE_MM = 9.0
"""Two figures cannot stand closer: half of the narrowest feet each."""
AIMED_MM = 6.0
FILLED = 0.8
"""Of its outline from above a figure fills about so much."""
HAND_MM = 170.0
"""A hand reaches so far beyond a sleeve; it may look like the tile it is over."""
FINGER_MM = 60.0
"""What is seen to reach in is so near at least when it takes a figure in the next frame."""
HAND_NEAR_S = 0.5
"""A figure that is gone while a hand was near so lately has been taken by it."""


@dataclass(slots=True)
class Track:
    """What is known of a figure; `place` is x, y mm and heading (rad, clockwise as seen), None until seen.

    `likeness` is that of the last look, `lately` of the last few, `usual` of all. It stands since `since_s`.
    `rests`: where (x, y mm) and since when what may be it, lying, has rested.
    """

    figure: Figure
    """As it looks from the side it is seen from; `aspects` has the others."""
    aspects: Aspects
    posture: Posture = Posture.UNSEEN
    place: Floats | None = None
    speed: Floats = field(default_factory=lambda: np.zeros(3))
    run: int = 0
    faces: bool = False
    trail: list[tuple[float, float, float]] = field(default_factory=list)
    likeness: float = 0.0
    usual: float = 0.0
    lately: float = 0.0
    seen_s: float = -1e9
    looked_s: float = -1e9
    since_s: float = -1e9
    moved_s: float = -1e9
    hand_s: float = -1e9
    hidden_s: float = -1e9
    learned_s: float = -1e9
    toppled_s: float = -1e9
    lies_mm: tuple[float, float] | None = None
    rests: tuple[float, float, float] | None = None
    aimed: Aim | None = None
    searched_s: float = -1e9
    hull: NDArray[np.int32] | None = None
    hint: tuple[float, float, float] | None = None

    @property
    def heading_deg(self) -> float | None:
        """Anticlockwise from the table's x axis; None while it is not known which way the figure faces."""
        return None if self.place is None or not self.faces else (-degrees(float(self.place[2]))) % 360

    @property
    def moving(self) -> bool:
        return self.posture is Posture.STANDING and float(np.hypot(*self.speed[:2])) > 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One frame for the tracks: the whole of it, the bare board, what differs, hands, what stirs.

    `reach`: hands and whatever else reaches in, shadows with it.
    """

    taken_s: float
    frame: Picture
    backdrop: Backdrop
    camera: Camera
    change: Change
    hands: Mask
    reach: Mask
    stirred: Mask | None


def feet_of(figure: Figure, place: Floats) -> Floats:
    """The corners (4 x 2 table mm) of the feet at a place."""
    length, width = figure.feet_mm
    corners = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) * (length / 2, width / 2)
    c, s = np.cos(place[2]), np.sin(place[2])
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + place[:2], dtype=np.float64)


def covers_mm2(figure: Figure, aslant: float) -> float:
    """What a standing figure hides of the table, seen so far aside for its height."""
    body = _body_mm2(figure)
    return body + aslant * figure.height_mm * sqrt(body)


@lru_cache(32)
def _body_mm2(figure: Figure) -> float:
    outline = cv2.convexHull(figure.points_mm[:, :2].astype(np.float32))
    return FILLED * float(cv2.contourArea(outline))


def aim_at(track: Track, look: Look) -> None:
    assert track.place is not None
    aimed = track.aimed
    if aimed is not None:
        off = float(np.hypot(*(aimed.about_mm - track.place[:2])))
        if off < AIMED_MM:
            return
    track.aimed = aim(track.figure, look.camera, track.place[:2].copy(), float(track.place[2]))


def outline_of(figure: Figure, aimed: Aim, place: Floats, look: Look) -> NDArray[np.int32]:
    """What a standing figure covers at most, in small pixels."""
    at = pixels(aimed, place[None])[0] / look.backdrop.step
    feet = look.camera.to_picture(feet_of(figure, place), 0.0) / look.backdrop.step
    return np.asarray(cv2.convexHull(np.rint(np.concatenate([at, feet])).astype(np.int32)), dtype=np.int32)


def hull_of(track: Track, look: Look) -> NDArray[np.int32]:
    assert track.aimed is not None
    assert track.place is not None
    at = pixels(track.aimed, track.place[None])[0] / look.backdrop.step
    feet = look.camera.to_picture(feet_of(track.figure, track.place), 0.0) / look.backdrop.step
    return np.asarray(cv2.convexHull(np.rint(np.concatenate([at, feet])).astype(np.int32)), dtype=np.int32)


def drawn(hull: NDArray[np.int32], look: Look) -> NDArray[np.uint8]:
    """1 within a hull, at the small size."""
    drawn = np.zeros(look.change.sure.shape, np.uint8)
    cv2.fillConvexPoly(drawn, hull, 1)
    return drawn


def hulls_of_others(track: Track, tracks: Sequence[Track], look: Look) -> NDArray[np.uint8]:
    """Where the other figures are, at the small size."""
    other = np.zeros(look.change.sure.shape, np.uint8)
    for one in tracks:
        if one is not track and one.hull is not None:
            cv2.fillConvexPoly(other, one.hull, 1)
    return other


def seen_from(camera: Camera, place: Floats) -> Floats:
    """From which side a figure is seen: how far ahead and to the right a point is seen for its height."""
    c, s = np.cos(place[2]), np.sin(place[2])
    outward = (place[:2] - camera.foot_mm) / camera.height_mm
    return np.asarray(np.array([[c, s], [-s, c]]) @ outward, dtype=np.float64)


def hand_near(track: Track, look: Look) -> bool:
    """Whether a hand was over it, or is beside it, and may have taken it."""
    return look.taken_s - track.hand_s < HAND_NEAR_S


def share_in(mask: Mask, track: Track, look: Look) -> float:
    """The share of a figure's points that lie in a mask of the small size."""
    assert track.aimed is not None
    assert track.place is not None
    at = (pixels(track.aimed, track.place[None])[0] + 0.5) / look.backdrop.step
    x, y = np.floor(at).astype(np.int64).T
    high, wide = mask.shape
    inside = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
    if not inside.any():
        return 0.0
    return float(mask[y[inside], x[inside]].mean())


def beside(track: Track, look: Look) -> bool:
    """Whether a hand is so near to a figure that it may take it."""
    if track.hull is None:
        return False
    (x, y), (w, h) = track.hull.reshape(-1, 2).min(axis=0), np.ptp(track.hull.reshape(-1, 2), axis=0)

    def near(mask: Mask, far_mm: float) -> bool:
        far = max(1, round(far_mm * px_per_mm(look) / look.backdrop.step))
        return bool(mask[max(0, y - far) : y + h + far + 1, max(0, x - far) : x + w + far + 1].any())

    return near(look.hands, HAND_MM) or near(look.reach, FINGER_MM)


def px_per_mm(look: Look) -> float:
    return float(look.camera.lens.matrix[0, 0]) / look.camera.height_mm


def scene_about(look: Look, aimed: Aim, place: Floats) -> Scene:
    """The frame about a place where a figure may stand, with the light of the place taken out."""
    at = pixels(aimed, place[None])[0]
    room = 0.6 * float(np.ptp(at, axis=0).max()) + 12
    return scene_within(look, at.min(axis=0) - room, at.max(axis=0) + room)


def scene_within(look: Look, first_px: Floats, last_px: Floats) -> Scene:
    """The frame between two corners (x, y px), with the light of the place taken out."""
    high, wide = look.frame.shape[:2]
    left, top = np.clip(np.floor(first_px), 0, (wide - 8, high - 8)).astype(int)
    right, bottom = np.clip(np.ceil(last_px), (left + 8, top + 8), (wide, high)).astype(int)
    part = np.s_[top:bottom, left:right]
    field = look.change.field
    x = min(field.shape[1] - 1, max(0, int((left + right) / 2 * field.shape[1] / wide)))
    y = min(field.shape[0] - 1, max(0, int((top + bottom) / 2 * field.shape[0] / high)))
    return Scene(
        int(left), int(top), light_of(look.frame[part]) - field[y, x], light_of(look.backdrop.bare[part])
    )
