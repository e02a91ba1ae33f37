"""Evenings where everything happens at once, at a table of Quilt and at one of All 4 It."""

import logging
import random
from collections import Counter

from companion.cards import load_cards
from companion.rules.all_4_it.options import Options
from companion.rules.core import Seat
from companion.table.hosted.all_4_it import All4It
from companion.table.hosted.all_4_it_setup import as_setup
from tests.campaigns import Outcome
from tests.table.chaos import Chaos, Played, drawn_from
from tests.table.toy import CHARMS, Quilt

WHOLE = 600
"""Evenings."""
SHARE = 24
STEPS = 90

PROMISES = (
    "the state is always what the records add up to, and starting again changes nothing",
    "nothing is kept by itself on doubt, nothing taken back comes again by itself, no secret is told",
    "the same card comes again from the same deck",
)


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
    games = (_quilt(), _all_4_it())
    state_faults, doubt_faults, card_faults = [], [], []
    for evening in range(n):
        chaos = Chaos(games[evening % 2], random.Random(rng.random()))
        chaos.play(STEPS)
        counts += chaos.counts
        told = [f"evening {evening}: {fault}" for fault in chaos.faults]
        again = [fault for fault in told if "starting again" in fault or "add up" in fault]
        state_faults += again
        doubt_faults += [fault for fault in told if fault not in again]
        card_faults += [
            f"{deck}: {cards}" for deck, cards in drawn_from(chaos.table).items() if len(cards) > 1
        ]
    return [
        Outcome(PROMISES[0], not state_faults and counts["restarts"] > 0, _figure(state_faults, counts, (
            "writes", "restarts", "readings that came back", "readings asked again"))),
        Outcome(PROMISES[1], not doubt_faults and counts["by itself"] > 0, _figure(doubt_faults, counts, (
            "by itself", "followed by the next", "taken back", "repeated"))),
        Outcome(PROMISES[2], not card_faults, _figure(card_faults, counts, ("taken back",))),
    ]  # fmt: skip


def _figure(faults: list[str], counts: Counter[str], names: tuple[str, ...]) -> str:
    return faults[0] if faults else ", ".join(f"{counts[name]} {name}" for name in names)


def _quilt() -> Played:
    return Played(Quilt(), {"turns": 400}, frozenset(CHARMS), across=4)


def _all_4_it() -> Played:
    cards = load_cards(None)
    return Played(All4It(), as_setup(Options(), cards, Seat(0)), frozenset(), across=5)
