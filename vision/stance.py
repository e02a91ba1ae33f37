"""How a figure stands in one frame, and how it stood once a few frames are seen together."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from statistics import median

from vision.feet import Convex, disc, feet

STEP_MM = 3.0
"""A wind-up figure's shoes step so far to and fro about its middle."""
REACHES_MM = 0.64 * STEP_MM
"""The hull of both shoes is so much longer than at rest, on the average of an even pace (2/pi of a step)."""
STEP_ERROR_MM = 0.15 * STEP_MM
"""One sigma of what each end of the hull differs from that, the pace being unknown."""
HEADING_ERROR_DEG = 2.0
NEAR_S = 0.18
"""Frames so near to the one that is judged are judged with it: half a pace, and two frames at 12 a second."""
PACE_S = 0.42
"""A walking figure rocks from foot to foot: across its way so much of the past is judged with it."""
GOES_MM = 6.0
"""Who gets no farther in that time marks time, or stands: then no way is special."""
PACE_FRAMES = 4
ROCKS_MM = 4.0
"""Off the straight way by more, it does not rock but was pushed, or has turned."""
REST_FRAMES = 8
REST_MM = 1.0
STEADY_AT_LEAST_MM = 0.1
EVEN = 1.8
"""An even motion leaves so many times the squares of its noise, or less, 9 times in 10 (five frames)."""


class Posture(Enum):
    """What a frame shows of a figure: `UNSEEN` is under a hand, or held in memory for another reason."""

    STANDING = "standing"
    FALLEN = "fallen"
    HELD = "held"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Stance:
    """A figure in one frame, as its track has it.

    `middle_mm` is the middle of its feet on the table, in table mm (x right, y down); what it says while the
    figure does not stand is not used. `heading_deg` goes anticlockwise from the table's x axis, None until
    known. `feet_mm` is length (ahead) and width of the hull of both shoes at rest. `error_mm` is one sigma,
    along any direction, of what the place is off by for many frames on end (lens, height, corners); what
    differs from frame to frame is measured here.
    """

    figure: str
    taken_s: float
    posture: Posture
    middle_mm: tuple[float, float]
    heading_deg: float | None
    feet_mm: tuple[float, float]
    error_mm: float


@dataclass(frozen=True, slots=True)
class Steady:
    """Where a figure's feet were at a moment, judged by several frames; `sigma_mm` is that of any reach.

    `speed` is in table mm a second; the feet lie within `radius_mm`; so many `frames` had a say.
    `resting`: it had not moved for some time.
    """

    taken_s: float
    middle: tuple[float, float]
    speed: tuple[float, float]
    feet: Convex
    radius_mm: float
    sigma_mm: float
    frames: int
    resting: bool


@dataclass
class Run:
    """The frames of one standing, oldest first, and the noise of the figure's track."""

    stances: list[Stance] = field(default_factory=list)
    bends: list[float] = field(default_factory=list)
    rest_from: int = 0

    def add(self, stance: Stance) -> None:
        """One frame more, later than the others."""
        self.stances.append(stance)
        if len(self.stances) >= 3:
            a, b, c = self.stances[-3:]
            for axis in (0, 1):
                bend = a.middle_mm[axis] - 2 * b.middle_mm[axis] + c.middle_mm[axis]
                self.bends.append(abs(bend))
            del self.bends[:-60]
        self._rest()

    def begin(self) -> None:
        """The figure stands anew: frames before do not belong with those that follow."""
        self.stances.clear()
        self.rest_from = 0

    def forget_before(self, taken_s: float) -> None:
        """Drop frames that no judgement needs any more, except for those of a rest."""
        keep = next((k for k, one in enumerate(self.stances) if one.taken_s >= taken_s), len(self.stances))
        drop = min(keep, max(self.rest_from, len(self.stances) - 60))
        del self.stances[:drop]
        self.rest_from -= drop

    def gap_s(self, now: float) -> float:
        """How long ago its last frame was; 0 if it has none."""
        return now - self.stances[-1].taken_s if self.stances else 0.0

    def drop_last(self) -> None:
        """Leave out the newest frame, unless hardly any is left."""
        if len(self.stances) > 2:
            del self.stances[-1]
            self.rest_from = min(self.rest_from, len(self.stances) - 1)

    @property
    def resting(self) -> list[Stance]:
        """The frames since the figure is where it is now; one at least, if there are any."""
        return self.stances[self.rest_from :]

    @property
    def jitter_mm(self) -> float:
        """One sigma of what differs from frame to frame, each way, from how crooked three frames lie."""
        if len(self.bends) < 12:
            return max(STEADY_AT_LEAST_MM, self.stances[-1].error_mm if self.stances else 1.0)
        return max(STEADY_AT_LEAST_MM, median(self.bends) * 1.4826 / sqrt(6.0))

    def steady(self, taken_s: float, until_s: float) -> Steady:
        """Where the feet were at a time, by the frames near it that were taken up to another."""
        seen = [one for one in self.stances if one.taken_s <= until_s + 1e-6]
        resting = self._resting(taken_s, seen)
        if resting:
            return _at_rest(taken_s, resting, self.jitter_mm)
        seen = _on_their_way(seen, taken_s)
        near = NEAR_S + 1e-6
        chosen: list[Stance] = []
        while not chosen:  # a motion that is not even is judged by fewer frames
            chosen = [one for one in seen if abs(one.taken_s - taken_s) <= near] or [_nearest(seen, taken_s)]
            if len(chosen) > 2 and not _even(chosen, self.jitter_mm):
                near, chosen = near / 2, []
        return _in_motion(taken_s, chosen, self.jitter_mm)

    def _resting(self, taken_s: float, seen: Sequence[Stance]) -> list[Stance]:
        resting = [one for one in self.stances[self.rest_from :] if one.taken_s <= seen[-1].taken_s]
        enough = len(resting) >= REST_FRAMES and resting[0].taken_s <= taken_s
        return resting[-60:] if enough else []

    def _rest(self) -> None:
        """Let `rest_from` be the frame since which all lie where the newest ones do."""
        newest, near = self.stances[-1].middle_mm, max(REST_MM, 4 * self.jitter_mm)
        resting = self.stances[self.rest_from :]
        middle = [sum(one.middle_mm[axis] for one in resting) / len(resting) for axis in (0, 1)]
        last = self.stances[-3:]
        now = [sum(one.middle_mm[axis] for one in last) / len(last) for axis in (0, 1)]
        moved = hypot(now[0] - middle[0], now[1] - middle[1]) > near / 2
        if moved or hypot(newest[0] - middle[0], newest[1] - middle[1]) > near:
            self.rest_from = len(self.stances) - 1


