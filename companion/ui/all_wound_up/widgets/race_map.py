"""The plain map of the tiles: squares in their places, the course, who stands where, the way out."""

from math import hypot
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle, SmoothLine, Triangle
from kivy.properties import ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.all_wound_up.map_model import BLANK, MapModel, SquareModel
from companion.ui.widgets.cell import letter_texture
from companion.ui.widgets.words import Words

GAP_DP = 16
NO_SQUARE = SquareModel("", "", (0, 0), "", (), False, ())


class TileSquare(ButtonBehavior, Widget):
    """A tile. Its place on the course stands in its corner; figures are letters on it."""

    model = ObjectProperty(NO_SQUARE)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "model", "state"):
            self.fbind(name, self._draw)
        self._draw()

    @property
    def is_target(self) -> bool:
        return self.model.intent is not None

    def on_release(self) -> None:
        if self.model.intent is not None:
            App.get_running_app().desk.do(self.model.intent)

    def _draw(self, *_: Any) -> None:
        model: SquareModel = self.model
        self.canvas.clear()
        with self.canvas:
            Color(*theme.rgba("raised" if self.state == "normal" else "surface"))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[theme.dp(10)])
            Color(*theme.rgba("accent" if model.number else "outline"))
            thick = theme.LINE if model.number else 2
            SmoothLine(
                rounded_rectangle=theme.inside(self.pos, self.size, thick, 10), width=theme.dp(thick) / 2
            )
            self._number(model.number)
            self._marks()

    def _number(self, number: str) -> None:
        if number:
            self._text(number, min(self.height * 0.3, theme.dp(44)), (0.08, 0.94), "accent")

    def _text(self, text: str, size: float, at: tuple[float, float], ink: str) -> None:
        texture = letter_texture(text, max(int(theme.dp(20)), int(size)), theme.rgba(ink))
        x = self.x + self.width * at[0]
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, size=texture.size, pos=(x, self.y + self.height * at[1] - texture.height))

    def _marks(self) -> None:
        marks = self.model.marks
        size = min(theme.dp(36), self.width * 0.3, self.height * 0.4)
        for at, mark in enumerate(marks):
            column, row = at % 2, at // 2
            x = self.right - (column + 1) * (size + theme.dp(4))
            y = self.y + theme.dp(6) + row * (size + theme.dp(4))
            Color(*theme.rgba(mark.colour))
            RoundedRectangle(pos=(x, y), size=(size, size), radius=[size / 2])
            texture = letter_texture(mark.letter, max(16, int(size * 0.7)), theme.rgba("ink"))
            Color(1, 1, 1, 1)
            wide, high = texture.size
            Rectangle(
                texture=texture, size=texture.size, pos=(x + (size - wide) / 2, y + (size - high) / 2)
            )
            if mark.fallen:
                Color(*theme.rgba("err"))
                Line(points=[x, y, x + size, y + size], width=theme.dp(2))


class RaceMap(FloatLayout):
    """Squares as large as fit; arrows from each to the next, and a strong one through the gate."""

    model = ObjectProperty(BLANK)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._squares: list[TileSquare] = []
        self._names: list[Words] = []
        for name in ("pos", "size", "model"):
            self.fbind(name, self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        model: MapModel = self.model
        if len(self._squares) != len(model.squares):
            self.clear_widgets()
            self._squares = [TileSquare(size_hint=(None, None)) for _ in model.squares]
            self._names = [Words(size_hint=(None, None), want=theme.BODY) for _ in model.squares]
            for widget in (*self._squares, *self._names):
                self.add_widget(widget)
        self.canvas.after.clear()
        if not model.squares:
            return
        corner, unit = self._grid(model)
        side = max(1.0, unit - theme.dp(GAP_DP))
        for square, name, shown in zip(self._squares, self._names, model.squares, strict=True):
            left, top = corner[0] + shown.at[0] * unit, corner[1] - shown.at[1] * unit
            square.size, square.pos = (side, side), (left, top - side)
            square.model = shown
            name.text = shown.name
            name.size = (side - theme.dp(8), min(side * 0.34, theme.dp(64)))
            name.pos = (left + theme.dp(4), top - side * 0.5 - name.height / 2)
        with self.canvas.after:
            for one, two in model.steps:
                self._arrow(one, two, corner, unit, side, strong=False)
            if model.exit is not None:
                self._arrow(*model.exit, corner, unit, side, strong=True)

    def _grid(self, model: MapModel) -> tuple[tuple[float, float], float]:
        """The top left corner, and pixels a tile, gap included; room is left for the way out."""
        across = [s.at[0] for s in model.squares]
        down = [s.at[1] for s in model.squares]
        wide = max(across) - min(across) + 1
        high = max(down) - min(down) + 1
        unit = min(self.width / wide, self.height / high, theme.dp(280))
        left = self.center_x - wide * unit / 2 - min(across) * unit + theme.dp(GAP_DP) / 2
        top = self.center_y + high * unit / 2 + min(down) * unit - theme.dp(GAP_DP) / 2
        return (left, top), unit

    def _arrow(
        self,
        one: tuple[float, float],
        two: tuple[float, float],
        corner: tuple[float, float],
        unit: float,
        side: float,
        *,
        strong: bool,
    ) -> None:
        """Across the gap between two tiles."""

        def middle(at: tuple[float, float]) -> tuple[float, float]:
            return corner[0] + at[0] * unit + side / 2, corner[1] - at[1] * unit - side / 2

        (ax, ay), (bx, by) = middle(one), middle(two)
        length = hypot(bx - ax, by - ay)
        if not length:
            return
        ux, uy = (bx - ax) / length, (by - ay) / length
        # From inside one edge to inside the other; where there is no other tile, just over the edge.
        reach = max(theme.dp(14), min(unit * 0.16, theme.dp(34)))
        mx, my = ax + ux * unit / 2, ay + uy * unit / 2
        start, tip = (mx - ux * reach, my - uy * reach), (mx + ux * reach, my + uy * reach)
        tip = (min(max(tip[0], self.x), self.right), min(max(tip[1], self.y), self.top))
        head = theme.dp(16 if strong else 12)
        Color(*theme.rgba("ok" if strong else "accent"))
        Line(points=[*start, tip[0] - ux * head, tip[1] - uy * head], width=theme.dp(4 if strong else 2.5))
        left, right = (-uy * head * 0.8, ux * head * 0.8), (uy * head * 0.8, -ux * head * 0.8)
        back = (tip[0] - ux * head, tip[1] - uy * head)
        Triangle(
            points=[*tip, back[0] + left[0], back[1] + left[1], back[0] + right[0], back[1] + right[1]]
        )
        if strong:
            across = theme.dp(20)
            Line(
                points=[mx - uy * across, my + ux * across, mx + uy * across, my - ux * across],
                width=theme.dp(3),
            )
