"""The deck as a value. The printed mix is not known: how many of each there are is data."""

from dataclasses import dataclass
from enum import StrEnum

DECK_SIZE = 60
"""What the rulebook's list of components says."""


class Card(StrEnum):
    """A kind of card. Wind cards say how often the key is turned."""

    WIND_1 = "wind_1"
    WIND_2 = "wind_2"
    WIND_3 = "wind_3"
    WIND_4 = "wind_4"
    RIGHT = "right"
    LEFT = "left"
    OPPONENT = "opponent"
    WILD = "wild"


ACTIONS: tuple[Card, ...] = tuple(card for card in Card if card is not Card.WILD)
"""The kinds that can be bid for, in a fixed order."""

TURNS: dict[Card, int] = {Card.WIND_1: 1, Card.WIND_2: 2, Card.WIND_3: 3, Card.WIND_4: 4}
"""How many turns of the key a Wind card orders."""


@dataclass(frozen=True, slots=True)
class Mix:
    """How many of each kind the deck holds, in the order of `Card`.

    `assumed`: nobody has counted the real box. Then the mix is no fact about real cards.
    """

    copies: tuple[int, ...]
    assumed: bool

    def of(self, card: Card) -> int:
        return self.copies[_PLACE[card]]


_PLACE = {card: place for place, card in enumerate(Card)}
