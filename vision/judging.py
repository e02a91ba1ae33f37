"""Whether it really is this side that lies at a place: accepted only where no other could be what is seen."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.colours import off, tints_of
from vision.laying import LAPPED, Laying, overlap, overlapping
from vision.layout import Doubt, Laid
from vision.light import Light
from vision.pose import Camera, Floats, Place
from vision.relief import FIT, fits_of
from vision.tiles import TileSide
from vision.voting import Votes

LEAST_SHARE = 0.25
"""Of the patches with texture so many must show the art: half may be covered, and edges of what covers."""
LEAST_PATCHES = 8
LEAST_LEAD = 4.0
"""Patches of lead over the side that fits second best at the same place."""
LEAST_ZONES, LEAST_ZONES_SHARE = 2, 0.5
"""How often patches with zones must speak for them, and how often for each that nothing covers: sides may
share a printed ground, never their zones."""
TELLING_ZONES = 4
"""So often they show that no side is meant which was seen elsewhere, however alike their grounds are, and
that it is this one in whatever colours: a camera set otherwise shows strong ones stronger or paler."""
WHOLE = 0.8
"""So much of a tile lies in the picture, for boards are filmed whole; of less, a table's grain may look like
that of a printed ground."""
CUT_SHARE = 0.5
"""Of the patches of such a tile that lie in the picture, so many must show its art: no table's grain does."""
OPEN = 4
"""Of eight patches around so many show the art where nothing covers one."""
UNLIKE = 0.6
"""Log of light: a colour so much farther off than another is not that of the place."""
COLOURED = 0.2
"""A zone's colour is so far off the ground's at least, when it tells: lamps and JPEG leave a tenth."""
CHANCE = 0.4
"""Below, a patch correlates with whatever it shows."""
HINT_SHARE = 0.15
"""A side that fits so much, yet too little to be accepted, may lie there: doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """Sides that lie there, by their place among all; and what is in doubt."""

    accepted: dict[int, Laid]
    doubts: tuple[Doubt, ...]


def judged(laying: Laying, votes: Votes, camera: Camera, tiles: dict[int, Place]) -> Judgement:
    """What the art says of sides that were settled on the picture."""
    accepted: dict[int, Laid] = {}
    doubted: dict[int, Doubt] = {}
    seen = {i: laying.share(camera, place, laying.sides[i].fine, nearly=False) for i, place in tiles.items()}
    # those that are seen best first: a side that lies elsewhere for sure is no rival any more, and shows by
    # its colours how the table is lit; so who was in doubt is looked at again in the end
    best_first = sorted(tiles, key=lambda i: -seen[i][0])
    for again, i in [(False, i) for i in best_first] + [(True, i) for i in best_first]:
        if again and i not in doubted:
            continue
        told = _told(laying, votes, camera, i, tiles[i], seen[i], accepted)
        doubted.pop(i, None)
        if isinstance(told, Laid):
            accepted[i] = told
        elif told is not None:
            doubted[i] = told
    doubts = [d for d in doubted.values() if not _explained(laying, d, tiles, accepted)]
    for i, j in overlapping(accepted):
        names = tuple(sorted((laying.sides[i].id, laying.sides[j].id)))
        doubts.append(Doubt("which", names, f"{names[0]} and {names[1]} seem to lie in one place"))
    return Judgement(accepted, tuple(doubts))


def _told(  # noqa: PLR0917
    laying: Laying,
    votes: Votes,
    camera: Camera,
    index: int,
    place: Place,
    seen: tuple[float, int],
    accepted: Mapping[int, Laid],
) -> Laid | Doubt | None:
    """The side at its place, or why that is in doubt; None where next to nothing of it is seen."""
    side = laying.sides[index]
    share, count = seen
    if share < HINT_SHARE:
        return None
    inside = laying.in_picture(camera, place, side.fine)
    if inside < WHOLE and share < CUT_SHARE:
        return None  # where the table goes on as a printed ground does, some of it fits
    light = laying.colours.light(camera, accepted.values())
    zones, least = _zones_seen(laying, camera, (index, place), light), LEAST_ZONES
    telling = zones is not None and zones >= TELLING_ZONES
    if not telling and _otherwise_coloured(laying, camera, place, side, light):
        if share < CUT_SHARE:
            return None  # a table's grain
        return Doubt("which", (side.id,), f"what lies there has the pattern of {side.id} in other colours")
    if share < LEAST_SHARE or count < LEAST_PATCHES:
        return Doubt("covered", (side.id,), f"{side.id} may lie there, but too little of it is seen")
    if inside < WHOLE:
        least = TELLING_ZONES
    if zones is not None and zones < min(least, int(side.zoned.sum())):
        told = f"what lies there has the ground of {side.id}, but its zones are not seen"
        return Doubt("which", (side.id,), told)
    rival, lead = _rival(laying, camera, (index, place), light, accepted if telling else ())
    lead += LEAST_LEAD if votes.marked(camera, place, index) else 0.0
    if lead < LEAST_LEAD:
        names = tuple(sorted((side.id, rival)))
        return Doubt("which", names, f"it cannot be told whether {names[0]} or {names[1]} lies there")
    return Laid(side, place, share)


def _otherwise_coloured(
    laying: Laying, camera: Camera, place: Place, side: TileSide, light: Light | None
) -> bool:
    """Whether the patches that show a side's pattern at a place have other colours, as far as it is known."""
    if light is None:
        return False
    good = np.nan_to_num(laying.shown(camera, place, side.fine).fits) >= FIT
    tints = laying.colours.at(camera, place, side.fine) - tints_of(side, side.fine)
    return bool(good.any()) and float(np.median(off(tints[good], light))) > UNLIKE


