"""Times over what is real, on a computer that does an instruction a nanosecond: see `machine`."""

import contextlib
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.devices.boxes import Boxes
from companion.devices.ears import Ears
from companion.devices.keyring import Keyring
from companion.devices.order import Push
from tests.devices.rigs import CLOCK, until

PRESSES = 100
PATIENCE_S = 60.0


class Table:
    """A program with these boxes on one way: what was pushed there, and when that was heard here."""

    def __init__(self, rigs: list[Any], folder: Path) -> None:
        self.rigs = rigs
        self.heard: list[tuple[Push, int]] = []
        keyring = Keyring(folder / "boxes.json")
        for rig in rigs:
            keyring.lend(rig.key)
        ears = Ears(self._pressed, lambda one: self.boxes.kept(*one.name), lambda: None, lambda _: None)
        self.boxes = Boxes([rigs[0].way()], keyring, ears, clock=CLOCK, rng=random.Random(1))

    def _pressed(self, push: Push) -> None:
        if not push.held:
            self.heard.append((push, CLOCK()))

    def well(self) -> int:
        return sum(one.how == "well" for one in self.boxes.standings())

    def until(self, there: Any) -> None:
        until(there, PATIENCE_S, lambda: (self.boxes.standings(), self.heard[-3:]))

    def press(self, number: int, button: int) -> int:
        """Nanoseconds until it was heard, and nothing else."""
        before, pressed = len(self.heard), CLOCK()
        self.rigs[number].press(button)
        self.until(lambda: len(self.heard) > before)
        self.rigs[number].let_go(button)
        time.sleep(0.05)  # until it may be pushed again
        ((push, at_ns),) = self.heard[before:]
        assert push.button == button
        return at_ns - pressed


@contextlib.contextmanager
def table(make: Any, count: int) -> Iterator[Table]:
    """So many boxes, and a program that has just begun to look for them."""
    with tempfile.TemporaryDirectory() as folder:
        rigs = [make(Path(folder)) for _ in range(count)]
        one = Table(rigs, Path(folder))
        one.boxes.start()
        try:
            yield one
        finally:
            one.boxes.close()
            for rig in rigs:
                rig.end()


def found_and_pressed(make: Any) -> str:
    with table(make, 1) as one:
        began_s = time.monotonic()
        one.until(lambda: one.well() == 1)
        found_s = time.monotonic() - began_s
        took = sorted(one.press(0, number % 6) / 1e6 for number in range(PRESSES))
    p50, p95 = took[PRESSES // 2], took[PRESSES * 95 // 100]
    return (
        f"linked {found_s:.1f} s after the start; {PRESSES} presses to callback, each heard once: "
        f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {took[-1]:.0f} ms"
    )


def cut_off(make: Any, times: int) -> str:
    """The link is taken away, a button pushed, and the link given back."""
    noticed, usable = [], []
    with table(make, 1) as one:
        one.until(lambda: one.well() == 1)
        for number in range(times):
            began_s, before = time.monotonic(), len(one.heard)
            one.rigs[0].unplug()
            one.until(lambda: one.well() == 0)
            noticed.append(time.monotonic() - began_s)
            one.rigs[0].press(number % 6)
            time.sleep(0.05)
            began_s = time.monotonic()
            one.rigs[0].replug()
            one.until(lambda before=before: len(one.heard) > before)
            usable.append(time.monotonic() - began_s)
            one.rigs[0].let_go(number % 6)
            time.sleep(0.05)
        told = [push.button for push, _ in one.heard]
    assert told == [number % 6 for number in range(times)], told
    return (
        f"cut off {times} times: noticed within {max(noticed):.1f} s; what was pushed meanwhile was told "
        f"once, {sorted(usable)[times // 2]:.1f} s after the link was back, at worst {max(usable):.1f} s"
    )


def at_once(make: Any, count: int) -> str:
    """Several boxes at the same time."""
    with table(make, count) as one:
        began_s = time.monotonic()
        one.until(lambda: one.well() == count)
        linked_s = time.monotonic() - began_s
        took = sorted(one.press(number % count, number % 6) / 1e6 for number in range(20 * count))
        still = one.well()
    assert still == count, f"{still} of {count} are still linked"
    return (
        f"{count} boxes at once, all linked {linked_s:.0f} s after the start; {len(took)} presses in turn, "
        f"each heard once: p50 {took[len(took) // 2]:.0f} ms, worst {took[-1]:.0f} ms"
    )
