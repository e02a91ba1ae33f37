"""All that was taught so far. Its looks are in sheet.kv, its words in sheet_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice, flow, frames

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["SheetScreen", "choice", "flow", "frames"]


class SheetScreen(Screen):
    """Replace `model` and the screen follows."""
