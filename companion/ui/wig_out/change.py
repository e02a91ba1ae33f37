"""A past round mended. Its looks are in change.kv, its words in change_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ChangeScreen", "bars", "flow"]


class ChangeScreen(Screen):
    """Replace `model` and the screen follows."""
