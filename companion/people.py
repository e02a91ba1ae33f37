"""Who has played here, newest first, so that nobody types a name twice."""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path

from companion.files import write_whole
from companion.trouble import UserError

FILE = "people.toml"
LONGEST_NAME = 24
"""Letters; more would not fit a seat's panel across the table."""
MOST = 24
"""Names remembered: two screens of chips."""


def load(path: Path) -> tuple[str, ...]:
    """The names in `path`, newest first; none when there is no such file. Raises `UserError`."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise UserError(f"{path}: is not TOML: {reason}; mend it, or move it away to begin afresh") from error
    names = told.get("names", [])
    if not isinstance(names, list) or not all(isinstance(n, str) and n.strip() for n in names):
        raise UserError(f'{path}: names: should be a list of names, like names = ["Ada", "Ben"]')
    return tuple(_once(names))[:MOST]


def remember(path: Path, played: Iterable[str]) -> tuple[str, ...]:
    """Put who just sat down to the front, and give the new list. Raises `UserError`."""
    names = tuple(_once((*played, *load(path))))[:MOST]
    text = "# Who has played here, newest first.\nnames = [\n"
    text += "".join(f"    {json.dumps(name, ensure_ascii=False)},\n" for name in names) + "]\n"
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
    return names


def _once(names: Iterable[str]) -> dict[str, None]:
    trimmed = (" ".join(name.split())[:LONGEST_NAME] for name in names)
    return dict.fromkeys(name for name in trimmed if name)
