"""What stands behind a race table taught by touch: drafts on disk, learning, tables side by side."""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from companion import settings
from companion.assembly import race_draft, race_learning, replace_told, teaching_race
from companion.assembly.evening import Evening
from companion.assembly.teaching_race import RaceTeacher
from companion.trouble import UserError
from companion.ui.facts import TableState
from companion.ui.race_table import facts
from companion.ui.race_table.draft import EMPTY, Draft, Figure, Shot, Side, Zone, ZoneKind
from companion.ui.slots import Sources
from tests.vision.race_figures import Toy, random_toys, standing
from tests.vision.race_renderer import THICK_MM, Moment, RaceRenderer, RaceTable, corners_of, race_table
from tests.vision.race_view import Floats
from vision.taught import TaughtError, TaughtRace, load, save

SIZE = (1280, 720)
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def table() -> RaceTable:
    return race_table(41, size_px=SIZE, tiles=2, taught=2)


@pytest.fixture(scope="module")
def draft(table: RaceTable, tmp_path_factory: pytest.TempPathFactory) -> tuple[Draft, Path]:
    """Both tiles traced on one picture, and a figure on two; and the folder that the pictures are in."""
    folder = tmp_path_factory.mktemp("tables") / race_draft.FOLDER
    folder.mkdir()
    draw, view = RaceRenderer(table), table.view
    (toy,) = random_toys(5, ("steve",))
    keep(folder, 0, draw.frame(Moment(6)))
    shots = []
    for number, (spot, heading_deg) in enumerate((((0.1, 0.2), 30.0), ((0.9, 0.85), 250.0)), 1):
        solid, front = stood(table, toy, spot, heading_deg)
        keep(folder, number, draw.bare(Moment(7), [solid]))
        shots.append(Shot(number, front))
    keep(folder, 3, draw.bare(Moment(9), []))

    sides = []
    for at, laid in enumerate(table.laid):
        side = table.side(laid.side)

        def seen(tile_mm: Floats, laid: Any = laid) -> Any:
            return tuple((float(x), float(y)) for x, y in view.to_picture(laid.to_table(tile_mm)))

        zones = tuple(Zone(ZoneKind(zone.kind), seen(zone.points_mm)) for zone in side.zones)
        wide, high = side.size_mm
        sides.append(Side(f"Tile {at + 1}A", 0, seen(corners_of(side)), (wide, high), zones))
    feet = (float(round(toy.feet_mm[0])), float(round(toy.feet_mm[1])))
    steve = Figure("Steve", tuple(shots), float(round(toy.height_mm)), feet)
    return Draft(tuple(sides), (steve,), 0, 4), folder


