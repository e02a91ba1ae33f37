"""The sound of a call. It is made here, and loaded before there is a window: to load one later can hang."""

import array
import math
import os
import sys
import wave
from collections.abc import Callable
from pathlib import Path

FILE = "call.wav"
RATE = 44_100
NOTES = ((660.0, 0.12), (990.0, 0.38))
"""Hertz and seconds: a short rise, which carries over voices."""
LOUD = 0.6


def load(folder: Path) -> Callable[[], None] | None:
    """What plays the sound of a call at once, from the thread that draws; None where nothing can be heard.

    Kivy must have been prepared, and no window made yet. The file is made anew in `folder`.
    """
    if not _can_be_heard():
        return None
    path = folder / FILE
    try:
        write(path)
    except OSError:
        return None  # a sound is not worth an evening: the flash says the same
    from kivy.core.audio import SoundLoader  # noqa: PLC0415 - kivy must have been prepared

    sound = SoundLoader.load(str(path))
    if sound is None or sound.length <= 0:
        return None

    def ring() -> None:
        sound.stop()
        sound.play()

    return ring


def write(path: Path) -> None:
    """The sound as a WAV file, 16 bits, one channel."""
    with path.open("wb") as raw, wave.open(raw, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples().tobytes())


def samples() -> "array.array[int]":
    """Each note swells in 5 ms and dies away, so that nothing clicks."""
    found = array.array("h")
    for hertz, seconds in NOTES:
        count = round(seconds * RATE)
        for at in range(count):
            fade = min(1.0, at / (0.005 * RATE)) * (1 - at / count)
            turn = 2 * math.pi * hertz * at / RATE
            found.append(round(LOUD * fade * (math.sin(turn) + 0.3 * math.sin(2 * turn)) / 1.3 * 32_767))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _can_be_heard() -> bool:
    """On Linux the library says a page of errors where there is no sound card: better not to ask it."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    servers = (Path("/dev/snd"), runtime / "pulse" / "native", runtime / "pipewire-0")
    return bool(os.environ.get("PULSE_SERVER")) or any(server.exists() for server in servers)
