"""Draws what was seen. The only module of `vision` that draws; nothing here feeds back into a reading.

What a colour tells a shape tells too: nobody has to tell red from green.
"""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import FONT, SIZE, Box, Dot, beside, box_of, in_a_corner
from vision.observation import EMPTY, GRID_SIDE, RED, UNKNOWN, WHITE, WHY, Rows
from vision.plane import cells_to_picture, through
from vision.pose import Camera
from vision.state import FigureSeen, Floats, GridState, RaceState, State, TileSeen, along_edges, body_px
from vision.taught_grid import Corners
from vision.traced import GATE, ZoneKind

Colour: TypeAlias = tuple[int, int, int]
Picture: TypeAlias = NDArray[np.uint8]

GRID_COLOUR: Colour = (90, 220, 255)
FIRST_COLOUR: Colour = (60, 140, 255)
LETTER_COLOURS: dict[str, Colour] = {RED: (60, 60, 230), WHITE: (245, 245, 245), UNKNOWN: (0, 200, 255)}
TILE_COLOUR: Colour = (235, 200, 90)
ZONE_COLOURS: dict[ZoneKind, Colour] = {
    "mausoleum": (235, 150, 215),
    "grave": (120, 225, 130),
    "brain": (150, 150, 255),
    "gate": (90, 220, 255),
}
FIGURE_COLOUR: Colour = (255, 255, 255)
HAND_COLOUR: Colour = (200, 90, 30)
DARK: Colour = (20, 20, 20)
"""BGR."""

ARROW_MM = 26.0
"""From the middle of the feet: clear of any shoe."""
LEAST_RING_PX = 3


def over(picture: Picture, state: State, taken_s: float) -> Picture:
    """A copy of a frame with all that the eye has of it drawn on it, and a line that says how it is."""
    match state:
        case GridState():
            known = state.blind is None
            drawn = grid_over(picture, state.corners_px, state.looking) if known else picture.copy()
        case RaceState():
            drawn = race_over(picture, state)
        case _:
            assert_never(state)
    _line_below(drawn, _in_words(state, taken_s))
    return drawn


def race_over(picture: Picture, state: RaceState) -> Picture:
    """A copy of a frame with tiles, zones, figures and hands drawn on it.

    A tile has a dot at its top-left corner as traced. A mausoleum bears a roof, a grave a cross, a brain a
    ring with a dot, a gate a dotted line whose first point is a square. A figure has its feet, its name, an
    arrow ahead and a ring as wide as it is unsure (two standard deviations); feet crossed out have fallen,
    feet in dots are in a hand. Names stand where they cover no figure, if there is such a place.
    """
    drawn = picture.copy()
    thick = _thick(drawn)
    if state.hands is not None:
        _shade(drawn, state.hands)
    if state.camera is None:
        return drawn
    bodies = [_body(state.camera, figure) for figure in state.figures if figure.feet_mm is not None]
    for tile in state.tiles:
        _tile(drawn, state.camera, tile, bodies, thick)
    for figure in state.figures:
        if figure.feet_mm is not None:
            _figure(drawn, state.camera, figure, figure.feet_mm, bodies, thick)
    return drawn


def grid_over(
    picture: NDArray[np.uint8], corners_px: Corners, looking: Rows | None = None
) -> NDArray[np.uint8]:
    """A copy of a frame with the grid drawn on it, its first corner marked, and a mark on each cell read.

    A cross marks white, a ring red, a question mark an unknown cell: shapes as well as colours.
    """
    drawn = picture.copy()
    matrix = cells_to_picture(corners_px)
    thick = _thick(picture)
    for i in range(GRID_SIDE + 1):
        for ends in ([[i, 0], [i, GRID_SIDE]], [[0, i], [GRID_SIDE, i]]):
            a, b = _points(matrix, np.array(ends, dtype=np.float64))
            cv2.line(drawn, a, b, GRID_COLOUR, thick, cv2.LINE_AA)
    cv2.circle(drawn, _points(matrix, np.zeros((1, 2)))[0], 5 * thick, FIRST_COLOUR, -1, cv2.LINE_AA)
    if looking is not None:
        for row, letters in enumerate(looking):
            for column, letter in enumerate(letters):
                _mark(drawn, matrix, row, column, letter, thick)
    return drawn


def _points(matrix: NDArray[np.float64], cells: NDArray[np.float64]) -> list[tuple[int, int]]:
    return [(round(float(x)), round(float(y))) for x, y in through(matrix, cells)]


