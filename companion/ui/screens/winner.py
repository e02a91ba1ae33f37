"""The game is over. Its looks are in winner.kv, its words in winner_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["WinnerScreen", "bars"]


class WinnerScreen(Screen):
    """Replace `model` and the screen follows."""
