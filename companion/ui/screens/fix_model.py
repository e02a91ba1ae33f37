"""A wrong reading mended: what else it may have been, likeliest first."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it.actions import Flip, Imprint
from companion.rules.all_4_it.state import Grid
from companion.rules.all_4_it.view import View
from companion.table.reading import Ambiguous
from companion.table.snapshot import Snapshot
from companion.ui.facts import Source
from companion.ui.intents import Button, ByHand, CloseFix, KeepPending, Kind, Play
from companion.ui.screens import top_model
from companion.ui.screens.board_model import CellModel, Mark, still, touched
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say
from companion.ui.words_all_4_it import briefly_action

MOST = 6


@dataclass(frozen=True, slots=True)
class OtherModel:
    """One other reading. `cells` are outlined in its little grid."""

    button: Button
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FixModel:
    top: TopModel
    lead: str
    cells: tuple[CellModel, ...]
    """What the camera saw, or the record where it says nothing."""
    others: tuple[OtherModel, ...]
    by_hand: Button
    right: Button | None
    live: bool


def present(snapshot: Snapshot[Any, Any], source: Source) -> FixModel:
    top = top_model.present(snapshot, source, back=True, title=say("fix.title"))
    back = Button(top.left.text, CloseFix())
    view: View = snapshot.view
    pending = snapshot.pending
    proposed = () if pending is None else tuple(sorted(touched(pending.actions)))
    return FixModel(
        TopModel(back, top.title, top.note, top.undo, top.eye, top.eye_colour),
        say("fix.seen"),
        still(snapshot.seen or layout_of(view.grid), proposed, Mark.PROPOSED),
        tuple(_other(snapshot, actions) for actions in others(snapshot)),
        Button(say("fix.by_hand"), ByHand()),
        None
        if pending is None
        else Button(say("fix.was_right"), KeepPending(pending.since_ns), Kind.PRIMARY),
        source is not Source.NONE,
    )


def others(snapshot: Snapshot[Any, Any]) -> tuple[tuple[Any, ...], ...]:
    """Other readings than the pending one, nearest to what was seen first, `MOST` at most."""
    found: list[tuple[Any, ...]] = []
    if isinstance(snapshot.reading, Ambiguous):
        found.extend(snapshot.reading.candidates)
    taken = () if snapshot.pending is None else snapshot.pending.actions
    seen = snapshot.seen or layout_of(snapshot.view.grid)
    singles = [c for c in snapshot.choices if isinstance(c, Imprint | Flip)]
    singles.sort(key=lambda c: _distance(snapshot.view, c, seen))
    found.extend((choice,) for choice in singles)
    fresh = [actions for actions in found if actions != taken]
    return tuple(dict.fromkeys(fresh))[:MOST]


def layout_of(grid: Grid) -> str:
    return "".join("." if colour is None else colour.value for colour in grid)


def _distance(view: View, action: Imprint | Flip, seen: str) -> int:
    """In how many cells the board would look otherwise than seen."""
    if isinstance(action, Flip):
        return 0
    colour = view.seats[action.seat].colour
    after = list(view.grid)
    for cell in action.cells:
        now = after[cell]
        after[cell] = colour if now is None else now.other
    pairs = zip(layout_of(tuple(after)), seen, strict=True)
    return sum(a != b for a, b in pairs if b != "?")


def _other(snapshot: Snapshot[Any, Any], actions: tuple[Any, ...]) -> OtherModel:
    words = briefly_action(actions[0], snapshot.view)
    return OtherModel(Button(words, Play(actions)), tuple(sorted(touched(actions))))
