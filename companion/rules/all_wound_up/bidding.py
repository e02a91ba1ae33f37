"""Bids: what may be laid in steps 1 to 3, who has won, and when a round ends."""

from companion.rules.all_wound_up import refusals
from companion.rules.all_wound_up.actions import Follow, MakeBid, Pass, Raise
from companion.rules.all_wound_up.cards import ACTIONS, DECK_SIZE, Card
from companion.rules.all_wound_up.dealing import Flow, Verdict
from companion.rules.all_wound_up.events import (
    BidFollowed,
    BidMade,
    BidRaised,
    BidWon,
    Event,
    Passed,
)
from companion.rules.all_wound_up.options import AllPass, WildOnlyBid
from companion.rules.all_wound_up.stages import Acting, Bid, Bidding, Following, Raising
from companion.rules.all_wound_up.state import State, clockwise, left_of
from companion.rules.all_wound_up.tasks import Perform
from companion.rules.all_wound_up.values import replace
from companion.rules.core import HeldHands, Refusal, Seat, Step


def begin(state: State, *events: Event) -> Flow:
    """The hands are ready. What real ones may hold is not yet narrowed down."""
    most = () if state.options.in_app else tuple((state.hands.size(s),) * len(ACTIONS) for s in state.seats)
    ready = replace(state, stage=Bidding(state.bidder), most=most, fresh=ACTIONS)
    return Step(ready, events)


def make_bid(state: State, stage: Bidding, action: MakeBid) -> Verdict:
    """Step 1."""
    if action.kind is Card.WILD:
        return refusals.NOT_AN_ACTION_CARD
    if not action.cards + action.wilds:
        return refusals.NOTHING_LAID
    fault = _cannot_lay(state, action.seat, action.kind, action.cards, action.wilds)
    if fault:
        return fault
    if not action.cards and not wild_only(state, action.kind):
        return refusals.WILD_ONLY_BID
    bid = Bid(action.kind, action.seat, (0,) * len(state.figures))
    laid = _laid(state, bid, action.seat, action.cards, action.wilds)
    fresh = tuple(kind for kind in state.fresh if kind is not action.kind)
    after = Following(raised(bid, action.seat, action.cards + action.wilds), left_of(state, action.seat))
    return Step(
        replace(laid, fresh=fresh, stage=after),
        (BidMade(action.seat, action.kind, action.cards, action.wilds),),
    )


def follow(state: State, stage: Following, action: Follow) -> Verdict:
    """Step 2."""
    fault = _cannot_lay(state, action.seat, stage.bid.kind, action.cards, action.wilds)
    if fault:
        return fault
    lifted = stage.bid.amounts[action.seat] + action.cards
    if action.wilds and not lifted and not state.options.wild_from_zero:
        return refusals.NO_WILD_FROM_ZERO
    laid = _laid(state, stage.bid, action.seat, action.cards, action.wilds)
    bid = raised(stage.bid, action.seat, action.cards + action.wilds)
    after = Following(bid, left_of(state, action.seat))
    return Step(replace(laid, stage=after), (BidFollowed(action.seat, action.cards, action.wilds),))


def raise_bid(state: State, stage: Raising, action: Raise) -> Verdict:
    """Step 3."""
    if not action.wilds:
        return refusals.NOTHING_LAID
    if not may_lay_wilds(state, action.seat, action.wilds, beside=0):
        return refusals.TOO_MANY_CARDS
    if not stage.bid.amounts[action.seat] and not state.options.wild_from_zero:
        return refusals.NO_WILD_FROM_ZERO
    laid = _laid(state, None, action.seat, 0, action.wilds)
    bid = raised(stage.bid, action.seat, action.wilds)
    after = Raising(bid, left_of(state, action.seat), 0, stage.out)
    return Step(replace(laid, stage=after), (BidRaised(action.seat, action.wilds),))


def pass_bid(state: State, stage: Bidding | Raising, action: Pass) -> Verdict:
    """Steps 1 and 3."""
    seat, following = action.seat, left_of(state, action.seat)
    if isinstance(stage, Bidding):
        if forced(state, stage) and holds_action(state, seat):
            return refusals.MUST_BID
        return Step(replace(state, stage=Bidding(following, stage.idle + 1)), (Passed(seat),))
    out = tuple(sorted({*stage.out, seat})) if state.options.pass_is_final else ()
    after = Raising(stage.bid, following, stage.passes + 1, out)
    return Step(replace(state, stage=after), (Passed(seat),))


def go_on(state: State, stage: Bidding | Following | Raising) -> Flow | None:
    """What follows where the next seat has nothing to say (S06); None when it is asked."""
    seat, size = stage.seat, state.hands.size(stage.seat)
    match stage:
        case Bidding():
            return (
                None
                if size
                else Step(replace(state, stage=Bidding(left_of(state, seat), stage.idle + 1)), ())
            )
        case Following(bid):
            if seat == bid.bidder:
                return Step(replace(state, stage=Raising(bid, left_of(state, bid.bidder))), ())
            return None if size else Step(replace(state, stage=Following(bid, left_of(state, seat))), ())
        case Raising(bid, passes=passes, out=out):
            if passes >= len(state.figures):
                return _won(state, bid)
            if size and seat not in out:
                return None
            return Step(replace(state, stage=Raising(bid, left_of(state, seat), passes + 1, out)), ())


