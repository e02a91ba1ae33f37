"""An evening at a table of Quilt, told move by move: what is seen, what is tapped, what time it is."""

from collections.abc import Sequence
from typing import Any

from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import Dealer, SecretDealer, StackedDealer, whole_order
from companion.table.records import Line
from companion.table.snapshot import Eye, Snapshot
from companion.table.thread import Table
from tests.table.toy import CHARMS, PATTERNS, Quilt, Sew, Toss
from vision.observation import Blind, GridSeen, HandsSeen, Seeing

ANA, BEN = Seat(0), Seat(1)
BOTH = frozenset({ANA, BEN})
BARE = ".... .... ...."
SECRET = bytes(range(32))


def dealt(*patterns: str) -> StackedDealer:
    """Patterns come in this order: Ana, Ben, Ana, Ben, and then to whoever has sewn."""
    orders = {
        "patterns": whole_order(patterns, PATTERNS),
        "charms": whole_order(["canary-owl", "canary-fox", "canary-hare"], CHARMS),
    }
    return StackedDealer(orders, SecretDealer(SECRET), shuffles=1)


DEAL = dealt("bar", "bar", "post", "pair", "post", "bar")
"""Ana holds bar and post, and the owl; Ben bar and pair, and the fox. Ana's next pattern is a post."""


class MemoryKeeper:
    """A disk that a test can fill up."""

    def __init__(self, lines: Sequence[Line] = ()) -> None:
        self.lines = list(lines)
        self.summary: Line = {}
        self.full = False
        self.writes = 0

    def append(self, lines: Sequence[Line], summary: Line) -> None:
        if self.full:
            raise OSError("no space left on device")
        self.writes += 1
        self.lines += lines
        self.summary = summary


class Evening:
    """Times are seconds; the source's clock and the table's agree."""

    def __init__(
        self,
        *,
        delay_s: float = 3,
        turns: int = 20,
        eye: Eye = Eye.LEARNING,
        dealer: Dealer = DEAL,
        lines: Sequence[Line] = (),
        keeper: Any = None,
        start_s: float = 0.0,
    ) -> None:
        self.now_s = start_s
        self.delay_s, self.turns, self.eye, self.dealer = delay_s, turns, eye, dealer
        self.keeper = keeper or MemoryKeeper(lines)
        self.game = Quilt()
        self.table: Table[Any, Any, Any, Any] = Table(
            self.game,
            rules=1,
            setup={"turns": turns},
            names=("Ana", "Ben"),
            lines=lines,
            dealer=dealer,
            keeper=self.keeper,
            wall=lambda: 1_700_000_000.0 + self.now_s,
            delay_s=delay_s,
            eye=eye,
        )

    def again(self, eye: Eye = Eye.LEARNING) -> "Evening":
        """The program ended, however it did, and the game is picked up from what is on the disk."""
        return Evening(
            delay_s=self.delay_s,
            turns=self.turns,
            eye=eye,
            dealer=self.dealer,
            lines=tuple(self.keeper.lines),
            start_s=self.now_s,
        )

    # what is there

    @property
    def shown(self) -> Snapshot[Any, Any]:
        return self.table.snapshot

    @property
    def state(self) -> Any:
        return self.table.sitting.ledger.state

    @property
    def quilt(self) -> str:
        text = self.state.quilt
        return " ".join((text[:4], text[4:8], text[8:]))

    @property
    def sewn(self) -> list[Sew]:
        """The patches that count, in order."""
        steps = self.table.sitting.ledger.counting()
        return [s.deed.action for s in steps if isinstance(getattr(s.deed, "action", None), Sew)]

    @property
    def refused(self) -> str | None:
        return self.shown.refusal.key if self.shown.refusal else None

    # what happens

    def tell(self, inbound: Any) -> "Evening":
        self.table.handle(inbound)
        return self

    @property
    def ns(self) -> int:
        return round(self.now_s * 1e9)

    def begins(self, starter: Seat = ANA) -> "Evening":
        return self.acts(Toss(ANA, starter))

    def waits(self, seconds: float) -> "Evening":
        self.now_s += seconds
        self.table.wake(self.ns)
        return self

    def sees(self, layout: str, taken_s: float | None = None) -> "Evening":
        """The eye says a settled layout, a moment after it was taken."""
        if taken_s is None:
            taken_s = self.now_s
            self.waits(0.25)
        rows: Any = tuple(layout.split())
        return self.tell(ib.Observed(GridSeen(taken_s, self.now_s, rows), self.ns))

    def hands(self, over: bool) -> "Evening":
        self.waits(0.1)
        return self.tell(ib.Observed(HandsSeen(self.now_s, self.now_s, over), self.ns))

    def lays(self, layout: str) -> "Evening":
        """Somebody reaches in, leaves this behind, and the eye settles on it."""
        return self.hands(True).waits(1).hands(False).sees(layout)

    def blind(self, why: str = "frozen") -> "Evening":
        self.waits(0.1)
        return self.tell(ib.Observed(Blind(self.now_s, self.now_s, why), self.ns))

    def seeing(self) -> "Evening":
        self.waits(0.1)
        return self.tell(ib.Observed(Seeing(self.now_s, self.now_s), self.ns))

    def acts(self, *actions: Any) -> "Evening":
        return self.tell(ib.Act(actions, self.ns))

    def keeps(self) -> "Evening":
        return self.tell(ib.Keep(self.ns))

    def undoes(self, consent: frozenset[Seat] = BOTH) -> "Evening":
        assert self.shown.undo is not None, "there is nothing to undo"
        return self.tell(ib.TakeBack(self.shown.undo.to_seq, consent, self.ns))
