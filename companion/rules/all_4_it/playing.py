"""Turn option 1: a shape is imprinted. Also naming real shapes, and passing."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from companion.rules.all_4_it import dealing, flow, refusals
from companion.rules.all_4_it.actions import Imprint, OpenFree, Pass, ShowShape, Touch
from companion.rules.all_4_it.events import (
    CellTouched,
    Event,
    FreeShapeBegun,
    Passed,
    ShapeEntered,
    ShapePlayed,
)
from companion.rules.all_4_it.options import ShapeDeck
from companion.rules.all_4_it.placements import (
    by_id,
    can_cover,
    empty_mask,
    mask,
    mirrored_placements,
    placements,
    points_of,
)
from companion.rules.all_4_it.state import Colour, Grid, Phase, State
from companion.rules.core import Refusal, Seat, Step

Verdict: TypeAlias = Step[State, Event] | Refusal


def play(state: State, action: Imprint | OpenFree | Touch | Pass) -> Verdict:
    """Judge what the mover does with its shapes; phase and turn are right."""
    match action:
        case Imprint():
            return _imprint(state, action)
        case OpenFree():
            return _open_free(state, action)
        case Touch():
            return _touch(state, action)
        case Pass():
            return _pass_turn(state, action)
        case _:
            assert_never(action)


def _imprint(state: State, action: Imprint) -> Verdict:
    """Four cells of one shape: pieces laid on empty ones, the others flipped, one's own too (F12, F24)."""
    shape = by_id(state.cards.shapes).get(action.shape)
    if shape is None:
        return refusals.NO_SUCH_SHAPE
    if not _may_play(state, action.seat, action.shape):
        return refusals.SHAPE_NOT_HELD
    if action.cells not in placements(shape.points):
        mirrored = action.cells in mirrored_placements(shape.points)
        return refusals.MIRRORED if mirrored else refusals.NOT_THAT_SHAPE
    if state.options.must_cover_empty and not mask(action.cells) & empty_mask(state.grid):
        held = {action.shape, *_known_shapes(state, action.seat)}
        empty = empty_mask(state.grid)
        if any(can_cover(by_id(state.cards.shapes)[each].points, empty) for each in held):
            return refusals.MUST_COVER_EMPTY
    grid = tuple(
        _touched(state, action.seat, cell) if cell in action.cells else was
        for cell, was in enumerate(state.grid)
    )
    laid = _shape_spent(replace(state, grid=grid), action.seat, action.shape)
    return flow.end_turn(laid, _played(action.seat, action.shape, action.cells, state.grid))


def _open_free(state: State, action: OpenFree) -> Verdict:
    """A shape that the app does not know: any four cells, one after another."""
    if state.in_app or not state.options.free_shapes:
        return refusals.NO_FREE_SHAPES
    if None not in state.seats[action.seat].shapes:
        return refusals.SHAPES_KNOWN
    opened = replace(state, phase=Phase.FREE_IMPRINT, opened_on=state.grid)
    return Step(opened, (FreeShapeBegun(action.seat),))


def _touch(state: State, action: Touch) -> Verdict:
    """One of the four cells of the open free imprint."""
    before = state.opened_on
    assert before is not None, "phase FREE_IMPRINT remembers the grid it began on"
    if action.cell in state.touched:
        return refusals.CELL_ALREADY_SET
    cells = tuple(sorted((*state.touched, action.cell)))
    colour = _touched(state, action.seat, action.cell)
    grid = tuple(colour if cell == action.cell else was for cell, was in enumerate(state.grid))
    told = CellTouched(action.seat, action.cell, colour)
    match cells:
        case (a, b, c, d):
            pass
        case _:
            return Step(replace(state, grid=grid), (told,))
    four = (a, b, c, d)
    empty = empty_mask(before)
    if state.options.must_cover_empty and not mask(four) & empty:
        known = [by_id(state.cards.shapes)[each].points for each in _known_shapes(state, action.seat)]
        if any(can_cover(points, empty) for points in (points_of(four), *known)):
            return refusals.MUST_COVER_EMPTY
    return flow.end_turn(replace(state, grid=grid), told, _played(action.seat, None, four, before))


def show_shape(state: State, action: ShowShape) -> Verdict:
    """Real cards: one of a seat's face-up shapes is named. Face-up cards are public, so either seat's."""
    if state.in_app:
        return refusals.CARDS_IN_APP
    if state.phase is not Phase.TURN:
        return refusals.NOT_NOW
    if action.shape not in by_id(state.cards.shapes):
        return refusals.NO_SUCH_SHAPE
    shapes = state.seats[action.seat].shapes
    if None not in shapes:
        return refusals.SHAPES_KNOWN
    if _all_face_up(state, action.shape):
        return refusals.SHAPE_ELSEWHERE
    at = shapes.index(None)
    own = replace(state.seats[action.seat], shapes=(*shapes[:at], action.shape, *shapes[at + 1 :]))
    return Step(dealing.with_seat(state, action.seat, own), (ShapeEntered(action.seat, action.shape),))


def _pass_turn(state: State, action: Pass) -> Verdict:
    """Only where the table allows it (F09), or where nothing else is left (S17)."""
    if not (state.options.allow_pass or _nothing_else(state, action.seat)):
        return refusals.NO_PASS
    return flow.end_turn(state, Passed(action.seat), passed=True)


def _may_play(state: State, seat: Seat, shape: str) -> bool:
    shapes = state.seats[seat].shapes
    return shape in shapes or (None in shapes and not _all_face_up(state, shape))


def _all_face_up(state: State, shape: str) -> bool:
    """Whether every copy is seen face up already. A mix of cards that is only assumed proves nothing."""
    if state.cards.shapes_assumed:
        return False
    seen = sum(own.shapes.count(shape) for own in state.seats)
    return seen >= by_id(state.cards.shapes)[shape].copies


def _nothing_else(state: State, seat: Seat) -> bool:
    """S17, judged by public facts alone: a power that nobody has seen is not asked about.

    With real cards the app cannot see that a Shape Deck is used up, so under `play_out` it believes
    whoever passes.
    """
    if not state.in_app:
        return state.options.shape_deck is ShapeDeck.PLAY_OUT
    if state.seats[seat].shapes:
        return False
    purse = state.seats[seat].points
    if state.power_deck.cards and (state.options.debt or purse >= 1):
        return False
    costs = {power.id: power.cost for power in state.cards.powers}
    return not any(state.options.debt or costs[card] <= purse for card in state.powers.open_cards(seat))


def _shape_spent(state: State, seat: Seat, shape: str) -> State:
    """The played card leaves its place (F04). With real cards its place is then unknown."""
    own = state.seats[seat]
    at = own.shapes.index(shape if shape in own.shapes else None)
    shapes = own.shapes[:at] + own.shapes[at + 1 :]
    discards = tuple(sorted((*own.discards, shape))) if state.in_app else own.discards
    return dealing.with_seat(state, seat, replace(own, shapes=shapes, discards=discards))


def _known_shapes(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(shape for shape in state.seats[seat].shapes if shape is not None)


def _touched(state: State, seat: Seat, cell: int) -> Colour:
    """An empty cell gets the mover's colour; a piece is turned over, whosever it is."""
    was, mover = state.grid[cell], state.colour(seat)
    assert mover is not None, "colours are taken before the first turn"
    return mover if was is None else was.other


def _played(seat: Seat, shape: str | None, cells: tuple[int, ...], before: Grid) -> ShapePlayed:
    return ShapePlayed(
        seat,
        shape,
        tuple(cell for cell in cells if before[cell] is None),
        tuple(cell for cell in cells if before[cell] is not None),
    )
