"""The evening's sheet, and GO. Its looks are in ready.kv, its words in ready_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.words import Words
from companion.ui.wig_out.ready_model import COLUMNS, RowModel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ReadyScreen", "RoundNumbers", "SheetRow", "SheetRows", "bars"]


class SheetRow(BoxLayout):
    """A player: rounds, and the sum."""

    model = ObjectProperty(None, rebind=True)


class SheetRows(Flow):
    def make(self, model: RowModel) -> SheetRow:
        return SheetRow(model=model)


class RoundNumbers(BoxLayout):
    """Which round each column is, over columns that may yet be empty."""

    models = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=theme.dp(theme.GAP), **kwargs)
        self.fbind("models", self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        self.clear_widgets()
        for at in range(COLUMNS):
            text = self.models[at] if at < len(self.models) else ""
            self.add_widget(Words(text=text, want=theme.SMALL, ink="muted"))


class ReadyScreen(Screen):
    """Replace `model` and the screen follows."""
