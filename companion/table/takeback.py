"""Take-backs and amendments: the record is never rubbed out, more is written beside it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules.core import Refusal, Seat
from companion.table import refusals
from companion.table.dealer import Dealer
from companion.table.entering import deal, next_card
from companion.table.hosting import BrokenPromiseError
from companion.table.ledger import Ledger, amendable, append, apply_deed, one_deed
from companion.table.records import Acted, Amended, Line, Redrawn, TakenBack
from companion.table.snapshot import Broken

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


def undo_to(ledger: Ledger[S, A, E, V]) -> int | None:
    """Back to which record the last thing that somebody did is undone; None when nobody did anything."""
    seq = ledger.last_seq
    while seq:
        first = ledger.records[seq - 1].first
        deed = ledger.records[first - 1].deed
        if isinstance(deed, TakenBack):
            seq = deed.to_seq
        elif isinstance(deed, Acted) and ledger.steps[ledger.heads[first]].cards:
            return None  # the first deal
        else:
            return first - 1
    return None


def needs_consent(ledger: Ledger[S, A, E, V], to_seq: int) -> bool:
    """Whether going back to `to_seq` would make somebody's knowledge count for nothing."""
    return _forgets(ledger, ledger.heads[-1], ledger.heads[to_seq])


def take_back(
    ledger: Ledger[S, A, E, V],
    dealer: Dealer,
    to_seq: int,
    *,
    consent: frozenset[Seat],
    because: Line,
    at_s: float,
) -> Ledger[S, A, E, V] | Refusal:
    """Back to what counted after record `to_seq`; forward again when that record was taken back itself."""
    if not 0 <= to_seq <= ledger.last_seq:
        return refusals.NO_SUCH_RECORD
    if ledger.heads[to_seq] == ledger.heads[-1]:
        return refusals.NOTHING_TO_TAKE_BACK
    if needs_consent(ledger, to_seq) and not _all_agree(ledger, consent):
        return refusals.NEEDS_CONSENT
    first = ledger.last_seq + 1
    deed: TakenBack = TakenBack(to_seq, tuple(sorted(consent)))
    after = append(ledger, deed, first=first, because=because, at_s=at_s)
    return after if isinstance(after, Refusal) else deal(after, dealer, first=first, at_s=at_s)


def amend(
    ledger: Ledger[S, A, E, V],
    dealer: Dealer,
    seq: int,
    replacement: A | None,
    *,
    drop: bool,
    consent: frozenset[Seat],
    because: Line,
    at_s: float,
) -> Ledger[S, A, E, V] | Refusal | tuple[Broken[A], ...]:
    """`replacement` instead of what a seat did in record `seq`; None: that did not happen, with all that was
    done as one thing with it. The records that no longer fit are given back unless `drop`. Cards that came
    stay where they still fit; others are dealt anew.
    """
    path = ledger.path(ledger.heads[-1])
    at = amendable(ledger, path, seq)
    if at is None:
        counts = any(ledger.steps[step].seq == seq for step in path)
        return refusals.NOT_AMENDABLE if counts else refusals.NO_SUCH_RECORD
    if replacement is None:
        at = one_deed(ledger, path, at)[0]
        seq = ledger.steps[path[at]].seq
    plan = _plan(ledger, dealer, path, at, replacement)
    if isinstance(plan, Refusal):
        return plan
    if plan.broken and not drop:
        return plan.broken
    first = ledger.last_seq + 1
    deed = Amended(seq, replacement, plan.tail, tuple(sorted(consent)))
    after = append(ledger, deed, first=first, because=because, at_s=at_s)
    if isinstance(after, Refusal):
        return after
    if _forgets(after, ledger.heads[-1], after.heads[-1]) and not _all_agree(ledger, consent):
        return refusals.NEEDS_CONSENT
    return after


@dataclass(frozen=True, slots=True)
class _Plan(Generic[A]):
    tail: tuple[int | Redrawn[A], ...]
    broken: tuple[Broken[A], ...]


def _plan(
    ledger: Ledger[S, A, E, V], dealer: Dealer, path: tuple[int, ...], at: int, replacement: A | None
) -> _Plan[A] | Refusal:
    """What follows from the replacement: as it was as far as possible."""
    state = ledger.state_at(ledger.steps[path[at]].before)
    broken: list[Broken[A]] = []
    tail: list[int | Redrawn[A]] = []
    cards = _Cards(ledger, dealer, path, at)
    gone = frozenset[int]() if replacement is not None else frozenset(one_deed(ledger, path, at))
    if replacement is not None:
        step = apply_deed(ledger.hosted, state, Acted(replacement))
        if isinstance(step, Refusal):
            return step
        state, tail = cards.after(step.state, at)
    for later in range(at + 1, len(path)):
        old = ledger.steps[path[later]]
        if old.cards or later in gone:
            continue
        step = apply_deed(ledger.hosted, state, old.deed)
        if isinstance(step, Refusal):
            broken.append(Broken(old.seq, step))
            continue
        state, drawn = cards.after(step.state, later)
        tail += [later - at, *drawn]
    return _Plan(tuple(tail), tuple(broken))


@dataclass(frozen=True, slots=True)
class _Cards(Generic[S, A, E, V]):
    """Which cards follow a step of `path` when the one at `at` was another."""

    ledger: Ledger[S, A, E, V]
    dealer: Dealer
    path: tuple[int, ...]
    at: int

    def after(self, state: S, person: int) -> tuple[S, list[int | Redrawn[A]]]:
        """The cards that came after the step `person`, as long as they fit; then others."""
        hosted = self.ledger.hosted
        drawn: list[int | Redrawn[A]] = []
        old = person + 1
        while (card := next_card(hosted, self.dealer, state)) is not None:
            item: int | Redrawn[A] = Redrawn(card)
            step = hosted.apply(state, card)
            if old < len(self.path) and self.ledger.steps[self.path[old]].cards:
                as_it_was = apply_deed(hosted, state, self.ledger.steps[self.path[old]].deed)
                if not isinstance(as_it_was, Refusal):
                    item, step = old - self.at, as_it_was
                old += 1
            if isinstance(step, Refusal):
                raise BrokenPromiseError(f"{hosted.name} asked for a card and refused {card}: {step.key}")
            drawn.append(item)
            state = step.state
        return state, drawn


def _forgets(ledger: Ledger[S, A, E, V], now: int, then: int) -> bool:
    old, new = ledger.path(now), ledger.path(then)
    shared = set(old) & set(new)
    gone = _revealing(ledger, (step for step in old if step not in shared))
    return bool(gone - _revealing(ledger, (step for step in new if step not in shared)))


def _revealing(ledger: Ledger[S, A, E, V], steps: Iterable[int]) -> Counter[E]:
    events = (event for step in steps for event in ledger.steps[step].events)
    return Counter(event for event in events if ledger.hosted.reveals(event))


def _all_agree(ledger: Ledger[S, A, E, V], consent: frozenset[Seat]) -> bool:
    return consent >= set(ledger.hosted.seats(ledger.state))
