"""The All 4 It board as plain words and flags; no widget in sight."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.rules.all_4_it.actions import Exchange, Imprint, OpenPower, Return, ShowShape
from companion.rules.all_4_it.cards import CELLS, Offset
from companion.rules.all_4_it.options import CardsWhere
from companion.rules.all_4_it.state import Colour
from companion.rules.all_4_it.view import Phase, View
from companion.rules.core import Seat
from companion.table.reading import Adrift, Retracted, Underway
from companion.table.snapshot import Eye, Snapshot
from companion.ui.all_4_it import hand as by_hand
from companion.ui.all_4_it.hand import Hand
from companion.ui.all_4_it.intents import EnterShape, LookAtPowers
from companion.ui.facts import Person, Source
from companion.ui.intents import Button, Play, ShowLive
from companion.ui.letters import letter_of
from companion.ui.screens import strip_model, top_model
from companion.ui.screens.strip_model import StripModel
from companion.ui.screens.top_model import TopModel
from companion.ui.words import say
from companion.ui.words_all_4_it import power_name


class Mark(StrEnum):
    """How a cell is outlined."""

    NONE = "none"
    PROPOSED = "proposed"
    PICKED = "picked"
    DRAFTED = "drafted"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class CellModel:
    cell: int
    letter: str
    """R, W or nothing, as the words have it."""
    colour: Colour | None
    mark: Mark
    live: bool
    """A tap means something."""


@dataclass(frozen=True, slots=True)
class ShapeModel:
    """A face-up shape. `points` is None for a real card that the app was not told."""

    points: tuple[Offset, ...] | None
    chosen: bool
    button: Button | None
    """Tells the app which shape it is."""


@dataclass(frozen=True, slots=True)
class PanelModel:
    name: str
    letter: str
    colour: str
    """A theme token or #RRGGBB for the name."""
    side: str
    """RED · to play"""
    edge: str
    """The panel's edge: a theme token."""
    active: bool
    points: str
    badge: str
    shapes: tuple[ShapeModel, ...]
    grid: str
    """How many pieces of this colour lie on the grid now."""
    note: str
    """The powers that lie open, and the cards left."""
    buttons: tuple[Button, ...]


BLANK_PANEL = PanelModel("", "", "text", "", "outline", False, "", "", (), "", "", ())
"""What widgets hold before they are given anything: KV looks through it at once."""


@dataclass(frozen=True, slots=True)
class BoardModel:
    top: TopModel
    left: PanelModel
    right: PanelModel
    cells: tuple[CellModel, ...]
    strip: StripModel
    live: bool
    """Show the picture of the real board instead of the drawn one."""
    live_button: Button | None


def present(
    snapshot: Snapshot[Any, Any],
    hand: Hand,
    people: tuple[Person, ...],
    source: Source,
    *,
    badges: tuple[int, ...],
    now_ns: int,
    live: bool,
) -> BoardModel:
    """`people` in seat order; `badges` by how much each seat's points have just changed."""
    live_button = None
    if source is not Source.NONE and snapshot.eye not in (Eye.NONE, Eye.LOST):
        words = "all_4_it.mirror" if live else "all_4_it.live"
        live_button = Button(say(words), ShowLive(not live))
    return BoardModel(
        top_model.present(snapshot, source, back=False),
        panel(snapshot, Seat(0), people, badges[0]),
        panel(snapshot, Seat(1), people, badges[1]),
        cells(snapshot, hand),
        strip_model.present(snapshot, hand, now_ns),
        live and live_button is not None,
        live_button,
    )


def cells(snapshot: Snapshot[Any, Any], hand: Hand) -> tuple[CellModel, ...]:
    view: View = snapshot.view
    shown = by_hand.contents(view, hand)
    drafted = {cell for cell, _ in hand.draft}
    proposed = _proposed(snapshot)
    doubtful = _doubtful(snapshot)
    live = view.phase in (Phase.TURN, Phase.FREE_IMPRINT, Phase.POWER) and not snapshot.paused

    def mark(cell: int) -> Mark:
        if cell in hand.wrong:
            return Mark.WRONG
        if cell in hand.cells:
            return Mark.PICKED
        if cell in drafted or cell in view.touched:
            return Mark.DRAFTED
        if cell in proposed:
            return Mark.PROPOSED
        return Mark.DOUBTFUL if cell in doubtful else Mark.NONE

    return tuple(CellModel(cell, letter(shown[cell]), shown[cell], mark(cell), live) for cell in CELLS)


