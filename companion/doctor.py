"""`tableside doctor`: programs, settings, storage, display, camera; a line each, with what to do."""

import contextlib
import json
import platform
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TextIO

from companion import people, settings
from companion.assembly import has_display
from companion.cards import FOLDER as CARDS
from companion.cards import load_cards
from companion.journal.errors import JournalError
from companion.journal.store import FILE as JOURNAL
from companion.journal.store import Journal
from companion.trouble import UserError

LEAST_FREE_BYTES = 200_000_000
"""Room for the evidence of several evenings at its quota."""
SLOW_WRITE_S = 0.1
"""A tap is committed before it is shown; beyond this the table feels it."""
DISPLAY_S = 20.0
CAMERA_S = 15.0
DEVICES_TRIED = 3
"""Where the system does not list its cameras: the first numbers."""


class How(StrEnum):
    OK = "ok"
    NOTE = "note"
    """Worth knowing; everything can be played."""
    WRONG = "WRONG"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's."""

    what: str
    how: How
    words: str

    def __str__(self) -> str:
        return f"{self.what:<9} {self.how:<6} {' '.join(self.words.split())}"


def examine(home: Path, out: TextIO) -> int:
    """Look at everything, write a line each as it is known, and give 1 when something is wrong, else 0.

    Whatever may hang is looked at in a process of its own with a time limit.
    """
    wrong = False
    looks: tuple[Callable[[Path], Finding], ...] = (_programs, _settings, _storage, _display, _camera)
    for look in looks:
        finding = look(home)
        wrong = wrong or finding.how is How.WRONG
        print(finding, file=out, flush=True)
    return int(wrong)


def _programs(_: Path) -> Finding:
    found = [f"Python {platform.python_version()}"]
    for name, package in (("Tableside", "tableside"), ("OpenCV", "opencv-python"), ("Kivy", "kivy")):
        try:
            found.append(f"{name} {version(package)}")
        except PackageNotFoundError:
            return Finding("programs", How.WRONG, f"{package} is not installed; install Tableside again")
    return Finding("programs", How.OK, ", ".join(found))


def _settings(home: Path) -> Finding:
    try:
        settings.load(home / settings.FILE)
        people.load(home / people.FILE)
        load_cards(home / CARDS)
    except UserError as error:
        return Finding("settings", How.WRONG, str(error))
    there = (home / settings.FILE).exists()
    return Finding("settings", How.OK, str(home / settings.FILE) if there else "none chosen yet")


def _storage(home: Path) -> Finding:
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".doctor-", dir=home) as folder:
            took_s = _time_to_keep(Path(folder) / "probe.db")
        free = shutil.disk_usage(home).free
        broken = _broken_games(home)
    except JournalError as error:
        return Finding("storage", How.WRONG, str(error))
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return Finding(
            "storage", How.WRONG, f"{home}: nothing can be kept there: {reason}; choose another with --home"
        )
    if broken:
        return Finding("storage", How.WRONG, f"{broken[0]}; the other games can be played all the same")
    if free < LEAST_FREE_BYTES:
        return Finding(
            "storage", How.WRONG, f"{home}: {free / 1e6:.0f} MB free; clear {LEAST_FREE_BYTES / 1e6:.0f} MB"
        )
    if took_s > SLOW_WRITE_S:
        return Finding(
            "storage", How.NOTE, f"{home}: a move takes {took_s:.2f} s to be kept; a faster disk feels better"
        )
    return Finding(
        "storage", How.OK, f"{home}: {free / 1e9:.0f} GB free, a move is kept in {took_s * 1e3:.1f} ms"
    )


def _time_to_keep(path: Path) -> float:
    """Seconds until one row is safely on the disk, as the journal keeps a move."""
    base = sqlite3.connect(path)
    try:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("CREATE TABLE probe (words TEXT)")
        base.commit()
        started_s = time.perf_counter()
        base.execute("INSERT INTO probe VALUES ('a move')")
        base.commit()
        return time.perf_counter() - started_s
    finally:
        base.close()


def _broken_games(home: Path) -> tuple[str, ...]:
    """What is wrong with the games kept so far; they may be looked at while the app is open."""
    if not (home / JOURNAL).exists():
        return ()
    with Journal(home, reading=True) as journal:
        return journal.check()


def _display(_: Path) -> Finding:
    shown = has_display()
    ok, words = _probe("display", DISPLAY_S, "onscreen" if shown else "offscreen")
    if not ok:
        return Finding("display", How.WRONG, words)
    if not shown:
        return Finding("display", How.NOTE, f"none: play runs without showing its pictures; drawn by {words}")
    return Finding("display", How.OK, words)


def _camera(home: Path) -> Finding:
    try:
        told = settings.load(home / settings.FILE)
        chosen = told.source or told.race_source
    except UserError:
        chosen = ""  # said in the line of the settings
    if chosen:
        ok, words = _probe("camera", CAMERA_S, chosen)
        name = f"the table's camera {chosen}"
        return Finding("camera", How.OK if ok else How.WRONG, f"{name}: {words}" if ok else words)
    refused = []
    for number in _devices():
        ok, words = _probe("camera", CAMERA_S, number)
        if ok:
            return Finding("camera", How.OK, f"camera {number}: {words}")
        refused.append(words)
    if refused and sys.platform == "linux":  # a device is there and does not serve
        return Finding("camera", How.NOTE, f"{refused[0]}; everything can be played by hand")
    return Finding(
        "camera", How.NOTE, "none found; everything can be played by hand, or with a phone (README)"
    )


def _devices() -> list[str]:
    if sys.platform == "linux":
        numbers = (path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
        return sorted((n for n in numbers if n.isdigit()), key=int)[:DEVICES_TRIED]
    return [str(n) for n in range(DEVICES_TRIED)]


def _probe(what: str, limit_s: float, *told: str) -> tuple[bool, str]:
    """What a process of its own finds out, or that it did not come back in time."""
    process = subprocess.Popen(  # noqa: S603 - our own interpreter with our own module
        [sys.executable, "-m", "companion.probes", what, *told],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    try:
        out, err = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):  # one that hangs in a driver does not go
            process.communicate(timeout=1)
        return False, f"the {what} did not answer in {limit_s:.0f} s; unplug it or start the computer anew"
    lines = out.splitlines()
    try:
        found = json.loads(lines[-1]) if lines else None
    except ValueError:
        found = None
    if process.returncode == 0 and isinstance(found, dict):
        return bool(found["ok"]), str(found["words"])
    last = next(
        (line for line in reversed(err.splitlines()) if line.strip()), f"exit code {process.returncode}"
    )
    return False, f"the {what} cannot be used: {last}{_remedy(last)}"


def _remedy(complaint: str) -> str:
    """What to do about a library of the system that is not there."""
    packages = {
        "libGL.": "libgl1",
        "libgthread": "libglib2.0-0",
        "libEGL": "libegl1",
        "libGLES": "libgles2",
        "EGL library": "libegl1",
    }
    for part, package in packages.items():
        if part in complaint:
            return f"; on Debian: sudo apt-get install {package}"
    return ""