def round_is_over(state: State, stage: Bidding) -> bool:
    """Asked before step 1: no cards are left, or all have passed as often as the table wants (A13, S03)."""
    circles = 2 if state.options.all_pass is AllPass.FORCE_BID else 1
    spoken = stage.idle >= circles * len(state.figures)
    return spoken or not any(state.hands.size(seat) for seat in state.seats)


def forced(state: State, stage: Bidding) -> bool:
    """A whole circle has passed: whoever holds an action card must bid (A13 `force_bid`)."""
    return state.options.all_pass is AllPass.FORCE_BID and stage.idle >= len(state.figures)


def holds_action(state: State, seat: Seat) -> bool:
    """Whether the app knows that the seat holds a card it can bid for. Of real hands it never does."""
    hands = state.hands
    return isinstance(hands, HeldHands) and any(card != Card.WILD for card in hands.cards[seat])


def wild_only(state: State, kind: Card) -> bool:
    """Whether Wilds alone may name `kind` (A14). That the seat holds none of it has been settled."""
    match state.options.wild_only_bid:
        case WildOnlyBid.FRESH_TYPE:
            return kind in state.fresh
        case WildOnlyBid.ANY_TYPE:
            return True
        case WildOnlyBid.NEVER:
            return False


def raised(bid: Bid, seat: Seat, by: int) -> Bid:
    amounts = bid.amounts
    return replace(bid, amounts=(*amounts[:seat], amounts[seat] + by, *amounts[seat + 1 :]))


def may_lay_wilds(state: State, seat: Seat, wilds: int, beside: int) -> bool:
    """Whether the seat may hold so many Wilds, and `beside` other cards with them."""
    hands = state.hands
    if isinstance(hands, HeldHands):
        return hands.cards[seat].count(Card.WILD) >= wilds
    return beside + wilds <= hands.size(seat) and wilds <= _unseen(state, Card.WILD)


def most_of(state: State, seat: Seat, kind: Card) -> int:
    """How many cards of `kind` the seat may hold at most, for all that is public."""
    return min(state.most[seat][ACTIONS.index(kind)], state.hands.size(seat), _unseen(state, kind))


def stolen(state: State, seat: Seat, victim: Seat) -> tuple[tuple[int, ...], ...]:
    """`most` after an unknown real card went from `victim` to `seat`."""
    if not state.most:
        return state.most
    gained = tuple(
        own + (theirs > 0) for own, theirs in zip(state.most[seat], state.most[victim], strict=True)
    )
    return (*state.most[:seat], gained, *state.most[seat + 1 :])


def _cannot_lay(state: State, seat: Seat, kind: Card, cards: int, wilds: int) -> Refusal | None:
    hands = state.hands
    if isinstance(hands, HeldHands):
        held = hands.cards[seat].count(kind)
        if cards < held:
            return refusals.MUST_FOLLOW_TYPE
        if cards > held:
            return refusals.TOO_MANY_CARDS
    elif cards > most_of(state, seat, kind):
        return refusals.TOO_MANY_CARDS
    return None if may_lay_wilds(state, seat, wilds, cards) else refusals.TOO_MANY_CARDS


def _unseen(state: State, card: Card) -> int:
    """Copies that do not lie played before all; without a counted deck nobody can say."""
    if state.mix.assumed:
        return DECK_SIZE
    return state.mix.of(card) - state.played.count(card)


def _laid(state: State, bid: Bid | None, seat: Seat, cards: int, wilds: int) -> State:
    """The cards leave the hand. All of the kind do: from now on the seat is known to have none (A22)."""
    kinds = (*(bid.kind,) * cards, *(Card.WILD,) * wilds) if bid else (Card.WILD,) * wilds
    hands = state.hands
    for card in kinds:
        hands = hands.lose(seat, card)
    most = state.most
    if bid and most:
        at = ACTIONS.index(bid.kind)
        most = (*most[:seat], (*most[seat][:at], 0, *most[seat][at + 1 :]), *most[seat + 1 :])
    return replace(state, hands=hands, most=most, played=tuple(sorted((*state.played, *kinds))))


def _won(state: State, bid: Bid) -> Flow:
    """Step 4: all who bid the most act, clockwise, the bidder first (A19)."""
    most = max(bid.amounts)
    winners = tuple(seat for seat in clockwise(state, bid.bidder) if bid.amounts[seat] == most)
    tasks = tuple(Perform(seat) for seat in winners)
    return Step(
        replace(state, stage=Acting(bid, winners), tasks=(*state.tasks, *tasks)),
        (BidWon(winners, bid.kind, most),),
    )
