"""Surfaces with an edge, and the mark of a person."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.ui import theme

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Framed(BoxLayout):
    """A surface with an edge in a theme colour, `edge`, as thick as `thick` dp."""

    edge = StringProperty("outline")
    thick = NumericProperty(theme.LINE)


class LetterMark(Label):
    """A person's colour and letter: colour is never alone."""

    paint = StringProperty("accent")
