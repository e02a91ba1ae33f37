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
from companion.ui.intents import Button, Go, Hide, Kind, More, Play
from companion.ui.places import Place
from companion.ui.words import both, say
from companion.ui.words_all_4_it import power_name

PAGE = 12
"""Names a page, with real cards."""


@dataclass(frozen=True, slots=True)
class PowerCardModel:
    name: str
    line: str
    """What it costs, and what a tap on the card would do."""
    text: str
    button: Button | None
    """The whole card, when it can be used or returned."""


@dataclass(frozen=True, slots=True)
class PowersModel:
    """`cards` and nothing else is secret; it is empty while covered."""

    lead: str
    name: str
    """In capitals on the cover."""
    colour: str
    look_away: str
    away_colour: str
    pad: str
    """Empty: there is no pad, because nothing here is secret."""
    pad_line: str
    hide: Button | None
    """A wide bar in the pad's place while latched."""
    done: Button | None
    cards: tuple[PowerCardModel, ...]
    assumed: str
    named: tuple[Button, ...] = ()
    """Real cards: which one was laid open, with its cost. No secret."""
    page: Button | None = None
    secret: bool = False
    """Whether `cards` are on the glass."""
    has_pad: bool = True


BLANK = PowersModel("", "", "text", "", "text", "", "", None, None, (), "")
"""What widgets hold before they are given anything: KV looks through it at once."""


def may_latch(snapshot: Snapshot[Any, Any], seat: Seat) -> bool:
    """Whether the owner has something to choose. Told by public facts alone."""
    view: View = snapshot.view
    return view.to_move == seat and view.phase in (Phase.TURN, Phase.EXCHANGE)


def is_public(snapshot: Snapshot[Any, Any]) -> bool:
    """With real cards the players hold their secrets themselves."""
    view: View = snapshot.view
    return view.options.cards is CardsWhere.ON_TABLE


def present(
    snapshot: Snapshot[Any, Any], seat: Seat, hold: Hold, people: tuple[Person, ...], page: int
) -> PowersModel:
    if is_public(snapshot):
        return _named(snapshot, seat, people, page)
    name, colour = snapshot.names[seat], f"player{people[seat].colour}"
    others = tuple(n for at, n in enumerate(snapshot.names) if at != seat)
    away = say("peek.look_away", names=both(others))
    away_colour = f"player{people[1 - seat].colour}" if len(people) == 2 else "text"
    peek = snapshot.peek
    if not hold.visible or peek is None or peek.seat != seat:
        pad = say("peek.keep") if hold.visible else say("peek.hold")
        # Whoever may choose needs that finger: a moment's hold keeps the cards open.
        line = say("peek.stays" if may_latch(snapshot, seat) else "peek.lift")
        done = Button(say("peek.done"), Go(Place.BOARD))
        return PowersModel(
            say("peek.pass"), name.upper(), colour, away, away_colour, pad, line, None, done, (), ""
        )
    hide = Button(say("peek.hide", name=name), Hide(), Kind.PRIMARY) if hold.latched else None
    return PowersModel(
        say("peek.only", name=name),
        "",
        colour,
        away,
        away_colour,
        "" if hide else say("peek.keep"),
        _hides(snapshot, seat, latched=hide is not None),
        hide,
        None,
        _held(snapshot, peek, latched=hold.latched),
        say("all_4_it.assumed") if snapshot.view.cards.powers_assumed else "",
        secret=True,
    )


def _hides(snapshot: Snapshot[Any, Any], seat: Seat, *, latched: bool) -> str:
    """What will hide the cards that are on the glass."""
    if latched:
        return say("peek.latched")
    return say("peek.to_stay" if may_latch(snapshot, seat) else "peek.hides")


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
    button, key = None, "cost"
    for choice in offered:
        match choice:
            case OpenPower(_, named) if named == power.id:
                button, key = Button("", Play((choice,)), Kind.CHOSEN), "use"
            case Return(_, named) if named == power.id:
                button, key = Button("", Play((choice,)), Kind.CHOSEN), "return"
    name = say("all_4_it.power.opened", power=power.name) if opened else power.name
    return PowerCardModel(name, say(f"all_4_it.power.{key}", n=power.cost), power.text, button)


def _named(snapshot: Snapshot[Any, Any], seat: Seat, people: tuple[Person, ...], page: int) -> PowersModel:
    """Real cards: the one just laid open is named once; those named before come first."""
    view: View = snapshot.view
    mine = [c for c in snapshot.choices if isinstance(c, OpenPower | Return) and c.seat == seat]
    mine.sort(key=lambda c: c.power not in view.seats[seat].revealed)
    costs = {power.id: power.cost for power in view.cards.powers}
    buttons = tuple(_name_button(view, choice, costs) for choice in mine if choice.power is not None)
    pages = max(1, -(-len(buttons) // PAGE))
    first = (page % pages) * PAGE
    return PowersModel(
        say("all_4_it.power.which"),
        "",
        f"player{people[seat].colour}",
        "",
        "text",
        "",
        "" if buttons else say("all_4_it.power.none"),
        None,
        Button(say("back"), Go(Place.BOARD)),
        (),
        say("all_4_it.assumed") if view.cards.powers_assumed else "",
        buttons[first : first + PAGE],
        Button(say("all_4_it.power.more"), More()) if pages > 1 else None,
        has_pad=False,
    )


def _name_button(view: View, choice: OpenPower | Return, costs: dict[str, int]) -> Button:
    power = choice.power
    name = power_name(view.cards, power)
    if power in costs:
        name = say("all_4_it.power.named", n=costs[power], power=name)
    return Button(
        name, Play((choice,)), Kind.CHOSEN if power in view.seats[choice.seat].revealed else Kind.PLAIN
    )
