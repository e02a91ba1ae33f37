"""Evidence shows the tiles around an event and nothing else, costs little, and harms no file."""

import itertools
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.small_eye import CARDS_BGR, SIZE, SmallEye, small_frame
from vision.camera import Frame
from vision.evidence import (
    AROUND_S,
    BURST_S,
    COST_SHARE,
    DOUBT_S,
    KEPT_BYTES,
    KEPT_S,
    Evidence,
    EvidenceError,
    cut_out,
)
from vision.observation import Blind, Fell, GridSeen, SeenThrough, Still
from vision.state import GridState

FPS = 12.0


def free() -> float:
    """A clock under which making pictures costs nothing."""
    return 0.0


class Evening:
    """A figure that walks to and fro between two times, seen by the small eye and kept as evidence."""

    def __init__(self, folder: Path, *, quota_bytes: int = 10**9, clock: Callable[[], float] = free) -> None:
        self.eye = SmallEye()
        self.evidence = Evidence(folder, quota_bytes=quota_bytes, clock=clock)
        self.folder = folder
        self._index = itertools.count()

    def pass_s(self, seconds: float, *, walking: bool) -> None:
        for _ in range(round(seconds * FPS)):
            index = next(self._index)
            x_mm = 100 + 60 * (abs(index % 40 - 20) / 20) if walking else 160
            frame = Frame(small_frame(x_mm), index / FPS, index)
            self.now = frame.taken_s
            self.eye.see(frame)
            self.evidence.look(frame, self.eye.state)

    def fall(self, taken_s: float) -> None:
        self.evidence.hear(Fell(taken_s, taken_s, "steve"))

    def index(self) -> list[dict[str, object]]:
        told: list[dict[str, object]] = json.loads((self.folder / "index.json").read_text())["events"]
        return told

    def pictures(self) -> list[Path]:
        return sorted(self.folder.glob("*.jpg"))


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "evidence")


def test_what_was_seen_around_an_event_is_there_and_nothing_more(evening: Evening) -> None:
    evening.pass_s(6, walking=True)
    evening.fall(4.0)
    assert evening.pictures() == [], "nothing is written before what follows was seen"
    evening.pass_s(6, walking=True)
    (event,) = evening.index()
    assert event["t"] == 4.0
    assert event["event"] == {"t": 4.0, "said": 4.0, "kind": "fall", "figure": "steve"}
    times = [p["t"] for p in event["pictures"]]  # type: ignore[attr-defined]
    wanted = [i / FPS for i in range(200) if abs(i / FPS - 4.0) <= AROUND_S]
    assert times == pytest.approx(wanted, abs=1e-3)
    names = [p["file"] for p in event["pictures"]]  # type: ignore[attr-defined]
    assert names == [path.name for path in evening.pictures()]


def test_pictures_that_two_events_share_are_written_once(evening: Evening) -> None:
    evening.pass_s(4, walking=True)
    evening.fall(3.0)
    evening.fall(3.5)
    evening.pass_s(3, walking=True)
    one, other = ([p["file"] for p in event["pictures"]] for event in evening.index())  # type: ignore[attr-defined]
    assert set(one) & set(other)
    assert len(evening.pictures()) == len(set(one) | set(other)) == evening.evidence.counts.written


def test_at_the_end_what_is_due_is_written_with_what_there_is(evening: Evening) -> None:
    evening.pass_s(3, walking=True)
    evening.fall(evening.now)
    evening.evidence.close()
    (event,) = evening.index()
    assert event["pictures"]


def test_no_picture_is_made_while_nothing_moves(evening: Evening) -> None:
    evening.pass_s(10, walking=False)
    first = evening.evidence.counts.made
    assert first <= AROUND_S * FPS + 1, "only what may be before something right at the beginning"
    evening.pass_s(1, walking=True)
    evening.pass_s(10, walking=False)
    assert 0 < evening.evidence.counts.made - first <= (1 + AROUND_S + 0.5) * FPS


def test_right_at_the_beginning_there_is_as_much_before_as_was_seen(evening: Evening) -> None:
    evening.pass_s(0.75, walking=False)
    evening.pass_s(2, walking=True)
    evening.fall(1.0)
    evening.evidence.close()
    (event,) = evening.index()
    times = [p["t"] for p in event["pictures"]]  # type: ignore[attr-defined]
    assert times[0] == 0.0
    assert max(b - a for a, b in itertools.pairwise(times)) < 2 / FPS


def test_what_only_passes_the_time_is_no_event(evening: Evening) -> None:
    evening.pass_s(3, walking=True)
    evening.evidence.hear(SeenThrough(2.0, 2.0))
    evening.evidence.hear(Still(2.0, 2.0, "steve", 1.0))
    evening.pass_s(3, walking=True)
    assert evening.index() == []
    assert evening.pictures() == []


