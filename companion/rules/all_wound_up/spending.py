"""Using Brain tokens: when each may be used, on what, and in which order several are."""

from companion.rules.all_wound_up import bidding, board, refusals
from companion.rules.all_wound_up import tokens as t
from companion.rules.all_wound_up.acting import begun
from companion.rules.all_wound_up.actions import CloseWindow, DeclareToken, Spending, UseToken
from companion.rules.all_wound_up.dealing import Flow, Verdict, on_its_way
from companion.rules.all_wound_up.events import CardStolen, TokenDeclared, TokenKept, TokenUsed
from companion.rules.all_wound_up.options import RedTarget, SpentTokens
from companion.rules.all_wound_up.stages import Acting, Following, Passing, Raising, Stage
from companion.rules.all_wound_up.state import State, Waiting, left_of, live_bid
from companion.rules.all_wound_up.tasks import (
    Enter,
    Rise,
    Settle,
    Spend,
    TakeCard,
    Task,
    Turn,
    Walk,
    Wind,
    Window,
)
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.all_wound_up.values import replace
from companion.rules.all_wound_up.view import asked
from companion.rules.core import HeldHands, Refusal, Seat, Step


def spend(state: State, action: Spending) -> Verdict:
    """A token is used at once, or declared; or the window in which several are declared is closed."""
    window = state.tasks[0] if state.tasks and isinstance(state.tasks[0], Window) else None
    match action:
        case UseToken():
            if window:
                return refusals.WINDOW_OPEN
            fault = _unusable(state, action.seat, action.rank, action.on)
            if fault:
                return fault
            return _used(state, Spend(action.seat, action.rank, action.on))
        case DeclareToken():
            return _declare(state, window, action)
        case CloseWindow():
            if window is None:
                return refusals.NOT_NOW
            return _closed(state, window) if action.seat == window.opener else refusals.NOT_YOUR_TURN


def resolve(state: State, task: Spend) -> Flow:
    """A declared token's turn has come. If it has become impossible its owner keeps it (S07)."""
    rest = replace(state, tasks=state.tasks[1:])
    if _unusable(rest, task.seat, task.rank, task.on, declared=False):
        return Step(rest, (TokenKept(task.seat, task.rank),))
    return _used(rest, task)


def after_action(before: State, state: State) -> State:
    """Somebody has acted: tokens that waited for that are used as soon as nobody walks (A45, A47)."""
    if state.waiting is None or state.waiting.ready or _by_token(before.head):
        return state
    return replace(state, waiting=replace(state.waiting, ready=True))


def released(state: State) -> State | None:
    """The state with the waiting tokens first in line; None while they must wait on: for a card on its
    way, until nobody walks, and until who fell or left the board is put right.
    """
    waiting = state.waiting
    if waiting is None or not waiting.ready:
        return None
    if isinstance(state.head, Walk | Rise | Enter | Settle) or on_its_way(state.head):
        return None
    return replace(state, waiting=None, tasks=(*waiting.spends, *state.tasks))


def free(state: State, seat: Seat, rank: Rank) -> int:
    """Tokens of `rank` that the seat has and has not declared."""
    declared: tuple[Task, ...] = state.tasks
    if declared and isinstance(declared[0], Window):
        declared = (*declared[0].declared, *declared[1:])
    if state.waiting:
        declared = (*declared, *state.waiting.spends)
    bound = sum(isinstance(task, Spend) and task.seat == seat and task.rank is rank for task in declared)
    return t.count(state.tokens[seat], rank) - bound


def _declare(state: State, window: Window | None, action: DeclareToken) -> Verdict:
    if action.rank in (Rank.BLACK, Rank.GREEN):
        return refusals.NOT_DECLARED
    if state.waiting:
        return refusals.WINDOW_WAITS
    fault = _unusable(state, action.seat, action.rank, action.on)
    if fault:
        return fault
    declared = Spend(action.seat, action.rank, action.on)
    if window is None:
        tasks = (Window(action.seat, (declared,)), *state.tasks)
    else:
        tasks = (replace(window, declared=(*window.declared, declared)), *state.tasks[1:])
    return Step(replace(state, tasks=tasks), (TokenDeclared(action.seat, action.rank, action.on),))


def _closed(state: State, window: Window) -> Flow:
    """Clockwise from the dealer, each seat's own in its own order; whose turn it is has a place among
    them, and those behind it wait until it has acted (A45, A46).
    """
    state = replace(state, tasks=state.tasks[1:])
    seats = len(state.figures)

    def place(seat: Seat) -> int:
        return (seat - state.dealer) % seats

    mine = asked(state)
    last = place(mine[0]) if len(mine) == 1 else seats
    ordered = sorted(window.declared, key=lambda spent: place(spent.seat))
    now = tuple(spent for spent in ordered if place(spent.seat) <= last)
    later = tuple(spent for spent in ordered if place(spent.seat) > last)
    waiting = Waiting(later) if later else None
    return Step(replace(state, tasks=(*now, *state.tasks), waiting=waiting), ())


