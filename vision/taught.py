"""A taught table on disk: a folder with `table.json` and the picture of the bare table beside it.

Only what was seen and told is kept (the bare picture and the grid's corners); everything else is
worked out from these when the table is opened, so that a better eye reads old folders better.
"""

import json
import math
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import find_grid, refine_corners

FORMAT = 1
KIND_GRID = "grid"
TABLE_FILE = "table.json"
BARE_FILE = "bare.png"
SMALLEST_CELL_PX = 12.0
"""Below this a cell holds too few pixels to tell a piece from noise once a reading is averaged."""
LARGEST_FILE_BYTES = 1_000_000

Pixels: TypeAlias = NDArray[np.uint8]
Corner: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Corner, Corner, Corner, Corner]
"""(x, y) in pixels, the centre of the first pixel being (0, 0); row 0 runs from the first to the second."""


class TaughtError(Exception):
    """A taught table or a take cannot be read; the text is one line naming the file and the field."""


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


def from_take(folder: Path) -> TaughtGrid:
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
    told = _read_json(description)
    for field in ("rows", "columns"):
        if told.get(field, 5) != 5:
            raise TaughtError(
                f"{description}: {field} is {told[field]!r}, but only grids of 5 x 5 can be read"
            )
    corners = _corners(told.get("corners_px"), "corners_px", str(description))
    try:
        return learn_grid(picture, corners)
    except TaughtError as e:
        raise TaughtError(f"{description}: corners_px: {e}") from e


def save(taught: TaughtGrid, folder: Path, *, replace: bool) -> None:
    """Writes the table so that the folder is either wholly there or not at all.

    Raises `TaughtError` when the folder exists and `replace` is false, or cannot be written.
    """
    if folder.exists() and not replace:
        raise TaughtError(f"{folder}: is there already; say --replace to teach it anew")
    if (
        folder.exists()
        and not (folder / TABLE_FILE).is_file()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise TaughtError(f"{folder}: holds something that is no taught table, and is left alone")
    record = {
        "format": FORMAT,
        "kind": KIND_GRID,
        "size_px": list(taught.size_px),
        "corners_px": [list(c) for c in taught.corners_px],
        "tapped_px": [list(c) for c in taught.tapped_px],
        "bare": BARE_FILE,
    }
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            encoded = cv2.imencode(".png", taught.bare)[1].tobytes()
            _write(fresh / BARE_FILE, encoded)
            _write(fresh / TABLE_FILE, json.dumps(record, indent=1).encode())
            fresh.chmod(0o755)
            _swap(fresh, folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    except OSError as e:
        raise TaughtError(f"{folder}: cannot be written: {e.strerror or e}") from e


def load(folder: Path) -> TaughtGrid:
    """Opens a taught table. Raises `TaughtError` naming the file and the field that is wrong."""
    if not folder.is_dir():
        raise TaughtError(f"{folder}: no such taught table; teach it first")
    path = folder / TABLE_FILE
    record = _read_json(path)
    number = record.get("format")
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise TaughtError(f"{path}: format is {number!r}, not a number from 1 on")
    if number > FORMAT:
        raise TaughtError(f"{path}: format {number} is of a newer Tableside; this one reads up to {FORMAT}")
    if record.get("kind") != KIND_GRID:
        raise TaughtError(f"{path}: kind is {record.get('kind')!r}, expected {KIND_GRID!r}")
    name = record.get("bare")
    if not isinstance(name, str) or not name or Path(name).name != name:
        raise TaughtError(f"{path}: bare is {name!r}, not the name of a file in this folder")
    bare = read_picture(folder / name)
    size = (int(bare.shape[1]), int(bare.shape[0]))
    if record.get("size_px") != list(size):
        raise TaughtError(
            f"{path}: size_px is {record.get('size_px')!r}, but {name} is {size[0]} x {size[1]}"
        )
    corners = _corners(record.get("corners_px"), "corners_px", str(path))
    tapped = _corners(record.get("tapped_px", record.get("corners_px")), "tapped_px", str(path))
    try:
        _check_quad(corners, size, str(path))
    except TaughtError as e:
        raise TaughtError(f"{path}: corners_px: {e}") from e
    return TaughtGrid(bare=bare, corners_px=corners, tapped_px=tapped)


def read_picture(path: Path) -> Pixels:
    """A picture file as H x W x 3, BGR. Raises `TaughtError` naming the file."""
    try:
        data = path.read_bytes()
    except OSError as e:
        raise TaughtError(f"{path}: cannot be read: {e.strerror or e}") from e
    try:
        picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        picture = None  # OpenCV refuses absurd sizes by throwing: no picture either
    if picture is None:
        raise TaughtError(f"{path}: is not a picture that can be read")
    return np.asarray(picture, dtype=np.uint8)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())


def _swap(fresh: Path, folder: Path) -> None:
    """Puts `fresh` where `folder` is; a table that stands there is moved away first and then removed."""
    if not folder.exists():
        fresh.rename(folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
    try:
        folder.rename(old / "table")
        try:
            fresh.rename(folder)
        except OSError:
            (old / "table").rename(folder)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _read_json(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise TaughtError(f"{path}: is far too large to be what it should be")
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise TaughtError(f"{path}: cannot be read: {e.strerror or e}") from e
    except (ValueError, RecursionError) as e:
        raise TaughtError(f"{path}: is not JSON: {str(e).splitlines()[0]}") from e
    if not isinstance(told, dict):
        raise TaughtError(f"{path}: should hold one JSON object")
    return told


def _corners(told: Any, field: str, where: str) -> Corners:
    """Four finite (x, y) out of whatever a file or a caller holds."""
    wrong = TaughtError(f"{where}: {field} should be four pairs of numbers, [[x, y], [x, y], [x, y], [x, y]]")
    if isinstance(told, np.ndarray):
        told = told.tolist()
    if not isinstance(told, list | tuple) or len(told) != 4:
        raise wrong
    pairs: list[Corner] = []
    for pair in told:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise wrong
        x, y = pair
        for v in (x, y):
            if isinstance(v, bool) or not isinstance(v, int | float) or not math.isfinite(v) or abs(v) > 1e6:
                raise wrong
        pairs.append((float(x), float(y)))
    return pairs[0], pairs[1], pairs[2], pairs[3]


def _check_quad(corners: Corners, size_px: tuple[int, int], where: str) -> None:
    """Refuses what cannot be a grid seen from above: out of the picture, crossed, mirrored or tiny."""
    width, height = size_px
    for x, y in corners:
        if not (-0.5 <= x <= width - 0.5 and -0.5 <= y <= height - 0.5):
            raise TaughtError(f"the corner ({x:g}, {y:g}) lies outside the picture of {width} x {height}")
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
