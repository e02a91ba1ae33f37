"""The hand path of All 4 It: what taps on the mirror add up to. It offers only what the rules offer."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.all_4_it.actions import ClosePower, Imprint, OpenFree, SetCell, Touch
from companion.rules.all_4_it.placements import mirrored_placements, placements
from companion.rules.all_4_it.state import Colour
from companion.rules.all_4_it.view import Phase, View
from companion.table.snapshot import Snapshot
from companion.ui.words import say

CYCLE: tuple[Colour | None, ...] = (Colour.RED, Colour.WHITE, None)


@dataclass(frozen=True, slots=True)
class Hand:
    """What somebody has tapped and not yet played."""

    cells: tuple[int, ...] = ()
    """Picked for a shape, in the order tapped."""
    draft: tuple[tuple[int, Colour | None], ...] = ()
    """What the open power shall leave in these cells."""
    wrong: tuple[int, ...] = ()
    """Cells that made no move, to be shaken."""
    why: str = ""
    """Why they made none, in words."""


EMPTY_HAND = Hand()
Tapped = tuple[Hand, tuple[Any, ...]]
"""The hand after a tap, and the actions it has become (empty: none yet)."""


def tapped(snapshot: Snapshot[Any, Any], hand: Hand, cell: int) -> Tapped:
    match snapshot.view.phase:
        case Phase.TURN:
            return _picked(snapshot, hand, cell)
        case Phase.FREE_IMPRINT:
            touch = next((c for c in snapshot.choices if isinstance(c, Touch) and c.cell == cell), None)
            if touch is None:
                return Hand(wrong=(cell,), why=say("all_4_it.cell_already_set")), ()
            return EMPTY_HAND, (touch,)
        case Phase.POWER:
            return _drafted(snapshot, hand, cell), ()
        case _:
            return EMPTY_HAND, ()


def power_done(snapshot: Snapshot[Any, Any], hand: Hand) -> tuple[Any, ...]:
    """The drafted effect and the end of the power; () when no power is open."""
    close = next((c for c in snapshot.choices if isinstance(c, ClosePower)), None)
    if close is None:
        return ()
    return (*(SetCell(close.seat, cell, colour) for cell, colour in hand.draft), close)


def contents(view: View, hand: Hand) -> tuple[Colour | None, ...]:
    """The grid as it will be with the draft of a power."""
    drafted = dict(hand.draft)
    return tuple(drafted.get(cell, colour) for cell, colour in enumerate(view.grid))


def _picked(snapshot: Snapshot[Any, Any], hand: Hand, cell: int) -> Tapped:
    if cell in hand.cells:
        return Hand(cells=tuple(c for c in hand.cells if c != cell)), ()
    cells = (*hand.cells, cell)
    if len(cells) < 4:
        return Hand(cells=cells), ()
    lie = tuple(sorted(cells))
    # No two shapes can lie on the same four cells, so the cells say which it is.
    fitting = next((c for c in snapshot.choices if isinstance(c, Imprint) and c.cells == lie), None)
    if fitting is not None:
        return EMPTY_HAND, (fitting,)
    free = next((c for c in snapshot.choices if isinstance(c, OpenFree)), None)
    if free is not None:
        return EMPTY_HAND, (free, *(Touch(free.seat, c) for c in lie))
    return Hand(wrong=cells, why=_why(snapshot, lie)), ()


def _drafted(snapshot: Snapshot[Any, Any], hand: Hand, cell: int) -> Hand:
    offered = [c.colour for c in snapshot.choices if isinstance(c, SetCell) and c.cell == cell]
    if not offered:
        return replace(hand, wrong=(cell,), why=say("all_4_it.cell_already_set"))
    now: Colour | None = snapshot.view.grid[cell]
    ring = [colour for colour in CYCLE if colour in offered or colour == now]
    shown = dict(hand.draft).get(cell, now)
    after = ring[(ring.index(shown) + 1) % len(ring)]
    others = tuple(d for d in hand.draft if d[0] != cell)
    return Hand(draft=others if after == now else (*others, (cell, after)))


def _why(snapshot: Snapshot[Any, Any], cells: tuple[int, ...]) -> str:
    view: View = snapshot.view
    seat = view.to_move
    if seat is None:
        return say("all_4_it.not_now")
    held = {s.id: s.points for s in view.cards.shapes}
    shapes = [held[s] for s in view.seats[seat].shapes if s in held]
    if not any(s is not None for s in view.seats[seat].shapes):
        shapes = list(held.values())
    if any(cells in placements(points) for points in shapes):
        return say("all_4_it.no.must_cover")
    if any(cells in mirrored_placements(points) for points in shapes):
        return say("all_4_it.no.mirrored")
    return say("all_4_it.no.shape", name=snapshot.names[seat])
