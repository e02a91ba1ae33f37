"""How long people wait for the screen: from starting the program, and from a tap.

python -m tests.benchmarks.ui
"""

import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.ui.glass import Glass

STARTS, TAPS, PRESSES, FRAMES = 15, 200, 150, 200
CORNER = (60, 60, 16, 16)
"""Within the band of a call; so little is read back at once, which a whole picture is not."""
CHILD = """
import sys, time
from pathlib import Path
from companion import assembly, settings
from companion.ui.bootstrap import Panel, prepare
home = Path(sys.argv[1])
chosen = settings.load(home / settings.FILE)
prepare(home / assembly.KIVY, Panel(1280, 800, 1.0, fullscreen=False, offscreen=True))
evening, app = assembly.build(chosen, home)
from kivy.core.window import Window

def drawn(*_):
    print(time.monotonic(), flush=True)
    Window.unbind(on_flip=drawn)
    app.stop()

Window.bind(on_flip=drawn)
try:
    evening.begin()
    app.run()
finally:
    evening.close()
"""
"""The program as `tableside play` opens it on a display, but for the display."""


def first_frames_s() -> list[float]:
    """From the start of a process to its first frame; the very first start fills the caches, uncounted."""
    root = Path(__file__).parents[2]
    found = []
    with tempfile.TemporaryDirectory() as home:
        for start in range(STARTS + 1):
            began = time.monotonic()
            done = subprocess.run(
                [sys.executable, "-c", CHILD, home],
                cwd=root,
                capture_output=True,
                text=True,
                check=True,
            )
            if start:
                found.append(float(done.stdout.split()[0]) - began)
    return found


def taps_s() -> tuple[list[float], list[float]]:
    """From a finger on a cell to a changed picture, and from its lifting to the cell picked.

    Pixels are read as they stand after each frame that the app itself drew.
    """
    from tests.ui import glass as glasses  # noqa: PLC0415  # opens a window
    from tests.ui import scenes  # noqa: PLC0415
    from tests.ui.game import Game  # noqa: PLC0415

    glasses.SLEEPS = True
    down_s, up_s = [], []
    with glasses.Glass() as glass:
        scenes.sit(glass, Game().begin().play(3))
        for tap in range(TAPS):
            glass.settle()
            cell = glass.cell((7 * tap) % 25)
            before, began = glass.as_drawn(), time.perf_counter()
            finger = glass.down(cell)
            pressed = _changed(glass, before)
            down_s.append(time.perf_counter() - began)
            began = time.perf_counter()
            finger.lift()
            _changed(glass, pressed)
            up_s.append(time.perf_counter() - began)
    return down_s, up_s


def _changed(glass: "Glass", before: bytes, box: tuple[int, int, int, int] | None = None) -> bytes:
    for _ in range(FRAMES):
        if (after := glass.as_drawn(box)) != before:
            return after
        glass.frame()
    raise RuntimeError(f"the picture has not changed in {FRAMES} frames")


def presses_s() -> list[float]:
    """From a push that is known here to a changed picture, while the eye reads a clip on its own thread.

    Pushes come at any moment of a frame, sixty a second, as from the thread of a link.
    """
    from companion.rules.core import Seat  # noqa: PLC0415
    from companion.ui.pressing import Meaning, Pressed  # noqa: PLC0415
    from tests.ui import glass as glasses  # noqa: PLC0415  # opens a window
    from tests.ui import wig_scenes  # noqa: PLC0415

    glasses.SLEEPS = True
    found: list[float] = []
    chance = random.Random(5)
    with glasses.Glass() as glass, watched_clip(glass):
        wig_scenes.wig_race(glass)
        for push in range(PRESSES):
            glass.frame(3)
            before, put = glass.as_drawn(CORNER), []

            def press(seat: int = push % 6, put: list[float] = put) -> None:
                put.append(time.perf_counter())
                glass.sources.pushes.put(Pressed(Seat(seat), Meaning.CALL, glass.clock.now))

            timer = threading.Timer(chance.uniform(0.005, 0.05), press)
            timer.start()
            _changed(glass, before, CORNER)
            found.append(time.perf_counter() - put[0])
            timer.join()
            glass.clock.pass_s(3)  # nobody's table entered it: it goes away
            glass.frame(3)
    return found


@contextmanager
def watched_clip(glass: "Glass") -> Iterator[None]:
    """The clip that ships, read by the real eye over and over, its pictures sent to the screen."""
    from companion.assembly.clip import clip_folder  # noqa: PLC0415
    from companion.assembly.looking import at_clip  # noqa: PLC0415
    from companion.devices.eye import EyeThread  # noqa: PLC0415
    from companion.ui.facts import Frame  # noqa: PLC0415

    def show(rgba: bytes, side_px: int) -> None:
        glass.sources.board.put(Frame(rgba, side_px, side_px))
        glass.sources.live.put(Frame(rgba, side_px, side_px))

    eye = EyeThread(
        at_clip(clip_folder(), -1.0),
        clock=time.monotonic,
        side_px=560,
        tell=lambda _: None,
        show=show,
        ended=lambda _: None,
    )
    eye.start()
    try:
        yield
    finally:
        eye.close()


def line(what: str, times_s: list[float]) -> str:
    ordered = sorted(times_s)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return (
        f"{what}: min {ordered[0] * 1000:.0f} ms, median {statistics.median(ordered) * 1000:.0f} ms, "
        f"p95 {p95 * 1000:.0f} ms ({len(ordered)} times)"
    )


def main() -> None:
    print(line("process start to first frame, second start (at most 1500)", first_frames_s()))
    down_s, up_s = taps_s()
    print(line("tap to changed picture, off-screen (at most 100)", down_s))
    print(line("lifting to what the tap did, off-screen", up_s))
    print(line("push to changed picture while a clip is watched, off-screen (at most 50)", presses_s()))


if __name__ == "__main__":
    main()
