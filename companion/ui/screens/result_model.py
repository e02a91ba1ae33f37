"""A round is scored: the count, the sum, and who starts next."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it.state import Colour
from companion.rules.all_4_it.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.all_4_it.hand import EMPTY_HAND
from companion.ui.facts import Person, Source
from companion.ui.screens import strip_model, top_model
from companion.ui.screens.board_model import CellModel, Mark, still
from companion.ui.screens.fix_model import layout_of
from companion.ui.screens.strip_model import StripModel
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class SideModel:
    name: str
    colour: str
    side: str
    edge: str
    points: str
    sum: str


BLANK_SIDE = SideModel("", "text", "", "outline", "", "")
"""What widgets hold before they are given anything: KV looks through it at once."""


@dataclass(frozen=True, slots=True)
class ResultModel:
    top: TopModel
    title: str
    starts: str
    cells: tuple[CellModel, ...]
    sides: tuple[SideModel, ...]
    strip: StripModel


def present(
    snapshot: Snapshot[Any, Any], people: tuple[Person, ...], source: Source, now_ns: int
) -> ResultModel:
    view: View = snapshot.view
    sides = tuple(_side(snapshot, Seat(seat), people[seat]) for seat in range(2)) if view.results else ()
    number = view.results[-1].round if view.results else view.round
    starts = say("all_4_it.result.starts", name=snapshot.names[1 - view.starter])
    return ResultModel(
        top_model.present(snapshot, source, back=False),
        say("all_4_it.result.title", n=number),
        starts,
        still(layout_of(view.grid), (), Mark.NONE),
        sides,
        strip_model.present(snapshot, EMPTY_HAND, now_ns),
    )


def _side(snapshot: Snapshot[Any, Any], seat: Seat, person: Person) -> SideModel:
    view: View = snapshot.view
    result = view.results[-1]
    pieces, points = result.pieces[seat], result.points[seat]
    colour = view.seats[seat].colour
    return SideModel(
        snapshot.names[seat],
        f"player{person.colour}",
        say("all_4_it.RED" if colour is Colour.RED else "all_4_it.WHITE"),
        "red" if colour is Colour.RED else "white_edge",
        str(points),
        say("all_4_it.result.sum", before=points - pieces, pieces=pieces, after=points),
    )
