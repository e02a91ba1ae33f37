"""Nobody sees somebody else's cards in a race: not on the glass, not behind it, not in what is written."""

import pytest

from companion.rules.all_wound_up.cards import Card
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.ui import hold as holding
from companion.ui import intents as i
from companion.ui.all_wound_up import intents as own
from companion.ui.all_wound_up.places import RacePlace
from companion.ui.places import Place
from tests.ui import race_scenes as scenes
from tests.ui.glass import Glass
from tests.ui.race_game import ANA, BEN, HELD
from tests.ui.race_peeping import peeper


def test_picked_cards_are_forgotten_with_the_cover(glass: Glass) -> None:
    game = scenes.play(glass, options=HELD)
    scenes.look(glass, ANA)
    glass.desk.do(own.PickCard(Card(game.state.hands.known(ANA)[0])))
    glass.desk.cover()
    scenes.look(glass, ANA)
    assert not any(card.button and card.button.kind is i.Kind.CHOSEN for card in glass.screen.model.cards)


@pytest.mark.parametrize("intent", [own.PickCard(Card.WIND_3), own.GivePicked(), own.TellCard(Card.WIND_3)])
def test_nothing_private_is_done_under_the_cover(glass: Glass, intent: i.GameIntent) -> None:
    game = scenes.play(glass, options=HELD)
    glass.desk.do(own.LookAtHand(ANA))
    glass.settle()
    before = glass.desk.face.draft
    glass.desk.do(intent)
    assert glass.desk.face.draft == before
    assert game.view.seats[ANA].cards == 10


def test_the_pictures_stand_still_while_somebody_looks(glass: Glass) -> None:
    scenes.watch(glass, lambda game: game.watch_wind())
    glass.desk.do(own.LookAtHand(BEN))
    glass.settle()
    glass.sources.races.put(scenes.race_picture())
    glass.frame(2)
    glass.desk.do(i.Go(Place.BOARD))
    glass.frame(2)
    assert glass.place is RacePlace.MOVE


def test_a_picture_of_the_screen_is_refused_while_a_hand_shows(glass: Glass, tmp_path: object) -> None:
    scenes.play(glass, options=HELD)
    scenes.look(glass, ANA)
    assert not glass.app.picture(tmp_path / "hand.png")  # type: ignore[operator]
    assert glass.said.of(ib.Peek) == [ib.Peek(Seat(0), glass.said.of(ib.Peek)[0].now_ns)]


def test_random_fingers_would_find_a_pad_that_does_not_mind_sliding_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(holding, "moved", lambda hold, finger, *, on_pad: hold)
    somebody = peeper("held", 7)
    try:
        found = somebody.run(40)
    finally:
        somebody.close()
    assert found.leaks
