"""Powers with names like nothing else: whole games, and everywhere a name could be read by the wrong eyes.

Names that a seat has revealed are public for the rest of the round; every other one belongs to its owner.
Pixels and textures are the business of the campaign of the screens; here are models, timelines, exports,
replays, logs and crash reports.
"""

import io
import logging
import random
import tempfile
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion import crash
from companion.commands import games
from companion.journal.store import Journal
from companion.rules.all_4_it.actions import ClosePower, Imprint, OpenPower, Return, SetCell
from companion.rules.all_4_it.cards import Cards
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.view import Phase
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup
from companion.table.snapshot import Eye
from companion.table.thread import Table
from companion.ui import presenting
from companion.ui.all_4_it.places import All4ItPlace
from companion.ui.desk import Desk
from companion.ui.facts import Front, Person, Settings, Shelved, Source
from companion.ui.places import Place
from tests.campaigns import Outcome
from tests.ui.game import canary_cards

WHOLE = 100
SHARE = 3
"""Games."""
TURNS = 60
PEOPLE = (Person("Ana", 0), Person("Ben", 1))
FRONT = Front(
    None, PEOPLE, PEOPLE, (Shelved("all_4_it", PEOPLE, 0),), Source.NONE, can_teach=False, sound=False
)
LOOK = Settings(1.0, light=False, language="en", flipped=False, muted=False)
PLACES = (
    Place.BOARD,
    All4ItPlace.POWERS,
    Place.FIX,
    Place.TIMELINE,
    Place.AMEND,
    Place.MENU,
    All4ItPlace.RESULT,
    All4ItPlace.COMPARE,
)
DURING, AFTER = "in no model or timeline while the game goes on", "in no export, replay, log or crash report"
OWNER = "the owner, and the owner alone, sees them while holding"


class Evening:
    """One game on a real disk, with a desk that shows it."""

    def __init__(self, home: Path, seed: int, cards: Cards) -> None:
        self.chance, self.now = random.Random(seed), 1_000_000_000_000
        self.cards, self.looks, self.found = cards, 0, list[str]()
        self.journal = Journal(home)
        hosted = All4It()
        setup = as_setup(Options(), cards, Seat(0))
        secret = self.chance.randbytes(32)
        self.opened = self.journal.begin(
            game=hosted.name, rules=hosted.rules_version, setup=setup, names=("Ana", "Ben"), secret=secret,
            summary=hosted.summary(hosted.start(setup)), at_s=0.0,
        )  # fmt: skip
        self.table: Any = Table(
            hosted, rules=hosted.rules_version, setup=setup, names=("Ana", "Ben"), lines=(),
            dealer=SecretDealer(secret), keeper=self.opened, wall=lambda: 0.0, delay_s=0, eye=Eye.NONE,
        )  # fmt: skip
        self.shown: set[str] = set()
        """Everything that was public at some time: a record of it may be read for ever."""
        wishes: Any = self
        self.desk = Desk(wishes, FRONT, LOOK, lambda: self.now, lambda: None)

    def __getattr__(self, name: str) -> Any:
        """Wishes that this evening has no use for."""
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *_: None

    def send(self, inbound: Any) -> None:
        self.now += 1_000_000_000
        snapshot = self.table.handle(inbound)
        for seat in snapshot.view.seats:
            self.shown |= set(seat.revealed)
        self.desk.take_snapshot(snapshot)

    def play(self) -> None:
        self.send(ib.FlipForUs(self.now))
        for _ in range(TURNS):
            if self.table.snapshot.view.phase is Phase.OVER:
                break
            self.act()
            self.look()
        self.journal.close()

    def act(self) -> None:
        seat = self.table.snapshot.view.to_move
        hosted, state = All4It(), self.table.sitting.ledger.state
        choices = list(hosted.choices(state, seat))
        rare = [c for c in choices if isinstance(c, OpenPower | Return | SetCell | ClosePower)]
        plays = [c for c in choices if isinstance(c, Imprint)]
        pick = rare if rare and (not plays or self.chance.random() < 0.3) else choices
        self.send(ib.Act((self.chance.choice(pick),), self.now))
        undo = self.table.snapshot.undo
        if undo is not None and self.chance.random() < 0.1:
            everybody = frozenset({Seat(0), Seat(1)})
            self.send(ib.TakeBack(undo.to_seq, everybody, self.now))

    def look(self) -> None:
        """At every place, from nobody's chair; and at one owner's cards, held."""
        snapshot = self.table.snapshot
        self.wrong(DURING, repr((snapshot.timeline, snapshot.choices, snapshot.pending, snapshot.undo)))
        for place in PLACES:
            self.desk.go(place)
            if self.desk.snapshot is not None:
                self.wrong(DURING, repr(presenting.present(self.desk, self.now, 0.0)))
            self.looks += 1
        seat = Seat(self.chance.randrange(2))
        self.send(ib.Peek(seat, self.now))
        peek = self.table.snapshot.peek
        if peek is None or not set(peek.view.own_powers) <= self.held(seat):
            self.found.append(f"{OWNER}: {seat} does not see the own cards alone")
        self.send(ib.Unpeek(self.now))
        if self.table.snapshot.peek is not None or self.desk.snapshot.peek is not None:  # type: ignore[union-attr]
            self.found.append(f"{OWNER}: still there after the hold")

    def held(self, seat: Seat) -> set[str]:
        hands = self.table.sitting.ledger.state.powers
        return set(hands.known(seat))

    def wrong(self, where: str, text: str) -> None:
        for power in self.cards.powers:
            if power.id not in self.shown and (power.name in text or power.id in text.casefold()):
                self.found.append(f"{where}: {power.name} in {text[:80]}")


def run(seed: int, n: int) -> list[Outcome]:
    found, looks = list[str](), 0
    for game in range(n):
        logs = io.StringIO()
        handler = logging.StreamHandler(logs)
        logging.getLogger().addHandler(handler)
        before = logging.getLogger().level
        logging.getLogger().setLevel(logging.DEBUG)
        try:
            with tempfile.TemporaryDirectory(prefix="tableside-canary-") as folder:
                evening = Evening(Path(folder), seed * 1000 + game, renamed(seed, game))
                evening.play()
                evening.wrong(AFTER, after_the_game(Path(folder), evening) + logs.getvalue())
        finally:
            logging.getLogger().removeHandler(handler)
            logging.getLogger().setLevel(before)
        found, looks = found + evening.found, looks + evening.looks
    figure = f"{n} games, {looks} models"
    return [
        Outcome(promise, not bad, bad[0] if bad else figure)
        for promise in (DURING, OWNER, AFTER)
        for bad in ([line for line in found if line.startswith(promise)],)
    ]


def renamed(seed: int, game: int) -> Cards:
    """Many canaries, so that most of them are never revealed; two words of each are unlike all others."""
    cards = canary_cards()
    return replace(
        cards,
        powers=tuple(
            replace(power, id=f"{power.id}{seed}x{game}", name=f"{power.name}{seed}x{game}", text=power.name)
            for power in cards.powers
        ),
    )


def after_the_game(home: Path, evening: Evening) -> str:
    """Everything that can be had of the game by somebody who does not ask for its secrets."""
    out = io.StringIO()
    with redirect_stdout(out):
        games.export(home, "1", secret=False, out=None)
        games.replay(home, "1")
        games.listing(home)
    report = None
    try:
        evening.table.handle(repr(evening.table.sitting))  # a defect with everything in its words
    except Exception as error:
        report = crash.write_report(home, error, ["play"])
    assert report is not None, "there was no defect to report"
    return out.getvalue() + report.read_text(encoding="utf-8")
