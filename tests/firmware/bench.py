"""The bench: what a box made of the presses of firmware/presser.py, which knows when it pressed.

.venv/bin/python -m tests.firmware.bench PORT

pairs the box with a key of its own: pair it with the table again later.
"""

import secrets
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence

import serial

from firmware import presser, wire
from tests.firmware.host import Disk, Host

TOGETHER_US = 5000
"""Presses nearer than that are of one step of the presser; its steps are 125 ms apart."""
SILENCE_S = 20.0
HERE_S = 10.0
"""How long a box may take to say that it is there."""


def judge(presses: Iterable[wire.Press]) -> str:
    """A table: gap, pairs in the right order, as a dead heat, wrong; the worst error of the gap."""
    groups: list[list[wire.Press]] = []
    for press in sorted(presses, key=lambda one: (one.at_us, one.seq)):
        if press.kind != wire.PRESSED:
            continue
        if groups and press.at_us - groups[-1][0].at_us < TOGETHER_US:
            groups[-1].append(press)
        else:
            groups.append([press])
    right: dict[int, int] = defaultdict(int)
    dead: dict[int, int] = defaultdict(int)
    wrong: dict[int, int] = defaultdict(int)
    worst: dict[int, int] = defaultdict(int)
    firsts: dict[int, int] = defaultdict(int)
    strange = 0
    for number, group in enumerate(groups):
        first, both, gap_us = presser.pattern(number)
        if sum(1 << press.button for press in group) != both:
            strange += 1
            continue
        if both == 63:
            firsts[group[0].button] += 1
            dead[-1] += group[0].at_us == group[-1].at_us
            wrong[-1] += group[0].at_us != group[-1].at_us
            continue
        gap = group[1].at_us - group[0].at_us
        if gap == 0:
            dead[gap_us] += 1
        elif gap_us and 1 << group[0].button == first:
            right[gap_us] += 1
        else:
            wrong[gap_us] += 1
        worst[gap_us] = max(worst[gap_us], abs(gap - gap_us))
    lines = ["   gap   right    heat   wrong   worst error"]
    for gap_us in sorted(set(right) | set(dead) | set(wrong)):
        name = "all six" if gap_us < 0 else f"{gap_us} us"
        counts = f"{right[gap_us]:8}{dead[gap_us]:8}{wrong[gap_us]:8}"
        lines.append(f"{name:>7}{counts}{worst[gap_us]:11} us")
    shares = " ".join(f"{button + 1}: {firsts[button]}" for button in range(6))
    lines.append(f"first of six, by button: {shares}")
    lines.append(f"{len(groups)} steps, {strange} of them not as pressed")
    return "\n".join(lines)


class Port:
    """A host's end of a real cable."""

    def __init__(self, name: str) -> None:
        self.serial = serial.Serial(name, 115200, timeout=0.005, write_timeout=0.5)

    def read(self) -> bytes:
        data: bytes = self.serial.read(4096)
        return data

    def write(self, data: bytes) -> None:
        self.serial.write(data)


def main(words: Sequence[str]) -> int:
    if len(words) != 1 or words[0].startswith("-"):
        return _refused("name the box's port, like /dev/ttyACM0 or COM5, and nothing else")
    (name,) = words
    try:
        _measure(name)
    except OSError:  # pyserial's own is one
        return _refused(
            f"{name}: there is no box, or it went away: is it on its cable, is that its port "
            "(tableside box list), and is no other program at it?"
        )
    except KeyboardInterrupt:
        return _refused("stopped")
    return 0


def _refused(why: str) -> int:
    print(f"bench: {' '.join(why.split())}", file=sys.stderr)
    return 2


def _measure(name: str) -> None:
    key = secrets.token_bytes(32)
    host = Host(Port(name), key, secrets.token_hex(8), Disk(), time.monotonic_ns() // 1000)
    host.keep_heard = False
    paired, heard_s, there = False, time.monotonic(), 0
    give_up_s = heard_s + HERE_S
    while there == 0 or time.monotonic() - heard_s < SILENCE_S:
        host.step(time.monotonic_ns() // 1000)
        if host.here and not paired:
            host.say(wire.Key(key.hex()))
            paired = True
        if not paired and time.monotonic() > give_up_s:
            raise TimeoutError("no box answers")
        now = sum(len(rows) for rows in host.disk.rows.values())
        if now > there:
            there, heard_s = now, time.monotonic()
            print(f"\r{there} presses", end="", flush=True)
    welcome = host.welcome
    print(f"\n{welcome.board}, firmware {welcome.firmware}, stamps said to be good to {welcome.class_us} us")
    print(judge(host.disk.rows[welcome.boot].values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
