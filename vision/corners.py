"""The four corners of a 5 x 5 grid in a picture of it bare: found, or moved from a tap onto the lines.

Lines are measured where there are any and never needed: a mat may be five by five painted squares, or a
grid too pale to see, and then the tapped corners stand as they are.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import GRID_SIDE
from vision.plane import Matrix, cells_to_picture, inverse, through

REACH = 0.2
"""Cells a line may lie from where the taps put it: a finger on a 10 inch tablet is off by less."""
AGREE = 0.03
"""Cells within which a measured segment agrees with the fitted grid: a pixel or two at common sizes."""
_FINE = 40  # samples a cell while measuring lines: a line of 1 mm on a 35 mm cell is one sample
_WIDTH = 900  # pixels of width at which the grid is looked for: cells stay above 12 px, noise is averaged


def refine_corners(picture: NDArray[np.uint8], tapped_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners moved onto the printed lines: 4 x 2 in pixels. The taps where lines disagree."""
    corners = tapped_px.astype(np.float64)
    for _ in range(3):
        moved = _refine_once(picture, corners)
        if moved is None:
            return tapped_px
        step = float(np.abs(moved - corners).max())
        corners = moved
        if step < 0.05:
            break
    cell = np.sqrt(cv2.contourArea(tapped_px.astype(np.float32))) / GRID_SIDE
    limits = np.array([picture.shape[1] - 0.5, picture.shape[0] - 0.5])
    inside = bool(np.all(corners > -0.5) and np.all(corners < limits))
    near = float(np.hypot(*(corners - tapped_px).T).max()) <= 1.5 * REACH * cell
    return corners if inside and near else tapped_px


def _refine_once(picture: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.float64] | None:
    to_picture = cells_to_picture(corners)
    margin = 0.5
    side = round((GRID_SIDE + 2 * margin) * _FINE)
    square_to_cells = np.array(
        [[1 / _FINE, 0, 0.5 / _FINE - margin], [0, 1 / _FINE, 0.5 / _FINE - margin], [0, 0, 1]]
    )
    view = cv2.warpPerspective(
        picture,
        to_picture @ square_to_cells,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)
    reach = round(REACH * _FINE)
    pad = reach + 4
    rows: list[list[float]] = []
    for upright in (True, False):
        turned = view if upright else view.transpose(1, 0, 2)
        for line in range(GRID_SIDE + 1):
            middle = round((line + margin) * _FINE)
            for cell in range(GRID_SIDE):
                # the middle 70 % of a segment, away from the crossing lines
                a = round((cell + margin + 0.15) * _FINE)
                b = round((cell + margin + 0.85) * _FINE)
                profile = turned[a:b, middle - pad : middle + pad].mean(axis=0)
                found = _ridge(profile, reach)
                if found is not None:
                    rows.append([float(upright), line, cell + 0.5, found / _FINE])
    if len(rows) < 24:
        return None
    return _fit(np.array(rows), to_picture)


def _ridge(profile: NDArray[np.float32], reach: int) -> float | None:
    """Where in a profile a line crosses, from its middle, in samples; None when nothing stands out."""
    pad = len(profile) // 2
    flank = 3
    response = np.abs(profile[flank:-flank] - 0.5 * (profile[: -2 * flank] + profile[2 * flank :])).sum(
        axis=1
    )
    first = pad - flank - reach
    span = response[first : first + 2 * reach]
    best = int(np.argmax(span))
    noise = float(np.median(span)) + 1.0
    if best in (0, len(span) - 1) or span[best] < 3.0 * noise:
        return None
    left, here, right = (float(v) for v in span[best - 1 : best + 2])
    bend = left - 2 * here + right
    fine = 0.5 * (left - right) / bend if bend < 0 else 0.0
    return best + fine - reach + 0.5


def _fit(rows: NDArray[np.float64], to_picture: Matrix) -> NDArray[np.float64] | None:
    """Moves the grid's corners so that its lines pass through the measured places, in cell units."""
    upright, line, along, offset = rows.T
    x = np.where(upright > 0, line, along)
    y = np.where(upright > 0, along, line)
    u, v = x / GRID_SIDE, y / GRID_SIDE
    # a bilinear move of the four corners is, for moves this small, a homography to second order
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)
    design = np.concatenate([weights * (upright > 0)[:, None], weights * (upright == 0)[:, None]], axis=1)
    good = np.ones(len(rows), dtype=bool)
    solution = np.zeros(8)
    for scale in (0.1, 0.06, AGREE, AGREE):
        if good.sum() < 20:
            return None
        solution = np.linalg.lstsq(design[good], offset[good], rcond=None)[0]
        good = np.abs(design @ solution - offset) < scale
    per_line = [
        sum(bool(np.any(good & (upright == way) & (line == i))) for i in range(GRID_SIDE + 1))
        for way in (1, 0)
    ]
    if good.sum() < 30 or min(per_line) < 4:
        return None
    n = float(GRID_SIDE)
    unit = np.array([[0, 0], [n, 0], [n, n], [0, n]])
    return through(to_picture, unit + np.stack([solution[:4], solution[4:]], axis=1))


