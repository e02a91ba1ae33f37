"""Quilt, an invented game for the table's tests: it has all that a hosted game can have, and is small.

Two seats sew patches of two squares on a quilt of 3 x 4. Each has two patterns face up (drawn from a deck
that is reshuffled when it runs out) and one charm that only its owner knows. A *bar* covers two squares side
by side, a *post* two squares one above the other, a *pair* either: so a bar and a pair can look alike. A
*gap* covers two squares of a row with one between. An empty square takes the sewer's colour, another one
changes its colour. A charm may be shown instead: that is the turn, and another charm is drawn. `turns` turns
are played; the colour with more squares wins.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from companion.rules.core import Refusal, Seat, Step
from companion.table.hosting import Deck
from companion.table.reading import (
    Adrift,
    Ambiguous,
    Difference,
    Layout,
    Reading,
    Unchanged,
    Understood,
    Underway,
)

ACROSS, DOWN = 4, 3
SQUARES = range(ACROSS * DOWN)
SEATS = (Seat(0), Seat(1))
COLOURS = "RW"
PATTERNS = ("bar", "bar", "bar", "gap", "pair", "pair", "post", "post", "post")
CHARMS = ("canary-fox", "canary-hare", "canary-owl", "canary-owl", "canary-toad")
"""Ids that are in nothing but their owner's business."""

Places: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Toss:
    """Who begins."""

    seat: Seat
    starter: Seat


@dataclass(frozen=True, slots=True)
class Sew:
    seat: Seat
    pattern: str
    places: Places


@dataclass(frozen=True, slots=True)
class ShowCharm:
    seat: Seat
    charm: str


@dataclass(frozen=True, slots=True)
class PatternDrawn:
    seat: Seat
    pattern: str


@dataclass(frozen=True, slots=True)
class CharmDrawn:
    seat: Seat
    charm: str


Action: TypeAlias = Toss | Sew | ShowCharm | PatternDrawn | CharmDrawn


@dataclass(frozen=True, slots=True)
class Tossed:
    starter: Seat


@dataclass(frozen=True, slots=True)
class Sewn:
    seat: Seat
    pattern: str
    places: Places


@dataclass(frozen=True, slots=True)
class CharmShown:
    seat: Seat
    charm: str


@dataclass(frozen=True, slots=True)
class PatternTurned:
    seat: Seat
    pattern: str


@dataclass(frozen=True, slots=True)
class CharmTaken:
    seat: Seat
    charm: str | None


@dataclass(frozen=True, slots=True)
class QuiltCorrected:
    quilt: str


Event: TypeAlias = Tossed | Sewn | CharmShown | PatternTurned | CharmTaken | QuiltCorrected
Due: TypeAlias = tuple[Literal["pattern", "charm"], Seat]


