"""What an owner does with their own cards behind the cover. Pure: what comes of it goes back to the face."""

from dataclasses import replace
from typing import Any, TypeAlias, assert_never

from companion.rules.all_wound_up.actions import Action, DiscardCard, PassCard
from companion.rules.all_wound_up.cards import Card
from companion.table.snapshot import Peeked, Snapshot
from companion.ui.all_wound_up import held_model
from companion.ui.all_wound_up import intents as own
from companion.ui.all_wound_up.drafts import Drafts, Told, cycled, still_held
from companion.ui.hold import Hold

Private: TypeAlias = own.PickCard | own.GivePicked | own.TellCard | own.ForgetHand


def carried_out(
    intent: Private, snapshot: Snapshot[Any, Any], peek: Peeked[Any, Any], hold: Hold, draft: Drafts
) -> tuple[Drafts, tuple[Action, ...]]:
    """The drafts afterwards, and the cards that are given (none: no wrong number is)."""
    seat, picked = peek.seat, draft.picked_in(hold.since_ns)
    match intent:
        case own.PickCard(card):
            return replace(draft, picked=(hold.since_ns, held_model.pick(peek, picked, card))), ()
        case own.GivePicked():
            if len(picked) != snapshot.view.seats[seat].owes:
                return draft, ()
            away = any(isinstance(c, DiscardCard) for c in peek.choices)
            kind = DiscardCard if away else PassCard
            return draft, tuple(kind(seat, Card(card)) for card in picked)
        case own.TellCard(card):
            told = draft.told_by(seat)
            left = still_held(told, seat, snapshot)
            cards = left if left is not None else () if told is None else told.cards
            most = snapshot.view.seats[seat].cards - len(cards) + cards.count(card)
            newest = snapshot.timeline[-1].seq if snapshot.timeline else 0
            return draft.with_told(seat, Told(newest, cycled(cards, card, most))), ()
        case own.ForgetHand():
            return draft.with_told(seat, None), ()
        case _:
            assert_never(intent)
