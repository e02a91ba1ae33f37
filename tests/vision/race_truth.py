"""What is true of a played race: poses in tile mm, contacts by overlap of the feet, crossings, falls.

Words and forms are those of a take's truth.json (there the world is y up; `Truth.as_json` turns it).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from tests.vision.race_art import Side
from tests.vision.race_figures import Toy
from tests.vision.race_play import Scene, State
from tests.vision.race_renderer import Laid, corners_of
from tests.vision.race_view import Floats

AGAIN_MM = 1.5  # a contact is over when the feet are this far away
NEAR_MM = 12.0


@dataclass
class Truth:
    """`frames` and `events` as in truth.json, but headings on tiles too (`tile_heading_deg`)."""

    fps: float
    frames: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    also: list[dict[str, Any]] = field(default_factory=list)
    near_misses: list[dict[str, Any]] = field(default_factory=list)


def clipped_area(shape: Floats, convex: Floats) -> float:
    """Area of a polygon inside a convex one (Sutherland and Hodgman)."""
    turn = np.sign(_area(convex))
    points = [tuple(p) for p in shape.tolist()]
    for a, b in zip(convex, np.roll(convex, -1, axis=0), strict=True):
        way = (b - a) * turn
        kept: list[tuple[float, float]] = []
        sides = [way[0] * (p[1] - a[1]) - way[1] * (p[0] - a[0]) for p in points]
        for i, p in enumerate(points):
            q, s, t = points[i - 1], sides[i], sides[i - 1]
            if (s >= 0) != (t >= 0):
                k = t / (t - s)
                kept.append((q[0] + (p[0] - q[0]) * k, q[1] + (p[1] - q[1]) * k))
            if s >= 0:
                kept.append(p)
        points = kept
        if not points:
            return 0.0
    return abs(_area(np.array(points)))


def _area(p: Floats) -> float:
    x, y = p[:, 0], p[:, 1]
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def gap(a: Floats, b: Floats) -> float:
    """Distance of two polygons that do not overlap."""
    return min(_nearest(a, b), _nearest(b, a))


def _nearest(points: Floats, rim: Floats) -> float:
    a, way = rim[None], (np.roll(rim, -1, axis=0) - rim)[None]
    k = np.clip(((points[:, None] - a) * way).sum(-1) / np.maximum((way**2).sum(-1), 1e-12), 0, 1)
    return float(np.linalg.norm(points[:, None] - a - way * k[..., None], axis=-1).min())


class _Follow:
    """One figure through the race."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.inside: dict[tuple[str, int], dict[str, Any] | None] = {}  # None: stood there when put down
        self.closest: dict[tuple[str, int], float] = {}
        self.touched: set[tuple[str, int]] = set()
        self.gate_side: dict[tuple[str, int], int] = {}
        self.last_tile: str | None = None
        self.on_board = False
        self.upright = True
        self.held: bool | None = None
        self.stood: tuple[State, tuple[Laid, ...]] | None = None  # what was measured last

    def put_down(self) -> None:
        self.inside, self.gate_side, self.on_board = {}, {}, False


def side_of_line(line: Floats, points: Floats) -> int:
    """1 when all points lie to the right of who walks the line (y down), -1 left, 0 on it."""
    way = line[1] - line[0]
    side = way[0] * (points[:, 1] - line[0, 1]) - way[1] * (points[:, 0] - line[0, 0])
    return 1 if (side > 0).all() else -1 if (side < 0).all() else 0


