"""Marks dragged on a picture. Its looks are in mark.kv, its words in mark_model.py."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.race_table.draft import Point
from companion.ui.race_table.intents import MoveMark, PickMark, PutMark
from companion.ui.race_table.mark_model import MarkModel
from companion.ui.race_table.photo import PIXEL_DP, Loupe, Photo
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["MarkHandle", "MarkScreen", "Marks", "choice"]


WIDER_DP = 3
"""What a pixel of a figure's picture is under the magnifier."""


def _do(intent: Any) -> None:
    App.get_running_app().desk.do(intent)


class MarkHandle(Widget):
    """A ring to drag: what it is on stays in sight, and a finger may hold it anywhere."""

    number = NumericProperty(0)
    picked = BooleanProperty(False)
    is_target = True


class Marks(FloatLayout):
    """The picture with its marks. A mark moves as far as the finger does, from wherever it is held."""

    model = ObjectProperty(None, allownone=True)
    beside = ObjectProperty(None, allownone=True)
    """A magnifier elsewhere that stays on the mark that the arrows move."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.photo = Photo(size_hint=(None, None))
        self.loupe = Loupe(size_hint=(None, None))
        self.add_widget(self.photo)
        self.add_widget(self.loupe)
        self._held: tuple[int, float, float] | None = None
        self._place = Clock.create_trigger(self._follow, -1)
        for name in ("pos", "size", "model", "beside"):
            self.fbind(name, self._place)
        self.photo.fbind("empty", self._place)

    def handles(self) -> list[MarkHandle]:
        return [child for child in reversed(self.children) if isinstance(child, MarkHandle)]

    def on_touch_down(self, touch: Any) -> bool:
        model: MarkModel | None = self.model
        if model is None or self._held is not None or not self.collide_point(*touch.pos):
            return False
        reach = theme.dp(theme.HANDLE) / 2
        near = [
            ((handle.center_x - touch.x) ** 2 + (handle.center_y - touch.y) ** 2, handle.number)
            for handle in self.handles()
        ]
        if near and min(near)[0] <= reach**2:
            number = int(min(near)[1])
            x, y = self.handles()[number].center
            self._hold(touch, number, (x - touch.x, y - touch.y))
            _do(PickMark(number))
            return True
        if model.can_put and self.photo.holds(*touch.pos):
            _do(PutMark(self.photo.to_picture(*touch.pos)))
            self._hold(touch, 0, (0.0, 0.0))
            return True
        return False

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._held is None:
            return False
        number, off_x, off_y = self._held
        _do(MoveMark(number, self.photo.to_picture(touch.x + off_x, touch.y + off_y)))
        self._magnify(touch, number)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.let_go()
        return True

    def let_go(self) -> None:
        self._held = None
        self.loupe.hide()

    def _hold(self, touch: Any, number: int, off: tuple[float, float]) -> None:
        touch.grab(self)
        self._held = (number, *off)
        self._magnify(touch, number)

    def _magnify(self, touch: Any, number: int) -> None:
        marks: tuple[Point, ...] = self.model.marks
        if number < len(marks):
            self.loupe.beside(self.photo, marks[number], touch.x, touch.y)

    def _follow(self, *_: Any) -> None:
        model: MarkModel | None = self.model
        if model is None:
            return
        # Room for a handle on the very edge of the picture, so that it never lies on a button.
        room = theme.dp(theme.HANDLE) / 2
        self.photo.pos = (self.x + room, self.y + room)
        self.photo.size = (max(1, self.width - 2 * room), max(1, self.height - 2 * room))
        self.photo.shown = model.shown is not None
        if model.shown is not None:
            self.photo.frame = model.shown.frame
        handles = self.handles()
        if len(handles) != len(model.marks):
            for handle in handles:
                self.remove_widget(handle)
            for number in range(len(model.marks)):
                self.add_widget(MarkHandle(number=number), index=1)
            handles = self.handles()
        points: list[float] = []
        for handle, mark in zip(handles, model.marks, strict=True):
            handle.picked = handle.number == model.picked
            handle.center = self.photo.to_screen(mark)
            points.extend(handle.center)
        # A corner is looked at by its pixels; what is before toes, with the toes.
        for loupe in (self.loupe, *([self.beside] if self.beside is not None else [])):
            loupe.pixel_dp = PIXEL_DP if model.closed else WIDER_DP
        if self.beside is not None and model.picked < len(model.marks):
            self.beside.aim(self.photo, model.marks[model.picked])
        elif self.beside is not None:
            self.beside.hide()
        self.photo.canvas.after.clear()
        with self.photo.canvas.after:
            Color(*theme.rgba(model.colour))
            if points and model.closed:
                Line(points=points, close=True, width=theme.dp(1.5))


class MarkScreen(Screen):
    """Replace `model` and the screen follows."""

    def on_parent(self, *_: Any) -> None:
        if self.parent is None:
            self.ids.marks.let_go()
