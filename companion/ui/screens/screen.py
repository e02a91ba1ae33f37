"""What all screens have in common: a model to follow. They are built when first shown and keep nothing."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.table.race_picture import RacePicture
from companion.ui.facts import Frame

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Screen(BoxLayout):
    """Replace `model` and the screen follows. Without `rebind` KV would not look through it."""

    model = ObjectProperty(None, rebind=True)

    def on_pad(self, x: float, y: float) -> bool:
        """Whether a finger there is on the owner's pad."""
        return False

    def show_live(self, frame: Frame) -> None:
        """The newest picture of the whole table."""

    def show_board(self, frame: Frame) -> None:
        """The newest picture of the grid alone, straightened."""

    def show_race(self, picture: RacePicture) -> None:
        """The newest picture of a race, and what lies where in it."""
