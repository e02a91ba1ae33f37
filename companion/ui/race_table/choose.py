"""A question and its answers. Its looks are in choose.kv, its words in list_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ChooseScreen", "choice", "flow"]


class ChooseScreen(Screen):
    """Replace `model` and the screen follows."""
