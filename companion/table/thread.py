"""A table at work: it carries out what a sitting asks for, by hand or on a thread of its own."""

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from companion.table.dealer import Dealer
from companion.table.hosting import Hosted
from companion.table.inbound import Inbound, Woke
from companion.table.ledger import Ledger, replay
from companion.table.records import Line, as_line
from companion.table.showing import entries, snapshot
from companion.table.sitting import not_saved, receive, sit_down
from companion.table.snapshot import Eye, Snapshot
from companion.table.standing import SECOND_NS, Effect, Sitting, WakeAt, Write
from companion.trouble import UserError

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Where the records of one game are kept."""

    def append(self, lines: Sequence[Line], summary: Line) -> None:
        """All lines or none, on the disk when this returns. `summary` is what lists say of the game now.

        Raises OSError when they cannot be kept.
        """


class ReplayError(UserError):
    """The records of a game cannot be followed. Nothing was written."""


class Table(Generic[S, A, E, V]):
    """One sitting and its keeper, driven from one thread. What is shown is on the disk.

    `lines` are the game's records so far, written under the version `rules` of its rules. `wall` gives
    seconds since the epoch, for new records. Raises `ReplayError` when the records cannot be followed,
    OSError when the first deal cannot be kept.
    """

    def __init__(
        self,
        hosted: Hosted[S, A, E, V],
        *,
        rules: int,
        setup: Line,
        names: tuple[str, ...],
        lines: Sequence[Line],
        dealer: Dealer,
        keeper: Keeper,
        wall: Callable[[], float],
        delay_s: float,
        eye: Eye,
    ) -> None:
        self._hosted = hosted
        self._keeper = keeper
        self._wall = wall
        self._wake_ns: int | None = None
        self._serial = 0
        ledger = follow(hosted, rules, setup, lines)
        seats = len(hosted.seats(ledger.state))
        if len(names) != seats:
            raise ReplayError(f"the game cannot begin: {len(names)} names for {seats} seats")
        self._timeline = entries(ledger)
        sitting, effects = sit_down(
            ledger,
            dealer,
            names=names,
            delay_s=delay_s,
            eye=eye,
            at_s=wall(),
            reader=hosted.reads(setup),
        )
        self._carry_out(sitting, effects)
        self._sitting = sitting
        self._snapshot = self._show(ledger)

    @property
    def sitting(self) -> Sitting[S, A, E, V]:
        return self._sitting

    @property
    def snapshot(self) -> Snapshot[A, V]:
        return self._snapshot

    @property
    def wake_ns(self) -> int | None:
        """When `Woke` is due on the monotonic clock; None while nothing waits for a time."""
        return self._wake_ns

    def handle(self, inbound: Inbound[A]) -> Snapshot[A, V]:
        """Take one inbound in, write what follows, and only then show it."""
        at_s = self._wall()
        if isinstance(inbound, Woke):
            self._wake_ns = None
        sitting, effects = receive(self._sitting, inbound, at_s)
        try:
            self._carry_out(sitting, effects)
        except OSError as error:
            log.warning("not saved: %s", error)
            sitting, effects = not_saved(self._sitting, inbound, at_s)
            self._carry_out(sitting, effects)
        before, self._sitting = self._sitting, sitting
        self._snapshot = self._show(before.ledger)
        return self._snapshot

    def wake(self, now_ns: int) -> Snapshot[A, V]:
        """Let time go on to `now_ns`, with all that falls due on the way."""
        while self._wake_ns is not None and self._wake_ns <= now_ns:
            self.handle(Woke(self._wake_ns))
        return self._snapshot

    def _carry_out(self, sitting: Sitting[S, A, E, V], effects: Sequence[Effect[A]]) -> None:
        wake_ns: int | None = None
        for effect in effects:
            match effect:
                case Write(records):
                    lines = [as_line(record, self._hosted) for record in records]
                    self._keeper.append(lines, self._hosted.summary(sitting.ledger.state))
                case WakeAt(at_ns):
                    wake_ns = at_ns
        self._wake_ns = wake_ns

    def _show(self, before: Ledger[S, A, E, V]) -> Snapshot[A, V]:
        self._serial += 1
        if self._sitting.ledger.last_seq != before.last_seq:
            self._timeline = entries(self._sitting.ledger)
        return snapshot(self._sitting, self._serial, self._timeline)


def follow(hosted: Hosted[S, A, E, V], rules: int, setup: Line, lines: Sequence[Line]) -> Ledger[S, A, E, V]:
    """The records folded. Raises `ReplayError` with one line for a person when they cannot be followed."""
    if rules > hosted.rules_version:
        raise ReplayError(f"the game was played by newer rules of {hosted.name}; use the newer Tableside")
    try:
        ledger, stopped = replay(hosted, setup, lines)
    except ValueError as error:
        raise ReplayError(f"the game cannot begin: {error}") from error
    if stopped is not None:
        raise ReplayError(f"the game cannot be followed: {stopped.why}; nothing was changed")
    return ledger


class TableThread(Generic[S, A, E, V]):
    """A table on a thread of its own. Everything reaches it through `tell`.

    `clock` is the monotonic clock in nanoseconds. `listener` hears each snapshot on the table's thread, and
    must be quick; `latest` is the same for whoever would rather look.
    """

    def __init__(
        self,
        table: Table[S, A, E, V],
        *,
        clock: Callable[[], int],
        listener: Callable[[Snapshot[A, V]], None] | None = None,
    ) -> None:
        self._table = table
        self._clock = clock
        self._listener = listener
        self._inbox: queue.SimpleQueue[Inbound[A] | None] = queue.SimpleQueue()
        self._latest = table.snapshot
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def tell(self, inbound: Inbound[A]) -> None:
        """From any thread; never waits."""
        self._inbox.put(inbound)

    @property
    def latest(self) -> Snapshot[A, V]:
        """The newest snapshot."""
        return self._latest

    @property
    def failure(self) -> BaseException | None:
        """What ended the thread before its time; a defect. What was shown is on the disk all the same."""
        return self._failure

    def close(self) -> None:
        """Take in what was told before, then end. Raises what ended the thread before its time."""
        self._inbox.put(None)
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            self._publish(self._table.snapshot)
            while (inbound := self._next()) is not None:
                self._publish(self._table.handle(inbound))
        except BaseException as error:
            self._failure = error
            log.exception("the table stopped")

    def _next(self) -> Inbound[A] | None:
        """The next inbound, or `Woke` when its time comes first."""
        wake_ns = self._table.wake_ns
        if wake_ns is None:
            return self._inbox.get()
        try:
            return self._inbox.get(timeout=max(0, wake_ns - self._clock()) / SECOND_NS)
        except queue.Empty:
            return Woke(max(wake_ns, self._clock()))

    def _publish(self, snapshot: Snapshot[A, V]) -> None:
        self._latest = snapshot
        if self._listener is not None:
            self._listener(snapshot)
