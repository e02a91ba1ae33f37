"""A new name. Its looks are in name.kv, its words in name_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["NameScreen", "choice"]


class NameScreen(Screen):
    """Replace `model` and the screen follows."""
