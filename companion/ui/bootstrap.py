"""Everything Kivy must be told before it is first imported: it reads both environment and files then."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Panel:
    """The glass. Sizes in pixels; `density` is pixels a dp (1.0 is 160 dots an inch)."""

    width: int
    height: int
    density: float
    fullscreen: bool
    offscreen: bool
    """No display: draw into memory."""


def prepare(home: Path, panel: Panel) -> None:
    """Call once, before anything imports kivy; RuntimeError when it is too late.

    `home` is a folder of ours that Kivy may write to (icons), never the user's own `~/.kivy`.
    """
    if "kivy" in sys.modules:
        raise RuntimeError("kivy was imported before companion.ui.bootstrap.prepare")
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        {
            # Only "1", "true" and "yes" count. Without it Kivy parses our command line.
            "KIVY_NO_ARGS": "1",
            "KIVY_HOME": str(home),
            "KIVY_NO_FILELOG": "1",
            "KIVY_NO_CONSOLELOG": "1",
            # The PYTHON mode leaves the root logger and stderr alone.
            "KIVY_LOG_MODE": "PYTHON",
            # A user's own config.ini and KCFG_ variables would change what we tested.
            "KIVY_NO_CONFIG": "1",
            "KIVY_NO_ENV_CONFIG": "1",
            "KIVY_CLOCK": "default",
            "KIVY_WINDOW": "sdl2",
            "KIVY_TEXT": "sdl2",
            "KIVY_IMAGE": "sdl2",
            "KIVY_METRICS_DENSITY": str(panel.density),
            "KIVY_METRICS_FONTSCALE": "1",
        }
    )
    if panel.offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    _configure(panel)


def _configure(panel: Panel) -> None:
    from kivy.config import Config  # noqa: PLC0415 - the whole point is to import it late

    chosen = {
        "kivy": {
            "exit_on_escape": "0",
            "desktop": "1",
            "keyboard_mode": "system",
            "kivy_clock": "default",
            "pause_on_minimize": "1",
            "log_level": "warning",
        },
        "graphics": {
            "width": str(panel.width),
            "height": str(panel.height),
            "fullscreen": "auto" if panel.fullscreen else "0",
            "resizable": "0",
            "rotation": "0",
            # Multisampling costs three times the time under software GL; Smooth* shapes do edges.
            "multisamples": "0",
            "maxfps": "60",
            "min_state_time": "0",
            "allow_screensaver": "1",
        },
        # No long or double tap may wait for a second finger.
        "postproc": {"double_tap_time": "0", "triple_tap_time": "0", "retain_time": "0"},
    }
    for section, values in chosen.items():
        for key, value in values.items():
            Config.set(section, key, value)
    # One touch source. The same finger through mouse, mtdev and hid together taps two or three times.
    for key, _ in Config.items("input"):
        Config.remove_option("input", key)
    Config.set("input", "mouse", "mouse,multitouch_on_demand")
