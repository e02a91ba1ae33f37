"""Pictures of a race with what is to be drawn on them: the live one, and those that show how it was.

All points are in pixels of the picture they come with: x right, y down, from the middle of its first pixel.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

from companion.table.race_shown import Posture

Finite: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


@dataclass(frozen=True, slots=True)
class ZoneDrawn:
    id: str
    """The rules' id."""
    kind: str
    """mausoleum, grave, brain, or gate, which is a line of two points."""
    points_px: tuple[tuple[Finite, Finite], ...]


@dataclass(frozen=True, slots=True)
class TileDrawn:
    id: str
    outline_px: tuple[tuple[Finite, Finite], ...]
    zones: tuple[ZoneDrawn, ...]


@dataclass(frozen=True, slots=True)
class FigureDrawn:
    name: str
    posture: Posture
    feet_px: tuple[tuple[Finite, Finite], ...]
    """Around both feet; () while it is not known where they are."""
    arrow_px: tuple[tuple[Finite, Finite], tuple[Finite, Finite]] | None
    """From the middle of the feet to where the figure looks."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Tiles and figures as they lie in one picture. Empty while the eye is blind."""

    tiles: tuple[TileDrawn, ...] = ()
    figures: tuple[FigureDrawn, ...] = ()


@dataclass(frozen=True, slots=True)
class RacePicture:
    """A live picture: RGBA from the top row down."""

    rgba: bytes
    wide_px: int
    high_px: int
    taken_s: float
    """By the source's clock; a device's is the monotonic one."""
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class FinishPicture:
    """One picture of a photo finish. `file` lies beside the JSON file that names it."""

    taken_s: float
    file: str
    wide_px: int
    high_px: int
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """How it was, from 1.5 s before to 1.5 s after; the pictures are in order of time."""

    happening: str
    what: str
    figure: str
    tile: str | None
    zone: str | None
    taken_s: float
    margin_mm: float | None
    uncertain: bool
    pictures: tuple[FinishPicture, ...]


def finish_file(name: str) -> str:
    """The JSON file, in the folder of a game's pictures, of the evidence of this name."""
    return f"{name}.json"


def read_finish(folder: Path, name: str) -> PhotoFinish | None:
    """The photo finish `name`; None when it is not there any more. ValueError when it cannot be read."""
    try:
        text = (folder / finish_file(name)).read_bytes()
    except FileNotFoundError:
        return None
    try:
        finish = msgspec.json.decode(text, type=PhotoFinish)
    except msgspec.DecodeError as error:
        raise ValueError(f"{folder / finish_file(name)}: {error}") from error
    if any(Path(one.file).name != one.file for one in finish.pictures):
        raise ValueError(f"{folder / finish_file(name)}: a picture lies in another folder")
    return finish
