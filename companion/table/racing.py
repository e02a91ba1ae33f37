"""Reads what figures do, in the order of time, and keeps what is beyond doubt.

One fact after another is taken in, up to where everything has been said. What is clear becomes a record;
what is too close to call waits for a tap, and everything after it waits behind it, for the order counts. So a
turn never goes on while something is in doubt. What was done at this very point before and taken back is in
doubt as well, whoever says it again.
"""

from dataclasses import replace
from math import inf
from typing import Any, TypeVar

from companion.rules.core import Refusal
from companion.table.ledger import Ledger
from companion.table.race_facts import (
    WALKED_S,
    Claim,
    Put,
    Scene,
    Tracked,
    Walks,
    distrusted,
    happened,
    surely,
)
from companion.table.race_keeping import keep_as, state_followed, the_race
from companion.table.race_shown import Fate, Happening, Posture, What
from companion.table.race_watch import MOST_KEPT, Heard, RaceWatch
from companion.table.records import Acted
from companion.table.snapshot import Eye
from companion.table.standing import Sitting
from vision.observation import Crossed, Fell, Lifted, Placed, Still, Touched

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

SAME_S = 1e-3
"""Two crossings within one frame have the same stamp: nobody can tell which was first."""
UNTOLD = frozenset({What.LEFT_ZONE, What.STEPPED_ON})
"""Refused, these are no news: the figure was known to be off, or there."""


def advance(s: Sitting[S, A, E, V], at_s: float) -> Sitting[S, A, E, V]:
    """Read on as far as may be. To be called whenever something was said or the state that counts changed."""
    s = state_followed(s)
    if s.race is not None and s.paused:
        return replace(s, race=_rest(s.race))
    while s.race is not None and not s.stuck and s.peek is None:
        race = s.race
        if race.waiting is not None:
            return s
        if (due := _due(s, race)) is not None:
            s = _read(s, due, at_s, surely_=not due.uncertain)
            continue
        if not race.queue or race.seen_s is None or race.queue[0].fact.taken_s > race.seen_s:
            return s
        s = _take_in(s, race, at_s)
    return s


def _rest(race: RaceWatch[S, A]) -> RaceWatch[S, A]:
    """While the table rests, figures are moved about: it is seen how they stand, and nothing counts."""
    scene = race.scene
    for each in race.queue:
        scene = happened(scene, each.fact)
    return replace(race, scene=scene, queue=(), limbo=(), closed_s=race.heard_s, blind_s=race.heard_s)


def _due(s: Sitting[S, A, E, V], race: RaceWatch[S, A]) -> Happening[A] | None:
    """What follows from how figures stand."""
    state = s.ledger.state
    if race.walks and (s.eye is not Eye.SEEING or race.lifted or race.missed):
        return None
    known = race.used | {each.id for each in race.happenings}
    due = race.reader.due(state, _seen_since(race), known)
    if due is None or race.answered(due.id) or due.taken_s > (-inf if race.seen_s is None else race.seen_s):
        return None
    return None if race.queue and race.queue[0].fact.taken_s <= due.taken_s else due


def _seen_since(race: RaceWatch[Any, Any]) -> Scene:
    """The scene without what was put down before the table was lost: it may have been moved."""
    return race.scene.each(
        replace(each, put=None)
        if each.put is not None and race.blind_s is not None and each.put.taken_s <= race.blind_s
        else each
        for each in race.scene.figures
    )


def _take_in(s: Sitting[S, A, E, V], race: RaceWatch[S, A], at_s: float) -> Sitting[S, A, E, V]:
    """The oldest fact that was not read yet."""
    one, before = race.queue[0], race.scene
    fact, state = one.fact, s.ledger.state
    stood = before.of(fact.figure)
    if not race.walks and stood is not None and stood.put is not None and _shows_walk(one, stood.put):
        let_go = _let_go(s, fact.figure, stood.put, at_s)
        if let_go is not s:
            return let_go  # first what happened before this, since it was let go
    scene = happened(before, fact)
    if one.late and isinstance(fact, Placed):
        scene = distrusted(scene, fact.figure)
    if one.late and isinstance(fact, Lifted):
        scene = before  # how the figure stands now was said by what came after
    race = replace(race, queue=race.queue[1:], scene=scene)
    figure = before.of(fact.figure)
    if figure is None or fact.taken_s <= race.closed_s:
        return replace(s, race=race)
    match fact:
        case Lifted():
            taken = race.walks and figure.rests_s is None and race.reader.counts_as_on(state, fact.figure)
            mine = race.reader.may_walk(state) == fact.figure
            return replace(
                s, race=replace(race, lifted=race.lifted or taken, limbo=() if mine else race.limbo)
            )
        case Placed() | Still() | Walks():
            return replace(s, race=race)
        case _:
            contradicts = _contradicts(figure, fact) if one.doubted is None else one.doubted
            doubted = one.late or contradicts or _order_unknown(race, fact)
            if race.walks:
                return _claimed(replace(s, race=race), fact, at_s, doubted=doubted)
            if race.reader.may_walk(state) is not None:
                race = replace(race, limbo=(*race.limbo, replace(one, doubted=doubted))[-MOST_KEPT:])
            return replace(s, race=race)


def _shows_walk(one: Heard, put: Put) -> bool:
    """Whether this tells that the figure has walked off from where it was put."""
    fact = one.fact
    if one.late or not surely(fact) or fact.taken_s <= put.taken_s:
        return False
    match fact:
        case Still():
            return fact.since_s >= put.taken_s + WALKED_S
        case Fell() | Lifted() | Placed():
            return False
        case _:
            return True


