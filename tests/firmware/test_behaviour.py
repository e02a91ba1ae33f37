"""The behaviour suite on every Python there is: CPython, MicroPython, and MicroPython with 30-bit ticks."""

import random

import pytest

from tests.firmware import behaviour, pythons

NAMES = sorted(name for name in dir(behaviour) if name.startswith("test_"))


@pytest.mark.parametrize("name", NAMES)
def test_on_cpython(name: str, seed: int) -> None:
    random.seed(seed)
    getattr(behaviour, name)()


def passed(said: str) -> list[str]:
    assert "FAIL" not in said, said
    return [line.split()[1] for line in said.splitlines() if line.startswith("ok ")]


def test_the_whole_suite_on_micropython(seed: int) -> None:
    assert passed(pythons.in_micropython("-m", "tests.firmware.run", str(seed))) == NAMES


def test_the_whole_suite_with_ticks_of_30_bits_and_small_integers_of_31(seed: int) -> None:
    assert passed(pythons.in_ticks30("run", seed)) == NAMES
