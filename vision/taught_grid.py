"""A taught grid: the picture of it bare, and its corners as given and as found on the printed lines.

Everything else is worked out from these when the table is opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from vision.corners import find_grid, refine_corners
from vision.taught_files import (
    Pixels,
    Point,
    TaughtError,
    check_keys,
    inside,
    points_of,
    read_json,
    read_named_shot,
    read_picture,
    read_record,
    shown,
    write_table,
)

KIND_GRID = "grid"
BARE_FILE = "bare.png"
GRID_KEYS = ("rows", "columns", "corners_px")
SMALLEST_CELL_PX = 12.0
"""Below this a cell holds too few pixels to tell a piece from noise once a reading is averaged."""

Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""(x, y) in pixels, the centre of the first pixel being (0, 0); row 0 runs from the first to the second."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtGrid:
    """A 5 x 5 grid as learned from one picture of it bare.

    `bare` is that picture (H x W x 3, BGR); `corners_px` are its outer corners, clockwise as seen, after
    refinement on the printed lines where there are any; `tapped_px` are the corners as given (equal to
    `corners_px` where the grid was found by itself).
    """

    bare: Pixels
    corners_px: Corners
    tapped_px: Corners

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture learned from."""
        return int(self.bare.shape[1]), int(self.bare.shape[0])


def learn_grid(picture: Pixels, corners_px: Sequence[Sequence[float]] | None) -> TaughtGrid:
    """Learns the grid from one picture of it bare (H x W x 3, BGR, 8 bit).

    With `corners_px` None the grid is looked for. Given corners are moved onto the printed lines where
    these can be seen, and kept as they are where not. Raises `TaughtError` with one line saying what to do.
    """
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or picture.size == 0:
        raise TaughtError("the picture of the bare grid is not a colour picture of 8 bits")
    if corners_px is None:
        found = find_grid(picture)
        if found is None:
            raise TaughtError(
                "no 5 x 5 grid found in the picture: lay it bare and whole in view, or give its four corners"
            )
        corners = _corners(found, "corners_px", "the picture")
        return TaughtGrid(bare=picture, corners_px=corners, tapped_px=corners)
    tapped = _corners(corners_px, "corners_px", "the corners given")
    _check_quad(tapped, (int(picture.shape[1]), int(picture.shape[0])), "the corners given")
    refined = refine_corners(picture, np.array(tapped, dtype=np.float64))
    return TaughtGrid(bare=picture, corners_px=_corners(refined, "corners_px", "refined"), tapped_px=tapped)


def grid_from_take(folder: Path) -> TaughtGrid:
    """Learns from `empty.jpg` and, where it is there, `grid.json` in a folder of pictures.

    Raises `TaughtError` naming the file and the field that cannot be used.
    """
    if not folder.is_dir():
        raise TaughtError(f"{folder}: no such folder of pictures")
    picture = read_picture(folder / "empty.jpg")
    description = folder / "grid.json"
    if not description.exists():
        try:
            return learn_grid(picture, None)
        except TaughtError as e:
            raise TaughtError(f"{folder / 'empty.jpg'}: {e}") from e
    told = read_json(description)
    check_keys(told, GRID_KEYS, str(description))
    for field in ("rows", "columns"):
        if told.get(field, 5) != 5:
            raise TaughtError(
                f"{description}: {field} is {shown(told[field])}, but only grids of 5 x 5 can be read"
            )
    corners = _corners(told.get("corners_px"), "corners_px", str(description))
    try:
        return learn_grid(picture, corners)
    except TaughtError as e:
        raise TaughtError(f"{description}: corners_px: {e}") from e


def save_grid(taught: TaughtGrid, folder: Path, *, replace: bool) -> None:
    """Writes the table so that the folder is either wholly there or not at all.

    Raises `TaughtError` when the folder exists and `replace` is false, or cannot be written.
    """
    record = {
        "kind": KIND_GRID,
        "size_px": list(taught.size_px),
        "corners_px": [list(c) for c in taught.corners_px],
        "tapped_px": [list(c) for c in taught.tapped_px],
        "bare": BARE_FILE,
    }
    bare = cv2.imencode(".png", taught.bare)[1].tobytes()
    write_table(folder, record, {BARE_FILE: bare}, replace=replace)


def load_grid(folder: Path) -> TaughtGrid:
    """Opens a taught grid. Raises `TaughtError` naming the file and the field that is wrong."""
    path, record = read_record(folder)
    if record.get("kind") != KIND_GRID:
        raise TaughtError(f"{path}: kind is {shown(record.get('kind'))}, expected {KIND_GRID!r}")
    return grid_of(path, record)


def grid_of(path: Path, record: Mapping[str, Any]) -> TaughtGrid:
    """The grid that the description at `path` holds."""
    name = record.get("bare")
    bare = read_named_shot(path.parent, name, f"{path}: bare").pixels
    size = (int(bare.shape[1]), int(bare.shape[0]))
    if record.get("size_px") != list(size):
        raise TaughtError(
            f"{path}: size_px is {shown(record.get('size_px'))}, but {name} is {size[0]} x {size[1]}"
        )
    corners = _corners(record.get("corners_px"), "corners_px", str(path))
    tapped = _corners(record.get("tapped_px", record.get("corners_px")), "tapped_px", str(path))
    try:
        _check_quad(corners, size, str(path))
    except TaughtError as e:
        raise TaughtError(f"{path}: corners_px: {e}") from e
    return TaughtGrid(bare=bare, corners_px=corners, tapped_px=tapped)


def _corners(told: Any, field: str, where: str) -> Corners:
    """Four finite (x, y) out of whatever a file or a caller holds."""
    pairs = points_of(told)
    if pairs is None or len(pairs) != 4:
        raise TaughtError(
            f"{where}: {field} should be four pairs of numbers, [[x, y], [x, y], [x, y], [x, y]]"
        )
    return pairs[0], pairs[1], pairs[2], pairs[3]


def _check_quad(corners: Corners, size_px: tuple[int, int], where: str) -> None:
    """Refuses what cannot be a grid seen from above: out of the picture, crossed, mirrored or tiny."""
    width, height = size_px
    for corner in corners:
        if not inside(corner, size_px):
            raise TaughtError(
                f"the corner ({corner[0]:g}, {corner[1]:g}) lies outside the picture of {width} x {height}"
            )
    points = np.array(corners, dtype=np.float64)
    sides = np.roll(points, -1, axis=0) - points
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    if np.all(turns < 0):
        raise TaughtError("the corners go anticlockwise: give them clockwise, beginning at row 0, column 0")
    if not np.all(turns > 0):
        raise TaughtError("the four corners do not make a square-like figure, each beside the next")
    if float(np.hypot(sides[:, 0], sides[:, 1]).min()) < 5 * SMALLEST_CELL_PX:
        raise TaughtError(
            f"the grid is too small in the picture ({where}): a cell needs {SMALLEST_CELL_PX:g} pixels"
        )
