"""What happens on the board. Its looks are in move.kv, its words in move_model.py."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.table.race_picture import RacePicture
from companion.ui.all_wound_up import bid, map_model
from companion.ui.all_wound_up.widgets import race_map, race_view
from companion.ui.facts import Frame
from companion.ui.screens.screen import Screen
from companion.ui.widgets.flow import Flow

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["MoveScreen", "SeenRow", "SeenRows", "bid", "race_map", "race_view"]


class SeenRow(BoxLayout):
    """One thing seen: what, by how much, and what became of it."""

    model = ObjectProperty(None, rebind=True)


class SeenRows(Flow):
    def make(self, model: Any) -> Any:
        return SeenRow(model=model)


class MoveScreen(Screen):
    """The picture is large while there is nothing to tap, else it lies where the map would."""

    no_map = map_model.BLANK

    def show_race(self, picture: RacePicture) -> None:
        """The newest picture, and what lies where in it."""
        if self.model.eye:
            frame = Frame(picture.rgba, picture.wide_px, picture.high_px)
            for view in (self.ids.large, self.ids.small):
                view.drawn = picture.drawn
                view.show(frame)
