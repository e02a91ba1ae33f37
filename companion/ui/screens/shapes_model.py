"""Real cards: which shape lies face up before a seat."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it.actions import ShowShape
from companion.rules.all_4_it.cards import Offset
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.intents import Button, Go, More, Play
from companion.ui.places import Place
from companion.ui.words import say

PAGE = 8


@dataclass(frozen=True, slots=True)
class ShapeChoiceModel:
    points: tuple[Offset, ...]
    button: Button


@dataclass(frozen=True, slots=True)
class ShapesModel:
    title: str
    shapes: tuple[ShapeChoiceModel, ...]
    page: Button | None
    back: Button


def present(snapshot: Snapshot[Any, Any], seat: Seat, page: int) -> ShapesModel:
    offered = {c.shape: c for c in snapshot.choices if isinstance(c, ShowShape) and c.seat == seat}
    shapes = tuple(
        ShapeChoiceModel(s.points, Button(s.name, Play((offered[s.id],))))
        for s in snapshot.view.cards.shapes
        if s.id in offered
    )
    pages = max(1, -(-len(shapes) // PAGE))
    first = (page % pages) * PAGE
    return ShapesModel(
        say("all_4_it.shapes.title", name=snapshot.names[seat]),
        shapes[first : first + PAGE],
        Button(say("players.more"), More()) if pages > 1 else None,
        Button(say("back"), Go(Place.BOARD)),
    )
