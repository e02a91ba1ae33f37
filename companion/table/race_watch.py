"""What a sitting holds of a race besides the record: how figures stand, what was read and what is to be."""

from bisect import insort
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Generic, TypeVar

from companion.rules.core import Seat
from companion.table.hosting import RaceReader
from companion.table.ledger import Ledger
from companion.table.race_facts import Fact, Scene, Tracked, fact_id, posed, unseen
from companion.table.race_shown import Fate, Happening, HappeningId, Spot, Walked
from companion.table.records import Line
from vision.observation import Posed, SeenThrough

S = TypeVar("S")
A = TypeVar("A")

MOST_KEPT = 60
"""Happenings that are shown: a walk tells a dozen."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A fact that was not read yet. `late`: what happened after it had been read already."""

    fact: Fact
    late: bool
    doubted: bool | None = None
    """Whether it contradicts what was said before it; None while that has not been looked at."""


@dataclass(frozen=True, slots=True)
class RaceWatch(Generic[S, A]):
    """Only what records rest on outlives the evening; the rest is seen again. Times are the source's."""

    reader: RaceReader[S, A]
    scene: Scene
    queue: tuple[Heard, ...] = ()
    """In the order of time."""
    seen_s: float | None = None
    """Everything up to then has been said."""
    heard_s: float = -inf
    """When the newest thing was said."""
    closed_s: float = -inf
    """Whatever happened up to then has been answered for and counts no more."""
    blind_s: float | None = None
    """The newest moment at which nobody looked."""
    walks: bool = False
    walk_s: float = -inf
    """When the figure of the walk that is on, or was last, was let go."""
    seen_go: bool = False
    """The eye has seen it let go."""
    walker: str | None = None
    turns: int = 0
    walked: Walked | None = None
    """The walk before."""
    lifted: bool = False
    """A figure that stood on the board was taken while somebody walked."""
    limbo: tuple[Heard, ...] = ()
    """What happened before it is sure that the figure due has been let go."""
    by_hand: tuple[A, ...] = ()
    """What hands have entered during this walk and the eye has not said."""
    happenings: tuple[Happening[A], ...] = ()
    now_from: int = 0
    used: frozenset[HappeningId] = frozenset()
    """Never read again by themselves: records rest on them, or somebody dismissed them."""
    unwritten: tuple[HappeningId, ...] = ()
    """Dismissed since the last record, which will name them."""
    turn: tuple[Seat, Spot] | None = None
    """Who is being turned, and how it stood before."""
    filed: frozenset[HappeningId] = frozenset()
    """Those of which there are pictures."""
    full: bool = False

    @property
    def missed(self) -> bool:
        """Whether nobody looked for a while since the figure was let go."""
        return self.blind_s is not None and self.blind_s >= self.walk_s

    @property
    def waiting(self) -> Happening[A] | None:
        return next((each for each in self.happenings if each.fate is Fate.WAITING), None)

    def of(self, id_: HappeningId) -> Happening[A] | None:
        return next((each for each in self.happenings if each.id == id_), None)

    def answered(self, id_: HappeningId) -> bool:
        return id_ in self.used or self.of(id_) is not None

    def with_happening(self, happening: Happening[A]) -> "RaceWatch[S, A]":
        """Added, or in the place of what is known of it."""
        if self.of(happening.id) is not None:
            told = tuple(happening if each.id == happening.id else each for each in self.happenings)
            return replace(self, happenings=told)
        told = (*self.happenings, happening)
        over = max(0, len(told) - MOST_KEPT)
        return replace(self, happenings=told[over:], now_from=max(0, self.now_from - over))


def watch(reader: RaceReader[S, A], ledger: Ledger[S, A, Any, Any]) -> RaceWatch[S, A]:
    """Nothing seen yet; what the records rest on is known."""
    used = [record.because.get(name, ()) for record in ledger.records for name in ("happenings", "dismissed")]
    return RaceWatch(
        reader,
        Scene(tuple(Tracked(name) for name in reader.names(ledger.state))),
        blind_s=-inf,  # how a walk began that is on already, nobody has seen
        walks=reader.walker(ledger.state) is not None,
        used=frozenset(id_ for ids in used for id_ in ids),
    )


def heard(watch: RaceWatch[S, A], said: Fact | SeenThrough | Posed) -> RaceWatch[S, A]:
    """What the eye said, put in its place. Said again, it changes nothing."""
    watch = replace(watch, heard_s=max(watch.heard_s, said.said_s))
    match said:
        case SeenThrough():
            return replace(watch, seen_s=max(said.taken_s, -inf if watch.seen_s is None else watch.seen_s))
        case Posed():
            scene, walks = posed(watch.scene, said)
            watch = replace(watch, scene=scene)
            return watch if walks is None else heard(watch, walks)
        case _:
            id_ = fact_id(said)
            if watch.answered(id_) or any(fact_id(each.fact) == id_ for each in watch.queue):
                return watch
            late = watch.seen_s is not None and said.taken_s <= watch.seen_s
            queue = list(watch.queue)
            insort(queue, Heard(said, late), key=lambda each: each.fact.taken_s)
            return replace(watch, queue=tuple(queue))


def lost(watch: RaceWatch[S, A], at_s: float) -> RaceWatch[S, A]:
    """The table is not seen from now on. What had been said before counts."""
    seen_s = max(watch.heard_s, at_s, -inf if watch.seen_s is None else watch.seen_s)
    return replace(
        watch,
        scene=unseen(watch.scene),
        seen_s=seen_s,
        heard_s=max(watch.heard_s, at_s),
        blind_s=max(at_s, watch.heard_s),
    )


def another_source(watch: RaceWatch[S, A], began_s: float) -> RaceWatch[S, A]:
    """One that sees since `began_s` by its own clock: what was known of times is forgotten."""
    figures = tuple(Tracked(figure.name) for figure in watch.scene.figures)
    return replace(
        watch,
        scene=Scene(figures),
        queue=(),
        seen_s=None,
        heard_s=began_s,
        closed_s=began_s,
        blind_s=began_s,
        walk_s=-inf,
        limbo=(),
        turn=None,
    )


def dismissed(race: RaceWatch[S, A], happening: Happening[A], *, by_tap: bool) -> RaceWatch[S, A]:
    """It was not so, and is never read again by itself."""
    race = replace(race, used=race.used | {happening.id}, unwritten=(*race.unwritten, happening.id))
    return race.with_happening(replace(happening, fate=Fate.DISMISSED, by_tap=by_tap))


def with_dismissed(race: RaceWatch[Any, Any] | None, because: Line) -> Line:
    """`because` of the next record, with what was dismissed before it."""
    if race is None or not race.unwritten:
        return because
    return {**because, "dismissed": list(race.unwritten)}


def written(race: RaceWatch[S, A] | None) -> RaceWatch[S, A] | None:
    """A record names what was dismissed before it."""
    return None if race is None else replace(race, unwritten=())
