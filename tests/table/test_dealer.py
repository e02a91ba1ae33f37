"""The dealer keeps no order, and yet every deck has one."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.dealer import SecretDealer, StackedDealer, whole_order
from companion.table.hosting import Deck

secrets = st.binary(min_size=32, max_size=32)
piles = st.lists(st.sampled_from("abcd"), min_size=1, max_size=12).map(lambda cards: tuple(sorted(cards)))


def dealt_out(dealer, deck):
    """The whole deck, card by card."""
    order = []
    left = list(deck.left)
    while left:
        card = dealer.card(Deck(deck.name, deck.shuffles, tuple(left)))
        left.remove(card)
        order.append(card)
    return tuple(order)


@given(secrets, piles)
def test_a_deck_deals_all_its_cards_and_the_same_way_again(secret, pile):
    deck = Deck("shapes", 0, pile)
    order = dealt_out(SecretDealer(secret), deck)
    assert tuple(sorted(order)) == pile
    assert order == dealt_out(SecretDealer(secret), deck)


def test_another_shuffle_another_deck_and_another_secret_are_other_orders():
    pile = tuple(sorted("abcdefghijkl"))
    orders = {
        dealt_out(SecretDealer(secret), Deck(name, shuffles, pile))
        for secret in (b"1" * 32, b"2" * 32)
        for name in ("shapes", "powers")
        for shuffles in (0, 1)
    }
    assert len(orders) == 8


@pytest.mark.parametrize("place", [0, 1, 3])
def test_every_copy_is_as_likely_at_every_place(place, seed):
    """Chi-square with 3 degrees of freedom: above 30 in fewer than one run in half a million."""
    pile, deals = ("a", "a", "b", "c", "d", "d", "d"), 4000
    rng = random.Random(seed)
    found = Counter(
        dealt_out(SecretDealer(rng.randbytes(32)), Deck("shapes", 0, pile))[place] for _ in range(deals)
    )
    wanted = {card: deals * pile.count(card) / len(pile) for card in set(pile)}
    chi_square = sum((found[card] - want) ** 2 / want for card, want in wanted.items())
    assert chi_square < 30, found


def test_the_app_flips_a_fair_piece(seed):
    rng = random.Random(seed)
    heads = sum(SecretDealer(rng.randbytes(32)).flip(2, "colours") for _ in range(4000))
    assert abs(heads - 2000) < 160, "five standard deviations"


def test_an_empty_deck_has_no_next_card():
    with pytest.raises(ValueError, match="empty"):
        SecretDealer(b"1" * 32).card(Deck("shapes", 0, ()))


def test_the_secret_is_not_in_words():
    assert "1111" not in repr(SecretDealer(b"1" * 32))


@given(secrets, st.permutations("aabcd"))
def test_a_stacked_deck_deals_what_it_was_stacked_with(secret, order):
    dealer = StackedDealer({"shapes": order}, SecretDealer(secret))
    assert dealt_out(dealer, Deck("shapes", 0, tuple(sorted(order)))) == tuple(order)


@given(secrets)
def test_what_was_not_stacked_is_dealt_from_the_secret(secret):
    plain = SecretDealer(secret)
    stacked = StackedDealer({"shapes": ("b", "a", "c")}, plain)
    for deck in (
        Deck("powers", 0, ("a", "b", "c")),
        Deck("shapes", 1, ("a", "b", "c")),
        Deck("shapes", 0, ("a", "b", "d")),
        Deck("shapes", 0, ("a", "b", "c", "d")),
    ):
        assert stacked.card(deck) == plain.card(deck)


def test_a_whole_order_puts_some_cards_on_top():
    assert whole_order(["c", "a"], "aabc") == ("c", "a", "a", "b")
    with pytest.raises(ValueError, match="'c'"):
        whole_order(["c", "c"], "aabc")
