"""Each decision about cards, bids and tokens in All Wound Up, default and options, by its number."""

import re
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path

import pytest

from companion.rules.all_wound_up import actions as a
from companion.rules.all_wound_up import decisions
from companion.rules.all_wound_up import events as e
from companion.rules.all_wound_up import options as o
from companion.rules.all_wound_up.cards import ACTIONS, Card, Mix
from companion.rules.all_wound_up.choices import chance, choices
from companion.rules.all_wound_up.options import Options
from companion.rules.all_wound_up.passing import plan
from companion.rules.all_wound_up.stages import Acting, Bidding, Following, Passing, Raising
from companion.rules.all_wound_up.state import Waiting
from companion.rules.all_wound_up.tasks import (
    BrainChoice,
    DealCards,
    Enter,
    Rise,
    Spend,
    TakeCard,
    Turn,
    Wind,
    Window,
)
from companion.rules.all_wound_up.tokens import ALL, NONE, Rank, to_gain, to_upgrade
from companion.rules.all_wound_up.transition import setup
from companion.rules.all_wound_up.view import asked
from companion.rules.core import Seat, without_card
from tests.rules.all_wound_up_tables import (
    ANA,
    BEN,
    CLEO,
    COUNTED,
    DAN,
    IN_APP,
    LINE,
    ON_TABLE,
    SHIPPED,
    SHORT,
    after,
    begun,
    bunch,
    dealt,
    events,
    offered,
    purse,
    refusal,
    table,
    walking,
    won,
)


def bids(state: object, seat: Seat = ANA) -> set[tuple[Card, int, int]]:
    """Kind, cards and Wilds of every bid that is offered."""
    offers = choices(state, seat)  # type: ignore[arg-type]
    return {(bid.kind, bid.cards, bid.wilds) for bid in offers if isinstance(bid, a.MakeBid)}


# all of them together


def test_every_option_is_a_decision_with_all_its_values_and_the_default_first() -> None:
    by_field = {decision.field: decision for decision in decisions.DECISIONS if decision.field}
    assert set(by_field) == {field.name for field in fields(Options)}
    for field in fields(Options):
        settings = [value.setting for value in by_field[field.name].values]
        assert settings[0] == field.default
        if isinstance(field.default, StrEnum):
            assert set(settings) == set(type(field.default))
        if isinstance(field.default, bool):
            assert set(settings) == {False, True}


def test_every_decision_of_the_list_is_there() -> None:
    missing = {23, 24, 25, 26, 27, 28, 29, 48, 49}
    wanted = {f"A{n:02}" for n in range(1, 68)} - {f"A{n}" for n in missing}
    wanted |= {f"S{n:02}" for n in range(1, 16)} | {"cards"}
    assert {decision.id for decision in decisions.DECISIONS} == wanted


def test_every_decision_has_an_example_named_after_it() -> None:
    files = Path(__file__).parent.glob("test_all_wound_up_*decisions.py")
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    named = {word.upper() for word in re.findall(r"^def test_([as]\d\d)_", text, re.MULTILINE)}
    assert {decision.id for decision in decisions.DECISIONS} - named == {"cards"}


@pytest.mark.parametrize(
    ("field", "value"),
    [("tiles", 5), ("tiles", True), ("min_turns", 2), ("max_turns", 0), ("passing", "sequential"),
     ("wild_from_zero", 1), ("cards", None)],
)  # fmt: skip
def test_an_option_that_cannot_be_so_is_named(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=field):
        Options(**{field: value})  # type: ignore[arg-type]


# deck, deal, passing


def test_a01_the_deck_is_sixty_cards_and_the_shipped_mix_is_assumed() -> None:
    assert SHIPPED.assumed
    with pytest.raises(ValueError, match="60 cards in all; here are 59"):
        setup(Options(), LINE, Mix((7, 8, 8, 8, 8, 8, 6, 6), True), 2, ANA)


def test_a01_an_assumed_mix_forbids_nothing_and_a_counted_one_does() -> None:
    assert (Card.WIND_1, 10, 0) in bids(table())
    assert (Card.WIND_1, 8, 2) in bids(table(mix=COUNTED))
    assert refusal(table(mix=COUNTED), a.MakeBid(ANA, Card.WIND_1, 9, 0)) == "too_many_cards"
    assert refusal(table(mix=COUNTED), a.MakeBid(ANA, Card.WIND_1, 1, 7)) == "too_many_cards"


