"""Board and record differ: which cells, which colours, and who is right."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it.view import Phase
from companion.table.reading import Adrift, Difference, Retracted
from companion.table.snapshot import Snapshot
from companion.ui.facts import Source
from companion.ui.intents import BoardRight, Button, Kind, RecordRight
from companion.ui.screens import top_model
from companion.ui.screens.board_model import CellModel, Mark, still
from companion.ui.screens.fix_model import layout_of
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say
from companion.ui.words_all_4_it import cell_name, letter_name

LINES = 5


@dataclass(frozen=True, slots=True)
class CompareModel:
    top: TopModel
    lead: str
    cells: tuple[CellModel, ...]
    """The board as it is seen, with what differs marked."""
    lines: tuple[str, ...]
    buttons: tuple[Button, ...]


def present(snapshot: Snapshot[Any, Any], source: Source) -> CompareModel:
    differences: tuple[Difference, ...] = ()
    match snapshot.reading:
        case Adrift(found) | Retracted(found):
            differences = found
    lines = [
        say(
            "compare.line",
            cell=cell_name(d.place),
            recorded=letter_name(d.recorded),
            seen=letter_name(d.seen),
        )
        for d in differences[:LINES]
    ]
    if len(differences) > LINES:
        lines.append(say("compare.more", n=len(differences) - LINES))
    places = tuple(d.place for d in differences)
    return CompareModel(
        top_model.present(snapshot, source, back=False, title=say("compare.title")),
        say("strip.adrift", n=len(differences)),
        still(snapshot.seen or layout_of(snapshot.view.grid), places, Mark.DOUBTFUL),
        tuple(lines),
        _buttons(snapshot),
    )


def _buttons(snapshot: Snapshot[Any, Any]) -> tuple[Button, ...]:
    mover = snapshot.view.to_move
    board = Button(say("compare.board"), BoardRight(ends_turn=False))
    record = Button(say("compare.record"), RecordRight(), Kind.PRIMARY)
    if mover is None or snapshot.view.phase not in (Phase.TURN, Phase.FREE_IMPRINT, Phase.POWER):
        return (board, record)
    move = Button(say("compare.move", name=snapshot.names[mover]), BoardRight(ends_turn=True))
    return (board, move, record)
