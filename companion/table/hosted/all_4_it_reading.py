"""What a layout of the 5 x 5 grid means in All 4 It.

Never "what changed?" but "which of the few things that may come next looks like this?". Cells are
bits of one number, so that a question about all placements of a shape is a few ands.
"""

from typing import TypeAlias, assert_never

from companion.rules.all_4_it.actions import (
    Action,
    ClearGrid,
    ClosePower,
    Flip,
    Imprint,
    OpenFree,
    SetCell,
    Touch,
)
from companion.rules.all_4_it.cards import CELLS
from companion.rules.all_4_it.choices import playable
from companion.rules.all_4_it.correcting import LETTERS, UNSEEN
from companion.rules.all_4_it.options import CardsWhere
from companion.rules.all_4_it.placements import can_cover, empty_mask, mask, masks
from companion.rules.all_4_it.state import BARE, Colour, Phase, State
from companion.rules.all_4_it.transition import apply
from companion.rules.core import Refusal, Seat
from companion.table.reading import (
    Adrift,
    Ambiguous,
    Difference,
    Layout,
    Reading,
    Unchanged,
    Understood,
    Underway,
)

EMPTY = "."


def layout(state: State) -> Layout:
    """25 of `.RW`, row by row."""
    return "".join(EMPTY if colour is None else colour.value for colour in state.grid)


def explain(state: State, seen: Layout) -> Reading[Action]:
    """`seen`, 25 of `.RW?`, against what may lie there next. A `?` proves nothing and hides nothing:
    what is understood rests on seen cells alone. ValueError when `seen` is no such layout.
    """
    if len(seen) != len(CELLS) or not set(seen) <= {*LETTERS, UNSEEN}:
        raise ValueError(f"a layout of the grid is {len(CELLS)} of .RW?, not {seen!r:.40}")
    now = layout(state)
    changed = tuple(cell for cell in CELLS if seen[cell] not in (now[cell], UNSEEN))
    reading = _in_phase(state, seen, changed)
    if isinstance(reading, Understood | Ambiguous):
        return reading
    if not changed:
        return Unchanged()
    if reading is not None:
        return reading
    if _flipped_piece_lies_still(state, seen, changed):
        return Underway(changed)
    return Adrift(tuple(Difference(cell, now[cell], seen[cell]) for cell in changed))


Cells: TypeAlias = tuple[int, ...]


def _in_phase(state: State, seen: Layout, changed: Cells) -> Reading[Action] | None:
    """What the step of the game makes of it; None when it makes nothing."""
    match state.phase:
        case Phase.COLOURS:
            return _colours(state, seen, changed)
        case Phase.TURN:
            return _turn(state, seen, changed)
        case Phase.FREE_IMPRINT:
            return _free_imprint(state, seen, changed)
        case Phase.POWER:
            return _power(state, seen, changed)
        case Phase.ROUND_SCORED:
            return _clearing(state, seen, changed)
        case Phase.EXCHANGE | Phase.DEALING:
            return None
        case Phase.OVER:
            # Nothing on the grid matters any more: people put the game away.
            return Underway(changed)
        case _:
            assert_never(state.phase)


def _colours(state: State, seen: Layout, changed: Cells) -> Reading[Action] | None:
    """One piece, anywhere: the side that lies up (F20)."""
    if len(changed) != 1:
        return None
    return Understood((Flip(state.oldest, Colour(seen[changed[0]])),))


def _flipped_piece_lies_still(state: State, seen: Layout, changed: Cells) -> bool:
    """The piece that gave the colours has not been taken away yet."""
    if state.red is None or state.round != 1 or state.grid != BARE or len(changed) != 1:
        return False
    return LETTERS[seen[changed[0]]] is state.colour(state.oldest)


