"""A hand that the app holds, as its owner sees it while they hold: what can be given, bid or laid."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_wound_up.actions import DiscardCard, Follow, MakeBid, PassCard, Raise
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.stages import Bidding, Following, Passing, Raising
from companion.rules.all_wound_up.view import View
from companion.rules.core import Bunch
from companion.table.snapshot import Peeked, Snapshot
from companion.ui.all_wound_up.drafts import Drafts, cycled
from companion.ui.all_wound_up.intents import GivePicked, PickCard
from companion.ui.hold import Hold
from companion.ui.intents import Button, Kind, Play
from companion.ui.words import say
from companion.ui.words_all_wound_up import card_name


@dataclass(frozen=True, slots=True)
class CardModel:
    name: str
    count: str
    """How many there are; how many of them are picked."""
    button: Button | None


class HeldHand:
    """The app holds the cards."""

    def __init__(
        self, snapshot: Snapshot[Any, Any], peek: Peeked[Any, Any], hold: Hold, draft: Drafts
    ) -> None:
        self.snapshot, self.peek, self.latched = snapshot, peek, hold.latched
        self.view: View = peek.view
        self.stage = self.view.stage
        self.hand: Bunch = self.view.own_cards
        self.picked = draft.picked_in(hold.since_ns)
        self.asked = peek.seat in self.view.asked and not self.view.tasks
        self.kind = next((Card(c) for c in self.picked if c != Card.WILD), None)
        self.wilds = self.picked.count(Card.WILD)

    def cards(self) -> tuple[CardModel, ...]:
        found = []
        for card in Card:
            have, most = self.hand.count(card), _most(self.peek, card)
            if have or most:
                many = self.picked.count(card)
                button = Button("", PickCard(card), Kind.CHOSEN if many else Kind.PLAIN) if most else None
                count = say("all_wound_up.hand.times", n=have)
                if many:
                    count = say("all_wound_up.hand.of", n=many, of=max(have, many))
                found.append(CardModel(card_name(card), count, button if self.latched else None))
        return tuple(found)

    def advice(self) -> str:
        view = self.view
        match self.stage:
            case Passing() if self.asked:
                owes = view.seats[self.peek.seat].owes
                return say("all_wound_up.hand.pick", n=owes)
            case Bidding() if self.asked:
                return say("all_wound_up.hand.kind")
            case Following(bid) if self.asked:
                return must_lay(self.hand, bid.kind)
            case Raising() if self.asked:
                return say("all_wound_up.hand.raise")
            case _:
                return ""

    def actions(self) -> tuple[Button, ...]:
        if not self.asked:
            return ()
        if isinstance(self.stage, Passing):
            return (self._give(),)
        wanted = self._wanted()
        if wanted is None:
            return ()
        return (Button(self._lays(wanted), Play((wanted,)), Kind.PRIMARY),)

    def _give(self) -> Button:
        """Enabled with exactly as many as are owed: a wrong number cannot be given."""
        view, seat = self.view, self.peek.seat
        owes, many = view.seats[seat].owes, len(self.picked)
        away = any(isinstance(c, DiscardCard) for c in self.peek.choices)
        left = self.snapshot.names[(seat + 1) % len(view.seats)]
        text = (
            say("all_wound_up.hand.away", n=owes)
            if away
            else say("all_wound_up.hand.give", n=owes, name=left)
        )
        return Button(text, GivePicked(), Kind.PRIMARY if many == owes else Kind.PLAIN, enabled=many == owes)

    def _wanted(self) -> Any:
        for choice in self.peek.choices:
            match choice:
                case MakeBid(_, kind, _, wilds) if kind is self.kind and wilds == self.wilds:
                    return choice
                case Follow(_, _, wilds) if wilds == self.wilds:
                    return choice
                case Raise(_, wilds) if wilds == self.wilds:
                    return choice
        return None

    def _lays(self, choice: Any) -> str:
        if isinstance(choice, Raise):
            return say("all_wound_up.hand.lay_wilds", n=choice.wilds)
        if choice.wilds:
            return say(
                "all_wound_up.hand.lay_with", n=choice.cards, wilds=say("all_wound_up.wilds", n=choice.wilds)
            )
        return say("all_wound_up.hand.lay", n=choice.cards)


def pick(peek: Peeked[Any, Any], picked: Bunch, card: Card) -> Bunch:
    """One more of `card`. Of the kinds that can be bid for, one takes the place of another."""
    view: View = peek.view
    most = _most(peek, card)
    if not most:
        return picked
    if isinstance(view.stage, Bidding) and card is not Card.WILD:
        wilds = tuple(c for c in picked if c == Card.WILD)
        return wilds if card in picked else tuple(sorted((card.value, *wilds)))
    if isinstance(view.stage, Passing):
        most = min(most, view.seats[peek.seat].owes - len(picked) + picked.count(card))
    return cycled(picked, card, most)


def _most(peek: Peeked[Any, Any], card: Card) -> int:
    """How many of these may be picked now."""
    view: View = peek.view
    choices = peek.choices
    if peek.seat not in view.asked or view.tasks:
        return 0
    match view.stage:
        case Passing():
            given = any(isinstance(c, PassCard | DiscardCard) and c.card is card for c in choices)
            return view.own_cards.count(card) if given else 0
        case Bidding() if card is not Card.WILD:
            return int(any(isinstance(c, MakeBid) and c.kind is card for c in choices))
        case Bidding():
            return max((c.wilds for c in choices if isinstance(c, MakeBid)), default=0)
        case Following() | Raising() if card is Card.WILD:
            return max((c.wilds for c in choices if isinstance(c, Follow | Raise)), default=0)
        case _:
            return 0


def must_lay(hand: Bunch, kind: Card) -> str:
    """The warning: all of the kind have to be laid."""
    many = hand.count(kind)
    if not many:
        return say("all_wound_up.hand.none", card=card_name(kind))
    return say("all_wound_up.hand.must", n=many, card=card_name(kind))
