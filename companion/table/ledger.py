"""What the records add up to: the state that counts, and every step that ever led anywhere.

Steps form a tree: each knows the step before it. A record moves the head: an action grows the branch, a
take-back moves the head back to where it was, an amendment grows a branch beside the old one. So nothing
is folded twice, and everything that was ever true can be looked up.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar, assert_never

from companion.rules.core import Refusal, Seat, Step
from companion.table import refusals
from companion.table.hosting import Hosted
from companion.table.reading import Layout
from companion.table.records import (
    Acted,
    Amended,
    Corrected,
    Deed,
    Line,
    Record,
    Redrawn,
    TakenBack,
    from_line,
)

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

START = -1
"""The head before any step."""

Sighting: TypeAlias = tuple[float, Layout]
"""Which observation a record was read off: when it was taken, and what it showed."""


@dataclass(frozen=True, slots=True, eq=False)
class Applied(Generic[S, A, E]):
    """One step of the game. `seq` is the record that brought it, `before` the step it stands on."""

    seq: int
    deed: Acted[A] | Corrected
    cards: bool
    """The cards did it."""
    by: Seat | None
    """None for the cards and for the table itself."""
    events: tuple[E, ...]
    shown: tuple[E, ...]
    """The events as a spectator may know them."""
    state: S
    before: int


@dataclass(frozen=True, slots=True)
class Spent:
    """Layouts that have been answered for: lying there unchanged, they propose nothing more."""

    layouts: frozenset[Layout]
    retracted: bool
    """They show what was taken back."""


@dataclass(frozen=True, slots=True, eq=False)
class Ledger(Generic[S, A, E, V]):
    """`heads[k]` is the step that was the newest after record k; `heads[0]` is `START`."""

    hosted: Hosted[S, A, E, V]
    start: S
    records: tuple[Record[A], ...] = ()
    steps: tuple[Applied[S, A, E], ...] = ()
    heads: tuple[int, ...] = (START,)
    spent: Spent | None = None
    dismissed: frozenset[Sighting] = frozenset()
    """Observations whose records were taken back."""

    @property
    def state(self) -> S:
        return self.state_at(self.heads[-1])

    @property
    def last_seq(self) -> int:
        return len(self.records)

    def state_at(self, step: int) -> S:
        return self.start if step == START else self.steps[step].state

    def path(self, head: int) -> tuple[int, ...]:
        """The steps that lead to `head`, oldest first."""
        back: list[int] = []
        while head != START:
            back.append(head)
            head = self.steps[head].before
        return tuple(reversed(back))

    def counting(self) -> tuple[Applied[S, A, E], ...]:
        """The steps that count now, oldest first."""
        return tuple(self.steps[step] for step in self.path(self.heads[-1]))


def append(
    ledger: Ledger[S, A, E, V], deed: Deed[A], *, first: int, because: Line, at_s: float
) -> Ledger[S, A, E, V] | Refusal:
    """One record more, or why it cannot be: the ledger is then what it was."""
    seq = ledger.last_seq + 1
    head = ledger.heads[-1]
    match deed:
        case Acted() | Corrected():
            step = _grow(ledger, (), head, deed, seq)
            if isinstance(step, Refusal):
                return step
            steps, head = ledger.steps + step, len(ledger.steps)
        case TakenBack(to_seq):
            if to_seq >= seq:
                return refusals.NO_SUCH_RECORD
            steps, head = ledger.steps, ledger.heads[to_seq]
        case Amended():
            branch = _branch(ledger, deed, seq)
            if isinstance(branch, Refusal):
                return branch
            head, grown = branch
            steps = ledger.steps + grown
        case _:
            assert_never(deed)
    after = ledger.start if head == START else steps[head].state
    return replace(
        ledger,
        records=(*ledger.records, Record(seq, deed, first, because, ledger.hosted.digest(after), at_s)),
        steps=steps,
        heads=(*ledger.heads, head),
        spent=_spent(ledger, deed, because, ledger.hosted.layout(after)),
        dismissed=_dismissed(ledger, steps, head)
        if isinstance(deed, TakenBack | Amended)
        else ledger.dismissed,
    )


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where a replay could not go on, and why, in words."""

    seq: int
    why: str


def replay(
    hosted: Hosted[S, A, E, V], setup: Line, lines: Iterable[Line]
) -> tuple[Ledger[S, A, E, V], Stopped | None]:
    """Fold records as they were written, comparing digests; stop at the first that cannot be followed.

    Raises ValueError when the game cannot even begin with `setup`.
    """
    ledger: Ledger[S, A, E, V] = Ledger(hosted, hosted.start(setup))
    for line in lines:
        seq = ledger.last_seq + 1
        try:
            record = from_line(line, hosted)
        except ValueError as error:
            return ledger, Stopped(seq, f"record {seq} cannot be read: {error}")
        if record.seq != seq:
            return ledger, Stopped(seq, f"record {seq} is missing")
        after = append(ledger, record.deed, first=record.first, because=record.because, at_s=record.at_s)
        if isinstance(after, Refusal):
            return ledger, Stopped(seq, f"record {seq} does not follow from those before it ({after.key})")
        if after.records[-1].digest != record.digest:
            return ledger, Stopped(seq, f"record {seq} now leads to another state than when it was written")
        ledger = after
    return ledger, None


