"""What may be done now, listed. Written apart from the judge, so that each can accuse the other."""

from collections.abc import Iterator

from companion.rules.all_4_it.actions import (
    Action,
    Chance,
    ClearGrid,
    ClosePower,
    Exchange,
    Flip,
    Imprint,
    OpenFree,
    OpenPower,
    Pass,
    PowerDrawn,
    Return,
    SetCell,
    ShapeDealt,
    ShapeDrawn,
    ShowShape,
    Touch,
)
from companion.rules.all_4_it.cards import BLANKS, CELLS, Shape
from companion.rules.all_4_it.options import CardsWhere, ShapeDeck
from companion.rules.all_4_it.placements import placements, points_of
from companion.rules.all_4_it.state import SEATS, Colour, DealShape, DrawPower, DrawShape, Phase, State
from companion.rules.core import Seat


def choices(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything this seat may do now, in a stable order; () when it is not asked."""
    match state.phase:
        case Phase.COLOURS if seat == state.oldest:
            return (Flip(seat, Colour.RED), Flip(seat, Colour.WHITE))
        case Phase.TURN:
            return (*_turn(state, seat), *_namings(state, seat))
        case Phase.FREE_IMPRINT if seat == state.to_move:
            return tuple(_touches(state, seat))
        case Phase.POWER if seat == state.to_move:
            return (*_settings(state, seat), ClosePower(seat))
        case Phase.EXCHANGE if seat == state.to_move:
            return tuple(_returns(state, seat))
        case Phase.ROUND_SCORED if seat == SEATS[1 - state.starter]:
            return (ClearGrid(seat),)
        case _:
            return ()


def chance(state: State) -> tuple[Chance, ...]:
    """Every different card that may come next; () when nothing is drawn."""
    if state.phase is not Phase.DEALING:
        return ()
    match state.due[0]:
        case DealShape(seat):
            return tuple(ShapeDealt(seat, shape) for shape in _different(state.undealt.cards))
        case DrawShape(seat):
            return tuple(ShapeDrawn(seat, shape) for shape in _different(state.seats[seat].deck.cards))
        case DrawPower(seat):
            return tuple(PowerDrawn(seat, power) for power in _different(state.power_deck.cards))


def playable(state: State, seat: Seat) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """The shapes that lie known before the seat, and those that an unknown card there may be."""
    face_up = state.seats[seat].shapes
    known = tuple(shape for shape in state.cards.shapes if shape.id in face_up)
    if None not in face_up:
        return known, ()
    return known, tuple(s for s in state.cards.shapes if s not in known and not _all_seen(state, s))


def _imprints(state: State, seat: Seat) -> Iterator[Imprint]:
    known, maybe = playable(state, seat)
    for shape in (*known, *maybe):
        must = _duty(state, [*known, shape])
        for cells in sorted(placements(shape.points)):
            if not must or must.intersection(cells):
                yield Imprint(seat, shape.id, cells)


def _turn(state: State, seat: Seat) -> Iterator[Action]:
    if seat != state.to_move:
        return
    yield from _imprints(state, seat)
    own = state.seats[seat]
    at_table = state.options.cards is CardsWhere.ON_TABLE
    if at_table and state.options.free_shapes and None in own.shapes:
        yield OpenFree(seat)
    purse = 10**9 if state.options.debt else own.points
    usable = [power for power, cost in _powers_at_hand(state, seat) if cost <= purse]
    yield from (OpenPower(seat, power) for power in usable)
    can_exchange = purse >= 1 and (at_table or len(state.power_deck.cards) > 0)
    if can_exchange:
        yield Exchange(seat)
    if at_table:
        stuck = state.options.shape_deck is ShapeDeck.PLAY_OUT
    else:
        stuck = not own.shapes and not can_exchange and not set(usable) & set(state.powers.shown[seat])
    if stuck or state.options.allow_pass:
        yield Pass(seat)


def _powers_at_hand(state: State, seat: Seat) -> Iterator[tuple[str, int]]:
    """Each different power that the seat holds, or may hold, with its cost."""
    shown = state.powers.shown
    room = state.powers.size(seat) > len(shown[seat])
    at_table = state.options.cards is CardsWhere.ON_TABLE
    for power in state.cards.powers:
        if not at_table:
            held = power.id in state.powers.known(seat)
        else:
            beyond = shown[1 - seat].count(power.id) >= power.copies and not state.cards.powers_assumed
            held = power.id in shown[seat] or (room and not beyond)
        if held:
            yield power.id, power.cost
    if at_table:
        yield from ((blank, cost) for cost, blank in enumerate(BLANKS) if room or blank in shown[seat])


def _namings(state: State, seat: Seat) -> Iterator[ShowShape]:
    if None in state.seats[seat].shapes:
        for shape in state.cards.shapes:
            if not _all_seen(state, shape):
                yield ShowShape(seat, shape.id)


def _touches(state: State, seat: Seat) -> Iterator[Touch]:
    assert state.opened_on is not None, "phase FREE_IMPRINT remembers the grid it began on"
    begun = [cell for cell in CELLS if state.grid[cell] != state.opened_on[cell]]
    empty = {cell for cell in CELLS if state.opened_on[cell] is None}
    shapes = {shape.id: shape for shape in state.cards.shapes}
    known = [shapes[card] for card in state.seats[seat].shapes if card is not None]
    for cell in CELLS:
        if cell in begun:
            continue
        if len(begun) == 3 and state.options.must_cover_empty and not empty.intersection((*begun, cell)):
            a, b, c, d = sorted((*begun, cell))
            patterns = [points_of((a, b, c, d)), *(shape.points for shape in known)]
            if any(empty.intersection(cells) for points in patterns for cells in placements(points)):
                continue
        yield Touch(seat, cell)


def _settings(state: State, seat: Seat) -> Iterator[SetCell]:
    assert state.opened_on is not None, "phase POWER remembers the grid it began on"
    for cell in CELLS:
        if state.grid[cell] == state.opened_on[cell]:
            yield from (
                SetCell(seat, cell, colour)
                for colour in (Colour.RED, Colour.WHITE, None)
                if colour != state.grid[cell]
            )


def _returns(state: State, seat: Seat) -> Iterator[Return]:
    if state.options.cards is CardsWhere.IN_APP:
        yield from (Return(seat, power) for power in _different(state.powers.known(seat)))
        return
    yield Return(seat, None)  # of three cards at most two lie revealed
    yield from (Return(seat, power) for power in _different(state.powers.shown[seat]))


def _duty(state: State, held: list[Shape]) -> set[int]:
    """The empty cells of which an imprint must cover one; no cells when there is no such duty (S20)."""
    if not state.options.must_cover_empty:
        return set()
    empty = {cell for cell in CELLS if state.grid[cell] is None}
    coverable = any(empty.intersection(cells) for shape in held for cells in placements(shape.points))
    return empty if coverable else set()


def _all_seen(state: State, shape: Shape) -> bool:
    face_up = [card for own in state.seats for card in own.shapes]
    return not state.cards.shapes_assumed and face_up.count(shape.id) >= shape.copies


def _different(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(cards)))
