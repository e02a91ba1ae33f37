"""What the eyes claim about the table. Standard library only, so that no one needs OpenCV to listen.

Times are seconds of the source: frame number / rate for a file, the monotonic clock for a device.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, assert_never

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
    """Nothing is claimed until `Seeing`. `why` is a stable key with words beside it in `WHY`.

    `about` names for people what it is about, as tile sides or sizes; empty where there is nothing to name.
    """

    taken_s: float
    said_s: float
    why: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Seeing:
    """The table is seen (again). A `GridSeen` follows as soon as a reading has settled.

    `unseen` are tile sides that were taught and seen nowhere: they are not in play, or covered.
    """

    taken_s: float
    said_s: float
    unseen: tuple[str, ...] = ()


TouchKind: TypeAlias = Literal["mausoleum", "grave", "brain"]
Direction: TypeAlias = Literal["to_left", "to_right"]
"""The side on which the feet end, for one who walks from the gate's first point to its second, from above."""


@dataclass(frozen=True, slots=True)
class Touched:
    """Walking or pushed, a figure's feet came onto a zone: once an entry.

    `zone` counts the zones of the tile side from 0, as they were traced. `margin_mm` is how deep the feet had
    reached in when this was said; `uncertain` when that is too little to tell, and then it may be negative.
    """

    taken_s: float
    said_s: float
    figure: str
    tile: str
    zone_kind: TouchKind
    zone: int
    margin_mm: float
    uncertain: bool


@dataclass(frozen=True, slots=True)
class LeftZone:
    """The feet are wholly off a zone that they had touched, or had been put down on."""

    taken_s: float
    said_s: float
    figure: str
    tile: str
    zone_kind: TouchKind
    zone: int
    uncertain: bool


@dataclass(frozen=True, slots=True)
class Crossed:
    """The whole of the feet has crossed a gate; `margin_mm` is how far behind the feet the line lay then."""

    taken_s: float
    said_s: float
    figure: str
    tile: str
    zone: int
    direction: Direction
    margin_mm: float
    uncertain: bool


@dataclass(frozen=True, slots=True)
class LeftBoard:
    """The feet lie wholly outside every tile; `tile` is the one the middle of them was last on."""

    taken_s: float
    said_s: float
    figure: str
    tile: str | None
    uncertain: bool


@dataclass(frozen=True, slots=True)
class SteppedOn:
    """Walking or pushed, the middle of the feet came onto another tile."""

    taken_s: float
    said_s: float
    figure: str
    tile: str


@dataclass(frozen=True, slots=True)
class Fell:
    """A figure no longer stands."""

    taken_s: float
    said_s: float
    figure: str


@dataclass(frozen=True, slots=True)
class Lifted:
    """A figure is in a hand, and touches nothing until it is placed."""

    taken_s: float
    said_s: float
    figure: str


@dataclass(frozen=True, slots=True)
class ZoneUnder:
    """A zone that a figure was put down on: the fields mean what they mean in `Touched`."""

    tile: str
    zone_kind: TouchKind
    zone: int
    margin_mm: float
    uncertain: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """A figure was put down, standing; `tile` is None when the middle of its feet is on none.

    No `Touched` follows for the zones under its feet, but a `LeftZone` does.
    """

    taken_s: float
    said_s: float
    figure: str
    tile: str | None
    zones: tuple[ZoneUnder, ...]


@dataclass(frozen=True, slots=True)
class Still:
    """A standing figure has not moved since `since_s`, and by `taken_s` that was long enough: once a stop."""

    taken_s: float
    said_s: float
    figure: str
    since_s: float


@dataclass(frozen=True, slots=True)
class SeenThrough:
    """Whatever happened up to and including `taken_s` has been said; it never goes back."""

    taken_s: float
    said_s: float


@dataclass(frozen=True, slots=True)
class Posed:
    """Where a figure stands or lies in this one frame: the middle of its feet on the tile, if it is on one.

    `heading_deg` goes anticlockwise, seen from above, from the tile's x axis; None until known.
    """

    taken_s: float
    said_s: float
    figure: str
    tile: str | None
    tile_mm: tuple[float, float] | None
    heading_deg: float | None
    upright: bool


