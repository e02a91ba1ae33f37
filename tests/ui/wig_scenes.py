"""Every state of every screen of Wig Out!, reached the way players reach it."""

from dataclasses import replace
from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out.actions import ClaimStall, EnterCards
from companion.rules.wig_out.options import EmptyStock, Options, Stall
from companion.table import inbound as ib
from companion.ui import intents as i
from companion.ui.places import Place
from companion.ui.pressing import Box, Buttons, Finish, Link, Meaning, Pressed
from companion.ui.wig_out import intents as own
from companion.ui.wig_out.places import WigOutPlace
from tests.ui.glass import Glass
from tests.ui.wig_game import WigGame

ONE_BOX = (Box("0a1b2c3d4e5f", Link.WELL, simulated=False),)
NUMBERED = Buttons(ONE_BOX, ("1", "2", "3", "4", "5", "6"))


def sit(glass: Glass, game: WigGame, *, introduced: bool = True) -> WigGame:
    """Let the app and the game talk to each other."""

    def hear(inbound: Any) -> None:
        glass.sources.snapshots.put(game.tell(inbound))

    glass.said.sitting = hear
    glass.show(game.snapshot)
    if introduced:
        glass.desk.do(own.ButtonsShown())
    glass.settle()
    return game


def with_box(glass: Glass, **more: Any) -> None:
    glass.sources.buttons.put(replace(NUMBERED, **more))
    glass.frame(2)


def push(glass: Glass, seat: int, meaning: Meaning = Meaning.CALL) -> None:
    glass.sources.pushes.put(Pressed(Seat(seat), meaning, glass.clock.now))
    glass.frame(2)


def wig_buttons_none(glass: Glass) -> None:
    sit(glass, WigGame(), introduced=False)
    assert glass.place is WigOutPlace.BUTTONS


def wig_buttons_some(glass: Glass) -> None:
    sit(glass, WigGame(), introduced=False)
    with_box(glass, of_seats=("4", "2", "", "", "", ""))


def wig_buttons_new_box(glass: Glass) -> None:
    sit(glass, WigGame(names=("Ana", "Ben")), introduced=False)
    fresh = Box("aabbccddeeff", Link.FRESH, simulated=False)
    with_box(glass, boxes=(*ONE_BOX, fresh), of_seats=("", ""), trouble="unpaired", about="aabbccddeeff")


def wig_dealer(glass: Glass) -> None:
    sit(glass, WigGame(dealer=None))


def wig_ready_first(glass: Glass) -> None:
    with_box(glass)
    sit(glass, WigGame())


def wig_ready(glass: Glass) -> None:
    sit(glass, WigGame(Options(rounds=9)).play(8))


def wig_ready_two(glass: Glass) -> None:
    sit(glass, WigGame(names=("Ana", "Ben")).play(2))


def wig_ready_fewer(glass: Glass) -> None:
    """Gwendoline deals, and gets fewer cards, as Ben does."""
    sit(glass, WigGame(fewer=(0, 4, 0, 0, 2, 0)).play(4))


def wig_ready_early(glass: Glass) -> None:
    wig_ready_first(glass)
    push(glass, 2, Meaning.EARLY)


def wig_race(glass: Glass) -> None:
    with_box(glass)
    sit(glass, WigGame(Options(empty_stock=EmptyStock.END_AND_SCORE)))
    glass.desk.do(glass.screen.model.go.intent)
    glass.frame(2)
    glass.clock.pass_s(83)
    glass.frame(2)
    assert glass.place is WigOutPlace.RACE


def wig_race_by_tap(glass: Glass) -> None:
    game = sit(glass, WigGame(Options(reminder_s=20)))
    game.go()
    glass.show(game.snapshot)
    glass.clock.pass_s(21)
    glass.frame(2)


def wig_call(glass: Glass) -> None:
    wig_race(glass)
    with_box(glass, finish=Finish((Seat(4),), "5", False, None, Seat(1), 38.2, (), False))
    push(glass, 4)


