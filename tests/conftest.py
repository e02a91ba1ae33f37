"""What every test relies on: no display, no data folder but its own, one seed that is printed."""

import os
import signal
from pathlib import Path

import hypothesis
import pytest

from tests import seeds

os.environ["SDL_VIDEODRIVER"] = "offscreen"

hypothesis.settings.register_profile("table", deadline=None, print_blob=True)
hypothesis.settings.load_profile("table")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell that starts the tests in the background makes them, and all they start, deaf to Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(seeds.chosen())


def pytest_report_header() -> str:
    return f"seed: {seeds.chosen()} (TABLESIDE_SEED={seeds.chosen()} repeats this run)"


@pytest.fixture(scope="session")
def seed() -> int:
    """The seed of this run, printed at its head."""
    return seeds.chosen()


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may touch the games of whoever runs it."""
    monkeypatch.setenv("TABLESIDE_HOME", str(tmp_path / "home"))