def find_grid(picture: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The corners (4 x 2, clockwise from the one nearest the picture's top left) of a bare grid, or None.

    Looks for 25 four-sided patches of like size, parted by lines or by their own colours, that lie as five
    by five; refuses rather than guesses.
    """
    step = max(1.0, picture.shape[1] / _WIDTH)
    small = cv2.resize(picture, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    for parted in _parted(np.asarray(small, dtype=np.uint8)):
        quad = _lattice(parted)
        if quad is None:
            continue
        corners = (quad + 0.5) * step - 0.5
        return refine_corners(picture, corners)
    return None


def _parted(small: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Masks whose connected parts may be cells: light lines, dark lines, or any edges between them."""
    smooth = cv2.GaussianBlur(small, (3, 3), 0)
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (13, 13))
    masks: list[NDArray[np.uint8]] = []
    for operation in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT):
        stands_out = cv2.morphologyEx(smooth, operation, kernel).max(axis=2)
        for share in (0.5, 0.25):
            level = max(8.0, share * float(np.percentile(stands_out, 99.5)))
            lines = cv2.dilate((stands_out > level).astype(np.uint8), np.ones((3, 3), np.uint8))
            masks.append(1 - np.asarray(lines, dtype=np.uint8))
    wide = cv2.bilateralFilter(small, 7, 30, 5)
    for low in (25, 60):
        edges = np.zeros(small.shape[:2], np.uint8)
        for channel in cv2.split(wide):
            edges |= np.asarray(cv2.Canny(channel, low, 2 * low), dtype=np.uint8)
        masks.append(1 - (cv2.dilate(edges, np.ones((3, 3), np.uint8)) > 0).astype(np.uint8))
    return masks


def _lattice(mask: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The outer corners of 25 like patches that lie as five by five, or None."""
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    centres: list[tuple[float, float]] = []
    areas: list[float] = []
    hulls: list[NDArray[np.int32]] = []
    for contour in contours:
        area = cv2.contourArea(contour)
        if not 100 <= area <= mask.size / GRID_SIDE**2:
            continue
        hull = cv2.convexHull(contour)
        (_, (w, h), _) = cv2.minAreaRect(contour)
        if area < 0.8 * cv2.contourArea(hull) or area < 0.65 * w * h or min(w, h) < 0.55 * max(w, h):
            continue
        moments = cv2.moments(contour)
        centres.append((moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]))
        areas.append(area)
        hulls.append(np.asarray(hull.reshape(-1, 2), dtype=np.int32))
    if len(areas) < GRID_SIDE**2:
        return None
    order = np.argsort(areas)
    for first in range(len(order) - GRID_SIDE**2 + 1):
        chosen = order[first : first + GRID_SIDE**2]
        # perspective of a camera a few degrees off level changes a cell's area by far less than twice
        if areas[chosen[-1]] > 2.0 * areas[chosen[0]]:
            continue
        quad = _quad_of(np.array([centres[i] for i in chosen]))
        if quad is not None:
            return quad
    return None


def _quad_of(centres: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The grid's corners from its 25 cell centres, if they lie as five by five."""
    hull = cv2.convexHull(centres.astype(np.float32)).reshape(-1, 2)
    if len(hull) < 4:
        return None
    best, largest = np.asarray(hull, dtype=np.float64), 0.0
    for a in range(len(hull)):
        for b in range(a + 1, len(hull)):
            for c in range(b + 1, len(hull)):
                for d in range(c + 1, len(hull)):
                    area = cv2.contourArea(hull[[a, b, c, d]])
                    if area > largest:
                        best, largest = np.asarray(hull[[a, b, c, d]], dtype=np.float64), area
    best = best[np.argsort(np.arctan2(*(best - best.mean(axis=0)).T[::-1]))]  # clockwise as seen, y down
    best = np.roll(best, -int(np.argmin(best.sum(axis=1))), axis=0)
    low, high = 0.5, GRID_SIDE - 0.5
    unit = np.array([[low, low], [high, low], [high, high], [low, high]], dtype=np.float32)
    to_picture = np.asarray(cv2.getPerspectiveTransform(unit, best.astype(np.float32)), dtype=np.float64)
    back = through(inverse(to_picture), centres)
    places = np.rint(back - 0.5)
    if np.abs(back - 0.5 - places).max() > 0.2 or len({(x, y) for x, y in places.tolist()}) != GRID_SIDE**2:
        return None
    if places.min() != 0 or places.max() != GRID_SIDE - 1:
        return None
    n = float(GRID_SIDE)
    return through(to_picture, np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64))
