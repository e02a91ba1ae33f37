"""Where taught tables lie, as far as can be told without OpenCV."""

import json
from pathlib import Path

from companion.assembly import race_draft
from companion.trouble import UserError
from companion.ui.facts import TableState

FOLDER = "tables"
"""In the data folder: where tables taught at the screen lie."""
TABLE_FILE = "table.json"
"""What a taught table's folder holds; `vision.taught` writes it."""
RACE = "race"
LARGEST_BYTES = 4_000_000


def is_taught(table: str) -> bool:
    """Whether a table was taught into this folder; whether it can be read shows when it is."""
    return bool(table) and (Path(table) / TABLE_FILE).is_file()


def is_race(table: Path) -> bool:
    """Whether a taught table says that it is of a race; whatever cannot be read is none."""
    try:
        with (table / TABLE_FILE).open("rb") as file:
            told = json.loads(file.read(LARGEST_BYTES))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(told, dict) and told.get("kind") == RACE


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
