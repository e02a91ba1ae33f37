"""The shape of a figure from a few pictures from above: which height each point of it has.

A point of a figure shows the same colour in two pictures if the figure's places and headings and the
point's height are right (stereo), and most figures are alike left and right of the way they face, which
makes a second pair of eyes of each picture. Two pictures leave open how high all is and where the feet are
under it: `footing` tells that. What is seen of it later, standing on the board, is joined to what was taught.

Places are searched, not solved for: agreement has many small peaks, so whole ranges are scanned in turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.footing import STEP_MM, Footprint, footing, top_of
from vision.light import Light
from vision.looks import Eye, Grid, Looks, Place, Seen, View, turn_of
from vision.pose import Floats

MIRROR_SHARE = 0.35
"""What agreement of left and right counts, of all."""
TALL_IN_THE_MIDDLE = 0.06
"""How strongly a height is drawn to what figures mostly have there: the tallest over the feet."""
GOOD_BASE = 0.26
"""Between two pictures, mm a point shifts for a mm of height, below which heights hardly show."""
TAP_PENALTY = 2.0
"""Agreement (mm²) that a degree, squared, off the way to the tap must win."""
SHARPER = 1.5
"""Power of agreement: a clear point counts more than two doubtful ones."""
FINE_TURNS = (-2.0, -1.0, 0.0, 1.0, 2.0)
WIDE_TURNS = (-12.0, -8.0, -4.0, *FINE_TURNS, 4.0, 8.0, 12.0)
"""Degrees tried off a heading; what was found of it by another shape may be far off."""
BEST_PAIRS = 0.5
"""Of several pairs of pictures: of each point so many show it, in the others something is before it."""
CAP_MM = 2.0
"""A head's cap seen from above lies this much below the ruler's mark on the average."""


@dataclass(frozen=True, slots=True, eq=False)
class Sculpture:
    """Columns of a figure: N x 2 (u, v) mm, N heights over the floor, N x 3 colours, and 0 to 1 each: how
    well the pictures agree there, and how surely it is figure in two of them. `unsure_mm`: one sigma of where
    the feet's middle is along the heading; `seen`: in each view where it stands."""

    across_mm: Floats
    heights_mm: Floats
    colours: Light
    agreement: Floats
    sure: Floats
    unsure_mm: float
    seen: tuple[Seen, ...]


def sculpt(views: Sequence[View], height_mm: float, feet_mm: tuple[float, float]) -> Sculpture:
    """The figure seen in one or two views, of which height and feet are known. Takes a second or so."""
    size = 0.5 * max(feet_mm) + 0.45 * height_mm
    eyes = tuple(Eye.of(view, height_mm) for view in views)
    rough = Grid.of(size, size / 13, np.linspace(-0.15 * height_mm, 1.2 * height_mm, 9))
    stands: list[tuple[float, _Stand]] = []
    for start in _starts(eyes):
        stand = _Stand(eyes, start, height_mm, feet_mm)
        for reach in (8.0, 4.0):
            stand = _scan(stand, rough, _Steps(reach, 2.0, (-3.0, 0.0, 3.0)))
            stand = stand.over_the_feet(rough, 10.0)
        stands.append((stand.agreement(rough), stand))
    best = max(stands, key=lambda pair: pair[0])[1]
    middling = Grid.of(size, size / 17, np.linspace(-0.1 * height_mm, 1.16 * height_mm, 18))
    for _ in range(3):
        best = _scan(best, middling, _Steps(1.5, 0.75, FINE_TURNS)).over_the_feet(middling, 6.0)
    fine = _fine(height_mm, feet_mm)
    return best.over_the_feet(fine, 6.0).columns(fine)


