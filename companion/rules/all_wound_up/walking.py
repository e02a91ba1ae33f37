"""A walk: what happens on the board between letting go and standing still, in the order of time."""

from companion.rules.all_wound_up import board, refusals
from companion.rules.all_wound_up.actions import (
    Cross,
    Fall,
    LeaveBoard,
    LeaveZone,
    LetGoEarly,
    Report,
    StandStill,
    StepOn,
    TouchZone,
)
from companion.rules.all_wound_up.dealing import Flow, Verdict
from companion.rules.all_wound_up.events import (
    AllStill,
    Event,
    FigureFell,
    GameWon,
    GateCrossed,
    SteppedOn,
    WalkVoided,
    ZoneLeft,
)
from companion.rules.all_wound_up.figures import Away, Gone, On
from companion.rules.all_wound_up.handling import not_leavable, touchable
from companion.rules.all_wound_up.options import Contact, OffBoard, OffCourse
from companion.rules.all_wound_up.race import has_tile, is_due, on_course
from companion.rules.all_wound_up.stages import Over
from companion.rules.all_wound_up.state import State, clockwise
from companion.rules.all_wound_up.tasks import BrainChoice, Enter, Perform, Rise, Task, Walk, Wind
from companion.rules.all_wound_up.values import replace
from companion.rules.core import Refusal, Seat, Step

MOST_TOLD = 100
"""Reports of one action, early releases included. More does not happen; an eye that flickers ends here."""


def report(state: State, walk: Walk, action: Report) -> Verdict:
    """Something happened to a figure while it, or another one, walks."""
    verdict = _judged(state, walk, action)
    if isinstance(verdict, Step) and walk.told >= MOST_TOLD:
        return refusals.TOO_MUCH_TOLD
    return verdict


def let_go_early(state: State, walk: Walk, action: LetGoEarly) -> Verdict:
    """Lift, wait, wind again; nothing that happened counts and who was moved is put back (A62, S13)."""
    if walk.told >= MOST_TOLD:
        return refusals.TOO_MUCH_TOLD
    before = walk.before
    again = Wind(walk.seat, walk.turns, again=True, told=walk.told + 1)
    restored = replace(
        state,
        figures=before.figures,
        tokens=before.tokens,
        supply=before.supply,
        winner=before.winner,
        tasks=(again, *state.tasks[1:]),
    )
    return Step(restored, (WalkVoided(walk.seat),))


def stand_still(state: State, walk: Walk, action: StandStill) -> Flow:
    """All that happened is final. Who fell is stood up, who left is put back, Brains are chosen (S14)."""
    told: list[Event] = [AllStill()]
    for seat in state.seats:
        doomed = state.figures[seat].doomed
        if doomed is not None:
            off = board.taken_off(state, seat, doomed)
            state, told = off.state, [*told, *off.events]
    order = clockwise(state, state.dealer)
    rises: list[Task] = [Rise(seat) for seat in order if state.figures[seat].fallen]
    returns: list[Task] = [Enter(seat) for seat in order if _has_left(state, seat)]
    brains: list[Task] = [
        BrainChoice(seat, zone) for each in order for seat, zone in walk.owed if seat == each
    ]
    return Step(replace(state, tasks=(*rises, *returns, *brains, *state.tasks[1:])), tuple(told))


def _judged(state: State, walk: Walk, action: Report) -> Verdict:
    match action:
        case TouchZone():
            return _touch(state, walk, action)
        case LeaveZone():
            fault = not_leavable(state, action)
            if fault:
                return fault
            after = board.left(_told(state, walk), action.figure, action.zone)
            return Step(after, (ZoneLeft(action.figure, action.zone),))
        case StepOn():
            return _step(state, walk, action)
        case Fall():
            if not board.is_on(state, action.figure):
                return refusals.NOT_ON_BOARD
            figure = state.figures[action.figure]
            if figure.fallen:
                return refusals.ALREADY_FALLEN
            fallen = board.with_figure(_told(state, walk), action.figure, replace(figure, fallen=True))
            return Step(fallen, (FigureFell(action.figure),))
        case LeaveBoard():
            return _leave_board(state, walk, action)
        case Cross():
            return _cross(state, walk, action)


def _told(state: State, walk: Walk) -> State:
    return replace(state, tasks=(replace(walk, told=walk.told + 1), *state.tasks[1:]))


