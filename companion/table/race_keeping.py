"""A race's happenings become records, and what a record changes for those who watch."""

from dataclasses import replace
from typing import Any, TypeVar

from companion.rules.core import Refusal
from companion.table.entering import enter
from companion.table.race_facts import at_rest, started
from companion.table.race_shown import Fate, Happening, Posture, Walked, What
from companion.table.race_watch import RaceWatch, dismissed, with_dismissed, written
from companion.table.records import Acted, Line
from companion.table.standing import Sitting

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


def keep_as(
    s: Sitting[S, A, E, V], happening: Happening[A], actions: tuple[A, ...], how: str, at_s: float
) -> Sitting[S, A, E, V] | Refusal:
    """A happening becomes records. `how` goes beside them."""
    race = the_race(s)
    because: Line = {
        "from": "eye",
        "taken_s": happening.taken_s,
        "said_s": happening.said_s,
        "happenings": [happening.id, *happening.also],
        "kept": how,
    }
    if happening.margin_mm is not None:
        because["margin_mm"] = round(happening.margin_mm, 2)
    ledger = enter(
        s.ledger, s.dealer, [Acted(action) for action in actions], with_dismissed(race, because), at_s
    )
    if isinstance(ledger, Refusal):
        return ledger
    kept = replace(
        happening, fate=Fate.KEPT, refusal=None, seq=s.ledger.last_seq + 1, by_tap=how == "by a tap"
    )
    race = replace(race, used=race.used | {happening.id, *happening.also}).with_happening(kept)
    return state_followed(replace(s, ledger=ledger, race=written(race)), began_s=happening.taken_s)


def by_hand(s: Sitting[S, A, E, V], actions: tuple[A, ...]) -> Sitting[S, A, E, V]:
    """Somebody has entered these: what waits and says the same is answered, and the eye need not say it."""
    race = s.race
    if race is None:
        return s
    left = list(actions)
    waiting = race.waiting
    if waiting is not None:
        for reading in waiting.readings:
            if len(reading) == 1 and reading[0] in left:
                left.remove(reading[0])
                race = replace(race, used=race.used | {waiting.id})
                race = race.with_happening(replace(waiting, fate=Fate.BY_HAND, by_tap=True))
                break
    s = replace(s, race=replace(race, by_hand=(*race.by_hand, *left) if race.walks else ()))
    return state_followed(s, entered=True)


def state_followed(
    s: Sitting[S, A, E, V], began_s: float | None = None, *, entered: bool = False
) -> Sitting[S, A, E, V]:
    """A walk has begun or is over, a figure is being turned, as far as the record tells.

    `began_s` is when the eye saw that happen; `entered`: a hand has said it. Else a walk is on again because
    what followed was taken back, and who moved meanwhile is not known.
    """
    race = s.race
    if race is None:
        return s
    state = s.ledger.state
    walker = race.reader.walker(state)
    if walker is not None and not (race.walks and walker == race.walker):
        race = _walk_begun(race, state, walker, began_s, entered=entered)
    elif race.walks and walker is None:
        over_s = race.heard_s if began_s is None else began_s
        again = race.reader.may_walk(state) == race.walker
        race = _walk_over(replace(race, walked=_walked(s, race, over_s)), over_s, again=again)
    waiting = race.waiting
    if waiting is not None and not _possible(s, waiting):
        race = dismissed(race, waiting, by_tap=False)
    return replace(s, race=_turning(race, state))


def the_race(s: Sitting[S, A, E, V]) -> RaceWatch[S, A]:
    """Of a sitting that has one."""
    assert s.race is not None
    return s.race


def _possible(s: Sitting[Any, A, Any, Any], waiting: Happening[A]) -> bool:
    """Whether any reading of it could still be kept."""
    hosted, state = s.ledger.hosted, s.ledger.state
    firsts = [reading[0] for reading in waiting.readings if reading]
    return any(not isinstance(hosted.apply(state, first), Refusal) for first in firsts)


def _walk_begun(
    race: RaceWatch[S, A], state: S, walker: str, began_s: float | None, *, entered: bool
) -> RaceWatch[S, A]:
    """What happened since it was let go, and could not be read before, is read now."""
    walk_s = race.heard_s if began_s is None else began_s
    if began_s is None:  # that it stood before tells nothing
        race = replace(race, scene=started(race.scene, walker, walk_s))
    if began_s is None and not entered:
        race = replace(race, blind_s=walk_s)
    own = 0 if began_s is None else 1  # the happening that it was let go belongs to it
    race = replace(race, now_from=max(0, len(race.happenings) - own))
    first = _before_this(race)
    return replace(
        race,
        walks=True,
        walk_s=walk_s,
        seen_go=began_s is not None,
        walker=walker,
        turns=race.reader.turns(state),
        lifted=False,
        by_hand=(),
        happenings=race.happenings[first:],
        now_from=race.now_from - first,
        queue=(*(one for one in race.limbo if began_s is None or one.fact.taken_s > began_s), *race.queue),
        limbo=(),
    )


def _before_this(race: RaceWatch[Any, Any]) -> int:
    """Where the action before the one that begins at `now_from` began."""
    began = [at for at, each in enumerate(race.happenings[: race.now_from]) if each.what is What.LET_GO]
    return began[-1] if began else 0


def _walked(s: Sitting[S, A, E, V], race: RaceWatch[S, A], over_s: float) -> Walked | None:
    """The walk that is over. It was clean when all of it was seen, up to where the figure stands now."""
    name, state = race.walker, s.ledger.state
    figure = None if name is None else race.scene.of(name)
    if name is None or figure is None:
        return race.walked
    stands = figure.posture in {Posture.STANDING, Posture.WALKING} and race.reader.counts_as_on(state, name)
    again = race.reader.may_walk(state) == name
    clean = (
        race.seen_go and stands and figure.rests_s is not None and not (race.lifted or race.missed or again)
    )
    return Walked(name, race.turns, race.walk_s, over_s, clean)


def _walk_over(race: RaceWatch[S, A], at_s: float, *, again: bool) -> RaceWatch[S, A]:
    """What happened in the walk is answered for, and where figures stood before it is history.

    A walk that is begun `again` was broken off: nobody has said that all stood still.
    """
    scene = race.scene if again else at_rest(race.scene)
    figures = tuple(
        replace(each, put=None) if each.put is not None and each.put.taken_s <= race.walk_s else each
        for each in scene.figures
    )
    return replace(
        race,
        scene=scene.each(figures),
        walks=False,
        limbo=(),
        by_hand=(),
        lifted=False,
        closed_s=max(race.closed_s, at_s),
    )


def _turning(race: RaceWatch[S, A], state: S) -> RaceWatch[S, A]:
    turning = race.reader.turning(state)
    if turning is None:
        return race if race.turn is None else replace(race, turn=None)
    if race.turn is not None and race.turn[0] == turning.figure:
        return race
    for figure in race.scene.figures:
        if race.reader.seat(state, figure.name) == turning.figure and figure.spot is not None:
            return replace(race, turn=(turning.figure, figure.spot))
    return race
