"""Solid things over the table: closed surfaces of small faces, lit, drawn through the lens, casting shadows.

A `Mesh` is made of roughly convex parts. Every corner goes through the full lens at its own height, so that
parallax is exact; faces are painted far to near, and so are solids whose feet stand apart.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.race_view import Floats, View

if TYPE_CHECKING:
    from tests.vision.race_light import Lighting
    from tests.vision.race_renderer import Ground, RaceRenderer

Light = NDArray[np.float32]
Point = Sequence[float] | Floats
Rect = tuple[int, int, int, int]  # x0, y0, x1, y1
NOWHERE = (0, 0, 1, 1)


@dataclass(frozen=True)
class Mesh:
    """Points N x 3 (x, y, height); faces F x 4 indices, seen from outside; colours F x 3 reflectance."""

    points: Floats
    faces: NDArray[np.int64]
    colours: Floats
    parts: tuple[tuple[int, int], ...]  # ranges of points

    def moved(self, rotation: Floats, shift: Point) -> "Mesh":
        return Mesh(self.points @ rotation.T + np.asarray(shift), self.faces, self.colours, self.parts)


@dataclass(frozen=True)
class Solid:
    """A mesh on its place. Equal `key`s look alike; a higher `rank` lies above all lower ones."""

    key: tuple[object, ...]
    mesh: Mesh
    rank: int = 0
    floor_mm: float = 0.0
    gloss: float = 0.1
    grain: float = 0.0
    fine: int = 4


def joined(meshes: Sequence[Mesh]) -> Mesh:
    points, faces, parts, at = [], [], [], 0
    for m in meshes:
        points.append(m.points)
        faces.append(m.faces + at)
        parts += [(a + at, b + at) for a, b in m.parts]
        at += len(m.points)
    return Mesh(np.vstack(points), np.vstack(faces), np.vstack([m.colours for m in meshes]), tuple(parts))


def tube(
    path: Floats,
    radii: Floats,
    colour: Floats,
    *,
    sides: int = 14,
    power: float = 2.0,
    turn_deg: float = 0.0,
) -> Mesh:
    """Rings (K x 2 radii) about K centres on a straight axis; the ends are closed.

    `power` 2 gives ellipses, more gives boxes. `colour` is one BGR, or K - 1 x `sides` of them; a ring's
    first point lies along x for upright tubes, and they run towards y.
    """
    path, radii = np.asarray(path, np.float64), np.asarray(radii, np.float64)
    axis = path[-1] - path[0]
    axis = axis / np.linalg.norm(axis)
    u = np.array([1.0, 0, 0]) if abs(axis[2]) > 0.9 else np.cross([0, 0, 1.0], axis)
    u = u - axis * (u @ axis)
    u /= np.linalg.norm(u)
    v = np.cross(axis, u)
    a = np.linspace(0, 2 * np.pi, sides, endpoint=False) + (np.pi / sides if power > 3 else 0)
    c, s = np.cos(a), np.sin(a)
    reach = (np.abs(c) ** power + np.abs(s) ** power) ** (-1 / power)
    c, s = c * reach, s * reach
    t = np.deg2rad(turn_deg)
    u, v = u * np.cos(t) + v * np.sin(t), v * np.cos(t) - u * np.sin(t)
    rings = (
        path[:, None] + radii[:, :1, None] * c[None, :, None] * u + radii[:, 1:, None] * s[None, :, None] * v
    )
    k = len(path)
    points = np.vstack([rings.reshape(-1, 3), path[:1], path[-1:]])
    i = np.arange(sides)
    j = (i + 1) % sides
    faces = [
        np.stack([r * sides + i, r * sides + j, (r + 1) * sides + j, (r + 1) * sides + i], 1)
        for r in range(k - 1)
    ]
    low, high = np.full(sides, k * sides), np.full(sides, k * sides + 1)
    faces += [
        np.stack([low, j, i, i], 1),
        np.stack([high, (k - 1) * sides + i, (k - 1) * sides + j, (k - 1) * sides + j], 1),
    ]
    colours = np.broadcast_to(
        np.asarray(colour, np.float64).reshape(-1, np.shape(colour)[-2] if np.ndim(colour) == 3 else 1, 3),
        (k - 1, sides, 3),
    )
    tone = np.vstack([colours.reshape(-1, 3), colours[0], colours[-1]])
    return _outward(Mesh(points, np.vstack(faces), tone, ((0, len(points)),)))


def ball(centre: Point, radii: Point, colour: Floats, *, sides: int = 14, rings: int = 9) -> Mesh:
    """An ellipsoid, its rings along the height."""
    lift = -np.cos(np.linspace(0.12, np.pi - 0.12, rings))
    wide = np.sqrt(1 - lift**2)
    path = np.array(centre) + np.stack([0 * lift, 0 * lift, lift * radii[2]], 1)
    return tube(path, np.stack([wide * radii[0], wide * radii[1]], 1), colour, sides=sides)


def rod(
    p: Point,
    q: Point,
    radius: float,
    colour: Floats,
    *,
    sides: int = 9,
    thin: float = 1.0,
) -> Mesh:
    """A round-ended rod; `thin` is its radius at the end as a share."""
    p_, q_ = np.asarray(p, np.float64), np.asarray(q, np.float64)
    way = (q_ - p_) / max(float(np.linalg.norm(q_ - p_)), 1e-9)
    end = radius * thin
    path = [
        p_ - way * radius * 0.85,
        p_ - way * radius * 0.45,
        p_,
        q_,
        q_ + way * end * 0.45,
        q_ + way * end * 0.85,
    ]
    wide = np.array([0.45 * radius, 0.88 * radius, radius, end, 0.88 * end, 0.45 * end])
    return tube(np.array(path), np.stack([wide, wide], 1), colour, sides=sides)


def box(centre: Point, size: Point, colour: Floats, *, soft: float = 0.12, power: float = 7.0) -> Mesh:
    """A box with softened edges."""
    x, y, z = centre
    lx, ly, lz = (v / 2 for v in size)
    path = np.array([[x, y, z + k * lz] for k in (-1, -1 + 2 * soft, 0, 1 - 2 * soft, 1)])
    k = np.array([1 - soft, 1, 1, 1, 1 - soft])
    return tube(path, np.stack([k * lx, k * ly], 1), colour, sides=16, power=power)


def _outward(mesh: Mesh) -> Mesh:
    corners = mesh.points[mesh.faces]
    middle = mesh.points.mean(axis=0)
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    thin = np.abs(normal).sum(axis=1) < 1e-12
    normal[thin] = np.cross(corners[thin, 1] - corners[thin, 0], corners[thin, 2] - corners[thin, 0])
    wrong = (normal * (corners.mean(axis=1) - middle)).sum(axis=1) < 0
    faces = mesh.faces.copy()
    faces[wrong] = faces[wrong][:, ::-1]
    return Mesh(mesh.points, faces, mesh.colours, mesh.parts)


# drawing


@dataclass
class Layer:
    """A solid drawn alone: premultiplied light and cover (h x w x 4) with its place, and a shadow a lamp."""

    rect: Rect
    drawn: Light
    shadows: list[tuple[Rect, Light]]
    far: float


def _shaded(
    mesh: Mesh, solid: Solid, eye: Floats, lighting: "Lighting", shares: Sequence[float]
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Light of each face, its middle, and whether it is turned to the eye."""
    corners = mesh.points[mesh.faces]
    middle = corners.mean(axis=1)
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    to_eye = eye - middle
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    up = normal[:, 2]
    deep = 0.55 + 0.45 * np.clip(
        (middle[:, 2] - solid.floor_mm) / 25, 0, 1
    )  # less sky reaches what stands low
    got = np.array(lighting.ambient) * (0.62 + 0.38 * up)[:, None] * deep[:, None]
    shine = np.zeros_like(got)
    for share, lamp in zip(shares, lighting.lamps, strict=True):
        way = np.array(lamp.place_mm) - middle
        far = np.linalg.norm(way, axis=1, keepdims=True)
        way = way / far
        near = (lamp.place_mm[2] / far) ** 2 * share
        got = got + np.clip((normal * way).sum(1), 0, 1)[:, None] * near * np.array(lamp.colour)
        half = way + to_eye
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        shine += np.clip((normal * half).sum(1), 0, 1)[:, None] ** 40 * near * np.array(lamp.colour)
    return mesh.colours * got + solid.gloss * shine, middle, (normal * to_eye).sum(1) > 0


