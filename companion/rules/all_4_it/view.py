"""What one viewer may know. A type of its own: nothing hidden can be left in by accident."""

from dataclasses import dataclass, replace

from companion.rules.all_4_it.cards import Cards
from companion.rules.all_4_it.events import Event, PowerReturned, PowerTaken
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import (
    SEATS,
    Colour,
    Grid,
    Phase,
    RoundResult,
    State,
    other,
)
from companion.rules.core import Seat

__all__ = ["Phase", "RoundResult", "SeatView", "View", "event_for", "view_for"]


@dataclass(frozen=True, slots=True)
class SeatView:
    colour: Colour | None
    points: int
    spent: int
    shapes: tuple[str | None, ...]
    """Face-up shapes; None is a real card the app has not been told."""
    shape_deck: int | None
    """Cards face down in the seat's own Shape Deck; None with real cards."""
    shape_discards: int | None
    powers: int
    """How many power cards the seat holds, revealed or not."""
    revealed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    viewer: Seat | None
    options: Options
    cards: Cards
    oldest: Seat
    phase: Phase
    round: int
    """Counted from 1; above `options.rounds` in an extra round."""
    starter: Seat
    to_move: Seat | None
    """Who is asked now; None while the cards act and when the game is over."""
    turns_this_round: int
    grid: Grid
    touched: tuple[int, ...]
    """Cells already set by the open power or free imprint, ascending."""
    open_power: str | None
    seats: tuple[SeatView, SeatView]
    power_deck: int | None
    own_powers: tuple[str, ...]
    """The viewer's own power cards, revealed ones included; empty for a spectator."""
    results: tuple[RoundResult, ...]
    winners: tuple[Seat, ...]


def view_for(state: State, seat: Seat | None) -> View:
    """What `seat` may know; None is a spectator."""
    return View(
        viewer=seat,
        options=state.options,
        cards=state.cards,
        oldest=state.oldest,
        phase=state.phase,
        round=state.round,
        starter=state.starter,
        to_move=asked(state),
        turns_this_round=state.turns,
        grid=state.grid,
        touched=state.touched,
        open_power=state.open_power,
        seats=(_seat_view(state, SEATS[0]), _seat_view(state, SEATS[1])),
        power_deck=len(state.power_deck.cards) if state.in_app else None,
        own_powers=() if seat is None else state.powers.known(seat),
        results=state.results,
        winners=state.winners,
    )


def event_for(event: Event, seat: Seat | None) -> Event:
    """The event as `seat` may know it; None is a spectator."""
    match event:
        case PowerTaken() if event.seat != seat:
            return replace(event, power=None)
        case PowerReturned(revealed=False) if event.seat != seat:
            return replace(event, power=None)
        case _:
            return event


def asked(state: State) -> Seat | None:
    """Who is asked now; None while the cards act and when the game is over."""
    match state.phase:
        case Phase.COLOURS:
            return state.oldest
        case Phase.DEALING | Phase.OVER:
            return None
        case Phase.ROUND_SCORED:
            return other(state.starter)
        case Phase.TURN | Phase.FREE_IMPRINT | Phase.POWER | Phase.EXCHANGE:
            return state.to_move


def _seat_view(state: State, seat: Seat) -> SeatView:
    own = state.seats[seat]
    return SeatView(
        colour=state.colour(seat),
        points=own.points,
        spent=own.spent,
        shapes=own.shapes,
        shape_deck=len(own.deck.cards) if state.in_app else None,
        shape_discards=len(own.discards) if state.in_app else None,
        powers=state.powers.size(seat),
        revealed=state.powers.open_cards(seat),
    )
