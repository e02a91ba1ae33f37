"""A report of a fault of the program, for its makers."""

import platform
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.files import write_whole

FOLDER = "crashes"


def write_report(home: Path, error: BaseException, arguments: Sequence[str]) -> Path:
    """Write what went wrong into a new file in `home` and say where. Raises OSError.

    It holds where in the program it happened and the versions of its parts; no values of variables, so
    that no card of anybody is told by it.
    """
    now = datetime.now(UTC)
    lines = [
        f"{now:%Y-%m-%d %H:%M:%S} UTC",
        f"arguments: {list(arguments)}",
        f"system: {platform.platform()}",
    ]
    lines.append(f"python: {sys.version.split()[0]}")
    for name in ("tableside", "opencv-python", "numpy", "kivy", "msgspec"):
        try:
            lines.append(f"{name}: {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name}: not installed")
    trace = "".join(traceback.format_exception(error))
    path = home / FOLDER / f"{now:%Y%m%d-%H%M%S-%f}.txt"
    write_whole(path, ("\n".join(lines) + "\n\n" + trace).encode(errors="backslashreplace"))
    return path