def sculpt_again(
    seen: Sequence[Seen], told: int, height_mm: float, feet_mm: tuple[float, float]
) -> Sculpture:
    """The figure by one view more: the last of `seen`, where it stands only about there.

    The first `told` views are those it was taught by. Where it stands in all but the last is kept, until the
    feet of all are looked for at the end. Takes half a second or so.
    """
    eyes = tuple(Eye.of(one.view, height_mm) for one in seen)
    places = tuple(_place_of(eye, one.place) for eye, one in zip(eyes, seen, strict=True))
    stand = _Stand(eyes, places, height_mm, feet_mm, told=told)
    size = 0.5 * max(feet_mm) + 0.45 * height_mm
    middling = Grid.of(size, size / 17, np.linspace(-0.1 * height_mm, 1.16 * height_mm, 18))
    newest = (len(eyes) - 1,)
    for steps in _Steps(3.0, 0.75, WIDE_TURNS), _Steps(1.5, 0.75, WIDE_TURNS), _Steps(1.5, 0.75, FINE_TURNS):
        stand = _scan(stand, middling, steps, newest)
    fine = _fine(height_mm, feet_mm)
    return stand.over_the_feet(fine, 6.0).columns(fine)


def _place_of(eye: Eye, at: Floats) -> Place:
    way = eye.tap - at[:2]
    off = float(at[2]) - float(np.arctan2(way[1], way[0]))
    return Place(float(at[0]), float(at[1]), (off + np.pi) % (2 * np.pi) - np.pi)


def sculpt_at(
    view: View, at_mm: Floats, height_mm: float, feet_mm: tuple[float, float], loose_mm: float
) -> Sculpture:
    """The figure as one view shows it, its feet's middle known to be there, or within `loose_mm` of it."""
    fine = _fine(height_mm, feet_mm)
    place = Place(float(at_mm[0]), float(at_mm[1]), 0.0)
    stand = _Stand((Eye.of(view, height_mm),), (place,), height_mm, feet_mm)
    return (stand.over_the_feet(fine, loose_mm) if loose_mm else stand).columns(fine)


def _fine(height_mm: float, feet_mm: tuple[float, float]) -> Grid:
    size = 0.5 * max(feet_mm) + 0.45 * height_mm
    levels = round(1.27 * height_mm / 3.0) + 1
    return Grid.of(size, size / 24, np.linspace(-0.1 * height_mm, 1.16 * height_mm, levels))


