"""The card data files, which a person may edit: read, checked, and faults said by line.

`shapes.toml` and `powers.toml` ship beside the rules. A person's own copy in the data folder replaces
the one that ships, each file for itself.
"""

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.rules.all_4_it.cards import SIDE, Cards, Offset, Power, Shape
from companion.rules.all_4_it.checks import Fault, power_faults, shape_faults
from companion.rules.all_4_it.placements import normal
from companion.trouble import UserError

FOLDER = "cards"
"""Where a person's own copies lie in the data folder."""
SHAPES_FILE = "shapes.toml"
POWERS_FILE = "powers.toml"
DECK_FILE = "all_wound_up.toml"
"""How many of each card the deck of All Wound Up holds; read in `companion.deck_file`."""
PACKAGES = {
    SHAPES_FILE: "companion.rules.all_4_it",
    POWERS_FILE: "companion.rules.all_4_it",
    DECK_FILE: "companion.rules.all_wound_up",
}
"""Beside which rules each file ships."""
LARGEST_BYTES = 256 * 1024
POINT, NO_POINT = "#", "."


@dataclass(eq=False)
class CardsError(UserError):
    """A card file that cannot be played with. `line` counts from 1; None: the file as a whole."""

    file: str
    line: int | None
    field: str | None
    what: str

    def __str__(self) -> str:
        line = "" if self.line is None else f", line {self.line}"
        field = "" if self.field is None else f", `{self.field}`"
        return f"{self.file}{line}{field}: {self.what}"


def load_cards(folder: Path | None) -> Cards:
    """Both decks: those of `folder` where it has them, else those that ship. Raises `CardsError`."""
    shapes, shapes_assumed = read_shapes(text_of(folder, SHAPES_FILE), named(folder, SHAPES_FILE))
    powers, powers_assumed = read_powers(text_of(folder, POWERS_FILE), named(folder, POWERS_FILE))
    return Cards(shapes, powers, shapes_assumed, powers_assumed)


def shipped(file: str) -> str:
    """The text of the file that ships, for a person to begin with."""
    return files(PACKAGES[file]).joinpath(file).read_text(encoding="utf-8")


def read_shapes(text: str, file: str) -> tuple[tuple[Shape, ...], bool]:
    """The shapes of a file's text, and whether they are only assumed. Raises `CardsError`."""
    table = _decoded(text, file, _ShapesTable, "shape")
    shapes = []
    for at, card in enumerate(table.shape):
        points = _points(card.points)
        if isinstance(points, str):
            raise CardsError(file, _line(text, "shape", at, "points"), "points", points)
        shapes.append(Shape(card.id or card.name, card.name, points, card.copies))
    for fault in shape_faults(tuple(shapes)):
        raise _located(fault, text, file, "shape")
    return tuple(shapes), table.assumed


def read_powers(text: str, file: str) -> tuple[tuple[Power, ...], bool]:
    """The powers of a file's text, and whether they are only assumed. Raises `CardsError`."""
    table = _decoded(text, file, _PowersTable, "power")
    powers = tuple(
        Power(card.id or card.name, card.name, card.cost, card.text.strip(), card.copies)
        for card in table.power
    )
    for fault in power_faults(powers):
        raise _located(fault, text, file, "power")
    return powers, table.assumed


class _ShapeTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    points: list[str]
    copies: int
    id: str | None = None


class _PowerTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    cost: int
    text: str
    copies: int = 1
    id: str | None = None


class _ShapesTable(msgspec.Struct, forbid_unknown_fields=True):
    shape: list[_ShapeTable]
    assumed: bool = False


class _PowersTable(msgspec.Struct, forbid_unknown_fields=True):
    power: list[_PowerTable]
    assumed: bool = False


Table = TypeVar("Table", _ShapesTable, _PowersTable)

KNOWN = {
    "shape": "a shape has `name`, `points`, `copies` and, if you like, `id`",
    "power": "a power has `name`, `cost`, `text` and, if you like, `copies` and `id`",
}


def named(folder: Path | None, file: str) -> str:
    """What a fault calls the file."""
    return file if folder is None else str(folder / file)


