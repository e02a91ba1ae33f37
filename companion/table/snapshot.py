"""What the table thread publishes after each inbound: all that a screen may know, and nothing more."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from companion.rules.core import Refusal, Seat
from companion.table.race_shown import HappeningId, RaceShown
from companion.table.reading import Reading

A = TypeVar("A")
V = TypeVar("V")


class Eye(StrEnum):
    NONE = "none"
    """Played by hand."""
    LEARNING = "starting"
    """Opened, nothing said yet."""
    SEEING = "seeing"
    BLIND = "blind"
    LOST = "lost"


class RecordKind(StrEnum):
    ACTION = "action"
    TAKEN_BACK = "taken_back"
    AMENDED = "amended"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the timeline. `events` are as a spectator may see them."""

    seq: int
    kind: RecordKind
    at_s: float
    """Wall-clock seconds since the epoch, from the journal's row."""
    by: Seat | None
    """None: the cards or the table itself. So has what was AMENDED to nothing."""
    events: tuple[Any, ...]
    from_camera: bool
    counts: bool
    """False when taken back or replaced."""
    span: tuple[int, int] | None = None
    """For TAKEN_BACK: first and last record taken back; for AMENDED first and last of what was
    done there.
    """
    took: frozenset[int] = frozenset()
    """For TAKEN_BACK: the records that counted until then, and do not any more."""
    happening: HappeningId | None = None
    """What was seen, where it was read off a race."""
    margin_mm: float | None = None
    """How clear that was. Its pictures, if there are any, have the name `happening`."""


@dataclass(frozen=True, slots=True)
class Pending(Generic[A]):
    """A reading that will be kept at `due_ns` (None: the ring stands still, hands in or held for a fix)."""

    actions: tuple[A, ...]
    events: tuple[Any, ...]
    """What would happen, as a spectator may see it."""
    since_ns: int
    due_ns: int | None
    held: bool
    """A fix sheet is open on it."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What *Undo* would take back: back to `to_seq`. `needs_consent` when the span revealed something."""

    to_seq: int
    entry: Entry
    needs_consent: bool


@dataclass(frozen=True, slots=True)
class Broken(Generic[A]):
    """A later record that an amendment would make impossible."""

    seq: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Peeked(Generic[A, V]):
    """The secrets of one seat, only while its owner holds."""

    seat: Seat
    view: V
    choices: tuple[A, ...]
    """The owner's choices, those that name a hidden card included."""


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[A, V]):
    game: str
    names: tuple[str, ...]
    view: V
    """A spectator's view."""
    choices: tuple[A, ...]
    """What the seats may do now, but for choices that would name a hidden card."""
    reading: Reading[A]
    seen: str | None
    """The last settled layout, if the eye sees."""
    pending: Pending[A] | None
    adrift_due: bool
    """The board has been adrift for 5 s without hands: time for the compare screen."""
    eye: Eye
    eye_why: str
    """A key of `vision.observation.WHY` while blind or lost; else empty."""
    hands: bool
    timeline: tuple[Entry, ...]
    undo: Undo | None
    refusal: Refusal | None
    """Why the last inbound was refused; None when it was not."""
    broken: tuple[Broken[A], ...]
    """After a refused amendment: the records it would drop."""
    paused: bool
    peek: Peeked[A, V] | None
    serial: int
    """Counts up with every snapshot of a sitting."""
    race: RaceShown[A] | None = None
    """What is seen of a race; None in other games. Played by hand, its figures are unknown and still."""
