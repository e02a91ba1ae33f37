"""What a game must offer to be played at a table: its rules, and how it looks from above."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.rules.core import Refusal, Seat, Step
from companion.table.reading import Layout, Reading

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Deck:
    """The deck the next card comes from.

    `name` and `shuffles` tell one order of the deck from another; `left` holds an id a card,
    with repeats, sorted.
    """

    name: str
    shuffles: int
    left: tuple[str, ...]


class BrokenPromiseError(Exception):
    """A game refused what it had asked for or read itself: a defect, not a refusal."""


class Hosted(Protocol[S, A, E, V_co]):
    """One game. All verbs are pure."""

    @property
    def name(self) -> str: ...
    @property
    def rules_version(self) -> int: ...

    def start(self, setup: dict[str, Any]) -> S:
        """The first state. `setup` is plain JSON; ValueError names a bad field."""

    def apply(self, state: S, action: A) -> Step[S, E] | Refusal: ...
    def choices(self, state: S, seat: Seat) -> tuple[A, ...]: ...
    def chance(self, state: S) -> tuple[A, ...]: ...
    def seats(self, state: S) -> tuple[Seat, ...]: ...
    def view_for(self, state: S, seat: Seat | None) -> V_co: ...

    def event_for(self, event: E, seat: Seat | None) -> E:
        """The event as `seat` may know it."""

    def names_hidden_card(self, state: S, action: A) -> bool:
        """Whether offering `action` on a shared screen would tell a secret."""

    def reveals(self, event: E) -> bool:
        """Whether somebody learned something by it that a take-back cannot make unknown."""

    def deck(self, state: S) -> Deck | None:
        """Where the next card comes from; None when the cards have nothing to do."""

    def draw(self, state: S, card: str) -> A:
        """The chance action in which `card` comes from `deck(state)`."""

    def flips(self, state: S) -> tuple[A, ...]:
        """The choices among which a fair chance of the app may decide for the players (F20); else ()."""

    def layout(self, state: S) -> Layout: ...

    def explain(self, state: S, seen: Layout) -> Reading[A]:
        """`seen` against the layouts of the legal next states (never Wait or Retracted)."""

    def needs_tap(self, actions: tuple[A, ...]) -> bool:
        """Whether these, read off the board, are kept by a tap only: nobody can see when they end."""

    def corrected(self, state: S, seen: Layout, *, ends_turn: bool) -> Step[S, E] | Refusal:
        """The table overrides the record: `seen` is what lies there."""

    def encode(self, action: A) -> dict[str, Any]:
        """The action as JSON. Every action says in its `seat` who acts, or to whom a card comes."""

    def decode(self, line: dict[str, Any]) -> A:
        """The action back from JSON; ValueError names what is wrong."""

    def digest(self, state: S) -> str:
        """A short hash of all of the state."""

    def summary(self, state: S) -> dict[str, Any]:
        """What a list of games says about this one: plain JSON that a spectator may know.

        `over` (bool) is always there; `round`, `to_move` (a seat or None), `points` and `winners` where
        the game has them.
        """
