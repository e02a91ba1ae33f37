"""Toys of many families, and hands, as solids: walkers, robots, beasts, beetles, eggs, caps; all invented.

A toy's own frame: x forward, y to its right as seen from above, height upward, the middle of its feet at the
origin. Headings are degrees anticlockwise as seen from above, so forward is (cos, -sin) on the table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tests.vision.race_mesh import Mesh, Point, Solid, ball, box, joined, rod, tube
from tests.vision.race_view import Floats, rotation_xyz

FAMILIES = ("walker", "walker", "robot", "beast", "beetle", "egg", "cap")
STEP_MM = 3.0  # how far a shoe goes to and fro
SKINS = ((0.36, 0.48, 0.72), (0.22, 0.33, 0.55), (0.12, 0.18, 0.34), (0.045, 0.075, 0.15))


@dataclass(frozen=True)
class Toy:
    name: str
    family: str
    height_mm: float
    feet_mm: tuple[float, float]  # length, width of the hull of both shoes
    body: Mesh
    shoes: tuple[Mesh, Mesh]  # right, left
    gloss: float

    def feet_at(self, x_mm: float, y_mm: float, heading_deg: float) -> Floats:
        """The feet's four corners on the table."""
        a, b = self.feet_mm[0] / 2, self.feet_mm[1] / 2
        rim = np.array([[a, -b], [a, b], [-a, b], [-a, -b]])
        return np.asarray(_turned(rim, heading_deg) + np.array([x_mm, y_mm]))


def _turned(points: Floats, heading_deg: float) -> Floats:
    c, s = np.cos(np.deg2rad(heading_deg)), np.sin(np.deg2rad(heading_deg))
    return np.asarray(points @ np.array([[c, -s], [s, c]]))


def random_toys(seed: int, names: Sequence[str], like: Sequence[Floats] = ()) -> tuple[Toy, ...]:
    """A toy a name, told apart by their main colours. `like` are reflectances some of them come close to."""
    rng = np.random.default_rng([seed, 401])
    toys: list[Toy] = []
    used: list[Floats] = []
    for i, name in enumerate(names):
        for _ in range(200):
            if like and rng.random() < 0.35:
                colour = np.asarray(like[int(rng.integers(len(like)))]) * rng.uniform(0.7, 1.4)
            else:
                colour = _paint(rng)
            seen = colour ** (1 / 2.2)
            if all(np.abs(seen - other).max() > 0.22 for other in used):
                break
        used.append(seen)
        toys.append(_toy(np.random.default_rng([seed, 402, i]), name, np.clip(colour, 0.01, 0.9)))
    return tuple(toys)


def _paint(rng: np.random.Generator) -> Floats:
    """A plastic's reflectance, BGR: mostly strong, sometimes grey, black or white."""
    if rng.random() < 0.15:
        return np.full(3, rng.choice([0.02, 0.2, 0.75]))
    hue = rng.uniform(0, 2 * np.pi)
    tone = 0.5 + 0.5 * np.cos(hue + np.array([0, 2.09, 4.19]))
    return np.asarray(np.clip(tone**1.7 * rng.uniform(0.25, 0.8), 0.01, 0.9))


def _toy(rng: np.random.Generator, name: str, main: Floats) -> Toy:
    family = str(rng.choice(FAMILIES))
    high = float(rng.uniform(35, 48) if family in ("beast", "beetle") else rng.uniform(42, 65))
    if family == "beast":
        feet = (float(rng.uniform(22, 30)), float(rng.uniform(13, 20)))
    else:
        feet = (float(rng.uniform(15, 27)), float(rng.uniform(13, 24)))
    other, third = _paint(rng), _paint(rng)
    build: Callable[..., list[Mesh]] = {
        "walker": _walker,
        "robot": _robot,
        "beast": _beast,
        "beetle": _beetle,
        "egg": _egg,
        "cap": _cap,
    }[family]
    parts = build(rng, high, feet, main, other, third)
    if rng.random() < 0.75 and family != "beetle":
        parts += _key(rng, high, -feet[0] * rng.uniform(0.28, 0.5))
    body = joined(parts)
    scale = (high - 4) / (body.points[:, 2].max() - 4)
    points = body.points.copy()
    points[:, 2] = 4 + (points[:, 2] - 4) * scale
    body = Mesh(points, body.faces, body.colours, body.parts)
    shoe = _paint(rng) * rng.choice([0.3, 1.0])
    tall = float(rng.uniform(4, 8))
    wide = feet[1] * float(rng.uniform(0.36, 0.46))
    shoes = tuple(
        box((0, k * (feet[1] - wide) / 2, tall / 2), (feet[0] - STEP_MM, wide, tall), shoe, power=4.0)
        for k in (1, -1)
    )
    return Toy(name, family, high, feet, body, (shoes[0], shoes[1]), float(rng.choice([0.05, 0.15, 0.35])))


