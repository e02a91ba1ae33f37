"""A bid. Its looks are in bid.kv, its words in bid_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.all_wound_up.widgets import racer
from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["BidScreen", "bars", "flow", "racer"]


class BidScreen(Screen):
    """Replace `model` and the screen follows."""
