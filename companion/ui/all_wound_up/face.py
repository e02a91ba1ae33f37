"""All Wound Up at the screen: its places, what a hand is in the middle of, and what touches mean."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any

import msgspec

from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.stages import Bidding, Following, Over, Passing, Raising
from companion.rules.all_wound_up.view import View
from companion.rules.core import Seat
from companion.table import inbound as say_to
from companion.table.race_shown import Happening, HappeningId
from companion.table.snapshot import Entry, Snapshot
from companion.ui.all_wound_up import amend_model, bidding, chips_model, drafts, hand_model, private, setup
from companion.ui.all_wound_up import intents as own
from companion.ui.all_wound_up.places import RacePlace
from companion.ui.all_wound_up.preparing import way_over
from companion.ui.desk import Desk
from companion.ui.face import Face
from companion.ui.facts import Source
from companion.ui.intents import Button, Change, GameIntent
from companion.ui.places import Place
from companion.ui.words import say

HERE = "companion.ui.all_wound_up"


class AllWoundUpFace(Face):
    name = "all_wound_up"
    screens = {  # noqa: RUF012 - nobody changes it
        Place.BOARD: f"{HERE}.bid",
        Place.FIX: f"{HERE}.seen",
        Place.AMEND: f"{HERE}.mend",
        RacePlace.BID: f"{HERE}.bid",
        RacePlace.MOVE: f"{HERE}.move",
        RacePlace.PASSING: f"{HERE}.passing",
        RacePlace.HAND: f"{HERE}.hand",
        RacePlace.PHOTO: f"{HERE}.photo",
        RacePlace.FAIR: f"{HERE}.fair",
    }

    def __init__(self, below: Callable[[int], int] = secrets.randbelow) -> None:
        self.draft = drafts.EMPTY
        self.seat: Seat | None = None
        """Whose hand the cover is for; None while nobody has said."""
        self.seen: HappeningId | None = None
        """What is being mended."""
        self._below = below
        self._next_cover = False
        self._forward: str | None = None
        """Which way the gate of this race is crossed to win, for the next one; see `setup.forward`."""

    # ---- places

    def where(self, snapshot: Snapshot[Any, Any], wanted: StrEnum) -> StrEnum:
        view: View = snapshot.view
        if isinstance(view.stage, Over):
            return wanted if wanted in (RacePlace.PHOTO, RacePlace.FAIR) else Place.WINNER
        if wanted in (RacePlace.HAND, RacePlace.PHOTO, RacePlace.FAIR) and not snapshot.paused:
            return wanted
        if wanted is Place.FIX and self._mended(snapshot) is not None:
            return wanted
        if view.tasks or not isinstance(view.stage, Passing | Bidding | Following | Raising):
            return RacePlace.MOVE
        return RacePlace.PASSING if isinstance(view.stage, Passing) else RacePlace.BID

    def present(self, desk: Desk, place: StrEnum, now_ns: int) -> Any:
        from companion.ui.all_wound_up import (  # noqa: PLC0415 - as places are reached
            bid_model,
            fair_model,
            move_model,
            passing_model,
            photo_model,
            seen_model,
        )
        from companion.ui.screens import top_model  # noqa: PLC0415 - as above

        snapshot, people = desk.game, desk.people
        away = place not in (RacePlace.BID, RacePlace.MOVE, RacePlace.PASSING, Place.BOARD)
        # Whether a grid has a camera is nothing to a race; a clip is of tiles that were not taught here.
        taught = {side.id for side in desk.front.kit.sides}
        seen = {tile.id for tile in snapshot.view.race.tiles} <= taught
        source = Source.CAMERA if seen else desk.front.source
        top = top_model.present(snapshot, source, back=away)
        tried = desk.wants if isinstance(desk.wants, Change) else None
        match place:
            case RacePlace.BID | Place.BOARD:
                return bid_model.present(snapshot, top, people, self.draft)
            case RacePlace.MOVE:
                return move_model.present(snapshot, top, people, self.draft)
            case RacePlace.PASSING:
                return passing_model.present(snapshot, top, people, self.draft)
            case RacePlace.HAND:
                if self.seat is None:
                    return hand_model.choose(snapshot)
                return hand_model.present(snapshot, self.seat, desk.hold, people, self.draft)
            case RacePlace.PHOTO:
                return photo_model.present(top, desk.finish, self.draft.frame)
            case RacePlace.FAIR:
                return fair_model.present(top, desk.front.paces)
            case Place.FIX:
                mended = self._mended(snapshot)
                if mended is None:
                    raise RuntimeError("there is nothing to mend")
                return seen_model.present(snapshot, top, mended, tried)
            case Place.AMEND:
                return amend_model.present(snapshot, top, desk.record, tried)
            case _:
                raise RuntimeError(f"{place} is no place of All Wound Up")

    def _mended(self, snapshot: Snapshot[Any, Any]) -> Happening[Any] | None:
        if snapshot.race is None:
            return None
        return next((h for h in snapshot.race.happenings if h.id == self.seen), None)

    # ---- touches

    def do(self, desk: Desk, intent: GameIntent) -> bool:  # noqa: PLR0912, PLR0915 - one case an intent
        draft, now = self.draft, desk.now_ns()
        match intent:
            case own.PickKind(kind):
                self.draft = replace(draft, kind=kind, wilds=0, numbers=0)
            case own.MoreWilds():
                most = bidding.most_wilds(desk.game, self._kind(desk.game))
                self.draft = replace(draft, wilds=(draft.wilds + 1) % (most + 1), numbers=0)
            case own.MoreNumbers():
                self.draft = replace(draft, numbers=draft.numbers + 1)
            case own.TapToken(seat, rank):
                tapped = None if draft.token == (seat, rank) else (seat, rank)
                self.draft = replace(draft, token=tapped, together=False)
            case own.DropToken():
                self.draft = replace(draft, token=None, together=False)
            case own.Together():
                self._declare(desk)
            case own.PickFigure(figure):
                self.draft = replace(draft, figure=figure, chips=0)
            case own.MoreChips():
                self.draft = replace(draft, chips=draft.chips + 1)
            case own.TellByHand(by_hand):
                self.draft = replace(draft, by_hand=by_hand)
                desk.go(Place.BOARD)
            case own.AllStill():
                desk.send(say_to.Done(now))
            case own.TooEarly():
                desk.send(say_to.LetGoEarly(now))
            case own.KeepSeen(id_, reading):
                desk.send(say_to.KeepHappening(id_, now, reading))
                desk.go(Place.BOARD)
            case own.DismissSeen(id_):
                desk.send(say_to.DismissHappening(id_, now))
                desk.go(Place.BOARD)
            case own.OpenSeen(id_):
                self.seen = id_
                desk.go(Place.FIX)
            case own.ShowPhotoFinish(evidence):
                self.draft = replace(draft, photo=evidence, frame=0)
                desk.ask_finish(evidence)
                desk.go(RacePlace.PHOTO)
            case own.ShowFair():
                desk.ask_paces()
                desk.go(RacePlace.FAIR)
            case own.StepPhoto(by):
                self.draft = replace(draft, frame=draft.frame + by)
            case own.LookAtHand(seat):
                self.seat = seat
                desk.go(RacePlace.HAND)
            case own.PickCard() | own.GivePicked() | own.TellCard() | own.ForgetHand():
                self._in_private(desk, intent)
            case _:
                return False
        return True

    def _kind(self, snapshot: Snapshot[Any, Any]) -> Card | None:
        bid = bidding.live(snapshot.view)
        return self.draft.kind if bid is None else bid.kind

    def _declare(self, desk: Desk) -> None:
        """One answer is entered at once; several are asked for first."""
        from companion.ui.all_wound_up.tokens_model import declarations  # noqa: PLC0415 - as touches come

        if self.draft.token is None:
            return
        found = declarations(desk.game, *self.draft.token)
        if len(found) == 1:
            desk.play(found)
        else:
            self.draft = replace(self.draft, together=True)

    def _in_private(self, desk: Desk, intent: private.Private) -> None:
        """Only while the owner's cards are on the glass, and for them alone."""
        peek = desk.game.peek
        if peek is None or not desk.hold.latched or peek.seat != self.seat:
            return
        self.draft, given = private.carried_out(intent, desk.game, peek, desk.hold, self.draft)
        if given:
            self._next_cover = True
            desk.play(given)

    # ---- what comes in

    def begins(self, desk: Desk, snapshot: Snapshot[Any, Any]) -> None:
        shelved = (each.setup for each in desk.front.shelf if each.game == self.name)
        self._forward = way_over(desk.preparing, next(shelved, {}), snapshot.view.race)

    def went(self, left: StrEnum, to: StrEnum) -> None:
        if to not in (Place.BOARD, RacePlace.BID, RacePlace.MOVE):
            self.draft = replace(self.draft, token=None, together=False)
        if left is RacePlace.HAND:
            self.draft = replace(self.draft, picked=(None, ()))

    def settle(self, desk: Desk, before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> None:
        if before.view == after.view:
            return
        self.draft = chips_model.settled(self.draft, before, after)
        stolen = () if after.view.options.in_app else drafts.thefts(before, after)
        for theft in stolen:
            # Real cards: chance says which one is taken, from the left as the victim fans them.
            size = after.view.seats[theft.victim].cards + 1
            self.draft = replace(self.draft, theft=(theft.victim, 1 + self._below(size)))
        self._cover_next(desk, after)

    def _cover_next(self, desk: Desk, after: Snapshot[Any, Any]) -> None:
        """Cards were given: the next giver's cover comes at once."""
        if not self._next_cover:
            return
        view: View = after.view
        if view.tasks:
            # Cards are on their way.
            return
        self._next_cover = False
        if isinstance(view.stage, Passing) and view.asked:
            first = self.seat if self.seat is not None else view.asked[0]
            order = bidding.round_from(view, first)
            self.seat = next(seat for seat in order if seat in view.asked)
            desk.go(RacePlace.HAND)

    def can_change(self, entry: Entry) -> bool:
        return amend_model.can_change(entry)

    def more(self, snapshot: Snapshot[Any, Any]) -> tuple[Button, ...]:
        return (
            Button(say("all_wound_up.menu.hands"), own.LookAtHand(None)),
            Button(say("all_wound_up.menu.fair"), own.ShowFair()),
        )

    # ---- secrets

    def owner(self, snapshot: Snapshot[Any, Any], place: StrEnum) -> Seat | None:
        return self.seat if place is RacePlace.HAND else None

    def may_latch(self, snapshot: Snapshot[Any, Any]) -> bool:
        return self.seat is not None and hand_model.may_latch(snapshot, self.seat)

    # ---- once more

    def again(self, snapshot: Snapshot[Any, Any]) -> tuple[int | None, dict[str, Any]]:
        """The next one deals; the same course."""
        view: View = snapshot.view
        first = next(
            (x.dealer for n in snapshot.timeline for x in n.events if isinstance(x, e.RoundBegun)),
            view.dealer,
        )
        options: dict[str, Any] = msgspec.to_builtins(view.options)
        options["race"] = msgspec.to_builtins(view.race)
        if self._forward is not None:
            options[setup.FORWARD] = self._forward
        return (first + 1) % len(view.seats), options
