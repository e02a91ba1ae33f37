"""What a hand is in the middle of in a race, and what players told in private. The screens hold nothing."""

from dataclasses import dataclass, replace
from typing import Any

from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Bunch, Seat
from companion.table.snapshot import Snapshot
from companion.ui.intents import Button


@dataclass(frozen=True, slots=True)
class Told:
    """A hand of real cards as its owner told it, up to the record `after`."""

    after: int
    cards: Bunch

    def count(self, card: Card) -> int:
        return self.cards.count(card)


@dataclass(frozen=True, slots=True)
class Drafts:
    kind: Card | None = None
    wilds: int = 0
    numbers: int = 0
    """The page of numbers."""
    token: tuple[Seat, Rank] | None = None
    """Tapped and not yet used."""
    together: bool = False
    """The tapped token is to be declared."""
    theft: tuple[Seat, int] | None = None
    """With real cards: whose card was taken, and which from the left, by chance."""
    figure: Seat | None = None
    """Whose figure is spoken of; None: whoever's turn it is."""
    chips: int = 0
    """The page of what may have happened."""
    laid: tuple[tuple[Seat, tuple[Button, ...]], ...] = ()
    """What may have happened to each figure on this walk, as it was shown last."""
    by_hand: bool = False
    """There is an eye, but somebody tells what happened."""
    photo: str | None = None
    frame: int = 0
    told: tuple[tuple[Seat, Told], ...] = ()
    """Secret: each entry is its owner's."""
    picked: tuple[int | None, Bunch] = (None, ())
    """Secret: cards picked in private since the look that began then."""

    def told_by(self, seat: Seat) -> Told | None:
        return dict(self.told).get(seat)

    def with_told(self, seat: Seat, told: Told | None) -> "Drafts":
        others = tuple(pair for pair in self.told if pair[0] != seat)
        return replace(self, told=others if told is None else (*others, (seat, told)))

    def picked_in(self, look_ns: int | None) -> Bunch:
        """What was picked in this look at the hand; what an earlier one left is nobody's."""
        return self.picked[1] if look_ns is not None and self.picked[0] == look_ns else ()


EMPTY = Drafts()


def settled(draft: Drafts, before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> Drafts:
    """What is left of it once something has happened."""
    old, new = before.view, after.view
    draft = replace(draft, token=None, together=False, picked=(None, ()), chips=0, laid=())
    if old.stage != new.stage:
        draft = replace(draft, kind=None, wilds=0, numbers=0, theft=None)
    if [type(task) for task in old.tasks[:1]] != [type(task) for task in new.tasks[:1]]:
        draft = replace(draft, figure=None, by_hand=False)
    return draft


def thefts(before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> tuple[e.CardStolen, ...]:
    """Since `before`."""
    known = {entry.seq for entry in before.timeline}
    fresh = (entry for entry in after.timeline if entry.seq not in known)
    return tuple(x for entry in fresh for x in entry.events if isinstance(x, e.CardStolen))


def cycled(bunch: Bunch, card: Card, most: int) -> Bunch:
    """One more of `card`, none after the most."""
    have = bunch.count(card)
    others = tuple(c for c in bunch if c != card)
    return tuple(sorted((*others, *([str(card)] * (have + 1 if have < most else 0)))))


def still_held(told: Told | None, seat: Seat, snapshot: Snapshot[Any, Any]) -> Bunch | None:
    """What is left of a told hand; None where cards have come or gone that nobody told of."""
    if told is None:
        return None
    left = list(told.cards)
    kind: Card | None = None
    for entry in snapshot.timeline:
        for event in entry.events if entry.counts else ():
            if isinstance(event, e.BidMade):
                kind = event.kind
            if entry.seq <= told.after:
                continue
            if _is_another_hand(event, seat):
                return None
            for card in _laid(event, seat, kind):
                if card not in left:
                    return None
                left.remove(card)
    return tuple(left) if len(left) == snapshot.view.seats[seat].cards else None


def _is_another_hand(event: Any, seat: Seat) -> bool:
    match event:
        case e.CardStolen(thief, victim):
            return seat in (thief, victim)
        case e.CardsHandedOver() | e.CardsExchanged() | e.RoundBegun():
            return True
        case _:
            return False


def _laid(event: Any, seat: Seat, kind: Card | None) -> list[str]:
    """The cards that `seat` laid by it."""
    match event:
        case e.BidMade(who, _, cards, wilds) | e.BidFollowed(who, cards, wilds) if who == seat:
            return [str(kind)] * cards + [str(Card.WILD)] * wilds
        case e.BidRaised(who, wilds) if who == seat:
            return [str(Card.WILD)] * wilds
        case _:
            return []
