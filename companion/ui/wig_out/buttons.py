"""Everybody shows their button. Its looks are in buttons.kv, its words in buttons_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed
from companion.ui.wig_out.buttons_model import SeatModel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ButtonsScreen", "Owner", "Owners", "choice"]


class Owner(Framed):
    """A player and their button."""

    model = ObjectProperty(None, rebind=True)


class Owners(Flow):
    def make(self, model: SeatModel) -> Owner:
        return Owner(model=model)


class ButtonsScreen(Screen):
    """Replace `model` and the screen follows."""
