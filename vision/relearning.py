"""How a figure looks from the side it shows, learned on the board while it rests there.

Teach pictures show a figure from one or two sides. On the board, which is known, it is cut out better, and as
it is seen from another side. Learning takes a while, so it is made sure first that it stands where it was
taken to.
"""

from collections.abc import Sequence
from math import hypot

import cv2
import numpy as np

from vision.cutout import Cutout
from vision.figures import Figure
from vision.glimpse import cut_from, glimpse, seen_again
from vision.matching import FINE, FOLLOW, Aim, Stood, aim, likeness, stand_near
from vision.pose import Floats
from vision.stance import Posture
from vision.track import (
    SAME_PLACE_MM,
    Look,
    Track,
    aim_at,
    drawn,
    hand_near,
    hull_of,
    hulls_of_others,
    scene_about,
    seen_from,
)

SETTLED_S = 0.25
"""A figure lost for a moment that still stands so long after it was found again was not about to lie."""
LEARN_EVERY_S = 0.5
"""Between two figures learned anew: each takes the eye a part of a second."""
GAINED = 1.02
"""So much more like itself a figure must look as it was learned anew."""
ROUND_RAD, ROUND_TRIED = 0.35, 4
ROUND = np.array([[x, y, 0.0] for x in (-8.0, -4.0, 0.0, 4.0, 8.0) for y in (-8.0, -4.0, 0.0, 4.0, 8.0)])
ROUND_BETTER = 1.1
"""So much more like itself a figure must look elsewhere: round figures look alike every way."""
WELL_KNOWN = 0.45
"""One of a single picture that looks so much like itself learns no other side."""


def take_side(track: Track, look: Look, tracks: Sequence[Track]) -> None:
    """Takes the figure for the aspect that it shows now, and learns one that is not known.

    Only at rest: what walks sways, and its sway would be learned with it.
    """
    assert track.place is not None
    if hand_near(track, look) or track.moving:
        return
    if track.since_s < look.taken_s and look.taken_s - track.moved_s < SETTLED_S:
        return  # lost for a moment, it may be about to lie
    side = seen_from(look.camera, track.place)
    best = track.aspects.nearest(side)
    if best is not None and best is not track.figure:
        aimed = aim(best, look.camera, track.place[:2].copy(), float(track.place[2]))
        stood = stand_near(aimed, scene_about(look, aimed, track.place), track.place, FINE, 2)
        if stood.likeness > track.likeness:
            _look_as(track, best, aimed, stood)
    if not track.aspects.wants(side):
        return
    if track.figure.pictures > 1 and not track.aspects.guessed:
        _learn_again(track, side, look, tracks)
    elif track.likeness <= WELL_KNOWN and (track.aspects.guessed or track.faces):
        _learn(track, side, look, tracks)


def _learn_again(track: Track, side: Floats, look: Look, tracks: Sequence[Track]) -> None:
    """Two pictures show a figure all round, but not how high all of it is: seen from another side it is told
    better. It takes a part of a second: one is learned after the other, and while none is seen to walk."""
    assert track.place is not None
    if look.taken_s - max(one.learned_s for one in tracks) < LEARN_EVERY_S:
        return
    cut = None if any(one.moving for one in tracks) else _cut_out(track, look, tracks)
    if cut is None:
        return
    track.learned_s = look.taken_s
    elsewhere = look_round(track, look)
    if elsewhere is not None and not _taken(elsewhere, track, tracks):
        # it was mistaken; from the next frame on it stands there, and has never come from where it was not
        track.place, track.aimed = elsewhere, None
        aim_at(track, look)
        track.hull, track.posture = hull_of(track, look), Posture.UNSEEN
        return
    again = seen_again(track.aspects.newest, cut, look.camera, track.place)
    if again is not None:
        figure, place = again
        aimed = aim(figure, look.camera, place[:2].copy(), float(place[2]))
        stood = stand_near(aimed, scene_about(look, aimed, place), place, FINE, 2)
        if stood.likeness >= GAINED * track.likeness:
            track.aspects.learn(figure, side)
            _look_as(track, figure, aimed, stood)
            track.usual = track.likeness
            return
    track.aspects.refuse(side)


def _taken(place: Floats, track: Track, tracks: Sequence[Track]) -> bool:
    """Whether another figure stands there."""
    others = (one.place for one in tracks if one is not track and one.place is not None)
    return any(hypot(*(place[:2] - other[:2])) < SAME_PLACE_MM for other in others)


def look_round(track: Track, look: Look) -> Floats | None:
    """Where it stands, facing any way, if it looks clearly more like itself there than where it was taken to.

    A climb from where it was expected may have ended on a lesser peak, and it would rest there.
    """
    assert track.place is not None
    figure, tried = track.figure, []
    for turn in np.arange(-np.pi, np.pi, ROUND_RAD):
        start = track.place + np.array([0.0, 0.0, turn])
        aimed = aim(figure, look.camera, start[:2].copy(), float(start[2]))
        scene = scene_about(look, aimed, start)
        found = likeness(aimed, scene, start + ROUND)
        tried.append((float(found.max()), aimed, scene, start + ROUND[int(found.argmax())]))
    tried.sort(key=lambda one: -one[0])
    stands = [stand_near(aimed, scene, start, FOLLOW, 3) for _, aimed, scene, start in tried[:ROUND_TRIED]]
    best = max(stands, key=lambda one: one.likeness)
    if best.likeness < ROUND_BETTER * track.likeness:
        return None
    return np.array([best.x_mm, best.y_mm, best.heading])


def _cut_out(track: Track, look: Look, tracks: Sequence[Track]) -> Cutout | None:
    """What is seen of a figure; None when another is in the way."""
    assert track.aimed is not None
    assert track.place is not None
    assert track.hull is not None
    wide = np.asarray(cv2.dilate(drawn(track.hull, look), np.ones((3, 3), np.uint8)), dtype=np.uint8)
    if np.logical_and(wide, hulls_of_others(track, tracks, look)).any():
        return None
    (outline, *_), _ = cv2.findContours(wide, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    scene = scene_about(look, track.aimed, track.place)
    return cut_from(scene, np.asarray(outline.reshape(-1, 2) * look.backdrop.step, np.int32))


def _learn(track: Track, side: Floats, look: Look, tracks: Sequence[Track]) -> None:
    assert track.place is not None
    cut = _cut_out(track, look, tracks)
    figure = None if cut is None else glimpse(track.figure, cut, look.camera, track.place)
    if figure is not None:
        track.aspects.learn(figure, side)
        aimed = aim(figure, look.camera, track.place[:2].copy(), float(track.place[2]))
        scene = scene_about(look, aimed, track.place)
        _look_as(track, figure, aimed, stand_near(aimed, scene, track.place, FINE[1:], 1))
        track.usual = track.likeness


def _look_as(track: Track, figure: Figure, aimed: Aim, stood: Stood) -> None:
    track.figure, track.aimed, track.likeness = figure, aimed, stood.likeness
    track.place = np.array([stood.x_mm, stood.y_mm, stood.heading])
