"""Races made for one question: how close is a touch, what does marking time on a gate's line count for.

`passing(seed, margin_mm)` and `marking_on_gate(seed, seconds)` give takes like `random_race`.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from tests.vision.race_art import Zone
from tests.vision.race_figures import Toy, random_toys
from tests.vision.race_light import to_light
from tests.vision.race_play import SUBSTEPS, Play, State, Walk, walked
from tests.vision.race_renderer import Laid, RaceRenderer, RaceTable, corners_of, race_table
from tests.vision.race_truth import clipped_area, contains, gap
from tests.vision.race_view import Floats
from tests.vision.races import Take, play_on, take_of


def margin_of(zone: Zone, feet: Floats) -> float:
    """How far feet are from a zone in mm; negative: how deep one lies in the other."""
    if clipped_area(zone.points_mm, feet) <= 0:
        return gap(zone.points_mm, feet)
    return -max(_depth(_along(feet), zone.points_mm), _depth(_along(zone.points_mm), feet))


def _along(rim: Floats) -> Floats:
    steps = np.linspace(0, 1, 12, endpoint=False)[:, None, None]
    return np.asarray((rim + steps * (np.roll(rim, -1, axis=0) - rim)).reshape(-1, 2))


def _depth(points: Floats, rim: Floats) -> float:
    shape = rim.astype(np.float32)
    return max(cv2.pointPolygonTest(shape, p.tolist(), True) for p in points)


def passing(
    seed: int,
    margin_mm: float,
    *,
    table: RaceTable | None = None,
    toys: Sequence[Toy] | None = None,
    fps: float = 12.0,
    drawn_by: RaceRenderer | None = None,
) -> Take:
    """A figure comes as close to a zone as said (negative: as deep into it), to others not within 4 mm.

    It walks at the zone and stops, or past it. Nobody's hand is there. The first figure of `toys` walks.
    `drawn_by` a renderer of the same table saves time.
    """
    table = table or race_table(seed, tiles=2)
    toys = toys or _toys(seed, table, 1)
    for attempt in range(400):
        rng = np.random.default_rng([seed, 701, attempt])
        play = play_on(table, toys, fps, rng)
        tile = table.laid[int(rng.integers(len(table.laid)))]
        zones = [z for z in play.sides[tile.side].zones if z.kind != "gate"]
        zone = zones[int(rng.integers(len(zones)))]
        found = _fitted(play, toys[0], tile, zone, margin_mm, rng)
        if found is None:
            continue
        start, walk = found
        play.put(toys[0].name, start)
        play.run(play.idle(1.0))
        play.run(play.walk(toys[0].name, walk))
        play.run(play.idle(1.5))
        return take_of(seed, table, toys, play, drawn_by=drawn_by)
    raise ValueError(f"seed {seed}: no way leads past a zone at {margin_mm} mm")


def _toys(seed: int, table: RaceTable, count: int) -> tuple[Toy, ...]:
    like = [np.asarray(to_light(s.art).mean(axis=(0, 1)), np.float64) for s in table.sides]
    return random_toys(seed, ["ash", "bo", "cleo", "dot"][:count], like)


def _fitted(
    play: Play, toy: Toy, tile: Laid, zone: Zone, margin_mm: float, rng: np.random.Generator
) -> tuple[State, Walk] | None:
    turn = float(rng.uniform(0, 360))
    out = np.array([np.cos(np.deg2rad(turn)), -np.sin(np.deg2rad(turn))])
    middle = tile.to_table(zone.points_mm.mean(axis=0))
    past = rng.random() < 0.5
    walk = Walk(
        float(rng.uniform(1.0, 2.2)),
        float(rng.uniform(30, 80)),
        float(rng.normal(0, 8)),
        int(rng.integers(1 << 30)),
        float(rng.uniform(1.0, 4.0)),
    )
    far = walk.seconds * walk.speed_mm_s
    along = np.array([-out[1], out[0]])
    begin = middle + out * 60 - along * far / 2 if past else middle + out * (60 + far)
    way = along if past else -out
    heading = float(np.rad2deg(np.arctan2(-way[1], way[0])))
    path = [State(float(begin[0]), float(begin[1]), heading)]
    steps = walked(path[0], walk, 1 / (play.fps * SUBSTEPS))
    path += [*steps[SUBSTEPS - 1 :: SUBSTEPS], steps[-1]]  # as seen: a state a frame
    feet = [toy.feet_at(s.x_mm, s.y_mm, s.heading_deg) for s in path]

    def margin(shift: float) -> float:
        return min(margin_of(zone, tile.to_tile(f - out * shift)) for f in feet)

    low, high = -40.0, 120.0
    if margin(low) < margin_mm or margin(high) > margin_mm:
        return None
    for _ in range(18):
        half = (low + high) / 2
        low, high = (half, high) if margin(half) > margin_mm else (low, half)
    moved = [f - out * low for f in feet]
    if abs(margin(low) - margin_mm) > 0.05 or margin_of(zone, tile.to_tile(moved[0])) < 12:
        return None
    for f in moved:
        if not any(contains(corners_of(play.sides[t.side]), t.to_tile(f)) for t in play.laid):
            return None
        for t in play.laid:
            for z in play.sides[t.side].zones:
                if z is not zone and z.kind != "gate" and margin_of(z, t.to_tile(f)) < 4:
                    return None
    x, y = begin - out * low
    return replace(path[0], x_mm=float(x), y_mm=float(y)), walk


def marking_on_gate(seed: int, seconds: float, *, fps: float = 12.0, table: RaceTable | None = None) -> Take:
    """A figure walks onto a gate's line, from either side, and marks time there to the end."""
    table = table or race_table(seed, tiles=2, gate=True)
    toys = _toys(seed, table, 1)
    rng = np.random.default_rng([seed, 702])
    play = play_on(table, toys, fps, rng)
    gates = [(t, z) for t in table.laid for z in play.sides[t.side].zones if z.kind == "gate"]
    if not gates:
        raise ValueError(f"seed {seed}: no side with a gate is laid")
    tile, zone = gates[0]
    a, b = (tile.to_table(p[None])[0] for p in zone.points_mm)
    at = a + (b - a) * rng.uniform(0.25, 0.75)
    across = np.array([-(b - a)[1], (b - a)[0]]) / np.hypot(*(b - a)) * rng.choice([-1.0, 1.0])
    heading = float(np.rad2deg(np.arctan2(across[1], -across[0])))
    far = 45.0 + float(rng.uniform(-4, 4))
    x, y = at + across * 45.0
    start = State(float(x), float(y), heading)
    play.put(toys[0].name, start)
    play.run(play.idle(1.0))
    play.run(play.walk(toys[0].name, Walk(far / 40.0, 40.0, 0.0, seed, 2.0)))
    play.run(play.mark_time(toys[0].name, seconds))
    return take_of(seed, table, toys, play)
