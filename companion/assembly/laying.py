"""How the tiles of a taught race lie, worked out beside everything else: it takes an eye some seconds."""

import logging
import threading
from collections.abc import Callable
from math import dist
from pathlib import Path

from companion.ui.facts import Lies, Mm

log = logging.getLogger(__name__)


class LayingThread:
    """Finds the tiles on the layout picture of `table`, and calls `found` unless it was closed before.

    `found` is called on a thread of its own.
    """

    def __init__(self, table: Path, found: Callable[[tuple[Lies, ...]], None]) -> None:
        self._table, self._found = table, found
        self._closed, self._telling = False, threading.Lock()
        self._thread = threading.Thread(target=self._run, name="laying", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Nobody is told any more once this returns. What an eye learns meanwhile is thrown away."""
        with self._telling:
            self._closed = True

    def _run(self) -> None:
        from vision.taught import TaughtError

        try:
            lies = lies_of(self._table)
        except TaughtError as error:
            log.warning("%s", error)
            return
        with self._telling:
            if not self._closed:
                self._found(lies)


def lies_of(table: Path) -> tuple[Lies, ...]:
    """The tiles on the layout picture. Raises `TaughtError` when the table cannot be read."""
    from vision.learning import learned_table
    from vision.taught_race import load_race

    laid = learned_table(load_race(table)).laid
    lies = []
    for tile in () if laid is None else laid[0].tiles:
        corners: list[Mm] = [(float(x), float(y)) for x, y in tile.place.to_table(tile.side.corners_mm)]
        middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
        gates = [tile.place.to_table(zone.points_mm) for zone in tile.side.zones if zone.kind == "gate"]
        gate: tuple[Mm, Mm] | None = None
        if gates:
            (ax, ay), (bx, by) = gates[0]
            gate = ((float(ax), float(ay)), (float(bx), float(by)))
        lies.append(Lies(tile.side.id, middle, dist(corners[0], corners[1]), gate))
    return tuple(lies)
