"""A race at the table: the real sitting, a disk in memory, an eye that says what it is told to, and hands."""

from collections.abc import Iterable
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.state import State
from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.race_shown import Happening, RaceShown
from companion.table.records import Line
from companion.table.snapshot import Eye, Snapshot
from companion.table.thread import Table
from tests.table.evening import SECRET, MemoryKeeper
from tests.table.race_takes import next_tap
from vision.observation import RaceObservation


class RaceEvening:
    """`eye` and `tap` are what happens; what came of it is in `state`, `race` and `keeper.lines`."""

    def __init__(
        self, setup: Line, names: tuple[str, ...], lines: Iterable[Line] = (), *, eye: Eye = Eye.LEARNING
    ) -> None:
        self.hosted, self.setup, self.names = AllWoundUp(), setup, names
        self.keeper = MemoryKeeper(list(lines))
        self.now_s = 100.0
        self.table: Table[State, a.Action, Any, Any] = Table(
            self.hosted,
            rules=self.hosted.rules_version,
            setup=setup,
            names=names,
            lines=tuple(self.keeper.lines),
            dealer=SecretDealer(SECRET),
            keeper=self.keeper,
            wall=lambda: 1.7e9 + self.now_s,
            delay_s=0,
            eye=eye,
        )

    @property
    def state(self) -> State:
        return self.table.sitting.ledger.state

    @property
    def race(self) -> RaceShown[a.Action]:
        shown = self.table.snapshot.race
        assert shown is not None
        return shown

    @property
    def now_ns(self) -> int:
        return round(self.now_s * 1e9)

    def eye(self, *said: RaceObservation) -> Snapshot[Any, Any]:
        for one in said:
            self.now_s = max(self.now_s, 100.0 + one.said_s)
            self.table.handle(ib.Observed(one, self.now_ns))
        return self.table.snapshot

    def tap(self, inbound: ib.Inbound[a.Action]) -> Snapshot[Any, Any]:
        """It must be taken."""
        snapshot = self.table.handle(inbound)
        assert snapshot.refusal is None, f"{inbound} was refused: {snapshot.refusal}"
        return snapshot

    def act(self, *actions: a.Action) -> Snapshot[Any, Any]:
        return self.tap(ib.Act(actions, self.now_ns))

    def bid(self, seat: Seat, card: Card) -> None:
        """Taps until the bid of `seat` for `card` has been won and its figure is due."""
        while (tap := next_tap(self.state, {seat: card})) is not None:
            by = self.hosted.choices(self.state, tap.seat)
            self.act(tap if tap in by else a.Pass(tap.seat))

    def told(self, id_or_what: str) -> Happening[a.Action]:
        """The newest happening of a kind."""
        return [one for one in self.race.happenings if id_or_what in {one.id, one.what.value}][-1]

    def from_camera(self) -> list[a.Action]:
        """What records say that the eye saw, in order."""
        return [
            self.hosted.decode(line["action"])
            for line in self.keeper.lines
            if line["kind"] == "action" and line["because"]["from"] == "eye"
        ]

    def again(self) -> "RaceEvening":
        """The same game picked up from the disk."""
        return RaceEvening(self.setup, self.names, self.keeper.lines)
