"""The deck file of All Wound Up, which a person may edit: read, checked, and faults said by line."""

import re
import tomllib
from pathlib import Path
from typing import Any

from companion.cards import DECK_FILE, CardsError, named, text_of
from companion.rules.all_wound_up.cards import DECK_SIZE, Card, Mix
from companion.rules.all_wound_up.checks import mix_faults

_TOP = ("assumed", "copies")


def load_mix(folder: Path | None) -> Mix:
    """The deck of `folder` where there is one, else the one that ships. Raises `CardsError`."""
    return read_mix(text_of(folder, DECK_FILE), named(folder, DECK_FILE))


def read_mix(text: str, file: str) -> Mix:
    """The deck of a file's text, and whether it is only assumed. Raises `CardsError`."""
    table = _table(text, file)
    for key in table:
        if key not in _TOP:
            raise CardsError(file, _line(text, key), key, f"not known here; there is {' and '.join(_TOP)}")
    assumed, copies = table.get("assumed", False), table.get("copies")
    if type(assumed) is not bool:
        raise CardsError(file, _line(text, "assumed"), "assumed", "true or false is wanted here")
    if type(copies) is not dict:
        raise CardsError(file, _line(text, "copies"), "copies", "there is no table [copies] in the file")
    for key, many in copies.items():
        line = _line(text, key)
        if key not in list(Card):
            raise CardsError(file, line, key, f"there is no such card; there are {', '.join(Card)}")
        if type(many) is not int or not 0 <= many <= DECK_SIZE:
            raise CardsError(file, line, key, f"a whole number from 0 to {DECK_SIZE} is wanted here")
    for card in Card:
        if card not in copies:
            raise CardsError(file, None, card.value, "missing; write 0 if there is none")
    mix = Mix(tuple(copies[card] for card in Card), assumed)
    for fault in mix_faults(mix):
        raise CardsError(file, None, "copies", fault.what)
    return mix


def _table(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        found = re.search(r"\(at line (\d+), column \d+\)$", str(fault))
        line = None if found is None else int(found[1])
        raise CardsError(file, line, None, f"{fault}; compare with the file that ships") from None
    except (ValueError, RecursionError) as fault:
        raise CardsError(file, None, None, f"cannot be read as TOML ({fault})") from None


def _line(text: str, key: str) -> int | None:
    """Where `key` stands, as a key or a table; None when unsure."""
    wanted = re.compile(rf"""\s*(\[\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
    found = [number for number, line in enumerate(text.splitlines(), 1) if wanted.match(line)]
    return found[0] if found else None
