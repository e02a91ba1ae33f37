# ruff: noqa: PLC0415  kivy is imported only once a window has been prepared
"""Somebody peeps: random fingers on the screen of secrets, and everything that must never be found there."""

import gc
import random
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.rules.core import Seat
from companion.table import inbound as ib
from companion.ui.all_4_it import intents as own
from companion.ui.all_4_it.places import All4ItPlace
from tests.ui.game import ANA, BEN, CANARIES, Game, canary_cards
from tests.ui.glass import SIZES, Finger, Glass

ELSEWHERE = (512, 560)
"""On the cover, over nothing that can be pressed."""


@dataclass
class Found:
    """What a run of sequences came to."""

    sequences: int = 0
    seen: int = 0
    """Looks at the glass while the secret was allowed, and there."""
    checks: int = 0
    """Looks at the glass while it was not."""
    leaks: list[str] = field(default_factory=list)


class Peeper:
    """One app, one game with canaries in its power deck, and fingers."""

    canaries = CANARIES
    place: StrEnum = All4ItPlace.POWERS
    spots = (ELSEWHERE,)
    """Where fingers go that are not on the pad."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.glass = Glass(SIZES[1])
        # Kivy has let go of the app before this one only now; what that one showed is none of this game's.
        gc.collect()
        self.game: Any = self.begin()
        self.glass.said.sitting = lambda told: self.glass.sources.snapshots.put(self.game.tell(told))
        self.glass.show(self.game.snapshot)
        self.own = {seat: self.owned(seat) for seat in (ANA, BEN)}
        self.found = Found()
        self.covers = {seat: self._cover(seat) for seat in (ANA, BEN)}

    def close(self) -> None:
        self.glass.close()

    def begin(self) -> Any:
        return Game(cards=canary_cards(), now_ns=self.glass.clock.now).begin()

    def may_latch(self, seat: Seat) -> bool:
        return seat == ANA

    def owned(self, seat: Seat) -> tuple[str, ...]:
        """The canaries that this seat may see."""
        peek = self.game.tell(ib.Peek(seat, self.game.now_ns)).peek
        self.game.tell(ib.Unpeek(self.game.now_ns))
        assert peek is not None
        names = {p.id: p.name for p in peek.view.cards.powers}
        return tuple(names[power] for power in peek.view.own_powers)

    def _cover(self, seat: Seat) -> bytes:
        self.go(seat)
        self.glass.settle()
        return self.glass.pixels()

    def go(self, seat: Seat) -> None:
        self.glass.desk.do(own.LookAtPowers(seat))
        self.glass.settle()
        assert self.glass.place is self.place

    def run(self, sequences: int) -> Found:
        for _ in range(sequences):
            self.sequence()
        return self.found

    def sequence(self) -> None:
        rng, glass = self.rng, self.glass
        seat = rng.choice((ANA, BEN))
        self.go(seat)
        oracle = Oracle(may_latch=self.may_latch(seat))
        fingers: dict[str, Finger] = {}
        story: list[str] = []
        for _ in range(rng.randint(3, 10)):
            self._step(rng, oracle, fingers, story)
            self.look(seat, oracle, fingers, story)
        for name, finger in list(fingers.items()):
            finger.lift()
            oracle.up(name)
        self.glass.desk.cover()
        oracle.cover()
        glass.frame(2)
        story.append("all lifted, covered")
        self.look(seat, oracle, {}, story)
        self.found.sequences += 1
        if self.found.sequences % 25 == 1:
            self.rake(story)

    def _step(
        self, rng: random.Random, oracle: "Oracle", fingers: dict[str, Finger], story: list[str]
    ) -> None:
        glass = self.glass
        name = rng.choice(("thumb", "thumb", "other", "third"))
        on_pad = rng.random() < 0.7
        at = self._pad() if on_pad else rng.choice(self.spots)
        act = rng.random()
        if name not in fingers and act < 0.75:
            story.append(f"{name} down {'on the pad' if on_pad else 'elsewhere'}")
            guarded = glass.app.stage._guard_until_ns > glass.clock.now
            oracle.down(name, on_pad and not guarded, glass.clock.now)
            fingers[name] = Finger(glass, *at)
        elif name in fingers and act < 0.4:
            story.append(f"{name} lifts")
            fingers.pop(name).lift()
            oracle.up(name)
        elif name in fingers and act < 0.6:
            story.append(f"{name} moves {'on the pad' if on_pad else 'elsewhere'}")
            fingers[name].move(*at)
            oracle.moved(name, on_pad)
        elif act < 0.85:
            seconds = rng.choice((0.1, 0.45, 0.7, 3.0, 8.5, 20.5))
            story.append(f"{seconds} s pass")
            glass.clock.pass_s(seconds)
            glass.frame(1)
            oracle.ticked(glass.clock.now)
        else:
            story.append("the window loses focus")
            glass.app._on_focus(glass.window, False)
            oracle.cover()
        glass.frame(1)

    def _pad(self) -> tuple[float, float]:
        pad = self.glass.screen.ids.pad
        x, y = pad.to_window(*pad.center)
        return float(x), float(y)

    def look(self, seat: Seat, oracle: "Oracle", fingers: dict[str, Finger], story: list[str]) -> None:
        glass = self.glass
        told = " / ".join(story)
        texts = "\n".join(texts_of(glass.app.stage))
        there = [name for name in self.canaries if name in texts]
        if any(name not in self.own[seat] for name in there):
            self.found.leaks.append(f"somebody else's cards: {told}")
        if oracle.allowed:
            if glass.desk.secret and there:
                self.found.seen += 1
            return
        self.found.checks += 1
        if there or glass.desk.secret:
            self.found.leaks.append(f"in the widget tree: {told}")
        if glass.desk.snapshot is not None and glass.desk.snapshot.peek is not None:
            self.found.leaks.append(f"in the desk: {told}")
        if not fingers and glass.place is self.place and glass.pixels() != self.covers[seat]:
            self.found.leaks.append(f"the cover's pixels differ: {told}")

    def rake(self, story: list[str]) -> None:
        """Look through everything that is alive, not only through what is on the glass."""
        from kivy.core.text import LabelBase
        from kivy.uix.label import Label

        for thing in gc.get_objects():
            # Not isinstance: a weak proxy to something dead would be asked for its class.
            kind = type(thing)
            drawn = issubclass(kind, LabelBase) and thing.texture is not None
            text = str(thing.text) if drawn or issubclass(kind, Label) else ""
            if any(name in text for name in self.canaries):
                self.found.leaks.append(f"alive in a {kind.__name__}: {' / '.join(story)}")


class Oracle:
    """When the secret is allowed, by the plain words of the rule, kept apart from the app's own reckoning."""

    def __init__(self, *, may_latch: bool) -> None:
        self.may_latch = may_latch
        self.down_now: set[str] = set()
        self.holder: str | None = None
        self.since: int | None = None
        self.latched_at: int | None = None

    @property
    def allowed(self) -> bool:
        return self.since is not None or self.latched_at is not None

    def cover(self) -> None:
        self.holder = self.since = self.latched_at = None

    def down(self, name: str, on_pad: bool, now: int) -> None:
        others = set(self.down_now)
        self.down_now.add(name)
        if self.latched_at is not None and not others:
            # The bar that hides may take effect when the finger lifts: from then on nothing is promised
            # either way, so the oracle only goes on allowing.
            return
        self.cover()
        if on_pad and not others:
            self.holder, self.since = name, now

    def moved(self, name: str, on_pad: bool) -> None:
        if name == self.holder and not on_pad:
            self.cover()

    def up(self, name: str) -> None:
        self.down_now.discard(name)
        if name == self.holder:
            self.holder, self.since = None, None

    def ticked(self, now: int) -> None:
        if self.latched_at is not None:
            if now - self.latched_at >= 20e9:
                self.cover()
        elif self.since is not None:
            if now - self.since >= 8e9:
                self.cover()
            elif self.may_latch and now - self.since >= 0.6e9:
                self.latched_at = now


def texts_of(widget: Any) -> list[str]:
    """Every text in a widget tree, shown or not."""
    return [str(w.text) for w in widget.walk(restrict=True) if getattr(w, "text", "")]
