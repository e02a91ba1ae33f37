"""Which shape lies face up. Its looks are in shapes.kv, its words in shapes_model.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.ui.screens.screen import Screen
from companion.ui.screens.shapes_model import ShapeChoiceModel
from companion.ui.widgets import choice, shapes
from companion.ui.widgets.flow import Flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ShapeChoice", "ShapeChoices", "ShapesScreen", "choice", "shapes"]


class ShapeChoice(RelativeLayout):
    model = ObjectProperty(None, rebind=True)


class ShapeChoices(Flow):
    def make(self, model: ShapeChoiceModel) -> ShapeChoice:
        return ShapeChoice(model=model)


class ShapesScreen(Screen):
    """Replace `model` and the screen follows."""
