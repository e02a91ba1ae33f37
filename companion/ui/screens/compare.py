"""Board and record differ. Its looks are in compare.kv, its words in compare_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, cell, choice

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["CompareScreen", "bars", "cell", "choice"]


class CompareScreen(Screen):
    """Replace `model` and the screen follows."""
