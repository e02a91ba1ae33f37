"""What happened, in the order it happened. Derived from actions, never stored.

`figure` is the seat that owns the figure. A `card` is None for whoever may not know it.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.figures import Gone
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class FigureGot:
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """`cards` go to each hand; with real cards the dealer deals them now."""

    round: int
    dealer: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """Used cards became a deck again; it holds `cards` now."""

    cards: int


@dataclass(frozen=True, slots=True)
class CardCame:
    """A card from the deck."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardPassed:
    """It went from hand to hand."""

    seat: Seat
    to: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """It waits until all have chosen what they pass."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """Face down."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardsHandedOver:
    """Real cards: `cards` of them were passed to the left, or replaced from the deck."""

    seat: Seat
    cards: int
    replaced: bool


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """What all had set aside is now in the hands to the left."""


@dataclass(frozen=True, slots=True)
class BidderNamed:
    """The hands are ready, or the bid before is done: this seat bids."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    seat: Seat
    kind: Card
    cards: int
    wilds: int


@dataclass(frozen=True, slots=True)
class BidFollowed:
    seat: Seat
    cards: int
    wilds: int


@dataclass(frozen=True, slots=True)
class BidRaised:
    seat: Seat
    wilds: int


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class BidWon:
    """The winners act in this order."""

    winners: tuple[Seat, ...]
    kind: Card
    amount: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """`left` cards of each hand were put away unplayed."""

    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpponentPicked:
    seat: Seat
    figure: Seat


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    figure: Seat
    tile: str
    at_start: bool
    grave: str | None


@dataclass(frozen=True, slots=True)
class FigureTurned:
    by: Seat
    figure: Seat


@dataclass(frozen=True, slots=True)
class TurnLost:
    """The figure was taken off the board before the card could be played on it."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class WalkBegun:
    figure: Seat
    turns: int


@dataclass(frozen=True, slots=True)
class WalkSkipped:
    """No turn of the key is left: the figure stays where it is (A40)."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class WalkVoided:
    """Let go too early: all is put back as it was."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class AllStill:
    """Nobody walks any more."""


@dataclass(frozen=True, slots=True)
class SteppedOn:
    """`visited`: it was the next tile of the course."""

    figure: Seat
    tile: str
    visited: bool


@dataclass(frozen=True, slots=True)
class ZoneReached:
    """Feet on a zone to no effect: it sleeps until they leave it."""

    figure: Seat
    zone: str


@dataclass(frozen=True, slots=True)
class ZoneLeft:
    figure: Seat
    zone: str


@dataclass(frozen=True, slots=True)
class BrainTouched:
    """`gained` at once for a figure's first Brain; else None, and a choice may follow."""

    figure: Seat
    zone: str
    gained: Rank | None
    first: bool


@dataclass(frozen=True, slots=True)
class HazardTouched:
    """A mausoleum or a grave. `at_once`: the figure is taken off now, else when all stand still."""

    figure: Seat
    zone: str
    at_once: bool


@dataclass(frozen=True, slots=True)
class TakenOff:
    """The figure is off the board and comes back to `tile`."""

    figure: Seat
    why: Gone
    tile: str


@dataclass(frozen=True, slots=True)
class FigureFell:
    figure: Seat


@dataclass(frozen=True, slots=True)
class FigureStood:
    figure: Seat


@dataclass(frozen=True, slots=True)
class GateCrossed:
    """`counts`: every tile had been visited, so it is told forwards against backwards."""

    figure: Seat
    forward: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class TokenGained:
    seat: Seat
    rank: Rank


@dataclass(frozen=True, slots=True)
class TokenUpgraded:
    seat: Seat
    old: Rank
    new: Rank


@dataclass(frozen=True, slots=True)
class TokenDeclined:
    seat: Seat


@dataclass(frozen=True, slots=True)
class NoTokenLeft:
    """A Brain, but nothing to gain or to upgrade to."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TokenDeclared:
    seat: Seat
    rank: Rank
    on: Seat


@dataclass(frozen=True, slots=True)
class TokenUsed:
    seat: Seat
    rank: Rank
    on: Seat


@dataclass(frozen=True, slots=True)
class TokenKept:
    """What it was declared for has become impossible (S07)."""

    seat: Seat
    rank: Rank


@dataclass(frozen=True, slots=True)
class CardStolen:
    """Known to both of them."""

    seat: Seat
    victim: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class GameWon:
    seat: Seat


Event: TypeAlias = (
    FigureGot
    | RoundBegun
    | DeckShuffled
    | CardCame
    | CardPassed
    | CardSetAside
    | CardDiscarded
    | CardsHandedOver
    | CardsExchanged
    | BidderNamed
    | BidMade
    | BidFollowed
    | BidRaised
    | Passed
    | BidWon
    | RoundEnded
    | OpponentPicked
    | FigurePlaced
    | FigureTurned
    | TurnLost
    | WalkBegun
    | WalkSkipped
    | WalkVoided
    | AllStill
    | SteppedOn
    | ZoneReached
    | ZoneLeft
    | BrainTouched
    | HazardTouched
    | TakenOff
    | FigureFell
    | FigureStood
    | GateCrossed
    | TokenGained
    | TokenUpgraded
    | TokenDeclined
    | NoTokenLeft
    | TokenDeclared
    | TokenUsed
    | TokenKept
    | CardStolen
    | GameWon
)
