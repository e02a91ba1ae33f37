"""What a touch can mean while a race table is taught. `lesson.Lesson.do` carries them out."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.ui.race_table.draft import Point, ZoneKind
from companion.ui.race_table.steps import Step


@dataclass(frozen=True, slots=True)
class NextSide:
    """Teach one more tile side: on a new picture, or on the one that is open."""

    same_picture: bool = False


@dataclass(frozen=True, slots=True)
class NextFigure:
    pass


@dataclass(frozen=True, slots=True)
class TakeLayout:
    """Take a picture of the tiles as laid."""


@dataclass(frozen=True, slots=True)
class OpenSide:
    at: int


@dataclass(frozen=True, slots=True)
class OpenFigure:
    at: int


@dataclass(frozen=True, slots=True)
class TakePicture:
    pass


@dataclass(frozen=True, slots=True)
class OnePicture:
    """No second picture of this figure."""


@dataclass(frozen=True, slots=True)
class Mend:
    """Go to one part of what is open."""

    step: Step
    shot: int = 0


@dataclass(frozen=True, slots=True)
class TakeAway:
    """What is open: a side or a figure, with all that was told of it."""


@dataclass(frozen=True, slots=True)
class PutMark:
    """The first mark of a picture that has none yet."""

    to: Point


@dataclass(frozen=True, slots=True)
class MoveMark:
    mark: int
    to: Point


@dataclass(frozen=True, slots=True)
class PickMark:
    """The arrows move this one from now on."""

    mark: int


@dataclass(frozen=True, slots=True)
class Nudge:
    """By so many pixels of the picture."""

    right: int
    down: int


@dataclass(frozen=True, slots=True)
class Longer:
    """Change the measure in this row by so many millimetres."""

    row: int
    by_mm: int


@dataclass(frozen=True, slots=True)
class Called:
    """This is its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Spell:
    """Type a name."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter of a name; the empty letter takes the last one away."""

    letter: str


@dataclass(frozen=True, slots=True)
class Spelled:
    """The typed name is complete."""


@dataclass(frozen=True, slots=True)
class ChooseKind:
    """Zones traced from now on are of this kind."""

    kind: ZoneKind


@dataclass(frozen=True, slots=True)
class PutCorner:
    """One more corner of the zone being traced, in pixels of the straightened tile."""

    at: Point


@dataclass(frozen=True, slots=True)
class CloseZone:
    """The outline is back at its first corner."""


@dataclass(frozen=True, slots=True)
class DropCorner:
    pass


@dataclass(frozen=True, slots=True)
class ChooseZone:
    zone: int


@dataclass(frozen=True, slots=True)
class DropZone:
    """Take the chosen zone away."""


@dataclass(frozen=True, slots=True)
class Onward:
    """This step is done."""


@dataclass(frozen=True, slots=True)
class Backward:
    """To the step before; what was done stays."""


@dataclass(frozen=True, slots=True)
class Page:
    """The next page of a long list, or the first again after the last."""


@dataclass(frozen=True, slots=True)
class LearnTable:
    pass


@dataclass(frozen=True, slots=True)
class KeepTable:
    pass


@dataclass(frozen=True, slots=True)
class BeginAnew:
    pass


RaceIntent: TypeAlias = (
    NextSide
    | NextFigure
    | TakeLayout
    | OpenSide
    | OpenFigure
    | TakePicture
    | OnePicture
    | Mend
    | TakeAway
    | PutMark
    | MoveMark
    | PickMark
    | Nudge
    | Longer
    | Called
    | Spell
    | Letter
    | Spelled
    | ChooseKind
    | PutCorner
    | CloseZone
    | DropCorner
    | ChooseZone
    | DropZone
    | Onward
    | Backward
    | Page
    | LearnTable
    | KeepTable
    | BeginAnew
)
