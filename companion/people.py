"""Who has played here, newest first, so that nobody types a name twice."""

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.files import write_whole
from companion.trouble import UserError

FILE = "people.toml"
LONGEST_NAME = 24
"""Letters; more would not fit a seat's panel across the table."""
MOST = 24
"""Names remembered: two screens of chips."""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody who has played here; `colour` numbers the player colours, from 0."""

    name: str
    colour: int


class _Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    colour: int = 0


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: list[_Person] = []


def load(path: Path) -> tuple[Known, ...]:
    """Those in `path`, newest first; nobody when there is no such file. Raises `UserError`."""
    try:
        told = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # not UTF-8, not TOML, not people
        reason = " ".join(str(error).split())
        raise UserError(f"{path}: {reason}; mend it, or move it away to begin afresh") from error
    return _once(Known(one.name, max(0, one.colour)) for one in told.person)


def remember(path: Path, played: Iterable[Known]) -> tuple[Known, ...]:
    """Put who just sat down to the front, and give the new list. Raises `UserError`."""
    known = _once((*played, *load(path)))
    text = "# Who has played here, newest first. Delete whom you want forgotten.\n"
    for one in known:
        name = json.dumps(one.name, ensure_ascii=False).replace("\x7f", "\\u007f")
        text += f"\n[[person]]\nname = {name}\ncolour = {one.colour}\n"
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
    return known


def _once(everybody: Iterable[Known]) -> tuple[Known, ...]:
    """Each name once, as it was said first; names without a letter are nobody's."""
    known: dict[str, Known] = {}
    for one in everybody:
        name = " ".join(one.name.split())[:LONGEST_NAME]
        if name:
            known.setdefault(name, Known(name, one.colour))
    return tuple(known.values())[:MOST]
