"""What is raced on: tile sides with their zones, and the course that the table has agreed."""

from dataclasses import dataclass
from enum import StrEnum

MOST_TILES = 4


class ZoneKind(StrEnum):
    MAUSOLEUM = "mausoleum"
    GRAVE = "grave"
    BRAIN = "brain"
    GATE = "gate"


@dataclass(frozen=True, slots=True)
class Zone:
    """`id` is its own in the whole layout."""

    id: str
    kind: ZoneKind


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile side that lies face up."""

    id: str
    name: str
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Race:
    """The layout and what the table has agreed about it. Where the tiles lie is nothing to the rules."""

    tiles: tuple[Tile, ...]
    course: tuple[str, ...]
    """Tile ids from the start to the gate. A tile may come again; the last one holds the gate."""
    gate: str
    """The zone that is the finish."""
    start: str
    """Where on the first tile the figures start, in the table's own words."""
    ring: bool
    """The gate is the start as well: behind the last tile comes the first."""
    figures: tuple[str, ...]
    """The names of the figures in the box."""


def zone_of(race: Race, zone: str) -> Zone | None:
    for tile in race.tiles:
        for each in tile.zones:
            if each.id == zone:
                return each
    return None


def has_tile(race: Race, tile: str) -> bool:
    return any(each.id == tile for each in race.tiles)


def tile_with(race: Race, zone: str) -> Tile:
    """The tile a zone is printed on. LookupError when there is no such zone."""
    for tile in race.tiles:
        if any(each.id == zone for each in tile.zones):
            return tile
    raise LookupError(zone)


def preceding(race: Race, tile: str, reached: int) -> str | None:
    """The tile before `tile` on the course for a figure that has visited the first `reached` tiles of it.

    None before the first one, unless the order has been completed and the course is a ring (A56).
    """
    course = race.course
    visited = [at for at in range(min(reached, len(course))) if course[at] == tile]
    at = visited[-1] if visited else course.index(tile, reached)
    if at:
        return course[at - 1]
    if race.ring and reached >= len(course):
        return course[-1]
    return None


def is_due(race: Race, tile: str, reached: int) -> bool:
    """Whether `tile` is the next one that a figure has to visit."""
    return reached < len(race.course) and race.course[reached] == tile


def on_course(race: Race, tile: str, reached: int) -> bool:
    """Whether stepping onto `tile` is in the agreed order: visited before, or the next one (A57)."""
    return tile in race.course[: reached + 1]
