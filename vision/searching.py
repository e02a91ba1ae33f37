"""Figures that are not where they were: looked for in what differs from the bare board and is nobody's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aspects import KNOWN_BY
from vision.cutout import Cutout
from vision.figures import Figure
from vision.following import (
    AS_LIKE,
    FIRST_STANDS,
    TOPPLED_S,
    USUAL_SHARE,
    good,
    lies,
    stands,
    topples,
)
from vision.glimpse import cut_from, first_glimpse, same_colours
from vision.matching import FINE, FOLLOW, Scene, Stood, aim, likeness, stand_near
from vision.pose import Floats
from vision.stance import Posture
from vision.track import (
    Look,
    Track,
    covers_mm2,
    hand_near,
    px_per_mm,
    scene_about,
    scene_within,
    seen_from,
)

HOPELESS = 0.4
"""Of that: turned by at most 11 degrees and off by at most 4 mm, a figure looks like itself by more."""
RIVAL = 1.25
"""Times a figure must look more like itself than another missing one would."""
NEAR_MM = 25.0
"""What stands so near to where a figure was, no hand about, is that figure."""
SEARCH_S = 0.16
"""Between two searches for a figure that is nowhere."""
LYING_SHARE = 0.5
"""Of the small pixels a figure covers, what lies has so many at least."""
LIES_OVER, LIES_WITHIN, LEAST_HULL = 0.7, 3.0, 30.0
"""Seen from above, what lies covers no less than what stands (some of it may be in the dark), and no more
than its length by its width: a rod of 60 mm on feet of 20 mm three times that. A hull of fewer small pixels
tells nothing."""
SAME_OUTLINE = 0.6
"""Share of both outlines that is common when a figure still stands where it stood."""
HEADINGS, STARTS = 16, 3
SHIFTS = np.array([[x, y] for x in (-8.0, 0.0, 8.0) for y in (-8.0, 0.0, 8.0)])
BLOB_MM = 20.0
"""Height at which what differs is taken to be."""
SEVERAL, APART_MM = 1.5, 16.0
"""Times what a figure covers: so much may be several, and each is looked for at places so far apart."""
LOST_REACH_MM = 90.0
"""A figure that lies is found within its own length and a stumble of where it stood."""
KNOWN_S = 0.4
"""A figure that was seen to stand for less is not known well enough to be told to have fallen."""
SUDDENLY = 0.7
"""Of its usual likeness: a figure that looked less like itself was being lost already, and has not fallen."""
RESTS_S, RESTS_MM = 0.2, 4.0
"""What lies rests: walking, it would get so far in that time at 20 mm a second."""
TOPPLED_RESTS_S, TOPPLED_RESTS_MM = 0.08, 2.0
"""Enough for what was seen to topple: a frame at 12 a second, and about that speed."""
LAIN_S = 0.5
"""So long after it stood a figure that fell lies and rests."""
BLOB_SHARE = 0.3
"""Of the small pixels a figure covers, a thing must have so many to be one."""
BARE_SHARE = 0.25
"""Of a figure's place so little may differ where the place is bare."""
ELSEWHERE_MM = 60.0
"""What lies or is not seen does not get so far by itself: somebody took it, though no hand was seen."""
CARRIED_MM, HIDDEN_S = 15.0, 3.0
"""A figure that stands so far from where a hand hid it, so lately, has been carried by it."""
OWN_PICTURE = 0.65
"""A figure cut out of a frame looks so much less like itself in the frames that follow, as it turns."""
MOST_PAIRS = 16
"""Of figures and things that are weighed against each other: four figures in four places."""
HINT_S = 0.6
"""Known by its colours a figure must be twice in so long."""
ROOM_PX = 12
"""About what is cut out."""
LEAST_SIZE, MOST_SIZE, ASLANT_SIZE = 0.4, 2.2, 1.5
"""Of what it shows from above, with its shadow, and of what it covers as it is seen there."""


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """Something that differs: its middle on the table, small pixels, whether a hand touches it, its hull."""

    middle_mm: tuple[float, float]
    area: int
    hand: bool
    hull: NDArray[np.int32]


