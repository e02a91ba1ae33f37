"""Everything that reaches a sitting through its one inbox. `now_ns` is the monotonic clock."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from companion.rules.core import Seat
from companion.table.race_shown import HappeningId
from vision.observation import Observation, RaceObservation

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Observed:
    """The eye said something."""

    observation: Observation | RaceObservation
    now_ns: int


@dataclass(frozen=True, slots=True)
class EyeGone:
    """There is no eye any more (unplugged, switched off); the hand path stays."""

    why: str
    now_ns: int


@dataclass(frozen=True, slots=True)
class Act(Generic[A]):
    """Somebody entered these actions by hand, all or none. `because` travels beside them."""

    actions: tuple[A, ...]
    now_ns: int
    because: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Keep:
    """One tap: the pending reading is right, keep it now."""

    now_ns: int


@dataclass(frozen=True, slots=True)
class HoldPending:
    """Somebody opened the fix sheet: nothing is kept by itself until `Act`, `Keep` or `ResumePending`."""

    now_ns: int


@dataclass(frozen=True, slots=True)
class ResumePending:
    now_ns: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Records after `to_seq` shall not count. All seats in `consent` when the span revealed something."""

    to_seq: int
    consent: frozenset[Seat]
    now_ns: int


@dataclass(frozen=True, slots=True)
class Amend(Generic[A]):
    """Replace the action of record `seq`; by None: what was done there did not happen. Where later records no
    longer fit: refused, unless `drop`.
    """

    seq: int
    replacement: A | None
    drop: bool
    now_ns: int
    consent: frozenset[Seat] = frozenset()
    """As for `TakeBack`: asked for when what is dropped or replaced revealed something."""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """What was taken back and still lies on the board shall be read as a move after all."""

    now_ns: int


@dataclass(frozen=True, slots=True)
class BoardIsRight:
    """The table overrides the record (F23): what lies there counts. `ends_turn`: it was the mover's turn."""

    ends_turn: bool
    now_ns: int


@dataclass(frozen=True, slots=True)
class RecordIsRight:
    """The board will be put right; compare again when it changes."""

    now_ns: int


@dataclass(frozen=True, slots=True)
class FlipForUs:
    """Let the app flip the piece (F20)."""

    now_ns: int


@dataclass(frozen=True, slots=True)
class KeepHappening:
    """One tap: the waiting happening was so; `reading` chooses among its readings."""

    id: HappeningId
    now_ns: int
    reading: int = 0


@dataclass(frozen=True, slots=True)
class DismissHappening:
    """One tap: the waiting happening was not so."""

    id: HappeningId
    now_ns: int


@dataclass(frozen=True, slots=True)
class LetGoEarly:
    """The walking figure was let go too early or wound wrongly: nothing that was seen of this walk counts."""

    now_ns: int


@dataclass(frozen=True, slots=True)
class Done:
    """All stand still, or the placing, turning or standing up is complete, with the zones that are seen
    under the feet. Doubts of a walk that nobody kept are dismissed by it.
    """

    now_ns: int


@dataclass(frozen=True, slots=True)
class Filed:
    """Pictures of a happening lie in the game's folder under `name`, or none could be kept (None).
    `gone`: names whose pictures were let go of to make room.
    """

    id: HappeningId
    name: str | None
    now_ns: int
    gone: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pause:
    now_ns: int


@dataclass(frozen=True, slots=True)
class Continue:
    now_ns: int


@dataclass(frozen=True, slots=True)
class Peek:
    """`seat` holds to see its own secrets. Until `Unpeek` no picture is taken and no evidence kept."""

    seat: Seat
    now_ns: int


@dataclass(frozen=True, slots=True)
class Unpeek:
    now_ns: int


@dataclass(frozen=True, slots=True)
class AcceptAfter:
    """From now on readings are kept by themselves `delay_s` seconds after they were understood."""

    delay_s: float
    now_ns: int


@dataclass(frozen=True, slots=True)
class Woke:
    """The time asked for by `WakeAt` has come."""

    now_ns: int


Inbound: TypeAlias = (
    Observed
    | EyeGone
    | Act[A]
    | Keep
    | HoldPending
    | ResumePending
    | TakeBack
    | Amend[A]
    | PlayAgain
    | BoardIsRight
    | RecordIsRight
    | FlipForUs
    | KeepHappening
    | DismissHappening
    | LetGoEarly
    | Done
    | Filed
    | Pause
    | Continue
    | Peek
    | Unpeek
    | AcceptAfter
    | Woke
)