def _contradicts(figure: Tracked, claim: Claim) -> bool:
    """Whether a claim cannot be, after what was said before: one of them is wrong."""
    if figure.posture in {Posture.FALLEN, Posture.HELD}:
        return True
    return isinstance(claim, Crossed) and (claim.tile, claim.zone, claim.direction) in figure.gates


def _order_unknown(race: RaceWatch[Any, Any], claim: Claim) -> bool:
    """Whether the same figure did something else in the same frame, and one of both takes it off (A30)."""
    both = [
        each.fact
        for each in race.queue
        if each.fact.figure == claim.figure and abs(each.fact.taken_s - claim.taken_s) < SAME_S
    ]
    counting = [each for each in (claim, *both) if isinstance(each, Touched | Crossed)]
    hazards = [each for each in counting if isinstance(each, Touched) and each.zone_kind != "brain"]
    return claim in counting and len(counting) > 1 and bool(hazards)


def _let_go(s: Sitting[S, A, E, V], figure: str, put: Put, at_s: float) -> Sitting[S, A, E, V]:
    """The figure walks from where it was put down: it was let go then, and what happened since counts."""
    race = the_race(s)
    actions = race.reader.lets_go(s.ledger.state, figure, put)
    id_ = f"{put.id}-go"
    if not actions or race.answered(id_) or put.taken_s <= race.closed_s:
        return s
    seat = race.reader.seat(s.ledger.state, figure)
    go: Happening[A] = Happening(
        id_,
        What.LET_GO,
        figure,
        seat,
        Fate.WAITING,
        put.taken_s,
        put.said_s,
        tile=put.tile,
        readings=(actions,),
    )
    return _read(s, go, at_s, surely_=True)


def _claimed(s: Sitting[S, A, E, V], claim: Claim, at_s: float, *, doubted: bool) -> Sitting[S, A, E, V]:
    race = the_race(s)
    happening = race.reader.meant(s.ledger.state, claim)
    if not happening.readings:
        return s
    for reading in happening.readings:
        if reading[0] in race.by_hand:
            left = list(race.by_hand)
            left.remove(reading[0])
            told = replace(race, by_hand=tuple(left)).with_happening(replace(happening, fate=Fate.BY_HAND))
            return replace(s, race=told)
    if happening.refusal is not None:
        untold = happening.what in UNTOLD
        void = replace(happening, fate=Fate.VOID)
        return s if untold else replace(s, race=race.with_happening(void))
    sure = not (doubted or happening.uncertain)
    if sure and happening.what is What.CROSSED:
        return _crossed(s, happening, at_s)
    return _read(s, happening, at_s, surely_=sure)


def _crossed(s: Sitting[S, A, E, V], first: Happening[A], at_s: float) -> Sitting[S, A, E, V]:
    """With others that crossed at the same time, for all that can be told (A61)."""
    race = the_race(s)
    with_it = [
        each
        for each in race.queue
        if isinstance(each.fact, Crossed)
        and abs(each.fact.taken_s - first.taken_s) < SAME_S
        and not each.late
    ]
    others = [
        race.reader.meant(s.ledger.state, each.fact) for each in with_it if isinstance(each.fact, Crossed)
    ]
    others = [each for each in others if each.readings and each.refusal is None]
    if any(each.uncertain for each in others):
        return _read(s, first, at_s, surely_=False)  # who wins may hang on the one in doubt
    together = race.reader.together(s.ledger.state, (first, *others)) if others else None
    if together is None:
        return _read(s, first, at_s, surely_=True)
    first = replace(first, readings=((together,),), also=tuple(each.id for each in others))
    s = _read(s, first, at_s, surely_=True)
    race = the_race(s)
    kept = race.of(first.id)
    if kept is None or kept.fate is not Fate.KEPT:
        return s
    for other in others:
        race = race.with_happening(replace(other, fate=Fate.KEPT, seq=kept.seq))
    scene = race.scene
    for each in with_it:
        scene = happened(scene, each.fact)
    queue = tuple(each for each in race.queue if each not in with_it)
    return replace(s, race=replace(race, queue=queue, scene=scene))


def _read(
    s: Sitting[S, A, E, V], happening: Happening[A], at_s: float, *, surely_: bool
) -> Sitting[S, A, E, V]:
    """Kept when it is beyond doubt; else it waits, or is void."""
    race = the_race(s)
    if happening.refusal is not None or not happening.readings or not happening.readings[0]:
        return replace(s, race=race.with_happening(replace(happening, fate=Fate.VOID)))
    actions = happening.readings[0]
    if not surely_ or _taken_back_here(s.ledger, actions[0]):
        return replace(s, race=race.with_happening(replace(happening, fate=Fate.WAITING, uncertain=True)))
    kept = keep_as(s, happening, actions, "by itself", at_s)
    if isinstance(kept, Refusal):
        return replace(s, race=race.with_happening(replace(happening, fate=Fate.VOID, refusal=kept)))
    return kept


def _taken_back_here(ledger: Ledger[S, A, E, V], action: A) -> bool:
    """Whether the same was done from this very state before: it counts no more, or this would not be it."""
    head = ledger.heads[-1]
    return any(
        step.before == head and isinstance(step.deed, Acted) and step.deed.action == action
        for step in ledger.steps
    )
