"""Past rounds, told from the timeline: which record says how many cards somebody had."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out import events as e
from companion.table.snapshot import Snapshot
from companion.ui.past import as_they_count


@dataclass(frozen=True, slots=True)
class Counted:
    """In the race of `view.results[race]`, this seat had so many cards, by record `seq`."""

    race: int
    seat: Seat
    cards: int
    seq: int


def counted(snapshot: Snapshot[Any, Any]) -> tuple[Counted, ...]:
    """Everything that was counted and still counts, in the order of the races."""
    found: list[Counted] = []
    race = 0
    for _, entry in as_they_count(snapshot.timeline):
        for event in entry.events:
            match event:
                case e.CardsCounted(seat, cards):
                    found.append(Counted(race, seat, cards, entry.seq))
                case e.RoundScored() | e.RoundVoid(counts=True):
                    race += 1
    return tuple(found)


def record_of(snapshot: Snapshot[Any, Any], seq: int) -> Counted | None:
    """What record `seq` counted; None when it counted nothing, or counts no more."""
    return next((one for one in counted(snapshot) if one.seq == seq), None)
