"""Teaching a grid by its four corners. Its looks are in teach.kv, its words in teach_model.py."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.facts import Frame
from companion.ui.intents import DragCorner
from companion.ui.screens.screen import Screen
from companion.ui.screens.teach_model import CheckModel
from companion.ui.widgets import choice
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frame import FrameView
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["CheckCard", "Checks", "CornerHandle", "Corners", "TeachScreen", "choice"]


class CheckCard(Framed):
    model = ObjectProperty(None, rebind=True)


class Checks(Flow):
    def make(self, model: CheckModel) -> CheckCard:
        return CheckCard(model=model)


class CornerHandle(Widget):
    """A disc to drag; hollow, so that the corner under it stays in sight."""

    number = NumericProperty(0)
    colour = StringProperty("accent")
    is_target = True

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self.parent.dragged(self, touch.x, touch.y)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True


class Corners(FloatLayout):
    """The live picture with the grid's outline on it."""

    corners = ObjectProperty(())
    colour = StringProperty("accent")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.picture = FrameView(size_hint=(None, None))
        self.add_widget(self.picture)
        self._place = Clock.create_trigger(self._follow, -1)
        for name in ("pos", "size", "corners", "colour"):
            self.fbind(name, self._place)
        self.picture.fbind("empty", self._place)

    def handles(self) -> list[CornerHandle]:
        return [child for child in reversed(self.children) if isinstance(child, CornerHandle)]

    def dragged(self, handle: CornerHandle, x: float, y: float) -> None:
        left, bottom, width, height = self.picture.picture_box()
        to = ((x - left) / width, 1 - (y - bottom) / height)
        App.get_running_app().desk.do(DragCorner(int(handle.number), to))

    def _follow(self, *_: Any) -> None:
        # Room for a handle on the very edge of the picture, so that it never lies on a button.
        room = theme.dp(theme.HANDLE) / 2
        self.picture.pos = (self.x + room, self.y + room)
        self.picture.size = (max(1, self.width - 2 * room), max(1, self.height - 2 * room))
        handles = self.handles()
        if len(handles) != len(self.corners):
            for handle in handles:
                self.remove_widget(handle)
            for number in range(len(self.corners)):
                self.add_widget(CornerHandle(number=number))
            handles = self.handles()
        left, bottom, width, height = self.picture.picture_box()
        points: list[float] = []
        for handle, (across, down) in zip(handles, self.corners, strict=True):
            handle.colour = self.colour
            handle.center = (left + across * width, bottom + (1 - down) * height)
            points.extend(handle.center)
        self.canvas.after.clear()
        with self.canvas.after:
            Color(*theme.rgba(self.colour))
            if points:
                Line(points=points, close=True, width=theme.dp(2.5))


class TeachScreen(Screen):
    """Replace `model` and the screen follows."""

    def show_live(self, frame: Frame) -> None:
        self.ids.corners.picture.show(frame)
