"""The plain map of the tiles: squares in their places, the course, who stands where, the way out."""

from dataclasses import replace
from math import hypot
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle, SmoothLine, Triangle
from kivy.properties import ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.all_wound_up.map_model import BLANK, MapModel, MarkModel, SquareModel
from companion.ui.all_wound_up.widgets.short import Short
from companion.ui.widgets.cell import letter_texture
from companion.ui.words import say

GAP_DP = 16
LEAST_DP = 84
"""A tile with its gap."""
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
            # Two figures and more need a narrow tile for themselves.
            if model.number and (len(model.marks) < 2 or self.width > theme.dp(120)):
                self._number(model.number)
            if not is_low(self.size):
                self._zones()
            for at, mark in enumerate(model.marks):
                self._mark(at, mark)

    def _number(self, number: str) -> None:
        """In the top left corner; in the middle of the left edge of a low tile."""
        texture = letter_texture(number, int(theme.dp(30)), theme.rgba("accent"))
        down = (self.height - texture.height) / 2 if is_low(self.size) else theme.dp(4)
        Color(1, 1, 1, 1)
        at = (self.x + theme.dp(10), self.top - down - texture.height)
        Rectangle(texture=texture, size=texture.size, pos=at)

    def _zones(self) -> None:
        """A letter each, along the top edge."""
        letters = " ".join(say(f"all_wound_up.letter.{kind}") for kind in self.model.zones)
        if letters:
            texture = letter_texture(letters, int(theme.dp(20)), theme.rgba("muted"))
            at = (self.x + self.width - texture.width - theme.dp(10), self.top - theme.dp(8) - texture.height)
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, size=texture.size, pos=at)

    def _mark(self, at: int, mark: MarkModel) -> None:
        """From the bottom right corner on, two above one another."""
        size = theme.dp(30)
        column, row = divmod(at, 2)
        one_row = self.height < 2 * size + theme.dp(10)
        if one_row:
            column, row = at, 0
        low = is_low(self.size) and (one_row or len(self.model.marks) == 1)
        x = self.x + self.width - (column + 1) * (size + theme.dp(4))
        y = self.y + ((self.height - size) / 2 if low else theme.dp(4) + row * (size + theme.dp(4)))
        Color(*theme.rgba(mark.colour))
        RoundedRectangle(pos=(x, y), size=(size, size), radius=[size / 2])
        texture = letter_texture(mark.letter, int(theme.dp(20)), theme.rgba("ink"))
        Color(1, 1, 1, 1)
        wide, high = texture.size
        Rectangle(texture=texture, size=texture.size, pos=(x + (size - wide) / 2, y + (size - high) / 2))
        if mark.fallen:
            Color(*theme.rgba("text"))
            Line(points=[x - 2, y - 2, x + size + 2, y + size + 2], width=theme.dp(3))


def is_low(size: tuple[float, float]) -> bool:
    """Number, name and figures stand side by side in it."""
    return size[1] < theme.dp(110)


