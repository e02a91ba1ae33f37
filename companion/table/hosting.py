"""What a game must offer to be played at a table: its rules, and how it looks from above."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.rules.core import Refusal, Seat, Step
from companion.table.race_facts import Claim, Put, Scene
from companion.table.race_shown import Happening, HappeningId
from companion.table.reading import Layout, Reading

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


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

    def reads(self, setup: dict[str, Any]) -> "RaceReader[S, A] | None":
        """What reads figures that walk, for the game of this set-up; None where a layout is read."""

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


@dataclass(frozen=True, slots=True)
class Turning:
    """A figure is being turned: `way` is clockwise, anticlockwise or either."""

    figure: Seat
    way: str


class RaceReader(Protocol[S_contra, A]):
    """Reads what figures do as actions. All verbs are pure, and propose only what the rules accept."""

    def names(self, state: S_contra) -> tuple[str, ...]:
        """The figures in the box, as the eye knows them."""

    def seat(self, state: S_contra, figure: str) -> Seat | None: ...

    def walker(self, state: S_contra) -> str | None:
        """The figure that has been let go, until all stand still."""

    def turns(self, state: S_contra) -> int:
        """How often the key of the figure that walks was turned."""

    def lets_go(self, state: S_contra, figure: str, put: Put) -> tuple[A, ...]:
        """What it means that this figure walks from where it was put; () when it means nothing."""

    def may_walk(self, state: S_contra) -> str | None:
        """The figure that may be let go as the next thing, if one may."""

    def meant(self, state: S_contra, claim: Claim) -> Happening[A]:
        """What a claim means while somebody walks: the likeliest reading first. Its `refusal` is that of the
        likeliest; without any reading it is nothing to the rules."""

    def together(self, state: S_contra, crossings: tuple[Happening[A], ...]) -> A | None:
        """Several crossings at times that nobody can tell apart, as one action; None when they are none."""

    def due(self, state: S_contra, scene: Scene, answered: frozenset[HappeningId]) -> Happening[A] | None:
        """What follows from how figures stand now, unless it has been `answered`: first readings first."""

    def done(self, state: S_contra, scene: Scene) -> tuple[A, ...]:
        """What *Done* means now, with the zones seen under the feet; () when there is nothing to be done."""

    def early(self, state: S_contra) -> tuple[A, ...]:
        """What *Let go too early* means now."""

    def moving(self, state: S_contra, scene: Scene) -> bool:
        """Whether somebody still walks, or is not known to stand."""

    def counts_as_on(self, state: S_contra, figure: str) -> bool:
        """Whether the record has the figure on the board, standing."""

    def turning(self, state: S_contra) -> Turning | None: ...
