"""All must agree. Its looks are in consent.kv, its words in consent_model.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice, flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ConsentScreen", "choice", "flow"]


class ConsentScreen(Screen):
    """Replace `model` and the screen follows."""
