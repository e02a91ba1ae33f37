"""The app: takes newest facts from slots, shows the place we are at, and passes wishes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.ui import presenting, theme, words
from companion.ui.desk import Desk
from companion.ui.facts import Front, Settings
from companion.ui.picture import pixels_now, write_png
from companion.ui.screens.screen import Screen
from companion.ui.slots import Slot, Sources
from companion.ui.stage import Stage
from companion.ui.wishes import Wishes

RING_NS = 50_000_000
"""A ring is drawn anew this often."""
BACKSPACE, ENTER = 8, 13


class TablesideApp(App):
    """`front` and `settings` are what is known at the start; `density` is pixels a dp."""

    title = "Tableside"
    use_kivy_settings = False

    def __init__(
        self,
        wishes: Wishes,
        sources: Sources,
        front: Front,
        settings: Settings,
        *,
        density: float,
        monotonic_ns: Callable[[], int],
        wall_s: Callable[[], float],
        ring: Callable[[], None] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.now_ns = monotonic_ns
        self._wall_s, self._sources, self._density = wall_s, sources, density
        self._settings = settings
        self._screens: dict[str, Screen] = {}
        self._shown: tuple[str, Any] | None = None
        self._drawn_ns = 0
        self._was_secret = False
        self.desk = Desk(wishes, front, settings, monotonic_ns, self.refresh)
        self._ring = ring
        self.desk.ring = self._sound
        self._dress()
        self.stage = Stage(self.desk, monotonic_ns)

    def build(self) -> Stage:
        Window.clearcolor = theme.rgba("bg")
        Window.rotation = 180 if self._settings.flipped else 0
        Window.bind(focus=self._on_focus, on_minimize=self._hide, on_hide=self._hide)
        Window.bind(on_key_down=self._on_key, on_textinput=self._on_text)
        Clock.schedule_interval(self._tick, 0)
        self.refresh()
        return self.stage

    def on_stop(self) -> None:
        self.desk.cover()
        Clock.unschedule(self._tick)
        Window.unbind(focus=self._on_focus, on_minimize=self._hide, on_hide=self._hide)
        Window.unbind(on_key_down=self._on_key, on_textinput=self._on_text)

    def on_pause(self) -> bool:
        self.desk.cover()
        return True

    def open_settings(self, *_: Any) -> bool:
        """Kivy's own settings panel is not for players."""
        return False

    def picture(self, path: Path) -> bool:
        """Write the window as a PNG; False, and nothing is written, while somebody's secret shows."""
        if self.desk.secret:
            return False
        self.refresh()
        write_png(path, pixels_now())
        return True

    def refresh(self) -> None:
        """Show what the desk says now. Called on every change, within the touch that made it."""
        if self.desk.settings != self._settings:
            self._change_settings()
        module = self.desk.screen
        model = presenting.present(self.desk, self.now_ns(), self._wall_s())
        self._drawn_ns = self.now_ns()
        if self._was_secret and not self.desk.secret:
            self.stage.guard(theme.PEEK_GUARD_S)
        self._was_secret = self.desk.secret
        if self._shown != (module, model):
            self._shown = (module, model)
            screen = self._screens.get(module)
            if screen is None:
                screen = self._screens[module] = _build(module, model)
            else:
                screen.model = model
            self.stage.show(screen)
        # Awake in a game, asleep as the system likes outside one.
        awake = self.desk.snapshot is not None
        if Window.allow_screensaver == awake:
            Window.allow_screensaver = not awake

    def _tick(self, _: float) -> None:
        sources = self._sources
        for pressed in sources.pushes.take():
            self.desk.take_press(pressed)
        hears: tuple[tuple[Slot[Any], Callable[[Any], None]], ...] = (
            (sources.laid, self.desk.take_laid),
            (sources.fronts, self.desk.take_front),
            (sources.snapshots, self.desk.take_snapshot),
            (sources.teachings, self.desk.take_teaching),
            (sources.lessons, self.desk.take_lesson),
            (sources.shown, self.desk.take_shown),
            (sources.finishes, self.desk.take_finish),
            (sources.buttons, self.desk.take_buttons),
        )
        for slot, hear in hears:
            if (fact := slot.take()) is not None:
                hear(fact)
        live, board, race = sources.live.take(), sources.board.take(), sources.races.take()
        # The camera above sees the tablet: no new picture while somebody looks at secrets.
        if self.stage.screen is not None and self.desk.owner is None:
            if live is not None:
                self.stage.screen.show_live(live)
            if board is not None:
                self.stage.screen.show_board(board)
            if race is not None:
                self.stage.screen.show_race(race)
        self.desk.tick()
        if self.now_ns() - self._drawn_ns >= RING_NS:
            self.refresh()

    def _sound(self) -> None:
        if self._ring is not None and not self.desk.settings.muted:
            self._ring()

    def _dress(self) -> None:
        palette = theme.LIGHT if self._settings.light else theme.DARK
        theme.use(theme.Look(palette, self._settings.text_scale, self._density))
        words.use(self._settings.language)

    def _change_settings(self) -> None:
        self._settings = self.desk.settings
        self._dress()
        Window.clearcolor = theme.rgba("bg")
        Window.rotation = 180 if self._settings.flipped else 0
        # Colours, sizes and words are built in: build the screens anew. They hold nothing to lose.
        self._screens.clear()
        self._shown = None

    def _on_focus(self, _window: Any, focused: bool) -> None:
        if not focused:
            self.desk.cover()

    def _hide(self, *_: Any) -> None:
        self.desk.cover()

    def _on_key(self, _window: Any, key: int, *_: Any) -> bool:
        """What keys write comes as text; two of them write nothing and are meant all the same."""
        take_away = self.desk.written("")
        if take_away is None:
            return False
        if key == BACKSPACE:
            self.desk.do(take_away)
        elif key == ENTER:
            self.desk.do(self.desk.entered())
        return True

    def _on_text(self, _window: Any, text: str) -> bool:
        """What somebody wrote on a real keyboard, accents and all put together."""
        for letter in text:
            meant = self.desk.written(letter)
            if meant is None:
                self.desk.key(letter)
            else:
                self.desk.do(meant)
        return True


def _build(module: str, model: Any) -> Screen:
    """The screen of a module. It and its looks are loaded when it is first shown."""
    from importlib import import_module  # noqa: PLC0415

    name = module.rpartition(".")[2]
    screen: Screen = getattr(import_module(module), f"{name.title()}Screen")(model=model)
    return screen
