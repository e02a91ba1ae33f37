"""What an eye learns from a taught race when it is opened: sides, the camera that took them, figures."""

from collections.abc import Sequence

import numpy as np

from vision.figures import Figure, FigureError, learn_figure
from vision.lens import Lens
from vision.light import Picture
from vision.pose import Camera, PoseError, fit_together
from vision.taught_files import TaughtError
from vision.taught_race import TaughtRace
from vision.tiles import TileSide, learn_sides

UNLEARNED = "until then it is not watched"
"""What follows of a figure that cannot be learned."""


def teach_pictures(taught: TaughtRace) -> list[Picture]:
    """All pictures by the one camera that took them, decoded: figures are told from the table by them.

    A picture that several sides were traced on is there once: it says no more about the table than any other.
    """
    shots = [side.shot for side in taught.sides]
    shots += [seen.shot for figure in taught.figures for seen in figure.shots]
    return [shot.pixels for shot in {shot.encoded: shot for shot in shots}.values()]


def learned_figures(taught: TaughtRace, camera: Camera) -> tuple[tuple[Figure, ...], tuple[str, ...]]:
    """Every figure as its pictures show it, under the camera that took the teach pictures.

    Those that cannot be learned are left out, and a line says why. Raises `TaughtError` when none can be.
    """
    pictures = teach_pictures(taught)
    figures, doubts = [], []
    for told in taught.figures:
        try:
            figures.append(learn_figure(told, pictures, camera))
        except FigureError as error:
            doubts.append(f"{error}; {UNLEARNED}")
    if not figures:
        raise TaughtError(doubts[0])
    return tuple(figures), tuple(doubts)


def learned_sides(taught: TaughtRace) -> tuple[tuple[TileSide, ...], Camera]:
    """Every side, and the camera that took the teach pictures.

    Raises `TaughtError` when what was traced fits no tiles.
    """
    try:
        sides = learn_sides(taught.sides, taught.lens)
        return sides, teach_camera(taught, sides, taught.lens)
    except PoseError as error:
        raise TaughtError(f"the tile sides cannot be learned: {error}") from error


def teach_camera(taught: TaughtRace, sides: Sequence[TileSide], lens: Lens) -> Camera:
    """Where the camera hung over the tiles' tops while they were taught, by all traced corners together.

    Raises `PoseError`.
    """
    seen = [
        (side.corners_mm, np.array(told.corners_px, dtype=np.float64))
        for side, told in zip(sides, taught.sides, strict=True)
    ]
    return fit_together(lens, seen, None)[0]
