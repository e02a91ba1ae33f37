"""As many children as there are models, each made once and then following its model."""

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.gridlayout import GridLayout

from companion.ui import theme
from companion.ui.widgets.choice import Choice


class Flow(GridLayout):
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


class ChoiceGrid(Flow):
    want = NumericProperty(theme.BODY)

    def make(self, model: Any) -> Any:
        return Choice(model=model, want=self.want)
