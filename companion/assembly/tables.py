"""Where taught tables lie, as far as can be told without OpenCV."""

from pathlib import Path

FOLDER = "tables"
"""In the data folder: where tables taught at the screen lie."""
TABLE_FILE = "table.json"
"""What a taught table's folder holds; `vision.taught` writes it."""


def is_taught(table: str) -> bool:
    """Whether a table was taught into this folder; whether it can be read shows when it is."""
    return bool(table) and (Path(table) / TABLE_FILE).is_file()
