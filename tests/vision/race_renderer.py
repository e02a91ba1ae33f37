"""Draws race tables as a web camera sees them: tiles on a table, lamps, lens, the camera's faults. Seeded.

    table = race_table(seed)                   everything drawn at random; keywords fix what a test wants so
    draw = RaceRenderer(table)
    draw.frame(Moment(index=3))                BGR picture of the tiles as laid (no figure)
    draw.frame(Moment(3, view=..., laid=...))  the camera bumped, the tiles pushed, lamps dimmed
    draw.frame(Moment(3), solids=[...])        with figures and hands: see race_mesh, race_figures
    draw.side_picture(id, rng)                 (picture, told): one side alone and what a person traced, as in
                                               a take's teach/tiles/ID.json (0.5 px off)
    draw.sheet_pictures(rng, 10)               the ChArUco sheet (7 x 5 of 30 mm, 22 mm, 5X5_100) as held up
    draw.bare(Moment())                        the bare table

What is true: `table.view` (race_view.View: to_picture, to_table, moved, glass.matrix, glass.distortion,
rotation, translation), `table.laid` (Laid: side, x_mm, y_mm, turn_deg; table = R(turn) @ tile + (x, y),
R = [[c, -s], [s, c]], y down, so a positive turn is clockwise as seen), `table.sides` (race_art.Side: id,
size_mm, art, zones with points_mm). The plane of the tiles' tops has height 0, the bare table -THICK_MM.
Frames of one number are alike to the bit. `relaid(table, seed)` lays the same sides anew, the camera hung up
anew as well; `view.moved(shift_mm, turn_deg)` is a bump.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.race_art import ART, Side, mottle, random_sides
from tests.vision.race_light import (
    Camera,
    Lighting,
    Sensor,
    falling_on,
    glance,
    opened,
    random_lighting,
    random_sensor,
    saturate,
    to_codes,
    to_light,
)
from tests.vision.race_view import Floats, View, look, random_glass, rotation_xyz

if TYPE_CHECKING:
    from tests.vision.race_mesh import Solid

THICK_MM = 2.0
SURFACES = ("wood", "dark wood", "felt", "plain", "cloth", "checks", "stripes", "marble")
FINE = 2  # samples a pixel each way, where tiles and table are drawn

Light = NDArray[np.float32]
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Laid:
    """A side lying on the table: table mm = R(turn) @ tile mm + (x, y)."""

    side: str
    x_mm: float
    y_mm: float
    turn_deg: float

    @property
    def matrix(self) -> Floats:
        c, s = np.cos(np.deg2rad(self.turn_deg)), np.sin(np.deg2rad(self.turn_deg))
        return np.array([[c, -s], [s, c]])

    def to_table(self, tile_mm: Floats) -> Floats:
        return np.asarray(np.asarray(tile_mm) @ self.matrix.T + np.array([self.x_mm, self.y_mm]))

    def to_tile(self, table_mm: Floats) -> Floats:
        return np.asarray((np.asarray(table_mm) - np.array([self.x_mm, self.y_mm])) @ self.matrix)


@dataclass(frozen=True)
class RaceTable:
    """All that does not change while a race is played."""

    seed: int
    sides: tuple[Side, ...]  # all that are taught, laid or not
    laid: tuple[Laid, ...]
    view: View
    lighting: Lighting
    sensor: Sensor
    surface: str
    surface_gloss: float
    sharp: float  # of mirror images

    def side(self, name: str) -> Side:
        return next(s for s in self.sides if s.id == name)


@dataclass(frozen=True)
class Moment:
    """What may change: `lamps` are shares of each lamp's light, `gain` what the camera makes of it."""

    index: int = 0
    view: View | None = None
    laid: tuple[Laid, ...] | None = None
    lamps: tuple[float, ...] | None = None
    gain: float = 1.0


@dataclass
class Ground:
    """The still part of a picture, at one sample a pixel: what each light gives the camera (h x w x 3)."""

    key: object
    view: View
    fade: Light  # h x w: the vignette
    sky: Light
    lamps: list[Light]  # mirror images included


