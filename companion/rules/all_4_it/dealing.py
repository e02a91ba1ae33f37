"""What the cards do: shapes dealt and drawn, decks made anew, powers drawn.

The rules know what is left in a deck and never its order; somebody else turns the card.
"""

from dataclasses import replace
from typing import assert_never

from companion.rules.all_4_it import refusals
from companion.rules.all_4_it.actions import Chance, PowerDrawn, ShapeDealt, ShapeDrawn
from companion.rules.all_4_it.events import (
    Event,
    PowerTaken,
    ShapeDeckDealt,
    ShapesReshuffled,
    ShapeTurnedUp,
)
from companion.rules.all_4_it.options import ShapeDeck
from companion.rules.all_4_it.state import (
    FACE_UP,
    SEATS,
    DealShape,
    DrawPower,
    DrawShape,
    Due,
    Phase,
    SeatState,
    State,
    other,
)
from companion.rules.core import Refusal, Seat, Step


def turn_card(state: State, action: Chance) -> Step[State, Event] | Refusal:
    """One card comes from its deck. The caller goes on from there: `due` has lost its head."""
    if not state.in_app:
        return refusals.CARDS_ON_TABLE
    if state.phase is not Phase.DEALING:
        return refusals.GAME_OVER if state.phase is Phase.OVER else refusals.NOT_NOW
    rest = replace(state, due=state.due[1:])
    match (state.due[0], action):
        case (DealShape(seat), ShapeDealt()) if seat == action.seat:
            if action.shape not in state.undealt.cards:
                return refusals.CARD_NOT_LEFT
            return _deal_shape(rest, seat, action.shape)
        case (DrawShape(seat), ShapeDrawn()) if seat == action.seat:
            if action.shape not in state.seats[seat].deck.cards:
                return refusals.CARD_NOT_LEFT
            return _draw_shape(rest, seat, action.shape)
        case (DrawPower(seat), PowerDrawn()) if seat == action.seat:
            if action.power not in state.power_deck.cards:
                return refusals.CARD_NOT_LEFT
            drawn = replace(
                rest,
                powers=rest.powers.gain(seat, action.power),
                power_deck=rest.power_deck.take(action.power),
            )
            return Step(drawn, (PowerTaken(seat, action.power),))
        case _:
            return refusals.ANOTHER_CARD_DUE


def ready(state: State) -> Step[State, Event]:
    """Make the head of `due` possible: discards are shuffled where a deck ran out (F05, S16)."""
    events: list[Event] = []
    while state.due and not _can_serve(state, state.due[0]):
        match state.due[0]:
            case DrawShape(seat):
                state, event = _made_anew(state, seat)
                if event:
                    events.append(event)
            case DealShape() | DrawPower():  # nothing left to give (F17)
                state = replace(state, due=state.due[1:])
            case unknown:
                assert_never(unknown)
    return Step(state, tuple(events))


def whole_deal(state: State, first: Seat) -> tuple[Due, ...]:
    """Every undealt shape, one at a time, to the two Shape Decks in turn."""
    return tuple(DealShape(SEATS[(first + n) % 2]) for n in range(len(state.undealt.cards)))


def shapes_wanted(state: State, first: Seat) -> tuple[Due, ...]:
    """Draws back to two face-up shapes each, one at a time, beginning with `first`."""
    return tuple(
        DrawShape(seat)
        for have in range(FACE_UP)
        for seat in (first, other(first))
        if len(state.seats[seat].shapes) <= have
    )


def powers_wanted(first: Seat) -> tuple[Due, ...]:
    """Two powers each, one by one from the round's starter (S22)."""
    return tuple(DrawPower(seat) for _ in range(FACE_UP) for seat in (first, other(first)))


def with_seat(state: State, seat: Seat, own: SeatState) -> State:
    first, second = state.seats
    return replace(state, seats=(own, second) if seat == 0 else (first, own))


def _can_serve(state: State, due: Due) -> bool:
    match due:
        case DealShape():
            return bool(state.undealt.cards)
        case DrawShape(seat):
            return bool(state.seats[seat].deck.cards)
        case DrawPower():
            return bool(state.power_deck.cards)
        case _:
            assert_never(due)


def _made_anew(state: State, seat: Seat) -> tuple[State, Event | None]:
    """`seat` wants a shape and its deck is empty."""
    discards = tuple(own.discards for own in state.seats)
    own = state.seats[seat]
    match state.options.shape_deck:
        case ShapeDeck.RECYCLE if own.discards:
            fresh = replace(own, deck=own.deck.shuffled_with(own.discards), discards=())
            return with_seat(state, seat, fresh), ShapesReshuffled(seat)
        case ShapeDeck.SHARED_RESHUFFLE if any(discards):
            for each in SEATS:
                theirs = state.seats[each]
                # The cards dealt next join what is left there, so that deck has another order too.
                state = with_seat(
                    state, each, replace(theirs, deck=theirs.deck.shuffled_with(()), discards=())
                )
            state = replace(state, undealt=state.undealt.shuffled_with((*discards[0], *discards[1])))
            return replace(state, due=(*whole_deal(state, seat), *state.due)), ShapesReshuffled(None)
        case _:
            return replace(state, due=state.due[1:]), None


def _deal_shape(state: State, seat: Seat, shape: str) -> Step[State, Event]:
    own = state.seats[seat]
    dealt = replace(
        with_seat(state, seat, replace(own, deck=own.deck.add(shape))), undealt=state.undealt.take(shape)
    )
    first_deal = dealt.undealt.shuffles == 0
    if dealt.undealt.cards or not first_deal:
        return Step(dealt, ())
    return Step(dealt, (ShapeDeckDealt(len(dealt.seats[0].deck.cards)),))


def _draw_shape(state: State, seat: Seat, shape: str) -> Step[State, Event]:
    own = state.seats[seat]
    drawn = replace(own, shapes=(*own.shapes, shape), deck=own.deck.take(shape))
    return Step(with_seat(state, seat, drawn), (ShapeTurnedUp(seat, shape),))
