"""Cards go round. Its looks are in passing.kv, its words in passing_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui.all_wound_up import bid
from companion.ui.screens.screen import Screen
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["GiftRow", "GiftRows", "PassingScreen", "bid"]


class GiftRow(Framed):
    """One player's part: whose turn it is has the thick edge, who is done is dim."""

    model = ObjectProperty(None, rebind=True)


class GiftRows(Flow):
    def make(self, model: Any) -> Any:
        return GiftRow(model=model)


class PassingScreen(Screen):
    """Replace `model` and the screen follows."""
