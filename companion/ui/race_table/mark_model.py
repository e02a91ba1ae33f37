"""Marks on a picture that was taken: the four corners of a tile, or the place before a figure's toes."""

from dataclasses import dataclass

from companion.ui.intents import Button, Kind
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import Point
from companion.ui.race_table.facts import Shown
from companion.ui.race_table.steps import Subject, What
from companion.ui.race_table.straight import is_convex
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class MarkModel:
    title: str
    back: Button
    shown: Shown | None
    """None until the picture is there."""
    marks: tuple[Point, ...]
    picked: int
    closed: bool
    """A line goes round the marks."""
    can_put: bool
    """A tap on the picture puts the first mark."""
    colour: str
    arrows: tuple[Button, Button, Button, Button]
    """Left, right, up, down: by one pixel of the picture."""
    onward: Button


def present(shown: Shown | None, subject: Subject, marks: tuple[Point, ...], picked: int) -> MarkModel:
    corners = subject.what is What.SIDE
    a, b, c, d = marks if corners else ((0.0, 0.0),) * 4
    bent = corners and not is_convex((a, b, c, d))
    fine = bool(marks) and not bent
    return MarkModel(
        _title(corners=corners, bent=bent, there=bool(marks)),
        Button(say("back"), i.Backward()),
        shown,
        marks if shown is not None else (),
        picked,
        corners,
        shown is not None and not marks,
        "err" if bent else "accent",
        (
            Button(say("race_table.left"), i.Nudge(-1, 0), enabled=bool(marks)),
            Button(say("race_table.right"), i.Nudge(1, 0), enabled=bool(marks)),
            Button(say("race_table.up"), i.Nudge(0, -1), enabled=bool(marks)),
            Button(say("race_table.down"), i.Nudge(0, 1), enabled=bool(marks)),
        ),
        Button(
            say("race_table.done" if subject.mending else "race_table.next"),
            i.Onward(),
            Kind.PRIMARY if fine else Kind.PLAIN,
            enabled=fine,
        ),
    )


def _title(*, corners: bool, bent: bool, there: bool) -> str:
    if bent:
        return say("race_table.bent")
    if corners:
        return say("race_table.corners")
    return say("race_table.front_there" if there else "race_table.front")
