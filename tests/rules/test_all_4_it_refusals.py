"""Every refusal can be met, and the keys are declared."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.all_4_it import refusals
from companion.rules.all_4_it.actions import (
    ClearGrid,
    Exchange,
    Flip,
    Imprint,
    OpenFree,
    OpenPower,
    Pass,
    PowerDrawn,
    Return,
    SetCell,
    ShapeDrawn,
    ShowShape,
    Touch,
)
from companion.rules.all_4_it.correcting import correct
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import Colour, Phase, State
from companion.rules.core import Refusal
from tests.rules.all_4_it_tables import (
    ON_TABLE,
    RED,
    SHIPPED,
    WHITE,
    after,
    begun,
    cards,
    dealt,
    grid,
    refusal,
    table,
)

FREE = replace(ON_TABLE, free_shapes=True)
HANDS = (("Splash", "Turncoat"), ("Pluck", "Sweep"))
TURN = table(shapes=(("L", "O"), ("T", "T")), powers=HANDS)
IN_POWER = after(TURN, OpenPower(RED, "Turncoat"))
DRAWING = after(TURN, Imprint(RED, "O", (0, 1, 5, 6)))
COUNTED = cards("I", "O", copies=2, powers=[("Splash", 1)], assumed=False)
ALL_SHOWN = after(
    begun(ON_TABLE, COUNTED), ShowShape(WHITE, "I"), ShowShape(WHITE, "I"), OpenPower(RED, "Splash")
)
COVER = table(Options(must_cover_empty=True), shapes=(("I", "O"), ("T", "T")), lies=grid("RRRRR"))

CASES: list[tuple[str, State, Any]] = [
    ("not_an_action", TURN, "imprint"),
    ("not_an_action", TURN, Imprint(True, "L", (0, 5, 10, 11))),  # type: ignore[arg-type]
    ("not_an_action", TURN, Imprint(RED, "L", [0, 5, 10, 11])),  # type: ignore[arg-type]
    ("not_an_action", IN_POWER, SetCell(RED, 0, "R")),  # type: ignore[arg-type]
    ("no_such_seat", TURN, Pass(2)),  # type: ignore[arg-type]
    ("no_such_cell", TURN, Imprint(RED, "L", (0, 5, 10, 25))),
    ("cells_not_ascending", TURN, Imprint(RED, "L", (0, 10, 5, 11))),
    ("cells_not_ascending", TURN, Imprint(RED, "L", (0, 0, 5, 11))),
    ("no_such_shape", TURN, Imprint(RED, "Q", (0, 5, 10, 11))),
    ("no_such_power", TURN, OpenPower(RED, "Nonsense")),
    ("not_now", TURN, ClearGrid(RED)),
    ("not_now", TURN, PowerDrawn(RED, "Swap")),
    ("not_now", DRAWING, Pass(WHITE)),
    ("not_your_turn", TURN, Imprint(WHITE, "T", (0, 1, 2, 6))),
    ("shape_not_held", TURN, Imprint(RED, "T", (0, 1, 2, 6))),
    ("not_that_shape", TURN, Imprint(RED, "L", (0, 1, 2, 3))),
    ("mirrored", TURN, Imprint(RED, "L", (1, 6, 10, 11))),
    ("must_cover_empty", COVER, Imprint(RED, "I", (0, 1, 2, 3))),
    ("no_free_shapes", TURN, OpenFree(RED)),
    ("shapes_known", after(begun(FREE), ShowShape(RED, "I"), ShowShape(RED, "I")), OpenFree(RED)),
    ("shape_elsewhere", replace(ALL_SHOWN, phase=Phase.TURN), ShowShape(RED, "I")),
    ("cell_already_set", after(begun(FREE), OpenFree(RED), Touch(RED, 3)), Touch(RED, 3)),
    ("cell_unchanged", IN_POWER, SetCell(RED, 3, None)),
    ("power_not_held", TURN, OpenPower(RED, "Pluck")),
    ("power_not_held", dealt(after(TURN, Exchange(RED))), Return(RED, None)),
    ("power_elsewhere", replace(ALL_SHOWN, phase=Phase.TURN, to_move=WHITE), OpenPower(WHITE, "Splash")),
    ("power_too_dear", table(powers=HANDS, points=(2, 5)), OpenPower(RED, "Splash")),
    ("exchange_too_dear", table(points=(0, 5)), Exchange(RED)),
    ("power_deck_empty", table(deck=cards(powers=[("a", 1)])), Exchange(RED)),
    ("no_pass", TURN, Pass(RED)),
    ("cards_on_table", begun(ON_TABLE), ShapeDrawn(RED, "I")),
    ("cards_in_app", TURN, ShowShape(RED, "I")),
    ("another_card_due", DRAWING, PowerDrawn(RED, "Swap")),
    ("another_card_due", DRAWING, ShapeDrawn(WHITE, "I")),
    ("card_not_left", DRAWING, ShapeDrawn(RED, "Q")),
    ("game_over", replace(TURN, phase=Phase.OVER), Flip(RED, Colour.RED)),
]

CORRECTIONS: list[tuple[str, State, str, bool]] = [
    ("not_a_grid", TURN, "." * 24, False),
    ("not_a_grid", TURN, "x" * 25, False),
    ("cells_unseen", TURN, "?" + "." * 24, False),
    ("no_correction_now", DRAWING, "." * 25, False),
    ("return_first", dealt(after(TURN, Exchange(RED))), "." * 25, True),
    ("game_over", replace(TURN, phase=Phase.OVER), "." * 25, True),
]


@pytest.mark.parametrize(("key", "state", "action"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)])
def test_an_action_is_refused_for_its_reason(key: str, state: State, action: Any) -> None:
    assert refusal(state, action) == key


@pytest.mark.parametrize(("key", "state", "seen", "ends_turn"), CORRECTIONS, ids=[c[0] for c in CORRECTIONS])
def test_a_correction_is_refused_for_its_reason(key: str, state: State, seen: str, ends_turn: bool) -> None:
    assert correct(state, seen, ends_turn=ends_turn) == Refusal(f"all_4_it.{key}")


def test_every_declared_refusal_is_met_above() -> None:
    met = {f"all_4_it.{case[0]}" for case in (*CASES, *CORRECTIONS)}
    assert met == refusals.KEYS


def test_the_shipped_cards_can_be_played_with() -> None:
    assert begun(deck=SHIPPED).phase is Phase.TURN
