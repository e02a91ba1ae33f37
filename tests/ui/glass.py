# ruff: noqa: PLC0415  kivy is imported only once a window has been prepared
"""One window for a whole test session, off-screen, with fingers of our own on the real touch pipeline."""

import itertools
import tempfile
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.ui import bootstrap, theme, words
from companion.ui.facts import Front, Person, Settings, Shelved, Source

SIZES = ((1280, 800), (1024, 600))
ANA, BEN, CY = Person("Ana", 0), Person("Ben", 1), Person("Cy", 2)
ALONE = (Shelved("all_4_it", (ANA, BEN), 0),)
"""A shelf with one game."""
FRONT = Front(None, (ANA, BEN, CY), (ANA, BEN), ALONE, Source.NONE, can_teach=True, sound=False)
SETTINGS = Settings(1.0, light=False, language="en", flipped=False, muted=False)

_window: Any = None
SLEEPS = False
"""Whether frames wait for their turn, sixty a second; only a benchmark of waiting wants that."""


class Clock:
    """A monotonic clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_s(self, seconds: float) -> None:
        self.now += round(seconds * 1e9)


class Said:
    """The other end of the app: remembers every wish, and hands those to the sitting on to `sitting`."""

    def __init__(self) -> None:
        self.wishes: list[tuple[str, tuple[Any, ...]]] = []
        self.sitting: Callable[[Any], None] | None = None

    def __getattr__(self, name: str) -> Callable[..., None]:
        def wish(*args: Any, **named: Any) -> None:
            self.wishes.append((name, (*args, *named.values())))
            if name == "send" and self.sitting is not None:
                self.sitting(args[0])

        return wish

    def of(self, kind: type) -> list[Any]:
        """Everything of this kind that was said to the sitting."""
        return [args[0] for name, args in self.wishes if name == "send" and isinstance(args[0], kind)]

    def called(self, name: str) -> list[tuple[Any, ...]]:
        return [args for called, args in self.wishes if called == name]


def window() -> Any:
    """Kivy's window, made once; every later call gives the same."""
    global _window  # noqa: PLW0603 - Kivy has one window a process
    if _window is None:
        home = Path(tempfile.mkdtemp(prefix="tableside-kivy-"))
        bootstrap.prepare(home, bootstrap.Panel(*SIZES[0], 1.0, fullscreen=False, offscreen=True))
        from kivy.base import EventLoop, runTouchApp
        from kivy.clock import Clock as KivyClock
        from kivy.core.window import Window

        if not SLEEPS:
            KivyClock._max_fps = 0
        runTouchApp(embedded=True)
        EventLoop.add_input_provider(_fingers())
        _window = Window
    return _window


_told: deque[Any] = deque()
_ids = itertools.count(1)


def _fingers() -> Any:
    from kivy.input.provider import MotionEventProvider

    class Fingers(MotionEventProvider):
        """Gives Kivy what the tests' fingers do, as a touch screen's driver would."""

        def start(self) -> None: ...

        def stop(self) -> None: ...

        def update(self, dispatch_fn: Any) -> None:
            while _told:
                dispatch_fn(*_told.popleft())

    return Fingers("fingers", "")


def _event(device: str, at: tuple[float, float]) -> Any:
    from kivy.input.motionevent import MotionEvent

    class FingerEvent(MotionEvent):
        def depack(self, args: Any) -> None:
            self.sx, self.sy = args
            self.profile = ["pos"]
            super().depack(args)

    return FingerEvent(device, next(_ids), at, is_touch=True, type_id="touch")


class Finger:
    """One finger on the glass. Places are window pixels, from the bottom left as Kivy has them."""

    def __init__(self, glass: "Glass", x: float, y: float, device: str = "fingers") -> None:
        self._glass = glass
        self.event = _event(device, glass.as_fraction(x, y))
        _told.append(("begin", self.event))
        glass.frame()

    def move(self, x: float, y: float) -> None:
        self.event.move(self._glass.as_fraction(x, y))
        _told.append(("update", self.event))
        self._glass.frame()

    def lift(self) -> None:
        self.event.update_time_end()
        _told.append(("end", self.event))
        self._glass.frame()


