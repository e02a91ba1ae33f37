"""How far each wind-up figure goes with a turn of its key, and how it bends: kept from game to game.

What a table makes of it is its own choice: nothing here changes a rule.
"""

import json
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import msgspec

from companion.files import write_whole
from companion.trouble import UserError

FILE = "figures.toml"
MOST = 100
"""Figures remembered."""
MOST_WALKS = 50
"""A spring tires: after so many walks an older one counts less and less."""
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Gait:
    """Means over `walks` walks."""

    name: str
    walks: int
    cm_a_turn: float
    drift_deg: float
    """Degrees in 10 cm of way, positive to the left."""


_Finite = Annotated[float, msgspec.Meta(ge=-1e4, le=1e4)]


class _Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    walks: Annotated[int, msgspec.Meta(ge=1, le=MOST_WALKS)]
    cm_a_turn: _Finite
    drift_deg: _Finite


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    figure: list[_Figure] = []


def load(path: Path) -> dict[str, Gait]:
    """By the figure's name; empty when there is no such file. Raises `UserError`."""
    try:
        told = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # not UTF-8, not TOML, not figures
        reason = " ".join(str(error).split())
        raise UserError(f"{path}: {reason}; mend it, or move it away to begin afresh") from error
    return {each.name: Gait(each.name, each.walks, each.cm_a_turn, each.drift_deg) for each in told.figure}


def with_walk(
    gaits: dict[str, Gait], name: str, turns: int, length_mm: float, turned_deg: float
) -> dict[str, Gait]:
    """With one walk more; `turned_deg` is how much further to the left it looked at its end.

    ValueError unless it went some way, with a turn of its key at least.
    """
    if turns < 1 or length_mm <= 0:
        raise ValueError("a walk has a length, and a turn of the key")
    cm_a_turn, drift_deg = length_mm / 10 / turns, turned_deg / (length_mm / 100)
    old = gaits.get(name)
    if old is None:
        return {**gaits, name: Gait(name, 1, cm_a_turn, drift_deg)}
    walks = min(old.walks + 1, MOST_WALKS)
    share = 1 / walks
    return {
        **gaits,
        name: replace(
            old,
            walks=walks,
            cm_a_turn=old.cm_a_turn + share * (cm_a_turn - old.cm_a_turn),
            drift_deg=old.drift_deg + share * (drift_deg - old.drift_deg),
        ),
    }


def save(path: Path, gaits: dict[str, Gait]) -> None:
    """Raises `UserError`."""
    text = "# How figures walk, measured at races. Delete which you want measured anew.\n"
    for gait in list(gaits.values())[-MOST:]:
        name = json.dumps(gait.name, ensure_ascii=False).replace("\x7f", "\\u007f")
        text += (
            f"\n[[figure]]\nname = {name}\nwalks = {gait.walks}\n"
            f"cm_a_turn = {gait.cm_a_turn:.3f}\ndrift_deg = {gait.drift_deg:.3f}\n"
        )
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
