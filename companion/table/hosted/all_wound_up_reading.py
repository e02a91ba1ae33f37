"""What figures do, read as actions of All Wound Up.

While somebody walks, what the eye claims is reported in the order of time. Around a walk it is how figures
stand that counts (`all_wound_up_standing`). How far to turn, and when, the players say.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.actions import Action
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.figures import On
from companion.rules.all_wound_up.race import ZoneKind
from companion.rules.all_wound_up.stages import Acting
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import Settle, Task, Turn, Walk, Wind
from companion.rules.all_wound_up.transition import apply
from companion.rules.core import Refusal, Seat
from companion.table.hosted import all_wound_up_standing as standing
from companion.table.hosted.all_wound_up_race import zone_id
from companion.table.hosting import Turning
from companion.table.race_facts import Claim, Put, Scene, fact_id
from companion.table.race_shown import Fate, Happening, HappeningId, What
from vision.observation import (
    Crossed,
    Direction,
    Fell,
    LeftBoard,
    LeftZone,
    SteppedOn,
    Touched,
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
        on = {standing.zone_under(zone) for zone in put.zones}
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
        return standing.due(state, scene, answered)

    def done(self, state: State, scene: Scene) -> tuple[Action, ...]:
        return standing.done(state, scene)

    def moving(self, state: State, scene: Scene) -> bool:
        return standing.moving(state, scene)

    def early(self, state: State) -> tuple[Action, ...]:
        head = state.head
        return (a.LetGoEarly(head.seat),) if isinstance(head, Walk) else ()

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
