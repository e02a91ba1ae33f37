"""Nobody sees somebody else's powers: not on the glass, not behind it, not in a picture."""

from pathlib import Path

import pytest

from companion.rules.all_4_it.actions import Exchange, OpenPower, Return
from companion.table import inbound as ib
from companion.ui import hold as holding
from companion.ui import intents as i
from companion.ui.all_4_it import intents as own
from companion.ui.places import Place
from tests.ui import scenes
from tests.ui.game import ANA, BEN, CANARIES, Game, canary_cards
from tests.ui.glass import Glass
from tests.ui.peeping import Peeper, texts_of


def sat(glass: Glass) -> Game:
    return scenes.sit(glass, Game(cards=canary_cards(), now_ns=glass.clock.now).begin())


def canaries(glass: Glass) -> list[str]:
    texts = "\n".join(texts_of(glass.app.stage))
    return [name for name in CANARIES if name in texts]


def cover(glass: Glass, seat: int = ANA) -> None:
    glass.desk.do(own.LookAtPowers(seat))  # type: ignore[arg-type]
    glass.settle()


def test_a_hold_shows_the_owners_two_cards_and_lifting_shows_the_cover_again(glass: Glass) -> None:
    sat(glass)
    cover(glass)
    before = glass.pixels()
    finger = glass.down(glass.screen.ids.pad)
    glass.frame(2)
    assert len(canaries(glass)) == 2
    assert glass.pixels() != before
    finger.lift()
    # At once, not with the next frame or the next answer of the table.
    assert canaries(glass) == []
    assert glass.pixels() == before


@pytest.mark.parametrize("way", ["slide off", "second finger", "8 seconds", "focus", "pause", "minimize"])
def test_each_way_to_hide_hides_at_once(glass: Glass, way: str) -> None:
    sat(glass)
    # Ben has nothing to choose now, so that nothing latches.
    cover(glass, BEN)
    finger = glass.down(glass.screen.ids.pad)
    glass.frame(2)
    assert glass.desk.secret
    match way:
        case "slide off":
            finger.move(600, 700)
        case "second finger":
            glass.down(glass.screen.ids.pad)
        case "8 seconds":
            glass.clock.pass_s(8.1)
            glass.frame()
        case "focus":
            glass.app._on_focus(glass.window, False)
        case "pause":
            glass.app.dispatch("on_pause")
        case "minimize":
            glass.window.dispatch("on_minimize")
    assert canaries(glass) == []
    assert not glass.desk.secret
    assert glass.desk.snapshot.peek is None


def test_a_late_answer_of_the_table_is_not_shown(glass: Glass) -> None:
    game = sat(glass)
    cover(glass)
    finger = glass.down(glass.screen.ids.pad)
    glass.frame(2)
    late = game.snapshot
    assert late.peek is None or late.peek.seat == ANA
    peeked = game.tell(ib.Peek(ANA, game.now_ns))
    finger.lift()
    glass.show(peeked)
    assert canaries(glass) == []
    assert glass.desk.snapshot.peek is None


def test_a_picture_is_refused_while_a_secret_shows(glass: Glass, tmp_path: Path) -> None:
    sat(glass)
    cover(glass)
    assert glass.app.picture(tmp_path / "cover.png")
    finger = glass.down(glass.screen.ids.pad)
    glass.frame(2)
    assert not glass.app.picture(tmp_path / "secret.png")
    assert not (tmp_path / "secret.png").exists()
    finger.lift()
    assert glass.app.picture(tmp_path / "after.png")
    assert (tmp_path / "after.png").read_bytes() == (tmp_path / "cover.png").read_bytes()


def test_pictures_of_the_table_stand_still_while_somebody_looks(glass: Glass) -> None:
    scenes.at_camera(glass)
    sat(glass)
    glass.desk.do(i.ShowLive(True))
    cover(glass)
    glass.sources.board.put(scenes.picture(8, 8))
    glass.frame(2)
    assert glass.sources.board.take() is None
    glass.desk.do(i.Go(Place.BOARD))
    glass.frame(2)
    assert glass.screen.ids.picture.empty


