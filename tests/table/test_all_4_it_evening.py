"""All 4 It at the table: what the camera, the taps and the cards do to a real game."""

import json
from dataclasses import replace

import pytest

from companion.rules.all_4_it.actions import ClosePower, Flip, Imprint, OpenPower, SetCell
from companion.rules.all_4_it.cards import Power
from companion.rules.all_4_it.options import CardsWhere, Options
from companion.rules.all_4_it.state import Colour
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup
from companion.table.reading import Ambiguous, Unchanged, Understood, Underway
from companion.table.snapshot import Eye
from companion.table.telling import tell
from companion.table.thread import Table
from tests.rules.all_4_it_tables import SHIPPED, cards
from tests.table.evening import MemoryKeeper
from vision.observation import GridSeen

ANA, BEN = Seat(0), Seat(1)
SHAPES = {shape.name: shape.id for shape in SHIPPED.shapes}
CANARIES = ("canary-jay", "canary-wren", "canary-rook", "canary-dove", "canary-swift", "canary-teal")


class Evening:
    def __init__(self, options=Options(), deck=SHIPPED, delay_s=3):  # noqa: B008  # frozen
        self.now_s = 0.0
        self.keeper = MemoryKeeper()
        self.table = Table(
            All4It(),
            rules=1,
            setup=as_setup(options, deck, ANA),
            names=("Ana", "Ben"),
            lines=(),
            dealer=SecretDealer(b"7" * 32),
            keeper=self.keeper,
            wall=lambda: self.now_s,
            delay_s=delay_s,
            eye=Eye.LEARNING,
        )
        self.acts(Flip(ANA, Colour.RED))

    @property
    def shown(self):
        return self.table.snapshot

    @property
    def ns(self):
        return round(self.now_s * 1e9)

    def acts(self, *actions):
        self.table.handle(ib.Act(actions, self.ns))
        assert self.shown.refusal is None, self.shown.refusal
        return self

    def sees(self, *rows):
        rows = (*rows, *(".....",) * (5 - len(rows)))
        self.now_s += 1
        self.table.handle(ib.Observed(GridSeen(self.now_s, self.now_s, rows), self.ns))
        return self

    def waits(self, seconds):
        self.now_s += seconds
        self.table.wake(self.ns)
        return self

    def keeps(self):
        self.table.handle(ib.Keep(self.ns))
        assert self.shown.refusal is None, self.shown.refusal
        return self

    @property
    def moves(self):
        steps = self.table.sitting.ledger.counting()
        return [s.deed.action for s in steps if isinstance(s.deed.action, Imprint)]


def imprint(seat, name, *cells):
    return Imprint(seat, SHAPES[name], cells)


def on_table():
    """Real cards: every shape is possible. Ana has a red I above, Ben a white one below it."""
    evening = Evening(Options(cards=CardsWhere.ON_TABLE))
    return (
        evening.acts(imprint(ANA, "I", 0, 1, 2, 3)).acts(imprint(BEN, "I", 5, 6, 7, 8)).sees("RRRR.", "WWWW.")
    )


def test_two_imprints_laid_one_after_the_other_are_both_read():
    evening = Evening(Options(cards=CardsWhere.ON_TABLE))
    evening.sees("RRRR.").sees("RRRR.", "WWWW.")
    assert evening.moves == [imprint(ANA, "I", 0, 1, 2, 3)]
    assert evening.shown.reading == Understood((imprint(BEN, "I", 5, 6, 7, 8),))
    assert len(evening.waits(3.1).moves) == 2


def test_a_next_imprint_that_could_be_half_of_another_one_is_asked_about():
    """Ben turns back three of the four that Ana turned: two cells differ, as if Ana had only begun."""
    evening = on_table()
    anas, bens = imprint(ANA, "I", 0, 1, 2, 3), imprint(BEN, "J", 0, 1, 2, 7)
    evening.sees("WWWW.", "WWWW.")
    assert evening.shown.reading == Understood((anas,))
    evening.sees("RRRW.", "WWRW.").waits(60)
    assert len(evening.moves) == 2, "a turn never advances on doubt"
    assert isinstance(evening.shown.reading, Ambiguous)
    ((first, second),) = evening.shown.reading.candidates
    assert (first, second.cells) == (anas, bens.cells)
    evening.acts(first, second)
    assert len(evening.moves) == 4
    assert evening.shown.reading == Unchanged()


