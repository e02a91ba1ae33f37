"""Where to stand a figure: on table that other pictures show bare, for it is told from the table by them."""

from itertools import product
from math import hypot

from companion.ui.race_table.draft import Draft, Point
from companion.ui.race_table.facts import Picture
from companion.ui.race_table.marks import picture_of
from companion.ui.race_table.steps import Subject

WISHED: tuple[Point, Point] = ((0.2, 0.3), (0.8, 0.7))
"""In fractions of the picture: seen from two sides, a figure shows more of itself."""
ACROSS = tuple(at / 20 for at in range(3, 18))
DOWN = tuple(at / 20 for at in range(4, 17))
ROOM = 0.22
"""Of the picture's height: so far about a figure its picture is looked at, and the others should be bare."""


def spot(draft: Draft, subject: Subject, pictures: tuple[Picture, ...]) -> Point:
    """The place, in fractions of the picture, that the fewest other pictures have something near."""
    size = next((picture for picture in pictures), Picture(0, 16, 9))
    own = picture_of(draft, subject)
    wide, high = float(size.width), float(size.height)
    wished = WISHED[min(subject.shot, len(WISHED) - 1)]
    tiles = [side.corners for side in draft.sides]
    fronts = [
        shot.front
        for figure in draft.figures
        for shot in figure.shots
        if shot.front is not None and shot.picture != own
    ]

    def cost(place: Point) -> tuple[float, float]:
        at = (place[0] * wide, place[1] * high)
        room = ROOM * high
        near = sum(max(0.0, 1 - _apart(at, corners) / room) for corners in tiles)
        near += sum(max(0.0, 1 - hypot(at[0] - x, at[1] - y) / room) for x, y in fronts)
        far = hypot((place[0] - wished[0]) * wide, (place[1] - wished[1]) * high)
        return near, far

    return min(((x, y) for x, y in product(ACROSS, DOWN)), key=cost)


def _apart(at: Point, corners: tuple[Point, ...]) -> float:
    """From a place to a tile, in pixels; 0 on it."""
    inside, least = True, float("inf")
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = bx - ax, by - ay
        long = dx * dx + dy * dy or 1.0
        share = min(1.0, max(0.0, ((at[0] - ax) * dx + (at[1] - ay) * dy) / long))
        least = min(least, hypot(at[0] - ax - share * dx, at[1] - ay - share * dy))
        inside = inside and dx * (at[1] - ay) - dy * (at[0] - ax) >= 0
    return 0.0 if inside else least
