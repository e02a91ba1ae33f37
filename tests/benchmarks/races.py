"""What the race eye costs on a drawn race, against what OpenCV costs on the very same frames.

    python -m tests.benchmarks.races [SIZE …]        720 and 1080 unless told

Four figures, one of which walks; then a hand comes as well. The race is drawn by one process and watched by
others, so that neither the renderer's memory nor its time is the eye's. Everything is measured interleaved in
one process on one thread, decoding not counted, in seconds of the processor, which others that use the
machine do not lengthen; each figure keeps its quickest round.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Frame
from vision.evidence import Evidence
from vision.finding import Layout, find
from vision.learning import forget, learned_figures, learned_table
from vision.observation import RaceObservation
from vision.race_eye import RaceEye
from vision.state import RaceState
from vision.taught import TaughtRace, load
from vision.tiles import TileSide

SIZES = {"720": (1280, 720), "1080": (1920, 1080)}
MOST = {"720": 10.0, "1080": 6.0}
"""Of one Gaussian, median; the p95 at most three times that."""
FPS = 30.0
ROUNDS = 3
SETTLED = 5
"""Frames by which the table is found and all figures are seen."""
EACH = 20
"""Frames between two from which the table is found as if it had never been seen."""


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _frames(folder: Path) -> Iterator[tuple[Frame, bool]]:
    """Every frame, and whether a hand is over the table."""
    for path in sorted(folder.glob("*.png")):
        index, hand = path.stem.split("_")
        picture = cv2.imread(str(path))
        if picture is None:
            raise OSError(f"{path}: cannot be read")
        yield Frame(np.asarray(picture, dtype=np.uint8), int(index) / FPS, int(index)), hand == "1"


def _taught(folder: Path) -> TaughtRace:
    taught = load(folder / "table")
    assert isinstance(taught, TaughtRace)
    return taught


# what it takes to open a race


def opening(taught: TaughtRace, size: str) -> tuple[RaceEye, tuple[TileSide, ...]]:
    """Prints how long it is until the eye is open; that eye, and the sides once more."""
    forget()
    table_s = _seconds(lambda: learned_table(taught))
    figures_s = _seconds(lambda: learned_figures(taught))
    begun = time.process_time()
    eye = RaceEye(taught)
    opened_s = table_s + figures_s + time.process_time() - begun
    sides = learned_table(taught).sides
    print(
        f"{size}: a taught race is opened in {opened_s:.1f} s, of which "
        f"{len(sides)} sides take {table_s:.1f} s, {len(taught.figures)} figures {figures_s:.1f} s"
    )
    return eye, sides


# what a frame costs


def _keep(evidence: Evidence, said: list[RaceObservation], frame: Frame, state: RaceState) -> None:
    for one in said:
        evidence.hear(one)
    evidence.look(frame, state)


def watching(eye: RaceEye, folder: Path, size: str) -> None:
    """Prints what the eye costs, and evidence beside it."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    rounds: list[NDArray[np.float64]] = []
    hands: list[bool] = []
    whole = made = 0
    for _ in range(ROUNDS):
        eye.reset()
        hands.clear()
        rows: list[list[float]] = []
        with tempfile.TemporaryDirectory() as kept:
            evidence = Evidence(Path(kept), quota_bytes=1 << 29, clock=time.process_time)
            for frame, hand in _frames(folder):
                rows.append(_row(eye, detector, evidence, frame))
                hands.append(hand)
                whole += len(eye.poses()) == len(eye.state.figures)
            evidence.close()
            made = evidence.counts.made
        rounds.append(np.array(rows))
    best = np.min(rounds, axis=0)
    over, begun = np.array(hands), np.arange(len(best)) < SETTLED
    print(f"{size}: {len(best)} frames; all figures placed in {whole / ROUNDS / len(best):.0%}")
    _tell(f"{size}: race eye, one of four walks", best[~over & ~begun], MOST[size])
    _tell(f"{size}: race eye, a hand over the table", best[over & ~begun], None)
    print(f"{size}: the first frame, the table found as it was taught: {1e3 * best[0, 0]:.0f} ms")
    spent = best[:, 3].sum()
    print(
        f"{size}: evidence apart: {made} pictures, {1e3 * spent / max(1, made):.1f} ms each, "
        f"{spent / (len(best) / FPS):.1%} of the time that passes"
    )


