"""The band in the caller's colour."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets import choice
from companion.ui.wig_out import band_model

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["Band", "choice"]


class Band(BoxLayout):
    model = ObjectProperty(band_model.BLANK, rebind=True)
