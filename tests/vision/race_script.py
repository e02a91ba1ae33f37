"""Who does what in a race: turns that lead to touches, near misses, crossings, falls and the rest."""

from dataclasses import replace

import numpy as np

from tests.vision.race_figures import Arm, random_arm
from tests.vision.race_play import Doing, Play, State, Walk, walked
from tests.vision.race_renderer import corners_of
from tests.vision.race_truth import clipped_area, contains, gap, side_of_line
from tests.vision.race_view import Floats

AIMS = ("zone", "zone", "zone", "miss", "miss", "gate", "gate", "off", "free", "bump", "fall")


class Script:
    """Draws turns for a `Play`; a turn aims at something, which chance may still bring to nothing."""

    def __init__(self, play: Play, rng: np.random.Generator) -> None:
        self.play, self.rng = play, rng
        self.arms: dict[str, Arm] = {n: random_arm(rng) for n in play.toys}
        self.pushed = False

    # beginning

    def begin(self) -> None:
        """Some figures stand on the tiles from the start, at least one."""
        names = list(self.play.toys)
        for name in names[: int(self.rng.integers(1, len(names) + 1))]:
            spot = self._clear_spot(name)
            if spot is not None:
                self.play.put(name, spot)
        self.play.run(self.play.idle(float(self.rng.uniform(0.5, 1.2))))

    def turn(self) -> None:
        play, rng = self.play, self.rng
        name = str(rng.choice(list(play.toys)))
        kind = str(rng.choice(["carry"] * 12 + ["push", "key", "key", "stay"]))
        on = play.states.get(name)
        if kind == "stay":
            tile = play.laid[int(rng.integers(len(play.laid)))]
            at = tile.to_table(rng.uniform(40, 120, 2))
            play.run(play.stay(at, self.arms[name], float(rng.uniform(0.3, 2.0))))
        elif kind == "push" and on is not None and on.share == 0:
            self._push(name, on)
        elif kind == "key" and on is not None and on.share == 0:
            play.run(play.turn_key(name, self.arms[name], float(rng.uniform(0.5, 1.5))))
            play.run(play.mark_time(name, float(rng.uniform(0.3, 0.8))))
            play.run(self._go(name, self._safe_walk(name), "free"))
        else:
            self._carry(name, str(rng.choice(AIMS)))
        play.run(play.idle(float(rng.uniform(0.4, 1.0))))
        self._tidy()

    def _carry(self, name: str, aim: str) -> None:
        play = self.play
        start, walk = self._aimed(name, aim)
        if start is None:
            return
        play.run(play.carry(name, start, self.arms[name], wind_s=float(self.rng.uniform(0.1, 0.8))))
        doings: list[Doing] = [play.withdraw(), self._go(name, walk, aim)]
        others = [n for n, s in play.states.items() if n != name and s.share == 0]
        if others and self.rng.random() < 0.15:  # a second one has spring left
            second = str(self.rng.choice(others))
            doings.append(play.walk(second, self._safe_walk(second)))
        play.run(*doings)
        if play.states[name].share == 0 and self.rng.random() < 0.5:
            play.run(play.mark_time(name, float(self.rng.uniform(0.3, 2.5))))

    def _go(self, name: str, walk: Walk, aim: str) -> Doing:
        falls = str(self.rng.choice(["front", "back", "left", "right"])) if aim == "fall" else ""
        yield from self.play.walk(name, walk, falls=falls, may_topple=0.01 if aim == "bump" else 0.001)

    def _tidy(self) -> None:
        """Fallen figures are put up again, those beside the board taken back or away; most of the time."""
        for name, s in list(self.play.states.items()):
            off = self._tile_of(s) is None
            if (s.share == 0 and not off) or self.rng.random() < 0.25:
                continue
            to = self._clear_spot(name)
            if s.share > 0 and self.rng.random() < 0.6 and not off:
                up = replace(s, share=0.0, way="", sway_deg=0.0)
                to = up if self._is_clear(name, up) else to
            if to is None or self.rng.random() < 0.15:
                self.play.run(self.play.carry(name, None, self.arms[name], wind_s=0.05))
            else:
                self.play.run(self.play.carry(name, to, self.arms[name], wind_s=0.05))
                self.play.run(self.play.withdraw())
            self.play.run(self.play.idle(float(self.rng.uniform(0.3, 0.8))))

    def _push(self, name: str, on: State) -> None:
        """Only where nothing is touched on the way: what happens under a hand is nobody's contact."""
        for _ in range(30):
            toward, far = float(self.rng.uniform(0, 360)), float(self.rng.uniform(15, 50))
            way = np.array([np.cos(np.deg2rad(toward)), -np.sin(np.deg2rad(toward))])
            path = [
                replace(on, x_mm=float(on.x_mm + way[0] * k), y_mm=float(on.y_mm + way[1] * k))
                for k in np.linspace(0, far, 8)
            ]
            if all(self._is_clear(name, s) for s in path):
                self.play.run(self.play.push(name, self.arms[name], far, toward))
                return

    # where to

    def _walk(self, seconds: float) -> Walk:
        rng = self.rng
        return Walk(
            seconds,
            float(rng.uniform(30, 80)),
            float(rng.normal(0, 8)),
            int(rng.integers(1 << 30)),
            float(rng.uniform(1.0, 4.0)),
            float(rng.uniform(3.5, 7.0)),
        )

    def _safe_walk(self, name: str) -> Walk:
        """From where it stands, and not off the board."""
        for _ in range(20):
            walk = self._walk(float(self.rng.uniform(0.5, 2.5)))
            if self._does(name, self.play.states[name], walk, "free"):
                return walk
        return self._walk(0.2)

    def _tile_of(self, s: State) -> str | None:
        for t in self.play.laid:
            x, y = t.to_tile(s.at)
            if 0 <= x <= self.play.sides[t.side].size_mm[0] and 0 <= y <= self.play.sides[t.side].size_mm[1]:
                return t.side
        return None

    def _is_clear(self, name: str, s: State, room_mm: float = 4.0) -> bool:
        """Wholly on one tile, touching no zone and no gate, near nobody."""
        feet = self.play.toys[name].feet_at(s.x_mm, s.y_mm, s.heading_deg)
        for t in self.play.laid:
            side = self.play.sides[t.side]
            on = t.to_tile(feet)
            if not contains(corners_of(side), on):
                continue
            for z in side.zones:
                if z.kind == "gate":
                    if (
                        side_of_line(z.points_mm, on) == 0
                        or gap(np.repeat(z.points_mm, 2, axis=0), on) < room_mm
                    ):
                        return False
                elif clipped_area(z.points_mm, on) > 0 or gap(z.points_mm, on) < room_mm:
                    return False
            return not self.play.bumps(name, s) and all(
                np.hypot(*(o.at - s.at)) > 32 for n, o in self.play.states.items() if n != name
            )
        return False

    def _clear_spot(self, name: str) -> State | None:
        for _ in range(150):
            t = self.play.laid[int(self.rng.integers(len(self.play.laid)))]
            size = self.play.sides[t.side].size_mm
            x, y = t.to_table(self.rng.uniform([14, 14], [size[0] - 14, size[1] - 14]))
            s = State(float(x), float(y), float(self.rng.uniform(0, 360)))
            if self._is_clear(name, s):
                return s
        return None

    def _aimed(self, name: str, aim: str) -> tuple[State | None, Walk]:
        """A clear place and a walk from it which, undisturbed, does what is aimed at."""
        for _ in range(60):
            start = self._clear_spot(name)
            walk = self._walk(float(self.rng.uniform(1.2, 3.5)))
            if start is None:
                return None, walk
            goal = self._goal(name, aim)
            if goal is None:
                aim = "free"
            else:
                toward = goal - start.at
                far = float(np.hypot(*toward))
                if not 25 < far < 190:
                    continue
                lean = float(self.rng.normal(0, 6))
                start = replace(
                    start, heading_deg=float(np.rad2deg(np.arctan2(-toward[1], toward[0]))) + lean
                )
                walk = replace(
                    walk, seconds=float(np.clip((far + self.rng.uniform(-5, 45)) / walk.speed_mm_s, 0.6, 5.0))
                )
                if not self._is_clear(name, start):
                    continue
            if self._does(name, start, walk, aim):
                return start, walk
        spot = self._clear_spot(name)
        return spot, self._walk(float(self.rng.uniform(1.0, 2.5)))

    def _goal(self, name: str, aim: str) -> Floats | None:
        rng, play = self.rng, self.play
        if aim in ("zone", "miss", "gate"):
            every = [
                (t, z)
                for t in play.laid
                for z in play.sides[t.side].zones
                if (z.kind == "gate") == (aim == "gate")
            ]
            if not every:
                return None
            t, z = every[int(rng.integers(len(every)))]
            if aim == "gate":
                return t.to_table(
                    z.points_mm[0] + (z.points_mm[1] - z.points_mm[0]) * rng.uniform(0.15, 0.85)
                )
            middle = z.points_mm.mean(axis=0)
            reach = 30.0 if aim == "miss" else 8.0
            return t.to_table(middle + rng.normal(0, reach, 2))
        if aim == "off":
            t = play.laid[int(rng.integers(len(play.laid)))]
            return t.to_table(np.array(play.sides[t.side].size_mm) / 2 + rng.normal(0, 140, 2))
        if aim == "bump":
            others = [s for n, s in play.states.items() if n != name and s.share == 0]
            return others[int(rng.integers(len(others)))].at if others else None
        return None

    def _does(self, name: str, start: State, walk: Walk, aim: str) -> bool:
        path = walked(start, walk, 1 / 24)
        toy, play = self.play.toys[name], self.play
        if aim == "bump":
            return True
        if aim != "off" and any(self._tile_of(s) is None for s in path):
            return False  # off the board by accident is rare enough
        if aim in ("free", "fall"):
            return True
        feet = [toy.feet_at(s.x_mm, s.y_mm, s.heading_deg) for s in path]
        if aim == "off":
            w = play.laid
            return all(clipped_area(corners_of(play.sides[t.side]), t.to_tile(feet[-1])) == 0 for t in w)
        areas, gaps, crossed = [0.0], [99.0], False
        for t in play.laid:
            for z in play.sides[t.side].zones:
                on = [t.to_tile(f) for f in feet[::2]]
                if z.kind == "gate":
                    sides = [side_of_line(z.points_mm, p) for p in on]
                    crossed |= 1 in sides and -1 in sides
                    continue
                for p in on:
                    if np.abs(z.points_mm.mean(axis=0) - p.mean(axis=0)).max() < 70:
                        area = clipped_area(z.points_mm, p)
                        areas.append(area)
                        gaps.append(gap(z.points_mm, p) if area <= 0 else 0.0)
        if aim == "zone":
            return max(areas) > 40
        if aim == "gate":
            return crossed
        return max(areas) == 0 and 1.0 < min(gaps) < 7.0
