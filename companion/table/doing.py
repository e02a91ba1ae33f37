"""What somebody does at the table: enters, keeps, takes back, mends, overrides, looks at a secret."""

from dataclasses import replace
from typing import TypeAlias, TypeVar, assert_never

from companion.rules.core import Refusal, Seat
from companion.table import inbound as ib
from companion.table import race_doing, refusals
from companion.table.entering import ahead, enter
from companion.table.ledger import Ledger
from companion.table.race_keeping import by_hand
from companion.table.race_watch import with_dismissed, written
from companion.table.reading import Ambiguous, Unchanged, Understood
from companion.table.records import Acted, Corrected, Line
from companion.table.snapshot import Eye
from companion.table.standing import Proposal, Sitting
from companion.table.takeback import amend, take_back

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

Doing: TypeAlias = (
    ib.Peek
    | ib.Keep
    | ib.Act[A]
    | ib.FlipForUs
    | ib.TakeBack
    | ib.Amend[A]
    | ib.PlayAgain
    | ib.BoardIsRight
    | ib.RecordIsRight
    | race_doing.RaceDoing
)


def do(s: Sitting[S, A, E, V], doing: Doing[A], at_s: float) -> Sitting[S, A, E, V] | Refusal:
    """The sitting once it is done, or why it is not."""
    match doing:
        case ib.Peek(seat):
            return _peek(s, seat)
        case ib.Keep():
            pending = s.pending
            return refusals.NOTHING_TO_KEEP if pending is None else keep(s, pending, "by a tap", at_s)
        case ib.Act(actions, _, because):
            return _act(s, actions, because, at_s)
        case ib.FlipForUs():
            return _flip(s, at_s)
        case ib.TakeBack(to_seq, consent):
            by_hand = _by_hand(s, {})
            return _entered(
                s, take_back(s.ledger, s.dealer, to_seq, consent=consent, because=by_hand, at_s=at_s)
            )
        case ib.Amend():
            return _amend(s, doing, at_s)
        case ib.PlayAgain():
            return _play_again(s)
        case ib.BoardIsRight(ends_turn):
            return _board_is_right(s, ends_turn, at_s)
        case ib.RecordIsRight():
            return _record_is_right(s)
        case ib.KeepHappening() | ib.DismissHappening() | ib.LetGoEarly() | ib.Done():
            return race_doing.do(s, doing, at_s)
        case _:
            assert_never(doing)


def _peek(s: Sitting[S, A, E, V], seat: Seat) -> Sitting[S, A, E, V] | Refusal:
    if seat not in s.ledger.hosted.seats(s.ledger.state):
        return refusals.NO_SUCH_SEAT
    if s.peek is not None and s.peek != seat:
        return refusals.OTHER_PEEKS
    return replace(s, peek=seat)


def keep(
    s: Sitting[S, A, E, V], pending: Proposal[A, E], how: str, at_s: float
) -> Sitting[S, A, E, V] | Refusal:
    """What is pending becomes a record. `how` goes beside it."""
    because = {**pending.because, "kept": how}
    deeds = [Acted(action) for action in pending.actions]
    return _entered(s, enter(s.ledger, s.dealer, deeds, because, at_s))


def _act(
    s: Sitting[S, A, E, V], actions: tuple[A, ...], beside: Line, at_s: float
) -> Sitting[S, A, E, V] | Refusal:
    hosted, state = s.ledger.hosted, s.ledger.state
    if not actions:
        return refusals.NOTHING_ENTERED
    future = ahead(hosted, s.dealer, state, actions)
    if isinstance(future, Refusal):
        return future
    because = _by_hand(s, beside)
    if hosted.layout(future[0]) == hosted.layout(state):
        because.pop("answered", None)  # what lies there still asks its question, or another one now
    entered = _entered(s, enter(s.ledger, s.dealer, [Acted(action) for action in actions], because, at_s))
    return entered if isinstance(entered, Refusal) else by_hand(entered, actions)


def _flip(s: Sitting[S, A, E, V], at_s: float) -> Sitting[S, A, E, V] | Refusal:
    sides = s.ledger.hosted.flips(s.ledger.state)
    if not sides:
        return refusals.NOTHING_TO_FLIP
    side = sides[s.dealer.flip(len(sides), s.ledger.hosted.digest(s.ledger.state))]
    return _act(s, (side,), {"flipped_by": "app"}, at_s)


def _amend(s: Sitting[S, A, E, V], asked: ib.Amend[A], at_s: float) -> Sitting[S, A, E, V] | Refusal:
    amended = amend(
        s.ledger,
        s.dealer,
        asked.seq,
        asked.replacement,
        drop=asked.drop,
        consent=asked.consent,
        because=_by_hand(s, {}),
        at_s=at_s,
    )
    if isinstance(amended, tuple):
        return replace(s, broken=amended, refusal=refusals.WOULD_DROP)
    return _entered(s, amended)


def _play_again(s: Sitting[S, A, E, V]) -> Sitting[S, A, E, V] | Refusal:
    spent = s.ledger.spent
    if spent is None or not spent.retracted or s.level is None or s.level.layout not in spent.layouts:
        return refusals.NOT_RETRACTED
    return replace(s, ledger=replace(s.ledger, spent=None))


def _board_is_right(s: Sitting[S, A, E, V], ends_turn: bool, at_s: float) -> Sitting[S, A, E, V] | Refusal:
    if s.eye is not Eye.SEEING or s.level is None or s.level.partial:
        return refusals.NOT_SEEN
    if s.hands:
        return refusals.HANDS_IN
    if isinstance(s.read, Unchanged):
        return refusals.BOARD_AGREES
    deed = Corrected(s.level.layout, ends_turn)
    return _entered(s, enter(s.ledger, s.dealer, [deed], _by_hand(s, {}), at_s))


def _record_is_right(s: Sitting[S, A, E, V]) -> Sitting[S, A, E, V] | Refusal:
    if s.level is None or s.level.partial:
        return refusals.NOT_SEEN
    if isinstance(s.read, Unchanged):
        return refusals.BOARD_AGREES
    return replace(s, put_right=s.level.layout)


def _entered(s: Sitting[S, A, E, V], ledger: Ledger[S, A, E, V] | Refusal) -> Sitting[S, A, E, V] | Refusal:
    """Whatever was open is closed by a new record."""
    if isinstance(ledger, Refusal):
        return ledger
    return replace(s, ledger=ledger, held=False, put_right=None, race=written(s.race))


def _by_hand(s: Sitting[S, A, E, V], beside: Line) -> Line:
    """Beside something entered by hand: what lay on the board, and whether that is settled by it."""
    because: Line = with_dismissed(s.race, {"from": "hand", **({"said": beside} if beside else {})})
    if s.level is None or s.level.partial:
        return because
    answered = isinstance(s.read, Unchanged | Understood | Ambiguous)
    return {**because, "seen": s.level.layout, "answered": answered}
