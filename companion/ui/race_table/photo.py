"""A picture to set points on: its pixels found under a finger, and a magnifier that shows each of them."""

from typing import Any

from kivy.graphics import Color, Line, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.facts import Frame
from companion.ui.race_table.draft import Point
from companion.ui.widgets.frame import FrameView

PIXEL_DP = 8
"""What one pixel of the picture is under the magnifier."""
LOUPE_DP, LIFT_DP = 184, 130
"""A magnifier beside a finger: its side, and how far from the finger its middle is."""
DARK_DP, LIGHT_DP = 6, 2.5


class Photo(FrameView):
    """Shows one picture at a time; points are its pixels, the centre of the first being (0, 0)."""

    frame = ObjectProperty(None, allownone=True)

    def on_frame(self, *_: Any) -> None:
        frame: Frame | None = self.frame
        if frame is not None:
            self.show(frame)

    @property
    def texture(self) -> Any:
        return self._texture

    def to_screen(self, point: Point) -> tuple[float, float]:
        left, bottom, width, height = self.picture_box()
        wide, high = self._size()
        return left + (point[0] + 0.5) * width / wide, bottom + height - (point[1] + 0.5) * height / high

    def to_picture(self, x: float, y: float) -> Point:
        left, bottom, width, height = self.picture_box()
        wide, high = self._size()
        return (x - left) * wide / width - 0.5, (bottom + height - y) * high / height - 0.5

    def holds(self, x: float, y: float) -> bool:
        """Whether a place on the screen is on the picture."""
        left, bottom, width, height = self.picture_box()
        return self._texture is not None and left <= x <= left + width and bottom <= y <= bottom + height

    def _size(self) -> tuple[int, int]:
        if self._texture is None:
            return 1, 1
        wide, high = self._texture.size
        return int(wide), int(high)


class Loupe(Widget):
    """The pixels about a point, large, and a cross on it. `aim` it at a point; `hide` it."""

    pixel_dp = NumericProperty(PIXEL_DP)
    shown = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._aim: tuple[Photo, Point] | None = None
        for name in ("pos", "size"):
            self.fbind(name, self._draw)

    def aim(self, photo: Photo, point: Point) -> None:
        self._aim, self.shown = (photo, point), True
        self._draw()

    def beside(self, photo: Photo, point: Point, x: float, y: float) -> None:
        """Near a finger at (x, y), on whichever side of it there is room within the picture's widget."""
        side = theme.dp(LOUPE_DP)
        self.size = (side, side)
        up = y + theme.dp(LIFT_DP)
        if up + side / 2 > photo.top:
            up = y - theme.dp(LIFT_DP)
        across = min(max(x, photo.x + side / 2), photo.right - side / 2)
        self.center = (across, up)
        self.aim(photo, point)

    def hide(self) -> None:
        self._aim, self.shown = None, False
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self._aim is None or self._aim[0].texture is None:
            return
        photo, (px, py) = self._aim
        wide, high = photo.texture.size
        # So many pixels of the picture reach from the middle to each edge.
        right = self.width / 2 / theme.dp(self.pixel_dp) / wide
        down = self.height / 2 / theme.dp(self.pixel_dp) / high
        u, v = (px + 0.5) / wide, (py + 0.5) / high
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=photo.texture,
                pos=self.pos,
                size=self.size,
                # From the bottom left round; the picture's rows go down.
                tex_coords=(
                    u - right, v + down, u + right, v + down, u + right, v - down, u - right, v - down,
                ),
            )  # fmt: skip
            for colour, width in (("bg", DARK_DP), ("text", LIGHT_DP)):
                Color(*theme.rgba(colour))
                Line(rectangle=(*self.pos, *self.size), width=theme.dp(width) / 2)
                self._cross(theme.dp(width))

    def _cross(self, width: float) -> None:
        """Four arms that leave the pixel itself in sight."""
        x, y = self.center
        near, far = theme.dp(PIXEL_DP), theme.dp(5 * PIXEL_DP)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            Line(points=(x + dx * near, y + dy * near, x + dx * far, y + dy * far), width=width / 2)