@dataclass(frozen=True)
class _Stand:
    """A guess at where the figure stands in each view, and all that follows from it."""

    eyes: tuple[Eye, ...]
    places: tuple[Place, ...]
    height_mm: float
    feet_mm: tuple[float, float]
    unsure_mm: float = 0.0
    told: int = 2
    """So many of the eyes are of teaching: a person tapped where it faces, and it stood on the bare table."""

    def heading(self, k: int) -> float:
        way = self.eyes[k].tap - self.places[k].at
        return float(np.arctan2(way[1], way[0])) + self.places[k].off

    @cached_property
    def base(self) -> float:
        """By how much more a point moves in one view than in another at most, a mm of height."""
        aside = [turn_of(-self.heading(k)) @ eye.outward for k, eye in enumerate(self.eyes)]
        return max((float(np.hypot(*(a - b))) for a, b in combinations(aside, 2)), default=0.0)

    def volume(self, grid: Grid, looks: Looks) -> tuple[Light, list[Light]]:
        """Agreement of every column at every level (L x n x n), and the colours in each view."""
        headings = [self.heading(k) for k in range(len(self.eyes))]
        seen = [looks.look(k, place, headings[k]) for k, place in enumerate(self.places)]
        mirror = sum(look[2] for look in seen) / len(seen)
        pairs = [looks.pair(k, m, self.places, headings) for k, m in combinations(range(len(seen)), 2)]
        if len(pairs) > 1:
            several, best = np.stack(pairs), max(1, round(BEST_PAIRS * len(pairs)))
            several.partition(len(pairs) - best, axis=0)
            both = several[len(pairs) - best :].mean(axis=0)
        else:
            both = pairs[0] if pairs else seen[0][0]
        blended = (1 - MIRROR_SHARE) * both + MIRROR_SHARE * mirror
        spread = cv2.blur(np.ascontiguousarray(blended.transpose(1, 2, 0)), (3, 3)).transpose(2, 0, 1)
        drawn = np.where(spread > 0.05, spread - self._usual(grid), 0)
        return np.asarray(drawn, dtype=np.float32), [look[1] for look in seen]

    def _usual(self, grid: Grid) -> Light:
        """What a height costs that figures seldom have there: the less two pictures tell, the more."""
        out = np.hypot(grid.u, grid.v)
        usual = self.height_mm * (1 - 0.4 * np.clip((out / self.height_mm - 0.11) / 0.14, 0, 1)) - CAP_MM
        pull = TALL_IN_THE_MIDDLE * float(np.clip((GOOD_BASE / max(self.base, 1e-3)) ** 2, 1, 6))
        off = (grid.levels[:, None, None] - usual) / (0.3 * self.height_mm)
        return np.asarray(pull * np.minimum(off**2, 4), dtype=np.float32)

    def agreement(self, grid: Grid, looks: Looks | None = None) -> float:
        """mm² of figure on which the pictures agree, less what was turned off the taps for it."""
        drawn, _ = self.volume(grid, looks or Looks(self.eyes, grid))
        area = float((np.maximum(drawn.max(axis=0), 0) ** SHARPER).sum()) * grid.step**2
        off_tap = sum(np.degrees(place.off) ** 2 for place in self.places[: self.told])
        return area - TAP_PENALTY * float(off_tap)

    def columns(self, grid: Grid) -> Sculpture:
        """The best height of every column."""
        looks = Looks(self.eyes, grid)
        drawn, lights = self.volume(grid, looks)
        best = drawn.argmax(axis=0).ravel()
        every = np.arange(grid.n**2)
        smooth = cv2.medianBlur(grid.levels[best].reshape(grid.n, grid.n).astype(np.float32), 5)
        shown = []
        for k, sampler in enumerate(looks.samplers):
            x, y = (at[best, every] for at in sampler.pixels(self.places[k], self.heading(k)))
            shown.append(cv2.remap(self.eyes[k].view.cut.sure, x, y, cv2.INTER_LINEAR).ravel())
        colours = np.median([light.reshape(len(grid.levels), -1, 3)[best, every] for light in lights], axis=0)
        return Sculpture(
            grid.across,
            smooth.ravel().astype(np.float64),
            np.asarray(colours, dtype=np.float32),
            np.asarray(drawn.max(axis=0).ravel(), dtype=np.float64),
            np.sort(shown, axis=0)[-2:][0].astype(np.float64),
            self.unsure_mm,
            tuple(
                Seen(eye.view, np.array([place.x, place.y, self.heading(k)]))
                for k, (eye, place) in enumerate(zip(self.eyes, self.places, strict=True))
            ),
        )

    def over_the_feet(self, grid: Grid, farthest_mm: float) -> "_Stand":
        """The same figure told from another origin: as high as the ruler says, its feet where they are."""
        shape = self.columns(grid)
        weight = np.clip(shape.agreement - BELOW, 0, 1)
        if not weight.sum() > 0:
            return self
        prints = [self._footprint(k, shape) for k in range(len(self.eyes))]
        found = footing(
            prints, top_of(shape.across_mm, shape.heights_mm, weight), self.height_mm, self.feet_mm
        )
        raised = float(np.clip(found.raised_mm, -farthest_mm, farthest_mm))
        places = tuple(
            place.moved(
                turn_of(self.heading(k)) @ np.array([found.ahead_mm, 0.0]) - self.eyes[k].outward * raised
            )
            for k, place in enumerate(self.places)
        )
        return replace(self, places=places, unsure_mm=found.unsure_mm)

    def _footprint(self, k: int, shape: Sculpture) -> Footprint:
        """What is seen on the floor about the feet, but for what the body covers."""
        eye, turn = self.eyes[k], turn_of(self.heading(k))
        covered = self._covered(
            eye, k, shape, (shape.agreement > BELOW) & (shape.heights_mm > BODY * self.height_mm)
        )
        cut = eye.view.cut
        table = (1 - cut.maybe) * (1 - cut.sure)
        figure = np.where(covered, np.float32(0), cut.sure)
        origin, slopes = eye.maps(np.zeros(1))
        half = round((0.5 * max(self.feet_mm) + 0.5 * self.height_mm) / STEP_MM)
        to_px = slopes[0] @ turn * STEP_MM
        start = origin[0] + slopes[0] @ (self.places[k].at - eye.first) - to_px @ np.array([half, half])
        spoken = np.dstack([1 - table, figure, np.maximum(cut.sure, covered)]).astype(np.float32)
        laid = self._on_floor(spoken, to_px, start, half)
        body = (eye.body - self.places[k].at) @ turn
        return Footprint(
            np.ascontiguousarray(1 - laid[..., 0]),
            np.ascontiguousarray(laid[..., 1]),
            np.ascontiguousarray(laid[..., 2]),
            self._on_floor(cut.light, to_px, start, half),
            float(body[0]),
            turn.T @ eye.outward,
            told=k < self.told,
        )

    @staticmethod
    def _on_floor(seen: Light, to_px: Floats, start: Floats, half: int) -> Light:
        laid = cv2.warpAffine(
            seen,
            np.column_stack([to_px, start]),
            (2 * half + 1, 2 * half + 1),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(laid, dtype=np.float32)

    def _covered(self, eye: Eye, k: int, shape: Sculpture, body: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Where the upper body is seen, true in H x W."""
        high, wide = eye.view.cut.sure.shape
        drawn = np.zeros((high, wide), np.uint8)
        if body.any():
            floor = shape.across_mm[body] @ turn_of(self.heading(k)).T + self.places[k].at
            seen = eye.view.camera.to_picture(floor, shape.heights_mm[body] + eye.view.floor_mm)
            x, y = np.rint(seen - (eye.view.cut.left, eye.view.cut.top)).astype(int).T
            inside = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
            drawn[y[inside], x[inside]] = 1
        return np.asarray(cv2.dilate(drawn, np.ones((3, 3), np.uint8)) > 0)


BODY = 0.35
"""Share of the height above which a column is body, which hides the feet and is not taken for them."""
BELOW = 0.3
"""Agreement below which a column is taken for none."""


def _starts(eyes: tuple[Eye, ...]) -> Iterator[tuple[Place, ...]]:
    """Where the feet may be, from the middle of what is seen: nearer the camera's foot or farther."""
    ways = [eye.outward / max(float(np.hypot(*eye.outward)), 1e-6) for eye in eyes]
    out = (-6.0, 0.0, 6.0)
    for a in out:
        for b in out if len(eyes) == 2 else (0.0,):
            steps = (a, b)[: len(eyes)]
            places = (eye.first + way * s for eye, way, s in zip(eyes, ways, steps, strict=True))
            yield tuple(Place(float(p[0]), float(p[1]), 0.0) for p in places)


@dataclass(frozen=True, slots=True)
class _Steps:
    """How far a view's place is moved either way, by which steps, and which turns are tried."""

    reach_mm: float
    step_mm: float
    turns_deg: tuple[float, ...]


def _scan(stand: _Stand, grid: Grid, steps: _Steps, which: Sequence[int] | None = None) -> _Stand:
    """Moves each view's place (or those of `which`) along its heading, across it and turned, one after the
    other, to the best."""
    looks = Looks(stand.eyes, grid)
    best = stand.agreement(grid, looks)
    offsets = np.arange(-steps.reach_mm, steps.reach_mm + 0.01, steps.step_mm)

    def settle(k: int, tries: Iterator[Place]) -> None:
        nonlocal stand, best
        found = stand
        for place in tries:
            other = replace(stand, places=(*stand.places[:k], place, *stand.places[k + 1 :]))
            agreement = other.agreement(grid, looks)
            if agreement > best + 1e-6:
                best, found = agreement, other
        stand = found

    for k in reversed(range(len(stand.eyes)) if which is None else which):
        for axis in ((0.0, 1.0), (1.0, 0.0)):
            way, place = turn_of(stand.heading(k)) @ np.array(axis), stand.places[k]
            settle(k, (place.moved(way * o) for o in offsets if o))
        place = stand.places[k]
        settle(k, (replace(place, off=place.off + np.radians(t)) for t in steps.turns_deg if t))
    return stand
