"""Which tokens may be used now, listed. Written apart from the judge, like the rest of the choices."""

from collections.abc import Iterator

from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up.actions import DeclareToken, UseToken
from companion.rules.all_wound_up.figures import On
from companion.rules.all_wound_up.stages import Acting, Drafting, Following, Passing, Raising
from companion.rules.all_wound_up.state import SEATS, State
from companion.rules.all_wound_up.tasks import DealCards, Spend, TakeCard, Walk, Wind, Window
from companion.rules.all_wound_up.tokens import RANKS, Rank
from companion.rules.core import Seat

_ALWAYS = (Rank.PURPLE, Rank.YELLOW, Rank.RED)


def token_choices(state: State, seat: Seat) -> tuple[UseToken | DeclareToken, ...]:
    """Every token that this seat may use or declare now, in a stable order."""
    if not any(state.tokens[seat]):
        return ()
    return tuple(_spendings(state, seat))


def _spendings(state: State, seat: Seat) -> Iterator[UseToken | DeclareToken]:
    tasks = state.tasks
    window = tasks[0] if tasks and isinstance(tasks[0], Window) else None
    behind = tasks[1:] if window else tasks
    head = behind[0] if behind else state.stage
    if isinstance(head, Walk | Drafting | DealCards | TakeCard):
        return
    bound = [*(window.declared if window else ()), *(state.waiting.spends if state.waiting else ())]
    bound += [task for task in behind if isinstance(task, Spend)]
    for at, rank in enumerate(RANKS):
        if state.tokens[seat][at] <= sum(spent.seat == seat and spent.rank is rank for spent in bound):
            continue
        for on in _targets(state, head, seat, rank):
            if window is None:
                yield UseToken(seat, rank, on)
            if rank in _ALWAYS and state.waiting is None:
                yield DeclareToken(seat, rank, on)


def _targets(state: State, head: object, seat: Seat, rank: Rank) -> list[Seat]:
    options, own = state.options, state.figures[seat]
    match rank:
        case Rank.BLACK | Rank.GREEN:
            if not isinstance(head, Wind) or head.seat != seat or head.again:
                return []
            if rank is Rank.BLACK:
                return [seat] if head.turns > options.min_turns else []
            return [seat] if options.max_turns is None or head.turns < options.max_turns else []
        case Rank.PURPLE:
            return [seat] if isinstance(own.place, On) and not own.fallen else []
        case Rank.YELLOW:
            if isinstance(state.stage, Passing) and not options.tokens_during_passing:
                return []
            others = [other for other in SEATS[: len(state.figures)] if other != seat]
            return [other for other in others if state.hands.size(other)]
        case Rank.RED:
            match state.stage:
                case Following(bid) | Raising(bid) | Acting(bid, begun=False):
                    wanted = [seat] if options.red_target is o.RedTarget.OWN else SEATS[: len(state.figures)]
                    return [on for on in wanted if options.wild_from_zero or bid.amounts[on]]
                case _:
                    return []
