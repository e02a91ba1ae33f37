"""All Wound Up as a table hosts it: its rules behind the common verbs.

What a race looks like from above is not compared with the record, as a grid is: figures stand anywhere.
What happens on the board comes in as actions instead, in the order of time.
"""

import hashlib
from typing import Any

import msgspec

from companion.rules.all_wound_up import choices as offered
from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up import refusals, transition, view
from companion.rules.all_wound_up.actions import (
    Action,
    CardDealt,
    CardTaken,
    Chance,
    DiscardCard,
    FigureDrawn,
    Follow,
    MakeBid,
    Pass,
    PassCard,
    Raise,
)
from companion.rules.all_wound_up.bidding import forced
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.options import Figures
from companion.rules.all_wound_up.stages import Bidding, Drafting, Over
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import DealCards, TakeCard
from companion.rules.all_wound_up.view import View
from companion.rules.core import Refusal, Seat, Step
from companion.table.hosted import all_wound_up_lines, all_wound_up_setup
from companion.table.hosted.all_wound_up_reading import FigureReader
from companion.table.hosting import Deck
from companion.table.reading import Layout, Reading, Unchanged

BLANK: Layout = ""
"""The only layout there is: a race has none to compare."""


class AllWoundUp:
    """Implements `companion.table.hosting.Hosted`. Without state: one is as good as another."""

    name = "all_wound_up"
    rules_version = 1

    def start(self, setup: dict[str, Any]) -> State:
        """The first state of what `all_wound_up_setup.as_setup` wrote; ValueError names a bad field."""
        return all_wound_up_setup.start(setup)

    def apply(self, state: State, action: Action) -> Step[State, e.Event] | Refusal:
        return transition.apply(state, action)

    def choices(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return offered.choices(state, seat)

    def chance(self, state: State) -> tuple[Action, ...]:
        return offered.chance(state)

    def flips(self, state: State) -> tuple[Action, ...]:
        """Nothing: figures drawn by chance come from a deck of their own."""
        return ()

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def view_for(self, state: State, seat: Seat | None) -> View:
        return view.view_for(state, seat)

    def event_for(self, event: e.Event, seat: Seat | None) -> e.Event:
        """The event as `seat` may know it."""
        return view.event_for(event, seat)

    def names_hidden_card(self, state: State, action: Action) -> bool:
        """Whether offering `action` on a shared screen would tell what a hand or the deck holds."""
        match action:
            case CardDealt() | CardTaken() | FigureDrawn():
                return True
            case PassCard() | DiscardCard() | MakeBid() | Follow() | Raise():
                # With real cards everything that may be held is offered, so an offer tells nothing.
                return state.options.in_app
            case Pass():
                # Who must bid when it can may pass only without an action card (A13 `force_bid`).
                bidding = isinstance(state.stage, Bidding) and forced(state, state.stage)
                return state.options.in_app and bidding
            case _:
                return False

    def reveals(self, event: e.Event) -> bool:
        """Whether somebody learned something that a take-back cannot make unknown."""
        match event:
            case e.CardCame() | e.CardPassed() | e.CardsExchanged() | e.CardStolen() | e.FigureGot():
                return True
            case e.RoundBegun() | e.CardsHandedOver():
                return True  # real cards are in other hands now
            case e.BidMade() | e.BidFollowed() | e.BidRaised():
                return True  # even nothing laid tells what is not held
            case _:
                return False

    def deck(self, state: State) -> Deck | None:
        """Where the next card, or figure, comes from; None when chance has nothing to do."""
        head = state.head
        match head:
            case Drafting() if state.options.figures is Figures.RANDOM:
                return Deck("figures", 0, tuple(sorted(set(state.race.figures) - set(state.names))))
            case DealCards():
                return Deck("cards", state.deck.shuffles, state.deck.cards)
            case TakeCard(_, victim):
                # A hand has another order each time somebody reaches into it.
                return Deck(f"hand of seat {victim}", self._reaches(state), state.hands.known(victim))
            case _:
                return None

    def draw(self, state: State, card: str) -> Chance:
        """The chance action in which `card` comes from `deck(state)`. ValueError when none is due."""
        head = state.head
        match head:
            case Drafting(seat) if state.options.figures is Figures.RANDOM:
                return FigureDrawn(seat, card)
            case DealCards((seat, *_)):
                return CardDealt(seat, Card(card))
            case TakeCard(seat):
                return CardTaken(seat, Card(card))
            case _:
                raise ValueError("no card is due")

    def layout(self, state: State) -> Layout:
        """Always the blank one: a race has no layout to compare."""
        return BLANK

    def explain(self, state: State, seen: Layout) -> Reading[Action]:
        """Always unchanged: no layout tells anything about a race. ValueError unless `seen` is blank."""
        if seen != BLANK:
            raise ValueError(f"a race has no layout, so {seen!r:.40} is none")
        return Unchanged()

    def needs_tap(self, actions: tuple[Action, ...]) -> bool:
        """Nothing is read off a layout, so nothing waits for a tap."""
        return False

    def corrected(self, state: State, seen: Layout, *, ends_turn: bool) -> Step[State, e.Event] | Refusal:
        """The blank layout agrees with every record, so it puts nothing right; any other is refused, and
        so is ending a turn by it: where figures stand is said by actions.
        """
        if isinstance(state.stage, Over):
            return refusals.GAME_OVER
        if seen != BLANK or ends_turn:
            return refusals.NO_LAYOUT
        return Step(state, ())

    def reads(self, setup: dict[str, Any]) -> FigureReader:
        """Reads what figures do; ValueError when the set-up's `forward` is no direction."""
        return FigureReader(all_wound_up_setup.forward_of(setup))

    def encode(self, action: Action) -> dict[str, Any]:
        return all_wound_up_lines.encode(action)

    def decode(self, line: dict[str, Any]) -> Action:
        """The action back from JSON; ValueError names what is wrong."""
        return all_wound_up_lines.decode(line)

    def digest(self, state: State) -> str:
        """Sixteen hexadecimal digits over all of the state."""
        return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:16]

    def summary(self, state: State) -> dict[str, Any]:
        """What a list of games says about this one; nothing a spectator may not know."""
        asked = view.asked(state)
        return {
            "over": isinstance(state.stage, Over),
            "round": state.round,
            "to_move": asked[0] if len(asked) == 1 else None,
            "winners": [] if state.winner is None else [state.winner],
            "figures": list(state.names),
            "reached": [figure.reached for figure in state.figures],
            "course": len(state.race.course),
        }

    def _reaches(self, state: State) -> int:
        """Tells one reach into a hand from the next: how many cards have been played and dealt since."""
        return state.round * 1000 + sum(sum(purse) for purse in state.tokens) + len(state.played)
