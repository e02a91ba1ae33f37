"""What the referee reads off pushes and records: who pressed together, what a race has seen so far."""

from collections.abc import Sequence
from typing import Any

from companion.devices.order import First, PhotoFinish, Push, Track
from companion.rules.core import Seat
from companion.rules.wig_out import events as e
from companion.table.snapshot import Snapshot
from companion.ui.pressing import Finish


def stamp(push: Push) -> dict[str, Any]:
    """A push as it is kept beside what it led to."""
    return {"by": "button", "box": push.box, "boot": push.boot, "seq": push.seq, "at_us": push.at_us}


def because(known: First | PhotoFinish, finish: Finish) -> dict[str, Any]:
    push = known.pushes[0] if isinstance(known, PhotoFinish) else known.push
    return {
        **stamp(push),
        "photo": finish.photo,
        "margin_ms": finish.margin_ms,
        "within_ms": finish.within_ms,
        "unheard": list(finish.unheard),
    }


def came_ns(known: First | PhotoFinish) -> int:
    push = known.pushes[0] if isinstance(known, PhotoFinish) else known.push
    return push.here_ns


def within(tracks: Sequence[Track], first: Push, heat: int, window_us: int) -> list[Push]:
    """Pushes of the heat so soon after the first, by its own box's clock or by compared ones."""
    found = []
    own = next((t for t in tracks if any(p.name == first.name for p in t.pushes)), None)
    began = None if own is None else own.place(first.at_us)
    for track in tracks:
        for push in track.pushes:
            if push.heat != heat or not push.rank:
                continue
            if track is own:
                after_us: float = push.at_us - first.at_us
            else:
                placed = track.place(push.at_us)
                if placed is None or began is None:
                    continue
                after_us = (placed.at_ns - began.at_ns) / 1000
            if 0 <= after_us <= window_us:
                found.append(push)
    return found


def told(snapshot: Snapshot[Any, Any], kind: type) -> list[int]:
    """The records that count and told of an event of this kind."""
    return [x.seq for x in snapshot.timeline if x.counts and any(isinstance(v, kind) for v in x.events)]


def races(snapshot: Snapshot[Any, Any]) -> int:
    """How many have been begun."""
    return len(told(snapshot, e.RaceBegun))


def falses(snapshot: Snapshot[Any, Any]) -> tuple[Seat, ...]:
    """Whose calls were false in the newest race, in order."""
    began = max(told(snapshot, e.RaceBegun), default=0)
    return tuple(
        event.seat
        for entry in snapshot.timeline
        if entry.counts and entry.seq > began
        for event in entry.events
        if isinstance(event, e.CallFalse)
    )


def call_record(snapshot: Snapshot[Any, Any]) -> int | None:
    """The record of the call that is being checked, if one call is all it is."""
    return max(told(snapshot, e.Called), default=None)
