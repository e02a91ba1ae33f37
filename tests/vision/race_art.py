"""Invented art of race tiles: grounds, props and zones, drawn at random. BGR codes, ART samples a mm.

`random_sides` gives a set as somebody would own it: one size, one hand, some sides that look alike (the same
printed ground, other props, zones elsewhere), one side with a gate.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

ART = 4  # samples a mm

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

GROUNDS = ("mottle", "cobbles", "planks", "grass", "ripples", "brick", "checks", "leaves", "paper", "night")
NAMES = (
    "amber",
    "birch",
    "cairn",
    "dell",
    "ember",
    "fern",
    "glade",
    "hollow",
    "iron",
    "jetty",
    "kelp",
    "loam",
)


@dataclass(frozen=True)
class Zone:
    kind: str  # "mausoleum", "grave", "brain" or "gate"
    points_mm: Floats  # polygon, or the two ends of a gate


@dataclass(frozen=True)
class Side:
    id: str
    size_mm: tuple[float, float]
    art: Picture
    zones: tuple[Zone, ...]
    look: int  # sides of one number share their ground
    gloss: float


def random_sides(seed: int, count: int = 4, size_mm: float | None = None) -> tuple[Side, ...]:
    """`count` sides; the first has the gate."""
    rng = np.random.default_rng([seed, 101])
    if size_mm is None:
        size_mm = 200.0 if rng.random() < 0.5 else float(round(rng.uniform(150, 220)))
    gloss = float(rng.choice([0.0, 0.02, 0.06, 0.15]))
    names = rng.permutation(NAMES)
    sides: list[Side] = []
    grounds: list[tuple[int, str, Picture]] = []
    style = int(rng.integers(1 << 30))
    for i in range(count):
        if grounds and rng.random() < 0.4:
            look, name, ground = grounds[int(rng.integers(len(grounds)))]
        else:
            look, name = len(grounds), str(names[len(grounds) % len(names)])
            ground = _ground(np.random.default_rng([seed, 102, i]), size_mm)
            grounds.append((look, name, ground))
        alike = sum(s.look == look for s in sides)
        art, zones = _dress(np.random.default_rng([seed, 103, i]), style, ground, size_mm, gate=i == 0)
        side = f"{name}-{'abcdefgh'[alike]}" if alike else name
        sides.append(Side(side, (size_mm, size_mm), art, zones, look, gloss))
    return tuple(sides)


# grounds


def mottle(rng: np.random.Generator, high: int, wide: int, grain: float) -> NDArray[np.float32]:
    """Smooth noise of unit deviation; `grain` is the size of its spots in samples."""
    small = rng.standard_normal((max(3, int(high / grain) + 2), max(3, int(wide / grain) + 2)), np.float32)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: np.random.Generator, value: float, strong: float) -> Floats:
    """A random colour as BGR codes of about this value (0-255) and saturation."""
    hue = rng.uniform(0, 2 * np.pi)
    tint = np.cos(hue + np.array([0, 2.1, 4.2]))
    return np.clip(value * (1 + strong * tint), 4, 250)


def _ground(rng: np.random.Generator, size_mm: float) -> Picture:
    n = round(size_mm * ART)
    kind = str(rng.choice(GROUNDS))
    value = float(rng.choice([40, 65, 95, 130, 170, 215]))
    a = _colour(rng, value, rng.uniform(0.05, 0.5))
    b = np.clip(a * rng.uniform(0.6, 1.5) + _colour(rng, 30, 0.8) - 30, 4, 250)
    t = np.tile(a, (n, n, 1)).astype(np.float32)
    blend = np.clip(0.5 + 0.45 * mottle(rng, n, n, 60) + 0.25 * mottle(rng, n, n, 18), 0, 1)[..., None]
    if kind in ("mottle", "night", "grass", "leaves"):
        t += blend * (b - a)
    if kind in ("cobbles", "leaves"):
        _scatter_stones(rng, t, a, b, round(rng.uniform(250, 900)), 4.5 if kind == "cobbles" else 2.5)
    if kind == "planks":
        wide = round(ART * rng.uniform(9, 22))
        for y in range(0, n, wide):
            t[y : y + wide] *= rng.uniform(0.85, 1.15)
            t[y : y + 2] *= 0.5
            for x in rng.integers(0, n, 2):
                t[y : y + wide, x : x + 2] *= 0.55
        t *= np.exp(0.07 * cv2.resize(rng.standard_normal((n // 3, 9), np.float32), (n, n)))[..., None]
    if kind == "grass":
        for _ in range(4000):
            x, y = rng.integers(0, n, 2)
            dx, dy = rng.integers(-14, 15, 2)
            tone = tuple((a + (b - a) * rng.random()) * rng.uniform(0.7, 1.3))
            cv2.line(t, (int(x), int(y)), (int(x + dx), int(y + dy)), tone, 2, cv2.LINE_AA)
    if kind == "ripples":
        yy, xx = np.mgrid[0:n, 0:n].astype(np.float32)
        phase = (xx * rng.uniform(-1, 1) + yy) / (ART * rng.uniform(3, 8)) + 2.5 * mottle(rng, n, n, 90)
        t += (0.5 + 0.5 * np.sin(phase))[..., None] * (b - a)
    if kind in ("brick", "checks"):
        step = ART * rng.uniform(8, 30)
        rows = (np.arange(n) / step).astype(int)
        for r in range(rows[-1] + 1):
            for c in range(-1, rows[-1] + 1):
                lag = 0.5 * (r % 2) if kind == "brick" else 0.0
                x0, x1 = (max(0, round((c + lag + k) * step)) for k in (0, 1))
                y0, y1 = round(r * step), round((r + 1) * step)
                odd = (r + c) % 2 if kind == "checks" else rng.random()
                t[y0:y1, x0:x1] = (a + (b - a) * odd) * rng.uniform(0.93, 1.07)
                if kind == "brick":
                    cv2.rectangle(t, (x0, y0), (x1, y1), tuple(a * 0.55), 3)
    if kind == "night":
        for _ in range(350):
            x, y = rng.integers(0, n, 2)
            cv2.circle(t, (int(x), int(y)), int(rng.integers(1, 4)), tuple(_colour(rng, 190, 0.3)), -1)
    grain = rng.uniform(0.01, 0.06)
    t *= np.exp(grain * mottle(rng, n, n, 3) + 0.03 * mottle(rng, n, n, 9))[..., None]
    return np.clip(t, 0, 255).astype(np.uint8)


def _scatter_stones(
    rng: np.random.Generator, t: NDArray[np.float32], a: Floats, b: Floats, count: int, big_mm: float
) -> None:
    n = len(t)
    for _ in range(count):
        at = tuple(rng.integers(0, n, 2).tolist())
        axes = tuple(np.rint(ART * rng.uniform(0.3, 1, 2) * big_mm).astype(int).tolist())
        tone = (a + (b - a) * rng.random()) * rng.uniform(0.7, 1.35)
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(t, at, (axes[0] + 2, axes[1] + 2), turn, 0, 360, tuple(tone * 0.55), -1, cv2.LINE_AA)
        cv2.ellipse(t, at, axes, turn, 0, 360, tuple(tone), -1, cv2.LINE_AA)


# zones and props


def _dress(
    rng: np.random.Generator, style: int, ground: Picture, size_mm: float, *, gate: bool
) -> tuple[Picture, tuple[Zone, ...]]:
    art = ground.astype(np.float32)
    taken: list[tuple[Floats, float]] = []
    zones: list[Zone] = []
    edge = float(rng.uniform(12, 20))
    if rng.random() < 0.5:
        _path(rng, art, size_mm)
    if gate:
        across = size_mm * float(rng.uniform(0.4, 0.6))
        ends = np.array([[across, edge], [across + rng.normal(0, 4), size_mm - edge]])
        ends = ends[:, ::-1] if rng.random() < 0.5 else ends
        ends = ends[::-1] if rng.random() < 0.5 else ends
        zones.append(Zone("gate", np.ascontiguousarray(ends)))
        taken += [(ends[0] + (ends[1] - ends[0]) * k, 9.0) for k in np.linspace(0, 1, 12)]
    kinds = ["mausoleum", "grave", "brain"] + [
        str(k) for k in rng.choice(["grave", "brain"], rng.integers(0, 2))
    ]
    for kind in kinds:
        sizes: dict[str, tuple[float, float]] = {
            "mausoleum": (rng.uniform(28, 48), rng.uniform(28, 48)),
            "grave": (rng.uniform(36, 54), rng.uniform(22, 34)),
            "brain": (rng.uniform(20, 32), rng.uniform(20, 32)),
        }
        long, wide = sizes[kind]
        reach = float(np.hypot(long, wide) / 2)
        at = _free(rng, taken, reach, size_mm)
        if at is None:
            continue
        taken.append((at, reach))
        turn = float(rng.choice([0, 90, rng.uniform(0, 180), rng.uniform(-15, 15)]))
        zones.append(Zone(kind, _outline(rng, style, kind, at, float(long), float(wide), turn)))
    for _ in range(int(rng.integers(6, 22))):
        reach = float(rng.uniform(3, 9))
        at = _free(rng, taken, reach, size_mm)
        if at is not None:
            taken.append((at, reach))
            _prop(rng, art, at, reach)
    for zone in zones:
        _draw_zone(rng, style, art, zone)
    if style % 3 == 0:
        cv2.rectangle(
            art, (0, 0), (len(art) - 1,) * 2, tuple(_colour(rng, 60, 0.2)), round(ART * rng.uniform(2, 5))
        )
    return np.clip(art, 0, 255).astype(np.uint8), tuple(zones)


def _free(
    rng: np.random.Generator, taken: list[tuple[Floats, float]], reach: float, size_mm: float
) -> Floats | None:
    for _ in range(80):
        at = rng.uniform(reach + 6, size_mm - reach - 6, 2)
        if all(np.hypot(*(at - other)) > reach + r + 3 for other, r in taken):
            return np.asarray(at)
    return None


def _outline(
    rng: np.random.Generator, style: int, kind: str, at: Floats, long: float, wide: float, turn: float
) -> Floats:
    shape = (style >> {"mausoleum": 3, "grave": 6, "brain": 9}[kind]) % 3
    if kind == "brain":
        a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        bumps = 1 + (0.07 * np.sin(5 * a + rng.uniform(0, 6)) if shape == 1 else 0)
        p = (
            np.stack([long / 2 * np.cos(a), wide / 2 * np.sin(a)], axis=1)
            * np.broadcast_to(bumps, 24)[:, None]
        )
    elif shape == 1:  # corners cut
        x, y, c = long / 2, wide / 2, min(long, wide) * 0.22
        p = np.array(
            [
                [-x + c, -y],
                [x - c, -y],
                [x, -y + c],
                [x, y - c],
                [x - c, y],
                [-x + c, y],
                [-x, y - c],
                [-x, c - y],
            ]
        )
    elif shape == 2 and kind == "grave":  # round at the head
        a = np.linspace(-np.pi / 2, np.pi / 2, 9)
        x = long / 2 - wide / 2
        p = np.vstack(
            [
                [[-long / 2, -wide / 2]],
                np.stack([x + wide / 2 * np.cos(a), wide / 2 * np.sin(a)], 1),
                [[-long / 2, wide / 2]],
            ]
        )
    else:
        p = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([long, wide]) / 2
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    return np.asarray(p @ np.array([[c, s], [-s, c]]) + at)


def _px(mm: Floats) -> NDArray[np.int32]:
    return np.rint((np.asarray(mm) * ART - 0.5) * 16).astype(np.int32)


def _fill(art: NDArray[np.float32], mm: Floats, tone: Floats) -> None:
    cv2.fillPoly(art, [_px(mm)], tuple(float(v) for v in tone), cv2.LINE_AA, 4)


def _stroke(art: NDArray[np.float32], mm: Floats, tone: Floats, wide_mm: float, *, closed: bool) -> None:
    cv2.polylines(
        art, [_px(mm)], closed, tuple(float(v) for v in tone), max(1, round(wide_mm * ART)), cv2.LINE_AA, 4
    )


def _draw_zone(rng: np.random.Generator, style: int, art: NDArray[np.float32], zone: Zone) -> None:
    hand = np.random.default_rng(
        [style, len(zone.kind)]
    )  # zones of one kind look alike on all sides of a set
    tone, second = _colour(hand, hand.uniform(60, 210), 0.3), _colour(hand, hand.uniform(20, 235), 0.4)
    p = zone.points_mm
    if zone.kind == "gate":
        _gate(hand, art, p, tone, second)
        return
    middle = p.mean(axis=0)
    if zone.kind == "brain":
        tone = np.array([hand.uniform(90, 190), hand.uniform(80, 170), hand.uniform(190, 245)])
        _fill(art, p, tone)
        for _ in range(9):
            a = rng.uniform(0, 2 * np.pi, 1) + np.linspace(0, 2, 7)
            fold = (
                middle
                + np.stack([np.cos(a), np.sin(a)], 1) * rng.uniform(3, 8) * np.linspace(0.3, 1, 7)[:, None]
            )
            _stroke(art, fold, tone * 0.7, 0.7, closed=False)
        _stroke(art, p, tone * 0.55, 0.6, closed=True)
        return
    _fill(art, p, tone)
    for k in (0.82, 0.6) if zone.kind == "mausoleum" else (0.8,):
        _fill(art, middle + (p - middle) * k, second if k > 0.7 else tone * 0.85)
    across = p[1] - p[0]
    if zone.kind == "mausoleum":
        for k in np.linspace(-0.35, 0.35, int(hand.integers(3, 8))):
            line = middle + np.array([[-0.36], [0.36]]) * across + k * (p[-1] - p[0])
            _stroke(art, line, tone * 0.5, 0.6, closed=False)
    elif hand.random() < 0.6:
        _stroke(art, middle + np.array([[-0.2], [0.2]]) * across, tone, 1.5, closed=False)
        _stroke(art, middle + np.array([[-0.15], [0.15]]) * (p[-1] - p[0]), tone, 1.5, closed=False)
    _stroke(art, p, np.minimum(tone * hand.choice([0.4, 1.5]), 250), hand.uniform(0.5, 2.0), closed=True)


def _gate(
    hand: np.random.Generator, art: NDArray[np.float32], p: Floats, tone: Floats, second: Floats
) -> None:
    way = p[1] - p[0]
    across = np.array([-way[1], way[0]]) / np.hypot(*way)
    kind = int(hand.integers(4))
    if kind == 0:  # dashes
        for k in np.linspace(0, 1, 20, endpoint=False):
            _stroke(art, p[0] + way * np.array([[k], [k + 0.03]]), tone, 1.6, closed=False)
    else:
        _stroke(art, p, tone, hand.uniform(0.8, 3.0), closed=False)
    if kind == 2:  # a fence
        for k in np.linspace(0.02, 0.98, 34):
            _stroke(art, p[0] + way * k + across * np.array([[-2.0], [2.0]]), second, 0.8, closed=False)
    if kind == 3:  # black and white
        for i, k in enumerate(np.linspace(0, 1, 28, endpoint=False)):
            q = np.stack(
                [p[0] + way * k + across * u for u in (-2, 2)]
                + [p[0] + way * (k + 1 / 28) + across * u for u in (2, -2)]
            )
            _fill(art, q, np.full(3, 20.0 if i % 2 else 235.0))
    for end in p:
        a = np.linspace(0, 2 * np.pi, 4 if kind % 2 else 16, endpoint=False) + 0.8
        _fill(art, end + 5 * np.stack([np.cos(a), np.sin(a)], 1), second)
        _stroke(art, end + 5 * np.stack([np.cos(a), np.sin(a)], 1), tone * 0.5, 0.6, closed=True)


def _path(rng: np.random.Generator, art: NDArray[np.float32], size_mm: float) -> None:
    a, b = rng.uniform(0, size_mm, 2)
    k = np.linspace(-0.05, 1.05, 40)
    line = np.stack([k * size_mm, a + (b - a) * k + 12 * np.sin(k * rng.uniform(2, 7))], 1)
    line = line[:, ::-1] if rng.random() < 0.5 else line
    tone = _colour(rng, rng.uniform(60, 220), 0.15)
    if rng.random() < 0.4:
        _stroke(art, line, tone, rng.uniform(6, 22), closed=False)
        return
    for _ in range(int(rng.integers(40, 180))):
        at = line[int(rng.integers(len(line)))] + rng.normal(0, rng.uniform(2, 9), 2)
        axes = (ART * rng.uniform(0.8, 3.2, 2)).astype(int).tolist()
        cv2.ellipse(
            art,
            (at * ART).astype(int).tolist(),
            axes,
            float(rng.uniform(0, 180)),
            0,
            360,
            tuple(tone * rng.uniform(0.75, 1.2)),
            -1,
            cv2.LINE_AA,
        )


def _prop(rng: np.random.Generator, art: NDArray[np.float32], at: Floats, reach: float) -> None:
    kind = int(rng.integers(7))
    tone = _colour(rng, rng.uniform(30, 225), rng.uniform(0.1, 0.7))
    turn = rng.uniform(0, 2 * np.pi)

    def star(points: int, inner: float, radius: float = 1.0) -> Floats:
        a = np.linspace(0, 2 * np.pi, 2 * points, endpoint=False) + turn
        r = reach * radius * np.where(np.arange(2 * points) % 2, inner, 1.0)
        return np.asarray(at + np.stack([np.cos(a), np.sin(a)], 1) * r[:, None])

    if kind == 0:  # a flower or bush
        _fill(art, star(int(rng.integers(4, 9)), 0.5), tone)
        _fill(art, star(8, 1.0, 0.3), tone[::-1])
    elif kind == 1:  # a stone
        _fill(art, star(5, rng.uniform(0.7, 0.95)), tone)
        _stroke(art, star(5, 0.8), tone * 0.5, 0.5, closed=True)
    elif kind == 2:  # a letter or a number
        where = tuple((at * ART - reach * ART / 2 * np.array([1, -1])).astype(int).tolist())
        cv2.putText(
            art,
            str(rng.choice(list("RIPX?7&#"))),
            where,
            cv2.FONT_HERSHEY_SIMPLEX,
            reach / 6,
            tuple(tone),
            5,
            cv2.LINE_AA,
        )
    elif kind == 3:  # bones
        for a in rng.uniform(0, 2 * np.pi, 2):
            d = reach * np.array([np.cos(a), np.sin(a)])
            _stroke(art, np.stack([at - d, at + d]), np.full(3, 215.0), 1.3, closed=False)
    elif kind == 4:  # a crack
        walk = at + np.cumsum(rng.normal(0, reach / 4, (9, 2)), axis=0)
        _stroke(art, walk, tone * 0.4, 0.6, closed=False)
    elif kind == 5:  # a puddle
        _fill(art, star(9, rng.uniform(0.75, 0.95)), tone)
        _fill(art, star(9, 0.9, 0.7), np.minimum(tone * 1.2, 250))
    else:  # a slab
        q = star(2, rng.uniform(0.5, 1.0))
        _fill(art, q + 1.0, tone * 0.35)
        _fill(art, q, tone)
