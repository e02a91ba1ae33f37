"""The menu. Its looks are in menu.kv, its words in menu_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["MenuScreen", "choice", "flow"]


class MenuScreen(Screen):
    """Replace `model` and the screen follows."""
