"""A plain map of the tiles, for tables without an eye: where each lies in the course, who stands on it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.rules.all_wound_up.figures import On
from companion.rules.all_wound_up.race import Race, ZoneKind, tile_with
from companion.rules.all_wound_up.view import View
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person
from companion.ui.intents import Intent
from companion.ui.letters import letter_of
from companion.ui.words import say

Place = tuple[float, float]
"""Across and down, in tiles from the top left one."""

RING: tuple[Place, ...] = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Clockwise from the bottom left."""


@dataclass(frozen=True, slots=True)
class MarkModel:
    """A figure on a tile: its letter, and its owner's colour."""

    letter: str
    colour: str
    fallen: bool


@dataclass(frozen=True, slots=True)
class SquareModel:
    tile: str
    name: str
    at: Place
    number: str
    """Its place, or places, on the course; empty while it is on none."""
    zones: tuple[str, ...]
    """Their kinds, gates left out."""
    gate: bool
    marks: tuple[MarkModel, ...]
    intent: Intent | Any | None = None
    """What a tap on it means."""


@dataclass(frozen=True, slots=True)
class MapModel:
    squares: tuple[SquareModel, ...]
    steps: tuple[tuple[Place, Place], ...]
    """From each tile of the course to the next."""
    exit: tuple[Place, Place] | None
    """Through the gate, the way that wins."""


BLANK = MapModel((), (), None)


def places(tiles: tuple[str, ...], *, ring: bool) -> dict[str, Place]:
    """Where tiles are drawn, given in the order of the course: round, or in a row.

    Where they really lie is nothing to the record; the map shows their order.
    """
    if ring and len(tiles) == len(RING):
        return dict(zip(tiles, RING, strict=True))
    return {tile: (float(at), 0.0) for at, tile in enumerate(tiles)}


def present(snapshot: Snapshot[Any, Any], people: tuple[Person, ...]) -> MapModel:
    view: View = snapshot.view
    race = view.race
    order = tuple(dict.fromkeys(race.course))
    where = places(order, ring=race.ring)
    marks: dict[str, list[MarkModel]] = {}
    names = [seat.name or snapshot.names[at] for at, seat in enumerate(view.seats)]
    for at, seat in enumerate(view.seats):
        place = seat.figure.place
        if isinstance(place, On):
            name = names[at]
            marks.setdefault(place.tile, []).append(
                MarkModel(letter_of(name, names), f"player{people[at].colour}", seat.figure.fallen)
            )
    squares = tuple(
        SquareModel(
            tile.id,
            tile.name,
            where[tile.id],
            numbers(race.course, tile.id),
            tuple(zone.kind.value for zone in tile.zones if zone.kind is not ZoneKind.GATE),
            any(zone.id == race.gate for zone in tile.zones),
            tuple(marks.get(tile.id, ())),
        )
        for tile in race.tiles
    )
    return MapModel(squares, steps(race.course, where), way_out(race, where))


def numbers(course: tuple[str, ...], tile: str) -> str:
    found = [str(at) for at, each in enumerate(course, 1) if each == tile]
    return say("all_wound_up.map.numbers", numbers="+".join(found)) if found else ""


def steps(course: tuple[str, ...], where: dict[str, Place]) -> tuple[tuple[Place, Place], ...]:
    return tuple((where[one], where[two]) for one, two in pairwise(course) if one in where and two in where)


def way_out(race: Race, where: dict[str, Place]) -> tuple[Place, Place] | None:
    """From the gate's tile onwards: to the first tile of a ring, else straight on from the tile before."""
    last = tile_with(race, race.gate).id
    if last not in where:
        return None
    x, y = where[last]
    if race.ring and race.course[0] != last:
        return (x, y), where[race.course[0]]
    before = where.get(race.course[-2], (x - 1, y)) if len(race.course) > 1 else (x - 1, y)
    return (x, y), (2 * x - before[0], 2 * y - before[1])