class RaceMap(FloatLayout):
    """Squares as large as fit; arrows from each to the next, and a strong one through the gate."""

    model = ObjectProperty(BLANK)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._squares: list[TileSquare] = []
        self._names: list[Short] = []
        for name in ("pos", "size", "model"):
            self.fbind(name, self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        model: MapModel = self.model
        if len(self._squares) != len(model.squares):
            self.clear_widgets()
            self._squares = [TileSquare(size_hint=(None, None)) for _ in model.squares]
            self._names = [Short(size_hint=(None, None), want=theme.BODY) for _ in model.squares]
            for widget in (*self._squares, *self._names):
                self.add_widget(widget)
        self.canvas.after.clear()
        if not model.squares:
            return
        model = self._spread(model)
        corner, unit = self._grid(model)
        size = (max(1.0, unit[0] - theme.dp(GAP_DP)), max(1.0, unit[1] - theme.dp(GAP_DP)))

        def place(at: tuple[float, float]) -> tuple[float, float]:
            """The top left corner."""
            return corner[0] + at[0] * unit[0], corner[1] - at[1] * unit[1]

        for square, name, shown in zip(self._squares, self._names, model.squares, strict=True):
            left, top = place(shown.at)
            square.size, square.pos = size, (left, top - size[1])
            square.model = shown
            name.name = shown.name
            room = theme.dp(38) if is_low(size) else 0
            crowd = is_low(size) or len(shown.marks) > 2
            marks = -(-len(shown.marks) // 2) * theme.dp(34) if crowd else 0
            name.size = (max(1.0, size[0] - 2 * theme.dp(4) - room - marks), min(size[1] * 0.9, theme.sp(60)))
            name.pos = (left + theme.dp(4) + room, top - size[1] / 2 - name.height / 2)

        def middle(at: tuple[float, float]) -> tuple[float, float]:
            left, top = place(at)
            return left + size[0] / 2, top - size[1] / 2

        with self.canvas.after:
            for one, two in model.steps:
                self._arrow(middle(one), middle(two), strong=False)
            if model.exit is not None:
                self._arrow(middle(model.exit[0]), middle(model.exit[1]), strong=True)

    def _spread(self, model: MapModel) -> MapModel:
        """In a row or a column where they have no room as they lie: the order is what counts."""
        across, down = _extent(model)
        if self.height / down >= theme.dp(LEAST_DP) and self.width / across >= theme.dp(LEAST_DP):
            return model
        column = self.height > self.width
        order = sorted(model.squares, key=lambda square: square.number or "~")

        def at(number: float) -> tuple[float, float]:
            return (0.0, number) if column else (number, 0.0)

        places = {square.at: at(number) for number, square in enumerate(order)}
        squares = tuple(replace(square, at=places[square.at]) for square in model.squares)
        steps = tuple(
            (places[one], places[two]) for one, two in model.steps if one in places and two in places
        )
        leaves = None
        if model.exit is not None and model.exit[0] in places:
            leaves = (places[model.exit[0]], at(len(order)))
        return MapModel(squares, tuple(step for step in steps if _near(step)), leaves)

    def _grid(self, model: MapModel) -> tuple[tuple[float, float], tuple[float, float]]:
        """The top left corner; pixels a tile across and down, gap included."""
        across = [s.at[0] for s in model.squares]
        down = [s.at[1] for s in model.squares]
        wide, high = _extent(model)
        most = theme.dp(260)
        # Room for the arrow that leads out of the last tile.
        unit_x = min((self.width - theme.dp(24)) / wide, most)
        unit_y = min((self.height - theme.dp(24)) / high, most)
        unit_x, unit_y = min(unit_x, unit_y * 3.2), min(unit_y, unit_x * 1.2)
        left = self.center_x - wide * unit_x / 2 - min(across) * unit_x + theme.dp(GAP_DP) / 2
        top = self.center_y + high * unit_y / 2 + min(down) * unit_y - theme.dp(GAP_DP) / 2
        return (left, top), (unit_x, unit_y)

    def _arrow(self, one: tuple[float, float], two: tuple[float, float], *, strong: bool) -> None:
        """Across the gap between two tiles."""
        (ax, ay), (bx, by) = one, two
        length = hypot(bx - ax, by - ay)
        if not length:
            return
        ux, uy = (bx - ax) / length, (by - ay) / length
        reach = theme.dp(GAP_DP if strong else 13)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        tip = (mx + ux * reach, my + uy * reach)
        head = theme.dp(14 if strong else 11)
        back = (tip[0] - ux * head, tip[1] - uy * head)
        Color(*theme.rgba("ok" if strong else "accent"))
        Line(points=[mx - ux * reach, my - uy * reach, *back], width=theme.dp(4 if strong else 2.5))
        left, right = (-uy * head * 0.8, ux * head * 0.8), (uy * head * 0.8, -ux * head * 0.8)
        Triangle(points=[*tip, back[0] + left[0], back[1] + left[1], back[0] + right[0], back[1] + right[1]])
        if strong:
            across = theme.dp(24)
            Line(
                points=[mx - uy * across, my + ux * across, mx + uy * across, my - ux * across],
                width=theme.dp(3),
            )


def _extent(model: MapModel) -> tuple[float, float]:
    """Tiles across and down."""
    across = [square.at[0] for square in model.squares]
    down = [square.at[1] for square in model.squares]
    return max(across) - min(across) + 1, max(down) - min(down) + 1


def _near(step: tuple[tuple[float, float], tuple[float, float]]) -> bool:
    (ax, ay), (bx, by) = step
    return abs(ax - bx) + abs(ay - by) <= 1
