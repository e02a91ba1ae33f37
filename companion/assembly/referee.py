"""Who called first in Wig Out!: between what was pushed and the records of the table. It knows no thread.

It is told of pushes, of snapshots and of the time, and answers with what is to be done: actions for the
table, wishes for the boxes, a signal for the screen. Nothing is decided by who was heard first: a call is
entered once every box has told everything before it, or `PATIENCE_NS` after it came; then the boxes that have
not are named, and an earlier push that comes late puts itself in the place of the call.

A heat is one ranking of pushes. A race has one, and a new one each time nobody's call is left to be checked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.assembly import calls
from companion.assembly.owners import KEYS, NOBODYS, BoxSize, Seats
from companion.devices.news import DARK, HEARD, LIT, OWN, RACE, READY, REST, SLOW, Wish
from companion.devices.order import First, Nobody, PhotoFinish, Push, Track, Verdict, verdict
from companion.rules.core import Seat
from companion.rules.wig_out import actions as a
from companion.rules.wig_out.state import Checking, Counting, Race, Ready
from companion.rules.wig_out.view import View
from companion.table.inbound import Act, Amend, Inbound
from companion.table.snapshot import RecordKind, Snapshot
from companion.ui.pressing import Finish, Meaning

PATIENCE_NS = 400_000_000
ANSWER_NS = 1_000_000_000
"""How long to wait for a snapshot that shows what was asked for, before it is asked for again."""
HEATS = 1 << 16
BUTTONS = 6


@dataclass(slots=True)
class Referee:
    """For one game. `heat` is the number of the first heat."""

    heat: int
    seats: Seats = NOBODYS
    boxes: tuple[BoxSize, ...] = ()
    """All that are, or were, linked this evening, in the order in which they came."""
    snapshot: Snapshot[Any, Any] | None = None
    showing: bool = False
    """Pushes show whose button is whose; they call nothing."""
    finish: Finish | None = None
    _false: frozenset[Seat] = frozenset()
    _races: int = 0
    """How many races had been run when nobody raced last."""
    _backs: int = 0
    _falses: int = 0
    _asked: tuple[Inbound[Any], int] | None = None
    _locked_ns: tuple[tuple[Seat, int], ...] = ()
    _first: Seat | None = None

    # ---- what happens

    def pressed(self, push: Push, now_ns: int) -> tuple[Seat | None, Meaning, Inbound[Any] | None]:
        """Whose push it is, what it means as far as is known, and what to tell the table of it at once."""
        snapshot = self.snapshot
        if snapshot is None:
            return None, Meaning.NOTHING, None
        if self.showing:
            if push.held or push.box in KEYS:
                return None, Meaning.NOTHING, None
            before, self.seats = self.seats, self.seats.showing(push, len(snapshot.names))
            fresh = before != self.seats
            return self._seat(push), Meaning.NAMED if fresh else Meaning.NOTHING, None
        seat, view = self._seat(push), snapshot.view
        stage = view.stage
        if seat is None or snapshot.paused:
            return seat, Meaning.NOTHING, None
        if push.held:
            says_go = isinstance(stage, Ready) and seat == view.dealer
            told = self._act(now_ns, {"held": calls.stamp(push)}, a.Go(seat)) if says_go else None
            return seat, Meaning.NOTHING, told
        if push.early:
            early = a.FalseStart(seat)
            told = self._act(now_ns, calls.stamp(push), early) if early in snapshot.choices else None
            # The dealer holds the button to say GO: that is no call.
            return seat, Meaning.NOTHING if seat == view.dealer else Meaning.EARLY, told
        counts = push.rank > 0 and push.heat == self.heat and isinstance(stage, Race | Checking)
        if not counts or (a.Call(seat) not in snapshot.choices and isinstance(stage, Race)):
            return seat, Meaning.NOTHING, None
        if self._first is None and isinstance(stage, Race):
            self._first = seat
            return seat, Meaning.CALL, None
        return seat, Meaning.LATER, None

    def saw(self, snapshot: Snapshot[Any, Any], now_ns: int) -> None:
        """A new snapshot of the table."""
        before, self.snapshot = self.snapshot, snapshot
        if before is None or before.view.stage != snapshot.view.stage:
            # Something came of what was asked for. A refusal, by a full disk perhaps, is waited out.
            self._asked = None
        self._note_locks(snapshot.view, now_ns)
        stage = snapshot.view.stage
        races, falses = calls.races(snapshot), calls.falses(snapshot)
        backs = sum(x.kind is RecordKind.TAKEN_BACK for x in snapshot.timeline)
        if before is not None and backs != self._backs:
            # What was pushed before is what was taken back.
            self._new_heat()
        elif races > self._races and not isinstance(stage, Race | Checking | Counting):
            self._new_heat()
        elif len(falses) > self._falses:
            self._false |= frozenset(falses[self._falses :])
            if isinstance(stage, Race):
                self._first = self.finish = None
        if not isinstance(stage, Race | Checking | Counting):
            self._races = races
        self._backs, self._falses = backs, len(falses)

    def look(self, tracks: Sequence[Track], now_ns: int) -> tuple[Inbound[Any], ...]:
        """What to tell the table now that so much is known."""
        snapshot = self.snapshot
        if snapshot is None or snapshot.paused or self.showing:
            return ()
        told = list(self._unlock(snapshot, now_ns))
        known = verdict(self._counting(tracks), self.heat)
        match snapshot.view.stage:
            case Race():
                told += self._call(snapshot, known, tracks, now_ns)
            case Checking(callers):
                told += self._check(snapshot, callers, known, tracks, now_ns)
            case _:
                pass
        return tuple(told)

    def wish(self) -> Wish:
        """What is wanted of boxes that have no wish of their own, and of keys."""
        return Wish(self.heat, self._mode(), self._mask(None), OWN * BUTTONS)

    def wish_of(self, box: str) -> Wish:
        """What is wanted of one box: its own buttons may call, its own lamps show what they have done."""
        return Wish(self.heat, self._mode(), self._mask(box), self._lamps(box))

    def due_ns(self, tracks: Sequence[Track]) -> int | None:
        """When to look again though nothing happens."""
        due = [at for _, at in self._locked_ns]
        if self._asked is not None:
            due.append(self._asked[1] + ANSWER_NS)
        if self.snapshot is not None and isinstance(self.snapshot.view.stage, Race):
            known = verdict(self._counting(tracks), self.heat)
            if not isinstance(known, Nobody):
                due.append(calls.came_ns(known) + PATIENCE_NS)
        return min(due, default=None)

    # ---- calls

    def _call(
        self, snapshot: Snapshot[Any, Any], known: Verdict, tracks: Sequence[Track], now_ns: int
    ) -> list[Inbound[Any]]:
        if isinstance(known, Nobody):
            if self._false:
                # Nobody's call is left to be checked: everybody may call anew.
                self._new_heat()
            return []
        patient = known.unheard and now_ns < calls.came_ns(known) + PATIENCE_NS
        if patient or self._waits(now_ns):
            return []
        callers = self._together(known, tracks)
        self.finish = self._finish(known, callers)
        if not callers or a.Call(callers[0]) not in snapshot.choices:
            return []
        actions: list[a.Action] = [a.Call(callers[0]), *(a.DeadHeat(seat) for seat in callers[1:])]
        self._first = callers[0]
        return [self._ask(self._act(now_ns, calls.because(known, self.finish), *actions), now_ns)]

    def _check(
        self,
        snapshot: Snapshot[Any, Any],
        checked: tuple[Seat, ...],
        known: Verdict,
        tracks: Sequence[Track],
        now_ns: int,
    ) -> list[Inbound[Any]]:
        """What has come since the call was entered: a dead heat, or a push that was earlier."""
        if isinstance(known, Nobody) or self._waits(now_ns):
            return []
        callers = self._together(known, tracks)
        if not callers or not set(checked) & {self._seat(p) for t in tracks for p in t.pushes}:
            return []  # it was entered by hand
        if callers[0] not in checked and not set(callers) & set(checked):
            record = calls.call_record(snapshot)
            if record is None or len(checked) > 1:
                return []
            self.finish = replace(self._finish(known, callers), corrected=True)
            amended: Inbound[Any] = Amend(record, a.Call(callers[0]), False, now_ns)
            return [self._ask(amended, now_ns)]
        corrected = self.finish is not None and self.finish.corrected
        self.finish = replace(self._finish(known, callers), corrected=corrected)
        late = [a.DeadHeat(s) for s in callers if s not in checked and a.DeadHeat(s) in snapshot.choices]
        if not late:
            return []
        return [self._ask(self._act(now_ns, calls.because(known, self.finish), *late), now_ns)]

    def _together(self, known: First | PhotoFinish, tracks: Sequence[Track]) -> tuple[Seat, ...]:
        """Who called at the same moment, the first first: within one stamp, within doubt, or as the table's
        own window has it.
        """
        pushes = known.pushes if isinstance(known, PhotoFinish) else known.heat_of
        seats = [self._seat(push) for push in pushes]
        window_us = self._view.options.tie_window_ms * 1000
        if window_us:
            seats += [
                self._seat(p) for p in calls.within(self._counting(tracks), pushes[0], self.heat, window_us)
            ]
        return tuple(
            dict.fromkeys(seat for seat in seats if seat is not None and self._view.seats[seat].plays)
        )

    def _finish(self, known: First | PhotoFinish, callers: tuple[Seat, ...]) -> Finish:
        button = self._button(known)
        match known:
            case First(_, _, following, margin_ns, _, unheard):
                after = None if following is None else self._seat(following)
                alone = after is not None and after not in callers
                margin = margin_ns / 1e6 if margin_ns is not None and alone else None
                return Finish(callers, button, False, None, after if alone else None, margin, unheard, False)
            case PhotoFinish(_, within_ns, unheard):
                within = None if within_ns is None else within_ns / 1e6
                return Finish(callers, button, True, within, None, None, unheard, False)

    def _button(self, known: First | PhotoFinish) -> str:
        push = known.pushes[0] if isinstance(known, PhotoFinish) else known.push
        return "" if push.box in KEYS else str(push.button + 1)

    # ---- time

    def _note_locks(self, view: View, now_ns: int) -> None:
        """A lock-out runs from the moment the race knows of it: from the "no", or from GO."""
        if not isinstance(view.stage, Race | Checking):
            self._locked_ns = ()
            return
        known = dict(self._locked_ns)
        until_ns = now_ns + view.options.lock_out_s * 1_000_000_000
        locked = (Seat(at) for at, seat in enumerate(view.seats) if seat.locked)
        self._locked_ns = tuple((seat, known.get(seat, until_ns)) for seat in locked)

    def _unlock(self, snapshot: Snapshot[Any, Any], now_ns: int) -> list[Inbound[Any]]:
        free = [seat for seat, until_ns in self._locked_ns if until_ns <= now_ns]
        self._locked_ns = tuple(one for one in self._locked_ns if one[0] not in free)
        actions = [a.LockOutEnds(seat) for seat in free if a.LockOutEnds(seat) in snapshot.choices]
        return [self._act(now_ns, {"by": "clock"}, action) for action in actions]

    # ---- what it is made of

    @property
    def _view(self) -> View:
        if self.snapshot is None:
            raise RuntimeError("there is no game to judge")
        view: View = self.snapshot.view
        return view

    def _seat(self, push: Push) -> Seat | None:
        return self.seats.of(push.box, push.button, self.boxes, self._n)

    def _new_heat(self) -> None:
        self.heat = (self.heat + 1) % HEATS
        self._false, self._first, self.finish = frozenset(), None, None

    def _counting(self, tracks: Sequence[Track]) -> list[Track]:
        """The tracks without pushes that are nobody's, or whose call in this heat was false."""

        def counts(push: Push) -> bool:
            seat = self._seat(push)
            return seat is not None and seat not in self._false and self._view.seats[seat].plays

        return [replace(track, pushes=tuple(p for p in track.pushes if counts(p))) for track in tracks]

    def _act(self, now_ns: int, because: dict[str, Any], *actions: a.Action) -> Act[Any]:
        return Act(actions, now_ns, because)

    def _ask(self, inbound: Inbound[Any], now_ns: int) -> Inbound[Any]:
        self._asked = (inbound, now_ns)
        return inbound

    def _waits(self, now_ns: int) -> bool:
        return self._asked is not None and now_ns < self._asked[1] + ANSWER_NS

    def _mode(self) -> int:
        if self.snapshot is None or self.snapshot.paused or self.showing:
            return REST
        several = len(self.boxes) > 1
        match self.snapshot.view.stage:
            case Ready():
                return READY
            case Race() | Checking():
                return HEARD if several else RACE
            case _:
                return REST

    def _mask(self, box: str | None) -> int:
        """Who may call, a bit a button."""
        if self.snapshot is None:
            return 0
        mask = 0
        for button in range(BUTTONS):
            seat = Seat(button) if box is None else self.seats.of(box, button, self.boxes, self._n)
            if seat is not None and seat < self._n:
                sat = self._view.seats[seat]
                mask |= (sat.plays and not sat.locked) << button
        return mask

    @property
    def _n(self) -> int:
        return len(self._view.seats)

    def _lamps(self, box: str) -> str:
        """While buttons are shown: lit once they have an owner. In a check of several boxes: the caller's."""
        if self.snapshot is None:
            return OWN * BUTTONS
        if self.showing:
            named = {button for (owner, button), _ in self.seats.named if owner == box}
            return "".join(LIT if button in named else SLOW for button in range(BUTTONS))
        stage = self._view.stage
        if not isinstance(stage, Checking) or self._mode() != HEARD:
            return OWN * BUTTONS
        whose = [self.seats.of(box, button, self.boxes, self._n) for button in range(BUTTONS)]
        return "".join(LIT if seat in stage.callers else DARK for seat in whose)
