"""Colours and sizes. Numbers only, so that a test can read them; no kivy in sight.

The screens are built from these when they are first shown. Whoever changes theme or text size calls
`use` and lets the screens be built anew.
"""

from dataclasses import dataclass, fields

Rgba = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Palette:
    """One set of colours, as #RRGGBB."""

    bg: str
    surface: str
    raised: str
    text: str
    muted: str
    accent: str
    ok: str
    warn: str
    err: str
    ink: str
    """Text on a filled accent, ok, warn, err or player colour."""
    outline: str
    red: str
    white: str
    red_edge: str
    white_edge: str
    on_red: str
    on_white: str
    players: tuple[str, str, str, str, str, str]


DARK = Palette(
    bg="#0F1216",
    surface="#1A1F26",
    raised="#262D36",
    text="#F2F4F7",
    muted="#B4BEC9",
    accent="#4DA3FF",
    ok="#5BD68A",
    warn="#FFC24B",
    err="#FF7A70",
    ink="#0F1216",
    outline="#7A8796",
    red="#E5484D",
    white="#F5F2E9",
    red_edge="#FFFFFF",
    white_edge="#F5F2E9",
    on_red="#0F1216",
    on_white="#0F1216",
    players=("#4DA3FF", "#FFC24B", "#5BD68A", "#E39BFF", "#4FD6D0", "#FFA07A"),
)

LIGHT = Palette(
    bg="#F1F3F6",
    surface="#FFFFFF",
    raised="#E3E8EE",
    text="#12161B",
    muted="#3F4954",
    accent="#0A4F96",
    ok="#0F5A2E",
    warn="#6B4700",
    err="#96201A",
    ink="#FFFFFF",
    outline="#66727F",
    red="#C9302F",
    white="#FFFDF6",
    red_edge="#12161B",
    white_edge="#12161B",
    on_red="#FFFFFF",
    on_white="#12161B",
    players=("#0A4F96", "#6B4700", "#0F5A2E", "#6A2A8C", "#075B57", "#8A3312"),
)

# Type, in sp.
GLANCE, NAME_GLANCE, TURN, HEADING, ACTION, BODY, SMALL, FLOOR = 150, 160, 72, 46, 32, 24, 22, 20

# Space, in dp.
GAP, EDGE, RADIUS, LINE, THICK = 8, 20, 16, 3, 6
TARGET, CHOICE, PRIMARY, HANDLE = 56, 72, 84, 64

MAX_WORDS = 7
"""No prompt is longer, so that it is read at a glance from across the table."""

# Times, in seconds.
GUARD_S, PEEK_GUARD_S = 0.3, 0.4
BADGE_S = 5.0
END_HOLD_S, TIMELINE_HOLD_S = 1.0, 0.6
DOUBLE_TOUCH_S, DOUBLE_TOUCH_DP = 0.04, 8


@dataclass(frozen=True, slots=True)
class Look:
    palette: Palette
    text_scale: float
    density: float


_look = Look(DARK, 1.0, 1.0)


def use(look: Look) -> None:
    """From now on screens are built with `look`."""
    global _look  # noqa: PLW0603 - KV reads the theme by name and has no other way in
    _look = look


def look() -> Look:
    return _look


def rgba(colour: str) -> Rgba:
    """A token's name (`player2` for the third player colour), or #RRGGBB, as Kivy wants it."""
    if colour.startswith("#"):
        code = colour
    elif colour.startswith("player"):
        code = player(int(colour.removeprefix("player")))
    else:
        code = str(getattr(_look.palette, colour))
    return (int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255, 1.0)


def player(number: int) -> str:
    """The colour of a person, by the number remembered with the name."""
    return _look.palette.players[number % len(_look.palette.players)]


def dp(length: float) -> float:
    return length * _look.density


def sp(length: float) -> float:
    return length * _look.density * _look.text_scale


def inside(
    pos: tuple[float, float], size: tuple[float, float], thick: float, radius: float
) -> tuple[float, float, float, float, float]:
    """A rounded rectangle whose line, `thick` dp wide, stays within: x, y, width, height, radius."""
    half = dp(thick) / 2
    width, height = max(1.0, size[0] - 2 * half), max(1.0, size[1] - 2 * half)
    curve = min(max(1.0, dp(radius) - half), width / 2, height / 2)
    return (pos[0] + half, pos[1] + half, width, height, curve)


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two #RRGGBB colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(code: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(code[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def tokens(palette: Palette) -> dict[str, str]:
    """Every colour of `palette` by name; players as player0 …"""
    named = {f.name: getattr(palette, f.name) for f in fields(palette) if f.name != "players"}
    return named | {f"player{i}": code for i, code in enumerate(palette.players)}
