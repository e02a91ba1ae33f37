"""What a camera's lens does to straight lines: measured from pictures of a printed sheet, or assumed.

Pixels: the centre of the first one is (0, 0), x right, y down. *Rays* are x/z and y/z in the camera's own
frame (x right, y down, z forward), free of distortion.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, radians, tan

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

SQUARES = (7, 5)
SQUARE_MM = 30.0
MARKER_MM = 22.0
"""The sheet: a ChArUco board of 7 x 5 squares with markers of DICT_5X5_100."""

LEAST_CORNERS = 8
"""Corners a picture must show: its place and turn take three, and more than half are left as evidence."""
LEAST_PICTURES = 4
LEAST_TILT_DEG = 12.0
"""Held flat towards the camera, a sheet cannot tell a longer lens from a sheet held farther away."""
WORST_FIT_PX = 1.0
"""At a width of 1280. Found corners are good to 0.1 to 0.3 px; a bent sheet or blur leaves more than this."""
WORST_MIDDLE_PX = 1.0
"""At a width of 1280: how far the lens may be unsure over the middle of the picture, where tiles lie."""
WEBCAM_DIAGONAL_DEG = 78.0
"""What makers state most often for webcams with a fixed lens."""

# What is known of webcams before any picture was taken, as standard deviations: the axis from the middle (as
# a share of the width) and the five numbers of distortion. They decide only what the pictures leave open.
_AXIS_SHARE = 0.01
_DISTORTION = np.array([0.2, 0.2, 0.001, 0.001, 0.05])
_NOISE_PX = 0.3  # of a found corner before the pictures have told how good they are
_TURNS = 12


class LensError(Exception):
    """The pictures do not give a lens; the one line says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """How rays and pixels go together.

    `size_px` is width, height; `matrix` 3 x 3 as in OpenCV with square pixels; `distortion` k1, k2, p1, p2,
    k3. `error_px` is how far a point in the middle of the picture may be off (one standard deviation), None
    when the lens is assumed and nobody knows.
    """

    size_px: tuple[int, int]
    matrix: Floats
    distortion: Floats
    error_px: float | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lens) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash(self._told())

    def _told(self) -> tuple[object, ...]:
        return self.size_px, self.matrix.tobytes(), self.distortion.tobytes(), self.error_px

    def in_words(self) -> str:
        """One line for people: how good this lens is."""
        if self.error_px is None:
            return "the lens is assumed, not measured: heights and places may be off by several millimetres"
        good = "well known" if self.error_px <= 0.5 * self.size_px[0] / 1280 else "roughly known"
        return f"the lens is {good}: measured to {self.error_px:.2f} px"

    def scaled(self, size_px: tuple[int, int]) -> "Lens":
        """The same lens at another resolution of the same shape; LensError when the shape is another."""
        if size_px == self.size_px:
            return self
        across, down = size_px[0] / self.size_px[0], size_px[1] / self.size_px[1]
        # a row or column more or less comes from rounding; anything beyond is another cut of the sensor
        off = abs(size_px[1] - self.size_px[1] * across), abs(size_px[0] - self.size_px[0] * down)
        if min(off) > 1:
            raise LensError(
                f"the lens was measured at {self.size_px[0]} x {self.size_px[1]}; a picture of "
                f"{size_px[0]} x {size_px[1]} has another shape: set the camera back or measure anew"
            )
        matrix = self.matrix.copy()
        matrix[0] *= across
        matrix[1] *= down
        matrix[0, 2] = (self.matrix[0, 2] + 0.5) * across - 0.5
        matrix[1, 2] = (self.matrix[1, 2] + 0.5) * down - 0.5
        error = None if self.error_px is None else self.error_px * across
        return Lens(size_px, matrix, self.distortion, error)

    def to_rays(self, points_px: Floats) -> Floats:
        """N x 2 pixels as N x 2 undistorted rays."""
        points = np.ascontiguousarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
        if not len(points):
            return np.zeros((0, 2))
        until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 40, 1e-9)
        rays = cv2.undistortPointsIter(points, self.matrix, self.distortion, np.eye(3), np.eye(3), until)
        return np.asarray(rays, dtype=np.float64).reshape(-1, 2)

    def to_picture(self, points_camera: Floats) -> Floats:
        """N x 3 points before the camera, in any unit, as N x 2 pixels."""
        x, y, z = np.asarray(points_camera, dtype=np.float64).reshape(-1, 3).T
        x, y = x / z, y / z
        k1, k2, p1, p2, k3 = self.distortion
        r = x * x + y * y
        out = 1 + r * (k1 + r * (k2 + r * k3))
        bent_x = x * out + 2 * p1 * x * y + p2 * (r + 2 * x * x)
        bent_y = y * out + p1 * (r + 2 * y * y) + 2 * p2 * x * y
        m = self.matrix
        return np.stack([m[0, 0] * bent_x + m[0, 2], m[1, 1] * bent_y + m[1, 2]], axis=1)


