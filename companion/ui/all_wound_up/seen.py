"""A thing seen, mended. Its looks are in seen.kv, its words in seen_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["SeenScreen", "bars", "flow"]


class SeenScreen(Screen):
    """Replace `model` and the screen follows."""
