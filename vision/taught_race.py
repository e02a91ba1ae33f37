"""A taught race: the lens, the tile sides as photographed and traced, the figures as seen and measured.

Only what was seen and told is kept; of the lens its figures. What an eye learns from the rest (art, zones in
millimetres, how a figure looks) is worked out when the table is opened, so that a better eye reads old
folders better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens, LensError
from vision.taught_files import (
    Pixels,
    Shot,
    TaughtError,
    is_number,
    read_named_shot,
    read_record,
    shown,
    write_table,
)
from vision.traced import (
    GATE,
    MOST_FIGURES,
    MOST_SHOTS,
    MOST_SIDES,
    ToldFigure,
    TracedSide,
    check_name,
    figure_of,
    side_of,
)

KIND_RACE = "race"
LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class TaughtRace:
    """All that was taught of a race; every picture is of one size.

    `sides` has at least one side and `figures` one to four, each name once. `layout` shows the tiles as laid,
    without a figure, or is None.
    """

    lens: Lens
    sides: tuple[TracedSide, ...]
    figures: tuple[ToldFigure, ...]
    layout: Shot | None

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the pictures learned from."""
        return self.sides[0].shot.size_px

    @property
    def layout_picture(self) -> Pixels | None:
        """H x W x 3, BGR; decoded at each asking."""
        return None if self.layout is None else self.layout.pixels


def save_race(taught: TaughtRace, folder: Path, *, replace: bool) -> None:
    """Writes the table so that the folder is either wholly there or not at all.

    Raises `TaughtError` when the folder exists and `replace` is false, or cannot be written. Pictures get
    names of our own: whatever a figure is called, the folder can be copied anywhere.
    """
    pictures: dict[str, bytes] = {}

    def kept(shot: Shot, name: str) -> str:
        name += Path(shot.name).suffix.lower()
        pictures[name] = shot.encoded
        return name

    lens = taught.lens
    record = {
        "kind": KIND_RACE,
        "lens": {
            "size_px": list(lens.size_px),
            "matrix": lens.matrix.tolist(),
            "distortion": lens.distortion.tolist(),
            "error_px": lens.error_px,
        },
        "sides": [
            {
                "tile": side.id,
                "picture": kept(side.shot, f"side_{i}"),
                "size_mm": list(side.size_mm),
                "corners_px": [list(p) for p in side.corners_px],
                "zones": [
                    {
                        "kind": zone.kind,
                        "line_px" if zone.kind == GATE else "polygon_px": [list(p) for p in zone.points_px],
                    }
                    for zone in side.zones
                ],
            }
            for i, side in enumerate(taught.sides)
        ],
        "figures": [
            {
                "figure": figure.name,
                "height_mm": figure.height_mm,
                "feet_mm": list(figure.feet_mm),
                "front_px": {
                    kept(seen.shot, f"figure_{i}_{k}"): list(seen.front_px)
                    for k, seen in enumerate(figure.shots)
                },
            }
            for i, figure in enumerate(taught.figures)
        ],
        "layout": None if taught.layout is None else kept(taught.layout, LAYOUT),
    }
    write_table(folder, record, pictures, replace=replace)


def load_race(folder: Path) -> TaughtRace:
    """Opens a taught race. Raises `TaughtError` naming the file and the field that is wrong."""
    path, record = read_record(folder)
    if record.get("kind") != KIND_RACE:
        raise TaughtError(f"{path}: kind is {shown(record.get('kind'))}, expected {KIND_RACE!r}")
    return race_of(path, record)


def race_of(path: Path, record: Mapping[str, Any]) -> TaughtRace:
    """The race that the description at `path` holds."""
    folder = path.parent
    sides: list[TracedSide] = []
    for i, told in enumerate(_objects(record, "sides", MOST_SIDES, path)):
        where = f"{path}: sides[{i}]"
        name = check_name(told.get("tile"), f"{where}: tile")
        shot = read_named_shot(folder, told.get("picture"), f"{where}: picture")
        sides.append(side_of(told, name, shot, where))
    figures: list[ToldFigure] = []
    for i, told in enumerate(_objects(record, "figures", MOST_FIGURES, path)):
        where = f"{path}: figures[{i}]"
        name = check_name(told.get("figure"), f"{where}: figure")
        fronts = told.get("front_px")
        if not isinstance(fronts, dict) or not 1 <= len(fronts) <= MOST_SHOTS:
            raise TaughtError(f"{where}: front_px should name one to {MOST_SHOTS} pictures")
        shots = [read_named_shot(folder, file, f"{where}: front_px") for file in fronts]
        figures.append(figure_of(told, name, shots, where))
    check_names([side.id for side in sides], f"{path}: sides: tile")
    check_names([figure.name for figure in figures], f"{path}: figures: figure")
    told_layout = record.get("layout")
    layout = None if told_layout is None else read_named_shot(folder, told_layout, f"{path}: layout")
    shots = [side.shot for side in sides] + [seen.shot for figure in figures for seen in figure.shots]
    shots += [layout] if layout else []
    check_one_size([folder / shot.name for shot in shots], shots)
    lens = scaled_lens(
        _lens_of(record.get("lens"), f"{path}: lens"), shots[0].size_px, f"{path}: lens: size_px"
    )
    return TaughtRace(lens, tuple(sides), tuple(figures), layout)


