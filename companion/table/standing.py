"""A sitting as a value, and what it asks of the world outside."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from companion.rules.core import Refusal, Seat
from companion.table.dealer import Dealer
from companion.table.ledger import Ledger
from companion.table.race_watch import RaceWatch
from companion.table.reading import Ambiguous, Layout, Reading, Wait
from companion.table.records import Line, Record
from companion.table.snapshot import Broken, Eye
from vision.observation import UNKNOWN

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

SECOND_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Level:
    """The last settled layout. Times are the source's."""

    layout: Layout
    taken_s: float
    said_s: float

    @property
    def partial(self) -> bool:
        return UNKNOWN in self.layout


@dataclass(frozen=True, slots=True)
class Proposal(Generic[A, E]):
    """A reading that waits to be kept."""

    actions: tuple[A, ...]
    shown: tuple[E, ...]
    """What would happen, as a spectator may know it."""
    because: Line
    on_seq: int
    """The newest record when it was made: it is about that state and no other."""
    since_ns: int
    exact: bool
    """The board shows this and nothing more: only then does the ring run."""
    followed: bool
    """The board shows it and one more legal action: it is kept at once."""
    needs_tap: bool = False
    """It has no ring: whether it is complete only the players know."""
    due_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Sitting(Generic[S, A, E, V]):
    """One live game at the table. Only what is in `ledger` outlives the evening."""

    ledger: Ledger[S, A, E, V]
    dealer: Dealer
    names: tuple[str, ...]
    delay_ns: int
    """How long a reading is shown before it is kept by itself; 0: it is kept at once."""
    eye: Eye
    eye_why: str = ""
    level: Level | None = None
    level_s: float | None = None
    """Pictures taken earlier come too late."""
    hands: bool = False
    hands_s: float | None = None
    fresh: bool = True
    """No hands were in since the level was taken."""
    read: Reading[A] = field(default_factory=Wait)
    """The level read against the state that counts, whether or not anything may be proposed now."""
    proposal: Proposal[A, E] | None = None
    held: bool = False
    paused: bool = False
    peek: Seat | None = None
    stuck: bool = False
    """The disk refused; nothing is kept by itself until something is saved again."""
    put_right: Layout | None = None
    """The layout about which the table has said that the record is right."""
    adrift_since_ns: int | None = None
    adrift_due: bool = False
    race: RaceWatch[S, A] | None = None
    """Where figures walk; None in other games."""
    refusal: Refusal | None = None
    broken: tuple[Broken[Any], ...] = ()

    @property
    def silent(self) -> bool:
        """What lies there is taken in, and nothing is proposed: the table rests, or a secret is looked at."""
        return self.paused or self.peek is not None

    @property
    def watching(self) -> bool:
        """Something settled is seen and may be spoken of."""
        return self.eye is Eye.SEEING and self.level is not None and not self.hands and not self.silent

    @property
    def reading(self) -> Reading[A]:
        return self.read if self.watching else Wait()

    @property
    def pending(self) -> Proposal[A, E] | None:
        """What one tap would keep. While the table is asked which it was, nothing is."""
        return None if isinstance(self.read, Ambiguous) else self.proposal

    @property
    def may_keep(self) -> bool:
        """Whether a proposal may be kept by itself."""
        return self.watching and not self.held and not self.stuck


@dataclass(frozen=True, slots=True)
class Write(Generic[A]):
    """Put these on the disk, all or none, before anybody sees the sitting that comes with them."""

    records: tuple[Record[A], ...]


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Send `Woke` at `at_ns`. The newest one counts."""

    at_ns: int


Effect: TypeAlias = Write[A] | WakeAt
