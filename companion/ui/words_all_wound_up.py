"""The words of All Wound Up: refusals, what happened, and the table's options."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up.cards import Card
from companion.rules.all_wound_up.options import Setting
from companion.rules.all_wound_up.race import Race, ZoneKind, tile_with, zone_of
from companion.rules.all_wound_up.state import Gone
from companion.rules.all_wound_up.tokens import Rank
from companion.rules.core import Seat
from companion.ui.words import N_, both, say


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


SAID: dict[str, Any] = {
    # names
    "all_wound_up.figure_of": N_("{name}'s figure"),
    "all_wound_up.zone.brain": N_("the Brain on {tile}"),
    "all_wound_up.zone.grave": N_("the grave on {tile}"),
    "all_wound_up.zone.mausoleum": N_("the mausoleum on {tile}"),
    "all_wound_up.zone.gate": N_("the gate on {tile}"),
    "all_wound_up.card.some": N_("a card"),
    "all_wound_up.card.wind_1": N_("Wind 1"),
    "all_wound_up.card.wind_2": N_("Wind 2"),
    "all_wound_up.card.wind_3": N_("Wind 3"),
    "all_wound_up.card.wind_4": N_("Wind 4"),
    "all_wound_up.card.right": N_("Turn Right"),
    "all_wound_up.card.left": N_("Turn Left"),
    "all_wound_up.card.opponent": N_("Turn an Opponent"),
    "all_wound_up.card.wild": N_("Wild"),
    "all_wound_up.rank.black": N_("black"),
    "all_wound_up.rank.purple": N_("purple"),
    "all_wound_up.rank.green": N_("green"),
    "all_wound_up.rank.yellow": N_("yellow"),
    "all_wound_up.rank.red": N_("red"),
    "all_wound_up.cards": (N_("{n} card"), N_("{n} cards")),
    "all_wound_up.wilds": (N_("{n} Wild"), N_("{n} Wilds")),
    # refusals
    "all_wound_up.not_an_action": N_("That is not possible here"),
    "all_wound_up.no_such_seat": N_("Nobody sits there"),
    "all_wound_up.no_such_tile": N_("There is no such tile"),
    "all_wound_up.no_such_zone": N_("There is no such zone"),
    "all_wound_up.figures_not_ascending": N_("Name each figure once, in order"),
    "all_wound_up.not_now": N_("Something else comes first"),
    "all_wound_up.not_your_turn": N_("Somebody else's turn"),
    "all_wound_up.game_over": N_("The game is over"),
    "all_wound_up.figure_taken": N_("That figure is taken"),
    "all_wound_up.cards_on_table": N_("The players hold the cards"),
    "all_wound_up.cards_in_app": N_("The app holds the cards"),
    "all_wound_up.another_card_due": N_("Another card comes first"),
    "all_wound_up.card_not_left": N_("That card is not there"),
    "all_wound_up.card_not_held": N_("That card is not held"),
    "all_wound_up.passed_enough": N_("Nothing more to pass"),
    "all_wound_up.not_an_action_card": N_("Wilds cannot be bid for"),
    "all_wound_up.nothing_laid": N_("Lay a card, or pass"),
    "all_wound_up.must_follow_type": N_("All cards of this kind are laid"),
    "all_wound_up.too_many_cards": N_("So many cannot be held"),
    "all_wound_up.wild_only_bid": N_("Wilds alone cannot bid for this"),
    "all_wound_up.no_wild_from_zero": N_("Wilds need a card of this kind"),
    "all_wound_up.must_bid": N_("All have passed: you must bid"),
    "all_wound_up.own_figure": N_("Choose another player's figure"),
    "all_wound_up.wrong_tile": N_("The figure comes back elsewhere"),
    "all_wound_up.not_on_board": N_("The figure is not on the board"),
    "all_wound_up.another_figure": N_("Another figure is handled now"),
    "all_wound_up.already_touching": N_("Its feet are there already"),
    "all_wound_up.not_touching": N_("Its feet are not there"),
    "all_wound_up.already_told": N_("That was told already"),
    "all_wound_up.gates_are_crossed": N_("A gate counts when it is crossed"),
    "all_wound_up.feet_in_the_air": N_("It has fallen: feet touch nothing"),
    "all_wound_up.already_fallen": N_("It has fallen already"),
    "all_wound_up.already_there": N_("It is on that tile already"),
    "all_wound_up.still_on_board": N_("Partly outside is still on"),
    "all_wound_up.backward_one_by_one": N_("Backward crossings come one by one"),
    "all_wound_up.too_much_told": N_("Too much for one walk: stop it"),
    "all_wound_up.token_not_held": N_("That token is not held"),
    "all_wound_up.no_token_left": N_("No token is left"),
    "all_wound_up.no_better_token": N_("There is no better token"),
    "all_wound_up.while_walking": N_("Wait until all stand still"),
    "all_wound_up.card_on_its_way": N_("A card is on its way"),
    "all_wound_up.own_figure_only": N_("Tokens move your own figure only"),
    "all_wound_up.only_before_winding": N_("Only before winding your own figure"),
    "all_wound_up.too_few_turns": N_("No turn can be taken away"),
    "all_wound_up.too_many_turns": N_("So many turns are not allowed"),
    "all_wound_up.figure_fallen": N_("Stand the figure up first"),
    "all_wound_up.own_hand": N_("Take from another hand"),
    "all_wound_up.empty_hand": N_("That hand is empty"),
    "all_wound_up.cards_in_transit": N_("Wait until cards are passed"),
    "all_wound_up.no_live_bid": N_("There is no bid to raise"),
    "all_wound_up.own_bid_only": N_("Red raises your own bid only"),
    "all_wound_up.no_red_from_zero": N_("Red needs a card of this kind"),
    "all_wound_up.window_open": N_("Tokens are being declared"),
    "all_wound_up.window_waits": N_("Declared tokens are still waiting"),
    "all_wound_up.not_declared": N_("Black and green need no declaring"),
    "all_wound_up.no_layout": N_("Say what happened instead"),
    # what happened
    "all_wound_up.did.nothing": N_("Nothing happened"),
    "all_wound_up.did.so": N_("{first}: {then}"),
    "all_wound_up.did.figure": N_("{name} plays {figure}"),
    "all_wound_up.did.round": (
        N_("Round {round}: {name} deals {n} each"),
        N_("Round {round}: {name} deals {n} each"),
    ),
    "all_wound_up.did.shuffled": (N_("{n} card was shuffled"), N_("{n} cards were shuffled")),
    "all_wound_up.did.dealt": N_("{name} gets {card}"),
    "all_wound_up.did.passed_card": N_("{name} passes {card} to {to}"),
    "all_wound_up.did.aside": N_("{name} sets {card} aside"),
    "all_wound_up.did.discarded": N_("{name} puts {card} away"),
    "all_wound_up.did.handed_over": (
        N_("{name} passes {n} card left"),
        N_("{name} passes {n} cards left"),
    ),
    "all_wound_up.did.replaced": (N_("{name} replaces {n} card"), N_("{name} replaces {n} cards")),
    "all_wound_up.did.exchanged": N_("All cards went to the left"),
    "all_wound_up.did.stolen": N_("{name} takes {card} from {other}"),
    "all_wound_up.did.bidder": N_("{name} to bid"),
    "all_wound_up.did.bid": N_("{name} bids {what} for {card}"),
    "all_wound_up.did.nothing_laid": N_("{name} lays nothing"),
    "all_wound_up.did.followed": N_("{name} lays {what}"),
    "all_wound_up.did.raised": N_("{name} raises by {what}"),
    "all_wound_up.did.passed": N_("{name} passes"),
    "all_wound_up.did.won_bid": (N_("{name} wins {card} with {n}"), N_("{name} wins {card} with {n}")),
    "all_wound_up.did.tied_bid": (N_("{name} tie for {card}: {n}"), N_("{name} tie for {card}: {n}")),
    "all_wound_up.did.round_ended": (
        N_("Round over: {n} card was left"),
        N_("Round over: {n} cards were left"),
    ),
    "all_wound_up.did.gained": N_("{name} takes a {rank} token"),
    "all_wound_up.did.upgraded": N_("{name} upgrades {old} to {new}"),
    "all_wound_up.did.declined": N_("{name} takes no token"),
    "all_wound_up.did.no_token": N_("no token is left for {name}"),
    "all_wound_up.did.declared": N_("{name} declares a {rank} token"),
    "all_wound_up.did.used": N_("{name} uses a {rank} token"),
    "all_wound_up.did.used_on": N_("{name} uses {rank} on {other}"),
    "all_wound_up.did.kept": N_("{name} keeps the {rank} token"),
    "all_wound_up.did.picked": N_("{name} turns {figure} next"),
    "all_wound_up.did.placed": N_("{figure} is placed on {tile}"),
    "all_wound_up.did.placed_at_start": N_("{figure} starts on {tile}"),
    "all_wound_up.did.placed_in_grave": N_("{figure} stands on {tile}'s grave"),
    "all_wound_up.did.turned": N_("{name} has turned {figure}"),
    "all_wound_up.did.turn_lost": N_("{figure} is off: the card is lost"),
    "all_wound_up.did.walks": (N_("{figure} walks: {n} turn"), N_("{figure} walks: {n} turns")),
    "all_wound_up.did.stays": N_("{figure} is not wound"),
    "all_wound_up.did.voided": N_("{figure} let go early: once more"),
    "all_wound_up.did.still": N_("All stand still"),
    "all_wound_up.did.visits": N_("{figure} reaches {tile}"),
    "all_wound_up.did.steps": N_("{figure} is on {tile}"),
    "all_wound_up.did.sleeps": N_("{figure} is on {zone}, which sleeps"),
    "all_wound_up.did.leaves": N_("{figure} leaves {zone}"),
    "all_wound_up.did.touches": N_("{figure} touches {zone}"),
    "all_wound_up.did.left_board": N_("{figure} left: back on {tile}"),
    "all_wound_up.did.taken_off": N_("{figure} is taken off, then {tile}"),
    "all_wound_up.did.fell": N_("{figure} has fallen"),
    "all_wound_up.did.stood": N_("{figure} stands again"),
    "all_wound_up.did.crossed": N_("{figure} crosses the gate"),
    "all_wound_up.did.crossed_back": N_("{figure} crosses the gate backward"),
    "all_wound_up.did.won": N_("{name} wins with {figure}"),
    # the table's options
    "all_wound_up.option.cards": N_("Cards"),
    "all_wound_up.option.cards.in_app": N_("in the app"),
    "all_wound_up.option.cards.on_table": N_("real ones"),
    "all_wound_up.option.figures": N_("Figures"),
    "all_wound_up.option.figures.random": N_("by chance"),
    "all_wound_up.option.figures.chosen": N_("chosen"),
    "all_wound_up.option.tiles": N_("Tiles"),
    "all_wound_up.option.edition": N_("Cards each"),
    "all_wound_up.option.edition.ten_cards": N_("ten"),
    "all_wound_up.option.edition.eight_cards": N_("eight"),
    "all_wound_up.option.shuffle": N_("Shuffle"),
    "all_wound_up.option.shuffle.when_empty": N_("when empty"),
    "all_wound_up.option.shuffle.every_round": N_("every round"),
    "all_wound_up.option.passing": N_("Passing cards"),
    "all_wound_up.option.passing.sequential": N_("in turn"),
    "all_wound_up.option.passing.simultaneous": N_("all at once"),
    "all_wound_up.option.tokens_during_passing": N_("Yellow while passing"),
    "all_wound_up.option.first_bidder": N_("First bidder"),
    "all_wound_up.option.first_bidder.dealer_left": N_("dealer's left"),
    "all_wound_up.option.first_bidder.carry_over": N_("goes on"),
    "all_wound_up.option.all_pass": N_("When all pass"),
    "all_wound_up.option.all_pass.end_round": N_("round ends"),
    "all_wound_up.option.all_pass.force_bid": N_("must bid"),
    "all_wound_up.option.wild_only_bid": N_("Bids of Wilds alone"),
    "all_wound_up.option.wild_only_bid.fresh_type": N_("for new kinds"),
    "all_wound_up.option.wild_only_bid.any_type": N_("for any kind"),
    "all_wound_up.option.wild_only_bid.never": N_("never"),
    "all_wound_up.option.wild_from_zero": N_("Wilds on a bid of none"),
    "all_wound_up.option.pass_is_final": N_("A pass is final"),
    "all_wound_up.option.finish_tied_actions": N_("Finish tied actions"),
    "all_wound_up.option.hazard_after": N_("After a grave or mausoleum"),
    "all_wound_up.option.hazard_after.void_later": N_("nothing counts"),
    "all_wound_up.option.hazard_after.all_count": N_("all counts"),
    "all_wound_up.option.spent_tokens": N_("Used tokens"),
    "all_wound_up.option.spent_tokens.supply": N_("to the stack"),
    "all_wound_up.option.spent_tokens.box": N_("to the box"),
    "all_wound_up.option.brain_repeat": N_("A Brain counts again"),
    "all_wound_up.option.brain_repeat.each_movement": N_("each walk"),
    "all_wound_up.option.brain_repeat.other_than_last": N_("after another"),
    "all_wound_up.option.brain_repeat.once_per_game": N_("never"),
    "all_wound_up.option.pushed_triggers": N_("Pushed figures count"),
    "all_wound_up.option.min_turns": N_("Fewest turns"),
    "all_wound_up.option.max_turns": N_("Most turns"),
    "all_wound_up.option.max_turns.none": N_("no limit"),
    "all_wound_up.option.red_target": N_("Red raises"),
    "all_wound_up.option.red_target.own": N_("own bid"),
    "all_wound_up.option.red_target.any": N_("any bid"),
    "all_wound_up.option.placing_triggers": N_("Placing wakes zones"),
    "all_wound_up.option.turning_triggers": N_("Turning wakes zones"),
    "all_wound_up.option.contact": N_("What touches"),
    "all_wound_up.option.contact.feet": N_("feet"),
    "all_wound_up.option.contact.any_part": N_("any part"),
    "all_wound_up.option.off_board": N_("Off the board"),
    "all_wound_up.option.off_board.fully_out": N_("wholly"),
    "all_wound_up.option.off_board.any_part_out": N_("any part"),
    "all_wound_up.option.off_course": N_("Off the course"),
    "all_wound_up.option.off_course.no_progress": N_("stands there"),
    "all_wound_up.option.off_course.treat_as_left": N_("has left"),
    "all_wound_up.option.on": N_("yes"),
    "all_wound_up.option.off": N_("no"),
}
