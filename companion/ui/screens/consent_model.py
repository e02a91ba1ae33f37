"""Going back over something that somebody has seen: all must agree."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person
from companion.ui.intents import Agree, Button, Go, Kind
from companion.ui.places import Place
from companion.ui.screens.timeline_model import lines
from companion.ui.words import say


@dataclass(frozen=True, slots=True)
class ConsentModel:
    title: str
    why: str
    takes: str
    seats: tuple[Button, ...]
    colours: tuple[str, ...]
    cancel: Button


def present(
    snapshot: Snapshot[Any, Any], to_seq: int, agreed: frozenset[Seat], people: tuple[Person, ...]
) -> ConsentModel:
    gone = sum(e.seq > to_seq and e.counts for e in lines(snapshot))

    def seat(at: int, name: str) -> Button:
        if at in agreed:
            return Button(say("consent.agreed", name=name), None, Kind.CHOSEN, enabled=False)
        return Button(say("consent.agree", name=name), Agree(Seat(at)), Kind.PRIMARY)

    return ConsentModel(
        say("consent.title"),
        say("consent.why"),
        say("timeline.takes", n=gone),
        tuple(seat(at, name) for at, name in enumerate(snapshot.names)),
        tuple(f"player{person.colour}" for person in people),
        Button(say("amend.cancel"), Go(Place.BOARD)),
    )
