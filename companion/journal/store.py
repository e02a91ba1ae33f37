"""The journal on disk: SQLite, and one lock file a data folder."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import filelock
import msgspec

from companion.journal import database, rows
from companion.journal.errors import InUseError, JournalError, NotSavedError
from companion.journal.rows import FORMAT, GameRow, Kept, Line, PushRow, parse

FILE = "journal.sqlite3"
LOCK = "journal.lock"
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
_PUT_PUSH = """
INSERT OR IGNORE INTO push (box, boot, seq, game, kind, button, at_us, heat, rank, flags, lost, at_s)
VALUES (:box, :boot, :seq, :game, :kind, :button, :at_us, :heat, :rank, :flags, :lost, :at_s)
"""
_PUSHES = """
SELECT box, boot, seq, game, kind, button, at_us, heat, rank, flags, lost, at_s FROM push
WHERE game = ? ORDER BY at_s, box, boot, seq
"""


class Journal:
    """All games of a data folder. May be asked from any thread; one program holds it at a time.

    Opening raises JournalError, and changes nothing, when another program holds the folder, when the file
    is damaged or not ours, or when it was made by a newer Tableside. A journal opened for `reading` holds
    nothing: it may look while another program writes, sees each game as it was at one moment, makes no file,
    and whatever would change a game raises NotSavedError.
    """

    def __init__(self, folder: Path, *, reading: bool = False) -> None:
        self.path = folder / FILE
        self._mutex = threading.RLock()
        self._lock = filelock.FileLock(folder / LOCK)
        if reading:
            self._db = database.open_file(self.path, reading=True)
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except filelock.Timeout as error:
            raise InUseError(f"{folder}: another Tableside is using it; close that one first") from error
        except OSError as error:
            raise JournalError(f"{folder}: cannot be written: {error.strerror or error}") from error
        try:
            self._db = database.open_file(self.path)
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

        One that cannot be read is left out, so that the others can be played.
        """
        return self.listed()[0]

    def listed(self) -> tuple[tuple[GameRow, ...], tuple[str, ...]]:
        """Every game, as `games` has them, and a line for each that cannot be read."""
        found, wrong = list[GameRow](), list[str]()
        for row in self._rows(_ALL_GAMES):
            try:
                found.append(rows.read_game(_game_line(row, self.path), f"{self.path}: game {row['id']}"))
            except JournalError as error:
                wrong.append(str(error))
        return tuple(found), tuple(wrong)

    def game(self, game_id: int) -> Kept:
        """A game with all its records. JournalError when there is none, or it is damaged or newer."""
        where = f"{self.path}: game {game_id}"
        with self._one_moment():  # or a move kept in between would look like damage
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

    def twin(self, kept: Kept) -> int | None:
        """A game that is here already: begun at the same time by the same people with the same set-up, and
        holding the same records; None when there is none.
        """
        alike = "SELECT id FROM game WHERE game = ? AND started_s = ? AND records = ? ORDER BY id"
        for row in self._rows(alike, (kept.row.game, kept.row.started_s, kept.row.records)):
            try:
                here = self.game(row["id"])
            except JournalError:
                continue  # a damaged one is no place to find it in
            if (here.row.names, here.row.setup, here.lines) == (kept.row.names, kept.row.setup, kept.lines):
                return here.row.id
        return None

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

    def keep_push(self, push: PushRow) -> None:
        """A push of a button, on the disk when this returns; one that is there already stays as it is.

        Raises NotSavedError when the disk refuses.
        """
        with self._transaction() as db:
            db.execute(_PUT_PUSH, msgspec.structs.asdict(push))

    def pushes(self, game_id: int) -> tuple[PushRow, ...]:
        """What was pushed while a game was on, in the order in which it was kept. 0: while none was."""
        if self._rows("PRAGMA user_version")[0][0] < 2:
            return ()  # an older file that is only being read
        where = f"{self.path}: a push in game {game_id}"
        return tuple(rows.shaped(dict(row), PushRow, where) for row in self._rows(_PUSHES, (game_id,)))

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

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        """What is read within is of one moment, whatever another program writes meanwhile."""
        with self._mutex:
            self._rows("BEGIN")
            try:
                yield
            finally:
                self._roll_back()  # nothing was written

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        with self._mutex:
            try:
                return self._db.execute(sql, values).fetchall()
            except database.DAMAGE as error:
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
