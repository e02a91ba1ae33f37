"""A game's row and its records' rows: their shapes, and the one way they are read."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from companion.journal.errors import JournalError

Line: TypeAlias = dict[str, Any]
"""One record as plain JSON: `seq`, `kind`, `first`, `action`, `because`, `digest`, `at_s`."""

FORMAT = 2
"""The shape of what is written, in the file as a whole and in each game. `read_game` and `read` are where
older games are brought up to it, and `database` where an older file is.

1: games and their records.  2: the pushes of button boxes beside them; games are as they were.
"""

_Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=2e11)]
"""What every system has a date for."""
_Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One game. `setup` is what it began with, `summary` what its hosted game says of it, both plain JSON.

    Times are wall-clock seconds since the epoch: when it began, when something was last saved, and when it
    ended, which is None while it can go on.
    """

    id: int
    game: str
    format: _Number
    rules: _Number
    setup: dict[str, Any]
    names: tuple[str, ...]
    started_s: _Seconds
    saved_s: _Seconds
    ended_s: _Seconds | None
    summary: dict[str, Any]
    records: _Number
    """How many there are, so that none can be lost unnoticed."""


class RecordRow(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a record."""

    seq: _Number
    kind: str
    first: _Number
    action: dict[str, Any]
    because: dict[str, Any]
    digest: str
    at_s: _Seconds


class PushRow(msgspec.Struct, frozen=True, kw_only=True):
    """A push of a button, or so many that were lost (`lost`), named for ever by box, boot and seq.

    `at_us` is the box's own clock. `game` is the game that was on; 0 when none was.
    """

    box: str
    boot: str
    seq: _Number
    game: _Number
    kind: _Number
    button: _Number
    at_us: _Number
    heat: _Number
    rank: _Number
    flags: _Number
    lost: _Number
    at_s: _Seconds
    """When it was kept, in wall-clock seconds since the epoch."""


class _Summary(msgspec.Struct):
    """What is read again out of a `summary`; the rest is told as it stands."""

    over: bool = False
    round: int = 1
    to_move: int | None = None
    points: list[int] = []


class _Told(msgspec.Struct):
    summary: _Summary


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it lies in the journal, in the present format."""

    row: GameRow
    lines: tuple[Line, ...]


def read_game(row: Line, where: str) -> GameRow:
    """A game's row from its columns. JournalError, naming `where`, for a damaged or newer one."""
    version = row.get("format")
    if isinstance(version, int) and version > FORMAT:
        raise JournalError(f"{where} was made by a newer Tableside; use that one, or a newer one still")
    if type(version) is not int or version < 1:
        raise JournalError(f"{where} is damaged: there never was a format {version!r:.20}")
    game = shaped({**row, "format": FORMAT}, GameRow, where)
    shaped({"summary": game.summary}, _Told, where)
    return game


def read(row: Line, records: list[Line], where: str) -> Kept:
    """A game with its records; every way into the journal's games goes through here."""
    game = read_game(row, where)
    lines = tuple(
        msgspec.to_builtins(shaped(record, RecordRow, f"{where}, record {number}"))
        for number, record in enumerate(records, start=1)
    )
    for number, line in enumerate(lines, start=1):
        if line["seq"] != number:
            raise JournalError(f"{where} is damaged: record {number} is missing")
    if len(lines) < game.records:
        raise JournalError(f"{where} is damaged: record {len(lines) + 1} of {game.records} is missing")
    if len(lines) > game.records:
        raise JournalError(f"{where} is damaged: record {len(lines)} is one too many of {game.records}")
    return Kept(game, lines)


T = TypeVar("T")


def shaped(value: object, shape: type[T], where: str) -> T:
    try:
        return msgspec.convert(value, shape)
    except (msgspec.ValidationError, RecursionError) as error:
        raise JournalError(f"{where} is damaged: {error}") from error


def parse(text: object, where: str) -> Any:
    """JSON out of a text column or line."""
    try:
        if not isinstance(text, str):
            raise JournalError(f"{where} is damaged: no text where JSON should be")
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise JournalError(f"{where} is damaged: {error}") from error


def write(value: object) -> str:
    """The JSON of something that came from JSON; ValueError for what JSON has no word for."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number")
