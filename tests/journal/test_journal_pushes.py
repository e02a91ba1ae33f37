"""Pushes of buttons in the journal: each once, and on the disk; older journals learn to keep them."""

import sqlite3
from pathlib import Path

import pytest

from companion.journal.errors import NotSavedError
from companion.journal.rows import FORMAT, PushRow
from companion.journal.store import FILE, Journal
from tests.journal.shelf import new_game, played, seated


def push(seq: int, **more: object) -> PushRow:
    told: dict[str, object] = {
        "box": "0a1b2c3d4e5f", "boot": "b007b007", "seq": seq, "game": 1, "kind": 0, "button": 2,
        "at_us": 81_402_113 + seq, "heat": 7, "rank": 1, "flags": 0, "lost": 0, "at_s": 1000.0 + seq,
    }  # fmt: skip
    return PushRow(**{**told, **more})  # type: ignore[arg-type]  # a test's own words


def aged(folder: Path) -> None:
    """The journal as the first format had it."""
    db = sqlite3.connect(folder / FILE)
    with db:
        db.execute("DROP TABLE push")
        db.execute("UPDATE game SET format = 1")
        db.execute("PRAGMA user_version = 1")
    db.close()


def test_a_push_is_kept_once_however_often_the_box_says_it(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = new_game(journal).row.id
        for seq in (1, 2, 2, 1, 3):
            journal.keep_push(push(seq, game=game))
        journal.keep_push(push(2, game=game, button=5, at_s=2000.0))
        journal.keep_push(push(4, game=0))
    with Journal(tmp_path) as journal:
        assert journal.pushes(game) == (push(1), push(2), push(3))
        assert [one.seq for one in journal.pushes(0)] == [4]


def test_a_push_that_was_kept_is_there_when_nothing_was_closed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_push(push(1))
        with Journal(tmp_path, reading=True) as other:
            assert other.pushes(1) == (push(1),)


def test_a_journal_of_before_opens_plays_on_and_keeps_pushes(tmp_path: Path) -> None:
    game = played(tmp_path)
    aged(tmp_path)
    with Journal(tmp_path, reading=True) as journal:
        before = journal.game(game)
        assert journal.pushes(game) == ()
    with Journal(tmp_path) as journal:
        assert journal.game(game) == before
        seated(journal.open(game))
        journal.keep_push(push(1, game=game))
        assert journal.check() == ()
    db = sqlite3.connect(tmp_path / FILE)
    assert db.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    db.close()
    with Journal(tmp_path) as journal:
        assert journal.pushes(game) == (push(1, game=game),)


def test_a_push_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal._db.execute("PRAGMA query_only = ON")
        with pytest.raises(NotSavedError):
            journal.keep_push(push(1))
