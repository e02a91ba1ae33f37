"""What a screen may know of a race: how figures stand, what was read and what waits."""

from dataclasses import replace
from typing import TypeVar

from companion.table.race_facts import SURE_DEG, Tracked, Walks, happened, turned_clockwise
from companion.table.race_shown import (
    Fate,
    FigureShown,
    Happening,
    Holds,
    Posture,
    RaceShown,
    Turned,
)
from companion.table.race_watch import RaceWatch
from companion.table.snapshot import Eye
from companion.table.standing import Sitting
from vision.observation import Lifted, Placed, Still

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

HALF_TURN_DEG = 180.0
NONE_DEG = 345.0
"""Turned on by more, in the way that is allowed, it was rather a little turned back."""


def race_shown(s: Sitting[S, A, E, V], race: RaceWatch[S, A]) -> RaceShown[A]:
    state = s.ledger.state
    scene = race.scene
    for heard in race.queue:  # also what is not read yet: figures are shown as they stand now
        scene = happened(scene, heard.fact)
    walking = race.walks
    return RaceShown(
        figures=tuple(
            FigureShown(f.name, race.reader.seat(state, f.name), f.posture, f.spot, f.back)
            for f in scene.figures
        ),
        happenings=tuple(_with_pictures(race, each) for each in (*race.happenings, *_behind(s, race))),
        now_from=race.now_from,
        turned=_turned(s, race),
        all_still=not race.reader.moving(state, scene),
        holds=_holds(s, race) if walking else frozenset(),
        walked=race.walked,
        seen_through_s=race.seen_s,
        evidence_full=race.full,
    )


def _with_pictures(race: RaceWatch[S, A], happening: Happening[A]) -> Happening[A]:
    return replace(happening, evidence=happening.id) if happening.id in race.filed else happening


def _behind(s: Sitting[S, A, E, V], race: RaceWatch[S, A]) -> list[Happening[A]]:
    """What has been said and is not read yet, because something before it waits."""
    if race.waiting is None:
        return []
    read = [
        race.reader.meant(s.ledger.state, heard.fact)
        for heard in race.queue
        if not isinstance(heard.fact, Lifted | Placed | Still | Walks)
    ]
    return [replace(each, fate=Fate.BEHIND) for each in read if each.readings]


def _holds(s: Sitting[S, A, E, V], race: RaceWatch[S, A]) -> frozenset[Holds]:
    holds = set()
    if race.waiting is not None:
        holds.add(Holds.DOUBT)
    if race.reader.moving(s.ledger.state, race.scene):
        holds.add(Holds.MOVING)
    if (race.blind_s is not None and race.blind_s >= race.walk_s) or s.eye is Eye.BLIND or s.paused:
        holds.add(Holds.NOT_SEEN)
    if race.lifted:
        holds.add(Holds.LIFTED)
    if s.eye in {Eye.NONE, Eye.LOST}:
        holds = {Holds.NO_EYE, *(holds & {Holds.DOUBT})}
    return frozenset(holds)


def _turned(s: Sitting[S, A, E, V], race: RaceWatch[S, A]) -> Turned | None:
    turning = race.reader.turning(s.ledger.state)
    if turning is None or race.turn is None:
        return None
    figure = next(
        (f for f in race.scene.figures if race.reader.seat(s.ledger.state, f.name) == turning.figure), None
    )
    now = None if figure is None or _in_hand(figure) else figure.spot
    clockwise = None if now is None else turned_clockwise(race.turn[1], now)
    if clockwise is None:
        return None
    if turning.way == "either":
        return Turned(turning.figure, clockwise, HALF_TURN_DEG, too_far=False)
    way = clockwise if turning.way == "clockwise" else (360.0 - clockwise) % 360.0
    over = way - HALF_TURN_DEG
    too_far = None if abs(over) <= SURE_DEG else 0 < over < NONE_DEG - HALF_TURN_DEG
    return Turned(turning.figure, clockwise, HALF_TURN_DEG, too_far)


def _in_hand(figure: Tracked) -> bool:
    return figure.posture is Posture.HELD
