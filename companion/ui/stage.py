"""The whole window: one screen at a time, and every touch before any screen gets it."""

from collections.abc import Callable
from typing import Any

from kivy.uix.floatlayout import FloatLayout

from companion.ui import theme
from companion.ui.desk import Desk
from companion.ui.screens.screen import Screen
from companion.ui.widgets.choice import Choice


class Stage(FloatLayout):
    """No transitions. A finger that was down when the screen changed means nothing to the new one."""

    def __init__(self, desk: Desk, now_ns: Callable[[], int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.screen: Screen | None = None
        self._desk, self._now_ns = desk, now_ns
        self._fingers: dict[str, Any] = {}
        self._deaf: set[str] = set()
        self._guard_until_ns = 0
        self._last_down: tuple[int, float, float, str] | None = None

    def show(self, screen: Screen) -> None:
        if screen is self.screen:
            return
        first = self.screen is None
        self.clear_widgets()
        if self.screen is not None:
            _release_all(self.screen)
        self.screen = screen
        self.add_widget(screen)
        if not first:
            self.guard(theme.GUARD_S)
            for finger, touch in self._fingers.items():
                self._deafen(finger, touch)

    def guard(self, seconds: float) -> None:
        """Ignore new touches for a while."""
        self._guard_until_ns = max(self._guard_until_ns, self._now_ns() + int(seconds * 1e9))

    def _deafen(self, finger: str, touch: Any) -> None:
        self._deaf.add(finger)
        for grabbed in [ref() for ref in touch.grab_list]:
            if grabbed is not None:
                touch.ungrab(grabbed)

    def _on_pad(self, touch: Any) -> bool:
        return self.screen is not None and self.screen.on_pad(*touch.pos)

    def on_touch_down(self, touch: Any) -> bool:
        if touch.is_mouse_scrolling:
            return True
        now, finger = self._now_ns(), str(touch.uid)
        if self._is_echo(touch, now):
            self._deaf.add(finger)
            return True
        self._last_down = (now, *touch.pos, str(touch.device))
        self._fingers[finger] = touch
        guarded = now < self._guard_until_ns
        was_secret = self._desk.secret
        self._desk.finger_down(finger, on_pad=not guarded and self._on_pad(touch))
        if guarded or (was_secret and not self._desk.secret):
            self._deaf.add(finger)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        finger = str(touch.uid)
        if finger in self._fingers:
            self._desk.finger_moved(finger, on_pad=self._on_pad(touch))
        return finger in self._deaf or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        finger = str(touch.uid)
        if self._fingers.pop(finger, None) is not None:
            self._desk.finger_up(finger)
        if finger in self._deaf:
            self._deaf.discard(finger)
            return True
        return bool(super().on_touch_up(touch))

    def _is_echo(self, touch: Any, now_ns: int) -> bool:
        """One finger told by two drivers: the same place, a moment later, from another device."""
        if self._last_down is None:
            return False
        then_ns, x, y, device = self._last_down
        near = abs(touch.x - x) < theme.dp(theme.DOUBLE_TOUCH_DP) and abs(touch.y - y) < theme.dp(
            theme.DOUBLE_TOUCH_DP
        )
        return near and str(touch.device) != device and now_ns - then_ns < theme.DOUBLE_TOUCH_S * 1e9


def _release_all(screen: Screen) -> None:
    for widget in screen.walk():
        if isinstance(widget, Choice):
            widget.state = "normal"
