"""Every state of every screen, reached the way players reach it. For the lint, the pictures and the tests."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.rules.all_4_it.actions import (
    ClosePower,
    Exchange,
    Imprint,
    OpenPower,
    Return,
    SetCell,
)
from companion.rules.all_4_it.options import CardsWhere, Options, Tie
from companion.rules.all_4_it.placements import placements
from companion.rules.all_4_it.state import Colour
from companion.rules.core import Refusal
from companion.table import inbound as ib
from companion.table.snapshot import Broken, Entry, Eye
from companion.ui import intents as i
from companion.ui.all_4_it import intents as own
from companion.ui.all_4_it.places import All4ItPlace
from companion.ui.facts import (
    Aspect,
    Check,
    Frame,
    Person,
    Resumable,
    Shelved,
    Source,
    Teaching,
    Verdict,
)
from companion.ui.places import Place
from tests.ui.game import ANA, BEN, Game, canary_cards
from tests.ui.glass import FRONT, Glass


@dataclass(frozen=True)
class Scene:
    name: str
    build: Callable[[Glass], None]
    secret: bool = False
    """Somebody's cards are on the glass: no picture can be had through the app."""


SCENES: list[Scene] = []
SIX = ("Ana", "Ben", "Maximilian", "Dee", "Gwendoline", "Fin")


def scene(name: str, secret: bool = False) -> Callable[[Callable[[Glass], None]], Callable[[Glass], None]]:
    def keep(build: Callable[[Glass], None]) -> Callable[[Glass], None]:
        SCENES.append(Scene(name, build, secret))
        return build

    return keep


ON_TABLE = Options(cards=CardsWhere.ON_TABLE, free_shapes=True)


def sit(glass: Glass, game: Game) -> Game:
    """Let the app and the game talk to each other."""

    def hear(inbound: Any) -> None:
        glass.sources.snapshots.put(game.tell(inbound))

    glass.said.sitting = hear
    glass.show(game.snapshot)
    glass.settle()
    return game


def at_camera(glass: Glass, source: Source = Source.CAMERA) -> None:
    glass.sources.fronts.put(replace(FRONT, source=source))
    glass.frame(2)


@lru_cache
def picture(width: int, height: int) -> Frame:
    """Something like a table seen from above: brown, with a lighter mat and some pieces."""
    rows = []
    for y in range(height):
        row = bytearray()
        for x in range(width):
            u, v = x / width * 5, y / height * 5
            inside = 0.12 < u % 1 < 0.88 and 0.12 < v % 1 < 0.88
            piece = inside and (int(u) * 7 + int(v) * 3) % 4
            colour = {1: (200, 50, 45), 2: (235, 230, 220)}.get(piece or 0, (96, 84, 70))
            row += bytes((*colour, 255))
        rows.append(bytes(row))
    return Frame(b"".join(rows), width, height)


# ---- before a game

KEPT = Resumable("g2", "all_4_it", 2, "Ana", (("Ana", 17), ("Ben", 21)), 1_000_000 - 12)


@scene("home")
def home(glass: Glass) -> None:
    glass.frame(2)


@scene("home_first")
def home_first(glass: Glass) -> None:
    glass.sources.fronts.put(replace(FRONT, people=(), last=(), can_teach=False))
    glass.frame(2)


@scene("home_resume")
def home_resume(glass: Glass) -> None:
    glass.sources.fronts.put(replace(FRONT, resume=KEPT, source=Source.DEMO))
    glass.frame(2)


@scene("home_three")
def home_three(glass: Glass) -> None:
    six = tuple(Person(name, at) for at, name in enumerate(SIX))
    shelf = (Shelved("all_wound_up", (), 0), Shelved("all_4_it", six[:2], 0), Shelved("wig_out", six, 0))
    glass.sources.fronts.put(replace(FRONT, shelf=shelf))
    glass.frame(2)


@scene("home_three_resume")
def home_three_resume(glass: Glass) -> None:
    home_three(glass)
    scores = tuple(zip(SIX, (9, 14, 7, 4, 11, 12), strict=True))
    game = Resumable("g1", "wig_out", 3, "", scores, 1_000_000 - 12)
    race, grid, wig = glass.desk.front.shelf
    shelf = (race, replace(grid, kept=KEPT), replace(wig, kept=game))
    glass.sources.fronts.put(replace(glass.desk.front, resume=game, shelf=shelf))
    glass.frame(2)


