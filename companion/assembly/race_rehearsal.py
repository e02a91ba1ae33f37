"""The race that ships, played at full speed: each line printed once it is kept.

The same eye, sitting and journal as at a table; only the clock is the clip's own.
"""

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.assembly import race_clip
from companion.journal.store import Journal
from companion.settings import Settings
from companion.table.dealer import SecretDealer
from companion.table.hosted.all_wound_up import AllWoundUp
from companion.table.inbound import EyeGone, Inbound, Observed
from companion.table.snapshot import Entry, Eye, Snapshot
from companion.table.thread import Table
from companion.ui import words
from companion.ui.faces import teller_of

BEGUN_NS = 1_000_000_000_000
"""Where the clock stands when the clip begins: what was before must lie in the past."""


def rehearse(settings: Settings, *, home: Path) -> int:
    """Play the clip's race to its end and give 0."""
    words.use(settings.language)
    with Journal(home / race_clip.FOLDER) as journal:
        Rehearsal(journal).play()
    return 0


class Rehearsal:
    """One run of the clip, from where the game stands."""

    def __init__(self, journal: Journal) -> None:
        self._folder = race_clip.clip_folder()
        script = race_clip.read_script(self._folder)
        opened, self._from_s = race_clip.open_game(
            journal, script, lambda: secrets.token_bytes(32), time.time()
        )
        self._hands = race_clip.Hands(script, race_clip.tapped(opened))
        self._names = script.names
        self._teller = teller_of("all_wound_up")
        self._now_ns = BEGUN_NS
        self.table: Table[Any, Any, Any, Any] = Table(
            AllWoundUp(),
            rules=opened.row.rules,
            setup=opened.row.setup,
            names=opened.row.names,
            lines=opened.lines,
            dealer=SecretDealer(opened.secret),
            keeper=opened,
            wall=time.time,
            delay_s=0,
            eye=Eye.LEARNING,
        )
        self._said = len(opened.lines)

    def play(self) -> None:
        print(f"{words.say('source.demo')}: {', '.join(self._names)}", flush=True)
        if self._said:
            print(f"  going on after {max(0.0, self._from_s):.1f} s", flush=True)
        self._tap(0.0)
        self._said = len(self.table.sitting.ledger.records)  # the race up to the clip is no news
        for clip_s, inbound in self._seen():
            self._show(self.table.handle(inbound))
            self._tap(clip_s)
        self._show(self.table.handle(EyeGone("ended", self._now_ns)))

    def _tap(self, clip_s: float) -> None:
        while taps := self._hands.due(self.table.snapshot, clip_s, self._now_ns):
            for tap in taps:
                self._show(self.table.handle(tap), quietly=clip_s == 0.0)

    def _seen(self) -> Iterator[tuple[float, Inbound[Any]]]:
        """What the eye says of the clip after what has been played, each at its own time."""
        from vision.camera import FileSource, Frame
        from vision.race_eye import RaceEye
        from vision.taught_race import load_race
        from vision.watching import see_item

        eye = RaceEye(load_race(self._folder / "taught"))
        for item in FileSource(self._folder / "clip.mp4"):
            for seen in (*see_item(eye, item), *(eye.poses() if isinstance(item, Frame) else ())):
                if seen.taken_s > self._from_s:
                    self._now_ns = BEGUN_NS + round(seen.said_s * 1e9)
                    yield item.taken_s, Observed(seen, self._now_ns)
        for seen in eye.finish():
            yield seen.said_s, Observed(seen, self._now_ns)

    def _show(self, snapshot: Snapshot[Any, Any], *, quietly: bool = False) -> None:
        for entry in snapshot.timeline[self._said :]:
            if entry.events and not quietly:
                print(self._line(entry, snapshot), flush=True)
            self._said = entry.seq

    def _line(self, entry: Entry, snapshot: Snapshot[Any, Any]) -> str:
        at_s = max(0.0, (self._now_ns - BEGUN_NS) / 1e9)
        told = "; ".join(
            self._teller.happened(event, snapshot.names, snapshot.view) for event in entry.events
        )
        eye = "  (seen)" if entry.from_camera else ""
        return f"{at_s:6.1f} s  {told}{eye}"
