"""Where each figure went lately, to tell how far it walked and how it bent."""

import threading
from collections import deque
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.state import RaceState

KEPT_S = 90.0
"""Longer than any spring runs."""
EVERY_S = 0.1
CHORD_MM = 8.0
"""A way is measured in pieces of this length: four times what a place is off now and then."""
AT_REST_S = 0.5
"""The first and last of a walk, in which headings are taken: at rest they do not sway."""


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
        length_mm, at = 0.0, steps[0]
        for step in steps[1:]:
            chord = hypot(step.x_mm - at.x_mm, step.y_mm - at.y_mm)
            if chord >= CHORD_MM or (step is steps[-1] and length_mm):
                length_mm, at = length_mm + chord, step
        first = _looks([step for step in steps if step.taken_s <= from_s + AT_REST_S])
        last = _looks([step for step in steps if step.taken_s >= to_s - AT_REST_S])
        if first is None or last is None or length_mm < 2 * CHORD_MM:
            return None
        return Pace(length_mm, (last - first + 180.0) % 360.0 - 180.0)


def _looks(steps: list[_Step]) -> float | None:
    """The heading in the middle of those known."""
    known = [step.heading_deg for step in steps if step.heading_deg is not None]
    if not known:
        return None
    beside = sorted((each - known[0] + 180.0) % 360.0 - 180.0 for each in known)
    return known[0] + beside[len(beside) // 2]
