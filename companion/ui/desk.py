"""What the person at the screen is in the middle of. All state of the ui is here; screens hold none.

Everything happens on one thread, the one that draws. `changed` is called at once whenever the screen must
be shown anew: hiding a secret does not wait for the next frame.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any, assert_never

from companion.rules.core import Seat
from companion.table import inbound as say_to
from companion.table.inbound import Inbound
from companion.table.snapshot import Entry, RecordKind, Snapshot
from companion.ui import hold as holding
from companion.ui import intents as i
from companion.ui.face import Face, Preparing
from companion.ui.faces import face_of, teller_of
from companion.ui.facts import TEXT_SCALES, Finish, Front, Lies, Person, Point, Settings, Teaching
from companion.ui.hold import Hold
from companion.ui.places import Place, where
from companion.ui.pressing import Buttons, Pressed
from companion.ui.race_table.facts import RaceTeaching, Shown
from companion.ui.race_table.intents import LessonIntent, Letter, Spelled
from companion.ui.race_table.lesson import Lesson
from companion.ui.race_table.steps import Step
from companion.ui.screens import name_model, players_model
from companion.ui.screens.players_model import Roster
from companion.ui.theme import BADGE_S
from companion.ui.wishes import NewGame, Wishes

REFUSAL_S = 4.0
"""A refusal stays readable this long, even when the next thing the eye says was no refusal."""
NEEDS_CONSENT = "table.needs_consent"
Corners = tuple[Point, Point, Point, Point]


def _played(front: Front) -> list[Any]:
    """Who played what last; how far a kept game is does not matter to who plays next."""
    return [replace(one, kept=None) for one in front.shelf]


def _silence() -> None:
    """No sound could be made ready."""


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
        self.roster: Roster = players_model.begin(front, front.shelf[0].game)
        self.typed = ""
        self.hold = Hold()
        self.page = 0
        self.record: int | None = None
        self.wants: i.BackTo | i.Change | None = None
        """What all may have to agree to."""
        self.agreed: frozenset[Seat] = frozenset()
        self.live = False
        self.wanted: StrEnum = Place.HOME
        """Where somebody last went."""
        self.preparing: Preparing | None = None
        """The game that is being set up, at its place."""
        self.finish: Finish | None = None
        """The photo finish that was asked for last."""
        self._face: Face | None = None
        self.buttons = Buttons()
        self.met: tuple[str, ...] = ()
        """Who was asked for their buttons last: the same people are not asked again."""
        self.ring: Callable[[], None] = _silence
        """Makes the sound of a call."""
        self.wishes, self.now_ns, self._changed = wishes, monotonic_ns, changed
        self._badges: dict[Seat, tuple[int, int]] = {}
        self._refusal_until_ns = 0
        self._left = False
        self._starts = False
        """A game was wished for and is not here yet."""

    # ---- what is shown

    @property
    def place(self) -> StrEnum:
        return where(self.snapshot, self.wanted, self._face)

    @property
    def screen(self) -> str:
        """The module of the screen for this place."""
        place = self.place
        if place is Place.RACE_TABLE and self.lesson is not None:
            return self.lesson.screen
        if place is Place.PREPARE and self.preparing is not None:
            return self.preparing.screen
        own = None if self.snapshot is None else self.face.screens.get(place)
        return own or f"companion.ui.screens.{place.value}"

    @property
    def game(self) -> Snapshot[Any, Any]:
        """The game that is on; asked for where there must be one."""
        if self.snapshot is None:
            raise RuntimeError(f"{self.wanted} without a game")
        return self.snapshot

    @property
    def face(self) -> Face:
        """Of the game that is on, or was last."""
        if self._face is None:
            raise RuntimeError(f"{self.wanted} without a game")
        return self._face

    @property
    def owner(self) -> Seat | None:
        """Whose secrets are kept at this place; None where there are none."""
        return None if self.snapshot is None else self.face.owner(self.snapshot, self.place)

    @property
    def secret(self) -> bool:
        """Somebody's secret may be on the glass."""
        return self.hold.visible and self.owner is not None

    def badges(self) -> tuple[int, ...]:
        """By how much each seat's points have just changed."""
        now = self.now_ns()
        live = [self._badges.get(Seat(at), (0, 0)) for at in range(len(self.people))]
        return tuple(change if until > now else 0 for change, until in live)

    def can_change(self, entry: Entry) -> bool:
        return self.face.can_change(entry)

    # ---- what comes in

    def take_front(self, front: Front) -> None:
        if (self.front.last, _played(self.front)) != (front.last, _played(front)):
            known = any(shelved.game == self.roster.game for shelved in front.shelf)
            self.roster = players_model.begin(front, self.roster.game if known else front.shelf[0].game)
        self.front = front
        if self.preparing is not None:
            self.preparing.take_front(front)
        if self.place is Place.TEACH and self.teaching is not None:
            # The answer to a table taught.
            self._leave_teaching()
        if self._starts and front.trouble and self.place in (Place.PLAYERS, Place.PREPARE):
            # Why the game cannot start is said there.
            self.go(Place.HOME)
        self._changed()

    def take_laid(self, lies: tuple[Lies, ...]) -> None:
        self.wishes.laid(lies)

    def take_teaching(self, teaching: Teaching) -> None:
        if self.wanted is Place.TEACH:
            self.teaching = teaching
            self._changed()

    def take_lesson(self, seen: RaceTeaching) -> None:
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
        self._starts = False
        before = self.snapshot
        if snapshot.peek is not None and not self.secret:
            # It was hidden while this was on its way.
            snapshot = replace(snapshot, peek=None)
        if snapshot.refusal is not None:
            self._refusal_until_ns = self.now_ns() + int(REFUSAL_S * 1e9)
        elif before is not None and before.view == snapshot.view and self.now_ns() < self._refusal_until_ns:
            snapshot = replace(snapshot, refusal=before.refusal)
        place = self.wanted
        self._settle(before, snapshot)
        self.snapshot = snapshot
        if before is not None and self.wanted is not place:
            self._forget_refusal()
        if self.hold.visible and self.owner is None:
            self._set_hold(holding.covered(self.hold))
        self._changed()

    def _settle(self, before: Snapshot[Any, Any] | None, snapshot: Snapshot[Any, Any]) -> None:
        """Forget what the new snapshot makes meaningless."""
        if before is None or (before.game, before.names) != (snapshot.game, snapshot.names):
            self.people = self._known(snapshot.names)
            self._face, self._badges, self.wanted = face_of(snapshot.game), {}, Place.BOARD
            self._face.begins(self, snapshot)
            return
        if before.view != snapshot.view:
            self._note_points(before, snapshot)
        self.face.settle(self, before, snapshot)
        newest = snapshot.timeline[-1] if snapshot.timeline else None
        if newest is not None and newest != (before.timeline[-1] if before.timeline else None):
            if self.wanted in (Place.AMEND, Place.FIX) and newest.kind is RecordKind.AMENDED:
                self.go(Place.BOARD)
            if self.wanted is Place.CONSENT and newest.kind is RecordKind.TAKEN_BACK:
                self.go(Place.BOARD)
        refused = snapshot.refusal is not None and snapshot.refusal.key == NEEDS_CONSENT
        if refused and self.wants is not None and self.wanted is not Place.CONSENT:
            self.go(Place.CONSENT)

    def _note_points(self, before: Snapshot[Any, Any], after: Snapshot[Any, Any]) -> None:
        until = self.now_ns() + int(BADGE_S * 1e9)
        points = teller_of(after.game).points
        for at, (old, new) in enumerate(zip(points(before.view), points(after.view), strict=True)):
            if old != new:
                self._badges[Seat(at)] = (new - old, until)

    def _known(self, names: tuple[str, ...]) -> tuple[Person, ...]:
        """The people of a game, each with the colour remembered; no two with the same."""
        colours = {p.name: p.colour for p in (*self.front.people, *self.front.last, *self.roster.seats)}
        people: list[Person] = []
        for at, name in enumerate(names):
            taken = {p.colour for p in people}
            wish = colours.get(name, at)
            people.append(Person(name, next(c % 6 for c in range(wish, wish + 6) if c % 6 not in taken)))
        return tuple(people)

    def take_press(self, pressed: Pressed) -> None:
        """A push, at once: a signal, and no state."""
        if self.snapshot is not None:
            self.face.pressed(self, pressed)
            self._changed()

    def take_buttons(self, buttons: Buttons) -> None:
        self.buttons = buttons
        self._changed()

    # ---- secrets

    def finger_down(self, finger: str, *, on_pad: bool) -> None:
        pad = on_pad and self.owner is not None
        self._set_hold(holding.down(self.hold, finger, on_pad=pad, now_ns=self.now_ns()))

    def finger_moved(self, finger: str, *, on_pad: bool) -> None:
        self._set_hold(holding.moved(self.hold, finger, on_pad=on_pad))

    def finger_up(self, finger: str) -> None:
        self._set_hold(holding.up(self.hold, finger))

    def cover(self) -> None:
        """The window lost focus, the app was paused, the screen went away."""
        self._set_hold(holding.covered(self.hold))

    def tick(self) -> None:
        now = self.now_ns()
        may = self.snapshot is not None and self.face.may_latch(self.snapshot)
        self._set_hold(holding.ticked(self.hold, may_latch=may, now_ns=now))
        if self.snapshot is not None and self.face.tick(self, now):
            self._changed()

    def written(self, letter: str) -> i.Intent | None:
        """What `letter` means where a name is typed; the empty one takes one away. None elsewhere."""
        if self.place is Place.NAME:
            return i.Type(letter)
        spelling = self.lesson is not None and self.lesson.step is Step.SPELL
        return Letter(letter) if spelling else None

    def entered(self) -> i.Intent:
        """What the enter key means where a name is typed."""
        return i.Named() if self.place is Place.NAME else Spelled()

    def key(self, letter: str) -> None:
        """Somebody typed `letter` on a real keyboard, at a place where nothing is written."""
        if self.snapshot is not None and self.face.key(self, letter):
            self._changed()

    def _set_hold(self, hold: Hold) -> None:
        before, self.hold = self.hold, hold
        owner = self.owner
        if before.visible and not hold.visible:
            if self.snapshot is not None:
                self.snapshot = replace(self.snapshot, peek=None)
            # First the glass, then everybody else.
            self._changed()
            self.wishes.send(say_to.Unpeek(self.now_ns()))
        elif hold.visible and not before.visible and owner is not None:
            self.wishes.send(say_to.Peek(owner, self.now_ns()))
            self._changed()
        elif before.latched != hold.latched:
            self._changed()

    # ---- what is meant

    def do(self, intent: i.Intent) -> None:
        """Carry out what a touch meant: turn to another place, or pass a wish on."""
        self._do(intent)
        self._changed()

    def _do(self, intent: i.Intent) -> None:  # noqa: PLR0912, PLR0915 - one case an intent
        now = self.now_ns()
        send = self.wishes.send
        match intent:
            case i.GameIntent():
                # What a screen of a game before meant is nothing to this one.
                if self.snapshot is not None:
                    self.face.do(self, intent)
                elif self.place is Place.PREPARE and self.preparing is not None:
                    self.preparing.do(self, intent)
            case i.Go(place):
                self.go(place)
            case i.Play(actions):
                self.play(actions)
            case i.KeepPending(since_ns):
                pending = None if self.snapshot is None else self.snapshot.pending
                if pending is not None and pending.since_ns == since_ns:
                    send(say_to.Keep(now))
                self.go(Place.BOARD)
            case i.OpenFix():
                send(say_to.HoldPending(now))
                self.go(Place.FIX)
            case i.CloseFix():
                send(say_to.ResumePending(now))
                self.go(Place.BOARD)
            case i.ByHand():
                self.go(Place.BOARD)
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
                self.go(Place.BOARD)
            case i.Hide():
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
            case i.ChooseGame(game):
                self.roster = players_model.begin(self.front, game)
                self.go(Place.PLAYERS)
            case (
                i.TogglePerson()
                | i.First()
                | i.Swap()
                | i.Choose()
                | i.DealFewer()
                | i.ShowOptions()
                | i.Type()
                | i.Named()
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

    def go(self, place: StrEnum) -> None:
        """Want to be at `place`."""
        if self.wanted is Place.TEACH and place is not Place.TEACH:
            self.wishes.stop_teaching()
            self.teaching = None
        if self.lesson is not None and place is not Place.RACE_TABLE:
            self.lesson.stop()
            self.lesson = None
        if self.hold.visible:
            self._set_hold(holding.covered(self.hold))
        if place is not self.wanted:
            self._forget_refusal()
        if self.wanted is Place.ENDED:
            self.snapshot = None
        if place not in (Place.TIMELINE, Place.AMEND):
            self.record = None
        if self._face is not None:
            self._face.went(self.wanted, place)
        if place is not Place.TIMELINE:
            self.page = 0
        if place is Place.NAME:
            self.typed = ""
        if place is Place.CONSENT:
            self.agreed = frozenset()
        self.wanted = place

    def _forget_refusal(self) -> None:
        """Why something could not be done is no answer to what somebody does next."""
        self._refusal_until_ns = 0
        if self.snapshot is not None:
            self.snapshot = replace(self.snapshot, refusal=None, broken=())

    def send(self, inbound: Inbound[Any]) -> None:
        """To the sitting."""
        self.wishes.send(inbound)

    def play(self, actions: tuple[Any, ...], **because: Any) -> None:
        """Enter these actions by hand, and be at the game itself. `because` travels beside them."""
        self.go(Place.BOARD)
        self.send(say_to.Act(actions, self.now_ns(), {"by": "hand", **because}))

    def _mend(self, intent: i.BackTo | i.Agree | i.ChooseRecord | i.Change) -> None:
        match intent:
            case i.BackTo(_, needs_consent):
                self.wants = intent
                if needs_consent:
                    self.go(Place.CONSENT)
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
                self.wishes.send(say_to.TakeBack(to_seq, consent, self.now_ns()))
                self.go(Place.BOARD)
            case i.Change(seq, replacement, drop):
                self.wishes.send(say_to.Amend(seq, replacement, drop, self.now_ns(), consent))
                if consent:
                    self.go(Place.BOARD)
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
        self.wishes.settings(self.settings)

    # ---- before and after a game

    def _begin_or_end(self, intent: i.Leave | i.EndGame | i.Resume | i.Demo | i.Start | i.Rematch) -> None:
        match intent:
            case i.Leave():
                self.go(Place.HOME)
                self.snapshot, self._left = None, True
                self.wishes.leave()
            case i.EndGame():
                # The last that was heard of the game stays on the glass: how it stood.
                self.go(Place.ENDED)
                self._left = True
                self.wishes.end_game()
            case i.Resume(game_id):
                self._left = False
                self.wishes.resume(game_id)
            case i.Demo(game):
                self._left = False
                self.wishes.demo(game)
            case i.Start():
                roster = self.roster
                prepare = players_model.asks(roster).prepare
                if players_model.is_complete(roster) and prepare is not None:
                    self.preparing = prepare(self.front, len(roster.seats), dict(roster.options))
                    self.go(Place.PREPARE)
                elif players_model.is_complete(roster):
                    self.begin_prepared({})
            case i.Rematch():
                if self.snapshot is not None:
                    first, options = self.face.again(self.snapshot)
                    self._start(self.snapshot.game, self.people, first, options)
            case _:
                assert_never(intent)

    def begin_prepared(self, more: dict[str, Any]) -> None:
        """Start with who was chosen, and with these options beside those of the players' screen."""
        roster = self.roster
        first = roster.first if players_model.asks(roster).role else None
        fewer = players_model.fewer_of(roster)
        handicap = {"fewer": list(fewer)} if any(fewer) else {}
        self._start(roster.game, roster.seats, first, dict(roster.options) | handicap | more)

    def ask_finish(self, name: str) -> None:
        """For the pictures kept under this name; the answer is a fact."""
        self.finish = None
        self.wishes.finish(name)

    def ask_paces(self) -> None:
        """For how figures walk; the answer is a fact."""
        self.wishes.paces()

    def take_finish(self, finish: Finish) -> None:
        self.finish = finish
        self._changed()

    def _start(
        self, game: str, people: tuple[Person, ...], first: int | None, options: dict[str, Any]
    ) -> None:
        self.snapshot, self._left, self._starts = None, False, True
        self.wishes.new_game(NewGame(game, people, first, options))

    def _seat_people(
        self,
        intent: i.TogglePerson | i.First | i.Swap | i.Choose | i.DealFewer | i.ShowOptions | i.Type | i.Named,
    ) -> None:
        roster = self.roster
        match intent:
            case i.TogglePerson(name):
                everybody = players_model.people(self.front, roster)
                person = next((p for p in everybody if p.name == name), None)
                self.roster = roster if person is None else players_model.toggled(roster, person)
            case i.First(seat):
                self.roster = replace(roster, first=seat)
            case i.Swap():
                self.roster = players_model.swapped(roster)
            case i.ShowOptions(shown):
                self.roster = replace(roster, all_options=shown)
            case i.Choose(option, value):
                self.roster = players_model.chosen(roster, option, value)
            case i.DealFewer(name, cards):
                self.roster = replace(roster, fewer={**roster.fewer, name: cards})
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
        self.go(Place.PLAYERS)

    # ---- teaching

    def _teach(self, intent: i.Teach | i.DragCorner | i.KeepTable | i.PlayByHand) -> None:
        match intent:
            case i.Teach():
                self.go(Place.TEACH)
                self.wishes.teach()
            case i.DragCorner(corner, to):
                if self.teaching is not None:
                    self._drag(self.teaching, corner, to)
            case i.KeepTable():
                self.wishes.keep_table()
            case i.PlayByHand():
                self.wishes.play_by_hand()
                self.go(Place.HOME)
            case _:
                assert_never(intent)

    def _teach_race(self) -> None:
        self.go(Place.RACE_TABLE)
        self.lesson = Lesson(self.wishes.race_table, lambda: self.go(Place.TABLES))
        self.lesson.begin()

    def _drag(self, teaching: Teaching, corner: int, to: Point) -> None:
        inside = (min(1.0, max(0.0, to[0])), min(1.0, max(0.0, to[1])))
        a, b, c, d = (inside if at == corner else old for at, old in enumerate(teaching.corners))
        self.teaching = replace(teaching, corners=(a, b, c, d), found=False)
        self.wishes.corners((a, b, c, d))

    def _leave_teaching(self) -> None:
        self.teaching = None
        self.wanted = Place.HOME
