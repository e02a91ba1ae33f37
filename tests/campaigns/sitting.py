"""Races at the table where everything happens in any order: what is kept, and what is not."""

import contextlib
import io
import logging
import random
import tempfile
from collections import Counter
from pathlib import Path

from companion.assembly.race_rehearsal import Rehearsal
from companion.journal.store import Journal
from companion.rules.all_wound_up.stages import Over
from tests.campaigns import Outcome
from tests.table.race_chaos import RaceChaos

WHOLE = 500
"""Races."""
SHARE = 16
STEPS = 120

PROMISES = (
    "the state of a race is always what its records add up to, and starting again changes nothing",
    "nothing is kept on doubt, out of order, or while nobody looks; no walk ends by itself unless all rest",
    "nothing dismissed, taken back or amended comes again by itself; what is said again changes nothing",
    "the race that ships is followed by the real eye to its winner, without a tap about the board",
)
_ADDING = ("add up", "starting again")
_AGAIN = ("came again", "said again")


def run(seed: int, n: int) -> list[Outcome]:
    log = logging.getLogger("companion.table.thread")
    level = log.level
    log.setLevel(logging.ERROR)  # the disks here are full on purpose
    try:
        return _run(seed, n)
    finally:
        log.setLevel(level)


def _run(seed: int, n: int) -> list[Outcome]:
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for race in range(n):
        chaos = RaceChaos(random.Random(rng.random()))
        chaos.play(STEPS)
        counts += chaos.counts
        faults += [f"race {race}: {fault}" for fault in chaos.faults]
    adding = [fault for fault in faults if any(words in fault for words in _ADDING)]
    again = [fault for fault in faults if any(words in fault for words in _AGAIN)]
    doubt = [fault for fault in faults if fault not in adding and fault not in again]
    return [
        Outcome(PROMISES[0], not adding and counts["restarts"] > 0, _figure(adding, counts, (
            "writes", "restarts"))),
        Outcome(PROMISES[1], not doubt and counts["walks ended by themselves"] > 0, _figure(doubt, counts, (
            "by itself", "claims kept by themselves", "walks ended by themselves", "late"))),
        Outcome(PROMISES[2], not again and counts["said again"] > 0, _figure(again, counts, (
            "said again", "taken back or dismissed"))),
        _clip(),
    ]  # fmt: skip


def _clip() -> Outcome:
    """One take through the real eye."""
    with (
        tempfile.TemporaryDirectory(prefix="tableside-race-") as home,
        Journal(Path(home)) as journal,
        contextlib.redirect_stdout(io.StringIO()),
    ):
        rehearsal = Rehearsal(journal)
        rehearsal.play()
    ledger = rehearsal.table.sitting.ledger
    seen = [record for record in ledger.records if record.from_camera]
    taps = sum(record.because == {"from": "hand"} for record in ledger.records)
    won = isinstance(ledger.state.stage, Over) and ledger.state.winner == 2
    figure = f"{len(seen)} records by the eye, {taps} taps about the board, {'won' if won else 'not won'}"
    return Outcome(PROMISES[3], won and not taps and len(seen) == 14, figure)


def _figure(faults: list[str], counts: Counter[str], names: tuple[str, ...]) -> str:
    return faults[0] if faults else ", ".join(f"{counts[name]} {name}" for name in names)
