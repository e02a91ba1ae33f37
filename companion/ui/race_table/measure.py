"""Measures set by steps. Its looks are in measure.kv, its words in measure_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.race_table.measure_model import RowModel
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice
from companion.ui.widgets.flow import Flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["MeasureRow", "MeasureScreen", "Measures", "choice"]


class MeasureRow(BoxLayout):
    model = ObjectProperty(None, rebind=True)


class Measures(Flow):
    def make(self, model: RowModel) -> MeasureRow:
        return MeasureRow(model=model)


class MeasureScreen(Screen):
    """Replace `model` and the screen follows."""
