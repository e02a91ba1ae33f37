"""Whose turn it is and for what: the line that all read from across the table, and the one below it."""

from dataclasses import dataclass, replace
from typing import Any, assert_never

from companion.rules.all_wound_up.figures import Away
from companion.rules.all_wound_up.stages import (
    Acting,
    Bidding,
    Drafting,
    Following,
    Over,
    Passing,
    Raising,
)
from companion.rules.all_wound_up.tasks import (
    BrainChoice,
    DealCards,
    Enter,
    Perform,
    Pick,
    Rise,
    Settle,
    Spend,
    TakeCard,
    Task,
    Turn,
    Walk,
    Wind,
    Window,
)
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up import bidding
from companion.ui.words import both, say
from companion.ui.words_all_wound_up import Cast


@dataclass(frozen=True, slots=True)
class AskedModel:
    title: str
    line: str
    colour: str = "text"


def cast(snapshot: Snapshot[Any, Any]) -> Cast:
    view: View = snapshot.view
    return Cast(snapshot.names, tuple(seat.name for seat in view.seats), view.race)


def head(view: View) -> Any:
    """What is asked now: a task, or else the stage."""
    return view.tasks[0] if view.tasks else view.stage


def turning(view: View) -> Seat | None:
    """Whose turn it is; None when it is nobody's alone."""
    return view.asked[0] if len(view.asked) == 1 else None


def present(snapshot: Snapshot[Any, Any]) -> AskedModel:
    view: View = snapshot.view
    said = _task(snapshot, view.tasks[0]) if view.tasks else _stage(snapshot)
    if view.waiting is None:
        return said
    # Declared tokens that come after whoever's turn it is (A45).
    names = tuple(dict.fromkeys(snapshot.names[spent.seat] for spent in view.waiting.spends))
    return replace(said, line=say("all_wound_up.ask.then", names=both(names)))


def _stage(snapshot: Snapshot[Any, Any]) -> AskedModel:
    view: View = snapshot.view
    stage = view.stage
    names = snapshot.names
    match stage:
        case Drafting(seat):
            return AskedModel(say("all_wound_up.ask.draft", name=names[seat]), "")
        case Passing():
            return AskedModel(say("all_wound_up.ask.pass"), "")
        case Bidding(seat):
            line = "all_wound_up.ask.private" if view.options.in_app else "all_wound_up.ask.kind"
            return AskedModel(say("all_wound_up.ask.bid", name=names[seat]), say(line))
        case Following(bid, seat):
            return AskedModel(say("all_wound_up.ask.follow", name=names[seat]), standing(snapshot, bid))
        case Raising(bid):
            return AskedModel(say("all_wound_up.ask.raise"), standing(snapshot, bid))
        case Acting() | Over():
            return AskedModel("", "")
        case _:
            assert_never(stage)


def standing(snapshot: Snapshot[Any, Any], bid: Any) -> str:
    """Who would win the bid now; tied seats in the order in which they would act."""
    first = bidding.leaders(bid)
    names = tuple(snapshot.names[seat] for seat in first)
    if len(first) == 1:
        return say("all_wound_up.ask.leads", name=names[0], n=max(bid.amounts))
    return say("all_wound_up.ask.tied", names=both(names), n=max(bid.amounts))


def _task(snapshot: Snapshot[Any, Any], task: Task) -> AskedModel:
    view: View = snapshot.view
    who = cast(snapshot)
    names = snapshot.names
    match task:
        case DealCards() | TakeCard() | Perform() | Spend():
            return AskedModel(say("all_wound_up.ask.cards"), "")
        case Pick(seat):
            return AskedModel(
                say("all_wound_up.ask.pick", name=names[seat]), say("all_wound_up.ask.turn_180")
            )
        case Enter(figure):
            key = "all_wound_up.ask.enter_own" if who.figures[figure] else "all_wound_up.ask.enter"
            title = say(key, name=names[figure], figure=who.figure(figure))
            return AskedModel(title, _where(view, figure, who))
        case Settle(figure):
            title = say("all_wound_up.ask.settle", figure=who.figure(figure))
            return AskedModel(title, say("all_wound_up.ask.sleeps"))
        case Turn(figure, by, token):
            title = say("all_wound_up.ask.turn", name=names[by], figure=who.figure(figure))
            kind = None if token else _kind(view)
            way = say("all_wound_up.ask.turn_180" if kind is None else f"all_wound_up.way.{kind}")
            return AskedModel(title, way)
        case Wind(seat, turns, again):
            title = say("all_wound_up.ask.wind", n=turns, figure=who.figure(seat))
            return AskedModel(title, say("all_wound_up.ask.again" if again else "all_wound_up.ask.hold_both"))
        case Walk(seat):
            return AskedModel(say("all_wound_up.ask.walk", figure=who.figure(seat)), _others(snapshot, seat))
        case Rise(figure):
            title = say("all_wound_up.ask.rise", figure=who.figure(figure))
            return AskedModel(title, say("all_wound_up.ask.edge"))
        case BrainChoice(figure, zone):
            title = say("all_wound_up.ask.brain", name=names[figure])
            return AskedModel(title, say("all_wound_up.ask.touched", zone=who.zone(zone)))
        case Window():
            return AskedModel(say("all_wound_up.ask.together"), say("all_wound_up.ask.declare"))
        case _:
            assert_never(task)


def _kind(view: View) -> str | None:
    """Which way the card that was bid for turns."""
    return view.stage.bid.kind.value if isinstance(view.stage, Acting) else None


def _where(view: View, figure: Seat, who: Cast) -> str:
    place = view.seats[figure].figure.place
    if not isinstance(place, Away):
        return ""
    tile = who.tile(place.tile)
    if place.grave is not None:
        return say("all_wound_up.ask.on_grave", tile=tile)
    if place.at_start:
        return say("all_wound_up.ask.at_start", tile=tile, start=view.race.start)
    return say("all_wound_up.ask.anywhere", tile=tile)


def _others(snapshot: Snapshot[Any, Any], seat: Seat) -> str:
    """Who acts after this one, in a tie."""
    view: View = snapshot.view
    later = tuple(snapshot.names[t.seat] for t in view.tasks if isinstance(t, Perform) and t.seat != seat)
    return say("all_wound_up.ask.then", names=both(later)) if later else say("all_wound_up.ask.hands_off")
