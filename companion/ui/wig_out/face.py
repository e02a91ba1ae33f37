"""Wig Out! at the screen: its places, and a push before it is state."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, assert_never

from companion.rules.core import Seat
from companion.rules.wig_out.actions import EnterCards
from companion.rules.wig_out.events import CardsCounted
from companion.rules.wig_out.state import Checking, Choosing, Counting, Over, Race, Ready, Stage
from companion.table.snapshot import Entry, Snapshot
from companion.ui.desk import Desk
from companion.ui.face import Face
from companion.ui.intents import Change, GameIntent
from companion.ui.places import Place
from companion.ui.pressing import Meaning, Pressed
from companion.ui.wig_out import buttons_model, past
from companion.ui.wig_out import intents as own
from companion.ui.wig_out.asks import ASKS
from companion.ui.wig_out.places import WigOutPlace
from companion.ui.words import has_words, say

FLASH_NS = 700_000_000
"""A call fills the glass so long, for those who do not hear it, before cards can be counted."""
NOTE_NS = 2_500_000_000
"""Who was too early is said so long."""
SHOWN_NS = 1_200_000_000
"""After the last button was shown, so long until the game goes on by itself."""
UNHEARD_NS = 2_000_000_000
"""A call that the table never entered is taken off the glass after so long."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A number of two digits that is being typed."""

    seat: Seat
    tens: int | None
    record: int | None
    """The record that it changes; None when it is entered for the first time."""


