"""Draws a table from above: mats, lamps, pieces, hands, and the faults of a web camera. Seeded throughout.

Everything is drawn as reflectance, lit in linear light, and only then made into a picture: exposure, white
balance, saturation, gamma, noise, JPEG. Lengths are millimetres on the table until the camera.
"""

from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

CELL = 40.0  # every cell is 40 "mm": sizes differ by the camera's height

TABLES = ("wood", "redwood", "grey", "white", "dark", "checks")
MATS = ("felt", "kraft", "slate", "redwood", "white", "black", "patterned", "squares", "pale")


@dataclass(frozen=True)
class Pose:
    """Where the mat lies and how the camera looks: both may change in a game."""

    mat: tuple[float, float, float] = (0.0, 0.0, 0.0)  # x, y in mm, degrees
    scale: float = 1.5  # pixels a mm at 720p
    centre: tuple[float, float] = (0.0, 0.0)  # mm seen in the middle of the picture
    spin: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Scene:
    """All that does not change in a game. Colours are linear reflectances, BGR."""

    seed: int
    size: tuple[int, int]
    table: str
    mat: str
    margin: float  # cells of mat around the grid
    line: float  # width of the printed lines in mm, 0 for none
    line_colour: tuple[float, float, float]
    mat_colour: tuple[float, float, float]
    red: tuple[float, float, float]
    white: tuple[float, float, float]
    piece: str  # "square" or "disc"
    piece_size: float  # share of the cell
    thickness: float
    jitter: float  # cells, standard deviation of a piece's place
    turn: float  # degrees, largest turn of a piece
    gloss: float
    lamp: tuple[float, float]  # where its light falls, mm from the middle
    lamp_colour: tuple[float, float, float]
    fall_off: float
    glare: float
    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    noise: float
    jpeg: int
    blur: float
    wander: float
    distortion: float
    pose: Pose


@dataclass(frozen=True)
class Piece:
    x: float  # in cells
    y: float
    turn: float
    letter: str


@dataclass(frozen=True)
class Light:
    gain: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    lean: float = 0.0  # depth of a soft shadow of somebody leaning in
    lamp: tuple[float, float] | None = None


@dataclass(frozen=True)
class Arm:
    """A hand whose fingers are at `tip` (in cells of the grid), coming from `side` degrees."""

    tip: tuple[float, float]
    side: float


