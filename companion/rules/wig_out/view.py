"""What one viewer may know. Nothing of this game is hidden, so all see the same."""

from dataclasses import dataclass
from typing import assert_never

from companion.rules.core import Seat
from companion.rules.wig_out.events import Event
from companion.rules.wig_out.options import Options
from companion.rules.wig_out.state import (
    TURNED_UP,
    Checking,
    Choosing,
    Counting,
    Over,
    Race,
    Ready,
    RoundResult,
    Stage,
    State,
)


@dataclass(frozen=True, slots=True)
class SeatView:
    points: int
    """In all rounds so far, the sudden-death round not counted."""
    plays: bool
    """In this round."""
    dealt: int
    """Cards to be dealt to the seat in this round."""
    fewer: int
    """How many cards fewer than others it is dealt in every round."""
    early: bool
    locked: bool
    """It may not call now."""
    false_calls: int
    """In this race."""
    left: int | None
    """Cards left in hand; None until that is known."""
    wrong: int
    """Cards found on piles that they do not match."""


@dataclass(frozen=True, slots=True)
class View:
    viewer: Seat | None
    options: Options
    dealer: Seat | None
    """Who deals this round; None while the table chooses."""
    round: int
    """Counted from 1; above `options.rounds` in the sudden-death round."""
    sudden_death: bool
    stage: Stage
    asked: tuple[Seat, ...]
    """Whom the table waits for, or asks about; () in a race unless a stall is claimed."""
    stock: int
    """Cards left in the stock when all have been dealt to and two are turned up."""
    seats: tuple[SeatView, ...]
    results: tuple[RoundResult, ...]
    winners: tuple[Seat, ...]


def view_for(state: State, seat: Seat | None) -> View:
    """What `seat` may know; None is a spectator."""
    return View(
        viewer=seat,
        options=state.options,
        dealer=state.dealer,
        round=state.round,
        sudden_death=state.sudden_death,
        stage=state.stage,
        asked=asked(state),
        stock=state.options.edition.cards - sum(state.dealt) - TURNED_UP,
        seats=tuple(_seat_view(state, each) for each in state.seats),
        results=state.results,
        winners=state.winners,
    )


def event_for(event: Event, seat: Seat | None) -> Event:
    """The event as `seat` may know it: all of it."""
    return event


def asked(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for, or asks about. A stall is a question to those who have not agreed."""
    match state.stage:
        case Choosing():
            return state.seats
        case Ready():
            return () if state.dealer is None else (state.dealer,)
        case Race(stuck):
            return tuple(seat for seat in state.playing if seat not in stuck) if stuck else ()
        case Checking(callers):
            return callers
        case Counting():
            return tuple(seat for seat in state.playing if state.stage.left[seat] is None)
        case Over():
            return ()
        case _:
            assert_never(state.stage)


def _seat_view(state: State, seat: Seat) -> SeatView:
    counting = state.stage if isinstance(state.stage, Counting) else None
    return SeatView(
        points=state.points[seat],
        plays=seat in state.playing,
        dealt=state.dealt[seat],
        fewer=state.fewer[seat],
        early=seat in state.early,
        locked=seat in state.locked,
        false_calls=state.false_calls[seat],
        left=None if counting is None else counting.left[seat],
        wrong=0 if counting is None else counting.wrong[seat],
    )
