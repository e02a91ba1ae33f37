"""Plays races: figures carried, walking, marking time, falling, bumping, pushed; hands that come and go.

Everything happens on the table (race_renderer's frame), a state a figure a frame. What it means (contacts,
falls, crossings) is not decided here but measured from the states by race_truth.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.vision.race_art import Side
from tests.vision.race_figures import Arm, Toy, fallen, hand, standing
from tests.vision.race_mesh import Solid
from tests.vision.race_renderer import THICK_MM, Laid, corners_of
from tests.vision.race_view import Floats

SUBSTEPS = 4  # a frame


@dataclass(frozen=True)
class State:
    """One figure in one frame. `heading_deg` is anticlockwise on the table; `share` 0 stands, 1 lies."""

    x_mm: float
    y_mm: float
    heading_deg: float
    held: bool = False
    lift_mm: float = 0.0
    tilt_deg: float = 0.0
    way: str = ""  # to which side it falls or lies
    share: float = 0.0
    step: float = 0.0
    sway_deg: float = 0.0
    floor_mm: float = 0.0

    @property
    def upright(self) -> bool:
        return self.share < 0.25

    @property
    def at(self) -> Floats:
        return np.array([self.x_mm, self.y_mm])


def in_hand(at: Floats, heading_deg: float, lift_mm: float, tilt_deg: float = 0.0) -> State:
    return State(float(at[0]), float(at[1]), heading_deg, held=True, lift_mm=lift_mm, tilt_deg=tilt_deg)


@dataclass(frozen=True)
class HandAt:
    arm: Arm
    tip_mm: tuple[float, float, float]
    side_deg: float
    closed: float

    def solid(self) -> Solid:
        return hand(self.arm, self.tip_mm, self.side_deg, closed=self.closed)


@dataclass(frozen=True)
class Scene:
    """One frame: who stands how, which hands are over the table, how the tiles lie."""

    states: dict[str, State]
    hands: tuple[HandAt, ...]
    laid: tuple[Laid, ...]

    def solids(self, toys: dict[str, Toy]) -> list[Solid]:
        out = []
        for name, s in self.states.items():
            if s.share > 0:
                out.append(
                    fallen(
                        toys[name],
                        s.x_mm,
                        s.y_mm,
                        s.heading_deg,
                        way=s.way,
                        share=s.share,
                        floor_mm=s.floor_mm,
                    )
                )
            else:
                out.append(
                    standing(
                        toys[name],
                        s.x_mm,
                        s.y_mm,
                        s.heading_deg,
                        step=s.step,
                        sway_deg=s.sway_deg,
                        lift_mm=s.lift_mm,
                        tilt_deg=s.tilt_deg,
                        floor_mm=s.floor_mm,
                    )
                )
        return out + [h.solid() for h in self.hands]


@dataclass(frozen=True)
class Walk:
    """How a figure will walk: all that chance decides is in `seed`."""

    seconds: float
    speed_mm_s: float
    curve_deg_s: float
    seed: int
    wobble_deg: float = 3.0
    steps_a_second: float = 5.0


def walked(start: State, walk: Walk, dt: float) -> list[State]:
    """The states of an undisturbed walk, one a `dt`, the first after one `dt`."""
    rng = np.random.default_rng([walk.seed, 501])
    out, base, phase = [], start.heading_deg, float(rng.uniform(0, 6))
    x, y = start.x_mm, start.y_mm
    for _ in range(max(1, round(walk.seconds / dt))):
        phase += 2 * np.pi * walk.steps_a_second / 2 * dt
        base += walk.curve_deg_s * dt + float(rng.normal(0, 6 * np.sqrt(dt)))
        heading = base + walk.wobble_deg * np.sin(phase)
        pace = walk.speed_mm_s * dt * float(np.clip(1 + rng.normal(0, 0.2), 0.3, 1.7))
        x += pace * np.cos(np.deg2rad(heading))
        y -= pace * np.sin(np.deg2rad(heading))
        out.append(
            replace(
                start,
                x_mm=float(x),
                y_mm=float(y),
                heading_deg=float(heading % 360),
                step=float(np.sin(phase)),
                sway_deg=float(1.8 * np.sin(phase + 0.4)),
            )
        )
    return out


Doing = Generator[None, None, None]


class Play:
    """The table while it is played: `run` lets what was begun happen, frame after frame, into `scenes`."""

    def __init__(
        self,
        toys: Sequence[Toy],
        sides: Sequence[Side],
        laid: Sequence[Laid],
        field_mm: Floats,
        fps: float,
        rng: np.random.Generator,
    ) -> None:
        """`field_mm` is the outline of what the camera sees of the table: hands come from beyond it."""
        self._field = np.asarray(field_mm, np.float32)
        self.toys = {t.name: t for t in toys}
        self.sides = {s.id: s for s in sides}
        self.laid = tuple(laid)
        self.fps = fps
        self.rng = rng
        self.states: dict[str, State] = {}
        self.scenes: list[Scene] = []
        self._hands: list[HandAt] = []
        self._shift = {t.name: np.zeros(2) for t in toys}  # how far others pushed a walker off its way
        self._hulls = {t.name: _hull(t.body.points[:, :2]) for t in toys}

    # time

    def run(self, *doings: Doing) -> None:
        """One scene a frame until all of these are done."""
        active = list(doings)
        while active:
            self._hands = []
            active = [d for d in active if next(d, StopIteration) is not StopIteration]
            if active:
                self.scenes.append(Scene(dict(self.states), tuple(self._hands), self.laid))

    def frames(self, seconds: float) -> int:
        return max(1, round(seconds * self.fps))

    def idle(self, seconds: float) -> Doing:
        for _ in range(self.frames(seconds)):
            yield

    # where things are

    def floor(self, name: str, s: State) -> float:
        feet = self.toys[name].feet_at(s.x_mm, s.y_mm, s.heading_deg).astype(np.float32)
        share = sum(cv2.intersectConvexConvex(feet, self._rim(t))[0] for t in self.laid) / cv2.contourArea(
            feet
        )
        return 0.0 if share > 0.3 else -THICK_MM

    def _rim(self, tile: Laid) -> np.ndarray:
        return np.asarray(tile.to_table(corners_of(self.sides[tile.side])), np.float32)

    def outline(self, name: str, s: State) -> np.ndarray:
        """What other figures bump into."""
        if s.share > 0:
            mesh = fallen(self.toys[name], s.x_mm, s.y_mm, s.heading_deg, way=s.way).mesh
            return _hull(mesh.points[:, :2])
        c, sn = np.cos(np.deg2rad(s.heading_deg)), np.sin(np.deg2rad(s.heading_deg))
        return np.asarray(self._hulls[name] @ np.array([[c, -sn], [sn, c]], np.float32) + s.at, np.float32)

    def bumps(self, name: str, s: State) -> list[str]:
        mine = self.outline(name, s)
        return [
            other
            for other, o in self.states.items()
            if other != name
            and not o.held
            and np.hypot(*(o.at - s.at)) < 110
            and cv2.intersectConvexConvex(mine, self.outline(other, o))[0] > 2.0
        ]

    # what figures do

    def put(self, name: str, s: State) -> None:
        self.states[name] = replace(s, floor_mm=0.0 if s.held else self.floor(name, s))

    def walk(self, name: str, walk: Walk, *, falls: str = "", may_topple: float = 0.0) -> Doing:
        """Walks as drawn, pushes whom it meets, marks time before what it cannot push; falls at the end."""
        path = walked(self.states[name], walk, 1 / (self.fps * SUBSTEPS))
        self._shift[name] = np.zeros(2)
        toppled = ""
        for i in range(0, len(path), SUBSTEPS):
            for s in path[i : i + SUBSTEPS]:
                before, shift = self.states[name], self._shift[name]
                here = replace(s, x_mm=float(s.x_mm + shift[0]), y_mm=float(s.y_mm + shift[1]))
                met = self.bumps(name, here)
                ahead = _unit(s.heading_deg)
                if met and not all(self._shove(name, here, other, ahead) for other in met):
                    self._shift[name] = shift + before.at - here.at
                    here = replace(here, x_mm=before.x_mm, y_mm=before.y_mm)
                elif met and not toppled and self.rng.random() < may_topple:
                    toppled = met[0]
                self.put(name, here)
            yield
            if toppled and self.states[toppled].share == 0:
                yield from self.fall(toppled)
        if falls:
            yield from self.fall(name, falls)
        else:
            s = self.states[name]
            self.put(name, replace(s, sway_deg=0.0))
            yield

    def _shove(self, name: str, here: State, other: str, ahead: Floats) -> bool:
        """Pushes the other out of the way; false when it lies, or stands against a third."""
        o = self.states[other]
        if o.share > 0:
            return False
        turn = float(self.rng.normal(0, 0.6))
        for _ in range(24):
            o = replace(o, x_mm=o.x_mm + 0.5 * float(ahead[0]), y_mm=o.y_mm + 0.5 * float(ahead[1]))
            if cv2.intersectConvexConvex(self.outline(name, here), self.outline(other, o))[0] <= 2.0:
                break
        o = replace(o, heading_deg=(o.heading_deg + turn) % 360)
        if any(third != name for third in self.bumps(other, o)):
            return False
        self._shift[other] = self._shift[other] + o.at - self.states[other].at
        self.put(other, o)
        return True

    def shove_tiles(self, tiles: Sequence[str], x_mm: float, y_mm: float, turn_deg: float) -> Doing:
        """Somebody leans against tiles (all of them: the mat) for a third of a second."""
        count = self.frames(0.3)
        for _ in range(count):
            self.pushed(tiles, x_mm / count, y_mm / count, turn_deg / count)
            yield

    def pushed(self, tiles: Sequence[str], x_mm: float, y_mm: float, turn_deg: float) -> None:
        """Somebody pushes tiles (all of them: the mat) about their middle; figures on them go along."""
        chosen = [t for t in self.laid if t.side in tiles]
        middle = np.mean([self._rim(t).mean(axis=0) for t in chosen], axis=0)
        c, sn = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
        turn = np.array([[c, -sn], [sn, c]])

        def moved(at: Floats) -> Floats:
            return np.asarray((at - middle) @ turn.T + middle + np.array([x_mm, y_mm]))

        for name, s in self.states.items():
            on = any(cv2.pointPolygonTest(self._rim(t), s.at.tolist(), False) >= 0 for t in chosen)
            if on and not s.held:
                at = moved(s.at)
                self._shift[name] = self._shift[name] + at - s.at
                self.states[name] = replace(
                    s, x_mm=float(at[0]), y_mm=float(at[1]), heading_deg=(s.heading_deg - turn_deg) % 360
                )
        laid = []
        for t in self.laid:
            if t in chosen:
                x, y = moved(np.array([t.x_mm, t.y_mm]))
                t = replace(t, x_mm=float(x), y_mm=float(y), turn_deg=t.turn_deg + turn_deg)  # noqa: PLW2901
            laid.append(t)
        self.laid = tuple(laid)

    def mark_time(self, name: str, seconds: float) -> Doing:
        """Steps on the spot."""
        home = self.states[name]
        phase = float(self.rng.uniform(0, 6))
        for _ in range(self.frames(seconds)):
            phase += 2 * np.pi * 2.5 / self.fps
            jitter = self.rng.normal(0, [0.4, 0.4, 1.2])
            self.put(
                name,
                replace(
                    home,
                    x_mm=home.x_mm + float(jitter[0]),
                    y_mm=home.y_mm + float(jitter[1]),
                    heading_deg=(home.heading_deg + float(jitter[2] + 2.5 * np.sin(phase))) % 360,
                    step=float(np.sin(phase)),
                    sway_deg=float(2 * np.sin(phase + 0.4)),
                ),
            )
            yield

    def fall(self, name: str, way: str = "") -> Doing:
        way = way or str(self.rng.choice(["front", "back", "left", "right"]))
        s = replace(self.states[name], step=0.0, sway_deg=0.0)
        count = self.frames(float(self.rng.uniform(0.15, 0.4)))
        for i in range(count):
            self.put(name, replace(s, way=way, share=float(((i + 1) / count) ** 1.6)))
            yield

    # what hands do

    def carry(self, name: str, to: State | None, arm: Arm, *, wind_s: float) -> Doing:
        """A hand takes the figure (or brings it, when it is not on the table) and puts it down, or away."""
        toy = self.toys[name]
        grip = 0.55 * toy.height_mm
        side, far = self._side((to or self.states[name]).at)
        away = _unit(side)
        off = -14.0 * away  # the figure is between thumb and fingers

        def over(at: Floats, high: float, closed: float) -> HandAt:
            x, y = at + off
            return HandAt(arm, (float(x), float(y), high), side, closed)

        here = self.states.get(name)
        if here is not None:
            yield from self._reach(
                lambda k: over(here.at + away * far * (1 - k), grip + 70 * (1 - k), 0.2 + 0.5 * k)
            )
            now = self.states[name]
            self.put(name, replace(now, held=True, step=0.0, sway_deg=0.0))
            self._hands.append(over(now.at, grip, 0.8))
            yield
        else:
            assert to is not None
            now = in_hand(to.at + away * far, to.heading_deg, 60.0)
        end = (
            to
            if to is not None
            else replace(
                now, x_mm=float(now.x_mm + away[0] * (far + 80)), y_mm=float(now.y_mm + away[1] * (far + 80))
            )
        )
        high = float(self.rng.uniform(25, 60))
        lay = now.share > 0
        up = self.frames(float(self.rng.uniform(0.25, 0.6)))
        for i in range(up):  # up, and on the way
            k = (i + 1) / up
            at = now.at + (end.at - now.at) * 0.5 * _ease(k)
            tilt = 60 * (1 - k) if lay else 0.0
            s = in_hand(at, now.heading_deg, max(now.lift_mm, high * _ease(k)), tilt)
            self.states[name] = s
            self._hands.append(over(s.at, grip + s.lift_mm, 0.8))
            yield
        for _ in range(self.frames(wind_s)):
            jitter = self.rng.normal(0, [1, 1, 3])
            s = replace(self.states[name], tilt_deg=float(self.rng.normal(0, 4)))
            self.states[name] = replace(s, x_mm=s.x_mm + float(jitter[0]), y_mm=s.y_mm + float(jitter[1]))
            self._hands.append(over(s.at, grip + s.lift_mm, 0.8))
            yield
        now = self.states[name]
        turn = (end.heading_deg - now.heading_deg + 180) % 360 - 180
        down = self.frames(float(self.rng.uniform(0.3, 0.7)))
        for i in range(down):
            k = _ease((i + 1) / down)
            at = now.at + (end.at - now.at) * k
            lift = max(now.lift_mm, high) * (1 - k if to is not None else 1.0)
            s = in_hand(at, (now.heading_deg + turn * k) % 360, float(lift))
            if i < down - 1 or to is None:
                self.states[name] = s
                self._hands.append(over(s.at, grip + s.lift_mm, 0.8))
                yield
        if to is None:
            del self.states[name]
            return
        self.put(name, replace(to, held=False, lift_mm=0.0))
        self._hands.append(over(to.at, grip, 0.7))
        yield

    def withdraw(self) -> Doing:
        """The last hand goes back where it came from."""
        last = self.scenes[-1].hands[-1] if self.scenes[-1].hands else None
        if last is None:
            return
        away = _unit(last.side_deg)
        far = self._exit(np.array(last.tip_mm[:2]), away)
        count = self.frames(float(self.rng.uniform(0.3, 0.6)))
        for i in range(count):
            k = _ease((i + 1) / count) * far
            x, y, z = last.tip_mm
            tip = (float(x + away[0] * k), float(y + away[1] * k), z + 12 + k * 0.15)
            self._hands.append(replace(last, tip_mm=tip, closed=0.3))
            yield

    def push(self, name: str, arm: Arm, by_mm: float, toward_deg: float) -> Doing:
        """A hand shoves a standing figure over the table."""
        way = _unit(toward_deg)
        start = self.states[name]
        reach = float(np.ptp(self._hulls[name] @ np.array([1.0, 0.0]))) / 2 + 8

        def behind(at: Floats, more: float) -> HandAt:
            x, y = at - way * (reach + more)
            return HandAt(arm, (float(x), float(y), 16.0), (toward_deg + 180) % 360, 0.15)

        yield from self._reach(lambda k: behind(start.at, self._exit(start.at, -way) * (1 - k)))
        count = self.frames(float(self.rng.uniform(0.4, 0.9)))
        for i in range(count):
            at = start.at + way * by_mm * _ease((i + 1) / count)
            s = self.states[name]
            self.put(
                name,
                replace(
                    s,
                    x_mm=float(at[0]),
                    y_mm=float(at[1]),
                    heading_deg=s.heading_deg + float(self.rng.normal(0, 1)),
                ),
            )
            self._hands.append(behind(at, 0.0))
            yield
        yield from self.withdraw()

    def turn_key(self, name: str, arm: Arm, seconds: float) -> Doing:
        """A hand winds a figure up where it stands."""
        home = self.states[name]
        side, reach = self._side(home.at)
        away = _unit(side)
        grip = 0.5 * self.toys[name].height_mm

        def over(far: float) -> HandAt:
            x, y = home.at + away * (far - 10)
            return HandAt(arm, (float(x), float(y), grip + far * 0.1), side, 0.75)

        yield from self._reach(lambda k: over(reach * (1 - k)))
        for _ in range(self.frames(seconds)):
            jitter = self.rng.normal(0, [0.5, 0.5, 2.0])
            self.put(
                name,
                replace(
                    home,
                    x_mm=home.x_mm + float(jitter[0]),
                    y_mm=home.y_mm + float(jitter[1]),
                    heading_deg=home.heading_deg + float(jitter[2]),
                ),
            )
            self._hands.append(over(0.0))
            yield
        self.put(name, home)
        yield from self.withdraw()

    def stay(self, at_mm: Floats, arm: Arm, seconds: float) -> Doing:
        """A hand that comes, stays over the table and goes, and does nothing."""
        side, reach = self._side(at_mm)
        away = _unit(side)

        def over(far: float, drift: Floats) -> HandAt:
            x, y = at_mm + away * far + drift
            return HandAt(arm, (float(x), float(y), 75.0), side, 0.2)

        drift = np.zeros(2)
        yield from self._reach(lambda k: over(reach * (1 - k), drift))
        for _ in range(self.frames(seconds)):
            drift = drift + self.rng.normal(0, 2, 2)
            self._hands.append(over(0.0, drift))
            yield
        yield from self.withdraw()

    def _reach(self, at: Callable[[float], HandAt]) -> Doing:
        count = self.frames(float(self.rng.uniform(0.35, 0.8)))
        for i in range(count):
            self._hands.append(at(_ease((i + 1) / count)))
            yield

    def _exit(self, at: Floats, way: Floats) -> float:
        """How far from here the camera sees no more."""
        far = 0.0
        while cv2.pointPolygonTest(self._field, (at + way * far).tolist(), False) >= 0:
            far += 20
        return far + 60

    def _side(self, at: Floats) -> tuple[float, float]:
        """From which side an arm reaches this place, and how far it comes: no more than half a metre."""
        while True:
            side = float(self.rng.uniform(0, 360))
            far = self._exit(at, _unit(side))
            if far < 520:
                return side, far


def _unit(heading_deg: float) -> Floats:
    """The way of a heading on the table, whose y runs down."""
    return np.array([np.cos(np.deg2rad(heading_deg)), -np.sin(np.deg2rad(heading_deg))])


def _ease(k: float) -> float:
    return float(k * k * (3 - 2 * k))


def _hull(points: Floats) -> np.ndarray:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float32)
