"""Each figure over time: where it stands, that it has fallen, is in a hand, or cannot be seen.

Figures are known and few, and their looks were learned: nothing is ever tracked that was not taught. A figure
at rest is only looked at again when something stirs there, or now and then. One that is not where it was is
looked for in what differs from the bare board and belongs to nobody.
"""

from dataclasses import dataclass, field
from math import atan2, degrees, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Backdrop, Change
from vision.aspects import KNOWN_BY, Aspects
from vision.figures import Figure
from vision.glimpse import cut_from, first_glimpse, glimpse, same_colours
from vision.light import Picture, light_of
from vision.matching import Aim, Scene, Stood, aim, likeness, pixels, stand_near
from vision.pose import Camera, Floats
from vision.stance import Posture

Mask = NDArray[np.bool_]

FOLLOW = ((2.0, 0.10), (0.7, 0.035), (0.35, 0.0175))
"""Steps (mm, rad) of a search about where a figure is expected: brisk walks make 5 mm a frame."""
FINE = ((1.0, 0.05), (0.35, 0.0175))
AT_REST_MM = 0.6
LOOK_AGAIN_S = 0.25
STIRRED = 0.12
"""Log of light by which a small pixel must change from one frame to the next to be taken for a motion."""
FIRST_STANDS = 0.3
"""Likeness from which a figure not seen before is taken to stand there."""
HOPELESS = 0.4
"""Of that: turned by at most 11 degrees and off by at most 4 mm, a figure looks like itself by more."""
RIVAL = 1.25
"""Times a figure must look more like itself than another missing one would."""
NEAR_MM = 25.0
"""What stands so near to where a figure was, no hand about, is that figure."""
TRAIL_S, WALKED_MM = 1.0, 12.0
"""The way a figure has come in a second is told by so many mm: steps sway it by 3."""
BACKWARDS = 2.1
"""Figures drift aside, but none walks backwards (rad)."""
AS_LIKE = 0.85
"""Of the best likeness: turned so, it could be as well."""
SEARCH_S = 0.16
"""Between two searches for a figure that is nowhere."""
LYING_SHARE = 0.5
"""Of the small pixels a figure covers, what lies has so many at least."""
TOPPLES_MM, TOPPLES_MM_S = 10.0, 120.0
"""Figures walk up to 80 mm a second, and what is seen of them sways by 3 mm either way; a camera that shows a
frame twice lets both come at once."""
TOPPLED_S = 3.0
"""After that a figure must look like itself again to be taken to stand."""
FALLS_S = 0.1
"""A figure lies, or nearly, so long after it was seen to topple: a rod of 60 mm takes 0.2 s in all."""
LIKE_ITSELF, LIES_OUT = 0.8, 0.35
"""A figure that looks like itself by less of its usual likeness, and of which more reaches out of the outline
it would have standing, lies."""
SAME_OUTLINE = 0.6
"""Share of both outlines that is common when a figure still stands where it stood."""
USUAL_SHARE = 0.5
"""Of its usual likeness: a figure that looks less like itself does not stand there any more."""
COVERED = 0.35
"""Share of its points under a hand from which nothing is said of a figure."""
SAME_PLACE_MM = 9.0
"""Two figures cannot stand closer: half of the narrowest feet each."""
AIMED_MM, AIMED_RAD = 6.0, 0.25
HEADINGS = 16
LOST_REACH_MM = 90.0
"""A figure that lies is found within its own length and a stumble of where it stood."""
FILLED = 0.8
"""Of its outline from above a figure fills about so much."""
BLOB_SHARE = 0.3
"""Of the small pixels a figure covers, a thing must have so many to be one."""
HAND_MM = 170.0
"""A hand reaches so far beyond a sleeve; it may look like the tile it is over."""
BARE_SHARE = 0.25
"""Of a figure's place so little may differ where the place is bare."""
CARRIED_MM, HIDDEN_S = 15.0, 3.0
"""A figure that stands so far from where a hand hid it, so lately, has been carried by it."""
HAND_NEAR_S = 0.5
"""A figure that is gone while a hand was near so lately has been taken by it."""
HINT_S = 0.6
"""Known by its colours a figure must be twice in so long."""
LEAST_SIZE, MOST_SIZE = 0.4, 2.2
"""Of what it shows from above: seen aslant a figure covers more, and its shadow."""
WELL_KNOWN = 0.45
"""A figure that looks so much like itself is not learned better: what walks sways, and its sway would be."""
UNSEEN_MM_S = 25.0
"""How a figure's place grows uncertain while a hand hides it."""


