"""The command line, as somebody types it."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import people, settings
from companion.__main__ import obey
from companion.cards import load_cards
from companion.commands.watch import NOT_KEPT
from companion.journal.store import FILE as JOURNAL
from companion.journal.store import Journal
from companion.rules.all_4_it.actions import Flip, Imprint
from companion.rules.all_4_it.options import Options
from companion.rules.core import Seat
from companion.table.dealer import SECRET_BYTES, SecretDealer
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup
from companion.table.inbound import Act, TakeBack
from companion.table.snapshot import Eye
from companion.table.thread import Table
from companion.trouble import UserError

DEMO = Path(str(resources.files("companion.demo"))) / "all_4_it"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of the clip that comes with the program."""
    folder = tmp_path_factory.mktemp("taught") / "table"
    assert obey(["teach", str(DEMO), "--table", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first six seconds of that clip: a move or two."""
    path = tmp_path_factory.mktemp("clip") / "opening.mp4"
    film = cv2.VideoCapture(str(DEMO / "clip.mp4"))
    fps = film.get(cv2.CAP_PROP_FPS)
    size = int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT))
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
    for _ in range(round(6 * fps)):
        out.write(film.read()[1])
    out.release()
    film.release()
    return path


def refusal(capfd: pytest.CaptureFixture[str], *line: str) -> str:
    """The one line on standard error with which `line` is refused."""
    assert obey(line) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1, err
    assert err.startswith("tableside: ")
    assert "Traceback" not in err
    return err.removeprefix("tableside: ").strip()


def tableside(*line: str, home: Path | None = None) -> subprocess.Popen[str]:
    """The program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **({"TABLESIDE_HOME": str(home)} if home else {})},
    )