def find_lost(lost: list[Track], look: Look, tracks: Sequence[Track], body_px: float) -> None:
    """Looks for figures in what differs from the bare board and belongs to nobody."""
    blobs = blobs_in(look, tracks)
    free = [blob for blob in blobs if not blob.hand and blob.area >= BLOB_SHARE * body_px]
    asked = [t for t in lost if look.taken_s - t.searched_s >= SEARCH_S] if free else []
    stood = {(i, k): _stand_in(t, blob, look) for i, t in enumerate(asked) for k, blob in enumerate(free)}
    for track in asked:
        track.searched_s = look.taken_s
    taken: set[int] = set()
    for i, k in _in_turn({pair: best.likeness for pair, (best, _) in stood.items()}):
        track, (best, figure) = asked[i], stood[i, k]
        if k in taken or track.looked_s == look.taken_s or not good(track, best, look):
            continue
        if lies(track, best, look, tracks):
            continue
        if track.posture is not Posture.HELD and track.place is not None and topples(track, best, look):
            continue
        rivals = [
            stood[j, k][0].likeness for j in range(len(asked)) if j != i and asked[j].looked_s < look.taken_s
        ]
        near = _far(free[k], track) < NEAR_MM and not hand_near(track, look)
        if rivals and max(rivals) > best.likeness / RIVAL and not near:
            continue  # it could be either: the next frames tell
        if track.posture is Posture.UNSEEN and _carried(track, best, look):
            track.posture, track.looked_s = Posture.HELD, look.taken_s  # a hand hid that it took it
            taken.add(k)
            continue
        track.figure = figure
        track.speed, track.faces = np.zeros(3), _faces_surely(track, best, look)
        track.trail.clear()
        stands(track, best, look, tracks)
        taken.add(k)
    left = {
        (i, k): best
        for (i, k), (best, _) in stood.items()
        if k not in taken and asked[i].looked_s < look.taken_s and _of_size(free[k], asked[i], look)
    }
    taken |= _find_by_colours(asked, free, left, look, tracks)
    rest = [blob for k, blob in enumerate(free) if k not in taken and blob.area >= LYING_SHARE * body_px]
    for track in lost:
        if track.looked_s < look.taken_s:
            not_standing(track, rest, look)


