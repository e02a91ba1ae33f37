"""What somebody taps about a race: this was so, this was not, let go too early, done."""

from dataclasses import replace
from typing import Any, TypeAlias, TypeVar, assert_never

from companion.rules.core import Refusal
from companion.table import inbound as ib
from companion.table import refusals
from companion.table.entering import enter
from companion.table.race_keeping import by_hand, keep_as
from companion.table.race_shown import Fate, Happening
from companion.table.race_watch import RaceWatch, dismissed, with_dismissed, written
from companion.table.racing import advance
from companion.table.records import Acted
from companion.table.standing import Sitting

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

RaceDoing: TypeAlias = ib.KeepHappening | ib.DismissHappening | ib.LetGoEarly | ib.Done


def do(s: Sitting[S, A, E, V], doing: RaceDoing, at_s: float) -> Sitting[S, A, E, V] | Refusal:
    """The sitting once it is done, or why it is not."""
    race = s.race
    if race is None:
        return refusals.NOBODY_WALKS
    match doing:
        case ib.KeepHappening(id_, _, reading):
            return _keep(s, race.of(id_), reading, at_s)
        case ib.DismissHappening(id_):
            happening = race.of(id_)
            if happening is None or happening.fate is not Fate.WAITING:
                return refusals.NO_SUCH_HAPPENING
            return replace(s, race=dismissed(race, happening, by_tap=True))
        case ib.LetGoEarly():
            actions = race.reader.early(s.ledger.state)
            return _entered(s, race, actions, at_s) if actions else refusals.NOBODY_WALKS
        case ib.Done():
            return _all_still(s, race, at_s) if race.walks else _complete(s, race, at_s)
        case _:
            assert_never(doing)


def _keep(
    s: Sitting[S, A, E, V], happening: Happening[A] | None, reading: int, at_s: float
) -> Sitting[S, A, E, V] | Refusal:
    if happening is None or happening.fate not in {Fate.WAITING, Fate.DISMISSED}:
        return refusals.NO_SUCH_HAPPENING
    if not 0 <= reading < len(happening.readings):
        return refusals.NO_SUCH_HAPPENING
    return keep_as(s, happening, happening.readings[reading], "by a tap", at_s)


def _all_still(s: Sitting[S, A, E, V], race: RaceWatch[S, A], at_s: float) -> Sitting[S, A, E, V] | Refusal:
    """What is clear and was said by now counts; what is not does not; then the walk is over."""
    before, peek = s.ledger.last_seq, s.peek
    seen_s = race.heard_s if race.seen_s is None else max(race.heard_s, race.seen_s)
    s = replace(s, race=replace(race, seen_s=seen_s), peek=None, stuck=False)
    while s.race is not None and s.race.walks:
        if s.race.waiting is not None:
            s = replace(s, race=dismissed(s.race, s.race.waiting, by_tap=False))
        s = advance(s, at_s)
        if s.race is None or s.race.waiting is None:
            break
    s, now = replace(s, peek=peek), s.race
    if now is None or not now.walks:
        return s if s.ledger.last_seq != before else refusals.NOBODY_WALKS
    return _entered(s, now, now.reader.done(s.ledger.state, now.scene), at_s)


def _complete(s: Sitting[S, A, E, V], race: RaceWatch[S, A], at_s: float) -> Sitting[S, A, E, V] | Refusal:
    if race.waiting is not None:
        return refusals.ANSWER_FIRST
    actions = race.reader.done(s.ledger.state, race.scene)
    return _entered(s, race, actions, at_s) if actions else refusals.NOTHING_TO_FINISH


def _entered(
    s: Sitting[S, A, E, V], race: RaceWatch[S, A], actions: tuple[A, ...], at_s: float
) -> Sitting[S, A, E, V] | Refusal:
    because: dict[str, Any] = with_dismissed(race, {"from": "hand"})
    ledger = enter(s.ledger, s.dealer, [Acted(action) for action in actions], because, at_s)
    if isinstance(ledger, Refusal):
        return ledger
    return by_hand(replace(s, ledger=ledger, race=written(race), held=False, put_right=None), actions)
