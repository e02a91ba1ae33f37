"""A taught table on disk: a folder with `table.json` and pictures beside it, of a grid or of a race.

Only what was seen and told is kept; everything else is worked out from these when the table is opened, so
that a better eye reads old folders better. Each kind has its module; this one tells them apart.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from vision.race_take import race_from_take
from vision.taught_files import (
    FORMAT,
    TABLE_FILE,
    Pixels,
    TaughtError,
    check_free,
    read_picture,
    read_record,
    shown,
)
from vision.taught_grid import (
    KIND_GRID,
    SMALLEST_CELL_PX,
    Corners,
    TaughtGrid,
    grid_from_take,
    grid_of,
    learn_grid,
    load_grid,
    save_grid,
)
from vision.taught_race import KIND_RACE, TaughtRace, load_race, race_of, save_race

__all__ = [
    "FORMAT",
    "KIND_GRID",
    "KIND_RACE",
    "SMALLEST_CELL_PX",
    "TABLE_FILE",
    "Corners",
    "Pixels",
    "Taught",
    "TaughtError",
    "TaughtGrid",
    "TaughtRace",
    "check_free",
    "from_take",
    "grid_from_take",
    "learn_grid",
    "load",
    "load_grid",
    "load_race",
    "race_from_take",
    "read_picture",
    "save",
]

Taught: TypeAlias = TaughtGrid | TaughtRace


def _unheard(_: str) -> None:
    return


def from_take(
    folder: Path, say: Callable[[str], None] = _unheard, doubt: Callable[[str], None] = _unheard
) -> Taught:
    """Learns from a folder of pictures; what lies in it tells the kind.

    `say` hears what takes long, `doubt` which pictures were of no use.

    Raises `TaughtError` naming the file and the field that cannot be used.
    """
    if not folder.is_dir():
        raise TaughtError(f"{folder}: no such folder of pictures")
    grid, race = (folder / "empty.jpg").exists(), (folder / "teach").exists()
    if grid and race:
        raise TaughtError(
            f"{folder}: holds a grid (empty.jpg) and a race (teach); take one of them elsewhere"
        )
    if race:
        return race_from_take(folder, say, doubt)
    if grid:
        return grid_from_take(folder)
    raise TaughtError(
        f"{folder}: holds nothing to learn from: for a grid empty.jpg is missing, for a race teach/tiles"
    )


def save(taught: Taught, folder: Path, *, replace: bool) -> None:
    """Writes the table so that the folder is either wholly there or not at all.

    Raises `TaughtError` when the folder exists and `replace` is false, or cannot be written.
    """
    if isinstance(taught, TaughtGrid):
        save_grid(taught, folder, replace=replace)
    else:
        save_race(taught, folder, replace=replace)


def load(folder: Path) -> Taught:
    """Opens a taught table. Raises `TaughtError` naming the file and the field that is wrong."""
    path, record = read_record(folder)
    kind = record.get("kind")
    if kind == KIND_GRID:
        return grid_of(path, record)
    if kind == KIND_RACE:
        return race_of(path, record)
    raise TaughtError(f"{path}: kind is {shown(kind)}, expected {KIND_GRID!r} or {KIND_RACE!r}")
