"""Turn options 2 and 3: a power is used, or exchanged for another one."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from companion.rules.all_4_it import dealing, flow, refusals
from companion.rules.all_4_it.actions import ClosePower, Exchange, OpenPower, Return, SetCell
from companion.rules.all_4_it.cards import blank_cost
from companion.rules.all_4_it.events import (
    CellChanged,
    Event,
    ExchangePaid,
    PowerDone,
    PowerReturned,
    PowerUsed,
)
from companion.rules.all_4_it.state import DrawPower, Phase, State, other
from companion.rules.core import Refusal, Seat, Step

Verdict: TypeAlias = Step[State, Event] | Refusal

EXCHANGE_COST = 1


def pay(state: State, action: OpenPower | SetCell | ClosePower | Exchange | Return) -> Verdict:
    """Judge what the mover does with its powers; phase and turn are right."""
    match action:
        case OpenPower():
            return _open_power(state, action)
        case SetCell():
            return _set_cell(state, action)
        case ClosePower():
            return _close_power(state, action)
        case Exchange():
            return _exchange(state, action)
        case Return():
            return _give_back(state, action)
        case _:
            assert_never(action)


def _open_power(state: State, action: OpenPower) -> Verdict:
    """A power is declared before its effect (S18): paid for, and revealed for the rest of the round (F14)."""
    cost = cost_of(state, action.power)
    if cost is None:
        return refusals.NO_SUCH_POWER
    seat, power = action.seat, action.power
    shown_before = power in state.powers.open_cards(seat)
    if not state.powers.may_hold(seat, power):
        return refusals.POWER_NOT_HELD
    if not shown_before and _all_revealed(state, power):
        return refusals.POWER_ELSEWHERE
    if not state.options.debt and cost > state.seats[seat].points:
        return refusals.POWER_TOO_DEAR
    opened = replace(
        _paid(state, seat, cost),
        phase=Phase.POWER,
        opened_on=state.grid,
        open_power=power,
        powers=state.powers if shown_before else state.powers.show(seat, power),
    )
    return Step(opened, (PowerUsed(seat, power, cost, not shown_before),))


def _set_cell(state: State, action: SetCell) -> Verdict:
    """The open power has changed one cell. What a power may do stands on its card, not here (F03)."""
    if action.cell in state.touched:
        return refusals.CELL_ALREADY_SET
    if state.grid[action.cell] is action.colour:
        return refusals.CELL_UNCHANGED
    grid = tuple(action.colour if cell == action.cell else was for cell, was in enumerate(state.grid))
    changed = CellChanged(action.seat, action.cell, action.colour)
    return Step(replace(state, grid=grid), (changed,))


def _close_power(state: State, action: ClosePower) -> Verdict:
    """The effect is complete. It may have changed nothing on the grid."""
    assert state.open_power is not None, "phase POWER has an open power"
    return flow.end_turn(state, PowerDone(action.seat, state.open_power))


def _exchange(state: State, action: Exchange) -> Verdict:
    """Pay, draw, then give one of the three back, in this order (F15)."""
    if not state.options.debt and state.seats[action.seat].points < EXCHANGE_COST:
        return refusals.EXCHANGE_TOO_DEAR
    if state.in_app and not state.power_deck.cards:
        return refusals.POWER_DECK_EMPTY
    paid = _paid(state, action.seat, EXCHANGE_COST)
    if state.in_app:
        return flow.proceed(replace(paid, due=(DrawPower(action.seat),)), ExchangePaid(action.seat))
    return flow.proceed(replace(paid, powers=paid.powers.gain(action.seat, None)), ExchangePaid(action.seat))


def _give_back(state: State, action: Return) -> Verdict:
    """One of the three powers is shuffled into the deck, the new one too if one likes (F15)."""
    seat, power = action.seat, action.power
    revealed = power is not None and power in state.powers.open_cards(seat)
    if state.in_app:
        if power is None or not state.powers.may_hold(seat, power):
            return refusals.POWER_NOT_HELD
        deck = state.power_deck.shuffled_with((power,))
    else:
        # A hidden real card is not named; a named one must lie revealed.
        if power is not None and not revealed:
            return refusals.POWER_NOT_HELD
        deck = state.power_deck
    back = replace(state, powers=state.powers.lose(seat, power), power_deck=deck)
    return flow.end_turn(back, PowerReturned(seat, power, revealed))


def cost_of(state: State, power: str) -> int | None:
    """What using it costs; None when there is no such power. With real cards a blank one names its cost."""
    for known in state.cards.powers:
        if known.id == power:
            return known.cost
    return None if state.in_app else blank_cost(power)


def _paid(state: State, seat: Seat, cost: int) -> State:
    own = state.seats[seat]
    return dealing.with_seat(state, seat, replace(own, points=own.points - cost, spent=own.spent + cost))


def _all_revealed(state: State, power: str) -> bool:
    """Whether every copy lies before the other seat. An assumed mix of cards proves nothing."""
    if state.in_app or state.cards.powers_assumed:
        return False
    copies = next((known.copies for known in state.cards.powers if known.id == power), None)
    if copies is None:
        return False
    return state.powers.open_cards(other(state.to_move)).count(power) >= copies