def corners_of(side: Side) -> Floats:
    """Top-left, top-right, bottom-right, bottom-left in tile mm."""
    w, h = side.size_mm
    return np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)


def random_layout(
    rng: np.random.Generator, sides: Sequence[Side], count: int, *, gate: bool = False
) -> tuple[Laid, ...]:
    """`count` different sides laid edge to edge with gaps of 0-3 mm, about the origin.

    Most lie on a common grid, some are shifted along the edge they share. With `gate` the gate's side is laid
    for sure, else mostly.
    """
    chosen = [sides[i] for i in rng.permutation(len(sides))[:count]]
    if not any(z.kind == "gate" for s in chosen for z in s.zones) and (gate or rng.random() < 0.8):
        chosen[0] = next(s for s in sides if any(z.kind == "gate" for z in s.zones))
    size = chosen[0].size_mm[0]
    slide = rng.random() < 0.2
    middles: list[Floats] = [np.zeros(2)]
    turns = [float(rng.normal(0, 0.4)) for _ in chosen]
    while len(middles) < len(chosen):
        from_ = middles[int(rng.integers(len(middles)))]
        way = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]][int(rng.integers(4))], np.float64)
        lean = 0.1 + size / 2 * (
            abs(np.deg2rad(turns[len(middles)])) + max(abs(np.deg2rad(t)) for t in turns)
        )
        off = (rng.uniform(-0.4, 0.4) * size if slide else rng.normal(0, 0.8)) * way[::-1]
        new = from_ + way * (size + lean) + off
        apart = [np.abs(new - m).max() >= size + lean - 1e-9 for m in middles]
        slit = float(rng.uniform(0, 3))
        rims = [_square(m, size, t) for m, t in zip(middles, turns, strict=False)]
        if all(apart):
            new = _moved_up(new, way, slit, lambda at: _square(at, size, turns[len(middles)]), rims)
            middles.append(new)
    whole = float(rng.choice([0.0, 180.0]) + rng.normal(0, 4))
    c, s = np.cos(np.deg2rad(whole)), np.sin(np.deg2rad(whole))
    points = (np.array(middles) - (np.max(middles, axis=0) + np.min(middles, axis=0)) / 2) @ np.array(
        [[c, s], [-s, c]]
    )
    if np.ptp(points[:, 1]) > np.ptp(points[:, 0]) + 1:  # along the picture's long side
        points, whole = points @ np.array([[0.0, 1.0], [-1.0, 0.0]]), whole + 90
    laid = []
    for side, middle, turn in zip(chosen, points, turns, strict=True):
        total = (whole + turn + 90 * int(rng.integers(4)) + 180) % 360 - 180
        here = Laid(side.id, 0.0, 0.0, total)
        x, y = middle - here.to_table(np.array(side.size_mm) / 2)
        laid.append(replace(here, x_mm=float(x), y_mm=float(y)))
    return tuple(laid)


def _square(middle: Floats, size: float, turn_deg: float) -> Floats:
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
    return np.asarray(rim @ Laid("", 0, 0, turn_deg).matrix.T + middle)


def _moved_up(
    at: Floats, way: Floats, slit: float, square: Callable[[Floats], Floats], rims: Sequence[Floats]
) -> Floats:
    """Moved against `way` by tenths of a mm until the slit is left, or the squares would overlap."""
    gap = min(_distance(square(at), rim) for rim in rims)
    while gap > slit:
        nearer = at - way * 0.1
        left = min(_distance(square(nearer), rim) for rim in rims)
        if left >= gap:
            break  # stepped past: what overlaps seems to come apart again
        at, gap = nearer, left
    return at


