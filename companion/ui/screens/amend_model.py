"""A wrong call mended: what the chosen record should have said."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it import events as e
from companion.rules.all_4_it.actions import Flip, Imprint, SetCell, ShowShape
from companion.rules.all_4_it.cards import CELLS
from companion.rules.all_4_it.placements import placements
from companion.rules.all_4_it.state import BARE, Colour
from companion.rules.all_4_it.view import View
from companion.table.snapshot import Entry, RecordKind, Snapshot
from companion.ui.all_4_it.hand import CYCLE, Hand
from companion.ui.facts import Source
from companion.ui.intents import Button, Change, Go, Kind
from companion.ui.places import Place
from companion.ui.screens import top_model
from companion.ui.screens.board_model import CellModel, Mark, letter
from companion.ui.screens.past_model import grid_before
from companion.ui.screens.top_model import TopModel
from companion.ui.words import has_words, say
from companion.ui.words_all_4_it import briefly_action, in_short, shape_name


@dataclass(frozen=True, slots=True)
class AmendModel:
    top: TopModel
    was: str
    cells: tuple[CellModel, ...]
    """Empty when no cells are to be picked."""
    text: str
    buttons: tuple[Button, ...]
    lines: tuple[str, ...]
    """Later records that would no longer fit."""


def can_change(entry: Entry) -> bool:
    return entry.kind is RecordKind.ACTION and entry.counts and _chief(entry) is not None


def _chief(entry: Entry) -> Any:
    """The event that can be replaced by another of its kind."""
    kinds = (e.ShapePlayed, e.ColoursTaken, e.CellChanged, e.ShapeEntered)
    return next((x for x in entry.events if isinstance(x, kinds)), None)


def picks_cells(entry: Entry) -> bool:
    chief = _chief(entry)
    return isinstance(chief, e.ShapePlayed) and chief.shape is not None


def replacements(entry: Entry, view: View, hand: Hand) -> tuple[Any, ...]:
    """The actions that could stand in the record's place, given the cells picked."""
    match _chief(entry):
        case e.ShapePlayed(seat, shape, _, _) if shape is not None and len(hand.cells) == 4:
            a, b, c, d = sorted(hand.cells)
            fitting = (s for s in view.cards.shapes if (a, b, c, d) in placements(s.points))
            return tuple(Imprint(seat, s.id, (a, b, c, d)) for s in fitting)
        case e.ColoursTaken(red, _):
            shown = Colour.WHITE if red == view.oldest else Colour.RED
            return (Flip(view.oldest, shown),)
        case e.CellChanged(seat, cell, colour):
            return tuple(SetCell(seat, cell, c) for c in CYCLE if c != colour)
        case e.ShapeEntered(seat, shape):
            return tuple(ShowShape(seat, s.id) for s in view.cards.shapes if s.id != shape)[:6]
        case _:
            return ()


def present(snapshot: Snapshot[Any, Any], source: Source, chosen: int | None, hand: Hand) -> AmendModel:
    top = top_model.present(snapshot, source, back=True, title=say("amend.title"))
    entry = next((x for x in snapshot.timeline if x.seq == chosen), None)
    if entry is None or not can_change(entry):
        return AmendModel(top, "", (), say("amend.impossible"), (), ())
    was = in_short(entry.events, snapshot.names, snapshot.view.cards)
    found = replacements(entry, snapshot.view, hand)
    cancel = Button(say("amend.cancel"), Go(Place.TIMELINE))
    if snapshot.broken and len(found) == 1:
        drop = Button(say("amend.drop_them"), Change(entry.seq, found[0], drop=True), Kind.PRIMARY)
        text = say("amend.drop", n=len(snapshot.broken))
        return AmendModel(top, was, (), text, (drop, cancel), _broken(snapshot))
    cells = _cells(snapshot, entry, hand) if picks_cells(entry) else ()
    buttons = tuple(
        Button(
            say("amend.change") if len(found) == 1 else briefly_action(action, snapshot.view),
            Change(entry.seq, action, drop=False),
            Kind.PRIMARY if len(found) == 1 else Kind.PLAIN,
        )
        for action in found
    )
    return AmendModel(
        top, was, cells, _text(snapshot, hand, found, picking=bool(cells)), (*buttons, cancel), ()
    )


def _text(snapshot: Snapshot[Any, Any], hand: Hand, found: tuple[Any, ...], *, picking: bool) -> str:
    if snapshot.refusal is not None and has_words(snapshot.refusal.key) and found:
        return say(snapshot.refusal.key)
    if picking and len(hand.cells) < 4:
        return hand.why or say("amend.pick", n=4 - len(hand.cells))
    if picking and not found:
        return say("all_4_it.not_that_shape")
    if picking:
        shape = shape_name(snapshot.view.cards, found[0].shape)
        return say("all_4_it.amend.it_was", shape=shape)
    return say("amend.title")


def _cells(snapshot: Snapshot[Any, Any], entry: Entry, hand: Hand) -> tuple[CellModel, ...]:
    """The grid as it lay before the record, its own cells outlined."""
    chief = _chief(entry)
    before = {*chief.placed, *chief.flipped}
    grid = grid_before(snapshot, entry.seq) or BARE

    def mark(cell: int) -> Mark:
        if cell in hand.cells:
            return Mark.PICKED
        return Mark.DOUBTFUL if cell in before else Mark.NONE

    return tuple(CellModel(cell, letter(grid[cell]), grid[cell], mark(cell), True) for cell in CELLS)


def _broken(snapshot: Snapshot[Any, Any]) -> tuple[str, ...]:
    titles = {x.seq: in_short(x.events, snapshot.names, snapshot.view.cards) for x in snapshot.timeline}
    return tuple(titles[b.seq] for b in snapshot.broken if b.seq in titles)[:4]
