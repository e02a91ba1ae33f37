"""The clip played where there is no display: at full speed, each move printed once it is kept.

The same eye, sitting, journal and screens as at a table; only the clock is the clip's own.
"""

import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from companion.assembly import clip
from companion.assembly.facts import shelf, ui_settings
from companion.assembly.hosts import PLAYABLE
from companion.assembly.teaching import Teacher
from companion.journal.store import Journal
from companion.settings import Settings
from companion.table.hosted.all_4_it import All4It
from companion.table.inbound import Act, EyeGone, Inbound, Observed
from companion.table.snapshot import Entry, Eye, Snapshot
from companion.table.thread import Table
from companion.trouble import UserError
from companion.ui import intents, words
from companion.ui.all_4_it.places import All4ItPlace
from companion.ui.facts import Front, Source
from companion.ui.places import Place
from companion.ui.slots import Sources
from companion.ui.words_all_4_it import happened

PICTURES = "pictures"
BEGUN_NS = 1_000_000_000_000
"""Where the clock stands when the clip begins: what was before must lie in the past."""
HALF_NS = 10_000_000_000
"""Into the clip, when there is something to see on every screen."""


def rehearse(settings: Settings, *, home: Path, pictures: Path | None, simulate: bool) -> int:
    """Play the clip to its end and give 0; then, with a simulated box, a round of Wig Out!

    Raises `UserError` when the folder for pictures cannot be used.
    """
    folder = pictures or home / PICTURES
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made: {error.strerror}") from error
    words.use(settings.language)
    with Journal(home / clip.FOLDER) as journal:
        rehearsal = Rehearsal(settings, journal, folder)
        try:
            rehearsal.play()
        finally:
            rehearsal.close()
    if simulate:
        from companion.assembly.rehearsal_race import rehearse_race

        rehearse_race(settings, home=home, pictures=folder)
    print(f"Pictures of the screens: {folder}")
    return 0


def first_front(settings: Settings) -> Front:
    """What the home screen shows at the first start: the clip is nobody's evening."""
    can_teach = Teacher.possible(settings.source or settings.race_source)
    return Front(None, (), (), shelf((), PLAYABLE, ()), Source.DEMO, can_teach, sound=False)


class Rehearsal:
    """One run of the clip; it is also what the ui wishes of, so that its screens can be shown."""

    def __init__(self, settings: Settings, journal: Journal, folder: Path) -> None:
        from companion.ui.app import TablesideApp

        place = clip.clip_folder()
        self._clip, self._deal, self._folder = place, clip.read_deal(place), folder
        self._now_ns = BEGUN_NS
        opened, self._from_s = clip.open_game(
            journal, self._deal, lambda: secrets.token_bytes(32), time.time()
        )
        self._table = Table(
            All4It(),
            rules=opened.row.rules,
            setup=opened.row.setup,
            names=opened.row.names,
            lines=opened.lines,
            dealer=clip.dealer(self._deal, opened),
            keeper=opened,
            wall=time.time,
            delay_s=0,
            eye=Eye.LEARNING,
        )
        self._said = self._table.snapshot.timeline[-1].seq if opened.lines else 0
        self._is_new = not opened.lines
        self.sources = Sources()
        self._app = TablesideApp(
            cast(Any, self),
            self.sources,
            first_front(settings),
            ui_settings(settings),
            density=1.0,
            monotonic_ns=lambda: self._now_ns,
            wall_s=time.time,
        )
        self._open_window()

    def close(self) -> None:
        self._app.on_stop()

    # ---- the clip

    def play(self) -> None:
        """From where the game stands to the end of the clip."""
        self._picture("01-home")
        print(f"{words.say('source.demo')}: {words.both(self._deal.names)}", flush=True)
        if self._is_new:
            self.send(Act((clip.first_move(self._deal),), self._now_ns))
        else:
            print(
                f"  going on after {max(0.0, self._from_s):.1f} s: {self._score(self._table.snapshot)}",
                flush=True,
            )
        self._show(self._table.snapshot)
        self._picture("02-board")
        half_ns = BEGUN_NS + HALF_NS
        for inbound in self._seen():
            if self._now_ns >= half_ns:
                half_ns = sys.maxsize
                self._pictures_of_the_middle()
            self.send(inbound)
        self.send(EyeGone("ended", self._now_ns))
        self._picture("06-round-result")

    def _pictures_of_the_middle(self) -> None:
        self._picture("03-middle")
        for name, place in (("04-powers-cover", All4ItPlace.POWERS), ("05-timeline", Place.TIMELINE)):
            self._app.desk.do(intents.Go(place))
            self._picture(name)
        self._app.desk.do(intents.Go(Place.BOARD))

    def _seen(self) -> Iterator[Inbound[Any]]:
        """What the eye says of the clip after what has been played, each at its own time."""
        from vision.camera import FileSource
        from vision.grid_eye import GridEye
        from vision.taught import grid_from_take
        from vision.watching import watch

        eye = GridEye(grid_from_take(self._clip))
        for seen in watch(eye, FileSource(self._clip / "clip.mp4")):
            if seen.taken_s > self._from_s:
                self._now_ns = BEGUN_NS + round(seen.said_s * 1e9)
                self._show(self._table.wake(self._now_ns))
                yield Observed(seen, self._now_ns)

    # ---- what the ui wishes for, as far as it is shown here

    def send(self, inbound: Inbound[Any]) -> None:
        self._show(self._table.handle(inbound))

    # ---- what is told and shown

    def _show(self, snapshot: Snapshot[Any, Any]) -> None:
        fresh = [entry for entry in snapshot.timeline if entry.seq > self._said]
        for entry in fresh:
            if entry.by is not None and entry.events:
                print(self._line(entry, snapshot), flush=True)
            self._said = entry.seq
        self.sources.snapshots.put(snapshot)

    def _line(self, entry: Entry, snapshot: Snapshot[Any, Any]) -> str:
        at_s = max(0.0, (self._now_ns - BEGUN_NS) / 1e9)
        told = "; ".join(happened(event, snapshot.names, snapshot.view.cards) for event in entry.events)
        return f"{at_s:6.1f} s  {told}  [{self._score(snapshot)}]"

    def _score(self, snapshot: Snapshot[Any, Any]) -> str:
        view = snapshot.view
        return ", ".join(
            f"{name} {seat.points} + {sum(cell is not None and cell is seat.colour for cell in view.grid)}"
            for name, seat in zip(snapshot.names, view.seats, strict=True)
        )

    # ---- pictures

    def _open_window(self) -> None:
        from kivy.base import runTouchApp
        from kivy.core.window import Window

        runTouchApp(embedded=True)
        Window.add_widget(self._app.build())

    def _frames(self) -> None:
        from kivy.base import EventLoop

        for _ in range(2):
            EventLoop.idle()

    def _picture(self, name: str) -> None:
        self._frames()
        self._app.picture(self._folder / f"{name}.png")
