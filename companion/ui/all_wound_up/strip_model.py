"""The strip of a race: the one question, its default answer, and why something cannot be."""

from dataclasses import replace
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.stages import Bidding, Drafting, Following, Passing, Raising
from companion.rules.all_wound_up.tasks import (
    BrainChoice,
    Enter,
    Pick,
    Rise,
    Settle,
    Turn,
    Walk,
    Wind,
    Window,
)
from companion.rules.all_wound_up.view import View
from companion.table.race_shown import Fate, Happening, Holds, Posture
from companion.table.snapshot import Eye, Snapshot
from companion.ui.all_wound_up import bidding, tokens_model
from companion.ui.all_wound_up.asked_model import head, turning
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.happening_words import briefly, margin
from companion.ui.all_wound_up.intents import (
    AllStill,
    DismissSeen,
    KeepSeen,
    LookAtHand,
    TellByHand,
    TooEarly,
)
from companion.ui.intents import Button, Intent, Kind, Play, SetPaused
from companion.ui.screens.strip_model import CLIP_OVER, Mood, StripModel
from companion.ui.words import has_words, say
from companion.ui.words_all_wound_up import card_name, rank_name


def present(snapshot: Snapshot[Any, Any], draft: Drafts) -> StripModel:
    if snapshot.paused:
        go_on = Button(say("strip.continue"), SetPaused(False), Kind.PRIMARY)
        return StripModel(say("strip.paused"), Mood.ASK, (go_on,))
    if draft.token is not None:
        seat, rank = draft.token
        return StripModel(
            tokens_model.effect(rank),
            Mood.ASK,
            tokens_model.uses(snapshot, seat, rank, together=draft.together),
        )
    asked = _asked(snapshot, draft)
    if snapshot.refusal is not None:
        key = snapshot.refusal.key
        return StripModel(say(key) if has_words(key) else say("table.refused"), Mood.WARN, asked.buttons)
    if (doubt := waiting(snapshot)) is not None:
        return _doubt(snapshot, doubt)
    if snapshot.eye in (Eye.BLIND, Eye.LOST) and snapshot.eye_why != CLIP_OVER:
        key = f"why.{snapshot.eye_why}"
        why = say(key) if has_words(key) else say("why.")
        return StripModel(say("strip.blind", why=why, ask=asked.text), Mood.WARN, asked.buttons)
    return asked


def waiting(snapshot: Snapshot[Any, Any]) -> Happening[Any] | None:
    """The first thing seen that is too close to call: those after it wait for its answer."""
    if snapshot.race is None:
        return None
    return next((h for h in snapshot.race.happenings if h.fate is Fate.WAITING), None)


def _doubt(snapshot: Snapshot[Any, Any], doubt: Happening[Any]) -> StripModel:
    buttons = [Button(say("all_wound_up.doubt.yes"), KeepSeen(doubt.id), Kind.PRIMARY)]
    buttons.append(Button(say("all_wound_up.doubt.no"), DismissSeen(doubt.id)))
    what, by = briefly(doubt, snapshot), margin(doubt)
    text = say("all_wound_up.doubt.by", what=what, mm=by) if by else say("all_wound_up.doubt.ask", what=what)
    return StripModel(text, Mood.ASK, tuple(buttons))