def _bands(rng: np.random.Generator, rings: int, sides: int, a: Floats, b: Floats) -> Floats:
    """Colours of a tube: plain, ringed, striped, front and back, or spotted."""
    at = np.zeros((rings, sides), bool)
    kind = int(rng.integers(6))
    if kind == 1:
        at[:: int(rng.integers(2, 4))] = True
    elif kind == 2:
        at[:, :: int(rng.integers(2, 5))] = True
    elif kind == 3:
        half = np.arange(sides) < sides // 4
        at[:, half | (np.arange(sides) >= sides - sides // 4)] = True
    elif kind == 4:
        at = rng.random((rings, sides)) < 0.25
    elif kind == 5:
        at[: rings // 2] = True
    return np.where(at[..., None], b, a)


def _torso(
    rng: np.random.Generator, z: Floats, wide: Floats, deep: Floats, power: float, a: Floats, b: Floats
) -> Mesh:
    path = np.stack([np.zeros_like(z), np.zeros_like(z), z], 1)
    return tube(path, np.stack([deep, wide], 1), _bands(rng, len(z) - 1, 16, a, b), sides=16, power=power)


def _head(rng: np.random.Generator, at: Floats, r: Floats, skin: Floats, hair: Floats) -> list[Mesh]:
    """A round head: hair from above, a face to the front, perhaps a hat."""
    rings, sides = 11, 16
    tone = np.tile(skin, (rings - 1, sides, 1))
    tone[int(rng.integers(5, 9)) :] = hair
    tone[4:, sides // 4 : sides - sides // 4] = hair
    eyes = [at + r * np.array([0.85, 0.4 * k, 0.25]) for k in (1, -1)]
    parts = [ball(at, r, tone, sides=sides, rings=rings)]
    parts += [ball(e, (1.3, 1.3, 1.3), np.full(3, 0.03), sides=7, rings=5) for e in eyes]
    hat = int(rng.integers(4))
    top = at + np.array([0, 0, r[2] * 0.6])
    if hat == 0:  # a brim and a crown
        colour = _paint(rng)
        parts.append(
            tube(np.array([top, top + np.array([0, 0, 1.5])]), np.full((2, 2), r[0] * 1.45), colour, sides=18)
        )
        parts.append(
            tube(
                np.array([top, top + np.array([0, 0, 7])]),
                np.array([[1, 1], [0.8, 0.8]]) * r[0],
                colour * 0.8,
                sides=16,
            )
        )
    elif hat == 1:  # a pointed one
        parts.append(
            tube(
                np.array([top, top + np.array([-2, 0, 12])]),
                np.array([[1, 1], [0.12, 0.12]]) * r[0],
                _paint(rng),
                sides=14,
            )
        )
    elif hat == 2:  # a cap with its shade to the front
        colour = _paint(rng)
        parts.append(ball(top, (r[0] * 1.02, r[1] * 1.02, r[2] * 0.6), colour))
        parts.append(
            box(top + np.array([r[0] * 1.1, 0, 0.5]), (r[0] * 1.1, r[1] * 1.3, 1.4), colour * 0.8, power=3.0)
        )
    return parts


def _key(rng: np.random.Generator, high: float, x: float) -> list[Mesh]:
    z = high * float(rng.uniform(0.35, 0.5))
    tone = np.array([0.55, 0.6, 0.62]) if rng.random() < 0.6 else _paint(rng)
    wing = box((x - 7, 0, z), (1.6, float(rng.uniform(10, 15)), float(rng.uniform(4, 8))), tone)
    return [rod((x, 0, z), (x - 7, 0, z), 1.2, tone * 0.7), wing]


def _legs(high: float, feet: tuple[float, float], tone: Floats, top: float) -> list[Mesh]:
    k = feet[1] * 0.26
    wide = np.full((2, 2), feet[1] * 0.19)
    return [tube(np.array([[0, s * k, 4], [0, s * k, high * top]]), wide, tone, sides=10) for s in (1, -1)]


Six = tuple[np.random.Generator, float, tuple[float, float], Floats, Floats, Floats]


def _walker(*six: *Six) -> list[Mesh]:
    rng, high, feet, main, other, third = six
    skin = np.array(SKINS[int(rng.integers(4))]) if rng.random() < 0.6 else _paint(rng)
    w = feet[1] * rng.uniform(0.42, 0.6)
    d = feet[0] * rng.uniform(0.24, 0.36)
    z = high * np.array([0.26, 0.3, 0.4, 0.5, 0.58, 0.64, 0.68])
    shape = np.array([0.85, 1, 0.97, 1, 1.05, 0.95, 0.5])
    parts = _legs(high, feet, other, 0.32)
    parts.append(_torso(rng, z, w * shape, d * shape, rng.uniform(2, 4), main, third))
    reach, r = float(rng.uniform(9, 17)), float(rng.uniform(2.2, 3.4))
    forward = rng.random() < 0.75
    for k in (1, -1):
        shoulder = (0.0, k * (w + r * 0.4), high * 0.6)
        lift = rng.normal(0, 3)
        hand = (
            (reach + d * 0.6, k * (w + rng.uniform(-2, 2)), high * 0.57 + lift)
            if forward
            else (2.0, k * (w + r + 2), high * 0.34)
        )
        parts += [
            rod(shoulder, hand, r, main * 0.92, thin=0.85),
            ball(hand, (r * 1.1, r * 1.1, r), skin, sides=9, rings=6),
        ]
    size = high * 0.15 * np.array([rng.uniform(0.85, 1.1), rng.uniform(0.85, 1.15), 1.0])
    at = np.array([rng.uniform(-1, 3), 0, high * 0.82])
    return parts + _head(rng, at, size, skin, _paint(rng) * 0.7)


def _robot(*six: *Six) -> list[Mesh]:
    rng, high, feet, main, other, third = six
    w, d = feet[1] * rng.uniform(0.9, 1.25), feet[0] * rng.uniform(0.5, 0.85)
    parts = _legs(high, feet, other, 0.3)
    parts.append(box((0, 0, high * 0.44), (d, w, high * 0.36), main))
    parts.append(box((d / 2, rng.normal(0, 2), high * 0.46), (2.5, w * 0.5, high * 0.14), third))
    head = float(rng.uniform(0.5, 0.85))
    parts.append(box((rng.uniform(-1, 2), 0, high * 0.77), (d * 0.85, w * head, high * 0.2), other))
    for k in (1, -1):
        parts.append(ball((d * 0.42, k * w * head * 0.28, high * 0.78), (2, 2, 2), third, sides=8, rings=6))
        if rng.random() < 0.8:
            a, b = (
                (0, k * (w / 2 + 2), high * 0.56),
                (float(rng.choice([0, 12])), k * (w / 2 + 3), high * rng.uniform(0.32, 0.55)),
            )
            parts.append(rod(a, b, 2.2, other * 0.8))
    if rng.random() < 0.6:
        parts.append(rod((0, 0, high * 0.86), (0, 0, high * 0.97), 1.0, third))
        parts.append(ball((0, 0, high), (2, 2, 2), third, sides=8, rings=6))
    else:
        parts.append(box((0, 0, high * 0.88), (d * 0.4, w * 0.3, high * 0.05), third))
    return parts


def _beast(*six: *Six) -> list[Mesh]:
    rng, high, feet, main, other, third = six
    long, wide = feet[0] * rng.uniform(0.75, 0.95), feet[1] * rng.uniform(0.5, 0.72)
    z = high * 0.5
    tone = _bands(rng, 8, 14, main, other)
    body = tube(
        np.stack([np.linspace(-long, long, 9), np.zeros(9), np.full(9, z)], 1),
        np.stack(
            [
                wide * np.array([0.3, 0.7, 0.92, 1, 1, 0.98, 0.9, 0.65, 0.3]),
                high * 0.24 * np.array([0.3, 0.7, 0.9, 1, 1, 1, 0.9, 0.7, 0.3]),
            ],
            1,
        ),
        tone,
    )
    parts = [*_legs(high, feet, main * 0.7, 0.5), body]
    neck = np.array([long * rng.uniform(0.75, 1.0), 0, high * rng.uniform(0.72, 0.85)])
    r = high * rng.uniform(0.14, 0.2)
    parts.append(rod((long * 0.5, 0, z), neck, r * 0.7, main))
    parts.append(ball(neck, (r * 1.2, r, r), third if rng.random() < 0.5 else main))
    parts.append(
        rod(neck, neck + np.array([r * rng.uniform(1.2, 2.0), 0, -r * 0.4]), r * 0.5, other, thin=0.6)
    )
    for k in (1, -1):
        ear = neck + np.array([-r * 0.3, k * r * 0.7, r * 0.6])
        parts.append(
            rod(ear, ear + np.array([-1, k * rng.uniform(1, 4), rng.uniform(2, 8)]), 1.6, other, thin=0.5)
        )
        parts.append(
            ball(
                neck + np.array([r * 0.8, k * r * 0.6, r * 0.5]),
                (1.2, 1.2, 1.2),
                np.full(3, 0.02),
                sides=7,
                rings=5,
            )
        )
    parts.append(
        rod(
            (-long * 0.9, 0, z),
            (-long * 0.9 - rng.uniform(3, 12), rng.normal(0, 3), z + rng.uniform(-2, 8)),
            2.0,
            main,
            thin=0.4,
        )
    )
    if rng.random() < 0.4:
        spine = [
            np.array([[x, 0, z + high * 0.2], [x, 0, z + high * 0.36]])
            for x in np.linspace(-0.7, 0.5, 5) * long
        ]
        parts += [tube(p, np.array([[3, 1.5], [0.3, 0.3]]), third, sides=6) for p in spine]
    return parts


def _beetle(*six: *Six) -> list[Mesh]:
    rng, high, feet, main, other, third = six
    r = np.array([feet[0] * rng.uniform(0.55, 0.75), feet[1] * rng.uniform(0.6, 0.85)])
    lift = np.sin(np.linspace(0, np.pi / 2 - 0.08, 10))
    path = np.stack([np.zeros(10), np.zeros(10), 6 + lift * (high - 6)], 1)
    shell = tube(
        path,
        np.cos(np.linspace(0, np.pi / 2 - 0.08, 10))[:, None] * r,
        _bands(rng, 9, 20, main, other),
        sides=20,
    )
    head = np.array([r[0] * 0.95, 0, 6 + high * 0.2])
    parts = [shell, ball(head, (5, 5.5, 5), third)]
    feelers = [np.array([rng.uniform(5, 9), 5 * k, rng.uniform(4, 10)]) for k in (1, -1)]
    parts += [rod(head + np.array([3, f[1] * 0.4, 3]), head + f, 0.9, third) for f in feelers]
    for _ in range(int(rng.integers(0, 6))):
        a, up = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.3)
        at = np.array(
            [np.cos(a) * np.cos(up) * r[0], np.sin(a) * np.cos(up) * r[1], 6 + np.sin(up) * (high - 6)]
        )
        parts.append(ball(at, (3.2, 3.2, 1.6), other, sides=10, rings=5))
    return parts


def _egg(*six: *Six) -> list[Mesh]:
    rng, high, feet, main, other, third = six
    z = 4 + (high - 4) * np.linspace(0, 1, 12)
    fat = rng.uniform(0.6, 0.85)
    shape = np.sqrt(np.clip(1 - (np.linspace(-0.75, 1, 12)) ** 2, 0.02, 1)) * (
        1 - 0.25 * np.linspace(0, 1, 12)
    )
    parts = [_torso(rng, z, feet[1] * fat * shape, feet[0] * fat * 0.9 * shape, 2.0, main, other)]
    front = feet[0] * fat * 0.75
    parts.append(
        tube(
            np.array([[front, 0, high * 0.62], [front + rng.uniform(4, 9), 0, high * 0.6]]),
            np.array([[3, 2.5], [0.5, 0.5]]),
            third,
            sides=8,
        )
    )
    for k in (1, -1):
        parts.append(
            ball(
                (front * 0.9, k * 3.5, high * 0.74),
                (1.8, 1.8, 1.8),
                np.full(3, rng.choice([0.02, 0.8])),
                sides=8,
                rings=6,
            )
        )
        side = feet[1] * fat
        parts.append(
            rod(
                (0, k * side * 0.95, high * 0.5),
                (rng.uniform(-4, 4), k * (side + 4), high * 0.3),
                2.2,
                other,
                thin=0.6,
            )
        )
    if rng.random() < 0.4:
        parts.append(
            tube(
                np.array([[0, 0, high * 0.95], [0, 0, high * 1.15]]),
                np.array([[1, 1], [0.2, 0.2]]) * feet[1] * 0.3,
                third,
            )
        )
    return parts


def _cap(*six: *Six) -> list[Mesh]:
    rng, high, feet, main, other, third = six
    z = high * np.linspace(0.1, 0.62, 6)
    parts = [_torso(rng, z, np.full(6, feet[1] * 0.42), np.full(6, feet[0] * 0.36), 2.0, other, third)]
    r = float(rng.uniform(11, 17))
    lift = np.linspace(-0.25, 1.4, 9)
    path = np.stack([np.zeros(9), np.zeros(9), high * (0.64 + 0.34 * np.sin(np.clip(lift, -0.3, 2)))], 1)
    parts.append(
        tube(
            path,
            np.cos(lift)[:, None] * np.array([r, r * rng.uniform(0.85, 1.1)]),
            _bands(rng, 8, 18, main, other),
            sides=18,
        )
    )
    for k in (1, -1):
        parts.append(
            ball((feet[0] * 0.36, k * 3.2, high * 0.45), (1.6, 1.6, 1.6), np.full(3, 0.02), sides=7, rings=5)
        )
        parts.append(
            rod(
                (2, k * feet[1] * 0.4, high * 0.4),
                (rng.uniform(4, 14), k * feet[1] * 0.5, high * 0.36),
                2.0,
                third,
            )
        )
    parts.append(
        ball((r * 0.9, 0, high * 0.62), (3, 3, 2.5), third, sides=9, rings=6)
    )  # a knob: which way it looks
    return parts


# placing


def standing(
    toy: Toy,
    x_mm: float,
    y_mm: float,
    heading_deg: float,
    *,
    step: float = 0.0,
    sway_deg: float = 0.0,
    lift_mm: float = 0.0,
    tilt_deg: float = 0.0,
    floor_mm: float = 0.0,
) -> Solid:
    """The toy on its feet. `step` (-1..1): how far the right shoe is ahead; `lift_mm`: above the floor."""
    ahead = step * STEP_MM / 2
    right, left = toy.shoes
    sway = rotation_xyz(sway_deg, tilt_deg, 0)
    mesh = joined(
        [
            toy.body.moved(sway, (0, 0, 0)),
            right.moved(np.eye(3), (ahead, 0, max(0.0, step) * 0.8)),
            left.moved(np.eye(3), (-ahead, 0, max(0.0, -step) * 0.8)),
        ]
    )
    where = rotation_xyz(0, 0, -heading_deg)
    up = floor_mm + lift_mm
    key = ("toy", toy.name, *(round(v, 3) for v in (x_mm, y_mm, heading_deg, step, sway_deg, up, tilt_deg)))
    placed = mesh.moved(where, (x_mm, y_mm, up))
    return Solid(key, placed, rank=1 if lift_mm > 0 else 0, floor_mm=floor_mm, gloss=toy.gloss)


def fallen(
    toy: Toy,
    x_mm: float,
    y_mm: float,
    heading_deg: float,
    *,
    way: str,
    share: float = 1.0,
    floor_mm: float = 0.0,
) -> Solid:
    """The toy on its "back", "front", "left" or "right", or on the way there, over the edge of its feet."""
    a, b = toy.feet_mm[0] / 2, toy.feet_mm[1] / 2
    edge = {"back": (-a, 0.0), "front": (a, 0.0), "left": (0.0, -b), "right": (0.0, b)}[way]
    angle = 90.0 * share
    turn = {"back": (0, -angle, 0), "front": (0, angle, 0), "left": (angle, 0, 0), "right": (-angle, 0, 0)}[
        way
    ]
    pivot = np.array([*edge, 0.0])
    rotation = rotation_xyz(*turn)
    mesh = joined([toy.body, *toy.shoes]).moved(np.eye(3), -pivot).moved(rotation, pivot)
    mesh = mesh.moved(np.eye(3), (0, 0, -float(mesh.points[:, 2].min())))
    placed = mesh.moved(rotation_xyz(0, 0, -heading_deg), (x_mm, y_mm, floor_mm))
    key = ("fallen", toy.name, way, *(round(v, 3) for v in (x_mm, y_mm, heading_deg, share, floor_mm)))
    return Solid(key, placed, floor_mm=floor_mm, gloss=toy.gloss)


# hands


@dataclass(frozen=True)
class Arm:
    """Whose hand it is: colours, size, and how the fingers are held."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float] | None
    second: tuple[float, float, float]  # of a striped sleeve
    cuff_mm: float  # from the wrist to the sleeve
    scale: float
    spread: float


def random_arm(rng: np.random.Generator) -> Arm:
    skin = np.array(SKINS[int(rng.integers(4))]) * rng.uniform(0.85, 1.15)
    sleeve = _paint(rng)
    second = sleeve if rng.random() < 0.7 else _paint(rng)
    bare = rng.random() < 0.2
    return Arm(
        tuple(skin.tolist()),
        None if bare else tuple(sleeve.tolist()),
        tuple(second.tolist()),
        float(rng.uniform(5, 90)),
        float(rng.uniform(0.8, 1.1)),
        float(rng.uniform(0.7, 1.3)),
    )


def hand(arm: Arm, tip_mm: Point, side_deg: float, *, closed: float = 0.6) -> Solid:
    """A hand whose finger tips are at x, y, height; its arm comes from `side_deg` (as a heading) and beyond.

    `closed` 0 is a flat hand, 1 holds something between thumb and fingers.
    """
    closed = round(closed, 1)
    placed = _hand_mesh(arm, closed).moved(rotation_xyz(0, 0, -side_deg), tip_mm)
    key = ("hand", arm, *(round(float(v), 2) for v in (*tip_mm, side_deg, closed)))
    return Solid(key, placed, rank=2, gloss=0.03, grain=0.05, fine=2)


@lru_cache(64)
def _hand_mesh(arm: Arm, closed: float) -> Mesh:
    skin = np.array(arm.skin)
    parts: list[Mesh] = []
    # along x: tips at 0, the arm towards +x; the hand hangs over from above
    for i, y in enumerate((-27, -9, 9, 27)):
        back = (4, 0, 3, 12)[i]
        root = np.array([82.0, y * 0.95, 34 + 6 * closed])
        knuckle = np.array([44.0 + back * 0.5, y * arm.spread * 0.9, 34 + 14 * closed])
        tip = np.array([back + 9.0, y * arm.spread * (1 - 0.55 * closed), 7.0])
        parts += [rod(root, knuckle, 10.0, skin, thin=0.9), rod(knuckle, tip, 8.6, skin, thin=0.85)]
        parts.append(
            ball(tip + np.array([-6, 0, 4]), (3.5, 4.5, 2.5), np.minimum(skin * 1.25, 0.9), sides=8, rings=5)
        )
    thumb = [
        np.array([95.0, 40, 26]),
        np.array([62.0, 48, 22 + 6 * closed]),
        np.array([28.0, 34 - 14 * closed, 8.0]),
    ]
    parts += [rod(thumb[0], thumb[1], 12, skin, thin=0.9), rod(thumb[1], thumb[2], 10, skin, thin=0.8)]
    parts.append(ball((100, 0, 36), (34, 39, 17), skin, sides=18, rings=10))
    parts.append(rod((100, 0, 36), (160, 0, 42), 27, skin, sides=14))
    away = 640.0
    if arm.sleeve is None:
        path = np.array([[150.0, 0, 42], [300, 0, 62], [away, 0, 120]])
        parts.append(tube(path, np.array([[27, 24], [37, 34], [45, 42]]), skin, sides=24))
    else:
        cuff = 150 + arm.cuff_mm
        if arm.cuff_mm > 20:
            parts.append(
                tube(
                    np.array([[150, 0, 42], [cuff + 5, 0, 42 + arm.cuff_mm * 0.13]]),
                    np.array([[27, 24], [31, 29]]),
                    skin,
                    sides=24,
                )
            )
        x = np.linspace(cuff, away, 22)
        path = np.stack([x, 0 * x, 42 + (x - 150) * 0.13], 1)
        folds = 1 + 0.05 * np.sin(np.arange(22) * 2.1) + 0.03 * np.sin(np.arange(22) * 5.3)
        wide = (40 + (x - cuff) * 0.03)[:, None] * folds[:, None] * np.array([1.0, 0.92])
        tone = np.tile(np.array(arm.sleeve), (21, 26, 1))
        tone[::3] = arm.second
        parts.append(tube(path, wide, tone, sides=26))
    return joined(parts).moved(np.eye(3) * arm.scale, (0, 0, 0))
