"""A button: what it says and what it means come from a model."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.intents import Button, Kind
from companion.ui.widgets.ring import ring_points
from companion.ui.widgets.words import Words

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_FILL = {Kind.PRIMARY: "accent", Kind.CHOSEN: "surface", Kind.PLAIN: "raised", Kind.DANGER: "raised"}
_EDGE = {Kind.PRIMARY: "accent", Kind.CHOSEN: "accent", Kind.PLAIN: "outline", Kind.DANGER: "err"}
_INK = {Kind.PRIMARY: "ink", Kind.CHOSEN: "text", Kind.PLAIN: "text", Kind.DANGER: "err"}


class Choice(ButtonBehavior, Words):
    """Pressed, it does its model's intent; held, the other one, as soon as the time is over."""

    model = ObjectProperty(Button("", None))
    held = NumericProperty(0.0)
    """From 0 to 1: how much of a hold is over."""
    fill = ListProperty((0, 0, 0, 0))
    edge = ListProperty((0, 0, 0, 0))
    ring = ListProperty(())
    line = NumericProperty(theme.LINE)
    """Of the edge, in dp. What is chosen has a thicker one: its colour alone would not tell."""

    def __init__(self, **kwargs: Any) -> None:
        self._pressed_ns: int | None = None
        self._meant: Any = None
        self._changed_ns: int | None = None
        self._armed = False
        super().__init__(**kwargs)
        self._meant = self.model.intent
        self.fbind("model", self._follow)
        for name in ("pos", "size", "state", "held"):
            self.fbind(name, self._dress)
        self._follow()

    @property
    def pressed(self) -> bool:
        return str(self.state) == "down"

    @property
    def is_target(self) -> bool:
        return bool(self.model.enabled)

    def _follow(self, *_: Any) -> None:
        model: Button = self.model
        if model.intent != self._meant:
            # Said anew under a finger, perhaps: what the finger came for is gone.
            self._meant, self._armed = model.intent, False
            self._changed_ns = App.get_running_app().now_ns()
        self.text = model.text
        self.disabled = not model.enabled
        self._dress()

    def _dress(self, *_: Any) -> None:
        model: Button = self.model
        edge, fill = _EDGE[model.kind], _FILL[model.kind]
        if self.pressed:
            edge, fill = "text", "accent" if model.kind is Kind.PRIMARY else "surface"
        self.ink = _INK[model.kind] if model.enabled else "muted"
        self.line = theme.THICK if model.kind is Kind.CHOSEN else theme.LINE
        self.edge, self.fill = theme.rgba(edge), theme.rgba(fill)
        self.disabled_color = theme.rgba("muted")
        done = max(model.ring, self.held)
        self.ring = ring_points((*self.pos, *self.size), theme.dp(theme.RADIUS), done) if done > 0 else ()

    def on_press(self) -> None:
        now = App.get_running_app().now_ns()
        self._armed = self._changed_ns is None or now - self._changed_ns >= theme.GUARD_S * 1e9
        if self.model.hold_intent is None or not self._armed:
            return
        self._pressed_ns = now
        Clock.schedule_interval(self._holding, 0)

    def _holding(self, _: float) -> bool:
        if not self.pressed or self._pressed_ns is None:
            self.held = 0.0
            return False
        held_s = (App.get_running_app().now_ns() - self._pressed_ns) / 1e9
        self.held = min(1.0, held_s / self.model.hold_s)
        if self.held >= 1.0:
            self._pressed_ns = None
            self.held, self.state = 0.0, "normal"
            App.get_running_app().desk.do(self.model.hold_intent)
            return False
        return True

    def on_release(self) -> None:
        model: Button = self.model
        held_out = model.hold_intent is not None and self._pressed_ns is None
        if model.intent is not None and self._armed and not held_out:
            App.get_running_app().desk.do(model.intent)


class Choices(BoxLayout):
    """Buttons in a row or column, as many as there are models."""

    models = ObjectProperty(())
    want = NumericProperty(28)
    kind = Choice
    slots = NumericProperty(0)
    """Room for this many, so that one button alone stays as large as it was, and where it was."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("models", "slots"):
            self.fbind(name, self._follow)
        self.fbind("want", self._resize)
        self._follow()

    def _resize(self, *_: Any) -> None:
        for child in self._choices():
            child.want = self.want

    def _choices(self) -> list[Choice]:
        return [child for child in reversed(self.children) if isinstance(child, Choice)]

    def _follow(self, *_: Any) -> None:
        choices = self._choices()
        fillers = max(0, int(self.slots) - len(self.models))
        if len(choices) != len(self.models) or len(self.children) != len(self.models) + fillers:
            for spare in choices[len(self.models) :]:
                spare.state = "normal"
            choices = choices[: len(self.models)]
            choices += [self.kind(want=self.want) for _ in self.models[len(choices) :]]
            self.clear_widgets()
            for child in (*choices, *(Widget() for _ in range(fillers))):
                self.add_widget(child)
        for child, model in zip(choices, self.models, strict=True):
            if child.model != model:
                child.model = model
