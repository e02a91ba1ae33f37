"""What a snapshot says of a race: where figures are, and what was read of what they did, in order of time."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from companion.rules.core import Refusal, Seat

A = TypeVar("A")

HappeningId: TypeAlias = str
"""The same for the same thing seen, whenever it is said again."""


class Posture(StrEnum):
    UNKNOWN = "unknown"
    """Not seen since the eye began, or since it was blind."""
    STANDING = "standing"
    WALKING = "walking"
    FALLEN = "fallen"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle of a figure's feet on a tile, and where it looks: anticlockwise from the tile's x axis, from
    above, None until known. On no tile there is no place to name.
    """

    tile: str | None
    tile_mm: tuple[float, float] | None
    heading_deg: float | None


@dataclass(frozen=True, slots=True)
class PutBack:
    """A figure was lifted from `was`. Once it stands again: how far off it is, None where that is not known
    (another tile, or a heading not seen). `off_deg` is positive where it looks too far anticlockwise.
    """

    was: Spot
    lifted_s: float
    off_mm: float | None = None
    off_deg: float | None = None
    other_tile: bool = False


@dataclass(frozen=True, slots=True)
class Turned:
    """How far a figure has been turned for a card or a Purple since its task began, against half a turn.

    `clockwise_deg` is in [0, 360); for a Turn Left its rest to 360 is what counts. `too_far` is None while
    that is too close to call.
    """

    figure: Seat
    clockwise_deg: float
    most_deg: float
    too_far: bool | None


@dataclass(frozen=True, slots=True)
class FigureShown:
    """A figure as the eye has it now, whatever the record says of it."""

    name: str
    seat: Seat | None
    """Who plays it; None when nobody does."""
    posture: Posture
    spot: Spot | None
    put_back: PutBack | None


class What(StrEnum):
    PLACED = "placed"
    """Put down by a hand, standing."""
    UNDER = "under"
    """It was put down, turned or stood up so that this zone is under its feet."""
    LET_GO = "let_go"
    """It walks from where it was put down."""
    TOUCHED = "touched"
    LEFT_ZONE = "left_zone"
    STEPPED_ON = "stepped_on"
    CROSSED = "crossed"
    LEFT_BOARD = "left_board"
    FELL = "fell"
    STOOD_STILL = "stood_still"
    """All figures have stopped."""
    DONE = "done"
    """A placing or standing up is complete."""


class Fate(StrEnum):
    KEPT = "kept"
    """A record rests on it. It counts as long as that record does: see the timeline's entry `seq`."""
    WAITING = "waiting"
    """Too close to call: somebody keeps or dismisses it."""
    BEHIND = "behind"
    """It is clear, but something before it waits, and order counts."""
    DISMISSED = "dismissed"
    """Somebody said no, ended the walk without it, or let go too early."""
    BY_HAND = "by_hand"
    """A hand had entered it already."""
    VOID = "void"
    """It changes nothing: the rules refuse it (`refusal`), or nobody's figure is on its way."""


@dataclass(frozen=True, slots=True)
class Happening(Generic[A]):
    """Something read off what the eye said. Fields that do not belong to its kind are None."""

    id: HappeningId
    what: What
    figure: str
    """Its name, as the eye was taught it."""
    seat: Seat | None
    fate: Fate
    taken_s: float
    """When it happened, in the source's seconds."""
    said_s: float
    tile: str | None = None
    zone: str | None = None
    """The rules' id of the zone."""
    zone_kind: str | None = None
    forward: bool | None = None
    """Of a crossing: along the course. None when that is not known."""
    margin_mm: float | None = None
    """How deep in, or how far over; negative: not quite."""
    uncertain: bool = False
    readings: tuple[tuple[A, ...], ...] = ()
    """While it waits: what it may have been, the likeliest first. `KeepHappening.reading` chooses one."""
    refusal: Refusal | None = None
    seq: int | None = None
    """The (first) record that rests on it."""
    evidence: str | None = None
    """Name of its pictures in the game's folder, once they are there."""
    also: tuple[HappeningId, ...] = ()
    """Others that happened with it, for all that can be told, and are kept by the same record."""
    by_tap: bool = False
    """Somebody kept, or dismissed, it."""


class Holds(StrEnum):
    """Why the turn does not go on by itself. Whoever looks at the table may say *Done* all the same."""

    DOUBT = "doubt"
    """Something waits for a tap."""
    MOVING = "moving"
    """Somebody still walks, or is not known to stand."""
    NOT_SEEN = "not_seen"
    """The eye was blind, or the table rested, while the figure was on its way."""
    LIFTED = "lifted"
    """The figure was lifted before it stood still: let go too early?"""
    NO_EYE = "no_eye"


@dataclass(frozen=True, slots=True)
class Walked:
    """The newest walk that is over. `clean`: all of it was seen, and nothing and nobody stopped it."""

    figure: str
    turns: int
    """Of the key."""
    from_s: float
    to_s: float
    clean: bool


@dataclass(frozen=True, slots=True)
class RaceShown(Generic[A]):
    figures: tuple[FigureShown, ...]
    """In the order of the box."""
    happenings: tuple[Happening[A], ...]
    """Since the action before the one that is on now, in order of time: those of the one on now begin at
    `now_from`. At most some dozens.
    """
    now_from: int
    turned: Turned | None
    """While somebody turns a figure and its headings are known."""
    all_still: bool
    """Nobody moves, as far as can be seen."""
    holds: frozenset[Holds]
    """Empty while nobody walks, or when the walk is about to end by itself."""
    walked: Walked | None
    seen_through_s: float | None
    """Whatever happened up to then has been said."""
    evidence_full: bool
    """The oldest pictures of this game have been let go of to make room."""
