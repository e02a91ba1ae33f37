"""The set-up of a race. Its looks are in course.kv, its words in course_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.all_wound_up.widgets import race_map
from companion.ui.screens.screen import Screen
from companion.ui.widgets import choice
from companion.ui.widgets.flow import ChoiceGrid, Flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["ChoiceGrid", "CourseScreen", "Way", "Ways", "choice", "race_map"]


class Way(BoxLayout):
    """One of two ways to play."""

    model = ObjectProperty(None, rebind=True)


class Ways(Flow):
    def make(self, model: Any) -> Any:
        return Way(model=model)


class CourseScreen(Screen):
    """Replace `model` and the screen follows."""
