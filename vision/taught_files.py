"""What taught tables of every kind share: files of others read without trust, and folders written whole.

Every refusal is a `TaughtError` of one line that names the file and, within it, the field.
"""

import difflib
import json
import math
import os
import reprlib
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

import cv2
import numpy as np
from numpy.typing import NDArray

FORMAT = 1
TABLE_FILE = "table.json"
LARGEST_FILE_BYTES = 1_000_000
LARGEST_PICTURE_BYTES = 50_000_000
LARGEST_PICTURE_PX = 50_000_000
"""The largest phones give as much; what claims more would fill the memory before it proves to be nothing."""
MISSPELT = 0.7
"""How alike a word is to what it was meant to be: "size" to "size_mm"."""
TAKE_AGAIN = "take it again and save it as a .jpg or .png"
PICTURE_ENDINGS = (".jpg", ".jpeg", ".png")

Pixels: TypeAlias = NDArray[np.uint8]
Point: TypeAlias = tuple[float, float]
"""(x, y) in pixels, the centre of the first pixel being (0, 0)."""


class TaughtError(Exception):
    """A taught table or a take cannot be read; the text is one line naming the file and the field."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture file as it came, known to be one: its name, its bytes, width and height.

    Kept as bytes, for a race has a dozen of them; `pixels` (H x W x 3, BGR) is decoded anew at each asking.
    """

    name: str
    encoded: bytes
    size_px: tuple[int, int]

    @property
    def pixels(self) -> Pixels:
        decoded = _decoded(self.encoded)
        if decoded is None:  # it was decoded when it was read
            raise TaughtError(f"{self.name}: is not a picture that can be read; {TAKE_AGAIN}")
        return decoded


def read_shot(path: Path) -> Shot:
    """A picture file, checked. Raises `TaughtError` naming it."""
    data = _bytes(path, LARGEST_PICTURE_BYTES)
    wide, high = _claimed_size(data) or (0, 0)
    if wide * high > LARGEST_PICTURE_PX:
        raise TaughtError(f"{path}: is a picture of {wide} x {high}, too large to be of a table")
    picture = _decoded(data)
    if picture is None:
        raise TaughtError(f"{path}: is not a picture that can be read; {TAKE_AGAIN}")
    return Shot(path.name, data, (int(picture.shape[1]), int(picture.shape[0])))


def read_picture(path: Path) -> Pixels:
    """A picture file as H x W x 3, BGR. Raises `TaughtError` naming the file."""
    return read_shot(path).pixels


def read_json(path: Path) -> dict[str, Any]:
    """The one object a JSON file holds. Raises `TaughtError` naming the file."""
    try:
        # an editor may have put a byte order mark before it
        told = json.loads(_bytes(path, LARGEST_FILE_BYTES).decode("utf-8-sig"))
    except UnicodeDecodeError as e:
        raise TaughtError(f"{path}: is not UTF-8 text; save it as that") from e
    except (ValueError, RecursionError) as e:
        raise TaughtError(f"{path}: is not JSON: {str(e).splitlines()[0]}") from e
    if not isinstance(told, dict):
        raise TaughtError(f"{path}: should hold one JSON object")
    return told


def read_record(folder: Path) -> tuple[Path, dict[str, Any]]:
    """The description of a taught table, of whatever kind, and where it is; a newer one is refused."""
    if not folder.is_dir():
        raise TaughtError(f"{folder}: no such taught table; teach it first")
    path = folder / TABLE_FILE
    if not path.exists():
        raise TaughtError(f"{folder}: no table is taught there yet: run `tableside teach`")
    record = read_json(path)
    number = record.get("format")
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise TaughtError(f"{path}: format is {shown(number)}, not a number from 1 on")
    if number > FORMAT:
        raise TaughtError(f"{path}: format {number} is of a newer Tableside; this one reads up to {FORMAT}")
    return path, record


def read_named_shot(folder: Path, name: Any, where: str) -> Shot:
    """The picture that a description names; a name that leads out of its folder is refused."""
    if not isinstance(name, str) or not name or Path(name).name != name or "\0" in name:
        raise TaughtError(f"{where} is {shown(name)}, not the name of a file in this folder")
    return read_shot(folder / name)


