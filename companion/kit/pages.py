"""Pages to print, as PDF: lines and areas in true size, so that a printer may be as fine as it can."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from companion.kit.lens_sheet import SIZE_MM, Rectangle, black
from vision.lens import SQUARE_MM, SQUARES

RULER_MM = 100.0
TOP_MM, RULER_AT_MM = 16.0, 174.0
"""From the page's upper edge: where the sheet begins, and the line to measure under it."""
LINE_MM, TICK_MM = 0.3, 4.0

MEASURE = f"This line is {RULER_MM:.0f} mm long."
IF_NOT = "If your ruler says otherwise, print again at 100 %, without 'fit to page'."
HOLD = (
    "Glue the sheet flat to a board and take ten pictures of it with the camera that hangs over the table, "
    "the sheet held still, whole in the picture and without glare: near and far, in the middle and out in "
    "each corner, every time tilted another way by 20 to 40 degrees."
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, laid on its long side."""

    name: str
    size_mm: tuple[float, float]


A4 = Paper("A4", (297.0, 210.0))
LETTER = Paper("Letter", (279.4, 215.9))
PAPERS = (A4, LETTER)


def lens_sheet(paper: Paper, made: datetime) -> bytes:
    """A PDF of one page: the sheet, a line to measure, how to hold it. `made` is written into the file."""
    wide, high = paper.size_mm
    pdf = FPDF(orientation="landscape", unit="mm", format=(high, wide))
    pdf.set_creation_date(made)
    pdf.set_title("Tableside: the lens sheet")
    pdf.set_lang("en")
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    pdf.set_margin(0)
    pdf.c_margin = 0.0
    pdf.set_auto_page_break(auto=False)
    pdf.add_page()
    left = (wide - SIZE_MM[0]) / 2
    pdf.set_font("Helvetica", size=10)
    across, down = SQUARES
    pdf.text(left, TOP_MM - 6, f"Lens sheet: {across} x {down} squares of {SQUARE_MM:g} mm, for {paper.name}")
    _fill(pdf, black(), left, TOP_MM)
    _ruler(pdf, left, RULER_AT_MM)
    pdf.text(left + RULER_MM + 5, RULER_AT_MM + 1.2, MEASURE)
    pdf.set_xy(left, RULER_AT_MM + 5)
    pdf.multi_cell(SIZE_MM[0], 5, f"{IF_NOT} {HOLD}", align="L")
    return bytes(pdf.output())


def _fill(pdf: FPDF, areas: Sequence[Rectangle], x_mm: float, y_mm: float) -> None:
    """All in one path: areas of a path that touch leave no hair of white between them."""
    with pdf.new_path() as path:
        path.style.fill_color = "#000000"
        path.style.stroke_color = None
        path.style.intersection_rule = "nonzero"
        for one in areas:
            path.rectangle(x_mm + one.x_mm, y_mm + one.y_mm, one.wide_mm, one.high_mm)


def _ruler(pdf: FPDF, x_mm: float, y_mm: float) -> None:
    """A line and a tick at either end; its length is that between the ticks' outer edges."""
    end = x_mm + RULER_MM
    bars = [
        Rectangle(x_mm, y_mm - LINE_MM / 2, RULER_MM, LINE_MM),
        Rectangle(x_mm, y_mm - TICK_MM / 2, LINE_MM, TICK_MM),
        Rectangle(end - LINE_MM, y_mm - TICK_MM / 2, LINE_MM, TICK_MM),
    ]
    _fill(pdf, bars, 0.0, 0.0)