def _row(eye: RaceEye, detector: cv2.aruco.ArucoDetector, evidence: Evidence, frame: Frame) -> list[float]:
    """Seconds for the eye, one Gaussian, default ArUco, evidence."""
    said: list[RaceObservation] = []
    return [
        _seconds(lambda: said.extend(eye.see(frame))),
        _seconds(lambda: cv2.GaussianBlur(frame.pixels, (5, 5), 0)),
        _seconds(lambda: detector.detectMarkers(frame.pixels)),
        _seconds(lambda: _keep(evidence, said, frame, eye.state)),
    ]


def _tell(name: str, table: NDArray[np.float64], most: float | None) -> None:
    for other, column in (("one 5x5 Gaussian", 1), ("default ArUco", 2)):
        ratio = table[:, 0] / table[:, column]
        median, high = np.median(ratio), np.percentile(ratio, 95)
        asked = f" (at most {most:g} and {3 * most:g})" if most and column == 1 else ""
        print(f"{name}, of {other}: median {median:.2f}  p95 {high:.2f}{asked}  ({len(ratio)} frames)")
    low, median, high = (1e3 * v for v in np.percentile(table[:, 0], [0, 50, 95]))
    blur = 1e3 * float(np.median(table[:, 1]))
    print(f"{name}: min {low:.2f}  median {median:.2f}  p95 {high:.2f} ms; a Gaussian {blur:.2f} ms")


# finding the table again


def finding(taught: TaughtRace, sides: tuple[TileSide, ...], folder: Path, size: str) -> None:
    """Prints how long the search of whole pictures takes, figures and hands in them."""
    took, found = [], 0
    for frame, _ in _frames(folder):
        if frame.index % EACH == EACH // 2:
            begun = time.process_time()
            layout = find(frame.pixels, sides, taught.lens)
            took.append(1e3 * (time.process_time() - begun))
            found += isinstance(layout, Layout)
    low, median, high = np.percentile(took, [0, 50, 100])
    print(
        f"{size}: the whole table found from art among {len(sides)} sides: min {low:.0f}  "
        f"median {median:.0f}  max {high:.0f} ms (at most 1000), found in {found} of {len(took)}"
    )


# memory


def memory(folder: Path, size: str) -> None:
    """Prints what opening and watching a race takes, in a process that does nothing else."""
    before = _peak_mb()
    eye = RaceEye(_taught(folder))
    opened = _peak_mb()
    for frame, _ in _frames(folder):
        eye.see(frame)
    print(
        f"{size}: peak memory {_peak_mb():.0f} MB (at most 400): {before:.0f} with Python, numpy and OpenCV "
        f"alone, {opened:.0f} once the race is open"
    )


def _peak_mb() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def part(name: str, size: str, folder: Path) -> None:
    """One part of the benchmark, in the process that was begun for it."""
    cv2.setNumThreads(1)
    if name == "memory":
        memory(folder, size)
        return
    taught = _taught(folder)
    eye, sides = opening(taught, size)
    watching(eye, folder, size)
    finding(taught, sides, folder, size)


def main() -> None:
    match sys.argv[1:]:
        case ["--part", name, size, folder]:
            part(name, size, Path(folder))
            return
        case sizes if set(sizes) <= set(SIZES):
            pass
        case other:
            sys.exit(f"no such size: {' '.join(other)}; there are {' '.join(SIZES)}")
    for size in sizes or SIZES:
        with tempfile.TemporaryDirectory() as folder:
            drawn = [*map(str, SIZES[size]), folder]
            subprocess.run([sys.executable, "-m", "tests.benchmarks._drawn_race", *drawn], check=True)
            for name in ("cost", "memory"):
                words = [sys.executable, "-m", "tests.benchmarks.races", "--part", name, size, folder]
                subprocess.run(words, check=True)


if __name__ == "__main__":
    main()
