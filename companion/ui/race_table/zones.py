"""Zones traced on a straightened tile. Its looks are in zones.kv, its words in zones_model.py."""

from math import hypot
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme
from companion.ui.race_table.draft import Point
from companion.ui.race_table.intents import CloseZone, PutCorner
from companion.ui.race_table.photo import Loupe, Photo
from companion.ui.race_table.zones_model import ZoneModel, ZonesModel
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["Tracer", "ZonesScreen", "choice"]

CORNER_DP, LABEL_SP = 7, 22
CLOSE_DP = 16
"""So near to its first corner an outline is closed: small zones have corners hardly further apart.

Whoever finds that too fine has a button for it.
"""


class Tracer(FloatLayout):
    """The tile, its zones, and the outline that grows. A corner is put where the finger is lifted."""

    model = ObjectProperty(None, allownone=True)
    is_target = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.photo = Photo(size_hint=(None, None))
        self.loupe = Loupe(size_hint=(None, None), pixel_dp=4)
        self.add_widget(self.photo)
        self.add_widget(self.loupe)
        self._held = False
        self._place = Clock.create_trigger(self._follow, -1)
        for name in ("pos", "size", "model"):
            self.fbind(name, self._place)
        self.photo.fbind("empty", self._place)

    def on_touch_down(self, touch: Any) -> bool:
        model: ZonesModel | None = self.model
        if model is None or self._held or not model.can_put or not self.photo.holds(*touch.pos):
            return False
        touch.grab(self)
        self._held = True
        self.loupe.beside(self.photo, self.photo.to_picture(*touch.pos), *touch.pos)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self.loupe.beside(self.photo, self.photo.to_picture(*touch.pos), *touch.pos)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.let_go()
        desk = App.get_running_app().desk
        desk.do(CloseZone() if self._on_first(touch) else PutCorner(self.photo.to_picture(*touch.pos)))
        return True

    def let_go(self) -> None:
        self._held = False
        self.loupe.hide()

    def _on_first(self, touch: Any) -> bool:
        """Whether a finger is back at the corner that the outline began with."""
        model: ZonesModel = self.model
        if not model.can_close:
            return False
        x, y = self.photo.to_screen(model.outline.points[0])
        return hypot(touch.x - x, touch.y - y) <= theme.dp(CLOSE_DP)

    def _follow(self, *_: Any) -> None:
        model: ZonesModel | None = self.model
        if model is None:
            return
        self.photo.pos, self.photo.size = self.pos, self.size
        self.photo.shown = model.shown is not None
        if model.shown is not None:
            self.photo.frame = model.shown.frame
        after = self.photo.canvas.after
        after.clear()
        with after:
            for zone in model.zones:
                self._outline(zone)
            self._outline(model.outline)
            self._corners(model.outline.points)

    def _outline(self, zone: ZoneModel) -> None:
        places = [self.photo.to_screen(point) for point in zone.points]
        if not places:
            return
        points = [number for place in places for number in place]
        for colour, width in (("bg", 3.5), (zone.colour, 3 if zone.chosen else 2)):
            Color(*theme.rgba(colour))
            if len(places) > 1:
                Line(points=points, close=zone.closed, width=theme.dp(width))
        if zone.label:
            self._label(zone, places)

    def _label(self, zone: ZoneModel, places: list[tuple[float, float]]) -> None:
        label = CoreLabel(text=zone.label, font_size=theme.sp(LABEL_SP), bold=True)
        label.refresh()
        wide, high = label.texture.size
        room = theme.dp(6)
        x = sum(place[0] for place in places) / len(places) - wide / 2
        # Above the zone: a small one would lie wholly under its name.
        y = max(place[1] for place in places) + room
        left, bottom, width, height = self.photo.picture_box()
        x = min(max(x, left + room), left + width - wide - room)
        y = min(max(y, bottom + room), bottom + height - high - room)
        Color(*theme.rgba(zone.colour if zone.chosen else "bg"))
        Rectangle(pos=(x - room, y), size=(wide + 2 * room, high))
        Color(*theme.rgba("ink" if zone.chosen else "text"))
        Rectangle(texture=label.texture, pos=(x, y), size=label.texture.size)

    def _corners(self, points: tuple[Point, ...]) -> None:
        for at, point in enumerate(points):
            x, y = self.photo.to_screen(point)
            for colour, more in (("bg", 2), ("text", 0)):
                Color(*theme.rgba(colour))
                reach = theme.dp(CORNER_DP + more)
                Ellipse(pos=(x - reach, y - reach), size=(2 * reach, 2 * reach))
            if at == 0:
                Line(circle=(x, y, theme.dp(CLOSE_DP)), width=theme.dp(2))


class ZonesScreen(Screen):
    """Replace `model` and the screen follows."""

    def on_parent(self, *_: Any) -> None:
        if self.parent is None:
            self.ids.tracer.let_go()
