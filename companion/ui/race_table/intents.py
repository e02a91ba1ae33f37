"""What a touch can mean while a race table is taught. `lesson.Lesson.do` carries them out."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.ui.race_table.draft import Point, ZoneKind
from companion.ui.race_table.steps import Step


class LessonIntent:
    """What only a lesson means."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NextSide(LessonIntent):
    """Teach one more tile side: on a new picture, or on the one that is open."""

    same_picture: bool = False


@dataclass(frozen=True, slots=True)
class NextFigure(LessonIntent):
    pass


@dataclass(frozen=True, slots=True)
class TakeLayout(LessonIntent):
    """Take a picture of the tiles as laid."""


@dataclass(frozen=True, slots=True)
class OpenSide(LessonIntent):
    at: int


@dataclass(frozen=True, slots=True)
class OpenFigure(LessonIntent):
    at: int


@dataclass(frozen=True, slots=True)
class TakePicture(LessonIntent):
    pass


@dataclass(frozen=True, slots=True)
class OnePicture(LessonIntent):
    """No second picture of this figure."""


@dataclass(frozen=True, slots=True)
class Mend(LessonIntent):
    """Go to one part of what is open."""

    step: Step
    shot: int = 0


@dataclass(frozen=True, slots=True)
class TakeAway(LessonIntent):
    """What is open: a side or a figure, with all that was told of it."""


@dataclass(frozen=True, slots=True)
class PutMark(LessonIntent):
    """The first mark of a picture that has none yet."""

    to: Point


@dataclass(frozen=True, slots=True)
class MoveMark(LessonIntent):
    mark: int
    to: Point


@dataclass(frozen=True, slots=True)
class PickMark(LessonIntent):
    """The arrows move this one from now on."""

    mark: int


@dataclass(frozen=True, slots=True)
class Nudge(LessonIntent):
    """By so many pixels of the picture."""

    right: int
    down: int


@dataclass(frozen=True, slots=True)
class Longer(LessonIntent):
    """Change the measure in this row by so many millimetres."""

    row: int
    by_mm: int


@dataclass(frozen=True, slots=True)
class Called(LessonIntent):
    """This is its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Spell(LessonIntent):
    """Type a name."""


@dataclass(frozen=True, slots=True)
class Letter(LessonIntent):
    """One letter of a name; the empty letter takes the last one away."""

    letter: str


@dataclass(frozen=True, slots=True)
class Spelled(LessonIntent):
    """The typed name is complete."""


@dataclass(frozen=True, slots=True)
class ChooseKind(LessonIntent):
    """Zones traced from now on are of this kind."""

    kind: ZoneKind


@dataclass(frozen=True, slots=True)
class PutCorner(LessonIntent):
    """One more corner of the zone being traced, in pixels of the straightened tile."""

    at: Point


@dataclass(frozen=True, slots=True)
class CloseZone(LessonIntent):
    """The outline is back at its first corner."""


@dataclass(frozen=True, slots=True)
class DropCorner(LessonIntent):
    pass


@dataclass(frozen=True, slots=True)
class ChooseZone(LessonIntent):
    zone: int


@dataclass(frozen=True, slots=True)
class DropZone(LessonIntent):
    """Take the chosen zone away."""


@dataclass(frozen=True, slots=True)
class Onward(LessonIntent):
    """This step is done."""


@dataclass(frozen=True, slots=True)
class Backward(LessonIntent):
    """To the step before; what was done stays."""


@dataclass(frozen=True, slots=True)
class Page(LessonIntent):
    """The next page of a long list, or the first again after the last."""


@dataclass(frozen=True, slots=True)
class LearnTable(LessonIntent):
    pass


@dataclass(frozen=True, slots=True)
class KeepTable(LessonIntent):
    pass


@dataclass(frozen=True, slots=True)
class BeginAnew(LessonIntent):
    pass


TracingIntent: TypeAlias = ChooseKind | PutCorner | CloseZone | DropCorner | ChooseZone | DropZone
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
    | TracingIntent
    | Onward
    | Backward
    | Page
    | LearnTable
    | KeepTable
    | BeginAnew
)
