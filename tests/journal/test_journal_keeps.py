"""The journal keeps what it was given, tells what is wrong with a file, and spoils nothing."""

import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from companion.journal.errors import JournalError, NotSavedError
from companion.journal.rows import FORMAT
from companion.journal.store import FILE, Journal
from tests.journal.shelf import followed, new_game, played, seated
from tests.table.evening import ANA, BARE, SECRET


def test_a_game_is_there_again_when_the_journal_is_opened_again(tmp_path):
    with Journal(tmp_path) as journal:
        evening = seated(game := new_game(journal)).begins().sees(BARE).lays("RR.. .... ....")
        state, timeline = evening.state, evening.shown.timeline
    with Journal(tmp_path) as journal:
        again = seated(journal.open(game.row.id))
        assert again.state == state
        assert again.shown.timeline == timeline
        assert journal.secret(game.row.id) == SECRET
        again.lays("RRWW .... ....").undoes()
        assert journal.check() == ()


def test_a_lists_first_game_is_the_one_to_go_on_with(tmp_path):
    with Journal(tmp_path) as journal:
        old, newer, over = (new_game(journal, at_s=at_s) for at_s in (10.0, 20.0, 30.0))
        journal.end(over.row.id, 40.0)
        assert [g.id for g in journal.games()] == [newer.row.id, old.row.id, over.row.id]
        seated(old)
        assert journal.games()[0].id == old.row.id, "saved last"
        assert journal.games()[-1].ended_s == 40.0


def test_what_a_list_says_follows_the_game(tmp_path):
    with Journal(tmp_path) as journal:
        evening = seated(game := new_game(journal)).begins()
        row = journal.games()[0]
        assert (row.summary["over"], row.summary["to_move"], row.names) == (False, ANA, ("Ana", "Ben"))
        while not journal.games()[0].summary["over"]:
            evening.acts(next(c for c in evening.shown.choices if hasattr(c, "places")))
        assert journal.games()[0].ended_s is not None
        evening.undoes()
        assert journal.games()[0].ended_s is None, "the last move was taken back: it goes on"
        assert journal.games()[0].id == game.row.id


def test_one_program_at_a_time(tmp_path):
    with Journal(tmp_path), pytest.raises(JournalError, match="another Tableside is using it"):
        Journal(tmp_path)
    Journal(tmp_path).close()


def test_nor_another_process(tmp_path):
    code = (
        "import sys, pathlib\n"
        "from companion.journal.store import Journal\n"
        "from companion.journal.errors import JournalError\n"
        "try:\n    Journal(pathlib.Path(sys.argv[1]))\n"
        "except JournalError as error:\n    print(error)\n"
    )
    with Journal(tmp_path):
        said = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
        )
    assert "another Tableside is using it" in said.stdout
    assert said.stdout.count("\n") == 1


@pytest.mark.parametrize(
    "content", [b"not a database at all, only words\n" * 99, b"SQLite format 3\0" + b"x" * 9000]
)
@pytest.mark.parametrize("reading", [False, True])
def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(tmp_path, content, reading):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(JournalError, match=FILE) as refused:
        Journal(tmp_path, reading=reading)
    assert "\n" not in str(refused.value)
    assert (tmp_path / FILE).read_bytes() == content


@pytest.mark.parametrize("reading", [False, True])
def test_another_programs_database_is_left_alone(tmp_path, reading):
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE recipe (name TEXT)")
    db.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(JournalError, match="not a journal of Tableside"):
        Journal(tmp_path, reading=reading)
    assert (tmp_path / FILE).read_bytes() == before


def change(folder, sql, *values):
    db = sqlite3.connect(folder / FILE)
    with db:
        db.execute(sql, values)
    db.close()


