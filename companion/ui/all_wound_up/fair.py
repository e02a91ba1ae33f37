"""Fair figures. Its looks are in fair.kv, its words in fair_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui.all_wound_up.widgets import short
from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["FairScreen", "PaceRow", "PaceRows", "bars", "short"]


class PaceRow(Framed):
    """One figure."""

    model = ObjectProperty(None, rebind=True)


class PaceRows(Flow):
    def make(self, model: Any) -> Any:
        return PaceRow(model=model)


class FairScreen(Screen):
    """Replace `model` and the screen follows."""
