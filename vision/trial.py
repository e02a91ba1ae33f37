"""Whether what was taught of a race is enough to know it by: learned once, and looked for where it must be.

Said in plain words while the tiles and the camera are still at hand, and not in the middle of an evening.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding import Doubt, Layout, find
from vision.learning import UNLEARNED, learned_each, learned_table
from vision.pose import PoseError
from vision.taught_files import Pixels, TaughtError
from vision.taught_race import TaughtRace
from vision.tiles import TileSide, learn_sides
from vision.traced import TracedSide

SAME_TABLE = 0.5
"""How alike fine detail is: about 0.9 in two pictures of one table, below 0.1 where one is of a tile."""
WITH_THE_TILE = "take it again with the tile on it, and trace that"


@dataclass(frozen=True, slots=True)
class Trial:
    """A line each: what was learned, and what could not be and what to do about it."""

    learned: tuple[str, ...]
    doubtful: tuple[str, ...]


def try_out(taught: TaughtRace, say: Callable[[str], None]) -> Trial:
    """Learns everything once; `say` hears what is being done, for it takes seconds.

    Raises `TaughtError` when a side cannot be learned at all.
    """
    say(f"learning {len(taught.sides)} tile sides")
    try:
        sides = learned_table(taught).sides
    except TaughtError as error:
        which = " or ".join(_bent(taught)) or "one of the tile sides"
        raise TaughtError(
            f"corners_px of {which}: {error}; trace them again, or the size is wrong"
        ) from error
    learned, doubtful = [taught.lens.in_words()], []
    found_on: dict[bytes, Layout | Doubt] = {}
    for told, side in zip(taught.sides, sides, strict=True):
        say(f"looking for {side.id} on its own picture")
        there = told.shot.encoded
        if there not in found_on:
            found_on[there] = find(told.picture, sides, taught.lens)
        found = found_on[there]
        # Several sides may have been traced on one picture.
        traced = sorted(other.id for other in taught.sides if other.shot.encoded == there)
        if _bare(told, taught):
            doubtful.append(f"tile side {side.id}: its own picture shows the bare table; {WITH_THE_TILE}")
        elif isinstance(found, Layout) and sorted(laid.side.id for laid in found.tiles) == traced:
            learned.append(f"tile side {side.id}: {_zones(side)}; known by its art")
        else:
            doubtful.append(f"tile side {side.id}: {_why(found, traced)}")
    each = learned_each(taught, lambda figure: say(f"learning {figure.name}"))
    for figure, found_out in zip(taught.figures, each, strict=True):
        if isinstance(found_out, str):
            doubtful.append(f"{found_out}; {UNLEARNED}")
            continue
        if found_out.pictures < len(figure.shots):
            doubtful.append(
                f"{figure.name}: stands out near its front_px on only {found_out.pictures} of "
                f"{len(figure.shots)} pictures; is each tap on its own picture, a little in front of it?"
            )
        many = "1 picture" if found_out.pictures == 1 else f"{found_out.pictures} pictures"
        length, width = figure.feet_mm
        size = f"height {figure.height_mm:g} mm, feet {length:g} x {width:g} mm"
        learned.append(f"{figure.name}: {size}, seen on {many}")
    if taught.layout is not None:
        say("looking for the tiles as laid")
        lies = learned_table(taught).found
        if isinstance(lies, Layout):
            learned.append("laid out: " + ", ".join(laid.side.id for laid in lies.tiles))
        elif lies is not None:
            doubtful.append(f"laid out: {lies.told}")
    return Trial(tuple(learned), tuple(doubtful))


def _bare(side: TracedSide, taught: TaughtRace) -> bool:
    """Whether a side's picture shows within its corners what those of the figures show there: the table."""
    within = np.zeros(side.shot.size_px[::-1], np.uint8)
    cv2.fillConvexPoly(within, np.round(side.corners_px).astype(np.int32), 1)
    there = _detail(side.picture)[within > 0]
    alike = [
        np.corrcoef(there, _detail(seen.picture)[within > 0])[0, 1]
        for figure in taught.figures
        for seen in figure.shots
        if seen.shot.encoded != side.shot.encoded
    ]
    return bool(alike) and float(np.median(alike)) > SAME_TABLE  # a figure may stand there in some


def _detail(picture: Pixels) -> NDArray[np.float32]:
    """What a picture shows beside noise and light: neither the finest nor the coarse."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, coarse = (cv2.GaussianBlur(grey, (0, 0), sigma) for sigma in (1.0, 6.0))
    return np.asarray(fine - coarse, np.float32)


def _bent(taught: TaughtRace) -> list[str]:
    """Which sides are at fault when they cannot be learned together."""
    bent = []
    for side in taught.sides:
        try:
            learn_sides([side], taught.lens)
        except PoseError:
            bent.append(side.id)
    return bent


def _why(found: Layout | Doubt, traced: list[str]) -> str:
    if isinstance(found, Doubt):
        return f"could not be found again on its own picture: {found.told}"
    there = [laid.side.id for laid in found.tiles]
    others = [name for name in there if name not in traced]
    if not others:
        return f"its own picture shows only {', '.join(there)}; was each side traced on its own tile?"
    return f"its own picture looks like {', '.join(others)} as well; are both the right pictures?"


def _zones(side: TileSide) -> str:
    many = Counter(zone.kind for zone in side.zones)
    return ", ".join(f"{n} {kind}" for kind, n in many.items()) or "no zones"
