"""Taking a picture. Its looks are in take.kv, its words in take_model.py."""

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme
from companion.ui.facts import Frame
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice
from companion.ui.widgets.frame import FrameView

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["Spotted", "TakeScreen", "choice"]

RING_SHARE = 0.09
"""Of the picture's height: room for both shoes, seen from as high as a camera hangs."""


class Spotted(FloatLayout):
    """The live picture; a ring on it where a figure is to stand."""

    spot = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.picture = FrameView(size_hint=(None, None))
        self.add_widget(self.picture)
        self._place = Clock.create_trigger(self._follow, -1)
        for name in ("pos", "size", "spot"):
            self.fbind(name, self._place)
        self.picture.fbind("empty", self._place)

    def _follow(self, *_: Any) -> None:
        self.picture.pos, self.picture.size = self.pos, self.size
        self.canvas.after.clear()
        if self.spot is None or self.picture.empty:
            return
        left, bottom, width, height = self.picture.picture_box()
        x, y = left + self.spot[0] * width, bottom + (1 - self.spot[1]) * height
        with self.canvas.after:
            for colour, thick in (("bg", 5), ("accent", 3)):
                Color(*theme.rgba(colour))
                SmoothLine(circle=(x, y, height * RING_SHARE), width=theme.dp(thick))


class TakeScreen(Screen):
    """Replace `model` and the screen follows."""

    def show_live(self, frame: Frame) -> None:
        self.ids.spotted.picture.show(frame)