def _unusable(state: State, seat: Seat, rank: Rank, on: Seat, *, declared: bool = True) -> Refusal | None:
    """Why the seat cannot use such a token now; `declared`: what it has declared is not there any more."""
    tasks = state.tasks[1:] if state.tasks and isinstance(state.tasks[0], Window) else state.tasks
    if tasks and isinstance(tasks[0], Walk):
        return refusals.WHILE_WALKING
    if on_its_way(tasks[0] if tasks else state.stage):
        return refusals.CARD_ON_ITS_WAY
    if (free(state, seat, rank) if declared else t.count(state.tokens[seat], rank)) < 1:
        return refusals.TOKEN_NOT_HELD
    match rank:
        case Rank.BLACK | Rank.GREEN:
            return _no_turns(state, tasks, seat, rank, on)
        case Rank.PURPLE:
            if on != seat:
                return refusals.OWN_FIGURE_ONLY
            if not board.is_on(state, seat):
                return refusals.NOT_ON_BOARD
            return refusals.FIGURE_FALLEN if state.figures[seat].fallen else None
        case Rank.YELLOW:
            if on == seat:
                return refusals.OWN_HAND
            if isinstance(state.stage, Passing) and not state.options.tokens_during_passing:
                return refusals.CARDS_IN_TRANSIT
            return None if state.hands.size(on) else refusals.EMPTY_HAND
        case Rank.RED:
            return _no_raise(state, seat, on)


def _no_turns(state: State, tasks: tuple[Task, ...], seat: Seat, rank: Rank, on: Seat) -> Refusal | None:
    if on != seat:
        return refusals.OWN_FIGURE_ONLY
    if not tasks or not isinstance(tasks[0], Wind) or tasks[0].seat != seat or tasks[0].again:
        return refusals.ONLY_BEFORE_WINDING
    turns, most = tasks[0].turns, state.options.max_turns
    if rank is Rank.BLACK:
        return refusals.TOO_FEW_TURNS if turns - 1 < state.options.min_turns else None
    return refusals.TOO_MANY_TURNS if most is not None and turns + 1 > most else None


def _no_raise(state: State, seat: Seat, on: Seat) -> Refusal | None:
    bid = live_bid(state)
    if bid is None:
        return refusals.NO_LIVE_BID
    if on != seat and state.options.red_target is RedTarget.OWN:
        return refusals.OWN_BID_ONLY
    if not bid.amounts[on] and not state.options.wild_from_zero:
        return refusals.NO_RED_FROM_ZERO
    return None


def _used(state: State, spent: Spend) -> Flow:
    """The token takes effect and goes where spent tokens go (A31)."""
    seat, rank, on = spent.seat, spent.rank, spent.on
    state = board.with_purse(state, seat, t.add(state.tokens[seat], rank, -1))
    if state.options.spent_tokens is SpentTokens.SUPPLY:
        state = replace(state, supply=t.add(state.supply, rank))
    else:
        state = replace(state, box=t.add(state.box, rank))
    used = TokenUsed(seat, rank, on)
    match rank:
        case Rank.BLACK | Rank.GREEN:
            wind = state.tasks[0]
            assert isinstance(wind, Wind)
            wound = replace(wind, turns=wind.turns + (1 if rank is Rank.GREEN else -1))
            return Step(replace(begun(state), tasks=(wound, *state.tasks[1:])), (used,))
        case Rank.PURPLE:
            turn = Turn(seat, by=seat, token=True)
            return Step(replace(state, tasks=(turn, *state.tasks)), (used,))
        case Rank.YELLOW:
            return _steal(state, seat, on, used)
        case Rank.RED:
            return Step(_reopened(state, seat, on), (used,))


def _steal(state: State, seat: Seat, victim: Seat, used: TokenUsed) -> Flow:
    if isinstance(state.hands, HeldHands):
        return Step(replace(state, tasks=(TakeCard(seat, victim), *state.tasks)), (used,))
    most = bidding.stolen(state, seat, victim)
    hands = state.hands.lose(victim, None).gain(seat, None)
    return Step(replace(state, hands=hands, most=most), (used, CardStolen(seat, victim, None)))


def _reopened(state: State, seat: Seat, on: Seat) -> State:
    """The bid is one higher. Step 3 goes on from the left of the token's user, and all may raise (S05)."""
    match state.stage:
        case Following(bid):
            return replace(state, stage=replace(state.stage, bid=bidding.raised(bid, on, 1)))
        case Raising(bid) | Acting(bid):
            after = Raising(bidding.raised(bid, on, 1), left_of(state, seat))
            # Nobody has begun to act, so that of the tasks only what tokens have caused remains.
            kept = tuple(task for task in state.tasks if _by_token(task))
            return replace(state, stage=after, tasks=kept)
        case _:
            return state


def _by_token(head: Task | Stage) -> bool:
    """Whether a token has caused what is asked now, and no card or walk."""
    match head:
        case Spend() | TakeCard() | Turn(token=True):
            return True
        case _:
            return False