def assumed(size_px: tuple[int, int]) -> Lens:
    """A common webcam's lens without distortion, for a camera of which no sheet was shown."""
    width, height = size_px
    focal = 0.5 * hypot(width, height) / tan(radians(WEBCAM_DIAGONAL_DEG / 2))
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    return Lens(size_px, matrix, np.zeros(5), None)


@dataclass(frozen=True, slots=True, eq=False)
class _Shot:
    """The sheet's corners in one picture: N x 3 mm on the sheet, N x 2 px."""

    sheet_mm: Floats
    corners_px: Floats


def calibrate(pictures: Sequence[Picture]) -> Lens:
    """The lens from pictures of the sheet, all of one size. LensError when they do not give a good one."""
    return calibrate_telling(pictures)[0]


def calibrate_telling(pictures: Sequence[Picture]) -> tuple[Lens, list[int]]:
    """As `calibrate`, and the indexes of the pictures in which the sheet cannot be read."""
    if not pictures:
        raise LensError("no pictures of the lens sheet: hold it before the camera and take about ten")
    sizes = {(p.shape[1], p.shape[0]) for p in pictures}
    if len(sizes) > 1:
        told = ", ".join(f"{w} x {h}" for w, h in sorted(sizes))
        raise LensError(f"the pictures of the lens sheet have different sizes ({told}): take all alike")
    size_px = sizes.pop()
    read = [_corners(picture) for picture in pictures]
    shots = [shot for shot in read if shot is not None]
    if len(shots) < LEAST_PICTURES:
        raise LensError(
            f"the lens sheet can be read in {len(shots)} of {len(pictures)} pictures and {LEAST_PICTURES} "
            "are needed: light it evenly without glare, hold it still and whole in the picture"
        )
    return _fitted(size_px, shots), [index for index, shot in enumerate(read) if shot is None]


@lru_cache(maxsize=1)
def _sheet() -> tuple[cv2.aruco.CharucoDetector, Floats]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    board = cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)
    looking = cv2.aruco.DetectorParameters()
    looking.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # Paper nearly blown out swells: its bits run into one another and into the black frame. Judged by their
    # middles and with errors forgiven, they are still told apart; all must then lie on one sheet anyway.
    looking.perspectiveRemovePixelPerCell = 12
    looking.perspectiveRemoveIgnoredMarginPerCell = 0.33
    looking.maxErroneousBitsInBorderRate = 0.5
    looking.errorCorrectionRate = 1.0
    detector = cv2.aruco.CharucoDetector(board, cv2.aruco.CharucoParameters(), looking)
    return detector, np.asarray(board.getChessboardCorners(), dtype=np.float64)