def scene(seed: int, **fixed: object) -> Scene:
    """A table drawn at random; `fixed` holds what a test wants to be so."""
    r = np.random.default_rng([seed, 11])
    mat = str(fixed.get("mat", r.choice(MATS)))
    colours = {
        "felt": (0.05, 0.13, 0.04),
        "kraft": (0.10, 0.20, 0.30),
        "slate": (0.09, 0.08, 0.07),
        "redwood": (0.04, 0.08, 0.22),
        "white": (0.70, 0.74, 0.75),
        "black": (0.025, 0.025, 0.025),
        "patterned": (0.15, 0.12, 0.08),
        "squares": (0.25, 0.30, 0.28),
        "pale": (0.50, 0.48, 0.40),
    }
    base = np.array(colours[mat]) * r.uniform(0.75, 1.3, 3)
    light_line = base.mean() < 0.3 and r.random() < 0.8
    pale = mat == "pale"
    line_colour = base * (1.25 if pale else 1) if pale else np.full(3, 0.8 if light_line else 0.02)
    reds = ((0.02, 0.01, 0.18), (0.03, 0.03, 0.45), (0.06, 0.06, 0.60), (0.02, 0.16, 0.75), (0.05, 0.09, 0.5))
    red = np.array(reds[int(r.integers(len(reds)))]) * r.uniform(0.8, 1.15, 3)
    white = np.full(3, r.uniform(0.42, 0.9)) * r.uniform(0.93, 1.07, 3)
    if mat in ("white", "pale"):  # a grid nobody can see the pieces on is not sold: some difference there is
        white = np.full(3, r.choice([0.45, 0.9])) * r.uniform(0.95, 1.05, 3)
    skins = ((0.30, 0.42, 0.68), (0.20, 0.30, 0.52), (0.10, 0.16, 0.32), (0.04, 0.07, 0.15))
    sleeves = (
        (0.06, 0.04, 0.55),
        (0.25, 0.12, 0.08),
        (0.7, 0.7, 0.7),
        (0.03, 0.03, 0.03),
        (0.05, 0.15, 0.05),
    )
    warm = r.uniform(-1, 1)
    size = [(854, 480), (640, 480), (1280, 720), (1920, 1080)][int(r.choice(4, p=[0.55, 0.2, 0.22, 0.03]))]
    piece = str(r.choice(["square", "disc"]))
    cell_px = r.uniform(0.065, 0.105) * 720
    drawn = Scene(
        seed=seed,
        size=size,
        table=str(r.choice(TABLES)),
        mat=mat,
        margin=float(r.choice([0.15, 0.5, 0.9, 1.2])),
        line=0.0 if mat == "squares" and r.random() < 0.5 else float(r.uniform(0.8, 2.2)),
        line_colour=tuple(line_colour),
        mat_colour=tuple(base),
        red=tuple(red),
        white=tuple(white),
        piece=piece,
        piece_size=float(r.uniform(0.7, 0.95) if piece == "square" else r.uniform(0.66, 0.92)),
        thickness=float(r.uniform(1.5, 4.5)),
        jitter=float(r.uniform(0.02, 0.09)),
        turn=float(r.choice([3, 8, 15])),  # tiles cannot overlap: little room to turn
        gloss=float(r.choice([0, 0.03, 0.1])),
        lamp=(float(r.uniform(-250, 250)), float(r.uniform(-250, 250))),
        lamp_colour=(1 - 0.25 * warm, 1.0, 1 + 0.2 * warm),
        fall_off=float(r.uniform(250, 700)),
        glare=float(r.choice([0, 0, 0.15, 0.4])),
        skin=tuple(np.array(skins[int(r.integers(4))]) * r.uniform(0.85, 1.15)),
        sleeve=sleeves[int(r.integers(len(sleeves)))],
        noise=float(r.uniform(0.003, 0.012)),
        jpeg=int(r.choice([40, 60, 80, 92])),
        blur=float(r.uniform(0.4, 1.1)),
        wander=float(r.uniform(0.02, 0.15)),
        distortion=float(r.uniform(-0.06, 0.03)),
        pose=Pose(
            mat=(float(r.uniform(-40, 40)), float(r.uniform(-15, 15)), float(r.uniform(0, 360))),
            scale=float(cell_px / CELL),
            spin=float(r.uniform(-4, 4)),
            tilt=(float(r.uniform(-2e-4, 2e-4)), float(r.uniform(-2e-4, 2e-4))),
        ),
    )
    return replace(drawn, **{k: v for k, v in fixed.items() if k != "mat"})  # type: ignore[arg-type]


_NO_SURFACE: dict[str, object] = {
    "size": (1, 1),
    "red": (0.0, 0.0, 0.0),
    "white": (0.0, 0.0, 0.0),
    "skin": (0.0, 0.0, 0.0),
    "sleeve": (0.0, 0.0, 0.0),
    "pose": Pose(),
}
"""What two scenes may differ in and yet have the same table and mat."""


@lru_cache(3)
def _surfaces(what: Scene) -> tuple[np.ndarray, np.ndarray, np.random.Generator]:
    """The table, the mat on it, and what chance has left after them."""
    rng = np.random.default_rng([what.seed, 22])
    return _table_texture(what, rng), _mat_texture(what, rng), rng


def _mottle(rng: np.random.Generator, high: int, wide: int, grain: float) -> np.ndarray:
    small = rng.normal(0, 1, (max(2, int(high / grain)), max(2, int(wide / grain)))).astype(np.float32)
    return cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC)


