"""A game out of the journal as JSON lines, and back into it."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

import msgspec

from companion.journal import rows
from companion.journal.errors import JournalError
from companion.journal.rows import FORMAT, GameRow, Kept, Line
from companion.journal.store import Journal
from companion.trouble import UserError

Tell: TypeAlias = Callable[[Kept], Iterable[Line]]
"""A game's records as a spectator may know them."""

Check: TypeAlias = Callable[[Kept], Line]
"""Follows a game's records and gives its summary: what a file says of itself, a list would have to believe.

Raises UserError when they cannot be followed.
"""

MOST_BYTES = 64 * 2**20
"""More than a thousand evenings: a longer file is none of ours."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The game's number in this journal; and whether it came in, or was here already and was left alone."""

    game_id: int
    new: bool


class _Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a whole game."""

    tableside: str
    format: int
    game: str
    rules: int
    setup: dict[str, Any]
    names: tuple[str, ...]
    started_s: float
    ended_s: float | None
    saved_s: float
    summary: dict[str, Any]
    secret: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})+$", max_length=1024)]
    records: int


def export_lines(journal: Journal, game_id: int, tell: Tell) -> Iterator[str]:
    """For reading: one JSON line about the game, then one a record, without anything a spectator may not
    know: no set-up, no evidence, no digest, no secret.
    """
    kept = journal.game(game_id)
    yield rows.write(
        {
            "tableside": "told",
            "format": FORMAT,
            "game": kept.row.game,
            "names": kept.row.names,
            "started_s": kept.row.started_s,
            "ended_s": kept.row.ended_s,
        }
    )
    yield from (rows.write(line) for line in tell(kept))


def export_secret_lines(journal: Journal, game_id: int) -> Iterator[str]:
    """All of a game, its secrets too: what `import_lines` takes back."""
    kept = journal.game(game_id)
    header = msgspec.to_builtins(kept.row) | {
        "tableside": "whole",
        "secret": journal.secret(game_id).hex(),
    }
    del header["id"]
    yield rows.write(header)
    yield from (rows.write(line) for line in kept.lines)


def import_lines(journal: Journal, lines: Iterable[str], check: Check) -> Imported:
    """A whole game back into the journal as a new one, unless the very same is in it. JournalError says which
    line is wrong and nothing is written, whatever the lines hold.
    """
    texts, size = list[str](), 0
    for text in lines:
        size += len(text)
        if size > MOST_BYTES:
            raise JournalError("this is too long for a game")
        if text.strip():
            texts.append(text)
    if not texts:
        raise JournalError("this is empty")
    head = rows.parse(texts[0], "line 1")
    if isinstance(head, dict) and head.get("tableside") == "told":
        raise JournalError("this was exported for reading; only an export with its secrets can come back")
    header = rows.shaped(head, _Header, "line 1")
    if header.tableside != "whole":
        raise JournalError("line 1: this is not a game of Tableside")
    if len(texts) - 1 < header.records:
        raise JournalError(f"is cut off: record {len(texts)} of {header.records} is missing")
    if len(texts) - 1 > header.records:
        raise JournalError(f"record {len(texts) - 1} is one too many: line 1 says {header.records}")
    # what it says of itself is worked out from its records
    row = {name: head.get(name) for name in GameRow.__struct_fields__} | {"id": 0, "summary": {}}
    records = [rows.parse(text, f"line {number}") for number, text in enumerate(texts[1:], start=2)]
    kept = rows.read(row, records, "the import")
    try:
        summary = check(kept)
        _whole_text(kept)
    except UserError as error:
        raise JournalError(f"the import was refused: {error}") from error
    twin = journal.twin(kept)
    if twin is not None:
        return Imported(twin, new=False)
    told = msgspec.structs.replace(kept.row, summary=summary)
    return Imported(journal.put(told, bytes.fromhex(header.secret), kept.lines), new=True)


def _whole_text(kept: Kept) -> None:
    """Half a character is valid JSON, and nothing that a disk can hold."""
    try:
        for value in (msgspec.to_builtins(kept.row), *kept.lines):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise JournalError("it holds text that is none") from error
