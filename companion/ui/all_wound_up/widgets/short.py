"""A name that somebody else chose: shortened where it does not fit, and left out where nothing would."""

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty

from companion.ui import theme
from companion.ui.widgets.choice import Choice, Choices
from companion.ui.widgets.fit import LINE
from companion.ui.widgets.words import Words, width_of

LEAST_DP = 30
MORE = "…"


class Short(Words):
    """`name` as far as it fits at the smallest size; its letter where only that does."""

    name = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for prop in ("name", "size", "bold"):
            self.fbind(prop, self._shorten)
        self._shorten()

    def _shorten(self, *_: Any) -> None:
        room = self.width - theme.dp(2 * self.tight)
        low = self.height < 2 * LINE * theme.sp(theme.FLOOR)
        told = shortened(self.name, room, bold=self.bold, one_line=low)
        self.text = told if room >= theme.dp(LEAST_DP) else ""


class ShortChoice(Choice):
    """A button with a name on it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("width", self._shorten)
        self.fbind("model", self._shorten)
        self._shorten()

    def _follow(self, *_: Any) -> None:
        super()._follow()
        self._shorten()

    def _shorten(self, *_: Any) -> None:
        self.text = shortened(self.model.text, self.width - theme.dp(2 * self.tight), bold=True)


class ShortChoices(Choices):
    kind = ShortChoice


def shortened(name: str, room: float, *, bold: bool, one_line: bool = False) -> str:
    """`one_line`: there is no room below, and the last word is the one that tells."""
    if room < theme.dp(LEAST_DP):
        return name
    size = theme.sp(theme.FLOOR) * 1.03

    def fits(text: str) -> bool:
        return width_of(text, bold) * size <= room

    first, blank, rest = name.partition(" ")
    if one_line and blank and not fits(name):
        return f"{_cut(first, lambda cut: fits(f'{cut} {rest}'))} {rest}"
    return " ".join(word if fits(word) else _cut(word, fits) for word in name.split(" "))


def _cut(word: str, fits: Callable[[str], bool]) -> str:
    ends = (word[:end] + MORE for end in range(len(word) - 1, 1, -1))
    return next((cut for cut in ends if fits(cut)), word[:1])