def test_none_is_made_while_a_secret_shows(evening: Evening) -> None:
    evening.pass_s(3, walking=True)
    evening.evidence.paused = True
    evening.pass_s(3, walking=True)
    evening.evidence.paused = False
    evening.pass_s(1, walking=True)
    evening.fall(5.0)
    evening.fall(3.2)
    evening.evidence.close()
    late, early = evening.index()
    assert [p["t"] for p in late["pictures"] if p["t"] < 6 - 1e-3] == []  # type: ignore[attr-defined]
    assert max(p["t"] for p in early["pictures"]) < 3  # type: ignore[attr-defined]


def magenta(picture: np.ndarray) -> int:
    """How many pixels look like the cards around the tile."""
    return int((np.abs(picture.astype(int) - CARDS_BGR).max(axis=2) < 70).sum())


def test_cards_beside_the_tiles_are_in_no_picture(evening: Evening) -> None:
    evening.pass_s(4, walking=True)
    evening.fall(2.0)
    evening.pass_s(2, walking=True)
    pictures = [cv2.imread(str(path)) for path in evening.pictures()]
    assert len(pictures) > 20
    assert magenta(small_frame(None)) > 10_000
    # the rim of the figure's body may reach a few pixels beyond the tile; a card's corner may not
    assert max(magenta(picture) for picture in pictures) < 60
    assert all(picture.shape[0] <= 206 and picture.shape[1] <= 220 for picture in pictures)


