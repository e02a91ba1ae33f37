"""What was taught of a race by touch, through the forms and trials that a folder of pictures goes through."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.assembly.race_draft import picture_path
from companion.ui.race_table.draft import Draft, Figure, Side, ZoneKind

if TYPE_CHECKING:
    from vision.taught import TaughtRace
    from vision.taught_files import Shot
    from vision.traced import ToldFigure, TracedSide
    from vision.trial import Trial

NAMED = re.compile(r"race-(\d{1,6})")

FIELDS = (
    (": polygon_px", ""),
    (": line_px", ""),
    ("corners_px", "corners"),
    ("size_mm", "size"),
    ("front_px", "front"),
    ("height_mm", "height"),
    ("feet_mm", "feet"),
)
"""What a taught table's description calls things, and what they are called at the screen."""


def steps(draft: Draft) -> int:
    """How many things `learn` says that it does."""
    return 1 + len(draft.sides) + len(draft.figures) + (draft.layout is not None)


def taught_of(draft: Draft, folder: Path) -> "TaughtRace":
    """A finished draft and its pictures as a taught race; the lens is assumed.

    Raises `TaughtError` of one line that names the side or figure and what to do.
    """
    from vision.lens import assumed
    from vision.taught_files import read_shot
    from vision.taught_race import TaughtRace, check_names, check_one_size

    shots: dict[int, Shot] = {}

    def shot(number: int) -> "Shot":
        if number not in shots:
            shots[number] = read_shot(picture_path(folder, number))
        return shots[number]

    sides = tuple(_side(side, shot(side.picture)) for side in draft.sides)
    figures = tuple(_figure(figure, shot) for figure in draft.figures)
    layout = None if draft.layout is None else shot(draft.layout)
    check_names([side.id for side in sides], "tile sides")
    check_names([figure.name for figure in figures], "figures")
    whose = {shot(side.picture).name: f"the picture of {side.name}" for side in draft.sides}
    for figure in draft.figures:
        whose |= {shot(seen.picture).name: f"a picture of {figure.name}" for seen in figure.shots}
    pictures = list(shots.values())
    check_one_size([Path(whose.get(seen.name, "the tiles as laid")) for seen in pictures], pictures)
    return TaughtRace(assumed(pictures[0].size_px), sides, figures, layout)


def learn(draft: Draft, folder: Path, say: Callable[[str], None]) -> "tuple[TaughtRace, Trial]":
    """Everything learned once; `say` hears each of the `steps`. Raises `TaughtError` as `taught_of` does."""
    from vision.trial import try_out
    from vision.watching import open_eye

    taught = taught_of(draft, folder)
    trial = try_out(taught, say)
    if trial.doubtful:
        # A doubt may be lived with; a table that no eye can be opened for is none.
        open_eye(taught)
    return taught, trial


def free_folder(tables: Path) -> Path:
    """A folder for one more race table; those that are there stay."""
    there = [int(found[1]) for path in tables.glob("race-*") if (found := NAMED.fullmatch(path.name))]
    return tables / f"race-{max(there, default=0) + 1}"


def in_plain_words(line: str) -> str:
    """A line about a description's fields as somebody says it who never saw one."""
    line = re.sub(r"zones\[(\d+)\]", lambda found: f"zone {int(found[1]) + 1}", line)
    for field, words in FIELDS:
        line = line.replace(field, words)
    return line


def _side(side: Side, shot: "Shot") -> "TracedSide":
    from vision.traced import check_name, side_of

    where = f"tile side {side.name}"
    told = {"size_mm": list(side.size_mm), "corners_px": [list(point) for point in side.corners]}
    zones: list[Mapping[str, Any]] = [
        {
            "kind": zone.kind.value,
            "line_px" if zone.kind is ZoneKind.GATE else "polygon_px": [list(point) for point in zone.points],
        }
        for zone in side.zones
    ]
    return side_of({**told, "zones": zones}, check_name(side.name, where), shot, where)


def _figure(figure: Figure, shot: "Callable[[int], Shot]") -> "ToldFigure":
    from vision.traced import check_name, figure_of

    where = f"figure {figure.name}"
    seen = [shot(taken.picture) for taken in figure.shots]
    fronts = {s.name: taken.front for s, taken in zip(seen, figure.shots, strict=True)}
    told = {
        "height_mm": figure.height_mm,
        "feet_mm": list(figure.feet_mm),
        "front_px": {name: list(front) for name, front in fronts.items() if front is not None},
    }
    return figure_of(told, check_name(figure.name, where), seen, where)
