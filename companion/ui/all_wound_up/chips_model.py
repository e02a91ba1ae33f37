"""What may have happened, or may be chosen, each as one button: the hand path beside every eye."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import tokens as t
from companion.rules.all_wound_up.figures import Away, On
from companion.rules.all_wound_up.race import ZoneKind, is_due, tile_with, zone_of
from companion.rules.all_wound_up.tasks import Enter, Rise, Settle, Turn, Walk
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table.snapshot import Snapshot
from companion.ui.all_wound_up import drafts
from companion.ui.all_wound_up.asked_model import cast, head
from companion.ui.all_wound_up.chip_places import placed
from companion.ui.all_wound_up.drafts import Drafts
from companion.ui.all_wound_up.intents import MoreChips, PickFigure
from companion.ui.intents import Button, Kind, Play
from companion.ui.words import both, say
from companion.ui.words_all_wound_up import rank_name

PAGE = 8
"""Buttons at once, the one for more among them."""


@dataclass(frozen=True, slots=True)
class ChipsModel:
    figures: tuple[tuple[Seat, Button], ...]
    """Whose figure it happened to, where there is a choice."""
    chips: tuple[Button, ...]


def present(snapshot: Snapshot[Any, Any], draft: Drafts) -> ChipsModel:
    if snapshot.paused:
        return ChipsModel((), ())
    view: View = snapshot.view
    now = head(view)
    if not isinstance(now, Walk):
        return ChipsModel((), _paged(tuple(_other(snapshot)), draft.chips))
    figure = spoken_of(view, draft, now.seat)
    on = [Seat(at) for at, seat in enumerate(view.seats) if isinstance(seat.figure.place, On)]
    who = cast(snapshot)
    figures = tuple(
        (seat, Button(who.figure(seat), PickFigure(seat), Kind.CHOSEN if seat == figure else Kind.PLAIN))
        for seat in on
    )
    chips = walk_chips(snapshot, draft, figure)
    return ChipsModel(figures if len(on) > 1 else (), _paged(chips, draft.chips))


def walk_chips(snapshot: Snapshot[Any, Any], draft: Drafts, figure: Seat) -> tuple[Button, ...]:
    """What may happen to a figure on this walk, on all pages."""
    view: View = snapshot.view
    place = view.seats[figure].figure.place
    under = tile_zones(view, place.tile) if isinstance(place, On) else ()
    return placed(dict(draft.laid).get(figure, ()), _walk(snapshot, figure), under)


def settled(draft: Drafts, before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> Drafts:
    """What is left of it once something has happened: during a walk the buttons keep their places."""
    left = drafts.settled(draft, before, after)
    was, now = head(before.view), head(after.view)
    if not (isinstance(was, Walk) and isinstance(now, Walk) and was.seat == now.seat):
        return left
    laid = ((seat, walk_chips(before, draft, seat)) for seat in map(Seat, range(len(before.names))))
    return replace(left, chips=draft.chips, laid=tuple(laid))


def spoken_of(view: View, draft: Drafts, walker: Seat) -> Seat:
    """The figure that chips speak of: the one somebody chose, else the walker, else the first that stands."""
    on = [Seat(at) for at, seat in enumerate(view.seats) if isinstance(seat.figure.place, On)]
    for wanted in (draft.figure, walker):
        if wanted in on:
            return wanted
    return on[0] if on else walker


def _paged(chips: tuple[Button, ...], page: int) -> tuple[Button, ...]:
    if len(chips) <= PAGE:
        return chips
    room = PAGE - 1
    pages = -(-len(chips) // room)
    first = page % pages * room
    return (*chips[first : first + room], Button(say("all_wound_up.chip.more"), MoreChips()))


def _walk(snapshot: Snapshot[Any, Any], figure: Seat) -> Iterator[Button]:
    """Likeliest first: what lies on its tile, the next tile, a fall; then everything else there can be."""
    view: View = snapshot.view
    place = view.seats[figure].figure.place
    here = place.tile if isinstance(place, On) else ""
    mine = [c for c in snapshot.choices if _is_about(c, figure)]

    def rank(choice: Any) -> int:
        match choice:
            case a.TouchZone(_, _, zone):
                return 0 if tile_with(view.race, zone).id == here else 7
            case a.Cross(_, figures, forward):
                near = tile_with(view.race, view.race.gate).id == here
                return 8 if len(figures) > 1 else (1 if forward else 5) if near else 6 + (not forward)
            case a.StepOn(_, _, tile):
                return 2 if is_due(view.race, tile, view.seats[figure].figure.reached) else 4
            case a.Fall() | a.LeaveBoard():
                return 3
            case _:
                return 5

    for choice in sorted(mine, key=rank):
        yield Button(chip_words(snapshot, choice, here), Play((choice,)))


def _is_about(choice: Any, figure: Seat) -> bool:
    match choice:
        case a.TouchZone() | a.LeaveZone() | a.StepOn() | a.Fall() | a.LeaveBoard():
            return bool(choice.figure == figure)
        case a.Cross():
            return figure in choice.figures
        case _:
            return False


def chip_words(snapshot: Snapshot[Any, Any], choice: Any, here: str = "") -> str:  # noqa: PLR0912 - one case a choice
    """A choice in a word or two. Zones of the tile `here` are named without it."""
    view: View = snapshot.view
    who = cast(snapshot)
    match choice:
        case a.TouchZone(_, _, zone):
            return say("all_wound_up.chip.touches", zone=_zone(view, zone, here, who.tile))
        case a.LeaveZone(_, _, zone):
            return say("all_wound_up.chip.leaves", zone=_zone(view, zone, here, who.tile))
        case a.StepOn(_, _, tile):
            return say("all_wound_up.chip.to", tile=who.tile(tile))
        case a.Fall():
            return say("all_wound_up.chip.fell")
        case a.LeaveBoard(_, _, wholly):
            return say("all_wound_up.chip.left" if wholly else "all_wound_up.chip.partly")
        case a.Cross(_, figures, forward):
            if len(figures) > 1:
                names = both(tuple(who.figure(seat) for seat in figures))
                return say("all_wound_up.chip.both", names=names)
            return say("all_wound_up.chip.gate" if forward else "all_wound_up.chip.gate_back")
        case a.ChooseFigure(_, name):
            return str(name)
        case a.PickOpponent(_, figure):
            return who.figure(figure)
        case a.GainToken():
            rank = t.to_gain(view.supply)
            return say("all_wound_up.chip.gain", rank=rank_name(rank or t.Rank.BLACK))
        case a.UpgradeToken(_, rank):
            better = t.to_upgrade(view.supply, rank)
            return say("all_wound_up.chip.upgrade", old=rank_name(rank), new=rank_name(better or t.Rank.RED))
        case a.DeclineToken():
            return say("all_wound_up.chip.decline")
        case _:
            return ""


def _zone(view: View, zone: str, here: str, name: Any) -> str:
    """Its kind; numbered where the tile has several; with the tile's name where that is another one."""
    tile = tile_with(view.race, zone)
    found = zone_of(view.race, zone)
    kind = ZoneKind.BRAIN if found is None else found.kind
    alike = [each.id for each in tile.zones if each.kind is kind]
    said = say(f"all_wound_up.kind.{kind.value}")
    if len(alike) > 1:
        said = say("all_wound_up.chip.numbered", zone=said, n=alike.index(zone) + 1)
    return said if tile.id == here else say("all_wound_up.chip.on", zone=said, tile=name(tile.id))


