"""Going back over something that somebody has seen: all must agree."""

from dataclasses import dataclass
from typing import Any, assert_never

from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.facts import Person
from companion.ui.intents import Agree, BackTo, Button, Change, Go, Kind
from companion.ui.places import Place
from companion.ui.screens.timeline_model import going_back, title
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
    snapshot: Snapshot[Any, Any],
    wants: BackTo | Change | None,
    agreed: frozenset[Seat],
    people: tuple[Person, ...],
) -> ConsentModel:
    def seat(at: int, name: str) -> Button:
        if at in agreed:
            return Button(say("consent.agreed", name=name), None, Kind.CHOSEN, enabled=False)
        return Button(say("consent.agree", name=name), Agree(Seat(at)), Kind.PRIMARY)

    return ConsentModel(
        say("consent.title"),
        say("consent.why"),
        _takes(snapshot, wants),
        tuple(seat(at, name) for at, name in enumerate(snapshot.names)),
        tuple(f"player{person.colour}" for person in people),
        Button(say("amend.cancel"), Go(Place.BOARD)),
    )


def _takes(snapshot: Snapshot[Any, Any], wants: BackTo | Change | None) -> str:
    """What all shall agree to, by its name."""
    match wants:
        case BackTo(to_seq, _):
            gone = going_back(snapshot, to_seq)
            what = title(gone[0], snapshot) if gone else ""
            return say("consent.takes", n=len(gone), what=what) if gone else say("timeline.nothing_after")
        case Change(seq, _, _):
            entry = next((e for e in snapshot.timeline if e.seq == seq), None)
            return "" if entry is None else say("consent.changes", what=title(entry, snapshot))
        case None:
            return ""
        case _:
            assert_never(wants)