class TestHelp:
    def test_the_version_is_said_without_waiting_for_opencv_or_kivy(self) -> None:
        program = (
            "import sys; from companion.__main__ import obey; code = obey(['--version']); "
            "sys.exit(code or len({'cv2', 'kivy', 'numpy', 'msgspec'} & set(sys.modules)))"
        )
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert ran.returncode == 0
        assert ran.stdout.startswith("tableside 0.")

    @pytest.mark.parametrize("line", [[], ["--help"], ["-h"]], ids=["nothing typed", "--help", "-h"])
    def test_help_names_every_command(self, line: list[str], capfd: pytest.CaptureFixture[str]) -> None:
        assert obey(line) == 0
        told = capfd.readouterr().out
        for command in ("play", "teach", "watch", "replay", "export", "import", "cards", "doctor"):
            assert f"  {command} " in told

    def test_help_names_every_game_and_promises_none(self, capfd: pytest.CaptureFixture[str]) -> None:
        obey(["--help"])
        told = capfd.readouterr().out
        for game in ("All 4 It", "All Wound Up", "Wig Out!"):
            assert game in told
        assert "on its way" not in told

    def test_a_group_without_a_word_shows_its_page_as_a_page(self, capfd: pytest.CaptureFixture[str]) -> None:
        assert obey(["box"]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        for command in ("flash", "list", "pair", "watch"):
            assert f"\n  {command} " in err


class TestWrongArguments:
    @pytest.mark.parametrize(
        ("line", "word"),
        [
            (["dance"], "dance"),
            (["watch"], "TABLE"),
            (["watch", "t"], "--source"),
            (["watch", "t", "--source", "0", "--loud"], "--loud"),
            (["teach", "take"], "--table"),
            (["teach", "--table", "t"], "--source"),
            (["teach", "take", "--source", "0", "--table", "t"], "either"),
            (["teach", "--source", "clip.mp4", "--table", "t"], "clip.mp4"),
            (["doctor", "now"], "now"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else None,
    )
    def test_one_line_says_what_is_wrong(
        self, line: list[str], word: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        assert word in refusal(capfd, *line)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        "line",
        [
            ["teach", "take", "--table", ""],
            ["teach", "", "--table", "t"],
            ["teach", "--source", "", "--table", "t"],
            ["watch", "", "--source", "0"],
            ["watch", "t", "--source", ""],
            ["watch", "t", "--source", "0", "--jsonl", ""],
            ["play", "--table", ""],
            ["play", "--source", ""],
            ["play", "--pictures", ""],
            ["export", "1", "--out", ""],
            ["import", ""],
            ["doctor", "--home", ""],
        ],
        ids=" ".join,
    )
    def test_an_empty_name_is_not_the_folder_one_is_in(
        self,
        line: list[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        told = refusal(capfd, *line)
        assert "is empty" in told or "no source is named" in told
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("number", ["-1", "100", "99999999999999", "9" * 5000, "0x1", "+1", "1e3", "1.5"])
    @pytest.mark.parametrize(
        "line",
        [
            ["watch", "t", "--source"],
            ["teach", "--table", "t", "--source"],
            ["play", "--table", "t", "--source"],
        ],
        ids=lambda line: line[0],
    )
    def test_a_number_that_no_camera_has_is_said_in_a_line(
        self, line: list[str], number: str, capfd: pytest.CaptureFixture[str]
    ) -> None:
        told = refusal(capfd, *line, number)
        assert told.startswith(number[:40])
        assert "no device number" in told

    def test_a_data_folder_that_cannot_be_made_is_said_with_what_to_do(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "file").write_text("")
        told = refusal(capfd, "cards", "--home", str(tmp_path / "file" / "home"))
        assert told.startswith(str(tmp_path / "file"))
        assert "--home too, and may you write there?" in told


class TestTeach:
    def test_it_says_in_full_where_the_table_is_and_watch_finds_it_by_the_same_name(
        self,
        opening: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert obey(["teach", str(DEMO), "--table", "kitchen"]) == 0
        assert str(tmp_path / "kitchen") in capfd.readouterr().out
        assert obey(["watch", "kitchen", "--source", str(opening)]) == 0
        assert capfd.readouterr().out

    def test_a_picture_is_no_folder_of_pictures(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        told = refusal(capfd, "teach", str(DEMO / "empty.jpg"), "--table", str(tmp_path / "table"))
        assert "name the folder" in told
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_without_pictures_is_refused_by_the_name_of_what_is_missing(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "take").mkdir()
        told = refusal(capfd, "teach", str(tmp_path / "take"), "--table", str(tmp_path / "table"))
        assert "empty.jpg is missing" in told
        assert "teach/tiles" in told
        assert not (tmp_path / "table").exists()

    def test_a_table_that_is_there_stays_as_it_is(
        self, table: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        before = {path.name: path.read_bytes() for path in table.iterdir()}
        assert "--replace" in refusal(capfd, "teach", str(DEMO), "--table", str(table))
        assert {path.name: path.read_bytes() for path in table.iterdir()} == before

    def test_replace_teaches_it_anew(self, tmp_path: Path) -> None:
        folder = tmp_path / "table"
        for more in ([], ["--replace"]):
            assert obey(["teach", str(DEMO), "--table", str(folder), *more]) == 0

    def test_what_else_is_kept_in_a_table_s_folder_stays_in_it(self, tmp_path: Path) -> None:
        table = tmp_path / "table"
        assert obey(["teach", str(DEMO), "--table", str(table)]) == 0
        own = sorted(path.name for path in table.iterdir())
        (table / "evenings").mkdir()
        (table / "evenings" / "seen.jsonl").write_text("{}")
        (table / "notes.txt").write_text("lamp on the left")
        assert obey(["teach", str(DEMO), "--table", str(table), "--replace"]) == 0
        assert sorted(path.name for path in table.iterdir()) == sorted([*own, "evenings", "notes.txt"])
        assert (table / "evenings" / "seen.jsonl").read_text() == "{}"
        assert [path.name for path in tmp_path.iterdir()] == ["table"]

    def test_replace_does_not_cost_a_folder_that_is_no_table(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "letter.txt").write_text("dear all")
        refusal(capfd, "teach", str(DEMO), "--table", str(tmp_path), "--replace")
        assert "--replace" not in refusal(capfd, "teach", str(DEMO), "--table", str(tmp_path))
        assert (tmp_path / "letter.txt").read_text() == "dear all"

    @pytest.mark.parametrize("broken", ["empty.jpg", "grid.json"])
    def test_a_broken_picture_or_description_is_named(
        self, broken: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        take = tmp_path / "take"
        take.mkdir()
        for name in ("empty.jpg", "grid.json"):
            (take / name).write_bytes(b"\x00\x01" if name == broken else (DEMO / name).read_bytes())
        assert broken in refusal(capfd, "teach", str(take), "--table", str(tmp_path / "table"))
        assert not (tmp_path / "table").exists()

    def test_a_camera_that_is_not_there_is_said_in_a_line(self, tmp_path: Path) -> None:
        teaching = tableside("teach", "--source", "97", "--table", str(tmp_path / "table"))
        out, err = teaching.communicate(timeout=60)
        assert (teaching.returncode, out) == (2, "")
        assert err.startswith("tableside: camera 97: ")
        assert err.count("\n") == 1, err


class TestWatch:
    def test_each_line_is_one_reading(
        self, table: Path, opening: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert obey(["watch", str(table), "--source", str(opening), "--poses"]) == 0
        told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
        assert told[0]["kind"] == "grid"
        assert told[0]["cells"] == ["....."] * 5
        assert all(line["said"] >= line["t"] for line in told)

    def test_a_file_holds_the_same_lines_and_is_never_written_over(
        self, table: Path, opening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        readings = tmp_path / "readings.jsonl"
        obey(["watch", str(table), "--source", str(opening)])
        said = capfd.readouterr().out
        readings.touch()  # made empty, as some programs make a file to be filled
        line = ["watch", str(table), "--source", str(opening), "--jsonl", str(readings)]
        assert obey(line) == 0
        assert readings.read_text(encoding="utf-8") == said
        assert "readings.jsonl: is there already" in refusal(capfd, *line)
        assert readings.read_text(encoding="utf-8") == said
        assert list(tmp_path.iterdir()) == [readings]

    def test_a_grid_is_shown_and_kept_as_evidence_as_a_race_is(
        self, table: Path, opening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        film, folder = tmp_path / "seen.mp4", tmp_path / "evidence"
        line = ["watch", str(table), "--source", str(opening), "--show", str(film), "--evidence", str(folder)]
        assert obey(line) == 0
        out, err = capfd.readouterr()
        grids = [told for told in map(json.loads, out.splitlines()) if told["kind"] == "grid"]
        events = json.loads((folder / "index.json").read_text())["events"]
        assert [event["event"] for event in events] == grids
        assert events[-1]["pictures"]
        assert film.stat().st_size > 10_000
        assert err.startswith(f"tableside: evidence: {len(grids)} events, ")
        assert err.count("\n") == 1

    def test_a_folder_that_was_never_taught_is_said_to_be_none(
        self, opening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert "run `tableside teach`" in refusal(capfd, "watch", str(tmp_path), "--source", str(opening))

    def test_a_file_of_something_else_is_not_written_over(
        self, table: Path, opening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        letter = tmp_path / "letter.txt"
        letter.write_text("dear all\n")
        assert "letter.txt" in refusal(
            capfd, "watch", str(table), "--source", str(opening), "--jsonl", str(letter)
        )
        assert letter.read_text() == "dear all\n"

    @pytest.mark.parametrize(
        "source",
        [
            "nowhere.mp4",
            __file__,
            "http://127.0.0.1:9/video",
            "97",
            str(DEMO),
            os.devnull,
            str(DEMO / "empty.jpg"),
        ],
        ids=["missing", "text", "http", "97", "folder", "device", "picture"],
    )
    def test_a_source_that_gives_no_picture_leaves_no_readings(
        self, source: str, table: Path, tmp_path: Path
    ) -> None:
        readings = tmp_path / "readings.jsonl"
        watching = tableside("watch", str(table), "--source", source, "--jsonl", str(readings))
        out, err = watching.communicate(timeout=60)
        assert (watching.returncode, out) == (2, "")
        assert err.startswith("tableside: ")
        assert err.count("\n") == 1, err
        assert ("no such file" in err) == (source == "nowhere.mp4")
        assert not readings.exists()

    def test_readings_in_a_folder_that_is_not_there_are_refused(
        self, table: Path, opening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        readings = tmp_path / "nowhere" / "readings.jsonl"
        line = ["watch", str(table), "--source", str(opening), "--jsonl", str(readings)]
        assert "no folder" in refusal(capfd, *line)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
    def test_a_full_disk_is_said_in_a_line(self, table: Path, opening: Path) -> None:
        with Path("/dev/full").open("w") as full:
            watching = subprocess.run(
                [sys.executable, "-m", "companion", "watch", str(table), "--source", str(opening)],
                stdout=full, stderr=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
        assert watching.returncode == 2
        assert watching.stderr.count("\n") == 1, watching.stderr
        assert "No space left" in watching.stderr

    def test_ctrl_c_in_a_clip_leaves_no_half_file(self, table: Path, tmp_path: Path) -> None:
        readings = tmp_path / "readings.jsonl"
        watching = tableside(
            "watch", str(table), "--source", str(DEMO / "clip.mp4"), "--jsonl", str(readings)
        )
        give_up_s = time.monotonic() + 30
        while time.monotonic() < give_up_s and not list(tmp_path.iterdir()):
            time.sleep(0.01)
        watching.send_signal(signal.SIGINT)
        _, err = watching.communicate(timeout=30)
        assert watching.returncode == 130
        assert err == f"tableside: {NOT_KEPT}\ntableside: stopped\n"
        assert list(tmp_path.iterdir()) == []

    def test_a_table_of_a_newer_program_is_refused(
        self, table: Path, opening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        newer = tmp_path / "table"
        newer.mkdir()
        for path in table.iterdir():
            (newer / path.name).write_bytes(path.read_bytes())
        record = json.loads((newer / "table.json").read_text())
        (newer / "table.json").write_text(json.dumps({**record, "format": record["format"] + 1}))
        assert "newer" in refusal(capfd, "watch", str(newer), "--source", str(opening))

    def test_whoever_reads_the_lines_may_stop_early(self, table: Path, opening: Path) -> None:
        watching = tableside("watch", str(table), "--source", str(opening))
        assert watching.stdout is not None
        assert watching.stderr is not None
        watching.stdout.close()
        assert watching.wait(timeout=60) == 0
        assert watching.stderr.read() == ""
        watching.stderr.close()


class TestPlay:
    def test_without_a_display_the_clip_is_played_to_its_end_and_every_move_is_said(
        self, tmp_path: Path
    ) -> None:
        pictures = tmp_path / "pictures"
        playing = tableside("play", "--home", str(tmp_path / "home"), "--pictures", str(pictures))
        out, err = playing.communicate(timeout=120)
        assert playing.returncode == 0, err
        assert err == ""
        moves = json.loads((DEMO / "truth.json").read_text())["moves"]
        assert out.count(" played ") == len(moves)
        assert out.splitlines()[-1].endswith(str(pictures))
        shown = sorted(pictures.iterdir())
        assert shown
        for path in shown:
            picture = cv2.imread(str(path))
            assert picture is not None
            assert picture.std() > 5, f"{path.name} is one colour"

    @pytest.mark.parametrize(
        ("line", "word"),
        [(["--source", "0"], "--table"), (["--pictures", __file__], "test_commands.py")],
        ids=["a camera without a table", "pictures into a file"],
    )
    def test_what_cannot_be_played_with_is_said_in_a_line(
        self, line: list[str], word: str, tmp_path: Path
    ) -> None:
        playing = tableside("play", "--home", str(tmp_path / "home"), *line)
        out, err = playing.communicate(timeout=60)
        assert (playing.returncode, out) == (2, "")
        assert err.count("\n") == 1, err
        assert word in err

    def test_broken_settings_are_named_before_anything_opens(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / settings.FILE).write_text("theme = 'pink'\n")
        told = refusal(capfd, "play", "--home", str(tmp_path))
        assert "line 1" in told
        assert "theme" in told


@contextmanager
def phone(picture: Path) -> Iterator[str]:
    """A phone's camera app: the address of a Motion JPEG stream of `picture` with a sensor's noise on it."""
    still = cv2.imread(str(picture))
    assert still is not None
    noise = np.random.default_rng(4)
    frames = [
        cv2.imencode(".jpg", np.clip(still + noise.normal(0, 2, still.shape), 0, 255).astype(np.uint8))[
            1
        ].tobytes()
        for _ in range(4)
    ]
    stop = threading.Event()

    class App(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            number = 0
            while not stop.wait(0.04):
                frame = frames[number % len(frames)]
                number += 1
                try:
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ")
                    self.wfile.write(str(len(frame)).encode() + b"\r\n\r\n" + frame + b"\r\n")
                except OSError:
                    return

        def log_message(self, *_: object) -> None:
            """A test says nothing when it goes well."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), App)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        stop.set()
        server.shutdown()
        server.server_close()


def test_a_phone_over_the_table_teaches_it_and_is_watched_until_ctrl_c(tmp_path: Path) -> None:
    folder, readings = tmp_path / "table", tmp_path / "live.jsonl"
    with phone(DEMO / "empty.jpg") as address:
        teaching = tableside("teach", "--source", address, "--table", str(folder))
        out, err = teaching.communicate(timeout=60)
        assert teaching.returncode == 0, err
        assert f"--source {address}" in out
        watching = tableside("watch", str(folder), "--source", address, "--jsonl", str(readings))
        try:
            give_up_s = time.monotonic() + 30
            while time.monotonic() < give_up_s and not (readings.exists() and readings.read_text()):
                time.sleep(0.05)
            watching.send_signal(signal.SIGINT)
            _, err = watching.communicate(timeout=30)
        finally:
            watching.kill()
    assert watching.returncode == 0, err
    assert err == ""
    assert json.loads(readings.read_text().splitlines()[0])["cells"] == ["....."] * 5


CANARY = "Canary"
BEGUN_S = 1_700_000_000.0


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one game: a colour, six moves, one of them taken back. Each power is a canary."""
    home = tmp_path_factory.mktemp("home")
    shipped = load_cards(None)
    powers = tuple(replace(p, id=f"{CANARY}{n}", name=f"{CANARY}{n}") for n, p in enumerate(shipped.powers))
    setup = as_setup(Options(), replace(shipped, powers=powers), Seat(0))
    hosted, now_ns = All4It(), 0
    with Journal(home) as journal:
        kept = journal.begin(
            game=hosted.name,
            rules=hosted.rules_version,
            setup=setup,
            names=("Ada", "Ben"),
            secret=bytes(range(SECRET_BYTES)),
            summary=hosted.summary(hosted.start(setup)),
            at_s=BEGUN_S,
        )
        table = Table(
            hosted,
            rules=hosted.rules_version,
            setup=setup,
            names=("Ada", "Ben"),
            lines=(),
            dealer=SecretDealer(kept.secret),
            keeper=kept,
            wall=lambda: BEGUN_S,
            delay_s=0,
            eye=Eye.NONE,
        )

        def play(wanted: type[Flip | Imprint]) -> None:
            nonlocal now_ns
            now_ns += 1_000_000_000
            shown = table.snapshot
            table.handle(Act((next(c for c in shown.choices if isinstance(c, wanted)),), now_ns))
            assert table.snapshot.refusal is None

        play(Flip)
        for _ in range(5):
            play(Imprint)
        undo = table.snapshot.undo
        assert undo is not None
        table.handle(TakeBack(undo.to_seq, frozenset({Seat(0), Seat(1)}), now_ns + 1))
        assert table.snapshot.refusal is None
        play(Imprint)
    return home


class TestGames:
    def test_games_are_listed_by_number(self, evening: Path, capfd: pytest.CaptureFixture[str]) -> None:
        for command in ("replay", "export"):
            assert obey([command, "--home", str(evening)]) == 0
            told = capfd.readouterr().out
            assert told.split()[0] == "1"
            assert "Ada and Ben" in told
            assert told.count("\n") == 1

    def test_replay_tells_the_evening_and_no_secret(
        self, evening: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert obey(["replay", "1", "--home", str(evening)]) == 0
        told = capfd.readouterr().out
        assert "Ada plays red" in told
        assert told.count(" played ") == 6
        assert told.count("(taken back)") >= 1
        assert len(re.findall(r"^ +[.RW]{5}$", told, re.MULTILINE)) == 5 * 7, "a board after each change"
        assert CANARY not in told

    def test_an_export_for_reading_tells_no_secret(
        self, evening: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert obey(["export", "1", "--home", str(evening)]) == 0
        told = capfd.readouterr().out
        lines = [json.loads(line) for line in told.splitlines()]
        assert lines[0]["names"] == ["Ada", "Ben"]
        assert [line["seq"] for line in lines[1:]] == list(range(1, len(lines)))
        assert CANARY not in told
        assert "digest" not in told

    def test_a_whole_export_comes_back_as_the_same_game(
        self, evening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        files = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
        other = tmp_path / "other"
        assert obey(["export", "1", "--secret", "--home", str(evening), "--out", str(files[0])]) == 0
        assert obey(["import", str(files[0]), "--home", str(other)]) == 0
        assert obey(["export", "1", "--secret", "--home", str(other), "--out", str(files[1])]) == 0
        assert CANARY in files[0].read_text()
        assert files[0].read_text() == files[1].read_text()
        assert "game 1" in capfd.readouterr().out

    def test_a_game_that_is_here_is_not_taken_in_again(
        self, evening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        out, home = tmp_path / "whole.jsonl", tmp_path / "home"
        obey(["export", "1", "--secret", "--home", str(evening), "--out", str(out)])
        assert obey(["import", str(out), "--home", str(home)]) == 0
        capfd.readouterr()
        assert obey(["import", str(out), "--home", str(home)]) == 0
        assert "here already, as game 1" in capfd.readouterr().out
        with Journal(home) as journal:
            assert len(journal.games()) == 1

    def test_games_can_be_read_while_the_app_is_open_and_none_is_taken_in(
        self, evening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        out = tmp_path / "whole.jsonl"
        with Journal(evening):
            for line in (["replay"], ["replay", "1"], ["export", "1", "--secret", "--out", str(out)]):
                assert obey([*line, "--home", str(evening)]) == 0, line
            capfd.readouterr()
            assert "another Tableside" in refusal(capfd, "import", str(out), "--home", str(evening))
            obey(["doctor", "--home", str(evening)])
        assert "storage   ok" in capfd.readouterr().out

    def test_reading_leaves_the_data_folder_as_it_was(self, evening: Path) -> None:
        before = {path.name: path.read_bytes() for path in evening.iterdir() if path.is_file()}
        for line in (["replay"], ["replay", "1"], ["export", "1"]):
            assert obey([*line, "--home", str(evening)]) == 0
        assert {path.name: path.read_bytes() for path in evening.iterdir() if path.is_file()} == before

    @pytest.mark.parametrize(
        ("line", "word"),
        [
            (["replay", "2"], "game 2"),
            (["replay", "one"], "one"),
            (["replay", "-1"], "-1: is no game"),
            (["export", "-12"], "-12: is no game"),
            (["export", "--secert"], "--secert"),
            (["export", "99999999999999999999"], "99999999999999999999"),
            (["import", "nowhere.jsonl"], "nowhere.jsonl"),
            (["import", __file__], "line 1"),
        ],
        ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else None,
    )
    def test_a_game_that_is_none_is_refused_in_a_line(
        self, line: list[str], word: str, evening: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert word in refusal(capfd, *line, "--home", str(evening))

    def test_an_export_writes_over_nothing(
        self, evening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        letter = tmp_path / "letter.txt"
        letter.write_text("dear all")
        assert "letter.txt" in refusal(capfd, "export", "1", "--home", str(evening), "--out", str(letter))
        assert letter.read_text() == "dear all"

    def test_an_export_makes_no_folders(
        self, evening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        out = tmp_path / "nowhere" / "evening.jsonl"
        assert "make it first" in refusal(capfd, "export", "1", "--home", str(evening), "--out", str(out))
        assert "folder" in refusal(capfd, "export", "1", "--home", str(evening), "--out", str(tmp_path))
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
    def test_what_is_no_file_is_written_into_and_not_replaced(
        self, evening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        pipe, heard = tmp_path / "pipe", list[str]()
        os.mkfifo(pipe)
        listener = threading.Thread(target=lambda: heard.append(pipe.read_text()), daemon=True)
        listener.start()
        assert obey(["export", "1", "--home", str(evening), "--out", str(pipe)]) == 0
        listener.join(10)
        assert pipe.is_fifo()
        capfd.readouterr()
        assert obey(["export", "1", "--home", str(evening), "--out", "-"]) == 0
        assert [capfd.readouterr().out] == heard

    def test_where_no_game_was_played_none_is_made(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert "no game" in refusal(capfd, "replay", "--home", str(tmp_path))
        assert list(tmp_path.iterdir()) == []

    def test_a_journal_that_is_none_is_left_alone(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        journal = tmp_path / JOURNAL
        journal.write_bytes(b"dear all" * 1000)
        assert JOURNAL in refusal(capfd, "replay", "1", "--home", str(tmp_path))
        assert journal.read_bytes() == b"dear all" * 1000
        assert obey(["doctor", "--home", str(tmp_path)]) == 1
        assert "storage   WRONG" in capfd.readouterr().out

    def test_a_record_that_was_changed_stops_the_replay_there(
        self, evening: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        home = tmp_path / "home"
        home.mkdir()
        (home / JOURNAL).write_bytes((evening / JOURNAL).read_bytes())
        base = sqlite3.connect(home / JOURNAL)
        base.execute("UPDATE record SET digest = 'else' WHERE seq = 30")
        base.commit()
        base.close()
        assert obey(["replay", "1", "--home", str(home)]) == 2
        out, err = capfd.readouterr()
        assert "  29  " in out
        assert "  30  " not in out
        assert "record 30" in err
        assert err.count("\n") == 1


class TestCards:
    def test_the_files_are_laid_out_once_and_checked(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert obey(["cards", "--home", str(tmp_path)]) == 0
        powers = tmp_path / "cards" / "powers.toml"
        assert str(powers) in capfd.readouterr().out
        broken = powers.read_text(encoding="utf-8").replace("cost = 1", "cost = 'one'", 1)
        powers.write_text(broken, encoding="utf-8")
        number = broken.splitlines().index("cost = 'one'") + 1
        told = refusal(capfd, "cards", "--home", str(tmp_path))
        for word in (str(powers), f"line {number}", "cost"):
            assert word in told
        assert powers.read_text(encoding="utf-8") == broken

    def test_one_card_is_not_counted_as_many(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert obey(["cards", "--home", str(tmp_path)]) == 0
        for name, table in (("powers.toml", "[[power]]"), ("shapes.toml", "[[shape]]")):
            path = tmp_path / "cards" / name
            head, first, *_ = path.read_text(encoding="utf-8").split(table)
            once = re.sub(r"copies = \d+", "copies = 4", first)  # the fewest that can be dealt
            path.write_text(head + table + once, encoding="utf-8")
        capfd.readouterr()
        assert obey(["cards", "--home", str(tmp_path)]) == 0
        told = capfd.readouterr().out
        assert "1 power on 1 card, assumed\n" in told
        assert "1 shape on 4 cards, assumed\n" in told


class TestSettings:
    @pytest.mark.parametrize(
        ("text", "line", "field"),
        [
            ("acceptance_delay_s = 4\n", "line 1", "acceptance_delay_s"),
            ("# ours\n\ntext_size = 3\n", "line 3", "text_size"),
            ("muted = false\ncolour = 'red'\n", "line 2", "colour"),
            ("panel_inches = 'big'\n", "line 1", "panel_inches"),
            ("theme == 1\n", "line 1", "TOML"),
        ],
        ids=["no such delay", "not a size", "no such setting", "not a number", "not TOML"],
    )
    def test_a_wrong_line_is_named_and_left_alone(
        self, text: str, line: str, field: str, tmp_path: Path
    ) -> None:
        path = tmp_path / settings.FILE
        path.write_text(text, encoding="utf-8")
        with pytest.raises(UserError) as caught:
            settings.load(path)
        for word in (str(path), line, field):
            assert word in str(caught.value)
        with pytest.raises(UserError):
            settings.save(path, settings.Settings(muted=True))
        assert path.read_text(encoding="utf-8") == text

    def test_what_the_app_changes_leaves_a_persons_comments(self, tmp_path: Path) -> None:
        path = tmp_path / settings.FILE
        path.write_text("# our table\nmuted = true  # the baby\n", encoding="utf-8")
        wanted = settings.Settings(muted=False, text_size="L", source='rtsp://"odd"\\place')
        settings.save(path, wanted)
        assert settings.load(path) == wanted
        assert path.read_text(encoding="utf-8").startswith("# our table\nmuted = false  # the baby\n")

    def test_a_setting_written_over_several_lines_is_still_exchanged(self, tmp_path: Path) -> None:
        path = tmp_path / settings.FILE
        path.write_text("source = '''a\nmuted = true\n'''\n", encoding="utf-8")
        wanted = settings.Settings(muted=True, source="0")
        settings.save(path, wanted)
        assert settings.load(path) == wanted

    def test_people_are_remembered_newest_first_and_once(self, tmp_path: Path) -> None:
        path = tmp_path / people.FILE
        ada, ben, cy = people.Known("Ada", 0), people.Known('Ben "the ox"', 1), people.Known("Cy", 2)
        people.remember(path, [ada, ben])
        again = people.remember(path, [people.Known(" Cy ", 2), ada, people.Known(" ", 3)])
        assert again == people.load(path) == (cy, ada, ben)

    @pytest.mark.parametrize("text", ["names = 1\n", "[[person]]\ncolour = 1\n", "[[person\n", "\xff"])
    def test_a_broken_file_of_people_is_named_and_left_alone(self, text: str, tmp_path: Path) -> None:
        path = tmp_path / people.FILE
        path.write_text(text, encoding="latin-1")
        with pytest.raises(UserError, match=re.escape(str(path))):
            people.remember(path, [people.Known("Ada", 0)])
        assert path.read_text(encoding="latin-1") == text


class TestDoctor:
    def test_each_part_has_one_line_and_no_camera_is_no_fault(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert obey(["doctor", "--home", str(tmp_path / "home")]) == 0
        told = capfd.readouterr().out.splitlines()
        assert [line.split()[0] for line in told] == ["programs", "settings", "storage", "display", "camera"]
        assert all(line.split()[1] in {"ok", "note"} for line in told)

    def test_what_is_wrong_is_said_with_what_to_do(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        home = tmp_path / "home"
        home.mkdir()
        (home / settings.FILE).write_text('source = "97"\n')
        assert obey(["doctor", "--home", str(home)]) == 1
        told = {line.split()[0]: line for line in capfd.readouterr().out.splitlines()}
        assert "WRONG" in told["camera"]
        assert "plug it in" in told["camera"]

    def test_a_home_that_cannot_be_written_is_wrong(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "file").write_text("in the way")
        assert obey(["doctor", "--home", str(tmp_path / "file" / "home")]) == 1
        assert "storage   WRONG" in capfd.readouterr().out


def test_a_fault_of_the_program_leaves_a_report_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("Ben holds the canary")

    monkeypatch.setattr("companion.doctor.examine", broken)
    assert obey(["doctor", "--home", str(tmp_path)]) == 1
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    report = Path(err.strip().rsplit(" ", 1)[1])
    assert report.parent.parent == tmp_path
    assert "ZeroDivisionError" in report.read_text()
    assert "in broken" in report.read_text()
    for told in (report.read_text().replace('"Ben holds the canary"', ""), err):
        assert "canary" not in told
