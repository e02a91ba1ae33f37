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
    """Write where the program failed into a new file in `home` and say which. Raises OSError.

    It holds the kinds of errors, the lines of the program that led there, and versions. It holds no message
    of an error and no value of a variable or argument: these may name a card that only its owner knows.
    """
    now = datetime.now(UTC)
    lines = [
        f"{now:%Y-%m-%d %H:%M:%S} UTC",
        f"system: {platform.platform()}",
        f"python: {sys.version.split()[0]}",
    ]
    for name in ("tableside", "opencv-python", "numpy", "kivy", "msgspec"):
        try:
            lines.append(f"{name}: {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name}: not installed")
    said = [one.partition("=")[0] for at, one in enumerate(arguments) if at == 0 or one.startswith("-")]
    lines.append(f"command: {' '.join(said)}")
    path = home / FOLDER / f"{now:%Y%m%d-%H%M%S-%f}.txt"
    write_whole(path, ("\n".join([*lines, *_places(error)]) + "\n").encode(errors="backslashreplace"))
    return path


def _places(error: BaseException) -> list[str]:
    """The error, then what it came from: its kind, and file, line, function and text of each step."""
    lines: list[str] = []
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        lines += ["", f"{type(one).__module__}.{type(one).__qualname__}"]
        for step in traceback.extract_tb(one.__traceback__):
            lines.append(f"  {step.filename}:{step.lineno} in {step.name}: {step.line}")
        one = one.__cause__ or one.__context__
    return lines
