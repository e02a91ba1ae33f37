"""Figures that walk over tiles without any picture: true feet, true contacts, and what a track would say.

The true feet are the hull of two shoes that step to and fro; a track knows a rectangle, an error that lasts
and one that does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, radians, sin
from random import Random
from typing import TypeAlias

import numpy as np

from vision.board import Board, board
from vision.feet import Convex, Points, convex, depth
from vision.stance import Posture, Stance

FPS = 12.0
TILE_MM = 200.0
FEET_MM = (23.0, 19.0)
SHOE_MM = 8.0
STEP_MM = 3.0
PACE_S = 0.5
SWAY_DEG = 4.5
FAR_MM = 60.0

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Track:
    """How well poses are known: noise of each frame, error that lasts (both one sigma, each way), heading;
    and how far out to either side a walking figure leans, which is seen as if its feet went there."""

    noise_mm: float = 0.7
    lasting_mm: float = 0.5
    heading_deg: float = 2.0
    rock_mm: float = 0.0


@dataclass
class Step:
    """The truth of one frame."""

    taken_s: float
    middle: Point
    heading_deg: float
    posture: Posture = Posture.STANDING

    def feet(self, phase_s: float) -> Convex:
        """The hull of both shoes; the phase says where in its pace the figure is."""
        swing = STEP_MM / 2 * sin(2 * pi * (self.taken_s + phase_s) / PACE_S)
        length, width = FEET_MM
        c, s = cos(radians(self.heading_deg)), sin(radians(self.heading_deg))
        ahead, aside = np.array([c, -s]), np.array([s, c])
        corners = [
            (forth + end * length / 2) * ahead + side * edge * aside
            for side, forth in ((1, swing), (-1, -swing))
            for end in (-1, 1)
            for edge in (width / 2, width / 2 - SHOE_MM)
        ]
        return convex(_hull(np.asarray(self.middle) + corners))


@dataclass
class Walk:
    """A figure's steps, and the noise its track adds."""

    figure: str
    steps: list[Step]
    track: Track
    random: Random
    phase_s: float = 0.0
    _off: Point = field(init=False)

    def __post_init__(self) -> None:
        lasting = self.track.lasting_mm
        self._off = (self.random.gauss(0, lasting), self.random.gauss(0, lasting))

    def stance(self, step: Step) -> Stance:
        """What the track says of a step."""
        gauss, track = self.random.gauss, self.track
        x, y = (step.middle[k] + self._off[k] + gauss(0, track.noise_mm) for k in (0, 1))
        lean = track.rock_mm * sin(2 * pi * (step.taken_s + self.phase_s) / PACE_S)
        x, y = x + lean * sin(radians(step.heading_deg)), y + lean * cos(radians(step.heading_deg))
        heading = step.heading_deg + gauss(0, track.heading_deg)
        return Stance(
            self.figure, step.taken_s, step.posture, (x, y), heading % 360, FEET_MM, track.lasting_mm
        )


