"""`teach` and `watch` for races, as somebody types them."""

import json
import threading
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.__main__ import obey
from companion.assembly.looking import at_table
from companion.commands.watch import NOT_KEPT
from tests.vision.race_takes import write_take
from tests.vision.small_eye import SmallEye, small_clip
from vision.taught import Taught, TaughtError, TaughtRace, from_take, load, save


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture(scope="module")
def take(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_take(tmp_path_factory.mktemp("taken") / "take")


@pytest.fixture
def table(take: Path, tmp_path: Path) -> Path:
    save(from_take(take), tmp_path / "table", replace=False)
    return tmp_path / "table"


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_clip(tmp_path_factory.mktemp("clip") / "race.mp4")


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Taught]:
    """A small eye stands in for the one on a race; what it was opened with is kept."""
    seen: list[Taught] = []

    def open_eye(taught: Taught) -> SmallEye:
        seen.append(taught)
        return SmallEye()

    monkeypatch.setattr("companion.commands.watch.open_eye", open_eye)
    return seen


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def frames_in(path: Path) -> int:
    film = cv2.VideoCapture(str(path))
    count = 0
    while film.grab():
        count += 1
    film.release()
    return count


class TestTeach:
    def test_a_race_is_learned_and_what_is_doubtful_is_said_apart(
        self, take: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert obey(["teach", str(take), "--table", str(tmp_path / "table")]) == 0
        out, err = capfd.readouterr()
        assert f"{tmp_path / 'table'}: a race is learned from pictures of 640 x 480." in out
        assert "the lens is assumed" in out
        assert "tile side crypt: 1 grave, 1 brain, 1 mausoleum, 1 gate; known by its art" in out
        # its pictures show grain alone: no figure, and none of the sides
        doubts = [line.split(": ")[1] for line in err.splitlines()]
        assert doubts == ["steve", "wanda", "laid out"]
        assert all(line.startswith("in doubt: ") for line in err.splitlines())
        assert isinstance(load(tmp_path / "table"), TaughtRace)

    def test_a_table_that_is_there_is_said_before_the_work(
        self, take: Path, table: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.commands.teach.from_take", lambda *_: pytest.fail("it has worked"))
        assert obey(["teach", str(take), "--table", str(table)]) == 2
        assert "--replace" in capfd.readouterr().err

    def test_a_fault_is_one_line_and_leaves_no_table(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        broken = write_take(tmp_path / "broken")
        told = broken / "teach" / "figures" / "steve.json"
        told.write_text(told.read_text().replace("56", "NaN"))
        assert obey(["teach", str(broken), "--table", str(tmp_path / "table")]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert err.startswith(f"tableside: {told}: height_mm is nan; ")
        assert err.count("\n") == 1
        assert not (tmp_path / "table").exists()


class TestWatch:
    def test_events_and_poses_are_written_a_line_each(
        self, table: Path, clip: Path, tmp_path: Path, opened: list[Taught], capfd: pytest.CaptureFixture[str]
    ) -> None:
        readings = tmp_path / "readings.jsonl"
        line = ["watch", str(table), "--source", str(clip), "--jsonl", str(readings)]
        assert obey([*line, "--poses"]) == 0
        told = lines(readings)
        assert isinstance(opened[0], TaughtRace)
        assert sum(one["kind"] == "pose" for one in told) == 84
        (grave,) = (one for one in told if one["kind"] == "grave")
        assert (grave["figure"], grave["tile"]) == ("steve", "crypt")
        assert all(one["said"] >= one["t"] for one in told)
        again = tmp_path / "again.jsonl"
        assert obey([*line[:-1], str(again)]) == 0
        assert [one for one in told if one["kind"] != "pose"] == lines(again)
        assert capfd.readouterr() == ("", "")

    def test_blindness_is_a_reading_and_one_line_for_people(
        self, table: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        dark = small_clip(tmp_path / "dark.mp4", dark_from=60)
        assert obey(["watch", str(table), "--source", str(dark)]) == 0
        out, err = capfd.readouterr()
        assert sum(json.loads(line)["kind"] == "blind" for line in out.splitlines()) == 1
        assert err == "tableside: 5.00 s: blind: too dark to see colours\n"

    def test_without_a_screen_what_is_seen_becomes_a_film_of_a_new_name(
        self, table: Path, clip: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        for name in ("race-seen.mp4", "race-seen-2.mp4"):
            assert obey(["watch", str(table), "--source", str(clip), "--show"]) == 0
            err = capfd.readouterr().err
            assert err == f"tableside: no screen here: what is seen is written into {name}\n"
            assert frames_in(tmp_path / "here" / name) == 84

    def test_a_picture_can_be_named_and_is_never_written_over(
        self, table: Path, clip: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "seen.png"
        line = ["watch", str(table), "--source", str(clip), "--show", str(path)]
        assert obey(line) == 0
        assert cv2.imread(str(path)).shape == (240, 320, 3)
        before = path.read_bytes()
        assert obey(line) == 2
        assert "is there already" in capfd.readouterr().err
        assert path.read_bytes() == before

    @pytest.mark.parametrize("name", ["seen.gif", "seen", "nowhere/seen.mp4", "."])
    def test_a_name_that_cannot_be_shown_into_is_refused(
        self, name: str, table: Path, clip: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        readings = tmp_path / "readings.jsonl"
        line = ["watch", str(table), "--source", str(clip), "--jsonl", str(readings), "--show", name]
        assert obey(line) == 2
        out, err = capfd.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert list((tmp_path / "here").iterdir()) == []
        assert not readings.exists()

    def test_evidence_is_kept_in_a_folder_and_counted(
        self, table: Path, clip: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "evidence"
        assert obey(["watch", str(table), "--source", str(clip), "--evidence", str(folder)]) == 0
        out, err = capfd.readouterr()
        grave = next(line for line in map(json.loads, out.splitlines()) if line["kind"] == "grave")
        (event,) = json.loads((folder / "index.json").read_text())["events"]
        assert event["event"] == grave
        assert {picture["file"] for picture in event["pictures"]} == {p.name for p in folder.glob("*.jpg")}
        assert err.startswith(f"tableside: evidence: 1 events, {len(event['pictures'])} pictures, ")
        assert err.count("\n") == 1

    def test_a_folder_for_evidence_that_cannot_be_is_refused(
        self, table: Path, clip: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "nowhere" / "evidence"
        assert obey(["watch", str(table), "--source", str(clip), "--evidence", str(folder)]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert err == f"tableside: {folder}: there is no folder {folder.parent}; make it first\n"

    @pytest.mark.parametrize("options", [("--jsonl", "--show"), ("--jsonl", "--evidence")], ids=" ".join)
    def test_one_name_for_two_outputs_is_refused(
        self, options: tuple[str, str], table: Path, clip: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        one, other = options
        line = ["watch", str(table), "--source", str(clip), one, "both.png", other, "../here/both.png"]
        assert obey(line) == 2
        out, err = capfd.readouterr()
        assert (out, err) == (
            "",
            f"tableside: both.png: is named for {one} and for {other}; give each its own\n",
        )
        assert list(Path.cwd().iterdir()) == []

    def test_ctrl_c_in_a_clip_leaves_no_half_film(
        self,
        table: Path,
        clip: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        def see(self: SmallEye, frame: Any) -> Any:
            if frame.index == 40:
                raise KeyboardInterrupt
            return was(self, frame)

        was = SmallEye.see
        monkeypatch.setattr(SmallEye, "see", see)
        line = ["watch", str(table), "--source", str(clip), "--show", "a.mp4", "--jsonl", "a.jsonl"]
        assert obey(line) == 130
        assert list((tmp_path / "here").iterdir()) == []
        assert NOT_KEPT in capfd.readouterr().err

    def test_of_a_clip_with_a_hole_all_before_it_is_kept(
        self, table: Path, clip: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        data = bytearray(clip.read_bytes())
        middle = slice(len(data) // 2, len(data) * 2 // 3)
        data[middle] = bytes(len(data[middle]))
        hole = tmp_path / "hole.mp4"
        hole.write_bytes(data)
        line = ["watch", str(table), "--source", str(hole), "--show", "a.mp4", "--jsonl", "a.jsonl"]
        assert obey(line) == 2
        assert "damaged; what was seen before it is kept" in capfd.readouterr().err
        assert lines(Path("a.jsonl"))
        assert frames_in(Path("a.mp4")) > 10
        assert sorted(path.name for path in Path.cwd().iterdir()) == ["a.jsonl", "a.mp4"]


def test_a_race_table_is_no_table_to_play_all_4_it_on(table: Path) -> None:
    with pytest.raises(TaughtError, match="expected 'grid'"):
        at_table(table, "clip.mp4")(threading.Event())
