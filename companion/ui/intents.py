"""What a touch can mean. Models put these on buttons; `desk.Desk.do` carries them out, or the game's face."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from companion.rules.core import Seat
from companion.ui.facts import Point
from companion.ui.race_table.intents import RaceIntent


class GameIntent:
    """What only one game means. Each game has a closed union of its own; its face carries them out."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Go:
    place: StrEnum


@dataclass(frozen=True, slots=True)
class Resume:
    game_id: str


@dataclass(frozen=True, slots=True)
class TogglePerson:
    name: str


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Ask who plays it."""

    game: str


@dataclass(frozen=True, slots=True)
class First:
    """This seat is the one that is singled out before the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """The two players change places."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Set a table option to one of the values asked for."""

    option: str
    value: Any


@dataclass(frozen=True, slots=True)
class DealFewer:
    """This player is dealt so many cards fewer than the others."""

    name: str
    cards: int


@dataclass(frozen=True, slots=True)
class ShowOptions:
    """All options in place of the people, or the people again."""

    shown: bool


@dataclass(frozen=True, slots=True)
class More:
    """Show the next page of a long list, or the first again after the last."""


@dataclass(frozen=True, slots=True)
class Start:
    pass


@dataclass(frozen=True, slots=True)
class Type:
    """One letter of a name; the empty letter takes the last one away."""

    letter: str


@dataclass(frozen=True, slots=True)
class Named:
    """The typed name is complete."""


@dataclass(frozen=True, slots=True)
class Teach:
    pass


@dataclass(frozen=True, slots=True)
class DragCorner:
    corner: int
    to: Point


@dataclass(frozen=True, slots=True)
class KeepTable:
    pass


@dataclass(frozen=True, slots=True)
class TeachRace:
    """Teach a race table, or go on with it."""


@dataclass(frozen=True, slots=True)
class PlayByHand:
    pass


@dataclass(frozen=True, slots=True)
class Play:
    """Enter these actions."""

    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class KeepPending:
    """The reading that came up at `since_ns` is right. A newer one is another question."""

    since_ns: int


@dataclass(frozen=True, slots=True)
class OpenFix:
    pass


@dataclass(frozen=True, slots=True)
class CloseFix:
    pass


@dataclass(frozen=True, slots=True)
class ByHand:
    """To the board, with the reading still held."""


@dataclass(frozen=True, slots=True)
class AgainAfterAll:
    """What was taken back is played again."""


@dataclass(frozen=True, slots=True)
class BoardRight:
    ends_turn: bool


@dataclass(frozen=True, slots=True)
class RecordRight:
    pass


@dataclass(frozen=True, slots=True)
class LetAppFlip:
    pass


@dataclass(frozen=True, slots=True)
class SetPaused:
    paused: bool


@dataclass(frozen=True, slots=True)
class Hide:
    """The secret on the glass."""


@dataclass(frozen=True, slots=True)
class BackTo:
    """Take back all after this record."""

    to_seq: int
    needs_consent: bool


@dataclass(frozen=True, slots=True)
class Agree:
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseRecord:
    seq: int


@dataclass(frozen=True, slots=True)
class Change:
    """Replace the chosen record by this action; by None where it was not so at all."""

    seq: int
    replacement: Any | None
    drop: bool


@dataclass(frozen=True, slots=True)
class ShowLive:
    live: bool


class Twist(StrEnum):
    """What the menu can change about the screen."""

    FLIP = "flip"
    LIGHT = "light"
    TEXT = "text"
    MUTE = "mute"


@dataclass(frozen=True, slots=True)
class Turn:
    twist: Twist


@dataclass(frozen=True, slots=True)
class Leave:
    pass


@dataclass(frozen=True, slots=True)
class EndGame:
    pass


@dataclass(frozen=True, slots=True)
class Demo:
    """Play the clip of this game that comes with the program."""

    game: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same people and options again."""


Intent: TypeAlias = (
    GameIntent
    | Go
    | ChooseGame
    | Resume
    | TogglePerson
    | First
    | Swap
    | Choose
    | DealFewer
    | ShowOptions
    | More
    | Start
    | Type
    | Named
    | Teach
    | DragCorner
    | KeepTable
    | TeachRace
    | RaceIntent
    | PlayByHand
    | Play
    | KeepPending
    | OpenFix
    | CloseFix
    | ByHand
    | AgainAfterAll
    | BoardRight
    | RecordRight
    | LetAppFlip
    | SetPaused
    | Hide
    | BackTo
    | Agree
    | ChooseRecord
    | Change
    | ShowLive
    | Turn
    | Leave
    | EndGame
    | Demo
    | Rematch
)


class Kind(StrEnum):
    """How a button looks."""

    PRIMARY = "primary"
    """The one next thing."""
    PLAIN = "plain"
    CHOSEN = "chosen"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """`hold_intent` is meant by a press of `hold_s` seconds, `intent` (if there is one) by a shorter one."""

    text: str
    intent: Intent | None
    kind: Kind = Kind.PLAIN
    hold_intent: Intent | None = None
    hold_s: float = 0.0
    enabled: bool = True
    ring: float = -1.0
    """From 0 to 1: how much of the delay before it is pressed by itself is over; -1: no ring."""