@dataclass(slots=True)
class Track:
    """What is known of a figure; `place` is x, y mm and heading (rad, clockwise as seen), None until seen."""

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
    seen_s: float = -1e9
    looked_s: float = -1e9
    moved_s: float = -1e9
    hand_s: float = -1e9
    hidden_s: float = -1e9
    toppled_s: float = -1e9
    lies_mm: tuple[float, float] | None = None
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
    """One frame for the tracks: the whole of it, the bare board, what differs, hands and what stirs."""

    taken_s: float
    frame: Picture
    backdrop: Backdrop
    camera: Camera
    change: Change
    hands: Mask
    stirred: Mask | None


class Tracks:
    """All figures of a table. `see` takes frames in order of time; `figures` are those that were taught."""

    def __init__(self, figures: tuple[Figure, ...]) -> None:
        self._taught = figures
        self.tracks = tuple(Track(figure, Aspects(figure)) for figure in figures)
        hulls = [cv2.convexHull(figure.points_mm[:, :2].astype(np.float32)) for figure in figures]
        self._body_mm2 = FILLED * float(np.median([cv2.contourArea(hull) for hull in hulls]))

    def reset(self) -> None:
        self.tracks = tuple(Track(figure, Aspects(figure)) for figure in self._taught)

    def moved_camera(self) -> None:
        """The camera hangs elsewhere: figures stand where they did, but are seen at other pixels."""
        for track in self.tracks:
            track.aimed, track.hull, track.looked_s = None, None, -1e9

    def body_px(self, camera: Camera, step: int) -> float:
        """Small pixels that a middling figure covers."""
        return max(4.0, self._body_mm2 * (float(camera.lens.matrix[0, 0]) / camera.height_mm / step) ** 2)

    def mask(self, shape: tuple[int, int]) -> Mask:
        """Where figures stand or lie, as last seen, at the small size."""
        drawn = np.zeros(shape, np.uint8)
        for track in self.tracks:
            if track.hull is not None and track.posture is not Posture.HELD:
                cv2.fillConvexPoly(drawn, track.hull, 1)
        return drawn > 0

    def see(self, look: Look) -> None:
        """One frame: each track's posture and place."""
        lost = [track for track in self.tracks if not self._still_there(track, look)]
        if lost:
            self._find(lost, look)
        self._part(look)

    # one that is where it was

    def _still_there(self, track: Track, look: Look) -> bool:
        """Whether the figure is accounted for: it stands, or it cannot be seen."""
        if track.place is None or track.posture in {Posture.HELD, Posture.FALLEN}:
            return False
        if track.posture is Posture.UNSEEN and look.taken_s - track.seen_s > 60.0:
            return False
        self._aim(track, look)
        covered = _share_in(look.hands, track, look)
        if covered > COVERED:
            track.hand_s = track.hidden_s = look.taken_s
            track.posture = Posture.UNSEEN
            track.speed = np.zeros(3)
            return True
        if covered > 0 or _beside(look.hands, track, look):
            track.hand_s = look.taken_s
        resting = track.posture is Posture.STANDING and not track.moving
        if (
            resting
            and look.stirred is not None
            and look.taken_s - track.looked_s < LOOK_AGAIN_S
            and _share_in(look.stirred, track, look) == 0
        ):
            track.seen_s = look.taken_s
            return True
        stood = self._follow(track, look)
        if stood is None:
            return False
        if self._topples(track, stood, look):
            if look.taken_s - track.toppled_s > TOPPLED_S:
                track.toppled_s = look.taken_s
            track.posture = Posture.UNSEEN
            return look.taken_s - track.toppled_s < FALLS_S
        self._stands(track, stood, look)
        return True

    def _topples(self, track: Track, stood: Stood, look: Look) -> bool:
        """Whether its head goes faster than any figure walks, and nobody pushes it: it is about to lie."""
        assert track.place is not None
        if self._hand_near(track, look):
            return False
        far = hypot(stood.x_mm - float(track.place[0]), stood.y_mm - float(track.place[1]))
        return far > max(TOPPLES_MM, TOPPLES_MM_S * (look.taken_s - track.seen_s))

    def _follow(self, track: Track, look: Look) -> Stood | None:
        assert track.place is not None
        assert track.aimed is not None
        past = min(look.taken_s - track.seen_s, 0.2)
        guess = track.place + track.speed * past
        scene = _scene(look, track.aimed, guess)
        resting = track.posture is Posture.STANDING and not track.moving
        stood = stand_near(track.aimed, scene, guess, FINE if resting else FOLLOW, 3)
        if self._good(track, stood, look) and not self._lies(track, stood, look):
            return stood
        # a stumble, a push, or a walk seen again after a while
        around = np.array(
            [
                [x, y, a]
                for x in (-12.0, -6.0, 0.0, 6.0, 12.0)
                for y in (-12.0, -6.0, 0.0, 6.0, 12.0)
                for a in (-0.5, 0, 0.5)
            ]
        )
        found = likeness(track.aimed, scene, guess + around)
        stood = stand_near(track.aimed, scene, (guess + around)[int(found.argmax())], FOLLOW, 3)
        return stood if self._good(track, stood, look) and not self._lies(track, stood, look) else None

    def _lies(self, track: Track, stood: Stood, look: Look) -> bool:
        """Whether what differs there reaches out of the outline of the figure: then it does not stand.

        Asked only if it looks less like itself than it used to, or has just toppled: a shadow or a neighbour
        reaches out as well.
        """
        toppled = look.taken_s - track.toppled_s < TOPPLED_S
        if track.usual == 0 or (stood.likeness > LIKE_ITSELF * track.usual and not toppled):
            return False
        place = np.array([stood.x_mm, stood.y_mm, stood.heading])
        aimed = aim(track.figure, look.camera, place[:2], float(place[2]))
        outline = np.zeros(look.change.sure.shape, np.uint8)
        cv2.fillConvexPoly(outline, _outline(track.figure, aimed, place, look), 1)
        near = np.asarray(cv2.dilate(outline, np.ones((3, 3), np.uint8))) > 0
        other = np.zeros(look.change.sure.shape, np.uint8)
        for one in self.tracks:
            if one is not track and one.hull is not None:
                cv2.fillConvexPoly(other, one.hull, 1)
        seen = (look.change.sure & ~look.hands & (other == 0)).astype(np.uint8)
        count, labels = cv2.connectedComponents(seen, connectivity=8)
        inside = np.bincount(labels[near], minlength=count)
        whole = np.bincount(labels.ravel(), minlength=count)
        its = [i for i in range(1, count) if inside[i] > 0.2 * whole[i]]
        there = sum(int(whole[i]) for i in its)
        return there > 0 and sum(int(inside[i]) for i in its) < (1 - LIES_OUT) * there

    def _good(self, track: Track, stood: Stood, look: Look) -> bool:
        if not track.usual:
            return stood.likeness >= FIRST_STANDS
        toppled = look.taken_s - track.toppled_s < TOPPLED_S
        return stood.likeness >= (LIKE_ITSELF if toppled else USUAL_SHARE) * track.usual

    def _stands(self, track: Track, stood: Stood, look: Look) -> None:
        place = np.array([stood.x_mm, stood.y_mm, stood.heading])
        if track.place is not None and track.posture is Posture.STANDING:
            past = max(look.taken_s - track.seen_s, 1e-3)
            turn = (place[2] - track.place[2] + np.pi) % (2 * np.pi) - np.pi
            step = np.array([place[0] - track.place[0], place[1] - track.place[1], turn])
            if hypot(step[0], step[1]) > AT_REST_MM:
                track.moved_s = look.taken_s
            track.speed = (
                0.5 * track.speed + 0.5 * step / past if look.taken_s - track.moved_s < 0.5 else np.zeros(3)
            )
        else:
            track.speed, track.moved_s = np.zeros(3), look.taken_s
            track.run += 1
        track.place, track.posture, track.likeness, track.lies_mm = (
            place,
            Posture.STANDING,
            stood.likeness,
            None,
        )
        track.usual = stood.likeness if track.usual == 0 else 0.95 * track.usual + 0.05 * stood.likeness
        track.seen_s = track.looked_s = look.taken_s
        self._aim(track, look)
        self._face(track, look)
        track.hull = self._hull(track, look)
        self._turn(track, look)

    def _turn(self, track: Track, look: Look) -> None:
        """Sees the figure as the aspect it shows now, and learns one that is not known."""
        assert track.place is not None
        if self._hand_near(track, look) or track.moving:
            return
        side = _seen_from(look.camera, track.place)
        best = track.aspects.nearest(side)
        if best is not None and best is not track.figure:
            aimed = aim(best, look.camera, track.place[:2].copy(), float(track.place[2]))
            stood = stand_near(aimed, _scene(look, aimed, track.place), track.place, FINE, 2)
            if stood.likeness > track.likeness:
                track.figure, track.aimed, track.likeness = best, aimed, stood.likeness
                track.place = np.array([stood.x_mm, stood.y_mm, stood.heading])
        if track.likeness > WELL_KNOWN or not track.aspects.wants(side) or track.hull is None:
            return
        if track.figure.pictures > 1 and not track.aspects.guessed:
            return  # two pictures show it all round
        if not track.faces and not track.aspects.guessed:
            return
        assert track.aimed is not None
        scene = _scene(look, track.aimed, track.place)
        wide = np.asarray(cv2.dilate(_drawn(track.hull, look), np.ones((3, 3), np.uint8)))
        other = np.zeros(wide.shape, np.uint8)
        for one in self.tracks:
            if one is not track and one.hull is not None:
                cv2.fillConvexPoly(other, one.hull, 1)
        if np.logical_and(wide, other).any():
            return
        (outline, *_), _ = cv2.findContours(wide, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cut = cut_from(scene, np.asarray(outline.reshape(-1, 2) * look.backdrop.step, np.int32))
        figure = glimpse(track.figure, cut, look.camera, track.place)
        if figure is None:
            return
        track.aspects.learn(figure, side)
        aimed = aim(figure, look.camera, track.place[:2].copy(), float(track.place[2]))
        track.figure, track.aimed = figure, aimed
        track.likeness = track.usual = stand_near(aimed, scene, track.place, FINE[1:], 1).likeness

    def _face(self, track: Track, look: Look) -> None:
        """Wind-up figures walk ahead: the way it has come tells which way a figure faces that looks alike
        from several sides, and that one was taken for another way round."""
        assert track.place is not None
        x, y, heading = (float(value) for value in track.place)
        if self._hand_near(track, look) or look.taken_s - track.moved_s > 0.5:
            track.trail.clear()
            return
        track.trail.append((look.taken_s, x, y))
        while track.trail[0][0] < look.taken_s - TRAIL_S:
            del track.trail[0]
        come_x, come_y = x - track.trail[0][1], y - track.trail[0][2]
        if hypot(come_x, come_y) < WALKED_MM:
            return
        ahead = atan2(come_y, come_x)
        off = abs((ahead - heading + np.pi) % (2 * np.pi) - np.pi)
        if track.faces and off < BACKWARDS:
            return
        if track.aspects.guessed:
            # only now is it known which way it faces
            track.aspects.turn(ahead - heading)
            track.figure = track.aspects.turned(track.figure)
            track.place = np.array([x, y, ahead])
            track.aimed = aim(track.figure, look.camera, track.place[:2].copy(), ahead)
            track.trail.clear()
            track.faces = True
            return
        aimed = aim(track.figure, look.camera, track.place[:2].copy(), ahead)
        start = np.array([x, y, ahead])
        stood = stand_near(aimed, _scene(look, aimed, start), start, FINE, 3)
        track.trail.clear()
        if stood.likeness >= AS_LIKE * track.likeness:
            track.place, track.aimed = np.array([stood.x_mm, stood.y_mm, stood.heading]), aimed
            track.faces = True

    def _hull(self, track: Track, look: Look) -> NDArray[np.int32]:
        assert track.aimed is not None
        assert track.place is not None
        at = pixels(track.aimed, track.place[None])[0] / look.backdrop.step
        feet = look.camera.to_picture(feet_of(track.figure, track.place), 0.0) / look.backdrop.step
        return np.asarray(
            cv2.convexHull(np.rint(np.concatenate([at, feet])).astype(np.int32)), dtype=np.int32
        )

    def _aim(self, track: Track, look: Look) -> None:
        assert track.place is not None
        aimed = track.aimed
        if aimed is not None:
            off = float(np.hypot(*(aimed.about_mm - track.place[:2])))
            if off < AIMED_MM:
                return
        track.aimed = aim(track.figure, look.camera, track.place[:2].copy(), float(track.place[2]))

    # one that is not

    def _find(self, lost: list[Track], look: Look) -> None:
        """Looks for figures in what differs from the bare board and belongs to nobody."""
        size = self.body_px(look.camera, look.backdrop.step)
        blobs = self._blobs(look)
        free = [blob for blob in blobs if not blob.hand and blob.area >= BLOB_SHARE * size]
        asked = [t for t in lost if look.taken_s - t.searched_s >= SEARCH_S] if free else []
        stood = {
            (i, k): self._stand_in(t, blob, look) for i, t in enumerate(asked) for k, blob in enumerate(free)
        }
        for track in asked:
            track.searched_s = look.taken_s
        taken: set[int] = set()
        for (i, k), (best, figure) in sorted(stood.items(), key=lambda item: -item[1][0].likeness):
            track = asked[i]
            if k in taken or track.looked_s == look.taken_s or not self._good(track, best, look):
                continue
            if self._lies(track, best, look):
                continue
            if (
                track.posture is not Posture.HELD
                and track.place is not None
                and self._topples(track, best, look)
            ):
                continue
            rivals = [
                stood[j, k][0].likeness
                for j in range(len(asked))
                if j != i and asked[j].looked_s < look.taken_s
            ]
            near = _far(free[k], track) < NEAR_MM and not self._hand_near(track, look)
            if rivals and max(rivals) > best.likeness / RIVAL and not near:
                continue  # it could be either: the next frames tell
            if track.posture is Posture.UNSEEN and self._carried(track, best, look):
                track.posture, track.looked_s = Posture.HELD, look.taken_s  # a hand hid that it took it
                taken.add(k)
                continue
            track.figure = figure
            track.speed, track.faces = np.zeros(3), self._faces_surely(track, best, look)
            track.trail.clear()
            self._stands(track, best, look)
            taken.add(k)
        taken |= self._find_by_colours(asked, free, taken, stood, look)
        rest = [blob for k, blob in enumerate(free) if k not in taken and blob.area >= LYING_SHARE * size]
        for track in lost:
            if track.looked_s < look.taken_s:
                self._not_standing(track, rest, look)

    def _find_by_colours(
        self,
        asked: "list[Track]",
        free: "list[_Blob]",
        taken: set[int],
        stood: "dict[tuple[int, int], tuple[Stood, Figure]]",
        look: Look,
    ) -> set[int]:
        """Figures put down that show a side not known: by their colours, size, and that nobody else is left.

        Returns which blobs they are.
        """
        lost = [track for track in asked if track.looked_s < look.taken_s]
        likely: dict[tuple[int, int], float] = {}
        for k, blob in enumerate(free):
            if k in taken:
                continue
            middle = np.array([*blob.middle_mm, 0.0])
            cut = None
            for i, track in enumerate(asked):
                if track not in lost or not self._of_size(blob, track, look):
                    continue
                if cut is None:
                    scene = _scene(look, aim(track.figure, look.camera, middle[:2], 0.0), middle)
                    cut = cut_from(scene, blob.hull * look.backdrop.step)
                likely[i, k] = same_colours(cut, track.aspects.taught)
        found: set[int] = set()
        for (i, k), same in sorted(likely.items(), key=lambda item: -item[1]):
            track, blob = asked[i], free[k]
            others = [likely[j, m] for j, m in likely if (j == i) != (m == k)]
            if k in found or track.looked_s == look.taken_s or same < KNOWN_BY:
                continue
            if (others and max(others) > same / RIVAL) or not _may_be_put(track, look):
                continue
            hint, track.hint = track.hint, (look.taken_s, *blob.middle_mm)
            if hint is None or look.taken_s - hint[0] > HINT_S or _far_from(blob, hint[1:]) > NEAR_MM:
                continue
            if self._begin(track, blob, stood[i, k][0], look):
                found.add(k)
        return found

    def _of_size(self, blob: "_Blob", track: Track, look: Look) -> bool:
        outline = cv2.convexHull(track.aspects.taught.points_mm[:, :2].astype(np.float32))
        whole = FILLED * cv2.contourArea(outline) * (_px_per_mm(look) / look.backdrop.step) ** 2
        return bool(LEAST_SIZE * whole < blob.area < MOST_SIZE * whole)

    def _begin(self, track: Track, blob: "_Blob", stood: Stood, look: Look) -> bool:
        """Takes up a figure that was known by its colours, as it looks now."""
        guess = np.array([stood.x_mm, stood.y_mm, stood.heading])
        scene = _scene(look, aim(track.figure, look.camera, guess[:2], float(guess[2])), guess)
        first = first_glimpse(
            track.aspects.taught,
            cut_from(scene, blob.hull * look.backdrop.step),
            look.camera,
            stood.heading,
        )
        if first is None:
            return False
        figure, place = first
        aimed = aim(figure, look.camera, place[:2], float(place[2]))
        again = stand_near(aimed, scene, place, FINE, 3)
        if again.likeness < FIRST_STANDS:
            return False
        track.aspects.guess(figure, _seen_from(look.camera, place))
        track.figure, track.usual = figure, 0.0
        track.speed, track.faces = np.zeros(3), False
        track.trail.clear()
        self._stands(track, again, look)
        return True

    def _carried(self, track: Track, stood: Stood, look: Look) -> bool:
        """Whether it stands elsewhere than where a hand hid it."""
        if track.place is None or look.taken_s - track.hidden_s > HIDDEN_S:
            return False
        far = hypot(stood.x_mm - float(track.place[0]), stood.y_mm - float(track.place[1]))
        return far > CARRIED_MM

    def _not_standing(self, track: Track, blobs: "list[_Blob]", look: Look) -> None:
        """It has fallen, or is in a hand, or cannot be seen."""
        hull, track.hull = track.hull, None
        if track.place is None:
            track.posture = Posture.UNSEEN
            return
        if self._hand_near(track, look):
            # taken, unless something is still to be seen there that may be the figure half hidden
            if track.posture is not Posture.HELD and self._bare_there(hull, look):
                track.posture = Posture.HELD
            elif track.posture is not Posture.HELD:
                track.posture = Posture.UNSEEN
            return
        near = [blob for blob in blobs if _far(blob, track) < LOST_REACH_MM]
        if near and track.posture is not Posture.HELD:
            blob = min(near, key=lambda b: _far(b, track))
            toppled = look.taken_s - track.toppled_s < TOPPLED_S
            if track.posture is Posture.STANDING and not toppled and hull is not None and _fills(blob, hull):
                # of the same outline as before, though it looks otherwise: the light changed, not the figure
                track.usual *= 0.8
                track.hull, track.seen_s = hull, look.taken_s
                return
            blobs.remove(blob)
            track.posture, track.lies_mm, track.hull = Posture.FALLEN, blob.middle_mm, blob.hull
            track.seen_s = look.taken_s
        elif track.posture is not Posture.HELD:
            track.posture = Posture.UNSEEN

    def _bare_there(self, hull: NDArray[np.int32] | None, look: Look) -> bool:
        if hull is None:
            return True
        drawn = np.zeros(look.change.sure.shape, np.uint8)
        cv2.fillConvexPoly(drawn, hull, 1)
        there = look.change.sure[drawn > 0]
        return there.size == 0 or float(there.mean()) < BARE_SHARE

    def _hand_near(self, track: Track, look: Look) -> bool:
        """Whether a hand was over it, or is beside it, and may have taken it."""
        return look.taken_s - track.hand_s < HAND_NEAR_S

    def _stand_in(self, track: Track, blob: "_Blob", look: Look) -> tuple[Stood, Figure]:
        """Where in a blob the figure stands, all headings tried, and as which of its aspects."""
        every = [(self._stand_as(figure, blob, look), figure) for figure in track.aspects.every]
        return max(every, key=lambda pair: pair[0].likeness)

    def _stand_as(self, figure: Figure, blob: "_Blob", look: Look) -> Stood:
        middle = np.array(blob.middle_mm)
        best: Stood | None = None
        angles = np.arange(HEADINGS) * (2 * np.pi / HEADINGS)
        shifts = np.array([[x, y] for x in (-8.0, 0.0, 8.0) for y in (-8.0, 0.0, 8.0)])
        stands = np.array([[*(middle + s), a] for a in angles for s in shifts])
        aimed = aim(figure, look.camera, middle, 0.0)
        scene = _scene(look, aimed, np.array([*middle, 0.0]))
        found = likeness(aimed, scene, stands)
        starts = np.argsort(-found)[:3]
        if found[starts[0]] < HOPELESS * FIRST_STANDS:
            starts = starts[:1]
        for index in starts:
            start = stands[index]
            aimed = aim(figure, look.camera, start[:2], float(start[2]))
            stood = stand_near(aimed, scene, start, ((4.0, 0.2), *FOLLOW), 4)
            if best is None or stood.likeness > best.likeness:
                best = stood
        assert best is not None
        return best

    def _faces_surely(self, track: Track, stood: Stood, look: Look) -> bool:
        """Whether a figure looks clearly less like itself turned by 60 degrees and more."""
        for turn in np.radians((60.0, 120.0, 180.0, 240.0, 300.0)):
            start = np.array([stood.x_mm, stood.y_mm, stood.heading + turn])
            aimed = aim(track.figure, look.camera, start[:2], float(start[2]))
            other = stand_near(aimed, _scene(look, aimed, start), start, ((2.0, 0.1), (1.0, 0.05)), 2)
            if other.likeness > AS_LIKE * stood.likeness:
                return False
        return True

    def _blobs(self, look: Look) -> "list[_Blob]":
        """What differs, is no hand and no figure that stands."""
        shape = look.change.sure.shape
        own = np.zeros(shape, np.uint8)
        for track in self.tracks:
            if track.posture is Posture.STANDING and track.hull is not None and track.seen_s == look.taken_s:
                cv2.fillConvexPoly(own, track.hull, 1)
        own = np.asarray(cv2.dilate(own, np.ones((3, 3), np.uint8)), dtype=np.uint8)
        free = (look.change.sure & ~look.hands & (own == 0)).astype(np.uint8)
        free = np.asarray(cv2.morphologyEx(free, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), dtype=np.uint8)
        count, labels, stats, centres = cv2.connectedComponentsWithStats(free, connectivity=8)
        touch = np.asarray(cv2.dilate(look.hands.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
        by_hand = np.bincount(labels[touch], minlength=count) > 0 if touch.any() else np.zeros(count, bool)
        blobs = []
        for i in range(1, count):
            if stats[i, cv2.CC_STAT_AREA] < 6:
                continue
            px = (np.array([centres[i]]) + 0.5) * look.backdrop.step - 0.5
            middle = look.camera.to_table(px, 20.0)[0]
            ys, xs = np.nonzero(labels == i)
            hull = cv2.convexHull(np.stack([xs, ys], axis=1).astype(np.int32))
            blobs.append(
                _Blob(
                    (float(middle[0]), float(middle[1])),
                    int(stats[i, cv2.CC_STAT_AREA]),
                    bool(by_hand[i]),
                    np.asarray(hull, dtype=np.int32),
                )
            )
        return blobs

    def _part(self, look: Look) -> None:
        """Two figures are never in one place: the one that looks less like itself there was mistaken."""
        standing = [t for t in self.tracks if t.posture is Posture.STANDING and t.place is not None]
        for i, a in enumerate(standing):
            for b in standing[i + 1 :]:
                assert a.place is not None
                assert b.place is not None
                if hypot(*(a.place[:2] - b.place[:2])) < SAME_PLACE_MM:
                    worse = min(a, b, key=lambda t: t.likeness / max(t.usual, 1e-6))
                    worse.posture, worse.hull, worse.looked_s = Posture.UNSEEN, None, -1e9


@dataclass(frozen=True, slots=True, eq=False)
class _Blob:
    """Something that differs: its middle on the table, small pixels, whether a hand touches it, its hull."""

    middle_mm: tuple[float, float]
    area: int
    hand: bool
    hull: NDArray[np.int32]


def feet_of(figure: Figure, place: Floats) -> Floats:
    """The corners (4 x 2 table mm) of the feet at a place."""
    length, width = figure.feet_mm
    corners = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) * (length / 2, width / 2)
    c, s = np.cos(place[2]), np.sin(place[2])
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + place[:2], dtype=np.float64)


def _outline(figure: Figure, aimed: Aim, place: Floats, look: Look) -> NDArray[np.int32]:
    """What a standing figure covers at most, in small pixels."""
    at = pixels(aimed, place[None])[0] / look.backdrop.step
    feet = look.camera.to_picture(feet_of(figure, place), 0.0) / look.backdrop.step
    return np.asarray(cv2.convexHull(np.rint(np.concatenate([at, feet])).astype(np.int32)), dtype=np.int32)


def _fills(blob: _Blob, hull: NDArray[np.int32]) -> bool:
    """Whether what differs has the outline in which a figure was seen standing."""
    first, second = blob.hull.astype(np.float32), hull.astype(np.float32)
    areas = cv2.contourArea(first), cv2.contourArea(second)
    if min(areas) <= 0:
        return False
    both, _ = cv2.intersectConvexConvex(first, second)
    return float(both) > SAME_OUTLINE * max(areas)


def _drawn(hull: NDArray[np.int32], look: Look) -> NDArray[np.uint8]:
    drawn = np.zeros(look.change.sure.shape, np.uint8)
    cv2.fillConvexPoly(drawn, hull, 1)
    return drawn


def _seen_from(camera: Camera, place: Floats) -> Floats:
    """From which side a figure is seen: how far ahead and to the right a point is seen for its height."""
    c, s = np.cos(place[2]), np.sin(place[2])
    outward = (place[:2] - camera.foot_mm) / camera.height_mm
    return np.asarray(np.array([[c, s], [-s, c]]) @ outward, dtype=np.float64)


def _may_be_put(track: Track, look: Look) -> bool:
    """Whether somebody may have put the figure down: it was in a hand, or never seen yet."""
    if track.posture is Posture.HELD or track.place is None:
        return True
    return track.posture is Posture.UNSEEN and look.taken_s - track.hand_s < HIDDEN_S


def _far_from(blob: "_Blob", place: tuple[float, ...]) -> float:
    return hypot(blob.middle_mm[0] - place[0], blob.middle_mm[1] - place[1])


def _far(blob: _Blob, track: Track) -> float:
    if track.place is None:
        return 0.0
    return hypot(blob.middle_mm[0] - float(track.place[0]), blob.middle_mm[1] - float(track.place[1]))


def _share_in(mask: Mask, track: Track, look: Look) -> float:
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


def _beside(hands: Mask, track: Track, look: Look) -> bool:
    """Whether a hand is within a finger's length of a figure."""
    if track.hull is None or not hands.any():
        return False
    reach = max(1, round(HAND_MM * _px_per_mm(look) / look.backdrop.step))
    (x, y), (w, h) = track.hull.reshape(-1, 2).min(axis=0), np.ptp(track.hull.reshape(-1, 2), axis=0)
    return bool(hands[max(0, y - reach) : y + h + reach + 1, max(0, x - reach) : x + w + reach + 1].any())


def _px_per_mm(look: Look) -> float:
    return float(look.camera.lens.matrix[0, 0]) / look.camera.height_mm


def _scene(look: Look, aimed: Aim, place: Floats) -> Scene:
    """The frame about a place, with the light of the place taken out."""
    at = pixels(aimed, place[None])[0]
    room = 0.6 * float(np.ptp(at, axis=0).max()) + 12
    high, wide = look.frame.shape[:2]
    left, top = np.clip(np.floor(at.min(axis=0) - room), 0, (wide - 8, high - 8)).astype(int)
    right, bottom = np.clip(np.ceil(at.max(axis=0) + room), (left + 8, top + 8), (wide, high)).astype(int)
    part = np.s_[top:bottom, left:right]
    field = look.change.field
    x = min(field.shape[1] - 1, max(0, int((left + right) / 2 * field.shape[1] / wide)))
    y = min(field.shape[0] - 1, max(0, int((top + bottom) / 2 * field.shape[0] / high)))
    return Scene(
        int(left), int(top), light_of(look.frame[part]) - field[y, x], light_of(look.backdrop.bare[part])
    )
