"""Passing: which step asks whom for how many cards, and what becomes of them."""

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.all_wound_up import bidding, refusals
from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up.actions import DiscardCard, HandOver, PassCard
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.dealing import Flow, Verdict
from companion.rules.all_wound_up.events import (
    CardDiscarded,
    CardPassed,
    CardSetAside,
    CardsExchanged,
    CardsHandedOver,
    Event,
)
from companion.rules.all_wound_up.stages import Passing
from companion.rules.all_wound_up.state import State, left_of
from companion.rules.all_wound_up.tasks import DealCards
from companion.rules.all_wound_up.values import replace
from companion.rules.core import HeldHands, PaperHands, Seat, Step, with_card


@dataclass(frozen=True, slots=True)
class PassStep:
    """Each seat gives `count` cards: to the left, or `replaced` from the deck; `together` or in turn."""

    count: int
    replaced: bool
    together: bool


@lru_cache
def plan(edition: o.Edition, passing: o.Passing, seats: int) -> tuple[PassStep, ...]:
    """All steps of a round (A02, A04, A07)."""
    together = passing is o.Passing.SIMULTANEOUS
    if edition is o.Edition.EIGHT_CARDS:
        return tuple(PassStep(count, False, together) for count in (4, 3, 2, 1))
    if seats == 2:
        return (PassStep(3, False, True), PassStep(2, True, False), PassStep(1, True, False))
    return tuple(PassStep(count, False, together) for count in range(seats + 1, 0, -1))


def step_of(state: State, stage: Passing) -> PassStep:
    return plan(state.options.edition, state.options.passing, len(state.figures))[stage.step]


def owed(state: State, stage: Passing, seat: Seat) -> int:
    """How many cards the seat still gives in this step: never more than it has (A05)."""
    return min(step_of(state, stage).count - stage.given[seat], state.hands.size(seat))


def begin_step(state: State, step: int, *events: Event) -> Flow:
    """Step `step` before anybody has given a card; after the last one the bidding begins."""
    options = state.options
    steps = plan(options.edition, options.passing, len(state.figures))
    if step >= len(steps):
        return bidding.begin(state, *events)
    first = None if steps[step].together else left_of(state, state.dealer)
    return Step(replace(state, stage=Passing(step, first, (0,) * len(state.figures))), events)


def give(state: State, stage: Passing, action: PassCard | DiscardCard | HandOver) -> Verdict:
    """The seat, which is asked, gives a card, or all it owes."""
    step = step_of(state, stage)
    if isinstance(action, HandOver):
        return refusals.CARDS_IN_APP if state.options.in_app else _hand_over(state, stage, action.seat)
    if not state.options.in_app:
        return refusals.CARDS_ON_TABLE
    if isinstance(action, DiscardCard) is not step.replaced:
        return refusals.NOT_NOW
    seat, card = action.seat, action.card
    if not state.hands.may_hold(seat, card):
        return refusals.CARD_NOT_HELD
    state = replace(state, hands=state.hands.lose(seat, card), stage=_given(stage, seat, 1))
    if step.replaced:
        discarded = replace(state, discards=with_card(state.discards, card))
        return Step(discarded, (CardDiscarded(seat, card),))
    return _on_its_way(state, step, seat, card)


def go_on(state: State, stage: Passing) -> Flow | None:
    """What follows when the seat that is asked, or all together, owe nothing more; None when they do."""
    step = step_of(state, stage)
    if stage.seat is None:
        if any(owed(state, stage, seat) for seat in state.seats):
            return None
        return begin_step(_delivered(state), stage.step + 1, CardsExchanged())
    if owed(state, stage, stage.seat):
        return None
    if step.replaced and state.options.in_app and stage.given[stage.seat]:
        # What was put away is replaced at once, before the next seat puts anything away (A07).
        due = DealCards((stage.seat,) * stage.given[stage.seat])
        state = replace(state, tasks=(due, *state.tasks))
    if stage.seat == state.dealer:
        return begin_step(state, stage.step + 1)
    return Step(replace(state, stage=replace(stage, seat=left_of(state, stage.seat))), ())


def _hand_over(state: State, stage: Passing, seat: Seat) -> Flow:
    step = step_of(state, stage)
    many = owed(state, stage, seat)
    state = replace(state, stage=_given(stage, seat, many))
    told: tuple[Event, ...] = (CardsHandedOver(seat, many, step.replaced),)
    if not step.replaced:
        hands = state.hands
        for _ in range(many):
            hands = hands.lose(seat, None)
        state = replace(state, hands=hands)
        for _ in range(many):
            state = _on_its_way(state, step, seat, None).state
    return Step(state, told)


def _on_its_way(state: State, step: PassStep, seat: Seat, card: Card | None) -> Flow:
    to = left_of(state, seat)
    if step.together:
        return Step(replace(state, transit=state.transit.gain(seat, card)), (CardSetAside(seat, card),))
    return Step(replace(state, hands=state.hands.gain(to, card)), (CardPassed(seat, to, card),))


def _delivered(state: State) -> State:
    hands = state.hands
    for seat in state.seats:
        to = left_of(state, seat)
        match state.transit:
            case HeldHands(cards):
                for card in cards[seat]:
                    hands = hands.gain(to, card)
            case PaperHands(sizes):
                for _ in range(sizes[seat]):
                    hands = hands.gain(to, None)
    return replace(state, hands=hands, transit=state.transit.emptied())


def _given(stage: Passing, seat: Seat, many: int) -> Passing:
    given = stage.given
    return replace(stage, given=(*given[:seat], given[seat] + many, *given[seat + 1 :]))
