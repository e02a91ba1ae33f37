"""One player beside a race: name, cards, bid, tokens."""

from pathlib import Path
from typing import Any

from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.all_wound_up.panel_model import BLANK
from companion.ui.all_wound_up.widgets import short, token
from companion.ui.intents import Button
from companion.ui.screens import strip_model
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = [
    "CardSign",
    "RaceStrip",
    "Racer",
    "RacerLine",
    "RacerLines",
    "RacerPanel",
    "Racers",
    "short",
    "token",
]


class CardSign(Widget):
    """A small card: the number beside it is how many."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        wide, high = theme.dp(13), theme.dp(19)
        box = (self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2, wide, high)
        with self.canvas:
            Color(*theme.rgba("muted"))
            Line(rounded_rectangle=(*box, theme.dp(3)), width=theme.dp(1.2))


class RaceStrip(Framed):
    """The one question, with room for as many answers as there are players."""

    model = ObjectProperty(strip_model.BLANK, rebind=True)


class RacerPanel(Framed):
    """Two lines, and the bid as large as it goes."""

    model = ObjectProperty(BLANK, rebind=True)


class Racer(BoxLayout):
    """Whose line it is; while figures are spoken of, the button that chooses this one."""

    model = ObjectProperty(BLANK, rebind=True)
    no_button = Button("", None, enabled=False)


class RacerLine(Framed):
    """One line."""

    model = ObjectProperty(BLANK, rebind=True)


class Racers(Flow):
    """All of them, one above the other."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=1, **kwargs)

    def make(self, model: Any) -> Any:
        return RacerPanel(model=model)


class RacerLines(Flow):
    """All of them in one line each."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=1, **kwargs)

    def make(self, model: Any) -> Any:
        return RacerLine(model=model)