WHY: dict[str, str] = {
    "no_picture": "no picture from the camera",
    "ended": "the clip is over",
    "table_unreadable": "the taught table cannot be read",
    "frozen": "the picture stands still",
    "camera_moved": "camera or mat moved",
    "grid_lost": "the grid cannot be found",
    "tiles_lost": "no taught tile can be found",
    "tiles_hidden": "part of the board is hidden",
    "tiles_doubtful": "it is not sure which tiles lie there",
    "too_dark": "too dark to see colours",
    "too_bright": "too bright to see colours",
    "resolution_changed": "the picture has another size than the one learned",
}
"""Every reason to be blind, in words."""

Observation: TypeAlias = GridSeen | HandsSeen | Blind | Seeing
"""What the eye on a grid says."""
Happening: TypeAlias = (
    Touched | LeftZone | Crossed | LeftBoard | SteppedOn | Fell | Lifted | Placed | Still | SeenThrough
)
"""What the feet of figures did, in order of `taken_s`."""
RaceObservation: TypeAlias = Happening | Posed | HandsSeen | Blind | Seeing
"""What the eye on a race says."""


def as_line(seen: Observation | RaceObservation) -> dict[str, Any]:
    """One JSON object a line, as `tableside watch --jsonl` writes it."""
    return {"t": round(seen.taken_s, 3), "said": round(seen.said_s, 3), **_words(seen)}


def _words(seen: Observation | RaceObservation) -> dict[str, Any]:
    match seen:
        case GridSeen():
            return {"kind": "grid_partial" if seen.partial else "grid", "cells": list(seen.rows)}
        case HandsSeen():
            return {"kind": "hands", "over": seen.over}
        case Blind():
            return {"kind": "blind", "why": WHY[seen.why], **({"about": seen.about} if seen.about else {})}
        case Seeing():
            return {"kind": "seeing", **({"unseen": list(seen.unseen)} if seen.unseen else {})}
        case SeenThrough():
            return {"kind": "seen_through"}
        case Touched() | LeftZone() | Crossed():
            return {**_with_zone(seen), "uncertain": seen.uncertain}
        case _:
            return _of_figure(seen)


def _with_zone(seen: Touched | LeftZone | Crossed) -> dict[str, Any]:
    where = {"figure": seen.figure, "tile": seen.tile, "zone": seen.zone}
    match seen:
        case Touched():
            return {"kind": seen.zone_kind, **where, "margin_mm": round(seen.margin_mm, 1)}
        case LeftZone():
            return {"kind": "left_zone", **where, "zone_kind": seen.zone_kind}
        case Crossed():
            margin_mm = round(seen.margin_mm, 1)
            return {"kind": "gate", **where, "direction": seen.direction, "margin_mm": margin_mm}
        case _:
            assert_never(seen)


def _of_figure(seen: LeftBoard | SteppedOn | Fell | Lifted | Placed | Still | Posed) -> dict[str, Any]:
    who = {"figure": seen.figure}
    match seen:
        case LeftBoard():
            return {"kind": "left_board", **who, "tile": seen.tile, "uncertain": seen.uncertain}
        case SteppedOn():
            return {"kind": "stepped_on", **who, "tile": seen.tile}
        case Fell():
            return {"kind": "fall", **who}
        case Lifted():
            return {"kind": "lifted", **who}
        case Placed():
            return {"kind": "placed", **who, "tile": seen.tile, "zones": [_under(one) for one in seen.zones]}
        case Still():
            return {"kind": "still", **who, "since": round(seen.since_s, 3)}
        case Posed():
            place = None if seen.tile_mm is None else [round(mm, 2) for mm in seen.tile_mm]
            heading = None if seen.heading_deg is None else round(seen.heading_deg, 1)
            where = {"tile": seen.tile, "tile_mm": place, "heading_deg": heading}
            return {"kind": "pose", **who, **where, "upright": seen.upright}
        case _:
            assert_never(seen)


def _under(zone: ZoneUnder) -> dict[str, Any]:
    where = {"tile": zone.tile, "zone": zone.zone, "zone_kind": zone.zone_kind}
    return {**where, "margin_mm": round(zone.margin_mm, 1), "uncertain": zone.uncertain}
