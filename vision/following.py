"""A figure that is where it was, or a step farther: followed until it topples or is hidden.

It is looked for about where it is expected, and taken to be there while it looks like itself.
"""

from collections.abc import Sequence
from math import atan2, hypot

import cv2
import numpy as np

from vision.matching import FINE, FOLLOW, Stood, aim, likeness, stand_near
from vision.relearning import take_side
from vision.stance import Posture
from vision.track import (
    Look,
    Track,
    aim_at,
    beside,
    hand_near,
    hull_of,
    hulls_of_others,
    outline_of,
    scene_about,
    share_in,
)

AT_REST_MM = 0.6
LOOK_AGAIN_S = 0.25
STIRRED = 0.12
"""Log of light by which a small pixel must change from one frame to the next to be taken for a motion."""
FIRST_STANDS = 0.3
"""Likeness from which a figure not seen before is taken to stand there."""
TRAIL_S, WALKED_MM = 1.0, 12.0
"""The way a figure has come in a second is told by so many mm: steps sway it by 3."""
BACKWARDS = 2.1
"""Figures drift aside, but none walks backwards (rad)."""
AS_LIKE = 0.85
"""Of the best likeness: turned so, it could be as well."""
TOPPLES_MM, TOPPLES_MM_S = 10.0, 120.0
"""Figures walk up to 80 mm a second, and what is seen of them sways by 3 mm either way; a camera that shows a
frame twice lets both come at once."""
TOPPLED_S = 3.0
"""After that a figure must look like itself again to be taken to stand."""
BREAK_S = 0.5
"""Unseen for longer, a figure that stands does so anew."""
FALLS_S = 0.1
"""A figure lies, or nearly, so long after it was seen to topple: a rod of 60 mm takes 0.2 s in all."""
LIKE_ITSELF, LIES_OUT = 0.8, 0.35
"""A figure that looks like itself by less of its usual likeness, and of which more reaches out of the outline
it would have standing, lies."""
USUAL_SHARE = 0.5
"""Of its usual likeness: a figure that looks less like itself does not stand there any more."""
COVERED = 0.35
"""Share of its points under a hand from which nothing is said of a figure."""


def still_there(track: Track, look: Look, tracks: Sequence[Track]) -> bool:
    """Whether the figure is accounted for: it stands, or it cannot be seen."""
    if track.place is None or track.posture in {Posture.HELD, Posture.FALLEN}:
        return False
    if track.posture is Posture.UNSEEN and look.taken_s - track.seen_s > 60.0:
        return False
    aim_at(track, look)
    covered = share_in(look.hands, track, look)
    if covered > COVERED:
        track.hand_s = track.hidden_s = look.taken_s
        track.posture = Posture.UNSEEN
        track.speed = np.zeros(3)
        return True
    if covered > 0 or beside(track, look):
        track.hand_s = look.taken_s
    resting = track.posture is Posture.STANDING and not track.moving
    if (
        resting
        and look.stirred is not None
        and look.taken_s - track.looked_s < LOOK_AGAIN_S
        and share_in(look.stirred, track, look) == 0
    ):
        track.seen_s = look.taken_s
        return True
    stood = follow(track, look, tracks)
    if stood is None:
        return False
    if topples(track, stood, look):
        if look.taken_s - track.toppled_s > TOPPLED_S:
            track.toppled_s = look.taken_s
        track.posture = Posture.UNSEEN
        return look.taken_s - track.toppled_s < FALLS_S
    stands(track, stood, look, tracks)
    return True


def topples(track: Track, stood: Stood, look: Look) -> bool:
    """Whether its head goes faster than any figure walks, and nobody pushes it: it is about to lie."""
    assert track.place is not None
    if hand_near(track, look):
        return False
    far = hypot(stood.x_mm - float(track.place[0]), stood.y_mm - float(track.place[1]))
    return far > max(TOPPLES_MM, TOPPLES_MM_S * (look.taken_s - track.seen_s))


def follow(track: Track, look: Look, tracks: Sequence[Track]) -> Stood | None:
    assert track.place is not None
    assert track.aimed is not None
    past = min(look.taken_s - track.seen_s, 0.2)
    guess = track.place + track.speed * past
    scene = scene_about(look, track.aimed, guess)
    resting = track.posture is Posture.STANDING and not track.moving
    stood = stand_near(track.aimed, scene, guess, FINE if resting else FOLLOW, 3)
    if good(track, stood, look) and not lies(track, stood, look, tracks):
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
    return stood if good(track, stood, look) and not lies(track, stood, look, tracks) else None


def lies(track: Track, stood: Stood, look: Look, tracks: Sequence[Track]) -> bool:
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
    cv2.fillConvexPoly(outline, outline_of(track.figure, aimed, place, look), 1)
    near = np.asarray(cv2.dilate(outline, np.ones((3, 3), np.uint8))) > 0
    other = hulls_of_others(track, tracks, look)
    seen = (look.change.sure & ~look.hands & (other == 0)).astype(np.uint8)
    count, labels = cv2.connectedComponents(seen, connectivity=8)
    inside = np.bincount(labels[near], minlength=count)
    whole = np.bincount(labels.ravel(), minlength=count)
    its = [i for i in range(1, count) if inside[i] > 0.2 * whole[i]]
    there = sum(int(whole[i]) for i in its)
    return there > 0 and sum(int(inside[i]) for i in its) < (1 - LIES_OUT) * there


def good(track: Track, stood: Stood, look: Look) -> bool:
    """Whether it looks enough like itself to be taken to stand there."""
    if not track.usual:
        return stood.likeness >= FIRST_STANDS
    if track.posture is Posture.HELD:  # put down it may show another side
        return stood.likeness >= min(FIRST_STANDS, USUAL_SHARE * track.usual)
    toppled = look.taken_s - track.toppled_s < TOPPLED_S
    return stood.likeness >= (LIKE_ITSELF if toppled else USUAL_SHARE) * track.usual


def stands(track: Track, stood: Stood, look: Look, tracks: Sequence[Track]) -> None:
    """Takes it to stand there, and all that follows: its speed, which way it faces, what it covers."""
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
        if look.taken_s - track.seen_s > BREAK_S:
            track.since_s, track.lately = look.taken_s, 0.0
    track.place, track.posture, track.likeness = place, Posture.STANDING, stood.likeness
    track.lies_mm = track.rests = None
    track.usual = stood.likeness if track.usual == 0 else 0.95 * track.usual + 0.05 * stood.likeness
    track.lately = 0.5 * (track.lately + stood.likeness) if track.lately else stood.likeness
    track.seen_s = track.looked_s = look.taken_s
    aim_at(track, look)
    _face(track, look)
    track.hull = hull_of(track, look)
    take_side(track, look, tracks)


def _face(track: Track, look: Look) -> None:
    """Wind-up figures walk ahead: the way it has come tells which way a figure faces that looks alike
    from several sides, and that one was taken for another way round."""
    assert track.place is not None
    x, y, heading = (float(value) for value in track.place)
    if hand_near(track, look) or look.taken_s - track.moved_s > 0.5:
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
    stood = stand_near(aimed, scene_about(look, aimed, start), start, FINE, 3)
    track.trail.clear()
    if stood.likeness >= AS_LIKE * track.likeness:
        track.place, track.aimed = np.array([stood.x_mm, stood.y_mm, stood.heading]), aimed
        track.faces = True
