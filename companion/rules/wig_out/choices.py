"""What may be done now, listed. Written apart from the judge, so that each can accuse the other."""

from collections.abc import Iterator
from typing import assert_never

from companion.rules.core import Seat
from companion.rules.wig_out.actions import (
    Action,
    Call,
    ClaimStall,
    DeadHeat,
    DenyStall,
    EnterCards,
    FalseCall,
    FalseStart,
    FirstDealer,
    Go,
    LockOutEnds,
    StockEmpty,
    WrongMatch,
)
from companion.rules.wig_out.options import EmptyStock, FalseStarts
from companion.rules.wig_out.state import Checking, Choosing, Counting, Over, Race, Ready, State


def choices(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything this seat may do now, in a stable order; () when there is nothing."""
    match state.stage:
        case Choosing():
            return (FirstDealer(seat),)
        case Ready():
            go = (Go(seat),) if seat == state.dealer else ()
            return (*go, *_early(state, seat))
        case Race(stuck):
            return (*_race(state, seat, stuck), *_early(state, seat), *_freed(state, seat))
        case Checking(callers):
            return (*_check(state, seat, callers), *_freed(state, seat))
        case Counting():
            return tuple(_count(state, seat, state.stage))
        case Over():
            return ()
        case _:
            assert_never(state.stage)


def _race(state: State, seat: Seat, stuck: tuple[Seat, ...]) -> Iterator[Action]:
    if seat not in state.playing:
        return
    if seat not in state.locked:
        yield Call(seat)
    if seat not in stuck:
        yield ClaimStall(seat)
    if stuck:
        yield DenyStall(seat)
    if state.options.empty_stock is EmptyStock.END_AND_SCORE:
        yield StockEmpty(seat)


def _early(state: State, seat: Seat) -> Iterator[Action]:
    lock_outs = state.options.false_start is FalseStarts.LOCK_OUT
    if lock_outs and seat in state.playing and seat not in state.early:
        yield FalseStart(seat)


def _freed(state: State, seat: Seat) -> Iterator[Action]:
    if seat in state.locked:
        yield LockOutEnds(seat)


def _check(state: State, seat: Seat, callers: tuple[Seat, ...]) -> Iterator[Action]:
    if seat not in state.playing:
        return
    if seat in callers:
        yield FalseCall(seat)
        if set(callers) == set(state.playing):
            yield EnterCards(seat, 0)
    else:
        if seat not in state.locked:
            yield DeadHeat(seat)
        yield from _hands(state, seat, _unseen(state) - _laid_by(state, callers))
    yield WrongMatch(seat)


def _count(state: State, seat: Seat, counting: Counting) -> Iterator[Action]:
    if seat not in state.playing:
        return
    held = sum(cards for cards in counting.left if cards is not None)
    unseen = _unseen(state) - held
    if counting.left[seat] is None:
        most = min(unseen - _laid_by(state, counting.callers), unseen - sum(counting.wrong))
        yield from _hands(state, seat, most)
    if unseen > sum(counting.wrong):
        yield WrongMatch(seat)


def _hands(state: State, seat: Seat, most: int) -> Iterator[Action]:
    yield from (EnterCards(seat, cards) for cards in range(most + 1))


def _unseen(state: State) -> int:
    """Cards that may be in hands or wrongly laid: all of the box but what was turned up."""
    recycled = state.options.empty_stock is EmptyStock.RECYCLE_PILES
    return state.options.edition.cards - (1 if recycled else 2)


def _laid_by(state: State, callers: tuple[Seat, ...]) -> int:
    """Who is out has laid at least what was dealt."""
    if state.options.empty_stock is EmptyStock.RECYCLE_PILES:
        return 0
    return sum(state.dealt[caller] for caller in callers)
