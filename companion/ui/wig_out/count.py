"""A call is checked, cards are counted. Its looks are in count.kv, its words in count_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars
from companion.ui.widgets.choice import Choice, Choices
from companion.ui.widgets.flow import Flow
from companion.ui.wig_out import band
from companion.ui.wig_out.count_model import RowModel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["CountRow", "CountRows", "CountScreen", "Number", "Numbers", "band", "bars"]


class Number(Choice):
    """One of eleven in a row: there is little room beside two digits."""


class Numbers(Choices):
    kind = Number


class CountRow(BoxLayout):
    """A player and what is left in the hand."""

    model = ObjectProperty(None, rebind=True)


class CountRows(Flow):
    each = NumericProperty(1)
    """The height of a row."""

    def make(self, model: RowModel) -> CountRow:
        return CountRow(model=model)


class CountScreen(Screen):
    """Replace `model` and the screen follows."""