def test_two_of_four_pieces_are_waited_for():
    evening = Evening().sees("RR...").waits(60)
    assert evening.shown.reading == Underway((0, 1))
    assert evening.moves == []


def test_a_power_is_declared_and_its_effect_read_off_the_grid():
    gust = Power("gust", "Gust", 1, "turn one piece over", 6)
    evening = Evening(deck=replace(cards(), powers=(gust,)))
    evening.acts(imprint_of(evening))
    layout = All4It().layout(evening.table.sitting.ledger.state)
    evening.sees(*cut(layout)).acts(OpenPower(BEN, "gust")).waits(60)
    assert evening.shown.reading == Unchanged(), "nothing has been turned over yet"
    at = layout.index("R")
    evening.sees(*cut(layout[:at] + "W" + layout[at + 1 :])).waits(60)
    assert evening.shown.view.open_power == "gust", "only its user knows whether it is done"
    assert evening.shown.pending.due_ns is None
    evening.keeps()
    steps = [s.deed.action for s in evening.table.sitting.ledger.counting() if not s.cards]
    assert steps[-2:] == [SetCell(BEN, at, Colour.WHITE), ClosePower(BEN)]
    assert evening.shown.undo.entry.from_camera
    assert evening.shown.undo.to_seq == evening.table.sitting.ledger.last_seq - 2, (
        "cell and close go together"
    )


@pytest.mark.parametrize("delay_s", [0, 3])
def test_a_power_carried_out_in_several_steps_stays_open_until_its_user_is_done(delay_s):
    gust = Power("gust", "Gust", 1, "turn pieces over", 6)
    evening = Evening(deck=replace(cards(), powers=(gust,)), delay_s=delay_s)
    evening.acts(imprint_of(evening)).acts(imprint_of(evening))
    before = All4It().layout(evening.table.sitting.ledger.state)
    evening.sees(*cut(before)).acts(OpenPower(ANA, "gust"))
    other = {"R": "W", "W": "R", ".": "R"}
    lies = list(before)
    for at in range(25):
        lies[at] = other[lies[at]]
        evening.sees(*cut("".join(lies))).waits(10)
        assert evening.shown.view.to_move == ANA, f"her turn after {at + 1} pieces"
        assert evening.shown.view.open_power == "gust"
    evening.keeps()
    assert All4It().layout(evening.table.sitting.ledger.state) == "".join(lies)


@pytest.mark.parametrize("first", [5, 25], ids=["slowly", "at one go"])
def test_the_last_move_of_the_game_counts_though_the_pieces_are_put_away_at_once(first):
    evening = Evening(Options(rounds=1, max_turns_per_round=4))
    for _ in range(3):
        evening.acts(imprint_of(evening))
    state = evening.table.sitting.ledger.state
    evening.sees(*cut(All4It().layout(state)))
    step = All4It().apply(state, imprint_of(evening))
    full = All4It().layout(step.state)
    evening.sees(*cut(full))
    assert evening.shown.pending is not None
    evening.sees(*cut("." * first + full[first:]))
    assert evening.shown.view.phase == "over"
    assert len(evening.moves) == 4


def imprint_of(evening):
    return next(c for c in evening.shown.choices if isinstance(c, Imprint))


def cut(layout):
    return [layout[at : at + 5] for at in range(0, 25, 5)]


@pytest.mark.parametrize("delay_s", [0, 3])
def test_no_power_is_named_before_its_owner_shows_it(delay_s):
    """The power deck's names are canaries: only a look at one's own hand may show one."""
    deck = cards(powers=[(name, 1) for name in CANARIES])
    evening = Evening(deck=deck, delay_s=delay_s)
    for _ in range(6):
        evening.acts(imprint_of(evening))
        shown = evening.shown
        for part in (shown.choices, shown.timeline, shown.undo, shown.pending, shown.reading):
            assert "canary" not in repr(part)
        assert "canary" not in repr([(seat.revealed, shown.view.own_powers) for seat in shown.view.seats])
        assert "canary" not in json.dumps(list(tell(evening.table.sitting.ledger)))
    evening.table.handle(ib.Peek(BEN, evening.ns))
    mine = evening.shown.peek.view.own_powers
    assert len(mine) == 2
    assert any(isinstance(c, OpenPower) for c in evening.shown.peek.choices) == (
        evening.shown.view.to_move == BEN
    )
    evening.table.handle(ib.Unpeek(evening.ns))
    assert "canary" not in repr(evening.shown.choices)
