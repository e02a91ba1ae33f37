"""What is known while a race table is taught, and what may be asked for. Answers come as facts, later."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.ui.facts import Frame
from companion.ui.race_table.draft import Draft, Four, Size


@dataclass(frozen=True, slots=True)
class Live:
    """The camera's picture as it comes."""


@dataclass(frozen=True, slots=True)
class NoView:
    """No picture is looked at just now."""


@dataclass(frozen=True, slots=True)
class Still:
    """A picture that was taken."""

    picture: int


@dataclass(frozen=True, slots=True)
class Flat:
    """A tile side of a picture, seen straight from above."""

    picture: int
    corners: Four
    size_mm: Size


View: TypeAlias = Live | NoView | Still | Flat


@dataclass(frozen=True, slots=True)
class Shown:
    """What was asked to be seen."""

    view: View
    frame: Frame


# ---- wishes


@dataclass(frozen=True, slots=True)
class Begin:
    """Open the camera, and read the draft that was left. `RaceTeaching` facts are the answer."""


@dataclass(frozen=True, slots=True)
class Take:
    """Keep the next picture of the camera under this number."""

    picture: int


@dataclass(frozen=True, slots=True)
class Show:
    """Live pictures come as frames of the table, the others as `Shown`."""

    view: View


@dataclass(frozen=True, slots=True)
class Remember:
    """This is what was done so far; it can be resumed."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Learn:
    """Try out whether a table can be known by this."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Keep:
    """Write what was learned last into a folder of its own. `Kept` is the answer."""


@dataclass(frozen=True, slots=True)
class Use:
    """Play with the table that was kept last from now on. A new `Front` is the answer."""


@dataclass(frozen=True, slots=True)
class Anew:
    """Forget the draft and its pictures. A table that was kept stays."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Close the camera; the draft stays."""


RaceWish: TypeAlias = Begin | Take | Show | Remember | Learn | Keep | Use | Anew | Stop


# ---- facts


@dataclass(frozen=True, slots=True)
class Learning:
    """`doing` is what is done just now, and `done` of `steps` steps lie behind."""

    draft: Draft
    doing: str
    done: int
    steps: int


@dataclass(frozen=True, slots=True)
class Learned:
    """A line each: what was learned, and what could not be and what to do about it."""

    draft: Draft
    learned: tuple[str, ...]
    doubtful: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was learned or kept: one line that names what to mend."""

    draft: Draft
    why: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The table lies in a folder, wholly; `Use` makes it the one to play with."""

    draft: Draft


Work: TypeAlias = Learning | Learned | Refused | Kept


@dataclass(frozen=True, slots=True)
class Picture:
    number: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class RaceTeaching:
    """All that is known of a race table being taught."""

    draft: Draft
    """As it was found at the beginning."""
    pictures: tuple[Picture, ...] = ()
    seeing: bool = False
    """Live pictures come."""
    trouble: str = ""
    """Why none come: a key of `vision.observation.WHY`, or empty."""
    failed: str = ""
    """One line about a picture or a draft that could not be kept; empty when all is well."""
    work: Work | None = None
