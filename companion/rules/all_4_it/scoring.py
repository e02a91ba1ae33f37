"""What a round pays, and who wins in the end."""

from dataclasses import replace

from companion.rules.all_4_it.options import Tie
from companion.rules.all_4_it.state import SEATS, RoundResult, State
from companion.rules.core import Seat


def scored(state: State) -> State:
    """The round's pieces are counted and added to the counters (F22)."""
    pieces = (_pieces(state, SEATS[0]), _pieces(state, SEATS[1]))
    points = (state.seats[0].points + pieces[0], state.seats[1].points + pieces[1])
    return replace(
        state,
        seats=(
            replace(state.seats[0], points=points[0]),
            replace(state.seats[1], points=points[1]),
        ),
        results=(*state.results, RoundResult(state.round, pieces, points)),
    )


def winners(state: State) -> tuple[Seat, ...]:
    """Who has won after the last scored round; () when a round is still to come (F21, F27)."""
    if state.round < state.options.rounds:
        return ()
    leading = _best(SEATS, tuple(own.points for own in state.seats))
    if len(leading) == 1:
        return leading
    match state.options.tie:
        case Tie.SHARED:
            return leading
        case Tie.FEWEST_POINTS_SPENT:
            return _best(leading, tuple(-own.spent for own in state.seats))
        case Tie.EXTRA_ROUND:
            # S23: one extra round; if that ties as well, the win is shared.
            return leading if state.round > state.options.rounds else ()


def _best(seats: tuple[Seat, ...], worth: tuple[int, ...]) -> tuple[Seat, ...]:
    most = max(worth[seat] for seat in seats)
    return tuple(seat for seat in seats if worth[seat] == most)


def _pieces(state: State, seat: Seat) -> int:
    return state.grid.count(state.colour(seat))
