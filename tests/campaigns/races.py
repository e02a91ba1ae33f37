"""The race eye over many drawn races: what it reads, what it invents, how well it places figures.

    python -m tests.campaigns.races [SEED] [RACES] [TURNS]

Tables, tiles, lenses, lamps, toys, hands, walks and mishaps are drawn at random from the seed. What the eye
is taught has the errors people make: corners and zones half a pixel off, heights by a ruler, the lens by its
sheet. Readings are scored as `tests.vision.race_score` says; figure by figure, for toys differ.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from tests.campaigns import Outcome
from tests.vision.race_overlay import Off, look
from tests.vision.race_score import Score, percentile, score_readings
from tests.vision.race_taught import taught_race
from tests.vision.race_truth import Truth
from tests.vision.races import Take, random_race
from vision.camera import Frame
from vision.observation import as_line
from vision.race_eye import RaceEye
from vision.taught import TaughtError

WHOLE = 60
SHARE = 1
"""Races of two turns each, some ten seconds."""
TURNS = 2
FPS = 12.0
TELLING = 10
"""Races from which on rates are promised."""
ONE_TOY = 3
"""Events that one mistaken figure may invent in a short campaign."""
FOUND, FALSE, COVERAGE = 0.75, 0.2, 0.7
DRAWN_PX, FEET_PX = 8.0, 16.0
"""Of zones, and of the marks of feet, which lie where the feet are taken to be."""
ERROR_MM, TURN_DEG = (2.0, 12.0), 4.0
"""What is reached, and not what is wished for: toys taught by one picture, or coloured like what they stand
on, are often not known again."""


@dataclass
class Played:
    """One race: the score of each figure, what is told of it, and what was amiss."""

    scores: dict[str, Score]
    about: dict[str, list[str]]  # of each figure
    told: list[str] = field(default_factory=list)
    off: Off = field(default_factory=Off)

    @property
    def score(self) -> Score:
        whole = Score()
        for one in self.scores.values():
            whole.add(one)
        return whole


def readings_of(eye: RaceEye, take: Take, off: Off) -> list[dict[str, Any]]:
    """As `tableside watch --poses --jsonl` writes them; and how far off is what `--show` draws."""
    lines: list[dict[str, Any]] = []
    for index, picture in take.frames():
        lines += map(as_line, eye.see(Frame(picture, index / take.fps, index)))
        look(off, take, index, eye.state)
        lines += map(as_line, eye.settled_poses())
    lines += map(as_line, eye.finish())
    return lines + [as_line(one) for one in eye.settled_poses()]


def of_figure(truth: Truth, name: str) -> Truth:
    """The part of the truth that is about one figure."""

    def mine(some: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        return [one for one in some if one["figure"] == name]

    frames = [
        {**frame, "figures": {n: seen for n, seen in frame["figures"].items() if n == name}}
        for frame in truth.frames
    ]
    return replace(
        truth,
        frames=frames,
        events=mine(truth.events),
        also=mine(truth.also),
        near_misses=mine(truth.near_misses),
    )


def happening(take: Take) -> str:
    for name in ("bump", "dim", "push"):
        if getattr(take, name) is not None:
            return name
    return "calm"


def play_race(seed: int, turns: int) -> Played:
    """One race drawn, taught, watched and scored."""
    take = random_race(seed, turns=turns, fps=FPS)
    what = happening(take)
    families = {toy.name: toy.family for toy in take.toys}
    taught = taught_race(take)
    about = {
        told.name: [f"toy: {families[told.name]}", f"race: {what}", f"taught by {len(told.shots)}"]
        for told in taught.figures
    }
    off = Off()
    try:
        lines = readings_of(RaceEye(taught), take, off)
    except TaughtError as error:
        lines, refused = [], [f"seed {seed}: cannot be taught: {error}"]
    else:
        refused = []
    sizes = {side.id: side.size_mm for side in take.table.sides}
    played = Played({}, about, refused, off)
    for name in about:
        mine = [line for line in lines if line.get("figure") == name]
        one = played.scores[name] = score_readings(of_figure(take.truth, name), sizes, mine)
        amiss = [
            *(f"missed {event}" for event in one.missed),
            *(f"false {event}" for event in one.false),
            *(f"spare {event}" for event in one.spare),
            *([f"{one.early} said too early"] if one.early else []),
            *([f"{one.wrong_tile} on a wrong tile"] if one.wrong_tile else []),
            *(f"{kind}: {got} of {due} said" for kind, (got, due) in one.also.items() if got < due),
        ]
        if one.poses_seen < 0.95 * one.poses_due:
            amiss.append(f"seen in {one.poses_seen} of {one.poses_due}")
        if one.error_mm and float(np.median(one.error_mm)) > 3:
            amiss.append(f"{np.median(one.error_mm):.1f} mm off")
        who = f"{families[name]} {name} ({about[name][-1]})"
        played.told += [f"seed {seed} ({what}, {take.table.surface}): {who}: {one}" for one in amiss]
    return played


def play_races(first: int, races: int, turns: int) -> Iterator[Played]:
    for seed in range(first, first + races):
        yield play_race(seed, turns)


def line(name: str, count: int, of: Score) -> str:
    """One line: what was found and how well figures were placed."""
    got, due = (sum(pair[i] for pair in of.also.values()) for i in (0, 1))

    def two(values: list[float]) -> str:
        return f"{percentile(values, 50):.2f}/{percentile(values, 95):.2f}" if values else "-"

    seen = of.poses_seen / of.poses_due if of.poses_due else 1.0
    return (
        f"{name:16} {count:3}: {of.found} of {of.events} events, {len(of.false)} false, {of.early} early, "
        f"{two(of.late_s)} s off, said after {two(of.said_after_s)} s; lifted and placed {got} of {due}, "
        f"{len(of.spare)} spare; seen in {seen:.1%}, {two(of.error_mm)} mm off, walking "
        f"{two(of.walking_mm)} mm, {two(of.heading_deg)} degrees, {of.wrong_tile} on a wrong tile"
    )


def run(seed: int, races: int) -> list[Outcome]:
    """So many races of two turns."""
    cv2.setNumThreads(1)
    whole, told, off = Score(), list[str](), Off()
    for played in play_races(seed * 1000, races, TURNS):
        whole.add(played.score)
        told += played.told
        off.zones_px += played.off.zones_px
        off.feet_px += played.off.feet_px
    figure = line("races", races, whole) + (f"; first: {told[0]}" if told else "")
    return [*promises(whole, races, figure), drawn_over(off, races)]


def drawn_over(off: Off, races: int) -> Outcome:
    """Frames without a hand. One mistaken toy would be all the feet of a short campaign."""
    zones, feet = off.p95_px
    return Outcome(
        f"outlines of zones are drawn within {DRAWN_PX:g} px of them, marks of feet within {FEET_PX:g} (p95)",
        zones <= DRAWN_PX and (feet <= FEET_PX or races < TELLING),
        f"p95 of {len(off.zones_px)} zones {zones:.1f} px, of {len(off.feet_px)} feet {feet:.1f} px",
    )


def promises(of: Score, races: int, figure: str) -> list[Outcome]:
    """A few races are too short to tell a rate from one unlucky toy: only what must never be is promised."""
    never = [
        Outcome("nothing is said before it happened", not of.early, figure),
        Outcome("no figure is told to be on a tile it is not on", not of.wrong_tile, figure),
        Outcome(
            f"of a hundred events at most {100 * FALSE:.0f} are invented",
            len(of.false) <= max(FALSE * of.events, ONE_TOY if races < TELLING else 0),
            figure,
        ),
    ]
    if races < TELLING:
        return never
    error, turn = percentile(of.error_mm, 50), percentile(of.heading_deg, 50)
    return [
        *never,
        Outcome(f"of the events at least {FOUND:.0%} are said", of.found >= FOUND * of.events, figure),
        Outcome(
            f"figures are seen in {COVERAGE:.0%} of the frames that show them",
            of.poses_seen >= COVERAGE * of.poses_due,
            figure,
        ),
        Outcome(
            f"their feet are told to {ERROR_MM[0]:g} mm (median) and {ERROR_MM[1]:g} (p95)",
            error <= ERROR_MM[0] and percentile(of.error_mm, 95) <= ERROR_MM[1],
            figure,
        ),
        Outcome(f"they face as is told to {TURN_DEG:g} degrees (median)", turn <= TURN_DEG, figure),
    ]


def main() -> None:
    cv2.setNumThreads(1)
    seed, races, turns = (
        int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((1, 0), (2, WHOLE), (3, TURNS))
    )
    print(f"races campaign, seed {seed}, {races} races of {turns} turns", flush=True)
    parts: dict[str, Score] = defaultdict(Score)
    counts: dict[str, int] = defaultdict(int)
    off = Off()
    for played in play_races(seed, races, turns):
        for one in played.told:
            print(f"  {one}", flush=True)
        for name, score in played.scores.items():
            for part in ("all figures", *played.about[name]):
                parts[part].add(score)
                counts[part] += 1
        off.zones_px += played.off.zones_px
        off.feet_px += played.off.feet_px
    for part, score in sorted(parts.items()):
        print(line(part, counts[part], score))
    print(drawn_over(off, races).figure)


if __name__ == "__main__":
    main()
