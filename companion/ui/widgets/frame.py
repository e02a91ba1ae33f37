"""A picture of the table, newest first. Pixels go into one texture that is used again and again."""

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.ui.facts import Frame


class FrameView(Widget):
    """Shows what `show` was given last, as large as fits; `filled` stretches it to the whole widget."""

    filled = BooleanProperty(False)
    shown = BooleanProperty(True)
    """Hidden it is not drawn at all; transparent it would be."""
    empty = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture: Any = None
        with self.canvas:
            self._colour = Color(0, 0, 0, 0)
            self._picture = Rectangle()
        for name in ("pos", "size", "filled", "shown"):
            self.fbind(name, self._place)

    def show(self, frame: Frame) -> None:
        size = (frame.width, frame.height)
        if self._texture is None or self._texture.size != size:
            # RGBA throughout: GLES takes no other buffer without a copy.
            self._texture = Texture.create(size=size, colorfmt="rgba")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
            self._colour.rgba = (1, 1, 1, 1)
            self.empty = False
            self._place()
        self._texture.blit_buffer(frame.pixels, colorfmt="rgba", bufferfmt="ubyte")
        self.canvas.ask_update()

    def picture_box(self) -> tuple[float, float, float, float]:
        """Where the picture lies in the window: x, y, width, height."""
        if self.filled or self._texture is None:
            return (self.x, self.y, self.width, self.height)
        wide, high = self._texture.size
        scale = min(self.width / wide, self.height / high)
        width, height = wide * scale, high * scale
        return (self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)

    def _place(self, *_: Any) -> None:
        x, y, width, height = self.picture_box()
        there = self.shown and self._texture is not None
        self._picture.pos, self._picture.size = (x, y), (width, height) if there else (0, 0)
