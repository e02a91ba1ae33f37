"""Which table to set up. Its looks are in tables.kv, its words in tables_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui.screens.screen import Screen
from companion.ui.screens.tables_model import TableModel
from companion.ui.widgets import choice
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["TableCard", "Tables", "TablesScreen", "choice"]


class TableCard(Framed):
    model = ObjectProperty(None, rebind=True)


class Tables(Flow):
    def make(self, model: TableModel) -> TableCard:
        return TableCard(model=model)


class TablesScreen(Screen):
    """Replace `model` and the screen follows."""