def _turn(state: State, seen: Layout, changed: Cells) -> Reading[Action] | None:
    """An imprint, whole or begun. A power is declared first (S18), so nothing else changes the grid."""
    done = _rightly_changed(state, seen, changed)
    if done is None or not 0 < len(changed) <= 4:
        return None
    fitting = _fitting(state, mask(changed))
    free = _free_allowed(state)
    if not done or len(changed) < 4:
        legal = bool(fitting) or (free and (len(changed) < 4 or _freely(state, changed) is not None))
        return Underway(changed) if legal else None
    a, b, c, d = changed
    explanations = tuple((Imprint(state.to_move, shape, (a, b, c, d)),) for shape in fitting)
    if len(explanations) == 1:
        return Understood(explanations[0])
    if explanations:
        return Ambiguous(explanations)
    freely = _freely(state, changed) if free else None
    return None if freely is None else Understood(freely)


def _free_imprint(state: State, seen: Layout, changed: Cells) -> Reading[Action] | None:
    """The rest of four cells that somebody has begun to enter."""
    done = _rightly_changed(state, seen, changed)
    left = 4 - len(state.touched)
    if done is None or set(changed) & set(state.touched) or not 0 < len(changed) <= left:
        return None
    if len(changed) < left:
        return Underway(changed)
    touches = tuple(Touch(state.to_move, cell) for cell in changed)
    if not _accepted(state, touches):
        return None
    return Understood(touches) if done else Underway(changed)


def _power(state: State, seen: Layout, changed: Cells) -> Reading[Action] | None:
    """Whatever the open power did. It may have done more under a cell that is not seen."""
    if not changed or set(changed) & set(state.touched):
        return None
    if UNSEEN in seen:
        return Underway(changed)
    mover = state.to_move
    effect = tuple(SetCell(mover, cell, LETTERS[seen[cell]]) for cell in changed)
    return Understood((*effect, ClosePower(mover)))


def _clearing(state: State, seen: Layout, changed: Cells) -> Reading[Action] | None:
    """The scored grid is taken off."""
    pieces = tuple(cell for cell in CELLS if state.grid[cell] is not None)
    if any(seen[cell] != EMPTY for cell in changed):
        return None
    if all(seen[cell] == EMPTY for cell in pieces or CELLS):
        return Understood((ClearGrid(Seat(1 - state.starter)),))
    return Underway(changed)


def _rightly_changed(state: State, seen: Layout, changed: Cells) -> bool | None:
    """True: each changed cell shows what an imprint makes of it. False: some pieces are still in the
    air, lifted to be turned over. None: some cell shows what no imprint makes.
    """
    colour = state.colour(state.to_move)
    done = True
    for cell in changed:
        was, shows = state.grid[cell], LETTERS[seen[cell]]
        if shows is None:
            done = False
        elif shows is not (colour if was is None else was.other):
            return None
    return done


def _fitting(state: State, need: int) -> tuple[str, ...]:
    """The shapes of which some legal placement covers the cells `need`."""
    known, maybe = playable(state, state.to_move)
    empty = empty_mask(state.grid) if state.options.must_cover_empty else 0
    known_bind = any(can_cover(shape.points, empty) for shape in known)
    fitting = []
    for shape in (*known, *maybe):
        bound = known_bind or can_cover(shape.points, empty)
        for placed in masks(shape.points):
            if placed & need == need and (not bound or placed & empty):
                fitting.append(shape.id)
                break
    return tuple(fitting)


def _free_allowed(state: State) -> bool:
    own = state.seats[state.to_move]
    return state.options.cards is CardsWhere.ON_TABLE and state.options.free_shapes and None in own.shapes


def _freely(state: State, cells: Cells) -> tuple[Action, ...] | None:
    """Four cells as a shape that the app does not know; None when the rules forbid it."""
    mover = state.to_move
    actions: tuple[Action, ...] = (OpenFree(mover), *(Touch(mover, cell) for cell in cells))
    return actions if _accepted(state, actions) else None


def _accepted(state: State, actions: tuple[Action, ...]) -> bool:
    for action in actions:
        verdict = apply(state, action)
        if isinstance(verdict, Refusal):
            return False
        state = verdict.state
    return True
