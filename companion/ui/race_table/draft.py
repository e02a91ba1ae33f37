"""A race table in the middle of being taught: what was photographed, traced and measured so far.

Plain values that can be written down and read again. Points are pixels of their picture, the centre of the
first being (0, 0); pictures are numbered, and lie elsewhere.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
"""x to the right, y down."""
Four: TypeAlias = tuple[Point, Point, Point, Point]
Size: TypeAlias = tuple[float, float]

MOST_SIDES, MOST_FIGURES, MOST_ZONES, MOST_CORNERS = 32, 4, 40, 200
SHOTS = 2
"""Pictures of a figure: one will do, two say more."""


class ZoneKind(StrEnum):
    MAUSOLEUM = "mausoleum"
    GRAVE = "grave"
    BRAIN = "brain"
    GATE = "gate"


@dataclass(frozen=True, slots=True)
class Zone:
    """The corners of a polygon in order, or the two ends of a gate."""

    kind: ZoneKind
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A tile side. `corners` are top left, top right, bottom right, bottom left as it is printed."""

    name: str
    picture: int
    corners: Four
    size_mm: Size
    zones: tuple[Zone, ...] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """A figure's picture; `front` lies on the table before it, None until it was shown."""

    picture: int
    front: Point | None


@dataclass(frozen=True, slots=True)
class Figure:
    """`feet_mm` are length (front to back) and width over both shoes."""

    name: str
    shots: tuple[Shot, ...]
    height_mm: float
    feet_mm: Size


@dataclass(frozen=True, slots=True)
class Draft:
    """Nameless sides and figures are not finished yet. `pictures` is the number of the next picture."""

    sides: tuple[Side, ...] = ()
    figures: tuple[Figure, ...] = ()
    layout: int | None = None
    """The picture of the tiles as laid, if there is one."""
    pictures: int = 0

    @property
    def begun(self) -> bool:
        return bool(self.sides or self.figures or self.layout is not None)


EMPTY = Draft()


def with_side(draft: Draft, at: int, side: Side) -> Draft:
    """`side` in the place `at`, or behind the last when `at` is one past it."""
    return replace(draft, sides=(*draft.sides[:at], side, *draft.sides[at + 1 :]))


def with_figure(draft: Draft, at: int, figure: Figure) -> Draft:
    return replace(draft, figures=(*draft.figures[:at], figure, *draft.figures[at + 1 :]))


def finished_side(side: Side) -> bool:
    return bool(side.name)


def finished_figure(figure: Figure) -> bool:
    return bool(figure.name and figure.shots) and all(shot.front is not None for shot in figure.shots)


def can_learn(draft: Draft) -> bool:
    """Something of each kind is there, and nothing is half done."""
    return (
        bool(draft.sides and draft.figures)
        and all(finished_side(side) for side in draft.sides)
        and all(finished_figure(figure) for figure in draft.figures)
    )


def pictures_of(draft: Draft) -> frozenset[int]:
    """The numbers of the pictures that something was traced on."""
    used = {side.picture for side in draft.sides}
    used |= {shot.picture for figure in draft.figures for shot in figure.shots}
    return frozenset(used | ({draft.layout} if draft.layout is not None else set()))
