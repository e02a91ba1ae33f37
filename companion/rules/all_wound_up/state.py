"""The state of a game of All Wound Up: exactly what its rules may ask about.

A game is in a *stage* (passing, bidding, …). Whatever has to be done before the stage can go on lies in
front of it as *tasks*: the first one is asked now. Everything in stages and tasks is public.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.rules.all_wound_up.cards import Card, Mix
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.tokens import Purse, Rank
from companion.rules.core import Bunch, Hands, Seat, with_card, without_card


class Gone(StrEnum):
    """Why a figure is not on the board."""

    NOT_PLACED = "not_placed"
    MAUSOLEUM = "mausoleum"
    GRAVE = "grave"
    LEFT = "left"
    """It left the board and is put back at once."""


@dataclass(frozen=True, slots=True)
class On:
    """On the board; the middle of the feet is on `tile`."""

    tile: str


@dataclass(frozen=True, slots=True)
class Away:
    """Off the board. It comes back to `tile`: on `grave` if there is one, at the start point, or anywhere."""

    why: Gone
    tile: str
    grave: str | None = None
    at_start: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """One seat's figure. It has the number of its owner's seat."""

    place: On | Away
    fallen: bool = False
    under: tuple[str, ...] = ()
    """Zones that its feet touch, sorted. They do nothing more until left and touched again (A51, A52)."""
    reached: int = 1
    """So many tiles of the course it has visited in order (S02)."""
    crossed: int = 0
    """Forward crossings of the gate less backward ones since the last tile was first reached (S02, A60)."""
    brains: tuple[str, ...] = ()
    """Every Brain that counted for it, each once, the latest one last (A35)."""
    doomed: Away | None = None
    """It has touched a hazard and goes there once all stand still (A30 `all_count`)."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A face-down deck: what is left in it, never in which order. `shuffles` tells its orders apart."""

    cards: Bunch = ()
    shuffles: int = 0

    def take(self, card: Card) -> "Pile":
        return Pile(without_card(self.cards, card), self.shuffles)

    def put(self, card: Card) -> "Pile":
        return Pile(with_card(self.cards, card), self.shuffles)

    def shuffled_with(self, cards: Bunch) -> "Pile":
        return Pile(tuple(sorted((*self.cards, *cards))), self.shuffles + 1)


@dataclass(frozen=True, slots=True)
class Bid:
    """A live bid: cards and tokens laid for `kind` so far, a number a seat."""

    kind: Card
    bidder: Seat
    amounts: tuple[int, ...]


# Stages


@dataclass(frozen=True, slots=True)
class Drafting:
    """Figures are drawn or chosen, one a seat; this seat's is next (A66)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Passing:
    """Cards are passed or replaced: step `step` of the plan. `seat` is None when all act at once."""

    step: int
    seat: Seat | None
    given: tuple[int, ...]
    """How many cards each seat has passed, or put away, in this step."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """Step 1: `seat` bids or passes. `idle`: so many bidders in a row have bid nothing."""

    seat: Seat
    idle: int = 0


@dataclass(frozen=True, slots=True)
class Following:
    """Step 2: `seat` lays all it has of the kind that is bid for, and Wilds."""

    bid: Bid
    seat: Seat


@dataclass(frozen=True, slots=True)
class Raising:
    """Step 3: `seat` raises or passes. `passes` in a row so far; `out` have passed for good."""

    bid: Bid
    seat: Seat
    passes: int = 0
    out: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Acting:
    """Step 4. Until `begun` the bid is still live (S01)."""

    bid: Bid
    winners: tuple[Seat, ...]
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    winner: Seat


Stage: TypeAlias = Drafting | Passing | Bidding | Following | Raising | Acting | Over


# Tasks


@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards: one comes to each of these seats, in this order."""

    to: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TakeCard:
    """The cards: one of `victim`'s comes to `seat`, at random (Yellow)."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True)
class Perform:
    """`seat` has won the bid and does what the card says."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pick:
    """`seat` says whose figure it turns."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Enter:
    """The figure's owner puts it on the board."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class Settle:
    """The figure has been put down; its owner says which zones are under its feet."""

    figure: Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """`by` turns the figure where it stands. `told`: zones entered or left so, each said once."""

    figure: Seat
    by: Seat
    token: bool = False
    """A Purple does it, not a card."""
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wind:
    """`seat` winds its figure by `turns` and lets go. `again`: it let go too early before."""

    seat: Seat
    turns: int
    again: bool = False
    told: int = 0
    """Reports of this action so far, tries that did not count included."""


