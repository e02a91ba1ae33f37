"""A tile side seen straight from above: where its points lie on the picture it was photographed on."""

from dataclasses import dataclass

from companion.ui.race_table.draft import Four, Point, Size

LONG_PX = 900
"""The longer side of a straightened picture: finer than the camera saw it, as large as the glass shows it."""


@dataclass(frozen=True, slots=True)
class Straight:
    """Straightened pixels to picture pixels, and back. `width` and `height` are those of the former."""

    width: int
    height: int
    _to_picture: tuple[float, ...]
    _to_straight: tuple[float, ...]

    def to_picture(self, point: Point) -> Point:
        return _through(self._to_picture, point)

    def to_straight(self, point: Point) -> Point:
        return _through(self._to_straight, point)


def straightened(corners: Four, size_mm: Size) -> Straight | None:
    """None when the corners are no quadrilateral that a tile can be seen as."""
    scale = LONG_PX / max(size_mm)
    width, height = max(1, round(size_mm[0] * scale)), max(1, round(size_mm[1] * scale))
    # The tile's edges are the outer edges of its outermost pixels.
    box: Four = ((-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5))
    there, back = _homography(box, corners), _homography(corners, box)
    if there is None or back is None or not is_convex(corners):
        return None
    return Straight(width, height, there, back)


def is_convex(corners: Four) -> bool:
    """Whether the corners go round clockwise, as seen, without a dent."""
    turns = []
    for at in range(4):
        (ax, ay), (bx, by), (cx, cy) = corners[at], corners[(at + 1) % 4], corners[(at + 2) % 4]
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return min(turns) > 0


def _through(h: tuple[float, ...], point: Point) -> Point:
    x, y = point
    # A point on the horizon lies nowhere; far away is near enough.
    w = (h[6] * x + h[7] * y + 1) or 1e-9
    return (h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w


def _homography(source: Four, target: Four) -> tuple[float, ...] | None:
    """Eight numbers that take each source corner to its target; None when there are no such."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-9:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for row in range(8):
            if row != column and rows[row][column]:
                share = rows[row][column] / head[column]
                rows[row] = [a - share * b for a, b in zip(rows[row], head, strict=True)]
    return tuple(rows[at][8] / rows[at][at] for at in range(8))
