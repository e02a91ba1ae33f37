"""An evening in front of the window: carries out what the ui wishes for, and tells it what is known.

All wishes come on the ui's thread and none of them waits for the eye or a camera. The journal is open from
the beginning; a table thread runs while a game is on, and an eye beside it where there is one.
"""

import random
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion import fair, people, settings
from companion.assembly import clip, race_clip, tables
from companion.assembly.facts import newest, paces, resumable, seated, shelf, with_ui
from companion.assembly.facts import people as as_people
from companion.assembly.hosts import PLAYABLE, Host, Looks, host_of
from companion.assembly.kept import named
from companion.assembly.laying import LayingThread
from companion.assembly.looking import at_clip, at_table, race_at_clip, race_at_table
from companion.assembly.pushes import as_row
from companion.assembly.race_table import FINISHES, RaceLook, RaceTable
from companion.assembly.tables import FOLDER, is_race, is_taught, kit_of
from companion.assembly.teaching import Teacher
from companion.assembly.teaching_race import RaceTeacher
from companion.devices.eye import EyeThread, Open
from companion.journal.store import Journal, OpenGame
from companion.rules.core import Seat
from companion.settings import Settings
from companion.table.dealer import Dealer, SecretDealer
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.inbound import Act, EyeGone, Inbound, Observed, Peek, Unpeek
from companion.table.snapshot import Eye, Snapshot
from companion.table.thread import Table, TableThread
from companion.trouble import UserError
from companion.ui.facts import NO_KIT, Frame, Front, Lies, Pace, Point, Source
from companion.ui.facts import Settings as UiSettings
from companion.ui.race_table.facts import Begin, RaceWish, Stop, Use
from companion.ui.slots import Sources
from companion.ui.wishes import NewGame
from vision.observation import Observation

if TYPE_CHECKING:
    from companion.assembly.buttons import ButtonDesk
    from companion.devices.ears import Record

MIRROR_PX = 560
"""Side of the straightened picture of the grid: as large as the board's mirror on a 10-inch panel."""


