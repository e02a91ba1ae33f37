"""How what was taught of a race becomes what its rules know: names of tiles, zones and figures, and the gate.

A tile has the name of its taught side, a figure its taught name, and a zone the name of its tile with the
number it was traced as.
"""

from collections.abc import Sequence
from typing import TypeAlias

from companion.rules.all_wound_up.race import Race, Tile, Zone, ZoneKind

TaughtSide: TypeAlias = tuple[str, tuple[str, ...]]
"""The side's name, and the kinds of its zones in the order they were traced."""


def zone_id(tile: str, number: int) -> str:
    return f"{tile}/{number}"


def as_race(
    sides: Sequence[TaughtSide], course: tuple[str, ...], start: str, *, ring: bool, figures: tuple[str, ...]
) -> Race:
    """The race on `course`. The finish is the first gate on its last tile.

    ValueError names a tile without a taught side, a gate that is missing, or a kind that nobody knows.
    """
    known = dict(sides)
    tiles = []
    for tile in dict.fromkeys(course):
        if tile not in known:
            raise ValueError(f"{tile}: no such tile side was taught")
        zones = (Zone(zone_id(tile, at), ZoneKind(kind)) for at, kind in enumerate(known[tile]))
        tiles.append(Tile(tile, tile, tuple(zones)))
    gates = [
        zone.id
        for tile in tiles
        for zone in tile.zones
        if course and tile.id == course[-1] and zone.kind is ZoneKind.GATE
    ]
    if not gates:
        raise ValueError(f"{course[-1] if course else 'course'}: there is no gate on the last tile")
    return Race(tuple(tiles), course, gates[0], start, ring, figures)
