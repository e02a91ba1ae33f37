"""A game as anybody may read it: JSON lines that hold nothing a spectator may not know."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

from companion.table.ledger import Ledger
from companion.table.records import Line
from companion.table.showing import entries

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


def tell(ledger: Ledger[S, A, E, V]) -> Iterator[Line]:
    """One line a record: `seq`, `at_s`, `kind`, `by` (a seat; null for cards and table), `counts`,
    `from_camera`, `span` where the record is about others, and `events`, each with its name in `event`.
    No digest, no set-up, no evidence: they could tell what is hidden.
    """
    for entry in entries(ledger):
        line: Line = {
            "seq": entry.seq,
            "at_s": entry.at_s,
            "kind": entry.kind.value,
            "by": entry.by,
            "counts": entry.counts,
            "from_camera": entry.from_camera,
            "events": [{"event": type(event).__name__, **_fields(event)} for event in entry.events],
        }
        yield line if entry.span is None else {**line, "span": list(entry.span)}


def _fields(value: Any) -> Line:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list | frozenset):
        return [_plain(item) for item in value]
    return value