@dataclass(frozen=True, slots=True)
class Before:
    """All that a walk may change, to be put back when the figure was let go too early (S13)."""

    figures: tuple[Figure, ...]
    tokens: tuple[Purse, ...]
    supply: Purse
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Walk:
    """`seat`'s figure walks, and pushes others. `counted`: Brains of this movement, figure and zone."""

    seat: Seat
    turns: int
    told: int
    before: Before
    counted: tuple[tuple[Seat, str], ...] = ()
    owed: tuple[tuple[Seat, str], ...] = ()
    """Brain choices that wait until all stand still."""


@dataclass(frozen=True, slots=True)
class Rise:
    """The fallen figure's owner stands it up. `told` as in `Turn`."""

    figure: Seat
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BrainChoice:
    """The figure's owner gains or upgrades a token, or does not."""

    figure: Seat
    zone: str


@dataclass(frozen=True, slots=True)
class Spend:
    """A token that `seat` has declared, to be used on `on` when its turn comes (A45)."""

    seat: Seat
    rank: Rank
    on: Seat


@dataclass(frozen=True, slots=True)
class Window:
    """Seats declare tokens together; when `opener` closes the window they are sorted (A45, A46)."""

    opener: Seat
    declared: tuple[Spend, ...]


Task: TypeAlias = (
    DealCards
    | TakeCard
    | Perform
    | Pick
    | Enter
    | Settle
    | Turn
    | Wind
    | Walk
    | Rise
    | BrainChoice
    | Spend
    | Window
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Declared tokens of seats that come after the one whose turn it is: they wait for its action (A45)."""

    spends: tuple[Spend, ...]
    ready: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Tuples hold an entry a seat unless said otherwise."""

    options: Options
    race: Race
    mix: Mix
    names: tuple[str | None, ...]
    """The figure each seat plays; None until it has one."""
    round: int
    """Counted from 1; 0 until all have figures."""
    dealer: Seat
    bidder: Seat
    """Who bids first once the cards have been passed."""
    figures: tuple[Figure, ...]
    tokens: tuple[Purse, ...]
    supply: Purse
    box: Purse
    """Spent tokens that are out of the game (A31 `box`)."""
    hands: Hands
    transit: Hands
    """Cards on their way to the left while all pass at once; they are nobody's."""
    deck: Pile
    """Empty with real cards, like `discards`."""
    discards: Bunch
    played: Bunch
    """Laid in this round's bids; all have seen them."""
    fresh: tuple[Card, ...]
    """Kinds that nobody has bid for in this round (A14), in their order."""
    most: tuple[tuple[int, ...], ...]
    """With real cards: at most so many of each action kind each seat may hold, for all that is public."""
    stage: Stage
    tasks: tuple[Task, ...]
    waiting: Waiting | None
    winner: Seat | None
    """Whose figure has won; the game may go on for tied actions (A21)."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self.figures)]

    @property
    def head(self) -> "Task | Stage":
        """What is asked now."""
        return self.tasks[0] if self.tasks else self.stage


SEATS: tuple[Seat, ...] = (Seat(0), Seat(1), Seat(2), Seat(3))


def left_of(state: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % len(state.figures))


def clockwise(state: State, first: Seat) -> tuple[Seat, ...]:
    """All seats, beginning with `first`."""
    seats = state.seats
    return (*seats[first:], *seats[:first])


def live_bid(state: State) -> Bid | None:
    """The bid that a Red may still raise (S01)."""
    match state.stage:
        case Following(bid) | Raising(bid) | Acting(bid, begun=False):
            return bid
        case _:
            return None
