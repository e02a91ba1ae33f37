"""All Wound Up in words: what happened, and names. The sentences stand in `said_all_wound_up`."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.figures import Gone
from companion.rules.all_wound_up.race import Race, ZoneKind, tile_with, zone_of
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat
from companion.rules.options import Setting
from companion.ui import said_all_wound_up, said_race
from companion.ui.words import both, say

SAID = said_all_wound_up.SAID | said_race.SAID


@dataclass(frozen=True, slots=True)
class Cast:
    """Who and what is spoken of: players and their figures by seat, and the race they run."""

    people: tuple[str, ...]
    figures: tuple[str | None, ...]
    race: Race

    def figure(self, seat: Seat) -> str:
        return self.figures[seat] or say("all_wound_up.figure_of", name=self.people[seat])

    def tile(self, tile: str) -> str:
        return next((each.name for each in self.race.tiles if each.id == tile), tile)

    def zone(self, zone: str) -> str:
        """What kind of zone it is, and on which tile."""
        found = zone_of(self.race, zone)
        kind = ZoneKind.BRAIN if found is None else found.kind
        where = zone if found is None else tile_with(self.race, zone).name
        return say(f"all_wound_up.zone.{kind.value}", tile=where)


def card_name(card: Card | None) -> str:
    return say("all_wound_up.card.some" if card is None else f"all_wound_up.card.{card.value}")


def rank_name(rank: Rank) -> str:
    return say(f"all_wound_up.rank.{rank.value}")


def setting_words(field: str, setting: Setting) -> str:
    """The value of an option, in the few words that fit a button."""
    match setting:
        case None:
            return say(f"all_wound_up.option.{field}.none")
        case bool():
            return say("all_wound_up.option.on" if setting else "all_wound_up.option.off")
        case int():
            return str(setting)
        case _:
            return say(f"all_wound_up.option.{field}.{setting.value}")


def happened(event: e.Event, cast: Cast) -> str:
    """The event as a plain sentence. Never empty, and holds nothing that the event does not."""
    match event:
        case (
            e.FigureGot()
            | e.RoundBegun()
            | e.DeckShuffled()
            | e.CardCame()
            | e.CardPassed()
            | e.CardSetAside()
            | e.CardDiscarded()
            | e.CardsHandedOver()
            | e.CardsExchanged()
            | e.CardStolen()
        ):
            return _with_cards(event, cast)
        case (
            e.BidderNamed()
            | e.BidMade()
            | e.BidFollowed()
            | e.BidRaised()
            | e.Passed()
            | e.BidWon()
            | e.RoundEnded()
        ):
            return _in_bids(event, cast)
        case (
            e.TokenGained()
            | e.TokenUpgraded()
            | e.TokenDeclined()
            | e.NoTokenLeft()
            | e.TokenDeclared()
            | e.TokenUsed()
            | e.TokenKept()
        ):
            return _with_tokens(event, cast)
        case _:
            return _on_board(event, cast)


def in_short(events: Iterable[Any], cast: Cast) -> str:
    """The first event that a player, or a figure, did, else the first there is."""
    told = tuple(events)
    follows = (e.BidderNamed, e.RoundBegun, e.DeckShuffled, e.AllStill, e.CardCame)
    chief = [event for event in told if not isinstance(event, follows)] or list(told)
    return happened(chief[0], cast) if chief else say("all_wound_up.did.nothing")


def briefly(events: Iterable[Any], cast: Cast) -> str:
    """As `in_short`, in the few words that a button has room for."""
    told = tuple(events)
    for event in told:
        match event:
            case e.BidMade(seat) | e.BidFollowed(seat) | e.BidRaised(seat):
                return say("all_wound_up.brief.laid", name=cast.people[seat])
            case e.CardsHandedOver(seat) | e.CardPassed(seat) | e.CardDiscarded(seat) | e.CardSetAside(seat):
                return say("all_wound_up.brief.cards", name=cast.people[seat])
            case e.WalkBegun(figure) | e.WalkSkipped(figure):
                return say("all_wound_up.brief.walk", figure=cast.figure(figure))
            case e.FigurePlaced(figure):
                return say("all_wound_up.brief.placed", figure=cast.figure(figure))
            case e.BrainTouched(figure, zone) | e.HazardTouched(figure, zone) | e.ZoneReached(figure, zone):
                found = zone_of(cast.race, zone)
                return say(f"all_wound_up.kind.{(ZoneKind.BRAIN if found is None else found.kind).value}")
            case e.SteppedOn(_, tile):
                return cast.tile(tile)
            case (
                e.TakenOff(figure) | e.FigureFell(figure) | e.FigureStood(figure) | e.FigureTurned(_, figure)
            ):
                return cast.figure(figure)
            case e.TokenUsed(_, rank) | e.TokenDeclared(_, rank) | e.TokenGained(_, rank):
                return rank_name(rank)
            case _:
                pass
    return in_short(told, cast) if told else say("all_wound_up.brief.done")


CardEvent: TypeAlias = (
    e.FigureGot
    | e.RoundBegun
    | e.DeckShuffled
    | e.CardCame
    | e.CardPassed
    | e.CardSetAside
    | e.CardDiscarded
    | e.CardsHandedOver
    | e.CardsExchanged
    | e.CardStolen
)
BidEvent: TypeAlias = (
    e.BidderNamed | e.BidMade | e.BidFollowed | e.BidRaised | e.Passed | e.BidWon | e.RoundEnded
)
TokenEvent: TypeAlias = (
    e.TokenGained
    | e.TokenUpgraded
    | e.TokenDeclined
    | e.NoTokenLeft
    | e.TokenDeclared
    | e.TokenUsed
    | e.TokenKept
)
BoardEvent: TypeAlias = (
    e.OpponentPicked
    | e.FigurePlaced
    | e.FigureTurned
    | e.TurnLost
    | e.WalkBegun
    | e.WalkSkipped
    | e.WalkVoided
    | e.AllStill
    | e.SteppedOn
    | e.ZoneReached
    | e.ZoneLeft
    | e.BrainTouched
    | e.HazardTouched
    | e.TakenOff
    | e.FigureFell
    | e.FigureStood
    | e.GateCrossed
    | e.GameWon
)


def _with_cards(event: CardEvent, cast: Cast) -> str:
    who = cast.people
    match event:
        case e.FigureGot(seat, name):
            return say("all_wound_up.did.figure", name=who[seat], figure=name)
        case e.RoundBegun(begun, dealer, cards):
            return say("all_wound_up.did.round", round=begun, name=who[dealer], n=cards)
        case e.DeckShuffled(cards):
            return say("all_wound_up.did.shuffled", n=cards)
        case e.CardCame(seat, card):
            return say("all_wound_up.did.dealt", name=who[seat], card=card_name(card))
        case e.CardPassed(seat, to, card):
            return say("all_wound_up.did.passed_card", name=who[seat], card=card_name(card), to=who[to])
        case e.CardSetAside(seat, card):
            return say("all_wound_up.did.aside", name=who[seat], card=card_name(card))
        case e.CardDiscarded(seat, card):
            return say("all_wound_up.did.discarded", name=who[seat], card=card_name(card))
        case e.CardsHandedOver(seat, cards, replaced):
            key = "all_wound_up.did.replaced" if replaced else "all_wound_up.did.handed_over"
            return say(key, n=cards, name=who[seat])
        case e.CardsExchanged():
            return say("all_wound_up.did.exchanged")
        case e.CardStolen(seat, victim, card):
            return say("all_wound_up.did.stolen", name=who[seat], card=card_name(card), other=who[victim])
        case _:
            assert_never(event)


def _in_bids(event: BidEvent, cast: Cast) -> str:
    who = cast.people
    match event:
        case e.BidderNamed(seat):
            return say("all_wound_up.did.bidder", name=who[seat])
        case e.BidMade(seat, kind, cards, wilds):
            return say("all_wound_up.did.bid", name=who[seat], card=card_name(kind), what=_laid(cards, wilds))
        case e.BidFollowed(seat, 0, 0):
            return say("all_wound_up.did.nothing_laid", name=who[seat])
        case e.BidFollowed(seat, cards, wilds):
            return say("all_wound_up.did.followed", name=who[seat], what=_laid(cards, wilds))
        case e.BidRaised(seat, wilds):
            return say("all_wound_up.did.raised", name=who[seat], what=say("all_wound_up.wilds", n=wilds))
        case e.Passed(seat):
            return say("all_wound_up.did.passed", name=who[seat])
        case e.BidWon(winners, kind, amount):
            names = both(tuple(who[seat] for seat in winners))
            key = "all_wound_up.did.won_bid" if len(winners) == 1 else "all_wound_up.did.tied_bid"
            return say(key, name=names, card=card_name(kind), n=amount)
        case e.RoundEnded(left):
            return say("all_wound_up.did.round_ended", n=sum(left))
        case _:
            assert_never(event)


def _with_tokens(event: TokenEvent, cast: Cast) -> str:
    who = cast.people[event.seat]
    match event:
        case e.TokenGained(_, rank):
            return say("all_wound_up.did.gained", name=who, rank=rank_name(rank))
        case e.TokenUpgraded(_, old, new):
            return say("all_wound_up.did.upgraded", name=who, old=rank_name(old), new=rank_name(new))
        case e.TokenDeclined():
            return say("all_wound_up.did.declined", name=who)
        case e.NoTokenLeft():
            return say("all_wound_up.did.no_token", name=who)
        case e.TokenDeclared(_, rank):
            return say("all_wound_up.did.declared", name=who, rank=rank_name(rank))
        case e.TokenUsed(seat, rank, on) if on != seat:
            return say("all_wound_up.did.used_on", name=who, rank=rank_name(rank), other=cast.people[on])
        case e.TokenUsed(_, rank):
            return say("all_wound_up.did.used", name=who, rank=rank_name(rank))
        case e.TokenKept(_, rank):
            return say("all_wound_up.did.kept", name=who, rank=rank_name(rank))
        case _:
            assert_never(event)


def _on_board(event: BoardEvent, cast: Cast) -> str:  # noqa: PLR0912 - one case an event
    match event:
        case e.OpponentPicked(seat, figure):
            return say("all_wound_up.did.picked", name=cast.people[seat], figure=cast.figure(figure))
        case e.FigurePlaced(figure, tile, at_start, grave):
            return _placed(cast, cast.figure(figure), tile, at_start=at_start, in_grave=grave is not None)
        case e.FigureTurned(by, figure):
            return say("all_wound_up.did.turned", name=cast.people[by], figure=cast.figure(figure))
        case e.TurnLost(figure):
            return say("all_wound_up.did.turn_lost", figure=cast.figure(figure))
        case e.WalkBegun(figure, turns):
            return say("all_wound_up.did.walks", n=turns, figure=cast.figure(figure))
        case e.WalkSkipped(figure):
            return say("all_wound_up.did.stays", figure=cast.figure(figure))
        case e.WalkVoided(figure):
            return say("all_wound_up.did.voided", figure=cast.figure(figure))
        case e.AllStill():
            return say("all_wound_up.did.still")
        case e.SteppedOn(figure, tile, visited):
            key = "all_wound_up.did.visits" if visited else "all_wound_up.did.steps"
            return say(key, figure=cast.figure(figure), tile=cast.tile(tile))
        case e.ZoneReached(figure, zone):
            return say("all_wound_up.did.sleeps", figure=cast.figure(figure), zone=cast.zone(zone))
        case e.ZoneLeft(figure, zone):
            return say("all_wound_up.did.leaves", figure=cast.figure(figure), zone=cast.zone(zone))
        case e.BrainTouched(figure, zone, gained, first):
            return _brain(cast, figure, zone, gained, first=first)
        case e.HazardTouched(figure, zone):
            return say("all_wound_up.did.touches", figure=cast.figure(figure), zone=cast.zone(zone))
        case e.TakenOff(figure, why, tile):
            key = "all_wound_up.did.left_board" if why is Gone.LEFT else "all_wound_up.did.taken_off"
            return say(key, figure=cast.figure(figure), tile=cast.tile(tile))
        case e.FigureFell(figure):
            return say("all_wound_up.did.fell", figure=cast.figure(figure))
        case e.FigureStood(figure):
            return say("all_wound_up.did.stood", figure=cast.figure(figure))
        case e.GateCrossed(figure, forward):
            key = "all_wound_up.did.crossed" if forward else "all_wound_up.did.crossed_back"
            return say(key, figure=cast.figure(figure))
        case e.GameWon(seat):
            return say("all_wound_up.did.won", name=cast.people[seat], figure=cast.figure(seat))
        case _:
            assert_never(event)


def _placed(cast: Cast, figure: str, tile: str, *, at_start: bool, in_grave: bool) -> str:
    where = cast.tile(tile)
    if at_start:
        return say("all_wound_up.did.placed_at_start", figure=figure, tile=where)
    if in_grave:
        return say("all_wound_up.did.placed_in_grave", figure=figure, tile=where)
    return say("all_wound_up.did.placed", figure=figure, tile=where)


def _brain(cast: Cast, figure: Seat, zone: str, gained: Rank | None, *, first: bool) -> str:
    touched = say("all_wound_up.did.touches", figure=cast.figure(figure), zone=cast.zone(zone))
    if not first:
        return touched
    who = cast.people[figure]
    if gained is None:
        then = say("all_wound_up.did.no_token", name=who)
    else:
        then = say("all_wound_up.did.gained", name=who, rank=rank_name(gained))
    return say("all_wound_up.did.so", first=touched, then=then)


def _laid(cards: int, wilds: int) -> str:
    laid = say("all_wound_up.cards", n=cards)
    if not wilds:
        return laid
    wild = say("all_wound_up.wilds", n=wilds)
    return both((laid, wild)) if cards else wild
