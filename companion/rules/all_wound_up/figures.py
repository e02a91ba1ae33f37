"""A figure as the rules see it: where it stands, and what it has done in the race."""

from dataclasses import dataclass
from enum import StrEnum


class Gone(StrEnum):
    """Why a figure is not on the board."""

    NOT_PLACED = "not_placed"
    MAUSOLEUM = "mausoleum"
    GRAVE = "grave"
    LEFT = "left"
    """It left the board and is put back at once."""


@dataclass(frozen=True, slots=True)
class On:
    """On the board; the middle of the feet is on `tile`."""

    tile: str


@dataclass(frozen=True, slots=True)
class Away:
    """Off the board. It comes back to `tile`: on `grave` if there is one, at the start point, or anywhere."""

    why: Gone
    tile: str
    grave: str | None = None
    at_start: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """One seat's figure. It has the number of its owner's seat."""

    place: On | Away
    fallen: bool = False
    under: tuple[str, ...] = ()
    """Zones that its feet touch, sorted. They do nothing more until left and touched again (A51, A52)."""
    reached: int = 1
    """So many tiles of the course it has visited in order (S02)."""
    crossed: int = 0
    """Forward crossings of the gate less backward ones since the last tile was first reached (S02, A60)."""
    brains: tuple[str, ...] = ()
    """Every Brain that counted for it, each once, the latest one last (A35)."""
    doomed: Away | None = None
    """It has touched a hazard and goes there once all stand still (A30 `all_count`)."""
