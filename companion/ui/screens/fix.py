"""A wrong reading mended. Its looks are in fix.kv, its words in fix_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.ui.facts import Frame
from companion.ui.screens.fix_model import OtherModel
from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, cell, frame, shapes
from companion.ui.widgets.flow import Flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["FixScreen", "Other", "Others", "bars", "cell", "frame", "shapes"]


class Other(RelativeLayout):
    """One other reading: words, and a little grid."""

    model = ObjectProperty(None, rebind=True)


class Others(Flow):
    def make(self, model: OtherModel) -> Other:
        return Other(model=model)


class FixScreen(Screen):
    """Replace `model` and the screen follows."""

    def show_board(self, frame: Frame) -> None:
        if self.model.live:
            self.ids.picture.show(frame)
