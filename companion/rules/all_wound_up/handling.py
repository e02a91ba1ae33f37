"""Figures in somebody's hand: put down, turned, stood up. Zones reached so sleep by default."""

from companion.rules.all_wound_up import board, refusals
from companion.rules.all_wound_up.acting import begun
from companion.rules.all_wound_up.actions import Done, LeaveZone, TouchZone
from companion.rules.all_wound_up.dealing import Flow, Verdict
from companion.rules.all_wound_up.events import Event, FigureStood, FigureTurned, TurnLost, ZoneLeft
from companion.rules.all_wound_up.race import Zone, ZoneKind, zone_of
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import BrainChoice, Rise, Settle, Task, Turn, Wind
from companion.rules.all_wound_up.values import replace
from companion.rules.core import Refusal, Seat, Step


def touch(state: State, task: Settle | Turn | Rise, action: TouchZone) -> Verdict:
    """The zone is under the figure's feet now (A51, A53)."""
    zone = touchable(state, action)
    if isinstance(zone, Refusal):
        return zone
    if action.figure != task.figure:
        return refusals.ANOTHER_FIGURE
    if not isinstance(task, Settle) and action.zone in task.told:
        return refusals.ALREADY_TOLD
    state = _told(state, task, action.zone)
    options = state.options
    if not (options.placing_triggers if isinstance(task, Settle) else options.turning_triggers):
        return board.asleep(state, task.figure, action.zone)
    step = board.triggered(state, task.figure, zone, ())
    state, told = step.state, step.events
    if board.owes(told):
        state = _owing(state, task.figure, action.zone)
    if board.is_on(state, task.figure):
        return Step(state, told)
    return _over_at_once(state, task, told)


def leave(state: State, task: Turn | Rise, action: LeaveZone) -> Verdict:
    """Turned or stood up, the figure's feet are off the zone."""
    fault = not_leavable(state, action)
    if fault:
        return fault
    if action.figure != task.figure:
        return refusals.ANOTHER_FIGURE
    if action.zone in task.told:
        return refusals.ALREADY_TOLD
    state = board.left(_told(state, task, action.zone), task.figure, action.zone)
    return Step(state, (ZoneLeft(task.figure, action.zone),))


def done(state: State, task: Settle | Turn | Rise, action: Done) -> Flow:
    rest = replace(state, tasks=state.tasks[1:])
    match task:
        case Settle():
            return Step(rest, ())
        case Turn(figure, by, token):
            return Step(rest if token else begun(rest), (FigureTurned(by, figure),))
        case Rise(figure):
            stood = replace(rest.figures[figure], fallen=False)
            return Step(board.with_figure(rest, figure, stood), (FigureStood(figure),))


def touchable(state: State, action: TouchZone) -> Zone | Refusal:
    """The zone, if the figure can begin to touch it."""
    zone = zone_of(state.race, action.zone)
    if zone is None:
        return refusals.NO_SUCH_ZONE
    if zone.kind is ZoneKind.GATE:
        return refusals.GATES_ARE_CROSSED
    if not board.is_on(state, action.figure):
        return refusals.NOT_ON_BOARD
    return refusals.ALREADY_TOUCHING if zone.id in state.figures[action.figure].under else zone


def not_leavable(state: State, action: LeaveZone) -> Refusal | None:
    if zone_of(state.race, action.zone) is None:
        return refusals.NO_SUCH_ZONE
    if not board.is_on(state, action.figure):
        return refusals.NOT_ON_BOARD
    if action.zone not in state.figures[action.figure].under:
        return refusals.NOT_TOUCHING
    return None


def _told(state: State, task: Settle | Turn | Rise, zone: str) -> State:
    """A report by hand: it begins an action, and each zone is told once in it."""
    match task:
        case Settle():
            return state
        case Turn(token=True) | Rise():
            return replace(state, tasks=(replace(task, told=(*task.told, zone)), *state.tasks[1:]))
        case Turn():
            told = replace(task, told=(*task.told, zone))
            return replace(begun(state), tasks=(told, *state.tasks[1:]))


def _owing(state: State, figure: Seat, zone: str) -> State:
    """The choice follows what is asked now, after the choices that wait there already."""
    at = 1
    while at < len(state.tasks) and isinstance(state.tasks[at], BrainChoice):
        at += 1
    return replace(state, tasks=(*state.tasks[:at], BrainChoice(figure, zone), *state.tasks[at:]))


def _over_at_once(state: State, task: Settle | Turn | Rise, told: tuple[Event, ...]) -> Flow:
    """A hazard has taken the figure: what was done with it is over, and a card on it is lost."""
    rest = state.tasks[1:]
    if isinstance(task, Settle):
        waits = next((at for at, each in enumerate(rest) if not isinstance(each, BrainChoice)), len(rest))
        if waits < len(rest) and _is_on_figure(rest[waits], task.figure):
            rest = (*rest[:waits], *rest[waits + 1 :])
            told = (*told, TurnLost(task.figure))
    return Step(replace(state, tasks=rest), told)


def _is_on_figure(task: Task, figure: Seat) -> bool:
    match task:
        case Wind(seat):
            return seat == figure
        case Turn(turned, token=False):
            return turned == figure
        case _:
            return False
