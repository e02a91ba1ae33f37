"""The start. Its looks are in home.kv, its words in home_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.relativelayout import RelativeLayout

from companion.ui.screens.home_model import GameModel
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["GameCard", "Games", "HomeScreen", "ResumeCard", "ResumePlace", "choice"]


class ResumeCard(Framed):
    model = ObjectProperty(None, rebind=True)


class ResumePlace(BoxLayout):
    """Holds the card when there is something to resume; otherwise it takes no room at all."""

    model = ObjectProperty(None, allownone=True)

    def on_model(self, *_: object) -> None:
        self.clear_widgets()
        if self.model is not None:
            self.add_widget(ResumeCard(model=self.model))


class GameCard(RelativeLayout):
    """A game, and beneath it who played it last."""

    model = ObjectProperty(None, rebind=True)


class Games(Flow):
    def make(self, model: GameModel) -> GameCard:
        return GameCard(model=model)


class HomeScreen(Screen):
    """Replace `model` and the screen follows."""
