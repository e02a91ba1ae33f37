"""What figures do, read as actions of All Wound Up.

While somebody walks, what the eye claims is reported in the order of time. Around a walk it is how figures
stand that counts: one that was put down where it is due comes back, one that walks off has been let go, and
when all are still the walk is over. How far to turn, and when, the players say.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import refusals
from companion.rules.all_wound_up.actions import Action
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.figures import Away, On
from companion.rules.all_wound_up.race import ZoneKind
from companion.rules.all_wound_up.stages import Acting
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import Enter, Rise, Settle, Task, Turn, Walk, Wind
from companion.rules.all_wound_up.transition import apply
from companion.rules.core import Refusal, Seat
from companion.table.hosted.all_wound_up_race import zone_id
from companion.table.hosting import Turning
from companion.table.race_facts import Claim, Put, Scene, fact_id
from companion.table.race_shown import Fate, Happening, HappeningId, Posture, What
from vision.observation import (
    Crossed,
    Direction,
    Fell,
    LeftBoard,
    LeftZone,
    SteppedOn,
    Touched,
    ZoneUnder,
)


@dataclass(frozen=True, slots=True)
class FigureReader:
    """Implements `companion.table.hosting.RaceReader`. `forward` is the direction in which figures finish
    over the gate; None while nobody has said so: then each crossing is asked about.
    """

    forward: Direction | None

    def names(self, state: State) -> tuple[str, ...]:
        return state.race.figures

    def seat(self, state: State, figure: str) -> Seat | None:
        return Seat(state.names.index(figure)) if figure in state.names else None

    def walker(self, state: State) -> str | None:
        head = state.head
        return state.names[head.seat] if isinstance(head, Walk) else None

    def turns(self, state: State) -> int:
        return state.head.turns if isinstance(state.head, Walk) else 0

    def may_walk(self, state: State) -> str | None:
        for task in state.tasks[:2]:
            match task:
                case Settle():
                    continue
                case Wind(seat, turns) if turns > 0 and _settled_first(state.tasks, seat):
                    return state.names[seat]
                case _:
                    return None
        return None

    def lets_go(self, state: State, figure: str, put: Put) -> tuple[Action, ...]:
        seat = self.seat(state, figure)
        if seat is None or self.may_walk(state) != figure:
            return ()
        if isinstance(state.head, Settle):
            return (a.Done(seat), a.Release(seat))
        # put back beside a zone that it had stood on, it may come onto it again
        on = {_id(zone) for zone in put.zones}
        off = [zone for zone in state.figures[seat].under if zone not in on]
        return (a.Release(seat), *(a.LeaveZone(seat, seat, zone) for zone in off))

    def meant(self, state: State, claim: Claim) -> Happening[Action]:
        figure = self.seat(state, claim.figure)
        forward = self._forward(claim)
        happening: Happening[Action] = Happening(
            fact_id(claim),
            _WHAT[type(claim)],
            claim.figure,
            figure,
            Fate.WAITING,
            claim.taken_s,
            claim.said_s,
            tile=getattr(claim, "tile", None),
            forward=forward,
            margin_mm=getattr(claim, "margin_mm", None),
            uncertain=getattr(claim, "uncertain", False),
        )
        if isinstance(claim, Touched | LeftZone | Crossed):
            kind = ZoneKind.GATE.value if isinstance(claim, Crossed) else claim.zone_kind
            happening = replace(happening, zone=zone_id(claim.tile, claim.zone), zone_kind=kind)
        if figure is None or not isinstance(state.head, Walk):
            return happening
        by = state.head.seat
        match claim:
            case Touched(tile=tile, zone=zone):
                return _judged(state, happening, a.TouchZone(by, figure, zone_id(tile, zone)))
            case LeftZone(tile=tile, zone=zone):
                return _judged(state, happening, a.LeaveZone(by, figure, zone_id(tile, zone)))
            case Crossed() if happening.zone != state.race.gate:
                return happening
            case Crossed() if forward is None:
                ways = (a.Cross(by, (figure,), forward=True), a.Cross(by, (figure,), forward=False))
                return replace(_judged(state, happening, *ways), uncertain=True)
            case Crossed():
                return _judged(state, happening, a.Cross(by, (figure,), forward is True))
            case LeftBoard():
                return _judged(state, happening, a.LeaveBoard(by, figure, wholly=True))
            case SteppedOn(tile=tile):
                return _judged(state, happening, a.StepOn(by, figure, tile))
            case Fell():
                return _judged(state, happening, a.Fall(by, figure))
            case _:
                assert_never(claim)

    def _forward(self, claim: Claim) -> bool | None:
        if not isinstance(claim, Crossed) or self.forward is None:
            return None
        return claim.direction == self.forward

    def together(self, state: State, crossings: tuple[Happening[Action], ...]) -> Action | None:
        seats = [each.seat for each in crossings]
        crossed = tuple(sorted(seat for seat in seats if seat is not None))
        if len(set(crossed)) != len(seats) or not all(each.forward for each in crossings):
            return None
        action = a.Cross(_walker(state), crossed, forward=True)
        return None if isinstance(apply(state, action), Refusal) else action

    def due(self, state: State, scene: Scene, answered: frozenset[HappeningId]) -> Happening[Action] | None:
        head = state.head
        match head:
            case Enter(seat):
                return self._entering(state, seat, scene, answered)
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
                    readings=(self.done(state, scene),),
                )
            case Walk(seat):
                return self._standing_still(state, seat, scene, answered)
            case _:
                return None

    def done(self, state: State, scene: Scene) -> tuple[Action, ...]:
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
                under = (
                    () if figure is None or figure.put is None else tuple(_under(state, seat, by, figure.put))
                )
                return _accepted(state, (*under, a.Done(by)))
            case _:
                return ()

    def early(self, state: State) -> tuple[Action, ...]:
        head = state.head
        return (a.LetGoEarly(head.seat),) if isinstance(head, Walk) else ()

    def moving(self, state: State, scene: Scene) -> bool:
        for seat, name in enumerate(state.names):
            figure = None if name is None else scene.of(name)
            if figure is None:
                continue
            on = isinstance(state.figures[seat].place, On)
            if figure.rests_s is None and (on or figure.posture is not Posture.UNKNOWN):
                return True
        return False

    def counts_as_on(self, state: State, figure: str) -> bool:
        seat = self.seat(state, figure)
        return (
            seat is not None and isinstance(state.figures[seat].place, On) and not state.figures[seat].fallen
        )

    def turning(self, state: State) -> Turning | None:
        match state.head:
            case Turn(figure, by, token):
                if token or figure != by:
                    return Turning(figure, "either")
                return Turning(figure, "clockwise" if _turns_right(state) else "anticlockwise")
            case _:
                return None

    def _entering(
        self, state: State, seat: Seat, scene: Scene, answered: frozenset[HappeningId]
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
            _id(zone) == away.grave for zone in put.zones if not zone.uncertain
        )
        place = _accepted(state, (a.Place(seat, away.tile),))
        zones = _accepted(
            state, (*place, *(_touch(seat, seat, zone) for zone in put.zones if not zone.uncertain))
        )
        return replace(happening, readings=(zones,), uncertain=not on_grave)

    def _standing_still(
        self, state: State, seat: Seat, scene: Scene, answered: frozenset[HappeningId]
    ) -> Happening[Action] | None:
        if self.moving(state, scene):
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


_WHAT: dict[type, What] = {
    Touched: What.TOUCHED, LeftZone: What.LEFT_ZONE, Crossed: What.CROSSED, LeftBoard: What.LEFT_BOARD,
    SteppedOn: What.STEPPED_ON, Fell: What.FELL,
}  # fmt: skip


def _judged(state: State, happening: Happening[Action], *readings: Action) -> Happening[Action]:
    """With its readings, and why the rules refuse the likeliest if they do."""
    verdict = apply(state, readings[0])
    refusal = verdict if isinstance(verdict, Refusal) else None
    return replace(happening, readings=tuple((each,) for each in readings), refusal=refusal)


def _settled_first(tasks: tuple[Task, ...], seat: Seat) -> bool:
    first = tasks[0]
    return isinstance(first, Wind) or (isinstance(first, Settle) and first.figure == seat)


def _walker(state: State) -> Seat:
    head = state.head
    return head.seat if isinstance(head, Walk) else Seat(0)


def _turns_right(state: State) -> bool:
    return isinstance(state.stage, Acting) and state.stage.bid.kind is Card.RIGHT


def _id(zone: ZoneUnder) -> str:
    return zone_id(zone.tile, zone.zone)


def _touch(by: Seat, figure: Seat, zone: ZoneUnder) -> Action:
    return a.TouchZone(by, figure, _id(zone))


def _doubted(
    state: State, head: Settle | Rise, seat: Seat, put: Put, answered: frozenset[HappeningId]
) -> Happening[Action] | None:
    """A zone of which it is too close to call whether the figure was put down on it."""
    name = state.names[seat]
    told = head.told if isinstance(head, Rise) else ()
    for zone in put.zones:
        id_ = f"{put.id}-{zone.tile}-{zone.zone}"
        if not zone.uncertain or id_ in answered or name is None or _id(zone) in told:
            continue
        was_under = _id(zone) in state.figures[seat].under
        if was_under and isinstance(head, Settle):
            continue
        action = a.LeaveZone(seat, seat, _id(zone)) if was_under else _touch(seat, seat, zone)
        return Happening(
            id_, What.UNDER, name, seat, Fate.WAITING, put.taken_s, put.said_s, tile=zone.tile,
            zone=_id(zone), zone_kind=zone.zone_kind, margin_mm=zone.margin_mm, uncertain=True,
            readings=((action,),),
        )  # fmt: skip
    return None


def _under(state: State, seat: Seat, by: Seat, put: Put) -> Iterator[Action]:
    """What changed under its feet: zones that it surely stands on now, and those that it is surely off."""
    under = state.figures[seat].under
    for zone in put.zones:
        if not zone.uncertain and _id(zone) not in under:
            yield _touch(by, seat, zone)
    seen = {_id(zone) for zone in put.zones}
    for zone_under in under:
        if zone_under not in seen and not isinstance(state.head, Settle):
            yield a.LeaveZone(by, seat, zone_under)


def _accepted(state: State, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Those of the actions, in order, that the rules accept one after another."""
    kept = []
    for action in actions:
        verdict = apply(state, action)
        if not isinstance(verdict, Refusal):
            kept.append(action)
            state = verdict.state
    return tuple(kept)
