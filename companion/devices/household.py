"""All that is known of boxes on this side: which are linked, on which line, what is wanted, who plays.

No thread and no clock; whoever shares it holds the hub's lock.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.devices.ears import How, Said, Standing
from companion.devices.keyring import Keyring
from companion.devices.known_box import KnownBox
from companion.devices.news import REST, Elsewhere, Opened, Turned, Wish
from companion.devices.order import Track
from firmware import wire

if TYPE_CHECKING:
    from companion.devices.line import Line

ALONE_MS, AMONG_OTHERS_MS = 250, 50
"""How often a box is to say where it is; more often when clocks must be compared."""


@dataclass(slots=True)
class State:
    """Of one box: what `Standing` shows, and its line when it has one."""

    welcome: wire.Welcome
    line: "Line | None"
    how: How
    beacon: wire.Beacon | None


class Household:
    """As `news.House` for sessions, and the rest for the hub."""

    def __init__(self, keyring: Keyring) -> None:
        self.keyring = keyring
        self.states: dict[str, State] = {}
        self._known: dict[str, KnownBox] = {}
        self._wish: Wish | None = None
        self._wishes: dict[str, Wish] = {}
        self._playing: set[str] = set()  # linked at some time of the present heat: their word is waited for

    # ------------------------------------------------------------------ what sessions ask

    def key(self, box: str, key_id: str) -> bytes | None:
        return self.keyring.get(box, key_id)

    def box(self, box: str) -> KnownBox:
        return self._known.setdefault(box, KnownBox(box))

    def may_open(self, box: str, *, usb: bool) -> bool:
        state = self.states.get(box)
        return state is None or state.line is None or (usb and not state.line.link.usb)

    def wish(self, box: str) -> Wish | None:
        return self._wishes.get(box, self._wish)

    def every_ms(self) -> int:
        linked = sum(state.line is not None for state in self.states.values())
        return ALONE_MS if linked < 2 else AMONG_OTHERS_MS

    # ------------------------------------------------------------------ what the hub does

    def want(self, wish: Wish, box: str | None) -> None:
        """As `Boxes.want`."""
        if self._wish is None or wish.heat != self._wish.heat:
            self._playing = {name for name, state in self.states.items() if state.line}
            self._wishes = {}
            self._wish = wish
        if box is None:
            self._wish, self._wishes = wish, {}
        else:
            self._wishes[box] = wish

    def on_disk(self, box: str, boot: str, seq: int) -> "Line | None":
        """A record is kept. The line on which more is to be acknowledged now, if there is one."""
        known, state = self._known.get(box), self.states.get(box)
        if known is None or not known.on_disk(boot, seq) or state is None:
            return None
        return state.line

    def linked(self, line: "Line", one: Opened | Turned | Elsewhere) -> list[Said]:
        """Take in which line a box is on, and how well; what is to be said of it."""
        state = self.states.get(one.box)
        if isinstance(one, Opened):
            self.states[one.box] = State(one.welcome, line, "well", None)
            self._playing.add(one.box)
            if not one.restarted:
                return []
            words = f"box {one.box} started anew ({one.welcome.woke}); pushes it had not yet told are lost"
            return [Said(one.box, "restarted", words)]
        if state is not None and state.line is line:
            state.how = one.how if isinstance(one, Turned) else "elsewhere"
            if state.how in {"lost", "elsewhere"}:
                state.line = None
        return []

    def ended(self, line: "Line") -> None:
        """A line is no more."""
        for state in self.states.values():
            if state.line is line:
                state.line, state.how = None, "lost"

    def calm(self) -> bool:
        """Whether a race is on and each box that plays is linked."""
        racing = self._wish is not None and self._wish.mode != REST
        return racing and all(self.states[box].line for box in self._playing if box in self.states)

    def tracks(self) -> list[Track]:
        """As `Boxes.tracks`."""
        playing = [self._known[box] for box in self._known if box in self._playing]
        return [track for known in playing for track in known.tracks()]

    def standings(self) -> tuple[Standing, ...]:
        return tuple(
            Standing(
                box,
                state.how,
                state.line.link.name if state.line else "",
                state.line is not None and state.line.link.usb,
                state.welcome,
                state.beacon,
            )
            for box, state in self.states.items()
        )
