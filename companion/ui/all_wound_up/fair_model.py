"""How far each figure walks a turn of its key, and how it drifts: what the camera has measured so far."""

from dataclasses import dataclass

from companion.ui.intents import Button
from companion.ui.screens.top_model import TopModel


@dataclass(frozen=True, slots=True)
class PaceModel:
    name: str
    pace: str
    drift: str
    walks: str


@dataclass(frozen=True, slots=True)
class FairModel:
    top: TopModel
    title: str
    rows: tuple[PaceModel, ...]
    text: str
    back: Button
