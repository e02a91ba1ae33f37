"""Brain tokens on the screen: always there, and a word for each about what it does."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_wound_up.actions import CloseWindow, DeclareToken, UseToken
from companion.rules.all_wound_up.tasks import Spend, Window
from companion.rules.all_wound_up.tokens import RANKS, Rank, count
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.intents import DropToken, TapToken, Together
from companion.ui.intents import Button, Kind, Play
from companion.ui.words import say
from companion.ui.words_all_wound_up import rank_name


@dataclass(frozen=True, slots=True)
class TokenModel:
    rank: int
    """From 1; the shape and the numeral say it, the colour last."""
    many: int
    button: Button
    """Its text is for whoever listens; the widget draws the shape."""
    legal: bool
    """It may be used now. A tap on one that may not says why."""
    tapped: bool


def tokens(snapshot: Snapshot[Any, Any], seat: Seat, draft: Drafts) -> tuple[TokenModel, ...]:
    """What the seat holds, lowest rank first."""
    view: View = snapshot.view
    usable = {c.rank for c in snapshot.choices if isinstance(c, UseToken | DeclareToken) and c.seat == seat}
    found = []
    for at, rank in enumerate(RANKS):
        many = count(view.seats[seat].tokens, rank)
        if many:
            legal = rank in usable and not snapshot.paused
            intent = TapToken(seat, rank) if legal else Play((refused(view, seat, rank),))
            name = say("all_wound_up.token.name", rank=rank_name(rank), n=at + 1)
            found.append(TokenModel(at + 1, many, Button(name, intent), legal, draft.token == (seat, rank)))
    return tuple(found)


def refused(view: View, seat: Seat, rank: Rank) -> UseToken | DeclareToken:
    """What a tap on a token that may not be used asks for: the rules say why not."""
    on = seat
    if rank is Rank.YELLOW:
        others = [Seat(at) for at in range(len(view.seats)) if at != seat]
        on = max(others, key=lambda other: view.seats[other].cards)
    if view.tasks and isinstance(view.tasks[0], Window):
        return DeclareToken(seat, rank, on)
    return UseToken(seat, rank, on)


def uses(snapshot: Snapshot[Any, Any], seat: Seat, rank: Rank, *, together: bool) -> tuple[Button, ...]:
    """The tapped token's answers: on whom, or simply *use*; together with others'; not after all."""
    mine = [c for c in snapshot.choices if isinstance(c, UseToken | DeclareToken)]
    mine = [c for c in mine if c.seat == seat and c.rank is rank]
    now = [c for c in mine if isinstance(c, UseToken)]
    declared = [c for c in mine if isinstance(c, DeclareToken)]
    answers = now if now and not together else declared
    kinds = (Kind.PRIMARY, *(Kind.PLAIN,) * len(answers))
    names = (say("all_wound_up.token.use") if c.on == seat else snapshot.names[c.on] for c in answers)
    buttons = [Button(name, Play((c,)), kind) for name, c, kind in zip(names, answers, kinds, strict=False)]
    if now and declared and not together:
        buttons.append(Button(say("all_wound_up.token.together"), Together()))
    # A second tap on the token drops it; where there is room a button says so.
    if len(buttons) < 4:
        buttons.append(Button(say("all_wound_up.token.drop"), DropToken()))
    return tuple(buttons)


def declarations(snapshot: Snapshot[Any, Any], seat: Seat, rank: Rank) -> tuple[DeclareToken, ...]:
    """The ways in which the token may be declared."""
    return tuple(
        c for c in snapshot.choices if isinstance(c, DeclareToken) and c.seat == seat and c.rank is rank
    )


def effect(rank: Rank) -> str:
    """What it does, in a few words."""
    return say(f"all_wound_up.does.{rank.value}")


def in_order(snapshot: Snapshot[Any, Any], window: Window) -> tuple[Spend, ...]:
    """Declared tokens as they will be used: clockwise from the dealer, each seat's own in its own order."""
    view: View = snapshot.view
    many = len(view.seats)
    return tuple(sorted(window.declared, key=lambda spent: (spent.seat - view.dealer) % many))


def close(snapshot: Snapshot[Any, Any]) -> Button | None:
    closing = next((c for c in snapshot.choices if isinstance(c, CloseWindow)), None)
    if closing is None:
        return None
    return Button(say("all_wound_up.token.close"), Play((closing,)), Kind.PRIMARY)
