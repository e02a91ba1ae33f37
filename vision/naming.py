"""What a person may call a source of pictures: a device's number, a stream's address, or a file."""

import re
from typing import TypeAlias

MOST_DEVICE = 99
"""OpenCV reads a number from 100 on as the choice of a driver, and some numbers bring it down."""

_NUMBER = re.compile(r"[+-]?(0[xXoObB][0-9a-fA-F]*|\d+([.,]\d*)?([eE][+-]?\d+)?)", re.ASCII)

Named: TypeAlias = int | str


class NamingError(Exception):
    """No source can have that name; the text is one line that says what to give."""


def is_live(source: str) -> bool:
    """Whether words name a device number or a stream's address rather than a file."""
    return (source.isascii() and source.isdigit()) or "://" in source


def named(source: str) -> Named:
    """The device's number, or the address or path as it is.

    Raises `NamingError` for nothing at all, and for a number that no device can have. A file whose name looks
    like such a number is given with its folder, `./-1`.
    """
    if not source.strip() or "\0" in source:
        raise NamingError("no source is named; give a video file, a device number or a stream's address")
    if not _NUMBER.fullmatch(source):
        return source
    digits = source.lstrip("0") or "0"
    if not digits.isdigit() or len(digits) > len(str(MOST_DEVICE)):
        raise NamingError(f"{_short(source)}: is no device number; the first camera is 0, the next is 1")
    return int(digits)


def _short(source: str) -> str:
    return source if len(source) <= 40 else f"{source[:40]}…"
