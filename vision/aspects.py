"""The sides from which a figure is known: as it was taught, and those learned while it was followed."""

from dataclasses import replace

import numpy as np

from vision.figures import Figure
from vision.pose import Floats

KNOWN_BY = 0.6
"""Of the colours seen, and of its own, so much must be common for a figure to be known by them."""
APART = 0.15
"""Between two aspects: a figure 55 mm high is seen by 8 mm another way."""
MOST = 10


class Aspects:
    """Each is the figure with the points that show from one side (ahead and right, mm a mm of height)."""

    def __init__(self, taught: Figure) -> None:
        self.taught = taught
        self._learned: list[tuple[Figure, Floats]] = []
        self.guessed = False
        """What was learned is not turned as the figure is: its heading was not known."""
        self._turned: dict[int, Figure] = {}
        self._known = 0
        """So many of what was learned were, before anything was guessed."""
        self._refused: list[Floats] = []

    @property
    def every(self) -> tuple[Figure, ...]:
        return (self.taught, *(figure for figure, _ in self._learned))

    @property
    def newest(self) -> Figure:
        """The one made from most views."""
        return max(self.every, key=lambda figure: figure.later)

    def nearest(self, side: Floats) -> Figure | None:
        """The one that was learned from nearest to this side; None when that is not near."""
        best = min(self._learned, key=lambda one: float(np.hypot(*(one[1] - side))), default=None)
        return None if best is None or np.hypot(*(best[1] - side)) > APART else best[0]

    def wants(self, side: Floats) -> bool:
        """Whether an aspect from here is worth learning."""
        if any(np.hypot(*(other - side)) < APART for other in self._refused):
            return False
        return len(self._learned) < MOST and self.nearest(side) is None

    def refuse(self, side: Floats) -> None:
        """From here nothing was learned that is better than what is known."""
        self._refused.append(side)

    def learn(self, figure: Figure, side: Floats) -> None:
        self._learned.append((figure, side))

    def guess(self, figure: Figure, side: Floats) -> None:
        """The first look at a figure put down some way round: what was guessed before is void."""
        if self.guessed:
            del self._learned[self._known :]
        self._known = len(self._learned)
        self.guessed = True
        self.learn(figure, side)

    def turn(self, by: float) -> None:
        """The figure faces so much (rad, clockwise) another way than was guessed."""
        c, s = np.cos(by), np.sin(by)
        turned = self._learned[: self._known]
        self._turned.clear()
        for figure, side in self._learned[self._known :]:
            points = figure.points_mm.copy()
            points[:, :2] = points[:, :2] @ np.array([[c, -s], [s, c]])
            new = replace(figure, points_mm=points)
            self._turned[id(figure)] = new
            turned.append((new, np.array([[c, s], [-s, c]]) @ side))
        self._learned = turned
        self.guessed = False

    def turned(self, figure: Figure) -> Figure:
        """What became of an aspect when it was turned."""
        return self._turned.get(id(figure), figure)
