"""What the eyes claim about the table. Standard library only, so that no one needs OpenCV to listen.

Times are seconds of the source: frame number / rate for a file, the monotonic clock for a device.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

GRID_SIDE = 5
EMPTY, RED, WHITE, UNKNOWN = ".", "R", "W", "?"

Rows: TypeAlias = tuple[str, str, str, str, str]
"""Five strings of five letters out of `.RW?`; row 0 runs from the grid's first corner to its second."""


@dataclass(frozen=True, slots=True)
class GridSeen:
    """A newly settled reading: hands gone, at least two frames over at least 0.2 s agree.

    `taken_s` is the first of the agreeing frames, `said_s` the frame after which this was said
    (`said_s >= taken_s`). No cell is `?` unless something lasting hides it; then `partial` is true.
    """

    taken_s: float
    said_s: float
    rows: Rows

    @property
    def partial(self) -> bool:
        return any(UNKNOWN in row for row in self.rows)


@dataclass(frozen=True, slots=True)
class HandsSeen:
    """Hands came over the table (`over` is true) or left it."""

    taken_s: float
    said_s: float
    over: bool


@dataclass(frozen=True, slots=True)
class Blind:
    """Nothing is claimed until `Seeing`. `why` is a stable key with words beside it in `WHY`."""

    taken_s: float
    said_s: float
    why: str


@dataclass(frozen=True, slots=True)
class Seeing:
    """The table is seen (again). A `GridSeen` follows as soon as a reading has settled."""

    taken_s: float
    said_s: float


WHY: dict[str, str] = {
    "no_picture": "no picture from the camera",
    "ended": "the clip is over",
    "table_unreadable": "the taught table cannot be read",
    "frozen": "the picture stands still",
    "camera_moved": "camera or mat moved",
    "grid_lost": "the grid cannot be found",
    "too_dark": "too dark to see colours",
    "too_bright": "too bright to see colours",
    "resolution_changed": "the picture has another size than the one learned",
}
"""Every reason to be blind, in words."""

Observation: TypeAlias = GridSeen | HandsSeen | Blind | Seeing


def as_line(seen: Observation) -> dict[str, Any]:
    """One JSON object a line, as `tableside watch --jsonl` writes it."""
    stamps = {"t": round(seen.taken_s, 3), "said": round(seen.said_s, 3)}
    match seen:
        case GridSeen():
            return {**stamps, "kind": "grid_partial" if seen.partial else "grid", "cells": list(seen.rows)}
        case HandsSeen():
            return {**stamps, "kind": "hands", "over": seen.over}
        case Blind():
            return {**stamps, "kind": "blind", "why": WHY[seen.why]}
        case Seeing():
            return {**stamps, "kind": "seeing"}