@given(
    corners=st.lists(
        st.tuples(st.floats(-900, 1200), st.floats(-900, 1200)), min_size=3, max_size=6, unique=True
    ),
    other=st.lists(st.tuples(st.floats(0, 320), st.floats(0, 240)), min_size=3, max_size=3, unique=True),
)
def test_nothing_outside_the_outlines_is_ever_in_a_picture(
    corners: list[tuple[float, float]], other: list[tuple[float, float]]
) -> None:
    outlines = tuple(
        cv2.convexHull(np.array(points, np.float32)).reshape(-1, 2).astype(np.float64)
        for points in (corners, other)
    )
    inside = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    for outline in (outline for outline in outlines if len(outline) >= 3):
        cv2.fillPoly(inside, [np.rint(outline).astype(np.int32)], 255)
    frame = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    cut = cut_out(frame, outlines)
    if not inside.any():
        return
    assert cut is not None
    shown = cv2.imdecode(np.frombuffer(cut.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert shown is not None
    assert shown.shape == (cut.high, cut.wide)
    assert abs(int((shown > 128).sum()) - int((inside > 0).sum())) <= 0.03 * inside.size


@pytest.mark.parametrize(
    "outline", [[], [[1, 1]], [[np.nan, 1], [5, 5], [1, 9]], [[-9, -9], [-5, -9], [-5, -5]]], ids=str
)
def test_nothing_is_cut_where_there_is_nothing_to_see(outline: list[list[float]]) -> None:
    assert cut_out(small_frame(20), (np.array(outline, np.float64).reshape(-1, 2),)) is None
    assert cut_out(small_frame(20), ()) is None


def test_pictures_from_when_the_camera_was_already_bumped_are_given_up(evening: Evening) -> None:
    evening.pass_s(4, walking=True)
    evening.evidence.hear(Blind(evening.now, evening.now, "camera_moved"))
    evening.fall(evening.now - 1.0)
    evening.evidence.close()
    times = [p["t"] for p in evening.index()[0]["pictures"]]  # type: ignore[attr-defined]
    assert times
    assert max(times) <= evening.now - DOUBT_S + 1e-3


def test_a_camera_that_is_unplugged_costs_no_picture(evening: Evening) -> None:
    evening.pass_s(4, walking=True)
    evening.evidence.hear(Blind(evening.now, evening.now, "no_picture"))
    evening.fall(evening.now - 0.5)
    evening.evidence.close()
    assert max(p["t"] for p in evening.index()[0]["pictures"]) == pytest.approx(evening.now, abs=1e-3)  # type: ignore[attr-defined]


def test_twenty_seconds_are_kept_in_memory_and_no_more(evening: Evening) -> None:
    evening.pass_s(KEPT_S + 5, walking=True)
    kept = evening.evidence._ring.kept
    assert kept[-1].taken_s - kept[0].taken_s <= KEPT_S
    assert len(kept) >= KEPT_S * FPS - 1
    evening.fall(evening.now - KEPT_S + 2)
    evening.evidence.close()
    assert evening.index()[0]["pictures"]


def test_large_pictures_do_not_fill_the_memory(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path / "evidence", quota_bytes=10**9, clock=free)
    noise = np.random.default_rng(5).integers(0, 255, (1080, 1920, 3), np.uint8)
    state = GridState(((0, 0), (1919, 0), (1919, 1079), (0, 1079)), ("?????",) * 5, True, None)
    for index in range(55):
        evidence.look(Frame(noise, index / FPS, index), state)
    ring = evidence._ring
    assert evidence.counts.made == 55
    assert sum(len(one.jpeg) for one in ring.kept) == ring.held_bytes <= KEPT_BYTES
    assert len(ring.kept) < 55


def test_many_frames_a_second_are_thinned(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path / "evidence", quota_bytes=10**9, clock=free)
    state = GridState(((0, 0), (319, 0), (319, 239), (0, 239)), ("?????",) * 5, True, None)
    for index in range(120):
        evidence.look(Frame(small_frame(20), index / 60, index), state)
    assert 25 <= evidence.counts.made <= 34


@pytest.mark.parametrize("cost_s", [0.005, 0.05, 0.5])
def test_pictures_are_left_out_rather_than_time_lost(tmp_path: Path, cost_s: float) -> None:
    ticks = itertools.count()
    evening = Evening(tmp_path / "evidence", clock=lambda: next(ticks) * cost_s)
    evening.pass_s(12, walking=True)
    counts = evening.evidence.counts
    assert counts.making_s <= 12 * COST_SHARE + BURST_S + cost_s
    assert counts.making_s == pytest.approx(counts.made * cost_s)
    assert (counts.left_out > 0) == (cost_s * FPS > COST_SHARE)
    assert counts.made > 5 or cost_s > 0.1


def test_files_that_are_there_are_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    for run in range(3):
        before = {path: path.read_bytes() for path in folder.glob("*")} if run else {}
        evening = Evening(folder)
        evening.pass_s(4, walking=True)
        evening.fall(2.0)
        evening.pass_s(2, walking=True)
        assert {path: path.read_bytes() for path in before} == before
    for index in ("index.json", "index-2.json", "index-3.json"):
        (event,) = json.loads((folder / index).read_text())["events"]
        assert len(event["pictures"]) > 30
        assert all((folder / picture["file"]).is_file() for picture in event["pictures"])
    assert len(list(folder.iterdir())) == 3 + 3 * len(event["pictures"]), "nothing else is left there"


def test_a_letter_called_index_stays(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    folder.mkdir()
    (folder / "index.json").write_text("dear all")
    evening = Evening(folder)
    evening.pass_s(3, walking=True)
    evening.fall(2.0)
    evening.evidence.close()
    assert (folder / "index.json").read_text() == "dear all"
    assert len(json.loads((folder / "index-2.json").read_text())["events"]) == 1


def test_the_folder_grows_to_its_quota_and_that_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    folder.mkdir()
    (folder / "old.jpg").write_bytes(b"\0" * 40_000)
    evening = Evening(folder, quota_bytes=100_000)
    for at in range(2, 18, 4):
        evening.pass_s(4, walking=True)
        evening.fall(float(at))
    evening.evidence.close()
    assert sum(path.stat().st_size for path in evening.pictures()) <= 100_000
    assert evening.evidence.trouble is not None
    assert "full" in evening.evidence.trouble
    told = {p["file"] for event in evening.index() for p in event["pictures"]}  # type: ignore[attr-defined]
    assert told == {path.name for path in evening.pictures()} - {"old.jpg"}


def test_a_folder_that_vanishes_is_said_and_nothing_is_raised(evening: Evening) -> None:
    evening.pass_s(3, walking=True)
    shutil.rmtree(evening.folder)
    evening.fall(2.0)
    evening.pass_s(3, walking=True)
    assert evening.evidence.trouble is not None
    assert str(evening.folder) in evening.evidence.trouble
    evening.evidence.close()


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "nowhere" / "evidence"):
        with pytest.raises(EvidenceError) as refused:
            Evidence(folder, quota_bytes=1, clock=free)
        assert str(refused.value).startswith(f"{folder}: ")
        assert "\n" not in str(refused.value)


def test_a_grid_that_settled_is_an_event_and_its_square_is_kept(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path / "evidence", quota_bytes=10**9, clock=free)
    corners = ((60.0, 20.0), (260.0, 20.0), (260.0, 220.0), (60.0, 220.0))
    for index in range(36):
        state = GridState(corners, ("?????",) * 5, hands_over=index < 18, blind=None)
        evidence.look(Frame(small_frame(100), index / FPS, index), state)
    evidence.hear(GridSeen(1.7, 1.9, (".....",) * 5))
    evidence.close()
    pictures = [cv2.imread(str(path)) for path in (tmp_path / "evidence").glob("*.jpg")]
    assert pictures
    assert {picture.shape for picture in pictures} == {(201, 201, 3)}
