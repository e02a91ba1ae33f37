"""What every game promises of its rules, tried on random games. A new game joins by one `Subject`.

A playout draws random actions from those offered, up to a bound; from where it is cut a driver that
wants to be done plays on to the end. On the way each promise is tried and counted.
"""

import json
import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from companion.rules.core import Refusal, Seat, Step
from companion.table.hosting import Hosted

ACCEPTED = "accepted exactly when offered"
CONSERVED = "pieces and cards are conserved"
SOMEBODY = "somebody can act while it is not over, and nobody after"
TURN_ENDS = "a turn ends within the declared number of actions"
REPLAY = "replay from what was written gives the same state"
CODEC = "an action reads the same after writing"
HIDDEN = "what a seat may not know changes nothing that it sees"
UNCHANGED = "judging changes no state"
CORRECTED = "a correction by the table leaves somebody to act"
ENDS = "from every cut the filling driver reaches the end"
KNOWN_KEYS = "every refusal has a declared key"
PROMISES = (
    ACCEPTED,
    CONSERVED,
    SOMEBODY,
    TURN_ENDS,
    REPLAY,
    CODEC,
    HIDDEN,
    UNCHANGED,
    CORRECTED,
    ENDS,
    KNOWN_KEYS,
)


@dataclass(frozen=True)
class Subject:
    """One game under test. All callables are pure but for the generator they are given."""

    hosted: Hosted[Any, Any, Any, Any]
    setup: Callable[[random.Random], dict[str, Any]]
    """A random set-up, as JSON."""
    arbitrary: Callable[[random.Random, Any, list[Any]], Any]
    """Any action, possible or not, of any form; the offered ones are there to be spoiled."""
    weight: Callable[[Any], Hashable]
    """Actions of one weight are drawn together, so that rare kinds come up."""
    filling: Callable[[random.Random, Any, list[Any]], Any]
    """What somebody who wants to be done would do, out of the offered actions."""
    most_to_end: int
    """The filling driver is done after so many actions."""
    turn: Callable[[Any], Hashable]
    """Tells one turn from the next."""
    most_a_turn: Callable[[Any], int]
    over: Callable[[Any], bool]
    conserved: Callable[[Any, Any, tuple[Any, ...]], str]
    """What got lost between a state and the next, given the events; "" when nothing."""
    layout: Callable[[random.Random, Any], str]
    """What a camera might claim, true or not."""
    twin: Callable[[random.Random, Any, Seat | None], Any]
    """The same state but for what this viewer may not know."""
    twin_actions: Callable[[random.Random, Any, Any, Seat | None], tuple[Any, Any] | None]
    """An action here and one in the twin that look the same to the viewer; None when there are none."""
    refusals: frozenset[str]


@dataclass
class Tally:
    """How often each promise was tried, and the first time it was broken."""

    tried: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PROMISES, 0))
    broken: dict[str, str] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    """Refusals met."""
    actions: int = 0
    cut: int = 0
    """Games that were not over when they were cut."""


@dataclass
class Game:
    """One playout under way."""

    subject: Subject
    rng: random.Random
    tally: Tally
    setup: dict[str, Any]
    state: Any
    lines: list[dict[str, Any]] = field(default_factory=list)
    turn_actions: int = 0

    def check(self, promise: str, kept: bool, *what: object) -> None:
        """Count it; the first time it is broken, remember how."""
        self.tally.tried[promise] += 1
        if not kept and promise not in self.tally.broken:
            self.tally.broken[promise] = self.story(*what)

    def story(self, *what: object) -> str:
        """Enough to play it again."""
        last = json.dumps(self.lines[-6:], ensure_ascii=False)
        said = " ".join(each if isinstance(each, str) else repr(each) for each in what)
        return f"{said} after {len(self.lines)} actions, the last {last}; {self.setup['options']}"


def play_out(subject: Subject, seed: int, bound: int, tally: Tally) -> None:
    """One random game with every promise tried on the way."""
    rng = random.Random(seed)
    setup = json.loads(json.dumps(subject.setup(rng)))
    game = Game(subject, rng, tally, setup, subject.hosted.start(setup))
    for _ in range(bound):
        offered = _offered(game)
        _try_state(game, offered)
        if not offered:
            break
        _act(game, _drawn(game, offered))
    _to_the_end(game)
    _replay(game)


def _offered(game: Game) -> list[Any]:
    return _all_offered(game.subject, game.state)


def _all_offered(subject: Subject, state: Any) -> list[Any]:
    hosted = subject.hosted
    seats = [action for seat in hosted.seats(state) for action in hosted.choices(state, seat)]
    return [*seats, *hosted.chance(state)]


def _drawn(game: Game, offered: list[Any]) -> Any:
    kinds: dict[Hashable, list[Any]] = {}
    for action in offered:
        kinds.setdefault(game.subject.weight(action), []).append(action)
    return game.rng.choice(game.rng.choice(list(kinds.values())))


