"""From a closed switch to the host's callback, over the real firmware behind a terminal.

    python -m tests.benchmarks.box

The switch is a byte written to a second terminal; stamping, debounce, line, port, session and lock are the
real ones. What a debounced press waits for until it is sure of it is part of the figure.
"""

import random
import tempfile
import time
from pathlib import Path

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears
from companion.devices.keyring import Keyring
from tests.devices.rigs import CLOCK, PtyRig, until

PRESSES = 300


def main() -> None:
    heard: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        rig = PtyRig(Path(folder))
        keyring = Keyring(Path(folder) / "boxes.json")
        keyring.lend(rig.key)
        ears = Ears(
            lambda _: heard.append(time.perf_counter_ns()),
            lambda one: boxes.kept(*one.name),
            lambda: None,
            lambda _: None,
        )
        boxes = Boxes([rig.direct()], keyring, ears, clock=CLOCK, rng=random.Random(1))
        boxes.start()
        until(boxes.standings)
        time.sleep(0.5)
        took = []
        for number in range(PRESSES):
            pressed = time.perf_counter_ns()
            rig.press(number % 6)
            until(lambda wanted=number: len(heard) > wanted)
            took.append((heard[number] - pressed) / 1e6)
            rig.let_go(number % 6)
            time.sleep(random.uniform(0.03, 0.05))
        boxes.close()
        rig.end()
    took.sort()
    print(
        f"press to callback: p50 {took[PRESSES // 2]:.1f} ms, p95 {took[PRESSES * 95 // 100]:.1f} ms, "
        f"p99 {took[PRESSES * 99 // 100]:.1f} ms, worst {took[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
