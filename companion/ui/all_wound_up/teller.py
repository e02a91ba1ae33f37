"""What All Wound Up says at places that all games share."""

from collections.abc import Iterable
from typing import Any

from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui import words_all_wound_up as told
from companion.ui.face import Teller
from companion.ui.words import say
from companion.ui.words_all_wound_up import Cast


def cast(names: tuple[str, ...], view: View) -> Cast:
    return Cast(names, tuple(seat.name for seat in view.seats), view.race)


class AllWoundUpTeller(Teller):
    def happened(self, event: Any, names: tuple[str, ...], view: View) -> str:
        return told.happened(event, cast(names, view))

    def in_short(self, events: Iterable[Any], names: tuple[str, ...], view: View) -> str:
        """A placing or turning that is complete brings nothing with it."""
        happened = tuple(events)
        return told.in_short(happened, cast(names, view)) if happened else say("all_wound_up.brief.done")

    def briefly(self, events: Iterable[Any], names: tuple[str, ...], view: View) -> str:
        return told.briefly(events, cast(names, view))

    def title(self, view: View) -> str:
        return say("all_wound_up.title", round=view.round)

    def note(self, snapshot: Snapshot[Any, Any]) -> str:
        view: View = snapshot.view
        return say("all_wound_up.panel.dealer", name=snapshot.names[view.dealer]) if view.round else ""

    def winners(self, view: View) -> tuple[Seat, ...]:
        return () if view.winner is None else (view.winner,)

    def leaders(self, view: View) -> tuple[Seat, ...]:
        """Whoever has reached the farthest tile of the course."""
        best = max(seat.figure.reached for seat in view.seats)
        return tuple(Seat(at) for at, seat in enumerate(view.seats) if seat.figure.reached == best)

    def fact(self, snapshot: Snapshot[Any, Any], minutes: str) -> str:
        return say("all_wound_up.winner.fact", n=snapshot.view.round, minutes=minutes)
