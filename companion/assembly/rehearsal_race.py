"""A round of Wig Out! where there is no display: real firmware, referee, journal and screens.

The box is a simulated one, and the program presses its buttons; all else is as on an evening.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.assembly.evening import Evening
from companion.assembly.facts import ui_settings
from companion.rules.core import Seat
from companion.rules.wig_out.actions import Go
from companion.settings import Settings
from companion.ui import words
from companion.ui.facts import Person
from companion.ui.intents import Play
from companion.ui.places import Place
from companion.ui.wig_out.places import WigOutPlace
from companion.ui.wishes import NewGame

if TYPE_CHECKING:
    from companion.ui.app import TablesideApp

FOLDER = "demo-race"
"""In the data folder: this round's journal."""
PEOPLE = tuple(Person(name, at) for at, name in enumerate(("Ana", "Ben", "Cleo")))
PATIENCE_S = 20.0
LEFT = {0: 3, 2: 12}
"""Cards in the hands of those who are not out."""


def rehearse_race(settings: Settings, *, home: Path, pictures: Path) -> None:
    """Play one round; each thing that happens is printed once it is kept. Pictures go to `pictures`."""
    from companion.ui.app import TablesideApp

    evening = Evening(
        settings, home / FOLDER, clock_ns=time.monotonic_ns, wall_s=time.time, simulate=True, sound=False
    )
    try:
        app = TablesideApp(
            evening,
            evening.sources,
            evening.front(),
            ui_settings(settings),
            density=1.0,
            monotonic_ns=time.monotonic_ns,
            wall_s=time.time,
            ring=None,
        )
        rehearsal = RaceRehearsal(evening, app, pictures)
        try:
            rehearsal.play()
        finally:
            app.on_stop()
    finally:
        evening.close()


class RaceRehearsal:
    def __init__(self, evening: Evening, app: "TablesideApp", pictures: Path) -> None:
        from kivy.base import runTouchApp
        from kivy.core.window import Window

        self._evening, self._app, self._pictures = evening, app, pictures
        self._said = 0
        if not Window.children:
            runTouchApp(embedded=True)
        for child in list(Window.children):
            Window.remove_widget(child)
        Window.add_widget(app.build())

    def play(self) -> None:
        desk = self._app.desk
        print(f"{words.say('game.wig_out')}: {words.both(tuple(p.name for p in PEOPLE))}", flush=True)
        self._evening.new_game(NewGame("wig_out", PEOPLE, 0, {"rounds": 1}))
        if not self._until(lambda: desk.place is WigOutPlace.BUTTONS and desk.buttons.heard):
            print("  no simulated box answers here", flush=True)
            return
        for seat in range(len(PEOPLE)):
            self._evening.press(Seat(seat), time.monotonic_ns())
            self._until(partial(self._has_button, seat))
        self._picture("07-buttons")
        self._until(lambda: desk.place is Place.BOARD)
        self._picture("08-sheet")
        desk.do(Play((Go(Seat(0)),)))
        self._until(lambda: desk.place is WigOutPlace.RACE)
        self._pause(1.0)
        self._picture("09-race")
        self._evening.press(Seat(1), time.monotonic_ns())
        self._until(self._has_band)
        self._evening.press(Seat(2), time.monotonic_ns())
        self._until(lambda: desk.buttons.finish is not None and desk.buttons.finish.next is not None)
        self._picture("10-call")
        self._tell_finish()
        self._until(lambda: desk.place is WigOutPlace.COUNT)
        self._picture("11-count")
        self._count()
        self._until(lambda: desk.place is Place.WINNER)
        self._picture("12-winner")

    def _has_band(self) -> bool:
        """Whether a call is on the glass."""
        screen = self._app.stage.screen
        return screen is not None and getattr(screen.model, "band", None) is not None

    def _has_button(self, seat: int) -> bool:
        shown = self._app.desk.buttons.of_seats
        return len(shown) > seat and bool(shown[seat])

    def _tell_finish(self) -> None:
        finish = self._app.desk.buttons.finish
        if finish is None or finish.next is None or finish.margin_ms is None:
            return
        first, following = PEOPLE[finish.seats[0]].name, PEOPLE[finish.next].name
        print(f"  {first}, button {finish.button}: {finish.margin_ms:.2f} ms before {following}", flush=True)

    def _count(self) -> None:
        from companion.ui.wig_out.intents import Cards

        for seat, cards in LEFT.items():
            self._app.desk.do(Cards(Seat(seat), cards))
            self._pause(0.2)

    def _until(self, there: Callable[[], object]) -> bool:
        """Let the app go on until it is so. Whether it was in time."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            self._frame()
            if there():
                return True
        return False

    def _pause(self, seconds: float) -> None:
        until_s = time.monotonic() + seconds
        while time.monotonic() < until_s:
            self._frame()

    def _frame(self) -> None:
        from kivy.base import EventLoop

        EventLoop.idle()
        self._tell()
        time.sleep(0.002)

    def _tell(self) -> None:
        """Say what has been kept since."""
        from companion.ui.faces import teller_of

        snapshot = self._app.desk.snapshot
        if snapshot is None:
            return
        for entry in snapshot.timeline:
            if entry.seq > self._said:
                self._said = entry.seq
                teller = teller_of(snapshot.game)
                told = (teller.happened(event, snapshot.names, snapshot.view) for event in entry.events)
                print(f"  {'; '.join(told)}", flush=True)

    def _picture(self, name: str) -> None:
        self._frame()
        self._app.picture(self._pictures / f"{name}.png")
