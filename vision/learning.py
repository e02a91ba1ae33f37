"""What an eye learns from a taught race when it is opened: sides, the camera that took them, figures.

It takes seconds, so what was learned of the last few races is remembered while the program runs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.figures import Figure, FigureError, learn_figure
from vision.finding import find
from vision.layout import Doubt, Layout
from vision.lens import Lens
from vision.lens_by_tiles import mended_lens
from vision.light import Picture
from vision.pose import Camera, PoseError, fit_together
from vision.taught_files import TaughtError
from vision.taught_race import TaughtRace
from vision.tiles import TileSide, learn_sides
from vision.traced import ToldFigure

REMEMBERED = 2
"""Races: the one that is played, and one that is being taught."""
UNLEARNED = "until then it is not watched"
"""What follows of a figure that cannot be learned."""


def teach_pictures(taught: TaughtRace) -> list[Picture]:
    """All pictures by the one camera that took them, decoded: figures are told from the table by them.

    A picture that several sides were traced on is there once: it says no more about the table than any other.
    """
    shots = [side.shot for side in taught.sides]
    shots += [seen.shot for figure in taught.figures for seen in figure.shots]
    return [shot.pixels for shot in {shot.encoded: shot for shot in shots}.values()]


def learned_figures(taught: TaughtRace) -> tuple[tuple[Figure, ...], tuple[str, ...]]:
    """Every figure as its pictures show it.

    Those that cannot be learned are left out, and a line says why. Raises `TaughtError` when none can be.
    """
    each = learned_each(taught, lambda _: None)
    doubts = tuple(f"{why}; {UNLEARNED}" for why in each if isinstance(why, str))
    figures = tuple(figure for figure in each if not isinstance(figure, str))
    if not figures:
        raise TaughtError(doubts[0])
    return figures, doubts


def learned_each(taught: TaughtRace, begin: Callable[[ToldFigure], None]) -> tuple[Figure | str, ...]:
    """Of each figure in turn how its pictures show it, or why it cannot be learned; `begin` hears of each."""
    known = _figures_of(taught)
    pictures = teach_pictures(taught) if len(known) < len(taught.figures) else []
    for told in taught.figures:
        begin(told)
        if told.name not in known:
            try:
                known[told.name] = learn_figure(told, pictures, learned_table(taught).camera)
            except FigureError as error:
                known[told.name] = str(error)
    return tuple(known[told.name] for told in taught.figures)


@lru_cache(REMEMBERED)
def _figures_of(_: TaughtRace) -> dict[str, Figure | str]:
    """What `learned_each` knows of them by now."""
    return {}


def forget() -> None:
    """Whatever is asked for next is learned anew."""
    learned_table.cache_clear()
    _figures_of.cache_clear()


@dataclass(frozen=True, slots=True, eq=False)
class LearnedTable:
    """Every side, the lens, and the camera that took the teach pictures.

    `found` is what the layout picture shows, None without one; `laid` the layout, mended, and that
    picture, if the tiles were found.
    """

    sides: tuple[TileSide, ...]
    lens: Lens
    camera: Camera
    found: Layout | Doubt | None
    laid: tuple[Layout, Picture] | None


@lru_cache(REMEMBERED)
def learned_table(taught: TaughtRace) -> LearnedTable:
    """The tiles, and how they lie on the layout picture.

    Raises `TaughtError` when what was traced fits no tiles.
    """
    try:
        sides = learn_sides(taught.sides, taught.lens)
        camera = teach_camera(taught, sides, taught.lens)
    except PoseError as error:
        raise TaughtError(f"the tile sides cannot be learned: {error}") from error
    picture = taught.layout_picture
    found = None if picture is None else find(picture, sides, taught.lens)
    if picture is None or not isinstance(found, Layout):
        return LearnedTable(sides, taught.lens, camera, found, None)
    lens, layout = mended_lens(picture, found)
    return LearnedTable(sides, lens, teach_camera(taught, sides, lens), found, (layout, picture))


def teach_camera(taught: TaughtRace, sides: Sequence[TileSide], lens: Lens) -> Camera:
    """Where the camera hung over the tiles' tops while they were taught, by all traced corners together.

    Raises `PoseError`.
    """
    seen = [
        (side.corners_mm, np.array(told.corners_px, dtype=np.float64))
        for side, told in zip(sides, taught.sides, strict=True)
    ]
    return fit_together(lens, seen, None)[0]
