"""How something done becomes records: all of it or nothing, with the cards it draws."""

from collections.abc import Sequence
from typing import Any, TypeVar

from companion.rules.core import Refusal
from companion.table.dealer import Dealer
from companion.table.hosting import BrokenPromiseError, Hosted
from companion.table.ledger import Ledger, append
from companion.table.records import Acted, Corrected, Line

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


def enter(
    ledger: Ledger[S, A, E, V],
    dealer: Dealer,
    deeds: Sequence[Acted[A] | Corrected],
    because: Line,
    at_s: float,
) -> Ledger[S, A, E, V] | Refusal:
    """The deeds in order, each followed by the cards it asks for, as one thing done."""
    first = ledger.last_seq + 1
    for deed in deeds:
        after = append(ledger, deed, first=first, because=because, at_s=at_s)
        if isinstance(after, Refusal):
            return after
        ledger = deal(after, dealer, first=first, at_s=at_s)
    return ledger


def deal(ledger: Ledger[S, A, E, V], dealer: Dealer, *, first: int, at_s: float) -> Ledger[S, A, E, V]:
    """The cards do all that they have to do before anybody is asked again."""
    while (card := next_card(ledger.hosted, dealer, ledger.state)) is not None:
        after = append(ledger, Acted(card), first=first, because={"from": "cards"}, at_s=at_s)
        if isinstance(after, Refusal):
            raise BrokenPromiseError(f"{ledger.hosted.name} asked for a card and refused {card}: {after.key}")
        ledger = after
    return ledger


def ahead(
    hosted: Hosted[S, A, E, Any], dealer: Dealer, state: S, actions: Sequence[A]
) -> tuple[S, tuple[E, ...]] | Refusal:
    """Where `actions` would lead, cards included, and what a spectator would see of the actions alone:
    a card that has not come yet is nobody's business.
    """
    shown: list[E] = []
    for action in actions:
        step = hosted.apply(state, action)
        if isinstance(step, Refusal):
            return step
        shown += [hosted.event_for(event, None) for event in step.events]
        state = step.state
        while (card := next_card(hosted, dealer, state)) is not None:
            drawn = hosted.apply(state, card)
            if isinstance(drawn, Refusal):
                raise BrokenPromiseError(f"{hosted.name} asked for a card and refused {card}: {drawn.key}")
            state = drawn.state
    return state, tuple(shown)


def next_card(hosted: Hosted[S, A, Any, Any], dealer: Dealer, state: S) -> A | None:
    deck = hosted.deck(state)
    return None if deck is None else hosted.draw(state, dealer.card(deck))
