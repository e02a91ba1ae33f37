"""The draft of a race table on disk: `draft.json` and its pictures by number, to go on with another day."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.files import write_whole
from companion.trouble import UserError
from companion.ui.race_table.draft import (
    EMPTY,
    MOST_CORNERS,
    MOST_FIGURES,
    MOST_SIDES,
    MOST_ZONES,
    SHOTS,
    Draft,
    Point,
    pictures_of,
)
from companion.ui.race_table.marks import measures
from companion.ui.race_table.naming import name_fits

FOLDER = "race-draft"
FILE = "draft.json"
LARGEST_BYTES = 4_000_000
MOST_PICTURES = 1_000_000
FARTHEST_PX = 100_000


def picture_path(folder: Path, number: int) -> Path:
    return folder / f"{number}.jpg"


def load(folder: Path) -> Draft:
    """The draft in `folder`, or an empty one when there is none.

    Raises `UserError` of a few words when there is one that cannot be gone on with.
    """
    path = folder / FILE
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise UserError(f"{path}: is far too large to be a draft")
        draft: Draft = msgspec.json.decode(path.read_bytes(), type=Draft)
    except FileNotFoundError:
        return EMPTY
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"{path}: {error}") from error
    wrong = _wrong(draft) or _lost(draft, folder)
    if wrong:
        raise UserError(f"{path}: {wrong}")
    return draft


def save(folder: Path, draft: Draft) -> None:
    """Raises OSError."""
    write_whole(folder / FILE, msgspec.json.encode(draft))


def set_aside(folder: Path) -> Path:
    """A draft that cannot be gone on with makes room; where it lies now. Raises OSError."""
    number = 1
    while (aside := folder.with_name(f"{folder.name}-aside-{number}")).exists():
        number += 1
    return folder.rename(aside)


def clear(folder: Path) -> None:
    """The draft and its pictures are gone. Raises OSError."""
    if folder.exists():
        shutil.rmtree(folder)


def tidy(folder: Path, draft: Draft) -> None:
    """Pictures that nothing was traced on go."""
    used = {picture_path(folder, number).name for number in pictures_of(draft)}
    for path in folder.glob("*.jpg"):
        if path.name not in used:
            path.unlink(missing_ok=True)


def _wrong(draft: Draft) -> str:
    """What no hand at the screen can have made, in a few words."""
    many = (
        ("sides", len(draft.sides), MOST_SIDES),
        ("figures", len(draft.figures), MOST_FIGURES),
        *((f"sides[{at}].zones", len(side.zones), MOST_ZONES) for at, side in enumerate(draft.sides)),
        *(
            (f"sides[{at}].zones: points", len(zone.points), MOST_CORNERS)
            for at, side in enumerate(draft.sides)
            for zone in side.zones
        ),
        *((f"figures[{at}].shots", len(figure.shots), SHOTS) for at, figure in enumerate(draft.figures)),
        ("pictures", draft.pictures, MOST_PICTURES),
    )
    for what, count, most in many:
        if not 0 <= count <= most:
            return f"{what} is {count}, and at most {most} can be"
    sizes = [measure for side in draft.sides for measure in measures(side)]
    sizes += [measure for figure in draft.figures for measure in measures(figure)]
    for measure in sizes:
        low, high = measure.bounds
        if not low <= measure.mm <= high:
            return f"{measure.mm:g} is no measure in mm between {low} and {high}"
    for name in (*(side.name for side in draft.sides), *(figure.name for figure in draft.figures)):
        if name and not name_fits(name, ()):
            return f"{name[:40]!r} is no name"
    if not all(abs(at) <= FARTHEST_PX for point in _points(draft) for at in point):
        return f"its points should be within {FARTHEST_PX} pixels"
    if any(not 0 <= number < draft.pictures for number in pictures_of(draft)):
        return f"pictures should be more than {max(pictures_of(draft))}"
    return ""


def _points(draft: Draft) -> Iterator[Point]:
    for side in draft.sides:
        yield from side.corners
        for zone in side.zones:
            yield from zone.points
    yield from (shot.front for figure in draft.figures for shot in figure.shots if shot.front is not None)


def _lost(draft: Draft, folder: Path) -> str:
    gone = [n for n in sorted(pictures_of(draft)) if not picture_path(folder, n).is_file()]
    return f"its picture {picture_path(folder, gone[0]).name} is not there" if gone else ""
