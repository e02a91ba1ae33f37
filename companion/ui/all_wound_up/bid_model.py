"""A bid on one screen: who bids for what, how many cards, Wilds, who leads."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_wound_up.cards import ACTIONS, Card
from companion.rules.all_wound_up.stages import Bidding, Following, Raising
from companion.rules.all_wound_up.view import View
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up import asked_model, bidding, panel_model, strip_model
from companion.ui.all_wound_up.asked_model import AskedModel
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.intents import MoreNumbers, MoreWilds, PickKind
from companion.ui.all_wound_up.panel_model import RacerModel
from companion.ui.facts import Person
from companion.ui.intents import Button, Kind, Play
from companion.ui.screens.strip_model import StripModel
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say
from companion.ui.words_all_wound_up import card_name

NUMBERS = 6
"""At once; larger ones are a tap further."""


@dataclass(frozen=True, slots=True)
class BidModel:
    top: TopModel
    asked: AskedModel
    racers: tuple[RacerModel, ...]
    kinds: tuple[Button, ...]
    """The seven kinds, and *pass* where it may be."""
    wilds: Button | None
    numbers: tuple[Button, ...]
    raises: tuple[Button, ...]
    """One Wild more, for whoever may lay it."""
    track: str
    strip: StripModel


def present(
    snapshot: Snapshot[Any, Any], top: TopModel, people: tuple[Person, ...], draft: Drafts
) -> BidModel:
    view: View = snapshot.view
    kind = _kind(view, draft)
    by_hand = not view.options.in_app and not snapshot.paused
    return BidModel(
        top,
        asked_model.present(snapshot),
        panel_model.racers(snapshot, people, draft),
        _kinds(snapshot, kind),
        _wilds(snapshot, kind, draft) if by_hand else None,
        _numbers(snapshot, kind, draft) if by_hand else (),
        tuple(
            Button(say("all_wound_up.bid.raise", name=snapshot.names[seat]), Play(actions))
            for seat, actions in bidding.raises(snapshot).items()
        )
        if by_hand
        else (),
        track(snapshot),
        strip_model.present(snapshot, draft),
    )


def _kind(view: View, draft: Drafts) -> Card | None:
    bid = bidding.live(view)
    return draft.kind if bid is None else bid.kind


def _kinds(snapshot: Snapshot[Any, Any], picked: Card | None) -> tuple[Button, ...]:
    offered = bidding.kinds(snapshot) if not snapshot.paused else frozenset[Card]()
    buttons = [
        Button(
            card_name(kind),
            PickKind(kind),
            Kind.CHOSEN if kind is picked else Kind.PLAIN,
            enabled=kind in offered,
        )
        for kind in ACTIONS
    ]
    passing = bidding.may_pass(snapshot)
    if isinstance(snapshot.view.stage, Bidding) and passing is not None and not snapshot.view.options.in_app:
        buttons.append(Button(say("all_wound_up.strip.pass"), Play((passing,))))
    return tuple(buttons)


def _wilds(snapshot: Snapshot[Any, Any], kind: Card | None, draft: Drafts) -> Button | None:
    if kind is None or isinstance(snapshot.view.stage, Raising):
        return None
    if not bidding.most_wilds(snapshot, kind):
        return None
    chosen = Kind.CHOSEN if draft.wilds else Kind.PLAIN
    return Button(say("all_wound_up.bid.wilds", n=draft.wilds), MoreWilds(), chosen)


def _numbers(snapshot: Snapshot[Any, Any], kind: Card | None, draft: Drafts) -> tuple[Button, ...]:
    """Each number lays so many cards at once. Nought is there where laying none is a bid of its own."""
    view: View = snapshot.view
    if kind is None or isinstance(view.stage, Raising):
        return ()
    found = bidding.numbers(snapshot, kind, draft.wilds)
    least = 0 if isinstance(view.stage, Following) or 0 in found else 1
    if not found:
        return ()
    most = max(found)
    pages = max(1, -(-(most + 1 - least) // NUMBERS))
    first = least + draft.numbers % pages * NUMBERS
    buttons = []
    for number in range(first, first + NUMBERS):
        lays = found.get(number)
        zero = number == 0 and isinstance(view.stage, Following) and not draft.wilds
        buttons.append(
            Button(
                str(number),
                None if lays is None else Play((lays,)),
                Kind.CHOSEN if zero else Kind.PLAIN,
                enabled=lays is not None,
            )
        )
    if pages > 1:
        after = first + NUMBERS if first + NUMBERS <= most else least
        buttons.append(Button(say("all_wound_up.bid.more", n=after), MoreNumbers()))
    return tuple(buttons)


def track(snapshot: Snapshot[Any, Any]) -> str:
    """Who is farthest along the course."""
    view: View = snapshot.view
    reached = [seat.figure.reached for seat in view.seats]
    best = max(reached)
    left = len(view.race.course) - best
    first = [at for at, many in enumerate(reached) if many == best]
    if len(first) > 1 or best == 1:
        return ""
    name = asked_model.cast(snapshot).figure(first[0])  # type: ignore[arg-type]  # a seat
    if not left:
        return say("all_wound_up.track.gate", figure=name)
    return say("all_wound_up.track.tiles", figure=name, n=left)
