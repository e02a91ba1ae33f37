"""Follows camera and tiles from frame to frame: a bump or a push is noticed, and the places are fitted again.

Every frame costs one look at some marks of the tiles. As long as they lie where they should, or moved a
little together, that is all. When they do not, and nothing covers them, the whole picture was moved farther
than a mark's edge is wide: then turns and shifts are tried on a very small picture, and what fits best is
followed through larger ones. Where too little is seen to know, nothing is said and the layout stands.
"""

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.marks import LIGHT, Fit, Grey, Marks
from vision.pose import Camera, Floats, Place, camera_answers, place_of, same_table, shifted
from vision.search import Finder

State = Literal["ok", "refine", "lost"]

STILL_PX = 0.5
"""In px of the full picture: the camera is taken to stand still below."""
CREEP_PX = 0.12
"""What the camera is moved by without a word, so that a slow creep never adds up."""
LOOKS = 4
"""Looks at most by which a moved camera is followed within one frame."""
MOST_MARKS = 1200
HOLDS = 0.5
"""So many of the marks that are free must lie where they should."""
HOLDS_UNMASKED = 0.3
"""Or of all marks, whatever is said to cover them: a hand over half the board, seen as one or not."""
PLAIN = 0.75
GAINED = 0.04
"""Below a share of PLAIN a move must make so many more marks fit, or something else than the camera moved."""
LEAST_FREE = 0.1
"""Of fewer free marks nothing is said."""
UNSURE_PX = 0.3
"""In px of the full picture: above, too few marks are seen to move anything by."""
PUSHED = 0.35
"""Below this share a tile does not lie where it did, while the others do."""
SEARCH_EVERY = 3
"""Looks between two searches while nothing is found: one costs as much as some dozen looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """What one frame says of camera and tiles.

    `state`: *ok*, all lies where `layout` says (or too little is seen to say otherwise: then `sure` is
    false); *refine*, camera or tiles had moved and `layout` is fitted anew; *lost*, they moved and where to
    is not known: nothing may be claimed. `moved_px` is how far the farthest corner of a tile moved in this
    frame, in px of the full picture. `to_now` brings pixels of the reference picture (the one the follower
    was built from) to this one, for what does not move by itself on the table; `gains` are how much brighter
    blue, green and red are than in the reference; `pushed` the sides that were pushed, `astray` those that
    lie no longer where they did and were not found yet.
    """

    state: State
    sure: bool
    moved_px: float
    to_now: Floats
    gains: tuple[float, float, float]
    layout: Layout
    pushed: tuple[str, ...]
    astray: tuple[str, ...]


class Follower:
    """Built from a layout and the bare board as this camera sees it, at half the size of its pictures.

    `background` is BGR, half size. `look` is then given every frame in that size.
    """

    def __init__(self, layout: Layout, background: NDArray[np.uint8]) -> None:
        grey = np.asarray(cv2.cvtColor(background, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        self.layout = layout
        self._reference = layout
        self._marks = Marks(layout, grey, 0.5, MOST_MARKS)
        self._finder = Finder(layout, grey)
        self._colours = background.reshape(-1, 3)[self._marks.flat].astype(np.float32)
        self._to_now = np.eye(3)
        self._astray = np.zeros(len(layout.tiles), dtype=np.int64)
        self._turn = 0
        self._waits = 0
        self._lost = False
        self._gains = (1.0, 1.0, 1.0)
        self._aim()

    @property
    def marks(self) -> int:
        """How many marks there are; below some two hundred a board has too little art to follow."""
        return self._marks.count

    def look(self, half: NDArray[np.uint8], grey: Grey, covered: NDArray[np.uint8] | None) -> Motion:
        """One frame at half size: BGR, the same in grey, and where hands or figures are (not 0)."""
        marks = self._marks
        free = np.ones(marks.count, dtype=bool)
        if covered is not None:
            free = covered.reshape(-1)[marks.flat] == 0
        everything = np.ones(marks.count, dtype=bool)
        fit = marks.look(grey, free)
        seen = float(fit.looked.sum()) / max(1, marks.count)
        holds = seen >= LEAST_FREE and fit.share >= HOLDS
        if not holds:
            whole = marks.look(grey, everything)
            if whole.share >= max(HOLDS_UNMASKED, 0.5 * fit.share):
                # what is said to be free is covered as well; the rest still stands
                fit, holds = whole, True
        if not holds:
            return self._astray_all(grey, half, seen)
        self._lost, self._waits = False, 0
        marks.believe(fit)
        self._gains = self._brightness(half, fit)
        moved = self._moved_px(fit.step)
        unsure = self._unsure_px(fit)
        if unsure > UNSURE_PX and unsure > 0.3 * moved:
            return self._said("ok", sure=False, moved=0.0)
        sure = True
        if moved >= CREEP_PX:
            before, first = self.layout, fit.share
            fit, moved = self._corrected(grey, fit)
            if first < PLAIN and fit.share < first + GAINED:
                # a hand or one pushed tile pulled at the whole: moving made nothing fit better
                self._stand(before)
                fit, moved, sure = marks.look(grey, fit.looked, moves=False), 0.0, False
        pushed = self._pushed(grey, fit)
        state: State = "refine" if moved >= STILL_PX or pushed else "ok"
        return self._said(state, sure=sure or bool(pushed), moved=moved, pushed=pushed)

    def shares(self, grey: Grey) -> list[float]:
        """Of each tile the share of its marks that lie where they should in a picture of half the size."""
        every = np.ones(self._marks.count, dtype=bool)
        fit = self._marks.look(grey, every, moves=False)
        return [fit.share_of(self._marks.tile == t) for t in range(len(self.layout.tiles))]

    def stand_on(self, layout: Layout) -> bool:
        """Goes on from a layout found anew, in which all tiles of this one lie; False when one is missing.

        The table's frame is the new layout's; see `in_frame_of`.
        """
        by_id = {laid.side.id: laid for laid in layout.tiles}
        if any(laid.side.id not in by_id for laid in self.layout.tiles):
            return False
        tiles = tuple(by_id[laid.side.id] for laid in self.layout.tiles)
        self._stand(Layout(layout.camera, tiles))
        self._lost, self._waits = False, 0
        self._astray[:] = 0
        return True

    # one look

    def _corrected(self, grey: Grey, fit: Fit) -> tuple[Fit, float]:
        """The camera moved by a fit, again and again until it lies still: one look is right near by only."""
        before = self.layout
        for _ in range(LOOKS):
            self._stand(replace(self.layout, camera=self._full(self._marks.nudge(fit))))
            fit = self._marks.look(grey, fit.looked)
            if self._moved_px(fit.step) < CREEP_PX:
                break
        return fit, _apart_px(before, self.layout)

    def _said(self, state: State, *, sure: bool, moved: float, pushed: tuple[str, ...] = ()) -> Motion:
        astray = tuple(
            laid.side.id for laid, count in zip(self.layout.tiles, self._astray, strict=True) if count >= 2
        )
        return Motion(state, sure, moved, self._to_now, self._gains, self.layout, pushed, astray)

    def _aim(self) -> None:
        """What turns a step of the camera into px at the tiles' corners."""
        corners = [laid.place.to_table(laid.side.corners_mm) for laid in self.layout.tiles]
        self._corners = camera_answers(self.layout.camera, np.concatenate(corners)).reshape(-1, 6)

    def _moved_px(self, step: Floats) -> float:
        return float(np.hypot(*(self._corners @ step).reshape(-1, 2).T).max())

    def _unsure_px(self, fit: Fit) -> float:
        spread = np.linalg.inv(fit.normal)[LIGHT:, LIGHT:]
        return float(np.sqrt(np.einsum("ni,ij,nj->n", self._corners, spread, self._corners).max()))

    def _full(self, camera: Camera) -> Camera:
        return replace(self.layout.camera, rotation=camera.rotation, translation=camera.translation)

    def _stand(self, layout: Layout) -> None:
        self.layout = layout
        self._marks.stand(layout)
        self._aim()
        self._to_now = _plane_motion(self._reference, layout)

    def _brightness(self, half: NDArray[np.uint8], fit: Fit) -> tuple[float, float, float]:
        """How much brighter each colour is, by the marks that lie where they should."""
        good = np.flatnonzero(fit.good)[::3]
        now = half.reshape(-1, 3)[self._marks.flat[good]].astype(np.float32)
        was = self._colours[good]
        full = (now.max(axis=1) < 250) & (was.max(axis=1) < 250)
        if full.sum() < 20:
            return self._gains
        now, was = now[full], was[full]
        b, g, r = (
            np.einsum("nc,nc->c", now, was) / np.maximum(np.einsum("nc,nc->c", was, was), 1e-6)
        ).tolist()
        return b, g, r

    # pushed tiles

    def _pushed(self, grey: Grey, fit: Fit) -> tuple[str, ...]:
        """Tiles that moved by themselves, put where they lie now."""
        count = len(self.layout.tiles)
        looked, good, lucky, every = (
            np.bincount(self._marks.tile[some], minlength=count)
            for some in (fit.looked, fit.good, fit.lucky, slice(None))
        )
        share = (good - lucky) / np.maximum(1, looked - lucky)
        gone = (share < PUSHED) & (looked >= np.maximum(40, 0.4 * every))
        self._astray = np.where(gone, self._astray + 1, 0)
        pushed = []
        for i in range(count):
            if self._astray[i] < 2 or self._astray[i] % SEARCH_EVERY != 2:
                continue
            found = self._finder.tile(grey, self.layout, i, self._marks)
            if found is not None:
                self._place(i, found)
                self._astray[i] = 0
                pushed.append(self.layout.tiles[i].side.id)
        # one tile after the other is looked at closely, for a push by less than an edge is wide
        self._turn = (self._turn + 1) % count
        t = self._turn
        if not gone[t] and count > 1:
            side, place = self.layout.tiles[t].side, self.layout.tiles[t].place
            middle = np.array(side.size_mm) / 2
            step, sure = self._marks.of_tile(fit, t, place.to_table(middle[None])[0])
            moved = _step_px(self.layout, t, step)
            if moved >= STILL_PX and sure > 12.0:
                self._place(t, shifted(place, step, middle))
                pushed.append(side.id)
        return tuple(pushed)

    def _place(self, tile: int, place: Place) -> None:
        tiles = list(self.layout.tiles)
        tiles[tile] = replace(tiles[tile], place=place)
        self._stand(replace(self.layout, tiles=tuple(tiles)))

    # all lost

    def _astray_all(self, grey: Grey, half: NDArray[np.uint8], seen: float) -> Motion:
        """Nothing lies where it should: search, now and then while nothing is found."""
        self._waits += 1
        if self._waits % SEARCH_EVERY == 1:
            camera = self._finder.camera(grey, self.layout, self._marks)
            if camera is not None:
                before = self.layout
                self._stand(replace(self.layout, camera=self._full(camera)))
                self._lost, self._waits = False, 0
                fit = self._marks.look(grey, np.ones(self._marks.count, dtype=bool))
                self._gains = self._brightness(half, fit)
                return self._said("refine", sure=True, moved=_apart_px(before, self.layout))
        if seen < LEAST_FREE and not self._lost:
            return self._said("ok", sure=False, moved=0.0)
        self._lost = True
        return self._said("lost", sure=False, moved=0.0)