@pytest.mark.parametrize(("edition", "size"), [(o.Edition.TEN_CARDS, 10), (o.Edition.EIGHT_CARDS, 8)])
def test_a02_editions_deal_ten_or_eight(edition: o.Edition, size: int) -> None:
    for options in (IN_APP, ON_TABLE):
        state = dealt(begun(replace(options, edition=edition)))
        assert [state.hands.size(seat) for seat in state.seats] == [size] * 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a02_the_eight_card_edition_passes_four_to_one_whatever_the_players(seats: int) -> None:
    steps = plan(o.Edition.EIGHT_CARDS, o.Passing.SEQUENTIAL, seats)
    assert [(step.count, step.replaced) for step in steps] == [(n, False) for n in (4, 3, 2, 1)]


def in_the_middle_of_a_deal() -> object:
    state = begun(replace(IN_APP, passing=o.Passing.SEQUENTIAL), seats=4)
    deck = replace(state.deck, cards=bunch("1 2"))
    rest = state.deck.cards
    for card in deck.cards:
        rest = without_card(rest, card)
    return replace(state, deck=deck, discards=rest)


def test_a03_used_cards_are_shuffled_when_the_deck_has_none_for_the_next() -> None:
    state = in_the_middle_of_a_deal()
    state = after(state, chance(state)[0])  # type: ignore[arg-type]
    assert state.deck.shuffles == 0
    told = events(state, chance(state)[0])
    assert told == (e.CardCame(BEN, Card.WIND_2), e.DeckShuffled(58))
    assert after(state, chance(state)[0]).deck.shuffles == 1


@pytest.mark.parametrize(("shuffle", "left"), [(o.Shuffle.WHEN_EMPTY, 58), (o.Shuffle.EVERY_ROUND, 60)])
def test_a03_or_all_cards_before_every_round(shuffle: o.Shuffle, left: int) -> None:
    state = table(replace(IN_APP, shuffle=shuffle), hands=("1", "2"))
    state = after(state, a.Pass(ANA), a.Pass(BEN))
    assert state.round == 2
    assert len(state.deck.cards) == left


def test_a04_in_turn_what_has_just_come_may_be_passed_on() -> None:
    state = dealt(begun(IN_APP))
    ben = state.hands.known(BEN)
    new = (
        next(card for card in state.hands.known(ANA) if card not in ben)
        if set(state.hands.known(ANA)) - set(ben)
        else state.hands.known(ANA)[0]
    )
    many = ben.count(new)
    state = after(state, a.PassCard(ANA, new))  # type: ignore[arg-type]
    assert state.hands.known(BEN).count(new) == many + 1
    assert asked(state) == (ANA,)


def test_a04_all_at_once_nobody_sees_what_comes_before_all_have_chosen() -> None:
    state = begun(replace(ON_TABLE, passing=o.Passing.SIMULTANEOUS))
    assert asked(state) == (ANA, BEN, CLEO)
    state = after(state, a.HandOver(BEN))
    assert refusal(state, a.HandOver(BEN)) == "passed_enough"
    assert [state.hands.size(seat) for seat in state.seats] == [10, 6, 10]
    state = after(state, a.HandOver(CLEO))
    assert e.CardsExchanged() in events(state, a.HandOver(ANA))
    assert [after(state, a.HandOver(ANA)).hands.size(seat) for seat in state.seats] == [10, 10, 10]


def test_a05_who_has_too_few_cards_passes_all() -> None:
    state = dealt(begun(IN_APP, seats=4))
    hands = state.hands
    for card in hands.known(ANA)[2:]:
        hands = hands.lose(ANA, card)
    state = replace(state, hands=hands)
    for card in hands.known(ANA):
        state = after(state, a.PassCard(ANA, card))  # type: ignore[arg-type]
    assert asked(state) == (BEN,)


def test_a06_wilds_may_be_passed() -> None:
    state = table(IN_APP, hands=("W", "1", "2"))
    state = replace(state, stage=Passing(0, ANA, (0, 0, 0)))
    assert choices(state, ANA) == (a.PassCard(ANA, Card.WILD),)


def two_exchange() -> object:
    return replace(
        table(IN_APP, seats=2, hands=("1 2 3 W", "4 R L O")), stage=Passing(0, None, (0, 0)), most=()
    )


def test_a07_two_exchange_at_the_same_time_and_the_dealer_replaces_last() -> None:
    state = two_exchange()
    assert asked(state) == (ANA, BEN)  # type: ignore[arg-type]
    state = after(state, *(a.PassCard(ANA, card) for card in bunch("1 2 3")))  # type: ignore[arg-type]
    assert state.hands.known(BEN) == bunch("4 R L O")
    assert state.transit.known(ANA) == bunch("1 2 3")
    state = after(state, *(a.PassCard(BEN, card) for card in bunch("4 R L")))
    assert state.hands.known(ANA) == bunch("W 4 R L")
    assert state.stage == Passing(1, ANA, (0, 0)), "Ben deals"
    assert refusal(state, a.PassCard(ANA, Card.WILD)) == "not_now"
    state = after(state, a.DiscardCard(ANA, Card.WILD), a.DiscardCard(ANA, Card.LEFT))
    assert state.tasks == (DealCards((ANA, ANA)),)
    assert state.discards == bunch("W L")
    state = dealt(state)
    assert asked(state) == (BEN,)


