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
"""Times the clip is watched; each frame keeps its quickest round, since others use this machine too."""


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def measure(folder: Path) -> dict[str, list[tuple[float, float, float, float]]]:
    """For frames with a hand and without: (eye, gaussian, aruco, milliseconds' share of copies), seconds."""
    taught = from_take(folder)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    best: list[list[float]] = []
    hands: list[bool] = []
    for turn in range(ROUNDS):
        eye = GridEye(taught)
        for at, frame in enumerate(FileSource(folder / "clip.mp4")):
            fresh = Frame(np.ascontiguousarray(frame.pixels), frame.taken_s, frame.index)
            figures = [
                _timed(lambda f=fresh: eye.see(f)),  # type: ignore[misc]
                _timed(lambda f=fresh: cv2.GaussianBlur(f.pixels, (5, 5), 0)),  # type: ignore[misc]
                _timed(lambda f=fresh: detector.detectMarkers(f.pixels)) if turn == 0 else np.inf,  # type: ignore[misc]
                0.0,
            ]
            if turn == 0:
                best.append(figures)
                hands.append(eye.hands_over)
            else:
                best[at] = [min(a, b) for a, b in zip(best[at], figures, strict=True)]
    parts: dict[str, list[tuple[float, float, float, float]]] = {"hand": [], "no hand": []}
    for over, row in zip(hands[2:], best[2:], strict=True):
        parts["hand" if over else "no hand"].append((row[0], row[1], row[2], row[3]))
    return parts


def main() -> None:
    cv2.setNumThreads(1)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED
    for name, rows in measure(folder).items():
        table = np.array(rows)
        for other, column in (("5x5 gaussian", 1), ("default aruco", 2)):
            ratio = table[:, 0] / table[:, column]
            print(
                f"grid eye / {other:13} {name:8} median {np.median(ratio):6.3f}   p95 {np.percentile(ratio, 95):6.3f}"
                f"   ({len(ratio)} frames)"
            )
        print(
            f"grid eye                 {name:8} median {1e3 * np.median(table[:, 0]):5.2f} ms"
            f"   p95 {1e3 * np.percentile(table[:, 0], 95):5.2f} ms"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process {peak:.0f} MB (OpenCV, decoder and ArUco included)")


if __name__ == "__main__":
    main()