def text_of(folder: Path | None, file: str) -> str:
    """The text of a person's own copy, else of the file that ships. Raises `CardsError`."""
    if folder is None:
        return shipped(file)
    path = folder / file
    try:
        with path.open("rb") as opened:
            raw = opened.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        return shipped(file)
    except OSError as fault:
        raise CardsError(str(path), None, None, f"cannot be read ({fault.strerror or fault})") from None
    if len(raw) > LARGEST_BYTES:
        raise CardsError(str(path), None, None, f"larger than {LARGEST_BYTES // 1024} kB: not a card file")
    try:
        return raw.decode("utf-8-sig")  # some editors mark the file's beginning
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        raise CardsError(str(path), line, None, "save the file as UTF-8 text") from None


def _decoded(text: str, file: str, kind: type[Table], card: str) -> Table:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise _not_toml(str(fault), text, file) from None
    except (ValueError, RecursionError) as fault:
        raise CardsError(file, None, None, f"cannot be read as TOML ({fault})") from None
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as fault:
        raise _misfit(str(fault), text, file, card) from None


def _not_toml(said: str, text: str, file: str) -> CardsError:
    """The reader's own sentence names the line at its end."""
    found = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)$", said)
    line = None if found is None else int(found[1] or len(text.splitlines()) or 1)
    what = said if found is None else said[: found.start()].strip()
    return CardsError(file, line, None, f"{what or said}; compare with the file that ships")


def _misfit(said: str, text: str, file: str, card: str) -> CardsError:
    """A value of the wrong type, a key too many, or one too few."""
    what, _, path = said.partition(" - at `$")
    place = re.match(rf"\.{card}\[(\d+)\]", path)
    at = None if place is None else int(place[1])
    named = re.search(r"field `(.*)`$", what)
    field = named[1] if named else None
    if field is None:
        keys = re.findall(r"\.(\w+)", path)
        field = keys[-1] if keys else None
    if "unknown field" in what:
        known = (
            KNOWN[card] if at is not None else f"outside of the cards there is only `assumed`; {KNOWN[card]}"
        )
        what = f"not known here; {known}"
    elif "missing required field" in what:
        if at is None:
            return CardsError(file, None, field, f"there is no [[{card}]] in the file")
        return CardsError(file, _line(text, card, at, None), field, f"missing; {KNOWN[card]}")
    else:
        wanted = re.match(r"Expected `(.*?)(?: \| null)?`, got `(.*)`", what)
        if wanted:
            what = (
                f"{_WORDS.get(wanted[1], wanted[1])} is wanted here, not {_WORDS.get(wanted[2], wanted[2])}"
            )
    return CardsError(file, _line(text, card, at, field), field, what)


_WORDS = {
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number with a point",
    "bool": "true or false",
    "array": "a list in brackets",
    "object": "a table",
}


def _located(fault: Fault, text: str, file: str, card: str) -> CardsError:
    """A fault of a deck, at its line."""
    if fault.at is None:
        return CardsError(file, None, fault.field, fault.what)
    line = _line(text, card, fault.at, fault.field)
    if fault.field == "id" and line == _line(text, card, fault.at, None):
        # No id was written: the name stands for it.
        return CardsError(file, _line(text, card, fault.at, "name"), "name", fault.what)
    return CardsError(file, line, fault.field, fault.what)


def _line(text: str, card: str, at: int | None, field: str | None) -> int | None:
    """Where the `at`-th card's `field` stands; its header when the field does not; None when unsure."""
    lines = text.splitlines()
    headers = [n for n, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{card}\s*\]\]", line)]
    if at is None:
        first, last = 0, headers[0] if headers else len(lines)
    elif at < len(headers):
        first = headers[at]
        last = headers[at + 1] if at + 1 < len(headers) else len(lines)
    else:
        return None
    key = None if field is None else re.compile(rf"""\s*["']?{re.escape(field)}["']?\s*[=.]""")
    for n in range(first, last):
        if key is not None and key.match(lines[n]):
            return n + 1
    return None if at is None else first + 1


def _points(rows: list[str]) -> tuple[Offset, Offset, Offset, Offset] | str:
    """A picture as points; or what is wrong with the picture."""
    strange = sorted(set("".join(rows)) - {POINT, NO_POINT, " "})
    if strange:
        return f"`{POINT}` is a point and `{NO_POINT}` is none; {strange[0]!r} is neither"
    points = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == POINT]
    if len(points) != 4:
        count = _COUNTS[len(points)] if len(points) < len(_COUNTS) else str(len(points))
        return f"a shape has four different points; this one has {count}"
    found = normal(tuple(points))
    if any(row >= SIDE or column >= SIDE for row, column in found):
        return f"a shape fits the {SIDE} x {SIDE} grid; this one is larger"
    return found


_COUNTS = ("none", "one", "two", "three")
