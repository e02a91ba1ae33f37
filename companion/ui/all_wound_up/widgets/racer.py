"""One player beside a race: name, cards, bid, tokens."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.ui.all_wound_up.panel_model import BLANK
from companion.ui.all_wound_up.widgets import token
from companion.ui.widgets.flow import Flow
from companion.ui.widgets.frames import Framed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["RacerPanel", "Racers", "token"]


class RacerPanel(Framed):
    model = ObjectProperty(BLANK, rebind=True)


class Racers(Flow):
    """All of them, one above the other."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(cols=1, **kwargs)

    def make(self, model: object) -> RacerPanel:
        return RacerPanel(model=model)
