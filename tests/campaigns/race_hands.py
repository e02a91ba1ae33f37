"""Hands of cards in a race: random fingers, and tables that differ in nothing but what is hidden.

Kinds of cards have no names of their own that could be looked for, as powers have: "Wind 3" is said at every
bid. So fingers look for names that only the screen of hands was taught; and two tables that deal otherwise,
where as many cards go round, must look alike to everybody who holds none of them.
"""

import io
import random
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from companion.commands import games
from companion.deck_file import load_mix
from companion.journal.store import Journal
from companion.rules.all_wound_up.actions import ChooseFigure, DiscardCard, PassCard
from companion.rules.all_wound_up.options import CardsWhere, Edition, Figures, Options
from companion.rules.all_wound_up.options import Passing as PassingHow
from companion.rules.all_wound_up.stages import Drafting, Passing
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.hosted.all_wound_up_setup import as_setup
from companion.table.snapshot import Eye
from companion.table.thread import Table
from companion.ui import presenting
from companion.ui.all_wound_up.places import RacePlace
from companion.ui.desk import Desk
from companion.ui.facts import Front, Person, Settings, Shelved, Source
from companion.ui.places import Place
from tests.campaigns import Outcome
from tests.rules.all_wound_up_tables import RING

WHOLE = 10_000
SHARE = 50
"""Random touch sequences, half of them on either kind of hand; a hundredth of it, pairs of tables."""
NAMES = ("Ana", "Ben", "Cy", "Dee")
PEOPLE = tuple(Person(name, at) for at, name in enumerate(NAMES))
FRONT = Front(None, PEOPLE, PEOPLE, (Shelved("all_wound_up", PEOPLE, 0),), Source.NONE, False, False)
LOOK = Settings(1.0, light=False, language="en", flipped=False, muted=False)
PLACES = (Place.BOARD, RacePlace.HAND, Place.TIMELINE, Place.AMEND, Place.MENU, RacePlace.FAIR)


def run(seed: int, n: int) -> list[Outcome]:
    return [_fingers("held", seed, n // 2), _fingers("told", seed, n // 2), *_alike(seed, max(2, n // 100))]


def _fingers(kind: str, seed: int, n: int) -> Outcome:
    from tests.ui.race_peeping import peeper  # noqa: PLC0415  # opens a window

    somebody = peeper(kind, seed)
    try:
        found = somebody.run(n)
    finally:
        somebody.close()
    kept = not found.leaks and found.seen > 0 and found.checks > 0
    figure = f"{found.sequences} sequences, {found.checks} looks without a hold, {found.seen} with one"
    if found.leaks:
        figure += f"; {len(found.leaks)} leaks, first: {found.leaks[0]}"
    return Outcome(f"no card of a {kind} hand is seen outside its owner's hold", kept, figure)


def _alike(seed: int, pairs: int) -> list[Outcome]:
    models, files, looks = list[str](), list[str](), 0
    for pair in range(pairs):
        rng = random.Random(seed * 1000 + pair)
        seats = rng.randint(2, 4)
        options = Options(
            cards=CardsWhere.IN_APP,
            figures=Figures.CHOSEN,
            edition=rng.choice(list(Edition)),
            passing=rng.choice(list(PassingHow)),
        )
        steps = seats + rng.randint(1, 25)
        one, other = (_told_of(options, seats, steps, secret) for secret in (b"\1" * 32, rng.randbytes(32)))
        if one.dealt == other.dealt:
            models.append("both tables dealt alike: nothing was tried")
        models += [f"{place}" for (place, a), (_, b) in zip(one.shown, other.shown, strict=True) if a != b]
        files += ["an export or a replay tells two tables apart"] if one.files != other.files else []
        looks += len(one.shown)
    figure = f"{pairs} pairs of tables, {looks} models"
    return [
        Outcome(
            "tables that differ in hidden cards alone look alike", not models, models[0] if models else figure
        ),
        Outcome("and so do their exports and replays", not files, files[0] if files else figure),
    ]


class _Told:
    """All that anybody is told of one table where nobody looks at a hand."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.files = ""
        self.dealt: Any = None


def _told_of(options: Options, seats: int, steps: int, secret: bytes) -> _Told:
    told, hosted = _Told(), AllWoundUp()
    names = NAMES[:seats]
    setup = as_setup(options, RING, load_mix(None), seats, Seat(0))
    with tempfile.TemporaryDirectory(prefix="tableside-alike-") as folder:
        home = Path(folder)
        journal = Journal(home)
        opened = journal.begin(
            game=hosted.name, rules=hosted.rules_version, setup=setup, names=names, secret=secret,
            summary=hosted.summary(hosted.start(setup)), at_s=0.0,
        )  # fmt: skip
        table: Any = Table(
            hosted, rules=hosted.rules_version, setup=setup, names=names, lines=(),
            dealer=SecretDealer(secret), keeper=opened, wall=lambda: 0.0, delay_s=0, eye=Eye.NONE,
        )  # fmt: skip
        now = 0
        wishes: Any = _Nobody()
        desk = Desk(wishes, FRONT, LOOK, lambda: now, lambda: None)
        desk.take_snapshot(table.snapshot)
        for _ in range(steps):
            state = table.sitting.ledger.state
            if not isinstance(state.stage, Passing | Drafting):
                break
            now += 1_000_000_000
            desk.take_snapshot(table.handle(ib.Act((next(_gifts(hosted, state)),), now)))
            told.shown += _looked(desk, now)
        told.dealt = table.sitting.ledger.state.hands
        journal.close()
        out = io.StringIO()
        with redirect_stdout(out):
            games.export(home, "1", secret=False, out=None)
            games.replay(home, "1")
            games.listing(home)
        told.files = out.getvalue().replace(folder, "")
    return told


_GIFTS = (ChooseFigure, PassCard, DiscardCard)


def _gifts(hosted: AllWoundUp, state: Any) -> Iterator[Any]:
    for seat in hosted.seats(state):
        yield from (c for c in hosted.choices(state, seat) if isinstance(c, _GIFTS))


def _looked(desk: Desk, now_ns: int) -> Iterator[tuple[str, str]]:
    for place in PLACES:
        desk.go(place)
        if desk.snapshot is not None:
            yield f"{place}", repr(presenting.present(desk, now_ns, 0.0))
    told = desk.game
    yield "snapshot", repr((told.view, told.choices, told.timeline, told.undo, told.peek))


class _Nobody:
    """Wishes that nobody has a use for here."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None
