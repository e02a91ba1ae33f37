"""A round is scored. Its looks are in result.kv, its words in result_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui.screens.result_model import BLANK_SIDE
from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, cell
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ResultScreen", "SidePanel", "bars", "cell"]


class SidePanel(Framed):
    """One player's sum."""

    model = ObjectProperty(BLANK_SIDE, rebind=True)


class ResultScreen(Screen):
    """Replace `model` and the screen follows."""