def truth_of(
    scenes: Sequence[Scene], toys: dict[str, Toy], sides: dict[str, Side], fps: float, hands: Sequence[bool]
) -> Truth:
    """Measured frame by frame. An event's time is that of the first frame which shows it."""
    out = Truth(fps)
    first = {t.side: t for t in scenes[0].laid}
    follows: dict[str, _Follow] = {}
    for index, scene in enumerate(scenes):
        t = index / fps
        figures: dict[str, Any] = {}
        for name in [n for n in follows if n not in scene.states]:
            del follows[name]  # taken away in a hand
        for name, s in scene.states.items():
            seen = name in follows
            follow = follows.setdefault(name, _Follow(name))
            feet = toys[name].feet_at(s.x_mm, s.y_mm, s.heading_deg)
            tile = tile_at(scene.laid, sides, s.at)
            figures[name] = _pose(s, tile, first)
            if s.held and follow.held is not True and seen:
                out.also.append({"t": round(t, 3), "figure": name, "kind": "lifted"})
            placed = not s.held and (follow.held is True or not seen)
            follow.held = s.held
            if s.held:
                follow.upright = True
                continue
            if not placed and follow.stood == (s, scene.laid):
                continue  # it stands still: nothing new
            follow.stood = (s, scene.laid)
            if placed:
                follow.put_down()
            if not s.upright:
                if follow.upright:
                    out.events.append({"t": round(t, 3), "figure": name, "kind": "fall"})
                follow.upright = False
                continue
            follow.upright = True
            under = _contacts(out, follow, scene.laid, sides, feet, t, quiet=placed)
            _gates(out, follow, scene.laid, sides, feet, s, t)
            _board(out, follow, scene.laid, sides, feet, tile, t)
            if placed and index > 0:
                out.also.append(
                    {
                        "t": round(t, 3),
                        "figure": name,
                        "kind": "placed",
                        "tile": tile.side if tile else None,
                        "zones": under,
                    }
                )
        out.frames.append({"frame": index, "t": round(t, 4), "hand": bool(hands[index]), "figures": figures})
    _misses(out, scenes, toys, sides)
    out.events.sort(key=lambda e: e["t"])
    return out


def tile_at(laid: Sequence[Laid], sides: dict[str, Side], at: Floats) -> Laid | None:
    for tile in laid:
        x, y = tile.to_tile(at)
        w, h = sides[tile.side].size_mm
        if 0 <= x <= w and 0 <= y <= h:
            return tile
    return None


def _pose(s: State, tile: Laid | None, first: dict[str, Laid]) -> dict[str, Any]:
    world, heading = s.at, s.heading_deg
    tile_mm = None
    if tile is not None:  # where the tile lay at first: a pushed mat does not change what is true on it
        tile_mm = tile.to_tile(s.at)
        world = first[tile.side].to_table(tile_mm)
        heading = heading + tile.turn_deg - first[tile.side].turn_deg
    return {
        "world_mm": [round(float(world[0]), 2), round(float(world[1]), 2)],
        "heading_deg": round(heading % 360, 1),
        "upright": s.upright,
        "held": s.held,
        "tile": tile.side if tile else None,
        "tile_mm": [round(float(v), 2) for v in tile_mm] if tile_mm is not None else None,
        "tile_heading_deg": round((s.heading_deg + tile.turn_deg) % 360, 1) if tile else None,
    }


def _contacts(
    out: Truth,
    follow: _Follow,
    laid: Sequence[Laid],
    sides: dict[str, Side],
    feet: Floats,
    t: float,
    *,
    quiet: bool,
) -> list[str]:
    under = []
    for tile in laid:
        on = tile.to_tile(feet)
        for i, zone in enumerate(sides[tile.side].zones):
            if zone.kind == "gate":
                continue
            key = (tile.side, i)
            reach = np.abs(zone.points_mm.mean(axis=0) - on.mean(axis=0)).max()
            if reach > 90:
                follow.inside.pop(key, None)
                continue
            area = clipped_area(zone.points_mm, on)
            if area <= 0:
                if key in follow.inside and gap(zone.points_mm, on) > AGAIN_MM:
                    del follow.inside[key]
                continue
            under.append(zone.kind)
            if key not in follow.inside:
                follow.inside[key] = None
                if not quiet:
                    event = {
                        "t": round(t, 3),
                        "figure": follow.name,
                        "kind": zone.kind,
                        "tile": tile.side,
                        "zone": i,
                        "area_mm2": 0.0,
                    }
                    out.events.append(event)
                    follow.inside[key] = event
            event_ = follow.inside[key]
            if event_ is not None:
                event_["area_mm2"] = max(event_["area_mm2"], round(area, 1))
    return under


def _gates(
    out: Truth,
    follow: _Follow,
    laid: Sequence[Laid],
    sides: dict[str, Side],
    feet: Floats,
    s: State,
    t: float,
) -> None:
    for tile in laid:
        for i, zone in enumerate(sides[tile.side].zones):
            if zone.kind != "gate":
                continue
            line, key = zone.points_mm, (tile.side, i)
            way = line[1] - line[0]
            along = float((tile.to_tile(s.at) - line[0]) @ way / (way @ way))
            if not 0 <= along <= 1:  # past its end: nothing is crossed
                follow.gate_side.pop(key, None)
                continue
            side = side_of_line(line, tile.to_tile(feet))
            before = follow.gate_side.get(key, 0)
            if side and before and side != before:
                direction = "to_right" if side > 0 else "to_left"
                out.events.append(
                    {
                        "t": round(t, 3),
                        "figure": follow.name,
                        "kind": "gate",
                        "tile": tile.side,
                        "direction": direction,
                    }
                )
            if side:
                follow.gate_side[key] = side


