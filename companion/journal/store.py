"""The journal on disk: SQLite, and one lock file a data folder."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import filelock

from companion.journal import rows
from companion.journal.errors import InUseError, JournalError, NotSavedError
from companion.journal.rows import FORMAT, GameRow, Kept, Line, parse

FILE = "journal.sqlite3"
LOCK = "journal.lock"
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
_DAMAGE = (sqlite3.Error, UnicodeDecodeError)
"""What comes out of a damaged file; even SQLite's complaint may quote bytes that are no text."""
_ALL_GAMES = "SELECT * FROM game ORDER BY ended_s IS NOT NULL, saved_s DESC, id DESC"
_RECORDS = "SELECT seq, kind, first, action, because, digest, at_s FROM record WHERE game = ? ORDER BY seq"
_PUT_GAME = """
INSERT INTO game (game, format, rules, setup, names, started_s, saved_s, ended_s, summary, records)
VALUES (:game, :format, :rules, :setup, :names, :started_s, :saved_s, :ended_s, :summary, :records)
"""
_PUT_RECORD = """
INSERT INTO record (game, seq, kind, first, action, because, digest, at_s)
VALUES (:game, :seq, :kind, :first, :action, :because, :digest, :at_s)
"""


class Journal:
    """All games of a data folder. May be asked from any thread; one program holds it at a time.

    Opening raises JournalError, and changes nothing, when another program holds the folder, when the file
    is damaged or not ours, or when it was made by a newer Tableside.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._mutex = threading.RLock()
        self._lock = filelock.FileLock(folder / LOCK)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except filelock.Timeout as error:
            raise InUseError(f"{folder}: another Tableside is using it; close that one first") from error
        except OSError as error:
            raise JournalError(f"{folder}: cannot be written: {error.strerror or error}") from error
        try:
            self._db = self._open()
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Everything is on the disk already; this lets others in."""
        with self._mutex:
            self._db.close()
            self._lock.release()

    def games(self) -> tuple[GameRow, ...]:
        """Every game: those that can go on first, then the others, each the last saved first.

        One that cannot be read is left out, so that the others can be played; `check` says what is wrong.
        """
        found: list[GameRow] = []
        for row in self._rows(_ALL_GAMES):
            try:
                found.append(rows.read_game(_game_line(row, self.path), f"{self.path}: game {row['id']}"))
            except JournalError:
                continue
        return tuple(found)

    def game(self, game_id: int) -> Kept:
        """A game with all its records. JournalError when there is none, or it is damaged or newer."""
        where = f"{self.path}: game {game_id}"
        found = self._rows("SELECT * FROM game WHERE id = ?", (game_id,))
        if not found:
            raise JournalError(f"{where}: there is none")
        records = self._rows(_RECORDS, (game_id,))
        return rows.read(_game_line(found[0], self.path), [_record_line(r, where) for r in records], where)

    def secret(self, game_id: int) -> bytes:
        """The dealer's secret of a game."""
        found = self._rows("SELECT secret FROM secret WHERE game = ?", (game_id,))
        if not found:
            raise JournalError(f"{self.path}: game {game_id} has lost its dealer's secret")
        return bytes(found[0]["secret"])

    def begin(
        self,
        *,
        game: str,
        rules: int,
        setup: Line,
        names: Sequence[str],
        secret: bytes,
        summary: Line,
        at_s: float,
    ) -> "OpenGame":
        """A new game, on the disk when this returns. Raises NotSavedError when the disk refuses."""
        row = GameRow(
            id=0, game=game, format=FORMAT, rules=rules, setup=setup, names=tuple(names), started_s=at_s,
            saved_s=at_s, ended_s=None, summary=summary, records=0,
        )  # fmt: skip
        return self.open(self.put(row, secret, ()))

    def put(self, row: GameRow, secret: bytes, lines: Sequence[Line]) -> int:
        """A whole game, in one transaction; its new id."""
        with self._transaction() as db:
            game_id = db.execute(_PUT_GAME, _game_columns(row)).lastrowid
            if game_id is None:
                raise NotSavedError(f"{self.path}: gave the game no number")
            db.execute("INSERT INTO secret VALUES (?, ?)", (game_id, secret))
            _append(db, game_id, lines)
        return game_id

    def open(self, game_id: int) -> "OpenGame":
        """A game to go on with."""
        return OpenGame(self, self.game(game_id), self.secret(game_id))

    def append(self, game_id: int, lines: Sequence[Line], summary: Line) -> None:
        """Records at a game's end, in one transaction; see `OpenGame.append`."""
        at_s = lines[-1]["at_s"]
        over = at_s if summary.get("over") else None
        with self._transaction() as db:
            _append(db, game_id, lines)
            db.execute(
                "UPDATE game SET saved_s = ?, ended_s = ?, summary = ?, records = ? WHERE id = ?",
                (at_s, over, rows.write(summary), lines[-1]["seq"], game_id),
            )

    def end(self, game_id: int, at_s: float) -> None:
        """The table will not go on with this game. Raises NotSavedError when the disk refuses."""
        with self._transaction() as db:
            db.execute("UPDATE game SET ended_s = ? WHERE id = ? AND ended_s IS NULL", (at_s, game_id))

    def check(self) -> tuple[str, ...]:
        """What is wrong with the file and with each game in it, a line each; () when all is well."""
        said = self._rows("PRAGMA quick_check(1)")[0][0]
        wrong = [] if said == "ok" else [f"{self.path}: is damaged: {said}"]
        for row in self._rows("SELECT id FROM game ORDER BY id"):
            try:
                self.open(row["id"])
            except JournalError as error:
                wrong.append(str(error))
        return tuple(wrong)

    # the file

    def _open(self) -> sqlite3.Connection:
        db = self._connect()
        try:
            self._claim(db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
        except _DAMAGE as error:
            db.close()
            raise JournalError(f"{self.path}: cannot be used: {error}; nothing was changed") from error
        except JournalError:
            db.close()
            raise
        return db

    def _claim(self, db: sqlite3.Connection) -> None:
        """Make the tables in an empty file; refuse one that is not ours or of a newer make."""
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if (application, version, tables) == (0, 0, 0):
            db.executescript(
                f"PRAGMA journal_mode = WAL; BEGIN; {_TABLES} PRAGMA application_id = {_APPLICATION};"
                f"PRAGMA user_version = {FORMAT}; COMMIT;"
            )
        elif application != _APPLICATION:
            raise JournalError(f"{self.path}: is not a journal of Tableside; move it away")
        elif version > FORMAT:
            raise JournalError(f"{self.path}: was made by a newer Tableside; use that one")

    def _connect(self) -> sqlite3.Connection:
        try:
            db = sqlite3.connect(self.path, timeout=5, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise JournalError(f"{self.path}: cannot be opened: {error}") from error
        db.row_factory = sqlite3.Row
        db.text_factory = _text
        return db

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._mutex:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                self._roll_back()
                raise NotSavedError(f"{self.path}: could not be written: {error}") from error
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        with self._mutex:
            try:
                return self._db.execute(sql, values).fetchall()
            except _DAMAGE as error:
                raise JournalError(f"{self.path}: cannot be read: {error}") from error


class OpenGame:
    """One game that goes on. `append` is what a table keeps its records with."""

    def __init__(self, journal: Journal, kept: Kept, secret: bytes) -> None:
        self._journal = journal
        self.row = kept.row
        self.lines = kept.lines
        """The records as they were when the game was opened."""
        self.secret = secret

    def append(self, lines: Sequence[Line], summary: Line) -> None:
        """All lines or none, on the disk when this returns. Raises NotSavedError when they are not.

        A summary whose `over` is true ends the game; one whose `over` is false lets it go on again.
        """
        self._journal.append(self.row.id, lines, summary)


def _append(db: sqlite3.Connection, game_id: int, lines: Sequence[Line]) -> None:
    for line in lines:
        columns = {
            **line,
            "action": rows.write(line["action"]),
            "because": rows.write(line["because"]),
            "game": game_id,
        }
        db.execute(_PUT_RECORD, columns)


def _game_columns(row: GameRow) -> Line:
    return {
        "game": row.game,
        "format": row.format,
        "rules": row.rules,
        "setup": rows.write(row.setup),
        "names": rows.write(row.names),
        "started_s": row.started_s,
        "saved_s": row.saved_s,
        "ended_s": row.ended_s,
        "summary": rows.write(row.summary),
        "records": row.records,
    }


def _game_line(row: sqlite3.Row, path: Path) -> Line:
    return _line(row, ("setup", "names", "summary"), f"{path}: game {row['id']}")


def _record_line(row: sqlite3.Row, where: str) -> Line:
    return _line(row, ("action", "because"), f"{where}, record {row['seq']}")


def _line(row: sqlite3.Row, json_columns: tuple[str, ...], where: str) -> Line:
    columns = dict(row)
    try:
        "".join(value for value in columns.values() if isinstance(value, str)).encode()
    except UnicodeEncodeError as error:
        raise JournalError(f"{where} is damaged: it holds text that is none") from error
    return {**columns, **{name: parse(columns[name], where) for name in json_columns}}


def _text(raw: bytes) -> str:
    """One game's broken text shall not hide the others: `_line` looks for it."""
    return raw.decode(errors="surrogateescape")
