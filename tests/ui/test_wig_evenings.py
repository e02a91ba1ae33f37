"""Whole evenings of Wig Out! by fingers and pushes: the right sheet, for as few taps as there are losers."""

import random
from pathlib import Path

import pytest

from companion.assembly.hosts import host_of
from companion.rules.wig_out.options import Options
from companion.rules.wig_out.state import Race, Ready
from companion.ui import intents as i
from companion.ui.places import Place
from companion.ui.pressing import Meaning
from companion.ui.wig_out.places import WigOutPlace
from tests.ui.glass import SIZES, Glass
from tests.ui.peeping import texts_of
from tests.ui.scenes import players_six
from tests.ui.wig_evening import WigEvening, scripted
from tests.ui.wig_game import SIX

ROUNDS = 5


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_an_evening_ends_in_the_right_sheet_and_costs_a_tap_a_loser(
    players: int, size: tuple[int, int]
) -> None:
    chance = random.Random(players * 100 + size[0])
    expected = [0] * players
    with Glass(size) as glass:
        evening = WigEvening(glass, Options(rounds=ROUNDS), players)
        for number in range(1, ROUNDS + 1):
            caller, left, false = scripted(chance, evening.game.snapshot.view)
            taps = evening.round(caller, left, false)
            many = sum(cards is not None and cards >= 10 for cards in left)
            assert taps == 1 + (players - 1) + 2 * many + len(false)
            expected = [sum(pair) for pair in zip(expected, (cards or 0 for cards in left), strict=True)]
            view = evening.game.snapshot.view
            assert [seat.points for seat in view.seats] == expected
            assert view.results[-1].callers == (caller,)
            if number < ROUNDS:
                assert glass.place is Place.BOARD
                shown = [row.total for row in glass.screen.model.rows]
                assert shown == [str(points) for points in expected]
        assert glass.place is Place.WINNER
        best = min(expected)
        assert evening.game.snapshot.view.winners == tuple(
            seat for seat, points in enumerate(expected) if points == best
        )


def test_fewer_cards_for_one_are_two_taps_and_last_the_whole_evening_and_the_next(glass: Glass) -> None:
    players_six(glass)
    for name in SIX[3:]:
        glass.desk.do(i.TogglePerson(name))
    for what in ("More choices", "More choices", "Cards for Ben: all", "Cards for Ben: 1 fewer", "Start"):
        glass.settle()
        glass.tap(what)
    [(wanted,)] = glass.said.called("new_game")
    assert wanted.options == {"fewer": [0, 2, 0]}
    host = host_of("wig_out")
    assert host is not None
    assert host.set_up is not None
    setup = host.set_up(wanted, Path())
    assert setup["fewer"] == (0, 2, 0)
    evening = WigEvening(glass, Options(rounds=2), 3, setup["fewer"])
    for _ in range(2):
        assert [row.note for row in glass.screen.model.rows] == ["gets 7", "gets 5", "gets 7"]
        evening.round(1, (3, None, 2))
        glass.clock.pass_s(6)
        glass.frame(2)
    assert glass.place is Place.WINNER
    glass.settle()
    glass.tap("Again")
    (again,) = glass.said.called("new_game")[-1]
    assert again.options["fewer"] == [0, 2, 0]
    assert host.set_up(again, Path())["fewer"] == (0, 2, 0)


@pytest.fixture
def three(glass: Glass) -> WigEvening:
    return WigEvening(glass, Options(), 3)


def texts(evening: WigEvening) -> str:
    return "\n".join(texts_of(evening.glass.screen))


def test_a_press_is_on_the_glass_before_the_table_has_heard_of_it(three: WigEvening) -> None:
    three.go()
    three.glass.said.sitting = None
    push = three.box.press("2", three.glass.clock.now)
    assert push is not None
    seat, meaning, _ = three.referee.pressed(push, three.glass.clock.now)
    from companion.ui.pressing import Pressed  # noqa: PLC0415

    three.glass.sources.pushes.put(Pressed(seat, meaning, three.glass.clock.now))
    three.glass.frame()
    assert "BEN: Wig\u00a0Out!" in texts(three)
    assert isinstance(three.glass.desk.snapshot.view.stage, Race)
    # It was a signal only: what the table never hears of goes away.
    three.glass.clock.pass_s(3)
    three.glass.frame(2)
    assert "BEN: Wig\u00a0Out!" not in texts(three)


def test_nothing_can_be_tapped_by_mistake_in_a_race(three: WigEvening) -> None:
    three.go()
    three.glass.settle()
    for target in three.glass.targets():
        assert target.model.intent is None
        assert target.model.hold_intent is not None


def test_the_dealer_says_go_with_the_button_held(three: WigEvening) -> None:
    assert three.push(0) is Meaning.NOTHING
    from dataclasses import replace  # noqa: PLC0415

    from firmware import wire  # noqa: PLC0415

    held = replace(three.box._pushes[-1], kind=wire.HELD)
    _, _, told = three.referee.pressed(held, three.glass.clock.now)
    assert told is not None
    three.hear(told)
    three.glass.frame(2)
    assert three.glass.place is WigOutPlace.RACE


def test_whoever_is_too_early_is_named_and_nothing_else_happens(three: WigEvening) -> None:
    assert three.push(2) is Meaning.EARLY
    assert "Maximilian was too early" in texts(three)
    assert isinstance(three.game.snapshot.view.stage, Ready)
    three.glass.clock.pass_s(3)
    three.glass.frame(2)
    assert "too early" not in texts(three)


