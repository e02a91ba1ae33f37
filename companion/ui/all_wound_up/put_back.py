"""How far a figure that was put back stands from where it was lifted: the guide for the owner's hands."""

from typing import Any

from companion.rules.all_wound_up.tasks import Wind
from companion.rules.all_wound_up.view import View
from companion.table.race_shown import FigureShown
from companion.table.snapshot import Snapshot
from companion.ui.words import say

NEAR_MM, NEAR_DEG = 2.0, 4.0
"""What a hand can do, and an eye can tell: nearer than that is the same place."""


def figure_put_back(snapshot: Snapshot[Any, Any]) -> FigureShown | None:
    """The figure that is wound now, once it has been lifted."""
    view: View = snapshot.view
    if snapshot.race is None or not view.tasks or not isinstance(view.tasks[0], Wind):
        return None
    seat = view.tasks[0].seat
    return next((f for f in snapshot.race.figures if f.seat == seat and f.put_back is not None), None)


def guide(snapshot: Snapshot[Any, Any]) -> str:
    figure = figure_put_back(snapshot)
    if figure is None or figure.put_back is None:
        return ""
    back = figure.put_back
    if back.other_tile:
        return say("all_wound_up.back.tile")
    if back.off_mm is None:
        return say("all_wound_up.back.wait")
    turned = back.off_deg
    if back.off_mm <= NEAR_MM and (turned is None or abs(turned) <= NEAR_DEG):
        return say("all_wound_up.back.right")
    if turned is None:
        return say("all_wound_up.back.off", mm=round(back.off_mm))
    key = "all_wound_up.back.left" if turned > 0 else "all_wound_up.back.turned"
    return say(key, mm=round(back.off_mm), deg=round(abs(turned)))
