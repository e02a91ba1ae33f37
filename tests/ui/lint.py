# ruff: noqa: PLC0415  kivy is imported only once a window has been prepared
"""What every screen must be, whatever it shows: big enough, apart, readable, whole."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from companion.ui import theme
from tests.ui.glass import Glass, seen

TARGET_DP, GAP_DP, TEXT_SP, BEZEL_DP = 56, 8, 20, 12
"""Written here again on purpose: the theme shall not be able to lower its own bar."""
READABLE, LARGE_READABLE = 4.5, 3.0
LARGE_PX = 64
SLACK = 0.51
"""Half a pixel: layouts divide, and round."""


@dataclass(frozen=True)
class Fault:
    rule: str
    what: str
    detail: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}: {self.detail}"


@dataclass(frozen=True)
class Box:
    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def of(cls, widget: Any) -> "Box":
        left, bottom = widget.to_window(widget.x, widget.y)
        right, top = widget.to_window(widget.right, widget.top)
        return cls(min(left, right), min(bottom, top), max(left, right), max(bottom, top))

    def gap(self, other: "Box") -> float:
        """Between two boxes, along the axis that keeps them apart; negative when they overlap."""
        across = max(self.left - other.right, other.left - self.right)
        up = max(self.bottom - other.top, other.bottom - self.top)
        return max(across, up)


def faults(glass: Glass) -> list[Fault]:
    """Everything wrong with the screen that is on the glass."""
    return [*_targets(glass), *_texts(glass), *_contrasts(glass)]


def _name(widget: Any) -> str:
    words = getattr(widget, "text", "") or getattr(getattr(widget, "model", None), "cell", "")
    return f"{type(widget).__name__} {str(words)[:40]!r}"


def _targets(glass: Glass) -> list[Fault]:
    wide, high = glass.window.size
    found: list[Fault] = []
    targets = [(widget, Box.of(widget)) for widget in glass.targets()]
    for widget, box in targets:
        least = min(box.right - box.left, box.top - box.bottom)
        if least < theme.dp(TARGET_DP) - SLACK:
            found.append(Fault("target too small", _name(widget), f"{least:.0f} px"))
        edge = min(box.left, box.bottom, wide - box.right, high - box.top)
        if edge < theme.dp(BEZEL_DP) - SLACK and not _in_top_bar(widget):
            found.append(Fault("target at the bezel", _name(widget), f"{edge:.0f} px"))
    for (one, a), (other, b) in combinations(targets, 2):
        gap = a.gap(b)
        if gap < -SLACK and not _same_place(one, other):
            found.append(Fault("targets overlap", _name(one), _name(other)))
        elif gap < theme.dp(GAP_DP) - SLACK and not _same_place(one, other):
            found.append(Fault("targets too near", f"{_name(one)} and {_name(other)}", f"{gap:.1f} px"))
    return found


def _in_top_bar(widget: Any) -> bool:
    return any(type(at).__name__ == "TopBar" for at in _parents(widget))


def _parents(widget: Any) -> list[Any]:
    found, at = [], widget.parent
    while at is not None and at not in found:
        found.append(at)
        at = at.parent
    return found


def _same_place(one: Any, other: Any) -> bool:
    """The bar that hides lies where the pad was, so that the thumb need not look for it."""
    pads = [w for w in (one, other) if type(w).__name__ == "HoldPad"]
    return bool(pads) and any(
        w.parent is pads[0].parent.parent or w.parent.parent is pads[0].parent
        for w in (one, other)
        if w not in pads
    )


def _labels(glass: Glass) -> list[Any]:
    from kivy.uix.label import Label

    return [
        w for w in glass.screen.walk(restrict=True) if isinstance(w, Label) and w.text.strip() and _shown(w)
    ]


def _shown(widget: Any) -> bool:
    at = widget
    while at is not None and at.parent is not at:
        if getattr(at, "opacity", 1) == 0:
            return False
        at = at.parent
    return True


def _texts(glass: Glass) -> list[Fault]:
    wide, high = glass.window.size
    found: list[Fault] = []
    for label in _labels(glass):
        if not seen(label):
            found.append(Fault("text without room", _name(label), f"{label.size}"))
            continue
        fixed = type(label).__name__ == "LetterMark"
        if label.font_size < (theme.dp if fixed else theme.sp)(TEXT_SP) - 0.01:
            found.append(Fault("text too small", _name(label), f"{label.font_size:.1f} px"))
        over = max(label.texture_size[0] - label.width, label.texture_size[1] - label.height)
        if over > 1:
            found.append(Fault("text clipped", _name(label), f"by {over:.0f} px"))
        if broken := _broken_word(label):
            found.append(Fault("word broken", _name(label), broken))
        box = Box.of(label)
        if min(box.left, box.bottom, wide - box.right, high - box.top) < -SLACK:
            found.append(Fault("text off the glass", _name(label), f"{box}"))
    return found


def _broken_word(label: Any) -> str:
    """A word that is wider than its line: Kivy would break it anywhere."""
    from kivy.core.text import Label as CoreLabel

    if label.text_size[0] is None:
        return ""
    room = label.text_size[0] - label.padding[0] - label.padding[2]
    ruler = CoreLabel(font_size=label.font_size, bold=label.bold)
    return next((w for w in label.text.split() if ruler.get_extents(w)[0] > room + 1), "")


def _contrasts(glass: Glass) -> list[Fault]:
    """Each text against what really lies behind it, by the pixels."""
    from companion.ui.picture import pixels_now

    frame = pixels_now()
    pixels = np.frombuffer(bytes(frame.pixels), np.uint8).reshape(frame.height, frame.width, 4)[::-1]
    found: list[Fault] = []
    for label in _labels(glass):
        if not seen(label):
            continue
        box = Box.of(label)
        behind = _behind(pixels, box)
        ink = "#" + "".join(f"{round(c * 255):02X}" for c in _ink(label)[:3])
        ratio = theme.contrast(ink, behind)
        least = LARGE_READABLE if label.font_size >= LARGE_PX else READABLE
        if ratio < least:
            found.append(Fault("text too faint", _name(label), f"{ratio:.1f} of {ink} on {behind}"))
    return found


def _ink(label: Any) -> Any:
    return label.disabled_color if label.disabled else label.color


def _behind(pixels: Any, box: Box) -> str:
    """The commonest colour in the box. Rows of `pixels` run upwards, as Kivy's do."""
    part = pixels[int(box.bottom) + 2 : int(box.top) - 2 : 2, int(box.left) + 2 : int(box.right) - 2 : 2, :3]
    codes = part.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    values, counts = np.unique(codes, return_counts=True)
    return f"#{values[counts.argmax()] if counts.size else 0:06X}"