def keep(folder: Path, number: int, picture: Any) -> None:
    assert cv2.imwrite(str(race_draft.picture_path(folder, number)), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


def stood(
    table: RaceTable, toy: Toy, spot: tuple[float, float], heading_deg: float
) -> tuple[Any, tuple[float, float]]:
    x, y = table.view.to_table(np.array([[spot[0] * SIZE[0], spot[1] * SIZE[1]]]), -THICK_MM)[0]
    way = np.array([np.cos(np.deg2rad(heading_deg)), -np.sin(np.deg2rad(heading_deg))])
    tap = table.view.to_picture(np.array([[x, y]]) + 33 * way, -THICK_MM)[0]
    solid = standing(toy, float(x), float(y), heading_deg, floor_mm=-THICK_MM)
    return solid, (float(tap[0]), float(tap[1]))


# ---- learning


def test_what_was_traced_by_touch_is_learned_as_a_folder_of_pictures_is(draft: tuple[Draft, Path]) -> None:
    said: list[str] = []
    taught, trial = race_learning.learn(*draft, said.append)
    assert trial.doubtful == ()
    assert trial.learned[0].startswith("the lens is assumed")
    assert [side.id for side in taught.sides] == ["Tile 1A", "Tile 2A"]
    assert len(said) == race_learning.steps(draft[0])


def test_every_error_is_a_line_that_names_what_to_mend(draft: tuple[Draft, Path]) -> None:
    whole, folder = draft
    one, other = whole.sides
    (steve,) = whole.figures
    a, b, c, d = one.zones[1].points[:4]
    crossed = replace(one, zones=(one.zones[0], Zone(ZoneKind.GRAVE, (a, c, b, d))))
    far = replace(one, zones=(Zone(ZoneKind.BRAIN, ((3, 3), (60, 3), (60, 60))),))
    for broken, line in (
        (replace(whole, sides=(crossed, other)), r"^tile side Tile 1A: zone 2: the outline crosses itself"),
        (replace(whole, sides=(far, other)), r"^tile side Tile 1A: zone 1: reaches \d+ mm beyond the tile"),
        (
            replace(whole, sides=(replace(one, size_mm=(200, 60)), other)),
            r"^tile side Tile 1A: size is 200 x 60",
        ),
        (
            replace(whole, sides=(one, replace(other, name="TILE 1A"))),
            r"^tile sides: Tile 1A and TILE 1A are",
        ),
        (
            replace(whole, figures=(replace(steve, shots=(Shot(1, None),)),)),
            r"^figure Steve: front holds no point for .*; tap in front of the figure there$",
        ),
    ):
        with pytest.raises(TaughtError) as refused:
            race_learning.learn(broken, folder, lambda _: None)
        said = race_learning.in_plain_words(str(refused.value))
        assert "\n" not in said
        assert "_px" not in said
        assert re.search(line, said), said


def test_a_picture_of_another_size_is_named(draft: tuple[Draft, Path], tmp_path: Path) -> None:
    whole, folder = draft
    for number in range(3):
        picture = race_draft.picture_path(folder, number)
        (tmp_path / picture.name).write_bytes(picture.read_bytes())
    keep(tmp_path, 2, np.zeros((1080, 1920, 3), np.uint8))
    with pytest.raises(TaughtError, match=r"^a picture of Steve: is 1920 x 1080, but the picture of Tile 2A"):
        race_learning.learn(whole, tmp_path, lambda _: None)


def test_a_figure_that_no_eye_could_watch_is_refused(draft: tuple[Draft, Path]) -> None:
    whole, folder = draft
    nobody = replace(whole.figures[0], shots=(Shot(3, (200.0, 200.0)),))
    with pytest.raises(TaughtError, match=r"^Steve: nothing stands out"):
        race_learning.learn(replace(whole, figures=(nobody,)), folder, lambda _: None)


# ---- drafts


def test_a_draft_comes_back_as_it_was(draft: tuple[Draft, Path], tmp_path: Path) -> None:
    whole, folder = draft
    mine = tmp_path / race_draft.FOLDER
    mine.mkdir()
    for picture in folder.glob("*.jpg"):
        (mine / picture.name).touch()
    race_draft.save(mine, whole)
    assert race_draft.load(mine) == whole
    # What nothing was traced on goes: a side that was taken away leaves its picture behind.
    race_draft.tidy(mine, whole)
    assert sorted(path.name for path in mine.iterdir()) == ["0.jpg", "1.jpg", "2.jpg", "draft.json"]


def test_where_there_is_no_draft_there_is_an_empty_one(tmp_path: Path) -> None:
    assert race_draft.load(tmp_path / "nowhere") == EMPTY


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_draft_that_somebody_wrote_is_taken_or_refused_in_one_line(
    data: st.DataObject, draft: tuple[Draft, Path], tmp_path: Path
) -> None:
    for number in range(4):
        race_draft.picture_path(tmp_path, number).touch()
    race_draft.save(tmp_path, draft[0])
    path = tmp_path / race_draft.FILE
    told = json.loads(path.read_text("utf-8"))
    at: Any = told
    while isinstance(at, dict | list) and at:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.booleans()) or not isinstance(at[key], dict | list):
            at[key] = data.draw(PLAIN)
            break
        at = at[key]
    path.write_text(json.dumps(told), "utf-8")
    said = refusal(tmp_path)
    assert "\n" not in said
    assert not said or str(path) in said


