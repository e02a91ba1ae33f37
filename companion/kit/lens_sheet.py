"""The lens sheet in millimetres: the black of it, as the eye that reads it expects it.

Millimetres: x right, y down from the sheet's top-left corner.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import MARKER_MM, SQUARE_MM, SQUARES

SIZE_MM = (SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM)
"""Width and height of the sheet without the white paper about it."""

BITS = 5
BORDER = 1
"""A marker is `BITS` cells wide within a black frame of `BORDER` cells."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Top-left corner, width and height, all in mm."""

    x_mm: float
    y_mm: float
    wide_mm: float
    high_mm: float


def black() -> tuple[Rectangle, ...]:
    """All that is black on the sheet: no rectangle lies over another, those of one marker may touch.

    OpenCV's own board says which marker lies where; a square that holds none is black.
    """
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    board = cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)
    cells = BITS + 2 * BORDER
    cell_mm = MARKER_MM / cells
    found: list[Rectangle] = []
    white: set[tuple[int, int]] = set()
    for number, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
        left, top = (float(v) for v in np.asarray(corners)[:, :2].min(axis=0))
        white.add((int(left // SQUARE_MM), int(top // SQUARE_MM)))
        drawn = np.asarray(dictionary.generateImageMarker(int(number), cells, borderBits=BORDER))
        for row, across in enumerate(drawn == 0):
            edges = np.flatnonzero(np.diff(np.r_[False, across, False]))
            for start, end in edges.reshape(-1, 2):
                x, wide = left + start * cell_mm, (end - start) * cell_mm
                found.append(Rectangle(float(x), top + row * cell_mm, float(wide), cell_mm))
    found += [
        Rectangle(column * SQUARE_MM, row * SQUARE_MM, SQUARE_MM, SQUARE_MM)
        for row in range(SQUARES[1])
        for column in range(SQUARES[0])
        if (column, row) not in white
    ]
    return tuple(found)
