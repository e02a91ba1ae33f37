"""Places of walking figures without their sway, a moment later.

A wind-up figure rocks from foot to foot: its body leans out some millimetres to either side twice or more a
second, and its body is what a camera sees. Forward it does not rock. So across the way it goes the place is
averaged over a pace before and a pace after, which takes that long to know.
"""

from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from vision.pose import Floats
from vision.stance import GOES_MM

AROUND_S = 0.42
"""Before and after: weighted so (Hann), 2.4 sways a second and more are gone; slower ones are bends."""
LEAST_LIKENESS, SHARPER = 0.05, 4.0
"""Power of likeness by which a place counts: half as like as others is hardly at the right place."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A figure in one frame: `place` is x, y mm on the table, `likeness` (0 to 1) how it looked like itself.

    Steps of another `run` do not belong together: it was lifted, fell or was not seen in between."""

    taken_s: float
    figure: str
    place: Floats
    run: int
    likeness: float = 1.0


class Steadying:
    """Takes the steps of all figures, in order of time; gives each back once what follows is known."""

    def __init__(self) -> None:
        self._steps: dict[str, deque[Step]] = {}
        self._given: dict[str, float] = {}

    def add(self, step: Step) -> None:
        """One figure in one frame."""
        self._steps.setdefault(step.figure, deque()).append(step)

    def forget_before(self, taken_s: float) -> None:
        """Older steps are neither given any more nor averaged over."""
        for kept in self._steps.values():
            while kept and kept[0].taken_s < taken_s:
                kept.popleft()

    def ready(self, now: float, *, last: bool) -> tuple[Step, ...]:
        """All steps that are due, each once; `last` when nothing follows."""
        due: list[Step] = []
        for figure, kept in self._steps.items():
            after = self._given.get(figure, -np.inf)
            for step in kept:
                if step.taken_s > after and (last or step.taken_s <= now - AROUND_S):
                    due.append(self._steadied(step, kept))
                    self._given[figure] = step.taken_s
        return tuple(sorted(due, key=lambda step: step.taken_s))

    def _steadied(self, step: Step, kept: deque[Step]) -> Step:
        near = [s for s in kept if s.run == step.run and abs(s.taken_s - step.taken_s) < AROUND_S]
        if len(near) < 4:
            return step
        times = np.array([s.taken_s for s in near]) - step.taken_s
        places = np.stack([s.place for s in near]) - step.place
        sure = np.array([max(s.likeness, LEAST_LIKENESS) for s in near]) ** SHARPER
        weights = (0.5 + 0.5 * np.cos(np.pi * times / AROUND_S)) * sure
        steady = _line_at_zero(times, places, weights)
        gone = places[-1] - places[0]
        far = float(np.hypot(*gone))
        if far > GOES_MM:
            ahead = gone / far
            across = np.array([-ahead[1], ahead[0]])
            # ahead it does not rock, but where it looked little like itself it may have been misplaced
            unsure = 1 - min(1.0, max(step.likeness, LEAST_LIKENESS) ** SHARPER / float(np.median(sure)))
            steady = across * float(steady @ across) + ahead * float(steady @ ahead) * unsure
        return replace(step, place=step.place + steady)


def _line_at_zero(times: Floats, places: Floats, weights: Floats) -> Floats:
    """Where a straight line through weighted places is at time 0."""
    total = weights.sum()
    middle_s, middle = float(weights @ times) / total, weights @ places / total
    off = times - middle_s
    spread = float(weights @ off**2)
    if spread < 1e-9:
        return np.asarray(middle, dtype=np.float64)
    slope = (weights * off) @ (places - middle) / spread
    return np.asarray(middle - slope * middle_s, dtype=np.float64)
