"""The grid as it lay before a record, told from the timeline alone."""

from collections.abc import Iterable
from typing import Any

from companion.rules.all_4_it import events as e
from companion.rules.all_4_it.state import BARE, Colour, Grid
from companion.rules.all_4_it.view import View
from companion.table.snapshot import Snapshot
from companion.ui.past import as_they_count


def grid_before(snapshot: Snapshot[Any, Any], seq: int) -> Grid | None:
    """What lay on the grid before record `seq`; None where the timeline does not tell.

    It does not where the board itself was taken to be right: which colours that put there is not said.
    The same telling must lead to the grid of now, or none of it is believed.
    """
    view: View = snapshot.view
    counting = as_they_count(snapshot.timeline)
    before = [entry for at, entry in counting if at < seq]
    now = _after((event for _, entry in counting for event in entry.events), view)
    if now is None or now != view.grid:
        return None
    return _after((event for entry in before for event in entry.events), view)


def _after(events: Iterable[Any], view: View) -> Grid | None:
    grid: list[Colour | None] = list(BARE)
    for event in events:
        match event:
            case e.RoundBegun():
                grid = list(BARE)
            case e.ShapePlayed(seat, _, placed, flipped):
                for cell in placed:
                    grid[cell] = view.seats[seat].colour
                for cell in flipped:
                    old = grid[cell]
                    grid[cell] = None if old is None else old.other
            case e.CellTouched(_, cell, colour) | e.CellChanged(_, cell, colour):
                grid[cell] = colour
            case e.GridCorrected():
                return None
            case _:
                continue
    return tuple(grid)
