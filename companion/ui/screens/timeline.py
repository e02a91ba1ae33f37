"""What happened. Its looks are in timeline.kv, its words in timeline_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.ui.screens.screen import Screen
from companion.ui.screens.timeline_model import RowModel
from companion.ui.widgets import bars, choice
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["Framed", "Row", "Rows", "TimelineScreen", "bars", "choice"]


class Row(RelativeLayout):
    """One record: its number, what happened, and who says so."""

    model = ObjectProperty(None, rebind=True)


class Rows(Flow):
    def make(self, model: RowModel) -> Row:
        return Row(model=model)


class TimelineScreen(Screen):
    """Replace `model` and the screen follows."""