def _distance(a: Floats, b: Floats) -> float:
    """Of two convex polygons that do not overlap."""

    def nearest(points: Floats, rim: Floats) -> float:
        way = np.roll(rim, -1, axis=0) - rim
        k = ((points[:, None] - rim) * way).sum(-1) / (way**2).sum(-1)
        foot = rim + np.clip(k, 0, 1)[..., None] * way
        return float(np.linalg.norm(points[:, None] - foot, axis=-1).min())

    return min(nearest(a, b), nearest(b, a))


def race_table(
    seed: int,
    *,
    size_px: tuple[int, int] | None = None,
    tiles: int | None = None,
    gate: bool = False,
    taught: int | None = None,
    size_mm: float | None = None,
    surface: str | None = None,
    lighting: Lighting | None = None,
    sensor: Sensor | None = None,
    high_mm: float | None = None,
) -> RaceTable:
    """A table drawn at random, the whole layout in the picture; what is given is so."""
    rng = np.random.default_rng([seed, 301])
    size_px = size_px or ((1920, 1080) if rng.random() < 0.2 else (1280, 720))
    tiles = tiles or int(rng.choice([2, 3, 4], p=[0.1, 0.15, 0.75]))
    sides = random_sides(seed, taught or max(tiles, int(rng.integers(4, 9))), size_mm)
    while True:
        glass = random_glass(rng, size_px)
        laid = random_layout(rng, sides, tiles, gate=gate)
        lean = (float(rng.uniform(0, 12)), float(rng.uniform(0, 2 * np.pi)))
        lean_xy = (lean[0] * np.cos(lean[1]), lean[0] * np.sin(lean[1]))
        aim = rng.normal(0, 15, 2)
        spin = float(rng.normal(0, 3)) + float(rng.choice([0, 180]))
        fits = [
            high
            for high in ([high_mm] if high_mm else np.arange(400.0, 751, 25).tolist())
            if _inside(look(glass, aim, high, lean_xy, spin), sides, laid)
        ]
        if fits:
            view = look(glass, aim, float(rng.choice(fits)), lean_xy, spin)
            break
    surface = surface or str(rng.choice(SURFACES))
    gloss = 0.0 if surface in ("felt", "cloth") else float(rng.choice([0.0, 0.02, 0.08, 0.2]))
    return RaceTable(
        seed,
        sides,
        laid,
        view,
        lighting or random_lighting(rng),
        sensor or random_sensor(rng),
        surface,
        gloss,
        float(rng.choice([30, 100, 400])),
    )


def relaid(table: RaceTable, seed: int) -> RaceTable:
    """The same sides, lens and light; another layout, the camera hung up anew so that it sees all."""
    rng = np.random.default_rng([seed, 302])
    while True:
        laid = random_layout(rng, table.sides, len(table.laid))
        lean = rng.uniform(-8, 8, 2)
        spin = float(rng.uniform(-5, 5)) + float(rng.choice([0, 180]))
        view = look(
            table.view.glass, rng.normal(0, 15, 2), float(rng.uniform(400, 750)), (lean[0], lean[1]), spin
        )
        if _inside(view, table.sides, laid):
            return replace(table, laid=laid, view=view)


def _inside(view: View, sides: Sequence[Side], laid: Sequence[Laid]) -> bool:
    w, h = view.glass.size_px
    for tile in laid:
        rim = corners_of(next(s for s in sides if s.id == tile.side))
        p = view.to_picture(tile.to_table(rim))
        if (p < 12).any() or (p > np.array([w, h]) - 12).any():
            return False
    return True


