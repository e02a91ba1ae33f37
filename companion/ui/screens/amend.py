"""A wrong call mended. Its looks are in amend.kv, its words in amend_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, cell, choice
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["AmendScreen", "Framed", "bars", "cell", "choice"]


class AmendScreen(Screen):
    """Replace `model` and the screen follows."""
