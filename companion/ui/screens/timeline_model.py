"""What happened, in words; from any line one may go back to there, or change what it says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.table.snapshot import Entry, RecordKind, Snapshot
from companion.ui.faces import teller_of
from companion.ui.facts import Source
from companion.ui.intents import BackTo, Button, ChooseRecord, Go, Kind, More
from companion.ui.places import Place
from companion.ui.screens import top_model
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say

PAGE = 5


@dataclass(frozen=True, slots=True)
class RowModel:
    button: Button
    number: str
    tag: str
    counts: bool


@dataclass(frozen=True, slots=True)
class TimelineModel:
    top: TopModel
    rows: tuple[RowModel, ...]
    """Newest first."""
    page: Button | None
    text: str
    """Of the chosen record: what going back would take away."""
    buttons: tuple[Button, ...]


def title(entry: Entry, snapshot: Snapshot[Any, Any]) -> str:
    """The record in words, never empty, as a spectator may know it."""
    match entry.kind:
        case RecordKind.TAKEN_BACK:
            return say("timeline.taken_back", n=len(taken_by(entry, snapshot)))
        case RecordKind.AMENDED if entry.span is not None:
            return say("timeline.left_out" if entry.by is None else "timeline.amended", n=entry.span[0])
        case RecordKind.CORRECTED if not entry.events:
            return say("timeline.corrected")
        case _:
            return teller_of(snapshot.game).in_short(entry.events, snapshot.names, snapshot.view)


def lines(snapshot: Snapshot[Any, Any]) -> tuple[Entry, ...]:
    """The records worth a line: what somebody did, not each card that was dealt for it."""
    return tuple(e for e in snapshot.timeline if e.kind is not RecordKind.ACTION or e.by is not None)


def going_back(snapshot: Snapshot[Any, Any], to_seq: int) -> tuple[Entry, ...]:
    """What going back to `to_seq` would take away: what somebody did and what still counts."""
    return tuple(
        e for e in lines(snapshot) if e.seq > to_seq and e.counts and e.kind is not RecordKind.TAKEN_BACK
    )


def taken_by(entry: Entry, snapshot: Snapshot[Any, Any]) -> tuple[Entry, ...]:
    """What the take-back `entry` took away: the same records that `going_back` counted before it."""
    return tuple(e for e in lines(snapshot) if e.seq in entry.took and e.kind is not RecordKind.TAKEN_BACK)


def present(
    snapshot: Snapshot[Any, Any],
    source: Source,
    page: int,
    chosen: int | None,
    can_change: Callable[[Entry], bool],
) -> TimelineModel:
    """`page` counts from the newest; `chosen` is a record's sequence number."""
    told = lines(snapshot)
    pages = max(1, -(-len(told) // PAGE))
    first = (page % pages) * PAGE
    newest = told[::-1][first : first + PAGE]
    entry = next((e for e in snapshot.timeline if e.seq == chosen), None)
    turn = "timeline.newest" if page % pages == pages - 1 else "timeline.earlier"
    return TimelineModel(
        top_model.present(snapshot, source, back=True, title=say("timeline.title")),
        tuple(_row(e, snapshot, chosen) for e in newest),
        Button(say(turn), More()) if pages > 1 else None,
        say("timeline.choose") if entry is None else _takes(entry, snapshot),
        () if entry is None else _buttons(entry, snapshot, changes=can_change(entry)),
    )


def _row(entry: Entry, snapshot: Snapshot[Any, Any], chosen: int | None) -> RowModel:
    note = entry.kind is RecordKind.TAKEN_BACK
    if note:
        tag = ""
    elif not entry.counts:
        tag = say("timeline.gone")
    elif entry.from_camera:
        tag = say("timeline.by_camera")
    else:
        tag = ""
    kind = Kind.CHOSEN if entry.seq == chosen else Kind.PLAIN
    button = Button(title(entry, snapshot), ChooseRecord(entry.seq), kind)
    return RowModel(button, say("timeline.row", n=entry.seq), tag, note or entry.counts)


def _takes(entry: Entry, snapshot: Snapshot[Any, Any]) -> str:
    gone = going_back(snapshot, entry.seq)
    return say("timeline.takes", n=len(gone)) if gone else say("timeline.nothing_after")


def _buttons(entry: Entry, snapshot: Snapshot[Any, Any], *, changes: bool) -> tuple[Button, ...]:
    buttons = []
    if entry.counts and going_back(snapshot, entry.seq):
        # Whether all must agree is for the sitting to say; it asks when they must.
        buttons.append(Button(say("timeline.back_to"), BackTo(entry.seq, needs_consent=False)))
    if changes:
        buttons.append(Button(say("timeline.change"), Go(Place.AMEND)))
    return tuple(buttons)