def layer_of(solid: Solid, view: View, lighting: "Lighting", shares: Sequence[float]) -> Layer | None:
    """The solid as it would look alone; None when it is outside the picture."""
    mesh = solid.mesh
    w, h = view.glass.size_px
    seen = view.solid_to_picture(mesh.points)
    rect = _clipped(seen, w, h, 2)
    shadows = _shadows(solid, view, lighting)
    if rect is None:
        return None
    x0, y0, x1, y1 = rect
    eye = view.place_mm
    light, middle, turned = _shaded(mesh, solid, eye, lighting, shares)
    distance = np.linalg.norm(middle - eye, axis=1)
    order = np.argsort(-distance)
    order = order[turned[order]]
    fine = solid.fine
    big = np.zeros(((y1 - y0) * fine, (x1 - x0) * fine, 4), np.float32)
    # a filled shape covers its border samples wholly: half a sample too wide on every side, 1/8 px at most
    at = np.rint(((seen - np.array([x0, y0]) + 0.5) * fine - 0.5) * 16).astype(np.int32)
    shapes = at[mesh.faces[order]]
    tones = np.column_stack([light[order], np.ones(len(order))]).tolist()
    for shape, tone in zip(shapes, tones, strict=True):
        cv2.fillConvexPoly(big, shape, tone, cv2.LINE_8, 4)
    drawn = np.asarray(cv2.resize(big, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), np.float32)
    if solid.grain > 0:
        rng = np.random.default_rng(5)
        noise = cv2.resize(
            rng.standard_normal((64, 64), np.float32), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC
        )
        high, wide = drawn.shape[:2]
        drawn[..., :3] *= np.exp(
            solid.grain * np.tile(noise, (high // 256 + 1, wide // 256 + 1))[:high, :wide, None]
        )
    feet = mesh.points[mesh.points[:, 2] < mesh.points[:, 2].min() + 5].mean(axis=0)
    return Layer(rect, drawn, shadows, float(np.hypot(*(feet[:2] - eye[:2]))))


def _clipped(points: Floats, w: int, h: int, pad: int) -> Rect | None:
    x0, y0 = np.floor(points.min(axis=0)).astype(int) - pad
    x1, y1 = np.ceil(points.max(axis=0)).astype(int) + pad + 1
    x0, y0, x1, y1 = max(int(x0), 0), max(int(y0), 0), min(int(x1), w), min(int(y1), h)
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


BANDS = (0.0, 14.0, 32.0, 60.0, 1e9)


def _shadows(solid: Solid, view: View, lighting: "Lighting") -> list[tuple[Rect, Light]]:
    """A share of each lamp's light that is kept away, softer the higher what keeps it away."""
    out = []
    w, h = view.glass.size_px
    mesh = solid.mesh
    middle = view.place_mm
    per_mm = float(view.glass.matrix[0, 0]) / middle[2]
    for lamp in lighting.lamps:
        x, y, high = lamp.place_mm
        up = np.minimum(mesh.points[:, 2], high * 0.8)
        reach = (high - solid.floor_mm) / (high - up)
        spots = np.array([x, y]) + (mesh.points[:, :2] - np.array([x, y])) * reach[:, None]
        seen = view.to_picture(spots, solid.floor_mm)
        above = [max(0.0, float(up[a:b].mean()) - solid.floor_mm) for a, b in mesh.parts]
        softs = [0.6 + per_mm * lamp.radius_mm * v / high * 0.6 for v in above]
        rect = _clipped(seen, w, h, int(3 * max(softs)) + 2)
        if rect is None:
            out.append((NOWHERE, np.zeros((1, 1), np.float32)))
            continue
        x0, y0, x1, y1 = rect
        open_ = np.ones((y1 - y0, x1 - x0), np.float32)
        at = np.rint((seen - np.array([x0, y0])) * 16).astype(np.int32)
        for low, top in itertools.pairwise(BANDS):
            chosen = [i for i, v in enumerate(above) if low <= v < top]
            if not chosen:
                continue
            band = np.zeros_like(open_)
            for i in chosen:
                a, b = mesh.parts[i]
                cv2.fillConvexPoly(band, cv2.convexHull(at[a:b]), 1.0, cv2.LINE_AA, 4)
            soft = float(np.mean([softs[i] for i in chosen]))
            open_ *= 1 - cv2.GaussianBlur(band, (0, 0), soft)
        out.append((rect, 1 - open_))
    return out


def _merged(rects: list[Rect]) -> list[tuple[Rect, list[int]]]:
    groups: list[tuple[Rect, list[int]]] = []
    for i, rect in enumerate(rects):
        new, members = rect, [i]
        while True:
            hit = [
                g
                for g in groups
                if new[0] < g[0][2] and g[0][0] < new[2] and new[1] < g[0][3] and g[0][1] < new[3]
            ]
            if not hit:
                break
            for g in hit:
                groups.remove(g)
                members += g[1]
                new = (min(new[0], g[0][0]), min(new[1], g[0][1]), max(new[2], g[0][2]), max(new[3], g[0][3]))
        groups.append((new, sorted(members)))
    return groups


def with_solids(
    draw: "RaceRenderer",
    ground: "Ground",
    light: Light,
    codes: Light,
    shares: Sequence[float],
    solids: Sequence[Solid],
) -> Light:
    """The still picture's codes with solids over it. Only what they cover or shade is drawn.

    Still figures are kept as drawn; a hand is never twice alike.
    """
    view, lighting = ground.view, draw.table.lighting
    place = (view.rotation.tobytes(), view.translation.tobytes(), tuple(shares))
    layers: list[tuple[Solid, Layer]] = []
    for solid in solids:
        make = partial(layer_of, solid, view, lighting, shares)
        layer = make() if solid.rank else draw.kept(("layer", place, solid.key), make)
        if layer is not None:
            layers.append((solid, layer))
    codes = codes.copy()
    w, h = view.glass.size_px
    pad = int(4 * draw.table.sensor.blur_px * h / 720) + 2

    def around(layer: Layer) -> Rect:
        rects = [layer.rect, *(r for r, _ in layer.shadows if r != NOWHERE)]
        x0, y0, x1, y1 = (f(r[i] for r in rects) for i, f in enumerate((min, min, max, max)))
        return max(x0 - pad, 0), max(y0 - pad, 0), min(x1 + pad, w), min(y1 + pad, h)

    for rect, members in _merged([around(layer) for _, layer in layers]):
        inside = [layers[i] for i in members]
        key = ("part", place, ground.key, rect, tuple(s.key for s, _ in inside))
        make_part = partial(_part, draw, ground, light, shares, rect, inside)
        x0, y0, x1, y1 = rect
        still = all(s.rank == 0 for s, _ in inside)
        codes[y0:y1, x0:x1] = draw.kept(key, make_part) if still else make_part()
    return codes


def _part(
    draw: "RaceRenderer",
    ground: "Ground",
    still: Light,
    shares: Sequence[float],
    rect: Rect,
    inside: list[tuple[Solid, Layer]],
) -> Light:
    x0, y0, x1, y1 = rect
    every = [layer for _, layer in inside]
    light = still[y0:y1, x0:x1].copy()
    closed = np.zeros(light.shape[:2], np.float32)
    for i, share in enumerate(shares):
        shade = _shade(every, i, rect)
        lost = cv2.multiply(cv2.merge([shade] * 3), ground.lamps[i][y0:y1, x0:x1], scale=share)
        cv2.subtract(light, lost, dst=light)
        closed = np.maximum(closed, shade)
    # what keeps the lamp away keeps some of the sky away too
    lost = cv2.multiply(cv2.merge([closed] * 3), ground.sky[y0:y1, x0:x1], scale=0.18)
    cv2.subtract(light, lost, dst=light)
    for solid, layer in sorted(inside, key=lambda one: (one[0].rank, -one[1].far)):
        above = [other for s, other in inside if s.rank > solid.rank]
        a, b, c, d = layer.rect
        tone, at = ground.fade[b:d, a:c], np.s_[b - y0 : d - y0, a - x0 : c - x0]
        if above:  # the hand's shadow falls on figures as well
            shade = np.mean([_shade(above, i, layer.rect) for i in range(len(shares))], axis=0)
            tone = tone * (1 - np.float32(0.55) * shade)
        drawn = layer.drawn[..., :3]
        left = 1 - layer.drawn[..., 3]
        light[at] = cv2.add(
            cv2.multiply(light[at], cv2.merge([left] * 3)),
            cv2.multiply(np.ascontiguousarray(drawn), cv2.merge([np.asarray(tone, np.float32)] * 3)),
        )
    return draw.developed(light)


def _shade(layers: list[Layer], lamp: int, rect: Rect) -> Light:
    """The share of a lamp's light that these keep away from each pixel of a rectangle."""
    x0, y0, x1, y1 = rect
    open_ = np.ones((y1 - y0, x1 - x0), np.float32)
    for layer in layers:
        (a, b, c, d), mask = layer.shadows[lamp]
        a2, b2, c2, d2 = max(a, x0), max(b, y0), min(c, x1), min(d, y1)
        if a2 < c2 and b2 < d2:
            open_[b2 - y0 : d2 - y0, a2 - x0 : c2 - x0] *= 1 - mask[b2 - b : d2 - b, a2 - a : c2 - a]
    return np.asarray(1 - open_, np.float32)
