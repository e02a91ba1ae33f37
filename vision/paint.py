"""Draws what was seen. The only module of `vision` that draws; nothing here feeds back into a reading."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import EMPTY, GRID_SIDE, RED, UNKNOWN, WHITE, Rows
from vision.plane import cells_to_picture, through
from vision.taught import Corners

Colour: TypeAlias = tuple[int, int, int]

GRID_COLOUR: Colour = (90, 220, 255)
FIRST_COLOUR: Colour = (60, 140, 255)
LETTER_COLOURS: dict[str, Colour] = {RED: (60, 60, 230), WHITE: (245, 245, 245), UNKNOWN: (0, 200, 255)}
"""BGR."""


def grid_over(
    picture: NDArray[np.uint8], corners_px: Corners, looking: Rows | None = None
) -> NDArray[np.uint8]:
    """A copy of a frame with the grid drawn on it, its first corner marked, and a mark on each cell read.

    A cross marks white, a ring red, a question mark an unknown cell: shapes as well as colours.
    """
    drawn = picture.copy()
    matrix = cells_to_picture(corners_px)
    thick = max(1, round(picture.shape[0] / 480))
    for i in range(GRID_SIDE + 1):
        for ends in ([[i, 0], [i, GRID_SIDE]], [[0, i], [GRID_SIDE, i]]):
            a, b = _points(matrix, np.array(ends, dtype=np.float64))
            cv2.line(drawn, a, b, GRID_COLOUR, thick, cv2.LINE_AA)
    cv2.circle(drawn, _points(matrix, np.zeros((1, 2)))[0], 5 * thick, FIRST_COLOUR, -1, cv2.LINE_AA)
    if looking is not None:
        for row, letters in enumerate(looking):
            for column, letter in enumerate(letters):
                _mark(drawn, matrix, row, column, letter, thick)
    return drawn


def _points(matrix: NDArray[np.float64], cells: NDArray[np.float64]) -> list[tuple[int, int]]:
    return [(round(float(x)), round(float(y))) for x, y in through(matrix, cells)]


def _mark(  # noqa: PLR0917
    drawn: NDArray[np.uint8], matrix: NDArray[np.float64], row: int, column: int, letter: str, thick: int
) -> None:
    if letter == EMPTY:
        return
    middle, side = _points(matrix, np.array([[column + 0.5, row + 0.5], [column + 0.7, row + 0.5]]))
    reach = max(2, round(float(np.hypot(side[0] - middle[0], side[1] - middle[1]))))
    x, y = middle
    # dark below, colour on top: seen on light and dark pieces alike
    for colour, width in (((20, 20, 20), 3 * thick), (LETTER_COLOURS[letter], thick)):
        if letter == RED:
            cv2.circle(drawn, middle, reach, colour, width, cv2.LINE_AA)
        elif letter == WHITE:
            cv2.line(drawn, (x - reach, y - reach), (x + reach, y + reach), colour, width, cv2.LINE_AA)
            cv2.line(drawn, (x - reach, y + reach), (x + reach, y - reach), colour, width, cv2.LINE_AA)
        else:
            scale = reach / 12
            cv2.putText(
                drawn,
                "?",
                (x - reach // 2, y + reach),
                cv2.FONT_HERSHEY_SIMPLEX,
                scale,
                colour,
                width,
                cv2.LINE_AA,
            )


def mirror(picture: NDArray[np.uint8], corners_px: Corners, size_px: int) -> NDArray[np.uint8]:
    """The grid straight from above, `size_px` square (BGR), row 0 on top."""
    n = size_px / GRID_SIDE
    to_cells = np.array([[1 / n, 0, 0.5 / n], [0, 1 / n, 0.5 / n], [0, 0, 1]])
    view = cv2.warpPerspective(
        picture,
        cells_to_picture(corners_px) @ to_cells,
        (size_px, size_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
    )
    return np.asarray(view, dtype=np.uint8)