class Glass:
    """The app on the test window. Make it, use it, `close` it."""

    def __init__(
        self,
        size: tuple[int, int] = SIZES[0],
        front: Front = FRONT,
        settings: Settings = SETTINGS,
        wishes: Any = None,
        sources: Any = None,
    ) -> None:
        """`wishes` and `sources` of a whole program in place of the double that remembers."""
        self.window = window()
        from companion.ui.app import TablesideApp
        from companion.ui.slots import Sources

        if self.window.size != size:
            self.window.size = size
        self.clock, self.said = Clock(), Said()
        self.sources = sources or Sources()
        self.app = TablesideApp(
            wishes or self.said,
            self.sources,
            front,
            settings,
            density=1.0,
            monotonic_ns=self.clock,
            wall_s=lambda: 1_000_000.0,
        )
        self.window.add_widget(self.app.build())
        self.frame(3)
        self.settle()

    def close(self) -> None:
        self.app.on_stop()
        for child in list(self.window.children):
            self.window.remove_widget(child)
        self.window.rotation = 0
        theme.use(theme.Look(theme.DARK, 1.0, 1.0))
        words.use("en")
        self.frame()

    def __enter__(self) -> "Glass":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def desk(self) -> Any:
        return self.app.desk

    @property
    def screen(self) -> Any:
        return self.app.stage.screen

    @property
    def place(self) -> StrEnum:
        place: StrEnum = self.app.desk.place
        return place

    def frame(self, n: int = 1) -> None:
        from kivy.base import EventLoop

        for _ in range(n):
            EventLoop.idle()

    def settle(self) -> None:
        """Past every guard against mis-taps."""
        self.clock.pass_s(0.5)
        self.frame(2)

    def as_fraction(self, x: float, y: float) -> tuple[float, float]:
        wide, high = self.window.system_size
        return x / (wide - 1), y / (high - 1)

    def show(self, snapshot: Any) -> None:
        self.sources.snapshots.put(snapshot)
        self.frame(2)

    def targets(self) -> list[Any]:
        """Everything on the screen that a finger may mean."""
        return [w for w in self.screen.walk(restrict=True) if getattr(w, "is_target", False) and seen(w)]

    def find(self, text: str) -> Any:
        """The one button that says this."""
        found = [w for w in self.targets() if getattr(w, "text", None) == text]
        assert len(found) == 1, f"{text!r}: {[getattr(w, 'text', w) for w in self.targets()]}"
        return found[0]

    def token(self, seat: int, rank: int) -> Any:
        """A Brain token of that rank beside that player."""
        from companion.ui.all_wound_up.widgets.token import TokenChoice, TokenRow

        rows = [w for w in self.screen.walk(restrict=True) if isinstance(w, TokenRow)]
        return next(w for w in rows[seat].children if isinstance(w, TokenChoice) and w.token.rank == rank)

    def cell(self, number: int) -> Any:
        from companion.ui.widgets.cell import Cell

        return next(
            w for w in self.screen.walk(restrict=True) if isinstance(w, Cell) and w.model.cell == number
        )

    def down(self, widget: Any) -> Finger:
        return Finger(self, *widget.to_window(*widget.center))

    def tap(self, target: Any) -> None:
        """One finger down and up on a widget, or on the button with these words."""
        widget = self.find(target) if isinstance(target, str) else target
        self.down(widget).lift()
        self.frame()

    def as_drawn(self, box: tuple[int, int, int, int] | None = None) -> bytes:
        """What the last frame left on the glass, or in a box of it: left, bottom, width, height."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

        return bytes(glReadPixels(*(box or (0, 0, *self.window.system_size)), GL_RGBA, GL_UNSIGNED_BYTE))

    def pixels(self) -> bytes:
        """What is on the glass, drawn anew; to be compared, not to be looked at."""
        from kivy.clock import Clock as KivyClock

        KivyClock.tick_draw()
        self.window.dispatch("on_draw")
        return self.as_drawn()


def seen(widget: Any) -> bool:
    """Whether a widget is on the glass at all."""
    at = widget
    while at is not None and at.parent is not at:
        if getattr(at, "opacity", 1) == 0:
            return False
        at = at.parent
    return bool(widget.width > 1 and widget.height > 1)
