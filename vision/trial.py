"""Whether what was taught of a race is enough to know it by: learned once, and looked for where it must be.

Said in plain words while the tiles and the camera are still at hand, and not in the middle of an evening.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from vision.figures import FigureError, learn_figure
from vision.finding import Doubt, Layout, find
from vision.learning import UNLEARNED, learned_sides, teach_pictures
from vision.pose import PoseError
from vision.taught_files import TaughtError
from vision.taught_race import TaughtRace
from vision.tiles import TileSide, learn_sides


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
        sides, camera = learned_sides(taught)
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
        if isinstance(found, Layout) and sorted(laid.side.id for laid in found.tiles) == traced:
            learned.append(f"tile side {side.id}: {_zones(side)}; known by its art")
        else:
            doubtful.append(f"tile side {side.id}: {_why(found, traced)}")
    pictures = teach_pictures(taught)
    for figure in taught.figures:
        say(f"learning {figure.name}")
        many = f"{len(figure.shots)} pictures" if len(figure.shots) > 1 else "1 picture"
        length, width = figure.feet_mm
        size = f"height {figure.height_mm:g} mm, feet {length:g} x {width:g} mm"
        try:
            learn_figure(figure, pictures, camera)
        except FigureError as error:
            doubtful.append(f"{error}; {UNLEARNED}")
        else:
            learned.append(f"{figure.name}: {size}, seen on {many}")
    picture = taught.layout_picture
    if picture is not None:
        say("looking for the tiles as laid")
        found = find(picture, sides, taught.lens)
        if isinstance(found, Layout):
            learned.append("laid out: " + ", ".join(laid.side.id for laid in found.tiles))
        else:
            doubtful.append(f"laid out: {found.told}")
    return Trial(tuple(learned), tuple(doubtful))


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
