"""Puts the program together: the only package that knows every concrete part."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.assembly.tables import is_race, is_taught
from companion.settings import Settings
from companion.trouble import UserError
from companion.ui.bootstrap import Panel, prepare
from vision.naming import is_live

if TYPE_CHECKING:
    from companion.assembly.evening import Evening
    from companion.ui.app import TablesideApp

WINDOW = (1280, 800)
"""Of a window on a desktop, and of the pictures that are left where there is no display."""
KIVY = "kivy"
"""Kivy's own folder within the data folder."""


def play(
    settings: Settings,
    *,
    home: Path,
    pictures: Path | None,
    source: str | None,
    table: Path | None,
    clip: str | None = None,
    simulate: bool = False,
) -> int:
    """Open the app, or play a clip off-screen where there is no display; the exit code.

    `clip` is the game of the clip that shall play; None leaves that to the app.

    `table` and `source` are a taught table and its camera, in place of those in `settings`. `simulate`: a
    simulated button box takes the place of one that is not plugged in. Raises `UserError` when they cannot
    be used.
    """
    chosen = replace_told(settings, source=source, table=table)
    if not has_display():
        if table is not None or source is not None:
            raise UserError("--table and --source need a display: without one the clip that ships is played")
        if clip == "all_wound_up":
            from companion.assembly.race_rehearsal import rehearse as rehearse_race

            if pictures is not None:
                raise UserError(
                    "--pictures is for the clip of All 4 It; that of All Wound Up is told in lines"
                )
            return rehearse_race(chosen, home=home)
        from companion.assembly.rehearsal import rehearse

        prepare(home / KIVY, _panel(chosen, offscreen=True))
        return rehearse(chosen, home=home, pictures=pictures, simulate=simulate)
    if pictures is not None:
        raise UserError("--pictures is for playing without a display; there is one here")
    prepare(home / KIVY, _panel(chosen, offscreen=False))
    return _open(chosen, home, clip, simulate=simulate)


def replace_told(settings: Settings, *, source: str | None, table: Path | None) -> Settings:
    """`settings` with what the command line says instead. A camera without a table cannot be used.

    A race table takes the place of the race table; a camera alone is the grid's.
    """
    import msgspec

    kind = "race_" if table is not None and is_race(str(table)) else ""
    told = {}
    if table is not None:
        told[f"{kind}table"] = str(table)
    if source is not None:
        told[f"{kind}source"] = source
    chosen: Settings = msgspec.structs.replace(settings, **told)
    if source is not None and table is None and not chosen.table:
        raise UserError(f"--source {source} needs a taught table: name it with --table, or teach one first")
    if source is not None and not is_live(source) and not Path(source).is_file():
        raise UserError(f"{source}: no such clip; give a device number, a stream's address or a clip")
    if table is not None and not is_taught(str(table)):
        raise UserError(f"{table}: no taught table there; teach it first, see `tableside teach --help`")
    if table is not None and not getattr(chosen, f"{kind}source"):
        raise UserError(f"--table {table} needs its camera: say --source with its number or address")
    return chosen


def has_display() -> bool:
    """Whether a window can be seen by anybody."""
    if os.environ.get("SDL_VIDEODRIVER") in ("offscreen", "dummy"):
        return False
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _panel(settings: Settings, *, offscreen: bool) -> Panel:
    width, height = WINDOW
    density = 1.0 if offscreen else density_of(settings)
    return Panel(
        width, height, density, fullscreen=settings.fullscreen and not offscreen, offscreen=offscreen
    )


def density_of(settings: Settings) -> float:
    """Pixels a dp. Kivy gives 1.0 on every Linux panel: a full screen's is worked out from its diagonal."""
    if not settings.fullscreen:
        return 1.0
    width, height = WINDOW
    dots_an_inch = float((width**2 + height**2) ** 0.5) / settings.panel_inches
    return max(0.75, dots_an_inch / 160)


def _open(settings: Settings, home: Path, clip: str | None, *, simulate: bool) -> int:
    evening, app = build(settings, home, simulate=simulate)
    try:
        evening.begin(clip)
        app.run()
    finally:
        evening.close()
    return 0


def build(settings: Settings, home: Path, *, simulate: bool = False) -> "tuple[Evening, TablesideApp]":
    """The app and what carries out its wishes; Kivy must have been prepared. Close the evening in the end."""
    from companion.assembly.evening import Evening
    from companion.assembly.facts import ui_settings
    from companion.ui.sound import load

    ring = load(home / KIVY)  # before the app brings a window in
    from companion.ui.app import TablesideApp

    evening = Evening(
        settings,
        home,
        clock_ns=time.monotonic_ns,
        wall_s=time.time,
        simulate=simulate,
        sound=ring is not None,
    )
    try:
        app = TablesideApp(
            evening,
            evening.sources,
            evening.front(),
            ui_settings(settings),
            density=density_of(settings),
            monotonic_ns=time.monotonic_ns,
            wall_s=time.time,
            ring=ring,
        )
    except BaseException:
        evening.close()
        raise
    return evening, app
