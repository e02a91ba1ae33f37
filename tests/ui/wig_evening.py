"""An evening of Wig Out! at the glass: fingers, pushes, the referee and the rules; no box and no disk."""

import random
from collections.abc import Sequence
from typing import Any

from companion.assembly.referee import Referee
from companion.devices.keyboard import Keyboard
from companion.rules.wig_out.options import Options
from companion.rules.wig_out.view import View
from companion.ui.pressing import Box, Buttons, Link, Meaning, Pressed
from companion.ui.wig_out import intents as own
from companion.ui.wig_out.places import WigOutPlace
from tests.ui.glass import Glass
from tests.ui.wig_game import SIX, WigGame

BOX = (Box("0a1b2c3d4e5f", Link.WELL, simulated=False),)


class WigEvening:
    """Keys rank their pushes as a box does and stand in for one; the screen hears that a box is there."""

    def __init__(self, glass: Glass, options: Options, players: int, fewer: tuple[int, ...] = ()) -> None:
        self.glass, self.touches = glass, 0
        self.game = WigGame(options, names=SIX[:players], fewer=fewer, now_ns=glass.clock.now)
        self.box, self.referee = Keyboard("b007"), Referee(7)
        self._count_touches()
        glass.said.sitting = self.hear
        self.hear(None)
        glass.frame(2)
        glass.sources.buttons.put(Buttons(BOX, tuple(str(at + 1) for at in range(players))))
        glass.desk.do(own.ButtonsShown())
        glass.settle()

    def _count_touches(self) -> None:
        """The touch log: every finger that comes down on the glass."""
        stage = self.glass.app.stage
        heard = stage.on_touch_down

        def logged(touch: Any) -> bool:
            self.touches += 1
            return bool(heard(touch))

        stage.on_touch_down = logged

    def hear(self, inbound: Any) -> None:
        """The table takes it in, and whatever follows from it."""
        waiting = [] if inbound is None else [inbound]
        snapshot = self.game.snapshot
        while True:
            if waiting:
                snapshot = self.game.tell(waiting.pop(0))
                assert snapshot.refusal is None, snapshot.refusal
            self.referee.saw(snapshot, self.glass.clock.now)
            self.glass.sources.snapshots.put(snapshot)
            now = self.glass.clock.now
            waiting += self.referee.look([self.box.track(now)], now)
            self.box.want(self.referee.wish())
            if not waiting:
                return

    def push(self, seat: int) -> Meaning:
        """Somebody presses: the signal goes to the screen, then the referee is asked."""
        self.glass.clock.pass_s(0.001)
        now = self.glass.clock.now
        push = self.box.press(str(seat + 1), now)
        assert push is not None
        whose, meaning, told = self.referee.pressed(push, now)
        self.glass.sources.pushes.put(Pressed(whose, meaning, now))
        self.glass.frame()
        self.hear(told)
        self.glass.frame(2)
        return meaning

    def tap(self, target: Any) -> None:
        self.glass.tap(target)
        self.glass.frame(2)

    def go(self) -> None:
        self.tap("GO")
        assert self.glass.place is WigOutPlace.RACE
        self.glass.clock.pass_s(2)
        self.glass.frame()

    def past_the_flash(self) -> None:
        self.glass.clock.pass_s(1.5)
        self.glass.frame(2)
        assert self.glass.place is WigOutPlace.COUNT

    def number(self, seat: int, cards: int) -> None:
        """What the loser says, tapped in the loser's own row."""
        from companion.ui.widgets.choice import Choice  # noqa: PLC0415  kivy comes with a window only

        row = next(
            r for r in self.glass.screen.walk(restrict=True)
            if type(r).__name__ == "CountRow" and r.model.name == self.game.snapshot.names[seat]
        )  # fmt: skip
        said = str(cards) if cards < 10 else "10+"
        self.tap(next(w for w in row.walk(restrict=True) if isinstance(w, Choice) and w.text == said))
        if cards >= 10:
            self.glass.settle()
            for digit in divmod(cards, 10):
                self.tap(str(digit))
            self.glass.settle()

    def count(self, left: Sequence[int | None]) -> None:
        for seat, cards in enumerate(left):
            if cards is not None:
                self.number(seat, cards)
        self.glass.settle()

    def round(self, caller: int, left: Sequence[int | None], false: Sequence[int] = ()) -> int:
        """From GO until all is counted; how many taps it took."""
        before = self.touches
        self.go()
        for seat in false:
            assert self.push(seat) is Meaning.CALL
            self.past_the_flash()
            self.glass.settle()
            self.tap("False call")
            assert self.glass.place is WigOutPlace.RACE
            self.glass.settle()
        assert self.push(caller) is Meaning.CALL
        self.past_the_flash()
        self.glass.settle()
        self.count(left)
        return self.touches - before


LEFT = (0, 1, 2, 3, 5, 8, 9, 10, 11, 14)


def scripted(chance: random.Random, view: View) -> tuple[int, list[int | None], list[int]]:
    """A round: who goes out, what the others have left, and who calls falsely before.

    No hand holds a card that another holds or that the caller has laid: the box has so many and no more.
    """
    players = len(view.seats)
    caller = chance.randrange(players)
    unseen = view.stock + sum(seat.dealt for seat in view.seats) - view.seats[caller].dealt
    left = list[int | None]()
    for seat in range(players):
        cards = None if seat == caller else chance.choice([n for n in LEFT if n <= unseen])
        unseen -= cards or 0
        left.append(cards)
    false = [seat for seat in range(players) if chance.random() < 0.15]
    return caller, left, false