def refusal(folder: Path) -> str:
    """Why the draft there is refused; empty when it is taken."""
    try:
        race_draft.load(folder)
    except UserError as error:
        return str(error)
    return ""


# ---- the teacher and the evening


class Watched:
    """A teacher that looks at a clip, and what it has said last."""

    def __init__(self, source: Path, tables: Path) -> None:
        self.sources = Sources()
        self.teacher = RaceTeacher(str(source), tables, self.sources)
        self.seen: facts.RaceTeaching | None = None
        self.teacher.start()

    def until(self, wanted: Callable[[facts.RaceTeaching], Any]) -> facts.RaceTeaching:
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            self.seen = self.sources.lessons.take() or self.seen
            if self.seen is not None and wanted(self.seen):
                return self.seen
            time.sleep(0.005)
        raise AssertionError(f"it never came to that: {self.seen}")


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    path = tmp_path / "clip.mp4"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 30.0, (320, 240))
    for index in range(6):
        film.write(np.full((240, 320, 3), 40 + 20 * index, np.uint8))
    film.release()
    return path


@pytest.fixture
def watched(clip: Path, tmp_path: Path) -> Iterator[Watched]:
    made = Watched(clip, tmp_path / "tables")
    yield made
    made.teacher.close()


def test_a_clip_stands_in_for_a_camera_and_begins_again_at_its_end(watched: Watched) -> None:
    watched.until(lambda seen: seen.seeing)
    time.sleep(0.5)  # more than twice the clip
    watched.teacher.ask(facts.Take(0))
    seen = watched.until(lambda seen: seen.pictures)
    assert seen.pictures == (facts.Picture(0, 320, 240),)
    watched.teacher.ask(facts.Show(facts.Still(0)))
    end_s = time.monotonic() + PATIENCE_S
    while (shown := watched.sources.shown.take()) is None:
        assert time.monotonic() < end_s
        time.sleep(0.005)
    assert (shown.view, shown.frame.width, shown.frame.height) == (facts.Still(0), 320, 240)


