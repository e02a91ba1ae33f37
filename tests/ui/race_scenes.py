"""Every state of every screen of a race, reached the way players reach it."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.options import Figures, Options
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.stages import Following
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat
from companion.table.race_picture import (
    Drawn,
    FigureDrawn,
    FinishPicture,
    PhotoFinish,
    RacePicture,
    TileDrawn,
    ZoneDrawn,
)
from companion.table.race_shown import Fate, Posture, What
from companion.table.snapshot import Eye
from companion.ui import intents as i
from companion.ui.all_wound_up import intents as own
from companion.ui.all_wound_up import passing_model
from companion.ui.all_wound_up.places import RacePlace
from companion.ui.facts import NO_KIT, Finish, Frame, Kit, Lies, Pace, Person, Shelved, Side, Source
from companion.ui.picture import write_png
from companion.ui.places import Place
from tests.rules.all_wound_up_tables import RING
from tests.ui.glass import FRONT, Glass
from tests.ui.race_game import ANA, BEN, CY, HELD, REAL, TAUGHT, RaceGame
from tests.ui.scenes import picture, scene, sit
from vision.observation import Blind, Lifted, Placed, Posed, Seeing, SeenThrough

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
    eye: Eye = Eye.NONE,
) -> RaceGame:
    """Sit down at a race that has come so far."""
    source = Source.NONE if eye is Eye.NONE else Source.CAMERA
    glass.sources.fronts.put(replace(FRONT, people=SHOWN, source=source))
    game = RaceGame(options, names=names, race=race, eye=eye, now_ns=glass.clock.now)
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


# ---- before the race

SEATED = Shelved("all_wound_up", SHOWN[:3], 0)


def prepare(glass: Glass, kit: Kit = NO_KIT) -> None:
    glass.sources.fronts.put(replace(FRONT, shelf=(SEATED,), people=SHOWN, kit=kit))
    glass.frame(2)
    glass.desk.do(i.ChooseGame("all_wound_up"))
    glass.desk.do(i.Start())
    glass.settle()
    assert glass.place is Place.PREPARE


@scene("race_players")
def players(glass: Glass) -> None:
    glass.sources.fronts.put(replace(FRONT, shelf=(SEATED,), people=SHOWN))
    glass.frame(2)
    glass.desk.do(i.ChooseGame("all_wound_up"))
    glass.settle()


@scene("race_course")
def course(glass: Glass) -> None:
    prepare(glass)


def by_letters(glass: Glass) -> None:
    for tile in glass.desk.preparing.plan.tiles:
        glass.desk.do(own.TapTile(tile))
    glass.frame(2)


@scene("race_course_drawn")
def course_drawn(glass: Glass) -> None:
    prepare(glass)
    by_letters(glass)


@scene("race_course_line")
def course_line(glass: Glass) -> None:
    prepare(glass)
    glass.desk.do(own.PickLayout())
    by_letters(glass)


LAID = Kit(
    tuple(Side(tile.id, tuple(zone.kind.value for zone in tile.zones)) for tile in TAUGHT.tiles),
    ("Steve", "Molly", "Gus", "Vera"),
    (
        Lies("crypt", (120.0, 330.0), 200.0),
        Lies("yard", (118.0, 128.0), 200.0),
        Lies("well", (322.0, 130.0), 200.0),
        Lies("moor-gate", (325.0, 331.0), 200.0, ((230.0, 240.0), (231.0, 420.0))),
    ),
)
"""Four tiles in a ring, as an eye sees them; the gate leads from the last one back to the first."""


@scene("race_course_seen")
def course_seen(glass: Glass) -> None:
    prepare(glass, LAID)
    for tile in TAUGHT.course:
        glass.desk.do(own.TapTile(tile))
    glass.frame(2)


@scene("race_hands")
def hands(glass: Glass) -> None:
    course_drawn(glass)
    glass.desk.do(own.GoStep(1))
    glass.frame(2)


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


@scene("race_alike")
def alike(glass: Glass) -> None:
    """Names that nobody has changed: players and figures all begin alike."""
    race = replace(RING, figures=tuple(f"Figure {letter}" for letter in "ABCD"))
    names = tuple(f"Player {letter}" for letter in "ABCD")
    play(glass, lambda game: rich(crowd(game)).bid(Card.WIND_4).walk(), names=names, race=race)


@scene("race_alike_bid")
def alike_bid(glass: Glass) -> None:
    race = replace(RING, figures=tuple(f"Figure {letter}" for letter in "ABCD"))
    play(glass, lambda game: game.to_bids(), names=tuple(f"Player {letter}" for letter in "ABCD"), race=race)


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


# ---- with an eye


def race_picture() -> RacePicture:
    """Something like four tiles from above, with what is drawn on them."""
    wide, high = 640, 360
    frame = picture(wide, high)

    def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
        return ((x, y), (x + side, y + 4), (x + side - 4, y + side), (x - 4, y + side - 4))

    tiles = []
    for tile, (x, y) in zip(TAUGHT.tiles, ((150, 185), (150, 20), (325, 20), (325, 185)), strict=True):
        zones = tuple(
            ZoneDrawn(zone.id, zone.kind.value, square(x + 20 + 45 * at, y + 30 + 30 * at, 34))
            if zone.kind.value != "gate"
            else ZoneDrawn(zone.id, "gate", ((x - 6.0, y + 10.0), (x - 6.0, y + 140.0)))
            for at, zone in enumerate(tile.zones)
        )
        tiles.append(TileDrawn(tile.id, square(x, y, 160), zones))
    steve = FigureDrawn("Steve", Posture.STANDING, square(220, 60, 26), ((233.0, 73.0), (270.0, 60.0)))
    molly = FigureDrawn("Molly", Posture.FALLEN, square(350, 250, 26), ((363.0, 263.0), (390.0, 300.0)))
    return RacePicture(bytes(frame.pixels), wide, high, 1.0, Drawn(tuple(tiles), (steve, molly)))


def watch(glass: Glass, prepare: Callable[[RaceGame], Any]) -> RaceGame:
    def all_of_it(game: RaceGame) -> None:
        prepare(rich(game.to_bids().bid(Card.WIND_3)))

    game = play(glass, all_of_it, race=TAUGHT, eye=Eye.LEARNING, names=FOUR)
    glass.sources.races.put(race_picture())
    glass.frame(3)
    return game


@scene("race_watch_wind")
def watch_wind(glass: Glass) -> None:
    watch(glass, lambda game: game.watch_wind())


def at_start(game: RaceGame, *figures: str) -> None:
    """These are put on the start tile, as the eye sees."""
    t = game.now_ns / 1e9
    game.see(Seeing(t, t))
    for figure in figures:
        game.see(Posed(t + 1, t + 1, figure, "crypt", (50.0, 60.0), 90.0, True))
        game.see(Placed(t + 2, t + 2.2, figure, "crypt", ()))
    game.see(SeenThrough(t + 3, t + 3.1))


@scene("race_figure_seen")
def figure_seen(glass: Glass) -> RaceGame:
    """Molly stands at the start: Ana need but say yes."""
    options = replace(REAL, figures=Figures.CHOSEN)
    game = play(
        glass,
        lambda game: at_start(game, "Molly"),
        race=TAUGHT,
        eye=Eye.LEARNING,
        names=FOUR,
        options=options,
    )
    glass.sources.races.put(race_picture())
    glass.frame(3)
    return game


@scene("race_put_back")
def put_back(glass: Glass) -> None:
    def lifted(game: RaceGame) -> None:
        game.watch_wind()
        t = game.now_ns / 1e9
        game.see(Posed(t + 0.8, t + 0.8, "Steve", "crypt", (50.0, 60.0), 90.0, True))
        game.see(Lifted(t + 1, t + 1.2, "Steve"), SeenThrough(t + 2, t + 2.1))
        game.see(Placed(t + 3, t + 3.2, "Steve", "crypt", ()))
        game.see(SeenThrough(t + 4, t + 4.1))
        game.see(Posed(t + 4.2, t + 4.2, "Steve", "crypt", (53.0, 64.0), 101.0, True))

    watch(glass, lifted)


@scene("race_doubt")
def doubt(glass: Glass) -> None:
    watch(glass, lambda game: game.watch_walk())


@scene("race_watch_by_hand")
def watch_by_hand(glass: Glass) -> None:
    doubt(glass)
    glass.desk.do(own.TellByHand(True))
    glass.frame(2)


@scene("race_blind")
def blind(glass: Glass) -> None:
    def lost(game: RaceGame) -> None:
        game.watch_wind().act(a.Release(ANA))
        t = game.now_ns / 1e9
        game.see(Blind(t, t, "tiles_lost"))

    watch(glass, lost)


def mend(glass: Glass, fate: Fate) -> RaceGame:
    game = watch(glass, lambda game: game.watch_walk())
    race = game.snapshot.race
    assert race is not None
    seen = [h for h in race.happenings if h.fate is fate and h.zone is not None][-1]
    glass.desk.do(own.OpenSeen(seen.id))
    glass.settle()
    assert glass.place is Place.FIX
    return game


@scene("race_fix_waiting")
def fix_waiting(glass: Glass) -> None:
    mend(glass, Fate.WAITING)


@scene("race_fix_kept")
def fix_kept(glass: Glass) -> None:
    mend(glass, Fate.KEPT)


@scene("race_amend_seen")
def amend_seen(glass: Glass) -> None:
    game = watch(glass, lambda game: game.watch_walk())
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.desk.do(i.ChooseRecord(game.snapshot.timeline[-1].seq))
    glass.desk.do(i.Go(Place.AMEND))
    glass.settle()


def not_so(glass: Glass) -> None:
    glass.desk.do(next(b.intent for b in glass.screen.model.answers if isinstance(b.intent, i.Change)))
    glass.settle()


def leave_out(glass: Glass, what: What) -> None:
    """It was not so; what came after it does not fit without it."""
    game = watch(glass, lambda game: game.watch_walk())
    race = game.snapshot.race
    assert race is not None
    seen = next(h for h in race.happenings if h.what is what)
    glass.desk.do(own.OpenSeen(seen.id))
    glass.settle()
    not_so(glass)
    assert glass.screen.model.lines


@scene("race_fix_drops")
def fix_drops(glass: Glass) -> None:
    leave_out(glass, What.PLACED)


@scene("race_amend_drops")
def amend_drops(glass: Glass) -> None:
    game = watch(glass, lambda game: game.watch_walk())
    race = game.snapshot.race
    assert race is not None
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.desk.do(i.ChooseRecord(next(h.seq for h in race.happenings if h.what is What.PLACED) or 0))
    glass.desk.do(i.Go(Place.AMEND))
    glass.settle()
    not_so(glass)
    assert glass.screen.model.lines


@scene("race_left_out")
def left_out(glass: Glass) -> None:
    """The yard's Brain was not touched after all; in the timeline that stands beside what it was."""
    game = mend(glass, Fate.KEPT)
    not_so(glass)
    assert game.snapshot.refusal is None
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.settle()


