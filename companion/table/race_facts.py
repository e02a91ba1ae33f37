"""What the eye has said of each figure, put together: where it stands, whether it moves, what a hand did."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import hypot, inf
from typing import TypeAlias

from companion.table.race_shown import HappeningId, Posture, PutBack, Spot
from vision.observation import (
    Crossed,
    Fell,
    LeftBoard,
    LeftZone,
    Lifted,
    Placed,
    Posed,
    SteppedOn,
    Still,
    Touched,
    ZoneUnder,
)

MOVED_MM = 6.0
"""Three times what feet are off in all but one of twenty frames."""
WALKED_S = 0.6
"""A figure that came to rest so long after it was put down has walked: a hand's own stir is over by then."""
LIES_S = 1.0
"""A fallen figure lies still after so long, like one that stands: the eye takes a second for that too."""
SURE_DEG = 5.0
"""Headings are known to about two degrees, each."""
REMEMBERED_S = 3.0
GRIP_S = 0.15
"""Shortly before it is held, a hand may already move it."""


@dataclass(frozen=True, slots=True)
class Walks:
    """Said by nobody: a figure has got away from where it was put down, and no hand is near."""

    taken_s: float
    said_s: float
    figure: str


Claim: TypeAlias = Touched | LeftZone | Crossed | LeftBoard | SteppedOn | Fell
"""What counts while somebody walks."""
Fact: TypeAlias = Claim | Lifted | Placed | Still | Walks

_KINDS: dict[type, str] = {
    Touched: "touched", LeftZone: "left", Crossed: "crossed", LeftBoard: "off", SteppedOn: "on",
    Fell: "fell", Lifted: "lifted", Placed: "placed", Still: "still", Walks: "walks",
}  # fmt: skip


def fact_id(fact: Fact) -> HappeningId:
    """A name for what happened: whenever it is said again it has the same. Fit to name a file."""
    where = (
        fact.figure,
        getattr(fact, "tile", None),
        getattr(fact, "zone", None),
        getattr(fact, "direction", None),
    )
    mark = hashlib.sha256(repr(where).encode()).hexdigest()[:8]
    return f"{max(0.0, fact.taken_s):010.3f}-{_KINDS[type(fact)]}-{mark}"


@dataclass(frozen=True, slots=True)
class Put:
    """Where a hand has put a figure down; it has not been lifted since."""

    id: HappeningId
    taken_s: float
    said_s: float
    tile: str | None
    zones: tuple[ZoneUnder, ...]


@dataclass(frozen=True, slots=True)
class Tracked:
    """One figure. Poses are the newest first."""

    name: str
    posture: Posture = Posture.UNKNOWN
    since_s: float = -inf
    """When it was last seen to do something: nothing older changes it."""
    rests_s: float | None = None
    """It has stood, lain or been held still since; None while it moves or is not known."""
    goes_s: float = -inf
    """A hand said that it walks from then on: that it stood before tells nothing."""
    put: Put | None = None
    fell_s: float | None = None
    gates: tuple[tuple[str, int, str], ...] = ()
    """Over which gate, and which way, it went last since it was put down: tile, zone, direction."""
    poses: tuple[tuple[float, Spot], ...] = ()
    anchor: Spot | None = None
    """From where a pose tells that it moves; None while a hand is near."""
    back: PutBack | None = None

    @property
    def spot(self) -> Spot | None:
        return self.poses[0][1] if self.poses else None


@dataclass(frozen=True, slots=True)
class Scene:
    """All figures, by name in the order of the box."""

    figures: tuple[Tracked, ...] = ()
    hands: bool = False

    def of(self, name: str) -> Tracked | None:
        return next((each for each in self.figures if each.name == name), None)

    def with_figure(self, figure: Tracked) -> "Scene":
        return replace(self, figures=tuple(figure if f.name == figure.name else f for f in self.figures))

    def each(self, change: "Iterable[Tracked]") -> "Scene":
        return replace(self, figures=tuple(change))


def happened(scene: Scene, fact: Fact) -> Scene:
    """The scene after a fact. One that is older than what is known of its figure changes nothing."""
    figure = scene.of(fact.figure)
    if figure is None or fact.taken_s < figure.since_s:
        return scene
    return scene.with_figure(_after(figure, fact))


