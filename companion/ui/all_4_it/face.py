"""All 4 It at the screen: its places, and what taps on its mirror add up to."""

from dataclasses import replace
from enum import StrEnum
from typing import Any

from companion.rules.all_4_it.view import Phase
from companion.rules.core import Seat
from companion.table import inbound as say_to
from companion.table.reading import Adrift, Ambiguous
from companion.table.snapshot import Entry, Snapshot
from companion.ui.all_4_it import intents as own
from companion.ui.all_4_it.asks import ASKS
from companion.ui.all_4_it.hand import EMPTY_HAND, Hand, power_done, tapped
from companion.ui.all_4_it.places import All4ItPlace
from companion.ui.desk import Desk
from companion.ui.face import Face
from companion.ui.intents import GameIntent
from companion.ui.places import Place
from companion.ui.screens import amend_model, powers_model

SCREENS = "companion.ui.screens"


class All4ItFace(Face):
    name = "all_4_it"
    screens = {  # noqa: RUF012 - nobody changes it
        Place.BOARD: f"{SCREENS}.board",
        Place.FIX: f"{SCREENS}.fix",
        Place.AMEND: f"{SCREENS}.amend",
        All4ItPlace.POWERS: f"{SCREENS}.powers",
        All4ItPlace.COMPARE: f"{SCREENS}.compare",
        All4ItPlace.RESULT: f"{SCREENS}.result",
        All4ItPlace.SHAPES: f"{SCREENS}.shapes",
    }

    def __init__(self) -> None:
        self.hand = EMPTY_HAND
        self.seat = Seat(0)
        """Whose secret, or whose shape, the open screen is about."""

    def where(self, snapshot: Snapshot[Any, Any], wanted: StrEnum) -> StrEnum:
        phase = snapshot.view.phase
        asked = isinstance(snapshot.reading, Ambiguous) or snapshot.pending is not None
        playing = phase not in (Phase.ROUND_SCORED, Phase.OVER) and not snapshot.paused
        # A look at secrets is ended by its owner, not by a piece that somebody moves meanwhile.
        if wanted in (All4ItPlace.POWERS, All4ItPlace.SHAPES) and playing:
            return wanted
        if wanted is Place.FIX and asked:
            return wanted
        if snapshot.adrift_due and isinstance(snapshot.reading, Adrift) and not snapshot.paused:
            return All4ItPlace.COMPARE
        if phase is Phase.ROUND_SCORED:
            return All4ItPlace.RESULT
        return Place.WINNER if phase is Phase.OVER else Place.BOARD

    def present(self, desk: Desk, place: StrEnum, now_ns: int) -> Any:
        from companion.ui.screens import (  # noqa: PLC0415 - as places are reached
            board_model,
            compare_model,
            fix_model,
            result_model,
            shapes_model,
        )

        snapshot, people, source = desk.game, desk.people, desk.front.source
        match place:
            case Place.BOARD:
                return board_model.present(
                    snapshot, self.hand, people, source, badges=desk.badges(), now_ns=now_ns, live=desk.live
                )
            case All4ItPlace.POWERS:
                return powers_model.present(snapshot, self.seat, desk.hold, people, desk.page)
            case Place.FIX:
                return fix_model.present(snapshot, source)
            case All4ItPlace.COMPARE:
                return compare_model.present(snapshot, source)
            case All4ItPlace.RESULT:
                return result_model.present(snapshot, people, source, now_ns)
            case Place.AMEND:
                return amend_model.present(snapshot, source, desk.record, self.hand)
            case All4ItPlace.SHAPES:
                return shapes_model.present(snapshot, self.seat, desk.page)
            case _:
                raise RuntimeError(f"{place} is no place of All 4 It")

    def do(self, desk: Desk, intent: GameIntent) -> bool:
        match intent:
            case own.Tap(cell):
                self._tap(desk, cell)
            case own.PowerDone():
                if actions := power_done(desk.game, self.hand):
                    desk.play(actions)
            case own.DropPicks():
                self.hand = EMPTY_HAND
                if desk.game.pending is not None:
                    desk.send(say_to.ResumePending(desk.now_ns()))
            case own.LookAtPowers(seat):
                self.seat = seat
                desk.go(All4ItPlace.POWERS)
            case own.EnterShape(seat):
                self.seat = seat
                desk.go(All4ItPlace.SHAPES)
            case _:
                return False
        return True

    def went(self, left: StrEnum, to: StrEnum) -> None:
        # Cells picked for a record that is mended are none for the next turn.
        if left is Place.AMEND or to in (Place.TIMELINE, All4ItPlace.SHAPES, Place.AMEND):
            self.hand = EMPTY_HAND

    def settle(self, desk: Desk, before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> None:
        if before.view != after.view:
            if desk.wanted is not Place.AMEND:
                self.hand = EMPTY_HAND
        elif before.pending != after.pending:
            self.hand = replace(self.hand, wrong=(), why="")

    def can_change(self, entry: Entry) -> bool:
        return amend_model.can_change(entry)

    def owner(self, snapshot: Snapshot[Any, Any], place: StrEnum) -> Seat | None:
        secret = place is All4ItPlace.POWERS and not powers_model.is_public(snapshot)
        return self.seat if secret else None

    def may_latch(self, snapshot: Snapshot[Any, Any]) -> bool:
        return powers_model.may_latch(snapshot, self.seat)

    def again(self, snapshot: Snapshot[Any, Any]) -> tuple[int | None, dict[str, Any]]:
        """The colours are flipped for anew; this time the other one flips."""
        options = snapshot.view.options
        return 1 - snapshot.view.oldest, {name: getattr(options, name) for name in ASKS.values}

    def _tap(self, desk: Desk, cell: int) -> None:
        snapshot = desk.game
        if desk.wanted is Place.AMEND:
            self._pick(cell)
            return
        fresh = self.hand == EMPTY_HAND
        self.hand, actions = tapped(snapshot, self.hand, cell)
        if fresh and snapshot.pending is not None and not snapshot.pending.held:
            # Somebody says it otherwise: nothing is kept under their finger.
            desk.send(say_to.HoldPending(desk.now_ns()))
        if actions:
            desk.play(actions)

    def _pick(self, cell: int) -> None:
        picked = self.hand.cells
        if cell in picked:
            self.hand = Hand(cells=tuple(c for c in picked if c != cell))
        elif len(picked) < 4:
            self.hand = Hand(cells=(*picked, cell))
