"""The state of a game of All Wound Up: exactly what its rules may ask about.

A game is in a *stage* (passing, bidding, …). Whatever has to be done before the stage can go on lies in
front of it as *tasks*: the first one is asked now. Everything in stages and tasks is public.
"""

from dataclasses import dataclass

from companion.rules.all_wound_up.cards import Card, Mix
from companion.rules.all_wound_up.figures import Figure
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.stages import Acting, Bid, Following, Raising, Stage
from companion.rules.all_wound_up.tasks import Spend, Task
from companion.rules.all_wound_up.tokens import Purse
from companion.rules.core import Bunch, Hands, Seat, with_card, without_card


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
