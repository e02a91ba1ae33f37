"""A taught race: what was seen and told comes back the same; what cannot be is refused by file and field."""

import json
import math
import os
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.race_takes import FIGURES, SIDES, SIZE, figure, picture, rewrite, side, write_take
from vision import lens
from vision.taught import TaughtError, TaughtGrid, TaughtRace, from_take, load, load_grid, load_race, save
from vision.traced import TracedZone, crossed, side_of


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_take(tmp_path_factory.mktemp("pristine") / "take")


@pytest.fixture
def take(pristine: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pristine, tmp_path / "take"))


@pytest.fixture(scope="module")
def saved(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saved") / "table"
    save(from_take(pristine), folder, replace=False)
    return folder


@pytest.fixture
def table(saved: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(saved, tmp_path / "table"))


def refused(do: Callable[[Path], object], folder: Path) -> str:
    with pytest.raises(TaughtError) as error:
        do(folder)
    told = str(error.value)
    assert "\n" not in told
    assert len(told) < 700, told
    return told


def test_what_was_seen_and_told_comes_back_the_same(pristine: Path, saved: Path) -> None:
    taught, again = from_take(pristine), load(saved)
    assert isinstance(taught, TaughtRace)
    assert isinstance(again, TaughtRace)
    assert [s.id for s in again.sides] == list(SIDES)
    assert [f.name for f in again.figures] == list(FIGURES)
    for was, now in zip(taught.sides, again.sides, strict=True):
        assert (now.corners_px, now.size_mm, now.zones) == (was.corners_px, was.size_mm, was.zones)
        assert np.array_equal(now.picture, was.picture)
    for one, other in zip(taught.figures, again.figures, strict=True):
        assert (other.height_mm, other.feet_mm) == (one.height_mm, one.feet_mm)
        assert [s.front_px for s in other.shots] == [s.front_px for s in one.shots]
        assert all(np.array_equal(b.picture, a.picture) for a, b in zip(one.shots, other.shots, strict=True))
    assert taught.layout_picture is not None
    assert again.layout_picture is not None
    assert np.array_equal(again.layout_picture, taught.layout_picture)
    assert again.size_px == SIZE
    assert again.sides[0].zones[3] == TracedZone("gate", ((290.0, 130.0), (285.0, 318.0)))


def test_a_lens_comes_back_the_same(pristine: Path, tmp_path: Path) -> None:
    taught = from_take(pristine)
    assert isinstance(taught, TaughtRace)
    matrix = np.array([[512.25, 0, 321.5], [0, 512.25, 240.125], [0, 0, 1]])
    measured = lens.Lens(SIZE, matrix, np.array([0.1, -0.2, 1e-3, -2e-3, 0.05]), 0.21)
    save(TaughtRace(measured, taught.sides, taught.figures, None), tmp_path / "table", replace=False)
    again = load_race(tmp_path / "table")
    assert np.array_equal(again.lens.matrix, measured.matrix)
    assert np.array_equal(again.lens.distortion, measured.distortion)
    assert (again.lens.size_px, again.lens.error_px) == (SIZE, 0.21)
    assert again.layout is None


def test_without_pictures_of_the_sheet_the_lens_is_assumed_and_said_to_be(take: Path) -> None:
    (take / "camera").mkdir()
    said: list[str] = []
    taught = from_take(take, said.append)
    assert isinstance(taught, TaughtRace)
    assert taught.lens.error_px is None
    assert "assumed" in taught.lens.in_words()
    assert said == []


def test_pictures_without_the_sheet_are_refused_and_no_lens_is_made_up(take: Path) -> None:
    (take / "camera").mkdir()
    for k in range(5):
        picture(take / "camera" / f"shot_{k}.jpg")
    said: list[str] = []
    told = refused(lambda folder: from_take(folder, said.append), take)
    assert str(take / "camera") in told
    assert said == ["measuring the lens on 5 pictures"]


def test_lens_pictures_of_another_resolution_are_of_the_same_lens(
    take: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (take / "camera").mkdir()
    picture(take / "camera" / "shot.png", (1280, 960))
    monkeypatch.setattr(
        "vision.race_take.calibrate_telling", lambda pictures: (lens.assumed(pictures[0].shape[1::-1]), [])
    )
    taught = from_take(take)
    assert isinstance(taught, TaughtRace)
    assert taught.lens.size_px == SIZE
    picture(take / "camera" / "shot.png", (1280, 720))
    assert "another shape" in refused(from_take, take)


def test_a_lens_picture_that_was_of_no_use_is_named(take: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (take / "camera").mkdir()
    for k in range(3):
        picture(take / "camera" / f"shot_{k}.jpg")
    monkeypatch.setattr("vision.race_take.calibrate_telling", lambda _: (lens.assumed(SIZE), [1]))
    doubts: list[str] = []
    from_take(take, doubt=doubts.append)
    assert doubts == [
        f"{take / 'camera' / 'shot_1.jpg'}: the lens sheet cannot be read in it; it was left out"
    ]


def test_pictures_may_be_png_and_a_side_may_have_no_zones(take: Path) -> None:
    tiles = take / "teach" / "tiles"
    (tiles / "crypt.jpg").unlink()
    picture(tiles / "crypt.png")
    rewrite(tiles / "crypt.json", zones=[])
    taught = from_take(take)
    assert isinstance(taught, TaughtRace)
    assert taught.sides[0].zones == ()
    save(taught, take.parent / "table", replace=False)
    again = load_race(take.parent / "table")
    assert np.array_equal(again.sides[0].picture, taught.sides[0].picture)


def test_what_systems_leave_in_folders_is_no_matter(take: Path) -> None:
    for name in (".DS_Store", "Thumbs.db", "._crypt.jpg", "notes.txt"):
        (take / "teach" / "tiles" / name).write_bytes(b"\0\1")
        (take / "teach" / "figures" / name).write_bytes(b"\0\1")
    tile = take / "teach" / "tiles" / "crypt.json"
    tile.write_bytes(b"\xef\xbb\xbf" + tile.read_bytes())  # as some editors begin a text
    assert isinstance(from_take(take), TaughtRace)


def test_a_folder_of_both_kinds_or_none_is_asked_about(take: Path, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    told = refused(from_take, tmp_path / "none")
    assert "empty.jpg" in told
    assert "teach/tiles" in told
    picture(take / "empty.jpg")
    assert "take one of them elsewhere" in refused(from_take, take)


def test_a_race_is_no_grid(saved: Path) -> None:
    assert "kind is 'race', expected 'grid'" in refused(load_grid, saved)
    assert not isinstance(load(saved), TaughtGrid)


SQUARE = [[220, 150], [260, 150], [260, 190], [220, 190]]

TILE_FAULTS: list[tuple[str, Any, str]] = [
    ("tile", "swamp", "crypt"),
    ("tile", 7, "crypt"),
    ("size_mm", None, "size_mm"),
    ("size_mm", [200], "40 to 1000"),
    ("size_mm", [20, 20], "40 to 1000"),
    ("size_mm", [0, 200], "40 to 1000"),
    ("size_mm", [-200, 200], "40 to 1000"),
    ("size_mm", [200, 1e9], "40 to 1000"),
    ("size_mm", [True, 200], "40 to 1000"),
    ("size_mm", [math.nan, 200], "40 to 1000"),
    ("size_mm", "200 x 200", "40 to 1000"),
    ("size_mm", [200, 320], "wider"),
    ("corners_px", None, "four points"),
    ("corners_px", [[1, 2]] * 3, "four points"),
    ("corners_px", [[200, 120], [400, 130], [390, math.inf], [190, 320]], "four points"),
    ("corners_px", [[200, 120], [700, 130], [390, 330], [190, 320]], "outside crypt.jpg"),
    ("corners_px", [[200, 120], [390, 330], [400, 130], [190, 320]], "go around"),
    ("corners_px", [[200, 120], [190, 320], [390, 330], [400, 130]], "anticlockwise"),
    ("corners_px", [[200, 120], [220, 120], [220, 140], [200, 140]], "only 20 pixels"),
    ("zones", None, "zones should be a list"),
    ("zones", {}, "zones should be a list"),
    ("zones", [{}] * 100, "at most 40"),
    ("zones", ["grave"], "zones[0] is 'grave'"),
    ("zones", [{"kind": "swamp", "polygon_px": SQUARE}], "kind is 'swamp'"),
    ("zones", [{"kind": ["grave"], "polygon_px": SQUARE}], "kind is ['grave']"),
    ("zones", [{"kind": "gate", "polygon_px": SQUARE}], "line_px"),
    ("zones", [{"kind": "grave", "line_px": SQUARE[:2]}], "polygon_px"),
    ("zones", [{"kind": "gate", "line_px": SQUARE}], "two points"),
    ("zones", [{"kind": "gate", "line_px": [[220, 150]] * 2}], "same place"),
    ("zones", [{"kind": "grave"}], "3 to 200 points"),
    ("zones", [{"kind": "grave", "polygon_px": SQUARE[:2]}], "3 to 200 points"),
    ("zones", [{"kind": "grave", "polygon_px": SQUARE * 60}], "3 to 200 points"),
    ("zones", [{"kind": "grave", "polygon_px": [[220, 150], [260, 190], [260, 150], [220, 190]]}], "crosses"),
    ("zones", [{"kind": "grave", "polygon_px": [[220, 150], [221, 150], [221, 151]]}], "encloses nothing"),
    ("zones", [{"kind": "grave", "polygon_px": [[20, 20], [60, 20], [60, 60]]}], "beyond the tile"),
    ("zones", [{"kind": "grave", "polygon_px": [[-20, 20], [60, 20], [60, 60]]}], "outside crypt.jpg"),
]


@pytest.mark.parametrize(("field", "value", "words"), TILE_FAULTS)
def test_a_fault_in_what_was_traced_is_named(take: Path, field: str, value: Any, words: str) -> None:
    path = take / "teach" / "tiles" / "crypt.json"
    rewrite(path, **{field: value})
    told = refused(from_take, take)
    assert told.startswith(f"{path}: {field}")
    assert words in told


FIGURE_FAULTS: list[tuple[str, Any, str]] = [
    ("figure", "wanda", "steve"),
    ("height_mm", None, "with a ruler"),
    ("height_mm", 0, "with a ruler"),
    ("height_mm", -56, "with a ruler"),
    ("height_mm", 5.6, "with a ruler"),
    ("height_mm", 5600, "with a ruler"),
    ("height_mm", math.nan, "with a ruler"),
    ("height_mm", "56", "with a ruler"),
    ("height_mm", True, "with a ruler"),
    ("feet_mm", None, "length and width"),
    ("feet_mm", [23], "length and width"),
    ("feet_mm", [23, 0], "length and width"),
    ("feet_mm", [2.3, 1.9], "length and width"),
    ("feet_mm", [230, 190], "length and width"),
    ("front_px", None, "steve_0.jpg"),
    ("front_px", [[300, 200]], "steve_0.jpg"),
    ("front_px", {"steve_0.jpg": [300, 200]}, "no point for steve_1.jpg"),
    ("front_px", {"steve_0.jpg": [300, 200], "steve_7.jpg": [1, 1]}, "'steve_7.jpg'"),
    ("front_px", {"../../secret.jpg": [300, 200]}, "'../../secret.jpg'"),
    ("front_px", {"steve_0.jpg": [300, 480], "steve_1.jpg": [1, 1]}, "outside steve_0.jpg"),
    ("front_px", {"steve_0.jpg": [300, None], "steve_1.jpg": [1, 1]}, "give a point"),
]


@pytest.mark.parametrize(("field", "value", "words"), FIGURE_FAULTS)
def test_a_fault_in_what_was_measured_is_named(take: Path, field: str, value: Any, words: str) -> None:
    path = take / "teach" / "figures" / "steve.json"
    rewrite(path, **{field: value})
    told = refused(from_take, take)
    assert told.startswith(f"{path}: {field}")
    assert words in told


def add_figure(take: Path, name: str) -> None:
    folder = take / "teach" / "figures"
    picture(folder / f"{name}_0.jpg")
    told = figure(name) | {"front_px": {f"{name}_0.jpg": [1, 1]}}
    (folder / f"{name}.json").write_text(json.dumps(told))


def third_picture(take: Path) -> None:
    picture(take / "teach" / "figures" / "steve_2.jpg")


def other_size(take: Path) -> None:
    picture(take / "teach" / "figures" / "wanda_1.jpg", (480, 640))


def smaller_side(take: Path) -> None:
    """What was traced on it lies outside of it now; that is not what is wrong."""
    picture(take / "teach" / "tiles" / "crypt.jpg", (320, 240))


def smaller_figure(take: Path) -> None:
    picture(take / "teach" / "figures" / "steve_0.jpg", (200, 150))


def layout_of_another_size(take: Path) -> None:
    picture(take / "layout.jpg", (1280, 720))


def twice(take: Path) -> None:
    picture(take / "teach" / "tiles" / "crypt.png")


def bomb(take: Path) -> None:
    """A PNG of a few bytes that says it is 60,000 pixels square."""
    head = b"IHDR" + (60000).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0"
    data = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + head + zlib.crc32(head).to_bytes(4, "big")
    (take / "layout.jpg").write_bytes(data)


def jpeg_bomb(take: Path) -> None:
    data = bytearray((take / "layout.jpg").read_bytes())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = b"\xff\xff\xff\xff"
    (take / "layout.jpg").write_bytes(data)


def pipe(take: Path) -> None:
    (take / "layout.jpg").unlink()
    os.mkfifo(take / "layout.jpg")


FOLDER_FAULTS: list[tuple[Callable[[Path], object], str, str]] = [
    (lambda t: shutil.rmtree(t / "teach" / "tiles"), "tiles", "no such folder"),
    (lambda t: shutil.rmtree(t / "teach" / "figures"), "figures", "no such folder"),
    (lambda t: [p.unlink() for p in (t / "teach" / "tiles").iterdir()], "tiles", "no tile side"),
    (lambda t: [p.unlink() for p in (t / "teach" / "figures").iterdir()], "figures", "no figure"),
    (lambda t: (t / "teach" / "tiles" / "crypt.jpg").unlink(), "crypt.jpg", "is missing"),
    (lambda t: (t / "teach" / "tiles" / "crypt.json").unlink(), "crypt.jpg", "crypt.json is missing"),
    (
        lambda t: (t / "teach" / "tiles" / "crypt.jpg").write_bytes(b"\xff\xd8no"),
        "crypt.jpg",
        "take it again",
    ),
    (lambda t: (t / "teach" / "tiles" / "crypt.json").write_text("[1]"), "crypt.json", "one JSON object"),
    (lambda t: (t / "teach" / "tiles" / "crypt.json").write_text("[" * 99999), "crypt.json", "not JSON"),
    (lambda t: (t / "teach" / "tiles" / "crypt.json").write_text(" " * 2_000_000), "crypt.json", "too large"),
    (lambda t: (t / "teach" / "tiles" / "a.b.json").write_text("{}"), "a.b.json", "a name is"),
    (lambda t: (t / "teach" / "figures" / "steve.json").unlink(), "steve_0.jpg", "of no figure"),
    (lambda t: (t / "teach" / "figures" / "steve_1.jpg").unlink(), "steve.json", "'steve_1.jpg'"),
    (lambda t: [p.unlink() for p in (t / "teach/figures").glob("steve_*")], "steve.json", "no pictures"),
    (lambda t: picture(t / "teach" / "figures" / "portrait.jpg"), "portrait.jpg", "of no figure"),
    (third_picture, "steve.json", "3 pictures"),
    (lambda t: [add_figure(t, name) for name in ("a", "b", "c")], "figures", "5 figures"),
    (lambda t: add_figure(t, "Steve"), "figures", "one name"),
    (twice, "crypt.jpg", "crypt.png too"),
    (other_size, "wanda_1.jpg", "480 x 640"),
    (smaller_side, "crypt.jpg", "take all with one camera"),
    (smaller_figure, "steve_0.jpg", "take all with one camera"),
    (layout_of_another_size, "layout.jpg", "1280 x 720"),
    (bomb, "layout.jpg", "60000 x 60000"),
    (jpeg_bomb, "layout.jpg", "65535 x 65535"),
    pytest.param(
        pipe, "layout.jpg", "is no file", marks=pytest.mark.skipif(os.name != "posix", reason="pipes")
    ),
]


@pytest.mark.parametrize(("spoil", "file", "words"), FOLDER_FAULTS)
def test_a_fault_in_the_folder_is_named(
    take: Path, spoil: Callable[[Path], object], file: str, words: str
) -> None:
    spoil(take)
    told = refused(from_take, take)
    assert file in told
    assert words in told


MISSPELT = [
    (
        "figures/steve.json",
        '"height_mm"',
        '"heigth_mm"',
        "'heigth_mm' means nothing here; it is written height_mm",
    ),
    ("figures/steve.json", '"feet_mm"', '"feet"', "'feet' means nothing here; it is written feet_mm"),
    ("tiles/crypt.json", '"size_mm"', '"size"', "'size' means nothing here; it is written size_mm"),
    (
        "tiles/crypt.json",
        '"corners_px"',
        '"corner_px"',
        "'corner_px' means nothing here; it is written corners_px",
    ),
    (
        "tiles/crypt.json",
        '"polygon_px"',
        '"poligon_px"',
        "'poligon_px' means nothing here; it is written polygon_px",
    ),
]


@pytest.mark.parametrize(("file", "right", "wrong", "words"), MISSPELT)
def test_a_word_written_wrongly_is_named_with_the_right_one(
    take: Path, file: str, right: str, wrong: str, words: str
) -> None:
    path = take / "teach" / file
    path.write_text(path.read_text().replace(right, wrong))
    told = refused(from_take, take)
    assert told.startswith(f"{path}: ")
    assert words in told


def test_lens_pictures_of_differing_size_are_named(take: Path) -> None:
    (take / "camera").mkdir()
    picture(take / "camera" / "shot_0.jpg")
    picture(take / "camera" / "shot_1.jpg", (320, 240))
    assert "shot_1.jpg" in refused(from_take, take)


def first(record: dict[str, Any], part: str) -> dict[str, Any]:
    found: dict[str, Any] = record[part] if part == "lens" else record[part][0]
    return found


TABLE_FAULTS: list[tuple[str, str, Any, str]] = [
    ("sides", "picture", "../side_0.jpg", "not the name of a file"),
    ("sides", "picture", "/etc/passwd", "not the name of a file"),
    ("sides", "picture", "..", "is no file"),
    ("sides", "picture", "side_0.jpg\0", "not the name of a file"),
    ("sides", "picture", "side_9.jpg", "cannot be read"),
    ("sides", "picture", None, "not the name of a file"),
    ("sides", "tile", "../crypt", "a name is"),
    ("sides", "tile", SIDES[1], "one name"),
    ("sides", "size_mm", [0, 0], "40 to 1000"),
    ("figures", "figure", "", "a name is"),
    ("figures", "figure", FIGURES[1], "one name"),
    ("figures", "front_px", {"../../etc/passwd": [1, 1]}, "not the name of a file"),
    ("figures", "front_px", {}, "one to 2 pictures"),
    ("figures", "front_px", {"figure_0_0.jpg": [1e5, 1]}, "outside"),
    ("figures", "height_mm", math.nan, "with a ruler"),
    ("lens", "size_px", [640, 0], "size_px"),
    ("lens", "size_px", [640, 640], "size_px"),
    ("lens", "matrix", [[1, 2, 3]], "matrix"),
    ("lens", "matrix", [[0, 0, 320], [0, 0, 240], [0, 0, 1]], "matrix"),
    ("lens", "matrix", [[500, 0, math.nan], [0, 500, 240], [0, 0, 1]], "matrix"),
    ("lens", "matrix", [[500, 9, 320], [0, 500, 240], [0, 0, 1]], "matrix"),
    ("lens", "distortion", [0, 0, 0, 0], "distortion"),
    ("lens", "distortion", [0, 0, 0, 0, 1e5], "distortion"),
    ("lens", "error_px", "good", "error_px"),
    ("lens", "error_px", -1, "error_px"),
]


@pytest.mark.parametrize(("part", "field", "value", "words"), TABLE_FAULTS)
def test_a_fault_in_a_table_that_somebody_sent_is_named(
    table: Path, part: str, field: str, value: Any, words: str
) -> None:
    path = table / "table.json"
    record = json.loads(path.read_text())
    first(record, part)[field] = value
    path.write_text(json.dumps(record))
    told = refused(load, table)
    assert str(table) in told
    assert words in told


@pytest.mark.parametrize("part", ["lens", "sides", "figures"])
@pytest.mark.parametrize("value", [None, [], {}, 7, [7], "race"])
def test_a_part_that_is_missing_or_something_else_is_named(table: Path, part: str, value: Any) -> None:
    path = table / "table.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {part: value}))
    assert part in refused(load, table)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(value=ANY_JSON, field=st.sampled_from([*sorted(side("crypt")), "zones/points", "zones/kind"]))
def test_whatever_is_traced_is_taken_or_refused_in_a_line(pristine: Path, value: Any, field: str) -> None:
    told = side("crypt")
    if field.startswith("zones/"):
        told["zones"][0]["polygon_px" if field == "zones/points" else "kind"] = value
    else:
        told[field] = value
    shot = load_shot(pristine)
    words = "crypt.json: taken"
    try:
        side_of(told, "crypt", shot, "crypt.json")
    except TaughtError as error:
        words = str(error)
    assert words.startswith("crypt.json: ")
    assert "\n" not in words


def load_shot(take: Path) -> Any:
    taught = from_take(take)
    assert isinstance(taught, TaughtRace)
    return taught.sides[0].shot


@given(
    turn=st.floats(0, 2 * math.pi), n=st.integers(3, 12), swap=st.integers(0, 11), radius=st.floats(5, 200)
)
def test_an_outline_around_is_not_crossed_and_two_corners_changed_over_make_it_so(
    turn: float, n: int, swap: int, radius: float
) -> None:
    angles = turn + np.arange(n) * 2 * math.pi / n
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius
    assert not crossed(ring)
    assert not crossed(np.repeat(ring, 2, axis=0)), "each corner tapped twice"
    if n > 3:
        a, b = swap % n, (swap + 1) % n
        ring[[a, b]] = ring[[b, a]]
        assert crossed(ring)


def test_a_table_whose_pictures_were_spoiled_is_refused_by_their_name(table: Path) -> None:
    (table / "figure_1_0.jpg").write_bytes(cv2.imencode(".jpg", np.zeros((9, 9, 3), np.uint8))[1].tobytes())
    assert "figure_1_0.jpg" in refused(load, table)
