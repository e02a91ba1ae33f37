"""What is told of figures that walk about, from tracks with honest errors: what was missed, invented, late.

    python -m tests.campaigns.contacts [SEED] [WALKS]

A walk is a minute over four tiles. Tracks are off by 0.5-1 mm in each frame, by 0.5 mm for good and 2 degrees
(one sigma); shoes step 3 mm to and fro, and figures rock by up to 3 mm either way, which the track does not
know.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, cos, radians, sin
from random import Random

from tests.campaigns import Outcome
from tests.vision.walks import FPS, Step, Track, Visit, Walk, brush, four_tiles, visits, walk
from vision.board import Board, board
from vision.contacts import Contacts
from vision.observation import Crossed, Happening, SeenThrough, Touched

WHOLE = 300
SHARE = 3
ROCKS_MM = 3.0
CLEAR_MM = 2.0
"""Reaches and gaps smaller than this are grazes: neither answer is wrong."""
NEAR_S = 1.0
"""What is told so near to a visit is about that visit: slow grazes begin no one knows when."""
LATE_S = 0.4
BRUSHES, PASSES, MARKING = 200, 2000, 10_000
"""Of the whole campaign."""


@dataclass
class Tally:
    """What was counted."""

    events: int = 0
    missed: int = 0
    told: int = 0
    invented: int = 0
    doubted: int = 0
    wrong_order: int = 0
    off_s: list[float] = field(default_factory=list)
    said_after_s: list[float] = field(default_factory=list)
    first: str = ""


def _track(random: Random) -> Track:
    return Track(random.uniform(0.5, 1.0), rock_mm=random.uniform(0, ROCKS_MM))


def told(on: Board, walked: Walk, tally: Tally) -> list[Happening]:
    """Everything told of a walk; what breaks the order of time is counted."""
    contacts = Contacts(on)
    log: list[Happening] = []
    for step in walked.steps:
        log += contacts.see(step.taken_s, [walked.stance(step)])
    log += contacts.finish()
    through_s = last_s = float("-inf")
    for one in log:
        early = one.taken_s < last_s or one.said_s < one.taken_s
        if isinstance(one, SeenThrough):
            through_s = one.taken_s
        elif one.taken_s <= through_s:
            early = True
        last_s = one.taken_s
        tally.wrong_order += early
    return log


def judge(true: Iterable[Visit], log: Iterable[Happening], tally: Tally, about: str) -> None:
    """Match what was told with the true visits; one begun before its second frame is nobody's entry."""
    left = [one for one in log if isinstance(one, Touched)]
    for visit in true:
        same = [one for one in left if (one.tile, one.zone) == (visit.tile, visit.zone)]
        hits = [one for one in same if visit.from_s - NEAR_S <= one.taken_s <= visit.to_s + NEAR_S]
        hits = [one for one in hits if not one.uncertain] + [one for one in hits if one.uncertain]
        for hit in hits[:1]:
            left.remove(hit)
        if visit.deepest_mm < CLEAR_MM or visit.from_s <= 1 / FPS:
            tally.told -= bool(hits)
            continue
        tally.events += 1
        tally.missed += not hits
        if hits:
            tally.off_s.append(abs(hits[0].taken_s - visit.from_s))
            tally.said_after_s.append(hits[0].said_s - hits[0].taken_s)
        else:
            tally.first = tally.first or f"{about}: missed {visit}"
    tally.told += sum(isinstance(one, Touched) for one in log)
    # what cannot be told is said as such: only what is claimed for sure is invented
    wrong = [one for one in left if not one.uncertain]
    tally.doubted += len(left) - len(wrong)
    tally.invented += len(wrong)
    tally.first = tally.first or (f"{about}: invented {wrong[0]}" if wrong else "")


def walks(seed: int, n: int) -> Tally:
    tally = Tally()
    for at in range(n):
        random = Random(f"walk {seed} {at}")
        on = four_tiles(random)
        start = (random.uniform(120, 280), random.uniform(120, 280))
        steps = list(walk(random, start, random.uniform(0, 360), 60.0))
        walked = Walk("rob", steps, _track(random), random, random.uniform(0, 0.5))
        log = told(on, walked, tally)
        judge(visits(on, walked, apart_mm=3.0, close_mm=CLEAR_MM), log, tally, f"walk {at}")
    return tally


def brushes(seed: int, n: int, deepest_mm: float) -> Counter[str]:
    """How often a reach of just so much was told for sure, as doubt, or not at all."""
    counted: Counter[str] = Counter()
    for at in range(n):
        random = Random(f"brush {seed} {at} {deepest_mm}")
        on, steps, phase_s = brush(random, deepest_mm)
        walked = Walk("rob", steps, _track(random), random, phase_s)
        touched = [one for one in told(on, walked, Tally()) if isinstance(one, Touched)]
        counted["doubt" if touched and touched[0].uncertain else "yes" if touched else "no"] += 1
    return counted


