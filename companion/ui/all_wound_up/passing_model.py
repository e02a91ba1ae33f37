"""Cards go round before the bids: who owes whom how many."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_wound_up.actions import Action, HandOver
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.passing import PassStep, plan
from companion.rules.all_wound_up.stages import Passing
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up import asked_model, panel_model
from companion.ui.all_wound_up import strip_model as strips
from companion.ui.all_wound_up.asked_model import AskedModel
from companion.ui.all_wound_up.bidding import round_from
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.intents import LookAtHand
from companion.ui.all_wound_up.panel_model import RacerModel
from companion.ui.facts import Person
from companion.ui.intents import Button, Kind, Play
from companion.ui.screens.strip_model import Mood, StripModel
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say

HAND_OVER_S = 9
"""What passing a tablet, looking and choosing takes, as measured on a table by hand and model."""


@dataclass(frozen=True, slots=True)
class GiftModel:
    """One player's part of the step."""

    text: str
    colour: str
    done: bool
    now: bool


@dataclass(frozen=True, slots=True)
class PassingModel:
    top: TopModel
    asked: AskedModel
    step: str
    gifts: tuple[GiftModel, ...]
    racers: tuple[RacerModel, ...]
    strip: StripModel


def hand_overs(seats: int, options: Options) -> int:
    """How often the tablet goes round in a round of passing when the app holds the cards."""
    return seats * len(plan(options.edition, options.passing, seats))


def hand_over_words(seats: int, options: Options) -> str:
    """What holding cards in the app costs, said before it can be chosen."""
    many = hand_overs(seats, options)
    return say("all_wound_up.hands.cost", n=many, minutes=max(1, round(many * HAND_OVER_S / 60)))


def present(
    snapshot: Snapshot[Any, Any], top: TopModel, people: tuple[Person, ...], draft: Drafts
) -> PassingModel:
    view: View = snapshot.view
    stage = view.stage
    if not isinstance(stage, Passing):
        raise TypeError("cards are passed in one stage only")
    steps = _steps(view)
    step = steps[stage.step]
    return PassingModel(
        top,
        asked_model.present(snapshot),
        say("all_wound_up.pass.step", n=stage.step + 1, of=len(steps)),
        tuple(_gift(snapshot, stage, step, seat, people) for seat in _order(view)),
        panel_model.racers(snapshot, people, draft),
        _strip(snapshot, stage, draft, steps),
    )


def _steps(view: View) -> tuple[PassStep, ...]:
    return plan(view.options.edition, view.options.passing, len(view.seats))


def _order(view: View) -> tuple[Seat, ...]:
    return round_from(view, Seat((view.dealer + 1) % len(view.seats)))


def _gift(
    snapshot: Snapshot[Any, Any], stage: Passing, step: PassStep, seat: Seat, people: tuple[Person, ...]
) -> GiftModel:
    view: View = snapshot.view
    owes = view.seats[seat].owes
    done = stage.given[seat] > 0 and not owes
    many = stage.given[seat] if done else min(step.count, view.seats[seat].cards) - stage.given[seat]
    name, left = snapshot.names[seat], snapshot.names[(seat + 1) % len(view.seats)]
    if step.replaced:
        text = say("all_wound_up.pass.replace", name=name, n=many)
    else:
        text = say("all_wound_up.pass.gift", name=name, n=many, to=left)
    return GiftModel(text, f"player{people[seat].colour}", done, seat in view.asked)


def _strip(
    snapshot: Snapshot[Any, Any], stage: Passing, draft: Drafts, steps: tuple[PassStep, ...]
) -> StripModel:
    said = strips.present(snapshot, draft)
    view: View = snapshot.view
    if snapshot.paused or draft.token is not None:
        return said
    if view.options.in_app:
        seat = view.asked[0] if view.asked else None
        if seat is None:
            return said
        look = Button(
            say("all_wound_up.strip.hand_of", name=snapshot.names[seat]), LookAtHand(seat), Kind.PRIMARY
        )
        return StripModel(said.text, said.mood, (look,))
    here = handing_over(view, stage.step + 1)
    buttons = [Button(say("all_wound_up.pass.done"), Play(here), Kind.PRIMARY)]
    if stage.step + 1 < len(steps):
        buttons.append(Button(say("all_wound_up.pass.all"), Play(handing_over(view, len(steps)))))
    text = said.text if snapshot.refusal is not None else say("all_wound_up.pass.real")
    return StripModel(text, said.mood if snapshot.refusal is not None else Mood.ASK, tuple(buttons))


def handing_over(view: View, before: int) -> tuple[Action, ...]:
    """Real cards: all that is still handed over in the steps before step `before`, in order."""
    stage = view.stage
    if not isinstance(stage, Passing):
        return ()
    steps, order = _steps(view), _order(view)
    sizes = [seat.cards for seat in view.seats]
    given = list(stage.given)
    first = stage.step
    done: list[Action] = []
    for step in range(first, min(before, len(steps))):
        on_the_way = [0] * len(sizes)
        seats = order
        if step == first and stage.seat is not None:
            seats = order[order.index(stage.seat) :]
        for seat in seats:
            many = min(steps[step].count - (given[seat] if step == first else 0), sizes[seat])
            if many <= 0:
                continue
            done.append(HandOver(seat))
            if steps[step].replaced:
                continue
            sizes[seat] -= many
            left = (seat + 1) % len(sizes)
            (on_the_way if steps[step].together else sizes)[left] += many
        if step == first:
            on_the_way = [way + view.seats[at - 1].aside for at, way in enumerate(on_the_way)]
        sizes = [size + way for size, way in zip(sizes, on_the_way, strict=True)]
    return tuple(done)
