"""Where grid, rectified square and picture lie on one another. Pixel centres are whole numbers throughout.

The *square* is a small picture of the grid seen straight from above: `PX` samples a cell, the grid in the
middle, `RING` cells of its surroundings on each side. All reading is done on squares, so that its cost does
not depend on the size of the picture.
"""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import GRID_SIDE

PX = 16
"""Samples a cell. A cell of 25 to 45 mm gives 1.6 to 2.8 mm a sample: finer than a piece's place matters."""
RING = 1.25
"""Cells of surroundings kept: a piece half off its cell reaches less than half a cell out, an arm crosses."""
EDGE = round(RING * PX)
SIDE = GRID_SIDE * PX + 2 * EDGE

Matrix: TypeAlias = NDArray[np.float64]
Square: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.bool_]

SQUARE_TO_CELLS: Matrix = np.array(
    [[1 / PX, 0, 0.5 / PX - RING], [0, 1 / PX, 0.5 / PX - RING], [0, 0, 1]], dtype=np.float64
)
INSIDE = slice(EDGE, SIDE - EDGE)


def cells_to_picture(corners_px: NDArray[np.float64] | tuple[tuple[float, float], ...]) -> Matrix:
    """The homography from cell units (column, row; 0 to 5) to pixels, from the four outer corners."""
    n = float(GRID_SIDE)
    unit = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float32)
    found = cv2.getPerspectiveTransform(unit, np.asarray(corners_px, dtype=np.float32))
    return np.asarray(found, dtype=np.float64)


def through(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """N x 2 points through a homography."""
    moved = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(moved[:, :2] / moved[:, 2:3], dtype=np.float64)


def inverse(matrix: Matrix) -> Matrix:
    """The way back through a homography."""
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def grey_of(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A BGR picture without its colours."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def reduced(step: int, left: int, top: int) -> Matrix:
    """From pixels of a picture to those of its part from (left, top) on, averaged `step` x `step`."""
    return np.array(
        [[1 / step, 0, (0.5 - left) / step - 0.5], [0, 1 / step, (0.5 - top) / step - 0.5], [0, 0, 1]],
        dtype=np.float64,
    )


def by_cell(square: NDArray[np.float32]) -> NDArray[np.float32]:
    """The grid's part of a square as 25 x PX*PX x channels, cells in reading order."""
    n = GRID_SIDE
    inner = square[INSIDE, INSIDE].reshape(n, PX, n, PX, -1)
    return inner.transpose(0, 2, 1, 3, 4).reshape(n * n, PX * PX, -1)


def away_from_grid() -> NDArray[np.float32]:
    """For each sample of a square, how many cells it lies outside the grid (0 inside)."""
    at = (np.arange(SIDE) + 0.5) / PX - RING
    out = np.maximum(np.maximum(-at, at - GRID_SIDE), 0).astype(np.float32)
    return np.maximum(out[:, None], out[None, :])
