"""A name that somebody else chose: shortened where it does not fit, and left out where nothing would."""

from typing import Any

from kivy.properties import StringProperty

from companion.ui import theme
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
        self.text = shortened(self.name, room, bold=self.bold) if room >= theme.dp(LEAST_DP) else ""


def shortened(name: str, room: float, *, bold: bool) -> str:
    size = theme.sp(theme.FLOOR) * 1.03

    def fits(text: str) -> bool:
        return all(width_of(word, bold) * size <= room for word in text.split(" "))

    if fits(name):
        return name
    for end in range(len(name) - 1, 1, -1):
        if fits(name[:end] + MORE):
            return name[:end] + MORE
    return name[:1]
