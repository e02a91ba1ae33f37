"""Each figure over time: where it stands, that it has fallen, is in a hand, or cannot be seen.

Figures are known and few, and their looks were learned: nothing is ever tracked that was not taught. A figure
at rest is only looked at again when something stirs there, or now and then (`following`). One that is not
where it was is looked for in what differs from the bare board and belongs to nobody (`searching`).
"""

from math import hypot

import cv2
import numpy as np

from vision.aspects import Aspects
from vision.figures import Figure
from vision.following import still_there
from vision.layout import Layout
from vision.pose import Camera
from vision.searching import find_lost
from vision.stance import Posture
from vision.track import SAME_PLACE_MM, Look, Mask, Track, covers_mm2


class Tracks:
    """All figures of a table. `see` takes frames in order of time; `figures` are those that were taught."""

    def __init__(self, figures: tuple[Figure, ...]) -> None:
        self._taught = figures
        self.tracks = tuple(Track(figure, Aspects(figure)) for figure in figures)
        self._body_mm2 = float(np.median([covers_mm2(figure, 0.0) for figure in figures]))

    def reset(self) -> None:
        self.tracks = tuple(Track(figure, Aspects(figure)) for figure in self._taught)

    def moved_camera(self) -> None:
        """The camera hangs elsewhere: figures stand where they did, but are seen at other pixels."""
        for track in self.tracks:
            track.aimed, track.hull, track.looked_s = None, None, -1e9

    def body_px(self, camera: Camera, step: int) -> float:
        """Small pixels that a middling figure covers, seen from above."""
        return max(4.0, self._body_mm2 * _px_a_mm(camera, step) ** 2)

    def aslant_px(self, layout: Layout, step: int) -> tuple[float, float]:
        """Small pixels that any figure may cover, and all not met yet, seen as far aslant as the tiles
        reach."""
        camera = layout.camera
        rims = np.concatenate([laid.place.to_table(laid.side.corners_mm) for laid in layout.tiles])
        aslant = float(np.hypot(*(rims - camera.foot_mm).T).max()) / camera.height_mm
        scale = _px_a_mm(camera, step) ** 2
        each = [covers_mm2(track.aspects.taught, aslant) * scale for track in self.tracks]
        unmet = [px for px, track in zip(each, self.tracks, strict=True) if track.place is None]
        return max(each), sum(unmet)

    def mask(self, shape: tuple[int, int]) -> Mask:
        """Where figures stand or lie, as last seen, at the small size."""
        drawn = np.zeros(shape, np.uint8)
        for track in self.tracks:
            if track.hull is not None and track.posture is not Posture.HELD:
                cv2.fillConvexPoly(drawn, track.hull, 1)
        return drawn > 0

    def see(self, look: Look) -> None:
        """One frame: each track's posture and place."""
        lost = [track for track in self.tracks if not still_there(track, look, self.tracks)]
        if lost:
            find_lost(lost, look, self.tracks, self.body_px(look.camera, look.backdrop.step))
        self._part()

    def _part(self) -> None:
        """Two figures are never in one place: the one that looks less like itself there was mistaken."""
        standing = [t for t in self.tracks if t.posture is Posture.STANDING and t.place is not None]
        for i, a in enumerate(standing):
            for b in standing[i + 1 :]:
                assert a.place is not None
                assert b.place is not None
                if hypot(*(a.place[:2] - b.place[:2])) < SAME_PLACE_MM:
                    worse = min(a, b, key=lambda t: t.likeness / max(t.usual, 1e-6))
                    worse.posture, worse.hull, worse.looked_s = Posture.UNSEEN, None, -1e9


def _px_a_mm(camera: Camera, step: int) -> float:
    return float(camera.lens.matrix[0, 0]) / camera.height_mm / step
