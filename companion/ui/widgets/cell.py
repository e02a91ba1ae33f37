"""A cell of the 5 x 5 mirror, and the mirror. Colour, letter and outline each say what a cell is."""

from functools import lru_cache
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    Line,
    PopMatrix,
    PushMatrix,
    Rectangle,
    RoundedRectangle,
    SmoothLine,
    SmoothRoundedRectangle,
    Translate,
)
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.all_4_it.state import Colour
from companion.ui import theme
from companion.ui.all_4_it.intents import Tap
from companion.ui.screens.board_model import CellModel, Mark
from companion.ui.widgets.ring import dashes

RADIUS = 10
_STRONG = {Mark.PROPOSED: "accent", Mark.PICKED: "accent", Mark.DRAFTED: "ok", Mark.WRONG: "err"}


@lru_cache(maxsize=64)
def letter_texture(letter: str, size: int, colour: theme.Rgba) -> Any:
    label = CoreLabel(text=letter, font_size=size, bold=True, color=colour)
    label.refresh()
    return label.texture


class Cell(ButtonBehavior, Widget):
    model = ObjectProperty(CellModel(0, "", None, Mark.NONE, False))
    over_picture = BooleanProperty(False)
    """The real board shows behind: draw outlines and a small letter only."""
    shake = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self._shift = Translate(0, 0)
        with self.canvas.after:
            PopMatrix()
        for name in ("pos", "size", "over_picture", "state"):
            self.fbind(name, self._draw)
        self.fbind("model", self._follow)
        self.fbind("shake", self._shaken)
        self._draw()

    @property
    def is_target(self) -> bool:
        return bool(self.model.live)

    @property
    def letter_px(self) -> float:
        return self.height * (0.28 if self.over_picture else 0.46)

    def _shaken(self, *_: Any) -> None:
        self._shift.x = self.shake

    def _follow(self, *_: Any) -> None:
        self._draw()
        if self.model.mark is Mark.WRONG:
            swing = theme.dp(6)
            steps = [Animation(shake=to, d=0.03) for to in (-swing, swing, -swing, swing, 0)]
            whole = steps[0]
            for step in steps[1:]:
                whole += step
            Animation.cancel_all(self, "shake")
            whole.start(self)

    def on_release(self) -> None:
        if self.model.live:
            App.get_running_app().desk.do(Tap(self.model.cell))

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            if not self.over_picture:
                self._fill()
            self._letter()
            self._mark()

    def _box(self, fill: str, edge: str, thick: float) -> None:
        half = theme.dp(thick) / 2
        size = (max(1, self.width - 2 * half), max(1, self.height - 2 * half))
        Color(*theme.rgba(fill))
        RoundedRectangle(pos=(self.x + half, self.y + half), size=size, radius=[theme.dp(RADIUS) - half])
        Color(*theme.rgba(edge))
        SmoothLine(rounded_rectangle=theme.inside(self.pos, self.size, thick, RADIUS), width=max(1.0, half))

    def _fill(self) -> None:
        match self.model.colour:
            case Colour.RED:
                self._box("red", "red_edge", theme.LINE)
            case Colour.WHITE:
                self._box("white", "white_edge", theme.LINE)
            case _:
                self._box("surface" if self.state == "down" else "raised", "outline", 2)

    def _letter(self) -> None:
        if not self.model.letter:
            return
        size = int(self.letter_px)
        on_piece = "on_red" if self.model.colour is Colour.RED else "on_white"
        ink = "text" if self.over_picture else on_piece if self.model.colour else "muted"
        texture = letter_texture(self.model.letter, size, theme.rgba(ink))
        wide, high = texture.size
        at = (self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2)
        if self.over_picture:
            at = (self.x + self.width - wide - theme.dp(10), self.y + theme.dp(6))
            Color(*theme.rgba("bg"))
            SmoothRoundedRectangle(
                pos=(at[0] - theme.dp(4), at[1]), size=(wide + theme.dp(8), high), radius=[theme.dp(6)]
            )
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, size=texture.size, pos=at)

    def _mark(self) -> None:
        mark = self.model.mark
        thick = theme.dp(theme.THICK) / 2
        box = (self.x + thick, self.y + thick, self.width - 2 * thick, self.height - 2 * thick)
        if mark is Mark.DOUBTFUL:
            self._halo(box, dashed=True)
            Color(*theme.rgba("warn"))
            for points in dashes(box, theme.dp(RADIUS), theme.dp(11)):
                Line(points=points, width=thick, cap="none")
        elif mark in _STRONG or self.state == "down":
            self._halo(box, dashed=False)
            Color(*theme.rgba(_STRONG.get(mark, "accent")))
            Line(rounded_rectangle=(*box, theme.dp(RADIUS)), width=thick)
            if mark is Mark.PICKED:
                self._dot("accent")
            if mark is Mark.WRONG:
                Color(*theme.rgba("text"))
                self._cross(box)

    def _halo(self, box: tuple[float, float, float, float], *, dashed: bool) -> None:
        """A dark edge within, so that an outline shows on a white piece too."""
        inner = theme.dp(theme.THICK) * (0.0 if dashed else 0.75)
        x, y, width, height = box
        Color(*theme.rgba("ink" if theme.look().palette is theme.DARK else "bg"))
        Line(
            rounded_rectangle=(
                x + inner,
                y + inner,
                width - 2 * inner,
                height - 2 * inner,
                theme.dp(RADIUS - 3),
            ),
            width=theme.dp(theme.THICK) / 2 if dashed else theme.dp(1.5),
        )

    def _dot(self, colour: str) -> None:
        side = self.height * 0.17
        Color(*theme.rgba(colour))
        SmoothRoundedRectangle(
            pos=(self.x + theme.dp(10), self.y + self.height - side - theme.dp(10)),
            size=(side, side),
            radius=[side / 2],
        )

    def _cross(self, box: tuple[float, float, float, float]) -> None:
        x, y, width, height = box
        a, b = 0.3, 0.7
        for flip in (False, True):
            ends = (b, a) if flip else (a, b)
            points = [x + width * a, y + height * ends[0], x + width * b, y + height * ends[1]]
            Line(points=points, width=theme.dp(3))


class Mirror(GridLayout):
    """25 cells, row by row from the top left."""

    models = ObjectProperty(())
    over_picture = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=5, spacing=theme.dp(theme.GAP), **kwargs)
        self.fbind("models", self._follow)
        self.fbind("over_picture", self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        if len(self.children) != len(self.models):
            self.clear_widgets()
            for _model in self.models:
                self.add_widget(Cell())
        for child, model in zip(reversed(self.children), self.models, strict=True):
            child.over_picture = self.over_picture
            if child.model != model:
                child.model = model
