"""Step 4: what the winners of a bid do with the board before and after a walk."""

from companion.rules.all_wound_up import board, refusals
from companion.rules.all_wound_up import tokens as t
from companion.rules.all_wound_up.actions import (
    DeclineToken,
    GainToken,
    PickOpponent,
    Place,
    Release,
    UpgradeToken,
)
from companion.rules.all_wound_up.cards import TURNS, Card
from companion.rules.all_wound_up.dealing import Flow, Verdict
from companion.rules.all_wound_up.events import (
    FigurePlaced,
    NoTokenLeft,
    OpponentPicked,
    TokenDeclined,
    TokenGained,
    TokenUpgraded,
    WalkBegun,
    WalkSkipped,
)
from companion.rules.all_wound_up.figures import Away, On
from companion.rules.all_wound_up.race import has_tile
from companion.rules.all_wound_up.stages import Acting
from companion.rules.all_wound_up.state import State
from companion.rules.all_wound_up.tasks import (
    Before,
    BrainChoice,
    Enter,
    Perform,
    Pick,
    Settle,
    Task,
    Turn,
    Walk,
    Wind,
)
from companion.rules.all_wound_up.values import replace
from companion.rules.core import Step


def perform(state: State, task: Perform) -> Flow:
    """Nobody is asked yet: what the card that was bid for makes of `task`."""
    assert isinstance(state.stage, Acting)
    kind, seat = state.stage.bid.kind, task.seat
    first: Task
    if kind in TURNS:
        first = Wind(seat, TURNS[kind])
    elif kind is Card.OPPONENT:
        first = Pick(seat)
    else:
        first = Turn(seat, by=seat)
    return Step(replace(state, tasks=(first, *state.tasks[1:])), ())


def begun(state: State) -> State:
    """The first winner has begun to act: no Red raises the bid any more (S01)."""
    if isinstance(state.stage, Acting) and not state.stage.begun:
        return replace(state, stage=replace(state.stage, begun=True))
    return state


def pick(state: State, task: Pick, action: PickOpponent) -> Verdict:
    if action.figure == action.seat:
        return refusals.OWN_FIGURE
    turn = Turn(action.figure, by=action.seat)
    return Step(
        replace(begun(state), tasks=(turn, *state.tasks[1:])), (OpponentPicked(action.seat, action.figure),)
    )


def place(state: State, task: Enter, action: Place) -> Verdict:
    """Where the re-entry rule says; a grave is under the feet at once, and sleeps (A52)."""
    figure = state.figures[task.figure]
    away = figure.place
    assert isinstance(away, Away)
    if action.tile != away.tile:
        return refusals.WRONG_TILE if has_tile(state.race, action.tile) else refusals.NO_SUCH_TILE
    under = () if away.grave is None else (away.grave,)
    state = board.with_figure(begun(state), task.figure, replace(figure, place=On(away.tile), under=under))
    return Step(
        replace(state, tasks=(Settle(task.figure), *state.tasks[1:])),
        (FigurePlaced(task.figure, away.tile, away.at_start, away.grave),),
    )


def release(state: State, task: Wind, action: Release) -> Flow:
    """The walk begins; without a turn of the key there is none (A40)."""
    if not task.turns:
        return Step(replace(begun(state), tasks=state.tasks[1:]), (WalkSkipped(task.seat),))
    before = Before(state.figures, state.tokens, state.supply, state.winner)
    walk = Walk(task.seat, task.turns, task.told, before)
    return Step(replace(begun(state), tasks=(walk, *state.tasks[1:])), (WalkBegun(task.seat, task.turns),))


def can_choose(state: State, task: BrainChoice) -> bool:
    """Whether there is anything to gain or to upgrade to."""
    own = state.tokens[task.figure]
    return t.to_gain(state.supply) is not None or any(
        t.count(own, rank) and t.to_upgrade(state.supply, rank) for rank in t.RANKS
    )


def nothing_to_choose(state: State, task: BrainChoice) -> Flow:
    return Step(replace(state, tasks=state.tasks[1:]), (NoTokenLeft(task.figure),))


def choose(state: State, task: BrainChoice, action: GainToken | UpgradeToken | DeclineToken) -> Verdict:
    """A later Brain: one token more, a better one, or nothing (A33, A37)."""
    seat, rest = action.seat, replace(state, tasks=state.tasks[1:])
    match action:
        case GainToken():
            rank = t.to_gain(state.supply)
            if rank is None:
                return refusals.NO_TOKEN_LEFT
            return Step(board.gain(rest, seat, rank), (TokenGained(seat, rank),))
        case UpgradeToken(_, old):
            if not t.count(state.tokens[seat], old):
                return refusals.TOKEN_NOT_HELD
            better = t.to_upgrade(state.supply, old)
            if better is None:
                return refusals.NO_BETTER_TOKEN
            rest = board.gain(rest, seat, better)
            rest = board.with_purse(rest, seat, t.add(rest.tokens[seat], old, -1))
            rest = replace(rest, supply=t.add(rest.supply, old))  # A32
            return Step(rest, (TokenUpgraded(seat, old, better),))
        case DeclineToken():
            return Step(rest, (TokenDeclined(seat),))