def test_the_second_press_is_checked_when_the_first_was_false(three: WigEvening) -> None:
    three.go()
    three.push(0)
    assert three.push(1) is Meaning.LATER
    three.past_the_flash()
    assert "ANA: Wig\u00a0Out!" in texts(three)
    three.glass.settle()
    three.tap("False call")
    three.glass.clock.pass_s(1)
    three.glass.frame(2)
    assert three.game.snapshot.view.stage.callers == (1,)


def test_after_a_false_call_everybody_may_call_again(three: WigEvening) -> None:
    three.go()
    three.push(0)
    three.past_the_flash()
    three.glass.settle()
    three.tap("False call")
    assert isinstance(three.game.snapshot.view.stage, Race)
    assert three.push(0) is Meaning.CALL
    three.past_the_flash()
    assert three.game.snapshot.view.stage.callers == (0,)


def test_a_past_round_is_changed_in_two_taps(three: WigEvening) -> None:
    three.round(0, (None, 3, 11))
    three.round(1, (2, None, 4))
    before = three.touches
    row = three.glass.screen.model.rows[1]
    assert [cell.text for cell in row.cells] == ["3", "0"]
    three.tap(next(w for w in three.glass.targets() if getattr(w, "model", None) == row.cells[0]))
    three.glass.settle()
    three.tap("7")
    assert three.touches - before == 2
    assert [seat.points for seat in three.game.snapshot.view.seats] == [2, 7, 15]
    assert three.glass.place is Place.BOARD
    # And once more, what was changed already; with two digits.
    three.glass.settle()
    row = three.glass.screen.model.rows[1]
    three.tap(next(w for w in three.glass.targets() if getattr(w, "model", None) == row.cells[0]))
    three.glass.settle()
    three.tap("10+")
    three.glass.settle()
    three.tap("1")
    three.tap("2")
    assert [seat.points for seat in three.game.snapshot.view.seats] == [2, 12, 15]


def test_a_number_is_put_right_while_others_are_still_counted(three: WigEvening) -> None:
    three.go()
    three.push(0)
    three.past_the_flash()
    three.glass.settle()
    three.number(1, 3)
    three.glass.settle()
    three.number(1, 4)
    three.glass.settle()
    three.number(2, 1)
    assert three.game.snapshot.view.results[0].points == (0, 4, 1)


def test_a_call_that_is_taken_back_is_not_heard_again(three: WigEvening) -> None:
    three.go()
    three.push(0)
    three.past_the_flash()
    three.glass.settle()
    three.tap("Undo: Ana called")
    assert isinstance(three.game.snapshot.view.stage, Race)
    three.glass.clock.pass_s(2)
    three.hear(None)
    assert isinstance(three.game.snapshot.view.stage, Race)
    assert three.push(0) is Meaning.CALL


def test_all_say_that_they_are_stuck(three: WigEvening) -> None:
    three.go()
    three.glass.settle()
    finger = three.glass.down(three.glass.find("All stuck: hold"))
    three.glass.clock.pass_s(1.1)
    three.glass.frame(2)
    finger.lift()
    three.glass.settle()
    assert three.glass.place is WigOutPlace.STUCK
    for name in ("Ana", "Ben", "Maximilian"):
        three.tap(f"{name}: I am stuck")
        three.glass.settle()
    assert isinstance(three.game.snapshot.view.stage, Ready)
    assert three.game.snapshot.view.round == 1


def test_a_call_cancels_the_stall(three: WigEvening) -> None:
    three.go()
    three.glass.desk.do(__import__("companion.ui.wig_out.intents", fromlist=["Stuck"]).Stuck())
    three.glass.settle()
    three.tap("Ana: I am stuck")
    three.push(1)
    three.past_the_flash()
    assert three.game.snapshot.view.stage.callers == (1,)


def test_without_a_box_the_names_on_the_glass_call_when_a_finger_comes_down(glass: Glass) -> None:
    from companion.ui.pressing import Buttons  # noqa: PLC0415

    evening = WigEvening(glass, Options(), 3)
    glass.sources.buttons.put(Buttons())
    evening.go()
    glass.settle()
    field = glass.find("Ben")
    finger = glass.down(field)
    assert glass.said.called("press") == [(1, glass.clock.now)]
    finger.lift()
    assert len(glass.said.called("press")) == 1


def test_the_same_people_are_asked_for_their_buttons_once_an_evening(glass: Glass) -> None:
    from tests.ui.wig_game import WigGame  # noqa: PLC0415

    for names, asked in ((SIX[:3], True), (SIX[:3], False), (SIX[:4], True)):
        glass.desk.do(i.Leave())
        glass.desk.do(i.Start())
        glass.show(WigGame(names=names).snapshot)
        glass.settle()
        assert (glass.place is WigOutPlace.BUTTONS) is asked
        if asked:
            glass.tap("Use the screen")


def test_a_call_is_shown_whatever_was_looked_at(three: WigEvening) -> None:
    three.go()
    three.glass.desk.do(i.Go(Place.TIMELINE))
    three.glass.frame()
    three.push(1)
    assert "BEN: Wig\u00a0Out!" in texts(three)


def test_keys_call_too(three: WigEvening) -> None:
    three.go()
    three.glass.window.dispatch("on_textinput", "3")
    three.glass.window.dispatch("on_textinput", "4")
    assert three.glass.said.called("press") == [(2, three.glass.clock.now)]


def test_a_call_is_heard_unless_the_sound_is_off(three: WigEvening) -> None:
    rung = []
    three.glass.app._ring = lambda: rung.append(1)
    three.go()
    three.push(1)
    assert rung == [1]
    from dataclasses import replace  # noqa: PLC0415

    three.glass.desk.settings = replace(three.glass.desk.settings, muted=True)
    three.glass.app._sound()
    assert rung == [1]
