"""A folder of pictures of a race, as people fill it, into a taught race.

`camera/` shows the lens sheet, `teach/tiles/` each side and what was traced on it, `teach/figures/` each
figure and what was measured, `layout.jpg` the tiles as laid.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from vision.lens import Lens, LensError, assumed, calibrate_telling
from vision.taught_files import PICTURE_ENDINGS, Shot, TaughtError, read_json, read_shot, shown
from vision.taught_race import LAYOUT, TaughtRace, check_names, check_one_size, scaled_lens
from vision.traced import (
    MOST_FIGURES,
    MOST_SHOTS,
    MOST_SIDES,
    ToldFigure,
    TracedSide,
    check_name,
    figure_of,
    side_of,
)

LENS_FOLDER, TILES_FOLDER, FIGURES_FOLDER = "camera", "teach/tiles", "teach/figures"
MOST_LENS_PICTURES = 60

Say: TypeAlias = Callable[[str], None]
"""Told what is being done, in a few words, before it is."""


def race_from_take(folder: Path, say: Say, doubt: Say) -> TaughtRace:
    """Reads a folder of `camera/`, `teach/tiles/`, `teach/figures/` and `layout.jpg`, and measures the lens.

    `doubt` hears which pictures were of no use, a line each.

    Raises `TaughtError` naming the file and the field that cannot be used. Without pictures in `camera/` the
    lens is assumed.
    """
    if not folder.is_dir():
        raise TaughtError(f"{folder}: no such folder of pictures")
    sides = _sides(folder / TILES_FOLDER)
    first = sides[0].shot
    first_path = folder / TILES_FOLDER / first.name
    figures = _figures(folder / FIGURES_FOLDER, first_path, first)
    layout = _picture(folder, LAYOUT)
    if layout:
        check_one_size([first_path, folder / layout.name], [first, layout])
    return TaughtRace(_lens(folder / LENS_FOLDER, first.size_px, say, doubt), sides, figures, layout)


def _sides(folder: Path) -> tuple[TracedSide, ...]:
    told = _descriptions(folder)
    if not told:
        raise TaughtError(f"{folder}: holds no tile side; put ID.jpg and ID.json of each there")
    if len(told) > MOST_SIDES:
        raise TaughtError(f"{folder}: holds {len(told)} tile sides; at most {MOST_SIDES} can be told apart")
    records, paths, shots = [], [], []
    for path in told:
        name = check_name(path.stem, f"{path}: the name of the file")
        record = read_json(path)
        _check_same(record, "tile", name, path)
        shot = _picture(folder, path.stem)
        if shot is None:
            raise TaughtError(
                f"{folder / name}.jpg: is missing; it is the picture that {path.name} was traced on"
            )
        records.append(record)
        paths.append(folder / shot.name)
        shots.append(shot)
    check_one_size(paths, shots)  # before points are said to lie outside of one
    sides = [
        side_of(record, path.stem, shot, str(path))
        for record, path, shot in zip(records, told, shots, strict=True)
    ]
    check_names([side.id for side in sides], f"{folder}: tile")
    for stray in _pictures(folder):
        if stray.stem not in {side.id for side in sides}:
            raise TaughtError(f"{stray}: nothing was traced on it; {stray.stem}.json is missing")
    return tuple(sides)


def _figures(folder: Path, side_path: Path, side: Shot) -> tuple[ToldFigure, ...]:
    told = _descriptions(folder)
    if not told:
        raise TaughtError(f"{folder}: holds no figure; put NAME.json and NAME_0.jpg of each there")
    if len(told) > MOST_FIGURES:
        raise TaughtError(
            f"{folder}: holds {len(told)} figures ({', '.join(p.stem for p in told)[:100]}); "
            f"at most {MOST_FIGURES} race: take the others away"
        )
    names = [check_name(path.stem, f"{path}: the name of the file") for path in told]
    check_names(names, f"{folder}: figure")
    by_figure: dict[str, list[Path]] = {name: [] for name in names}
    for picture in _pictures(folder):
        match = re.fullmatch(r"(.+)_\d{1,3}", picture.stem)
        if match is None or match[1] not in by_figure:
            raise TaughtError(
                f"{picture}: is of no figure told of; name it NAME_0.jpg, with NAME.json beside it"
            )
        by_figure[match[1]].append(picture)
    figures = []
    for path, name in zip(told, names, strict=True):
        record = read_json(path)
        _check_same(record, "figure", name, path)
        if not 1 <= len(by_figure[name]) <= MOST_SHOTS:
            raise TaughtError(
                f"{path}: figure {name} has {len(by_figure[name]) or 'no'} pictures; "
                f"it needs {name}_0.jpg and at best {name}_1.jpg"
            )
        shots = [read_shot(picture) for picture in by_figure[name]]
        check_one_size([side_path, *by_figure[name]], [side, *shots])
        figures.append(figure_of(record, name, shots, str(path)))
    return tuple(figures)


def _lens(folder: Path, size_px: tuple[int, int], say: Say, doubt: Say) -> Lens:
    files = _pictures(folder) if folder.exists() else []
    if not files:
        return assumed(size_px)
    if len(files) > MOST_LENS_PICTURES:
        raise TaughtError(f"{folder}: holds {len(files)} pictures; {MOST_LENS_PICTURES} are more than enough")
    shots = [read_shot(file) for file in files]
    check_one_size(files, shots)
    say(f"measuring the lens on {len(shots)} pictures")
    try:
        lens, unread = calibrate_telling([shot.pixels for shot in shots])
    except LensError as error:
        raise TaughtError(f"{folder}: {error}") from error
    for index in unread:
        doubt(f"{files[index]}: the lens sheet cannot be read in it; it was left out")
    return scaled_lens(lens, size_px, str(folder))


def _entries(folder: Path) -> list[Path]:
    """What somebody put into a folder, in order of name, without what systems leave there."""
    if not folder.is_dir():
        raise TaughtError(
            f"{folder}: no such folder; a race is taught from {TILES_FOLDER} and {FIGURES_FOLDER}"
        )
    try:
        found = [path for path in folder.iterdir() if not path.name.startswith(".")]
    except OSError as error:
        raise TaughtError(f"{folder}: cannot be read: {error.strerror or error}") from error
    return sorted(found, key=lambda path: (path.stem, path.name))


def _descriptions(folder: Path) -> list[Path]:
    return [path for path in _entries(folder) if path.suffix.lower() == ".json"]


def _pictures(folder: Path) -> list[Path]:
    return [path for path in _entries(folder) if path.suffix.lower() in PICTURE_ENDINGS]


def _picture(folder: Path, stem: str) -> Shot | None:
    found = [path for path in _pictures(folder) if path.stem == stem]
    if len(found) > 1:
        raise TaughtError(f"{found[0]}: is there as {found[1].name} too; leave one of them")
    return read_shot(found[0]) if found else None


def _check_same(record: Mapping[str, Any], field: str, name: str, path: Path) -> None:
    told = record.get(field, name)
    if told != name:
        raise TaughtError(
            f"{path}: {field} is {shown(told)}, but the file is named {name}; make them the same"
        )