def _zones_seen(laying: Laying, camera: Camera, laid: tuple[int, Place], light: Light | None) -> int | None:
    """How much shows that the zones of a side lie at its place; None where there is no telling.

    A patch with zones speaks once by its pattern, and once more where its colour is that of the zone and not
    of the ground. None at all is said when too many lie open and show something else. What covers a tile
    covers zones and the ground around them; another side with the same ground shows the ground, and no zone
    in it.
    """
    index, place = laid
    side = laying.sides[index]
    fits = laying.shown(camera, place, side.fine).fits
    told, good = side.zoned & np.isfinite(fits), np.nan_to_num(fits) >= FIT
    if not told.any():
        return None
    grid = good.reshape(side.fine.across).astype(np.float32)
    around = cv2.blur(grid, (3, 3), borderType=cv2.BORDER_REFLECT_101) * 9 - grid
    open_ = told & (good | (around.ravel() >= OPEN))
    art = tints_of(side, side.fine)
    tints = laying.colours.at(camera, place, side.fine) - art
    shown = good & told
    # its own light is that of the patches which show it
    off_ground, off_art = off(art, _middle(art[~side.zoned])), off(tints, _middle(tints[good], light))
    coloured = (off_ground > COLOURED) & (off_art < off_ground / 2)
    speak = int(shown.sum()) + int((shown & coloured).sum())
    return speak if speak >= LEAST_ZONES_SHARE * int(open_.sum()) else 0


def _middle(tints: Light, light: Light | None = None) -> Light:
    """The light, if it is known, else that of most tints."""
    if light is None and len(tints):
        return np.asarray(np.median(tints, axis=0), dtype=np.float32)
    return np.zeros(3, dtype=np.float32) if light is None else light


def _explained(laying: Laying, doubt: Doubt, tiles: dict[int, Place], accepted: dict[int, Laid]) -> bool:
    """Whether what seemed to be a side lies where an accepted one lies: two never do."""
    mine = [i for i in tiles if laying.sides[i].id in doubt.sides and i not in accepted]
    return all(
        any(overlap(tiles[i], laying.sides[i], laid.place, laid.side) > LAPPED for laid in accepted.values())
        for i in mine
    )


def _rival(
    laying: Laying,
    camera: Camera,
    laid: tuple[int, Place],
    light: Light | None,
    elsewhere: Collection[int],
) -> tuple[str, float]:
    """The other side that fits best at a place, and by how many patches it fits worse.

    Only patches in which the two differ can tell: each side's fits are compared patch by patch, and what
    fits neither (a hand) says nothing. Where the pattern is that of the side, so do the colours.
    """
    index, place = laid
    side = laying.sides[index]
    view, seen = laying.viewed(camera, place, side.coarse)
    mine = _beyond_chance(fits_of(side.coarse, view, seen))
    tints = laying.colours.at(camera, place, side.coarse)[mine > 0]
    here = off(tints - tints_of(side, side.coarse)[mine > 0], light)
    worst, name = float("inf"), ""
    for j, other in enumerate(laying.sides):
        if j == index or j in elsewhere:
            continue
        for quarter in range(4):
            if other.coarse.size != (side.coarse.size if quarter % 2 == 0 else side.coarse.size[::-1]):
                continue
            theirs = fits_of(other.coarse, np.rot90(view, quarter), np.rot90(seen, quarter))
            grid = _beyond_chance(theirs).reshape(other.coarse.across)
            turned = np.rot90(grid, -quarter).ravel()
            tinted = np.rot90(tints_of(other, other.coarse).reshape(*other.coarse.across, 3), -quarter)
            further = off(tints - tinted.reshape(-1, 3)[mine > 0], light) - here
            lead = float((mine - turned).sum() + np.clip(further / UNLIKE, -1, 1).sum())
            if lead < worst:
                worst, name = lead, other.id
    return name, worst


def _beyond_chance(fits: Floats) -> Floats:
    """Correlations of a dozen or two of independent samples, those that mean nothing taken for nothing."""
    return np.where(np.nan_to_num(fits) > CHANCE, fits, 0.0)
