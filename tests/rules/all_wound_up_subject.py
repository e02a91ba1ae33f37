"""All Wound Up as a subject of the conformance suite."""

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import fields, replace
from typing import Any

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.choices import chance, choices
from companion.rules.all_wound_up.forms import KINDS
from companion.rules.all_wound_up.options import CardsWhere
from companion.rules.all_wound_up.passing import owed
from companion.rules.all_wound_up.refusals import KEYS
from companion.rules.all_wound_up.stages import Over, Passing
from companion.rules.all_wound_up.state import Pile, State
from companion.rules.all_wound_up.tasks import TakeCard, Walk
from companion.rules.all_wound_up.tokens import ALL, Rank
from companion.rules.all_wound_up.transition import most_actions_a_round
from companion.rules.core import HeldHands, Seat
from companion.table.hosted.all_wound_up import AllWoundUp
from tests.rules.all_wound_up_tables import FIGURES, random_setup
from tests.rules.conformance import Subject

HOSTED = AllWoundUp()

ODD: tuple[Any, ...] = (
    True, False, None, -1, 0, 1, 2, 4, 10**30, 1.0, "", "wind_1", "wild", "crypt", "no/where", (), [], (0, 1),
    [0, 1], (1, 0), (0, 0), (0, True), (0, 7), {}, object(), Card.WILD, Card.WIND_4, Rank.RED, b"wild",
    "\ud800", float("nan"),
)  # fmt: skip


def arbitrary(rng: random.Random, state: State, offered: list[Any]) -> Any:
    """Plausible, spoiled or absurd."""
    pick = rng.random()
    if pick < 0.03:
        return rng.choice(ODD)
    if offered and pick < 0.5:
        return _spoiled(rng, rng.choice(offered), state)
    kind = rng.choice(list(KINDS))
    action = kind(**{name: _value(rng, name, state) for name in KINDS[kind]})
    return _spoiled(rng, action, state) if rng.random() < 0.1 else action


def _spoiled(rng: random.Random, action: Any, state: State) -> Any:
    name = rng.choice([field.name for field in fields(action)])
    value = rng.choice(ODD) if rng.random() < 0.4 else _value(rng, name, state)
    return replace(action, **{name: value})


def _value(rng: random.Random, name: str, state: State) -> Any:
    match name:
        case "seat" | "figure" | "on":
            return rng.choice(state.seats)
        case "card" | "kind":
            return rng.choice(list(Card))
        case "cards" | "wilds":
            return rng.choice([0, 0, 1, 1, 2, 3, 12])
        case "rank":
            return rng.choice(list(Rank))
        case "name":
            return rng.choice(FIGURES)
        case "tile":
            return rng.choice([*(tile.id for tile in state.race.tiles), "nowhere"])
        case "zone":
            zones = [zone.id for tile in state.race.tiles for zone in tile.zones]
            return rng.choice([*zones, "nowhere"])
        case "figures":
            return tuple(sorted(rng.sample(state.seats, rng.choice([1, 1, 2]))))
        case _:
            return rng.random() < 0.5


def filling(rng: random.Random, state: State, offered: list[Any]) -> Any:
    """Walks every figure along the course and through the gate, with whatever cards come."""

    def worth(action: Any) -> int:
        match action:
            case a.StepOn(seat, figure, tile):
                return _step_worth(state, seat, figure, tile)
            case a.Cross(seat, (figure,), True) if figure == seat:
                return 90 if state.figures[figure].reached == len(state.race.course) else 0
            case a.MakeBid(_, kind):
                return 60 + (kind in (Card.WIND_2, Card.WIND_3, Card.WIND_4))
            case a.StandStill() | a.Release() | a.Done() | a.Place() | a.PickOpponent():
                return 50
            case a.Follow(_, cards, wilds):
                return 40 + cards - wilds
            case a.Pass() | a.DeclineToken() | a.CloseWindow():
                return 30
            case a.UseToken() | a.DeclareToken() | a.Raise() | a.LetGoEarly() | a.Cross():
                return 0
            case a.TouchZone() | a.LeaveZone() | a.Fall() | a.LeaveBoard():
                return 0
            case _:
                return 10

    best = max(worth(action) for action in offered)
    return rng.choice([action for action in offered if worth(action) == best])


def _step_worth(state: State, seat: Seat, figure: Seat, tile: str) -> int:
    """The next tile of the course; off a tile that is due but does not count until it is walked onto."""
    if figure != seat:
        return 0
    course, own = state.race.course, state.figures[figure]
    if own.reached == len(course):
        return 0
    due = course[own.reached]
    if tile == due:
        return 80
    # Only visited tiles are stepped back onto, whatever the table says of others (A57).
    return 70 if own.place.tile == due and tile in course[: own.reached] else 0


