"""Where taught tables lie, as far as can be told without OpenCV."""

from pathlib import Path

import msgspec

from companion.assembly import race_draft
from companion.trouble import UserError
from companion.ui.facts import NO_KIT, Kit, Side, TableState

FOLDER = "tables"
"""In the data folder: where tables taught at the screen lie."""
TABLE_FILE = "table.json"
"""What a taught table's folder holds; `vision.taught` writes it."""
RACE = "race"
LARGEST_BYTES = 4_000_000
"""A table of four sides is a few thousand."""


def is_taught(table: str) -> bool:
    """Whether a table was taught into this folder; whether it can be read shows when it is."""
    return bool(table) and (Path(table) / TABLE_FILE).is_file()


def grid_state(table: str) -> TableState:
    """How far the grid of the settings is taught."""
    if is_taught(table):
        return TableState.TAUGHT
    return TableState.GONE if table else TableState.UNTAUGHT


def race_state(table: str, tables: Path) -> TableState:
    """How far the race table of the settings is taught, or the draft of one in the folder `tables`."""
    if is_taught(table):
        return TableState.TAUGHT
    try:
        begun = race_draft.load(tables / race_draft.FOLDER).begun
    except UserError:
        begun = False  # said when it is gone on with
    if begun:
        return TableState.HALF
    return TableState.GONE if table else TableState.UNTAUGHT


class _Zone(msgspec.Struct):
    kind: str


class _Tile(msgspec.Struct):
    tile: str
    zones: list[_Zone] = []


class _Toy(msgspec.Struct):
    figure: str


class _Told(msgspec.Struct):
    kind: str = ""
    sides: list[_Tile] = []
    figures: list[_Toy] = []


def is_race(table: str) -> bool:
    """Whether a race was taught into this folder."""
    return _told(table).kind == RACE


def kit_of(table: str) -> Kit:
    """What was taught of a race into this folder; nothing when none was, or it cannot be read."""
    told = _told(table)
    if told.kind != RACE:
        return NO_KIT
    sides = tuple(Side(each.tile, tuple(zone.kind for zone in each.zones)) for each in told.sides)
    return Kit(sides, tuple(each.figure for each in told.figures))


def _told(table: str) -> _Told:
    """Why a file cannot be read is said when its eye is opened."""
    if not is_taught(table):
        return _Told()
    try:
        with (Path(table) / TABLE_FILE).open("rb") as file:
            return msgspec.json.decode(file.read(LARGEST_BYTES), type=_Told)
    except (OSError, RecursionError, msgspec.DecodeError):
        return _Told()