def _try_state(game: Game, offered: list[Any]) -> None:
    subject, tally, rng = game.subject, game.tally, game.rng
    over = subject.over(game.state)
    game.check(SOMEBODY, bool(offered) is not over, "nobody can act, or somebody after")
    every = rng.random() < 0.04
    for action in offered if every else rng.sample(offered, min(3, len(offered))):
        verdict = subject.hosted.apply(game.state, action)
        game.check(ACCEPTED, isinstance(verdict, Step), "offered", action, "gave", verdict)
    # Compared as written out: `True` is not seat 1, nor is "R" a colour.
    exactly = {repr(action) for action in offered}
    before = subject.hosted.digest(game.state)
    for _ in range(5):
        action = subject.arbitrary(rng, game.state, offered)
        try:
            verdict = subject.hosted.apply(game.state, action)
        except Exception as error:  # the promise is that nothing is raised, whatever it is
            game.check(ACCEPTED, False, action, "raised", error)
            continue
        accepted = isinstance(verdict, Step)
        game.check(
            ACCEPTED,
            accepted == (repr(action) in exactly),
            action,
            "gave",
            verdict if not accepted else "a step",
        )
        if isinstance(verdict, Refusal):
            tally.keys.add(verdict.key)
            game.check(KNOWN_KEYS, verdict.key in subject.refusals, verdict.key)
    game.check(UNCHANGED, subject.hosted.digest(game.state) == before, "changed")
    if rng.random() < 0.3:
        _try_hidden(game)
    if rng.random() < 0.2:
        _try_correction(game)


def _try_correction(game: Game) -> None:
    subject, rng = game.subject, game.rng
    layout, ends_turn = subject.layout(rng, game.state), rng.random() < 0.5
    verdict = subject.hosted.corrected(game.state, layout, ends_turn=ends_turn)
    if isinstance(verdict, Refusal):
        game.tally.keys.add(verdict.key)
        game.check(KNOWN_KEYS, verdict.key in subject.refusals, verdict.key)
        return
    state = verdict.state
    alive = subject.over(state) or bool(_all_offered(subject, state))
    shown = subject.over(state) or ends_turn or subject.hosted.layout(state) == layout
    game.check(CORRECTED, alive and shown, layout, "ends_turn", ends_turn)


def _try_hidden(game: Game) -> None:
    hosted, rng = game.subject.hosted, game.rng
    viewer = rng.choice([None, *hosted.seats(game.state)])
    state, twin = game.state, game.subject.twin(rng, game.state, viewer)

    def same(one: object, two: object, what: str) -> None:
        game.check(HIDDEN, one == two, what, "for", viewer, one, "or", two)

    def public(of: Any) -> list[list[str]]:
        """What may be offered on a screen that the viewer sees; the own seat's choices whole."""
        return [
            [
                repr(a)
                for a in hosted.choices(of, seat)
                if seat == viewer or not hosted.names_hidden_card(of, a)
            ]
            for seat in hosted.seats(of)
        ]

    same(hosted.view_for(state, viewer), hosted.view_for(twin, viewer), "view")
    same(public(state), public(twin), "choices")
    same(bool(hosted.chance(state)), bool(hosted.chance(twin)), "whether a card is due")
    pair = game.subject.twin_actions(rng, state, twin, viewer)
    if pair is None:
        return
    here, there = hosted.apply(state, pair[0]), hosted.apply(twin, pair[1])
    assert isinstance(here, Step), pair
    assert isinstance(there, Step), pair
    same(hosted.view_for(here.state, viewer), hosted.view_for(there.state, viewer), f"view after {pair}")
    same(
        [hosted.event_for(event, viewer) for event in here.events],
        [hosted.event_for(event, viewer) for event in there.events],
        f"events of {pair}",
    )


def _act(game: Game, action: Any) -> None:
    subject, tally = game.subject, game.tally
    line = json.loads(json.dumps(subject.hosted.encode(action)))
    game.check(CODEC, repr(subject.hosted.decode(line)) == repr(action), line)
    verdict = subject.hosted.apply(game.state, action)
    game.lines.append(line)
    tally.actions += 1
    if isinstance(verdict, Refusal):
        game.check(ACCEPTED, False, "offered", action, "gave", verdict)
        raise TypeError(game.story(f"offered {action} gave {verdict}"))
    lost = subject.conserved(game.state, verdict.state, verdict.events)
    game.check(CONSERVED, not lost, lost)
    same_turn = subject.turn(verdict.state) == subject.turn(game.state)
    game.turn_actions = game.turn_actions + 1 if same_turn else 0
    most = subject.most_a_turn(verdict.state)
    game.check(TURN_ENDS, game.turn_actions <= most, "more actions in a turn than", most)
    game.state = verdict.state


def _to_the_end(game: Game) -> None:
    game.tally.cut += not game.subject.over(game.state)
    for _ in range(game.subject.most_to_end):
        offered = _offered(game)
        if not offered:
            break
        _act(game, game.subject.filling(game.rng, game.state, offered))
    over = game.subject.over(game.state)
    game.check(ENDS, over, "the driver did not reach the end")


def _replay(game: Game) -> None:
    hosted = game.subject.hosted
    state = hosted.start(game.setup)
    for line in game.lines:
        verdict = hosted.apply(state, hosted.decode(line))
        assert isinstance(verdict, Step), game.story(line)
        state = verdict.state
    same = state == game.state and hosted.digest(state) == hosted.digest(game.state)
    game.check(REPLAY, same, "another state")