def test_using_a_power_takes_a_tap_a_hold_and_a_tap(glass: Glass) -> None:
    game = sat(glass)
    glass.tap(next(t for t in glass.targets() if getattr(t, "text", "") == "Powers"))
    glass.settle()
    finger = glass.down(glass.screen.ids.pad)
    glass.clock.pass_s(0.7)
    glass.frame(2)
    finger.lift()
    card = next(t for t in glass.targets() if type(t).__name__ == "CardChoice")
    glass.clock.pass_s(0.5)
    glass.tap(card)
    glass.frame(2)
    assert game.snapshot.view.open_power is not None
    assert glass.place is Place.BOARD
    assert not glass.desk.secret


def test_the_hide_bar_hides(glass: Glass) -> None:
    sat(glass)
    cover(glass)
    finger = glass.down(glass.screen.ids.pad)
    glass.clock.pass_s(0.7)
    glass.frame(2)
    finger.lift()
    assert len(canaries(glass)) == 2
    glass.clock.pass_s(0.5)
    glass.tap("Ana: hide")
    assert canaries(glass) == []
    assert len(glass.said.of(ib.Unpeek)) == 1


def test_every_peek_is_taken_back(glass: Glass) -> None:
    sat(glass)
    for seat in (ANA, BEN):
        cover(glass, seat)
        finger = glass.down(glass.screen.ids.pad)
        glass.frame(2)
        finger.lift()
        glass.settle()
    assert [p.seat for p in glass.said.of(ib.Peek)] == [ANA, BEN]
    assert len(glass.said.of(ib.Unpeek)) == 2


def test_the_third_power_is_returned_in_private(glass: Glass) -> None:
    game = sat(glass)
    game.act(next(c for c in game.snapshot.choices if isinstance(c, Exchange)))
    glass.show(game.snapshot)
    glass.settle()
    assert canaries(glass) == []
    cover(glass)
    finger = glass.down(glass.screen.ids.pad)
    glass.clock.pass_s(0.7)
    glass.frame(2)
    finger.lift()
    assert len(canaries(glass)) == 3
    glass.clock.pass_s(0.5)
    glass.tap(next(t for t in glass.targets() if type(t).__name__ == "CardChoice"))
    glass.frame(2)
    assert any(isinstance(a, Return) for act in glass.said.of(ib.Act) for a in act.actions)
    assert canaries(glass) == []


def test_no_public_screen_says_a_hidden_name(glass: Glass) -> None:
    """Timeline, undo and board, over a game in which powers were drawn, exchanged and returned unseen."""
    game = sat(glass)
    for seat in (ANA, BEN):
        game.act(next(c for c in game.snapshot.choices if isinstance(c, Exchange)))
        peek = game.tell(ib.Peek(seat, game.now_ns)).peek
        assert peek is not None
        game.act(next(c for c in peek.choices if isinstance(c, Return)))
        game.tell(ib.Unpeek(game.now_ns))
    glass.show(game.snapshot)
    for place in (Place.BOARD, Place.TIMELINE, Place.MENU):
        glass.desk.do(i.Go(place))
        glass.settle()
        for _ in range(6):
            assert canaries(glass) == []
            glass.desk.do(i.More())
            glass.frame()
    assert "returned a power" in "\n".join(texts_of(glass.app.stage)) or place is Place.MENU


def test_a_revealed_power_is_named_in_the_open(glass: Glass) -> None:
    game = sat(glass)
    peek = game.tell(ib.Peek(ANA, game.now_ns)).peek
    assert peek is not None
    power = next(c for c in peek.choices if isinstance(c, OpenPower))
    game.act(power)
    game.tell(ib.Unpeek(game.now_ns))
    glass.show(game.snapshot)
    assert [name.casefold() for name in canaries(glass)] == [power.power]


def test_random_fingers_find_nothing() -> None:
    peeper = Peeper(7)
    try:
        found = peeper.run(12)
    finally:
        peeper.close()
    assert found.leaks == []
    assert found.seen > 0


def test_random_fingers_would_find_a_pad_that_does_not_mind_sliding_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(holding, "moved", lambda hold, finger, *, on_pad: hold)
    peeper = Peeper(7)
    try:
        found = peeper.run(40)
    finally:
        peeper.close()
    assert found.leaks
