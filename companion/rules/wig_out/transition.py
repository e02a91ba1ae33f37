"""How one state of Wig Out! leads to the next. `apply` judges every action there is."""

from companion.rules.core import Refusal, Seat, Step
from companion.rules.wig_out import counting, flow, racing, refusals
from companion.rules.wig_out.actions import Action, EnterCards, FirstDealer, WrongMatch
from companion.rules.wig_out.events import DealerChosen, Event
from companion.rules.wig_out.forms import malformed
from companion.rules.wig_out.options import Options
from companion.rules.wig_out.state import (
    FEWEST_SEATS,
    MOST_SEATS,
    Choosing,
    Over,
    State,
    most_fewer,
)


def setup(options: Options, seats: int, dealer: Seat | None, fewer: tuple[int, ...]) -> State:
    """A game before anything has happened. `dealer` None: the table chooses, or lots are drawn (W15).

    `fewer` says how many cards fewer each seat is dealt. ValueError names what cannot be (W20).
    """
    if type(seats) is not int or not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ValueError(f"seats: {FEWEST_SEATS} to {MOST_SEATS}, not {seats!r}")
    if dealer is not None and (type(dealer) is not int or not 0 <= dealer < seats):
        raise ValueError(f"dealer: seat 0 to {seats - 1}, or none, not {dealer!r}")
    if type(fewer) is not tuple or len(fewer) != seats:
        raise ValueError(f"fewer: a number for each of the {seats} seats, not {fewer!r}")
    for seat, cards in enumerate(fewer):
        most = most_fewer(seats)
        if type(cards) is not int or not 0 <= cards <= most:
            raise ValueError(f"fewer[{seat}]: a whole number from 0 to {most}, not {cards!r}")
    state = State(
        options=options,
        fewer=fewer,
        dealer=None,
        round=1,
        playing=tuple(Seat(n) for n in range(seats)),
        early=(),
        locked=(),
        false_calls=(0,) * seats,
        stage=Choosing(),
        results=(),
    )
    return state if dealer is None else flow.get_ready(state, dealer).state


def apply(state: State, action: Action) -> Step[State, Event] | Refusal:
    """Judge `action` against `state`. Never raises, whatever `action` is, and never mutates."""
    fault = malformed(action, len(state.seats))
    if fault:
        return fault
    if isinstance(state.stage, Over):
        return refusals.GAME_OVER
    match action:
        case FirstDealer(seat):
            if not isinstance(state.stage, Choosing):
                return refusals.NOT_NOW
            return flow.get_ready(state, seat, DealerChosen(seat))
        case EnterCards() | WrongMatch():
            return counting.judge(state, action)
        case _:
            return racing.judge(state, action)


def most_actions_a_stretch(state: State) -> int:
    """A stretch of a race, from one thing that changes what is asked to the next, takes no more actions.

    Every seat may start early, be freed, agree on a stall or call in a dead heat, and be counted; and each
    card of the box may lie wrongly.
    """
    return 4 * len(state.seats) + state.options.edition.cards
