"""What the rules of all games share: seats, steps, refusals, and hands of cards."""

from dataclasses import dataclass, replace
from typing import Generic, NewType, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""A place at the table, numbered from 0, clockwise."""

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """An accepted action: the state it leads to and what happened on the way, in order."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that does not count. `key` is stable; the ui has words for each."""

    key: str


CardId: TypeAlias = str
Bunch: TypeAlias = tuple[CardId, ...]
"""Cards without an order: an id a card, with repeats, sorted."""


def with_card(bunch: Bunch, card: CardId) -> Bunch:
    return tuple(sorted((*bunch, card)))


def without_card(bunch: Bunch, card: CardId) -> Bunch:
    """`bunch` less one `card`. ValueError when there is none."""
    at = bunch.index(card)
    return bunch[:at] + bunch[at + 1 :]


@dataclass(frozen=True, slots=True)
class PaperHands:
    """Players hold real cards, one entry a seat: how many each holds, and which of them lie open.

    Only what these public facts make impossible is impossible; no deck mix is assumed.
    """

    sizes: tuple[int, ...]
    shown: tuple[Bunch, ...]

    def size(self, seat: Seat) -> int:
        return self.sizes[seat]

    def hidden(self, seat: Seat) -> int:
        """How many of the seat's cards the others have not seen."""
        return self.sizes[seat] - len(self.shown[seat])

    def open_cards(self, seat: Seat) -> Bunch:
        """The seat's cards that all have seen."""
        return self.shown[seat]

    def known(self, seat: Seat) -> Bunch:
        """The seat's cards as far as the app knows them."""
        return self.shown[seat]

    def may_hold(self, seat: Seat, card: CardId, copies: int = 1) -> bool:
        """Whether the seat may hold `copies` of `card`, for all that is public."""
        return self.shown[seat].count(card) + self.hidden(seat) >= copies

    def gain(self, seat: Seat, card: CardId | None) -> "PaperHands":
        """One card more, face down; the app does not learn which."""
        return PaperHands(_put(self.sizes, seat, self.sizes[seat] + 1), self.shown)

    def lose(self, seat: Seat, card: CardId | None) -> "PaperHands":
        """One card less: the open `card` if there is one, else a hidden card. ValueError when impossible."""
        sizes = _put(self.sizes, seat, self.sizes[seat] - 1)
        if card is not None and card in self.shown[seat]:
            return PaperHands(sizes, _put(self.shown, seat, without_card(self.shown[seat], card)))
        if not self.hidden(seat):
            raise ValueError(f"seat {seat} holds no hidden card")
        return PaperHands(sizes, self.shown)

    def show(self, seat: Seat, card: CardId) -> "PaperHands":
        """A hidden card turns out to be `card` and stays open. ValueError when none is hidden."""
        if not self.hidden(seat):
            raise ValueError(f"seat {seat} holds no hidden card")
        return replace(self, shown=_put(self.shown, seat, with_card(self.shown[seat], card)))

    def emptied(self) -> "PaperHands":
        """The same seats without a card."""
        return PaperHands((0,) * len(self.sizes), ((),) * len(self.sizes))


@dataclass(frozen=True, slots=True)
class HeldHands:
    """The app deals and knows every card. `shown` is the part of `cards` that all have seen."""

    cards: tuple[Bunch, ...]
    shown: tuple[Bunch, ...]

    def size(self, seat: Seat) -> int:
        return len(self.cards[seat])

    def hidden(self, seat: Seat) -> int:
        """How many of the seat's cards the others have not seen."""
        return len(self.cards[seat]) - len(self.shown[seat])

    def open_cards(self, seat: Seat) -> Bunch:
        """The seat's cards that all have seen."""
        return self.shown[seat]

    def known(self, seat: Seat) -> Bunch:
        """The seat's cards: all of them."""
        return self.cards[seat]

    def may_hold(self, seat: Seat, card: CardId, copies: int = 1) -> bool:
        """Whether the seat does hold `copies` of `card`."""
        return self.cards[seat].count(card) >= copies

    def gain(self, seat: Seat, card: CardId | None) -> "HeldHands":
        """`card` comes to the seat, face down. ValueError when it is not named."""
        if card is None:
            raise ValueError("a card that the app deals has a name")
        return HeldHands(_put(self.cards, seat, with_card(self.cards[seat], card)), self.shown)

    def lose(self, seat: Seat, card: CardId | None) -> "HeldHands":
        """`card` leaves the seat; an open copy goes before a hidden one. ValueError when not held."""
        if card is None:
            raise ValueError("a card that the app has dealt has a name")
        cards = _put(self.cards, seat, without_card(self.cards[seat], card))
        if card in self.shown[seat]:
            return HeldHands(cards, _put(self.shown, seat, without_card(self.shown[seat], card)))
        return HeldHands(cards, self.shown)

    def show(self, seat: Seat, card: CardId) -> "HeldHands":
        """One hidden copy of `card` stays open from now on. ValueError when none is hidden."""
        if self.cards[seat].count(card) <= self.shown[seat].count(card):
            raise ValueError(f"seat {seat} holds no hidden {card!r}")
        return replace(self, shown=_put(self.shown, seat, with_card(self.shown[seat], card)))

    def emptied(self) -> "HeldHands":
        """The same seats without a card."""
        return HeldHands(((),) * len(self.cards), ((),) * len(self.cards))


Hands: TypeAlias = PaperHands | HeldHands
"""Who holds what, with the same verbs whether the cards are real or in the app."""

T = TypeVar("T")


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])
