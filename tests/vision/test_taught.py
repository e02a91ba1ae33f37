"""A taught table: what a person teaches comes back the same, and nothing broken or hostile is believed."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.renderer import Light, Renderer, scene
from vision.taught import TaughtError, TaughtGrid, from_take, learn_grid, load, save


def bare_picture(seed: int, **fixed: object) -> tuple[np.ndarray, np.ndarray]:
    what = scene(seed, size=(854, 480), **fixed)
    renderer = Renderer(what)
    picture = renderer.frame(what.pose, [], Light(), None, np.random.default_rng(seed))
    return picture, renderer.corners(what.pose)


@pytest.fixture(scope="module")
def taught() -> TaughtGrid:
    picture, corners = bare_picture(5, mat="felt", line=1.5)
    return learn_grid(picture, corners.tolist())


def test_what_was_taught_comes_back_the_same(taught: TaughtGrid, tmp_path: Path) -> None:
    save(taught, tmp_path / "table", replace=False)
    again = load(tmp_path / "table")
    assert np.array_equal(again.bare, taught.bare)
    assert again.corners_px == taught.corners_px
    assert again.tapped_px == taught.tapped_px
    assert [p.name for p in tmp_path.iterdir()] == ["table"], "nothing else is left beside it"


def test_a_table_is_replaced_only_when_asked(taught: TaughtGrid, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    save(taught, folder, replace=False)
    with pytest.raises(TaughtError, match="--replace"):
        save(taught, folder, replace=False)
    save(taught, folder, replace=True)
    assert [p.name for p in tmp_path.iterdir()] == ["table"]


def test_a_folder_that_is_no_table_is_never_replaced(taught: TaughtGrid, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "will.txt").write_text("mine")
    with pytest.raises(TaughtError, match="left alone"):
        save(taught, tmp_path / "letters", replace=True)
    assert (tmp_path / "letters" / "will.txt").read_text() == "mine"


def test_a_folder_that_is_no_table_is_not_said_to_be_replaceable(taught: TaughtGrid, tmp_path: Path) -> None:
    (tmp_path / "will.txt").write_text("mine")
    with pytest.raises(TaughtError, match="name a new folder") as refused:
        save(taught, tmp_path, replace=False)
    assert "--replace" not in str(refused.value)


def test_an_empty_folder_is_taken(taught: TaughtGrid, tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    save(taught, tmp_path / "table", replace=False)
    assert load(tmp_path / "table").size_px == taught.size_px


def test_a_folder_that_was_never_taught_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(TaughtError, match="no table is taught there yet: run `tableside teach`"):
        load(tmp_path)


def test_corners_under_a_word_like_it_are_named_with_the_right_one(tmp_path: Path) -> None:
    picture, corners = bare_picture(5, mat="felt", line=1.5)
    cv2.imwrite(str(tmp_path / "empty.jpg"), picture)
    (tmp_path / "grid.json").write_text(json.dumps({"corners": corners.tolist()}))
    with pytest.raises(TaughtError, match="'corners' means nothing here; it is written corners_px"):
        from_take(tmp_path)


def test_a_newer_format_is_refused_with_a_sentence(taught: TaughtGrid, tmp_path: Path) -> None:
    save(taught, tmp_path / "table", replace=False)
    path = tmp_path / "table" / "table.json"
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(TaughtError, match="newer Tableside"):
        load(tmp_path / "table")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "1"),
        ("format", True),
        ("format", 0),
        ("kind", "chess"),
        ("kind", None),
        ("bare", "../bare.png"),
        ("bare", "/etc/passwd"),
        ("bare", 7),
        ("bare", "absent.png"),
        ("size_px", [1, 1]),
        ("size_px", "large"),
        ("corners_px", None),
        ("corners_px", [[0, 0]] * 4),
        ("corners_px", [[0, 0], [1, 0], [1, 1]]),
        ("corners_px", [[0, 0], [1e300, 0], [1, 1], [0, 1]]),
        ("corners_px", [["0", 0], [1, 0], [1, 1], [0, 1]]),
        ("corners_px", [[True, 0], [1, 0], [1, 1], [0, 1]]),
        ("tapped_px", {"x": 1}),
    ],
)
def test_a_wrong_field_is_named(taught: TaughtGrid, tmp_path: Path, field: str, value: object) -> None:
    save(taught, tmp_path / "table", replace=False)
    path = tmp_path / "table" / "table.json"
    record = json.loads(path.read_text())
    record[field] = value
    path.write_text(json.dumps(record))
    with pytest.raises(TaughtError) as refused:
        load(tmp_path / "table")
    assert "\n" not in str(refused.value)
    assert field in str(refused.value) or str(value) in str(refused.value)


@settings(max_examples=60, deadline=None)
@given(noise=st.binary(max_size=300))
def test_any_bytes_for_a_table_are_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes
) -> None:
    folder = tmp_path_factory.mktemp("noise")
    (folder / "table.json").write_bytes(noise)
    with pytest.raises(TaughtError) as refused:
        load(folder)
    assert "\n" not in str(refused.value)


def test_a_take_without_corners_is_found_by_itself(tmp_path: Path) -> None:
    picture, corners = bare_picture(6, mat="slate", line=1.6, glare=0.0)
    cv2.imwrite(str(tmp_path / "empty.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    found = np.array(from_take(tmp_path).corners_px)
    cell = np.hypot(*(corners[1] - corners[0])) / 5
    off = min(np.hypot(*(np.roll(found, k, axis=0) - corners).T).max() for k in range(4))
    assert off < 0.1 * cell


def test_no_grid_is_found_where_there_is_none(tmp_path: Path) -> None:
    cv2.imwrite(
        str(tmp_path / "empty.jpg"), np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    )
    with pytest.raises(TaughtError, match="four corners"):
        from_take(tmp_path)


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([[100, 100], [100, 400], [400, 400], [400, 100]], "anticlockwise"),
        ([[100, 100], [400, 400], [400, 100], [100, 400]], "square-like"),
        ([[100, 100], [120, 100], [120, 120], [100, 120]], "too small"),
        ([[100, 100], [900, 100], [900, 400], [100, 400]], "outside"),
    ],
)
def test_corners_that_are_no_grid_are_refused(corners: list[list[float]], why: str) -> None:
    with pytest.raises(TaughtError, match=why):
        learn_grid(np.zeros((480, 854, 3), np.uint8), corners)


@pytest.mark.parametrize("seed", range(6))
def test_a_dragged_finger_is_moved_onto_the_lines(seed: int) -> None:
    picture, corners = bare_picture(
        seed, mat=("felt", "kraft", "black")[seed % 3], line=1.8, blur=0.6, jpeg=80
    )
    cell = float(np.hypot(*(corners[1] - corners[0]))) / 5
    taps = corners + np.random.default_rng(seed).uniform(-0.08, 0.08, (4, 2)) * cell
    before = np.hypot(*(taps - corners).T).max()
    after = np.hypot(*(np.array(learn_grid(picture, taps.tolist()).corners_px) - corners).T).max()
    # the lens bends the lines by some hundredths of a cell, which four corners cannot follow
    assert after < max(0.06 * cell, 0.9 * before)


def test_without_lines_the_taps_stand() -> None:
    picture = np.full((480, 640, 3), 120, np.uint8)
    picture += np.random.default_rng(2).integers(0, 6, picture.shape, np.uint8)
    taps = [[100.0, 100.0], [400.0, 100.0], [400.0, 400.0], [100.0, 400.0]]
    assert np.allclose(learn_grid(picture, taps).corners_px, taps)
