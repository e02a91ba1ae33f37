"""The bars of every game screen: top bar, and the strip with the one question."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.screens import strip_model, top_model
from companion.ui.widgets import choice
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["CameraDot", "Strip", "TopBar", "choice"]


class CameraDot(BoxLayout):
    """A dot and a word: how the eye is."""

    model = ObjectProperty(top_model.BLANK, rebind=True)


class TopBar(BoxLayout):
    model = ObjectProperty(top_model.BLANK, rebind=True)


class Strip(Framed):
    model = ObjectProperty(strip_model.BLANK, rebind=True)
