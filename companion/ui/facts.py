"""What screens outside a game show. Made by whoever assembles the program; the ui only reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from companion.table.race_picture import PhotoFinish


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played here. `colour` numbers the theme's player colours."""

    name: str
    colour: int


class Source(StrEnum):
    """Where pictures of the table come from."""

    NONE = "none"
    CAMERA = "camera"
    DEMO = "demo"
    """The clip that comes with the program."""


@dataclass(frozen=True, slots=True)
class Resumable:
    """An unfinished game."""

    id: str
    game: str
    round: int
    to_move: str
    """A name; empty while nobody is asked."""
    scores: tuple[tuple[str, int], ...]
    saved_at_s: float
    """Seconds since the epoch, of its last record."""


class TableState(StrEnum):
    """How far a table is taught."""

    UNTAUGHT = "untaught"
    HALF = "half"
    """Somebody began to teach it."""
    TAUGHT = "taught"
    GONE = "gone"
    """It was taught, and its folder is not there any more."""


@dataclass(frozen=True, slots=True)
class Side:
    """A taught tile side of a race; the kinds of its zones in the order in which they were traced."""

    id: str
    zones: tuple[str, ...]


Mm: TypeAlias = tuple[float, float]
"""On the table: across and down."""


@dataclass(frozen=True, slots=True)
class Lies:
    """A tile as the eye sees it lie: its middle, and the gate on it if there is one."""

    tile: str
    middle: Mm
    side_mm: float
    gate: tuple[Mm, Mm] | None = None


@dataclass(frozen=True, slots=True)
class Kit:
    """What was taught of a race's box, and which of its tiles lie on the table as it was taught."""

    sides: tuple[Side, ...] = ()
    figures: tuple[str, ...] = ()
    lies: tuple[Lies, ...] = ()


NO_KIT = Kit()


@dataclass(frozen=True, slots=True)
class Pace:
    """How a figure walks, as the eye has measured over `walks` walks on this and other evenings."""

    figure: str
    cm_a_turn: float
    """Of its key."""
    drift_deg: float
    """How far its heading turns over 10 cm, clockwise positive."""
    walks: int


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game that can be played here."""

    game: str
    last: tuple[Person, ...]
    """Who played it last, in seat order; empty when nobody ever did."""
    first: int
    """The seat that was singled out then."""
    setup: Mapping[str, Any] = field(default_factory=dict)
    """How it was set up then, as plain JSON; empty when nobody ever played it."""
    kept: Resumable | None = None
    """The newest of its games that is not finished."""


@dataclass(frozen=True, slots=True)
class Front:
    """All that the home and players screens know."""

    resume: Resumable | None
    """The newest unfinished game, whichever it is."""
    people: tuple[Person, ...]
    """Most recently seen first."""
    last: tuple[Person, ...]
    """Who played last time, whatever it was, in seat order; empty at the very first start."""
    shelf: tuple[Shelved, ...]
    """The games there are, at least one."""
    source: Source
    can_teach: bool
    """There is a camera to teach a table with."""
    sound: bool
    """There is something to mute."""
    kit: Kit = NO_KIT
    """What was taught of a race; empty without a camera that watches one."""
    paces: tuple[Pace, ...] = ()
    """Of the figures that have been measured, by name."""
    trouble: str = ""
    """One sentence about what somebody wished for and could not have; empty when all is well."""
    grid: TableState = TableState.UNTAUGHT
    race: TableState = TableState.UNTAUGHT


@dataclass(frozen=True, slots=True)
class Finish:
    """A photo finish; `finish` is None where its pictures have been let go of. `folder` holds them."""

    name: str
    finish: PhotoFinish | None
    folder: str


class Aspect(StrEnum):
    """What is looked at while a table is taught."""

    IN_VIEW = "in_view"
    LIGHT = "light"
    SHARP = "sharp"
    SPEED = "speed"


class Verdict(StrEnum):
    WAITING = "waiting"
    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    aspect: Aspect
    verdict: Verdict
    number: int
    """Corners in view, percent of even light, percent of sharpness, or frames a second."""


Point = tuple[float, float]
"""Across and down, as fractions of the picture's width and height."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """A table being taught. `corners` go round the grid from its first corner."""

    corners: tuple[Point, Point, Point, Point]
    found: bool
    """The corners were found in the picture, not only guessed or dragged."""
    checks: tuple[Check, ...]
    can_keep: bool
    trouble: str
    """A key of `vision.observation.WHY`, or empty."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture: `pixels` are RGBA, row by row from the top, `4 * width * height` bytes."""

    pixels: bytes | bytearray | memoryview = field(repr=False)
    """Kivy writes out whatever it binds: of millions of them it would do nothing else."""
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person at the screen chose about the screen itself."""

    text_scale: float
    light: bool
    language: str
    flipped: bool
    muted: bool


TEXT_SCALES = (1.0, 1.15, 1.3)
