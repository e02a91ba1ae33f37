"""What one game has of its own at the screen. `companion.ui.faces` finds it by the game's name.

`Asks` is what is asked before a game, `Teller` what a game says at places that all games share; both hold
nothing. A `Face` is made anew for each game and holds what a hand at the screen is in the middle of.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from companion.rules.core import Seat
from companion.rules.options import Decision, Setting
from companion.table.snapshot import Entry, Snapshot
from companion.ui.facts import Front
from companion.ui.intents import Button, GameIntent
from companion.ui.pressing import Pressed

if TYPE_CHECKING:
    from companion.ui.desk import Desk


@dataclass(frozen=True, slots=True)
class Asks:
    """Who may play, and how the table plays it."""

    fewest: int
    most: int
    """People."""
    role: str
    """Who is singled out before the game: `role.<role>` and `role.is_<role>` are its words.

    Empty: nobody is.
    """
    defaults: Any
    """The game's own options, as the rulebook has them."""
    values: Mapping[str, tuple[Setting, ...]]
    """What taps on an option go through, the rulebook's first; `<game>.option.<name>` is its question."""
    in_sight: tuple[str, ...]
    """The options everybody should see; the others are one tap further."""
    words: Callable[[str, Setting], str]
    """An option's value in the few words that fit a button."""
    fewer: Callable[[int], int] | None = None
    """How many cards fewer than others one of so many people may be dealt; None: all are dealt the same."""
    prepare: "Callable[[Front, int, Mapping[str, Any]], Preparing] | None" = None
    """What is agreed upon before a game can start, for so many people and with the options chosen so far;
    None: it starts at once.
    """


def offered(decisions: Iterable[Decision]) -> dict[str, tuple[Setting, ...]]:
    """The values of each decision that has a field in the game's options."""
    return {
        decision.field: tuple(value.setting for value in decision.values)
        for decision in decisions
        if decision.field is not None
    }


class Preparing(ABC):
    """A game that is being set up, at `Place.PREPARE`. Holds what has been agreed so far."""

    screen: str
    """The module of its screen."""

    @abstractmethod
    def present(self) -> Any:
        """The model of its screen."""

    def take_front(self, front: Front) -> None:  # noqa: B027 - most have nothing to take
        """What is known outside a game has changed."""

    @abstractmethod
    def do(self, desk: "Desk", intent: GameIntent) -> bool:
        """Carry out an intent of its own; `desk.begin_prepared` starts the game. False: it is none."""


class Teller(ABC):
    """All of it as a spectator may know it."""

    @abstractmethod
    def happened(self, event: Any, names: tuple[str, ...], view: Any) -> str:
        """The event as a plain sentence, never empty."""

    @abstractmethod
    def in_short(self, events: Iterable[Any], names: tuple[str, ...], view: Any) -> str:
        """What somebody did, rather than what follows from it: a line of the timeline."""

    def briefly(self, events: Iterable[Any], names: tuple[str, ...], view: Any) -> str:
        """As `in_short`, for a button."""
        return self.in_short(events, names, view)

    @abstractmethod
    def title(self, view: Any) -> str:
        """The top bar's."""

    def note(self, snapshot: Snapshot[Any, Any]) -> str:
        """What must be said all the time, small, in the top bar."""
        return ""

    @abstractmethod
    def winners(self, view: Any) -> tuple[Seat, ...]:
        """Empty until the game is over."""

    @abstractmethod
    def leaders(self, view: Any) -> tuple[Seat, ...]:
        """Who would win if it ended now; one or more."""

    def points(self, view: Any) -> tuple[int, ...]:
        """By seat; what changes wears a badge for a while. Empty in a game without points."""
        return ()

    @abstractmethod
    def fact(self, snapshot: Snapshot[Any, Any], minutes: str) -> str:
        """One line about a game that was won. `minutes` is how long it took, in words."""


class Face(ABC):
    """A game at the screen, for one game. Only the desk calls it, on the thread that draws."""

    name: str
    screens: Mapping[StrEnum, str]
    """The modules of this game's own screens; each holds a class named after it, as `board` `BoardScreen`.

    `Place.BOARD` is always there; where a shared place is left out, its shared screen is shown.
    """

    @abstractmethod
    def where(self, snapshot: Snapshot[Any, Any], wanted: StrEnum) -> StrEnum:
        """The place to show when somebody wants to be at `wanted`, which is none of `places.STAYS`."""

    @abstractmethod
    def present(self, desk: "Desk", place: StrEnum, now_ns: int) -> Any:
        """The model of a place of its own, of `Place.BOARD`, `Place.FIX` or `Place.AMEND`."""

    @abstractmethod
    def do(self, desk: "Desk", intent: GameIntent) -> bool:
        """Carry out an intent of this game. False when it is one of another game."""

    def begins(self, desk: "Desk", snapshot: Snapshot[Any, Any]) -> None:
        """The first snapshot of the game is here; the desk does not hold it yet."""
        return

    @abstractmethod
    def went(self, left: StrEnum, to: StrEnum) -> None:
        """Somebody went from one place to another, or to the same again."""

    @abstractmethod
    def settle(self, desk: "Desk", before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> None:
        """Forget what the new snapshot makes meaningless. The desk still holds `before`."""

    def can_change(self, entry: Entry) -> bool:
        """Whether this record can be replaced by another at `Place.AMEND`."""
        return False

    def more(self, snapshot: Snapshot[Any, Any]) -> tuple[Button, ...]:
        """What the menu offers besides."""
        return ()

    def owner(self, snapshot: Snapshot[Any, Any], place: StrEnum) -> Seat | None:
        """Whose secrets `place` shows while they hold; None where there is nothing to hold for."""
        return None

    def may_latch(self, snapshot: Snapshot[Any, Any]) -> bool:
        """Whether that owner has something to choose, for which a finger must come free."""
        return False

    @abstractmethod
    def again(self, snapshot: Snapshot[Any, Any]) -> tuple[int | None, dict[str, Any]]:
        """For a rematch of the same people: who is singled out this time, and the same options."""

    def pressed(self, desk: "Desk", pressed: Pressed) -> None:
        """Somebody pushed a button: at once, before it is state."""
        return

    def key(self, desk: "Desk", letter: str) -> bool:
        """Somebody typed `letter` on a real keyboard. False when it means nothing here."""
        return False

    def tick(self, desk: "Desk", now_ns: int) -> bool:
        """Time passes, many times a second. True when the screen must be shown anew at once."""
        return False
