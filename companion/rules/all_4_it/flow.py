"""How turns and rounds follow one another. Each function here leads to a state in which somebody can act."""

from dataclasses import replace
from typing import TypeAlias

from companion.rules.all_4_it import dealing, scoring
from companion.rules.all_4_it.events import Event, GameWon, RoundBegun, RoundScored, TurnBegun
from companion.rules.all_4_it.options import ShapeDeck
from companion.rules.all_4_it.state import (
    BARE,
    FACE_UP,
    SEATS,
    Phase,
    SeatState,
    State,
    is_full,
    other,
)
from companion.rules.core import PaperHands, Step

Flow: TypeAlias = Step[State, Event]


def end_turn(state: State, *events: Event, passed: bool = False) -> Flow:
    """The mover has done its one thing (F09). Now the round ends or the other seat is next."""
    done = replace(
        state,
        phase=Phase.DEALING,
        turns=state.turns + 1,
        passes=state.passes + 1 if passed else 0,
        opened_on=None,
        open_power=None,
    )
    if _round_is_over(done):
        return _end_round(done, events)
    mover, following = done.to_move, other(done.to_move)
    done = replace(done, to_move=following)
    if not done.in_app:
        return proceed(_new_paper_shapes(done), *events)
    # S19: nothing is drawn after the play that fills the grid, though an equal turn may follow.
    due = () if is_full(done.grid) else dealing.shapes_wanted(done, mover)
    return proceed(replace(done, due=due), *events)


def proceed(state: State, *events: Event) -> Flow:
    """Go on as far as possible without a card: to the next card, the turn, the return, or the round's end."""
    step = dealing.ready(state)
    state, events = step.state, (*events, *step.events)
    if state.due:
        return Step(replace(state, phase=Phase.DEALING), events)
    if state.powers.size(state.to_move) > FACE_UP:
        return Step(replace(state, phase=Phase.EXCHANGE), events)
    nobody_has_a_shape = not any(own.shapes for own in state.seats)
    if nobody_has_a_shape and not is_full(state.grid):
        return _end_round(state, events)  # F07
    return Step(replace(state, phase=Phase.TURN), (*events, TurnBegun(state.to_move)))


def begin_round(state: State, number: int, *events: Event) -> Flow:
    """A bare grid, two shapes and two powers each; red starts odd rounds (F20)."""
    begun = replace(state, round=number, turns=0, passes=0, grid=BARE)
    starter = begun.starter
    begun = replace(begun, to_move=starter)
    told = (*events, RoundBegun(number, starter))
    if not begun.in_app:
        full = PaperHands((FACE_UP, FACE_UP), ((), ()))
        return proceed(_new_paper_shapes(replace(begun, powers=full)), *told)
    deal = dealing.whole_deal(begun, starter)
    draw = (*dealing.shapes_wanted(begun, starter), *dealing.powers_wanted(starter))
    return proceed(replace(begun, due=(*deal, *draw)), *told)


def _round_is_over(state: State) -> bool:
    """Asked at the end of a turn only, whatever filled, moved or emptied cells (F11)."""
    most = state.options.max_turns_per_round
    if most is not None and state.turns >= most:
        return True
    # F10: the starter's filling turn may be answered; if the grid is open after that, play goes on (S21).
    answer_due = state.options.equal_turns and state.turns % 2 == 1
    if is_full(state.grid) and not answer_due:
        return True
    # F07 with real cards: the app cannot see an empty Shape Deck, so two passes in a row say it.
    by_passing = not state.in_app and state.options.shape_deck is ShapeDeck.PLAY_OUT
    return by_passing and state.passes >= len(SEATS)


def _end_round(state: State, events: tuple[Event, ...]) -> Flow:
    paid = scoring.scored(state)
    result = paid.results[-1]
    told: tuple[Event, ...] = (*events, RoundScored(result.round, result.pieces, result.points))
    # F18: revealed powers too go back; F06: face-up shapes are discarded unless kept.
    back = tuple(card for seat in SEATS for card in paid.powers.known(seat)) if paid.in_app else ()
    paid = replace(
        paid,
        powers=paid.powers.emptied(),
        power_deck=paid.power_deck.shuffled_with(back),
        seats=(_shapes_put_away(paid, paid.seats[0]), _shapes_put_away(paid, paid.seats[1])),
    )
    won = scoring.winners(paid)
    if won:
        return Step(replace(paid, phase=Phase.OVER, winners=won), (*told, GameWon(won)))
    return Step(replace(paid, phase=Phase.ROUND_SCORED), told)


def _shapes_put_away(state: State, own: SeatState) -> SeatState:
    if state.options.keep_shapes:
        return own
    known = tuple(shape for shape in own.shapes if shape is not None) if state.in_app else ()
    return replace(own, shapes=(), discards=tuple(sorted((*own.discards, *known))))


def _new_paper_shapes(state: State) -> State:
    """Real cards: each seat has two face-up shapes again, the new ones not yet told to the app."""
    first, second = (
        replace(own, shapes=(*own.shapes, *(None,) * (FACE_UP - len(own.shapes)))) for own in state.seats
    )
    return replace(state, seats=(first, second))