def _in_turn(likeness: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Pairs of a figure and a thing seen, by how like they are, but those first that do best by all figures.

    Of two figures alike the one that looks a little more like itself in the other's place may well be found
    in its own; the other has none but that.
    """
    most = {i: max(like for (j, _), like in likeness.items() if j == i) for i, _ in likeness}
    likeliest = sorted(likeness.items(), key=lambda item: -item[1])[:MOST_PAIRS]
    could = {  # two poor likenesses are no match for a good one
        (i, k): like - FIRST_STANDS
        for (i, k), like in likeliest
        if like >= max(FIRST_STANDS, USUAL_SHARE * most[i])
    }
    best: tuple[float, tuple[tuple[int, int], ...]] = (0.0, ())
    tried: list[tuple[float, tuple[tuple[int, int], ...], list[int]]] = [(0.0, (), sorted(most))]
    while tried:
        total, pairs, left = tried.pop()
        best = max(best, (total, pairs))
        for at, i in enumerate(left):
            taken = {k for _, k in pairs}
            tried += [
                (total + like, (*pairs, (i, k)), left[at + 1 :])
                for (j, k), like in could.items()
                if j == i and k not in taken
            ]
    return sorted(likeness, key=lambda pair: (pair not in best[1], -likeness[pair]))


def _find_by_colours(
    asked: list[Track],
    free: list[Blob],
    left: Mapping[tuple[int, int], Stood],
    look: Look,
    tracks: Sequence[Track],
) -> set[int]:
    """Figures put down that show a side not known: by size and colours, if no other is as like.

    `left` is how those of `asked` that are not found yet would stand in what of `free` may be them. Returns
    which they were.
    """
    cuts = {k: _cut(free[k], look) for k in {k for _, k in left}}
    likely = {(i, k): same_colours(cuts[k], asked[i].aspects.taught) for i, k in left}
    found: set[int] = set()
    for (i, k), same in sorted(likely.items(), key=lambda item: -item[1]):
        track, blob = asked[i], free[k]
        others = [likely[j, m] for j, m in likely if (j == i) != (m == k)]
        if k in found or track.looked_s == look.taken_s:
            continue
        if not _may_be_put(track, look) and _far(blob, track) < ELSEWHERE_MM:
            continue
        if same < KNOWN_BY or (others and max(others) > same / RIVAL):
            continue
        hint, track.hint = track.hint, (look.taken_s, *blob.middle_mm)
        if hint is None or look.taken_s - hint[0] > HINT_S or _far_from(blob, hint[1:]) > NEAR_MM:
            continue
        if _begin(track, cuts[k], left[i, k], look, tracks):
            found.add(k)
    return found


def _cut(blob: Blob, look: Look) -> Cutout:
    at = blob.hull.reshape(-1, 2) * look.backdrop.step
    return cut_from(scene_within(look, at.min(axis=0) - ROOM_PX, at.max(axis=0) + ROOM_PX), at)


def _of_size(blob: Blob, track: Track, look: Look) -> bool:
    above, here = _covers_px(track.aspects.taught, blob, look)
    return bool(LEAST_SIZE * above < blob.area < max(MOST_SIZE * above, ASLANT_SIZE * here))


def _covers_px(figure: Figure, blob: Blob, look: Look) -> tuple[float, float]:
    """Small pixels that a figure covers, seen from above and where the blob is."""
    aside = _far_from(blob, look.camera.foot_mm) / look.camera.height_mm
    scale = (px_per_mm(look) / look.backdrop.step) ** 2
    return scale * covers_mm2(figure, 0.0), scale * covers_mm2(figure, aside)


def _begin(track: Track, cut: Cutout, guess: Stood, look: Look, tracks: Sequence[Track]) -> bool:
    """Takes up a figure that was known by its colours, as it looks now; which way it faces is a guess."""
    first = first_glimpse(track.aspects.taught, cut, look.camera, guess.heading)
    if first is None:
        return False
    figure, place = first
    aimed = aim(figure, look.camera, place[:2], float(place[2]))
    stood = stand_near(aimed, scene_about(look, aimed, place), place, FINE, 3)
    if stood.likeness < FIRST_STANDS:
        return False
    track.aspects.guess(figure, seen_from(look.camera, place))
    track.figure, track.usual = figure, 0.0
    track.speed, track.faces = np.zeros(3), False
    track.trail.clear()
    stands(track, stood, look, tracks)
    track.usual *= OWN_PICTURE
    return True


def _carried(track: Track, stood: Stood, look: Look) -> bool:
    """Whether it stands elsewhere than where a hand hid it."""
    if track.place is None or not _hidden(track, look):
        return False
    far = hypot(stood.x_mm - float(track.place[0]), stood.y_mm - float(track.place[1]))
    return far > CARRIED_MM


def not_standing(track: Track, blobs: list[Blob], look: Look) -> None:
    """It has fallen, or is in a hand, or cannot be seen."""
    hull, track.hull = track.hull, None
    if track.place is None:
        track.posture = Posture.UNSEEN
        return
    if hand_near(track, look):
        # taken, unless something is still to be seen there that may be the figure half hidden
        if track.posture is not Posture.HELD and _bare_there(hull, look):
            track.posture = Posture.HELD
        elif track.posture is not Posture.HELD:
            track.posture = Posture.UNSEEN
        return
    near = [blob for blob in blobs if _far(blob, track) < LOST_REACH_MM and _may_lie(blob, hull)]
    if near and track.posture is not Posture.HELD:
        blob = min(near, key=lambda b: _far(b, track))
        toppled = look.taken_s - track.toppled_s < TOPPLED_S
        if track.posture is Posture.STANDING and not toppled and hull is not None and _fills(blob, hull):
            # of the same outline as before, though it looks otherwise: the light changed, not the figure
            track.usual *= 0.8
            track.hull, track.seen_s = hull, look.taken_s
            return
        rested_s = _rested_s(track, blob, look, TOPPLED_RESTS_MM if toppled else RESTS_MM)
        lies_now = rested_s >= TOPPLED_RESTS_S if toppled else rested_s >= RESTS_S and _stood_well(track)
        if track.posture is Posture.FALLEN or lies_now:
            blobs.remove(blob)
            track.posture, track.lies_mm, track.hull = Posture.FALLEN, blob.middle_mm, blob.hull
            track.seen_s = look.taken_s
            return
    if track.posture is not Posture.HELD:
        track.posture = Posture.UNSEEN


def _rested_s(track: Track, blob: Blob, look: Look, near_mm: float) -> float:
    """How long what may be the figure, lying, has been where it is."""
    if track.rests is None or _far_from(blob, track.rests[1:]) > near_mm:
        track.rests = (look.taken_s, *blob.middle_mm)
    return look.taken_s - track.rests[0]


def _stood_well(track: Track) -> bool:
    """Whether the figure was known to stand, and looked like itself, right up to the time it was lost."""
    return track.seen_s - track.since_s >= KNOWN_S and track.lately >= SUDDENLY * track.usual


def _may_lie(blob: Blob, hull: NDArray[np.int32] | None) -> bool:
    """Whether it covers enough for the figure to lie there; `hull` is what it covered standing."""
    if hull is None:
        return True
    standing, covers = (cv2.contourArea(one.astype(np.float32)) for one in (hull, blob.hull))
    return LIES_OVER * standing < covers < LIES_WITHIN * max(standing, LEAST_HULL)


def _bare_there(hull: NDArray[np.int32] | None, look: Look) -> bool:
    if hull is None:
        return True
    drawn = np.zeros(look.change.sure.shape, np.uint8)
    cv2.fillConvexPoly(drawn, hull, 1)
    there = look.change.sure[drawn > 0]
    return there.size == 0 or float(there.mean()) < BARE_SHARE


def _stand_in(track: Track, blob: Blob, look: Look) -> tuple[Stood, Figure]:
    """Where in a blob the figure stands, all headings tried, and as which of its aspects.

    One that was not met yet may stand in a heap of figures, side by side.
    """
    heap = track.place is None and blob.area >= SEVERAL * _covers_px(track.aspects.taught, blob, look)[1]
    middles = _middles(blob, look) if heap else [np.array(blob.middle_mm)]
    every = [(_stand_as(figure, middles, look), figure) for figure in track.aspects.every]
    return max(every, key=lambda pair: pair[0].likeness)


def _stand_as(figure: Figure, middles: Sequence[Floats], look: Look) -> Stood:
    angles = np.arange(HEADINGS) * (2 * np.pi / HEADINGS)
    tried: list[tuple[float, Floats, Scene]] = []
    for middle in middles:
        stands = np.array([[*(middle + shift), angle] for angle in angles for shift in SHIFTS])
        aimed = aim(figure, look.camera, middle, 0.0)
        scene = scene_about(look, aimed, np.array([*middle, 0.0]))
        found = likeness(aimed, scene, stands)
        tried += [(float(found[at]), stands[at], scene) for at in np.argsort(-found)[:STARTS]]
    tried.sort(key=lambda one: -one[0])
    starts = tried[: STARTS if tried[0][0] >= HOPELESS * FIRST_STANDS else 1]
    stood = []
    for _, start, scene in starts:
        aimed = aim(figure, look.camera, start[:2], float(start[2]))
        stood.append(stand_near(aimed, scene, start, ((4.0, 0.2), *FOLLOW), 4))
    return max(stood, key=lambda one: one.likeness)


def _middles(blob: Blob, look: Look) -> list[Floats]:
    """The middle of a blob, and places all over it."""
    outline = look.camera.to_table((blob.hull.reshape(-1, 2) + 0.5) * look.backdrop.step - 0.5, BLOB_MM)
    low, high = outline.min(axis=0), outline.max(axis=0)
    ways = [np.arange(a + APART_MM / 2, b, APART_MM) for a, b in zip(low, high, strict=True)]
    rim = outline.astype(np.float32)
    over = [(float(x), float(y)) for x in ways[0] for y in ways[1]]
    return [
        np.array(blob.middle_mm),
        *(np.array(at) for at in over if cv2.pointPolygonTest(rim, at, False) > 0),
    ]


def _faces_surely(track: Track, stood: Stood, look: Look) -> bool:
    """Whether a figure looks clearly less like itself turned by 60 degrees and more."""
    for turn in np.radians((60.0, 120.0, 180.0, 240.0, 300.0)):
        start = np.array([stood.x_mm, stood.y_mm, stood.heading + turn])
        aimed = aim(track.figure, look.camera, start[:2], float(start[2]))
        other = stand_near(aimed, scene_about(look, aimed, start), start, ((2.0, 0.1), (1.0, 0.05)), 2)
        if other.likeness > AS_LIKE * stood.likeness:
            return False
    return True


def blobs_in(look: Look, tracks: Sequence[Track]) -> list[Blob]:
    """What differs, is no hand and no figure that stands."""
    shape = look.change.sure.shape
    own = np.zeros(shape, np.uint8)
    for track in tracks:
        if track.posture is Posture.STANDING and track.hull is not None and track.seen_s == look.taken_s:
            cv2.fillConvexPoly(own, track.hull, 1)
    own = np.asarray(cv2.dilate(own, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    free = (look.change.sure & ~look.hands & (own == 0)).astype(np.uint8)
    free = np.asarray(cv2.morphologyEx(free, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(free, connectivity=8)
    touch = np.asarray(cv2.dilate(look.reach.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
    by_hand = np.bincount(labels[touch], minlength=count) > 0 if touch.any() else np.zeros(count, bool)
    blobs = []
    for i in range(1, count):
        if stats[i, cv2.CC_STAT_AREA] < 6:
            continue
        px = (np.array([centres[i]]) + 0.5) * look.backdrop.step - 0.5
        middle = look.camera.to_table(px, BLOB_MM)[0]
        ys, xs = np.nonzero(labels == i)
        hull = cv2.convexHull(np.stack([xs, ys], axis=1).astype(np.int32))
        blobs.append(
            Blob(
                (float(middle[0]), float(middle[1])),
                int(stats[i, cv2.CC_STAT_AREA]),
                bool(by_hand[i]),
                np.asarray(hull, dtype=np.int32),
            )
        )
    return blobs


def _fills(blob: Blob, hull: NDArray[np.int32]) -> bool:
    """Whether what differs has the outline in which a figure was seen standing."""
    first, second = blob.hull.astype(np.float32), hull.astype(np.float32)
    areas = cv2.contourArea(first), cv2.contourArea(second)
    if min(areas) <= 0:
        return False
    both, _ = cv2.intersectConvexConvex(first, second)
    return float(both) > SAME_OUTLINE * max(areas)


def _may_be_put(track: Track, look: Look) -> bool:
    """Whether a figure may turn up where it is not known: it was in a hand, or under one, or hardly seen yet,
    or walks and is not known again."""
    if track.posture is Posture.HELD or track.place is None or track.seen_s - track.since_s < KNOWN_S:
        return True
    return track.posture is Posture.UNSEEN and (_hidden(track, look) or _walks_on(track, look))


def _hidden(track: Track, look: Look) -> bool:
    """Whether a hand hid it lately, and it was not seen since."""
    return look.taken_s - track.hidden_s < HIDDEN_S and track.hidden_s > max(track.seen_s, track.toppled_s)


def _walks_on(track: Track, look: Look) -> bool:
    """Whether what may be it moves on, so long after it was known that it would lie, had it fallen."""
    moves = track.rests is not None and look.taken_s - track.rests[0] < RESTS_S
    return moves and look.taken_s - track.seen_s > LAIN_S


def _far_from(blob: Blob, place: Sequence[float] | Floats) -> float:
    return hypot(blob.middle_mm[0] - float(place[0]), blob.middle_mm[1] - float(place[1]))


def _far(blob: Blob, track: Track) -> float:
    return 0.0 if track.place is None else _far_from(blob, track.place)