_PICKS = (a.ChooseFigure, a.PickOpponent, a.GainToken, a.UpgradeToken, a.DeclineToken)


def _other(snapshot: Snapshot[Any, Any]) -> Iterator[Button]:
    """What is chosen, or lies under the feet, when nobody walks."""
    view: View = snapshot.view
    now = head(view)
    for choice in snapshot.choices:
        if isinstance(choice, _PICKS):
            yield Button(chip_words(snapshot, choice), Play((choice,)))
    if isinstance(now, Enter):
        yield from _placed_on(snapshot, now)
    if isinstance(now, Settle | Turn | Rise):
        place = view.seats[now.figure].figure.place
        here = place.tile if isinstance(place, On) else ""
        under = [c for c in snapshot.choices if isinstance(c, a.TouchZone | a.LeaveZone)]

        def far(choice: Any) -> bool:
            return tile_with(view.race, choice.zone).id != here

        for choice in sorted(under, key=far):
            yield Button(chip_words(snapshot, choice, here), Play((choice,)))


def _placed_on(snapshot: Snapshot[Any, Any], task: Enter) -> Iterator[Button]:
    """Placed with a zone under the feet; more of them, and *done*, come after it."""
    view: View = snapshot.view
    place = view.seats[task.figure].figure.place
    placing = next((c for c in snapshot.choices if isinstance(c, a.Place)), None)
    if not isinstance(place, Away) or placing is None:
        return
    for zone in tile_zones(view, place.tile):
        if zone != place.grave:
            touch = a.TouchZone(task.figure, task.figure, zone)
            yield Button(
                say("all_wound_up.chip.placed_on", zone=chip_words(snapshot, touch, place.tile)),
                Play((placing, touch)),
            )


def tile_zones(view: View, tile: str) -> tuple[str, ...]:
    """The zones of a tile that feet can be in."""
    found = next((each for each in view.race.tiles if each.id == tile), None)
    zones = () if found is None else found.zones
    return tuple(zone.id for zone in zones if zone.kind is not ZoneKind.GATE)
