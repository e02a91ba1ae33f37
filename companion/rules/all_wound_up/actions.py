"""Everything that can be done in All Wound Up, by a seat or by the cards.

A figure is named by the seat that owns it. What happens on the board is entered by the seat in whose
action it happens, in the order of time.
"""

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat


@dataclass(frozen=True, slots=True)
class FigureDrawn:
    """Chance: the seat gets this figure out of the box."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class CardDealt:
    """The cards: the top one comes to the seat, seen by that seat alone."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardTaken:
    """The cards: the seat's Yellow takes this one, at random, from another hand."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ChooseFigure:
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PassCard:
    """Pass one card to the left."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class DiscardCard:
    """Put one card away, face down; as many are drawn afterwards (two players)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandOver:
    """Real cards: the seat has passed, or replaced, all the cards it owes in this step."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Step 1: all the seat's `cards` cards of `kind`, and so many Wilds."""

    seat: Seat
    kind: Card
    cards: int
    wilds: int


@dataclass(frozen=True, slots=True)
class Follow:
    """Step 2: all the seat's `cards` cards of the kind that is bid for, and so many Wilds."""

    seat: Seat
    cards: int
    wilds: int


@dataclass(frozen=True, slots=True)
class Raise:
    """Step 3: so many Wilds more."""

    seat: Seat
    wilds: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Bid nothing (step 1) or raise nothing (step 3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PickOpponent:
    """Turn an Opponent: this one."""

    seat: Seat
    figure: Seat


@dataclass(frozen=True, slots=True)
class Place:
    """The owner puts its figure on the tile, pointing anywhere. The zones under its feet follow."""

    seat: Seat
    tile: str


@dataclass(frozen=True, slots=True)
class Done:
    """The placing, turning or standing up is complete."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Release:
    """The figure is wound, back in its place, and let go."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LetGoEarly:
    """Key or feet were let go too early, or it was wound wrongly: lift, wait, again (A62)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StandStill:
    """All figures have stopped."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TouchZone:
    """The figure begins to touch the zone."""

    seat: Seat
    figure: Seat
    zone: str


@dataclass(frozen=True, slots=True)
class LeaveZone:
    """The figure has left the zone completely."""

    seat: Seat
    figure: Seat
    zone: str


@dataclass(frozen=True, slots=True)
class StepOn:
    """The middle of the figure's feet comes onto the tile."""

    seat: Seat
    figure: Seat
    tile: str


@dataclass(frozen=True, slots=True)
class Fall:
    seat: Seat
    figure: Seat


@dataclass(frozen=True, slots=True)
class LeaveBoard:
    """The figure is off the tiles, `wholly` or with a part of it (A55)."""

    seat: Seat
    figure: Seat
    wholly: bool


@dataclass(frozen=True, slots=True)
class Cross:
    """The figure has completely crossed the edge of the gate: along the course, coming from the last
    tile, or against it.

    Several figures, ascending, crossed forward at times that nobody can tell apart (A61).
    """

    seat: Seat
    figures: tuple[Seat, ...]
    forward: bool


@dataclass(frozen=True, slots=True)
class GainToken:
    """A later Brain: one more token."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UpgradeToken:
    """A later Brain: give one of this rank back for a better one."""

    seat: Seat
    rank: Rank


@dataclass(frozen=True, slots=True)
class DeclineToken:
    """A later Brain: nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UseToken:
    """Use a token at once. `on`: the hand a Yellow takes from, the bid a Red raises; else the own seat."""

    seat: Seat
    rank: Rank
    on: Seat


@dataclass(frozen=True, slots=True)
class DeclareToken:
    """Several want to use tokens together: this seat declares one. The first opens the window (A45)."""

    seat: Seat
    rank: Rank
    on: Seat


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """Whoever opened the window closes it; the declared tokens are used in order."""

    seat: Seat


Spending: TypeAlias = UseToken | DeclareToken | CloseWindow
Report: TypeAlias = TouchZone | LeaveZone | StepOn | Fall | LeaveBoard | Cross
Played: TypeAlias = (
    ChooseFigure
    | PassCard
    | DiscardCard
    | HandOver
    | MakeBid
    | Follow
    | Raise
    | Pass
    | PickOpponent
    | Place
    | Done
    | Release
    | LetGoEarly
    | StandStill
    | Report
    | GainToken
    | UpgradeToken
    | DeclineToken
)
Chance: TypeAlias = FigureDrawn | CardDealt | CardTaken
Action: TypeAlias = Played | Spending | Chance
