"""Where each figure went lately, to tell how far it walked and how it bent."""

import threading
from collections import deque
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.state import RaceState

KEPT_S = 90.0
"""Longer than any spring runs."""
EVERY_S = 0.1
SWAY_S = 0.4
"""Places are means over so long to both sides: figures sway from pace to pace, about twice a second."""
CHORD_MM = 4.0
"""A way is measured in pieces of this length: more than a mean place is off now and then."""
LEAST_MM = 20.0
"""A shorter walk tells nothing."""
ENDS_S = 1.0
"""The first and last of a walk, over which headings are taken: some paces, that the sway goes out."""
ASTRAY_DEG = 20.0
"""From the one in the middle: more than any figure sways."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a walk went along its way, and how much further to the left the figure looked at its end."""

    length_mm: float
    turned_deg: float


@dataclass(frozen=True, slots=True)
class _Step:
    taken_s: float
    x_mm: float
    y_mm: float
    heading_deg: float | None


class Pacer:
    """`see` on the eye's thread, `walk` from any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._steps: dict[str, deque[_Step]] = {}

    def see(self, taken_s: float, state: "RaceState") -> None:
        """Remembers where figures stand in the newest frame."""
        for figure in state.figures:
            if figure.feet_mm is None or figure.doing in {"held", "fallen"}:
                continue
            x, y = (float(mm) for mm in figure.feet_mm.mean(axis=0))
            with self._lock:
                steps = self._steps.setdefault(figure.name, deque())
                if steps and taken_s < steps[-1].taken_s:
                    steps.clear()  # another source
                if steps and taken_s - steps[-1].taken_s < EVERY_S:
                    continue
                steps.append(_Step(taken_s, x, y, figure.heading_deg))
                while steps[0].taken_s < taken_s - KEPT_S:
                    steps.popleft()

    def walk(self, figure: str, from_s: float, to_s: float) -> Pace | None:
        """The walk between these moments; None where too little of it was seen, or it went nowhere."""
        with self._lock:
            steps = [step for step in self._steps.get(figure, ()) if from_s <= step.taken_s <= to_s]
        if len(steps) < 2:
            return None
        way = _steadied(steps)
        length_mm, at = 0.0, way[0]
        for place in way[1:]:
            if dist(place, at) >= CHORD_MM or place is way[-1]:
                length_mm, at = length_mm + dist(place, at), place
        first = _looks([step for step in steps if step.taken_s <= from_s + ENDS_S])
        last = _looks([step for step in steps if step.taken_s >= to_s - ENDS_S])
        if first is None or last is None or length_mm < LEAST_MM:
            return None
        return Pace(length_mm, (last - first + 180.0) % 360.0 - 180.0)


def _steadied(steps: list[_Step]) -> list[tuple[float, float]]:
    """The way without the sway: its ends are as they stood."""
    way = []
    for step in steps:
        reach_s = min(SWAY_S, step.taken_s - steps[0].taken_s, steps[-1].taken_s - step.taken_s)
        near = [each for each in steps if abs(each.taken_s - step.taken_s) <= reach_s]
        way.append((sum(e.x_mm for e in near) / len(near), sum(e.y_mm for e in near) / len(near)))
    return way


def _looks(steps: list[_Step]) -> float | None:
    """The mean of the headings that are known, without those that a hand beside it has led astray."""
    known = [step.heading_deg for step in steps if step.heading_deg is not None]
    if not known:
        return None
    beside = sorted((each - known[0] + 180.0) % 360.0 - 180.0 for each in known)
    middle = beside[len(beside) // 2]
    near = [each for each in beside if abs(each - middle) <= ASTRAY_DEG]
    return known[0] + sum(near) / len(near)
