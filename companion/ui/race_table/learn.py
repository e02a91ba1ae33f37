"""Learning, and what came of it. Its looks are in learn.kv, its words in learn_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.race_table.learn_model import LineModel
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice
from companion.ui.widgets.flow import Flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["LearnLine", "LearnLines", "LearnScreen", "Progress", "choice"]


class Progress(Widget):
    """A bar, filled from the left by `share`; below 0 there is none."""

    share = NumericProperty(-1.0)


class LearnLine(BoxLayout):
    model = ObjectProperty(None, rebind=True)


class LearnLines(Flow):
    def make(self, model: LineModel) -> Any:
        return LearnLine(model=model)


class LearnScreen(Screen):
    """Replace `model` and the screen follows."""
