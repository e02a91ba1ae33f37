"""What one viewer may know. A type of its own: nothing hidden can be left in by accident."""

from dataclasses import dataclass
from typing import assert_never

from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up import passing
from companion.rules.all_wound_up.cards import Card, Mix
from companion.rules.all_wound_up.events import (
    CardCame,
    CardDiscarded,
    CardPassed,
    CardSetAside,
    CardStolen,
    Event,
)
from companion.rules.all_wound_up.figures import Figure
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.stages import (
    Acting,
    Bidding,
    Drafting,
    Following,
    Over,
    Passing,
    Raising,
    Stage,
)
from companion.rules.all_wound_up.state import State, Waiting
from companion.rules.all_wound_up.tasks import (
    BrainChoice,
    DealCards,
    Enter,
    Perform,
    Pick,
    Rise,
    Settle,
    Spend,
    TakeCard,
    Task,
    Turn,
    Walk,
    Wind,
    Window,
)
from companion.rules.all_wound_up.tokens import Purse
from companion.rules.all_wound_up.values import replace
from companion.rules.core import Bunch, Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    name: str | None
    """The figure's name; None until the seat has one."""
    figure: Figure
    tokens: Purse
    cards: int
    """In hand."""
    aside: int
    """Cards on their way to the left."""
    owes: int
    """Cards it still has to pass or replace in this step."""


@dataclass(frozen=True, slots=True)
class View:
    viewer: Seat | None
    options: o.Options
    race: Race
    mix: Mix
    round: int
    dealer: Seat
    bidder: Seat
    """Who bids first once the cards have been passed."""
    fresh: tuple[Card, ...]
    """Kinds that nobody has bid for in this round."""
    stage: Stage
    tasks: tuple[Task, ...]
    waiting: Waiting | None
    asked: tuple[Seat, ...]
    """Whose turn it is; () while the cards act and when the game is over. Tokens may be used beside it."""
    seats: tuple[SeatView, ...]
    supply: Purse
    box: Purse
    own_cards: Bunch
    """The viewer's own hand; empty for a spectator, and with real cards."""
    own_aside: Bunch
    """What the viewer has set aside to pass."""
    deck: int | None
    """Cards left in the deck; None with real cards."""
    discards: int | None
    played: Bunch
    """Laid in this round's bids, sorted."""
    winner: Seat | None


def view_for(state: State, seat: Seat | None) -> View:
    """What `seat` may know; None is a spectator."""
    in_app = state.options.in_app
    return View(
        viewer=seat,
        options=state.options,
        race=state.race,
        mix=state.mix,
        round=state.round,
        dealer=state.dealer,
        bidder=state.bidder,
        fresh=state.fresh,
        stage=state.stage,
        tasks=state.tasks,
        waiting=state.waiting,
        asked=asked(state),
        seats=tuple(_seat_view(state, each) for each in state.seats),
        supply=state.supply,
        box=state.box,
        own_cards=() if seat is None else state.hands.known(seat),
        own_aside=() if seat is None else state.transit.known(seat),
        deck=len(state.deck.cards) if in_app else None,
        discards=len(state.discards) if in_app else None,
        played=state.played,
        winner=state.winner,
    )


def event_for(event: Event, seat: Seat | None) -> Event:
    """The event as `seat` may know it; None is a spectator."""
    match event:
        case CardCame() | CardSetAside() | CardDiscarded() if event.seat != seat:
            return replace(event, card=None)
        case CardPassed() if seat not in (event.seat, event.to):
            return replace(event, card=None)
        case CardStolen() if seat not in (event.seat, event.victim):
            return replace(event, card=None)
        case _:
            return event


def asked(state: State) -> tuple[Seat, ...]:
    """Whose turn it is; () while the cards act and when the game is over."""
    head = state.tasks[0] if state.tasks else state.stage
    match head:
        case DealCards() | TakeCard() | Over():
            return ()
        case Drafting(seat):
            return (seat,) if state.options.figures is o.Figures.CHOSEN else ()
        case Passing(seat=None):
            return tuple(seat for seat in state.seats if passing.owed(state, head, seat))
        case Passing(seat=seat):
            return () if seat is None else (seat,)
        case Bidding(seat) | Following(_, seat) | Raising(_, seat):
            return (seat,)
        case Enter(figure) | Settle(figure) | Rise(figure) | BrainChoice(figure):
            return (figure,)
        case Turn(by=seat) | Pick(seat) | Wind(seat) | Walk(seat) | Perform(seat) | Spend(seat):
            return (seat,)
        case Window(opener):
            return (opener,)
        case Acting():
            return ()
        case _:
            assert_never(head)


def _seat_view(state: State, seat: Seat) -> SeatView:
    owes = 0
    if isinstance(state.stage, Passing) and (state.stage.seat in (None, seat)):
        owes = passing.owed(state, state.stage, seat)
    return SeatView(
        name=state.names[seat],
        figure=state.figures[seat],
        tokens=state.tokens[seat],
        cards=state.hands.size(seat),
        aside=state.transit.size(seat),
        owes=owes,
    )
