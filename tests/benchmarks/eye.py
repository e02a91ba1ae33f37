"""What the grid eye costs on the shipped clip, against what OpenCV costs on the very same frames.

    python -m tests.benchmarks.eye [FOLDER]

Everything is measured interleaved in one process on one thread, decoding not counted: on a shared machine
only ratios mean something. FOLDER holds `clip.mp4`, `empty.jpg`, `grid.json`, as the shipped one does.
"""

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.camera import FileSource, Frame
from vision.grid_eye import GridEye
from vision.taught import from_take

SHIPPED = Path(__file__).parents[2] / "companion" / "demo" / "all_4_it"
ROUNDS = 3
"""Times the clip is watched; each figure keeps its quickest round, since others use this machine too."""


def _timed(work: Callable[[Frame], object], frame: Frame) -> float:
    begun = time.perf_counter()
    work(frame)
    return time.perf_counter() - begun


def measure(folder: Path) -> dict[str, np.ndarray]:
    """For frames with a hand and without: rows of seconds for (the eye, one Gaussian, default ArUco)."""
    taught = from_take(folder)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    rounds: list[np.ndarray] = []
    hands: list[bool] = []
    for _ in range(ROUNDS):
        eye = GridEye(taught)
        rows: list[list[float]] = []
        hands.clear()
        for frame in FileSource(folder / "clip.mp4"):
            rows.append(
                [
                    _timed(eye.see, frame),
                    _timed(lambda f: cv2.GaussianBlur(f.pixels, (5, 5), 0), frame),
                    _timed(lambda f: detector.detectMarkers(f.pixels), frame),
                ]
            )
            hands.append(eye.hands_over)
        rounds.append(np.array(rows))
    best = np.min(rounds, axis=0)[2:]
    over = np.array(hands[2:])
    return {"with a hand": best[over], "without": best[~over]}


def main() -> None:
    cv2.setNumThreads(1)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED
    for name, table in measure(folder).items():
        for other, column in (("one 5x5 Gaussian", 1), ("default ArUco", 2)):
            ratio = table[:, 0] / table[:, column]
            median, high = np.median(ratio), np.percentile(ratio, 95)
            print(f"grid eye, {name}, of {other}: median {median:.2f}  p95 {high:.2f}  ({len(ratio)} frames)")
        low, median, high = (1e3 * v for v in np.percentile(table[:, 0], [0, 50, 95]))
        print(f"grid eye, {name}: min {low:.2f}  median {median:.2f}  p95 {high:.2f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MB (OpenCV, decoder and ArUco included)")


if __name__ == "__main__":
    main()