def in_frame_of(old: Layout, new: Layout) -> Layout:
    """A layout found anew, told in the table's frame of an older one by the tiles that both have."""
    was = {laid.side.id: laid for laid in old.tiles}
    shared = [laid for laid in new.tiles if laid.side.id in was]
    if not shared:
        return new
    here = np.concatenate([laid.place.to_table(laid.side.corners_mm) for laid in shared])
    there = np.concatenate([was[laid.side.id].place.to_table(laid.side.corners_mm) for laid in shared])
    move, _ = place_of(here, there)
    camera, places = same_table(
        new.camera, [laid.place for laid in new.tiles], move.turn_deg, np.array([move.x_mm, move.y_mm])
    )
    return Layout(
        camera, tuple(replace(laid, place=place) for laid, place in zip(new.tiles, places, strict=True))
    )


def _board(layout: Layout) -> Floats:
    """Points all over the tiles: N x 2 table mm."""
    grid = np.stack(np.meshgrid(np.linspace(0, 1, 4), np.linspace(0, 1, 4)), axis=-1).reshape(-1, 2)
    return np.concatenate([laid.place.to_table(grid * laid.side.size_mm) for laid in layout.tiles])


def _plane_motion(old: Layout, new: Layout) -> Floats:
    """The homography that brings the table as it was seen to where it is seen now."""
    table = _board(old)
    a, b = old.camera.to_picture(table, 0.0), new.camera.to_picture(table, 0.0)
    found = cv2.findHomography(a, b, 0)[0]
    return np.eye(3) if found is None else np.asarray(found, dtype=np.float64)


def _apart_px(old: Layout, new: Layout) -> float:
    table = _board(old)
    return float(np.hypot(*(old.camera.to_picture(table, 0.0) - new.camera.to_picture(table, 0.0)).T).max())


def _step_px(layout: Layout, tile: int, step: Floats) -> float:
    """About how far a tile's corners move in the picture."""
    camera, side = layout.camera, layout.tiles[tile].side
    reach_mm = float(np.hypot(step[0], step[1])) + abs(float(step[2])) * float(np.hypot(*side.size_mm)) / 2
    return reach_mm * float(camera.lens.matrix[0, 0]) / camera.height_mm
