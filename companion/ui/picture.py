"""The window's pixels, and a PNG of them. Kivy's own screenshot renames files and may be a frame late."""

import struct
import zlib
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
    line = 4 * frame.width
    pixels = bytes(frame.pixels)
    # A filter byte of 0 before each row.
    raw = b"".join(b"\0" + pixels[at * line : (at + 1) * line] for at in range(frame.height))
    header = struct.pack(">IIBBBBB", frame.width, frame.height, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(raw, 6)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)
