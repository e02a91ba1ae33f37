"""The race. Its looks are in race.kv, its words in race_model.py."""

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.relativelayout import RelativeLayout

from companion.ui.screens.screen import Screen
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed
from companion.ui.wig_out import band
from companion.ui.wig_out.race_model import CallModel, call_intent

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["CallField", "CallFields", "Framed", "RaceScreen", "band"]


class CallField(ButtonBehavior, RelativeLayout):
    """A seat's own button on the glass. It counts when a finger comes down: later would be too late."""

    model = ObjectProperty(None, rebind=True)

    @property
    def is_target(self) -> bool:
        return bool(self.model.live)

    @property
    def text(self) -> str:
        return str(self.model.name)

    def on_press(self) -> None:
        if self.model.live:
            App.get_running_app().desk.do(call_intent(self.model))


class CallFields(Flow):
    def make(self, model: CallModel) -> CallField:
        return CallField(model=model)


class RaceScreen(Screen):
    """Replace `model` and the screen follows."""
