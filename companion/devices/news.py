"""What a session tells, what it asks, and what is wanted of a box."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from companion.devices.known_box import KnownBox, Missing
from companion.devices.order import Push
from firmware import wire

OWN, DARK, LIT, SLOW = wire.OWN, wire.DARK, wire.LIT, wire.SLOW
"""Looks of a lamp: the box's own idea, or one of three that are wanted."""
REST, READY, RACE, HEARD = wire.REST, wire.READY, wire.RACE, wire.HEARD
"""Modes of a wish: nothing is on; a push would be early; the box names the winner; each says "heard"."""


@dataclass(frozen=True, slots=True)
class Wish:
    """All that is wanted of a box: heat, mode, who may call (a bit a button), a look a lamp; see
    `wire.Orders`."""

    heat: int
    mode: int
    callers: int
    lamps: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A box of ours is linked. `restarted`: it had lost power since it was last heard, and what it had not
    told."""

    box: str
    welcome: wire.Welcome
    restarted: bool


@dataclass(frozen=True, slots=True)
class NotOurs:
    """A box that is not heard: it has no key, another one, or speaks another version; or ours was refused."""

    box: str
    why: Literal["unpaired", "stranger", "version", "proof"]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The box is, or has gone, on another link or to another host."""

    box: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A record. `new` the first time it is here; `keep` when the journal should have it."""

    record: Push | Missing
    new: bool
    keep: bool


@dataclass(frozen=True, slots=True)
class Beat:
    """A beacon: the watermark may have moved. What went wrong on the box is in it."""

    box: str
    beacon: wire.Beacon


@dataclass(frozen=True, slots=True)
class Turned:
    """How sure the link is: silent for a second it is stale, well when heard again, for 2.5 s it is lost."""

    box: str
    how: Literal["well", "stale", "lost"]


@dataclass(frozen=True, slots=True)
class PairedNow:
    """The box has written the key down."""

    box: str
    key: bytes


@dataclass(frozen=True, slots=True)
class PairingRefused:
    """The box could not write the key down."""

    box: str


Told: TypeAlias = Opened | NotOurs | Elsewhere | Heard | Beat | Turned | PairedNow | PairingRefused


class House(Protocol):
    """What is known on this side, the same for all sessions."""

    def key(self, box: str, key_id: str) -> bytes | None:
        """The key that this box has, if it is one that we gave it."""

    def box(self, box: str) -> KnownBox: ...

    def may_open(self, box: str, *, usb: bool) -> bool:
        """Whether no better link has the box."""

    def wish(self, box: str) -> Wish | None: ...

    def every_ms(self) -> int:
        """How often boxes are to say where they are: 250, or 50 while clocks must be compared."""
