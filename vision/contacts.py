"""What all figures do, in order of time: who touches, crosses, falls, is lifted; and how far all is seen.

Where feet are is judged by the frames about a moment (`stance`), whether they are in something by how deep
they reach over time (`levels`, `touching`), whether a figure stands at all by frames that agree (`walker`).
"""

from collections.abc import Iterable
from dataclasses import replace

from vision.board import Board
from vision.observation import Happening, SeenThrough
from vision.stance import Posture, Stance
from vision.walker import Said, Walker

HELD_BACK_S = 0.7
"""Nothing is waited for longer than this; what turns out later is dated after what was already promised."""
SAY_THROUGH_S = 0.5
"""`SeenThrough` follows whatever is said, and comes so often when nothing is."""
A_BIT_S = 1e-3
"""Times are written to the millisecond."""


class Contacts:
    """Give it every frame in order of time. What it tells is in order of `taken_s`, over all figures.

    After `SeenThrough(t)` nothing follows that was taken at t or before.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._walkers: dict[str, Walker] = {}
        self._began_s: float | None = None
        self._waiting: list[Said] = []
        self._through_s = float("-inf")
        self._said_through_s = float("-inf")
        self._now = float("-inf")

    @property
    def through_s(self) -> float:
        """All that happened up to then has been told."""
        return self._through_s

    def was_there(self, figure: str, taken_s: float) -> None:
        """A figure never seen before is about to be, and nobody has put it there: it stood unseen."""
        self._walkers.setdefault(figure, Walker(figure, taken_s))

    def relay(self, board: Board) -> None:
        """The layout was fitted again, or a tile has been moved: the same tiles and zones as they lie now."""
        self._board = board

    def see(self, taken_s: float, stances: Iterable[Stance]) -> tuple[Happening, ...]:
        """One frame: each figure at most once; one that was there before and is missing counts as unseen."""
        if taken_s <= self._now:
            raise ValueError(f"frames come in order of time: {taken_s} s after {self._now} s")
        self._now = taken_s
        if self._began_s is None:
            self._began_s = taken_s
        seen = {stance.figure: stance for stance in stances}
        for figure, stance in seen.items():
            walker = self._walkers.get(figure)
            if walker is None:
                walker = self._walkers[figure] = Walker(figure, self._began_s)
            self._take(walker.see(self._board, stance))
        for figure, walker in self._walkers.items():
            if figure not in seen:
                self._take(walker.see(self._board, _unseen(figure, taken_s)))
        open_s = min((walker.open_s(taken_s) for walker in self._walkers.values()), default=taken_s)
        return self._tell(max(open_s, taken_s - HELD_BACK_S))

    def hold(self, taken_s: float) -> tuple[Happening, ...]:
        """The table is lost from this frame on: what was sure is told, what hung in the balance never is.

        The next `see` goes on from what was so before; what has changed by then is told as uncertain.
        """
        self._now = max(self._now, taken_s)
        self._began_s = None
        for walker in self._walkers.values():
            walker.hold()
        return self._tell(self._now)

    def finish(self) -> tuple[Happening, ...]:
        """No frame follows: tell what is left."""
        for walker in self._walkers.values():
            self._take(walker.finish(self._board, self._now))
        return self._tell(self._now)

    def _take(self, said: Iterable[Said]) -> None:
        """Keep what is said until nothing earlier can follow; it is dated after what was promised already."""
        for one in said:
            taken_s = min(max(one.taken_s, self._through_s + A_BIT_S), max(one.said_s, self._through_s))
            self._waiting.append(replace(one, taken_s=taken_s))

    def _tell(self, through_s: float) -> tuple[Happening, ...]:
        self._through_s = max(self._through_s, through_s)
        ready = sorted((one for one in self._waiting if one.taken_s <= self._through_s), key=_when)
        self._waiting = [one for one in self._waiting if one.taken_s > self._through_s]
        told: list[Happening] = [replace(one, said_s=self._now) for one in ready]
        if self._through_s > self._said_through_s and (
            told or self._through_s - self._said_through_s >= SAY_THROUGH_S
        ):
            self._said_through_s = self._through_s
            told.append(SeenThrough(self._through_s, self._now))
        return tuple(told)


def _when(said: Said) -> float:
    return said.taken_s


def _unseen(figure: str, taken_s: float) -> Stance:
    return Stance(figure, taken_s, Posture.UNSEEN, (0.0, 0.0), None, (0.0, 0.0), 0.0)