def apply_deed(hosted: Hosted[S, A, E, V], state: S, deed: Acted[A] | Corrected) -> Step[S, E] | Refusal:
    match deed:
        case Acted(action):
            return hosted.apply(state, action)
        case Corrected(seen, ends_turn):
            return hosted.corrected(state, seen, ends_turn=ends_turn)
        case _:
            assert_never(deed)


def _grow(
    ledger: Ledger[S, A, E, V],
    grown: tuple[Applied[S, A, E], ...],
    before: int,
    deed: Acted[A] | Corrected,
    seq: int,
) -> tuple[Applied[S, A, E], ...] | Refusal:
    """`grown`, to be added after the ledger's steps, and one step more that stands on `before`."""
    hosted = ledger.hosted
    state = grown[-1].state if grown else ledger.state_at(before)
    step = apply_deed(hosted, state, deed)
    if isinstance(step, Refusal):
        return step
    cards = hosted.deck(state) is not None and isinstance(deed, Acted)
    shown = tuple(hosted.event_for(event, None) for event in step.events)
    by = None if cards or isinstance(deed, Corrected) else _seat_of(deed.action)
    return (*grown, Applied(seq, deed, cards, by, step.events, shown, step.state, before))


def _branch(
    ledger: Ledger[S, A, E, V], deed: Amended[A], seq: int
) -> tuple[int, tuple[Applied[S, A, E], ...]] | Refusal:
    """The steps of the branch that an amendment grows, and the newest of them, or what it stands on."""
    path = ledger.path(ledger.heads[-1])
    at = amendable(ledger, path, deed.seq)
    if at is None:
        return refusals.NO_SUCH_RECORD
    head = ledger.steps[path[at]].before
    grown: tuple[Applied[S, A, E], ...] | Refusal = ()
    if deed.replacement is not None:
        grown = _grow(ledger, (), head, Acted(deed.replacement), seq)
    if isinstance(grown, Refusal):
        return grown
    for item in deed.tail:
        one: Acted[A] | Corrected
        if isinstance(item, Redrawn):
            one, brought_by = Acted(item.action), seq
        elif at + item < len(path):
            old = ledger.steps[path[at + item]]
            one, brought_by = old.deed, old.seq
        else:
            return refusals.NO_SUCH_RECORD
        newest = len(ledger.steps) + len(grown) - 1 if grown else head
        longer = _grow(ledger, grown, newest, one, brought_by)
        if isinstance(longer, Refusal):
            return longer
        grown = longer
    # a branch stands beside the ledger's steps, so its own steps are numbered from their end
    return (len(ledger.steps) + len(grown) - 1 if grown else head), grown


def amendable(ledger: Ledger[S, A, E, V], path: tuple[int, ...], seq: int) -> int | None:
    """Where on `path` stands what a seat did in record `seq`; None when nothing of the kind counts."""
    for at, step in enumerate(path):
        applied = ledger.steps[step]
        if applied.seq == seq and not applied.cards and isinstance(applied.deed, Acted):
            return at
    return None


def one_deed(ledger: Ledger[S, A, E, V], path: tuple[int, ...], at: int) -> tuple[int, ...]:
    """Where on `path` stands all that was done as one thing with the step at `at`, without the cards."""
    first = ledger.records[ledger.steps[path[at]].seq - 1].first
    steps = [ledger.steps[step] for step in path]
    return tuple(
        i for i, step in enumerate(steps) if not step.cards and ledger.records[step.seq - 1].first == first
    )


def _spent(ledger: Ledger[S, A, E, V], deed: Deed[A], because: Line, after: Layout) -> Spent | None:
    """Which layouts have been answered for once this record stands."""
    spent, seen = ledger.spent, because.get("seen")
    shown = frozenset[Layout]() if seen is None else frozenset({seen})
    if isinstance(
        deed, TakenBack
    ):  # what the record says lies there counts too: the eye may be late or blind
        back = shown | {ledger.hosted.layout(ledger.state)}
        return Spent(back - {after}, retracted=True) if back - {after} else None
    if spent is not None and not shown <= spent.layouts:
        spent = None
    if spent is None and because.get("answered") and shown:
        spent = Spent(shown, retracted=False)
    return None if spent is not None and after in spent.layouts else spent


def _dismissed(
    ledger: Ledger[S, A, E, V], steps: tuple[Applied[S, A, E], ...], head: int
) -> frozenset[Sighting]:
    """With what was read off for records that count no more."""
    counting = set[int]()
    while head != START:
        counting.add(steps[head].seq)
        head = steps[head].before
    gone = {applied.seq for applied in ledger.counting()} - counting
    because = [ledger.records[seq - 1].because for seq in gone]
    return ledger.dismissed | {
        (float(b["taken_s"]), b["seen"]) for b in because if "taken_s" in b and b.get("seen") is not None
    }


def _seat_of(action: Any) -> Seat | None:
    return getattr(action, "seat", None)
