"""The bench judges as it should, and the second Pico presses what it says."""

import inspect
import os
import random
import sys
import time

import pytest

from firmware import presser, wire
from tests.firmware import bench, standins
from tests.firmware.pio import Pio, assembled


def pressed(count: int, late_us: int, seed: int) -> list[wire.Press]:
    """What a box with stamps so late would say of the pattern."""
    rng, presses, at = random.Random(seed), list[wire.Press](), 1_000_000
    for number in range(count):
        first, both, gap_us = presser.pattern(number)
        stamps = [(at + rng.randint(0, late_us), button) for button in range(6) if first >> button & 1]
        later = both & ~first
        stamps += [
            (at + gap_us + rng.randint(0, late_us), button) for button in range(6) if later >> button & 1
        ]
        if not gap_us and not late_us:
            rng.shuffle(stamps)
            stamps.sort(key=lambda stamp: stamp[0])
        for stamp, button in sorted(stamps, key=lambda one: one[0]):
            presses.append(wire.Press("00000001", len(presses) + 1, wire.PRESSED, button, stamp, 0, 0, 0))
        at += 125_000
    return presses


def rows(table: str) -> dict[str, list[int]]:
    found = {}
    for line in table.splitlines()[1:-2]:
        name, rest = line[:7].strip(), line[7:].replace(" us", "").split()
        found[name] = [int(number) for number in rest]
    return found


def test_a_perfect_box_is_right_everywhere_and_a_late_one_is_found_out(seed: int) -> None:
    perfect = rows(bench.judge(pressed(3300, 0, seed)))
    assert set(perfect) == {"all six"} | {f"{gap} us" for gap in presser.GAPS_US}
    for name, (right, dead, wrong, worst) in perfect.items():
        assert wrong == worst == 0
        assert (dead if name in ("0 us", "all six") else right) >= 200
    late = rows(bench.judge(pressed(3300, 60, seed)))
    assert late["20 us"][2] > 0
    assert late["100 us"][2] == 0
    assert late["100 us"][3] > 0


def test_every_pair_of_buttons_comes_with_every_gap() -> None:
    seen = {presser.pattern(number) for number in range(3300)}
    pairs = {(first, both, gap) for first, both, gap in seen if both != 63}
    assert len(pairs) == 30 * len(presser.GAPS_US)
    assert all(
        (first & first - 1, (both & ~first) & (both & ~first) - 1) == (0, 0) for first, both, _ in pairs
    )


def test_the_fingers_close_when_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of the presser, cycle by cycle: what follows what, to an eighth of a microsecond."""
    kept = dict(sys.modules)
    before = set(vars(time))
    world = standins.install()
    for name in ("AHEAD_US", "HOLD_US", "REST_US"):  # cycle by cycle, a real pause would take all night
        monkeypatch.setattr(presser, name, 30)
    sent: list[int] = []
    monkeypatch.setattr(standins.StateMachine, "put", lambda self, word: sent.append(word), raising=False)
    try:
        presser.main(660)
    finally:
        for name in ("machine", "rp2"):
            sys.modules.pop(name)
        sys.modules.update(kept)
        for name in set(vars(time)) - before:
            delattr(time, name)
    (function, settings), (machine,) = world.programs[-1], world.machines
    assert machine.freq == presser.HZ
    assert inspect.isfunction(function)
    fingers = Pio(assembled(function), settings)
    fingers.words = list(sent)
    changes = []
    while fingers.words or fingers.at:
        closed = fingers.directions
        fingers.step()
        if fingers.directions != closed:
            changes.append((fingers.cycle, fingers.directions))
    at = 0
    for number in range(660):
        first, both, gap_us = presser.pattern(number)
        if gap_us:
            start, closed = changes[at]
            assert closed == first
            at += 1
            assert changes[at] == (start + gap_us * 8, both)
        start, closed = changes[at]
        assert closed == both
        assert changes[at + 1] == (start + presser.HOLD_US * 8, 0)
        at += 2
    assert at == len(changes)


@pytest.mark.parametrize(
    ("words", "says"),
    [([], "name the box's port"), (["--help"], "name the box's port"), (["/dev/nothing"], "/dev/nothing: ")],
    ids=["nothing told", "a word that is no port", "no such port"],
)
def test_a_bench_without_a_box_says_so_in_a_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"bench: {says}")
    assert err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of POSIX")
def test_a_port_at_which_nobody_answers_is_not_waited_at_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "HERE_S", 0.2)
    ends = os.openpty()
    try:
        assert bench.main([os.ttyname(ends[1])]) == 2
    finally:
        for end in ends:
            os.close(end)
    assert "there is no box" in capsys.readouterr().err
