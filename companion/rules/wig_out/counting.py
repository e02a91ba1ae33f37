"""The race is over: what is left in the hands, and what lies wrongly on the piles."""

from dataclasses import replace
from typing import assert_never

from companion.rules.wig_out import flow, refusals
from companion.rules.wig_out.actions import EnterCards, WrongMatch
from companion.rules.wig_out.events import CallRight, CardsCounted, Event, WrongMatchFound
from companion.rules.wig_out.flow import Verdict
from companion.rules.wig_out.options import EmptyStock
from companion.rules.wig_out.state import TURNED_UP, Checking, Counting, Ended, State


def judge(state: State, action: EnterCards | WrongMatch) -> Verdict:
    """Judge what is counted; the action's form is right."""
    if not isinstance(state.stage, Checking | Counting):
        return refusals.NOT_NOW
    if action.seat not in state.playing:
        return refusals.NOT_PLAYING
    match action:
        case EnterCards():
            return _enter(state, state.stage, action)
        case WrongMatch():
            return _wrong(state, state.stage, action)
        case _:
            assert_never(action)


def _enter(state: State, stage: Checking | Counting, action: EnterCards) -> Verdict:
    """Entering the others' cards says that the callers' hands were empty (W19)."""
    seat, cards = action.seat, action.cards
    counting, told = _called_right(state, stage)
    if seat in counting.callers:
        all_out = isinstance(stage, Checking) and len(counting.callers) == len(state.playing)
        if not all_out or cards:
            return refusals.CALLER_HAS_NONE
        return flow.count(state, counting, *told)
    if counting.left[seat] is not None:
        return refusals.ALREADY_ENTERED
    if cards > most_left(state, counting):
        return refusals.TOO_MANY_CARDS
    left = tuple(cards if other == seat else was for other, was in enumerate(counting.left))
    return flow.count(state, replace(counting, left=left), *told, CardsCounted(seat, cards))


def _wrong(state: State, stage: Checking | Counting, action: WrongMatch) -> Verdict:
    """W13. It says as well that the race is over; where all have called it ends the round, as no hand is
    missing.
    """
    counting, told = _called_right(state, stage)
    if not _room(state, counting):
        return refusals.TOO_MANY_CARDS
    wrong = tuple(was + (other == action.seat) for other, was in enumerate(counting.wrong))
    found = WrongMatchFound(action.seat, 1 + state.options.wrong_match_points)
    return flow.count(state, replace(counting, wrong=wrong), *told, found)


def most_left(state: State, counting: Counting) -> int:
    """How many cards one more hand may hold: those that no other hand holds and that nobody must have laid.

    The callers have laid all they were dealt. Piles that have been made stock again prove nothing.
    """
    laid = 0 if _recycled(state) else sum(state.dealt[seat] for seat in counting.callers)
    return min(_room(state, counting), _room(state, replace(counting, wrong=(0,) * len(state.seats))) - laid)


def _called_right(state: State, stage: Checking | Counting) -> tuple[Counting, tuple[Event, ...]]:
    match stage:
        case Checking(callers):
            left = tuple(0 if seat in callers else None for seat in state.seats)
            return Counting(Ended.CALL, callers, left, (0,) * len(state.seats)), (CallRight(callers),)
        case Counting():
            return stage, ()
        case _:
            assert_never(stage)


def _room(state: State, counting: Counting) -> int:
    """Cards of the box of which nothing is known yet. Those turned up at first lie there for good, but
    for one at least they may have come into the stock again.
    """
    lying = 1 if _recycled(state) else TURNED_UP
    return (
        state.options.edition.cards - lying - sum(cards or 0 for cards in counting.left) - sum(counting.wrong)
    )


def _recycled(state: State) -> bool:
    return state.options.empty_stock is EmptyStock.RECYCLE_PILES
