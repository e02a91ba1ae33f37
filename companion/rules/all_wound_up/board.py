"""What zones do to figures, where figures come back to, and what Brains are worth."""

from typing import TypeAlias

from companion.rules.all_wound_up import tokens as t
from companion.rules.all_wound_up.events import (
    BrainTouched,
    Event,
    HazardTouched,
    TakenOff,
    ZoneReached,
)
from companion.rules.all_wound_up.figures import Away, Figure, Gone, On
from companion.rules.all_wound_up.options import BrainRepeat, HazardAfter
from companion.rules.all_wound_up.race import Zone, ZoneKind, preceding, tile_with
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import Walk
from companion.rules.all_wound_up.values import replace
from companion.rules.core import Seat, Step

Flow: TypeAlias = Step[State, Event]
Counted: TypeAlias = tuple[tuple[Seat, str], ...]


def with_figure(state: State, seat: Seat, figure: Figure) -> State:
    figures = state.figures
    return replace(state, figures=(*figures[:seat], figure, *figures[seat + 1 :]))


def with_purse(state: State, seat: Seat, purse: t.Purse) -> State:
    return replace(state, tokens=(*state.tokens[:seat], purse, *state.tokens[seat + 1 :]))


def is_on(state: State, seat: Seat) -> bool:
    return isinstance(state.figures[seat].place, On)


def sent_back(state: State, seat: Seat, why: Gone, *, grave: str | None = None) -> Away:
    """Where the figure comes back to from where it stands now (A56, S14)."""
    figure = state.figures[seat]
    here = figure.place.tile
    if grave is not None:
        # The grave itself says where: its own tile, whichever the middle of the feet was on.
        return Away(why, tile_with(state.race, grave).id, grave)
    before = preceding(state.race, here, figure.reached)
    if before is None:
        return Away(why, state.race.course[0], at_start=True)
    return Away(why, before)


def taken_off(state: State, seat: Seat, away: Away) -> Flow:
    """The figure is off the board from now on; nothing that it does counts any more."""
    off = replace(state.figures[seat], place=away, fallen=False, under=(), doomed=None)
    return Step(with_figure(state, seat, off), (TakenOff(seat, away.why, away.tile),))


def touching(state: State, seat: Seat, zone: str) -> State:
    """The zone is under the figure's feet, whatever it does."""
    figure = state.figures[seat]
    return with_figure(state, seat, replace(figure, under=tuple(sorted((*figure.under, zone)))))


def left(state: State, seat: Seat, zone: str) -> State:
    figure = state.figures[seat]
    return with_figure(state, seat, replace(figure, under=tuple(u for u in figure.under if u != zone)))


def asleep(state: State, seat: Seat, zone: str) -> Flow:
    """Feet on a zone that does nothing now (A51, A53, A38)."""
    return Step(touching(state, seat, zone), (ZoneReached(seat, zone),))


def triggered(state: State, seat: Seat, zone: Zone, counted: Counted) -> Flow:
    """What the zone does to a figure that begins to touch it. Whether a choice is owed: `owes`."""
    if zone.kind is ZoneKind.BRAIN:
        return _brain(touching(state, seat, zone.id), seat, zone.id, counted)
    if zone.kind is ZoneKind.GRAVE:
        away = sent_back(state, seat, Gone.GRAVE, grave=zone.id)
    else:
        away = sent_back(state, seat, Gone.MAUSOLEUM)
    if state.options.hazard_after is HazardAfter.ALL_COUNT and _walks(state):
        figure = replace(state.figures[seat], doomed=away)
        doomed = touching(with_figure(state, seat, figure), seat, zone.id)
        return Step(doomed, (HazardTouched(seat, zone.id, False),))
    off = taken_off(state, seat, away)
    return Step(off.state, (HazardTouched(seat, zone.id, True), *off.events))


def brain_counts(state: State, seat: Seat, zone: str, counted: Counted) -> bool:
    """A35. `counted`: the Brains that have counted in this movement."""
    before = state.figures[seat].brains
    match state.options.brain_repeat:
        case BrainRepeat.EACH_MOVEMENT:
            pass
        case BrainRepeat.OTHER_THAN_LAST:
            if before and before[-1] == zone:
                return False
        case BrainRepeat.ONCE_PER_GAME:
            if zone in before:
                return False
    return (seat, zone) not in counted


def owes(events: tuple[Event, ...]) -> bool:
    """Whether what happened leaves the owner a choice: a later Brain (A37)."""
    return any(isinstance(event, BrainTouched) and not event.first for event in events)


def _brain(state: State, seat: Seat, zone: str, counted: Counted) -> Flow:
    if not brain_counts(state, seat, zone, counted):
        return Step(state, (ZoneReached(seat, zone),))
    figure = state.figures[seat]
    first = not figure.brains
    brains = (*(brain for brain in figure.brains if brain != zone), zone)
    state = with_figure(state, seat, replace(figure, brains=brains))
    gained = t.to_gain(state.supply) if first else None
    if gained is not None:
        state = gain(state, seat, gained)
    return Step(state, (BrainTouched(seat, zone, gained, first),))


def gain(state: State, seat: Seat, rank: t.Rank) -> State:
    """One token from the supply."""
    state = replace(state, supply=t.add(state.supply, rank, -1))
    return with_purse(state, seat, t.add(state.tokens[seat], rank))


def _walks(state: State) -> bool:
    return bool(state.tasks) and isinstance(state.tasks[0], Walk)