def finish(folder: Path) -> Finish:
    """Three pictures of how Steve touched the Brain, in a folder."""
    shown = race_picture()
    pictures = []
    for at in range(3):
        name = f"touch_{at}.png"
        write_png(folder / name, Frame(shown.rgba, shown.wide_px, shown.high_px))
        pictures.append(FinishPicture(9.9 + at / 10, name, shown.wide_px, shown.high_px, shown.drawn))
    told = PhotoFinish("h1", "touched", "Steve", "yard", "yard/0", 10.0, 0.3, True, tuple(pictures))
    return Finish("touch", told, str(folder))


@scene("race_photo")
def photo(glass: Glass) -> None:
    watch(glass, lambda game: game.watch_walk())
    glass.desk.do(own.ShowPhotoFinish("touch"))
    with tempfile.TemporaryDirectory(prefix="tableside-finish-") as folder:
        glass.sources.finishes.put(finish(Path(folder)))
        glass.frame(3)
        glass.settle()


@scene("race_photo_gone")
def photo_gone(glass: Glass) -> None:
    watch(glass, lambda game: game.watch_walk())
    glass.desk.do(own.ShowPhotoFinish("touch"))
    glass.sources.finishes.put(Finish("touch", None, ""))
    glass.frame(3)
    glass.settle()


@scene("race_fair")
def fair(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids())
    paces = (Pace("Steve", 4.2, 3.1, 12), Pace("Molly", 3.64, -0.4, 1), Pace("Gus", 5.0, -12.4, 7))
    glass.sources.fronts.put(replace(FRONT, paces=paces))
    glass.frame(2)
    glass.desk.do(i.Go(RacePlace.FAIR))
    glass.settle()


@scene("race_fair_none")
def fair_none(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids())
    glass.desk.do(i.Go(RacePlace.FAIR))
    glass.settle()


@scene("race_menu")
def menu(glass: Glass) -> None:
    play(glass, lambda game: game.to_bids())
    glass.desk.do(i.Go(Place.MENU))
    glass.settle()
