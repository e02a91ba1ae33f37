"""Powers behind a cover: who may look, and what shows while they hold."""

from dataclasses import dataclass
from typing import Any

from companion.rules.all_4_it.actions import OpenPower, Return
from companion.rules.all_4_it.cards import Power
from companion.rules.all_4_it.options import CardsWhere
from companion.rules.all_4_it.view import Phase, View
from companion.rules.core import Seat
from companion.table.snapshot import Peeked, Snapshot
from companion.ui.facts import Person
from companion.ui.hold import Hold
from companion.ui.intents import Button, Go, HidePowers, Kind, Play
from companion.ui.places import Place
from companion.ui.words import both, say


@dataclass(frozen=True, slots=True)
class PowerCardModel:
    name: str
    cost: str
    text: str
    tag: str
    button: Button | None


@dataclass(frozen=True, slots=True)
class PowersModel:
    """`cards` and nothing else is secret; it is empty while covered."""

    lead: str
    name: str
    """In capitals on the cover."""
    colour: str
    look_away: str
    pad: str
    """Empty: there is no pad, because nothing here is secret."""
    pad_line: str
    hide: Button | None
    """A wide bar in the pad's place while latched."""
    done: Button | None
    cards: tuple[PowerCardModel, ...]
    assumed: str
    secret: bool
    """Whether `cards` are somebody's secret."""


def may_latch(snapshot: Snapshot[Any, Any], seat: Seat) -> bool:
    """Whether the owner has something to choose. Told by public facts alone."""
    view: View = snapshot.view
    return view.to_move == seat and view.phase in (Phase.TURN, Phase.EXCHANGE)


def is_public(snapshot: Snapshot[Any, Any]) -> bool:
    """With real cards the players hold their secrets themselves."""
    view: View = snapshot.view
    return view.options.cards is CardsWhere.ON_TABLE


def present(snapshot: Snapshot[Any, Any], seat: Seat, hold: Hold, people: tuple[Person, ...]) -> PowersModel:
    if is_public(snapshot):
        return _named(snapshot, seat, people)
    name, colour = snapshot.names[seat], f"player{people[seat].colour}"
    others = tuple(n for at, n in enumerate(snapshot.names) if at != seat)
    away = say("peek.look_away", names=both(others))
    peek = snapshot.peek
    if not hold.visible or peek is None or peek.seat != seat:
        pad = say("peek.keep") if hold.visible else say("peek.hold")
        line, done = say("peek.lift"), Button(say("peek.done"), Go(Place.BOARD))
        return PowersModel(say("peek.pass"), name.upper(), colour, away, pad, line, None, done, (), "", False)
    hide = Button(say("peek.hide", name=name), HidePowers(), Kind.PRIMARY) if hold.latched else None
    return PowersModel(
        say("peek.only", name=name),
        "",
        colour,
        away,
        "" if hide else say("peek.keep"),
        say("peek.latched") if hide else say("peek.hides"),
        hide,
        None,
        _held(snapshot, peek, latched=hold.latched),
        say("all_4_it.assumed") if snapshot.view.cards.powers_assumed else "",
        True,
    )


def _held(
    snapshot: Snapshot[Any, Any], peek: Peeked[Any, Any], *, latched: bool
) -> tuple[PowerCardModel, ...]:
    """The owner's cards; the buttons need a free finger, so they are there once latched."""
    view: View = snapshot.view
    known = {power.id: power for power in view.cards.powers}
    offered = peek.choices if latched else ()
    return tuple(
        _card(known[power], offered, opened=power in view.seats[peek.seat].revealed)
        for power in peek.view.own_powers
        if power in known
    )


def _card(power: Power, offered: tuple[Any, ...], *, opened: bool) -> PowerCardModel:
    button = None
    for choice in offered:
        match choice:
            case OpenPower(_, named) if named == power.id:
                button = Button(say("all_4_it.power.use"), Play((choice,)), Kind.PRIMARY)
            case Return(_, named) if named == power.id:
                button = Button(say("all_4_it.power.return"), Play((choice,)), Kind.PRIMARY)
    cost = say("all_4_it.power.cost", n=power.cost) if power.cost else say("all_4_it.power.free")
    return PowerCardModel(power.name, cost, power.text, say("all_4_it.power.open") if opened else "", button)


def _named(snapshot: Snapshot[Any, Any], seat: Seat, people: tuple[Person, ...]) -> PowersModel:
    """Real cards: the one just laid open is named; its cost stands beside it."""
    view: View = snapshot.view
    mine = tuple(c for c in snapshot.choices if isinstance(c, OpenPower | Return) and c.seat == seat)
    cards = tuple(
        _card(power, mine, opened=power.id in view.seats[seat].revealed)
        for power in view.cards.powers
        if any(c.power == power.id for c in mine)
    )
    return PowersModel(
        say("all_4_it.power.which"),
        "",
        f"player{people[seat].colour}",
        "",
        "",
        "" if cards else say("all_4_it.power.none"),
        None,
        Button(say("back"), Go(Place.BOARD)),
        cards,
        say("all_4_it.assumed") if view.cards.powers_assumed else "",
        False,
    )
