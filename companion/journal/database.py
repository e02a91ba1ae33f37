"""The journal's file: made in an empty place, opened when it is ours, refused when it is not."""

import sqlite3
from pathlib import Path

from companion.journal.errors import JournalError
from companion.journal.rows import FORMAT

_APPLICATION = 0x7461626C  # "tabl"
_TABLES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, format INTEGER NOT NULL, rules INTEGER NOT NULL,
    setup TEXT NOT NULL, names TEXT NOT NULL, started_s REAL NOT NULL, saved_s REAL NOT NULL,
    ended_s REAL, summary TEXT NOT NULL, records INTEGER NOT NULL
) STRICT;
CREATE TABLE secret (game INTEGER PRIMARY KEY REFERENCES game, secret BLOB NOT NULL) STRICT;
CREATE TABLE record (
    game INTEGER NOT NULL REFERENCES game, seq INTEGER NOT NULL, kind TEXT NOT NULL, first INTEGER NOT NULL,
    action TEXT NOT NULL, because TEXT NOT NULL, digest TEXT NOT NULL, at_s REAL NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
"""
_PUSHES = """
CREATE TABLE push (
    box TEXT NOT NULL, boot TEXT NOT NULL, seq INTEGER NOT NULL, game INTEGER NOT NULL, kind INTEGER NOT NULL,
    button INTEGER NOT NULL, at_us INTEGER NOT NULL, heat INTEGER NOT NULL, rank INTEGER NOT NULL,
    flags INTEGER NOT NULL, lost INTEGER NOT NULL, at_s REAL NOT NULL,
    PRIMARY KEY (box, boot, seq)
) STRICT, WITHOUT ROWID;
"""
DAMAGE = (sqlite3.Error, UnicodeDecodeError)
"""What comes out of a damaged file; even SQLite's complaint may quote bytes that are no text."""


def open_file(path: Path, *, reading: bool = False) -> sqlite3.Connection:
    """A connection that puts everything on the disk before it goes on, or, when `reading`, one that can
    change no game and makes no file. Raises JournalError, and changes nothing, when the file is damaged, not
    ours, or made by a newer Tableside; when reading also where there is none.
    """
    # Not `mode=ro`: the last one out clears SQLite's two files beside ours away, which `ro` may not.
    mode = "rw" if reading else "rwc"
    try:
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=5,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise JournalError(f"{path}: cannot be opened: {error}") from error
    try:
        db.row_factory = sqlite3.Row
        db.text_factory = _text
        if reading:
            db.execute("PRAGMA query_only = ON")
            _recognise(db, path)
        else:
            _claim(db, path)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
    except DAMAGE as error:
        db.close()
        raise JournalError(f"{path}: cannot be used: {error}; nothing was changed") from error
    except JournalError:
        db.close()
        raise
    return db


def _claim(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables in an empty file, or those that an older one lacks; refuse one that is not ours."""
    if _is_empty(db):
        db.executescript(
            f"PRAGMA journal_mode = WAL; BEGIN; {_TABLES} {_PUSHES} PRAGMA application_id = {_APPLICATION};"
            f"PRAGMA user_version = {FORMAT}; COMMIT;"
        )
    elif _recognise(db, path) < FORMAT:
        db.executescript(f"BEGIN; {_PUSHES} PRAGMA user_version = {FORMAT}; COMMIT;")


def _is_empty(db: sqlite3.Connection) -> bool:
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return (application, version, tables) == (0, 0, 0)


def _recognise(db: sqlite3.Connection, path: Path) -> int:
    """Its format. Refuse a file that is not ours or of a newer make."""
    if _is_empty(db):
        raise JournalError(f"{path}: is empty; no game has been kept in it")
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if application != _APPLICATION:
        raise JournalError(f"{path}: is not a journal of Tableside; move it away")
    if version > FORMAT:
        raise JournalError(f"{path}: was made by a newer Tableside; use that one")
    return int(version)


def _text(raw: bytes) -> str:
    """One game's broken text shall not hide the others: whoever reads a row looks for it."""
    return raw.decode(errors="surrogateescape")
