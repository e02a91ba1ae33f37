"""From GO to the end of the race: calls true and false, lock-outs, stalls, and the empty stock."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from companion.rules.core import Seat, Step
from companion.rules.wig_out import flow, refusals
from companion.rules.wig_out.actions import (
    Call,
    ClaimStall,
    DeadHeat,
    DenyStall,
    FalseCall,
    FalseStart,
    Go,
    LockOutEnds,
    StockEmpty,
)
from companion.rules.wig_out.events import (
    Called,
    CalledTogether,
    CallFalse,
    Event,
    HandsCount,
    LockOutEnded,
    RaceBegun,
    RaceResumed,
    StallClaimed,
    StallOff,
    StartedEarly,
    StockRanOut,
)
from companion.rules.wig_out.flow import Verdict
from companion.rules.wig_out.options import EmptyStock, FalseCalls, FalseStarts, Stall
from companion.rules.wig_out.state import Checking, Choosing, Counting, Ended, Race, Ready, State

Racing: TypeAlias = (
    Go | FalseStart | Call | DeadHeat | FalseCall | LockOutEnds | ClaimStall | DenyStall | StockEmpty
)


def judge(state: State, action: Racing) -> Verdict:
    """Judge what is done in a race, or before it; the action's form is right."""
    match action:
        case Go(seat):
            return _go(state, seat)
        case FalseStart(seat):
            return _false_start(state, seat)
        case Call(seat):
            return _call(state, seat)
        case DeadHeat(seat):
            return _dead_heat(state, seat)
        case FalseCall(seat):
            return _false_call(state, seat)
        case LockOutEnds(seat):
            return _lock_out_ends(state, seat)
        case ClaimStall(seat):
            return _claim_stall(state, seat)
        case DenyStall(seat):
            return _deny_stall(state, seat)
        case StockEmpty(seat):
            return _stock_empty(state, seat)
        case _:
            assert_never(action)


def _go(state: State, seat: Seat) -> Verdict:
    if not isinstance(state.stage, Ready):
        return refusals.NOT_NOW
    if seat != state.dealer:
        return refusals.NOT_THE_DEALER
    return Step(replace(state, stage=Race()), (RaceBegun(seat),))


def _false_start(state: State, seat: Seat) -> Verdict:
    """W18. A press from before GO may arrive after it."""
    if state.options.false_start is FalseStarts.IGNORED:
        return refusals.EARLY_IS_IGNORED
    if not isinstance(state.stage, Ready | Race):
        return refusals.NOT_NOW
    if seat not in state.playing:
        return refusals.NOT_PLAYING
    if seat in state.early:
        return refusals.ALREADY_EARLY
    early = replace(state, early=(*state.early, seat), locked=_with(state.locked, seat))
    return Step(early, (StartedEarly(seat),))


def _call(state: State, seat: Seat) -> Verdict:
    """The first press ends the race, for now. A stall that was being agreed on is off (S26)."""
    match state.stage:
        case Choosing() | Ready():
            return refusals.BEFORE_GO
        case Checking():
            return refusals.CALL_IN_CHECK
        case Race():
            pass
        case _:
            return refusals.RACE_OVER
    if seat not in state.playing:
        return refusals.NOT_PLAYING
    if seat in state.locked:
        return refusals.LOCKED_OUT
    return Step(replace(state, stage=Checking((seat,))), (*_off(state.stage), Called(seat)))


def _dead_heat(state: State, seat: Seat) -> Verdict:
    """W10: nobody can tell which press was earlier, so both are checked."""
    if not isinstance(state.stage, Checking):
        return refusals.NOT_NOW
    if seat not in state.playing:
        return refusals.NOT_PLAYING
    callers = state.stage.callers
    if seat in callers:
        return refusals.ALREADY_CALLED
    if seat in state.locked:
        return refusals.LOCKED_OUT
    return Step(replace(state, stage=Checking((*callers, seat))), (CalledTogether(seat, callers),))