def _board(
    out: Truth,
    follow: _Follow,
    laid: Sequence[Laid],
    sides: dict[str, Side],
    feet: Floats,
    tile: Laid | None,
    t: float,
) -> None:
    def touches(one: Laid) -> bool:
        return clipped_area(corners_of(sides[one.side]), one.to_tile(feet)) > 0

    if tile is not None:
        follow.last_tile = tile.side
    on = any(touches(one) for one in laid)
    if follow.on_board and not on:
        out.events.append(
            {"t": round(t, 3), "figure": follow.name, "kind": "left_board", "tile": follow.last_tile}
        )
    follow.on_board = on


def _misses(out: Truth, scenes: Sequence[Scene], toys: dict[str, Toy], sides: dict[str, Side]) -> None:
    """Zones a figure came near and never touched while it walked or stood."""
    least: dict[tuple[str, str, int], float] = {}
    before: dict[str, State] = {}
    for scene in scenes:
        for name, s in scene.states.items():
            if s.held or not s.upright or before.get(name) == s:
                continue
            before[name] = s
            feet = toys[name].feet_at(s.x_mm, s.y_mm, s.heading_deg)
            for tile in scene.laid:
                on = tile.to_tile(feet)
                for i, zone in enumerate(sides[tile.side].zones):
                    if (
                        zone.kind == "gate"
                        or np.abs(zone.points_mm.mean(axis=0) - on.mean(axis=0)).max() > 70
                    ):
                        continue
                    far = 0.0 if clipped_area(zone.points_mm, on) > 0 else gap(zone.points_mm, on)
                    key = (name, tile.side, i)
                    least[key] = min(far, least.get(key, 1e9))
    for (name, side, i), far in least.items():
        if 0 < far < NEAR_MM:
            kind = sides[side].zones[i].kind
            out.near_misses.append(
                {"figure": name, "zone": i, "kind": kind, "tile": side, "gap_mm": round(far, 1)}
            )


def hands_seen(scene: Scene, view: Any) -> bool:
    """Whether any of a hand is in the picture."""
    w, h = view.glass.size_px
    for one in scene.hands:
        p = view.solid_to_picture(one.solid().mesh.points)
        if ((p > 0) & (p < [w, h])).all(axis=1).any():
            return True
    return False


def as_json(
    truth: Truth, scenes: Sequence[Scene], sides: dict[str, Side], view: Any, extra: dict[str, Any]
) -> dict[str, Any]:
    """truth.json: the world's y runs up there, and turns are anticlockwise."""
    frames = []
    for frame in truth.frames:
        figures = {}
        for name, f in frame["figures"].items():
            figures[name] = {**f, "world_mm": [f["world_mm"][0], -f["world_mm"][1]]}
        frames.append({**frame, "figures": figures})
    tiles = {}
    for tile in scenes[0].laid:
        side = sides[tile.side]
        x, y = tile.to_table(np.array(side.size_mm) / 2)
        zones = [
            {"kind": z.kind, "line" if z.kind == "gate" else "polygon": z.points_mm.tolist()}
            for z in side.zones
        ]
        tiles[tile.side] = {
            "centre_mm": [float(x), float(-y)],
            "rot_deg": (-tile.turn_deg) % 360,
            "zones": zones,
        }
    glass = view.glass
    camera = {
        "K": glass.matrix.tolist(),
        "dist": glass.distortion.tolist(),
        "R": (view.rotation @ np.diag([1.0, -1.0, -1.0])).tolist(),
        "t": view.translation.tolist(),
        "size": list(glass.size_px),
    }
    events = {"events": truth.events, "also": truth.also, "near_misses": truth.near_misses}
    return dict(fps=truth.fps, frames=frames, events=events, camera=camera, tiles=tiles, **extra)


def contains(rim: Floats, points: Floats) -> bool:
    return all(cv2.pointPolygonTest(rim.astype(np.float32), p.tolist(), False) >= 0 for p in points)
