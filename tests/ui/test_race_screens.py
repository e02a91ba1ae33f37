"""A race at the screen, played by touch: what players do, how many taps it takes, what they are told."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.assembly.hosts import host_of
from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import ACTIONS, Card
from companion.rules.all_wound_up.figures import Away
from companion.rules.all_wound_up.stages import Bidding, Following, Over, Passing, Raising
from companion.rules.all_wound_up.tasks import BrainChoice, Enter, Rise, Settle, Turn, Walk, Wind
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.race_shown import Fate, What
from companion.ui import intents as i
from companion.ui.all_wound_up import intents as own
from companion.ui.all_wound_up import strip_model
from companion.ui.all_wound_up.places import RacePlace
from companion.ui.facts import Finish
from companion.ui.intents import Play
from companion.ui.places import Place
from companion.ui.wishes import NewGame
from tests.ui import race_scenes as scenes
from tests.ui.glass import FRONT, Glass
from tests.ui.race_game import ANA, BEN, CY, HELD, REAL, RaceGame
from vision.observation import Blind, Lifted, Placed, Posed, SeenThrough

PEOPLE = scenes.SHOWN[:4]


class Tapper:
    """Taps what buttons say, on the real glass, and counts."""

    def __init__(self, glass: Glass) -> None:
        self.glass, self.taps = glass, 0

    def tap(self, what: Any) -> None:
        self.glass.settle()
        self.glass.tap(what)
        self.taps += 1
        self.glass.settle()

    def __contains__(self, text: str) -> bool:
        return any(getattr(w, "text", None) == text for w in self.glass.targets())

    def counted(self) -> int:
        """Since this was asked last."""
        taps, self.taps = self.taps, 0
        return taps


def at_home(glass: Glass, seats: int) -> Tapper:
    shelved = replace(scenes.SEATED, last=PEOPLE[:seats])
    glass.sources.fronts.put(replace(FRONT, shelf=(shelved,), people=scenes.SHOWN, last=PEOPLE[:seats]))
    glass.frame(2)
    glass.desk.do(i.Go(Place.HOME))
    return Tapper(glass)


def asked_for(glass: Glass, tmp_path: Path) -> RaceGame:
    """The game that was wished for at the screen, on a table."""
    ((wanted,),) = glass.said.called("new_game")
    assert isinstance(wanted, NewGame)
    host = host_of(wanted.game)
    assert host is not None
    assert host.set_up is not None
    setup = host.set_up(wanted, tmp_path)
    names = tuple(person.name for person in wanted.people)
    return scenes.sit(glass, RaceGame(setup=setup, names=names, now_ns=glass.clock.now))  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_race_is_played_by_touch_without_a_camera(glass: Glass, tmp_path: Path, seats: int) -> None:
    table = at_home(glass, seats)
    glass.desk.do(i.ChooseGame("all_wound_up"))
    table.tap("Start")
    for tile in glass.desk.preparing.plan.tiles:
        table.tap(next(w for w in glass.targets() if getattr(getattr(w, "model", None), "tile", "") == tile))
    table.tap("Next")
    table.tap("Start")
    assert table.counted() <= 12
    game = asked_for(glass, tmp_path)
    race = game.view.race
    chance = random.Random(seats)
    for _ in range(400):
        if isinstance(game.view.stage, Over):
            break
        play_on(table, game, chance)
    assert glass.place is Place.WINNER
    winner = game.view.winner
    assert winner is not None
    assert game.view.seats[winner].figure.reached == len(race.course)
    assert f"{game.snapshot.names[winner]} wins" in texts(glass)


def meant(glass: Glass, intent: Any) -> Any:
    """The one target that means this."""
    found = [w for w in glass.targets() if getattr(getattr(w, "model", None), "intent", None) == intent]
    assert len(found) == 1
    return found[0]


def texts(glass: Glass) -> str:
    return "\n".join(str(w.text) for w in glass.screen.walk(restrict=True) if getattr(w, "text", ""))


def play_on(table: Tapper, game: RaceGame, chance: random.Random) -> None:
    """One more thing is done by whoever is asked, as people at a table would."""
    view: View = game.view
    head = view.tasks[0] if view.tasks else view.stage
    match head:
        case Passing():
            table.tap("All steps done" if "All steps done" in table else "Step done")
        case Bidding():
            winds = [c for c in ("Wind 3", "Wind 4", "Wind 2", "Wind 1", "Turn Right") if c in table]
            if winds:
                table.tap(chance.choice(winds[:2]))
                table.tap("1")
            else:
                table.tap("Pass")
        case Following():
            table.tap(chance.choice(["Next: no more", "0"]))
        case Raising():
            table.tap("No more Wilds")
        case Enter():
            table.tap("Placed")
        case Settle() | Turn() | Rise():
            table.tap("Done")
        case Wind():
            table.tap("Let go")
        case Walk(seat):
            for _ in range(chance.randint(1, 3)):
                figure = game.view.seats[seat].figure
                wanted = "Through the gate"
                if figure.reached < len(view.race.course):
                    due = view.race.course[figure.reached]
                    tile = next(t.name for t in view.race.tiles if t.id == due)
                    wanted = f"Walked to {tile}"
                if chance.random() < 0.2 and "Brain" in table:
                    wanted = "Brain"
                if wanted not in table:
                    break
                table.tap(wanted)
                if isinstance(game.view.stage, Over):
                    return
            table.tap("All stand still")
        case BrainChoice():
            table.tap(next(t for t in ("New black", "New purple", "No token") if t in table))
        case _:
            raise AssertionError(head)


@pytest.mark.parametrize(("seats", "most"), [(2, 5), (3, 6), (4, 7)])
def test_a_bid_that_all_follow_takes_few_taps(glass: Glass, seats: int, most: int) -> None:
    names = scenes.FOUR[:seats]
    game = scenes.play(glass, lambda game: game.to_bids(), names=names)
    table = Tapper(glass)
    table.tap("Wind 2")
    table.tap("3")
    for _ in names[1:]:
        table.tap("1")
    table.tap("No more Wilds")
    assert table.counted() <= most
    assert game.view.stage.winners == (ANA,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_next_takes_all_that_lay_nothing(glass: Glass, seats: int) -> None:
    game = scenes.play(glass, lambda game: game.to_bids(), names=scenes.FOUR[:seats])
    table = Tapper(glass)
    for what in ("Wind 2", "1", "Next: no more", "No more Wilds"):
        table.tap(what)
    assert table.counted() == 4
    assert game.view.stage.winners == (ANA,)


def test_each_wild_and_each_raise_is_one_tap_more(glass: Glass) -> None:
    game = scenes.play(glass, lambda game: game.to_bids())
    table = Tapper(glass)
    for what in ("Wind 2", "Wilds: 0", "Wilds: 1", "1", "1", "Next: no more", "Cy: +1 Wild", "No more Wilds"):
        table.tap(what)
    assert table.counted() == 5 + 2 + 1
    assert game.view.stage.bid.amounts == (3, 1, 1)


def test_what_each_must_follow_is_said(glass: Glass) -> None:
    scenes.play(glass, lambda game: game.to_bids().act(a.MakeBid(ANA, Card.WIND_3, 2, 0)))
    assert "Ben follows" in texts(glass)
    assert "must play all Wind 3 + Wilds" in texts(glass)


def test_tied_players_are_named_in_the_order_in_which_they_act(glass: Glass) -> None:
    def tie(game: RaceGame) -> None:
        game.to_bids().act(a.MakeBid(ANA, Card.WIND_3, 1, 0), a.Follow(BEN, 2, 0), a.Follow(CY, 2, 0))

    scenes.play(glass, tie)
    assert "Tied at 2, in order: Ben and Cy" in texts(glass)


def test_a_walk_is_let_go_one_chip_each_and_done(glass: Glass) -> None:
    game = scenes.play(glass, lambda game: game.to_bids().bid(Card.WIND_3))
    table = Tapper(glass)
    for what in ("Placed", "Let go", "Walked to Yard", "Brain", "All stand still"):
        table.tap(what)
    assert table.counted() == 5
    assert game.view.seats[ANA].tokens == (1, 0, 0, 0, 0)


def test_let_go_too_early_winds_again_and_nothing_counts(glass: Glass) -> None:
    game = scenes.play(glass, lambda game: game.to_bids().bid(Card.WIND_3).walk())
    table = Tapper(glass)
    table.tap("Brain")
    table.tap("Let go too early")
    assert isinstance(game.head, Wind)
    assert game.view.seats[ANA].tokens == (0, 0, 0, 0, 0)
    assert "let go early: wind it again" in texts(glass)


def test_a_figure_that_was_pushed_is_told_of_too(glass: Glass) -> None:
    def two(game: RaceGame) -> None:
        game.to_bids().bid(Card.WIND_1).walk().still().bid(Card.WIND_2).walk()

    game = scenes.play(glass, two)
    table = Tapper(glass)
    table.tap(meant(glass, own.PickFigure(ANA)))
    table.tap("Fell")
    assert table.counted() == 2
    assert game.view.seats[ANA].figure.fallen


# ---- tokens


def token_game(glass: Glass, prepare: Callable[[RaceGame], Any] = lambda game: game) -> RaceGame:
    def all_of_it(game: RaceGame) -> None:
        prepare(game.to_bids())
        scenes.rich(game)

    return scenes.play(glass, all_of_it, names=scenes.FOUR)


@pytest.mark.parametrize(
    ("rank", "answer", "prepare"),
    [
        (1, "Use it", lambda game: game.bid(Card.WIND_3).to_wind()),
        (3, "Use it", lambda game: game.bid(Card.WIND_3).to_wind()),
        (2, "Use it", lambda game: game.bid(Card.WIND_3).to_wind()),
        (4, "Gwendoline", lambda game: game),
        (5, "Use it", lambda game: game.act(a.MakeBid(ANA, Card.WIND_3, 1, 0))),
    ],
)
def test_a_token_is_used_with_two_taps(
    glass: Glass, rank: int, answer: str, prepare: Callable[[RaceGame], Any]
) -> None:
    game = token_game(glass, prepare)
    before = game.view.seats[ANA].tokens[rank - 1]
    table = Tapper(glass)
    table.tap(glass.token(ANA, rank))
    table.tap(answer)
    assert table.counted() == 2
    assert game.view.seats[ANA].tokens[rank - 1] == before - 1


@pytest.mark.parametrize(
    ("rank", "why"),
    [
        (1, "Only before winding your own figure"),
        (2, "The figure is not on the board"),
        (3, "Only before winding your own figure"),
        (5, "There is no bid to raise"),
    ],
)
def test_a_token_that_cannot_be_used_says_why_in_the_strip(glass: Glass, rank: int, why: str) -> None:
    game = token_game(glass)
    tokens = game.view.seats[BEN].tokens
    Tapper(glass).tap(glass.token(BEN, rank))
    assert why in texts(glass)
    assert game.view.seats[BEN].tokens == tokens


def test_tokens_used_together_are_used_clockwise_from_the_dealer(glass: Glass) -> None:
    game = token_game(glass)
    table = Tapper(glass)
    for seat, victim in ((CY, "Ana"), (ANA, "Ben")):
        table.tap(glass.token(seat, 4))
        if "Together" in table:
            table.tap("Together")
        table.tap(victim)
    assert "Ana: yellow, Maximilian: yellow" in texts(glass)
    table.tap("Use in this order")
    assert "then Maximilian" in texts(glass)
    table.tap("Pass")
    used = [
        e.seat for entry in game.snapshot.timeline for e in entry.events if type(e).__name__ == "TokenUsed"
    ]
    assert used == [ANA, CY]


def test_with_real_cards_chance_says_which_card_is_taken(glass: Glass) -> None:
    game = token_game(glass)
    glass.desk.face._below = lambda many: many - 1
    table = Tapper(glass)
    table.tap(glass.token(ANA, 4))
    table.tap("Ben")
    assert "Take Ben's card 10 from left" in texts(glass)
    assert game.view.seats[BEN].cards == 9


def test_a_brain_offers_what_the_rules_offer_and_one_tap_takes_it(glass: Glass) -> None:
    scenes.brain(glass)
    table = Tapper(glass)
    for taken in ("New black", "purple to red", "red to red"):
        assert taken not in table
    table.tap("black to green")
    assert table.counted() == 1


# ---- hands in the app


def look(glass: Glass, seat: Seat) -> None:
    scenes.look(glass, seat)
    assert glass.desk.secret


def test_a_wrong_number_of_cards_cannot_be_given(glass: Glass) -> None:
    game = scenes.play(glass, options=HELD)
    look(glass, ANA)
    cards = list(game.state.hands.known(ANA))
    for card in cards[:3]:
        glass.desk.do(own.PickCard(Card(card)))
    glass.desk.do(own.GivePicked())
    glass.frame(2)
    assert game.view.seats[ANA].cards == 10
    for card in cards[3:]:
        glass.desk.do(own.PickCard(Card(card)))
    glass.frame(2)
    assert len(glass.desk.face.draft.picked[1]) <= 4
    assert "Give 4 to Ben" in texts(glass)


def give(glass: Glass, game: RaceGame) -> None:
    """Whoever is asked chooses and gives what they owe, by touch."""
    seat = game.view.asked[0]
    pad = glass.down(glass.screen.ids.pad)
    glass.clock.pass_s(0.7)
    glass.frame(3)
    pad.lift()
    owes = game.view.seats[seat].owes
    table = Tapper(glass)
    for _ in range(owes):
        chosen = glass.desk.face.draft.picked[1]
        left = list(game.state.hands.known(seat))
        for card in chosen:
            left.remove(card)
        card = next(c for c in left)
        cards = [w for w in glass.targets() if type(w).__name__ == "CardChoice"]
        table.tap(next(w for w in cards if w.model.intent == own.PickCard(Card(card))))
    giving = [t for t in glass.targets() if getattr(t, "text", "").startswith(("Give", "Put"))]
    table.tap(giving[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_go_round_from_cover_to_cover(glass: Glass, seats: int) -> None:
    game = scenes.play(glass, options=HELD, names=scenes.FOUR[:seats])
    first = game.snapshot.names[game.view.asked[0]]
    Tapper(glass).tap(f"{first}'s hand")
    overs = 0
    while isinstance(game.view.stage, Passing):
        asked = game.view.asked
        assert glass.place is RacePlace.HAND
        assert glass.desk.face.seat in asked
        assert not glass.desk.secret
        glass.desk.face.seat = asked[0]
        glass.desk.do(own.LookAtHand(asked[0]))
        glass.settle()
        give(glass, game)
        overs += 1
    assert overs == {2: 6, 3: 12, 4: 20}[seats]
    assert glass.place is RacePlace.BID


def test_a_whole_bid_is_laid_from_hands_in_the_app(glass: Glass) -> None:
    game = scenes.play(glass, lambda game: game.to_bids(), options=HELD)
    while not game.view.tasks:
        seat = game.view.asked[0]
        stage = game.view.stage
        table = Tapper(glass)
        if isinstance(stage, Raising):
            table.tap("No more Wilds")
            break
        look(glass, seat)
        if isinstance(stage, Bidding):
            kind = next(k for k in ACTIONS if game.state.hands.known(seat).count(k))
            table.tap(meant(glass, own.PickCard(kind)))
        lay = next(t for t in glass.targets() if getattr(t, "text", "").startswith("Lay"))
        table.tap(lay)
        glass.frame(2)
    assert game.view.stage.winners


def test_the_owner_is_warned_of_what_must_be_laid(glass: Glass) -> None:
    game = scenes.play(glass, lambda game: game.to_bids().act(a.MakeBid(ANA, Card.WIND_4, 2, 0)))
    look(glass, BEN)
    for card, many in ((Card.WIND_4, 4), (Card.LEFT, 6)):
        for _ in range(many):
            glass.desk.do(own.TellCard(card))
    glass.frame(2)
    assert "You must play all 4 Wind 4" in texts(glass)
    glass.desk.cover()
    glass.frame(1)
    assert "You must" not in texts(glass)
    assert game.snapshot.timeline
    assert "LEFT" not in repr(game.snapshot.timeline)


def test_a_told_hand_shrinks_with_what_is_laid_and_is_stale_after_a_theft(glass: Glass) -> None:
    game = scenes.play(glass, lambda game: game.to_bids())
    look(glass, ANA)
    for card, many in ((Card.WIND_4, 4), (Card.LEFT, 6)):
        for _ in range(many):
            glass.desk.do(own.TellCard(card))
    glass.desk.cover()
    glass.settle()
    game.act(a.MakeBid(ANA, Card.WIND_4, 4, 0))
    glass.show(game.snapshot)
    look(glass, ANA)
    assert "x 6" in texts(glass)
    assert "Your whole hand is told" in texts(glass)
    glass.desk.cover()
    glass.settle()
    scenes.rich(game)
    game.act(a.UseToken(BEN, Rank.YELLOW, ANA))
    glass.show(game.snapshot)
    look(glass, ANA)
    assert "Told 10 of 5 cards" in texts(glass)


# ---- with an eye


def test_a_doubt_is_answered_with_one_tap_and_nothing_goes_on_before(glass: Glass) -> None:
    game = scenes.watch(glass, lambda game: game.watch_walk())
    assert isinstance(game.head, Walk)
    table = Tapper(glass)
    table.tap("It did not")
    assert table.counted() == 1
    assert "yard/1" not in game.view.seats[ANA].figure.under
    assert isinstance(game.head, Walk)


def test_a_wrong_call_is_mended_with_two_taps(glass: Glass) -> None:
    game = scenes.watch(glass, lambda game: game.watch_walk())
    table = Tapper(glass)
    table.tap("It did not")
    table.counted()
    table.tap("Steve: Brain, yard")
    table.tap("Brain, well")
    assert table.counted() == 2
    assert game.view.seats[ANA].figure.brains == ("well/0",)


def test_what_was_not_so_is_out_with_two_taps_and_what_came_after_it_stands(glass: Glass) -> None:
    game = scenes.watch(glass, lambda game: game.watch_walk())
    table = Tapper(glass)
    table.tap("It did")
    table.counted()
    table.tap("Steve: Brain, yard")
    table.tap("It was not so")
    assert table.counted() == 2
    assert game.view.seats[ANA].figure.brains == ()
    assert isinstance(game.view.seats[ANA].figure.place, Away), "the grave that came after it counts"
    assert "not so" in texts(glass)
    table.tap("Steve: Brain, yard")
    assert "It was not so" not in table


def test_what_cannot_stand_without_it_is_named_before_it_is_dropped(glass: Glass) -> None:
    scenes.fix_drops(glass)
    table = Tapper(glass)
    assert "4 later records no longer fit" in texts(glass)
    assert "Steve touches the Brain on yard" in texts(glass)
    table.tap("Drop them")
    assert glass.place is RacePlace.MOVE
    assert isinstance(glass.desk.game.view.seats[ANA].figure.place, Away)


def test_any_line_of_a_race_in_the_timeline_can_be_left_out(glass: Glass) -> None:
    scenes.amend_seen(glass)
    Tapper(glass).tap("It was not so")
    assert glass.place is RacePlace.MOVE
    assert glass.desk.game.view.seats[ANA].figure.brains == ()


def test_by_hand_and_by_camera_mix(glass: Glass) -> None:
    game = scenes.watch(glass, lambda game: game.watch_walk())
    table = Tapper(glass)
    table.tap("It did not")
    table.tap("By hand")
    table.tap("Fell")
    assert game.view.seats[ANA].figure.fallen
    race = game.snapshot.race
    assert race is not None
    assert any(h.what is What.TOUCHED and h.fate is Fate.KEPT for h in race.happenings)


def test_a_figure_alone_at_the_start_is_taken_with_one_tap_and_any_other_by_hand(glass: Glass) -> None:
    game = scenes.figure_seen(glass)
    table = Tapper(glass)
    table.tap("Ana takes Molly")
    assert [seat.name for seat in game.view.seats] == ["Molly", None, None, None]
    assert "takes" not in texts(glass), "nobody else stands there"
    scenes.at_start(game, "Gus")
    glass.show(game.snapshot)
    assert "Ben takes Gus" in table, "Molly may stay where she is"
    table.tap("Vera")
    assert game.view.seats[BEN].name == "Vera"
    assert table.counted() == 2
    scenes.at_start(game, "Steve")
    glass.show(game.snapshot)
    assert "takes" not in texts(glass), "two are free and stand there"


def test_nothing_is_offered_of_a_figure_that_is_not_seen_to_stand_at_the_start(glass: Glass) -> None:
    game = scenes.figure_seen(glass)

    def offered() -> bool:
        return strip_model.on_start(game.snapshot) is not None

    assert offered()
    t = game.now_ns / 1e9
    game.see(Lifted(t + 1, t + 1, "Molly"), SeenThrough(t + 1, t + 1))
    assert not offered(), "it is in a hand"
    game.see(Placed(t + 2, t + 2, "Molly", "yard", ()), SeenThrough(t + 2, t + 2))
    game.see(Posed(t + 2.1, t + 2.1, "Molly", "yard", (50.0, 60.0), 90.0, True))
    assert not offered(), "it is elsewhere"
    scenes.at_start(game, "Molly")
    assert offered()
    game.see(Blind(t + 9, t + 9, "tiles_lost"))
    assert not offered()


def test_the_owner_is_guided_back_to_where_the_figure_stood(glass: Glass) -> None:
    scenes.put_back(glass)
    assert "5 mm off, turn right 11°" in texts(glass)


def test_a_photo_finish_is_looked_at_picture_by_picture(glass: Glass, tmp_path: Path) -> None:
    scenes.watch(glass, lambda game: game.watch_walk())
    glass.desk.do(own.ShowPhotoFinish("touch"))
    assert glass.said.called("finish") == [("touch",)]
    glass.sources.finishes.put(scenes.finish(tmp_path))
    glass.frame(3)
    assert "picture 2 of 3, +0.00 s" in texts(glass)
    assert "+0.3 mm" in texts(glass)
    assert not glass.screen.ids.picture.empty
    Tapper(glass).tap("After")
    assert "picture 3 of 3, +0.10 s" in texts(glass)
    glass.sources.finishes.put(Finish("touch", None, ""))
    glass.frame(3)
    assert "No pictures of it are left" in texts(glass)


def test_any_line_of_the_timeline_leads_to_its_pictures(glass: Glass) -> None:
    scenes.amend_seen(glass)
    assert "Steve touches the Brain on yard" in texts(glass)
    Tapper(glass).tap("Photo finish")
    assert glass.place is RacePlace.PHOTO
    assert len(glass.said.called("finish")) == 1


def test_an_eye_that_goes_blind_leaves_the_hand_path(glass: Glass) -> None:
    game = scenes.watch(glass, lambda game: game.watch_wind())
    t = game.now_ns / 1e9
    game.tell(ib.EyeGone("unplugged", round((t + 1) * 1e9)))
    glass.show(game.snapshot)
    table = Tapper(glass)
    table.tap("Let go")
    table.tap("Fell")
    table.tap("All stand still")
    assert isinstance(game.head, Rise)


# ---- everything that is offered can be done


def plays(model: Any) -> list[Play]:
    """Every wish of the model that enters actions, but for tokens that only ask why not."""
    found: list[Play] = []

    def walk(thing: Any) -> None:
        if isinstance(thing, i.Button):
            if isinstance(thing.intent, Play) and thing.enabled:
                found.append(thing.intent)
        elif isinstance(thing, tuple):
            for each in thing:
                walk(each)
        elif hasattr(thing, "__dataclass_fields__") and getattr(thing, "legal", True):
            for name in thing.__dataclass_fields__:
                walk(getattr(thing, name))

    walk(model)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_every_button_of_a_random_race_enters_what_the_rules_accept(glass: Glass, seed: int) -> None:
    chance = random.Random(seed)
    names = scenes.FOUR[: chance.randint(2, 4)]
    options = replace(REAL, pass_is_final=bool(seed % 2), wild_from_zero=seed % 3 > 0)
    game = scenes.play(glass, options=options, names=names)
    seen = set[type]()
    for step in range(90):
        if isinstance(game.view.stage, Over):
            break
        if step % 30 == 20:
            scenes.rich(game)
            glass.show(game.snapshot)
        seen.add(type(game.head))
        offered = plays(glass.screen.model)
        for play in offered:
            refusal = game.may(*play.actions)
            assert refusal is None, (game.head, play, refusal)
        kinds = [c for c in glass.targets() if isinstance(getattr(c.model, "intent", None), own.PickKind)]
        if kinds and chance.random() < 0.9:
            glass.desk.do(chance.choice(kinds).model.intent)
            glass.frame(1)
            offered = plays(glass.screen.model)
        glass.desk.do(chance.choice(offered))
        glass.frame(2)
    assert seen >= {Bidding, Following, Raising, Walk}