def _nearest(seen: Sequence[Stance], taken_s: float) -> Stance:
    return min(seen, key=lambda one: abs(one.taken_s - taken_s))


def _line(times: Sequence[float], values: Sequence[float]) -> tuple[float, float, float]:
    """Value at time 0 and slope of the straight line through the values, and the squares it leaves."""
    n = len(times)
    t_mean, v_mean = sum(times) / n, sum(values) / n
    spread = sum((t - t_mean) ** 2 for t in times)
    slope = sum((t - t_mean) * v for t, v in zip(times, values, strict=True)) / spread if n > 1 else 0.0
    at_0 = v_mean - slope * t_mean
    left = sum((v - at_0 - slope * t) ** 2 for t, v in zip(times, values, strict=True))
    return at_0, slope, left


def _even(chosen: Sequence[Stance], jitter_mm: float) -> bool:
    times = [one.taken_s for one in chosen]
    left = sum(_line(times, [one.middle_mm[axis] for one in chosen])[2] for axis in (0, 1))
    return left <= EVEN * jitter_mm**2 * (2 * len(chosen) - 4)


def _on_their_way(seen: Sequence[Stance], taken_s: float) -> list[Stance]:
    """The frames of a pace, each moved aside onto the straight way that they go: ahead it does not rock."""
    pace = [one for one in seen if -PACE_S <= one.taken_s - taken_s + 1e-6 <= NEAR_S + 2e-6]
    if len(pace) < PACE_FRAMES:
        return pace
    times = [one.taken_s - taken_s for one in pace]
    (x, vx, _), (y, vy, _) = (_line(times, [one.middle_mm[axis] for one in pace]) for axis in (0, 1))
    speed = hypot(vx, vy)
    if speed * (times[-1] - times[0]) < GOES_MM:
        return pace
    ux, uy = vx / speed, vy / speed
    off = [(one.middle_mm[0] - x) * -uy + (one.middle_mm[1] - y) * ux for one in pace]
    if max(map(abs, off)) > ROCKS_MM:
        return pace
    return [
        replace(one, middle_mm=(one.middle_mm[0] + aside * uy, one.middle_mm[1] - aside * ux))
        for one, aside in zip(pace, off, strict=True)
    ]


def _in_motion(taken_s: float, chosen: Sequence[Stance], jitter_mm: float) -> Steady:
    times = [one.taken_s - taken_s for one in chosen]
    (x, vx, _), (y, vy, _) = (_line(times, [one.middle_mm[axis] for one in chosen]) for axis in (0, 1))
    mean = sum(times) / len(times)
    spread = sum((t - mean) ** 2 for t in times)
    share = 1 / len(times) + (mean**2 / spread if spread else 0.0)
    return _stand(taken_s, (x, y), (vx, vy), chosen, jitter_mm * sqrt(share), rests=False)


def _at_rest(taken_s: float, resting: Sequence[Stance], jitter_mm: float) -> Steady:
    n = len(resting)
    x, y = (sum(one.middle_mm[axis] for one in resting) / n for axis in (0, 1))
    return _stand(taken_s, (x, y), (0.0, 0.0), resting, jitter_mm / sqrt(n), rests=True)


def _stand(
    taken_s: float,
    middle: tuple[float, float],
    speed: tuple[float, float],
    chosen: Sequence[Stance],
    noise_mm: float,
    *,
    rests: bool,
) -> Steady:
    n = len(chosen)
    nearest = chosen if rests else sorted(chosen, key=lambda one: abs(one.taken_s - taken_s))[:3]
    known = [radians(one.heading_deg) for one in nearest if one.heading_deg is not None]
    length, width = chosen[-1].feet_mm
    length += REACHES_MM
    least, most = min(length, width) / 2, hypot(length, width) / 2
    error = hypot(chosen[-1].error_mm, noise_mm, STEP_ERROR_MM)
    if known:
        heading = degrees(atan2(sum(map(sin, known)), sum(map(cos, known))))
        error = hypot(error, radians(HEADING_ERROR_DEG) * length / 2 / sqrt(len(known)))
        return Steady(taken_s, middle, speed, feet(middle, heading, length, width), most, error, n, rests)
    error = hypot(error, (most - least) / sqrt(12.0))
    return Steady(taken_s, middle, speed, disc(middle, (least + most) / 2), most, error, n, rests)
