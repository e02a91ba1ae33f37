"""One player beside a race: name, cards, bid, tokens."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_wound_up.stages import Acting, Following, Passing, Raising
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up import tokens_model
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.tokens_model import TokenModel
from companion.ui.facts import Person
from companion.ui.intents import Button
from companion.ui.letters import letter_of


@dataclass(frozen=True, slots=True)
class RacerModel:
    letter: str
    name: str
    colour: str
    cards: str
    """How many are held."""
    bid: str
    active: bool
    tokens: tuple[TokenModel, ...]
    said: str = ""
    """In one line: the figure where it is chosen, else the player."""
    has: str = ""
    """The name of the seat's figure, once it has one."""
    figure: Button | None = None
    """Chooses this seat's figure to be spoken of."""


BLANK = RacerModel("", "", "text", "", "", False, ())


def racers(snapshot: Snapshot[Any, Any], people: tuple[Person, ...], draft: Drafts) -> tuple[RacerModel, ...]:
    return tuple(_racer(snapshot, Seat(at), people, draft) for at in range(len(snapshot.names)))


def _racer(snapshot: Snapshot[Any, Any], seat: Seat, people: tuple[Person, ...], draft: Drafts) -> RacerModel:
    view: View = snapshot.view
    sat = view.seats[seat]
    return RacerModel(
        letter_of(snapshot.names[seat], snapshot.names),
        snapshot.names[seat],
        f"player{people[seat].colour}",
        str(sat.cards),
        _bid(view, seat),
        seat in view.asked,
        tokens_model.tokens(snapshot, seat, draft),
        snapshot.names[seat],
        sat.name or "",
    )


def _bid(view: View, seat: Seat) -> str:
    match view.stage:
        case Following(bid, asked):
            order = (asked - bid.bidder) % len(view.seats)
            spoken = (seat - bid.bidder) % len(view.seats) < order
            return str(bid.amounts[seat]) if spoken or bid.amounts[seat] else ""
        case Raising(bid) | Acting(bid):
            return str(bid.amounts[seat])
        case Passing():
            owes = view.seats[seat].owes
            return str(owes) if owes else ""
        case _:
            return ""
