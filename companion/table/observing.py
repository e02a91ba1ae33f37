"""Takes in what the eye says. Nothing is decided here: this only says what lies on the table now."""

from dataclasses import replace
from typing import TypeVar

from companion.table.inbound import Filed
from companion.table.ledger import Spent
from companion.table.race_watch import RaceWatch, another_source, heard, lost
from companion.table.snapshot import Eye
from companion.table.standing import Level, Sitting
from vision.observation import Blind, GridSeen, HandsSeen, Observation, RaceObservation, Seeing

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

BACK_S = 60.0
"""A source that says it sees again, from so long before what it said last, has another clock."""


def observe(sitting: Sitting[S, A, E, V], observation: Observation | RaceObservation) -> Sitting[S, A, E, V]:
    """Observations that come late, twice, or from an eye that is blind or gone change nothing.

    A source whose clock begins anew must have been gone (`eye_gone`) or blind in between.
    """
    match observation:
        case Blind():
            if sitting.eye is Eye.SEEING and _late(observation.said_s, sitting.level_s):
                return sitting
            race = None if sitting.race is None else lost(sitting.race, observation.said_s)
            return replace(sitting, eye=Eye.BLIND, eye_why=observation.why, level=None, race=race)
        case Seeing():
            if sitting.eye is Eye.SEEING:
                return sitting
            taken_s = observation.taken_s
            race = sitting.race
            if race is not None and (sitting.eye is Eye.LOST or taken_s < race.heard_s - BACK_S):
                race = another_source(race, taken_s)
            seeing = replace(sitting, eye=Eye.SEEING, eye_why="", level=None, race=race)
            return replace(seeing, level_s=taken_s, hands_s=taken_s)
        case _ if sitting.eye in {Eye.BLIND, Eye.LOST}:
            return sitting
        case HandsSeen():
            if _late(observation.taken_s, sitting.hands_s):
                return sitting
            return replace(
                sitting,
                eye=Eye.SEEING,
                hands=observation.over,
                hands_s=observation.taken_s,
                fresh=sitting.fresh and not observation.over,
                race=_with_hands(sitting.race, observation.over),
            )
        case GridSeen():
            return sitting if _late(observation.taken_s, sitting.level_s) else _grid(sitting, observation)
        case _:
            if sitting.race is None:
                return sitting  # a grid's table under a race's eye
            return replace(sitting, eye=Eye.SEEING, race=heard(sitting.race, observation))


def eye_gone(sitting: Sitting[S, A, E, V], why: str) -> Sitting[S, A, E, V]:
    """There is no eye any more. Another one begins with `Seeing`."""
    race = sitting.race
    if race is not None:
        race = _with_hands(lost(race, race.heard_s), over=False)
    return replace(sitting, eye=Eye.LOST, eye_why=why, level=None, hands=False, race=race)


def filed(sitting: Sitting[S, A, E, V], told: Filed) -> Sitting[S, A, E, V]:
    """Pictures lie in the game's folder, or have been let go of."""
    race = sitting.race
    if race is None:
        return sitting
    there = race.filed - told.gone
    return replace(
        sitting,
        race=replace(
            race,
            filed=there if told.name is None else there | {told.name},
            full=race.full or bool(told.gone),
        ),
    )


def _with_hands(race: RaceWatch[S, A] | None, over: bool) -> RaceWatch[S, A] | None:
    return None if race is None else replace(race, scene=replace(race.scene, hands=over))


def _grid(sitting: Sitting[S, A, E, V], seen: GridSeen) -> Sitting[S, A, E, V]:
    """A settled layout: whoever had a hand in before it was taken has it out now."""
    layout = "".join(seen.rows)
    ledger, put_right = sitting.ledger, sitting.put_right
    sighting = (seen.taken_s, layout)
    news = sitting.level is None or sighting != (sitting.level.taken_s, sitting.level.layout)
    if news and not seen.partial:  # a layout seen in part may be what lay there before
        if sighting in ledger.dismissed:
            ledger = replace(ledger, spent=Spent(frozenset({layout}), retracted=True))
        elif ledger.spent is not None and layout not in ledger.spent.layouts:
            ledger = replace(ledger, spent=None)
        put_right = put_right if put_right == layout else None
    hands = sitting.hands and _late(seen.taken_s, sitting.hands_s)
    return replace(
        sitting,
        ledger=ledger,
        put_right=put_right,
        eye=Eye.SEEING,
        level=Level(layout, seen.taken_s, seen.said_s) if news else sitting.level,
        level_s=seen.taken_s,
        hands=hands,
        fresh=not hands,
    )


def _late(when_s: float, newest_s: float | None) -> bool:
    return newest_s is not None and when_s < newest_s