class Evening:
    """Implements `companion.ui.wishes.Wishes`."""

    def __init__(
        self,
        chosen: Settings,
        home: Path,
        *,
        clock_ns: Callable[[], int],
        wall_s: Callable[[], float],
        simulate: bool = False,
        sound: bool = False,
    ) -> None:
        """`simulate`: a simulated button box takes the place of one that is not plugged in.

        `sound`: something can be heard here.
        """
        self._chosen, self._home = chosen, home
        self._clock_ns, self._wall_s = clock_ns, wall_s
        self.sources = Sources()
        self._people = people.load(home / people.FILE)
        self._journal = Journal(home)
        self._demo: Journal | None = None
        self._races: Journal | None = None
        self._table: TableThread[Any, Any, Any, Any] | None = None
        self._eye: EyeThread | None = None
        self._race: RaceTable | None = None
        self._from_s = -1.0
        self._kit = kit_of(chosen.race_table)
        self._laying: LayingThread | None = None
        self._teacher: Teacher | None = None
        self._lesson: RaceTeacher | None = None
        self._game: tuple[Journal, int] | None = None
        self._by_hand = False
        self._simulate, self._sound = simulate, sound
        self._said = ""
        """The trouble that was told last, until something else is done."""
        self._buttons: ButtonDesk | None = None

    def begin(self, clip_of: str | None = None) -> None:
        """The clip plays by itself where there is neither a taught table nor a game to go on with; `clip_of`
        is the game of which one shall play whatever there is.
        """
        self._see_laid()
        if clip_of is not None:
            self.demo(clip_of)
        elif self._source() is Source.DEMO and self.front().resume is None:
            self.demo(All4It.name)

    def close(self) -> None:
        """Everything is on the disk already; this ends the threads and lets others at the journal."""
        self.stop_teaching()
        if self._lesson is not None:
            self._lesson.close()
        if self._laying is not None:
            self._laying.close()
        self._rise()
        buttons, self._buttons = self._buttons, None
        if buttons is not None:
            buttons.close()
        self._journal.close()
        for demo in (self._demo, self._races):
            if demo is not None:
                demo.close()

    def front(self, trouble: str = "") -> Front:
        """What the home screen shows now."""
        for table in (self._chosen.table, self._chosen.race_table):
            if table and not is_taught(table):
                trouble = trouble or f"{table}: the taught table is not there any more"
        measured, trouble = self._paces(trouble)
        games, damaged = self._journal.listed()
        trouble = trouble or next(iter(damaged), "")
        known = as_people(self._people)
        return Front(
            resume=resumable(games, PLAYABLE),
            people=known,
            last=seated(newest(games), known),
            shelf=shelf(games, PLAYABLE, known),
            source=self._source(),
            can_teach=Teacher.possible(self._chosen.source or self._chosen.race_source),
            sound=self._sound,
            paces=measured,
            kit=NO_KIT if self._by_hand else self._kit,
            trouble=trouble,
            grid=tables.grid_state(self._chosen.table),
            race=tables.race_state(self._chosen.race_table, self._home / FOLDER),
        )

    def _paces(self, trouble: str) -> tuple[tuple[Pace, ...], str]:
        """How figures walk; a file that cannot be read is told, unless something else is."""
        try:
            return paces(fair.load(self._home / fair.FILE).values()), trouble
        except UserError as error:
            return (), trouble or str(error)

    def _see_laid(self) -> None:
        """Has it found out how the tiles of the taught race lie."""
        laying, self._laying = self._laying, None
        if laying is not None:
            laying.close()
        # Of the table before.
        self.sources.laid.take()
        if is_race(self._chosen.race_table):
            self._laying = LayingThread(Path(self._chosen.race_table), self.sources.laid.put)
            self._laying.start()

    def laid(self, lies: tuple[Lies, ...]) -> None:
        self._kit = replace(self._kit, lies=lies)
        self.sources.fronts.put(self.front(self._said))

    def _source(self) -> Source:
        """Of a grid's pictures; who taught a race needs no clip."""
        if self._by_hand:
            return Source.NONE
        if is_taught(self._chosen.table):
            return Source.CAMERA
        return Source.NONE if is_taught(self._chosen.race_table) else Source.DEMO

    # ---- wishes: games

    def send(self, inbound: Inbound[Any]) -> None:
        if self._eye is not None and isinstance(inbound, Peek | Unpeek):
            self._eye.curtain(drawn=isinstance(inbound, Peek))
        if self._race is not None and isinstance(inbound, Peek | Unpeek):
            self._race.curtain(drawn=isinstance(inbound, Peek))
        if self._table is not None:
            self._table.tell(inbound)

    def new_game(self, game: NewGame) -> None:
        with self._trouble_told():
            host = _host(game.game)
            if host.set_up is None:
                raise UserError(f"{game.game}: cannot be played here")
            hosted, setup = host.hosted, host.set_up(game, self._home)
            self._people = people.remember(
                self._home / people.FILE, [people.Known(p.name, p.colour) for p in game.people]
            )
            secret = secrets.token_bytes(32)
            opened = self._journal.begin(
                game=hosted.name,
                rules=hosted.rules_version,
                setup=setup,
                names=tuple(person.name for person in game.people),
                secret=secret,
                summary=hosted.summary(hosted.start(setup)),
                at_s=self._wall_s(),
            )
            self._sit(self._journal, opened, SecretDealer(secret))

    def resume(self, game_id: str) -> None:
        with self._trouble_told():
            opened = self._journal.open(int(game_id))
            self._sit(self._journal, opened, SecretDealer(opened.secret))

    def demo(self, game: str) -> None:
        if game == AllWoundUp.name:
            self._demo_race()
        else:
            self._demo_grid()

    def _demo_grid(self) -> None:
        with self._trouble_told():
            folder = clip.clip_folder()
            deal = clip.read_deal(folder)
            self._demo = self._demo or Journal(self._home / clip.FOLDER)
            opened, from_s = clip.open_game(self._demo, deal, lambda: secrets.token_bytes(32), self._wall_s())
            self._sit(
                self._demo, opened, clip.dealer(deal, opened), look=at_clip(folder, from_s), from_s=from_s
            )
            if not opened.lines:
                self.send(Act((clip.first_move(deal),), self._clock_ns()))

    def _demo_race(self) -> None:
        with self._trouble_told():
            folder = race_clip.clip_folder()
            script = race_clip.read_script(folder)
            self._races = self._races or Journal(self._home / race_clip.FOLDER)
            opened, from_s = race_clip.open_game(
                self._races, script, lambda: secrets.token_bytes(32), self._wall_s()
            )
            hands = race_clip.Hands(script, race_clip.tapped(opened))
            look = RaceLook(race_at_clip(folder, from_s), hands)
            self._sit(self._races, opened, SecretDealer(opened.secret), race=look, from_s=from_s)

    def paces(self) -> None:
        self.sources.fronts.put(self.front())

    def finish(self, name: str) -> None:
        if self._race is not None:
            self.sources.finishes.put(self._race.finish(name))

    def leave(self) -> None:
        self._rise()
        self.sources.fronts.put(self.front())

    def end_game(self) -> None:
        game = self._game
        self._rise()
        with self._trouble_told():
            if game is not None:
                journal, number = game
                journal.end(number, self._wall_s())
            self.sources.fronts.put(self.front())

    # ---- wishes: the table and its camera

    def teach(self) -> None:
        self.stop_teaching()
        self._teacher = Teacher(self._chosen.source, self.sources)
        self._teacher.start()

    def corners(self, corners: tuple[Point, Point, Point, Point]) -> None:
        if self._teacher is not None:
            self._teacher.drag(corners)

    def keep_table(self) -> None:
        if self._teacher is None:
            return
        with self._trouble_told():
            source = self._teacher.source
            folder = self._home / FOLDER / "grid"
            self._teacher.keep(folder)
            self.stop_teaching()
            self._by_hand = False
            self._choose(table=str(folder), source=source)
            self.sources.fronts.put(self.front())

    def stop_teaching(self) -> None:
        teacher, self._teacher = self._teacher, None
        if teacher is not None:
            teacher.close()

    def race_table(self, wish: RaceWish) -> None:
        match wish:
            case Begin():
                self._stop_race()
                self.stop_teaching()
                source = self._chosen.race_source or self._chosen.source
                self._lesson = RaceTeacher(source, self._home / FOLDER, self.sources)
                self._lesson.start()
            case Stop():
                self._stop_race()
            case Use():
                self._use_race()
            case _:
                if self._lesson is not None:
                    self._lesson.ask(wish)

    def _stop_race(self) -> None:
        race, self._lesson = self._lesson, None
        if race is not None:
            race.close()
            # What was done so far is told where tables are chosen.
            self.sources.fronts.put(self.front())

    def _use_race(self) -> None:
        with self._trouble_told():
            if self._lesson is not None and self._lesson.kept is not None:
                self._choose(race_table=str(self._lesson.kept), race_source=self._lesson.source)
                self._by_hand = False
                self._kit = kit_of(self._chosen.race_table)
                self._see_laid()
                self.sources.fronts.put(self.front())

    def play_by_hand(self) -> None:
        self.stop_teaching()
        self._by_hand = True
        self.sources.fronts.put(self.front())

    # ---- wishes: buttons

    def press(self, seat: Seat, at_ns: int) -> None:
        if self._buttons is not None:
            self._buttons.press(seat, at_ns)

    def show_buttons(self, *, on: bool, anew: bool) -> None:
        if self._buttons is not None:
            self._buttons.show(on=on, anew=anew)

    def pair_boxes(self) -> None:
        if self._buttons is not None:
            self._buttons.pair()

    def settings(self, ui: UiSettings) -> None:
        with self._trouble_told():
            self._keep(lambda standing: with_ui(standing, ui))

    # ---- how it is done

    def _choose(self, **chosen: str) -> None:
        self._keep(lambda standing: msgspec.structs.replace(standing, **chosen))

    def _keep(self, changed: Callable[[Settings], Settings]) -> None:
        """This change and nothing else: what holds for this run alone stays out of the file."""
        file = self._home / settings.FILE
        settings.save(file, changed(settings.load(file)))
        self._chosen = changed(self._chosen)

    def _sit(
        self,
        journal: Journal,
        opened: OpenGame,
        dealer: Dealer,
        *,
        look: "Open | None" = None,
        from_s: float = -1.0,
        race: "RaceLook | None" = None,
    ) -> None:
        """A table thread for a game, and an eye beside it."""
        self._rise()
        host = _host(opened.row.game)
        if look is None and host.looks is Looks.AT_GRID and self._source() is Source.CAMERA:
            look = at_table(Path(self._chosen.table), self._chosen.source)
        watched = host.looks is Looks.AT_RACE and bool(self._kit.sides) and not self._by_hand
        with named(journal.path, opened):
            table = Table(
                host.hosted,
                rules=opened.row.rules,
                setup=opened.row.setup,
                names=opened.row.names,
                lines=opened.lines,
                dealer=dealer,
                keeper=opened,
                wall=self._wall_s,
                delay_s=self._chosen.acceptance_delay_s,
                eye=Eye.NONE if look is None and race is None and not watched else Eye.LEARNING,
            )
        if race is None and watched:
            sides = self._expected(opened.row.setup)
            race = RaceLook(race_at_table(Path(self._chosen.race_table), self._chosen.race_source, sides))
        buttons = self._sit_at_buttons(opened.row.names) if host.presses else None
        self._game = (journal, opened.row.id)
        self._from_s = from_s
        if host.looks is Looks.AT_RACE:
            self._race = RaceTable(
                race,
                clock_ns=self._clock_ns,
                finishes=journal.path.parent / FINISHES / str(opened.row.id),
                gaits=self._home / fair.FILE,
                tell=self.send,
                show=self.sources.races.put,
                from_s=from_s,
            )
        self._table = TableThread(table, clock=self._clock_ns, listener=self._listener(buttons))
        self._table.start()
        if self._race is not None:
            self._race.heard(table.snapshot)
            self._race.start()
        if look is not None:
            self._eye = EyeThread(
                look,
                clock=lambda: self._clock_ns() / 1e9,
                side_px=MIRROR_PX,
                tell=self._observed,
                show=self._show,
                ended=self._eye_gone,
            )
            self._eye.start()

    def _expected(self, setup: dict[str, Any]) -> frozenset[str] | None:
        """The tile sides that a race is played on; None where some of them were not taught. Its table has
        begun with this set-up.
        """
        tiles = frozenset(str(tile["id"]) for tile in setup["race"]["tiles"])
        return tiles if tiles <= {side.id for side in self._kit.sides} else None

    def _sit_at_buttons(self, names: tuple[str, ...]) -> "ButtonDesk":
        """Boxes are looked for from the first game on that has a use for them."""
        from companion.assembly.buttons import ButtonDesk, Outlets

        if self._buttons is None:
            self._buttons = ButtonDesk(
                self._home,
                Outlets(self.sources.pushes, self.sources.buttons),
                self._keep_push,
                clock=self._clock_ns,
                rng=random.Random(),  # noqa: S311 - draws heats, not secrets
                simulate=self._simulate,
            )
        self._buttons.sit(names, self.send)
        return self._buttons

    def _listener(self, buttons: "ButtonDesk | None") -> Callable[[Snapshot[Any, Any]], None]:
        """What hears of every snapshot, on the table's thread."""
        if buttons is None:
            return self._shown

        def both(snapshot: Snapshot[Any, Any]) -> None:
            self._shown(snapshot)
            buttons.saw(snapshot)

        return both

    def _keep_push(self, record: "Record") -> None:
        on = self._game  # it may end meanwhile; a clip's has a journal of its own
        game = on[1] if on is not None and on[0] is self._journal else 0
        self._journal.keep_push(as_row(record, game, self._wall_s()))

    def _rise(self) -> None:
        if self._buttons is not None:
            self._buttons.rise()
        eye, self._eye = self._eye, None
        race, self._race = self._race, None
        table, self._table = self._table, None
        self._game = None
        if eye is not None:
            eye.close()
        if race is not None:
            race.close()
        if table is not None:
            table.close()
        # What nobody has looked at yet would be taken for the next game.
        for slot in (self.sources.snapshots, self.sources.board, self.sources.races):
            slot.take()

    def _shown(self, snapshot: Snapshot[Any, Any]) -> None:
        """On the table's thread."""
        race = self._race
        if race is not None:
            race.heard(snapshot)
        self.sources.snapshots.put(snapshot)

    def _observed(self, seen: Observation) -> None:
        if seen.taken_s > self._from_s:
            self.send(Observed(seen, self._clock_ns()))

    def _show(self, rgba: bytes, side_px: int) -> None:
        self.sources.board.put(Frame(rgba, side_px, side_px))

    def _eye_gone(self, why: str) -> None:
        self.send(EyeGone(why, self._clock_ns()))

    def _trouble_told(self) -> "_Told":
        self._said = ""
        return _Told(self._tell_trouble)

    def _tell_trouble(self, sentence: str) -> None:
        self._said = sentence
        self.sources.fronts.put(self.front(sentence))


def _host(game: str) -> Host:
    host = host_of(game)
    if host is None:
        raise UserError(f"{game}: this Tableside does not know that game; use a newer one")
    return host


class _Told:
    """What a person can mend is told on the home screen; a defect goes on up."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        if isinstance(error, UserError | OSError):
            self._tell(str(error))
            return True
        return False
