"""The eye on a race, on its thread: what it says and shows of the race that ships, and what it keeps."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.assembly.race_clip import clip_folder
from companion.devices.filing import QUOTA_BYTES, Filing, names_in
from companion.devices.pacing import Pacer
from companion.devices.race_eye import RaceEyeThread
from companion.table.race_facts import fact_id
from companion.table.race_picture import RacePicture, read_finish
from companion.table.race_shown import Posture
from vision.camera import FileSource
from vision.evidence import AROUND_S
from vision.observation import Crossed, HandsSeen, Posed, RaceObservation, SeenThrough, Touched
from vision.race_eye import RaceEye
from vision.taught_race import load_race

PATIENCE_S = 240.0
LAST_S = 4.5
"""So much of the clip is looked at: one figure walks and touches a Brain."""


class Short:
    """The first seconds of the clip."""

    def __init__(self, last_s: float) -> None:
        self._source = FileSource(clip_folder() / "clip.mp4")
        self._last_s = last_s

    def __iter__(self) -> Any:
        return (frame for frame in self._source if frame.taken_s <= self._last_s)

    def close(self) -> None:
        self._source.close()


class Heard:
    """What an eye told, showed, filed, and how it ended."""

    def __init__(self, folder: Path, *, quota_bytes: int = QUOTA_BYTES) -> None:
        self.folder, self.quota = folder, quota_bytes
        self.seen: list[RaceObservation] = []
        self.pictures: list[RacePicture] = []
        self.ended: list[str] = []
        self.filed: list[tuple[str, str | None, frozenset[str]]] = []
        self.pacer: Pacer | None = None

    def eye(self, most_px: int = 640) -> RaceEyeThread:
        return RaceEyeThread(
            lambda closed: (RaceEye(load_race(clip_folder() / "taught")), Short(LAST_S)),  # type: ignore[return-value]
            clock=time.monotonic,
            most_px=most_px,
            tell=self.seen.append,
            show=self.pictures.append,
            ended=self.ended.append,
            filing=self.filing,
            after=self._after,
        )

    def filing(self) -> Filing:
        return Filing(
            self.folder,
            quota_bytes=self.quota,
            clock=lambda: 0.0,
            wanted=lambda _: True,
            tell=lambda *told: self.filed.append(told),
        )

    def _after(self, pacer: Pacer) -> None:
        self.pacer = pacer

    def until(self, wanted: Callable[[], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not wanted():
            assert time.monotonic() < end_s, "it never came to that"
            time.sleep(0.005)


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    """The clip, looked at once from its beginning."""
    heard = Heard(tmp_path_factory.mktemp("finishes"))
    eye = heard.eye()
    eye.start()
    heard.until(lambda: bool(heard.ended))
    eye.close()
    return heard


def brain(heard: Heard) -> Touched:
    (touched,) = (seen for seen in heard.seen if isinstance(seen, Touched))
    return touched


def test_what_figures_do_is_told_with_how_far_all_is_told(clip: Heard) -> None:
    touched = brain(clip)
    assert (touched.figure, touched.tile, touched.zone_kind, touched.uncertain) == (
        "steve",
        "crypt",
        "brain",
        False,
    )
    assert any(isinstance(seen, HandsSeen) for seen in clip.seen)
    after = clip.seen[clip.seen.index(touched) :]
    assert any(isinstance(seen, SeenThrough) and seen.taken_s >= touched.taken_s for seen in after)
    assert clip.ended == ["ended"]


def test_poses_are_told_some_times_a_second(clip: Heard) -> None:
    poses = [seen.taken_s for seen in clip.seen if isinstance(seen, Posed) and seen.figure == "steve"]
    gaps = [b - a for a, b in pairwise(poses)]
    assert len(poses) >= 10
    assert min(gaps) >= 0.19


def test_each_frame_is_shown_with_what_is_drawn_on_it(clip: Heard) -> None:
    assert len(clip.pictures) == 55
    one = clip.pictures[-1]
    assert (one.wide_px, one.high_px, len(one.rgba)) == (640, 360, 640 * 360 * 4)
    assert {tile.id for tile in one.drawn.tiles} == {"chalk", "crypt", "moor-gate", "swamp"}
    crypt = next(tile for tile in one.drawn.tiles if tile.id == "crypt")
    assert [zone.id for zone in crypt.zones] == ["crypt/0", "crypt/1", "crypt/2"]
    (steve,) = (figure for figure in one.drawn.figures if figure.feet_px)
    assert (steve.name, steve.posture) == ("steve", Posture.WALKING)
    assert steve.arrow_px is not None
    outline = cv2.convexHull(_points(crypt.outline_px))
    assert all(cv2.pointPolygonTest(outline, point, measureDist=False) > 0 for point in steve.feet_px)


def test_a_photo_finish_holds_what_was_seen_around_it(clip: Heard) -> None:
    touched = brain(clip)
    name = fact_id(touched)
    assert clip.filed == [(name, name, frozenset())]
    finish = read_finish(clip.folder, name)
    assert finish is not None
    assert (finish.figure, finish.zone, finish.margin_mm) == ("steve", "crypt/2", touched.margin_mm)
    times = [one.taken_s for one in finish.pictures]
    assert times == sorted(times)
    assert times[0] <= touched.taken_s - AROUND_S + 0.2
    assert times[-1] >= min(LAST_S, touched.taken_s + AROUND_S) - 0.2
    on_it_s = touched.taken_s + 0.25  # feet sway: in this very frame they are at its edge
    nearest = min(finish.pictures, key=lambda one: abs(one.taken_s - on_it_s))
    picture = cv2.imread(str(clip.folder / nearest.file))
    assert picture is not None
    assert picture.shape[:2] == (nearest.high_px, nearest.wide_px)
    (steve,) = (figure for figure in nearest.drawn.figures if figure.feet_px)
    (zone,) = (z for tile in nearest.drawn.tiles for z in tile.zones if z.id == "crypt/2")
    feet, brain_px = _points(steve.feet_px), _points(zone.points_px)
    overlap, _ = cv2.intersectConvexConvex(cv2.convexHull(feet), cv2.convexHull(brain_px))
    assert overlap > 0, "in the picture the feet are on the Brain"


def test_a_walk_has_a_length_and_a_bend(clip: Heard) -> None:
    assert clip.pacer is not None
    pace = clip.pacer.walk("steve", 1.25, LAST_S)
    assert pace is not None
    assert pace.length_mm == pytest.approx(127.3, abs=4), "by the clip's truth"
    assert abs(pace.turned_deg) < 6
    assert clip.pacer.walk("steve", 0.0, 0.5) is None
    assert clip.pacer.walk("nobody", 0.0, 9.0) is None


def test_behind_a_drawn_curtain_nothing_is_shown_or_kept(tmp_path: Path) -> None:
    heard = Heard(tmp_path / "finishes")
    eye = heard.eye()
    eye.curtain(drawn=True)
    eye.start()
    heard.until(lambda: bool(heard.ended))
    eye.close()
    assert heard.pictures == []
    assert brain(heard).figure == "steve", "it is seen all the same"
    assert not list(tmp_path.rglob("*.jpg"))


def test_the_oldest_pictures_are_let_go_of_to_make_room(tmp_path: Path, clip: Heard) -> None:
    source = next(iter(Short(LAST_S)))
    eye = RaceEye(load_race(clip_folder() / "taught"))
    heard = Heard(tmp_path / "finishes", quota_bytes=250_000)
    filing = heard.filing()
    eye.see(source)
    state = eye.state
    events = []
    for number in range(6):
        at_s = 10.0 + 3.2 * number
        for frame in range(3):
            taken = type(source)(source.pixels, at_s + frame * 0.5, number * 10 + frame)
            filing.look(taken, _stirring(state))
        events.append(
            Crossed(at_s + 0.4, at_s + 0.6, "rob", "moor-gate", 0, "to_right", 3.0, uncertain=False)
        )
        filing.hear(events[-1])
    filing.close()
    left = names_in(tmp_path / "finishes")
    gone = frozenset(name for _, _, names in heard.filed for name in names)
    assert gone, "six do not fit"
    assert set(left) | gone == {fact_id(event) for event in events}
    assert fact_id(events[-1]) in left
    held = sum(path.stat().st_size for path in (tmp_path / "finishes").iterdir())
    assert held <= 250_000
    shown = {one.file for name in left for one in _finish(tmp_path / "finishes", name).pictures}
    assert {path.name for path in (tmp_path / "finishes").glob("*.jpg")} == shown


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "finishes").write_text("not a folder")
    heard = Heard(tmp_path / "finishes")
    filing = heard.filing()
    event = Crossed(1.0, 1.2, "rob", "moor-gate", 0, "to_right", 3.0, uncertain=False)
    filing.hear(event)
    filing.close()
    assert heard.filed == [(fact_id(event), None, frozenset())]


def test_a_spoiled_photo_finish_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"happening": 3}')
    with pytest.raises(ValueError, match=r"x\.json"):
        read_finish(tmp_path, "x")
    assert read_finish(tmp_path, "y") is None


def _finish(folder: Path, name: str) -> Any:
    finish = read_finish(folder, name)
    assert finish is not None
    return finish


def _stirring(state: Any) -> Any:
    return replace(state, stirring=True)


def _points(points: Any) -> Any:
    return np.array(points, np.float32).reshape(-1, 1, 2)


def test_it_ends_when_it_is_closed(tmp_path: Path) -> None:
    heard = Heard(tmp_path)
    eye = heard.eye()
    eye.start()
    heard.until(lambda: bool(heard.pictures))
    eye.close()
    assert heard.ended == []