def _corners(picture: Picture) -> _Shot | None:
    """The sheet's inner corners where it can be read.

    Markers are read on an enlarged picture, as their squares may be three pixels wide. They say where about
    each corner must lie, also beside markers that could not be read; then each is measured in the picture
    itself, and one that is not where its neighbours say is left out.
    """
    grey = np.asarray(picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    detector, sheet_mm = _sheet()
    for scale in (2, 4, 1):
        large = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        found, ids, _, _ = detector.detectBoard(large)
        if ids is not None and len(ids) >= LEAST_CORNERS:
            break
    else:
        return None
    rough = (np.asarray(found, dtype=np.float64).reshape(-1, 2) + 0.5) / scale - 0.5
    plane = cv2.findHomography(sheet_mm[np.ravel(ids), :2], rough, cv2.RANSAC, 3.0)[0]
    if plane is None:
        return None
    at = cv2.perspectiveTransform(sheet_mm[None, :, :2], plane)[0]
    high, wide = grey.shape
    seen = np.all((at > 8) & (at < np.array([wide - 9, high - 9])), axis=1)
    if seen.sum() < LEAST_CORNERS:
        return None
    known, at = sheet_mm[seen], at[seen]
    fine = _measured(grey, at, _square_px(np.asarray(plane, dtype=np.float64)))
    # neighbours within a picture agree but for the lens's bend, which a homography mostly takes up
    plane = cv2.findHomography(known[:, :2], fine, cv2.RANSAC, 1.5)[0]
    if plane is None:
        return None
    off = np.hypot(*(cv2.perspectiveTransform(known[None, :, :2], plane)[0] - fine).T)
    good = (off < max(1.5, 4 * float(np.median(off)))) & (np.hypot(*(fine - at).T) < 4.0)
    if good.sum() < LEAST_CORNERS or np.linalg.matrix_rank(known[good][:, :2] - known[good][0, :2]) < 2:
        return None
    return _Shot(known[good], fine[good])


def _measured(grey: Picture, at: Floats, square_px: float) -> Floats:
    """Corners moved to where four squares meet, with a window that keeps clear of the markers."""
    half = int(np.clip(square_px * (SQUARE_MM - MARKER_MM) / 2 / SQUARE_MM * 1.3, 2, 10))
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 40, 1e-3)
    start = np.ascontiguousarray(at, dtype=np.float32).reshape(-1, 1, 2)
    return cv2.cornerSubPix(grey, start, (half, half), (-1, -1), until).reshape(-1, 2).astype(np.float64)


def _square_px(plane: Floats) -> float:
    """About how many pixels a square of the sheet is wide, where it is smallest."""
    wide, high = SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM
    rim = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], dtype=np.float64)
    quad = cv2.perspectiveTransform(rim, plane)[0]
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T) / np.array([7, 5, 7, 5])
    return float(sides.min())


def _fitted(size_px: tuple[int, int], shots: list[_Shot]) -> Lens:
    """All pictures fitted together; whole pictures that do not agree with the others are left out."""
    unit = size_px[0] / 1280
    while True:
        fit = _Fit(size_px, shots)
        worst = max(range(len(shots)), key=lambda i: fit.by_shot[i])
        others = float(np.median(fit.by_shot))
        if fit.by_shot[worst] <= max(3.0 * others, 0.6 * unit) or len(shots) <= LEAST_PICTURES:
            break
        shots = shots[:worst] + shots[worst + 1 :]
    if fit.noise_px > WORST_FIT_PX * unit:
        raise LensError(
            f"the pictures of the lens sheet disagree by {fit.noise_px:.1f} px: is the sheet flat and the "
            "camera's focus fixed? Glue the sheet to a board, hold it still, and take the pictures again"
        )
    tilt = fit.greatest_tilt_deg()
    unsure = fit.unsure_px()
    if tilt < LEAST_TILT_DEG or unsure > WORST_MIDDLE_PX * unit:
        ask = (
            "tilt it by 20 to 40 degrees, each time another way"
            if tilt < 2 * LEAST_TILT_DEG
            else "hold it in more places, out to the corners of the picture"
        )
        raise LensError(f"the pictures leave the lens unsure by {unsure:.1f} px: {ask}, and take them again")
    return Lens(size_px, fit.matrix(), fit.inner[3:].copy(), unsure)


