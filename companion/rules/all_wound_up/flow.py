"""How everything follows: from any state on to the next one in which somebody is asked, or a card is due."""

from companion.rules.all_wound_up import acting, bidding, board, dealing, passing, spending
from companion.rules.all_wound_up.dealing import Flow
from companion.rules.all_wound_up.events import Event, RoundBegun, RoundEnded
from companion.rules.all_wound_up.options import FirstBidder, Shuffle
from companion.rules.all_wound_up.stages import Acting, Bidding, Drafting, Following, Over, Passing, Raising
from companion.rules.all_wound_up.state import State, left_of
from companion.rules.all_wound_up.tasks import BrainChoice, DealCards, Enter, Perform, Spend, Task, Turn, Wind
from companion.rules.all_wound_up.values import replace
from companion.rules.core import Bunch, HeldHands, PaperHands, Step


def proceed(state: State, *events: Event) -> Flow:
    """Go on as far as possible without anybody."""
    told = list(events)
    while True:
        waited = spending.released(state)
        if waited is not None:
            state = waited
        step = _task(state, state.tasks[0]) if state.tasks else _stage(state)
        if step is None:
            return Step(state, tuple(told))
        state = step.state
        told += step.events


def begin_round(state: State, number: int) -> Flow:
    """Cards to all, one at a time from the dealer's left; the passing comes before the bids."""
    state = replace(state, round=number)
    told: tuple[Event, ...] = (RoundBegun(number, state.dealer, dealing.hand_size(state)),)
    if state.options.in_app:
        if state.options.shuffle is Shuffle.EVERY_ROUND and number > 1:
            step = dealing.shuffled(state)
            state, told = step.state, (*told, *step.events)
        state = replace(state, tasks=(DealCards(dealing.whole_deal(state)), *state.tasks))
    else:
        seats = len(state.figures)
        hands = PaperHands((dealing.hand_size(state),) * seats, ((),) * seats)
        state = replace(state, hands=hands)
    return passing.begin_step(state, 0, *told)


def _task(state: State, task: Task) -> Flow | None:
    """What `task` makes of itself before anybody is asked; None when somebody, or a card, is."""
    match task:
        case DealCards():
            return dealing.ready(state, task)
        case Perform():
            return acting.perform(state, task)
        case Spend():
            return spending.resolve(state, task)
        case Wind(seat) if not board.is_on(state, seat):
            return Step(replace(state, tasks=(Enter(seat), *state.tasks)), ())
        case Turn(figure, _, token) if not board.is_on(state, figure):
            rest = state.tasks[1:]  # a Purple has nothing to turn any more; a card's target comes back
            return Step(replace(state, tasks=rest if token else (Enter(figure), *state.tasks)), ())
        case BrainChoice() if not acting.can_choose(state, task):
            return acting.nothing_to_choose(state, task)
        case _:
            return None


def _stage(state: State) -> Flow | None:
    """What follows the stage when it is done; None when somebody is asked."""
    stage = state.stage
    match stage:
        case Drafting(seat):
            return begin_round(state, 1) if state.names[seat] is not None else None
        case Passing():
            return passing.go_on(state, stage)
        case Bidding():
            return (
                _end_round(state, stage)
                if bidding.round_is_over(state, stage)
                else bidding.go_on(state, stage)
            )
        case Following() | Raising():
            return bidding.go_on(state, stage)
        case Acting(bid):
            if state.winner is not None:  # the tied actions are done (A21)
                return Step(replace(state, stage=Over(state.winner), waiting=None), ())
            return Step(replace(state, stage=Bidding(left_of(state, bid.bidder))), ())
        case Over():
            return None


def _end_round(state: State, stage: Bidding) -> Flow:
    """Left-over cards are put away, the deal moves left (A10, A13)."""
    left = tuple(state.hands.size(seat) for seat in state.seats)
    used: Bunch = ()
    if isinstance(state.hands, HeldHands):
        used = (*state.played, *(card for hand in state.hands.cards for card in hand))
    dealer = left_of(state, state.dealer)
    carry = state.options.first_bidder is FirstBidder.CARRY_OVER
    ended = replace(
        state,
        dealer=dealer,
        hands=state.hands.emptied(),
        discards=tuple(sorted((*state.discards, *used))),
        played=(),
        waiting=None,
        bidder=stage.seat if carry else left_of(replace(state, dealer=dealer), dealer),
    )
    step = begin_round(ended, state.round + 1)
    return Step(step.state, (RoundEnded(left), *step.events))
