"""From a closed switch to the host's callback, over the real firmware behind a terminal.

    python -m tests.benchmarks.box

The switch is a byte written to a second terminal; stamping, debounce, line, port, session and lock are the
real ones. What a debounced press waits for until it is sure of it is part of the figure. Each is told whole,
then in three parts: until the box, which this computer plays as well, has stamped it; until its line is read;
until the callback. The second time another thread leaves Python no moment of rest, as a busy screen does.
"""

import os
import random
import tempfile
import threading
import time
from pathlib import Path

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears
from companion.devices.keyring import Keyring
from companion.devices.order import Push
from tests.devices.rigs import CLOCK, PtyRig, until

PRESSES = 300
REST_S = 0.03, 0.05
"""Between letting go and the next press: a switch must rest before it counts again."""


def main() -> None:
    print(f"{os.getloadavg()[0]:.1f} programs want this computer's {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        rig = PtyRig(Path(folder))
        keyring = Keyring(Path(folder) / "boxes.json")
        keyring.lend(rig.key)
        heard: list[tuple[Push, int]] = []
        ears = Ears(
            lambda push: heard.append((push, CLOCK())),
            lambda one: boxes.kept(*one.name),
            lambda: None,
            lambda _: None,
        )
        boxes = Boxes([rig.direct()], keyring, ears, clock=CLOCK, rng=random.Random(1))
        boxes.start()
        until(boxes.standings)
        time.sleep(0.5)
        _measure("press to callback", rig, heard)
        ended = threading.Event()
        thread = threading.Thread(target=_keep_busy, args=(ended,))
        thread.start()
        _measure("press to callback while Python is busy", rig, heard)
        ended.set()
        thread.join()
        boxes.close()
        rig.end()


def _measure(what: str, rig: PtyRig, heard: list[tuple[Push, int]]) -> None:
    times: list[tuple[int, int, int, int]] = []
    for number in range(PRESSES):
        before = len(heard)
        pressed = CLOCK()
        rig.press(number % 6)
        until(lambda before=before: len(heard) > before)
        push, called = heard[before]
        times.append((pressed, push.at_us * 1000, push.here_ns, called))
        rig.let_go(number % 6)
        time.sleep(random.uniform(*REST_S))
    _print(what, [called - pressed for pressed, _, _, called in times])
    quickest = min(stamped - pressed for pressed, stamped, _, _ in times)  # its clock began when it did
    _print("  until its stamp", [stamped - quickest - pressed for pressed, stamped, _, _ in times])
    _print("  until its line is read", [read - stamped + quickest for _, stamped, read, _ in times])
    _print("  until the callback", [called - read for _, _, read, called in times])


def _print(what: str, took_ns: list[int]) -> None:
    took = sorted(ns / 1e6 for ns in took_ns)
    p50, p95, p99 = (took[len(took) * part // 100] for part in (50, 95, 99))
    print(f"{what}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms, worst {took[-1]:.1f} ms")


def _keep_busy(ended: threading.Event) -> None:
    while not ended.is_set():
        sum(number * number for number in range(1000))


if __name__ == "__main__":
    main()