def test_a08_what_has_just_come_may_be_put_away() -> None:
    state = after(
        two_exchange(),  # type: ignore[arg-type]
        *(a.PassCard(ANA, card) for card in bunch("1 2 3")),
        *(a.PassCard(BEN, card) for card in bunch("4 R L")),
    )
    assert a.DiscardCard(ANA, Card.RIGHT) in choices(state, ANA)


@pytest.mark.parametrize("during", [False, True])
def test_a09_a_yellow_waits_while_cards_are_passed_unless_the_table_says_so(during: bool) -> None:
    options = replace(ON_TABLE, tokens_during_passing=during)
    state = replace(table(options, tokens={0: (Rank.YELLOW,)}), stage=Passing(0, BEN, (0, 0, 0)))
    yellow = a.UseToken(ANA, Rank.YELLOW, CLEO)
    assert (yellow in choices(state, ANA)) is during
    if during:
        assert after(state, yellow).hands.size(ANA) == 11
    else:
        assert refusal(state, yellow) == "cards_in_transit"


# bidding


@pytest.mark.parametrize(
    ("option", "bidder"), [(o.FirstBidder.DEALER_LEFT, BEN), (o.FirstBidder.CARRY_OVER, CLEO)]
)
def test_a10_who_bids_first_in_the_next_round(option: o.FirstBidder, bidder: Seat) -> None:
    state = table(replace(ON_TABLE, first_bidder=option), hands=1, bidder=CLEO, dealer=CLEO)
    state = after(state, a.Pass(CLEO), a.Pass(ANA), a.Pass(BEN))
    assert (state.dealer, state.bidder) == (ANA, bidder)


def test_a11_the_bidder_passes_and_the_next_one_bids() -> None:
    assert events(table(), a.Pass(ANA)) == (e.Passed(ANA), e.BidderNamed(BEN))


def test_a12_a_bidder_without_cards_is_not_asked() -> None:
    state = table(IN_APP, hands=("1", "", "2"))
    assert after(state, a.Pass(ANA)).stage == Bidding(CLEO, 2)


def test_a13_after_a_whole_circle_of_passes_the_round_ends_and_cards_are_put_away() -> None:
    state = table(IN_APP, hands=("1", "2", "W"))
    state = after(state, a.Pass(ANA), a.Pass(BEN))
    assert e.RoundEnded((1, 1, 1)) in events(state, a.Pass(CLEO))
    assert after(state, a.Pass(CLEO)).discards == bunch("1 2 W")


def test_a13_or_whoever_holds_an_action_card_must_bid() -> None:
    options = replace(IN_APP, all_pass=o.AllPass.FORCE_BID)
    state = after(table(options, hands=("W", "2", "2")), a.Pass(ANA), a.Pass(BEN), a.Pass(CLEO))
    assert a.Pass(ANA) in choices(state, ANA), "Ana holds none"
    state = after(state, a.Pass(ANA))
    assert a.Pass(BEN) not in choices(state, BEN)
    assert refusal(state, a.Pass(BEN)) == "must_bid"


@pytest.mark.parametrize(
    ("option", "kinds"),
    [
        (o.WildOnlyBid.FRESH_TYPE, {Card.LEFT}),
        (o.WildOnlyBid.ANY_TYPE, set(ACTIONS) - {Card.WIND_1}),
        (o.WildOnlyBid.NEVER, set()),
    ],
)
def test_a14_which_kinds_wilds_alone_may_bid_for(option: o.WildOnlyBid, kinds: set[Card]) -> None:
    for options, hands in ((IN_APP, ("W 1", "1", "1")), (ON_TABLE, None)):
        state = table(replace(options, wild_only_bid=option), hands=hands)
        state = replace(state, fresh=(Card.LEFT, Card.WIND_1) if options.in_app else (Card.LEFT,))
        alone = {kind for kind, cards, _ in bids(state) if not cards}
        assert alone == (kinds if options.in_app or option is not o.WildOnlyBid.ANY_TYPE else set(ACTIONS))
        for kind in set(ACTIONS) - alone - {Card.WIND_1}:
            assert refusal(state, a.MakeBid(ANA, kind, 0, 1)) == "wild_only_bid"


