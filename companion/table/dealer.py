"""Keeps the order of every deck and answers the rules' chance.

No order is stored: each card is worked out from a secret and from what is left in the deck. After a
take-back the deck is as it was, so the same card comes again.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.table.hosting import Deck

SECRET_BYTES = 32


class Dealer(Protocol):
    def card(self, deck: Deck) -> str:
        """The next card of `deck`. ValueError when nothing is left in it."""

    def flip(self, sides: int, about: str) -> int:
        """One of `sides`, all alike; the same again for the same `about`."""


@dataclass(frozen=True, slots=True)
class SecretDealer:
    """Deals from a secret of `SECRET_BYTES` random bytes, which no one may see while the game is on."""

    secret: bytes = field(repr=False)

    def card(self, deck: Deck) -> str:
        if not deck.left:
            raise ValueError(f"the deck {deck.name!r} is empty")
        return deck.left[self._number(["card", deck.name, deck.shuffles, *deck.left]) % len(deck.left)]

    def flip(self, sides: int, about: str) -> int:
        return self._number(["flip", about]) % sides

    def _number(self, about: list[str | int]) -> int:
        """256 bits that nobody without the secret can tell from chance: a remainder is as good as fair."""
        mac = hmac.new(self.secret, json.dumps(about).encode(), hashlib.sha256)
        return int.from_bytes(mac.digest(), "big")


@dataclass(frozen=True, slots=True)
class StackedDealer:
    """Deals a given deal: for a deck's name, all its cards in order, the next one first.

    A deck that is not in `orders`, was shuffled again, or does not hold what its order says any more is
    dealt by `otherwise`.
    """

    orders: Mapping[str, Sequence[str]]
    otherwise: Dealer
    shuffles: int = 0
    """`Deck.shuffles` of a deck that has been shuffled only once."""

    def card(self, deck: Deck) -> str:
        order = self.orders.get(deck.name, ())
        rest = order[len(order) - len(deck.left) :] if 0 < len(deck.left) <= len(order) else ()
        if rest and deck.shuffles == self.shuffles and sorted(rest) == sorted(deck.left):
            return rest[0]
        return self.otherwise.card(deck)

    def flip(self, sides: int, about: str) -> int:
        return self.otherwise.flip(sides, about)


def whole_order(first: Iterable[str], deck: Iterable[str]) -> tuple[str, ...]:
    """All cards of `deck`, those of `first` on top. ValueError when `first` names one that is not there."""
    top, rest = list(first), list(deck)
    for card in top:
        if card not in rest:
            raise ValueError(f"{card!r} is not in the deck, or not that often")
        rest.remove(card)
    return (*top, *sorted(rest))
