"""A record mended. Its looks are in mend.kv, its words in amend_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["MendScreen", "bars", "flow"]


class MendScreen(Screen):
    """Replace `model` and the screen follows."""
