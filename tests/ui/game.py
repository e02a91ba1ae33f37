"""A real game of All 4 It at a table without a disk, for screens to show."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards import load_cards
from companion.rules.all_4_it.actions import Flip, Imprint
from companion.rules.all_4_it.cards import Cards
from companion.rules.all_4_it.options import Options
from companion.rules.all_4_it.state import Colour
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup
from companion.table.records import Line
from companion.table.snapshot import Eye, Snapshot
from companion.table.thread import Table
from vision.observation import GridSeen, HandsSeen, Seeing

ANA, BEN = Seat(0), Seat(1)
CANARIES = ("Zyzzogeton", "Quincunx", "Vexillology", "Jabberwock", "Kerfuffle", "Widdershin")
"""Names of powers that nothing else on any screen could ever say."""


def canary_cards() -> Cards:
    """The shipped shapes, and powers whose names are easily found where they should not be."""
    shipped = load_cards(None)
    powers = tuple(
        replace(power, id=name.casefold(), name=name, text=f"{name} does what {name} does.", cost=1, copies=1)
        for name, power in zip(CANARIES, shipped.powers, strict=False)
    )
    return replace(shipped, powers=powers)


class Nowhere:
    """A keeper that keeps nothing."""

    def append(self, lines: Sequence[Line], summary: Line) -> None: ...


class Game:
    """A table that somebody plays at. Time is told to it."""

    def __init__(
        self,
        options: Options = Options(),  # noqa: B008  # frozen
        cards: Cards | None = None,
        *,
        eye: Eye = Eye.NONE,
        delay_s: float = 3,
        now_ns: int = 1_000_000_000_000,
        names: tuple[str, ...] = ("Ana", "Ben"),
    ) -> None:
        self.wall_s = 1_000_000.0
        self.now_ns = now_ns
        self.table: Any = Table(
            All4It(),
            rules=All4It.rules_version,
            setup=as_setup(options, cards or load_cards(None), ANA),
            names=names,
            lines=[],
            dealer=SecretDealer(b"\7" * 32),
            keeper=Nowhere(),
            wall=self._wall,
            delay_s=delay_s,
            eye=eye,
        )

    def _wall(self) -> float:
        self.wall_s += 20
        return self.wall_s

    @property
    def snapshot(self) -> Snapshot[Any, Any]:
        snapshot: Snapshot[Any, Any] = self.table.snapshot
        return snapshot

    def tell(self, inbound: Any) -> Snapshot[Any, Any]:
        snapshot: Snapshot[Any, Any] = self.table.handle(inbound)
        return snapshot

    def act(self, *actions: Any) -> Snapshot[Any, Any]:
        snapshot = self.tell(ib.Act(tuple(actions), self.now_ns))
        assert snapshot.refusal is None, (actions, snapshot.refusal)
        return snapshot

    def begin(self) -> "Game":
        """Ana flips red."""
        self.act(Flip(ANA, Colour.RED))
        return self

    def imprint(self, prefer_empty: bool = True) -> Imprint:
        """A move that can be made now: the one that covers most empty cells, or fewest."""
        moves = [c for c in self.snapshot.choices if isinstance(c, Imprint)]
        grid = self.snapshot.view.grid

        def empties(move: Imprint) -> int:
            return sum(grid[cell] is None for cell in move.cells)

        return max(moves, key=lambda m: empties(m) if prefer_empty else -empties(m))

    def play(self, moves: int) -> "Game":
        for _ in range(moves):
            self.act(self.imprint())
        return self

    def to_scoring(self) -> "Game":
        """On to where a round is scored, or the game is over."""
        while self.snapshot.view.phase.value == "turn":
            self.act(self.imprint())
        return self

    def sees(self, layout: str, seconds: float = 1.0) -> Snapshot[Any, Any]:
        """The camera sees this lie on the grid, hands away."""
        self.now_ns += round(seconds * 1e9)
        t = self.now_ns / 1e9
        rows = tuple(layout[at : at + 5] for at in range(0, 25, 5))
        return self.tell(ib.Observed(GridSeen(t - 0.2, t, rows), self.now_ns))  # type: ignore[arg-type]

    def eye_opens(self) -> Snapshot[Any, Any]:
        t = self.now_ns / 1e9
        return self.tell(ib.Observed(Seeing(t, t), self.now_ns))

    def hands(self, over: bool) -> Snapshot[Any, Any]:
        self.now_ns += 100_000_000
        t = self.now_ns / 1e9
        return self.tell(ib.Observed(HandsSeen(t, t, over), self.now_ns))

    def wait(self, seconds: float) -> Snapshot[Any, Any]:
        self.now_ns += round(seconds * 1e9)
        snapshot: Snapshot[Any, Any] = self.table.wake(self.now_ns)
        return snapshot

    def layout(self) -> str:
        return "".join("." if c is None else c.value for c in self.snapshot.view.grid)

    def after(self, move: Imprint) -> str:
        """How the grid looks once `move` is made."""
        colour = self.snapshot.view.seats[move.seat].colour
        cells = list(self.layout())
        for cell in move.cells:
            flipped = {"R": "W", "W": "R"}.get(cells[cell])
            cells[cell] = flipped or colour.value
        return "".join(cells)
