"""Zones being traced on a straightened tile, and written down on the picture that was taken."""

from dataclasses import dataclass, replace
from typing import assert_never

from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import (
    MOST_CORNERS,
    MOST_ZONES,
    Draft,
    Point,
    Side,
    Zone,
    ZoneKind,
    with_side,
)
from companion.ui.race_table.straight import Straight, straightened


@dataclass(frozen=True, slots=True)
class Tracing:
    """`outline` holds the corners put so far, in pixels of the straightened tile."""

    kind: ZoneKind = ZoneKind.MAUSOLEUM
    outline: tuple[Point, ...] = ()
    chosen: int | None = None
    """Which zone of the side is chosen."""


def straight_of(side: Side) -> Straight | None:
    return straightened(side.corners, side.size_mm)


def on_tile(side: Side, straight: Straight) -> tuple[tuple[Point, ...], ...]:
    """The side's zones in pixels of the straightened tile."""
    return tuple(tuple(straight.to_straight(point) for point in zone.points) for zone in side.zones)


def traced(draft: Draft, at: int, tracing: Tracing, intent: i.TracingIntent) -> tuple[Draft, Tracing]:
    """The draft and what is being traced on its side `at`, after one more touch."""
    match intent:
        case i.ChooseKind(kind):
            return draft, Tracing(kind)
        case i.PutCorner(point):
            return _put(draft, at, tracing, point)
        case i.CloseZone():
            return _closed(draft, at, tracing)
        case i.DropCorner():
            return draft, replace(tracing, outline=tracing.outline[:-1])
        case i.ChooseZone(zone):
            return draft, replace(tracing, outline=(), chosen=None if zone == tracing.chosen else zone)
        case i.DropZone():
            return _dropped(draft, at, tracing)
        case _:
            assert_never(intent)


def can_close(tracing: Tracing) -> bool:
    return tracing.kind is not ZoneKind.GATE and len(tracing.outline) >= 3


def _put(draft: Draft, at: int, tracing: Tracing, point: Point) -> tuple[Draft, Tracing]:
    """One more corner; with its second one a gate is complete."""
    side = draft.sides[at]
    straight = straight_of(side)
    if straight is None or len(side.zones) >= MOST_ZONES or len(tracing.outline) >= MOST_CORNERS:
        return draft, tracing
    inside = (
        min(straight.width - 0.5, max(-0.5, point[0])),
        min(straight.height - 0.5, max(-0.5, point[1])),
    )
    after = replace(tracing, outline=(*tracing.outline, inside), chosen=None)
    if tracing.kind is ZoneKind.GATE and len(after.outline) == 2:
        return _closed(draft, at, after)
    return draft, after


def _closed(draft: Draft, at: int, tracing: Tracing) -> tuple[Draft, Tracing]:
    """The outline is a zone of the side, when there is enough of it, and chosen: it can go again."""
    side = draft.sides[at]
    straight = straight_of(side)
    whole = can_close(tracing) or (tracing.kind is ZoneKind.GATE and len(tracing.outline) == 2)
    if straight is None or not whole:
        return draft, tracing
    zone = Zone(tracing.kind, tuple(straight.to_picture(point) for point in tracing.outline))
    fresh = replace(side, zones=(*side.zones, zone))
    return with_side(draft, at, fresh), Tracing(tracing.kind, (), len(side.zones))


def _dropped(draft: Draft, at: int, tracing: Tracing) -> tuple[Draft, Tracing]:
    """Without the chosen zone."""
    side = draft.sides[at]
    if tracing.chosen is None or tracing.chosen >= len(side.zones):
        return draft, tracing
    zones = side.zones[: tracing.chosen] + side.zones[tracing.chosen + 1 :]
    return with_side(draft, at, replace(side, zones=zones)), replace(tracing, chosen=None)