def wig_stuck(glass: Glass) -> None:
    game = sit(glass, WigGame().go().act(ClaimStall(Seat(1)), ClaimStall(Seat(2))))
    assert glass.place is WigOutPlace.STUCK
    assert game.snapshot.view.asked


def called(glass: Glass, *seats: int, finish: Finish | None = None) -> WigGame:
    with_box(glass, finish=finish)
    return sit(glass, WigGame().play(3).go().called(*seats))


def wig_check(glass: Glass) -> None:
    called(glass, 3, finish=Finish((Seat(3),), "4", False, None, Seat(2), 38.2, (), False))


def wig_check_photo(glass: Glass) -> None:
    called(glass, 3, 4, finish=Finish((Seat(3), Seat(4)), "4", True, 6.4, None, None, (), False))


def wig_check_unsure(glass: Glass) -> None:
    finish = Finish((Seat(3),), "4", False, None, None, None, ("0a1b2c3d4e5f", "0a1b2c3d4e60"), False)
    called(glass, 3, finish=finish)


def wig_count(glass: Glass) -> None:
    game = called(glass, 3)
    game.act(EnterCards(Seat(0), 3), EnterCards(Seat(2), 12))
    glass.show(game.snapshot)
    assert glass.place is WigOutPlace.COUNT


def wig_count_few(glass: Glass) -> None:
    """All but one are counted, and the box has few cards left for the last hand."""
    game = sit(glass, WigGame().go().called(3))
    game.act(*(EnterCards(Seat(at), cards) for at, cards in ((0, 12), (1, 12), (2, 11), (4, 11))))
    glass.show(game.snapshot)
    assert glass.screen.model.warns


def wig_count_two(glass: Glass) -> None:
    sit(glass, WigGame(names=("Ana", "Ben")).go().called(1))


def wig_count_wrong(glass: Glass) -> None:
    wig_count(glass)
    glass.desk.do(own.Blame(True))
    glass.frame(2)


def wig_count_stalled(glass: Glass) -> None:
    game = WigGame(Options(stall=Stall.SCORE_HANDS), names=("Ana", "Ben", "Cy")).go()
    sit(glass, game.act(*(ClaimStall(Seat(at)) for at in range(3))))


def wig_count_all_out(glass: Glass) -> None:
    sit(glass, WigGame(names=("Ana", "Ben")).go().called(0, 1))


def wig_pad(glass: Glass) -> None:
    wig_count(glass)
    glass.desk.do(own.ManyCards(Seat(1)))
    glass.frame(2)
    assert glass.place is WigOutPlace.PAD


def wig_pad_side(glass: Glass) -> None:
    wig_count(glass)
    glass.desk.do(own.ManyCards(Seat(4)))
    glass.desk.do(own.Digit(1))
    glass.frame(2)


def wig_change(glass: Glass) -> None:
    wig_ready(glass)
    cell = next(c for c in glass.screen.model.rows[0].cells if c.intent is not None)
    glass.desk.do(cell.intent)
    glass.frame(2)
    assert glass.place is Place.AMEND


def wig_menu(glass: Glass) -> None:
    wig_ready(glass)
    glass.desk.do(i.Go(Place.MENU))
    glass.frame(2)


def wig_timeline(glass: Glass) -> None:
    wig_ready(glass)
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.frame(2)


def wig_race_paused(glass: Glass) -> None:
    game = sit(glass, WigGame().go())
    game.tell(ib.Pause(game.now_ns))
    glass.show(game.snapshot)
    assert glass.place is WigOutPlace.RACE


def wig_ended(glass: Glass) -> None:
    wig_ready(glass)
    glass.desk.do(i.EndGame())
    glass.frame(2)


def wig_winner(glass: Glass) -> None:
    sit(glass, WigGame(Options(rounds=2)).play(2))
    assert glass.place is Place.WINNER


WIG_SCENES = tuple(made for name, made in list(globals().items()) if name.startswith("wig_"))