class RaceRenderer:
    """Draws one table. The still ground of the last few views is kept: a new one costs 0.3 to 0.7 s."""

    def __init__(self, table: RaceTable) -> None:
        self.table = table
        self.camera = Camera(table.sensor, table.view.glass.size_px, table.seed)
        self._surface = _surface_texture(np.random.default_rng([table.seed, 303]), table.surface)
        self._arts = {s.id: to_light(s.art) for s in table.sides}
        self._grounds: dict[object, Ground] = {}
        self._lit: dict[object, tuple[Light, Light]] = {}
        self._exposure: float | None = None
        self._kept: dict[object, Any] = {}

    # pictures

    def frame(self, moment: Moment, solids: Sequence["Solid"] = ()) -> Picture:
        """One picture, as decoded from what the camera sends. Later solids do not need to be nearer."""
        return opened(self.jpeg(moment, solids))

    def jpeg(self, moment: Moment, solids: Sequence["Solid"] = ()) -> bytes:
        codes = self.codes(moment, solids)
        return self.camera.jpeg(codes, moment.index, moment.gain)

    def bare(self, moment: Moment, solids: Sequence["Solid"] = ()) -> Picture:
        """The table without any tile."""
        return self.frame(replace(moment, laid=()), solids)

    def side_picture(
        self, name: str, rng: np.random.Generator, *, off_px: float = 0.5, view: View | None = None
    ) -> tuple[Picture, dict[str, Any]]:
        """One side alone on the table, and what a person traced: the text of teach/tiles/ID.json."""
        side = self.table.side(name)
        view = view or self.table.view
        w, h = view.glass.size_px
        middle = view.to_table(np.array([[w / 2, h / 2]]) + rng.normal(0, 20, (1, 2)))[0]
        laid = Laid(name, 0, 0, float(rng.uniform(-12, 12)))
        x, y = middle - laid.to_table(np.array(side.size_mm) / 2)
        laid = replace(laid, x_mm=float(x), y_mm=float(y))
        picture = self.frame(Moment(int(rng.integers(4096)), view=view, laid=(laid,)))

        def traced(tile_mm: Floats) -> list[list[float]]:
            p = view.to_picture(laid.to_table(tile_mm)) + rng.normal(0, off_px, tile_mm.shape)
            return [[round(float(v), 1) for v in q] for q in p]

        zones = [
            {"kind": z.kind, "line_px" if z.kind == "gate" else "polygon_px": traced(z.points_mm)}
            for z in side.zones
        ]
        told = {
            "tile": name,
            "size_mm": [float(v) for v in side.size_mm],
            "corners_px": traced(corners_of(side)),
            "zones": zones,
        }
        return picture, told

    def sheet_pictures(self, rng: np.random.Generator, count: int) -> list[Picture]:
        """The lens sheet held before the camera, over the bare table; not everywhere, as people do."""
        return [self._sheet(rng) for _ in range(count)]

    # the still ground

    def codes(self, moment: Moment, solids: Sequence["Solid"] = ()) -> Light:
        """Codes before the camera's gain, noise and JPEG."""
        view, laid = moment.view or self.table.view, self.table.laid if moment.laid is None else moment.laid
        shares = moment.lamps or (1.0,) * len(self.table.lighting.lamps)
        key = (view.rotation.tobytes(), view.translation.tobytes(), laid, shares)
        ground = self.ground(view, laid)
        if key not in self._lit:
            if len(self._lit) > 2:
                self._lit.pop(next(iter(self._lit)))
            light = self.lit(ground, shares)
            self._lit[key] = light, self.developed(light)
        light, codes = self._lit[key]
        if not solids:
            return codes
        from tests.vision.race_mesh import with_solids  # noqa: PLC0415 (figures are not paid for by tiles)

        return with_solids(self, ground, light, codes, shares, solids)

    def kept(self, key: object, make: Callable[[], Any]) -> Any:
        """What was made under this key, or made now. The last 40 are kept."""
        if key not in self._kept:
            if len(self._kept) >= 40:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = make()
        else:
            self._kept[key] = self._kept.pop(key)  # the last used goes last
        return self._kept[key]

    def lit(self, ground: Ground, shares: Sequence[float]) -> Light:
        """Linear light of the still ground."""
        light = ground.sky.copy()
        for share, one in zip(shares, ground.lamps, strict=True):
            cv2.scaleAdd(one, share, light, dst=light)
        return light

    def developed(self, light: Light) -> Light:
        """Blur, exposure, saturation, gamma."""
        if self._exposure is None:
            self._exposure = self._expose()
        sensor = self.table.sensor
        blurred = cv2.GaussianBlur(light, (0, 0), sensor.blur_px * self.table.view.glass.size_px[1] / 720)
        return to_codes(
            saturate(np.asarray(blurred * np.float32(self._exposure), np.float32), sensor.saturation)
        )

    def _expose(self) -> float:
        """The camera's own choice on the layout: a grey mean, but white on the tiles not far beyond full."""
        ground = self.ground(self.table.view, self.table.laid)
        shares = (1.0,) * len(ground.lamps)
        mean = float(self.lit(ground, shares).mean())
        on = [
            self.table.view.to_picture(t.to_table(corners_of(self.table.side(t.side)))).mean(0)
            for t in self.table.laid
        ]
        there = self.table.view.to_table(np.mean(on, axis=0)[None])
        white = 0.85 * float(self._falling(there).mean())
        return float(min(0.2 / mean, 1.1 / white) * 2.0**self.table.sensor.exposure)

    def _falling(self, table_mm: Floats, facing: float = 1.0) -> Floats:
        """Light on a level plane (... x 3), no shadow; a leaning one gets the share `facing` of the lamps."""
        lighting = self.table.lighting
        sun = [falling_on(lamp, table_mm)[..., None] * np.array(lamp.colour) for lamp in lighting.lamps]
        return np.asarray(np.array(lighting.ambient) + facing * sum(sun))

    def ground(self, view: View, laid: tuple[Laid, ...]) -> Ground:
        key = (view.rotation.tobytes(), view.translation.tobytes(), laid)
        if key not in self._grounds:
            if len(self._grounds) > 2:
                self._grounds.pop(next(iter(self._grounds)))
            self._grounds[key] = self._lay(view, laid)
        return self._grounds[key]

    def _lay(self, view: View, laid: tuple[Laid, ...]) -> Ground:
        w, h = view.glass.size_px
        fine_top, fine_table = _mm_of(view, 0.0, FINE), _mm_of(view, -THICK_MM, FINE)
        half = np.array(self._surface.shape[1::-1], np.float32) / 2
        look_ = _sampled(self._surface, fine_table * np.float32(1.25) + half, cv2.BORDER_REFLECT)
        cover = np.zeros(look_.shape[:2], np.float32)
        gloss = np.full(look_.shape[:2], self.table.surface_gloss, np.float32)
        rng = np.random.default_rng([self.table.seed, 304])
        core = np.array([0.25, 0.32, 0.4]) * rng.uniform(0.1, 1.8)  # the cardboard's cut edge
        for tile in laid:
            side = self.table.side(tile.side)
            rim = tile.to_table(corners_of(side))
            edge = np.vstack([view.to_picture(rim, z) for z in (0.0, -THICK_MM)])
            shape = np.rint(((cv2.convexHull(edge.astype(np.float32)) + 0.5) * FINE - 0.5) * 16).astype(
                np.int32
            )
            cv2.fillPoly(look_, [shape], tuple(core.tolist()), cv2.LINE_AA, 4)
            self._lay_top(view, tile, side, fine_top, look_, cover, gloss)
        small = (w, h)
        look_, cover, gloss = (
            np.asarray(cv2.resize(v, small, interpolation=cv2.INTER_AREA), np.float32)
            for v in (look_, cover, gloss)
        )
        mm = _mm_of(view, 0.0, 1)
        coarse = mm[::8, ::8].astype(np.float64)
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        r2 = ((xx - w / 2) ** 2 + (yy - h / 2) ** 2) / ((w / 2) ** 2 + (h / 2) ** 2)
        fade = (1 - np.float32(self.table.sensor.vignette) * r2)[..., None]
        lamps = []
        for lamp in self.table.lighting.lamps:
            colour = np.array(lamp.colour, np.float32)
            falls = _grown(falling_on(lamp, coarse), small)
            open_ = np.ones((h, w), np.float32)
            for tile in laid:  # the slab's shadow on the table beside it
                rim = tile.to_table(corners_of(self.table.side(tile.side)))
                away = (rim - np.array(lamp.place_mm[:2])) * (THICK_MM / lamp.place_mm[2])
                cast = np.vstack([view.to_picture(rim, -THICK_MM), view.to_picture(rim + away, -THICK_MM)])
                shape = np.rint(cv2.convexHull(cast.astype(np.float32)) * 16).astype(np.int32)
                cv2.fillPoly(open_, [shape], 0.0, cv2.LINE_AA, 4)
            open_ = np.asarray(cv2.GaussianBlur(open_, (0, 0), 0.8) * (1 - cover) + cover, np.float32)
            mirror = _grown(glance(lamp, coarse, view.place_mm, self.table.sharp), small) * gloss
            mirror *= np.float32((self.table.sharp + 8) / 60)  # the sharper, the brighter
            lamps.append(((falls * open_)[..., None] * look_ + mirror[..., None]) * (colour * fade))
        sky = look_ * (np.array(self.table.lighting.ambient, np.float32) * fade)
        key = (view.rotation.tobytes(), view.translation.tobytes(), laid)
        return Ground(key, view, fade[..., 0], sky, lamps)

    def _lay_top(
        self, view: View, tile: Laid, side: Side, mm: Light, look_: Light, cover: Light, gloss: Light
    ) -> None:
        seen = (view.to_picture(tile.to_table(corners_of(side))) + 0.5) * FINE
        x0, y0 = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 3, 0).tolist()
        x1, y1 = (np.ceil(seen.max(axis=0)).astype(int) + 3).tolist()
        part = mm[y0:y1, x0:x1]
        if part.size == 0:
            return
        turn = tile.matrix.astype(np.float32)
        local = (part - np.array([tile.x_mm, tile.y_mm], np.float32)) @ turn
        w, h = side.size_mm
        inside = np.minimum.reduce([local[..., 0], w - local[..., 0], local[..., 1], h - local[..., 1]])
        per_mm = float(np.sqrt(cv2.contourArea(seen.astype(np.float32)) / (w * h)))
        alpha = np.clip(inside * np.float32(per_mm) + np.float32(0.5), 0, 1)
        art: Any = self._arts[side.id]
        density = float(ART)
        if per_mm < 2.6:  # fewer samples than art: halve it first, or it glitters
            art, density = cv2.resize(art, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), ART / 2
        drawn = _sampled(art, local * np.float32(density) - np.float32(0.5), cv2.BORDER_REPLICATE)
        a = alpha[..., None]
        look_[y0:y1, x0:x1] += a * (drawn - look_[y0:y1, x0:x1])
        cover[y0:y1, x0:x1] = np.maximum(cover[y0:y1, x0:x1], alpha)
        gloss[y0:y1, x0:x1] += alpha * (np.float32(side.gloss) - gloss[y0:y1, x0:x1])

    # the lens sheet

    def _sheet(self, rng: np.random.Generator) -> Picture:
        view = self.table.view
        glass, ground = view.glass, self.ground(view, ())
        w, h = glass.size_px
        light = self.lit(ground, (1.0,) * len(ground.lamps))
        margin, per_mm = float(rng.uniform(6, 16)), 8
        board = cv2.aruco.CharucoBoard(
            (7, 5), 30.0, 22.0, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
        )
        inner = board.generateImage((210 * per_mm, 150 * per_mm))
        edge = round(margin * per_mm)
        printed = cv2.copyMakeBorder(inner, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255)
        ink = np.where(printed > 128, 0.88, 0.04).astype(np.float32)
        wide, high = 210 + 2 * edge / per_mm, 150 + 2 * edge / per_mm
        rim = np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) - np.array([wide, high]) / 2
        while True:
            turn = rotation_xyz(
                float(rng.uniform(-35, 35)),
                float(rng.uniform(-35, 35)),
                float(rng.uniform(-40, 40) + rng.choice([0, 90, 180])),
            )
            at = np.array([*rng.uniform(-0.55, 0.55, 2), 1.0]) * rng.uniform(260, view.place_mm[2] - 15)
            solid = np.column_stack([rim, np.zeros(4)]) @ turn.T + at
            heights = (solid - view.translation) @ view.rotation[:, 2] * -1
            seen = glass.to_picture(solid)
            if heights.min() > 0 and (seen > 3).all() and (seen < np.array([w, h]) - 4).all():
                break
        table = np.column_stack([(solid - view.translation) @ view.rotation[:, :2], heights])
        shade = np.ones((h, w), np.float32)
        for lamp in self.table.lighting.lamps[:1]:
            reach = lamp.place_mm[2] / np.maximum(lamp.place_mm[2] - table[:, 2], 50)
            spot = np.array(lamp.place_mm[:2]) + (table[:, :2] - np.array(lamp.place_mm[:2])) * reach[:, None]
            shape = cv2.convexHull(view.to_picture(spot).astype(np.float32))
            cv2.fillPoly(shade, [np.rint(shape * 16).astype(np.int32)], 0.45, cv2.LINE_AA, 4)
        light *= cv2.GaussianBlur(shade, (0, 0), 6)[..., None]
        rays = _rays_of(glass, FINE)
        x0, y0 = np.floor(seen.min(axis=0)).astype(int) - 2
        x1, y1 = np.ceil(seen.max(axis=0)).astype(int) + 3
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, w), min(y1, h)
        part = rays[y0 * FINE : y1 * FINE, x0 * FINE : x1 * FINE].astype(np.float64)
        normal = turn[:, 2]
        way = np.concatenate([part, np.ones((*part.shape[:2], 1))], axis=-1)
        hit = way * ((normal @ at) / (way @ normal))[..., None] - at
        flat = np.stack([hit @ turn[:, 0] + wide / 2, hit @ turn[:, 1] + high / 2], axis=-1)
        inside = np.minimum.reduce([flat[..., 0], wide - flat[..., 0], flat[..., 1], high - flat[..., 1]])
        per = np.sqrt(cv2.contourArea(seen.astype(np.float32)) / (wide * high)) * FINE
        alpha = np.clip(inside * per + 0.5, 0, 1).astype(np.float32)
        drawn = _sampled(ink, flat * per_mm - 0.5, cv2.BORDER_REPLICATE)
        size = (int(x1 - x0), int(y1 - y0))
        alpha, drawn = (cv2.resize(v, size, interpolation=cv2.INTER_AREA) for v in (alpha, drawn * alpha))
        facing = abs(float(view.rotation[:, 2] @ normal))
        falls = self._falling(_mm_of(view, 0.0, 1)[y0:y1, x0:x1].astype(np.float64), facing)
        falls *= ground.fade[y0:y1, x0:x1, None]
        light[y0:y1, x0:x1] += drawn[..., None] * falls - alpha[..., None] * light[y0:y1, x0:x1]
        # held close, the sheet is what the camera exposes for: its white is nearly blown out
        codes = self.developed(light)
        index = int(rng.integers(4096))
        bright = float(np.percentile(codes[y0:y1, x0:x1], 90)) / 255
        gain = 1.0 if bright < 1.02 else (1.02 / bright) ** 2.2
        return opened(self.camera.jpeg(codes, index, gain))


