"""The sound of a call: short, whole, and there before the window is."""

import os
import subprocess
import sys
import wave
from itertools import pairwise
from pathlib import Path

import pytest

from companion.ui import sound

PROGRAM = """
import sys
from pathlib import Path
from companion.ui.bootstrap import Panel, prepare
from companion.ui.sound import load
home = Path(sys.argv[1])
prepare(home, Panel(640, 480, 1.0, fullscreen=False, offscreen=True))
ring = load(home)
assert "kivy.core.window" not in sys.modules
if ring is not None:
    ring()
    ring()
print("heard" if ring is not None else "silent")
"""


def loaded(home: Path, **more: str) -> str:
    """What a program of its own says of it."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(home)],
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "ALSA" not in done.stderr
    return done.stdout.strip()


def test_it_is_short_and_nothing_clips_or_clicks(tmp_path: Path) -> None:
    sound.write(tmp_path / "call.wav")
    with wave.open(str(tmp_path / "call.wav")) as file:
        assert file.getparams()[:3] == (1, 2, sound.RATE)
        assert 0.3 < file.getnframes() / sound.RATE < 0.8
    samples = sound.samples()
    assert 10_000 < max(samples) < 32_000
    assert abs(samples[0]) < 100
    assert abs(samples[-1]) < 100
    assert max(abs(b - a) for a, b in pairwise(samples)) < 8_000


def test_it_is_loaded_without_a_window_and_can_be_played_at_once(tmp_path: Path) -> None:
    assert loaded(tmp_path, SDL_AUDIODRIVER="dummy") == "heard"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have something")
def test_where_nothing_can_be_heard_nothing_is_said_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert sound.load(tmp_path) is None


def test_a_folder_that_cannot_be_written_costs_the_sound_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert sound.load(tmp_path / "nowhere") is None