@pytest.mark.parametrize("allowed", [True, False])
def test_a15_wilds_on_a_bid_of_none(allowed: bool) -> None:
    state = table(replace(IN_APP, wild_from_zero=allowed), hands=("1", "W", "2"))
    state = after(state, a.MakeBid(ANA, Card.WIND_1, 1, 0))
    assert (a.Follow(BEN, 0, 1) in choices(state, BEN)) is allowed
    state = after(state, a.Follow(BEN, 0, 0), a.Follow(CLEO, 0, 0))
    assert (a.Raise(BEN, 1) in choices(state, BEN)) is allowed
    if not allowed:
        assert refusal(state, a.Raise(BEN, 1)) == "no_wild_from_zero"


def test_a15_a_raised_bid_of_none_may_win() -> None:
    state = table(hands=5)
    state = after(state, a.MakeBid(ANA, Card.LEFT, 1, 0), a.Follow(BEN, 0, 2), a.Follow(CLEO, 0, 0))
    state = after(state, a.Pass(BEN), a.Pass(CLEO), a.Pass(ANA))
    assert state.stage == Acting(state.stage.bid, (BEN,))  # type: ignore[union-attr]


@pytest.mark.parametrize("final", [False, True])
def test_a16_whether_somebody_who_passed_comes_back(final: bool) -> None:
    state = table(replace(ON_TABLE, pass_is_final=final))
    state = after(state, a.MakeBid(ANA, Card.LEFT, 1, 0), a.Follow(BEN, 0, 0), a.Follow(CLEO, 0, 0))
    state = after(state, a.Pass(BEN), a.Raise(CLEO, 1), a.Pass(ANA))
    assert asked(state) == ((CLEO,) if final else (BEN,))


def test_a17_nothing_but_wilds_and_every_kind_bid_for() -> None:
    state = replace(table(IN_APP, hands=("W", "W", "1")), fresh=())
    assert bids(state) == set()
    state = after(state, a.Pass(ANA), a.Pass(BEN), a.MakeBid(CLEO, Card.WIND_1, 1, 0), a.Follow(ANA, 0, 1))
    state = after(state, a.Follow(BEN, 0, 0))
    assert a.Raise(BEN, 1) in choices(state, BEN)


def test_a18_a_winner_must_act_but_may_turn_by_nothing() -> None:
    state = won(table(on={0: "crypt"}), Card.LEFT)
    assert refusal(state, a.Pass(ANA)) == "not_now"
    assert after(state, a.Done(ANA)).stage == Bidding(BEN)


def test_a19_the_bidder_is_not_tied() -> None:
    state = table(seats=4, hands=5, bidder=CLEO, on={0: "crypt", 1: "crypt"})
    state = after(
        state, a.MakeBid(CLEO, Card.LEFT, 1, 0), a.Follow(DAN, 0, 0), a.Follow(ANA, 2, 0), a.Follow(BEN, 2, 0)
    )
    state = after(state, a.Pass(DAN), a.Pass(ANA), a.Pass(BEN), a.Pass(CLEO))
    assert state.stage.winners == (ANA, BEN)  # type: ignore[union-attr]


def test_a20_a_tied_players_figure_that_was_taken_off_comes_back_first() -> None:
    state = won(table(on={0: "crypt", 1: "well"}, reached={1: 3}), Card.WIND_1, ANA, BEN)
    state = after(state, a.Release(ANA), a.TouchZone(ANA, BEN, "well/grave"), a.StandStill(ANA))
    assert state.tasks == (Enter(BEN), Wind(BEN, 1))
    assert after(state, a.Place(BEN, "well"), a.Done(BEN)).tasks == (Wind(BEN, 1),)


@pytest.mark.parametrize("finish", [False, True])
def test_a21_a_tied_player_wins_before_the_others_act(finish: bool) -> None:
    options = replace(ON_TABLE, finish_tied_actions=finish)
    state = won(
        table(options, race=SHORT, on={0: "gate", 1: "gate"}, reached={0: 2, 1: 2}), Card.WIND_1, ANA, BEN
    )
    state = after(state, a.Release(ANA), a.Cross(ANA, (ANA,), True))
    assert state.winner == ANA
    assert bool(offered(state)) is finish
    if finish:  # S10
        state = after(state, a.StandStill(ANA), a.Release(BEN), a.Cross(BEN, (BEN,), True))
        assert (state.winner, state.figures[BEN].crossed) == (ANA, 0)
        state = after(state, a.StandStill(BEN))
        assert not offered(state)


