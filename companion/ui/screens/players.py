"""Who plays. Its looks are in players.kv, its words in players_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.ui import theme
from companion.ui.intents import Button
from companion.ui.screens.screen import Screen
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Chip(BoxLayout):
    """A person: colour, letter, name."""

    model = ObjectProperty(None, rebind=True)


class SeatBox(Framed):
    model = ObjectProperty(None, rebind=True)


class Flow(GridLayout):
    """As many children as there are models, each made by `make`."""

    models = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=theme.dp(theme.GAP), **kwargs)
        self.fbind("models", self._follow)

    def make(self, model: Any) -> Any:
        raise NotImplementedError

    def _follow(self, *_: Any) -> None:
        if len(self.children) == len(self.models):
            for child, model in zip(reversed(self.children), self.models, strict=True):
                if child.model != model:
                    child.model = model
            return
        self.clear_widgets()
        for model in self.models:
            self.add_widget(self.make(model))


class Chips(Flow):
    def make(self, model: Any) -> Any:
        return Chip(model=model)


class Seats(Flow):
    def make(self, model: Any) -> Any:
        return SeatBox(model=model)


class Options(Flow):
    def make(self, model: Button) -> Any:
        return Choice(model=model, want=theme.BODY)


class PlayersScreen(Screen):
    """Replace `model` and the screen follows."""
