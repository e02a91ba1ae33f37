"""A hand of real cards as its owner told it, to be warned of what must be laid. It stays in memory."""

from typing import Any

from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.stages import Following
from companion.rules.core import Bunch
from companion.table.snapshot import Peeked, Snapshot
from companion.ui.all_wound_up.drafts import Drafts, still_held
from companion.ui.all_wound_up.held_model import CardModel, must_lay
from companion.ui.all_wound_up.intents import ForgetHand, TellCard
from companion.ui.hold import Hold
from companion.ui.intents import Button, Kind
from companion.ui.words import say
from companion.ui.words_all_wound_up import card_name


class ToldHand:
    """The owner holds real cards, and may have told which."""

    def __init__(
        self, snapshot: Snapshot[Any, Any], peek: Peeked[Any, Any], hold: Hold, draft: Drafts
    ) -> None:
        self.snapshot, self.seat, self.latched = snapshot, peek.seat, hold.latched
        told = draft.told_by(peek.seat)
        self.given = told is not None
        self.hand = still_held(told, peek.seat, snapshot)
        self.told: Bunch = () if told is None else told.cards
        self.size = snapshot.view.seats[peek.seat].cards
        self.asked = peek.seat in snapshot.view.asked

    def cards(self) -> tuple[CardModel, ...]:
        shown = self.told if self.hand is None else self.hand
        return tuple(
            CardModel(
                card_name(card),
                say("all_wound_up.hand.times", n=shown.count(card)),
                Button("", TellCard(card), Kind.CHOSEN if shown.count(card) else Kind.PLAIN)
                if self.latched
                else None,
            )
            for card in Card
        )

    def advice(self) -> str:
        stage = self.snapshot.view.stage
        if self.hand is None:
            told = len(self.told)
            return (
                say("all_wound_up.hand.told", n=told, of=self.size)
                if self.given
                else say("all_wound_up.hand.tell")
            )
        if isinstance(stage, Following) and self.asked:
            return must_lay(self.hand, stage.bid.kind)
        return say("all_wound_up.hand.complete")

    def actions(self) -> tuple[Button, ...]:
        return (Button(say("all_wound_up.hand.forget"), ForgetHand()),) if self.given else ()
