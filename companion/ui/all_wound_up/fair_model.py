"""How far each figure walks a turn of its key, and how it drifts: what the camera has measured so far.

A handicap is for the table to choose; these are the figures it may be chosen by.
"""

from dataclasses import dataclass

from companion.ui.facts import Pace
from companion.ui.intents import Button, Go, Kind
from companion.ui.places import Place
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say

MOST = 6
STRAIGHT_DEG = 1.0
"""Over 10 cm: less is told as straight on."""


@dataclass(frozen=True, slots=True)
class PaceModel:
    name: str
    pace: str
    drift: str
    walks: str


@dataclass(frozen=True, slots=True)
class FairModel:
    top: TopModel
    rows: tuple[PaceModel, ...]
    text: str
    back: Button


def present(top: TopModel, paces: tuple[Pace, ...]) -> FairModel:
    """The fastest first."""
    order = sorted(paces, key=lambda pace: -pace.cm_a_turn)[:MOST]
    text = say("all_wound_up.fair.table" if order else "all_wound_up.fair.none")
    return FairModel(
        top,
        tuple(_row(pace) for pace in order),
        text,
        Button(say("back"), Go(Place.BOARD), Kind.PRIMARY),
    )


def _row(pace: Pace) -> PaceModel:
    turned = round(abs(pace.drift_deg))
    if abs(pace.drift_deg) < STRAIGHT_DEG:
        drift = say("all_wound_up.fair.straight")
    else:
        key = "all_wound_up.fair.right" if pace.drift_deg > 0 else "all_wound_up.fair.left"
        drift = say(key, deg=turned)
    return PaceModel(
        pace.figure,
        say("all_wound_up.fair.pace", cm=f"{pace.cm_a_turn:.1f}"),
        drift,
        say("all_wound_up.fair.walks", n=pace.walks),
    )