def test_a22_a_card_that_comes_after_following_stays_and_may_be_bid_later() -> None:
    state = table(hands=3, tokens={1: (Rank.YELLOW,)})
    state = after(state, a.MakeBid(ANA, Card.WIND_1, 1, 0), a.Follow(BEN, 1, 0))
    assert state.most[BEN][0] == 0
    state = after(state, a.UseToken(BEN, Rank.YELLOW, CLEO), a.Follow(CLEO, 0, 0))
    assert state.most[BEN][0] == 1, "for all that is public Cleo's card was a Wind 1"
    state = after(state, a.Pass(BEN), a.Pass(CLEO), a.Pass(ANA))
    assert state.stage.winners == (ANA, BEN)  # type: ignore[union-attr]


def test_a22_what_was_taken_from_a_hand_without_the_kind_is_not_of_the_kind() -> None:
    state = table(hands=3, tokens={1: (Rank.YELLOW,)})
    state = after(state, a.MakeBid(ANA, Card.WIND_1, 1, 0), a.Follow(BEN, 0, 0))
    assert after(state, a.UseToken(BEN, Rank.YELLOW, ANA)).most[BEN][0] == 0


# tokens


@pytest.mark.parametrize(
    ("option", "supply", "box"),
    [(o.SpentTokens.SUPPLY, ALL, NONE), (o.SpentTokens.BOX, (5, 4, 5, 5, 5), purse(purple=1))],
)
def test_a31_where_used_tokens_go(option: o.SpentTokens, supply: object, box: object) -> None:
    state = table(replace(ON_TABLE, spent_tokens=option), on={0: "crypt"}, tokens={0: (Rank.PURPLE,)})
    state = after(state, a.UseToken(ANA, Rank.PURPLE, ANA))
    assert (state.supply, state.box) == (supply, box)


def at_a_brain(tokens: tuple[Rank, ...] = (), others: tuple[Rank, ...] = ()) -> object:
    state = table(on={0: "crypt"}, tokens={0: tokens, 1: others}, brains={0: ("yard/brain",)})
    return after(walking(state), a.TouchZone(ANA, ANA, "crypt/brain"), a.StandStill(ANA))


def test_a32_an_upgraded_token_goes_back_to_its_stack() -> None:
    state = after(at_a_brain((Rank.BLACK,)), a.UpgradeToken(ANA, Rank.BLACK))  # type: ignore[arg-type]
    assert state.supply == (5, 4, 5, 5, 5)


def test_a33_a_colour_that_is_out_is_skipped_upwards() -> None:
    assert to_gain((0, 0, 2, 5, 5)) is Rank.GREEN
    assert to_gain(NONE) is None
    assert to_upgrade((5, 0, 0, 1, 5), Rank.BLACK) is Rank.YELLOW
    assert to_upgrade((5, 0, 0, 0, 0), Rank.BLACK) is None
    state = at_a_brain(others=(Rank.BLACK,) * 5)
    assert events(state, a.GainToken(ANA))[0] == e.TokenGained(ANA, Rank.PURPLE)  # type: ignore[arg-type]


def test_a33_nothing_is_left_to_gain_or_to_upgrade_to() -> None:
    every = tuple(rank for rank in Rank for _ in range(5))
    state = after(walking(table(on={0: "crypt"}, tokens={1: every})), a.TouchZone(ANA, ANA, "crypt/brain"))
    assert state.tokens[ANA] == NONE
    state = table(on={0: "crypt"}, tokens={1: every}, brains={0: ("yard/brain",)})
    state = after(walking(state), a.TouchZone(ANA, ANA, "crypt/brain"))
    assert e.NoTokenLeft(ANA) in events(state, a.StandStill(ANA)), "nobody is asked"


def test_a34_a_red_token_is_not_upgraded() -> None:
    state = at_a_brain((Rank.RED,))
    assert refusal(state, a.UpgradeToken(ANA, Rank.RED)) == "no_better_token"  # type: ignore[arg-type]


def test_a37_the_first_brain_comes_by_itself_and_later_ones_are_chosen() -> None:
    state = walking(table(on={0: "crypt"}))
    state = after(state, a.TouchZone(ANA, ANA, "crypt/brain"), a.TouchZone(ANA, ANA, "yard/brain"))
    assert state.tokens[ANA] == purse(black=1)
    assert after(state, a.StandStill(ANA)).tasks == (BrainChoice(ANA, "yard/brain"),)


