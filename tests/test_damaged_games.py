"""A game that a disk has damaged: one line that names file and field, and nothing is written over."""

import json
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import settings
from companion.__main__ import obey
from companion.assembly import clip, race_clip
from companion.assembly.evening import Evening
from companion.journal.store import FILE
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.ui.face import Asks
from companion.ui.faces import asks_of
from companion.ui.facts import Front, Person
from companion.ui.wishes import NewGame
from tests.test_hosts import KINDS, played

PATIENCE_S = 30.0
TWO = (Person("Ana", 0), Person("Ben", 1))
OTHERS: tuple[Any, ...] = (None, True, -3, 7, 2.5, "x", [], {}, [None], {"x": 1}, 10**12)


def table_of(home: Path) -> Path:
    """A race table that is said to be taught, so that a race is watched."""
    folder = home / "taught"
    folder.mkdir(parents=True, exist_ok=True)
    told = {"kind": "race", "sides": [{"tile": "yard", "zones": []}], "figures": [{"figure": "Steve"}]}
    (folder / "table.json").write_text(json.dumps(told), encoding="utf-8")
    return folder


def rows(file: Path) -> list[tuple[Any, ...]]:
    db = sqlite3.connect(file)
    try:
        return [*db.execute("SELECT * FROM game"), *db.execute("SELECT * FROM record ORDER BY seq")]
    finally:
        db.close()


def put(file: Path, column: str, value: Any, seq: int = 0) -> None:
    """Into the game, or into one record of it."""
    where = f"record SET {column} = ? WHERE seq = {seq}" if seq else f"game SET {column} = ?"
    db = sqlite3.connect(file)
    with db:
        db.execute(f"UPDATE {where}", (json.dumps(value),))
    db.close()


def kept(file: Path, column: str, seq: int = 0) -> Any:
    where = f"record WHERE seq = {seq}" if seq else "game"
    db = sqlite3.connect(file)
    try:
        return json.loads(str(db.execute(f"SELECT {column} FROM {where}").fetchone()[0]))
    finally:
        db.close()


def spots(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything within."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*way, key)
        yield from spots(each, (*way, key))


def damaged(value: Any, rng: random.Random) -> Any:
    """One thing within is another, or gone."""
    value = json.loads(json.dumps(value))
    *way, last = rng.choice(list(spots(value)))
    inner = value
    for key in way:
        inner = inner[key]
    if rng.random() < 0.4:
        del inner[last]
    else:
        inner[last] = rng.choice(OTHERS)
    return value


def resumed(home: Path) -> str:
    """What is said when the app is opened and the game gone on with; empty when it goes on."""
    chosen = settings.Settings(race_table=str(table_of(home)), race_source="rtsp://127.0.0.1:1/none")
    evening = Evening(chosen, home, clock_ns=time.monotonic_ns, wall_s=time.time)
    try:
        front = evening.front()
        for shelved in front.shelf:
            begin(asks_of(shelved.game), front)
        if front.resume is None:
            return front.trouble
        evening.resume(front.resume.id)
        told = evening.sources.fronts.take()
        return "" if told is None else told.trouble
    finally:
        evening.close()


def begin(asks: Asks, front: Front) -> None:
    """The screens look at how the last game was set up."""
    if asks.prepare is not None:
        asks.prepare(front, asks.fewest, {})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("column", ["setup", "names", "summary", "action", "because"])
def test_whatever_is_damaged_is_said_in_one_line_and_left_as_it_is(
    kind: str, column: str, seed: int, tmp_path: Path
) -> None:
    rng = random.Random(f"{seed}-{kind}-{column}")
    played(tmp_path, kind, 1)
    file = tmp_path / FILE
    for _ in range(8):
        seq = rng.randint(1, kept(file, "records")) if column in ("action", "because") else 0
        whole = kept(file, column, seq)
        wrong = damaged(whole, rng)
        put(file, column, wrong, seq)
        before = rows(file)
        said = resumed(tmp_path)
        assert "\n" not in said
        if said:
            assert str(file) in said, f"{wrong}: {said}"
            assert rows(file) == before
        code = obey(["replay", "1", "--home", str(tmp_path)])
        assert code in (0, 2), wrong
        assert not list(tmp_path.glob("crash*")), "it is no fault of the program"
        if rows(file) == before:  # else it went on, and has a summary of its own
            put(file, column, whole, seq)


@pytest.mark.parametrize(
    ("column", "way", "value", "field"),
    [
        ("setup", ("race",), None, "race"),
        ("setup", ("seats",), "three", "seats"),
        ("setup", ("race", "tiles"), 3, "race"),
        ("names", (), ["Ana"], "names"),
        ("summary", ("round",), "first", "summary.round"),
        ("summary", ("points",), 7, "summary.points"),
        ("summary", ("over",), "no", "summary.over"),
    ],
)
def test_the_line_names_file_and_field(
    column: str, way: tuple[str, ...], value: Any, field: str, tmp_path: Path
) -> None:
    played(tmp_path, "all_wound_up_tied_action", 1)
    file = tmp_path / FILE
    wrong = inner = kept(file, column)
    for key in way[:-1]:
        inner = inner[key]
    if not way:
        wrong = value
    elif value is None:
        del inner[way[-1]]
    else:
        inner[way[-1]] = value
    put(file, column, wrong)
    said = resumed(tmp_path)
    assert said.startswith(f"{file}: game 1")
    assert field in said


def test_another_game_begins_beside_a_damaged_one(tmp_path: Path) -> None:
    played(tmp_path, "wig_out_five_rounds", 1)
    put(tmp_path / FILE, "summary", {"round": None})
    evening = Evening(settings.Settings(), tmp_path, clock_ns=time.monotonic_ns, wall_s=time.time)
    try:
        front = evening.front()
        assert "summary.round" in front.trouble
        evening.new_game(NewGame("wig_out", front.people[:2] or TWO, 0, {}))
        end_s = time.monotonic() + PATIENCE_S
        while evening.sources.snapshots.take() is None and time.monotonic() < end_s:
            time.sleep(0.01)
        evening.leave()
        resume = evening.front().resume
        assert resume is not None
        assert resume.id == "2"
    finally:
        evening.close()


@pytest.mark.parametrize(
    ("game", "folder"), [(All4It.name, clip.FOLDER), (AllWoundUp.name, race_clip.FOLDER)]
)
def test_a_damaged_game_of_a_clip_is_said_too(game: str, folder: str, tmp_path: Path) -> None:
    def played_for_a_moment() -> Front | None:
        evening = Evening(settings.Settings(), tmp_path, clock_ns=time.monotonic_ns, wall_s=time.time)
        try:
            evening.demo(game)
            return evening.sources.fronts.take()
        finally:
            evening.close()

    assert played_for_a_moment() is None
    file = tmp_path / folder / FILE
    put(file, "setup", {})
    before = rows(file)
    told = played_for_a_moment()
    assert told is not None
    assert told.trouble.startswith(f"{file}: game 1: ")
    assert "missing" in told.trouble
    assert rows(file) == before
