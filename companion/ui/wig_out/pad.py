"""Two digits. Its looks are in pad.kv, its words in pad_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scatter import Scatter

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["Pad", "PadScreen", "Turned", "choice", "flow"]


class Pad(BoxLayout):
    """The digits, upright as they see it."""


class Turned(Scatter):
    """Turns what is in it, and the touches with it; fingers cannot move it."""

    angle = NumericProperty(0)
    middle = ListProperty((0, 0))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(do_rotation=False, do_scale=False, do_translation=False, **kwargs)
        for name in ("angle", "middle", "size"):
            self.fbind(name, self._turn)
        self._turn()

    def _turn(self, *_: Any) -> None:
        self.rotation = self.angle
        self.center = self.middle


class PadScreen(Screen):
    """Replace `model` and the screen follows."""