def check_names(names: Sequence[str], where: str) -> None:
    """Names that differ only in capitals would be one to people, and one file on some systems."""
    before: dict[str, str] = {}
    for name in names:
        if name.casefold() in before:
            raise TaughtError(
                f"{where}: {before[name.casefold()]} and {name} are one name; give each its own"
            )
        before[name.casefold()] = name


def check_one_size(paths: Sequence[Path], shots: Sequence[Shot]) -> None:
    for path, shot in zip(paths, shots, strict=True):
        if shot.size_px != shots[0].size_px:
            raise TaughtError(
                f"{path}: is {shot.size_px[0]} x {shot.size_px[1]}, but {paths[0].name} is "
                f"{shots[0].size_px[0]} x {shots[0].size_px[1]}; take all with one camera at one setting"
            )


def scaled_lens(lens: Lens, size_px: tuple[int, int], where: str) -> Lens:
    try:
        return lens.scaled(size_px)
    except LensError as error:
        raise TaughtError(f"{where}: {error}") from error


def _objects(record: Mapping[str, Any], field: str, most: int, path: Path) -> list[dict[str, Any]]:
    told = record.get(field)
    if not isinstance(told, list) or not 1 <= len(told) <= most or not all(isinstance(t, dict) for t in told):
        raise TaughtError(f"{path}: {field} should be a list of 1 to {most} objects")
    return told


def _lens_of(told: Any, where: str) -> Lens:
    """A lens that can be one: whatever a file says, rays and pixels stay finite."""
    if not isinstance(told, dict):
        raise TaughtError(f"{where} is {shown(told)}, not an object; teach the table anew")
    size, error = told.get("size_px"), told.get("error_px")
    if (
        not isinstance(size, list)
        or len(size) != 2
        or not all(isinstance(v, int) and not isinstance(v, bool) and 16 <= v <= 20000 for v in size)
    ):
        raise TaughtError(f"{where}: size_px is {shown(size)}, not width and height; teach the table anew")
    if error is not None and (not is_number(error) or error < 0):
        raise TaughtError(f"{where}: error_px is {shown(error)}; teach the table anew")
    matrix = _numbers(told.get("matrix"), (3, 3), f"{where}: matrix")
    distortion = _numbers(told.get("distortion"), (5,), f"{where}: distortion")
    width, height = size
    focal = (matrix[0, 0], matrix[1, 1])
    rest = matrix - np.array([[focal[0], 0, matrix[0, 2]], [0, focal[1], matrix[1, 2]], [0, 0, 1]])
    if (
        min(focal) < 0.1 * width
        or max(focal) > 20 * width
        or not (0 <= matrix[0, 2] <= width and 0 <= matrix[1, 2] <= height)
        or np.any(rest)
    ):
        raise TaughtError(f"{where}: matrix is of no camera with {width} x {height}; teach the table anew")
    if np.abs(distortion).max() > 10:
        raise TaughtError(f"{where}: distortion is of no lens; teach the table anew")
    return Lens((width, height), matrix, distortion, None if error is None else float(error))


def _numbers(told: Any, shape: tuple[int, ...], where: str) -> NDArray[np.float64]:
    def flat(value: Any, depth: int) -> list[float]:
        if depth == len(shape):
            if not is_number(value):
                raise ValueError
            return [float(value)]
        if not isinstance(value, list) or len(value) != shape[depth]:
            raise ValueError
        return [v for part in value for v in flat(part, depth + 1)]

    try:
        return np.array(flat(told, 0), dtype=np.float64).reshape(shape)
    except ValueError:
        many = " x ".join(str(n) for n in shape)
        raise TaughtError(f"{where} is {shown(told)}, not {many} numbers; teach the table anew") from None
