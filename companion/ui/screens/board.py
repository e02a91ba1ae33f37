"""The All 4 It board. Its looks are in board.kv, its words in board_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.facts import Frame
from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, cell, frame, panel, shapes

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["BoardScreen", "bars", "cell", "frame", "panel", "shapes"]


class BoardScreen(Screen):
    def show_board(self, frame: Frame) -> None:
        if self.model.live:
            self.ids.picture.show(frame)
