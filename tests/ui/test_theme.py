"""Colours that can be told apart and read, in the dark and in daylight; and a bootstrap that comes first."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from companion.ui import theme
from companion.ui.theme import DARK, LIGHT, Palette, contrast, tokens

PALETTES = pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
GROUNDS = ("bg", "surface", "raised")


@PALETTES
@pytest.mark.parametrize(("ink", "least"), [("text", 7.0), ("muted", 7.0)])
def test_body_text_is_read_easily_on_every_ground(palette: Palette, ink: str, least: float) -> None:
    for ground in GROUNDS:
        assert contrast(tokens(palette)[ink], tokens(palette)[ground]) >= least, ground


@PALETTES
def test_coloured_words_are_readable_on_every_ground(palette: Palette) -> None:
    named = tokens(palette)
    inks = ["accent", "ok", "warn", "err", *(name for name in named if name.startswith("player"))]
    for ink, ground in product(inks, GROUNDS):
        assert contrast(named[ink], named[ground]) >= 4.5, (ink, ground)


@PALETTES
def test_words_on_filled_colours_are_readable(palette: Palette) -> None:
    named = tokens(palette)
    fills = ["accent", "ok", "warn", "err", *(name for name in named if name.startswith("player"))]
    for fill in fills:
        assert contrast(named["ink"], named[fill]) >= 4.5, fill
    assert contrast(named["on_red"], named["red"]) >= 4.5
    assert contrast(named["on_white"], named["white"]) >= 4.5


@PALETTES
def test_edges_are_seen(palette: Palette) -> None:
    named = tokens(palette)
    for edge, ground in product(["outline", "accent", "ok", "warn", "err"], GROUNDS):
        assert contrast(named[edge], named[ground]) >= 3.0, (edge, ground)
    # A piece is told from a bare cell by its edge, whatever the colours look like to somebody.
    assert contrast(named["red_edge"], named["raised"]) >= 3.0
    assert contrast(named["white_edge"], named["raised"]) >= 3.0


def test_contrast_is_that_of_the_guideline() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


def test_sizes_follow_panel_and_person() -> None:
    try:
        theme.use(theme.Look(DARK, 1.3, 1.5))
        assert theme.dp(10) == pytest.approx(15)
        assert theme.sp(10) == pytest.approx(19.5)
    finally:
        theme.use(theme.Look(DARK, 1.0, 1.0))


def python(code: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(theme.__file__).parents[2],
    )


def test_models_know_no_kivy_and_nothing_of_the_ui_opens_opencv(tmp_path: Path) -> None:
    code = """
import sys, pkgutil, importlib
import companion.ui.screens as screens, companion.ui.desk, companion.ui.presenting, companion.ui.wishes
for module in pkgutil.iter_modules(screens.__path__):
    if module.name.endswith("_model"):
        importlib.import_module(f"companion.ui.screens.{module.name}")
bad = {"kivy", "cv2", "numpy"} & set(sys.modules)
sys.exit(f"imported: {bad}" if bad else 0)
"""
    done = python(code, tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_bootstrap_comes_too_late_once_kivy_is_there(tmp_path: Path) -> None:
    code = """
import sys, types
from pathlib import Path
sys.modules["kivy"] = types.ModuleType("kivy")
from companion.ui.bootstrap import Panel, prepare
prepare(Path(sys.argv[1]), Panel(800, 600, 1.0, False, True))
"""
    done = python(code, tmp_path)
    assert done.returncode == 1
    assert "kivy was imported before" in done.stderr


def test_kivy_leaves_our_command_line_our_home_and_our_log_alone(tmp_path: Path) -> None:
    code = """
import sys, logging
from pathlib import Path
home = Path(sys.argv[1])
sys.argv[1:] = ["--size", "3x3", "-d"]
from companion.ui.bootstrap import Panel, prepare
prepare(home / "kivy", Panel(640, 480, 1.0, False, True))
from kivy.config import Config
from kivy.core.window import Window
import kivy
assert Window.size == (640, 480), Window.size
assert not logging.getLogger().handlers
assert Config.get("graphics", "multisamples") == "0"
assert Config.items("input") == [("mouse", "mouse,multitouch_on_demand")]
assert Config.get("kivy", "exit_on_escape") == "0"
assert not list(home.rglob("*.ini")), list(home.rglob("*"))
assert not list(home.rglob("*.txt"))
"""
    done = python(code, tmp_path)
    assert done.returncode == 0, done.stderr