def gate() -> Board:
    return board([("t", [(0, 0), (400, 0), (400, 400), (0, 400)], [("gate", [(200, 100), (200, 300)])])])


def passes(seed: int, n: int) -> tuple[int, str]:
    """How many of n walks over, or round, the gate were told wrongly, and the first of them."""
    wrong, first = 0, ""
    for at in range(n):
        random = Random(f"pass {seed} {at}")
        heading = random.choice([0, 180]) + random.uniform(-50, 50)
        round_it = random.random() < 0.2
        along = random.choice([random.uniform(20, 70), random.uniform(330, 380)])
        along = along if round_it else random.uniform(130, 270)
        back = [-70 * cos(radians(heading)), 70 * sin(radians(heading))]
        steps = list(walk(random, (200 + back[0], along + back[1]), heading, 3.2, bend=2.0, home=False))
        walked = Walk("rob", steps, _track(random), random, random.uniform(0, 0.5))
        got = [one.direction for one in told(gate(), walked, Tally()) if isinstance(one, Crossed)]
        # the gate runs down the table: its left is the side of greater x
        due = [] if round_it else ["to_left" if cos(radians(heading)) > 0 else "to_right"]
        wrong += got != due
        first = first or (f"pass {at}: {got} for {due}" if got != due else "")
    return wrong, first


def marking_time(seed: int, frames: int) -> int:
    """Crossings told of a figure that marks time on the line."""
    random = Random(f"marking {seed}")
    jitter = [random.uniform(1, 3) for _ in range(frames)]
    steps = [
        Step(k / FPS, (200 + random.gauss(0, mm), 200 + random.gauss(0, mm)), 4.5 * sin(2 * k))
        for k, mm in enumerate(jitter)
    ]
    return sum(isinstance(one, Crossed) for one in told(gate(), Walk("rob", steps, Track(), random), Tally()))


def run(seed: int, n: int) -> list[Outcome]:
    """So many walks, and of all else the same share."""
    share = min(1.0, n / WHOLE)
    many = max(20, ceil(BRUSHES * share))
    over, under = brushes(seed, many, CLEAR_MM), brushes(seed, many, -CLEAR_MM)
    wrong, doubt = over["no"] + under["yes"], over["doubt"] + under["doubt"]
    figure = f"of {many} touches and {many} misses of {CLEAR_MM} mm {wrong} wrong, {doubt} in doubt"
    few, some = max(1, int(0.02 * 2 * many)), max(4, int(0.2 * 2 * many))
    crossings = max(40, ceil(PASSES * share))
    strayed, first = passes(seed, crossings)
    frames = max(500, ceil(MARKING * share))
    phantom = marking_time(seed, frames)
    seen = walks(seed, n)
    words = f"{seen.events} touches, {seen.missed} missed, {seen.told} told, {seen.invented} invented, "
    words += f"{seen.doubted} doubted that were more than {CLEAR_MM} mm off"
    words += f"; first: {seen.first}" if seen.first else ""
    off, late = _late(seen.off_s), _late(seen.said_after_s)
    return [
        Outcome("near misses and near touches are told right, or as doubt", wrong <= few, figure),
        Outcome("of those at most one in five is doubt", doubt <= some, figure),
        Outcome(
            "a gate is crossed the way it is, and never round its end",
            not strayed,
            f"{strayed} of {crossings} wrong {first}",
        ),
        Outcome(
            "marking time on the gate's line is no crossing", not phantom, f"{phantom} in {frames} frames"
        ),
        Outcome("hardly a clear touch is missed", seen.missed <= max(1, 0.005 * seen.events), words),
        Outcome("hardly a touch is invented", seen.invented <= max(1, 0.002 * seen.told), words),
        Outcome("times of touches are right to a frame", off <= 1 / FPS, f"{off:.3f} s off (p95)"),
        Outcome("a touch is said soon", late <= LATE_S, f"after {late:.2f} s (p95)"),
        Outcome("all is told in order of time", not seen.wrong_order, f"{seen.wrong_order} out of order"),
    ]


def _late(values: list[float]) -> float:
    return sorted(values)[ceil(0.95 * len(values)) - 1] if values else 0.0


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    n = int(sys.argv[2]) if len(sys.argv) > 2 else WHOLE
    for outcome in run(seed, n):
        print("ok  " if outcome.kept else "FAIL", outcome.promise, f"[{outcome.figure}]", flush=True)


if __name__ == "__main__":
    main()
