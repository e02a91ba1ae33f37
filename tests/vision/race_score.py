"""What an eye's readings of a race are worth, by the definitions that footage is scored with."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from tests.vision.race_truth import Truth

TOLERANCE_S, ALSO_S, CLEAR_MM2, CLEAR_MM = 0.5, 0.8, 15.0, 3.0
ZONES = ("brain", "grave", "mausoleum")
SCORED = ("gate", "fall", "left_board", *ZONES)


@dataclass
class Score:
    """Sums can be added up over takes: lists hold one number an event or pose."""

    events: int = 0
    found: int = 0
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    early: int = 0  # said before it happened
    late_s: list[float] = field(default_factory=list)
    said_after_s: list[float] = field(default_factory=list)
    also: dict[str, tuple[int, int]] = field(default_factory=dict)
    spare: list[str] = field(default_factory=list)
    poses_due: int = 0
    poses_seen: int = 0
    wrong_tile: int = 0
    error_mm: list[float] = field(default_factory=list)
    walking_mm: list[float] = field(default_factory=list)
    heading_deg: list[float] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(value, list):
                mine.extend(value)
            elif isinstance(value, dict):
                for k, (a, b) in value.items():
                    x, y = mine.get(k, (0, 0))
                    mine[k] = (x + a, y + b)
            else:
                setattr(self, name, mine + value)

    def summary(self) -> dict[str, Any]:
        def two(values: list[float], digits: int) -> list[float] | None:
            return [round(median(values), digits), round(percentile(values, 95), digits)] if values else None

        return {
            "events": f"{self.found}/{self.events}",
            "false": len(self.false),
            "early": self.early,
            "event_time_p95_s": round(percentile(self.late_s, 95), 3) if self.late_s else None,
            "said_after_p95_s": round(percentile(self.said_after_s, 95), 3) if self.said_after_s else None,
            "also": {k: f"{a}/{b}" for k, (a, b) in self.also.items()},
            "spare": len(self.spare),
            "pose_coverage": round(self.poses_seen / self.poses_due, 4) if self.poses_due else None,
            "wrong_tile": self.wrong_tile,
            "error_mm": two(self.error_mm, 2),
            "walking_mm": two(self.walking_mm, 2),
            "heading_deg": two(self.heading_deg, 1),
        }


def percentile(values: Sequence[float], p: float) -> float:
    v = sorted(values)
    return v[min(len(v) - 1, math.ceil(p / 100 * len(v)) - 1)] if v else float("nan")


def score_readings(
    truth: Truth, sizes: dict[str, tuple[float, float]], readings: Sequence[dict[str, Any]]
) -> Score:
    """Events within 0.5 s, lifted and placed within 0.8 s; grazes and near misses are free."""
    out = Score()
    want = [e for e in truth.events if e["kind"] in SCORED]
    grazes = [e for e in want if e["kind"] in ZONES and e["area_mm2"] < CLEAR_MM2]
    want = [e for e in want if e not in grazes]
    got = [o for o in readings if o["kind"] in SCORED]
    left = list(got)
    out.events = len(want)
    for w in want:
        match = [(abs(g["t"] - w["t"]), i) for i, g in enumerate(left) if _same(w, g)]
        if match:
            late, i = min(match)
            del left[i]
            out.found += 1
            out.late_s.append(late)
        else:
            out.missed.append(_words(w))
    close = {(m["figure"], m["kind"], m["tile"]) for m in truth.near_misses if m["gap_mm"] < CLEAR_MM}
    out.false = [
        _words(g)
        for g in left
        if not any(_same(w, g) for w in grazes) and (g["figure"], g["kind"], g.get("tile")) not in close
    ]
    out.said_after_s = [g["said"] - g["t"] for g in got if "said" in g]
    out.early = sum(d < -1e-6 for d in out.said_after_s)

    def near(w: dict[str, Any], o: dict[str, Any]) -> bool:
        return bool(o["kind"] == w["kind"] and o["figure"] == w["figure"] and abs(o["t"] - w["t"]) <= ALSO_S)

    handled = [o for o in readings if o["kind"] in ("lifted", "placed")]
    for w in truth.also:
        a, b = out.also.get(w["kind"], (0, 0))
        out.also[w["kind"]] = (a + any(near(w, o) for o in handled), b + 1)
    out.spare = [_words(o) for o in handled if not any(near(w, o) for w in truth.also)]
    _score_poses(out, truth, readings, sizes)
    return out


def _same(w: dict[str, Any], g: dict[str, Any]) -> bool:
    if w["kind"] != g["kind"] or w["figure"] != g["figure"] or abs(w["t"] - g["t"]) > TOLERANCE_S:
        return False
    if w["kind"] in ZONES and w["tile"] != g.get("tile"):
        return False
    return bool(w["kind"] != "gate" or w["direction"] == g.get("direction"))


def _words(e: dict[str, Any]) -> str:
    return f"{e['t']:.2f} {e['figure']} {e['kind']} {e.get('tile') or ''}".strip()


def _score_poses(
    out: Score, truth: Truth, readings: Sequence[dict[str, Any]], sizes: dict[str, tuple[float, float]]
) -> None:
    poses: dict[int, dict[str, Any]] = {}
    for o in readings:
        if o["kind"] == "pose":
            poses.setdefault(round(o["t"] * truth.fps), {})[o["figure"]] = o
    before: dict[str, list[float]] = {}
    for f in truth.frames:
        moved = {
            n: n in before and math.dist(before[n], q["world_mm"]) > 1.0 for n, q in f["figures"].items()
        }
        before = {n: q["world_mm"] for n, q in f["figures"].items() if not q["held"]}
        for name, s in f["figures"].items():
            if s["held"] or not s["upright"] or s["tile"] is None or f["hand"]:
                continue
            out.poses_due += 1
            p = poses.get(f["frame"], {}).get(name)
            if p is None:
                continue
            out.poses_seen += 1
            if p["tile"] != s["tile"]:
                w, h = sizes[s["tile"]]
                out.wrong_tile += 12 < s["tile_mm"][0] < w - 12 and 12 < s["tile_mm"][1] < h - 12
                continue
            out.error_mm.append(math.dist(p["tile_mm"], s["tile_mm"]))
            if moved[name]:
                out.walking_mm.append(out.error_mm[-1])
            if p.get("heading_deg") is not None:
                d = abs(p["heading_deg"] - s["tile_heading_deg"]) % 360
                out.heading_deg.append(min(d, 360 - d))
