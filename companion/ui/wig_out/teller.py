"""What Wig Out! says at places that all games share."""

from collections.abc import Iterable
from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out.view import View
from companion.table.snapshot import Snapshot
from companion.ui import words_wig_out as told
from companion.ui.face import Teller
from companion.ui.words import say


class WigOutTeller(Teller):
    def happened(self, event: Any, names: tuple[str, ...], view: View) -> str:
        return told.happened(event, names)

    def in_short(self, events: Iterable[Any], names: tuple[str, ...], view: View) -> str:
        return told.in_short(events, names)

    def briefly(self, events: Iterable[Any], names: tuple[str, ...], view: View) -> str:
        return told.briefly(events, names)

    def title(self, view: View) -> str:
        if view.sudden_death:
            return say("wig_out.title_sudden_death")
        return say("wig_out.title", round=view.round, rounds=view.options.rounds)

    def note(self, snapshot: Snapshot[Any, Any]) -> str:
        dealer = snapshot.view.dealer
        return "" if dealer is None else say("wig_out.deals", name=snapshot.names[dealer])

    def winners(self, view: View) -> tuple[Seat, ...]:
        return view.winners

    def leaders(self, view: View) -> tuple[Seat, ...]:
        """The lowest score leads."""
        best = min(self.points(view))
        return tuple(Seat(at) for at, points in enumerate(self.points(view)) if points == best)

    def points(self, view: View) -> tuple[int, ...]:
        return tuple(seat.points for seat in view.seats)

    def fact(self, snapshot: Snapshot[Any, Any], minutes: str) -> str:
        view: View = snapshot.view
        scores = sorted(zip(self.points(view), snapshot.names, strict=True))
        told = ", ".join(say("home.score", name=name, points=points) for points, name in scores)
        return say("wig_out.winner.fact", scores=told, n=len(view.results), minutes=minutes)
