"""Measures of a tile or a figure, set in millimetres without typing."""

from dataclasses import dataclass

from companion.ui.intents import Button, Kind
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import Figure, Side
from companion.ui.race_table.marks import Measure, measures
from companion.ui.race_table.steps import Subject
from companion.ui.words import say

STEPS_MM = (-10, -1, 1, 10)


@dataclass(frozen=True, slots=True)
class RowModel:
    title: str
    value: str
    less: tuple[Button, ...]
    more: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class MeasureModel:
    title: str
    back: Button
    rows: tuple[RowModel, ...]
    onward: Button


def present(thing: Side | Figure, subject: Subject) -> MeasureModel:
    return MeasureModel(
        say("race_table.how_large" if isinstance(thing, Side) else "race_table.how_tall"),
        Button(say("back"), i.Backward()),
        tuple(_row(at, measure) for at, measure in enumerate(measures(thing))),
        Button(say("race_table.done" if subject.mending else "race_table.next"), i.Onward(), Kind.PRIMARY),
    )


def _row(at: int, measure: Measure) -> RowModel:
    buttons = tuple(_step(at, measure, by_mm) for by_mm in STEPS_MM)
    return RowModel(say(measure.key), say("race_table.mm", n=round(measure.mm)), buttons[:2], buttons[2:])


def _step(row: int, measure: Measure, by_mm: int) -> Button:
    low, high = measure.bounds
    there = measure.mm > low if by_mm < 0 else measure.mm < high
    return Button(f"{by_mm:+d}".replace("-", "\u2212"), i.Longer(row, by_mm), enabled=there)
