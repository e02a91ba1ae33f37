"""What `tableside kit` writes: printed in true size, it is the sheet that the eye reads."""

from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.__main__ import obey
from companion.kit.lens_sheet import SIZE_MM, black
from companion.kit.pages import A4, HOLD, MEASURE, PAPERS, RULER_MM, TOP_MM, Paper, lens_sheet
from vision.lens import MARKER_MM, SQUARE_MM, SQUARES, Lens, calibrate

MADE = datetime(2026, 12, 1, tzinfo=UTC)
POINTS_A_MM = 72 / 25.4
PX_A_MM = 6
"""A pixel of a printed page, as these tests see it."""

Picture = NDArray[np.uint8]


def printed(paper: Paper, px_a_mm: float = PX_A_MM) -> Picture:
    """The page as another program than ours draws it: H x W, grey."""
    with pypdfium2.PdfDocument(lens_sheet(paper, MADE)) as pdf:
        assert len(pdf) == 1
        drawn = pdf[0].render(scale=px_a_mm / POINTS_A_MM, grayscale=True).to_numpy()
        return np.array(drawn, dtype=np.uint8).reshape(drawn.shape[:2])


def on_page(paper: Paper) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The sheet's inner corners in mm on the page, as found, and their numbers."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    board = cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)
    page = printed(paper)
    corners, numbers, _, markers = cv2.aruco.CharucoDetector(board).detectBoard(page)
    assert len(markers) == len(board.getIds())
    high, wide = page.shape  # whole pixels, and the page is stretched a little to fill them
    px_a_mm = np.array([wide, high]) / paper.size_mm
    return (np.asarray(corners, np.float64).reshape(-1, 2) + 0.5) / px_a_mm, np.ravel(numbers)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
class TestTheSheet:
    def test_every_corner_lies_where_it_must_to_a_twentieth_of_a_millimetre(self, paper: Paper) -> None:
        found, numbers = on_page(paper)
        across, down = (n - 1 for n in SQUARES)
        assert numbers.tolist() == list(range(across * down))
        steps = np.stack(np.meshgrid(np.arange(across), np.arange(down)), axis=-1).reshape(-1, 2)
        assert np.abs(found - found[0] - steps * SQUARE_MM).max() < 0.05

    def test_the_page_is_as_large_as_the_paper_and_keeps_clear_of_what_printers_leave_white(
        self, paper: Paper
    ) -> None:
        with pypdfium2.PdfDocument(lens_sheet(paper, MADE)) as pdf:
            size_mm = np.array(pdf[0].get_size()) / POINTS_A_MM
        assert np.abs(size_mm - paper.size_mm).max() < 0.05
        rows, columns = np.nonzero(printed(paper) < 250)
        free_mm = [
            columns.min() / PX_A_MM,
            rows.min() / PX_A_MM,
            paper.size_mm[0] - columns.max() / PX_A_MM,
            paper.size_mm[1] - rows.max() / PX_A_MM,
        ]
        assert min(free_mm) > 7.0

    def test_the_line_that_says_it_is_100_mm_long_is(self, paper: Paper) -> None:
        dark = printed(paper, 20) < 128
        below = int((TOP_MM + SIZE_MM[1] + 2) * 20)  # under the sheet
        runs = []
        for row in dark[below:]:
            edges = np.flatnonzero(np.diff(np.r_[False, row, False]))
            runs += (edges[1::2] - edges[::2]).tolist()
        assert max(runs) / 20 == pytest.approx(RULER_MM, abs=0.1)

    def test_it_tells_how_to_hold_it_and_asks_the_printer_not_to_scale(self, paper: Paper) -> None:
        content = lens_sheet(paper, MADE)
        with pypdfium2.PdfDocument(content) as pdf:
            words = " ".join(pdf[0].get_textpage().get_text_bounded().split())
        assert MEASURE in words
        assert HOLD in words
        assert b"/PrintScaling /None" in content

    def test_the_same_sheet_is_the_same_file(self, paper: Paper) -> None:
        assert lens_sheet(paper, MADE) == lens_sheet(paper, MADE)


