"""All 4 It as a table hosts it: its rules behind the common verbs."""

import hashlib
from typing import Any, assert_never

import msgspec

from companion.rules.all_4_it import choices as offered
from companion.rules.all_4_it import correcting, transition, view
from companion.rules.all_4_it.actions import (
    Action,
    Chance,
    ClosePower,
    Flip,
    OpenPower,
    PowerDrawn,
    Return,
    ShapeDealt,
    ShapeDrawn,
)
from companion.rules.all_4_it.events import Event, ExchangePaid, PowerTaken, PowerUsed, ShapeTurnedUp
from companion.rules.all_4_it.state import SEATS, DealShape, DrawPower, DrawShape, Phase, State
from companion.rules.all_4_it.view import View
from companion.rules.core import Refusal, Seat, Step
from companion.table.hosted import all_4_it_lines, all_4_it_reading, all_4_it_setup
from companion.table.hosting import Deck
from companion.table.reading import Layout, Reading


class All4It:
    """Implements `companion.table.hosting.Hosted`. Without state: one is as good as another."""

    name = "all_4_it"
    rules_version = 1

    def start(self, setup: dict[str, Any]) -> State:
        """The first state. `setup` is what `all_4_it_setup.as_setup` writes; ValueError names a bad field."""
        return all_4_it_setup.start(setup)

    def apply(self, state: State, action: Action) -> Step[State, Event] | Refusal:
        return transition.apply(state, action)

    def choices(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return offered.choices(state, seat)

    def chance(self, state: State) -> tuple[Action, ...]:
        return offered.chance(state)

    def flips(self, state: State) -> tuple[Action, ...]:
        """Both sides of the piece, while the oldest may let the app flip it (F20)."""
        if state.phase is not Phase.COLOURS:
            return ()
        return tuple(each for each in offered.choices(state, state.oldest) if isinstance(each, Flip))

    def seats(self, state: State) -> tuple[Seat, ...]:
        return SEATS

    def view_for(self, state: State, seat: Seat | None) -> View:
        return view.view_for(state, seat)

    def event_for(self, event: Event, seat: Seat | None) -> Event:
        """The event as `seat` may know it."""
        return view.event_for(event, seat)

    def names_hidden_card(self, state: State, action: Action) -> bool:
        """Whether offering `action` on a shared screen would tell what a hand or a deck holds."""
        match action:
            case ShapeDealt() | ShapeDrawn() | PowerDrawn():
                return True
            case OpenPower(seat, power) | Return(seat, str(power)):
                # With real cards any power is offered, so an offer tells nothing.
                return state.in_app and power not in state.powers.open_cards(seat)
            case _:
                return False

    def reveals(self, event: Event) -> bool:
        """Whether somebody learned something that a take-back cannot make unknown."""
        match event:
            case ShapeTurnedUp() | PowerTaken() | PowerUsed(first_time=True):
                return True
            case ExchangePaid():
                return True  # a card is drawn at once, by the app or by hand
            case _:
                return False

    def deck(self, state: State) -> Deck | None:
        """Where the next card comes from; None when the cards have nothing to do."""
        if state.phase is not Phase.DEALING:
            return None
        match state.due[0]:
            case DealShape():
                name, pile = "shapes", state.undealt
            case DrawShape(seat):
                name, pile = f"shapes of seat {seat}", state.seats[seat].deck
            case DrawPower():
                name, pile = "powers", state.power_deck
            case unknown:
                assert_never(unknown)
        return Deck(name, pile.shuffles, pile.cards)

    def draw(self, state: State, card: str) -> Chance:
        """The chance action in which `card` comes from `deck(state)`. ValueError when none is due."""
        if state.phase is not Phase.DEALING:
            raise ValueError("no card is due")
        match state.due[0]:
            case DealShape(seat):
                return ShapeDealt(seat, card)
            case DrawShape(seat):
                return ShapeDrawn(seat, card)
            case DrawPower(seat):
                return PowerDrawn(seat, card)
            case unknown:
                assert_never(unknown)

    def layout(self, state: State) -> Layout:
        """25 letters, row by row."""
        return all_4_it_reading.layout(state)

    def explain(self, state: State, seen: Layout) -> Reading[Action]:
        """`seen` against what may lie there next. ValueError unless it is 25 of `.RW?`."""
        return all_4_it_reading.explain(state, seen)

    def needs_tap(self, actions: tuple[Action, ...]) -> bool:
        """A power may go on after any piece; only its user knows when it is done."""
        return any(isinstance(action, ClosePower) for action in actions)

    def corrected(self, state: State, seen: Layout, *, ends_turn: bool) -> Step[State, Event] | Refusal:
        """The table overrides the record: `seen` is what lies there (F23)."""
        return correcting.correct(state, seen, ends_turn=ends_turn)

    def reads(self, setup: dict[str, Any]) -> None:
        """No figure walks here."""

    def encode(self, action: Action) -> dict[str, Any]:
        return all_4_it_lines.encode(action)

    def decode(self, line: dict[str, Any]) -> Action:
        """The action back from JSON; ValueError names what is wrong."""
        return all_4_it_lines.decode(line)

    def digest(self, state: State) -> str:
        """Sixteen hexadecimal digits over all of the state."""
        return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:16]

    def summary(self, state: State) -> dict[str, Any]:
        """What a list of games says about this one; nothing a spectator may not know."""
        return {
            "over": state.phase is Phase.OVER,
            "round": state.round,
            "rounds": state.options.rounds,
            "to_move": view.asked(state),
            "points": [own.points for own in state.seats],
            "winners": list(state.winners),
        }