@pytest.mark.parametrize("reading", [False, True])
def test_a_journal_of_a_newer_program_is_refused_with_a_sentence(tmp_path, reading):
    played(tmp_path)
    change(tmp_path, f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(JournalError, match="made by a newer Tableside"):
        Journal(tmp_path, reading=reading)


def test_a_newer_game_is_refused_and_an_older_one_still_plays(tmp_path):
    game_id = played(tmp_path)
    with Journal(tmp_path) as journal:
        newer = new_game(journal).row.id
    change(tmp_path, f"UPDATE game SET format = {FORMAT + 1} WHERE id = ?", newer)
    with Journal(tmp_path) as journal:
        with pytest.raises(JournalError, match=f"game {newer} was made by a newer Tableside"):
            journal.open(newer)
        assert [g.id for g in journal.games()] == [game_id]
        seated(journal.open(game_id))
        assert len(journal.check()) == 1


@pytest.mark.parametrize(
    ("sql", "word"),
    [
        ("UPDATE record SET action = '{' WHERE seq = 8", "record 8 is damaged"),
        ("UPDATE record SET action = '[]' WHERE seq = 8", "record 8 is damaged"),
        ("UPDATE record SET because = 'NaN' WHERE seq = 8", "record 8 is damaged"),
        ("DELETE FROM record WHERE seq = 8", "record 8 is missing"),
        ("UPDATE game SET setup = ''", "damaged"),
        ("UPDATE game SET names = '[1]'", "damaged"),
        ("UPDATE game SET format = 0", "never was a format 0"),
        ("DELETE FROM record WHERE seq = (SELECT max(seq) FROM record)", "is missing"),
        ("DELETE FROM secret", "dealer's secret"),
    ],
)
def test_a_damaged_game_is_said_in_one_line(tmp_path, sql, word):
    game_id = played(tmp_path)
    change(tmp_path, sql)
    before = (tmp_path / FILE).read_bytes()
    with Journal(tmp_path) as journal:
        with pytest.raises(JournalError, match=word) as refused:
            journal.open(game_id)
        assert "\n" not in str(refused.value)
        assert len(journal.check()) == 1
    assert (tmp_path / FILE).read_bytes() == before


def test_there_is_no_game_that_there_is_not(tmp_path):
    with Journal(tmp_path) as journal, pytest.raises(JournalError, match="there is none"):
        journal.open(7)


def test_a_disk_that_refuses_leaves_the_game_as_it_was(tmp_path):
    with Journal(tmp_path) as journal:
        evening = seated(game := new_game(journal)).begins()
        lines = journal.game(game.row.id).lines
        again = [{**line, "seq": line["seq"] + len(lines)} for line in lines[:2]]
        with pytest.raises(NotSavedError):
            game.append([*again, again[0]], {"over": False})
        assert journal.game(game.row.id).lines == lines, "all or none"
        journal._db.execute("PRAGMA query_only = ON")  # the disk is full, or was pulled out
        evening.acts(evening.shown.choices[0])
        assert evening.refused == "table.not_saved"
        assert evening.sewn == []
        journal._db.execute("PRAGMA query_only = OFF")
        assert len(evening.acts(evening.shown.choices[0]).sewn) == 1
        assert followed(journal.game(game.row.id)).state == evening.state


def test_the_disk_is_asked_to_be_sure(tmp_path):
    with Journal(tmp_path) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_a_list_may_be_read_while_a_table_writes(tmp_path):
    with Journal(tmp_path) as journal:
        evening = seated(new_game(journal)).begins()
        counts = []
        reader = threading.Thread(target=lambda: counts.extend(len(journal.games()) for _ in range(200)))
        reader.start()
        while evening.shown.choices:
            evening.acts(next(c for c in evening.shown.choices if hasattr(c, "places")))
        reader.join()
        assert counts == [1] * 200


def test_who_reads_while_a_table_writes_sees_each_game_at_one_moment(tmp_path):
    with Journal(tmp_path) as journal, Journal(tmp_path, reading=True) as reader:
        evening = seated(new_game(journal)).begins().sees(BARE)
        before = len(journal.game(1).lines)

        def move(sql):
            if sql.startswith("SELECT seq"):  # the game's row was read, its records are next
                evening.acts(next(c for c in evening.shown.choices if hasattr(c, "places")))

        reader._db.set_trace_callback(move)
        assert len(reader.game(1).lines) == before
        reader._db.set_trace_callback(None)
        assert reader.game(1) == journal.game(1)
        assert len(reader.game(1).lines) > before


def test_who_reads_changes_nothing(tmp_path):
    game_id = played(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with Journal(tmp_path, reading=True) as reader:
        assert reader.check() == ()
        kept = reader.game(game_id)
        assert reader.twin(kept) == game_id
        for change_it in (
            lambda: reader.put(kept.row, SECRET, kept.lines),
            lambda: reader.end(game_id, 5.0),
            lambda: new_game(reader),
        ):
            with pytest.raises(NotSavedError):
                change_it()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_who_reads_makes_no_journal(tmp_path):
    with pytest.raises(JournalError, match="cannot be"):
        Journal(tmp_path, reading=True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / FILE).touch()
    with pytest.raises(JournalError, match="is empty"):
        Journal(tmp_path, reading=True)
    assert (tmp_path / FILE).stat().st_size == 0


def test_a_thousand_games_are_listed_in_half_a_second(tmp_path, capsys):
    with Journal(tmp_path) as journal:
        for n in range(1000):
            new_game(journal, at_s=n)
        began_s = time.perf_counter()
        assert len(journal.games()) == 1000
        took_s = time.perf_counter() - began_s
    with capsys.disabled():
        print(f" [1000 games listed in {took_s * 1e3:.0f} ms]")
