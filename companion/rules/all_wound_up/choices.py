"""What may be done now, listed. Written apart from the judge, so that each can accuse the other."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up.actions import (
    Action,
    CardDealt,
    CardTaken,
    Chance,
    ChooseFigure,
    CloseWindow,
    Cross,
    DeclineToken,
    DiscardCard,
    Done,
    Fall,
    FigureDrawn,
    Follow,
    GainToken,
    HandOver,
    LeaveBoard,
    LeaveZone,
    LetGoEarly,
    MakeBid,
    Pass,
    PassCard,
    PickOpponent,
    Place,
    Raise,
    Release,
    StandStill,
    StepOn,
    TouchZone,
    UpgradeToken,
)
from companion.rules.all_wound_up.cards import ACTIONS, Card
from companion.rules.all_wound_up.figures import Away, On
from companion.rules.all_wound_up.race import Race, ZoneKind
from companion.rules.all_wound_up.stages import (
    Bid,
    Bidding,
    Drafting,
    Following,
    Over,
    Passing,
    Raising,
)
from companion.rules.all_wound_up.state import SEATS, State
from companion.rules.all_wound_up.tasks import (
    BrainChoice,
    DealCards,
    Enter,
    Pick,
    Rise,
    Settle,
    TakeCard,
    Turn,
    Walk,
    Wind,
    Window,
)
from companion.rules.all_wound_up.token_choices import token_choices
from companion.rules.all_wound_up.tokens import RANKS
from companion.rules.all_wound_up.walking import MOST_TOLD
from companion.rules.core import HeldHands, Seat


def choices(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything this seat may do now, in a stable order; () when there is nothing."""
    if isinstance(state.stage, Over):
        return ()
    return (*_turn(state, seat), *token_choices(state, seat))


def chance(state: State) -> tuple[Chance, ...]:
    """Every different card, or figure, that may come next; () when nothing is drawn."""
    head = state.tasks[0] if state.tasks else state.stage
    match head:
        case Drafting(seat) if state.options.figures is o.Figures.RANDOM:
            return tuple(FigureDrawn(seat, name) for name in sorted(_figures_left(state)))
        case DealCards((seat, *_)):
            return tuple(CardDealt(seat, Card(card)) for card in sorted(set(state.deck.cards)))
        case TakeCard(seat, victim):
            hand = state.hands.known(victim)
            return tuple(CardTaken(seat, Card(card)) for card in sorted(set(hand)))
        case _:
            return ()


def _turn(state: State, seat: Seat) -> tuple[Action, ...]:  # noqa: PLR0912 - one case a step of the game
    head = state.tasks[0] if state.tasks else state.stage
    match head:
        case Drafting(asked) if asked == seat and state.options.figures is o.Figures.CHOSEN:
            return tuple(ChooseFigure(seat, name) for name in _figures_left(state))
        case Passing():
            return tuple(_passing(state, head, seat))
        case Bidding(asked) if asked == seat:
            return tuple(_bids(state, head, seat))
        case Following(bid, asked) if asked == seat:
            return tuple(_follows(state, bid, seat))
        case Raising(bid, asked) if asked == seat:
            zero = not bid.amounts[seat] and not state.options.wild_from_zero
            most = 0 if zero else _wilds(state, seat)
            return (*(Raise(seat, wilds) for wilds in range(1, most + 1)), Pass(seat))
        case Pick(asked) if asked == seat:
            others = [other for other in SEATS[: len(state.figures)] if other != seat]
            return tuple(PickOpponent(seat, other) for other in others)
        case Enter(asked) if asked == seat:
            place = state.figures[seat].place
            return (Place(seat, place.tile),) if isinstance(place, Away) else ()
        case Settle(asked) if asked == seat:
            return (*_touches(state, seat, seat, ()), Done(seat))
        case Rise(asked, told) if asked == seat:
            return (*_touches(state, seat, seat, told), *_leaves(state, seat, seat, told), Done(seat))
        case Turn(figure, asked, _, told) if asked == seat:
            return (*_touches(state, seat, figure, told), *_leaves(state, seat, figure, told), Done(seat))
        case Wind(asked) if asked == seat:
            return (Release(seat),)
        case Walk(asked) if asked == seat:
            return tuple(_walk(state, head, seat))
        case BrainChoice(asked) if asked == seat:
            return tuple(_brain(state, seat))
        case Window(opener) if opener == seat:
            return (CloseWindow(seat),)
        case _:
            return ()


def _figures_left(state: State) -> list[str]:
    return [name for name in state.race.figures if name not in state.names]


def _passing(state: State, stage: Passing, seat: Seat) -> Iterator[Action]:
    if stage.seat not in (None, seat):
        return
    seats = len(state.figures)
    if state.options.edition is o.Edition.EIGHT_CARDS:
        count, replaced = 4 - stage.step, False
    elif seats == 2:
        count, replaced = 3 - stage.step, stage.step > 0
    else:
        count, replaced = seats + 1 - stage.step, False
    if stage.given[seat] >= count or not state.hands.size(seat):
        return
    if state.options.cards is o.CardsWhere.ON_TABLE:
        yield HandOver(seat)
        return
    kind = DiscardCard if replaced else PassCard
    yield from (kind(seat, Card(card)) for card in sorted(set(state.hands.known(seat))))


