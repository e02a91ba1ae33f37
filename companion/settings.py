"""What a table has chosen once for all games, from one TOML file that a person may edit."""

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from companion.files import write_whole
from companion.trouble import UserError

FILE = "settings.toml"

DelaySeconds: TypeAlias = Literal[0, 3, 5]
TextSize: TypeAlias = Literal["S", "M", "L"]
Theme: TypeAlias = Literal["dark", "light"]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table's settings. A field that the file leaves out has the value written here."""

    acceptance_delay_s: DelaySeconds = 3
    """How long a reading of the camera is shown before it is kept by itself."""
    text_size: TextSize = "M"
    theme: Theme = "dark"
    language: Annotated[str, msgspec.Meta(pattern="^[a-z]{2}(_[A-Z]{2})?$")] = "en"
    muted: bool = False
    flipped: bool = False
    """The screen is turned to the other side of the table."""
    fullscreen: bool = False
    panel_inches: Annotated[float, msgspec.Meta(ge=5, le=100)] = 10.1
    """The diagonal of the glass: sizes on screen are meant in millimetres."""
    table: str = ""
    """The folder of the taught grid to play with; empty when none was taught."""
    source: str = ""
    """The camera the grid was taught with: a device number or a stream's address; empty for none."""
    race_table: str = ""
    """The folder of the taught race table; empty when none was taught."""
    race_source: str = ""
    """The camera the race table was taught with; empty for none."""


def load(path: Path) -> Settings:
    """The settings in `path`, or all as written above when there is no such file.

    Raises `UserError` naming file, line and field, and what to do; the file is never changed here.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Settings()
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: is not UTF-8 text; mend it, or move it away to begin afresh") from error
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    return _parse(text, path)


def save(path: Path, settings: Settings) -> None:
    """Write what differs from the file into it, whole or not at all; a person's comments stay.

    Raises `UserError` when the file was broken meanwhile (it is then left alone) or cannot be written.
    """
    standing = load(path)
    text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    for field, value in msgspec.structs.asdict(settings).items():
        if value != getattr(standing, field):
            text = _with(text, field, value)
    try:
        landed = _parse(text, path)
    except UserError:
        landed = None
    if landed != settings:  # written in a way that lines cannot be exchanged in, like a text over several
        text = ""
        for field, value in msgspec.structs.asdict(settings).items():
            text = _with(text, field, value)
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error


def _parse(text: str, path: Path) -> Settings:
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: is not TOML: {_place(str(error))}; mend that line or delete it") from error
    try:
        return msgspec.convert(told, Settings)
    except msgspec.ValidationError as error:
        field, what = _blame(str(error))
        line = _line_of(text, field)
        where = f"{path}, line {line}" if line else f"{path}"
        raise UserError(f"{where}: {field}: {what}; mend that line or delete it") from error


def _place(message: str) -> str:
    """`Expected '=' (at line 3, column 5)` in one line, whatever it holds."""
    return " ".join(message.split())


def _blame(message: str) -> tuple[str, str]:
    """Field and complaint out of msgspec's words."""
    unknown = re.search(r"unknown field `([^`]*)`", message)
    if unknown:
        known = ", ".join(Settings.__struct_fields__)
        return unknown[1], f"there is no such setting; there are {known}"
    at = re.search(r"^(.*?) - at `\$\.([^`.\[]*)[^`]*`$", message, re.DOTALL)
    if not at:
        return "settings", _place(message)
    choices = _choices(at[2])
    what = f"should be one of {choices}" if choices else at[1][:1].lower() + at[1][1:]
    return at[2], _place(what)


def _choices(field: str) -> str:
    """The values a field is chosen from, as they are written in the file; empty when it is free."""
    hint = get_type_hints(Settings).get(field)
    return ", ".join(_written(value) for value in get_args(hint)) if get_origin(hint) is Literal else ""


def _line_of(text: str, field: str) -> int:
    """The line that sets `field`, counted from 1; 0 when it cannot be told."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"""\s*["'\[]*{re.escape(field)}["'\]]*\s*($|=|\.)""", line):
            return number
    return 0


def _written(value: Any) -> str:
    """A plain value as TOML; the strings of JSON are strings of TOML but for the one letter DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _with(text: str, field: str, value: Any) -> str:
    """`text` with the line that sets `field` exchanged, its comment kept, or one added at the end."""
    line = f"{field} = {_written(value)}"
    value_then_comment = r"""(?:"[^"\\\n]*"|'[^'\n]*'|[^\s#"']+)[ \t]*(?P<rest>#.*)?$"""
    kept = re.compile(rf"^[ \t]*{field}[ \t]*=[ \t]*{value_then_comment}", re.MULTILINE)
    found = kept.search(text)
    if found:
        rest = f"  {found['rest']}" if found["rest"] else ""
        return text[: found.start()] + line + rest + text[found.end() :]
    if text and not text.endswith("\n"):
        text += "\n"
    return text + line + "\n"
