"""What All 4 It says at places that all games share."""

from collections.abc import Iterable
from typing import Any

from companion.rules.all_4_it.options import CardsWhere
from companion.rules.all_4_it.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui import words_all_4_it as told
from companion.ui.face import Teller
from companion.ui.words import say


class All4ItTeller(Teller):
    def happened(self, event: Any, names: tuple[str, ...], view: View) -> str:
        return told.happened(event, names, view.cards)

    def in_short(self, events: Iterable[Any], names: tuple[str, ...], view: View) -> str:
        return told.in_short(events, names, view.cards)

    def briefly(self, events: Iterable[Any], names: tuple[str, ...], view: View) -> str:
        return told.briefly(events, names, view.cards)

    def title(self, view: View) -> str:
        if view.round > view.options.rounds:
            return say("all_4_it.title_extra")
        return say("all_4_it.title", round=view.round, rounds=view.options.rounds)

    def note(self, snapshot: Snapshot[Any, Any]) -> str:
        """That the cards are a guess, or how full the grid is."""
        view: View = snapshot.view
        # At a table with real cards that takes any four cells, nobody needs to know which there are.
        guessed = not (view.options.cards is CardsWhere.ON_TABLE and view.options.free_shapes)
        if guessed and (view.cards.shapes_assumed or view.cards.powers_assumed):
            return say("all_4_it.assumed")
        return say("all_4_it.filled", n=sum(cell is not None for cell in view.grid))

    def winners(self, view: View) -> tuple[Seat, ...]:
        return view.winners

    def leaders(self, view: View) -> tuple[Seat, ...]:
        best = max(seat.points for seat in view.seats)
        return tuple(Seat(at) for at, seat in enumerate(view.seats) if seat.points == best)

    def points(self, view: View) -> tuple[int, ...]:
        return tuple(seat.points for seat in view.seats)

    def fact(self, snapshot: Snapshot[Any, Any], minutes: str) -> str:
        view: View = snapshot.view
        first, second = sorted(self.points(view), reverse=True)
        return say("all_4_it.winner.fact", first=first, second=second, n=len(view.results), minutes=minutes)