def test_ten_pictures_of_the_printed_sheet_give_the_lens() -> None:
    px = 4
    page = printed(A4, px)
    matrix = np.array([[900.0, 0, 632], [0, 900, 365], [0, 0, 1]])
    rng = np.random.default_rng(7)
    shots = []
    for _ in range(10):
        turn = cv2.Rodrigues(np.array([*rng.uniform(-0.5, 0.5, 2), rng.uniform(-1, 1)]))[0]
        middle = np.array([A4.size_mm[0] / 2, TOP_MM + SIZE_MM[1] / 2, 0])
        at = np.array([*rng.uniform(-60, 60, 2), rng.uniform(450, 560)]) - turn @ middle
        to_mm = np.array([[1 / px, 0, 0.5 / px], [0, 1 / px, 0.5 / px], [0, 0, 1]])
        seen = matrix @ np.column_stack([turn[:, 0], turn[:, 1], at]) @ to_mm
        soft = np.asarray(cv2.GaussianBlur(page, (0, 0), 1.0))
        shots.append(np.asarray(cv2.warpPerspective(soft, seen, (1280, 720), borderValue=(90,)), np.uint8))
    lens = calibrate(shots)
    assert isinstance(lens, Lens)
    assert lens.matrix[0, 0] == pytest.approx(900, rel=0.004)
    assert lens.error_px is not None
    assert lens.error_px < 0.5


@settings(max_examples=200, deadline=None)
@given(st.floats(0.01, SIZE_MM[0] - 0.01), st.floats(0.01, SIZE_MM[1] - 0.01))
def test_no_two_areas_lie_over_one_another_and_none_leaves_the_sheet(x: float, y: float) -> None:
    areas = black()
    inside = [
        one
        for one in areas
        if one.x_mm < x < one.x_mm + one.wide_mm and one.y_mm < y < one.y_mm + one.high_mm
    ]
    assert len(inside) <= 1
    assert min(min(one.x_mm, one.y_mm) for one in areas) >= 0
    assert max(one.x_mm + one.wide_mm for one in areas) <= SIZE_MM[0]
    assert max(one.y_mm + one.high_mm for one in areas) <= SIZE_MM[1]


class TestTheCommand:
    def test_it_writes_a_file_for_each_paper_and_says_where(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "to print"
        assert obey(["kit", str(folder)]) == 0
        names = ["lens-sheet-a4.pdf", "lens-sheet-letter.pdf"]
        assert sorted(path.name for path in folder.iterdir()) == names
        out, err = capfd.readouterr()
        assert [line.split(": ")[0] for line in out.splitlines()] == [str(folder / name) for name in names]
        assert err == ""
        assert all((folder / name).read_bytes().startswith(b"%PDF-") for name in names)

    def test_without_a_folder_it_writes_where_one_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert obey(["kit"]) == 0
        assert (tmp_path / "lens-sheet-a4.pdf").is_file()

    def test_a_file_that_is_there_is_kept_unless_told_otherwise(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        mine = tmp_path / "lens-sheet-letter.pdf"
        mine.write_text("mine", encoding="utf-8")
        assert obey(["kit", str(tmp_path)]) == 2
        said = capfd.readouterr().err
        assert said == f"tableside: {mine}: is there already; say --replace to write it anew\n"
        assert [path.name for path in tmp_path.iterdir()] == [mine.name]  # not the other one either
        assert mine.read_text(encoding="utf-8") == "mine"
        assert obey(["kit", str(tmp_path), "--replace"]) == 0
        assert mine.read_bytes().startswith(b"%PDF-")

    @pytest.mark.parametrize("more", [[], ["--replace"]])
    def test_a_folder_of_that_name_is_said_in_one_line(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str], more: list[str]
    ) -> None:
        (tmp_path / "lens-sheet-a4.pdf").mkdir()
        assert obey(["kit", str(tmp_path), *more]) == 2
        assert capfd.readouterr().err.count("\n") == 1

    def test_a_file_for_a_folder_is_said_in_one_line(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("mine", encoding="utf-8")
        for told in (file, file / "deeper"):
            assert obey(["kit", str(told)]) == 2
            said = capfd.readouterr().err
            assert "notes.txt" in said
            assert said.count("\n") == 1
        assert file.read_text(encoding="utf-8") == "mine"
