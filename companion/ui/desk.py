"""What the person at the screen is in the middle of. All state of the ui is here; screens hold none.

Everything happens on one thread, the one that draws. `changed` is called at once whenever the screen must
be shown anew: hiding a secret does not wait for the next frame.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from companion.rules.core import Seat
from companion.table import inbound as say_to
from companion.table.snapshot import RecordKind, Snapshot
from companion.ui import hold as holding
from companion.ui import intents as i
from companion.ui.facts import TEXT_SCALES, Front, Person, Point, Settings, Teaching
from companion.ui.hand import EMPTY_HAND, Hand, power_done, tapped
from companion.ui.hold import Hold
from companion.ui.places import Place, where
from companion.ui.race_table.facts import RaceTeaching, Shown
from companion.ui.race_table.intents import LessonIntent
from companion.ui.race_table.lesson import Lesson
from companion.ui.screens import name_model, players_model, powers_model
from companion.ui.screens.players_model import Roster
from companion.ui.theme import BADGE_S
from companion.ui.wishes import NewGame, Wishes

GAME = "all_4_it"
REFUSAL_S = 4.0
"""A refusal stays readable this long, even when the next thing the eye says was no refusal."""
NEEDS_CONSENT = "table.needs_consent"
Corners = tuple[Point, Point, Point, Point]


class Desk:
    def __init__(
        self,
        wishes: Wishes,
        front: Front,
        settings: Settings,
        monotonic_ns: Callable[[], int],
        changed: Callable[[], None],
    ) -> None:
        self.front, self.settings = front, settings
        self.snapshot: Snapshot[Any, Any] | None = None
        self.teaching: Teaching | None = None
        self.lesson: Lesson | None = None
        """Of a race table."""
        self.people: tuple[Person, ...] = ()
        self.roster: Roster = players_model.begin(front)
        self.typed = ""
        self.hand = EMPTY_HAND
        self.seat = Seat(0)
        """Whose secret, or whose shape, the open screen is about."""
        self.hold = Hold()
        self.page = 0
        self.record: int | None = None
        self.wants: i.BackTo | i.Change | None = None
        """What all may have to agree to."""
        self.agreed: frozenset[Seat] = frozenset()
        self.live = False
        self._wanted = Place.HOME
        self._wishes, self._now_ns, self._changed = wishes, monotonic_ns, changed
        self._badges: dict[Seat, tuple[int, int]] = {}
        self._refusal_until_ns = 0
        self._left = False

    # ---- what is shown

    @property
    def place(self) -> Place:
        return where(self.snapshot, self._wanted)

    @property
    def screen(self) -> str:
        """The module of the screen for this place."""
        if self.place is Place.RACE_TABLE and self.lesson is not None:
            return self.lesson.screen
        return f"companion.ui.screens.{self.place.value}"

    @property
    def secret(self) -> bool:
        """Somebody's secret may be on the glass."""
        public = self.snapshot is not None and powers_model.is_public(self.snapshot)
        return self.place is Place.POWERS and self.hold.visible and not public

    def badges(self) -> tuple[int, int]:
        now = self._now_ns()
        live = [self._badges.get(Seat(at), (0, 0)) for at in range(2)]
        first, second = (change if until > now else 0 for change, until in live)
        return first, second

    # ---- what comes in

    def take_front(self, front: Front) -> None:
        if self.front.last != front.last:
            self.roster = players_model.begin(front)
        self.front = front
        if self.place is Place.TEACH and self.teaching is not None:
            # The answer to a table taught.
            self._leave_teaching()
        self._changed()

    def take_teaching(self, teaching: Teaching) -> None:
        if self._wanted is Place.TEACH:
            self.teaching = teaching
            self._changed()

    def take_race(self, seen: RaceTeaching) -> None:
        if self.lesson is not None:
            self.lesson.take(seen)
            self._changed()

    def take_shown(self, shown: Shown) -> None:
        if self.lesson is not None:
            self.lesson.take_shown(shown)
            self._changed()

    def take_snapshot(self, snapshot: Snapshot[Any, Any]) -> None:
        if self._left:
            return
        before = self.snapshot
        if snapshot.peek is not None and not self.secret:
            # It was hidden while this was on its way.
            snapshot = replace(snapshot, peek=None)
        if snapshot.refusal is not None:
            self._refusal_until_ns = self._now_ns() + int(REFUSAL_S * 1e9)
        elif before is not None and before.view == snapshot.view and self._now_ns() < self._refusal_until_ns:
            snapshot = replace(snapshot, refusal=before.refusal)
        place = self._wanted
        self._settle(before, snapshot)
        self.snapshot = snapshot
        if before is not None and self._wanted is not place:
            self._forget_refusal()
        if self.place is not Place.POWERS and self.hold.visible:
            self._set_hold(holding.covered(self.hold))
        self._changed()

    def _settle(self, before: Snapshot[Any, Any] | None, snapshot: Snapshot[Any, Any]) -> None:
        """Forget what the new snapshot makes meaningless."""
        if before is None or before.names != snapshot.names:
            self.people = self._known(snapshot.names)
            self.hand, self._badges, self._wanted = EMPTY_HAND, {}, Place.BOARD
            return
        if before.view != snapshot.view:
            self._note_points(before, snapshot)
            if self._wanted is not Place.AMEND:
                self.hand = EMPTY_HAND
        elif before.pending != snapshot.pending:
            self.hand = replace(self.hand, wrong=(), why="")
        newest = snapshot.timeline[-1] if snapshot.timeline else None
        if newest is not None and newest != (before.timeline[-1] if before.timeline else None):
            if self._wanted is Place.AMEND and newest.kind is RecordKind.AMENDED:
                self._go(Place.BOARD)
            if self._wanted is Place.CONSENT and newest.kind is RecordKind.TAKEN_BACK:
                self._go(Place.BOARD)
        refused = snapshot.refusal is not None and snapshot.refusal.key == NEEDS_CONSENT
        if refused and self.wants is not None and self._wanted is not Place.CONSENT:
            self._go(Place.CONSENT)

    def _note_points(self, before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> None:
        until = self._now_ns() + int(BADGE_S * 1e9)
        for at, (old, new) in enumerate(zip(before.view.seats, after.view.seats, strict=True)):
            if old.points != new.points:
                self._badges[Seat(at)] = (new.points - old.points, until)

    def _known(self, names: tuple[str, ...]) -> tuple[Person, ...]:
        """The people of a game, each with the colour remembered; no two with the same."""
        colours = {p.name: p.colour for p in (*self.front.people, *self.front.last, *self.roster.seats)}
        people: list[Person] = []
        for at, name in enumerate(names):
            taken = {p.colour for p in people}
            wish = colours.get(name, at)
            people.append(Person(name, next(c % 6 for c in range(wish, wish + 6) if c % 6 not in taken)))
        return tuple(people)

    # ---- secrets

    def finger_down(self, finger: str, *, on_pad: bool) -> None:
        pad = on_pad and self.place is Place.POWERS
        self._set_hold(holding.down(self.hold, finger, on_pad=pad, now_ns=self._now_ns()))

    def finger_moved(self, finger: str, *, on_pad: bool) -> None:
        self._set_hold(holding.moved(self.hold, finger, on_pad=on_pad))

    def finger_up(self, finger: str) -> None:
        self._set_hold(holding.up(self.hold, finger))

    def cover(self) -> None:
        """The window lost focus, the app was paused, the screen went away."""
        self._set_hold(holding.covered(self.hold))

    def tick(self) -> None:
        may = self.snapshot is not None and powers_model.may_latch(self.snapshot, self.seat)
        self._set_hold(holding.ticked(self.hold, may_latch=may, now_ns=self._now_ns()))

    def _set_hold(self, hold: Hold) -> None:
        before, self.hold = self.hold, hold
        if before.visible and not hold.visible:
            if self.snapshot is not None:
                self.snapshot = replace(self.snapshot, peek=None)
            # First the glass, then everybody else.
            self._changed()
            self._wishes.send(say_to.Unpeek(self._now_ns()))
        elif hold.visible and not before.visible:
            self._wishes.send(say_to.Peek(self.seat, self._now_ns()))
            self._changed()
        elif before.latched != hold.latched:
            self._changed()

    # ---- what is meant

    def do(self, intent: i.Intent) -> None:
        """Carry out what a touch meant: turn to another place, or pass a wish on."""
        self._do(intent)
        self._changed()

    def _do(self, intent: i.Intent) -> None:  # noqa: PLR0912, PLR0915 - one case an intent
        now = self._now_ns()
        send = self._wishes.send
        match intent:
            case i.Go(place):
                self._go(place)
            case i.Tap(cell):
                self._tap(cell)
            case i.Play(actions):
                self._play(actions)
            case i.PowerDone():
                self._finish_power()
            case i.DropPicks():
                self._drop_picks()
            case i.KeepPending(since_ns):
                pending = None if self.snapshot is None else self.snapshot.pending
                if pending is not None and pending.since_ns == since_ns:
                    send(say_to.Keep(now))
                self._go(Place.BOARD)
            case i.OpenFix():
                send(say_to.HoldPending(now))
                self._go(Place.FIX)
            case i.CloseFix():
                send(say_to.ResumePending(now))
                self._go(Place.BOARD)
            case i.ByHand():
                self._go(Place.BOARD)
            case i.AgainAfterAll():
                send(say_to.PlayAgain(now))
            case i.BoardRight(ends_turn):
                send(say_to.BoardIsRight(ends_turn, now))
            case i.RecordRight():
                send(say_to.RecordIsRight(now))
            case i.LetAppFlip():
                send(say_to.FlipForUs(now))
            case i.SetPaused(paused):
                send(say_to.Pause(now) if paused else say_to.Continue(now))
                self._go(Place.BOARD)
            case i.LookAtPowers(seat):
                self.seat = seat
                self._go(Place.POWERS)
            case i.EnterShape(seat):
                self.seat = seat
                self._go(Place.SHAPES)
            case i.HidePowers():
                self.cover()
            case i.BackTo() | i.Agree() | i.ChooseRecord() | i.Change():
                self._mend(intent)
            case i.ShowLive(live):
                self.live = live
            case i.More():
                self._turn_page()
            case i.Turn(twist):
                self._twist(twist)
            case i.Leave() | i.EndGame() | i.Resume() | i.Demo() | i.Start() | i.Rematch():
                self._begin_or_end(intent)
            case (
                i.TogglePerson() | i.Oldest() | i.Swap() | i.Choose() | i.ShowOptions() | i.Type() | i.Named()
            ):
                self._seat_people(intent)
            case i.TeachRace():
                self._teach_race()
            case LessonIntent():
                # What a lesson's screen meant is nothing once it is left.
                if self.lesson is not None:
                    self.lesson.do(intent)
            case i.Teach() | i.DragCorner() | i.KeepTable() | i.PlayByHand():
                self._teach(intent)
            case _:
                assert_never(intent)

    def _go(self, place: Place) -> None:
        if self._wanted is Place.TEACH and place is not Place.TEACH:
            self._wishes.stop_teaching()
            self.teaching = None
        if self.lesson is not None and place is not Place.RACE_TABLE:
            self.lesson.stop()
            self.lesson = None
        if self.hold.visible:
            self._set_hold(holding.covered(self.hold))
        if place is not self._wanted:
            self._forget_refusal()
        if self._wanted is Place.ENDED:
            self.snapshot = None
        if place not in (Place.TIMELINE, Place.AMEND):
            self.record = None
        # Cells picked for a record that is mended are none for the next turn.
        if self._wanted is Place.AMEND or place in (Place.TIMELINE, Place.SHAPES, Place.AMEND):
            self.hand = EMPTY_HAND
        if place is not Place.TIMELINE:
            self.page = 0
        if place is Place.NAME:
            self.typed = ""
        if place is Place.CONSENT:
            self.agreed = frozenset()
        self._wanted = place

    def _forget_refusal(self) -> None:
        """Why something could not be done is no answer to what somebody does next."""
        self._refusal_until_ns = 0
        if self.snapshot is not None:
            self.snapshot = replace(self.snapshot, refusal=None, broken=())

    def _tap(self, cell: int) -> None:
        snapshot = self.snapshot
        if snapshot is None:
            return
        if self._wanted is Place.AMEND:
            self._pick(cell)
            return
        fresh = self.hand == EMPTY_HAND
        self.hand, actions = tapped(snapshot, self.hand, cell)
        if fresh and snapshot.pending is not None and not snapshot.pending.held:
            # Somebody says it otherwise: nothing is kept under their finger.
            self._wishes.send(say_to.HoldPending(self._now_ns()))
        if actions:
            self._play(actions)

    def _pick(self, cell: int) -> None:
        picked = self.hand.cells
        if cell in picked:
            self.hand = Hand(cells=tuple(c for c in picked if c != cell))
        elif len(picked) < 4:
            self.hand = Hand(cells=(*picked, cell))

    def _drop_picks(self) -> None:
        self.hand = EMPTY_HAND
        if self.snapshot is not None and self.snapshot.pending is not None:
            self._wishes.send(say_to.ResumePending(self._now_ns()))

    def _play(self, actions: tuple[Any, ...]) -> None:
        self._go(Place.BOARD)
        self._wishes.send(say_to.Act(actions, self._now_ns(), {"by": "hand"}))

    def _finish_power(self) -> None:
        if self.snapshot is not None and (actions := power_done(self.snapshot, self.hand)):
            self._play(actions)

    def _mend(self, intent: i.BackTo | i.Agree | i.ChooseRecord | i.Change) -> None:
        match intent:
            case i.BackTo(_, needs_consent):
                self.wants = intent
                if needs_consent:
                    self._go(Place.CONSENT)
                else:
                    self._ask_for(intent, frozenset())
            case i.Agree(seat):
                self.agreed |= {seat}
                everybody = self.snapshot is not None and len(self.agreed) == len(self.snapshot.names)
                if everybody and self.wants is not None:
                    self._ask_for(self.wants, self.agreed)
            case i.ChooseRecord(seq):
                self.record = None if self.record == seq else seq
            case i.Change():
                self.wants = intent
                self._ask_for(intent, frozenset())
            case _:
                assert_never(intent)

    def _ask_for(self, wanted: i.BackTo | i.Change, consent: frozenset[Seat]) -> None:
        match wanted:
            case i.BackTo(to_seq, _):
                self._wishes.send(say_to.TakeBack(to_seq, consent, self._now_ns()))
                self._go(Place.BOARD)
            case i.Change(seq, replacement, drop):
                self._wishes.send(say_to.Amend(seq, replacement, drop, self._now_ns(), consent))
                if consent:
                    self._go(Place.BOARD)
            case _:
                assert_never(wanted)

    def _turn_page(self) -> None:
        self.page += 1
        if self.place is Place.PLAYERS:
            self.roster = replace(self.roster, page=self.roster.page + 1)

    def _twist(self, twist: i.Twist) -> None:
        now = self.settings
        match twist:
            case i.Twist.FLIP:
                self.settings = replace(now, flipped=not now.flipped)
            case i.Twist.LIGHT:
                self.settings = replace(now, light=not now.light)
            case i.Twist.TEXT:
                after = (TEXT_SCALES.index(now.text_scale) + 1) % len(TEXT_SCALES)
                self.settings = replace(now, text_scale=TEXT_SCALES[after])
            case i.Twist.MUTE:
                self.settings = replace(now, muted=not now.muted)
            case _:
                assert_never(twist)
        self._wishes.settings(self.settings)

    # ---- before and after a game

    def _begin_or_end(self, intent: i.Leave | i.EndGame | i.Resume | i.Demo | i.Start | i.Rematch) -> None:
        match intent:
            case i.Leave():
                self._go(Place.HOME)
                self.snapshot, self._left = None, True
                self._wishes.leave()
            case i.EndGame():
                # The last that was heard of the game stays on the glass: how it stood.
                self._go(Place.ENDED)
                self._left = True
                self._wishes.end_game()
            case i.Resume(game_id):
                self._left = False
                self._wishes.resume(game_id)
            case i.Demo():
                self._left = False
                self._wishes.demo()
            case i.Start():
                if len(self.roster.seats) == players_model.SEATS:
                    self._start(self.roster.seats, self.roster.oldest, dict(self.roster.options))
            case i.Rematch():
                # The colours are flipped for anew; this time the other one flips.
                oldest = 0 if self.snapshot is None else 1 - self.snapshot.view.oldest
                self._start(self.people, oldest, self._same_options())
            case _:
                assert_never(intent)

    def _start(self, people: tuple[Person, ...], oldest: int, options: dict[str, Any]) -> None:
        self.snapshot, self._left = None, False
        self._wishes.new_game(NewGame(GAME, people, oldest, options))

    def _same_options(self) -> dict[str, Any]:
        if self.snapshot is None:
            return {}
        options = self.snapshot.view.options
        return {name: getattr(options, name) for name in players_model.VALUES}

    def _seat_people(
        self, intent: i.TogglePerson | i.Oldest | i.Swap | i.Choose | i.ShowOptions | i.Type | i.Named
    ) -> None:
        roster = self.roster
        match intent:
            case i.TogglePerson(name):
                everybody = players_model.people(self.front, roster)
                person = next((p for p in everybody if p.name == name), None)
                self.roster = roster if person is None else players_model.toggled(roster, person)
            case i.Oldest(seat):
                self.roster = replace(roster, oldest=seat)
            case i.Swap():
                self.roster = players_model.swapped(roster)
            case i.ShowOptions(shown):
                self.roster = replace(roster, all_options=shown)
            case i.Choose(option, value):
                self.roster = players_model.chosen(roster, option, value)
            case i.Type(letter):
                self.typed = name_model.typed_on(self.typed, letter)
            case i.Named():
                self._add_person()
            case _:
                assert_never(intent)

    def taken_names(self) -> tuple[str, ...]:
        return tuple(p.name for p in players_model.people(self.front, self.roster))

    def _add_person(self) -> None:
        model = name_model.present(self.typed, self.taken_names(), self.page)
        if not model.done.enabled:
            return
        name = self.typed.strip()
        person = Person(name, len(self.taken_names()) % 6)
        roster = replace(self.roster, guests=(person, *self.roster.guests), page=0)
        self.roster = players_model.toggled(roster, person)
        self._go(Place.PLAYERS)

    # ---- teaching

    def _teach(self, intent: i.Teach | i.DragCorner | i.KeepTable | i.PlayByHand) -> None:
        match intent:
            case i.Teach():
                self._go(Place.TEACH)
                self._wishes.teach()
            case i.DragCorner(corner, to):
                if self.teaching is not None:
                    self._drag(self.teaching, corner, to)
            case i.KeepTable():
                self._wishes.keep_table()
            case i.PlayByHand():
                self._wishes.play_by_hand()
                self._go(Place.HOME)
            case _:
                assert_never(intent)

    def _teach_race(self) -> None:
        self._go(Place.RACE_TABLE)
        self.lesson = Lesson(self._wishes.race_table, lambda: self._go(Place.TABLES))
        self.lesson.begin()

    def _drag(self, teaching: Teaching, corner: int, to: Point) -> None:
        inside = (min(1.0, max(0.0, to[0])), min(1.0, max(0.0, to[1])))
        a, b, c, d = (inside if at == corner else old for at, old in enumerate(teaching.corners))
        self.teaching = replace(teaching, corners=(a, b, c, d), found=False)
        self._wishes.corners((a, b, c, d))

    def _leave_teaching(self) -> None:
        self.teaching = None
        self._wanted = Place.HOME
