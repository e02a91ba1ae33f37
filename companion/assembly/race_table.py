"""What stands beside the table of a race: its eye, its photo finishes, and how its figures walk."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import fair
from companion.devices.race_eye import LookAtRace, RaceEyeThread
from companion.table.inbound import EyeGone, Filed, Inbound, Observed
from companion.table.race_picture import RacePicture, read_finish
from companion.table.race_shown import Fate, HappeningId, Walked
from companion.table.snapshot import Snapshot
from companion.trouble import UserError
from companion.ui.facts import Finish
from vision.observation import RaceObservation

if TYPE_CHECKING:
    from companion.assembly.race_clip import Hands
    from companion.devices.filing import Filing
    from companion.devices.pacing import Pacer

log = logging.getLogger(__name__)

FINISHES = "finishes"
"""In the folder of a journal: a folder of photo finishes a game."""
PICTURE_PX = 1280
"""Of the live picture: as wide as the largest screens that are planned for."""
COUNTING = frozenset({Fate.KEPT, Fate.WAITING, Fate.BEHIND, Fate.BY_HAND})


@dataclass(frozen=True, slots=True)
class RaceLook:
    """What the eye looks at; `hands` tap what the players of a clip tap."""

    look: LookAtRace
    hands: "Hands | None" = None


class RaceTable:
    """`tell` reaches the table, `show` the screen; `heard` must be called with each snapshot of the table.

    `finishes` is the folder for this game's pictures and `gaits` the file of how figures walk. What the
    source says of the time up to `from_s` has been played already.
    """

    def __init__(
        self,
        look: RaceLook | None,
        *,
        clock_ns: Callable[[], int],
        finishes: Path,
        gaits: Path,
        tell: Callable[[Inbound[Any]], None],
        show: Callable[[RacePicture], None],
        from_s: float = -1.0,
    ) -> None:
        self._hands, self._clip_s = None if look is None else look.hands, 0.0
        self._clock_ns, self._tell, self._from_s = clock_ns, tell, from_s
        self._finishes, self._gaits = finishes, gaits
        self._latest: Snapshot[Any, Any] | None = None
        self._measured: Walked | None = None
        self._eye: RaceEyeThread | None = None
        if look is not None:
            self._eye = RaceEyeThread(
                look.look,
                clock=lambda: clock_ns() / 1e9,
                most_px=PICTURE_PX,
                tell=self._observed,
                show=show,
                ended=lambda why: tell(EyeGone(why, clock_ns())),
                filing=self._filing,
                after=self._after,
            )

    def start(self) -> None:
        if self._finishes.is_dir():
            for name in sorted(path.stem for path in self._finishes.glob("*.json")):
                self._tell(Filed(name, name, self._clock_ns()))
        self._tap()
        if self._eye is not None:
            self._eye.start()

    def curtain(self, *, drawn: bool) -> None:
        """While somebody's secret shows no picture is shown or kept."""
        if self._eye is not None:
            self._eye.curtain(drawn=drawn)

    def close(self) -> None:
        if self._eye is not None:
            self._eye.close()

    def heard(self, snapshot: Snapshot[Any, Any]) -> None:
        """From the table's thread; quick."""
        self._latest = snapshot

    def finish(self, name: HappeningId) -> Finish:
        """The pictures of this name, if they are still there and can be read."""
        try:
            return Finish(name, read_finish(self._finishes, name), str(self._finishes))
        except ValueError as error:
            log.warning("%s", error)
            return Finish(name, None, str(self._finishes))

    # on the eye's thread

    def _observed(self, seen: RaceObservation) -> None:
        self._clip_s = max(self._clip_s, seen.said_s)
        if seen.taken_s > self._from_s:
            self._tell(Observed(seen, self._clock_ns()))

    def _filing(self) -> "Filing":
        from time import perf_counter

        from companion.devices.filing import QUOTA_BYTES, Filing

        return Filing(
            self._finishes,
            quota_bytes=QUOTA_BYTES,
            clock=perf_counter,
            wanted=self._wanted,
            tell=lambda id_, name, gone: self._tell(Filed(id_, name, self._clock_ns(), gone)),
        )

    def _wanted(self, id_: HappeningId) -> bool:
        race = None if self._latest is None else self._latest.race
        return race is not None and any(one.id == id_ and one.fate in COUNTING for one in race.happenings)

    def _tap(self) -> None:
        if self._hands is not None and self._latest is not None:
            for tap in self._hands.due(self._latest, self._clip_s, self._clock_ns()):
                self._tell(tap)

    def _after(self, pacer: "Pacer") -> None:
        """Once a walk is over that nothing disturbed, it tells how its figure walks."""
        self._tap()
        race = None if self._latest is None else self._latest.race
        walked = None if race is None else race.walked
        if walked is None or walked == self._measured:
            return
        self._measured = walked
        pace = pacer.walk(walked.figure, walked.from_s, walked.to_s) if walked.clean else None
        if pace is None or walked.turns < 1:
            return
        try:
            gaits = fair.load(self._gaits)
            fair.save(
                self._gaits,
                fair.with_walk(gaits, walked.figure, walked.turns, pace.length_mm, pace.turned_deg),
            )
        except UserError as error:
            log.warning("%s", error)
