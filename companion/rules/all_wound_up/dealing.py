"""What chance does: figures drawn, cards dealt, a card taken from a hand. And the deck made anew.

The rules know what is left in a deck and never its order; somebody else turns the card.
"""

from typing import TypeAlias

from companion.rules.all_wound_up import refusals
from companion.rules.all_wound_up.actions import CardDealt, CardTaken, Chance, ChooseFigure, FigureDrawn
from companion.rules.all_wound_up.events import CardCame, CardStolen, DeckShuffled, Event, FigureGot
from companion.rules.all_wound_up.options import Edition, Figures
from companion.rules.all_wound_up.stages import Drafting, Stage
from companion.rules.all_wound_up.state import State, clockwise, left_of
from companion.rules.all_wound_up.tasks import DealCards, TakeCard, Task
from companion.rules.all_wound_up.values import replace
from companion.rules.core import HeldHands, Refusal, Seat, Step

Flow: TypeAlias = Step[State, Event]
Verdict: TypeAlias = Flow | Refusal


def chance_acts(state: State, action: Chance) -> Verdict:
    """A figure or a card comes to where it is due."""
    head = state.head
    match (head, action):
        case (Drafting(seat), FigureDrawn()) if state.options.figures is Figures.RANDOM:
            return get_figure(state, action) if action.seat == seat else refusals.NOT_YOUR_TURN
        case (DealCards(), CardDealt()):
            return _deal(state, head, action)
        case (TakeCard(), CardTaken()):
            return _take(state, head, action)
        case (_, FigureDrawn()):
            return refusals.NOT_NOW
        case _:
            return refusals.NOT_NOW if state.options.in_app else refusals.CARDS_ON_TABLE


def get_figure(state: State, action: FigureDrawn | ChooseFigure) -> Verdict:
    """One figure a seat; the next seat follows (A66)."""
    if action.name in state.names or action.name not in state.race.figures:
        return refusals.FIGURE_TAKEN
    seat = action.seat
    names = (*state.names[:seat], action.name, *state.names[seat + 1 :])
    got = replace(state, names=names, stage=Drafting(left_of(state, seat)))
    return Step(got, (FigureGot(seat, action.name),))


def hand_size(state: State) -> int:
    """A02."""
    return 10 if state.options.edition is Edition.TEN_CARDS else 8


def whole_deal(state: State) -> tuple[Seat, ...]:
    """To whom the cards of a round go, one at a time, from the dealer's left (S15)."""
    return clockwise(state, left_of(state, state.dealer)) * hand_size(state)


def shuffled(state: State) -> Flow:
    """All used cards join the deck, in a new order (A03)."""
    deck = state.deck.shuffled_with(state.discards)
    return Step(replace(state, deck=deck, discards=()), (DeckShuffled(len(deck.cards)),))


def ready(state: State, task: DealCards) -> Flow | None:
    """Make the next card possible; None when it is."""
    if not task.to:
        return Step(replace(state, tasks=state.tasks[1:]), ())
    if state.deck.cards:
        return None
    if state.discards:
        return shuffled(state)
    return Step(replace(state, tasks=state.tasks[1:]), ())  # every card is in somebody's hand


def on_its_way(head: Task | Stage) -> bool:
    """Whether a card, or a figure, has to come to somebody before anything else is done."""
    return isinstance(head, Drafting | DealCards | TakeCard)


def _deal(state: State, task: DealCards, action: CardDealt) -> Verdict:
    seat, card = action.seat, action.card
    if seat != task.to[0]:
        return refusals.ANOTHER_CARD_DUE
    if card not in state.deck.cards:
        return refusals.CARD_NOT_LEFT
    dealt = replace(
        state,
        hands=state.hands.gain(seat, card),
        deck=state.deck.take(card),
        tasks=(DealCards(task.to[1:]), *state.tasks[1:]),
    )
    return Step(dealt, (CardCame(seat, card),))


def _take(state: State, task: TakeCard, action: CardTaken) -> Verdict:
    seat, card = action.seat, action.card
    if seat != task.seat:
        return refusals.ANOTHER_CARD_DUE
    hands = state.hands
    if not (isinstance(hands, HeldHands) and card in hands.cards[task.victim]):
        return refusals.CARD_NOT_LEFT
    moved = hands.lose(task.victim, card).gain(seat, card)
    return Step(replace(state, hands=moved, tasks=state.tasks[1:]), (CardStolen(seat, task.victim, card),))
