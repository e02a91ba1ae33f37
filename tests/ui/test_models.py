"""What screens say and where the app is: plain values, no window."""

from dataclasses import replace

import pytest

from companion.rules.all_4_it.actions import Imprint
from companion.rules.all_4_it.options import Options
from companion.rules.core import Refusal
from companion.table import inbound as ib
from companion.table.snapshot import Eye
from companion.ui import intents as i
from companion.ui.desk import Desk
from companion.ui.facts import Person, Source
from companion.ui.hand import EMPTY_HAND
from companion.ui.places import OUTSIDE, Place, where
from companion.ui.screens import (
    fix_model,
    home_model,
    name_model,
    players_model,
    result_model,
    strip_model,
    timeline_model,
    top_model,
)
from companion.ui.screens.players_model import Roster
from companion.ui.words import seconds_ago
from tests.ui.game import ANA, BEN, Game
from tests.ui.glass import FRONT, SETTINGS, Clock, Said

PEOPLE = FRONT.last


def test_without_a_game_one_is_at_home_or_on_the_way_to_one() -> None:
    for wanted in Place:
        assert where(None, wanted) is (wanted if wanted in OUTSIDE else Place.HOME)


def test_the_end_of_a_round_and_of_the_game_come_before_the_board() -> None:
    game = Game(Options(rounds=2)).begin().to_scoring()
    assert where(game.snapshot, Place.BOARD) is Place.RESULT
    assert where(game.snapshot, Place.TIMELINE) is Place.TIMELINE
    game.act(game.snapshot.choices[0])
    assert where(game.to_scoring().snapshot, Place.BOARD) is Place.WINNER


def test_a_look_at_secrets_is_not_ended_by_a_piece_that_lies_wrong() -> None:
    game = Game(eye=Eye.LEARNING).begin().play(2)
    game.eye_opens()
    game.sees("RWRWR" * 5)
    snapshot = game.wait(6)
    assert where(snapshot, Place.BOARD) is Place.COMPARE
    assert where(snapshot, Place.POWERS) is Place.POWERS


def test_a_fix_without_a_question_is_the_board() -> None:
    assert where(Game().begin().snapshot, Place.FIX) is Place.BOARD


def test_the_result_is_the_count_of_the_pieces_that_lie_there() -> None:
    snapshot = Game().begin().to_scoring().snapshot
    model = result_model.present(snapshot, PEOPLE, Source.NONE, 0)
    for side, letter in zip(model.sides, "RW", strict=True):
        count = sum(cell.letter == letter for cell in model.cells)
        before = int(side.points) - count
        assert side.sum == f"{before} + {count} = {side.points}"
        assert before == 5


def test_other_readings_come_nearest_first_and_without_the_one_that_was_wrong() -> None:
    game = Game(eye=Eye.LEARNING).begin().play(3)
    game.eye_opens()
    game.sees(game.layout())
    meant = game.imprint(prefer_empty=False)
    snapshot = game.sees(game.after(meant))
    assert snapshot.pending is not None
    others = fix_model.others(snapshot)
    assert 2 <= len(others) <= 6
    assert snapshot.pending.actions not in others
    far = [fix_model._distance(snapshot.view, o[0], snapshot.seen or "") for o in others]
    assert far == sorted(far)


@pytest.mark.parametrize("move", range(0, 200, 37))
def test_what_was_really_played_is_among_the_other_readings(move: int) -> None:
    """One cell misread: whatever the eye made of it, the truth is offered."""
    game = Game().begin().play(3)
    truths = [c for c in game.snapshot.choices if isinstance(c, Imprint)]
    truth = truths[move % len(truths)]
    seen = list(game.after(truth))
    seen[(move * 7) % 25] = {"R": "W", "W": "R", ".": "R"}[seen[(move * 7) % 25]]
    snapshot = replace(game.snapshot, seen="".join(seen))
    assert (truth,) in fix_model.others(snapshot)


def test_timeline_titles_are_never_empty_and_number_what_is_lost() -> None:
    game = Game().begin().play(4)
    model = timeline_model.present(game.snapshot, Source.NONE, 0, None)
    assert all(row.button.text.strip() for row in model.rows)
    undo = game.snapshot.undo
    assert undo is not None
    snapshot = game.tell(ib.TakeBack(undo.to_seq, frozenset({ANA, BEN}), game.now_ns))
    told = timeline_model.lines(snapshot)
    assert timeline_model.title(told[-1], snapshot) == "1 record taken back"
    assert [e.counts for e in told[-2:]] == [False, True]


