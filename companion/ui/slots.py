"""A place for one thing: the newest. Whoever is slow to look misses what lay there before."""

from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, TypeVar

from companion.table.race_picture import RacePicture
from companion.table.snapshot import Snapshot
from companion.ui.facts import Finish, Frame, Front, Lies, Teaching
from companion.ui.pressing import Buttons, Pushes
from companion.ui.race_table.facts import RaceTeaching, Shown

T = TypeVar("T")


class Slot(Generic[T]):
    """Any thread puts; one thread takes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._thing: T | None = None

    def put(self, thing: T) -> None:
        with self._lock:
            self._thing = thing

    def take(self) -> T | None:
        """The newest thing not taken yet, or None."""
        with self._lock:
            thing, self._thing = self._thing, None
            return thing


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the newest facts lie. Any thread puts; the app takes them before each frame."""

    snapshots: Slot[Snapshot[Any, Any]] = field(default_factory=Slot)
    fronts: Slot[Front] = field(default_factory=Slot)
    teachings: Slot[Teaching] = field(default_factory=Slot)
    live: Slot[Frame] = field(default_factory=Slot)
    """The whole table, while one is taught."""
    board: Slot[Frame] = field(default_factory=Slot)
    """The grid alone, straightened and square."""
    lessons: Slot[RaceTeaching] = field(default_factory=Slot)
    shown: Slot[Shown] = field(default_factory=Slot)
    """The picture that is looked at while a race table is taught."""
    laid: Slot[tuple[Lies, ...]] = field(default_factory=Slot)
    """How the tiles of the taught race lie."""
    races: Slot[RacePicture] = field(default_factory=Slot)
    """The tiles of a race, with what is to be drawn on them."""
    finishes: Slot[Finish] = field(default_factory=Slot)
    buttons: Slot[Buttons] = field(default_factory=Slot)
    pushes: Pushes = field(default_factory=Pushes)
    """Every one of them, and not only the newest."""