def conserved(before: State, after: State, told: tuple[Any, ...]) -> str:
    """What got lost on the way; "" when nothing."""
    lying = [sum(many) for many in zip(*after.tokens, after.supply, after.box, strict=True)]
    if tuple(lying) != ALL or min(*after.supply, *after.box, *(min(own) for own in after.tokens)) < 0:
        return "a token"
    if isinstance(after.hands, HeldHands):
        assert isinstance(after.transit, HeldHands)
        hands = [card for hand in (*after.hands.cards, *after.transit.cards) for card in hand]
        every = Counter([*hands, *after.deck.cards, *after.discards, *after.played])
        if every != Counter({card: after.mix.of(card) for card in Card if after.mix.of(card)}):
            return "a card"
    else:
        inside = sum(after.hands.size(s) + after.transit.size(s) for s in after.seats) + len(after.played)
        was = sum(before.hands.size(s) + before.transit.size(s) for s in before.seats) + len(before.played)
        if inside != was and after.round == before.round:
            return "a real card"
    for seat, figure in enumerate(after.figures):
        if figure.reached < before.figures[seat].reached and not isinstance(_head(before), Walk):
            return "a visited tile"
    return ""


def _head(state: State) -> Any:
    return state.head


def twin(rng: random.Random, state: State, viewer: Seat | None) -> State:
    """The same table but for what the viewer may not know: other hands, cards in transit, deck, discards."""
    if not isinstance(state.hands, HeldHands) or not isinstance(state.transit, HeldHands):
        return state  # with real cards the app knows nothing that is hidden
    others = [seat for seat in state.seats if seat != viewer]
    pool = [*state.deck.cards, *state.discards]
    for seat in others:
        pool += [*state.hands.cards[seat], *state.transit.cards[seat]]
    rng.shuffle(pool)

    def drawn(many: int) -> tuple[str, ...]:
        return tuple(sorted(pool.pop() for _ in range(many)))

    hands, transit = list(state.hands.cards), list(state.transit.cards)
    for seat in others:
        hands[seat], transit[seat] = drawn(len(hands[seat])), drawn(len(transit[seat]))
    return replace(
        state,
        hands=HeldHands(tuple(hands), state.hands.shown),
        transit=HeldHands(tuple(transit), state.transit.shown),
        deck=Pile(drawn(len(state.deck.cards)), state.deck.shuffles),
        discards=drawn(len(state.discards)),
    )


def twin_actions(
    rng: random.Random, state: State, other: State, viewer: Seat | None
) -> tuple[Any, Any] | None:
    """An action here and one there that the viewer cannot tell apart."""
    here = [*(each for seat in state.seats for each in choices(state, seat)), *chance(state)]
    there = [*(each for seat in other.seats for each in choices(other, seat)), *chance(other)]
    if not here:
        return None
    action = rng.choice(here)
    if isinstance(action, a.PassCard) and viewer is not None and _last_one(state):
        return None  # all is exchanged, and the viewer learns what came
    if _is_unseen(state, action, viewer):
        alike = [each for each in there if type(each) is type(action) and each.seat == action.seat]
        return (action, rng.choice(alike)) if alike else None
    if isinstance(action, a.PassCard) and viewer == (action.seat + 1) % len(state.seats):
        return (action, action) if action in there and _sequential(state) else None
    return (action, action) if action in there else None


def _sequential(state: State) -> bool:
    return isinstance(state.stage, Passing) and state.stage.seat is not None


def _last_one(state: State) -> bool:
    """Whether the next card passed is the last one of a step in which all pass together."""
    stage = state.stage
    if not isinstance(stage, Passing) or stage.seat is not None:
        return False
    return sum(owed(state, stage, seat) for seat in state.seats) == 1


def _is_unseen(state: State, action: Any, viewer: Seat | None) -> bool:
    """Whether the viewer does not learn which card it is."""
    match action:
        case a.CardDealt() | a.DiscardCard():
            return action.seat != viewer
        case a.PassCard():
            learns = (action.seat + 1) % len(state.seats)  # at once, or when all is exchanged
            return viewer not in (action.seat, learns)
        case a.CardTaken():
            head = state.head
            return isinstance(head, TakeCard) and viewer not in (head.seat, head.victim)
        case _:
            return False


def _weight(action: Any) -> Hashable:
    """Kinds alike, but mishaps share one place: each of them ends or undoes what else is to be tried."""
    match action:
        case a.UseToken() | a.DeclareToken():
            return "token", action.rank
        case a.Fall() | a.LeaveBoard() | a.LetGoEarly():
            return "mishap"
        case a.Cross():
            return "cross", action.forward
        case _:
            return type(action)


def most_a_turn(state: State) -> int:
    return most_actions_a_round(state.race, len(state.seats))


SUBJECT = Subject(
    hosted=HOSTED,
    setup=random_setup,
    arbitrary=arbitrary,
    weight=_weight,
    filling=filling,
    most_to_end=6000,
    turn=lambda state: state.round,
    most_a_turn=most_a_turn,
    over=lambda state: isinstance(state.stage, Over),
    conserved=conserved,
    layout=lambda rng, state: rng.choice(["", "", ".", "R" * 25]),
    twin=twin,
    twin_actions=twin_actions,
    refusals=KEYS,
)


def _of_kind(where: CardsWhere, seats: int) -> Subject:
    return replace(SUBJECT, setup=lambda rng: random_setup(rng, seats, where))


EVENLY: tuple[Subject, ...] = tuple(
    _of_kind(where, seats) for where in (CardsWhere.ON_TABLE, CardsWhere.IN_APP) for seats in (2, 3, 4)
)
"""Both kinds of hands with two, three and four seats."""
