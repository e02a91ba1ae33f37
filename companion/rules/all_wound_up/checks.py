"""What can be played with: faults of a deck, a layout and a course, each said with its place."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import category, normalize

from companion.rules.all_wound_up.cards import DECK_SIZE, Card, Mix
from companion.rules.all_wound_up.race import MOST_TILES, Race, ZoneKind, tile_with

MOST_ZONES = 24
"""On one tile side."""
MOST_STEPS = 2 * MOST_TILES
"""Tiles of a course, with repeats."""
LONGEST_NAME = 60
LONGEST_START = 200
SEATS = range(2, 5)
MOST_FIGURES = 12


@dataclass(frozen=True, slots=True)
class Fault:
    """`place` is the way to the field, as in `tiles[2].zones[0].id`."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def mix_faults(mix: Mix) -> Iterator[Fault]:
    """Everything that makes this no deck of All Wound Up."""
    if len(mix.copies) != len(Card):
        yield Fault("mix.copies", f"one number a kind of card: {', '.join(Card)}")
        return
    for card, copies in zip(Card, mix.copies, strict=True):
        if type(copies) is not int or not 0 <= copies <= DECK_SIZE:
            yield Fault("mix.copies", f"{card}: a whole number from 0 to {DECK_SIZE}, not {copies!r}")
            return
    if sum(mix.copies) != DECK_SIZE:
        yield Fault("mix.copies", f"{DECK_SIZE} cards in all; here are {sum(mix.copies)}")
    if mix.copies[-1] == DECK_SIZE:
        yield Fault("mix.copies", "a deck of Wilds alone moves nobody")


def race_faults(race: Race, seats: int) -> Iterator[Fault]:
    """Everything that makes this no race for so many seats, in reading order."""
    if not 1 <= len(race.tiles) <= MOST_TILES:
        yield Fault("race.tiles", f"1 to {MOST_TILES} tiles; here are {len(race.tiles)}")
    yield from _tile_faults(race)
    if type(race.ring) is not bool:
        yield Fault("race.ring", f"true or false, not {race.ring!r}")
    yield from _course_faults(race)
    if not _readable(race.start, LONGEST_START):
        yield Fault("race.start", f"say where the start is, in 1 to {LONGEST_START} letters")
    yield from _figure_faults(race, seats)


def _tile_faults(race: Race) -> Iterator[Fault]:
    tiles: set[str] = set()
    zones: set[str] = set()
    for at, tile in enumerate(race.tiles):
        for field, text in (("id", tile.id), ("name", tile.name)):
            if not _readable(text, LONGEST_NAME):
                yield Fault(f"race.tiles[{at}].{field}", f"1 to {LONGEST_NAME} letters that can be seen")
        if tile.id in tiles:
            yield Fault(f"race.tiles[{at}].id", f"{tile.id!r} stands here already")
        tiles.add(tile.id)
        if len(tile.zones) > MOST_ZONES:
            yield Fault(f"race.tiles[{at}].zones", f"at most {MOST_ZONES}; here are {len(tile.zones)}")
        for number, zone in enumerate(tile.zones):
            place = f"race.tiles[{at}].zones[{number}]"
            if not _readable(zone.id, 2 * LONGEST_NAME):
                yield Fault(f"{place}.id", f"1 to {2 * LONGEST_NAME} letters that can be seen")
            if zone.id in zones:
                yield Fault(f"{place}.id", f"{zone.id!r} stands in this layout already")
            if type(zone.kind) is not ZoneKind:
                yield Fault(f"{place}.kind", f"one of {', '.join(ZoneKind)}, not {zone.kind!r}")
            zones.add(zone.id)


def _course_faults(race: Race) -> Iterator[Fault]:
    course, tiles = race.course, {tile.id for tile in race.tiles}
    if not 1 <= len(course) <= MOST_STEPS:
        yield Fault("race.course", f"1 to {MOST_STEPS} tiles from start to gate; here are {len(course)}")
        return
    for tile in course:
        if tile not in tiles:
            yield Fault("race.course", f"there is no tile {tile!r} in the layout")
            return
    for tile in sorted(tiles - set(course)):
        yield Fault("race.course", f"it leaves out the tile {tile!r}")
    if any(one == two for one, two in pairwise(course)):
        yield Fault("race.course", "one tile cannot follow itself")
    gates = [zone.id for tile in race.tiles for zone in tile.zones if zone.kind is ZoneKind.GATE]
    if race.gate not in gates:
        yield Fault("race.gate", f"there is no gate {race.gate!r} in the layout")
    elif tile_with(race, race.gate).id != course[-1]:
        yield Fault("race.gate", f"it must lie on the last tile of the course, {course[-1]!r}")
    if race.ring and len(course) == 1:
        yield Fault("race.ring", "with one tile the start cannot be the finish")
    if not race.ring and len(course) > 1 and course[0] == course[-1]:
        yield Fault("race.ring", "a course that ends on its first tile is a ring")


def _figure_faults(race: Race, seats: int) -> Iterator[Fault]:
    if not seats <= len(race.figures) <= MOST_FIGURES:
        yield Fault(
            "race.figures", f"one a seat at least, at most {MOST_FIGURES}; here are {len(race.figures)}"
        )
    taken: set[str] = set()
    for at, name in enumerate(race.figures):
        alike = normalize("NFKC", name).casefold().strip() if isinstance(name, str) else ""
        if not _readable(name, LONGEST_NAME):
            yield Fault(f"race.figures[{at}]", f"1 to {LONGEST_NAME} letters that can be seen")
        elif alike in taken:
            yield Fault(f"race.figures[{at}]", f"{name!r} stands here already")
        taken.add(alike)


def _readable(text: object, longest: int) -> bool:
    """Whether something can be seen and nothing is a control, half a letter or a break."""
    if not isinstance(text, str) or not 1 <= len(text) <= longest:
        return False
    kinds = {category(letter) for letter in text}
    return not kinds & {"Cc", "Cs", "Zl", "Zp"} and any(kind[0] != "Z" and kind != "Cf" for kind in kinds)