def test_a39_black_and_green_only_before_ones_own_winding() -> None:
    state = table(on={0: "crypt"}, tokens={0: (Rank.BLACK, Rank.GREEN), 1: (Rank.GREEN,)})
    assert refusal(state, a.UseToken(ANA, Rank.BLACK, ANA)) == "only_before_winding"
    wound = won(state)
    assert refusal(wound, a.UseToken(BEN, Rank.GREEN, BEN)) == "only_before_winding"
    again = after(wound, a.UseToken(ANA, Rank.BLACK, ANA), a.Release(ANA), a.LetGoEarly(ANA))
    assert refusal(again, a.UseToken(ANA, Rank.GREEN, ANA)) == "only_before_winding"
    turned = won(state, Card.LEFT)
    assert refusal(turned, a.UseToken(ANA, Rank.GREEN, ANA)) == "only_before_winding"


def test_a40_no_turn_left_the_figure_stays_and_the_card_is_played() -> None:
    state = won(table(on={0: "crypt"}, tokens={0: (Rank.BLACK,)}), Card.WIND_1)
    state = after(state, a.UseToken(ANA, Rank.BLACK, ANA))
    assert events(state, a.Release(ANA)) == (e.WalkSkipped(ANA), e.BidderNamed(BEN))


def test_a40_or_one_turn_stays() -> None:
    options = replace(ON_TABLE, min_turns=1)
    state = won(table(options, on={0: "crypt"}, tokens={0: (Rank.BLACK,)}), Card.WIND_1)
    assert refusal(state, a.UseToken(ANA, Rank.BLACK, ANA)) == "too_few_turns"


@pytest.mark.parametrize(("most", "allowed"), [(None, 3), (4, 0), (5, 1)])
def test_a41_how_many_turns_green_adds_up_to(most: int | None, allowed: int) -> None:
    state = table(replace(ON_TABLE, max_turns=most), on={0: "crypt"}, tokens={0: (Rank.GREEN,) * 3})
    state = won(state, Card.WIND_4)
    green = a.UseToken(ANA, Rank.GREEN, ANA)
    for _ in range(allowed):
        state = after(state, green)
    assert state.tasks[0] == Wind(ANA, 4 + allowed)
    assert refusal(state, green) == ("token_not_held" if most is None else "too_many_turns")


@pytest.mark.parametrize("option", list(o.RedTarget))
def test_a42_whose_bid_a_red_raises(option: o.RedTarget) -> None:
    state = table(replace(ON_TABLE, red_target=option), tokens={1: (Rank.RED,)})
    assert refusal(state, a.UseToken(BEN, Rank.RED, BEN)) == "no_live_bid"
    state = after(state, a.MakeBid(ANA, Card.LEFT, 1, 0))
    other = a.UseToken(BEN, Rank.RED, ANA)
    if option is o.RedTarget.OWN:
        assert refusal(state, other) == "own_bid_only"
    else:
        assert after(state, other).stage.bid.amounts == (2, 0, 0)  # type: ignore[union-attr]
    assert after(state, a.UseToken(BEN, Rank.RED, BEN)).stage.bid.amounts == (1, 1, 0)  # type: ignore[union-attr]


def test_a42_a_red_lifts_a_bid_of_none_only_where_wilds_may() -> None:
    state = table(replace(ON_TABLE, wild_from_zero=False), tokens={1: (Rank.RED,)})
    state = after(state, a.MakeBid(ANA, Card.LEFT, 1, 0))
    assert refusal(state, a.UseToken(BEN, Rank.RED, BEN)) == "no_red_from_zero"


def test_a43_a_purple_for_a_figure_off_the_board_or_walking_is_kept() -> None:
    purple = a.UseToken(ANA, Rank.PURPLE, ANA)
    assert refusal(table(tokens={0: (Rank.PURPLE,)}), purple) == "not_on_board"
    walk = walking(table(on={0: "crypt"}, tokens={0: (Rank.PURPLE,)}))
    assert refusal(walk, purple) == "while_walking"
    fallen = after(walk, a.Fall(ANA, ANA), a.StandStill(ANA))
    assert refusal(fallen, purple) == "figure_fallen"


def test_a44_a_yellow_takes_the_last_card_but_nothing_from_an_empty_hand() -> None:
    state = table(IN_APP, hands=("1", "2", ""), tokens={0: (Rank.YELLOW,)})
    assert refusal(state, a.UseToken(ANA, Rank.YELLOW, CLEO)) == "empty_hand"
    assert refusal(state, a.UseToken(ANA, Rank.YELLOW, ANA)) == "own_hand"
    state = after(state, a.UseToken(ANA, Rank.YELLOW, BEN), a.CardTaken(ANA, Card.WIND_2))
    assert state.hands.size(BEN) == 0


