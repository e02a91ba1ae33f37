"""One seat's cards behind a cover: what the owner sees and chooses while they hold, and nobody else.

With cards in the app these are the cards. With real ones the owner may tell what they hold, to be
warned; what was told stays in memory, behind this cover.
"""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_wound_up.stages import Bidding, Following, Passing, Raising
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.held_model import CardModel, HeldHand
from companion.ui.all_wound_up.intents import LookAtHand
from companion.ui.all_wound_up.told_model import ToldHand
from companion.ui.facts import Person
from companion.ui.hold import Hold
from companion.ui.intents import Button, Go, Hide, Kind
from companion.ui.places import Place
from companion.ui.words import both, say


@dataclass(frozen=True, slots=True)
class HandModel:
    """`cards`, `advice` and `actions` are secret; they are empty while covered."""

    lead: str
    name: str
    colour: str
    look_away: str
    away_colour: str
    pad: str
    pad_line: str
    hide: Button | None
    done: Button | None
    cards: tuple[CardModel, ...] = ()
    advice: str = ""
    actions: tuple[Button, ...] = ()
    who: tuple[Button, ...] = ()
    """Whose hand, while nobody has said."""
    has_pad: bool = True


BLANK = HandModel("", "", "text", "", "text", "", "", None, None)


def may_latch(snapshot: Snapshot[Any, Any], seat: Seat) -> bool:
    """Whether the owner has something to choose or to tell. Told by public facts alone."""
    view: View = snapshot.view
    if not view.options.in_app:
        return True
    return seat in view.asked and isinstance(view.stage, Passing | Bidding | Following | Raising)


def choose(snapshot: Snapshot[Any, Any]) -> HandModel:
    """Whose hand is it to be?"""
    who = tuple(Button(name, LookAtHand(Seat(at))) for at, name in enumerate(snapshot.names))
    back = Button(say("back"), Go(Place.BOARD))
    return HandModel(
        say("all_wound_up.hand.whose"), "", "text", "", "text", "", "", None, back, who=who, has_pad=False
    )


def present(
    snapshot: Snapshot[Any, Any], seat: Seat, hold: Hold, people: tuple[Person, ...], draft: Drafts
) -> HandModel:
    name, colour = snapshot.names[seat], f"player{people[seat].colour}"
    others = tuple(n for at, n in enumerate(snapshot.names) if at != seat)
    away = say("peek.look_away", names=both(others))
    away_colour = f"player{people[1 - seat].colour}" if len(people) == 2 else "text"
    latches = may_latch(snapshot, seat)
    peek = snapshot.peek
    if not hold.visible or peek is None or peek.seat != seat:
        pad = say("peek.keep") if hold.visible else say("peek.hold")
        line = say("peek.stays" if latches else "peek.lift")
        done = Button(say("peek.done"), Go(Place.BOARD))
        return HandModel(say("peek.pass"), name.upper(), colour, away, away_colour, pad, line, None, done)
    hide = Button(say("peek.hide", name=name), Hide(), Kind.PRIMARY) if hold.latched else None
    held = (
        HeldHand(snapshot, peek, hold, draft)
        if snapshot.view.options.in_app
        else ToldHand(snapshot, peek, hold, draft)
    )
    line = say("peek.latched") if hide else say("peek.to_stay" if latches else "peek.hides")
    return HandModel(
        say("peek.only", name=name),
        "",
        colour,
        away,
        away_colour,
        "" if hide else say("peek.keep"),
        line,
        hide,
        None,
        held.cards(),
        held.advice(),
        held.actions() if hold.latched else (),
    )
