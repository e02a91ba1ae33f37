"""A Brain token: its shape and numeral say its rank, the colour says it last."""

from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Canvas, Color, Ellipse, Line, Mesh, Rectangle
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.all_wound_up.tokens_model import TokenModel
from companion.ui.intents import Button, Kind
from companion.ui.widgets.choice import Choice

FILLS = ("#16191D", "#6F3FA8", "#1F7A4D", "#F5C518", "#D0353B")
INKS = ("#FFFFFF", "#FFFFFF", "#FFFFFF", "#0F1216", "#FFFFFF")
EDGE_DP = 2.5
BLANK = TokenModel(1, 1, Button("", None), legal=False, tapped=False)


def corners(rank: int) -> list[tuple[float, float]]:
    """The outline within a circle of radius 1, y up; empty for the circle itself."""
    match rank:
        case 2:
            return [(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)]
        case 3:
            return [(-1.0, -0.8), (1.0, -0.8), (0.0, 1.0)]
        case 4:
            return [(0.0, -1.05), (1.05, 0.0), (0.0, 1.05), (-1.05, 0.0)]
        case 5:
            return [(cos(pi / 2 + at * 2 * pi / 5), sin(pi / 2 + at * 2 * pi / 5)) for at in range(5)]
        case _:
            return []


@lru_cache(maxsize=64)
def _words(text: str, size: int, colour: theme.Rgba) -> Any:
    label = CoreLabel(text=text, font_size=size, bold=True, color=colour)
    label.refresh()
    return label.texture


def draw_token(x: float, y: float, radius: float, rank: int, *, filled: bool) -> None:
    """Into the canvas that is open: the shape around (x, y), with its numeral."""
    shape = [(x + px * radius, y + py * radius) for px, py in corners(rank)]
    edge = theme.dp(EDGE_DP)
    if filled:
        Color(*theme.rgba(FILLS[rank - 1]))
        if shape:
            vertices = [n for px, py in shape for n in (px, py, 0, 0)]
            Mesh(vertices=vertices, indices=list(range(len(shape))), mode="triangle_fan")
        else:
            Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
    Color(*theme.rgba("text" if filled else "muted"))
    if shape:
        Line(points=[n for point in shape for n in point], width=edge / 2, close=True, joint="miter")
    else:
        Line(circle=(x, y, radius), width=edge / 2)
    ink = theme.rgba(INKS[rank - 1]) if filled else theme.rgba("text")
    texture = _words(str(rank), int(theme.dp(20)), ink)
    Color(1, 1, 1, 1)
    # A triangle's room is below its middle.
    down = theme.dp(3) if rank == 3 else 0
    wide, high = texture.size
    Rectangle(texture=texture, size=texture.size, pos=(x - wide / 2, y - high / 2 - down))


class TokenChoice(Choice):
    """One rank that a player holds, and how many of it."""

    token = ObjectProperty(BLANK)

    def __init__(self, **kwargs: Any) -> None:
        self._shape = Canvas()
        super().__init__(**kwargs)
        self.canvas.after.add(self._shape)
        for name in ("pos", "size", "token"):
            self.fbind(name, self._draw_token)
        self._draw_token()

    def _follow(self, *_: Any) -> None:
        super()._follow()
        # The shape says it; the words are for whoever looks for the button.
        self.text = ""

    def _draw_token(self, *_: Any) -> None:
        token: TokenModel = self.token
        # Beside the shape, how many there are.
        radius = theme.dp(19 if token.many < 2 else 16)
        across = self.x + (self.width / 2 if token.many < 2 else theme.dp(5) + radius)
        up = self.y + self.height / 2
        self._shape.clear()
        with self._shape:
            draw_token(across, up, radius, token.rank, filled=token.legal)
            if token.many > 1:
                texture = _words(str(token.many), int(theme.dp(20)), theme.rgba("text"))
                Color(1, 1, 1, 1)
                at = (self.x + self.width - texture.width - theme.dp(6), up - texture.height / 2)
                Rectangle(texture=texture, size=texture.size, pos=at)


class TokenRow(BoxLayout):
    """What one player holds; as wide as they need, and no wider."""

    models = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=theme.dp(theme.GAP), **kwargs)
        self.fbind("models", self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        tokens = [child for child in reversed(self.children) if isinstance(child, TokenChoice)]
        if len(tokens) != len(self.models):
            self.clear_widgets()
            tokens = [
                TokenChoice(model=model.button, size_hint_x=None, width=theme.dp(56)) for model in self.models
            ]
            for token in tokens:
                self.add_widget(token)
            self.add_widget(Widget())  # takes what room is left
        for token, model in zip(tokens, self.models, strict=True):
            if token.token != model:
                token.token = model
            kind = Kind.CHOSEN if model.tapped else Kind.PLAIN
            button = Button(model.button.text, model.button.intent, kind)
            if token.model != button:
                token.model = button
