"""Where in the app we are. What the table needs comes before where somebody last went.

These are the places that all games share; a game may have more of its own (`Face.screens`).
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from companion.table.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.ui.face import Face


class Place(StrEnum):
    HOME = "home"
    PLAYERS = "players"
    NAME = "name"
    TABLES = "tables"
    TEACH = "teach"
    RACE_TABLE = "race_table"
    """Its steps are `race_table.lesson`'s."""
    PREPARE = "prepare"
    """What a game asks for once it is known who plays."""
    BOARD = "board"
    """The game itself, on its own screen."""
    FIX = "fix"
    WINNER = "winner"
    ENDED = "ended"
    """A game that was ended early: how it stood."""
    TIMELINE = "timeline"
    AMEND = "amend"
    CONSENT = "consent"
    MENU = "menu"


OUTSIDE = frozenset(
    {Place.HOME, Place.PLAYERS, Place.NAME, Place.TABLES, Place.TEACH, Place.RACE_TABLE, Place.PREPARE}
)
"""Places of their own, with no game on the table."""

STAYS = frozenset({Place.TIMELINE, Place.AMEND, Place.CONSENT, Place.MENU, Place.ENDED})
"""Places that somebody went to and leaves when they like."""


def where(snapshot: Snapshot[Any, Any] | None, wanted: StrEnum, face: "Face | None") -> StrEnum:
    """The place to show when somebody wants to be at `wanted`."""
    if snapshot is None or face is None:
        return wanted if wanted in OUTSIDE else Place.HOME
    return wanted if wanted in STAYS else face.where(snapshot, wanted)