class _Fit:
    """One lens and a place of the sheet for every shot: least squares, with what is known of webcams beside.

    Where pictures say little (the sheet was never near the corners), what is known of webcams keeps the
    distortion from running wild there; where they say much, it has no say.
    """

    def __init__(self, size_px: tuple[int, int], shots: list[_Shot]) -> None:
        self._size = size_px
        self._shots = shots
        first = assumed(size_px)
        width = size_px[0]
        self._known = np.array([first.matrix[0, 0], first.matrix[0, 2], first.matrix[1, 2], *np.zeros(5)])
        loose = 10.0 * width  # the focal length is free
        self._spread = np.array([loose, _AXIS_SHARE * width, _AXIS_SHARE * width, *_DISTORTION])
        self.inner = self._known.copy()
        self.inner[0] = self._first_focal()
        self._views = self._first_views()
        self.noise_px = _NOISE_PX * width / 1280
        for _ in range(4):
            self._turn_until_still()
            self.noise_px = self._noise()
        # once more, with the corners' own noise known
        self._normal = self._system()[0]

    def matrix(self) -> Floats:
        f, x, y = self.inner[:3]
        return np.array([[f, 0, x], [0, f, y], [0, 0, 1]])

    def greatest_tilt_deg(self) -> float:
        """How far the sheet's directions lie apart, as seen from the camera: what tells the focal length."""
        faces = np.stack([cv2.Rodrigues(v[:3])[0][:, 2] for v in self._views])
        apart = np.degrees(np.arccos(np.clip(faces @ faces.T, -1, 1)))
        return float(apart.max())

    def unsure_px(self) -> float:
        """How far the middle of the picture may be off, after a table's pose has taken up what it can.

        The middle is an ellipse of three quarters of width and height; heights up to 60 mm above a table
        700 mm away count too, as a too long lens shows first in what stands up.
        """
        inner = slice(0, len(self.inner))
        try:
            spread = np.linalg.inv(self._normal)[inner, inner]
        except np.linalg.LinAlgError:
            return float("inf")
        rng = np.random.default_rng(0)
        try:
            drawn = rng.multivariate_normal(np.zeros(len(self.inner)), spread, size=40, method="cholesky")
        except np.linalg.LinAlgError:
            return float("inf")
        points = self._table()
        here = self._project(self.inner, points)
        tied = self._pose_columns(points)
        total = 0.0
        for step in drawn:
            off = (self._project(self.inner + step, points) - here).ravel()
            taken = np.linalg.lstsq(tied, off, rcond=None)[0]
            total += float(np.mean((off - tied @ taken) ** 2)) * 2
        return float(np.sqrt(total / len(drawn)))

    def _table(self) -> Floats:
        f = self.inner[0]
        turns, outs = np.meshgrid(np.linspace(0, 2 * np.pi, 16, endpoint=False), [0.12, 0.24, 0.36])
        across, down = outs * np.cos(turns) * self._size[0], outs * np.sin(turns) * self._size[1]
        rays = np.stack([across.ravel() / f, down.ravel() / f, np.ones(across.size)], axis=1)
        return np.concatenate([rays * 700.0, rays * 640.0])

    def _project(self, inner: Floats, points: Floats) -> Floats:
        f, x, y = inner[:3]
        return Lens(self._size, np.array([[f, 0, x], [0, f, y], [0, 0, 1]]), inner[3:], None).to_picture(
            points
        )

    def _pose_columns(self, points: Floats) -> Floats:
        zero = np.zeros(3)
        jac = cv2.projectPoints(points, zero, zero, self.matrix(), self.inner[3:])[1]
        return np.asarray(jac[:, :6], dtype=np.float64)

    def _first_focal(self) -> float:
        whole = [s for s in self._shots if len(s.corners_px) >= LEAST_CORNERS]
        guess = cv2.initCameraMatrix2D(
            [s.sheet_mm.astype(np.float32) for s in whole],
            [s.corners_px.astype(np.float32) for s in whole],
            self._size,
        )[0, 0]
        usual = float(self._known[0])
        return float(guess) if np.isfinite(guess) and 0.4 * usual < guess < 3 * usual else usual

    def _first_views(self) -> list[Floats]:
        views = []
        for s in self._shots:
            # both ways a flat sheet can be tilted to look about the same; the better one goes on
            _, turns, shifts, errors = cv2.solvePnPGeneric(
                s.sheet_mm, s.corners_px, self.matrix(), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
            )
            best = int(np.argmin(np.asarray(errors).ravel()))
            views.append(np.concatenate([np.ravel(turns[best]), np.ravel(shifts[best])]))
        return views

    def _turn_until_still(self) -> None:
        damping, cost = 1e-3, self._cost(self.inner, self._views)
        for _ in range(_TURNS * 3):
            normal, pull = self._system()
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), pull)
            count = len(self.inner)
            inner = self.inner + step[:count]
            views = [v + step[count + 6 * i : count + 6 * i + 6] for i, v in enumerate(self._views)]
            after = self._cost(inner, views)
            if after < cost:
                done = cost - after < 1e-7 * cost
                self.inner, self._views, cost = inner, views, after
                damping = max(damping / 5, 1e-9)
                if done:
                    return
            else:
                damping *= 8
                if damping > 1e6:
                    return

    def _cost(self, inner: Floats, views: list[Floats]) -> float:
        total = float((((inner - self._known) / self._spread) ** 2).sum())
        f, x, y = inner[:3]
        matrix = np.array([[f, 0, x], [0, f, y], [0, 0, 1]])
        for s, v in zip(self._shots, views, strict=True):
            at = cv2.projectPoints(s.sheet_mm, v[:3], v[3:], matrix, inner[3:])[0].reshape(-1, 2)
            off = np.hypot(*(s.corners_px - at).T) / self.noise_px
            total += float(np.where(off < 2.5, off**2, 5.0 * off - 6.25).sum())
        return total if np.isfinite(total) else float("inf")

    def _system(self) -> tuple[Floats, Floats]:
        """Normal equations in units of the noise, corners far off weighing less."""
        count = len(self.inner)
        size = count + 6 * len(self._shots)
        normal, pull = np.zeros((size, size)), np.zeros(size)
        normal[range(count), range(count)] = 1 / self._spread**2
        pull[:count] = (self._known - self.inner) / self._spread**2
        self.by_shot = []
        for i, (s, v) in enumerate(zip(self._shots, self._views, strict=True)):
            at, jac = cv2.projectPoints(s.sheet_mm, v[:3], v[3:], self.matrix(), self.inner[3:])
            # OpenCV's columns: turn, shift, fx, fy, cx, cy, k1, k2, p1, p2, k3; our pixels are square
            lens = np.concatenate([jac[:, 6:7] + jac[:, 7:8], jac[:, 8:15]], axis=1)
            off = s.corners_px - at.reshape(-1, 2)
            far = np.hypot(*off.T)
            self.by_shot.append(float(np.sqrt(np.mean(far**2) / 2)))
            weight = np.repeat(np.minimum(1.0, 2.5 * self.noise_px / np.maximum(far, 1e-9)), 2)
            weight /= self.noise_px**2
            rows = np.concatenate([lens, jac[:, :6]], axis=1)
            here = np.r_[0:count, count + 6 * i : count + 6 * i + 6]
            normal[np.ix_(here, here)] += rows.T @ (rows * weight[:, None])
            pull[here] += rows.T @ (weight * off.ravel())
        return normal, pull

    def _noise(self) -> float:
        """What a corner is off by, in x or in y, after the freedom of the fit is taken off."""
        self._system()
        rows = [2 * len(s.corners_px) for s in self._shots]
        squares = sum(n * e**2 for n, e in zip(rows, self.by_shot, strict=True))
        free = max(1, sum(rows) - 6 * len(rows) - len(self.inner))
        return max(float(np.sqrt(squares / free)), 0.02 * self._size[0] / 1280)