def test_undo_is_absent_when_there_is_nothing_to_undo() -> None:
    assert top_model.undo(Game().snapshot) is None


def test_a_refusal_is_said_in_words() -> None:
    snapshot = replace(Game().begin().snapshot, refusal=Refusal("all_4_it.power_too_dear"))
    assert strip_model.present(snapshot, EMPTY_HAND, 0).text == "Too few points for that power"


def test_the_ring_goes_round_with_time() -> None:
    game = Game(eye=Eye.LEARNING).begin().play(2)
    game.eye_opens()
    game.sees(game.layout())
    snapshot = game.sees(game.after(game.imprint()))
    pending = snapshot.pending
    assert pending is not None
    assert pending.due_ns is not None
    half = (pending.since_ns + pending.due_ns) // 2
    rings = [
        strip_model.present(snapshot, EMPTY_HAND, now).buttons[0].ring
        for now in (pending.since_ns, half, pending.due_ns)
    ]
    assert rings == pytest.approx([0, 0.5, 1])


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-3, "saved 0 seconds ago"), (12, "saved 12 seconds ago"), (60, "saved 1 minute ago"),
     (7200, "saved 2 hours ago"), (200_000, "saved 2 days ago")],
)  # fmt: skip
def test_how_long_ago(seconds: float, words: str) -> None:
    assert seconds_ago(seconds) == words


def test_a_name_begins_large_goes_on_small_and_has_an_end() -> None:
    typed = ""
    for letter in "MARY-ANN AND MORE":
        typed = name_model.typed_on(typed, letter)
    assert typed == "Mary-Ann A"
    assert name_model.typed_on(typed, "") == "Mary-Ann "
    assert name_model.typed_on("", " ") == ""


def test_guests_make_a_first_evening_possible_without_typing() -> None:
    front = replace(FRONT, people=(), last=())
    model = players_model.present(front, Roster())
    assert [chip.button.text for chip in model.chips[:2]] == ["Player A", "Player B"]


def test_two_people_of_one_colour_are_told_apart() -> None:
    roster = players_model.toggled(Roster(), Person("Ana", 3))
    roster = players_model.toggled(roster, Person("Ben", 3))
    assert [p.colour for p in roster.seats] == [3, 4]


def test_the_oldest_stays_oldest_when_seats_are_swapped() -> None:
    roster = players_model.swapped(Roster(PEOPLE, oldest=0))
    assert roster.seats[roster.oldest].name == "Ana"


def test_every_option_goes_round_to_where_it_began() -> None:
    for option, values in players_model.VALUES.items():
        roster, seen = Roster(), []
        for _ in values:
            seen.append(players_model.value_of(roster, option))
            after = players_model._option(roster, option).intent
            assert isinstance(after, i.Choose)
            roster = players_model.chosen(roster, option, after.value)
        assert seen == list(values)
        assert players_model.value_of(roster, option) == values[0]


def test_home_offers_what_there_is() -> None:
    bare = home_model.present(replace(FRONT, can_teach=False), 0)
    assert bare.resume is None
    assert i.Teach() not in [b.intent for b in bare.buttons]
    assert i.Teach() in [b.intent for b in home_model.present(FRONT, 0).buttons]


def test_a_snapshot_that_brings_a_secret_nobody_holds_for_is_stripped() -> None:
    clock, game = Clock(), Game().begin()
    desk = Desk(Said(), FRONT, SETTINGS, clock, lambda: None)  # type: ignore[arg-type]  # answers to all
    desk.take_snapshot(game.tell(ib.Peek(ANA, clock.now)))
    assert desk.snapshot is not None
    assert desk.snapshot.peek is None


def test_a_refusal_stays_readable_for_a_while() -> None:
    clock, game = Clock(), Game().begin()
    desk = Desk(Said(), FRONT, SETTINGS, clock, lambda: None)  # type: ignore[arg-type]  # answers to all
    refused = replace(game.snapshot, refusal=Refusal("all_4_it.no_pass"))
    desk.take_snapshot(refused)
    clock.pass_s(1)
    desk.take_snapshot(game.snapshot)
    assert desk.snapshot is not None
    assert desk.snapshot.refusal == refused.refusal
    clock.pass_s(5)
    desk.take_snapshot(game.snapshot)
    assert desk.snapshot.refusal is None