@dataclass(frozen=True, slots=True)
class State:
    turns: int
    quilt: str
    to_move: Seat | None
    patterns: tuple[tuple[str, ...], tuple[str, ...]]
    charms: tuple[str, str]
    due: tuple[Due, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    shuffles: int
    charm_deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    viewer: Seat | None
    quilt: str
    to_move: Seat | None
    turns: int
    patterns: tuple[tuple[str, ...], tuple[str, ...]]
    charm: str | None


class Quilt:
    """Implements `companion.table.hosting.Hosted`."""

    name = "quilt"
    rules_version = 1

    def start(self, setup: dict[str, Any]) -> State:
        turns = setup.get("turns")
        if type(turns) is not int or not 0 < turns <= 10_000:
            raise ValueError(f"turns: from 1 to 10000, not {turns!r:.40}")
        due: tuple[Due, ...] = tuple((kind, s) for kind in ("pattern", "pattern", "charm") for s in SEATS)
        return State(
            turns, "." * len(SQUARES), None, ((), ()), ("", ""), due, tuple(sorted(PATTERNS)), (), 1,
            tuple(sorted(CHARMS)),
        )  # fmt: skip

    def apply(self, state: State, action: Action) -> Step[State, Event] | Refusal:
        if isinstance(action, PatternDrawn | CharmDrawn):
            return self._drawn(state, action)
        if state.due:
            return Refusal("quilt.cards_first")
        if not state.turns:
            return Refusal("quilt.over")
        match action:
            case Toss(seat, starter):
                if state.to_move is not None or seat != 0 or starter not in SEATS:
                    return Refusal("quilt.no_toss")
                return Step(replace(state, to_move=starter), (Tossed(starter),))
            case Sew() if action.seat == state.to_move:
                return self._sewn(state, action)
            case ShowCharm(seat, charm) if seat == state.to_move:
                if state.charms[seat] != charm:
                    return Refusal("quilt.not_your_charm")
                after = replace(
                    _turned(state),
                    charms=_with(state.charms, seat, ""),
                    charm_deck=tuple(sorted((*state.charm_deck, charm))),
                    due=(("charm", seat),),
                )
                return Step(after, (CharmShown(seat, charm),))
            case _:
                return Refusal("quilt.not_your_turn")

    def choices(self, state: State, seat: Seat) -> tuple[Action, ...]:
        if state.due or not state.turns:
            return ()
        if state.to_move is None:
            return tuple(Toss(seat, starter) for starter in SEATS) if seat == 0 else ()
        if seat != state.to_move:
            return ()
        held = sorted(set(state.patterns[seat]))
        sews = [Sew(seat, pattern, places) for pattern in held for places in _places(pattern)]
        return (*sews, ShowCharm(seat, state.charms[seat]))

    def chance(self, state: State) -> tuple[Action, ...]:
        deck = self.deck(state)
        return () if deck is None else tuple(self.draw(state, card) for card in sorted(set(deck.left)))

    def flips(self, state: State) -> tuple[Action, ...]:
        return self.choices(state, SEATS[0]) if state.to_move is None else ()

    def seats(self, state: State) -> tuple[Seat, ...]:
        return SEATS

    def view_for(self, state: State, seat: Seat | None) -> View:
        charm = None if seat is None else state.charms[seat]
        return View(seat, state.quilt, state.to_move, state.turns, state.patterns, charm)

    def event_for(self, event: Event, seat: Seat | None) -> Event:
        if isinstance(event, CharmTaken) and event.seat != seat:
            return CharmTaken(event.seat, None)
        return event

    def names_hidden_card(self, state: State, action: Action) -> bool:
        return isinstance(action, ShowCharm | CharmDrawn)

    def reveals(self, event: Event) -> bool:
        return isinstance(event, PatternTurned | CharmTaken | CharmShown)

    def deck(self, state: State) -> Deck | None:
        if not state.due:
            return None
        if state.due[0][0] == "charm":
            return Deck("charms", 1, state.charm_deck)
        return Deck("patterns", state.shuffles, state.deck)

    def draw(self, state: State, card: str) -> Action:
        kind, seat = state.due[0]
        return CharmDrawn(seat, card) if kind == "charm" else PatternDrawn(seat, card)

    def layout(self, state: State) -> Layout:
        return state.quilt

    def explain(self, state: State, seen: Layout) -> Reading[Action]:
        if seen == state.quilt:
            return Unchanged()
        futures = [(sew, sewn_on(state.quilt, sew)) for sew in self._sews(state)]
        found = tuple((sew,) for sew, quilt in futures if quilt == seen)
        if len(found) == 1:
            return Understood(found[0])
        if found:
            return Ambiguous(found)
        differ = [place for place in SQUARES if seen[place] != state.quilt[place]]
        for _, quilt in futures:
            if all(seen[place] == quilt[place] for place in differ):
                return Underway(tuple(differ))
        return Adrift(tuple(Difference(place, state.quilt[place], seen[place]) for place in differ))

    def corrected(self, state: State, seen: Layout, *, ends_turn: bool) -> Step[State, Event] | Refusal:
        if len(seen) != len(SQUARES) or not set(seen) <= set(".RW"):
            return Refusal("quilt.no_quilt")
        if state.to_move is None or not state.turns:
            return Refusal("quilt.no_correction")
        after = replace(state, quilt=seen)
        return Step(_turned(after) if ends_turn else after, (QuiltCorrected(seen),))

    def reads(self, setup: dict[str, Any]) -> None:
        return None

    def encode(self, action: Action) -> dict[str, Any]:
        match action:
            case Toss(seat, starter):
                return {"do": "toss", "seat": seat, "starter": starter}
            case Sew(seat, pattern, places):
                return {"do": "sew", "seat": seat, "pattern": pattern, "places": list(places)}
            case ShowCharm(seat, charm):
                return {"do": "show", "seat": seat, "charm": charm}
            case PatternDrawn(seat, pattern):
                return {"do": "pattern", "seat": seat, "card": pattern}
            case CharmDrawn(seat, charm):
                return {"do": "charm", "seat": seat, "card": charm}

    def decode(self, line: dict[str, Any]) -> Action:
        match line:
            case {"do": "toss", "seat": int(seat), "starter": int(starter)}:
                return Toss(Seat(seat), Seat(starter))
            case {"do": "sew", "seat": int(seat), "pattern": str(pattern), "places": [int(a), int(b)]}:
                return Sew(Seat(seat), pattern, (a, b))
            case {"do": "show", "seat": int(seat), "charm": str(charm)}:
                return ShowCharm(Seat(seat), charm)
            case {"do": "pattern", "seat": int(seat), "card": str(card)}:
                return PatternDrawn(Seat(seat), card)
            case {"do": "charm", "seat": int(seat), "card": str(card)}:
                return CharmDrawn(Seat(seat), card)
            case _:
                raise ValueError(f"no action of quilt: {line!r:.80}")

    def digest(self, state: State) -> str:
        return hashlib.sha256(repr(state).encode()).hexdigest()[:16]

    def needs_tap(self, actions: tuple[Action, ...]) -> bool:
        return False

    def summary(self, state: State) -> dict[str, Any]:
        return {"over": not state.turns, "to_move": state.to_move, "turns": state.turns}

    def _sews(self, state: State) -> Iterator[Sew]:
        for seat in SEATS:
            yield from (choice for choice in self.choices(state, seat) if isinstance(choice, Sew))

    def _drawn(self, state: State, action: PatternDrawn | CharmDrawn) -> Step[State, Event] | Refusal:
        if not state.due or self.draw(state, _card(action)) != action:
            return Refusal("quilt.no_such_draw")
        rest = replace(state, due=state.due[1:])
        match action:
            case PatternDrawn(seat, pattern):
                if pattern not in state.deck:
                    return Refusal("quilt.not_left")
                hand = tuple(sorted((*state.patterns[seat], pattern)))
                left = _without(state.deck, pattern)
                after = replace(rest, patterns=_with(state.patterns, seat, hand), deck=left)
                return Step(_stocked(after), (PatternTurned(seat, pattern),))
            case CharmDrawn(seat, charm):
                if charm not in state.charm_deck:
                    return Refusal("quilt.not_left")
                left = _without(state.charm_deck, charm)
                after = replace(rest, charms=_with(state.charms, seat, charm), charm_deck=left)
                return Step(after, (CharmTaken(seat, charm),))

    def _sewn(self, state: State, sew: Sew) -> Step[State, Event] | Refusal:
        if sew.pattern not in state.patterns[sew.seat] or sew.places not in _places(sew.pattern):
            return Refusal("quilt.no_such_patch")
        hand = _without(state.patterns[sew.seat], sew.pattern)
        after = replace(
            _turned(state),
            quilt=sewn_on(state.quilt, sew),
            patterns=_with(state.patterns, sew.seat, hand),
            discards=tuple(sorted((*state.discards, sew.pattern))),
            due=(("pattern", sew.seat),) if state.turns > 1 else (),
        )
        return Step(_stocked(after), (Sewn(sew.seat, sew.pattern, sew.places),))


def sewn_on(quilt: str, sew: Sew) -> str:
    mine = COLOURS[sew.seat]
    other = {".": mine, "R": "W", "W": "R"}
    return "".join(other[old] if place in sew.places else old for place, old in enumerate(quilt))


def _places(pattern: str) -> tuple[Places, ...]:
    bars = [(p, p + 1) for p in SQUARES if p % ACROSS < ACROSS - 1]
    posts = [(p, p + ACROSS) for p in SQUARES if p + ACROSS in SQUARES]
    gaps = [(p, p + 2) for p in SQUARES if p % ACROSS < ACROSS - 2]
    where = {"bar": bars, "gap": gaps, "post": posts, "pair": sorted(bars + posts)}
    return tuple(where.get(pattern, ()))


def _turned(state: State) -> State:
    assert state.to_move is not None
    return replace(state, turns=state.turns - 1, to_move=SEATS[1 - state.to_move])


def _stocked(state: State) -> State:
    """Discards become the deck when a pattern is wanted and none is left."""
    if state.deck or not (state.due and state.due[0][0] == "pattern"):
        return state
    return replace(state, deck=state.discards, discards=(), shuffles=state.shuffles + 1)


def _card(action: PatternDrawn | CharmDrawn) -> str:
    return action.pattern if isinstance(action, PatternDrawn) else action.charm


def _with(items: tuple[Any, Any], seat: Seat, item: Any) -> tuple[Any, Any]:
    return (item, items[1]) if seat == 0 else (items[0], item)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
