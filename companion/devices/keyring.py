"""The keys of paired boxes, in one file that only its owner may read."""

import json
import os
import re
import secrets
import stat
from pathlib import Path

import msgspec

from companion.trouble import UserError
from firmware import wire

FILE = "boxes.json"


class _Paired(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: str
    key: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    boxes: list[_Paired]


FORMAT = 1


def new_key() -> bytes:
    """A key that nobody can guess."""
    return secrets.token_bytes(32)


class Keyring:
    """Keys by box id. Read once; each change is on disk before it holds."""

    def __init__(self, path: Path) -> None:
        """Raises `UserError` when the file cannot be read, or others could read it and that cannot be
        mended."""
        self._path = path
        self._keys = _load(path)
        self._lent: dict[str, bytes] = {}

    def get(self, box: str, key_id: str) -> bytes | None:
        """The key with this id, if the box has it from us."""
        key = self._keys.get(box)
        if key is None or wire.key_id(key) != key_id:
            return self._lent.get(key_id)
        return key

    def lend(self, key: bytes) -> None:
        """Know a key that was made for this evening alone, whichever box has it: that of a simulated one."""
        self._lent[wire.key_id(key)] = key

    def boxes(self) -> tuple[str, ...]:
        """Ids of all paired boxes, in the order in which they were paired."""
        return tuple(self._keys)

    def put(self, box: str, key: bytes) -> None:
        """Remember a box's key, in place of its last one. Raises `UserError` when it cannot be written."""
        keys = {**self._keys, box: key}
        _save(self._path, keys)
        self._keys = keys


def _load(path: Path) -> dict[str, bytes]:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
                path.chmod(0o600)
            told = msgspec.json.decode(file.read(), type=_File)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except msgspec.DecodeError as error:
        reason = " ".join(str(error).split())
        raise UserError(f"{path}: {reason}; delete it and pair your boxes again") from error
    if told.format != FORMAT:
        raise UserError(f"{path}: format {told.format} is not known to this Tableside; it may be too old")
    for one in told.boxes:
        if not re.fullmatch("[0-9a-f]{12}", one.box) or not re.fullmatch("[0-9a-f]{64}", one.key):
            raise UserError(f"{path}: boxes: {one.box!r:.40} is no box; delete the file and pair again")
    return {one.box: bytes.fromhex(one.key) for one in told.boxes}


def _save(path: Path, keys: dict[str, bytes]) -> None:
    """Wholly or not at all, and never readable by others, not even for a moment."""
    boxes = [{"box": box, "key": key.hex()} for box, key in keys.items()]
    text = json.dumps({"format": FORMAT, "boxes": boxes}, indent=1) + "\n"
    fresh = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