def still(layout: str, marked: tuple[int, ...], mark: Mark) -> tuple[CellModel, ...]:
    """A board that is only looked at. `layout` is 25 letters of `.RW?`."""
    colours = {"R": Colour.RED, "W": Colour.WHITE}
    return tuple(
        CellModel(
            cell,
            "?" if code == "?" else letter(colours.get(code)),
            colours.get(code),
            mark if cell in marked else Mark.NONE,
            False,
        )
        for cell, code in enumerate(layout)
    )


def letter(colour: Colour | None) -> str:
    return "" if colour is None else say("all_4_it.R" if colour is Colour.RED else "all_4_it.W")


def _proposed(snapshot: Snapshot[Any, Any]) -> frozenset[int]:
    if snapshot.pending is None:
        return frozenset()
    return frozenset(touched(snapshot.pending.actions))


def touched(actions: tuple[Any, ...]) -> set[int]:
    """The cells that actions change."""
    found: set[int] = set()
    for action in actions:
        if isinstance(action, Imprint):
            found.update(action.cells)
        elif (cell := getattr(action, "cell", None)) is not None:
            found.add(cell)
    return found


def _doubtful(snapshot: Snapshot[Any, Any]) -> frozenset[int]:
    match snapshot.reading:
        case Underway(places):
            return frozenset(places)
        case Retracted(differences) | Adrift(differences):
            return frozenset(d.place for d in differences)
        case _:
            return frozenset()


def panel(snapshot: Snapshot[Any, Any], seat: Seat, people: tuple[Person, ...], changed: int) -> PanelModel:
    view: View = snapshot.view
    sat = view.seats[seat]
    active = view.to_move == seat and view.phase is not Phase.OVER
    edge = {Colour.RED: "red", Colour.WHITE: "white_edge", None: "accent"}[sat.colour]
    return PanelModel(
        snapshot.names[seat],
        letter_of(snapshot.names[seat], snapshot.names),
        f"player{people[seat].colour}",
        _side(sat.colour, active=active),
        edge if active else "outline",
        active,
        str(sat.points),
        f"{changed:+d}" if changed else "",
        _shapes(snapshot, seat),
        _on_grid(view, sat.colour),
        _note(view, seat),
        _buttons(snapshot, seat),
    )


def _side(colour: Colour | None, *, active: bool) -> str:
    if colour is None:
        return say("all_4_it.no_colour")
    word = say("all_4_it.RED" if colour is Colour.RED else "all_4_it.WHITE")
    return say("all_4_it.to_play", colour=word) if active else word


def _note(view: View, seat: Seat) -> str:
    sat = view.seats[seat]
    told = [power_name(view.cards, power) for power in sat.revealed]
    if sat.shape_deck is not None and sat.shapes:
        told.append(say("all_4_it.left" if told else "all_4_it.shapes_left", n=sat.shape_deck))
    return ", ".join(told)


def _on_grid(view: View, colour: Colour | None) -> str:
    return "" if colour is None else say("all_4_it.on_grid", n=view.grid.count(colour))


def _shapes(snapshot: Snapshot[Any, Any], seat: Seat) -> tuple[ShapeModel, ...]:
    view: View = snapshot.view
    points = {s.id: s.points for s in view.cards.shapes}
    used = set()
    if snapshot.pending is not None:
        used = {a.shape for a in snapshot.pending.actions if isinstance(a, Imprint) and a.seat == seat}
    enters = any(isinstance(c, ShowShape) and c.seat == seat for c in snapshot.choices)
    models = []
    for shape in view.seats[seat].shapes:
        unknown = Button(say("all_4_it.show_shape"), EnterShape(seat)) if enters else None
        models.append(
            ShapeModel(
                None if shape is None else points.get(shape),
                shape is not None and shape in used,
                unknown if shape is None else None,
            )
        )
    return tuple(models)


def _buttons(snapshot: Snapshot[Any, Any], seat: Seat) -> tuple[Button, ...]:
    """Powers may be looked at by their owner at any time of play; a swap is there when the rules offer it."""
    view: View = snapshot.view
    playing = view.phase in (Phase.TURN, Phase.FREE_IMPRINT, Phase.POWER, Phase.EXCHANGE)
    if not playing or snapshot.paused:
        return ()
    buttons = []
    if view.options.cards is CardsWhere.IN_APP:
        powers = view.seats[seat].powers > 0
    else:
        powers = any(isinstance(c, OpenPower | Return) and c.seat == seat for c in snapshot.choices)
    if powers:
        buttons.append(Button(say("all_4_it.powers"), LookAtPowers(seat)))
    swap = next((c for c in snapshot.choices if isinstance(c, Exchange) and c.seat == seat), None)
    if swap is not None:
        buttons.append(Button(say("all_4_it.swap"), Play((swap,))))
    return tuple(buttons)
