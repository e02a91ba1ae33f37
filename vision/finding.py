"""Finds learned tile sides on a table: any layout, any turn, other light, partly covered.

Spots of the art vote for a camera and places (`voting`); the art is laid over the picture and moved until it
fits (`laying`), and says whether it is these sides (`judging`). What is not found so is looked for around
what is (`beside`).
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.beside import places_beside
from vision.judging import HINT_SHARE, LEAST_PATCHES, LEAST_SHARE, Judgement, judged
from vision.laying import Laying
from vision.layout import Doubt, Laid, Layout
from vision.lens import Lens, LensError
from vision.pose import Camera, Place
from vision.tiles import Picture, TileSide
from vision.voting import Votes

__all__ = ["Doubt", "Laid", "Layout", "find"]

SEEN = 0.7
"""A side that shows so much of itself where its spots say needs no second guess."""
FITTED_SHARE = 0.8 * LEAST_SHARE
"""A tile beside others shows so much once it is fitted by itself; fitting all of them adds little."""
ROUNDS = 3
"""Looks around the tiles found: in a row, each shows where the next may lie."""


def find(
    picture: Picture, sides: Sequence[TileSide], lens: Lens, expected: frozenset[str] | None = None
) -> Layout | Doubt:
    """The layout in a BGR picture, or doubt. Each side lies there at most once.

    `expected` are ids that are known to lie there: then one that is not found is doubt, and another is never
    found; but it may be what is taken for one, and then there is doubt as well.
    """
    try:
        lens = lens.scaled((picture.shape[1], picture.shape[0]))
    except LensError as error:
        return Doubt("shape", (), str(error))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if float(np.percentile(grey, 95)) < 12 or float(grey.std()) < 2:
        return Doubt("dark", (), "the picture is dark or empty: nothing can be seen on it")
    laying, votes = Laying(picture, grey, sides, lens), Votes(grey, sides, lens)
    start = votes.camera()
    if start is None:
        return _nothing(expected)
    wanted = [i for i, side in enumerate(sides) if expected is None or side.id in expected]
    camera, judgement = _looked(laying, votes, wanted, *start)
    if not judgement.accepted and not judgement.doubts:
        return _nothing(expected)
    if judgement.doubts:
        return judgement.doubts[0]
    found = judgement.accepted
    if expected is not None and (missing := expected - {laid.side.id for laid in found.values()}):
        names = tuple(sorted(missing))
        return Doubt("missing", names, f"{', '.join(names)}: not found on the table")
    return Layout(camera, tuple(found[i] for i in sorted(found)))


def _nothing(expected: frozenset[str] | None) -> Doubt:
    return Doubt("nothing", tuple(sorted(expected or ())), "none of the learned tiles is recognised")


def _looked(
    laying: Laying, votes: Votes, wanted: Sequence[int], camera: Camera, places: dict[int, list[Place]]
) -> tuple[Camera, Judgement]:
    """Which of the wanted sides lie there by the votes, and then around these."""
    places = {i: several for i, several in places.items() if i in wanted}
    for i in wanted:
        side = laying.sides[i]
        if i not in places or laying.share(camera, places[i][0], side.coarse, nearly=True)[0] <= SEEN:
            places[i] = places.get(i, []) + votes.under(camera, i)
    tiles = _chosen(laying, camera, places, {}, HINT_SHARE)
    camera, tiles = laying.settled(camera, tiles)
    judgement = judged(laying, votes, camera, tiles)
    for _ in range(ROUNDS):
        found = {i: laid.place for i, laid in judgement.accepted.items()}
        absent = [i for i in wanted if i not in found]
        if not found or not absent:
            break
        more = _beside(laying, camera, found, absent)
        if not more:
            break
        wider, tiles = laying.settled(camera, {**tiles, **more})
        second = judged(laying, votes, wider, tiles)
        if len(second.accepted) <= len(found):
            judgement = replace(judgement, doubts=judgement.doubts + _about(laying, second, more))
            break
        camera, judgement = wider, second
    return camera, judgement


def _about(laying: Laying, judgement: Judgement, more: dict[int, Place]) -> tuple[Doubt, ...]:
    """Doubts as to which side lies at a place beside others: that one does is not passed over.

    Only where zones are seen and two sides have such: too little of one, or its ground alone, a bare table
    shows as well.
    """
    new = {laying.sides[i].id for i in more}
    return tuple(d for d in judgement.doubts if len(d.sides) > 1 and not new.isdisjoint(d.sides))


def _beside(laying: Laying, camera: Camera, found: dict[int, Place], absent: list[int]) -> dict[int, Place]:
    """Absent sides that seem to lie around those found, looked at coarsely and then finely."""
    around: dict[int, list[Place]] = {}
    for i, several in places_beside(laying, camera, found, absent).items():
        coarse = laying.sides[i].coarse
        hinted = [p for p in several if laying.share(camera, p, coarse, nearly=True)[0] >= LEAST_SHARE / 2]
        around[i] = [m for place in hinted if (m := laying.moved(camera, place, coarse)) is not None]
    more: dict[int, Place] = {}
    for i, place in _chosen(laying, camera, around, found, LEAST_SHARE).items():
        fine = laying.sides[i].fine
        nearer = None if i in found else laying.moved(camera, place, fine)
        if nearer is not None and laying.share(camera, nearer, fine, nearly=False)[0] >= FITTED_SHARE:
            more[i] = nearer
    return more


def _chosen(
    laying: Laying, camera: Camera, places: dict[int, list[Place]], tiles: dict[int, Place], least: float
) -> dict[int, Place]:
    """Tiles and, of the places of other sides, those that show at `least` such a share of them.

    The best first: a side that looks like another must not be put where that one lies.
    """
    fitting: list[tuple[float, int, Place]] = []
    for i, several in places.items():
        for place in several:
            share, count = laying.share(camera, place, laying.sides[i].coarse, nearly=True)
            if share >= least and count >= LEAST_PATCHES / 2:
                # a tile of which a corner is in the picture is not surer for it
                fitting.append((count / (count / share + LEAST_PATCHES), i, place))
    chosen = dict(tiles)
    for _, i, place in sorted(fitting, key=lambda f: -f[0]):
        if i not in chosen and not laying.lapped(i, place, chosen):
            chosen[i] = place
    return chosen