class WigOutFace(Face):
    name = "wig_out"
    screens = {  # noqa: RUF012 - nobody changes it
        Place.BOARD: "companion.ui.wig_out.ready",
        Place.AMEND: "companion.ui.wig_out.change",
        **{place: f"companion.ui.{place.value}" for place in WigOutPlace},
    }

    def __init__(self) -> None:
        self.callers: tuple[Seat, ...] = ()
        """Whose call is on the glass, whether or not the table has entered it."""
        self._called_ns = 0
        self._note: tuple[Seat, int] | None = None
        self._began_ns: int | None = None
        self._introduced = False
        self._complete_ns: int | None = None
        self._showing = False
        self._blaming = False
        self._pad: Pad | None = None
        self._drafted: int | None = None

    # ---- where

    def where(self, snapshot: Snapshot[Any, Any], wanted: StrEnum) -> StrEnum:
        stage: Stage = snapshot.view.stage
        if wanted is WigOutPlace.PAD and self._pad is not None:
            return wanted
        match stage:
            case Over():
                return Place.WINNER
            case Choosing() | Ready():
                first = not self._introduced and not snapshot.view.results and not snapshot.timeline
                return WigOutPlace.BUTTONS if first or wanted is WigOutPlace.BUTTONS else Place.BOARD
            case Race(stuck):
                asked = wanted is WigOutPlace.STUCK or stuck
                return WigOutPlace.STUCK if asked and not self.callers else WigOutPlace.RACE
            case Checking() | Counting():
                return WigOutPlace.RACE if self.callers else WigOutPlace.COUNT
            case _:
                assert_never(stage)

    def present(self, desk: Desk, place: StrEnum, now_ns: int) -> Any:
        from companion.ui.wig_out import (  # noqa: PLC0415 - as places are reached
            change_model,
            count_model,
            pad_model,
            race_model,
            ready_model,
            stuck_model,
        )

        snapshot, people, source, buttons = desk.game, desk.people, desk.front.source, desk.buttons
        match place:
            case WigOutPlace.BUTTONS:
                return buttons_model.present(snapshot, people, buttons)
            case Place.BOARD:
                early = None if self._note is None else self._note[0]
                return ready_model.present(
                    snapshot,
                    people,
                    source,
                    page=desk.page,
                    early=early,
                    buttons=buttons,
                    badges=desk.badges(),
                )
            case WigOutPlace.RACE:
                began = now_ns if self._began_ns is None else self._began_ns
                return race_model.present(
                    snapshot,
                    people,
                    elapsed_s=(now_ns - began) / 1e9,
                    callers=self.callers,
                    note=self._note_words(snapshot),
                    buttons=buttons,
                )
            case WigOutPlace.STUCK:
                return stuck_model.present(snapshot, people)
            case WigOutPlace.COUNT:
                return count_model.present(snapshot, people, source, blaming=self._blaming, buttons=buttons)
            case WigOutPlace.PAD if self._pad is not None:
                refused = "" if snapshot.refusal is None else _words(snapshot.refusal.key)
                return pad_model.present(self._pad.seat, people, self._pad.tens, refused=refused)
            case Place.AMEND:
                return change_model.present(snapshot, source, people, desk.record, self._drafted)
            case _:
                raise RuntimeError(f"{place} is no place of Wig Out!")

    def _note_words(self, snapshot: Snapshot[Any, Any]) -> str:
        if snapshot.paused:
            return say("strip.paused")
        if self._note is not None:
            return say("wig_out.too_early", name=snapshot.names[self._note[0]])
        return "" if snapshot.refusal is None else _words(snapshot.refusal.key)

    # ---- what is meant

    def do(self, desk: Desk, intent: GameIntent) -> bool:  # noqa: PLR0912 - one case an intent
        match intent:
            case own.CallOut(seat):
                desk.wishes.press(seat, desk.now_ns())
            case own.Cards(seat, cards):
                desk.play((EnterCards(seat, cards),))
            case own.ManyCards(seat):
                # A place that is gone to forgets the record: it goes along.
                pad = Pad(seat, None, desk.record)
                desk.go(WigOutPlace.PAD)
                self._pad = pad
            case own.Digit(digit):
                self._type(desk, digit)
            case own.Past(seq):
                desk.go(Place.AMEND)
                desk.record = seq
            case own.Blame(asking):
                self._blaming = asking
            case own.Stuck():
                desk.go(WigOutPlace.STUCK)
            case own.ShowButtons(anew):
                desk.go(WigOutPlace.BUTTONS)
                self._complete_ns = None
                if anew:
                    desk.wishes.show_buttons(on=True, anew=True)
            case own.ButtonsShown():
                self._introduced, desk.met = True, desk.game.names
                if not buttons_model.complete(desk.buttons, len(desk.people)):
                    # Some have shown a button and some have not: all are as they are numbered.
                    desk.wishes.show_buttons(on=False, anew=True)
                desk.go(Place.BOARD)
            case own.PairBoxes():
                desk.wishes.pair_boxes()
            case _:
                return False
        return True

    def _type(self, desk: Desk, digit: int) -> None:
        pad = self._pad
        if pad is None:
            return
        if pad.tens is None:
            self._pad = replace(pad, tens=digit)
            return
        entered = EnterCards(pad.seat, pad.tens * 10 + digit)
        record = self._entered(desk, pad.seat) if pad.record is None else pad.record
        if record is None:
            desk.play((entered,))
            return
        # A past round is changed where later records that no longer fit can be shown.
        desk.go(Place.BOARD if pad.record is None else Place.AMEND)
        desk.record, self._drafted = pad.record, entered.cards
        desk.do(Change(record, entered, drop=False))

    def _entered(self, desk: Desk, seat: Seat) -> int | None:
        """The record in which this hand was counted already in the race that is being counted."""
        stage = desk.game.view.stage
        if not isinstance(stage, Counting) or stage.left[seat] is None:
            return None
        return next((one.seq for one in reversed(past.counted(desk.game)) if one.seat == seat), None)

    def pressed(self, desk: Desk, pressed: Pressed) -> None:
        if pressed.seat is None:
            return
        match pressed.meaning:
            case Meaning.CALL:
                self.callers, self._called_ns = (pressed.seat,), desk.now_ns()
                if desk.wanted is not Place.BOARD:
                    desk.go(Place.BOARD)
                desk.ring()
            case Meaning.EARLY:
                self._note = (pressed.seat, desk.now_ns() + NOTE_NS)
            case Meaning.LATER | Meaning.NAMED | Meaning.NOTHING:
                pass

    def key(self, desk: Desk, letter: str) -> bool:
        if letter not in "123456" or int(letter) > len(desk.people):
            return False
        desk.wishes.press(Seat(int(letter) - 1), desk.now_ns())
        return True

    # ---- time, and what the table says

    def tick(self, desk: Desk, now_ns: int) -> bool:
        changed = False
        showing = desk.place is WigOutPlace.BUTTONS
        if showing is not self._showing:
            self._showing = showing
            desk.wishes.show_buttons(on=showing, anew=False)
        if showing and buttons_model.complete(desk.buttons, len(desk.people)):
            self._complete_ns = now_ns if self._complete_ns is None else self._complete_ns
            if not self._introduced and now_ns - self._complete_ns >= SHOWN_NS:
                self._introduced = changed = True
                desk.met = desk.game.names
                desk.go(Place.BOARD)
        if self.callers:
            waits = UNHEARD_NS if isinstance(desk.game.view.stage, Race) else FLASH_NS
            if now_ns - self._called_ns >= waits:
                self.callers, changed = (), True
        if self._began_ns is None and isinstance(desk.game.view.stage, Race):
            self._began_ns = now_ns  # a race that was gone on with: from here on
        if self._note is not None and now_ns >= self._note[1]:
            self._note, changed = None, True
        return changed

    def begins(self, desk: Desk, snapshot: Snapshot[Any, Any]) -> None:
        self._introduced = desk.met == snapshot.names

    def went(self, left: StrEnum, to: StrEnum) -> None:
        if to is not WigOutPlace.PAD:
            self._pad = None
        if to is not Place.AMEND:
            self._drafted = None

    def settle(self, desk: Desk, before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> None:
        was, stage = before.view.stage, after.view.stage
        if isinstance(stage, Race) and not isinstance(was, Race | Checking | Counting):
            self._began_ns = desk.now_ns()
        if isinstance(was, Checking) and isinstance(stage, Race):
            self.callers = ()
        if isinstance(stage, Checking):
            if self.callers and self.callers != stage.callers:
                self.callers = stage.callers
        elif type(was) is not type(stage):
            self._blaming = False
            if desk.wanted in (WigOutPlace.STUCK, WigOutPlace.PAD):
                desk.go(Place.BOARD)
        if sum(seat.wrong for seat in before.view.seats) != sum(seat.wrong for seat in after.view.seats):
            self._blaming = False

    def can_change(self, entry: Entry) -> bool:
        """What was counted can be counted again."""
        return entry.counts and any(isinstance(event, CardsCounted) for event in entry.events)

    def again(self, snapshot: Snapshot[Any, Any]) -> tuple[int | None, dict[str, Any]]:
        """The deal goes on to the left."""
        view = snapshot.view
        dealer = None if view.dealer is None else (view.dealer + 1) % len(view.seats)
        fewer = [seat.fewer for seat in view.seats]
        options = {name: getattr(view.options, name) for name in ASKS.values}
        return dealer, options | ({"fewer": fewer} if any(fewer) else {})


def _words(key: str) -> str:
    return say(key if has_words(key) else "table.refused")
