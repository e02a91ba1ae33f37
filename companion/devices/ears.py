"""What boxes tell the rest of the program, and in which words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.devices.known_box import Missing
from companion.devices.order import Push
from firmware import wire

How: TypeAlias = Literal["well", "stale", "lost", "elsewhere"]
Record: TypeAlias = Push | Missing
SaidKey: TypeAlias = Literal[
    "unpaired", "stranger", "version", "proof", "unable", "silent", "restarted", "paired", "not_paired"
]

EVENTS: frozenset[SaidKey] = frozenset({"restarted", "paired", "not_paired"})
"""What is said each time it happens; all else once, until it changes."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A box as a screen shows it. `link` is empty while it has none; `welcome` is what it last said of
    itself."""

    box: str
    how: How
    link: str
    usb: bool
    welcome: wire.Welcome
    beacon: wire.Beacon | None


@dataclass(frozen=True, slots=True)
class Said:
    """One thing for people: who is not heard and why, what cannot be done.

    `about` is a box id, a port or a way. `words` is an English sentence for the command line and the log;
    screens have words of their own for the key.
    """

    about: str
    key: SaidKey
    words: str


@dataclass(frozen=True, slots=True)
class Ears:
    """Whom to tell, on the thread that heard. They should be quick: put by, do not work."""

    pressed: Callable[[Push], None]
    """At once, each push once."""
    keep: Callable[[Record], None]
    """Put this on disk, then call `Boxes.kept`; to have it already is to have kept it. May come again."""
    changed: Callable[[], None]
    """Standings, verdict or watermarks have changed."""
    said: Callable[[Said], None]


def not_ours(box: str, why: Literal["unpaired", "stranger", "version", "proof"]) -> Said:
    """Why a box is not heard, and what to do."""
    match why:
        case "unpaired":
            words = f"box {box} has no key: put it on a cable and pair it"
        case "version":
            words = f"box {box} speaks another version: put this Tableside's firmware on it"
        case "proof":
            words = f"box {box} does not accept our key: put it on a cable and pair it again"
        case "stranger":
            words = (
                f"box {box} has another table's key and is not heard; to make it yours, pair it on a cable"
            )
    return Said(box, why, words)