def four_tiles(random: Random) -> Board:
    """Four tiles, laid as people lay them, each with a few zones; two have a gate."""
    tiles = []
    for k in range(4):
        left = (k % 2) * (TILE_MM + random.uniform(0, 3))
        top = (k // 2) * (TILE_MM + random.uniform(0, 3))
        turn = random.choice([0, 90, 180, 270]) + random.gauss(0, 0.4)
        c, s = cos(radians(turn)), sin(radians(turn))
        middle = np.array([left + TILE_MM / 2, top + TILE_MM / 2])

        def lay(points: Sequence[Point], c: float = c, s: float = s, middle: object = middle) -> object:
            return (np.asarray(points) - TILE_MM / 2) @ np.array([[c, s], [-s, c]]) + middle

        drawn: list[tuple[str, object]] = [(kind, lay(points)) for kind, points in _zones(random)]
        if k % 2:
            drawn.insert(random.randrange(len(drawn) + 1), ("gate", lay([(100, 14), (100, 186)])))
        tiles.append((f"tile-{k}", lay([(0, 0), (200, 0), (200, 200), (0, 200)]), drawn))
    return board(tiles)


def brush(random: Random, deepest_mm: float) -> tuple[Board, list[Step], float]:
    """A figure that walks past a zone, or up to it, its feet reaching in just so deep."""
    while True:
        kind, points = random.choice(list(_zones(random)))
        laid = board([("t", [(-400, -400), (400, -400), (400, 400), (-400, 400)], [(kind, points)])])
        stops, phase_s = random.random() < 0.4, random.uniform(0, PACE_S)
        way = list(walk(random, (0, 0), random.uniform(0, 360), 4, pace=random.uniform(30, 55), home=False))
        if stops:
            way = [*way[:30], *(Step(k / FPS, way[30].middle, way[30].heading_deg) for k in range(30, 48))]
        at = way[30]
        aside = radians(at.heading_deg + (0 if stops else 90))
        along, slide = np.array([cos(aside), -sin(aside)]), random.uniform(-10, 10)
        (x, y), across = laid.zones[0].shape.middle, np.array([sin(aside), cos(aside)])

        off = np.array([x, y]) + across * slide - at.middle

        def moved(by: float, way: Sequence[Step] = way, off: Points = off, on: Points = along) -> list[Step]:
            shift = off + by * on
            return [
                Step(s.taken_s, (s.middle[0] + shift[0], s.middle[1] + shift[1]), s.heading_deg) for s in way
            ]

        low, high = -90.0, 0.0
        for _ in range(14):
            by = (low + high) / 2
            reached = max(depth(s.feet(phase_s), laid.zones[0].shape, 200) for s in moved(by)[12:])
            low, high = (by, high) if reached < deepest_mm else (low, by)
        if -85 < high < -1:
            return laid, moved(high), phase_s


def walk(
    random: Random,
    start: Point,
    heading_deg: float,
    seconds: float,
    *,
    pace: float = 46.0,
    bend: float = 8.0,
    home: bool = True,
) -> Iterator[Step]:
    """A toy's way: speed and bend wander a little, it sways; it turns back at the edge (`home`)."""
    x, y = start
    turning, speed = random.gauss(0, bend), pace
    for k in range(int(seconds * FPS)):
        t = k / FPS
        sway = SWAY_DEG * sin(2 * pi * t / PACE_S)
        yield Step(t, (x, y), heading_deg + sway)
        turning += random.gauss(0, bend / 4) - 0.05 * turning
        speed += random.gauss(0, 1.0) + 0.05 * (pace - speed)
        heading_deg += turning / FPS
        middle = TILE_MM + 1
        if home and hypot(x - middle, y - middle) > middle - 20:  # towards the middle, not at once
            back = np.degrees(np.arctan2(-(middle - y), middle - x))
            heading_deg += float(((back - heading_deg + 180) % 360) - 180) * 0.15
        x += speed / FPS * cos(radians(heading_deg))
        y -= speed / FPS * sin(radians(heading_deg))


@dataclass(frozen=True)
class Visit:
    """Feet and a zone overlapped, from a time to a time, `deepest_mm` at most; a negative one is a miss."""

    tile: str
    zone: int
    from_s: float
    to_s: float
    deepest_mm: float


def visits(on: Board, one: Walk, *, apart_mm: float, close_mm: float) -> list[Visit]:
    """Every true visit to a zone, those joined between which the feet were not `apart_mm` off; and each time
    that the feet came as near as `close_mm` without a visit."""
    found = []
    deep: dict[tuple[str, int], list[tuple[float, float]]] = {(z.tile, z.zone): [] for z in on.zones}
    for step in one.steps:
        feet = None
        for zone in on.zones:
            away = hypot(step.middle[0] - zone.shape.middle[0], step.middle[1] - zone.shape.middle[1])
            if away - zone.shape.radius_mm > FAR_MM / 2:
                mm = -FAR_MM
            else:
                feet = feet or step.feet(one.phase_s)
                mm = depth(feet, zone.shape, FAR_MM)
            deep[zone.tile, zone.zone].append((step.taken_s, mm))
    for (tile, index), course in deep.items():
        found += [Visit(tile, index, *each) for each in _spells(course, apart_mm, close_mm)]
    return found


def _spells(
    course: Sequence[tuple[float, float]], apart_mm: float, close_mm: float
) -> Iterator[tuple[float, float, float]]:
    """Begin, end and greatest depth of each spell that is not `apart_mm` out in between."""
    spell: list[tuple[float, float]] = []
    before = (course[0][0], -FAR_MM)
    began = None
    for now in [*course, (course[-1][0] + 1 / FPS, -FAR_MM)]:
        if now[1] > -max(apart_mm, close_mm):
            spell.append(now)
            if now[1] > 0 and began is None:
                began = before[0] + (now[0] - before[0]) * before[1] / (before[1] - now[1])
        elif spell:
            deepest = max(mm for _, mm in spell)
            if deepest > -close_mm:
                inside = [t for t, mm in spell if mm == deepest or mm > 0]
                yield (began if began is not None else inside[0], inside[-1], deepest)
            spell, began = [], None
        before = now


def _zones(random: Random) -> Iterator[tuple[str, list[Point]]]:
    """A mausoleum, a grave and two brains, none near another; some traced with a dent."""
    spots = [(50, 50), (150, 50), (50, 150), (150, 150)]
    random.shuffle(spots)
    for kind, spot in zip(("mausoleum", "grave", "brain", "brain"), spots, strict=True):
        x, y = spot[0] + random.uniform(-12, 12), spot[1] + random.uniform(-12, 12)
        turn = random.uniform(0, 2 * pi)
        if kind == "brain":
            corners = [(12.0, 2 * pi * k / 20) for k in range(20)]
        else:
            corners = [(hypot(20, 16), turn + a) for a in (0.67, pi - 0.67, pi + 0.67, -0.67)]
        points = [(x + r * cos(a), y + r * sin(a)) for r, a in corners]
        if kind == "mausoleum" and random.random() < 0.5:
            a, b = points[0], points[1]
            points.insert(1, ((a[0] + b[0]) / 2 * 0.7 + x * 0.3, (a[1] + b[1]) / 2 * 0.7 + y * 0.3))
        yield kind, points


def _hull(points: np.ndarray) -> list[Point]:
    ordered = sorted(map(tuple, points.tolist()))
    half = []
    for way in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in way:
            while len(chain) > 1 and _left_turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        half += chain[:-1]
    return half


def _left_turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