def _bids(state: State, stage: Bidding, seat: Seat) -> Iterator[Action]:
    wild_kinds: tuple[Card, ...] = ()
    if state.options.wild_only_bid is not o.WildOnlyBid.NEVER:
        wild_kinds = state.fresh if state.options.wild_only_bid is o.WildOnlyBid.FRESH_TYPE else ACTIONS
    wilds, size = _wilds(state, seat), state.hands.size(seat)
    for at, kind in enumerate(ACTIONS):
        alone = kind in wild_kinds
        if isinstance(state.hands, HeldHands):
            held = state.hands.cards[seat].count(kind)
            if held or alone:
                yield from (MakeBid(seat, kind, held, wild) for wild in range(not held, wilds + 1))
        else:
            yield from _paper_bids(seat, kind, (_cap(state, seat, at), wilds, size), alone=alone)
    must = (
        state.options.all_pass is o.AllPass.FORCE_BID
        and stage.idle >= len(state.figures)
        and isinstance(state.hands, HeldHands)
        and set(state.hands.cards[seat]) != {Card.WILD}
    )
    if not must:
        yield Pass(seat)


@lru_cache(maxsize=4096)
def _paper_bids(seat: Seat, kind: Card, most: tuple[int, int, int], *, alone: bool) -> tuple[MakeBid, ...]:
    """Every bid that real cards may make: at most so many of the kind, of Wilds, and of both."""
    cap, wilds, size = most
    return tuple(
        MakeBid(seat, kind, cards, wild)
        for cards in range(0 if alone else 1, cap + 1)
        for wild in range(min(wilds, size - cards) + 1)
        if cards + wild
    )


def _follows(state: State, bid: Bid, seat: Seat) -> Iterator[Follow]:
    wilds, size = _wilds(state, seat), state.hands.size(seat)
    if isinstance(state.hands, HeldHands):
        held = state.hands.cards[seat].count(bid.kind)
        counts = range(held, held + 1)
    else:
        counts = range(_cap(state, seat, ACTIONS.index(bid.kind)) + 1)
    for cards in counts:
        lifted = state.options.wild_from_zero or cards + bid.amounts[seat] > 0
        beside = wilds if isinstance(state.hands, HeldHands) else min(wilds, size - cards)
        yield from (Follow(seat, cards, wild) for wild in range((beside if lifted else 0) + 1))


def _cap(state: State, seat: Seat, at: int) -> int:
    """Cards of the kind at place `at` that a hand of real cards may hold."""
    most = min(state.most[seat][at], state.hands.size(seat))
    if state.mix.assumed:
        return most
    return min(most, state.mix.copies[at] - state.played.count(ACTIONS[at]))


def _wilds(state: State, seat: Seat) -> int:
    """Wilds that the seat may hold."""
    if isinstance(state.hands, HeldHands):
        return state.hands.cards[seat].count(Card.WILD)
    size = state.hands.size(seat)
    return size if state.mix.assumed else min(size, state.mix.copies[-1] - state.played.count(Card.WILD))


def _walk(state: State, walk: Walk, seat: Seat) -> Iterator[Action]:
    if walk.told < MOST_TOLD:
        on = [other for other in SEATS[: len(state.figures)] if isinstance(state.figures[other].place, On)]
        in_the_air = state.options.contact is o.Contact.FEET
        parts = (True,) if state.options.off_board is o.OffBoard.FULLY_OUT else (False, True)
        for other in on:
            figure = state.figures[other]
            if not (figure.fallen and in_the_air):
                yield from _touches(state, seat, other, ())
            yield from _leaves(state, seat, other, ())
            here = figure.place.tile
            yield from (StepOn(seat, other, tile.id) for tile in state.race.tiles if tile.id != here)
            if not figure.fallen:
                yield Fall(seat, other)
            yield from (LeaveBoard(seat, other, part) for part in parts)
            yield Cross(seat, (other,), False)
        for many in range(1, len(on) + 1):
            yield from (Cross(seat, together, True) for together in combinations(on, many))
        yield LetGoEarly(seat)
    yield StandStill(seat)


def _touches(state: State, seat: Seat, figure: Seat, told: tuple[str, ...]) -> tuple[TouchZone, ...]:
    own = state.figures[figure]
    if not isinstance(own.place, On):
        return ()
    every = _all_touches(_zones(state.race), seat, figure)
    if not (own.under or told):
        return every
    return tuple(touch for touch in every if touch.zone not in own.under and touch.zone not in told)


@lru_cache(maxsize=1024)
def _all_touches(zones: tuple[str, ...], seat: Seat, figure: Seat) -> tuple[TouchZone, ...]:
    return tuple(TouchZone(seat, figure, zone) for zone in zones)


def _zones(race: Race) -> tuple[str, ...]:
    return tuple(zone.id for tile in race.tiles for zone in tile.zones if zone.kind is not ZoneKind.GATE)


def _leaves(state: State, seat: Seat, figure: Seat, told: tuple[str, ...]) -> Iterator[LeaveZone]:
    if isinstance(state.figures[figure].place, On):
        yield from (LeaveZone(seat, figure, zone) for zone in state.figures[figure].under if zone not in told)


def _brain(state: State, seat: Seat) -> Iterator[Action]:
    if any(state.supply):
        yield GainToken(seat)
    for at, rank in enumerate(RANKS):
        if state.tokens[seat][at] and any(state.supply[at + 1 :]):
            yield UpgradeToken(seat, rank)
    yield DeclineToken(seat)
