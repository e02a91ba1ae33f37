"""Where in the app we are. What the table needs comes before where somebody last went."""

from enum import StrEnum
from typing import Any

from companion.rules.all_4_it.view import Phase
from companion.table.reading import Adrift, Ambiguous
from companion.table.snapshot import Snapshot


class Place(StrEnum):
    HOME = "home"
    PLAYERS = "players"
    NAME = "name"
    TABLES = "tables"
    TEACH = "teach"
    RACE_TABLE = "race_table"
    """Its steps are `race_table.lesson`'s."""
    BOARD = "board"
    POWERS = "powers"
    FIX = "fix"
    COMPARE = "compare"
    RESULT = "result"
    WINNER = "winner"
    ENDED = "ended"
    """A game that was ended early: how it stood."""
    TIMELINE = "timeline"
    AMEND = "amend"
    CONSENT = "consent"
    SHAPES = "shapes"
    MENU = "menu"


OUTSIDE = frozenset({Place.HOME, Place.PLAYERS, Place.NAME, Place.TABLES, Place.TEACH, Place.RACE_TABLE})
"""Places of their own, with no game on the table."""

STAYS = frozenset({Place.TIMELINE, Place.AMEND, Place.CONSENT, Place.MENU, Place.ENDED})
"""Places that somebody went to and leaves when they like."""


def where(snapshot: Snapshot[Any, Any] | None, wanted: Place) -> Place:
    """The place to show when somebody wants to be at `wanted`."""
    if snapshot is None:
        return wanted if wanted in OUTSIDE else Place.HOME
    phase = snapshot.view.phase
    asked = isinstance(snapshot.reading, Ambiguous) or snapshot.pending is not None
    playing = phase not in (Phase.ROUND_SCORED, Phase.OVER) and not snapshot.paused
    if wanted in STAYS:
        return wanted
    # A look at secrets is ended by its owner, not by a piece that somebody moves meanwhile.
    if wanted in (Place.POWERS, Place.SHAPES) and playing:
        return wanted
    if wanted is Place.FIX and asked:
        return wanted
    if snapshot.adrift_due and isinstance(snapshot.reading, Adrift) and not snapshot.paused:
        return Place.COMPARE
    if phase is Phase.ROUND_SCORED:
        return Place.RESULT
    return Place.WINNER if phase is Phase.OVER else Place.BOARD
