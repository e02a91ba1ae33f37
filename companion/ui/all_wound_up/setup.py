"""A race before it starts: which tiles lie there, in which order they are run, who holds the cards. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import msgspec

from companion.rules.all_wound_up.checks import MOST_STEPS, Fault, race_faults
from companion.rules.all_wound_up.options import CardsWhere, Figures, Options
from companion.rules.all_wound_up.race import MOST_TILES, Race, Tile, Zone, ZoneKind
from companion.table.hosted.all_wound_up_race import zone_id
from companion.ui.facts import NO_KIT, Kit, Mm
from companion.ui.words import say

MOST_A_KIND = 3
"""Zones of one kind on a tile that nobody taught."""
ZONES = (ZoneKind.BRAIN, ZoneKind.GRAVE, ZoneKind.MAUSOLEUM)
LETTERS = "ABCD"
FORWARD = "forward"
"""In what a race is set up with: which way its gate is crossed to win."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What has been agreed so far."""

    seats: int
    kit: Kit = NO_KIT
    tiles: tuple[str, ...] = ()
    """That lie on the table."""
    course: tuple[str, ...] = ()
    ring: bool = True
    """The start is the finish; the figures start behind the gate."""
    other_way: bool = False
    counts: tuple[tuple[str, str, int], ...] = ()
    """By hand: zones of a kind on a tile, where somebody has said how many."""
    in_app: bool = False
    chosen: bool = False
    step: int = 0
    table: Options = Options()  # noqa: RUF009 - frozen
    """What the players' screen has settled."""


def begin(seats: int, kit: Kit, last: Mapping[str, Any]) -> Plan:
    """The tiles that the eye sees; else the first taught ones; else four that have letters.

    `last` is how a race was set up before: its course is taken where its tiles are those that lie here.
    """
    if kit.lies:
        tiles = tuple(each.tile for each in kit.lies)
    elif kit.sides:
        tiles = tuple(side.id for side in kit.sides)
    else:
        tiles = tuple(say("all_wound_up.setup.tile", letter=letter) for letter in LETTERS)
    return _again(Plan(seats, kit, tiles[:MOST_TILES]), last)


def laid(plan: Plan, kit: Kit, last: Mapping[str, Any]) -> Plan:
    """The tiles are found after a course was agreed: it stays where it is the one of all that lie here."""
    fresh = begin(plan.seats, kit, last)
    if set(plan.course) != set(fresh.tiles):
        return replace(fresh, table=plan.table)
    other_way = fresh.other_way and fresh.course == plan.course
    return replace(plan, kit=kit, tiles=fresh.tiles, other_way=other_way)


def _again(plan: Plan, last: Mapping[str, Any]) -> Plan:
    """The course of a race before, and by hand its zones."""
    try:
        race = msgspec.convert(last.get("race"), Race)
        options = msgspec.convert(last.get("options", {}), Options)
    except (msgspec.ValidationError, ValueError):
        # There was none, or another Tableside wrote it: then it is agreed anew.
        return plan
    if {tile.id for tile in race.tiles} != set(plan.tiles):
        return plan
    counts = tuple(
        (tile.id, kind.value, sum(zone.kind is kind for zone in tile.zones))
        for tile in race.tiles
        for kind in ZONES
    )
    again = replace(
        plan,
        course=race.course,
        ring=race.ring,
        counts=counts,
        in_app=options.in_app,
        chosen=options.figures is Figures.CHOSEN,
    )
    way = last.get(FORWARD)
    if way is not None and forward(again) not in (None, way):
        again = replace(again, other_way=True)
    return plan if faults(again) else again


def taught(plan: Plan) -> bool:
    return bool(plan.kit.sides)


def tapped(plan: Plan, tile: str) -> Plan:
    """The next tile of the course; the last one is taken out again."""
    course = plan.course
    if course and course[-1] == tile:
        return replace(plan, course=course[:-1])
    if len(course) >= MOST_STEPS:
        return plan
    return replace(plan, course=(*course, tile))


def count(plan: Plan, tile: str, kind: str) -> int:
    said = [many for named, what, many in plan.counts if (named, what) == (tile, kind)]
    return said[0] if said else 1


def counted(plan: Plan, tile: str, kind: str) -> Plan:
    """One zone more of the kind; none after the most."""
    others = tuple(c for c in plan.counts if c[:2] != (tile, kind))
    many = (count(plan, tile, kind) + 1) % (MOST_A_KIND + 1)
    return replace(plan, counts=(*others, (tile, kind, many)))


