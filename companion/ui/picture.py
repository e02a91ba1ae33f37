"""The window's pixels, and a PNG of them. Kivy's own screenshot renames files and may be a frame late."""

import errno
from pathlib import Path

from companion.ui.facts import Frame


def pixels_now() -> Frame:
    """Draw the window and read it back. RGBA, from the top row down."""
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.graphics.opengl import (  # noqa: PLC0415
        GL_RGBA,
        GL_UNSIGNED_BYTE,
        glFinish,
        glReadPixels,
    )

    # Layouts and texts that wait for the next frame are settled first.
    Clock.tick_draw()
    Window.dispatch("on_draw")
    glFinish()
    width, height = Window.system_size
    raw = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
    line = 4 * width
    rows = [raw[at * line : (at + 1) * line] for at in range(height - 1, -1, -1)]
    return Frame(b"".join(rows), width, height)


def write_png(path: Path, frame: Frame) -> None:
    """OSError when it cannot be written."""
    from kivy.core.image.img_sdl2 import ImageLoaderSDL2  # noqa: PLC0415

    path.write_bytes(b"")  # SDL tells nobody when it cannot write there
    pixels = bytes(frame.pixels)
    ImageLoaderSDL2.save(str(path), frame.width, frame.height, "rgba", pixels, False, "png")
    if not path.stat().st_size:
        raise OSError(errno.ENOSPC, "the picture cannot be written", str(path))
