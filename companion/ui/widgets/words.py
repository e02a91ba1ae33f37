"""Text that is as large as its box allows, and never smaller than the theme's floor."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.label import Label

from companion.ui import theme
from companion.ui.widgets.fit import fitted

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

RULER_PX = 100


@lru_cache(maxsize=4)
def _rulers(bold: bool) -> Any:
    return CoreLabel(font_size=RULER_PX, bold=bold)


def width_of(text: str, bold: bool) -> float:
    """Of `text` in pixels at one pixel of font size. Nothing measured is kept: it may be a secret."""
    return float(_rulers(bold).get_extents(text)[0]) / RULER_PX


class Words(Label):
    """`want` is the size it should have, in sp; `ink` a theme colour."""

    want = NumericProperty(theme.BODY)
    ink = StringProperty("text")
    inset = NumericProperty(4)
    """Room kept free at both sides, in dp."""
    tight = NumericProperty(4)
    """The least room, taken when the text would not fit otherwise."""
    lead = NumericProperty(0)
    tail = NumericProperty(0)
    """More room kept free at the left, at the right."""
    foot = NumericProperty(0)
    """The part of the height kept free below, from 0 to 1."""

    rim = NumericProperty(0)
    """Room kept free above and below, in dp, as long as the text fits so."""

    def __init__(self, **kwargs: Any) -> None:
        self._refit = Clock.create_trigger(self.fit, -1)
        super().__init__(**kwargs)
        for name in ("size", "text", "want", "bold", "inset", "tight", "lead", "tail", "foot", "rim"):
            self.fbind(name, self._refit)
        self._refit()

    def fit(self, *_: Any) -> None:
        """Choose the font size for the box and text of now."""
        lead, tail, foot = theme.dp(self.lead), theme.dp(self.tail), self.height * self.foot
        for inset, rim in ((self.inset, self.rim), (min(self.inset, self.tight), 0)):
            width = self.width - 2 * theme.dp(inset) - lead - tail
            height = self.height - foot - 2 * theme.dp(rim)
            if width <= 1 or height <= 1 or not self.text:
                return
            size = fitted(
                self.text,
                width,
                height,
                want=theme.sp(self.want),
                least=theme.sp(theme.FLOOR),
                ruler=lambda word: width_of(word, self.bold),
            )
            if size is not None:
                break
        self.padding = (lead, 0, tail, foot)
        self.text_size = (self.width - 2 * theme.dp(inset), None)
        self.font_size = theme.sp(theme.FLOOR) if size is None else size

    def forget(self) -> None:
        """Leave nothing behind of what was said here, neither text nor texture."""
        self.text = ""
        self.texture_update()
        self.texture = None
        self.canvas.ask_update()


class UpsideDown(Words):
    """For whoever sits opposite."""