def _false_call(state: State, seat: Seat) -> Verdict:
    """W09: the caller holds cards. The race goes on unless another caller of a dead heat is left (S24)."""
    if not isinstance(state.stage, Checking):
        return refusals.NOT_NOW
    callers = tuple(caller for caller in state.stage.callers if caller != seat)
    if callers == state.stage.callers:
        return refusals.NOT_CALLED
    rule = state.options.false_call
    false_calls = tuple(calls + (caller == seat) for caller, calls in enumerate(state.false_calls))
    after = replace(
        state,
        false_calls=false_calls,
        locked=_with(state.locked, seat) if rule is FalseCalls.LOCK_OUT else state.locked,
        stage=Checking(callers) if callers else Race(),
    )
    told: tuple[Event, ...] = (CallFalse(seat, rule, _price(state)),)
    return Step(after, told if callers else (*told, RaceResumed()))


def _lock_out_ends(state: State, seat: Seat) -> Verdict:
    """Time passes while a call is checked as well. Before GO no lock-out has begun (S25)."""
    if not isinstance(state.stage, Race | Checking):
        return refusals.NOT_NOW
    if seat not in state.locked:
        return refusals.NOT_LOCKED_OUT
    free = tuple(other for other in state.locked if other != seat)
    return Step(replace(state, locked=free), (LockOutEnded(seat),))


def _claim_stall(state: State, seat: Seat) -> Verdict:
    """W04: the app sees no hands, so all must say it."""
    if not isinstance(state.stage, Race):
        return refusals.NOT_NOW
    if seat not in state.playing:
        return refusals.NOT_PLAYING
    if seat in state.stage.stuck:
        return refusals.ALREADY_CLAIMED
    stuck = (*state.stage.stuck, seat)
    missing = tuple(other for other in state.playing if other not in stuck)
    told = StallClaimed(seat, missing)
    if missing:
        return Step(replace(state, stage=Race(stuck)), (told,))
    match state.options.stall:
        case Stall.VOID:
            return flow.void(state, told)
        case Stall.SCORE_HANDS:
            return flow.count(state, _uncounted(state, Ended.STALL), told, HandsCount(state.round))
        case _:
            assert_never(state.options.stall)


def _deny_stall(state: State, seat: Seat) -> Verdict:
    """S26: any no will do, a second thought too."""
    if not isinstance(state.stage, Race):
        return refusals.NOT_NOW
    if seat not in state.playing:
        return refusals.NOT_PLAYING
    if not state.stage.stuck:
        return refusals.NO_STALL_CLAIMED
    return Step(replace(state, stage=Race()), (StallOff(seat),))


def _stock_empty(state: State, seat: Seat) -> Verdict:
    """W02, S28."""
    match state.options.empty_stock:
        case EmptyStock.PLAY_ON | EmptyStock.RECYCLE_PILES:
            return refusals.STOCK_GOES_ON
        case EmptyStock.END_AND_SCORE:
            pass
        case _:
            assert_never(state.options.empty_stock)
    if not isinstance(state.stage, Race):
        return refusals.NOT_NOW
    if seat not in state.playing:
        return refusals.NOT_PLAYING
    return flow.count(state, _uncounted(state, Ended.STOCK), *_off(state.stage), StockRanOut(seat))


def _off(race: Race) -> tuple[Event, ...]:
    return (StallOff(None),) if race.stuck else ()


def _price(state: State) -> int:
    """How many points, cards or seconds a false call costs."""
    match state.options.false_call:
        case FalseCalls.NONE:
            return 0
        case FalseCalls.POINTS | FalseCalls.DRAW:
            return state.options.penalty
        case FalseCalls.LOCK_OUT:
            return state.options.lock_out_s
        case _:
            assert_never(state.options.false_call)


def _uncounted(state: State, ended: Ended) -> Counting:
    seats = len(state.seats)
    return Counting(ended, (), (None,) * seats, (0,) * seats)


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted({*seats, seat}))