def _touch(state: State, walk: Walk, action: TouchZone) -> Verdict:
    zone = touchable(state, action)
    if isinstance(zone, Refusal):
        return zone
    seat = action.figure
    if state.figures[seat].fallen and state.options.contact is Contact.FEET:
        return refusals.FEET_IN_THE_AIR
    state = _told(state, walk)
    if seat != walk.seat and not state.options.pushed_triggers:
        return board.asleep(state, seat, zone.id)
    step = board.triggered(state, seat, zone, walk.counted)
    state = step.state
    now = state.tasks[0]
    assert isinstance(now, Walk)
    if zone.id in state.figures[seat].brains and (seat, zone.id) not in walk.counted:
        now = replace(now, counted=(*now.counted, (seat, zone.id)))
    if board.owes(step.events):
        now = replace(now, owed=(*now.owed, (seat, zone.id)))
    return Step(replace(state, tasks=(now, *state.tasks[1:])), step.events)


def _step(state: State, walk: Walk, action: StepOn) -> Verdict:
    """S02: the next tile due is visited. A57: out of order is allowed, unless the table says it is left."""
    if not has_tile(state.race, action.tile):
        return refusals.NO_SUCH_TILE
    if not board.is_on(state, action.figure):
        return refusals.NOT_ON_BOARD
    figure = state.figures[action.figure]
    if figure.place.tile == action.tile:
        return refusals.ALREADY_THERE
    told = _told(state, walk)
    strict = state.options.off_course is OffCourse.TREAT_AS_LEFT
    if strict and not on_course(state.race, action.tile, figure.reached):
        off = board.taken_off(told, action.figure, board.sent_back(told, action.figure, Gone.LEFT))
        return Step(off.state, (SteppedOn(action.figure, action.tile, False), *off.events))
    due = is_due(state.race, action.tile, figure.reached)
    moved = replace(figure, place=On(action.tile), reached=figure.reached + due)
    return Step(board.with_figure(told, action.figure, moved), (SteppedOn(action.figure, action.tile, due),))


def _leave_board(state: State, walk: Walk, action: LeaveBoard) -> Verdict:
    if not board.is_on(state, action.figure):
        return refusals.NOT_ON_BOARD
    if not action.wholly and state.options.off_board is OffBoard.FULLY_OUT:
        return refusals.STILL_ON_BOARD
    told = _told(state, walk)
    doomed = told.figures[action.figure].doomed
    return board.taken_off(told, action.figure, doomed or board.sent_back(told, action.figure, Gone.LEFT))


def _cross(state: State, walk: Walk, action: Cross) -> Verdict:
    """S02, A60, A61: forwards less backwards since the last tile; who is first above nothing has won."""
    if not all(board.is_on(state, seat) for seat in action.figures):
        return refusals.NOT_ON_BOARD
    if len(action.figures) > 1 and not action.forward:
        return refusals.BACKWARD_ONE_BY_ONE
    state = _told(state, walk)
    events: list[Event] = []
    for seat in clockwise(state, state.dealer):
        if seat in action.figures:
            state = _one_crosses(state, seat, action.forward, events)
            pushed_only = seat != walk.seat and not state.options.pushed_triggers
            wins = action.forward and state.figures[seat].crossed > 0 and not pushed_only
            if wins and state.winner is None:
                state = replace(state, winner=seat)
                events.append(GameWon(seat))
    just_won = any(isinstance(event, GameWon) for event in events)
    tied_wait = any(isinstance(task, Perform) for task in state.tasks)
    if just_won and state.winner is not None and not (tied_wait and state.options.finish_tied_actions):
        state = replace(state, stage=Over(state.winner), tasks=(), waiting=None)  # A21
    return Step(state, tuple(events))


def _one_crosses(state: State, seat: Seat, forward: bool, events: list[Event]) -> State:
    figure = state.figures[seat]
    # S10: once the race is won a crossing counts nothing.
    counts = figure.reached >= len(state.race.course) and state.winner is None
    events.append(GateCrossed(seat, forward, counts))
    if not counts:
        return state
    return board.with_figure(state, seat, replace(figure, crossed=figure.crossed + (1 if forward else -1)))


def _has_left(state: State, seat: Seat) -> bool:
    place = state.figures[seat].place
    return isinstance(place, Away) and place.why is Gone.LEFT
