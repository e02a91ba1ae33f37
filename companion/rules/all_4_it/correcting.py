"""The table overrides the record: what lies on the grid counts, whatever the rules make of it (F23)."""

from dataclasses import replace

from companion.rules.all_4_it import flow, refusals
from companion.rules.all_4_it.cards import CELLS
from companion.rules.all_4_it.events import Event, GridCorrected
from companion.rules.all_4_it.state import Colour, Grid, Phase, State
from companion.rules.core import Refusal, Step

LETTERS: dict[str, Colour | None] = {".": None, "R": Colour.RED, "W": Colour.WHITE}
UNSEEN = "?"


def correct(state: State, seen: str, *, ends_turn: bool) -> Step[State, Event] | Refusal:
    """The grid becomes `seen`, 25 of `.RW`. With `ends_turn` it was the mover's turn, and all that
    follows a turn follows; without, the same seat goes on. An open free imprint is dropped, an open
    power stays open. A scored round is no longer corrected: take the scoring back first.
    """
    if len(seen) != len(CELLS) or not set(seen) <= {*LETTERS, UNSEEN}:
        return refusals.NOT_A_GRID
    if UNSEEN in seen:
        return refusals.CELLS_UNSEEN
    match state.phase:
        case Phase.TURN | Phase.FREE_IMPRINT | Phase.POWER:
            pass
        case Phase.EXCHANGE:
            if ends_turn:
                return refusals.RETURN_FIRST
        case Phase.COLOURS | Phase.DEALING | Phase.ROUND_SCORED:
            return refusals.NO_CORRECTION_NOW
        case Phase.OVER:
            return refusals.GAME_OVER
    grid: Grid = tuple(LETTERS[letter] for letter in seen)
    cells = tuple(cell for cell in CELLS if grid[cell] is not state.grid[cell])
    told = GridCorrected(state.to_move, cells, ends_turn)
    corrected = replace(state, grid=grid)
    if ends_turn:
        return flow.end_turn(corrected, told)
    if state.phase is Phase.FREE_IMPRINT:
        corrected = replace(corrected, phase=Phase.TURN, opened_on=None)
    return Step(corrected, (told,))
