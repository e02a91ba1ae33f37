"""Who plays. Its looks are in players.kv, its words in players_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.screens.screen import Screen
from companion.ui.widgets.flow import ChoiceGrid, Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


__all__ = ["Chip", "ChoiceGrid", "PlayersScreen"]


class Chip(BoxLayout):
    """A person: colour, letter, name."""

    model = ObjectProperty(None, rebind=True)


class SeatBox(Framed):
    model = ObjectProperty(None, rebind=True)


class Chips(Flow):
    def make(self, model: Any) -> Any:
        return Chip(model=model)


class Seats(Flow):
    def make(self, model: Any) -> Any:
        return SeatBox(model=model)


class PlayersScreen(Screen):
    """Replace `model` and the screen follows."""
