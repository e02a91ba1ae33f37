"""Wig Out! as a table hosts it: its rules behind the common verbs.

Nothing of it is read off the table, and the app draws no card: what happens comes in as actions, of which
a call may carry its press, its time and its margin beside it.
"""

import hashlib
from typing import Any

import msgspec

from companion.rules.core import Refusal, Seat, Step
from companion.rules.wig_out import choices as offered
from companion.rules.wig_out import refusals, transition, view
from companion.rules.wig_out.actions import Action, FirstDealer
from companion.rules.wig_out.events import Event
from companion.rules.wig_out.state import Choosing, Over, Ready, State
from companion.rules.wig_out.view import View
from companion.table.hosted import wig_out_lines, wig_out_setup
from companion.table.hosting import Deck
from companion.table.reading import Layout, Reading, Unchanged

BLANK: Layout = ""
"""The only layout there is."""


class WigOut:
    """Implements `companion.table.hosting.Hosted`. Without state: one is as good as another."""

    name = "wig_out"
    rules_version = 1

    def start(self, setup: dict[str, Any]) -> State:
        """The first state of what `wig_out_setup.as_setup` wrote; ValueError names a bad field."""
        return wig_out_setup.start(setup)

    def apply(self, state: State, action: Action) -> Step[State, Event] | Refusal:
        return transition.apply(state, action)

    def choices(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return offered.choices(state, seat)

    def chance(self, state: State) -> tuple[Action, ...]:
        """Nothing: the cards are real."""
        return ()

    def flips(self, state: State) -> tuple[Action, ...]:
        """Every seat as the first dealer, while the table chooses: the app may draw lots (W15)."""
        return tuple(FirstDealer(seat) for seat in state.seats) if isinstance(state.stage, Choosing) else ()

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def view_for(self, state: State, seat: Seat | None) -> View:
        return view.view_for(state, seat)

    def event_for(self, event: Event, seat: Seat | None) -> Event:
        """The event as `seat` may know it: all of it."""
        return view.event_for(event, seat)

    def names_hidden_card(self, state: State, action: Action) -> bool:
        """Never: the app knows no card."""
        return False

    def reveals(self, event: Event) -> bool:
        """Never: what hands hold was counted in the open, by those who held them."""
        return False

    def deck(self, state: State) -> Deck | None:
        """None: the app draws no card."""
        return None

    def draw(self, state: State, card: str) -> Action:
        """Always ValueError: no card is ever due."""
        raise ValueError("no card is due")

    def layout(self, state: State) -> Layout:
        """Always the blank one."""
        return BLANK

    def explain(self, state: State, seen: Layout) -> Reading[Action]:
        """Always unchanged. ValueError unless `seen` is blank."""
        if seen != BLANK:
            raise ValueError(f"this game has no layout, so {seen!r:.40} is none")
        return Unchanged()

    def needs_tap(self, actions: tuple[Action, ...]) -> bool:
        """Nothing is read off a layout, so nothing waits for a tap."""
        return False

    def corrected(self, state: State, seen: Layout, *, ends_turn: bool) -> Step[State, Event] | Refusal:
        """The blank layout agrees with every record, so it puts nothing right; any other is refused."""
        if isinstance(state.stage, Over):
            return refusals.GAME_OVER
        if seen != BLANK or ends_turn:
            return refusals.NO_LAYOUT
        return Step(state, ())

    def reads(self, setup: dict[str, Any]) -> None:
        """No figure walks here."""

    def encode(self, action: Action) -> dict[str, Any]:
        return wig_out_lines.encode(action)

    def decode(self, line: dict[str, Any]) -> Action:
        """The action back from JSON; ValueError names what is wrong."""
        return wig_out_lines.decode(line)

    def digest(self, state: State) -> str:
        """Sixteen hexadecimal digits over all of the state."""
        return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:16]

    def summary(self, state: State) -> dict[str, Any]:
        """What a list of games says about this one. `to_move`: who deals and says GO; None after GO."""
        return {
            "over": isinstance(state.stage, Over),
            "round": state.round,
            "rounds": state.options.rounds,
            "to_move": state.dealer if isinstance(state.stage, Ready) else None,
            "points": list(state.points),
            "winners": list(state.winners),
        }