def test_nothing_is_said_before_the_draft_is_read(
    draft: tuple[Draft, Path], clip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = race_draft.load

    def slowly(folder: Path) -> Draft:
        time.sleep(0.5)  # the camera is quicker
        return read(folder)

    monkeypatch.setattr(race_draft, "load", slowly)
    mine = tmp_path / "tables" / race_draft.FOLDER
    mine.mkdir(parents=True)
    for picture in draft[1].glob("*.jpg"):
        (mine / picture.name).write_bytes(picture.read_bytes())
    race_draft.save(mine, draft[0])
    watched = Watched(clip, tmp_path / "tables")
    try:
        assert watched.until(lambda _: True).draft == draft[0]
    finally:
        watched.teacher.close()


def test_without_a_camera_it_is_said_and_tried_again(tmp_path: Path, clip: Path) -> None:
    late = tmp_path / "late.mp4"
    watched = Watched(late, tmp_path / "tables")
    try:
        watched.until(lambda seen: seen.trouble == "no_picture")
        clip.rename(late)
        watched.until(lambda seen: seen.seeing and not seen.trouble)
    finally:
        watched.teacher.close()


def test_a_full_disk_is_said_and_taken_up_again(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.until(lambda seen: seen.seeing)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(teaching_race, "write_whole", full)
        watched.teacher.ask(facts.Take(0))
        seen = watched.until(lambda seen: seen.failed)
    assert seen.failed.endswith("the picture cannot be kept: No space left on device")
    assert not seen.pictures
    watched.teacher.ask(facts.Take(1))
    seen = watched.until(lambda seen: seen.pictures)
    assert (seen.pictures[0].number, seen.failed) == (1, "")


def test_nothing_is_said_any_more_once_it_is_closed_and_the_draft_is_on_the_disk(
    watched: Watched, tmp_path: Path
) -> None:
    watched.until(lambda seen: seen.seeing)
    for number in range(50):
        watched.teacher.ask(facts.Remember(Draft(pictures=number)))
    watched.teacher.close()
    assert race_draft.load(tmp_path / "tables" / race_draft.FOLDER) == Draft(pictures=49)
    time.sleep(0.1)
    assert watched.sources.lessons.take() is None
    assert watched.sources.live.take() is None


def test_a_draft_that_cannot_be_read_is_set_aside_and_said(clip: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables" / race_draft.FOLDER
    folder.mkdir(parents=True)
    (folder / race_draft.FILE).write_text("{half", "utf-8")
    watched = Watched(clip, tmp_path / "tables")
    try:
        seen = watched.until(lambda seen: seen.failed)
    finally:
        watched.teacher.close()
    assert seen.failed.endswith("it lies in race-draft-aside-1 now")
    assert (folder.with_name("race-draft-aside-1") / race_draft.FILE).read_text("utf-8") == "{half"


@pytest.fixture
def evening(tmp_path: Path, clip: Path) -> Iterator[Evening]:
    chosen = settings.Settings(source=str(clip), table="/elsewhere/grid")
    made = Evening(chosen, tmp_path / "home", clock_ns=time.monotonic_ns, wall_s=time.time)
    yield made
    made.close()


def test_each_table_taught_is_a_folder_of_its_own_and_the_grid_stays(
    evening: Evening, draft: tuple[Draft, Path], tmp_path: Path
) -> None:
    whole, folder = draft
    tables = tmp_path / "home" / "tables"
    for number in (1, 2):
        evening.race_table(facts.Begin())
        until(evening)
        mine = tables / race_draft.FOLDER
        mine.mkdir(parents=True, exist_ok=True)
        for picture in folder.glob("[0-2].jpg"):
            (mine / picture.name).write_bytes(picture.read_bytes())
        evening.race_table(facts.Remember(whole))
        evening.race_table(facts.Learn(whole))
        until(evening, facts.Learned)
        evening.race_table(facts.Keep())
        until(evening, facts.Kept)
        evening.race_table(facts.Use())
        chosen = settings.load(tmp_path / "home" / settings.FILE)
        assert chosen.race_table == str(tables / f"race-{number}")
        front = evening.front()
        assert (front.race, front.grid) == (TableState.TAUGHT, TableState.GONE)
        evening.race_table(facts.Stop())
    for number in (1, 2):
        taught = load(tables / f"race-{number}")
        assert isinstance(taught, TaughtRace)
        assert [figure.name for figure in taught.figures] == ["Steve"]


def until(evening: Evening, work: type | None = None) -> None:
    """Until that has become of what is learned; without it, until anything is known."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        seen = evening.sources.lessons.take()
        if seen is not None and (work is None or isinstance(seen.work, work)):
            return
        assert seen is None or not isinstance(seen.work, facts.Refused), seen
        time.sleep(0.005)
    raise AssertionError("it never came to that")


def test_old_settings_know_one_table_and_still_load(tmp_path: Path) -> None:
    path = tmp_path / settings.FILE
    path.write_text('table = "/home/ana/kitchen"  # ours\nsource = "0"\n', "utf-8")
    chosen = settings.load(path)
    assert (chosen.table, chosen.source, chosen.race_table, chosen.race_source) == (
        "/home/ana/kitchen",
        "0",
        "",
        "",
    )
    settings.save(
        path, settings.Settings(table="/home/ana/kitchen", source="0", race_table="/r", race_source="1")
    )
    assert "# ours" in path.read_text("utf-8")
    assert settings.load(path).race_table == "/r"


def test_a_race_table_named_on_the_command_line_leaves_the_grid_alone(
    draft: tuple[Draft, Path], tmp_path: Path
) -> None:
    taught = race_learning.taught_of(*draft)
    save(taught, tmp_path / "race", replace=False)
    chosen = replace_told(settings.Settings(table="/grid", source="0"), source="1", table=tmp_path / "race")
    assert (chosen.table, chosen.source) == ("/grid", "0")
    assert (chosen.race_table, chosen.race_source) == (str(tmp_path / "race"), "1")
