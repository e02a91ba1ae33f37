"""One seat's cards behind a cover: what the owner sees and chooses while they hold, and nobody else.

With cards in the app these are the cards. With real ones the owner may tell what they hold, to be
warned; what was told stays in memory, behind this cover.
"""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_wound_up.actions import DiscardCard, Follow, MakeBid, PassCard, Raise
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.stages import Bidding, Following, Passing, Raising
from companion.rules.all_wound_up.view import View
from companion.rules.core import Bunch, Seat
from companion.table.snapshot import Peeked, Snapshot
from companion.ui.all_wound_up.drafts import Drafts, cycled, still_held
from companion.ui.all_wound_up.intents import (
    ForgetHand,
    GivePicked,
    LookAtHand,
    PickCard,
    TellCard,
)
from companion.ui.facts import Person
from companion.ui.hold import Hold
from companion.ui.intents import Button, Go, Hide, Kind, Play
from companion.ui.places import Place
from companion.ui.words import both, say
from companion.ui.words_all_wound_up import card_name


@dataclass(frozen=True, slots=True)
class CardModel:
    name: str
    count: str
    """How many there are; how many of them are picked."""
    button: Button | None


@dataclass(frozen=True, slots=True)
class HandModel:
    """`cards`, `advice` and `actions` are secret; they are empty while covered."""

    lead: str
    name: str
    colour: str
    look_away: str
    away_colour: str
    pad: str
    pad_line: str
    hide: Button | None
    done: Button | None
    cards: tuple[CardModel, ...] = ()
    advice: str = ""
    actions: tuple[Button, ...] = ()
    who: tuple[Button, ...] = ()
    """Whose hand, while nobody has said."""
    has_pad: bool = True


BLANK = HandModel("", "", "text", "", "text", "", "", None, None)


def may_latch(snapshot: Snapshot[Any, Any], seat: Seat) -> bool:
    """Whether the owner has something to choose or to tell. Told by public facts alone."""
    view: View = snapshot.view
    if not view.options.in_app:
        return True
    return seat in view.asked and isinstance(view.stage, Passing | Bidding | Following | Raising)


def choose(snapshot: Snapshot[Any, Any]) -> HandModel:
    """Whose hand is it to be?"""
    who = tuple(Button(name, LookAtHand(Seat(at))) for at, name in enumerate(snapshot.names))
    back = Button(say("back"), Go(Place.BOARD))
    return HandModel(
        say("all_wound_up.hand.whose"), "", "text", "", "text", "", "", None, back, who=who, has_pad=False
    )


def present(
    snapshot: Snapshot[Any, Any], seat: Seat, hold: Hold, people: tuple[Person, ...], draft: Drafts
) -> HandModel:
    name, colour = snapshot.names[seat], f"player{people[seat].colour}"
    others = tuple(n for at, n in enumerate(snapshot.names) if at != seat)
    away = say("peek.look_away", names=both(others))
    away_colour = f"player{people[1 - seat].colour}" if len(people) == 2 else "text"
    latches = may_latch(snapshot, seat)
    peek = snapshot.peek
    if not hold.visible or peek is None or peek.seat != seat:
        pad = say("peek.keep") if hold.visible else say("peek.hold")
        line = say("peek.stays" if latches else "peek.lift")
        done = Button(say("peek.done"), Go(Place.BOARD))
        return HandModel(say("peek.pass"), name.upper(), colour, away, away_colour, pad, line, None, done)
    hide = Button(say("peek.hide", name=name), Hide(), Kind.PRIMARY) if hold.latched else None
    held = (
        _App(snapshot, peek, hold, draft)
        if snapshot.view.options.in_app
        else _Real(snapshot, peek, hold, draft)
    )
    line = say("peek.latched") if hide else say("peek.to_stay" if latches else "peek.hides")
    return HandModel(
        say("peek.only", name=name),
        "",
        colour,
        away,
        away_colour,
        "" if hide else say("peek.keep"),
        line,
        hide,
        None,
        held.cards(),
        held.advice(),
        held.actions() if hold.latched else (),
    )


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


class _App:
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


class _Real:
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


def must_lay(hand: Bunch, kind: Card) -> str:
    """The warning: all of the kind have to be laid."""
    many = hand.count(kind)
    if not many:
        return say("all_wound_up.hand.none", card=card_name(kind))
    return say("all_wound_up.hand.must", n=many, card=card_name(kind))