def _after(figure: Tracked, fact: Fact) -> Tracked:
    at = fact.taken_s
    match fact:
        case Lifted():
            was = None if figure.posture is Posture.FALLEN else _before(figure, at - GRIP_S)
            back = None if was is None or was.tile is None else PutBack(was, at)
            return replace(
                figure,
                posture=Posture.HELD,
                since_s=at,
                rests_s=at,
                put=None,
                fell_s=None,
                gates=(),
                back=back,
            )
        case Placed(tile=tile, zones=zones):
            put = Put(fact_id(fact), at, fact.said_s, tile, zones)
            return replace(
                figure,
                posture=Posture.STANDING,
                since_s=at,
                rests_s=None,
                put=put,
                fell_s=None,
                gates=(),
                anchor=None,
            )
        case Still(since_s=since_s) if since_s > figure.goes_s:
            return replace(figure, posture=Posture.STANDING, since_s=at, rests_s=since_s, anchor=figure.spot)
        case Fell():
            return replace(
                figure, posture=Posture.FALLEN, since_s=at, rests_s=at + LIES_S, put=None, fell_s=at
            )
        case Crossed(tile=tile, zone=zone, direction=direction):
            others = tuple(gate for gate in figure.gates if gate[:2] != (tile, zone))
            moved = _moves(figure, at, surely=not fact.uncertain)
            return replace(moved, gates=(*others, (tile, zone, direction)))
        case Still():
            return figure
        case Walks() if figure.posture is Posture.HELD:
            return figure  # it was the hand that moved it
        case _:
            return _moves(figure, at, surely=surely(fact))


def _moves(figure: Tracked, at: float, *, surely: bool) -> Tracked:
    """It is not where it was put down any more, if that is sure."""
    if figure.posture is Posture.FALLEN:
        return figure
    put = None if surely else figure.put
    return replace(figure, posture=Posture.WALKING, since_s=at, rests_s=None, put=put, back=None)


def posed(scene: Scene, pose: Posed) -> tuple[Scene, Walks | None]:
    """The scene with a newer pose, and that the figure walks if this is what it tells first."""
    figure = scene.of(pose.figure)
    if figure is None or (figure.poses and pose.taken_s <= figure.poses[0][0]):
        return scene, None
    spot = Spot(pose.tile, pose.tile_mm, pose.heading_deg)
    kept = tuple(old for old in figure.poses if old[0] >= pose.taken_s - REMEMBERED_S)
    figure = replace(figure, poses=((pose.taken_s, spot), *kept))
    walks = None
    if scene.hands or not pose.upright:
        figure = replace(figure, anchor=None)
    elif figure.anchor is None:
        figure = replace(figure, anchor=spot)
    elif figure.posture is not Posture.WALKING and _apart_mm(figure.anchor, spot) > MOVED_MM:
        walks = Walks(pose.taken_s, pose.said_s, figure.name)
        figure = replace(figure, anchor=spot)
    stands = figure.put is not None and figure.posture is Posture.STANDING
    if figure.back is not None and stands and figure.put is not None and pose.taken_s > figure.put.taken_s:
        figure = replace(figure, back=_measured(figure.back, spot))
    return scene.with_figure(figure), walks


def surely(fact: Fact) -> bool:
    return not getattr(fact, "uncertain", False)


def unseen(scene: Scene) -> Scene:
    """The table was not seen for a while: nobody is known to rest."""
    return Scene(tuple(replace(f, rests_s=None, anchor=None, poses=()) for f in scene.figures), scene.hands)


def started(scene: Scene, name: str, at_s: float) -> Scene:
    """Somebody says that this figure walks from `at_s`."""
    figure = scene.of(name)
    if figure is None:
        return scene
    return scene.with_figure(replace(figure, rests_s=None, goes_s=at_s))


def distrusted(scene: Scene, name: str) -> Scene:
    """It was put down, and that was said when it was late: nothing follows from it."""
    figure = scene.of(name)
    return scene if figure is None else scene.with_figure(replace(figure, put=None))


def at_rest(scene: Scene) -> Scene:
    """Somebody who looked at the table says that nobody moves."""
    return scene.each(
        replace(
            f,
            rests_s=f.rests_s if f.rests_s is not None else max(f.since_s, 0.0),
            posture=Posture.STANDING if f.posture is Posture.WALKING else f.posture,
            anchor=f.spot,
        )
        for f in scene.figures
    )


def turned_clockwise(before: Spot, now: Spot) -> float | None:
    """In [0, 360); None on different tiles, or while a heading is not known."""
    if before.heading_deg is None or now.heading_deg is None or before.tile != now.tile or now.tile is None:
        return None
    return (before.heading_deg - now.heading_deg) % 360.0


def _before(figure: Tracked, at: float) -> Spot | None:
    return next((spot for taken_s, spot in figure.poses if taken_s <= at), None)


def _measured(back: PutBack, now: Spot) -> PutBack:
    was = back.was
    if was.tile != now.tile or was.tile_mm is None or now.tile_mm is None:
        return replace(back, off_mm=None, off_deg=None, other_tile=was.tile != now.tile)
    clockwise = turned_clockwise(was, now)
    off_deg = None if clockwise is None else 180.0 - (clockwise + 180.0) % 360.0
    return replace(back, off_mm=_apart_mm(was, now), off_deg=off_deg, other_tile=False)


def _apart_mm(one: Spot, two: Spot) -> float:
    if one.tile != two.tile:
        return inf
    if one.tile_mm is None or two.tile_mm is None:
        return 0.0
    return hypot(one.tile_mm[0] - two.tile_mm[0], one.tile_mm[1] - two.tile_mm[1])
