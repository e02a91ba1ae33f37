"""A hand behind its cover. Looks in hand.kv, words in hand_model.py; when it shows: companion.ui.hold."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.relativelayout import RelativeLayout

from companion.ui import theme
from companion.ui.intents import Button
from companion.ui.screens import powers
from companion.ui.screens.screen import Screen
from companion.ui.widgets.words import Words

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["HandCard", "HandCards", "HandScreen", "SecretWords", "powers"]


class HandCard(RelativeLayout):
    """One kind of card: its name and how many; where it may be chosen, all of it is the button."""

    model = ObjectProperty(None, rebind=True)
    no_button = Button("", None, enabled=False)


class HandCards(GridLayout):
    """The cards. There are no such widgets, texts or textures while `models` is empty."""

    models = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=theme.dp(theme.GAP), **kwargs)
        self.fbind("models", self._follow)
        self._follow()

    def _follow(self, *_: Any) -> None:
        old = [child for child in reversed(self.children) if isinstance(child, HandCard)]
        same = [m.name for m in self.models] == [child.model.name for child in old]
        if same:
            for child, model in zip(old, self.models, strict=True):
                if child.model != model:
                    child.model = model
            return
        for widget in list(self.walk(restrict=True)):
            if isinstance(widget, Words):
                widget.forget()
        self.clear_widgets()
        for model in self.models:
            self.add_widget(HandCard(model=model))


class SecretWords(Words):
    """A line that only the owner reads: emptied, it leaves no texture behind."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("text", self._emptied)

    def _emptied(self, *_: Any) -> None:
        if not self.text and self.texture is not None:
            self.forget()


class HandScreen(Screen):
    """Cover and cards share one place; the pad, and the bar that hides, another."""

    def on_pad(self, x: float, y: float) -> bool:
        pad = self.ids.pad
        return bool(self.model.has_pad and pad.collide_point(*pad.to_widget(x, y)))
