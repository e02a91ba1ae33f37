"""Where the tiles lie when they are not followed: at first sight, and after the camera or the mat was moved.

A tile that a hand covers from the first frame on is not there for the eye, and a race read without it would
be read wrongly. So nothing is begun while sides are hidden that must lie there: those that somebody told, or
those of the layout that was taught, where the others lie as they did in its picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.anchor import Follower, in_frame_of
from vision.backdrop import drawn_from_art
from vision.finding import find
from vision.layout import Doubt, Layout
from vision.lens import Lens
from vision.light import Picture
from vision.tiles import TileSide

HELD_SHARE = 0.35
"""Of a tile's marks so many must be seen where its picture has them: as many as show that none was pushed."""
RELAID_MM = 6.0
"""Nobody lays tiles anew as exactly as this."""
STAYED_MM = 3.0
"""Found again in the whole picture, a tile that nobody moved is told as near as this."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The layout, and the bare board as this camera sees it.

    `unseen` are sides that lay there when the layout was taught (without one, all that were taught) and are
    seen nowhere; `sure` when no other tile can turn up: the tiles lie as taught, or as they were expected.
    """

    layout: Layout
    bare: Picture
    unseen: tuple[str, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class NoSight:
    """Why not, as a key of `observation.WHY`, and which sides that is about."""

    why: str
    sides: tuple[str, ...]


class Seeker:
    """`laid` is the layout as taught and its picture, if there is one.

    `expected` are the sides that must lie there; None: any of them may.
    """

    def __init__(
        self,
        sides: Sequence[TileSide],
        lens: Lens,
        laid: tuple[Layout, Picture] | None,
        expected: frozenset[str] | None,
    ) -> None:
        self._sides, self._lens, self._laid, self._expected = sides, lens, laid, expected

    def first(self, picture: Picture) -> Sight | NoSight:
        """The first sight of the tiles on a picture (BGR)."""
        as_taught = self._as_taught(picture)
        if as_taught is not None:
            return as_taught
        found = find(picture, self._sides, self._lens, self._expected)
        if isinstance(found, Doubt):
            return _no_sight(found)
        if hidden := self._hidden(found):
            return NoSight("tiles_hidden", hidden)
        return self._sight(found, picture)

    def again(self, picture: Picture, before: Layout) -> Sight | NoSight:
        """The tiles that lay as `before`, wherever the camera looks from now; or others, laid anew."""
        found = find(picture, self._sides, self._lens, self._expected)
        if isinstance(found, Doubt):
            return _no_sight(found)
        if hidden := _missing(before, found, STAYED_MM):
            return NoSight("tiles_hidden", hidden)
        return self._sight(found, picture)

    def more(self, picture: Picture, now: Layout) -> Sight | None:
        """The tiles of a layout and others that were hidden before; None when there are no others."""
        found = find(picture, self._sides, self._lens, self._expected)
        if isinstance(found, Doubt) or not _names(found) > _names(now):
            return None
        return self._sight(found, picture)

    def _sight(self, layout: Layout, picture: Picture) -> Sight:
        taught = frozenset(side.id for side in self._sides)
        in_play = taught if self._laid is None else _names(self._laid[0])
        if self._expected is not None:
            in_play = self._expected
        unseen = tuple(sorted(in_play - _names(layout)))
        sure = self._expected is not None or taught == _names(layout)
        return Sight(layout, drawn_from_art(picture, layout), unseen, sure=sure)

    def _as_taught(self, picture: Picture) -> Sight | None:
        """The layout as taught, if all its tiles still lie so and are seen to."""
        if self._laid is None or (self._expected is not None and not self._expected <= _names(self._laid[0])):
            return None
        layout, bare = self._laid
        size = (picture.shape[1], picture.shape[0])
        if (bare.shape[1], bare.shape[0]) != size:
            layout = replace(layout, camera=layout.camera.scaled(size))
            bare = np.asarray(cv2.resize(bare, size, interpolation=cv2.INTER_AREA), np.uint8)
        follower, half = Follower(layout, halved(bare)), halved(picture)
        grey = np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), np.uint8)
        motion = follower.look(half, grey, None)
        if motion.state == "lost" or not motion.sure or motion.astray:
            return None
        if min(follower.shares(grey)) < HELD_SHARE:
            return None
        return Sight(layout, bare, (), sure=True)

    def _hidden(self, found: Layout) -> tuple[str, ...]:
        """Sides of the layout as taught that are missing while the others lie as they did."""
        if self._expected is not None or self._laid is None:
            return ()
        return _missing(self._laid[0], found, RELAID_MM)


def halved(picture: Picture) -> Picture:
    """At half the size, as it is followed."""
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def stays(old: Layout, new: Layout) -> bool:
    """Whether the same tiles lie as they did, both told in one frame of the table."""
    return _names(old) == _names(new) and apart_mm(old, new) < STAYED_MM


def _no_sight(doubt: Doubt) -> NoSight:
    match doubt.why:
        case "nothing" | "dark" | "shape":
            return NoSight("tiles_lost", ())
        case "missing":
            return NoSight("tiles_hidden", doubt.sides)
        case _:
            return NoSight("tiles_doubtful", doubt.sides)


def _names(layout: Layout) -> frozenset[str]:
    return frozenset(laid.side.id for laid in layout.tiles)


def _missing(before: Layout, now: Layout, near_mm: float) -> tuple[str, ...]:
    """Which tiles are missing; none if another is there or one lies elsewhere, for then all was laid anew."""
    if not _names(now) < _names(before) or apart_mm(before, in_frame_of(before, now)) > near_mm:
        return ()
    return tuple(sorted(_names(before) - _names(now)))


def apart_mm(old: Layout, new: Layout) -> float:
    """How far the farthest corner of a tile of the new layout lies from where it lay."""
    was = {laid.side.id: laid for laid in old.tiles}
    return max(
        float(
            np.hypot(
                *(
                    laid.place.to_table(laid.side.corners_mm)
                    - was[laid.side.id].place.to_table(laid.side.corners_mm)
                ).T
            ).max()
        )
        for laid in new.tiles
    )