def _mark(  # noqa: PLR0917
    drawn: NDArray[np.uint8], matrix: NDArray[np.float64], row: int, column: int, letter: str, thick: int
) -> None:
    if letter == EMPTY:
        return
    middle, side = _points(matrix, np.array([[column + 0.5, row + 0.5], [column + 0.7, row + 0.5]]))
    reach = max(2, round(float(np.hypot(side[0] - middle[0], side[1] - middle[1]))))
    x, y = middle
    # dark below, colour on top: seen on light and dark pieces alike
    for colour, width in (((20, 20, 20), 3 * thick), (LETTER_COLOURS[letter], thick)):
        if letter == RED:
            cv2.circle(drawn, middle, reach, colour, width, cv2.LINE_AA)
        elif letter == WHITE:
            cv2.line(drawn, (x - reach, y - reach), (x + reach, y + reach), colour, width, cv2.LINE_AA)
            cv2.line(drawn, (x - reach, y + reach), (x + reach, y - reach), colour, width, cv2.LINE_AA)
        else:
            scale = reach / 12
            cv2.putText(
                drawn,
                "?",
                (x - reach // 2, y + reach),
                cv2.FONT_HERSHEY_SIMPLEX,
                scale,
                colour,
                width,
                cv2.LINE_AA,
            )


def mirror(picture: NDArray[np.uint8], corners_px: Corners, size_px: int) -> NDArray[np.uint8]:
    """The grid straight from above, `size_px` square (BGR), row 0 on top."""
    n = size_px / GRID_SIDE
    to_cells = np.array([[1 / n, 0, 0.5 / n], [0, 1 / n, 0.5 / n], [0, 0, 1]])
    view = cv2.warpPerspective(
        picture,
        cells_to_picture(corners_px) @ to_cells,
        (size_px, size_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
    )
    return np.asarray(view, dtype=np.uint8)


def _body(camera: Camera, figure: FigureSeen) -> Box:
    """What a figure takes of the picture, however it leans out."""
    body = np.nan_to_num(body_px(camera, figure), nan=0.0, posinf=1e4, neginf=-1e4)
    return box_of(np.clip(body, -1e4, 1e4))


def _tile(drawn: Picture, camera: Camera, tile: TileSeen, bodies: Sequence[Box], thick: int) -> None:
    outline = _dots(camera, along_edges(tile.outline_mm))
    _path(drawn, outline, TILE_COLOUR, thick, closed=True)
    for kind, points_mm in tile.zones:
        points = _dots(camera, points_mm if kind == GATE else along_edges(points_mm))
        if kind == GATE:
            _gate(drawn, points[0], points[-1], thick)
        else:
            _path(drawn, points, ZONE_COLOURS[kind], thick, closed=True)
            _sign(drawn, kind, _dots(camera, points_mm.mean(axis=0)[None])[0], thick)
    first = outline[0]
    cv2.circle(drawn, first, 4 * thick, FIRST_COLOUR, -1, cv2.LINE_AA)
    at = in_a_corner(tile.id, box_of(np.array(outline, np.float64)), bodies, thick)
    _text(drawn, tile.id, at, TILE_COLOUR, thick)


def _sign(drawn: Picture, kind: ZoneKind, at: Dot, thick: int) -> None:
    x, y = at
    r = 6 * thick
    for colour, width in ((DARK, 3 * thick), (ZONE_COLOURS[kind], thick)):
        match kind:
            case "mausoleum":
                wall = [(x - r, y), (x - r, y + r), (x + r, y + r), (x + r, y)]
                _path(drawn, [(x - r - 2, y), (x, y - r), (x + r + 2, y)], colour, width, closed=True)
                _path(drawn, wall, colour, width, closed=False)
            case "grave":
                _path(drawn, [(x, y - r), (x, y + r)], colour, width, closed=False)
                _path(
                    drawn, [(x - r // 2, y - r // 3), (x + r // 2, y - r // 3)], colour, width, closed=False
                )
            case "brain":
                cv2.circle(drawn, at, r, colour, width, cv2.LINE_AA)
                cv2.circle(drawn, at, thick, colour, -1, cv2.LINE_AA)
            case _:
                pass


def _gate(drawn: Picture, first: Dot, last: Dot, thick: int) -> None:
    colour = ZONE_COLOURS["gate"]
    count = max(2, round(np.hypot(last[0] - first[0], last[1] - first[1]) / (6 * thick)))
    for share in np.linspace(0, 1, min(count, 400)):
        at = round(first[0] + share * (last[0] - first[0])), round(first[1] + share * (last[1] - first[1]))
        cv2.circle(drawn, at, 2 * thick, DARK, -1, cv2.LINE_AA)
        cv2.circle(drawn, at, thick, colour, -1, cv2.LINE_AA)
    r = 4 * thick
    cv2.rectangle(
        drawn, (first[0] - r, first[1] - r), (first[0] + r, first[1] + r), colour, thick, cv2.LINE_AA
    )


def _figure(  # noqa: PLR0917
    drawn: Picture, camera: Camera, figure: FigureSeen, feet_mm: Floats, bodies: Sequence[Box], thick: int
) -> None:
    middle_mm = feet_mm.mean(axis=0)
    feet = _dots(camera, feet_mm)
    middle, side = _dots(camera, np.stack([middle_mm, middle_mm + np.array([2 * figure.unsure_mm, 0.0])]))
    reach = round(float(np.hypot(side[0] - middle[0], side[1] - middle[1])))
    for colour, width in ((DARK, 3 * thick), (FIGURE_COLOUR, thick)):
        if figure.doing == "held":
            for at in feet:
                cv2.circle(drawn, at, width, colour, -1, cv2.LINE_AA)
        else:
            _path(drawn, feet, colour, width, closed=True)
        if figure.doing == "fallen":
            for k in (0, 1):
                a, b = feet[k * len(feet) // 4], feet[(k * len(feet) // 4 + len(feet) // 2) % len(feet)]
                cv2.line(drawn, a, b, colour, width, cv2.LINE_AA)
        cv2.circle(drawn, middle, min(max(reach, LEAST_RING_PX), 4096), colour, width, cv2.LINE_AA)
        if figure.heading_deg is not None:
            turn = np.deg2rad(figure.heading_deg)
            ahead_mm = middle_mm + ARROW_MM * np.array([np.cos(turn), -np.sin(turn)])
            cv2.arrowedLine(drawn, middle, _dots(camera, ahead_mm[None])[0], colour, width, cv2.LINE_AA)
    at = beside(figure.name, _body(camera, figure), bodies, thick)
    _text(drawn, figure.name, at, FIGURE_COLOUR, thick)


def _shade(drawn: Picture, hands: NDArray[np.bool_]) -> None:
    """Hatched as well as coloured."""
    high, wide = drawn.shape[:2]
    covered = cv2.resize(hands.astype(np.uint8), (wide, high), interpolation=cv2.INTER_NEAREST) > 0
    down, across = np.nonzero(covered)
    stripe = (down + across) // 6 % 2 == 0
    seen = drawn[down, across].astype(np.float32)
    share = np.where(stripe, 0.65, 0.35)[:, None]
    drawn[down, across] = np.rint(seen * (1 - share) + np.array(HAND_COLOUR) * share).astype(np.uint8)


def _in_words(state: State, taken_s: float) -> str:
    words = [f"{taken_s:.2f} s"]
    if state.blind is not None:
        words.append(f"blind: {WHY[state.blind]}")
    match state:
        case GridState():
            words += ["hands over"] if state.hands_over else []
        case RaceState():
            words += [f"{figure.name} {figure.doing}" for figure in state.figures]
            words += ["hands over"] if state.hands is not None and state.hands.any() else []
            words += ["dot: a tile's top left"] if state.tiles else []
        case _:
            assert_never(state)
    return "   ".join(words)


def _line_below(drawn: Picture, words: str) -> None:
    thick = _thick(drawn)
    high = drawn.shape[0]
    strip = drawn[max(0, high - 18 * thick) :]
    strip[:] = strip // 3
    _text(drawn, words, (6 * thick, high - 6 * thick), FIGURE_COLOUR, thick)


def _text(drawn: Picture, words: str, at: Dot, colour: Colour, thick: int) -> None:
    for ink, width in ((DARK, 3 * thick), (colour, thick)):
        cv2.putText(drawn, words, at, FONT, SIZE * thick, ink, width, cv2.LINE_AA)


def _path(drawn: Picture, points: list[Dot], colour: Colour, width: int, *, closed: bool) -> None:
    cv2.polylines(drawn, [np.array(points, np.int32)], closed, colour, width, cv2.LINE_AA)


def _dots(camera: Camera, table_mm: Floats) -> list[Dot]:
    """Whole pixels; what lies behind the camera or far out is drawn at the end of what can be drawn."""
    at = np.nan_to_num(camera.to_picture(table_mm, 0.0), nan=0.0, posinf=1e4, neginf=-1e4)
    return [(int(x), int(y)) for x, y in np.rint(np.clip(at, -1e4, 1e4))]


def _thick(picture: Picture) -> int:
    return max(1, round(float(picture.shape[0]) / 480))
