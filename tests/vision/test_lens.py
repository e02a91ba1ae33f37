"""The lens, from pictures of the printed sheet as people take them."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.lens import (
    MARKER_MM,
    SQUARE_MM,
    SQUARES,
    Floats,
    Lens,
    LensError,
    Picture,
    assumed,
    calibrate,
    calibrate_telling,
)

SIZE = (1280, 720)
LENS = Lens(
    SIZE,
    np.array([[880.0, 0, 646.0], [0, 880, 352], [0, 0, 1]]),
    np.array([0.06, -0.12, 0.0006, -0.0005, 0.01]),
    None,
)


@lru_cache(maxsize=1)
def sheet() -> tuple[Picture, int]:
    """The printed sheet with 9 mm of paper about it, as soft as a pixel sees it, and its samples a mm."""
    px = 6
    board = cv2.aruco.CharucoBoard(
        SQUARES, SQUARE_MM, MARKER_MM, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    )
    size = (int(SQUARES[0] * SQUARE_MM * px), int(SQUARES[1] * SQUARE_MM * px))
    drawn = cv2.copyMakeBorder(board.generateImage(size), *(9 * px,) * 4, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.8 * px * 0.55), dtype=np.uint8), px


@lru_cache(maxsize=2)
def rays_of(lens: Lens) -> Floats:
    xs, ys = np.meshgrid(*(np.arange(n, dtype=np.float64) for n in lens.size_px))
    rays = lens.to_rays(np.stack([xs.ravel(), ys.ravel()], axis=1))
    return np.concatenate([rays, np.ones((len(rays), 1))], axis=1)


def shot(lens: Lens, turn: Floats, at: Floats, white: float, rng: np.random.Generator) -> Picture:
    """The sheet held before a lens: lit so that white is `white` times what the picture can hold."""
    drawn, px = sheet()
    rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
    at = at - rotation @ np.array([SQUARES[0] * SQUARE_MM / 2, SQUARES[1] * SQUARE_MM / 2, 0])
    wide, high = lens.size_px
    rays = rays_of(lens)
    reach = (rotation[:, 2] @ at) / (rays @ rotation[:, 2])
    on = (rays * reach[:, None] - at) @ rotation[:, :2]
    there = ((on + 9) * px - 0.5).astype(np.float32).reshape(high, wide, 2)
    light = cv2.remap(
        drawn,
        there[..., 0].copy(),
        there[..., 1].copy(),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=90,
    )
    noisy = light * white + rng.normal(0, 2.0, light.shape)
    return np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)


def held(count: int, seed: int, white: float = 1.25, tilt: float = 0.45, lens: Lens = LENS) -> list[Picture]:
    """So many pictures of the sheet, tilted every way, mostly in the middle of the picture."""
    rng = np.random.default_rng(seed)
    shots = []
    for _ in range(count):
        turn = np.array([rng.uniform(-tilt, tilt), rng.uniform(-tilt, tilt), rng.uniform(-1, 1)])
        at = np.array([rng.uniform(-90, 90), rng.uniform(-45, 45), rng.uniform(430, 560)])
        shots.append(shot(lens, turn, at, white, rng))
    return shots


def off_over_a_table(found: Lens, true: Lens) -> Floats:
    """How far points of a table lie from where they should, the pose being fitted with the found lens."""
    across, down = np.meshgrid(np.linspace(-260, 260, 9), np.linspace(-160, 160, 7))
    table = np.stack([across.ravel(), down.ravel(), np.zeros(across.size)], axis=1)
    turn, at = np.array([0.08, -0.05, 0.1]), np.array([0.0, 0, 640])
    seen = cv2.projectPoints(table, turn, at, true.matrix, true.distortion)[0]
    _, t, a = cv2.solvePnP(table, seen, found.matrix, found.distortion)
    again = cv2.projectPoints(table, t, a, found.matrix, found.distortion)[0]
    return np.asarray(np.linalg.norm(seen - again, axis=2).ravel(), dtype=np.float64)


@pytest.fixture(scope="module")
def ten() -> list[Picture]:
    return held(10, seed=1)


@pytest.fixture(scope="module")
def measured(ten: list[Picture]) -> Lens:
    return calibrate(ten)


def test_ten_pictures_of_a_blown_out_sheet_give_the_lens_where_tiles_lie(measured: Lens) -> None:
    off = off_over_a_table(measured, LENS)
    assert float(off.mean()) < 0.25
    assert float(off.max()) < 0.8
    assert measured.matrix[0, 0] == pytest.approx(880, rel=0.005)
    assert measured.error_px is not None
    assert measured.error_px < 0.5
    assert "measured" in measured.in_words()


def test_pictures_that_show_no_sheet_or_half_of_it_are_left_out(ten: list[Picture]) -> None:
    blank = np.full((720, 1280), 90, np.uint8)
    half = ten[0].copy()
    half[:, :620] = 90
    smeared = cv2.blur(ten[1], (61, 1))
    found, unread = calibrate_telling([blank, half, np.asarray(smeared, np.uint8), *ten[2:]])
    assert 0 in unread
    assert set(unread) <= {0, 1, 2}
    assert float(off_over_a_table(found, LENS).mean()) < 0.3


def test_a_picture_that_was_mirrored_or_bent_does_not_spoil_the_others(ten: list[Picture]) -> None:
    bent = np.asarray(cv2.warpAffine(ten[3], np.array([[1.0, 0.12, -40], [0, 1.06, 0]]), SIZE), np.uint8)
    found = calibrate([*ten[:3], bent, *ten[4:]])
    assert float(off_over_a_table(found, LENS).mean()) < 0.3


def test_a_sheet_never_tilted_is_refused_and_told_to_be_tilted() -> None:
    with pytest.raises(LensError, match="tilt it"):
        calibrate(held(6, seed=2, tilt=0.02))


def test_three_pictures_are_too_few(ten: list[Picture]) -> None:
    with pytest.raises(LensError, match="can be read in 3 of 4"):
        calibrate([*ten[:3], np.zeros((720, 1280), np.uint8)])


def test_pictures_of_different_sizes_are_refused(ten: list[Picture]) -> None:
    with pytest.raises(LensError, match="different sizes"):
        calibrate([*ten[:5], ten[5][:700]])


def test_no_pictures_say_what_to_do() -> None:
    with pytest.raises(LensError, match="take about ten"):
        calibrate([])


def test_noise_is_no_sheet() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (360, 640, 3), dtype=np.uint8)
    with pytest.raises(LensError, match="can be read in 0 of 5"):
        calibrate([noise] * 5)


def test_a_lens_never_measured_says_so() -> None:
    lens = assumed((1920, 1080))
    assert lens.error_px is None
    assert "assumed" in lens.in_words()
    assert lens.to_rays(np.array([[959.5, 539.5]])) == pytest.approx(0)


def test_rays_and_pixels_are_one_anothers_inverse() -> None:
    points = np.random.default_rng(1).uniform((0, 0), SIZE, (200, 2))
    rays = LENS.to_rays(points)
    assert np.allclose(
        LENS.to_picture(np.concatenate([rays, np.ones((200, 1))], axis=1) * 3), points, atol=1e-5
    )
    zero = np.zeros(3)
    ahead = np.concatenate([rays, np.ones((200, 1))], axis=1)
    again = cv2.projectPoints(ahead, zero, zero, LENS.matrix, LENS.distortion)[0]
    assert np.allclose(again.reshape(-1, 2), points, atol=1e-5)


def test_another_resolution_of_the_same_shape_is_the_same_lens() -> None:
    large = LENS.scaled((1920, 1080))
    points = np.random.default_rng(2).uniform((0, 0), SIZE, (50, 2))
    # the same spot of the sensor: pixel centres are whole numbers, so edges lie at -0.5
    assert np.allclose(large.to_rays((points + 0.5) * 1.5 - 0.5), LENS.to_rays(points), atol=1e-7)


def test_another_shape_is_refused() -> None:
    with pytest.raises(LensError, match="another shape"):
        LENS.scaled((640, 480))
