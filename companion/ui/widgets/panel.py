"""One player's side of the table: name, colour, points, shapes, powers, swap."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty

from companion.ui.screens.board_model import BLANK_PANEL
from companion.ui.widgets import choice, shapes, words
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["PlayerPanel", "choice", "shapes", "words"]


class PlayerPanel(Framed):
    model = ObjectProperty(BLANK_PANEL, rebind=True)
    tall = BooleanProperty(True)
    """There is room to stack the buttons."""
