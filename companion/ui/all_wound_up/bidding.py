"""The hand path of bids: what taps on kinds and numbers add up to. It offers only what the rules offer."""

from typing import Any

from companion.rules.all_wound_up.actions import Action, Follow, MakeBid, Pass, Raise
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.stages import Bid, Bidding, Following, Raising
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot


def kinds(snapshot: Snapshot[Any, Any]) -> frozenset[Card]:
    """What the bidder may bid for."""
    return frozenset(c.kind for c in snapshot.choices if isinstance(c, MakeBid))


def numbers(snapshot: Snapshot[Any, Any], kind: Card | None, wilds: int) -> dict[int, MakeBid | Follow]:
    """What each number of cards would be, with so many Wilds beside them, for the seat that is asked."""
    found: dict[int, MakeBid | Follow] = {}
    for choice in snapshot.choices:
        match choice:
            case MakeBid(_, named, cards, beside) if named is kind and beside == wilds:
                found[cards] = choice
            case Follow(_, cards, beside) if beside == wilds:
                found[cards] = choice
    return found


def most_wilds(snapshot: Snapshot[Any, Any], kind: Card | None) -> int:
    """How many Wilds the seat that is asked may lay beside its cards."""
    return max(
        (
            choice.wilds
            for choice in snapshot.choices
            if isinstance(choice, Follow) or (isinstance(choice, MakeBid) and choice.kind is kind)
        ),
        default=0,
    )


def live(view: View) -> Bid | None:
    match view.stage:
        case Following(bid) | Raising(bid):
            return bid
        case _:
            return None


def round_from(view: View, first: Seat) -> tuple[Seat, ...]:
    """All seats, clockwise from `first`."""
    many = len(view.seats)
    return tuple(Seat((first + step) % many) for step in range(many))


def zeros(view: View) -> tuple[Action, ...]:
    """Everybody who has not followed yet lays nothing."""
    if not isinstance(view.stage, Following):
        return ()
    bidder = view.stage.bid.bidder
    left = round_from(view, view.stage.seat)
    left = left[: left.index(bidder)]
    return tuple(Follow(seat, 0, 0) for seat in left if view.seats[seat].cards)


def passes(view: View, until: Seat | None = None) -> tuple[Action, ...]:
    """Nobody raises any more; or nobody before `until` does."""
    stage = view.stage
    if not isinstance(stage, Raising):
        return ()
    found: list[Action] = []
    order = round_from(view, stage.seat)
    for seat in order[: len(order) - stage.passes]:
        if seat == until:
            break
        if view.seats[seat].cards and seat not in stage.out:
            found.append(Pass(seat))
    return tuple(found)


def raises(snapshot: Snapshot[Any, Any]) -> dict[Seat, tuple[Action, ...]]:
    """For each seat that may lay one Wild more now, what is entered: those before it pass.

    Where a pass is final nobody passes for another, and only the seat that is asked may raise. Of hands in
    the app nothing is offered here: who holds a Wild is nobody else's business.
    """
    view: View = snapshot.view
    stage = view.stage
    if not isinstance(stage, Raising) or view.options.in_app:
        return {}
    found: dict[Seat, tuple[Action, ...]] = {}
    order = round_from(view, stage.seat)
    # After a whole circle of passes the bid is done: nobody is reached beyond it.
    for seat in order[: 1 if view.options.pass_is_final else len(order) - stage.passes]:
        lifted = view.options.wild_from_zero or stage.bid.amounts[seat]
        if view.seats[seat].cards and seat not in stage.out and lifted:
            found[seat] = (*passes(view, seat), Raise(seat, 1))
    return found


def leaders(bid: Bid) -> tuple[Seat, ...]:
    """Who would act now, in the order in which they would (A19)."""
    most = max(bid.amounts)
    many = len(bid.amounts)
    order = (Seat((bid.bidder + step) % many) for step in range(many))
    return tuple(seat for seat in order if bid.amounts[seat] == most)


def may_pass(snapshot: Snapshot[Any, Any]) -> Pass | None:
    return next((c for c in snapshot.choices if isinstance(c, Pass)), None)


def is_bidding(view: View) -> bool:
    return not view.tasks and isinstance(view.stage, Bidding | Following | Raising)
