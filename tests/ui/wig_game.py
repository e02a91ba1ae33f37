"""A real game of Wig Out! at a table without a disk, for screens to show."""

from typing import Any

from companion.rules.core import Seat
from companion.rules.wig_out.actions import Call, DeadHeat, EnterCards, FalseCall, Go
from companion.rules.wig_out.options import Options
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.wig_out import WigOut
from companion.table.hosted.wig_out_setup import as_setup
from companion.table.snapshot import Eye, Snapshot
from companion.table.thread import Table
from tests.ui.game import Nowhere

SIX = ("Ana", "Ben", "Maximilian", "Dee", "Gwendoline", "Fin")


class WigGame:
    """A table that somebody plays at. Time is told to it."""

    def __init__(
        self,
        options: Options = Options(),  # noqa: B008  # frozen
        *,
        names: tuple[str, ...] = SIX,
        dealer: int | None = 0,
        fewer: tuple[int, ...] = (),
        now_ns: int = 1_000_000_000_000,
    ) -> None:
        self.wall_s, self.now_ns = 1_000_000.0, now_ns
        self.table: Any = Table(
            WigOut(),
            rules=WigOut.rules_version,
            setup=as_setup(options, len(names), None if dealer is None else Seat(dealer), fewer),
            names=names,
            lines=[],
            dealer=SecretDealer(b"\7" * 32),
            keeper=Nowhere(),
            wall=self._wall,
            delay_s=0,
            eye=Eye.NONE,
        )

    def _wall(self) -> float:
        self.wall_s += 5
        return self.wall_s

    @property
    def snapshot(self) -> Snapshot[Any, Any]:
        snapshot: Snapshot[Any, Any] = self.table.snapshot
        return snapshot

    def tell(self, inbound: Any) -> Snapshot[Any, Any]:
        snapshot: Snapshot[Any, Any] = self.table.handle(inbound)
        return snapshot

    def act(self, *actions: Any) -> "WigGame":
        snapshot = self.tell(ib.Act(tuple(actions), self.now_ns))
        assert snapshot.refusal is None, (actions, snapshot.refusal)
        return self

    def go(self) -> "WigGame":
        return self.act(Go(self.snapshot.view.dealer))

    def called(self, *seats: int) -> "WigGame":
        first, *others = (Seat(seat) for seat in seats)
        return self.act(Call(first), *(DeadHeat(seat) for seat in others))

    def false(self, seat: int) -> "WigGame":
        return self.act(FalseCall(Seat(seat)))

    def count(self, *cards: int) -> "WigGame":
        """What is left in the losers' hands, in the order of the seats."""
        waiting = iter(cards)
        for seat in range(len(self.snapshot.names)):
            if EnterCards(Seat(seat), 0) in self.snapshot.choices:
                for number in waiting:
                    self.act(EnterCards(Seat(seat), number))
                    break
        return self

    def play(self, rounds: int) -> "WigGame":
        for at in range(rounds):
            n = len(self.snapshot.names)
            self.go().called(at % n).count(*((at * 3 + k * 5) % 12 for k in range(n - 1)))
        return self
