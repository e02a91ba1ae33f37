"""Looks at a camera or a display from a process of its own: drivers may hang, and say nothing for it.

`python -m companion.probes camera SOURCE` or `display onscreen|offscreen` prints one JSON object, with `ok`
and `words`.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

FIRST_PICTURE_S = 8.0


def camera(source: str) -> tuple[bool, str]:
    """Whether `source` gives pictures, and in words what they are or why not."""
    from vision.camera import CameraError, Frame, LiveCamera

    looking = LiveCamera(source)
    try:
        looking.start()
        until_s = time.monotonic() + FIRST_PICTURE_S
        while time.monotonic() < until_s:
            for item in looking.next(0.1):
                if isinstance(item, Frame):
                    high, wide = item.pixels.shape[:2]
                    notes = "".join(f"; {sentence}" for sentence in looking.words)
                    return True, f"{wide} x {high}{notes}"
    except CameraError as error:
        return False, str(error)
    finally:
        looking.close()
    return False, "it opens but sends no picture; unplug it, plug it in again, and close other programs"


def display(*, offscreen: bool) -> tuple[bool, str]:
    """Whether a window can be opened, and on what."""
    from companion.ui.bootstrap import Panel, prepare

    with tempfile.TemporaryDirectory(prefix="tableside-") as icons:
        panel = Panel(width=320, height=240, density=1.0, fullscreen=False, offscreen=offscreen)
        prepare(Path(icons), panel)
        from kivy.core.window import Window

        if Window is None:
            return False, "no window can be opened; is there a graphics driver with OpenGL 2?"
        from kivy.graphics.cgl import cgl_get_backend_name
        from kivy.graphics.opengl import GL_RENDERER, glGetString

        renderer = glGetString(GL_RENDERER).decode(errors="replace")
        return True, f"{renderer} ({cgl_get_backend_name()})"


def main() -> None:
    """Look once, and print what was found as one JSON object on the last line."""
    match sys.argv[1:]:
        case ["camera", source]:
            ok, words = camera(source)
        case ["display", "onscreen" | "offscreen" as how]:
            ok, words = display(offscreen=how == "offscreen")
        case _:
            sys.exit("companion.probes is for `tableside doctor`")
    print(json.dumps({"ok": ok, "words": words}), flush=True)
    os._exit(0)  # a driver's thread may still hang in a read, and would spoil an orderly end


if __name__ == "__main__":
    main()