def _asked(snapshot: Snapshot[Any, Any], draft: Drafts) -> StripModel:
    view: View = snapshot.view
    now = head(view)
    match now:
        case Drafting():
            return _figure(snapshot)
        case Passing():
            return StripModel(say("all_wound_up.strip.passing"), Mood.CALM)
        case Bidding():
            return _bids(snapshot, draft)
        case Following() | Raising():
            return _others_bid(snapshot)
        case Window():
            return _window(snapshot, now)
        case Pick() | BrainChoice():
            return StripModel(_choose(now, snapshot), Mood.ASK)
        case Enter():
            place = next((c for c in snapshot.choices if isinstance(c, a.Place)), None)
            # Feet on nothing: one tap does for both. What lies under them is told by the chips.
            entered = () if place is None else (place, a.Done(place.seat))
            return _answer(say("all_wound_up.strip.enter"), say("all_wound_up.strip.placed"), entered)
        case Settle() | Turn() | Rise():
            done = next((c for c in snapshot.choices if isinstance(c, a.Done)), None)
            return _done(snapshot, now, done)
        case Wind():
            let_go = next((c for c in snapshot.choices if isinstance(c, a.Release)), None)
            actions = () if let_go is None else (let_go,)
            return _answer(say("all_wound_up.strip.wind"), say("all_wound_up.strip.let_go"), actions)
        case Walk():
            return _walk(snapshot, draft)
        case _:
            return StripModel(say("all_wound_up.ask.cards"), Mood.CALM)


def _figure(snapshot: Snapshot[Any, Any]) -> StripModel:
    """Who takes which; what the camera sees at the start is one tap, and any other is on the chips."""
    seen = on_start(snapshot)
    if seen is None:
        return StripModel(say("all_wound_up.strip.draft"), Mood.ASK)
    takes = say("all_wound_up.strip.takes_figure", name=snapshot.names[seen.seat], figure=seen.name)
    return _answer(say("all_wound_up.strip.on_start", figure=seen.name), takes, (seen,))


def on_start(snapshot: Snapshot[Any, Any]) -> a.ChooseFigure | None:
    """The choice of the figure that stands on the start tile, where no other that is still free does."""
    race = snapshot.race
    if race is None or snapshot.eye is not Eye.SEEING:
        return None
    free = {choice.name: choice for choice in snapshot.choices if isinstance(choice, a.ChooseFigure)}
    start = snapshot.view.race.course[0]
    there = [f for f in race.figures if f.name in free and f.spot is not None and f.spot.tile == start]
    alone = len(there) == 1 and there[0].posture is Posture.STANDING
    return free[there[0].name] if alone else None


def _answer(text: str, answer: str, actions: tuple[Any, ...]) -> StripModel:
    buttons = (Button(answer, Play(actions), Kind.PRIMARY),) if actions else ()
    return StripModel(text, Mood.ASK, buttons)


def _bids(snapshot: Snapshot[Any, Any], draft: Drafts) -> StripModel:
    view: View = snapshot.view
    stolen = _stolen(snapshot, draft)
    text = stolen or say("all_wound_up.strip.bid")
    if draft.kind is not None and not stolen:
        text = say("all_wound_up.strip.how_many", card=card_name(draft.kind))
    if view.options.in_app:
        return StripModel(stolen or say("all_wound_up.strip.look"), Mood.ASK, hand_buttons(snapshot))
    return StripModel(text, Mood.ASK if not stolen else Mood.WARN)


def hand_buttons(snapshot: Snapshot[Any, Any]) -> tuple[Button, ...]:
    """To the hand of whoever is asked; and *pass*, which tells nothing."""
    seat = turning(snapshot.view)
    passing = bidding.may_pass(snapshot)
    buttons = []
    if seat is not None:
        look = say("all_wound_up.strip.hand_of", name=snapshot.names[seat])
        buttons.append(Button(look, LookAtHand(seat), Kind.PRIMARY))
    if passing is not None:
        buttons.append(Button(say("all_wound_up.strip.pass"), Play((passing,))))
    return tuple(buttons)


def _others_bid(snapshot: Snapshot[Any, Any]) -> StripModel:
    view: View = snapshot.view
    if isinstance(view.stage, Following):
        name, card = snapshot.names[view.stage.seat], card_name(view.stage.bid.kind)
        must = say("all_wound_up.strip.must", name=name, card=card)
        if view.options.in_app:
            return StripModel(must, Mood.ASK, hand_buttons(snapshot))
        nothing = Button(say("all_wound_up.strip.next"), Play(bidding.zeros(view)), Kind.PRIMARY)
        return StripModel(must, Mood.ASK, (nothing,))
    rest = bidding.passes(view)
    button = Button(say("all_wound_up.strip.no_more"), Play(rest), Kind.PRIMARY)
    if view.options.in_app:
        others = (replace(each, kind=Kind.PLAIN) for each in hand_buttons(snapshot))
        return StripModel(say("all_wound_up.strip.wilds"), Mood.ASK, (button, *others))
    return StripModel(say("all_wound_up.strip.wilds"), Mood.ASK, (button,))