def test_a45_declared_tokens_are_used_clockwise_from_the_dealer_and_later_ones_wait() -> None:
    """Cleo deals, Ana is to bid: Cleo's token comes before her, Ben's waits for her action."""
    state = table(on={0: "crypt", 1: "crypt", 2: "crypt"}, tokens={1: (Rank.PURPLE,), 2: (Rank.PURPLE,)})
    state = after(state, a.DeclareToken(BEN, Rank.PURPLE, BEN), a.DeclareToken(CLEO, Rank.PURPLE, CLEO))
    assert isinstance(state.tasks[0], Window)
    assert refusal(state, a.Pass(ANA)) == "window_open"
    assert refusal(state, a.CloseWindow(CLEO)) == "not_your_turn"
    state = after(state, a.CloseWindow(BEN))
    assert state.tasks == (Turn(CLEO, by=CLEO, token=True),)
    assert state.waiting == Waiting((Spend(BEN, Rank.PURPLE, BEN),))
    assert refusal(state, a.UseToken(BEN, Rank.PURPLE, BEN)) == "token_not_held", "it is bound"
    state = after(state, a.Done(CLEO))
    assert asked(state) == (ANA,)
    state = after(state, a.Pass(ANA))
    assert state.tasks == (Turn(BEN, by=BEN, token=True),)


def test_a45_each_player_orders_its_own_tokens() -> None:
    state = table(on={0: "crypt"}, tokens={0: (Rank.PURPLE, Rank.YELLOW)})
    state = after(state, a.DeclareToken(ANA, Rank.YELLOW, BEN), a.DeclareToken(ANA, Rank.PURPLE, ANA))
    used = [event for event in events(state, a.CloseWindow(ANA)) if isinstance(event, e.TokenUsed)]
    assert [event.rank for event in used] == [Rank.YELLOW, Rank.PURPLE]


def test_a46_who_declared_first_is_not_first() -> None:
    state = table(on={0: "crypt"}, bidder=BEN, tokens={0: (Rank.YELLOW,), 2: (Rank.YELLOW,)})
    state = after(state, a.DeclareToken(ANA, Rank.YELLOW, BEN), a.DeclareToken(CLEO, Rank.YELLOW, BEN))
    used = [event for event in events(state, a.CloseWindow(ANA)) if isinstance(event, e.TokenUsed)]
    assert [event.seat for event in used] == [CLEO, ANA], "Cleo deals"


def test_a47_no_token_is_used_while_a_figure_walks() -> None:
    state = walking(table(on={0: "crypt"}, tokens={1: (Rank.YELLOW,)}))
    assert refusal(state, a.UseToken(BEN, Rank.YELLOW, ANA)) == "while_walking"
    assert refusal(state, a.DeclareToken(BEN, Rank.YELLOW, ANA)) == "while_walking"
    still = after(state, a.StandStill(ANA))
    assert a.UseToken(BEN, Rank.YELLOW, ANA) in choices(still, BEN)


def test_a47_a_token_that_waits_for_a_walk_waits_until_its_figure_stands_again() -> None:
    state = won(table(on={0: "crypt", 1: "crypt"}, tokens={1: (Rank.PURPLE,)}))
    state = after(state, a.DeclareToken(BEN, Rank.PURPLE, BEN), a.CloseWindow(BEN))
    state = after(state, a.Release(ANA), a.Fall(ANA, BEN), a.StandStill(ANA))
    assert state.tasks == (Rise(BEN),)
    assert after(state, a.Done(BEN)).tasks == (Turn(BEN, by=BEN, token=True),)


def test_a67_two_to_four_play() -> None:
    for seats in (1, 5):
        with pytest.raises(ValueError, match="seats: 2 to 4"):
            setup(Options(), LINE, SHIPPED, seats, ANA)


# settled


def test_s01_a_bid_is_live_until_the_first_winner_begins_to_act() -> None:
    red = a.UseToken(BEN, Rank.RED, BEN)
    state = won(table(tokens={0: (Rank.BLACK,), 1: (Rank.RED,)}))
    assert isinstance(after(state, red).stage, Raising)
    assert refusal(after(state, a.Place(ANA, "crypt")), red) == "no_live_bid"
    on = won(table(on={0: "crypt"}, tokens={0: (Rank.BLACK,), 1: (Rank.RED,)}))
    assert refusal(after(on, a.UseToken(ANA, Rank.BLACK, ANA)), red) == "no_live_bid"
    turning = won(table(on={0: "crypt"}, tokens={1: (Rank.RED,)}), Card.LEFT)
    assert refusal(after(turning, a.TouchZone(ANA, ANA, "crypt/brain")), red) == "no_live_bid"
    assert isinstance(after(turning, red).stage, Raising)


