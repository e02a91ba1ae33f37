"""A real game of All Wound Up at a table without a disk, for screens to show."""

from dataclasses import replace
from typing import Any

from companion.deck_file import load_mix
from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.options import CardsWhere, Options
from companion.rules.all_wound_up.race import Race
from companion.rules.all_wound_up.stages import Bidding, Passing
from companion.rules.all_wound_up.tasks import Settle, Walk, Wind
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.hosted.all_wound_up_race import as_race
from companion.table.hosted.all_wound_up_setup import as_setup
from companion.table.snapshot import Eye, Snapshot
from companion.table.thread import Table
from companion.ui.all_wound_up import bidding, passing_model
from tests.rules.all_wound_up_tables import LINE
from tests.ui.game import Nowhere
from vision.observation import Placed, Posed, Seeing, SeenThrough, SteppedOn, Still, Touched

ANA, BEN, CY, DEE = Seat(0), Seat(1), Seat(2), Seat(3)
REAL = Options()
HELD = Options(cards=CardsWhere.IN_APP)

TAUGHT = as_race(
    (
        ("crypt", ("brain", "mausoleum")),
        ("yard", ("brain", "grave")),
        ("well", ("brain", "grave", "mausoleum")),
        ("moor-gate", ("gate", "grave")),
    ),
    ("crypt", "yard", "well", "moor-gate"),
    "behind the gate",
    ring=True,
    figures=("Steve", "Molly", "Gus", "Vera"),
)
"""As an eye was taught it."""


class RaceGame:
    """A table that somebody plays at. The last seat deals, so that Ana bids first. Time is told to it."""

    def __init__(
        self,
        options: Options = REAL,
        *,
        names: tuple[str, ...] = ("Ana", "Ben", "Cy"),
        race: Race = LINE,
        eye: Eye = Eye.NONE,
        now_ns: int = 1_000_000_000_000,
        secret: bytes = b"\7" * 32,
        setup: dict[str, Any] | None = None,
    ) -> None:
        self.wall_s = 1_000_000.0
        self.now_ns = now_ns
        seats = len(names)
        self.table: Any = Table(
            AllWoundUp(),
            rules=AllWoundUp.rules_version,
            setup=setup or as_setup(options, race, load_mix(None), seats, Seat(seats - 1)),
            names=names,
            lines=[],
            dealer=SecretDealer(secret),
            keeper=Nowhere(),
            wall=self._wall,
            delay_s=3,
            eye=eye,
        )

    def _wall(self) -> float:
        self.wall_s += 20
        return self.wall_s

    @property
    def snapshot(self) -> Snapshot[Any, Any]:
        snapshot: Snapshot[Any, Any] = self.table.snapshot
        return snapshot

    @property
    def state(self) -> Any:
        return self.table.sitting.ledger.state

    @property
    def view(self) -> Any:
        return self.snapshot.view

    @property
    def head(self) -> Any:
        return self.view.tasks[0] if self.view.tasks else self.view.stage

    def tell(self, inbound: Any) -> Snapshot[Any, Any]:
        snapshot: Snapshot[Any, Any] = self.table.handle(inbound)
        return snapshot

    def act(self, *actions: Any) -> "RaceGame":
        snapshot = self.tell(ib.Act(tuple(actions), self.now_ns))
        assert snapshot.refusal is None, (actions, snapshot.refusal)
        return self

    def choices(self, seat: Seat) -> tuple[Any, ...]:
        return AllWoundUp().choices(self.state, seat)

    def force(self, state: Any) -> "RaceGame":
        """As if all had come to this: for screens that take an evening to reach."""
        sitting = self.table.sitting
        ledger = sitting.ledger
        steps = (*ledger.steps[:-1], replace(ledger.steps[-1], state=state))
        self.table._sitting = replace(sitting, ledger=replace(ledger, steps=steps))
        self.table._snapshot = self.table._show(ledger)
        return self

    def may(self, *actions: Any) -> Any:
        """Whether the sitting would take these: the refusal, or None. Nothing comes of it."""
        saved = self.table._sitting, self.table._snapshot
        refusal = self.tell(ib.Act(tuple(actions), self.now_ns)).refusal
        self.table._sitting, self.table._snapshot = saved
        return refusal

    def to_bids(self) -> "RaceGame":
        """Past the drawing of figures and the passing of cards."""
        if isinstance(self.view.stage, Passing) and not self.view.options.in_app:
            return self.act(*passing_model.handing_over(self.view, 9))
        while isinstance(self.view.stage, Passing):
            seat = self.view.asked[0]
            self.act(self.choices(seat)[0])
        return self

    def bid(self, kind: Card, *, bidder: int = 1, others: tuple[int, ...] = ()) -> "RaceGame":
        """A whole bid with real cards: so many from the bidder, and from those who follow."""
        assert isinstance(self.view.stage, Bidding)
        self.act(a.MakeBid(self.view.asked[0], kind, bidder, 0))
        for cards in others:
            self.act(a.Follow(self.view.asked[0], cards, 0))
        if rest := bidding.zeros(self.view):
            self.act(*rest)
        return self.act(*bidding.passes(self.view))

    def to_wind(self) -> "RaceGame":
        """The figure is on the board, and its owner winds it."""
        while not isinstance(self.head, Wind):
            seat = self.view.asked[0]
            settle = isinstance(self.head, Settle)
            choice = next(c for c in self.choices(seat) if not settle or isinstance(c, a.Done))
            self.act(choice)
        return self

    def walk(self) -> "RaceGame":
        """Let go."""
        self.to_wind()
        self.act(a.Release(self.head.seat))
        assert isinstance(self.head, Walk)
        return self

    def tell_walk(self, *reports: Any) -> "RaceGame":
        return self.act(*reports)

    # ---- with an eye

    def see(self, *observations: Any) -> "RaceGame":
        """The eye says these."""
        for seen in observations:
            self.now_ns = max(self.now_ns, round(seen.said_s * 1e9))
            self.tell(ib.Observed(seen, self.now_ns))
        return self

    def watch_wind(self) -> "RaceGame":
        """Ana has won a bid and placed Steve, as the eye has seen."""
        t = self.now_ns / 1e9
        self.see(Seeing(t, t), Posed(t + 1, t + 1, "Steve", "crypt", (50.0, 60.0), 90.0, True))
        self.see(Placed(t + 2, t + 2.2, "Steve", "crypt", ()), SeenThrough(t + 3, t + 3.1))
        self.see(Still(t + 3.5, t + 3.6, "Steve", t + 2.5), SeenThrough(t + 4, t + 4.1))
        assert isinstance(self.head, Wind)
        return self

    def watch_walk(self) -> "RaceGame":
        """Steve has walked to the yard, onto its Brain, and perhaps onto its grave."""
        self.watch_wind().act(a.Release(ANA))
        t = self.now_ns / 1e9
        self.see(SteppedOn(t + 1, t + 1.2, "Steve", "yard"))
        self.see(Touched(t + 1.5, t + 1.7, "Steve", "yard", "brain", 0, 4.1, uncertain=False))
        return self.see(
            Touched(t + 2, t + 2.2, "Steve", "yard", "grave", 1, 0.3, uncertain=True),
            SeenThrough(t + 3, t + 3.1),
        )

    def still(self) -> "RaceGame":
        return self.act(a.StandStill(self.head.seat))
