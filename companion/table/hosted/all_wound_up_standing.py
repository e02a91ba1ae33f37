"""What follows from how figures stand around a walk: one that was put down where it is due comes back, one
that stands again has been stood up, and when all rest the walk is over. Zones count where feet surely are.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import refusals
from companion.rules.all_wound_up.actions import Action
from companion.rules.all_wound_up.figures import Away, On
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import Enter, Rise, Settle, Turn, Walk, Wind
from companion.rules.all_wound_up.transition import apply
from companion.rules.core import Refusal, Seat
from companion.table.hosted.all_wound_up_race import zone_id
from companion.table.race_facts import Put, Scene
from companion.table.race_shown import Fate, Happening, HappeningId, Posture, What
from vision.observation import ZoneUnder


def due(state: State, scene: Scene, answered: frozenset[HappeningId]) -> Happening[Action] | None:
    """See `RaceReader.due`."""
    head = state.head
    match head:
        case Enter(seat):
            return _entering(state, seat, scene, answered)
        case Settle(seat) | Rise(seat):
            name = state.names[seat]
            figure = None if name is None else scene.of(name)
            if figure is None:
                return None
            put = figure.put
            if put is not None and (asked := _doubted(state, head, seat, put, answered)) is not None:
                return asked
            if isinstance(head, Settle):
                over = figure.posture is Posture.HELD or (put is not None and figure.rests_s is not None)
            else:
                over = put is not None
            at_s = put.taken_s if put is not None else figure.since_s
            id_ = f"{max(0.0, at_s):010.3f}-done-{seat}"
            if not over or id_ in answered:
                return None
            return Happening(
                id_,
                What.DONE,
                figure.name,
                seat,
                Fate.WAITING,
                at_s,
                at_s,
                readings=(done(state, scene),),
            )
        case Walk(seat):
            return _standing_still(state, seat, scene, answered)
        case _:
            return None


def done(state: State, scene: Scene) -> tuple[Action, ...]:
    """See `RaceReader.done`."""
    head = state.head
    match head:
        case Walk(seat):
            return (a.StandStill(seat),)
        case Wind(seat, turns=0):
            return (a.Release(seat),)
        case Settle(seat) | Turn(figure=seat) | Rise(seat):
            by = head.by if isinstance(head, Turn) else seat
            name = state.names[seat]
            figure = None if name is None else scene.of(name)
            under = () if figure is None or figure.put is None else tuple(_under(state, seat, by, figure.put))
            return _accepted(state, (*under, a.Done(by)))
        case _:
            return ()


def moving(state: State, scene: Scene) -> bool:
    """See `RaceReader.moving`."""
    for seat, name in enumerate(state.names):
        figure = None if name is None else scene.of(name)
        if figure is None:
            continue
        on = isinstance(state.figures[seat].place, On)
        if figure.rests_s is None and (on or figure.posture is not Posture.UNKNOWN):
            return True
    return False


def _entering(
    state: State, seat: Seat, scene: Scene, answered: frozenset[HappeningId]
) -> Happening[Action] | None:
    """The figure was put down: on the tile where it is due, it comes back."""
    name, away = state.names[seat], state.figures[seat].place
    figure = None if name is None else scene.of(name)
    put = None if figure is None else figure.put
    if name is None or put is None or put.id in answered or not isinstance(away, Away):
        return None
    happening: Happening[Action] = Happening(
        put.id, What.PLACED, name, seat, Fate.WAITING, put.taken_s, put.said_s, tile=put.tile
    )
    if put.tile != away.tile:
        return replace(happening, refusal=refusals.WRONG_TILE)
    on_grave = away.grave is None or any(
        zone_under(zone) == away.grave for zone in put.zones if not zone.uncertain
    )
    place = _accepted(state, (a.Place(seat, away.tile),))
    zones = _accepted(
        state, (*place, *(_touch(seat, seat, zone) for zone in put.zones if not zone.uncertain))
    )
    return replace(happening, readings=(zones,), uncertain=not on_grave)


def _standing_still(
    state: State, seat: Seat, scene: Scene, answered: frozenset[HappeningId]
) -> Happening[Action] | None:
    if moving(state, scene):
        return None
    rests = [figure.rests_s for figure in scene.figures if figure.rests_s is not None]
    name = state.names[seat]
    at_s = max(rests, default=0.0)
    id_ = f"{max(0.0, at_s):010.3f}-all_still"
    if not rests or name is None or id_ in answered:
        return None
    return Happening(
        id_, What.STOOD_STILL, name, seat, Fate.WAITING, at_s, at_s, readings=((a.StandStill(seat),),)
    )


def zone_under(zone: ZoneUnder) -> str:
    """The rules' id of it."""
    return zone_id(zone.tile, zone.zone)


def _touch(by: Seat, figure: Seat, zone: ZoneUnder) -> Action:
    return a.TouchZone(by, figure, zone_under(zone))


def _doubted(
    state: State, head: Settle | Rise, seat: Seat, put: Put, answered: frozenset[HappeningId]
) -> Happening[Action] | None:
    """A zone of which it is too close to call whether the figure was put down on it."""
    name = state.names[seat]
    told = head.told if isinstance(head, Rise) else ()
    for zone in put.zones:
        id_ = f"{put.id}-{zone.tile}-{zone.zone}"
        if not zone.uncertain or id_ in answered or name is None or zone_under(zone) in told:
            continue
        was_under = zone_under(zone) in state.figures[seat].under
        if was_under and isinstance(head, Settle):
            continue
        action = a.LeaveZone(seat, seat, zone_under(zone)) if was_under else _touch(seat, seat, zone)
        return Happening(
            id_, What.UNDER, name, seat, Fate.WAITING, put.taken_s, put.said_s, tile=zone.tile,
            zone=zone_under(zone), zone_kind=zone.zone_kind, margin_mm=zone.margin_mm, uncertain=True,
            readings=((action,),),
        )  # fmt: skip
    return None


def _under(state: State, seat: Seat, by: Seat, put: Put) -> Iterator[Action]:
    """What changed under its feet: zones that it surely stands on now, and those that it is surely off."""
    under = state.figures[seat].under
    for zone in put.zones:
        if not zone.uncertain and zone_under(zone) not in under:
            yield _touch(by, seat, zone)
    seen = {zone_under(zone) for zone in put.zones}
    for left in under:
        if left not in seen and not isinstance(state.head, Settle):
            yield a.LeaveZone(by, seat, left)


def _accepted(state: State, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Those of the actions, in order, that the rules accept one after another."""
    kept = []
    for action in actions:
        verdict = apply(state, action)
        if not isinstance(verdict, Refusal):
            kept.append(action)
            state = verdict.state
    return tuple(kept)