def test_s03_when_all_must_bid_and_nobody_can_the_round_ends() -> None:
    options = replace(IN_APP, all_pass=o.AllPass.FORCE_BID)
    state = replace(table(options, hands=("W", "W", "W")), fresh=())
    state = after(state, *(a.Pass(seat) for seat in (ANA, BEN, CLEO, ANA, BEN)))
    assert e.RoundEnded((1, 1, 1)) in events(state, a.Pass(CLEO))


def test_s04_a_purple_is_used_while_cards_are_passed_and_a_yellow_is_not() -> None:
    state = table(on={0: "crypt"}, tokens={0: (Rank.PURPLE, Rank.YELLOW)})
    state = replace(state, stage=Passing(0, BEN, (0, 0, 0)))
    assert a.UseToken(ANA, Rank.PURPLE, ANA) in choices(state, ANA)
    assert refusal(state, a.UseToken(ANA, Rank.YELLOW, BEN)) == "cards_in_transit"
    due = replace(state, tasks=(DealCards((BEN,)),))
    assert refusal(due, a.UseToken(ANA, Rank.PURPLE, ANA)) == "card_on_its_way"


def test_s05_after_a_red_all_may_answer_from_the_left_of_its_user() -> None:
    state = table(replace(ON_TABLE, pass_is_final=True), tokens={1: (Rank.RED,)})
    state = after(state, a.MakeBid(ANA, Card.LEFT, 1, 0), a.Follow(BEN, 0, 0), a.Follow(CLEO, 0, 0))
    state = after(state, a.Pass(BEN), a.Pass(CLEO), a.UseToken(BEN, Rank.RED, BEN))
    assert state.stage == Raising(state.stage.bid, CLEO)  # type: ignore[union-attr]
    state = won(table(on={0: "crypt"}, tokens={1: (Rank.RED,)}), Card.WIND_1)
    state = after(state, a.UseToken(BEN, Rank.RED, BEN), a.Pass(CLEO), a.Pass(ANA), a.Pass(BEN))
    assert state.stage.winners == (ANA, BEN)  # type: ignore[union-attr]


def test_s05_a_red_in_step_two_leaves_the_order_alone() -> None:
    state = after(table(tokens={1: (Rank.RED,)}), a.MakeBid(ANA, Card.LEFT, 1, 0))
    state = after(state, a.UseToken(BEN, Rank.RED, BEN))
    assert state.stage == Following(state.stage.bid, BEN)  # type: ignore[union-attr]


def test_s06_everybody_with_a_card_is_asked_and_nobody_without() -> None:
    state = table(IN_APP, seats=4, hands=("1 2", "2", "", "2"))
    state = after(state, a.MakeBid(ANA, Card.WIND_1, 1, 0))
    assert choices(state, BEN) == (a.Follow(BEN, 0, 0),)
    state = after(state, a.Follow(BEN, 0, 0))
    assert asked(state) == (DAN,), "Cleo holds no card, which all can see"
    state = after(state, a.Follow(DAN, 0, 0))
    assert choices(state, BEN) == (a.Pass(BEN),)


def test_s07_a_declared_token_that_has_become_impossible_stays_with_its_owner() -> None:
    state = table(IN_APP, hands=("1", "2", "3"), bidder=BEN, tokens={0: (Rank.YELLOW,), 2: (Rank.YELLOW,)})
    state = after(state, a.DeclareToken(ANA, Rank.YELLOW, BEN), a.DeclareToken(CLEO, Rank.YELLOW, BEN))
    state = after(state, a.CloseWindow(ANA))
    assert state.tasks[0] == TakeCard(CLEO, BEN)
    told = events(state, a.CardTaken(CLEO, Card.WIND_2))
    assert e.TokenKept(ANA, Rank.YELLOW) in told
    assert after(state, a.CardTaken(CLEO, Card.WIND_2)).tokens[ANA] == purse(yellow=1)


def test_s08_a_token_refused_while_walking_may_be_used_afterwards() -> None:
    state = walking(table(on={0: "crypt"}, tokens={0: (Rank.PURPLE,)}))
    purple = a.UseToken(ANA, Rank.PURPLE, ANA)
    assert refusal(state, purple) == "while_walking"
    assert after(state, a.StandStill(ANA), purple).tasks == (Turn(ANA, by=ANA, token=True),)


def test_s09_the_limit_of_turns_does_not_bind_cards() -> None:
    state = won(table(replace(ON_TABLE, max_turns=2), on={0: "crypt"}), Card.WIND_4)
    assert events(state, a.Release(ANA)) == (e.WalkBegun(ANA, 4),)


def test_s15_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    state = begun(replace(IN_APP, edition=o.Edition.EIGHT_CARDS), dealer=BEN)
    assert state.tasks == (DealCards((CLEO, ANA, BEN) * 8),)
    assert {action.seat for action in chance(state)} == {CLEO}