@scene("home_damaged")
def home_damaged(glass: Glass) -> None:
    """The longest line that a disk makes somebody read."""
    home_three_resume(glass)
    where = "/home/gwendoline/.local/share/tableside/journal.sqlite3: game 12"
    wrong = "is damaged: Expected `int`, got `str` - at `$.summary.to_move`"
    glass.sources.fronts.put(replace(glass.desk.front, trouble=f"{where} {wrong}"))
    glass.frame(2)


@scene("players_kept")
def players_kept(glass: Glass) -> None:
    home_three_resume(glass)
    glass.desk.do(i.ChooseGame("all_4_it"))
    glass.frame(2)


@scene("players")
def players(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.frame(2)


@scene("players_many")
def players_many(glass: Glass) -> None:
    names = ("Ana", "Ben", "Cy", "Dee", "Maximilian", "Fin", "Gwendoline", "Hugo", "Ida")
    people = tuple(Person(name, at % 6) for at, name in enumerate(names))
    glass.sources.fronts.put(replace(FRONT, people=people))
    glass.frame(2)
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.desk.do(i.TogglePerson("Dee"))
    glass.frame(2)


@scene("players_one")
def players_one(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.desk.do(i.TogglePerson("Ben"))
    glass.frame(2)


@scene("players_options")
def players_options(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.desk.do(i.ShowOptions(True))
    glass.desk.do(i.Choose("tie", Tie.FEWEST_POINTS_SPENT))
    glass.frame(2)


@scene("players_six")
def players_six(glass: Glass) -> None:
    people = tuple(Person(name, at) for at, name in enumerate(SIX))
    glass.sources.fronts.put(replace(FRONT, people=people, shelf=(Shelved("wig_out", people, 0),)))
    glass.frame(2)
    glass.desk.do(i.ChooseGame("wig_out"))
    glass.frame(2)


@scene("players_too_many")
def players_too_many(glass: Glass) -> None:
    players_six(glass)
    glass.sources.fronts.put(replace(glass.desk.front, people=(*glass.desk.front.people, Person("Gus", 2))))
    glass.frame(2)
    glass.desk.do(i.TogglePerson("Gus"))
    glass.frame(2)


@scene("players_alone")
def players_alone(glass: Glass) -> None:
    glass.desk.do(i.ChooseGame("wig_out"))
    glass.desk.do(i.TogglePerson("Ana"))
    glass.frame(2)


@scene("players_options_many")
def players_options_many(glass: Glass) -> None:
    players_six(glass)
    glass.desk.do(i.ShowOptions(True))
    glass.frame(2)


@scene("players_hands")
def players_hands(glass: Glass) -> None:
    """The second page: who is dealt fewer cards."""
    players_options_many(glass)
    glass.desk.do(i.More())
    glass.desk.do(i.DealFewer("Maximilian", 2))
    glass.frame(2)


@scene("name")
def name(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.PLAYERS))
    glass.desk.do(i.Go(Place.NAME))
    for letter in "GWENDOLINE":
        glass.desk.do(i.Type(letter))
    glass.frame(2)


@scene("name_taken")
def name_taken(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.NAME))
    for letter in "ANA":
        glass.desk.do(i.Type(letter))
    glass.frame(2)


@scene("name_accents")
def name_accents(glass: Glass) -> None:
    glass.desk.do(i.Go(Place.NAME))
    for letter in "ANNEMARIE LINDT-OBERHUBER":
        glass.desk.do(i.Type(letter))
    glass.desk.do(i.More())
    glass.frame(2)


@scene("teach_waiting")
def teach_waiting(glass: Glass) -> None:
    glass.desk.do(i.Teach())
    glass.frame(2)


def _teaching(verdict: Verdict, found: bool) -> Teaching:
    checks = (
        Check(Aspect.IN_VIEW, Verdict.GOOD, 4),
        Check(Aspect.LIGHT, Verdict.GOOD, 80),
        Check(Aspect.SHARP, verdict, 40),
        Check(Aspect.SPEED, Verdict.GOOD, 30),
    )
    corners = ((0.2, 0.12), (0.75, 0.1), (0.8, 0.9), (0.15, 0.88))
    return Teaching(corners, found, checks, can_keep=verdict is Verdict.GOOD, trouble="")


@scene("teach_found")
def teach_found(glass: Glass) -> None:
    glass.desk.do(i.Teach())
    glass.frame()
    glass.sources.live.put(picture(320, 180))
    glass.sources.teachings.put(_teaching(Verdict.GOOD, True))
    glass.frame(3)


@scene("teach_doubtful")
def teach_doubtful(glass: Glass) -> None:
    glass.desk.do(i.Teach())
    glass.frame()
    glass.sources.live.put(picture(320, 180))
    glass.sources.teachings.put(replace(_teaching(Verdict.DOUBTFUL, False), trouble="too_dark"))
    glass.frame(3)


# ---- the board


@scene("board_colours")
def board_colours(glass: Glass) -> None:
    sit(glass, Game())


@scene("board_turn")
def board_turn(glass: Glass) -> None:
    sit(glass, Game().begin().play(4))


@scene("board_demo")
def board_demo(glass: Glass) -> None:
    at_camera(glass, Source.DEMO)
    game = Game(eye=Eye.LEARNING).begin().play(3)
    game.eye_opens()
    sit(glass, game)


def camera_game(glass: Glass, moves: int = 4) -> Game:
    at_camera(glass)
    game = Game(eye=Eye.LEARNING, now_ns=glass.clock.now).begin().play(moves)
    game.eye_opens()
    game.sees(game.layout())
    return game


@scene("board_pending")
def board_pending(glass: Glass) -> None:
    game = camera_game(glass)
    game.sees(game.after(game.imprint(prefer_empty=False)))
    glass.clock.now = game.now_ns + 1_300_000_000
    sit(glass, game)
    assert game.snapshot.pending is not None


@scene("board_live")
def board_live(glass: Glass) -> None:
    game = camera_game(glass)
    game.sees(game.after(game.imprint()))
    glass.clock.now = game.now_ns + 500_000_000
    sit(glass, game)
    glass.desk.do(i.ShowLive(True))
    glass.frame()
    glass.sources.board.put(picture(200, 200))
    glass.frame(3)


@scene("board_underway")
def board_underway(glass: Glass) -> None:
    game = camera_game(glass)
    move = game.imprint()
    half = list(game.layout())
    whole = game.after(move)
    for cell in move.cells[:2]:
        half[cell] = whole[cell]
    game.sees("".join(half))
    sit(glass, game)


@scene("board_hands")
def board_hands(glass: Glass) -> None:
    game = camera_game(glass)
    game.hands(True)
    sit(glass, game)


@scene("board_retracted")
def board_retracted(glass: Glass) -> None:
    game = camera_game(glass)
    move = game.imprint()
    game.sees(game.after(move))
    game.tell(ib.Keep(game.now_ns))
    undo = game.snapshot.undo
    assert undo is not None
    game.tell(ib.TakeBack(undo.to_seq, frozenset({ANA, BEN}), game.now_ns))
    sit(glass, game)


@scene("board_lost")
def board_lost(glass: Glass) -> None:
    game = camera_game(glass)
    game.tell(ib.EyeGone("unplugged", game.now_ns))
    sit(glass, game)


@scene("board_blind_colours")
def board_blind_colours(glass: Glass) -> None:
    at_camera(glass)
    game = Game(eye=Eye.LEARNING, now_ns=glass.clock.now)
    game.tell(ib.EyeGone("no_picture", game.now_ns))
    sit(glass, game)


@scene("board_by_hand")
def board_by_hand(glass: Glass) -> None:
    """Where a clip could be played as well."""
    at_camera(glass, Source.DEMO)
    sit(glass, Game(names=("Annemarie Oberhuber", "Maximilian")).begin().play(2))


@scene("board_picking")
def board_picking(glass: Glass) -> None:
    game = sit(glass, Game().begin().play(4))
    for cell in game.imprint(prefer_empty=False).cells[:2]:
        glass.desk.do(own.Tap(cell))
    glass.frame(2)


def wrong_cells(game: Game) -> tuple[int, ...]:
    return (0, 4, 20, 24)


@scene("board_wrong")
def board_wrong(glass: Glass) -> None:
    game = sit(glass, Game().begin().play(4))
    for cell in wrong_cells(game):
        glass.desk.do(own.Tap(cell))
    glass.clock.pass_s(1)
    glass.frame(20)


@scene("board_refused")
def board_refused(glass: Glass) -> None:
    game = sit(glass, Game().begin().play(2))
    glass.show(replace(game.snapshot, refusal=Refusal("all_4_it.cells_not_ascending")))


@scene("board_badge")
def board_badge(glass: Glass) -> None:
    game = sit(glass, Game().begin().play(4))
    swap = next(c for c in game.snapshot.choices if isinstance(c, Exchange))
    game.act(swap)
    glass.show(game.snapshot)


@scene("board_exchange")
def board_exchange(glass: Glass) -> None:
    board_badge(glass)
    glass.clock.pass_s(9)
    glass.frame(2)


@scene("board_power")
def board_power(glass: Glass) -> None:
    game = Game().begin().play(4)
    game.act(own_power(game))
    sit(glass, game)
    glass.desk.do(own.Tap(0))
    glass.frame(2)


def own_power(game: Game) -> OpenPower:
    seat = game.snapshot.view.to_move
    peeked = game.tell(ib.Peek(seat, game.now_ns)).peek
    game.tell(ib.Unpeek(game.now_ns))
    assert peeked is not None
    return next(c for c in peeked.choices if isinstance(c, OpenPower))


@scene("board_on_table")
def board_on_table(glass: Glass) -> None:
    game = Game(ON_TABLE).begin().play(2)
    sit(glass, game)


@scene("board_paused")
def board_paused(glass: Glass) -> None:
    game = Game().begin().play(4)
    game.tell(ib.Pause(game.now_ns))
    sit(glass, game)


# ---- beside the board


@scene("fix")
def fix(glass: Glass) -> None:
    board_pending(glass)
    glass.desk.do(i.OpenFix())
    glass.frame(3)


@scene("fix_live")
def fix_live(glass: Glass) -> None:
    fix(glass)
    glass.sources.board.put(picture(200, 200))
    glass.frame(3)


@scene("compare")
def compare(glass: Glass) -> None:
    game = camera_game(glass)
    seen = list(game.layout())
    for cell in (0, 6, 12, 18, 24, 4, 20):
        seen[cell] = {"R": "W", "W": ".", ".": "R"}[seen[cell]]
    game.sees("".join(seen))
    game.wait(6)
    sit(glass, game)
    assert glass.place is All4ItPlace.COMPARE


@scene("result")
def result(glass: Glass) -> None:
    sit(glass, Game().begin().to_scoring())
    assert glass.place is All4ItPlace.RESULT


@scene("winner")
def winner(glass: Glass) -> None:
    sit(glass, Game(Options(rounds=1)).begin().to_scoring())
    assert glass.place is Place.WINNER


@scene("ended")
def ended(glass: Glass) -> None:
    game = Game(Options(rounds=2)).begin().to_scoring()
    game.act(game.snapshot.choices[0])
    sit(glass, game)
    glass.desk.do(i.EndGame())
    glass.frame(2)


@scene("winner_shared")
def winner_shared(glass: Glass) -> None:
    game = Game(Options(rounds=1)).begin().to_scoring()
    snapshot = game.snapshot
    sit(glass, game)
    glass.show(replace(snapshot, view=replace(snapshot.view, winners=(ANA, BEN)), serial=999))


def long_game() -> Game:
    game = Game().begin().play(3)
    game.act(own_power(game))
    game.act(SetCell(BEN, 24, Colour.WHITE), ClosePower(BEN))
    return game.play(2)


@scene("timeline")
def timeline(glass: Glass) -> None:
    sit(glass, long_game())
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.frame(2)


@scene("timeline_chosen")
def timeline_chosen(glass: Glass) -> None:
    game = sit(glass, long_game())
    undo = game.snapshot.undo
    assert undo is not None
    game.tell(ib.TakeBack(undo.to_seq, frozenset({ANA, BEN}), game.now_ns))
    glass.show(game.snapshot)
    glass.desk.do(i.Go(Place.TIMELINE))
    glass.frame(2)
    chosen = glass.screen.model.rows[2].button.intent
    glass.desk.do(chosen)
    glass.frame(2)


@scene("amend")
def amend(glass: Glass) -> None:
    timeline(glass)
    row = next(r for r in glass.screen.model.rows if "played" in r.button.text or "plàý" in r.button.text)
    glass.desk.do(row.button.intent)
    glass.desk.do(i.Go(Place.AMEND))
    for cell in (0, 1):
        glass.desk.do(own.Tap(cell))
    glass.frame(2)


def other_places(game: Game, played: Entry) -> list[Imprint]:
    """The shape of this record, wherever it can lie."""
    shape = next(s for s in game.snapshot.view.cards.shapes if s.id == played.events[0].shape)
    return [Imprint(played.by or ANA, shape.id, lie) for lie in sorted(placements(shape.points))]


@scene("amend_ready")
def amend_ready(glass: Glass) -> None:
    amend(glass)
    for cell in (2, 3):
        glass.desk.do(own.Tap(cell))
    glass.frame(2)


@scene("amend_drop")
def amend_drop(glass: Glass) -> None:
    amend_ready(glass)
    snapshot = glass.desk.snapshot
    later = [e.seq for e in snapshot.timeline if e.by is not None][-3:]
    broken = tuple(Broken(seq, Refusal("all_4_it.not_that_shape")) for seq in later)
    glass.show(replace(snapshot, broken=broken, refusal=Refusal("table.would_drop")))


@scene("consent")
def consent(glass: Glass) -> None:
    game = sit(glass, Game().begin().play(4))
    undo = game.snapshot.undo
    assert undo is not None
    glass.desk.do(i.BackTo(undo.to_seq, needs_consent=True))
    glass.desk.do(i.Agree(ANA))
    glass.frame(2)


@scene("shapes")
def shapes(glass: Glass) -> None:
    sit(glass, Game(ON_TABLE).begin())
    glass.desk.do(own.EnterShape(BEN))
    glass.frame(2)


@scene("menu")
def menu(glass: Glass) -> None:
    glass.sources.fronts.put(replace(FRONT, sound=True))
    glass.frame(2)
    sit(glass, Game().begin().play(1))
    glass.desk.do(i.Go(Place.MENU))
    glass.frame(2)


# ---- secrets


@scene("powers_cover")
def powers_cover(glass: Glass) -> None:
    sit(glass, Game(cards=canary_cards()).begin())
    glass.desk.do(own.LookAtPowers(ANA))
    glass.settle()


@scene("powers_cover_long")
def powers_cover_long(glass: Glass) -> None:
    sit(glass, Game(names=("Maximilian", "Gwendoline")).begin())
    glass.desk.do(own.LookAtPowers(BEN))
    glass.settle()


@scene("powers_held", secret=True)
def powers_held(glass: Glass) -> None:
    powers_cover(glass)
    glass.down(glass.screen.ids.pad)
    glass.frame(3)
    assert glass.desk.secret


@scene("powers_latched", secret=True)
def powers_latched(glass: Glass) -> None:
    game = sit(glass, Game().begin().play(2))
    glass.desk.do(own.LookAtPowers(game.snapshot.view.to_move))
    glass.settle()
    finger = glass.down(glass.screen.ids.pad)
    glass.clock.pass_s(0.7)
    glass.frame(3)
    finger.lift()
    glass.frame(2)
    assert glass.desk.secret


@scene("powers_return", secret=True)
def powers_return(glass: Glass) -> None:
    board_exchange(glass)
    glass.desk.do(own.LookAtPowers(glass.desk.snapshot.view.to_move))
    glass.settle()
    finger = glass.down(glass.screen.ids.pad)
    glass.clock.pass_s(0.7)
    glass.frame(3)
    finger.lift()
    glass.frame(2)
    assert any(isinstance(c, Return) for c in glass.desk.snapshot.peek.choices)


@scene("powers_named")
def powers_named(glass: Glass) -> None:
    sit(glass, Game(ON_TABLE).begin())
    glass.desk.do(own.LookAtPowers(ANA))
    glass.frame(2)


# Scenes of other parts of the app stand in modules of their own, and are listed here as well.
from tests.ui import lesson_scenes  # noqa: E402, F401
from tests.ui.wig_scenes import WIG_SCENES  # noqa: E402  they are scenes like the others

SCENES += [Scene(build.__name__, build) for build in WIG_SCENES]

# Registered at the end: they sit down at the same kind of glass.
from tests.ui import race_scenes as race_scenes  # noqa: E402, PLC0414
