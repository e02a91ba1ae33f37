"""Small drawings: a shape card's four points, and a little grid with some cells outlined."""

from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.screens.board_model import ShapeModel
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.words import Words


class ShapePic(Widget):
    """Four squares as they lie on the card."""

    points = ObjectProperty(())
    ink = StringProperty("text")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "points", "ink"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.points:
            return
        rows = 1 + max(row for row, _ in self.points)
        columns = 1 + max(column for _, column in self.points)
        # Four squares side by side set the size, so that all cards have squares of one size.
        side = min(self.width / max(4, columns), self.height / max(3, rows))
        left = self.x + self.width / 2 - columns * side / 2
        top = self.y + self.height / 2 + rows * side / 2
        gap = theme.dp(2)
        with self.canvas:
            Color(*theme.rgba(self.ink))
            for row, column in self.points:
                SmoothRoundedRectangle(
                    pos=(left + column * side + gap, top - (row + 1) * side + gap),
                    size=(side - 2 * gap, side - 2 * gap),
                    radius=[theme.dp(4)],
                )


class ShapeCard(BoxLayout):
    """A face-up shape card: filled when it is the one being played."""

    model = ObjectProperty(ShapeModel(None, False, None))
    chosen = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size"):
            self.fbind(name, self._back)
        self.fbind("model", self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        self.clear_widgets()
        model: ShapeModel = self.model
        if model.button is not None:
            self._pad(0)
            self.add_widget(Choice(model=model.button))
        elif model.points is None:
            self._pad(8)
            self.add_widget(Words(text="?", want=theme.ACTION, bold=True, ink="muted"))
        else:
            self._pad(8)
            self.add_widget(ShapePic(points=model.points, ink="ink" if model.chosen else "text"))
        self._back()

    def _pad(self, room: float) -> None:
        self.padding = theme.dp(room)

    def _back(self, *_: Any) -> None:
        self.canvas.before.clear()
        if self.model.button is not None:
            return
        line = theme.dp(theme.LINE)
        with self.canvas.before:
            Color(*theme.rgba("accent" if self.model.chosen else "outline"))
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[theme.dp(12)])
            Color(*theme.rgba("accent" if self.model.chosen else "raised"))
            SmoothRoundedRectangle(
                pos=(self.x + line, self.y + line),
                size=(max(1, self.width - 2 * line), max(1, self.height - 2 * line)),
                radius=[theme.dp(10)],
            )


class ShapeRow(BoxLayout):
    models = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=theme.dp(theme.GAP), **kwargs)
        self.fbind("models", self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        if len(self.children) != len(self.models):
            self.clear_widgets()
            for _model in self.models:
                self.add_widget(ShapeCard())
        for child, model in zip(reversed(self.children), self.models, strict=True):
            if child.model != model:
                child.model = model


class MiniGrid(Widget):
    """The 5 x 5 grid, small; `cells` are filled."""

    cells = ObjectProperty(())
    ink = StringProperty("accent")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "cells", "ink"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        side = min(self.width, self.height) / 5
        left, top = self.x + self.width / 2 - 2.5 * side, self.y + self.height / 2 + 2.5 * side
        with self.canvas:
            for cell in range(25):
                row, column = divmod(cell, 5)
                on = cell in self.cells
                gap = theme.dp(1) if on else theme.dp(2.5)
                Color(*theme.rgba(self.ink if on else "outline"))
                SmoothRoundedRectangle(
                    pos=(left + column * side + gap, top - (row + 1) * side + gap),
                    size=(max(1, side - 2 * gap), max(1, side - 2 * gap)),
                    radius=[theme.dp(2)],
                )
