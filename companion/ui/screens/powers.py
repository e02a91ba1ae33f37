"""Powers behind a cover. Looks in powers.kv, words in powers_model.py; when they show: companion.ui.hold."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.relativelayout import RelativeLayout

from companion.ui import theme
from companion.ui.intents import Button
from companion.ui.screens.powers_model import BLANK
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice, flow
from companion.ui.widgets.choice import Choice
from companion.ui.widgets.frames import Framed
from companion.ui.widgets.words import Words

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["HoldPad", "PowersScreen", "Secret", "choice", "flow"]


class HoldPad(Framed):
    """The owner's pad. It is looked at by `companion.ui.hold`, never pressed like a button."""

    model = ObjectProperty(BLANK, rebind=True)
    is_target = True


class CardChoice(Choice):
    """The card as a button; the words lie over it."""


class PowerCard(RelativeLayout):
    """One power: name, cost, text; where it may be used, the whole card is the button."""

    model = ObjectProperty(None, rebind=True)
    no_button = Button("", None, enabled=False)


class Secret(BoxLayout):
    """The cards. There are no such widgets, texts or textures while `models` is empty."""

    models = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=theme.dp(theme.GAP), **kwargs)
        self.fbind("models", self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        for widget in list(self.walk(restrict=True)):
            if isinstance(widget, Words):
                widget.forget()
        self.clear_widgets()
        for model in self.models:
            self.add_widget(PowerCard(model=model))


class PowersScreen(Screen):
    """Cover and cards share one place; the pad, and the bar that hides, another."""

    def on_pad(self, x: float, y: float) -> bool:
        """Where the pad is, whether it says so or, once latched, the bar that hides lies over it."""
        pad = self.ids.pad
        return bool(self.model.has_pad and pad.collide_point(*pad.to_widget(x, y)))