def zones(plan: Plan, tile: str) -> tuple[str, ...]:
    """The kinds of a tile's zones. By hand the gate is where the course ends."""
    for side in plan.kit.sides:
        if side.id == tile:
            return side.zones
    found = [kind.value for kind in ZONES for _ in range(count(plan, tile, kind.value))]
    if plan.course and plan.course[-1] == tile:
        found.append(ZoneKind.GATE.value)
    return tuple(found)


def is_ring(plan: Plan) -> bool:
    course = plan.course
    return len(course) > 1 and (plan.ring or course[0] == course[-1])


def race(plan: Plan) -> Race:
    """As far as it is agreed; `faults` says what is missing."""
    tiles = tuple(
        Tile(
            tile,
            tile,
            tuple(Zone(zone_id(tile, at), ZoneKind(kind)) for at, kind in enumerate(zones(plan, tile))),
        )
        for tile in dict.fromkeys(plan.course)
    )
    last = plan.course[-1] if plan.course else ""
    gates = [z.id for t in tiles for z in t.zones if t.id == last and z.kind is ZoneKind.GATE]
    start = say("all_wound_up.setup.behind_gate" if is_ring(plan) else "all_wound_up.setup.first_edge")
    return Race(tiles, plan.course, gates[0] if gates else "", start, is_ring(plan), figures(plan))


def figures(plan: Plan) -> tuple[str, ...]:
    if len(plan.kit.figures) >= plan.seats:
        return plan.kit.figures
    return tuple(say("all_wound_up.setup.figure", letter=letter) for letter in LETTERS)


def left_out(plan: Plan) -> tuple[str, ...]:
    return tuple(tile for tile in plan.tiles if tile not in plan.course)


def faults(plan: Plan) -> tuple[Fault, ...]:
    return tuple(race_faults(race(plan), plan.seats)) if plan.course else (Fault("race.course", "none"),)


def why_not(plan: Plan) -> str:
    """What is still missing, in words; empty when the race can start."""
    missing = left_out(plan)
    if missing:
        return say("all_wound_up.setup.more", n=len(missing))
    found = faults(plan)
    if any(fault.place == "race.gate" for fault in found):
        return say("all_wound_up.setup.no_gate")
    return say("all_wound_up.setup.not_so") if found else ""


def forward(plan: Plan) -> str | None:
    """Which way the gate is crossed to win, as `Crossed` says it; None where no eye knows the gate.

    Figures come from the tile before the gate's, and from the gate's own tile where there is none.
    """
    lies = {each.tile: each for each in plan.kit.lies}
    last = lies.get(plan.course[-1]) if plan.course else None
    if last is None or last.gate is None:
        return None
    (ax, ay), (bx, by) = last.gate
    length = hypot(bx - ax, by - ay)
    if not length:
        return None
    before = lies.get(plan.course[-2]) if len(plan.course) > 1 else None
    x, y = (before or last).middle
    to_the_right = ((y - ay) * (bx - ax) - (x - ax) * (by - ay)) / length
    from_right = (to_the_right > 0) != plan.other_way
    return "to_left" if from_right else "to_right"


def way_out(plan: Plan) -> tuple[Mm, Mm] | None:
    """An arrow through the gate in table mm, the way that wins."""
    lies = {each.tile: each for each in plan.kit.lies}
    way = forward(plan)
    if way is None:
        return None
    here = lies[plan.course[-1]]
    assert here.gate is not None
    (ax, ay), (bx, by) = here.gate
    length = hypot(bx - ax, by - ay)
    # To the right of one who walks along the gate: a quarter turn clockwise as seen, y running down.
    right = (-(by - ay) / length, (bx - ax) / length)
    sign = 1.0 if way == "to_right" else -1.0
    mid, reach = ((ax + bx) / 2, (ay + by) / 2), here.side_mm / 3
    tail = (mid[0] - sign * right[0] * reach, mid[1] - sign * right[1] * reach)
    return tail, (mid[0] + sign * right[0] * reach, mid[1] + sign * right[1] * reach)


def options(plan: Plan) -> dict[str, Any]:
    """What a wish for a new game says besides the table's own options."""
    found: dict[str, Any] = {
        "cards": (CardsWhere.IN_APP if plan.in_app else CardsWhere.ON_TABLE).value,
        "figures": (Figures.CHOSEN if plan.chosen else Figures.RANDOM).value,
        "tiles": len(set(plan.course)),
        "race": msgspec.to_builtins(race(plan)),
    }
    way = forward(plan)
    return found if way is None else found | {FORWARD: way}