def _sampled(source: Light, at: NDArray[Any], border: int) -> Light:
    maps = np.ascontiguousarray(at, np.float32)
    return np.asarray(
        cv2.remap(source, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=border), np.float32
    )


def _grown(coarse: Floats, size: tuple[int, int]) -> Light:
    """A net of every eighth pixel back to the whole picture."""
    w, h = size
    at = np.meshgrid(np.arange(w, dtype=np.float32) / 8, np.arange(h, dtype=np.float32) / 8)
    return np.asarray(
        cv2.remap(coarse.astype(np.float32), *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def _net(glass: Any, fine: int) -> tuple[Floats, tuple[int, int], Light, Light]:
    w, h = glass.size_px
    xs, ys = np.arange(-8, w + 16, 8), np.arange(-8, h + 16, 8)
    points = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2).astype(np.float64)
    x = ((np.arange(w * fine) + 0.5) / fine - 0.5 + 8) / 8
    y = ((np.arange(h * fine) + 0.5) / fine - 0.5 + 8) / 8
    map_x, map_y = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    return points, (len(ys), len(xs)), map_x, map_y


def _mm_of(view: View, height_mm: float, fine: int) -> Light:
    """Table mm at a height for every sample: exact on a net of 8 px, bilinear between (0.003 px off)."""
    points, shape, map_x, map_y = _net(view.glass, fine)
    coarse = view.to_table(points, height_mm).reshape(*shape, 2).astype(np.float32)
    return np.asarray(cv2.remap(coarse, map_x, map_y, cv2.INTER_LINEAR), np.float32)


def _rays_of(glass: Any, fine: int) -> Light:
    points, shape, map_x, map_y = _net(glass, fine)
    coarse = glass.to_rays(points).reshape(*shape, 2).astype(np.float32)
    return np.asarray(cv2.remap(coarse, map_x, map_y, cv2.INTER_LINEAR), np.float32)


def _surface_texture(rng: np.random.Generator, kind: str) -> Light:
    """Reflectance of 1500 x 1100 mm of table at 1.25 samples a mm, its middle at the origin."""
    w, h = 1875, 1375
    base = {
        "wood": np.array([0.08, 0.16, 0.30]),
        "dark wood": np.array([0.025, 0.05, 0.11]),
        "felt": rng.choice(np.array([[0.05, 0.16, 0.04], [0.18, 0.06, 0.04], [0.04, 0.04, 0.20]])),
        "plain": np.full(3, rng.choice([0.04, 0.25, 0.6])) * rng.uniform(0.9, 1.1, 3),
        "cloth": rng.uniform(0.1, 0.6, 3),
        "checks": rng.uniform(0.2, 0.7, 3),
        "stripes": rng.uniform(0.1, 0.6, 3),
        "marble": np.full(3, 0.5),
    }[kind] * rng.uniform(0.7, 1.3)
    t = np.tile(base, (h, w, 1)).astype(np.float32)
    shade = 0.07 * mottle(rng, h, w, 120) + 0.04 * mottle(rng, h, w, 12) + 0.03 * mottle(rng, h, w, 2)
    if "wood" in kind:
        lines = rng.standard_normal((h // 5, 10), np.float32)
        shade += rng.uniform(0.1, 0.25) * cv2.resize(lines, (w, h), interpolation=cv2.INTER_CUBIC)
        for y in range(0, h, int(rng.uniform(90, 220))):
            shade[y : y + 2] -= 0.6
    other = rng.uniform(0.03, 0.7, 3)
    if kind == "checks":
        step = int(rng.uniform(15, 80))
        on = (np.arange(h) // step % 2)[:, None] ^ (np.arange(w) // step % 2)[None, :]
        t[on == 1] = other
    if kind == "stripes":
        step = int(rng.uniform(12, 60))
        t[:, np.arange(w) // step % 3 == 0] = other
        t[np.arange(h) // step % 5 == 0] *= 0.7
    if kind == "cloth":
        for _ in range(700):
            at = (int(rng.integers(w)), int(rng.integers(h)))
            cv2.circle(
                t,
                at,
                int(rng.integers(4, 18)),
                tuple((other * rng.uniform(0.6, 1.4)).tolist()),
                -1,
                cv2.LINE_AA,
            )
    if kind == "marble":
        veins = np.abs(mottle(rng, h, w, 90) + 0.4 * mottle(rng, h, w, 25))
        shade -= rng.uniform(0.1, 0.5) * np.exp(-veins * rng.uniform(3, 9))
    return np.asarray(t * np.exp(shade)[..., None], np.float32)
