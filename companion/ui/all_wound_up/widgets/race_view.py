"""A picture of a race with what is drawn on it: tiles, zones, feet, where figures look, who leads."""

from collections.abc import Iterable
from typing import Any

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.properties import ObjectProperty, StringProperty

from companion.table.race_picture import Drawn
from companion.table.race_shown import Posture
from companion.ui import theme
from companion.ui.all_wound_up.framing import STIRS, Part, tiles_in
from companion.ui.widgets.cell import letter_texture
from companion.ui.widgets.frame import FrameView
from companion.ui.words import has_words, say

PATHS = {"brain": "ok", "grave": "warn", "mausoleum": "err", "gate": "accent"}
"""Zones by colour; the letters in them say it too."""


class RaceView(FrameView):
    """Replace `drawn` and it is drawn over the picture, in the picture's own pixels.

    Of the picture only the tiles are shown, as large as fits.
    """

    drawn = ObjectProperty(Drawn())
    strong = StringProperty("")
    """The id of a zone whose outline is drawn strong."""
    leader = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._part: Part = (0, 0, 1, 1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "drawn", "strong", "leader", "empty", "shown"):
            self.fbind(name, self._overlay)

    def show(self, frame: Any) -> None:
        fresh = self._texture is None
        super().show(frame)
        if fresh:
            self._overlay()

    def put(self, texture: Any) -> None:
        """A picture that is there already, or none."""
        self._texture = self._picture.texture = texture
        self._colour.rgba = (1, 1, 1, 1 if texture is not None else 0)
        self.empty = texture is None
        self._place()
        self._overlay()

    def picture_box(self) -> tuple[float, float, float, float]:
        if self._texture is None:
            return super().picture_box()
        left, top, right, bottom = self._part
        scale = min(self.width / (right - left), self.height / (bottom - top))
        width, height = (right - left) * scale, (bottom - top) * scale
        return (self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)

    def _choose_part(self) -> None:
        wide, high = (float(length) for length in self._texture.size)
        part = tiles_in(self.drawn, wide, high)
        moved = max(abs(new - old) for new, old in zip(part, self._part, strict=True))
        if moved > STIRS * wide:
            self._part = part
            self._place()
        x0, y0, x1, y1 = self._part
        u0, u1, v0, v1 = x0 / wide, x1 / wide, y0 / high, y1 / high
        # Rows run down in the texture and up on the glass.
        self._picture.tex_coords = (u0, v1, u1, v1, u1, v0, u0, v0)

    def _overlay(self, *_: Any) -> None:
        self.canvas.after.clear()
        if self._texture is None or not self.shown:
            return
        self._choose_part()
        x, y, width, height = self.picture_box()
        x0, y0, x1 = self._part[:3]
        scale = width / (x1 - x0)
        thick = theme.dp(2) / max(scale, 0.01)
        drawn: Drawn = self.drawn
        with self.canvas.after:
            PushMatrix()
            # Pixels count from the middle of the first one, and down.
            Translate(x + scale * (0.5 - x0), y + height - scale * (0.5 - y0))
            Scale(scale, -scale, 1)
            for tile in drawn.tiles:
                self._line(tile.outline_px, "outline", thick * 0.6, close=True)
                for zone in tile.zones:
                    width_px = thick * (2.2 if zone.id == self.strong else 1)
                    colour = PATHS.get(zone.kind, "outline")
                    self._line(zone.points_px, colour, width_px, close=zone.kind != "gate")
            for figure in drawn.figures:
                fallen = figure.posture in (Posture.FALLEN, Posture.HELD)
                self._line(figure.feet_px, "warn" if fallen else "text", thick * 1.2, close=True)
                if figure.arrow_px is not None:
                    leads = figure.name == self.leader
                    self._line(figure.arrow_px, "accent" if leads else "text", thick * (2 if leads else 1.3))
            PopMatrix()
            for tile in drawn.tiles:
                for zone in tile.zones:
                    if zone.points_px and has_words(f"all_wound_up.letter.{zone.kind}"):
                        across = sum(px for px, _ in zone.points_px) / len(zone.points_px)
                        down = sum(py for _, py in zone.points_px) / len(zone.points_px)
                        at = (x + scale * (across - x0), y + height - scale * (down - y0))
                        self._letter(zone.kind, at)

    def _letter(self, kind: str, at: tuple[float, float]) -> None:
        """The colours of zones are not told apart by everybody."""
        texture = letter_texture(say(f"all_wound_up.letter.{kind}"), int(theme.dp(20)), theme.rgba("text"))
        wide, high = texture.size
        Color(0, 0, 0, 0.55)
        Rectangle(pos=(at[0] - wide / 2 - 2, at[1] - high / 2), size=(wide + 4, high))
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, size=texture.size, pos=(at[0] - wide / 2, at[1] - high / 2))

    def _line(
        self,
        points: Iterable[tuple[float, float]],
        colour: str,
        width: float,
        *,
        close: bool = False,
    ) -> None:
        flat = [n for point in points for n in point]
        if len(flat) >= 4:
            Color(*theme.rgba("bg"))
            Line(points=flat, width=width * 1.8, close=close)
            Color(*theme.rgba(colour))
            Line(points=flat, width=width, close=close)