def check_free(folder: Path, *, replace: bool) -> None:
    """Refuses a folder that `write_table` would: no taught table, or one that is not to be replaced."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / TABLE_FILE).is_file():
        raise TaughtError(f"{folder}: is no taught table and is left alone; name a new folder")
    if not replace:
        raise TaughtError(f"{folder}: is there already; say --replace to teach it anew")


def write_table(
    folder: Path, record: Mapping[str, Any], pictures: Mapping[str, bytes], *, replace: bool
) -> None:
    """Writes a table so that the folder is either wholly there or not at all.

    `record` lacks only the format number; `pictures` are encoded, by file name. Raises `TaughtError` when the
    folder exists and `replace` is false, or cannot be written.
    """
    check_free(folder, replace=replace)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, encoded in pictures.items():
                _write(fresh / name, encoded)
            _write(fresh / TABLE_FILE, json.dumps({"format": FORMAT, **record}, indent=1).encode())
            fresh.chmod(0o755)
            _swap(fresh, folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    except OSError as e:
        raise TaughtError(f"{folder}: cannot be written: {e.strerror or e}") from e


def shown(value: object) -> str:
    """What somebody wrote, short enough for a line."""
    return " ".join(reprlib.repr(value).split())


def check_keys(told: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Refuses a key that is one of the known ones written wrongly; whatever else is there is let be.

    Raises `TaughtError`.
    """
    left = [key for key in known if key not in told]
    for key in told:
        if key not in known and (meant := difflib.get_close_matches(key[:40], left, 1, MISSPELT)):
            raise TaughtError(f"{where}: {shown(key)} means nothing here; it is written {meant[0]}")


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a JSON value is a finite number of a size that means something."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= 1e6 and math.isfinite(value)


def points_of(told: Any) -> tuple[Point, ...] | None:
    """A list of [x, y] out of whatever a file or a caller holds; None when it is anything else."""
    if isinstance(told, np.ndarray):
        told = told.tolist()
    if not isinstance(told, list | tuple):
        return None
    pairs: list[Point] = []
    for pair in told:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(is_number(v) for v in pair):
            return None
        pairs.append((float(pair[0]), float(pair[1])))
    return tuple(pairs)


def inside(point: Point, size_px: tuple[int, int]) -> bool:
    """Whether a point lies on one of a picture's pixels."""
    return -0.5 <= point[0] <= size_px[0] - 0.5 and -0.5 <= point[1] <= size_px[1] - 0.5


def _bytes(path: Path, largest: int) -> bytes:
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited on for ever
            raise TaughtError(f"{path}: cannot be read: is no file")
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as e:
        raise TaughtError(f"{path}: cannot be read: {e.strerror or e}") from e
    if len(data) > largest:
        raise TaughtError(f"{path}: is far too large to be what it should be")
    return data


def _decoded(data: bytes) -> Pixels | None:
    try:
        picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        return None  # OpenCV refuses absurd sizes by throwing: no picture either
    return None if picture is None else np.asarray(picture, dtype=np.uint8)


def _claimed_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as a PNG's or JPEG's own head gives them, without decoding; None when neither."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:  # a frame's head
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())


def _swap(fresh: Path, folder: Path) -> None:
    """Puts `fresh` where `folder` is; what else somebody keeps in the folder stays in it."""
    if not folder.exists():
        fresh.rename(folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
    was = old / "table"
    try:
        folder.rename(was)
        try:
            fresh.rename(folder)
        except OSError:
            was.rename(folder)
            raise
    except OSError:
        old.rmdir()
        raise
    own = _files_of(was)
    for kept in was.iterdir():
        if kept.name not in own and not (folder / kept.name).exists():
            kept.rename(folder / kept.name)
    shutil.rmtree(old, ignore_errors=True)


def _files_of(folder: Path) -> set[str]:
    """The names of a table's own files: whatever its record names."""
    try:
        told = [json.loads((folder / TABLE_FILE).read_bytes())]
    except (OSError, ValueError, RecursionError):
        told = []
    names = {TABLE_FILE}
    while told:
        match told.pop():
            case dict() as record:
                told += [*record, *record.values()]
            case list() as items:
                told += items
            case str() as name:
                names.add(name)
            case _:
                pass
    return names