def _table_texture(what: Scene, rng: np.random.Generator) -> np.ndarray:
    """1600 x 1600 at 1 mm a pixel, middle at the middle."""
    n, kind = 1600, what.table
    base = {
        "wood": (0.07, 0.13, 0.25),
        "redwood": (0.03, 0.05, 0.14),
        "grey": (0.3, 0.3, 0.29),
        "white": (0.7, 0.72, 0.72),
        "dark": (0.03, 0.03, 0.03),
        "checks": (0.4, 0.4, 0.45),
    }[kind]
    t = np.ones((n, n, 3), np.float32) * np.array(base, np.float32)
    shade = 0.08 * _mottle(rng, n, n, 90) + 0.04 * _mottle(rng, n, n, 9)
    if "wood" in kind:
        streak = rng.normal(0, 1, (n // 6, 12)).astype(np.float32)
        shade = shade + 0.15 * cv2.resize(streak, (n, n), interpolation=cv2.INTER_CUBIC)
    if kind == "checks":
        on = (np.arange(n) // 55) % 2
        t[(on[:, None] ^ on[None, :]) == 1] = (0.12, 0.08, 0.3)
    return t * np.exp(shade)[..., None]


def _mat_texture(s: Scene, rng: np.random.Generator) -> np.ndarray:
    """The mat at 2 pixels a mm, grid in the middle, 9 cells wide; alpha in the fourth channel."""
    k, n = 2 * CELL, int(2 * CELL * 9)
    t = np.zeros((n, n, 4), np.float32)
    a, b = int((2 - s.margin) * k), int((7 + s.margin) * k)
    t[a:b, a:b, :3] = s.mat_colour
    t[a:b, a:b, 3] = 1
    if s.mat == "patterned":
        for _ in range(250):
            c = tuple(np.array(s.mat_colour) * rng.uniform(0.4, 2.2))
            x, y = rng.integers(a, b, 2).tolist()
            cv2.circle(t, (x, y), int(rng.integers(4, 22)), (*c, 1.0), -1)
        t[:a] = t[b:] = 0
        t[:, :a] = t[:, b:] = 0
    if s.mat == "squares":
        for row in range(5):
            for column in range(5):
                if (row + column) % 2:
                    y, x = int((2 + row) * k), int((2 + column) * k)
                    t[y : y + int(k), x : x + int(k), :3] *= 0.55
    if s.line > 0:
        w = max(1, round(2 * s.line))
        for i in range(6):
            p = round((2 + i) * k)
            t[p - w // 2 : p - w // 2 + w, int(2 * k) : int(7 * k), :3] = s.line_colour
            t[int(2 * k) : int(7 * k), p - w // 2 : p - w // 2 + w, :3] = s.line_colour
    shade = 0.05 * _mottle(rng, n, n, 70) + 0.04 * _mottle(rng, n, n, 6)
    t[..., :3] *= np.exp(shade)[..., None]
    return t


class Renderer:
    """Draws frames of one scene. Slow surfaces are kept while the pose stays."""

    def __init__(self, what: Scene) -> None:
        self.scene = what
        self._table, self._mat, rng = _surfaces(replace(what, **_NO_SURFACE))
        self._rng = deepcopy(rng)
        self._ground: tuple[Pose, np.ndarray, np.ndarray] | None = None
        self._lamp: tuple[tuple[Pose, tuple[float, float]], np.ndarray, np.ndarray] | None = None

    # geometry

    def to_picture(self, pose: Pose, mm: np.ndarray) -> np.ndarray:
        """N x 2 millimetres of the table to pixels, through tilt and lens."""
        w, h = self.scene.size
        s = pose.scale * h / 720
        a = np.deg2rad(pose.spin)
        p = (mm - np.array(pose.centre)) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        p = p / (1 + p @ np.array(pose.tilt))[:, None]
        p = p * s / (h / 2)
        # beyond the corner of the picture the lens is held, or lines that leave it would fold back
        p = p * (1 + self.scene.distortion * np.minimum((p**2).sum(axis=1), 4.5))[:, None]
        return p * (h / 2) + np.array([(w - 1) / 2, (h - 1) / 2])

    def grid_to_mm(self, pose: Pose, cells: np.ndarray) -> np.ndarray:
        x, y, turn = pose.mat
        a = np.deg2rad(turn)
        p = (cells - 2.5) * CELL
        return p @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + np.array([x, y])

    def cells_to_picture(self, pose: Pose, cells: np.ndarray) -> np.ndarray:
        return self.to_picture(pose, self.grid_to_mm(pose, np.asarray(cells, dtype=np.float64)))

    def corners(self, pose: Pose) -> np.ndarray:
        return self.cells_to_picture(pose, np.array([[0, 0], [5, 0], [5, 5], [0, 5]]))

    def _lay(self, pose: Pose) -> tuple[np.ndarray, np.ndarray]:
        """Reflectance of table and mat as the camera sees them, and each pixel's place in mm."""
        if self._ground is not None and self._ground[0] == pose:
            return self._ground[1], self._ground[2]
        w, h = self.scene.size
        # the inverse of the lens and the tilt by a few rounds of repair, on a coarse net
        net = np.stack(np.meshgrid(np.linspace(0, w - 1, 33), np.linspace(0, h - 1, 25)), axis=-1).reshape(
            -1, 2
        )
        s = pose.scale * h / 720
        mm = (net - np.array([(w - 1) / 2, (h - 1) / 2])) / s
        for _ in range(12):
            mm = mm - (self.to_picture(pose, mm) - net) / s
        coarse = mm.reshape(25, 33, 2).astype(np.float32)
        at = cv2.remap(
            coarse,
            np.tile(np.linspace(0, 32, w, dtype=np.float32), (h, 1)),
            np.tile(np.linspace(0, 24, h, dtype=np.float32)[:, None], (1, w)),
            cv2.INTER_LINEAR,
        )
        ground = cv2.remap(self._table, at + 800, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        x, y, turn = pose.mat
        a = np.deg2rad(turn)
        back = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]], np.float32)
        on_mat = ((at - np.array([x, y], np.float32)).reshape(-1, 2) @ back).reshape(h, w, 2)
        source = (on_mat + 4.5 * CELL).astype(np.float32) * 2 - 0.5
        mat = cv2.remap(self._mat, source, None, cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT)
        alpha = mat[..., 3:]
        ground = ground * (1 - alpha) + mat[..., :3]
        self._ground = (pose, ground, at)
        return ground, at

    def _lamplight(self, pose: Pose, lamp: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
        """How much light falls on each pixel's place, and how much of it shines back."""
        if self._lamp is None or self._lamp[0] != (pose, lamp):
            _, at = self._lay(pose)
            x, y = (at[..., k] - np.float32(lamp[k]) for k in (0, 1))
            r2 = x**2 + y**2
            fall = 0.25 + 0.9 / (1 + r2 / self.scene.fall_off**2)
            self._lamp = (pose, lamp), fall, self.scene.glare * np.exp(-r2 / (2 * 70.0**2))
        return self._lamp[1], self._lamp[2]

    # one frame

    def frame(
        self, pose: Pose, pieces: list[Piece], light: Light, arm: Arm | None, rng: np.random.Generator
    ) -> np.ndarray:
        """One picture, 8 bits, BGR."""
        packed = np.frombuffer(self.jpeg(pose, pieces, light, arm, rng), np.uint8)
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)

    def jpeg(
        self, pose: Pose, pieces: list[Piece], light: Light, arm: Arm | None, rng: np.random.Generator
    ) -> bytes:
        """The same as the camera sends it."""
        s = self.scene
        w, h = s.size
        ground, at = self._lay(pose)
        look = ground.copy()
        shadow = np.ones((h, w), np.float32)
        px = pose.scale * h / 720
        away = np.array(pose.mat[:2]) - np.array(s.lamp)
        away = away / (np.hypot(*away) + 1e-6)
        for piece in pieces:
            outline = self._outline(pose, piece)
            cast = outline + (away * s.thickness * 0.7 * px)[None, :]
            cv2.fillPoly(shadow, [np.rint(cast * 8).astype(np.int32)], 0.55, cv2.LINE_AA, 3)
        if pieces:
            shadow = cv2.blur(shadow, (max(1, int(1.2 * px)),) * 2)
        shine = np.zeros((h, w), np.float32)
        for piece in pieces:
            outline = np.rint(self._outline(pose, piece) * 8).astype(np.int32)
            colour = s.red if piece.letter == "R" else s.white
            cv2.fillPoly(look, [outline], tuple(float(c) for c in colour), cv2.LINE_AA, 3)
            cv2.fillPoly(shadow, [outline], 1.0, cv2.LINE_AA, 3)
            cv2.fillPoly(shine, [outline], s.gloss, cv2.LINE_AA, 3)
        look = cv2.GaussianBlur(look, (0, 0), 0.45)
        if arm is not None:
            self._draw_arm(pose, arm, look, shadow, px)
        fall, glare = self._lamplight(pose, light.lamp or s.lamp)
        lit = fall * shadow
        if light.lean > 0:
            edge = (at[..., 0] - pose.mat[0] - 60) / 90
            lit = lit * (1 - light.lean / (1 + np.exp(-edge)))
        shone = glare * (0.15 + 4 * shine) * shadow
        colour = np.array(s.lamp_colour, np.float32) * np.array(light.tint, np.float32) * light.gain
        grain = rng.standard_normal((h, w), np.float32)
        codes = []
        # a channel at a time: NumPy is slow along three
        for k, share in enumerate(colour):
            linear = (look[..., k] * lit + shone) * share * np.float32(1.15)
            linear = cv2.GaussianBlur(linear, (0, 0), s.blur * h / 720)
            linear += grain * np.sqrt(s.noise**2 * 0.1 + s.noise * 0.02 * np.maximum(linear, 0))
            codes.append((cv2.pow(np.clip(linear, 0, 1), 1 / 2.2) * 255).astype(np.uint8))
        codes = cv2.merge(codes)
        ok, packed = cv2.imencode(".jpg", codes, [cv2.IMWRITE_JPEG_QUALITY, s.jpeg])
        assert ok
        return packed.tobytes()

    def _outline(self, pose: Pose, piece: Piece) -> np.ndarray:
        half = self.scene.piece_size / 2
        if self.scene.piece == "square":
            a = np.deg2rad(piece.turn + np.array([45, 135, 225, 315]))
            rim = half * np.sqrt(2) * np.stack([np.cos(a), np.sin(a)], axis=1)
            rim = np.concatenate([np.linspace(rim[i], rim[(i + 1) % 4], 4, endpoint=False) for i in range(4)])
        else:
            a = np.linspace(0, 2 * np.pi, 40, endpoint=False)
            rim = half * np.stack([np.cos(a), np.sin(a)], axis=1)
        return self.cells_to_picture(pose, rim + np.array([piece.x, piece.y]))

    def _draw_arm(self, pose: Pose, arm: Arm, look: np.ndarray, shadow: np.ndarray, px: float) -> None:
        s = self.scene
        a = np.deg2rad(arm.side)
        out = np.array([np.cos(a), np.sin(a)])
        side = np.array([-out[1], out[0]])
        tip = self.grid_to_mm(pose, np.array([arm.tip]))[0]
        palm, wrist, elbow = tip + 75 * out, tip + 150 * out, tip + 190 * out
        strokes: list[tuple[np.ndarray, np.ndarray, float, tuple[float, float, float]]] = [
            (palm + 10 * out, wrist, 58, s.skin),
            (elbow - 20 * out, tip + 900 * out, 84, s.sleeve),
            (wrist, elbow, 54, s.skin),
            (palm - 8 * out, palm + 20 * out, 78, s.skin),
        ]
        for i, spread in enumerate((-27, -9, 9, 27)):
            strokes.append(
                (palm + spread * side, tip + spread * 0.75 * side + (6 * abs(i - 1.4)) * out, 17, s.skin)
            )
        strokes.append((palm + 35 * side + 10 * out, palm + 52 * side - 38 * out, 19, s.skin))

        def stroke(image: np.ndarray, p: np.ndarray, q: np.ndarray, wide: float, colour: object) -> None:
            ends = self.to_picture(pose, np.array([p, q]))
            a, b = (tuple(np.rint(e * 8).astype(int).tolist()) for e in ends)
            cv2.line(image, a, b, colour, max(1, round(wide * px)), cv2.LINE_AA, 3)

        away = (np.array(pose.mat[:2]) - np.array(s.lamp)) / 250
        cast = np.ones_like(shadow)
        for p, q, wide, _ in strokes:
            stroke(cast, p + 22 * away, q + 30 * away, wide, 0.5)
        shadow *= cv2.blur(cast, (max(1, int(9 * px)),) * 2)
        body = np.zeros_like(shadow)
        for p, q, wide, colour in strokes:
            stroke(look, p, q, wide, tuple(float(c) for c in colour))
            stroke(body, p, q, wide, 1.0)
        # rounded: brighter along the middle, and a grain that no tile has
        inside = cv2.distanceTransform((body > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
        shade = 0.55 + 0.5 * np.clip(inside / (22 * px), 0, 1) ** 0.5
        grain = 1 + 0.06 * _mottle(self._rng, *body.shape, 6 * px)
        cover = 1 - body + body * (shade * grain)
        cv2.multiply(look, cv2.merge([cover] * 3), dst=look)
        shadow *= 1 - body
        shadow += body
