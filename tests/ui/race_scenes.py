"""Every state of every screen of a race, reached the way players reach it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.options import Figures, Options
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.stages import Following
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat
from companion.ui import intents as i
from companion.ui.all_wound_up import intents as own
from companion.ui.all_wound_up import passing_model
from companion.ui.facts import Person
from companion.ui.places import Place
from tests.rules.all_wound_up_tables import RING
from tests.ui.glass import FRONT, Glass
from tests.ui.race_game import ANA, BEN, CY, HELD, REAL, RaceGame
from tests.ui.scenes import scene, sit

THREE = ("Ana", "Ben", "Cy")
FOUR = ("Ana", "Ben", "Maximilian", "Gwendoline")
SHOWN = (
    Person("Ana", 0),
    Person("Ben", 1),
    Person("Cy", 2),
    Person("Maximilian", 3),
    Person("Gwendoline", 4),
)


def play(
    glass: Glass,
    prepare: Callable[[RaceGame], Any] = lambda game: None,
    *,
    options: Options = REAL,
    names: tuple[str, ...] = THREE,
    race: Race = RING,
) -> RaceGame:
    """Sit down at a race that has come so far."""
    glass.sources.fronts.put(replace(FRONT, people=SHOWN))
    game = RaceGame(options, names=names, race=race, now_ns=glass.clock.now)
    prepare(game)
    return sit(glass, game)  # type: ignore[arg-type,return-value]  # a game of another kind at the same table


def rich(game: RaceGame) -> RaceGame:
    """Everybody has tokens of every rank: the fullest that players can be."""
    ledger = game.table.sitting.ledger
    state = ledger.state
    purses = ((2, 1, 1, 1, 1), (1, 1, 1, 1, 1), (1, 2, 1, 1, 1), (1, 1, 1, 1, 1))[: len(state.tokens)]
    supply = tuple(5 - sum(purse[at] for purse in purses) for at in range(5))
    game.force(replace(state, tokens=purses, supply=supply))
    return game


# ---- cards go round


@scene("race_passing")
def passing(glass: Glass) -> None:
    play(glass, names=FOUR)


@scene("race_passing_two")
def passing_two(glass: Glass) -> None:
    game = play(glass, names=("Ana", "Ben"))
    glass.desk.do(i.Play(passing_model.handing_over(game.view, 1)))
    glass.frame(2)
    assert game.view.stage.step == 1


@scene("race_passing_held")
def passing_held(glass: Glass) -> None:
    play(glass, options=HELD, names=FOUR)


@scene("race_figures_chosen")
def figures_chosen(glass: Glass) -> None:
    play(glass, options=replace(REAL, figures=Figures.CHOSEN))


# ---- bids


@scene("race_bid")
def bid(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids(), names=FOUR)


@scene("race_bid_kind")
def bid_kind(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids(), names=FOUR)
    glass.desk.do(own.PickKind(Card.OPPONENT))
    glass.settle()


@scene("race_bid_more")
def bid_more(glass: Glass) -> None:
    bid_kind(glass)
    glass.desk.do(own.MoreWilds())
    glass.desk.do(own.MoreNumbers())
    glass.frame(2)


@scene("race_follow")
def follow(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids().act(a.MakeBid(ANA, Card.OPPONENT, 2, 1)), names=FOUR)


@scene("race_raise")
def raising(glass: Glass) -> None:
    def prepare(game: RaceGame) -> None:
        game.to_bids().act(a.MakeBid(ANA, Card.WIND_3, 2, 0), a.Follow(BEN, 2, 0), a.Follow(CY, 0, 0))
        rich(game)

    play(glass, prepare)


@scene("race_bid_held")
def bid_held(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids(), options=HELD)


@scene("race_raise_held")
def raise_held(glass: Glass) -> None:
    def prepare(game: RaceGame) -> None:
        game.to_bids()
        game.act(next(c for c in game.choices(ANA) if isinstance(c, a.MakeBid)))
        while isinstance(game.view.stage, Following):
            seat = game.view.asked[0]
            game.act(next(c for c in game.choices(seat) if isinstance(c, a.Follow)))

    play(glass, prepare, options=HELD)


# ---- tokens


@scene("race_tokens")
def tokens(glass: Glass) -> None:
    play(glass, lambda game: rich(game.to_bids()), names=FOUR)


@scene("race_token_tapped")
def token_tapped(glass: Glass) -> None:
    tokens(glass)
    glass.desk.do(own.TapToken(BEN, Rank.YELLOW))
    glass.frame(2)


@scene("race_token_refused")
def token_refused(glass: Glass) -> None:
    tokens(glass)
    glass.tap(glass.token(BEN, 1))
    glass.frame(2)


@scene("race_tokens_together")
def together(glass: Glass) -> None:
    tokens(glass)
    for seat, rank in ((CY, Rank.YELLOW), (ANA, Rank.YELLOW)):
        on = next(s for s in (BEN, CY) if s != seat)
        glass.desk.do(i.Play((a.DeclareToken(seat, rank, on),)))
        glass.frame(2)


@scene("race_theft")
def theft(glass: Glass) -> None:
    tokens(glass)
    glass.desk.do(i.Play((a.UseToken(ANA, Rank.YELLOW, CY),)))
    glass.frame(2)


# ---- on the board


@scene("race_enter")
def enter(glass: Glass) -> None:
    play(glass, lambda game: rich(game.to_bids().bid(Card.WIND_3)), names=FOUR)


@scene("race_wind")
def wind(glass: Glass) -> None:
    play(glass, lambda game: rich(game.to_bids().bid(Card.WIND_3).to_wind()), names=FOUR)


@scene("race_walk")
def walk(glass: Glass) -> None:
    play(glass, lambda game: rich(game.to_bids().bid(Card.WIND_3)).walk(), names=FOUR)


def crowd(game: RaceGame) -> RaceGame:
    """Three figures have come onto the board."""
    game.to_bids()
    for kind in (Card.WIND_1, Card.WIND_2, Card.WIND_3):
        game.bid(kind).walk().still()
    return game


@scene("race_walk_crowd")
def walk_crowd(glass: Glass) -> None:
    play(glass, lambda game: rich(crowd(game)).bid(Card.WIND_4).walk(), names=FOUR)
    glass.desk.do(own.PickFigure(BEN))
    glass.frame(2)


@scene("race_walk_more")
def walk_more(glass: Glass) -> None:
    walk_crowd(glass)
    glass.desk.do(own.MoreChips())
    glass.frame(2)


@scene("race_turn")
def turn(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids().bid(Card.RIGHT).act(a.Place(ANA, "crypt"), a.Done(ANA)))


@scene("race_pick")
def pick(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids().bid(Card.OPPONENT), names=FOUR)


@scene("race_fallen")
def fallen(glass: Glass) -> None:
    def prepare(game: RaceGame) -> None:
        game.to_bids().bid(Card.WIND_3).walk().act(a.StepOn(ANA, ANA, "yard"), a.Fall(ANA, ANA))
        game.still()

    play(glass, prepare)


@scene("race_brain")
def brain(glass: Glass) -> None:
    def prepare(game: RaceGame) -> None:
        game.to_bids().bid(Card.WIND_3).walk()
        game.act(a.TouchZone(ANA, ANA, "crypt/brain"), a.LeaveZone(ANA, ANA, "crypt/brain"))
        game.act(a.TouchZone(ANA, ANA, "yard/brain"))
        rich(game).still()

    play(glass, prepare, names=FOUR)


@scene("race_paused")
def paused(glass: Glass) -> None:
    walk(glass)
    glass.desk.do(i.SetPaused(True))
    glass.frame(2)


@scene("race_timeline")
def timeline(glass: Glass) -> None:
    play(glass, crowd)
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.settle()


@scene("race_amend")
def amend(glass: Glass) -> None:
    game = play(glass, lambda game: game.to_bids().act(a.MakeBid(ANA, Card.WIND_3, 2, 0)))
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.desk.do(i.ChooseRecord(game.snapshot.timeline[-1].seq))
    glass.desk.do(i.Go(Place.AMEND))
    glass.settle()


@scene("race_won")
def won(glass: Glass) -> None:
    def prepare(game: RaceGame) -> None:
        game.to_bids().bid(Card.WIND_4).walk()
        steps = (a.StepOn(ANA, ANA, tile) for tile in ("yard", "well", "gate"))
        game.act(*steps, a.Cross(ANA, (ANA,), True))

    play(glass, prepare)


# ---- hands behind the cover


@scene("race_hand_whose")
def hand_whose(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids(), options=HELD, names=FOUR)
    glass.desk.do(own.LookAtHand(None))
    glass.settle()


@scene("race_hand_cover")
def hand_cover(glass: Glass) -> None:
    play(glass, options=HELD, names=FOUR)
    glass.desk.do(own.LookAtHand(ANA))
    glass.settle()


def latch(glass: Glass) -> None:
    glass.down(glass.screen.ids.pad)
    glass.clock.pass_s(0.7)
    glass.frame(3)


def look(glass: Glass, seat: Seat, *, latched: bool = True) -> None:
    """The owner holds until the cards stay."""
    glass.desk.do(own.LookAtHand(seat))
    glass.settle()
    finger = glass.down(glass.screen.ids.pad)
    glass.frame(2)
    if latched:
        glass.clock.pass_s(0.7)
        glass.frame(2)
        finger.lift()
        glass.frame(2)
    glass.clock.pass_s(0.5)
    glass.frame(1)


@scene("race_hand_held", secret=True)
def hand_held(glass: Glass) -> None:
    play(glass, options=HELD, names=FOUR)
    look(glass, ANA, latched=False)


@scene("race_hand_pick", secret=True)
def hand_pick(glass: Glass) -> None:
    game = play(glass, options=HELD, names=FOUR)
    look(glass, ANA)
    for card in game.state.hands.known(ANA)[:2]:
        glass.desk.do(own.PickCard(Card(card)))
    glass.frame(2)


@scene("race_hand_bid", secret=True)
def hand_bid(glass: Glass) -> None:
    game = play(glass, lambda game: game.to_bids(), options=HELD)
    look(glass, ANA)
    glass.desk.do(own.PickCard(Card(next(c for c in game.state.hands.known(ANA) if c != Card.WILD))))
    glass.frame(2)


@scene("race_hand_follow", secret=True)
def hand_follow(glass: Glass) -> None:
    def prepare(game: RaceGame) -> None:
        game.to_bids().act(next(c for c in game.choices(ANA) if isinstance(c, a.MakeBid)))

    play(glass, prepare, options=HELD)
    look(glass, BEN)


@scene("race_hand_told", secret=True)
def hand_told(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids().act(a.MakeBid(ANA, Card.WIND_4, 2, 0)))
    look(glass, BEN)
    for card, many in ((Card.WIND_4, 4), (Card.RIGHT, 3), (Card.WILD, 3)):
        for _ in range(many):
            glass.desk.do(own.TellCard(card))
    glass.frame(2)


@scene("race_hand_tell", secret=True)
def hand_tell(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids())
    look(glass, BEN)
