"""How one state of All 4 It leads to the next. `apply` judges every action there is."""

from dataclasses import replace
from typing import assert_never

from companion.rules.all_4_it import dealing, flow, paying, playing, refusals
from companion.rules.all_4_it.actions import (
    Action,
    ClearGrid,
    ClosePower,
    Exchange,
    Flip,
    Imprint,
    OpenFree,
    OpenPower,
    Pass,
    Played,
    PowerDrawn,
    Return,
    SetCell,
    ShapeDealt,
    ShapeDrawn,
    ShowShape,
    Touch,
)
from companion.rules.all_4_it.cards import CELLS, Cards
from companion.rules.all_4_it.checks import check_cards
from companion.rules.all_4_it.events import ColoursTaken, Event
from companion.rules.all_4_it.forms import malformed
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import BARE, SEATS, Colour, Phase, Pile, SeatState, State, other
from companion.rules.all_4_it.view import asked
from companion.rules.core import Bunch, HeldHands, PaperHands, Refusal, Seat, Step


def setup(options: Options, cards: Cards, oldest: Seat) -> State:
    """A game before anything has happened; it holds no secret. ValueError names a card that cannot be."""
    check_cards(cards)
    if oldest not in SEATS:
        raise ValueError(f"oldest: seat 0 or 1, not {oldest!r}")
    state = State(
        options=options,
        cards=cards,
        oldest=oldest,
        phase=Phase.COLOURS,
        round=1,
        turns=0,
        passes=0,
        red=None,
        to_move=oldest,
        grid=BARE,
        opened_on=None,
        open_power=None,
        seats=(SeatState(), SeatState()),
        undealt=Pile(),
        powers=PaperHands((0, 0), ((), ())),
        power_deck=Pile(),
        due=(),
        results=(),
        winners=(),
    )
    if not state.in_app:
        return state
    return replace(
        state,
        undealt=Pile(_every_copy(tuple((shape.id, shape.copies) for shape in cards.shapes))),
        powers=HeldHands(((), ()), ((), ())),
        power_deck=Pile(_every_copy(tuple((power.id, power.copies) for power in cards.powers))),
    )


def apply(state: State, action: Action) -> Step[State, Event] | Refusal:
    """Judge `action` against `state`. Never raises, whatever `action` is, and never mutates."""
    fault = malformed(action)
    if fault:
        return fault
    match action:
        case ShapeDealt() | ShapeDrawn() | PowerDrawn():
            turned = dealing.turn_card(state, action)
            if isinstance(turned, Refusal):
                return turned
            return flow.proceed(turned.state, *turned.events)
        case _:
            return _play(state, action)


def most_actions_a_turn(cards: Cards) -> int:
    """No turn takes more actions than this, its drawing of cards included.

    A power changes each cell at most once between opening and closing; with real cards four shapes
    may be named; a round begins with four shapes and four powers drawn; and a deck made anew deals
    every shape again.
    """
    return len(CELLS) + 2 + 4 + 8 + sum(shape.copies for shape in cards.shapes)


def _play(state: State, action: Played) -> Step[State, Event] | Refusal:
    if state.phase is Phase.OVER:
        return refusals.GAME_OVER
    if isinstance(action, ShowShape):
        return playing.show_shape(state, action)
    if state.phase is not _phase_of(action):
        return refusals.NOT_NOW
    if action.seat != asked(state):
        return refusals.NOT_YOUR_TURN
    match action:
        case Flip():
            return _flip(state, action)
        case Imprint() | OpenFree() | Touch() | Pass():
            return playing.play(state, action)
        case OpenPower() | SetCell() | ClosePower() | Exchange() | Return():
            return paying.pay(state, action)
        case ClearGrid():
            return flow.begin_round(state, state.round + 1)
        case _:
            assert_never(action)


def _phase_of(action: Played) -> Phase:
    match action:
        case Flip():
            return Phase.COLOURS
        case Imprint() | OpenFree() | OpenPower() | Exchange() | Pass() | ShowShape():
            return Phase.TURN
        case Touch():
            return Phase.FREE_IMPRINT
        case SetCell() | ClosePower():
            return Phase.POWER
        case Return():
            return Phase.EXCHANGE
        case ClearGrid():
            return Phase.ROUND_SCORED
        case _:
            assert_never(action)


def _flip(state: State, action: Flip) -> Step[State, Event]:
    """F20: the side that lands up is the oldest's colour."""
    red = action.seat if action.colour is Colour.RED else other(action.seat)
    return flow.begin_round(replace(state, red=red), 1, ColoursTaken(red, other(red)))


def _every_copy(counts: tuple[tuple[str, int], ...]) -> Bunch:
    return tuple(sorted(card for card, copies in counts for _ in range(copies)))