def _window(snapshot: Snapshot[Any, Any], window: Window) -> StripModel:
    told = tuple(
        say("all_wound_up.strip.declared", name=snapshot.names[s.seat], rank=rank_name(s.rank))
        for s in tokens_model.in_order(snapshot, window)
    )
    button = tokens_model.close(snapshot)
    return StripModel(", ".join(told), Mood.ASK, () if button is None else (button,))


def _choose(task: Pick | BrainChoice, snapshot: Snapshot[Any, Any]) -> str:
    if isinstance(task, Pick):
        return say("all_wound_up.strip.pick")
    gains = any(isinstance(c, a.GainToken) for c in snapshot.choices)
    return say("all_wound_up.strip.brain" if gains else "all_wound_up.strip.no_stock")


def _done(snapshot: Snapshot[Any, Any], task: Any, done: Any) -> StripModel:
    texts = {
        Settle: "all_wound_up.strip.settle",
        Turn: "all_wound_up.strip.turn",
        Rise: "all_wound_up.strip.rise",
    }
    text, mood = say(texts[type(task)]), Mood.ASK
    race = snapshot.race
    if race is not None and race.turned is not None:
        turned = race.turned
        text = say(
            "all_wound_up.strip.turned", n=round(min(turned.clockwise_deg, 360 - turned.clockwise_deg))
        )
        if turned.too_far:
            text, mood = say("all_wound_up.strip.too_far"), Mood.WARN
    if done is None:
        return StripModel(text, mood)
    seen = race is not None and snapshot.eye is Eye.SEEING
    # With an eye the zones that are seen under the feet are entered with it.
    intent = AllStill() if seen else Play((done,))
    return StripModel(text, mood, (Button(say("all_wound_up.strip.done"), intent, Kind.PRIMARY),))


def _walk(snapshot: Snapshot[Any, Any], draft: Drafts) -> StripModel:
    race = snapshot.race
    eye = snapshot.eye is Eye.SEEING and race is not None
    still = next((c for c in snapshot.choices if isinstance(c, a.StandStill)), None)
    early = next((c for c in snapshot.choices if isinstance(c, a.LetGoEarly)), None)
    buttons: list[Button] = []
    if still is not None:
        intent: Intent = AllStill() if eye else Play((still,))
        buttons.append(Button(say("all_wound_up.strip.still"), intent, Kind.PRIMARY))
    if early is not None:
        intent = TooEarly() if eye else Play((early,))
        buttons.append(Button(say("all_wound_up.strip.early"), intent))
    if eye:
        words = "all_wound_up.strip.by_eye" if draft.by_hand else "all_wound_up.strip.by_hand"
        buttons.append(Button(say(words), TellByHand(not draft.by_hand)))
    text = say("all_wound_up.strip.watched" if eye and not draft.by_hand else "all_wound_up.strip.walks")
    if race is not None and Holds.LIFTED in race.holds:
        text = say("all_wound_up.strip.lifted")
    elif race is not None and Holds.NOT_SEEN in race.holds:
        text = say("all_wound_up.strip.not_seen")
    return StripModel(text, Mood.CALM, tuple(buttons))


def _stolen(snapshot: Snapshot[Any, Any], draft: Drafts) -> str:
    """With real cards: which of the victim's cards the thief takes, by chance."""
    if draft.theft is None:
        return ""
    victim, place = draft.theft
    return say("all_wound_up.strip.takes", name=snapshot.names[victim], n=place)
