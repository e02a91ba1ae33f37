"""One figure over time: standing, fallen or in a hand, and what it does while it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt
from typing import TypeAlias

from vision.board import Board
from vision.feet import convex
from vision.observation import Fell, Lifted, Placed, Still, ZoneUnder
from vision.stance import NEAR_S, PACE_S, Posture, Run, Stance, Steady
from vision.touching import Told, Touching

Said: TypeAlias = Told | Fell | Lifted | Placed | Still

SURE_S = 0.15
"""A posture has changed when so long all frames that show the figure agree: three frames at 12 a second."""
BRIDGED_S = 0.36
"""Unseen for no longer, a walk is taken to have gone on: no hand lifts and places in less."""
WALK_MM_S = 80.0
CARRIED_MM = 15.0
"""A figure that has got farther than this and a brisk walk while it was unseen has been carried."""
SHOWN_S = 1.0
"""A figure that stands there only so long after the first frame has been put there."""
ARM_S = 0.5
"""An arm is out of the picture again after so long."""
STILL_S = 1.0
"""A spring that runs down paces ever slower, up to half a second apart: after a second without it is over."""
STILL_DEG = 3.0
"""Figures sway from pace to pace, by more than this (one sigma) while they mark time."""
MOVED_MM = 2.0
SLOW_MM_S = 10.0
LOOK_S = 0.3
"""A figure at rest is looked at so often."""
A_BIT_S = 1e-3


@dataclass
class _Change:
    """Frames that show another posture than is held to be so; `before_s` is the last that showed that one."""

    posture: Posture
    before_s: float
    stances: list[Stance]

    @property
    def first_s(self) -> float:
        return self.stances[0].taken_s

    @property
    def turned_s(self) -> float:
        """Between the frames, though no longer before the new ones than an arm takes to be gone."""
        gap_s = self.first_s - self.before_s
        if gap_s > 2 * ARM_S and self.posture is Posture.HELD:
            return self.before_s + ARM_S  # hidden by a hand, which took it soon after
        if gap_s < 2 * ARM_S and self.posture is Posture.FALLEN:
            return self.before_s + min(gap_s, SURE_S) / 2  # it looked otherwise from then on
        return self.first_s - min(gap_s, ARM_S) / 2


class Walker:
    """Takes the stances of one figure in order of time and tells what it did, mostly two frames later."""

    def __init__(self, figure: str, began_s: float) -> None:
        """`began_s`: the first frame that was seen at all, or since the table was last lost."""
        self.figure = figure
        self._began_s = began_s
        self._posture: Posture | None = None
        self._change: _Change | None = None
        self._run = Run()
        self._touching = Touching(figure)
        self._judged_s = began_s
        self._shown_s = began_s
        self._going = False  # whether a run of frames goes on, and is judged up to `_judged_s`
        self._blind = False
        self._still_at: tuple[float, float] | None = None
        self._rested_s: float | None = None
        self._passed: Steady | None = None

    def see(self, board: Board, stance: Stance) -> Iterator[Said]:
        """One frame more, later than the others. What is told may have been a few frames ago."""
        now = stance.taken_s
        if stance.posture is Posture.UNSEEN:
            if self._change is None and self._run.gap_s(now) > BRIDGED_S:
                yield from self._end(board, now)
            return
        if stance.posture is self._posture:
            if self._posture is Posture.STANDING:
                yield from self._stand(board, stance)
            else:
                self._change = None
        elif self._change is None or self._change.posture is not stance.posture:
            self._change = _Change(stance.posture, self._shown_s, [stance])
        else:
            self._change.stances.append(stance)
        change = self._change
        if change is None:
            if stance.posture is not Posture.HELD:  # a hand that holds a figure hides when it lets go
                self._shown_s = now
        elif change.posture is Posture.FALLEN or (
            len(change.stances) > 1 and now - change.first_s >= SURE_S - 1e-6
        ):  # what is shown to lie has rested already
            yield from self._turn(board, change, now)
            self._change, self._shown_s, self._blind = None, now, False

    def open_s(self, now: float) -> float:
        """Nothing that happened up to and including then will be told from now on."""
        if self._going:
            waiting = self._touching.open_s()
            return self._judged_s if waiting is None else min(self._judged_s, waiting - A_BIT_S)
        if self._change is not None:
            return self._change.turned_s - A_BIT_S
        return now

    def hold(self) -> None:
        """The table is lost: forget what hung in the balance."""
        self._change, self._going, self._blind = None, False, True
        self._begin_run()
        self._touching.resume(jumped=True)

    def finish(self, board: Board, now: float) -> Iterator[Said]:
        """No frame follows."""
        if self._going:
            yield from self._end(board, now)
            yield from self._touching.close(board, now)

    def _stand(self, board: Board, stance: Stance) -> Iterator[Said]:
        """It stands, as it did before."""
        now, hint = stance.taken_s, self._change
        gap = self._run.gap_s(now)
        if gap > BRIDGED_S:
            yield from self._end(board, now)
        if not self._going:
            last = self._run.stances[-1] if self._run.stances else None
            if last is not None and _carried(last, stance, hint):
                yield from self._touching.close(board, now)
                # a hand that hides a figure takes it soon after
                taken_s = last.taken_s + min((now - last.taken_s) / 2, ARM_S)
                yield Lifted(taken_s, now, self.figure)
                self._posture, self._change = Posture.HELD, _Change(Posture.STANDING, last.taken_s, [stance])
                return
            self._touching.resume(jumped=self._blind)
            self._begin_run()
            self._going, self._blind, self._judged_s, gap = True, False, now - A_BIT_S, NEAR_S
        self._change = None
        self._run.add(stance)
        yield from self._judge(board, now, now + min(gap, NEAR_S) - NEAR_S - A_BIT_S, shaky=False)
        self._run.forget_before(self._judged_s - PACE_S)
        yield from self._still(now)

    def _turn(self, board: Board, change: _Change, now: float) -> Iterator[Said]:
        """The posture has changed for sure."""
        before, self._posture = self._posture, change.posture
        turned_s = change.turned_s
        if before is Posture.STANDING:
            self._run.drop_last()  # a figure about to be said to lie or hang may not stand in it any more
            yield from self._end(board, now, shaky=True)
            yield from self._touching.close(board, now)
        match change.posture:
            case Posture.HELD if before is not None:
                yield Lifted(turned_s, now, self.figure)
            case Posture.FALLEN if before is Posture.STANDING:
                yield Fell(turned_s, now, self.figure)
            case Posture.STANDING:
                if before is Posture.FALLEN:  # none gets up by itself
                    yield Lifted(turned_s, now, self.figure)
                    turned_s = (turned_s + change.first_s) / 2
                late = before is None and not self._blind and change.first_s - self._began_s > SHOWN_S
                under = self._begin(board, change, now)
                if before is not None or late:
                    yield Placed(turned_s, now, self.figure, self._touching.tile, under)
                yield from self._judge(board, now, now - NEAR_S, shaky=False)
            case _:
                pass

    def _begin(self, board: Board, change: _Change, now: float) -> tuple[ZoneUnder, ...]:
        """It was put down: since the hand may have hidden its first steps, go back along them."""
        self._begin_run()
        for stance in change.stances:
            self._run.add(stance)
        stand = self._run.steady(change.first_s, now)
        earlier = None
        if hypot(*stand.speed) > SLOW_MM_S:
            back_s = change.first_s - change.turned_s
            earlier = convex(stand.feet.corners - [v * back_s for v in stand.speed])
        self._going, self._still_at, self._judged_s = True, None, change.first_s - A_BIT_S
        return self._touching.begin(board, stand, earlier)

    def _begin_run(self) -> None:
        self._run.begin()
        self._rested_s = self._passed = None

    def _end(self, board: Board, now: float, *, shaky: bool = False) -> Iterator[Said]:
        """No frame belongs to this run any more: judge the last ones by what there is."""
        if self._going and self._run.stances:
            yield from self._judge(board, now, now, shaky=shaky)
        self._going = False

    def _judge(self, board: Board, now: float, upto_s: float, *, shaky: bool) -> Iterator[Said]:
        for taken_s in [one.taken_s for one in self._run.stances if self._judged_s < one.taken_s <= upto_s]:
            stand = self._run.steady(taken_s, now)
            waits = self._touching.open_s() is not None
            if (
                stand.resting
                and self._rested_s is not None
                and not waits
                and taken_s - self._rested_s < LOOK_S
            ):
                self._passed = stand  # where it rests it was looked at a moment ago
            else:
                if self._passed is not None:  # so that what begins now is dated from now
                    yield from self._touching.see(board, self._passed, now, shaky=shaky)
                yield from self._touching.see(board, stand, now, shaky=shaky)
                self._rested_s, self._passed = taken_s if stand.resting else None, None
            self._judged_s = taken_s

    def _still(self, now: float) -> Iterator[Still]:
        """Once a stop: it has not moved for so long, nor swayed."""
        resting = self._run.resting
        middle = resting[-1].middle_mm
        if self._still_at is not None:
            moved = hypot(middle[0] - self._still_at[0], middle[1] - self._still_at[1])
            if moved > max(MOVED_MM, 4 * self._run.jitter_mm):
                self._still_at = None
            return
        if now - resting[0].taken_s < STILL_S - A_BIT_S:
            return
        lately = [one.heading_deg for one in resting if one.taken_s >= now - STILL_S - A_BIT_S]
        if _sway([heading for heading in lately if heading is not None]) < STILL_DEG:
            self._still_at = middle
            yield Still(now, now, self.figure, resting[0].taken_s)


def _sway(headings_deg: list[float]) -> float:
    """One sigma of the headings, in degrees, however they lie about 0."""
    if not headings_deg:
        return 0.0
    off = [(h - headings_deg[0] + 180) % 360 for h in headings_deg]
    mean = sum(off) / len(off)
    return sqrt(sum((one - mean) ** 2 for one in off) / len(off))


def _carried(last: Stance, now: Stance, hint: _Change | None) -> bool:
    """Whether a figure that was unseen in between has been in a hand; `hint`: a frame looked like it."""
    moved = hypot(now.middle_mm[0] - last.middle_mm[0], now.middle_mm[1] - last.middle_mm[1])
    held = hint is not None and hint.posture is Posture.HELD
    return moved > CARRIED_MM + (0.0 if held else WALK_MM_S * (now.taken_s - last.taken_s))
