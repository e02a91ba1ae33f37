"""Nobody can play. Its looks are in stuck.kv, its words in stuck_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["StuckScreen", "choice", "flow"]


class StuckScreen(Screen):
    """Replace `model` and the screen follows."""
